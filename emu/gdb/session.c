#include "emu/gdb/session.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "emu/core/code.h"
#include "emu/core/text.h"

/* gdb's own numbers of signals, which are no system's: those that faults become, and one that it does not know. Of the
 * real-time signals 32 and 64 were added behind the others. */
enum { SIGNAL_INT = 2, SIGNAL_ILL = 4, SIGNAL_TRAP = 5, SIGNAL_FPE = 8, SIGNAL_BUS = 10, SIGNAL_SEGV = 11, SIGNAL_RT33 = 45,
       SIGNAL_RT63 = 75, SIGNAL_RT32 = 77, SIGNAL_RT64 = 78, SIGNAL_UNKNOWN = 143 };

static void reply(struct gdb *g, const char *fmt, ...) PRINTF_LIKE(2, 3);

/* Adds to the reply. */
static void reply(struct gdb *g, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    size_t room = sizeof g->reply - g->size, n = (size_t)vsnprintf(g->reply + g->size, room, fmt, args);
    va_end(args);
    g->size += n < room ? n : room - 1;
}

static void reply_bytes(struct gdb *g, const u8 *bytes, size_t n)
{
    if (2 * n > PACKET_MOST - g->size) return;
    hex_write(g->reply + g->size, bytes, n);
    g->size += 2 * n;
}

static void ok(struct gdb *g, bool good) { reply(g, good ? "OK" : "E01"); }

static const struct debug_view *view_of(const struct thread *t) { return t->process->isa->debug; }

/* The thread that registers and memory are asked of. */
static struct thread *thread_of(const struct gdb *g)
{
    struct thread *t = g->tid ? debug_thread(g->debug, g->tid) : NULL;
    return t ? t : debug_current(g->debug);
}

/* A number as far as `end`, which is stepped over. */
static bool number(const char **p, u64 *value, char end)
{
    if (!hex_number(p, value) || **p != end) return false;
    if (end) (*p)++;
    return true;
}

/* --- registers and memory --------------------------------------------------------------------------------------------------- */

static void get_register(struct gdb *g, const struct thread *t, unsigned r)
{
    u8 bytes[16];
    debug_get(g->debug, t, r, bytes);
    reply_bytes(g, bytes, view_of(t)->size(r));
}

/* Where a thread goes on that waits in a system call is not changed: what the call returns would be the registers' of somewhere else. */
static bool set_waiting(struct thread *t, unsigned r, const u8 *bytes)
{
    const struct debug_view *v = view_of(t);
    u8 was[16], pc[16] = {0}, now[16] = {0};
    u64 at = v->pc(t);
    v->get(t, r, was);
    v->get(t, v->pc_register, pc);
    v->set(t, r, bytes);
    v->get(t, v->pc_register, now);
    if (v->pc(t) == at && !memcmp(pc, now, sizeof now)) return true;
    v->set(t, r, was);
    return false;
}

static bool set_register(struct gdb *g, struct thread *t, unsigned r, const char **p)
{
    u8 bytes[16];
    if (!hex_bytes(p, bytes, view_of(t)->size(r))) return false;
    if (!os_thread_sleeps(t)) view_of(t)->set(t, r, bytes);
    else if (!set_waiting(t, r, bytes)) return false;
    debug_changed(g->debug);
    return true;
}

static void all_registers(struct gdb *g, struct thread *t, const char *p, bool write)
{
    bool good = true;
    for (unsigned r = 0; r < view_of(t)->registers && good; r++) {
        if (write) good = set_register(g, t, r, &p);
        else get_register(g, t, r);
    }
    if (write) ok(g, good);
}

static void one_register(struct gdb *g, struct thread *t, const char *p, bool write)
{
    u64 r;
    bool good = number(&p, &r, write ? '=' : 0) && r < view_of(t)->registers;
    if (write) ok(g, good && set_register(g, t, (unsigned)r, &p));
    else if (good) get_register(g, t, (unsigned)r);
    else ok(g, false);
}

static void read_memory(struct gdb *g, const struct thread *t, const char *p)
{
    u8 bytes[PACKET_MOST / 2];
    u64 address, n;
    bool good = number(&p, &address, ',') && number(&p, &n, 0);
    if (good && n > sizeof bytes) n = sizeof bytes;
    if (good && debug_peek(g->debug, t, address, bytes, n) == 0) {
        reply_bytes(g, bytes, n);
        return;
    }
    /* As much as there is before a page that is not. */
    u64 part = MEM_PAGE - (address & (MEM_PAGE - 1));
    if (good && part < n && debug_peek(g->debug, t, address, bytes, part) == 0) reply_bytes(g, bytes, part);
    else ok(g, false);
}

/* M has digits, X bytes as they are. */
static void write_memory(struct gdb *g, struct thread *t, const char *p, const char *end, bool binary)
{
    u8 bytes[PACKET_MOST];
    u64 address, n;
    bool good = number(&p, &address, ',') && number(&p, &n, ':') && n <= sizeof bytes;
    if (good && binary) {
        good = (size_t)(end - p) == n;
        if (good) memcpy(bytes, p, n);
    } else if (good) {
        good = hex_bytes(&p, bytes, n);
    }
    if (good && n) debug_changed(g->debug);
    ok(g, good && (n == 0 || view_of(t)->poke(t, address, bytes, n) == 0));
}

/* --- stops --------------------------------------------------------------------------------------------------------------------- */

static int signal_of_fault(enum fault_kind kind)
{
    switch (kind) {
    case FAULT_UNMAPPED: case FAULT_RIGHTS: case FAULT_STACK_BREAK: return SIGNAL_SEGV;
    case FAULT_BUS: case FAULT_UNALIGNED: return SIGNAL_BUS;
    case FAULT_BREAK: case FAULT_TAKEN_BRANCH: case FAULT_BAD_BREAK: case FAULT_BUNDLE_BREAK: return SIGNAL_TRAP;
    case FAULT_OVERFLOW: case FAULT_CONDITIONAL: case FAULT_DIVIDE: case FAULT_FP: return SIGNAL_FPE;
    default: return SIGNAL_ILL;
    }
}

static const char *const signal_names[] = {"", "HUP", "INT", "QUIT", "ILL", "TRAP", "ABRT", "EMT", "FPE", "KILL", "BUS", "SEGV",
                                           "SYS", "PIPE", "ALRM", "TERM", "URG", "STOP", "TSTP", "CONT", "CHLD", "TTIN", "TTOU",
                                           "IO", "XCPU", "XFSZ", "VTALRM", "PROF", "WINCH", "LOST", "USR1", "USR2"};

static int signal_of_name(const char *name)
{
    unsigned rt; /* from 0, which is signal 32 */
    for (int i = 1; i < (int)ARRAY_LEN(signal_names); i++)
        if (!strcmp(signal_names[i], name)) return i;
    if (sscanf(name, "RT%u", &rt) != 1 || rt > 32) return SIGNAL_UNKNOWN;
    return rt == 0 ? SIGNAL_RT32 : rt == 32 ? SIGNAL_RT64 : SIGNAL_RT33 - 1 + (int)rt;
}

/* The way back; NULL: no signal. */
static const char *name_of_signal(u64 signal, char buffer[8])
{
    if (signal == 0) return NULL;
    if (signal < ARRAY_LEN(signal_names)) return signal_names[signal];
    bool middle = signal >= SIGNAL_RT33 && signal <= SIGNAL_RT63;
    snprintf(buffer, 8, "RT%u", middle ? (unsigned)signal - SIGNAL_RT33 + 1 : signal == SIGNAL_RT64 ? 32u : 0u);
    return middle || signal == SIGNAL_RT32 || signal == SIGNAL_RT64 ? buffer : NULL;
}

bool gdb_wants_signal(void *ctx, const char *name) { return !((struct gdb *)ctx)->pass[signal_of_name(name)]; }

/* The numbers behind QPassSignals: */
static void pass_signals(struct gdb *g, const char *p)
{
    u64 signal;
    memset(g->pass, 0, sizeof g->pass);
    for (; hex_number(&p, &signal); p += *p == ';')
        if (signal < ARRAY_LEN(g->pass)) g->pass[signal] = true;
    ok(g, !*p);
}

static void reply_stop(struct gdb *g)
{
    static const char *const watch[] = {[DEBUG_WRITE] = "watch", [DEBUG_READ] = "rwatch", [DEBUG_ACCESS] = "awatch"};
    const struct debug_stop *s = &g->stop;
    const struct thread *t = debug_current(g->debug);
    if (s->why == DEBUG_ENDED || !t) {
        const struct os_result *r = &s->result;
        if (!t) reply(g, "W7d"); /* the guest could not be started again: 125 */
        else if (r->end == OS_SIGNAL) reply(g, "X%02x", (unsigned)signal_of_name(r->signal));
        else reply(g, "W%02x", r->end == OS_EXIT ? (unsigned)r->code & 0xff : 124u);
        g->end = GDB_ENDED;
        return;
    }
    int signal = s->why == DEBUG_FAULT         ? signal_of_fault(s->fault)
                 : s->why == DEBUG_SIGNAL      ? signal_of_name(s->signal)
                 : s->why == DEBUG_INTERRUPTED ? SIGNAL_INT
                                               : SIGNAL_TRAP;
    reply(g, "T%02xthread:%x;", (unsigned)signal, (unsigned)t->tid);
    if (s->why == DEBUG_WATCH) reply(g, "%s:%" PRIx64 ";", watch[s->point], s->address);
    if (s->why == DEBUG_START) reply(g, "replaylog:begin;");
}

enum go { GO_ON, GO_STEP, GO_BACK, GO_BACK_STEP };

struct range { /* of addresses that a step does not stop at: from low to below high */
    u64 low, high;
};

enum { AT_ONCE_MS = 1000, WORDS_MS = 3000 };

static u64 now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (u64)t.tv_sec * 1000 + (u64)t.tv_nsec / 1000000;
}

/* gdb decides on conditions: where one does not hold it goes on back at once, and the guest runs again for each such stop. That
 * may take longer than anybody waits, so the user is told. */
static void tell_back(struct gdb *g)
{
    struct gdb_back *b = &g->back;
    char line[200], stops[TEXT_COUNT];
    u64 now = now_ms();
    if (!b->runs || now - b->stopped > AT_ONCE_MS) *b = (struct gdb_back){.begun = now, .told = WORDS_MS};
    if (g->words && b->runs && now - b->begun >= b->told) {
        snprintf(line, sizeof line,
                 "pcgram: going back: at %s the condition did not hold, and the guest runs again for each (%" PRIu64
                 " s so far); ^C ends it\n", text_count(stops, b->runs, "stop"), (now - b->begun) / 1000);
        g->words(g->ctx, line);
        b->told = 2 * (now - b->begun);
    }
    b->runs++;
}

static void go(struct gdb *g, enum go how, int tid, struct range in)
{
    if (tid && !debug_thread(g->debug, tid)) tid = 0;
    if (how == GO_BACK) tell_back(g);
    else g->back.runs = 0;
    if (g->running) g->running(g->ctx, true);
    switch (how) {
    case GO_ON: debug_continue(g->debug, &g->stop); break;
    case GO_STEP: debug_step_range(g->debug, tid, in.low, in.high, &g->stop); break;
    case GO_BACK: debug_back(g->debug, &g->stop); break;
    case GO_BACK_STEP: debug_back_step(g->debug, &g->stop); break;
    }
    if (g->running) g->running(g->ctx, false);
    if (how == GO_BACK) g->back.stopped = now_ms();
    g->tid = 0;
    reply_stop(g);
}

/* A thread goes on with a signal of gdb's number instead of the one that the stop was for; 0: with none. But gdb keeps every
 * SIGTRAP for itself, and a guest that traps on purpose would never get past that instruction. */
static void go_on_with(struct gdb *g, u64 tid, u64 signal)
{
    char buffer[8];
    if (!signal && g->stop.why == DEBUG_FAULT && signal_of_fault(g->stop.fault) == SIGNAL_TRAP) return;
    debug_signal_instead(g->debug, (int)tid, name_of_signal(signal, buffer));
}

/* One ACTION[:TID] of vCont, with *p behind its semicolon. Stepping in a range of addresses (r) spares gdb a packet for
 * each instruction of a line with a loop. */
static bool cont_action(const char **p, char *action, u64 *signal, u64 *tid, struct range *in)
{
    *action = **p;
    *tid = *signal = 0;
    if (!*action || !strchr("cCsSr", *action)) return false;
    (*p)++;
    if ((*action == 'C' || *action == 'S') && !hex_number(p, signal)) return false;
    if (*action == 'r' && (!hex_number(p, &in->low) || **p != ',' || (++*p, !hex_number(p, &in->high)))) return false;
    if (!strncmp(*p, ":-1", 3)) *p += 3;
    else if (**p == ':' && (++*p, !hex_number(p, tid))) return false;
    return (!**p || **p == ';') && *tid <= INT32_MAX;
}

/* Threads share one machine, so either one of them is stepped and the others may run, or all run. The first action for a
 * thread is the one it goes on with. */
static void cont(struct gdb *g, const char *p)
{
    enum go how = GO_ON;
    u64 tid = 0, of, signal, here = (u64)debug_current(g->debug)->tid, with = 0, other = 0, other_with = 0;
    struct range in = {0}, step = {0};
    bool told = false;
    char action;
    while (*p == ';') {
        p++;
        in = (struct range){0};
        if (!cont_action(&p, &action, &signal, &of, &in)) {
            ok(g, false);
            return;
        }
        if (!told && (!of || of == here)) {
            told = true;
            with = signal;
        } else if (of && of != here && signal) {
            other = of;
            other_with = signal;
        }
        if (how == GO_STEP || !strchr("sSr", action)) continue;
        how = GO_STEP;
        step = in;
        tid = of;
    }
    if (told) go_on_with(g, here, with);
    if (other) go_on_with(g, other, other_with);
    go(g, how, (int)tid, step);
}

/* c, s, C and S, without threads: with a signal where there is one (`signalled`). From another address, as older clients could ask, nothing goes on: they
 * write the registers that an instruction set has for it first. */
static void old_cont(struct gdb *g, const char *p, bool signalled, enum go how)
{
    u64 signal = 0;
    if ((signalled && !hex_number(&p, &signal)) || *p) {
        ok(g, false);
        return;
    }
    go_on_with(g, 0, signal);
    go(g, how, how == GO_STEP ? g->tid : 0, (struct range){0});
}

/* Z and z: KIND,ADDRESS,SIZE; conditions and commands behind them were not offered. */
static void point(struct gdb *g, const char *p, bool set)
{
    u64 kind, address, size;
    if (!number(&p, &kind, ',') || !number(&p, &address, ',') || !number(&p, &size, 0)) {
        ok(g, false);
        return;
    }
    if (kind > DEBUG_ACCESS) return; /* not known: an empty reply */
    ok(g, (set ? debug_set : debug_clear)(g->debug, (enum debug_point)kind, address, size) == 0);
}

/* --- questions --------------------------------------------------------------------------------------------------------------- */

static bool starts(const char *p, const char *with, const char **rest)
{
    size_t n = strlen(with);
    if (strncmp(p, with, n) != 0) return false;
    *rest = p + n;
    return true;
}

/* A piece of an object: OFFSET,LENGTH of it are asked for. */
static void transfer(struct gdb *g, const char *p, const void *object, u64 size)
{
    u64 offset, n;
    if (!number(&p, &offset, ',') || !number(&p, &n, 0) || offset > size) {
        ok(g, false);
        return;
    }
    if (n > PACKET_MOST / 2) n = PACKET_MOST / 2;
    if (n > size - offset) n = size - offset;
    reply(g, "%c", offset + n < size ? 'm' : 'l');
    memcpy(g->reply + g->size, (const char *)object + offset, n);
    g->size += n;
}

static void features(struct gdb *g, const char *p)
{
    char text[256];
    snprintf(text, sizeof text,
             "<?xml version=\"1.0\"?><!DOCTYPE target SYSTEM \"gdb-target.dtd\">"
             "<target version=\"1.0\"><architecture>%s</architecture><osabi>GNU/Linux</osabi></target>",
             view_of(debug_current(g->debug))->architecture);
    transfer(g, p, text, strlen(text));
}

static void thread_list(struct gdb *g)
{
    char sign = 'm';
    for (const struct thread *t = debug_process(g->debug)->threads; t; t = t->next, sign = ',')
        reply(g, "%c%x", sign, (unsigned)t->tid);
}

/* What `monitor stats` and `monitor where` say. */
static void say(const struct gdb *g, const char *command, char *text, size_t room)
{
    char count[4][TEXT_COUNT];
    const struct thread *t = debug_current(g->debug);
    u64 pc = view_of(t)->pc(t);
    const struct isa *isa = t->process->isa;
    struct insn_text line;
    u8 code[16];
    if (!strcmp(command, "stats")) {
        snprintf(text, room,
                 "machine time  %s\nthread %-6d %s, %s issued\nprocess       %s\n",
                 text_count(count[0], t->process->machine->now, "cycle"), t->tid, text_count(count[1], t->cycles, "cycle"),
                 text_group(count[2], t->slots), text_count(count[3], code_instructions(t->process->code), "instruction"));
    } else if (!strcmp(command, "where")) {
        bool there = view_of(t)->peek(t, pc & ~(u64)(isa->code_unit - 1), code, isa->code_unit) == 0 &&
                     isa->disasm(pc, code, isa->code_unit, &line);
        snprintf(text, room, "position %" PRIu64 ", thread %d at 0x%" PRIx64 ": %s\n", debug_position(g->debug), t->tid, pc,
                 there ? line.text : "no instruction");
    } else {
        snprintf(text, room, "monitor stats   what the guest has used so far\nmonitor where   how far it has come\n");
    }
}

static void monitor(struct gdb *g, const char *p)
{
    char command[64] = "", text[512];
    size_t n = strlen(p) / 2;
    if (n >= sizeof command || !hex_bytes(&p, (u8 *)command, n)) {
        ok(g, false);
        return;
    }
    say(g, command, text, sizeof text);
    reply_bytes(g, (const u8 *)text, strlen(text));
}

/* What `info threads` says of one. */
static void thread_info(struct gdb *g, const char *p)
{
    u64 tid = 0;
    const struct thread *t = number(&p, &tid, 0) && tid <= INT32_MAX ? debug_thread(g->debug, (int)tid) : NULL;
    const char *name = t ? os_thread_name(t) : "";
    if (t) reply_bytes(g, (const u8 *)name, strlen(name));
    else ok(g, false);
}

static void query(struct gdb *g, const char *p)
{
    const char *rest;
    if (starts(p, "qSupported", &rest)) {
        reply(g, "PacketSize=%x;vContSupported+;QStartNoAckMode+;QPassSignals+;qXfer:features:read+;qXfer:auxv:read+;%sReverseStep+;ReverseContinue+",
              PACKET_MOST, g->guest ? "qXfer:exec-file:read+;" : "");
    } else if (!strcmp(p, "QStartNoAckMode")) {
        g->no_ack = true;
        ok(g, true);
    } else if (starts(p, "QPassSignals:", &rest)) {
        pass_signals(g, rest);
    } else if (starts(p, "qXfer:features:read:target.xml:", &rest)) {
        features(g, rest);
    } else if (g->guest && starts(p, "qXfer:exec-file:read:", &rest)) {
        const char *colon = strchr(rest, ':'); /* behind the process's number */
        transfer(g, colon ? colon + 1 : "", g->guest, strlen(g->guest));
    } else if (starts(p, "qXfer:auxv:read::", &rest)) {
        size_t size;
        const void *auxv = os_auxv(debug_process(g->debug), &size);
        transfer(g, rest, auxv, size);
    } else if (!strcmp(p, "qC")) {
        reply(g, "QC%x", (unsigned)debug_current(g->debug)->tid);
    } else if (!strcmp(p, "qfThreadInfo")) {
        thread_list(g);
    } else if (!strcmp(p, "qsThreadInfo")) {
        reply(g, "l");
    } else if (starts(p, "qThreadExtraInfo,", &rest)) {
        thread_info(g, rest);
    } else if (starts(p, "qAttached", &rest)) {
        reply(g, "0"); /* the guest was started for gdb: to quit is to kill */
    } else if (starts(p, "qRcmd,", &rest)) {
        monitor(g, rest);
    }
}

/* H: which thread what follows is about; -1 and 0 are any. */
static void choose_thread(struct gdb *g, const char *p)
{
    u64 tid = 0;
    if (*p != 'g' && *p != 'c') return;
    bool of_registers = *p++ == 'g';
    bool good = !strcmp(p, "-1") ||
                (number(&p, &tid, 0) && tid <= INT32_MAX && (!tid || debug_thread(g->debug, (int)tid)));
    if (good && of_registers) g->tid = (int)tid;
    ok(g, good);
}

/* The commands with a v. */
static void v_command(struct gdb *g, const char *p)
{
    const char *rest;
    if (!strcmp(p, "vCont?")) {
        reply(g, "vCont;c;C;s;S;r");
    } else if (starts(p, "vCont", &rest) && *rest == ';') {
        cont(g, rest);
    } else if (starts(p, "vKill", &rest)) {
        ok(g, true);
        g->end = GDB_KILLED;
    }
}

/* Before what needs the guest itself, where a step back has only shown it. */
static bool settle(struct gdb *g, const char *p)
{
    const char *rest;
    if (!strchr("GPMXcCsS", *p) && !starts(p, "vCont;", &rest) && !starts(p, "qRcmd,", &rest)) return true;
    if (debug_settle(g->debug, &g->stop) == 0) return true;
    ok(g, false);
    if (g->stop.why != DEBUG_INTERRUPTED) g->end = GDB_ENDED;
    return false;
}

/* An empty reply says that the command is not known. */
static void command(struct gdb *g, const char *p, size_t size)
{
    if (!settle(g, p)) return;
    struct thread *t = thread_of(g);
    const char *rest = p + 1;
    u64 tid;
    switch (*p) {
    case '?': reply_stop(g); break;
    case 'g': case 'G': all_registers(g, t, rest, *p == 'G'); break;
    case 'p': case 'P': one_register(g, t, rest, *p == 'P'); break;
    case 'm': read_memory(g, t, rest); break;
    case 'M': case 'X': write_memory(g, t, rest, p + size, *p == 'X'); break;
    case 'H': choose_thread(g, rest); break;
    case 'T': ok(g, number(&rest, &tid, 0) && tid <= INT32_MAX && debug_thread(g->debug, (int)tid)); break;
    case 'Z': case 'z': point(g, rest, *p == 'Z'); break;
    case 'c': case 'C': old_cont(g, rest, *p == 'C', GO_ON); break;
    case 's': case 'S': old_cont(g, rest, *p == 'S', GO_STEP); break;
    case 'b':
        if (!strcmp(rest, "c")) go(g, GO_BACK, 0, (struct range){0});
        else if (!strcmp(rest, "s")) go(g, GO_BACK_STEP, 0, (struct range){0});
        break;
    case 'q': case 'Q': query(g, p); break;
    case 'v': v_command(g, p); break;
    case 'k':
        g->quiet = true;
        g->end = GDB_KILLED;
        break;
    case 'D':
        ok(g, true);
        g->end = GDB_DETACHED;
        break;
    default: break;
    }
}

void gdb_packet(struct gdb *g, const char *data, size_t size)
{
    g->size = 0;
    g->reply[0] = 0;
    g->quiet = false;
    if (g->end == GDB_STAYS) command(g, data, size);
}
