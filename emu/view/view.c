#include "emu/view/view.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "emu/core/engine.h"
#include "emu/view/font.h"

enum {
    STEPS_MOST = 20000, /* what "to the end of the function" goes at most */
    REFILL = 48,        /* instructions that are run again for the time line */
    WINDOW = 2048,      /* as many are looked at first to find a line before, */
    WINDOW_MOST = 1 << 20, /* ... and at most */
    COLUMNS_WANTED = 100, COLUMNS_LEAST = 80, ROWS_LEAST = 24,
    SCREEN_LINES = 8,   /* that scrolling leaves above the instruction that is next */
};

static const struct isa *isa_of(const struct view *v) { return debug_process(v->spec.debug)->isa; }
static struct thread *thread_of(const struct view *v) { return debug_current(v->spec.debug); }

static void say(struct view *v, const char *fmt, ...) PRINTF_LIKE(2, 3);
static void say(struct view *v, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    vsnprintf(v->status, sizeof v->status, fmt, args);
    va_end(args);
}

/* --- looking ------------------------------------------------------------------------------------------------------- */

static u64 see_tick(void *ctx, struct thread *t, const struct tick *tick)
{
    struct view *v = ctx;
    v->ticks++;
    v->last_tick = tick->pc;
    v->tick_cycle = tick->match;
    if (v->to_tick) {
        v->stopped_by_tick = true;
        debug_interrupt(v->spec.debug);
    }
    return tick_take_by(&v->ticks_to, t, tick);
}

void view_machine(struct view *v, struct machine *m)
{
    v->ticks = 0;
    v->ticks_to = m->tick;
    m->tick = (struct tick_hook){.take = see_tick, .ctx = v};
}

static void collect(struct view *v)
{
    counters_free(&v->counts);
    v->counts = (struct counters){0};
    engine_collect(debug_process(v->spec.debug), &v->counts);
    counters_sort(&v->counts);
    v->most = 0;
    for (size_t i = 0; i < v->counts.pcs; i++) {
        u64 *cycles = &v->counts.pc[i].cycles;
        if ((i64)*cycles < 0) *cycles = 0; /* it is next, in a cycle that others began and that is not over */
        if (*cycles > v->most) v->most = *cycles;
    }
}

void view_output(struct view *v, const void *bytes, size_t n)
{
    const char *from = bytes;
    for (size_t i = 0; i < n; i++) v->output[v->written++ % VIEW_OUTPUT] = from[i];
}

static void look_at_calls(struct view *v, const struct thread *t)
{
    struct os_result how;
    u64 back;
    debug_where(v->spec.debug, t, &how, &back);
    v->calls = v->spec.place(v->spec.ctx, debug_process(v->spec.debug), &how, v->stack);
}

static void look_at_thread(struct view *v, const struct thread *t)
{
    look_at_calls(v, t);
    memcpy(v->before, v->shown, sizeof v->before);
    v->before_count = v->shown_count;
    v->shown_count = isa_of(v)->debug->show(t, v->shown);
    v->pc = isa_of(v)->debug->pc(t);
}

/* Brings what is shown up to date. `follow`: the marked line goes to the guest's. */
static void look(struct view *v, bool follow)
{
    collect(v);
    if (!v->ended) look_at_thread(v, thread_of(v)); /* else its thread has gone; the registers stay what they were */
    if (!follow || !view_stands(v)) return;
    u64 unit = isa_of(v)->code_unit;
    v->cursor = v->pc;
    u64 bundle = v->pc - v->pc % unit, lines = unit > 4 ? 3 : 1;
    u64 room = v->lines > SCREEN_LINES ? (v->lines - SCREEN_LINES / 2) / lines * unit : unit;
    if (bundle < v->top || bundle >= v->top + room) v->top = bundle - SCREEN_LINES / lines * unit;
    v->following = true;
}

bool view_follow(struct view *v)
{
    u64 unit = isa_of(v)->code_unit, slots = unit > 4 ? 3 : 1;
    bool shown = !v->following;
    for (unsigned i = 0; i < v->lines && !shown; i++) shown = v->line[i] == v->pc;
    v->following = false;
    if (!shown) v->top = v->pc - v->pc % unit - v->lines / 3 / slots * unit;
    return !shown;
}

/* --- running ------------------------------------------------------------------------------------------------------- */

/* Where the fault is that the guest stopped for, or that killed it. */
static void find_place(struct view *v, const struct debug_stop *stop)
{
    bool fault = stop->why == DEBUG_FAULT;
    v->crashed = stop->why == DEBUG_ENDED && stop->result.end == OS_SIGNAL && stop->result.pc;
    v->places = 0;
    if (fault || v->crashed) v->places = v->spec.place(v->spec.ctx, debug_process(v->spec.debug), &stop->result, v->place);
    if (v->crashed) v->pc = stop->result.pc;
    if (!v->places) return;
    memcpy(v->stack, v->place, sizeof v->stack);
    v->calls = v->places;
}

static void say_end(struct view *v, const struct os_result *how)
{
    if (how->end != OS_SIGNAL) say(v, "the guest ended with status %d; S, R: back", how->code);
    else say(v, "the guest was killed by SIG%s%s%s; S, R: back", how->signal, v->places ? " " : "", v->places ? v->place[0] : "");
}

static void say_fault(struct view *v, enum fault_kind kind)
{
    static const char *const what[] = {
        [FAULT_UNMAPPED] = "no memory at 0x%" PRIx64,
        [FAULT_RIGHTS] = "memory at 0x%" PRIx64 " does not allow it",
        [FAULT_BUS] = "behind the end of the file that is mapped at 0x%" PRIx64,
        [FAULT_UNALIGNED] = "0x%" PRIx64 " is not aligned",
        [FAULT_ILLEGAL] = "no such instruction",
        [FAULT_PRIV_OP] = "a privileged instruction",
        [FAULT_PRIV_REG] = "a privileged register",
        [FAULT_BREAK] = "a break instruction",
        [FAULT_OVERFLOW] = "an overflow that traps",
        [FAULT_CONDITIONAL] = "a condition that traps",
        [FAULT_DIVIDE] = "a division by zero",
        [FAULT_FP] = "a floating-point exception",
        [FAULT_FP_DISABLED] = "no coprocessor for it",
        [FAULT_TAKEN_BRANCH] = "a taken branch that traps",
        [FAULT_NAT] = "a NaT is used as a value",
        [FAULT_BAD_BREAK] = "a break whose number means nothing",
        [FAULT_BUNDLE_BREAK] = "the break of a bundle that is being changed",
        [FAULT_STACK_BREAK] = "a stack overflow",
    };
    char text[96] = "it cannot be done";
    if ((size_t)kind < ARRAY_LEN(what) && what[kind]) snprintf(text, sizeof text, what[kind], thread_of(v)->stop.addr);
    say(v, "fault %s%s%s; its signal comes when the guest goes on", v->places ? v->place[0] : "", v->places ? ": " : "", text);
}

static void explain(struct view *v, const struct debug_stop *stop)
{
    v->ended = stop->why == DEBUG_ENDED;
    find_place(v, stop);
    switch (stop->why) {
    case DEBUG_STEPPED: say(v, "stepped"); break;
    case DEBUG_BREAK: say(v, "breakpoint"); break;
    case DEBUG_WATCH: say(v, "watchpoint at 0x%" PRIx64, stop->address); break;
    case DEBUG_FAULT: say_fault(v, stop->fault); break;
    case DEBUG_SIGNAL: say(v, "SIG%s is delivered when the guest goes on", stop->signal); break;
    case DEBUG_INTERRUPTED: say(v, "interrupted"); break;
    case DEBUG_START: say(v, "the start of the guest"); break;
    case DEBUG_ENDED: say_end(v, &stop->result); break;
    case DEBUG_LOST:
        v->lost = true;
        say(v, "%s", stop->error.text);
        break;
    }
}

/* One instruction, noted in the history. */
static void note_step(struct view *v, struct debug_stop *stop)
{
    struct thread *t = thread_of(v);
    const struct isa *isa = isa_of(v);
    struct insn_text line = {.text = ""};
    struct debug_operands operands = {.ins = 0};
    u8 code[16];
    u64 pc = isa->debug->pc(t), cycles = t->cycles, took = code_instructions(t->process->code);
    if (isa->debug->peek(t, pc - pc % isa->code_unit, code, isa->code_unit) == 0) {
        disassemble(isa, v->spec.other, pc, code, isa->code_unit, &line);
        isa->debug->operands(t, pc, code, &operands);
    }
    work_do(&v->listener, debug_step, v->spec.debug, t->tid, stop);
    if (stop->why == DEBUG_LOST || stop->why == DEBUG_ENDED) return;
    struct view_step *h = &v->history[v->steps++ % VIEW_HISTORY];
    *h = (struct view_step){.pc = pc, .operands = operands};
    isa->debug->stages(t, cycles, code_instructions(debug_process(v->spec.debug)->code) == took, &h->course);
    snprintf(h->text, sizeof h->text, "%.39s", line.text);
}

/* The same at a key. False: the guest did not get past it. */
static bool step(struct view *v)
{
    struct debug_stop stop;
    note_step(v, &stop);
    explain(v, &stop);
    if (v->lost || stop.why == DEBUG_ENDED) return false;
    collect(v);
    return stop.why == DEBUG_STEPPED;
}

/* --- the past ------------------------------------------------------------------------------------------------------ */

static void ahead(struct debug *d, int tid, struct debug_stop *stop)
{
    (void)tid;
    debug_continue(d, stop);
}

static void back(struct debug *d, int tid, struct debug_stop *stop)
{
    (void)tid;
    debug_back(d, stop);
}

static void one_back(struct debug *d, int tid, struct debug_stop *stop)
{
    (void)tid;
    debug_back_step(d, stop);
}

static void go_there(struct debug *d, int tid, struct debug_stop *stop)
{
    (void)tid;
    debug_go(d, stop->address, stop);
}

/* To a position where the guest has been. False: it was interrupted, or the guest is lost, as is said. */
static bool go(struct view *v, u64 position)
{
    struct debug_stop stop = {.address = position};
    work_do(&v->listener, go_there, v->spec.debug, 0, &stop);
    if (stop.why == DEBUG_STEPPED) return true;
    explain(v, &stop);
    return false;
}

/* After a jump: the last instructions before it are run again, for the time line. Where the guest stands, and what was said of
 * it, stays. */
static void refill(struct view *v)
{
    struct debug *d = v->spec.debug;
    u64 here = debug_position(d), ticks = v->ticks;
    bool ended = v->ended;
    char status[sizeof v->status];
    v->steps = 0;
    memcpy(status, v->status, sizeof status);
    if (v->lost || !here || !go(v, here > REFILL ? here - REFILL : 0)) return;
    struct debug_stop stop = {.why = DEBUG_STEPPED};
    for (unsigned i = 0; i < 4 * REFILL && stop.why != DEBUG_LOST && stop.why != DEBUG_ENDED && (ended || debug_position(d) < here); i++)
        note_step(v, &stop);
    if (ended && stop.why != DEBUG_ENDED) work_do(&v->listener, ahead, d, 0, &stop); /* as it did */
    else if (!ended && debug_position(d) != here && !go(v, here)) return;            /* other threads had their turn */
    if (!ended && stop.why != DEBUG_LOST && v->ticks < ticks) { /* it stopped in the tick that comes here, which is no instruction */
        v->to_tick = true;
        work_do(&v->listener, ahead, d, 0, &stop);
        v->to_tick = false;
    }
    if (stop.why == DEBUG_LOST) explain(v, &stop);
    else memcpy(v->status, status, sizeof status); /* who listens meanwhile says that the guest runs */
}

static void run(struct view *v, work_fn *how)
{
    struct debug_stop stop;
    work_do(&v->listener, how, v->spec.debug, 0, &stop);
    explain(v, &stop);
    v->steps = 0;
    bool by_tick = v->to_tick && v->stopped_by_tick;
    v->to_tick = false;
    if (by_tick || stop.why != DEBUG_INTERRUPTED) refill(v); /* who has lost patience is not to wait as long again */
}

/* --- lines of source ------------------------------------------------------------------------------------------------ */

/* Where a thread stands in the source. */
struct spot {
    const char *file; /* NULL: no line is known */
    u32 line;
    size_t depth; /* calls that are open */
    u64 back;     /* where the innermost returns to */
};

static struct spot spot_of(const struct view *v)
{
    struct spot s = {.file = NULL};
    struct os_result how;
    u64 from;
    const struct thread *t = thread_of(v);
    s.depth = debug_where(v->spec.debug, t, &how, &s.back);
    v->spec.line(v->spec.ctx, debug_process(v->spec.debug), isa_of(v)->debug->pc(t), &s.file, &s.line, &from);
    return s;
}

/* What is next takes no effect: nothing of its line or function runs by that. */
static bool is_nullified(const struct view *v) { return debug_view_nullified(isa_of(v)->debug, thread_of(v)); }

static bool same_line(const struct spot *a, const struct spot *b)
{
    return a->file && b->file && a->line == b->line && !strcmp(a->file, b->file);
}

/* Out of what was called: true if it came back there, and the guest is to go on. */
static bool run_out(struct view *v, u64 back, struct debug_stop *stop)
{
    struct debug *d = v->spec.debug;
    bool had = view_has_break(v, back);
    if (!had) debug_set(d, DEBUG_SOFT, back, 0);
    work_do(&v->listener, ahead, d, 0, stop);
    if (!had) debug_clear(d, DEBUG_SOFT, back, 0);
    if (stop->why != DEBUG_BREAK) return false;
    return !had && isa_of(v)->debug->pc(thread_of(v)) == back;
}

/* To the next line; what it calls is run through. */
static void step_line(struct view *v)
{
    struct debug_stop stop = {.why = DEBUG_STEPPED};
    struct spot first = spot_of(v), now;
    bool jumped = false;
    for (unsigned i = 0; i < STEPS_MOST; i++) {
        note_step(v, &stop);
        if (stop.why != DEBUG_STEPPED) break;
        now = spot_of(v);
        if (now.depth > first.depth) {
            jumped = true;
            if (!run_out(v, now.back, &stop)) break;
            stop.why = DEBUG_STEPPED;
            now = spot_of(v);
        }
        bool other = now.file && now.depth <= first.depth && (!same_line(&first, &now) || now.depth < first.depth);
        if (!first.file || (other && !is_nullified(v))) break;
    }
    explain(v, &stop);
    if (v->lost) return;
    if (!v->ended && stop.why == DEBUG_STEPPED) say(v, first.file ? "the next line" : "no source line is known here: one instruction");
    if (jumped) refill(v);
}

/* Where the line that `here` stands in began to run, or, where it has just begun, the line before: looked for in what has run
 * since `from`. False: it is not there. */
static bool find_line_before(struct view *v, u64 from, u64 here, u64 *found)
{
    struct debug *d = v->spec.debug;
    struct debug_stop stop = {.why = DEBUG_STEPPED};
    struct spot last = {.file = NULL}, target = spot_of(v);
    size_t before = SIZE_MAX; /* calls that were open at the instruction before; a line that is come back to does not begin */
    if (!go(v, from)) return false;
    while (debug_position(d) < here && (stop.why == DEBUG_STEPPED || stop.why == DEBUG_BREAK)) {
        struct spot now = spot_of(v);
        u64 at = debug_position(d);
        if (now.file && now.depth <= target.depth && !is_nullified(v)) {
            bool other = last.file ? !same_line(&last, &now) || now.depth != last.depth : before <= now.depth;
            if (other) *found = at;
            last = now;
        }
        before = now.depth;
        work_do(&v->listener, debug_step, d, 0, &stop);
    }
    return *found != here;
}

static void back_line(struct view *v)
{
    u64 here = debug_position(v->spec.debug), found = here;
    if (v->ended || !here) {
        run(v, one_back);
        return;
    }
    for (u64 window = WINDOW; window <= WINDOW_MOST; window *= 8) {
        if (find_line_before(v, here > window ? here - window : 0, here, &found)) break;
        if (v->lost || here <= window) break;
        if (!go(v, here)) return;
    }
    if (v->lost || !go(v, found == here ? 0 : found)) return;
    v->ended = false;
    v->places = 0;
    say(v, found == here ? "no line before is known: the start of the guest" : "back to where a line began");
    refill(v);
}

/* To the next bundle. */
static void step_bundle(struct view *v)
{
    u64 unit = isa_of(v)->code_unit, from = v->pc / unit;
    do {
        if (!step(v)) return;
        v->pc = isa_of(v)->debug->pc(thread_of(v));
    } while (v->pc / unit == from && unit > 4);
}

/* To behind the stop that ends the instruction group, or to where a branch leads. */
static void step_group(struct view *v)
{
    const struct isa *isa = isa_of(v);
    for (int i = 0; i < 64; i++) {
        struct insn_text line = {.stop = true};
        u8 code[16];
        u64 pc = isa->debug->pc(thread_of(v)), unit = isa->code_unit;
        if (isa->debug->peek(thread_of(v), pc - pc % unit, code, unit) == 0) isa->disasm(pc, code, unit, &line);
        if (!step(v)) return;
        u64 next = isa->debug->pc(thread_of(v));
        if (unit == 4 || line.stop || next < pc || next / unit > pc / unit + 1) return;
    }
}

/* Into another function: the one that is called, or the caller's. */
static void step_function(struct view *v)
{
    char name[VIEW_NAME];
    u64 from = 0, now = 0;
    struct process *p = debug_process(v->spec.debug);
    bool known = v->spec.symbol(v->spec.ctx, p, v->pc, name, &from);
    for (int i = 0; i < STEPS_MOST; i++) {
        if (!step(v)) return;
        bool here = v->spec.symbol(v->spec.ctx, p, isa_of(v)->debug->pc(thread_of(v)), name, &now);
        if ((here != known || now != from) && !is_nullified(v)) return;
    }
    say(v, "still in the same function after %d instructions", STEPS_MOST);
}

static void run_to_tick(struct view *v)
{
    v->to_tick = true;
    v->stopped_by_tick = false;
    run(v, ahead);
    if (v->stopped_by_tick) say(v, "tick %" PRIu64, v->ticks);
}

static void step_back(struct view *v)
{
    struct debug_stop stop;
    work_do(&v->listener, one_back, v->spec.debug, 0, &stop);
    explain(v, &stop);
    if (v->lost || v->ended) return;
    if (stop.why == DEBUG_STEPPED) say(v, "back by one instruction");
    u64 pc = isa_of(v)->debug->pc(thread_of(v));
    if (v->steps > 1 && v->history[(v->steps - 1) % VIEW_HISTORY].pc == pc) v->steps--;
    else refill(v);
}

/* --- breakpoints and places ---------------------------------------------------------------------------------------- */

bool view_has_break(const struct view *v, u64 pc)
{
    for (unsigned i = 0; i < v->breaks; i++)
        if (v->brk[i] == pc) return true;
    return false;
}

static void toggle_break(struct view *v)
{
    if (view_has_break(v, v->cursor)) {
        for (unsigned i = 0; i < v->breaks; i++)
            if (v->brk[i] == v->cursor) v->brk[i--] = v->brk[--v->breaks];
        debug_clear(v->spec.debug, DEBUG_SOFT, v->cursor, 0);
    } else if (v->breaks < VIEW_BREAKS && debug_set(v->spec.debug, DEBUG_SOFT, v->cursor, 0) == 0) {
        v->brk[v->breaks++] = v->cursor;
    } else {
        say(v, "no room for another breakpoint");
    }
}

/* Runs to the marked line. */
static void run_to_cursor(struct view *v)
{
    bool had = view_has_break(v, v->cursor);
    if (!had) debug_set(v->spec.debug, DEBUG_SOFT, v->cursor, 0);
    run(v, ahead);
    if (!had) debug_clear(v->spec.debug, DEBUG_SOFT, v->cursor, 0);
}

static void move_cursor(struct view *v, int by)
{
    u64 unit = isa_of(v)->code_unit;
    unsigned at = 0;
    if (!v->lines) view_draw(v); /* scripted keys come before the first picture */
    while (at < v->lines && v->line[at] != v->cursor) at++;
    while (by > 0 && at + 1 < v->lines && v->line[at + 1] == v->cursor) at++; /* a function's name has a line of its own */
    if (at == v->lines) at = 0;
    int to = (int)at + by;
    if (to < 0) v->top -= unit * (u64)((-to + (unit > 4 ? 2 : 0)) / (unit > 4 ? 3 : 1));
    if (to >= (int)v->lines) v->top += unit * (u64)((to - (int)v->lines + (unit > 4 ? 3 : 1)) / (unit > 4 ? 3 : 1));
    view_draw(v); /* for the lines */
    if (to < 0) to = 0;
    if (to >= (int)v->lines) to = (int)v->lines - 1;
    if (v->lines) v->cursor = v->line[to];
}

static void go_to_typed(struct view *v)
{
    u64 address;
    unsigned objects;
    v->typing = false;
    if (!v->typed[0]) return;
    if (!v->spec.address(v->spec.ctx, debug_process(v->spec.debug), v->typed, &address, &objects)) {
        say(v, "%s: neither an address nor a symbol of code or data", v->typed);
        return;
    }
    u64 unit = isa_of(v)->code_unit, pc = address - address % unit;
    struct insn_text line;
    u8 code[16];
    v->memory = address & ~(u64)7;
    say(v, "memory at 0x%" PRIx64, v->memory);
    if (objects > 1) say(v, "memory at 0x%" PRIx64 ", the first of %u objects of this name: %s", v->memory, objects, v->typed);
    else if (objects) say(v, "memory at 0x%" PRIx64 ": %s", v->memory, v->typed);
    if (objects) return; /* constants may lie among code */
    if (!(mem_flags(&debug_process(v->spec.debug)->mem, address) & PROT_EXEC)) return;
    if (isa_of(v)->debug->peek(thread_of(v), pc, code, unit) != 0 || !isa_of(v)->disasm(pc, code, unit, &line)) return;
    v->cursor = pc;
    v->top = pc;
    say(v, "code at 0x%" PRIx64, pc);
}

static void type(struct view *v, int key)
{
    size_t n = strlen(v->typed);
    if (key == VIEW_KEY_ENTER) {
        go_to_typed(v);
    } else if (key == VIEW_KEY_ESCAPE) {
        v->typing = false;
    } else if (key == VIEW_KEY_ERASE) {
        if (n) v->typed[n - 1] = 0;
    } else if (key >= (n ? ' ' : '!') && key < 127 && n + 1 < sizeof v->typed) {
        v->typed[n] = (char)key;
        v->typed[n + 1] = 0;
    }
}

static void save(struct view *v)
{
    static const char path[] = "pcgram-view.png";
    struct error e;
    view_draw(v);
    FILE *f = fopen(path, "wbe");
    int no_memory = f ? canvas_png(&v->canvas, v->scale, f, &e) : 0;
    bool bad = !f || ferror(f);
    if (f && fclose(f)) bad = true;
    if (no_memory) say(v, "%s", e.text);
    else if (bad) say(v, "%s: cannot write: %s", path, strerror(errno));
    else say(v, "saved in %s", path);
    if (f && (bad || no_memory)) remove(path);
}

/* --- keys ---------------------------------------------------------------------------------------------------------- */

/* Those that move the guest. False: it is none of them. */
static bool run_key(struct view *v, int key)
{
    bool on = key && key < 256 && strchr("sbgftrn\r", key);
    if (on && v->ended) {
        say(v, "the guest has ended: S or R go back");
        return true;
    }
    switch (key) {
    case 's': step(v); break;
    case 'b': step_bundle(v); break;
    case 'g': step_group(v); break;
    case 'f': step_function(v); break;
    case 'n': step_line(v); break;
    case 'N': back_line(v); break;
    case 't': run_to_tick(v); break;
    case 'r': run(v, ahead); break;
    case VIEW_KEY_ENTER: run_to_cursor(v); break;
    case 'S':
    case VIEW_KEY_ERASE: step_back(v); break;
    case 'R': run(v, back); break;
    default: return false;
    }
    if (!v->lost) look(v, true);
    return true;
}

void view_key(struct view *v, int key)
{
    if (v->typing) {
        type(v, key);
        return;
    }
    v->help = key == 'h' || key == '?' ? !v->help : false;
    if (v->lost && key != 'q') return;
    if (run_key(v, key)) return;
    switch (key) {
    case 'q': v->over = true; break;
    case ' ': toggle_break(v); break;
    case 'a':
        v->typing = true;
        v->typed[0] = 0;
        break;
    case 'P': save(v); break;
    case 'c': v->classic = !v->classic; break;
    case 'l': v->canvas.light = !v->canvas.light; break;
    case VIEW_KEY_TAB: v->page++; break;
    case '+':
    case '=':
        if (v->scale < 4) v->scale++;
        break;
    case '-':
        if (v->scale > 1) v->scale--;
        break;
    case VIEW_KEY_UP: move_cursor(v, -1); break;
    case VIEW_KEY_DOWN: move_cursor(v, 1); break;
    case VIEW_KEY_PAGE_UP: move_cursor(v, -(int)v->lines); break;
    case VIEW_KEY_PAGE_DOWN: move_cursor(v, (int)v->lines); break;
    case VIEW_KEY_HOME: look(v, true); break;
    default: break;
    }
}

void view_click(struct view *v, unsigned column, unsigned row, int button)
{
    if (v->lost || column >= v->code_columns || row < v->first_line || row - v->first_line >= v->lines) return;
    v->cursor = v->line[row - v->first_line];
    if (button == 3) toggle_break(v);
}

int view_script(const char **script)
{
    static const struct {
        const char *name;
        int key;
    } names[] = {
        {"up", VIEW_KEY_UP},       {"down", VIEW_KEY_DOWN},   {"pageup", VIEW_KEY_PAGE_UP}, {"pagedown", VIEW_KEY_PAGE_DOWN},
        {"home", VIEW_KEY_HOME},   {"enter", VIEW_KEY_ENTER}, {"escape", VIEW_KEY_ESCAPE},  {"space", ' '},
        {"erase", VIEW_KEY_ERASE}, {"tab", VIEW_KEY_TAB},     {"less", '<'},
    };
    while (**script == ' ') (*script)++;
    if (!**script) return VIEW_KEY_NONE;
    if (**script != '<') return (unsigned char)*(*script)++;
    for (size_t i = 0; i < ARRAY_LEN(names); i++) {
        size_t n = strlen(names[i].name);
        if (strncmp(*script + 1, names[i].name, n) != 0 || (*script)[n + 1] != '>') continue;
        *script += n + 2;
        return names[i].key;
    }
    return -1;
}

/* --- opening ------------------------------------------------------------------------------------------------------- */

bool view_cells(struct view *v, unsigned columns, unsigned rows)
{
    if (columns < COLUMNS_LEAST) columns = COLUMNS_LEAST;
    if (rows < ROWS_LEAST) rows = ROWS_LEAST;
    return (columns == v->canvas.columns && rows == v->canvas.rows) || canvas_size(&v->canvas, columns, rows);
}

bool view_size(struct view *v, unsigned width, unsigned height)
{
    while (v->scale > 1 &&
           (width / (FONT_WIDTH * v->scale) < COLUMNS_WANTED || height / (FONT_HEIGHT * v->scale) < ROWS_LEAST))
        v->scale--;
    return view_cells(v, width / (FONT_WIDTH * v->scale), height / (FONT_HEIGHT * v->scale));
}

int view_open(struct view *v, unsigned width, unsigned height, struct error *e)
{
    if (!v->scale) v->scale = 2;
    if (!view_size(v, width, height)) return error_set(e, "no memory for a picture of %u by %u", width, height);
    v->lines = 1;
    v->memory = isa_of(v)->abi->get_sp(thread_of(v)) & ~(u64)7;
    look(v, true);
    v->before_count = 0;
    view_draw(v); /* how many lines there are is known now */
    say(v, "the start of the guest; h: the keys");
    return 0;
}

void view_close(struct view *v)
{
    canvas_free(&v->canvas);
    counters_free(&v->counts);
}
