#include "emu/debug/debug.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "emu/core/calls.h"
#include "emu/core/engine.h"
#include "emu/debug/past.h"

enum { NEAR = 64 }; /* positions before one that must be met exactly, from which on all is stepped */
#define NOWHERE UINT64_MAX /* a position that does not come */

struct point {
    enum debug_point kind;
    u64 address, size;
};

/* What stop_before looks for. */
enum aim {
    AIM_STOPS,     /* breakpoints, watchpoints, faults */
    AIM_STEP,      /* and the next instruction */
    AIM_GOAL,      /* nothing but the goal */
    AIM_LAST_STOP, /* the last breakpoint or watchpoint before the goal */
    AIM_LAST_STEP, /* the last instruction before it */
    AIM_PAST,      /* the last few before it, to show them */
};

struct debug {
    struct debug_spec spec;
    struct config config; /* the user's, silent in the past */
    struct machine machine;
    struct os *os; /* NULL: lost */
    struct debug_hook hook;
    pthread_mutex_t mutex; /* for os and interrupted, against debug_interrupt() */
    bool interrupted;
    int null_fd;
    off_t input; /* where our standard input stood at the start; -1: it cannot be set back */

    struct point point[DEBUG_POINTS];
    size_t points;
    u64 place[DEBUG_POINTS]; /* hook.point */

    u64 furthest;          /* position up to which the guest has been seen */
    u64 changed, before_change; /* position of the first change by hand, NOWHERE: there was none; `furthest` then */
    struct thread *current; /* that the run stopped in; NULL: whoever ran last */
    struct os_result result;

    /* Of the run under way: */
    enum aim aim;
    int tid;          /* AIM_STEP: of the thread to step; 0: any */
    u64 low, high;    /* AIM_STEP: addresses that are not stopped at, up to below high */
    u64 goal;         /* position to stop at; NOWHERE: none */
    u64 from, from_pc; /* where it began, and in which thread: a breakpoint there has been seen */
    int from_tid;
    u64 told_at; /* the access made there was told last, of that thread */
    int told_tid;
    u64 told_behind; /* likewise going back: the access made before that position; NOWHERE: none since the guest went ahead */
    bool (*wanted)(void *ctx, const char *name); /* see debug_signals() */
    void *wanted_ctx;
    bool signalled;   /* it stopped before a signal: `access` has not been looked at */
    bool faulted;     /* it stopped at a fault: that is a position of its own, at the same instruction */
    bool hit;         /* it stopped for what `stop` says */
    struct debug_stop stop;
    struct debug_access access; /* that the instruction before is making */
    struct past past;
    bool found;       /* AIM_LAST_...: at position `found_at`, for `stop` */
    u64 found_at;
};

/* --- points ----------------------------------------------------------------------------------------------------------------- */

static bool is_code(enum debug_point kind) { return kind <= DEBUG_HARD; }

static const struct debug_view *view_of(const struct debug *d) { return d->spec.isa->debug; }

static bool watching(const struct debug *d)
{
    for (size_t i = 0; i < d->points; i++)
        if (!is_code(d->point[i].kind)) return true;
    return false;
}

static struct point *find(struct debug *d, enum debug_point kind, u64 address, u64 size)
{
    for (size_t i = 0; i < d->points; i++)
        if (d->point[i].kind == kind && d->point[i].address == address && (is_code(kind) || d->point[i].size == size))
            return &d->point[i];
    return NULL;
}

/* The address as stop_before will have it. */
static u64 normal(const struct debug *d, enum debug_point kind, u64 address)
{
    struct thread *t = debug_current(d);
    return is_code(kind) && t ? view_of(d)->pc_of(t, address) : address;
}

int debug_set(struct debug *d, enum debug_point kind, u64 address, u64 size)
{
    if (kind > DEBUG_ACCESS || (!is_code(kind) && (size == 0 || size > DEBUG_WATCH_MOST))) return -1;
    address = normal(d, kind, address);
    if (find(d, kind, address, size)) return 0;
    if (d->points == DEBUG_POINTS) return -1;
    d->point[d->points++] = (struct point){.kind = kind, .address = address, .size = size};
    return 0;
}

int debug_clear(struct debug *d, enum debug_point kind, u64 address, u64 size)
{
    if (kind > DEBUG_ACCESS) return -1;
    struct point *p = find(d, kind, normal(d, kind, address), size);
    if (p) *p = d->point[--d->points];
    return 0;
}

void debug_clear_all(struct debug *d) { d->points = 0; }

static int by_number(const void *a, const void *b)
{
    u64 x = *(const u64 *)a, y = *(const u64 *)b;
    return x < y ? -1 : x > y;
}

/* The places of the breakpoints; what is decoded from the pages of new ones is given up. */
static void watch_places(struct debug *d)
{
    u64 place[DEBUG_POINTS], unit = d->spec.isa->code_unit;
    size_t n = 0, places = 0;
    struct mem *m = &debug_process(d)->mem;
    for (size_t i = 0; i < d->points; i++)
        if (is_code(d->point[i].kind)) place[n++] = d->point[i].address & ~(unit - 1);
    qsort(place, n, sizeof *place, by_number);
    for (size_t i = 0; i < n; i++) {
        if (places && place[places - 1] == place[i]) continue;
        if (!debug_has_point(&d->hook, place[i]) && m->code_gone)
            m->code_gone(m->code_gone_ctx, place[i] & ~(u64)(MEM_PAGE - 1), (place[i] & ~(u64)(MEM_PAGE - 1)) + MEM_PAGE);
        place[places++] = place[i];
    }
    memcpy(d->place, place, places * sizeof *place);
    d->hook.points = places;
}

/* --- looking on --------------------------------------------------------------------------------------------------------------- */

static bool touched(const struct debug_access *a, const struct point *p)
{
    bool kind = (p->kind != DEBUG_READ && a->store) || (p->kind != DEBUG_WRITE && a->load);
    return kind && a->size && (a->address - p->address < p->size || p->address - a->address < a->size);
}

/* The watchpoint that an access meets, or NULL. */
static const struct point *watched(const struct debug *d, const struct debug_access *a)
{
    for (size_t i = 0; i < d->points; i++)
        if (!is_code(d->point[i].kind) && touched(a, &d->point[i])) return &d->point[i];
    return NULL;
}

static struct debug_stop watch_stop(const struct point *p)
{
    return (struct debug_stop){.why = DEBUG_WATCH, .point = p->kind, .address = p->address};
}

/* A branch that nullifies its delay slot may be a function's last instruction: that does not come to the next one. */
static bool nullified(const struct debug *d, const struct thread *t)
{
    return debug_view_nullified(view_of(d), t);
}

static bool breakpoint_at(struct debug *d, const struct thread *t, u64 pc)
{
    return (find(d, DEBUG_SOFT, pc, 0) || find(d, DEBUG_HARD, pc, 0)) && !nullified(d, t);
}

static bool step_ends(const struct debug *d, const struct thread *t) { return !d->spec.past_nullified || !nullified(d, t); }

/* A run to a goal, in search of the last one of something before it. */
static bool look_back(struct debug *d, const struct thread *t, u64 pc, u64 at, const struct debug_access *access)
{
    bool behind = view_of(d)->watches_before;
    const struct point *p = d->aim == AIM_LAST_STOP ? watched(d, behind ? &d->access : access) : NULL;
    if (p && (at < d->goal || (behind && at != d->told_behind))) {
        d->found = true;
        d->found_at = at;
        d->stop = watch_stop(p);
    }
    if (at >= d->goal) return true;
    if ((d->aim == AIM_LAST_STEP && step_ends(d, t)) || (d->aim == AIM_LAST_STOP && !p && breakpoint_at(d, t, pc))) {
        d->found = true;
        d->found_at = at;
        d->stop = (struct debug_stop){.why = d->aim == AIM_LAST_STEP ? DEBUG_STEPPED : DEBUG_BREAK};
    }
    return false;
}

/* An access that is told before it is made is told behind a breakpoint at its instruction: gdb steps past an access without asking for breakpoints,
 * but takes watchpoints away for that itself. So where the run begins one is told that has not been told yet. */
static bool look_ahead(struct debug *d, const struct thread *t, u64 pc, u64 at, const struct debug_access *access)
{
    bool before = view_of(d)->watches_before, here = at == d->from && t->tid == d->from_tid && pc == d->from_pc;
    const struct point *p = watched(d, before ? access : &d->access);
    bool told = !before || (at == d->told_at && t->tid == d->told_tid);
    if (here && (!p || told)) return false;
    d->hit = true;
    if (!here && !(p && !before) && breakpoint_at(d, t, pc)) d->stop = (struct debug_stop){.why = DEBUG_BREAK};
    else if (p) d->stop = watch_stop(p), d->told_at = at, d->told_tid = t->tid;
    else if (d->aim == AIM_STEP && (!d->tid || t->tid == d->tid) && (pc < d->low || pc >= d->high) && step_ends(d, t))
        d->stop = (struct debug_stop){.why = DEBUG_STEPPED};
    else d->hit = false;
    return d->hit || at >= d->goal;
}

static bool stop_before(void *ctx, struct thread *t, u64 pc, u64 slots)
{
    struct debug *d = ctx;
    if (t->process != debug_process(d)) return false;
    u64 at = os_position_at(d->os, slots);
    bool stop;
    struct debug_access access = {0};
    if (d->hook.step_all && watching(d)) access = view_of(d)->access(t);
    switch (d->aim) {
    case AIM_STOPS: case AIM_STEP: stop = look_ahead(d, t, pc, at, &access); break;
    case AIM_PAST:
        stop = at >= d->goal;
        if (!stop) past_add(&d->past, t, at, os_turns(d->os), step_ends(d, t));
        break;
    case AIM_LAST_STOP: case AIM_LAST_STEP: stop = look_back(d, t, pc, at, &access); break;
    default: stop = at >= d->goal;
    }
    if (stop) d->current = t;
    d->access = access;
    return stop;
}

static bool stop_fault(void *ctx, struct thread *t)
{
    struct debug *d = ctx;
    d->access.size = 0; /* it has not been made */
    if (t->process != debug_process(d)) return false;
    if (d->aim == AIM_STOPS || d->aim == AIM_STEP) {
        d->hit = true;
        d->stop = (struct debug_stop){.why = DEBUG_FAULT, .fault = t->stop.fault, .result.end = OS_SIGNAL};
        os_fault_place(t, &d->stop.result);
    } else if (os_position(d->os) < d->goal) {
        return false;
    }
    d->current = t;
    d->faulted = true;
    return true;
}

/* Only on the way ahead: what has been seen before needs no look. */
static bool stop_signal(void *ctx, struct thread *t, const char *name)
{
    struct debug *d = ctx;
    if (t->process != debug_process(d) || !d->wanted || !d->wanted(d->wanted_ctx, name)) return false;
    if (d->aim != AIM_STOPS && d->aim != AIM_STEP) return false;
    d->hit = d->signalled = true;
    d->stop = (struct debug_stop){.why = DEBUG_SIGNAL};
    snprintf(d->stop.signal, sizeof d->stop.signal, "%s", name);
    d->current = t;
    return true;
}

/* --- the machine --------------------------------------------------------------------------------------------------------------- */

static void tear_down(struct debug *d)
{
    struct os *os = d->os;
    pthread_mutex_lock(&d->mutex);
    d->os = NULL;
    pthread_mutex_unlock(&d->mutex);
    d->current = NULL;
    d->faulted = d->signalled = false;
    past_clear(&d->past);
    os_free(os);
    mem_free(&d->machine.absolute);
}

/* A machine with the guest at its start. */
static int start(struct debug *d, struct error *e)
{
    const struct debug_spec *s = &d->spec;
    if (d->input >= 0 && lseek(0, d->input, SEEK_SET) < 0) d->input = -1;
    d->machine = (struct machine){.config = &d->config, .isa = s->isa, .debug = &d->hook};
    struct os *os = os_new(&d->machine, e);
    if (!os || !os_load(os, s->path, s->argv, s->env, e) || s->prepare(s->ctx, &d->machine, e) != 0) {
        os_free(os);
        mem_free(&d->machine.absolute);
        return -1;
    }
    pthread_mutex_lock(&d->mutex);
    d->os = os;
    if (d->interrupted) os_interrupt_request(os);
    pthread_mutex_unlock(&d->mutex);
    return 0;
}

struct debug *debug_new(const struct debug_spec *spec, struct error *e)
{
    struct debug *d = calloc(1, sizeof *d);
    if (!d) {
        error_set(e, "no memory for a debugger");
        return NULL;
    }
    d->spec = *spec;
    d->config = *spec->config;
    d->input = lseek(0, 0, SEEK_CUR);
    d->changed = d->told_behind = NOWHERE;
    d->null_fd = open("/dev/null", O_WRONLY | O_CLOEXEC);
    d->hook = (struct debug_hook){.ctx = d, .stop_before = stop_before, .stop_fault = stop_fault,
                                  .stop_signal = stop_signal, .point = d->place, .null_fd = -1};
    pthread_mutex_init(&d->mutex, NULL);
    if (d->null_fd < 0) error_set(e, "/dev/null: cannot open");
    else if (start(d, e) == 0) return d;
    debug_free(d);
    return NULL;
}

void debug_free(struct debug *d)
{
    if (!d) return;
    tear_down(d);
    past_free(&d->past);
    if (d->null_fd >= 0) close(d->null_fd);
    pthread_mutex_destroy(&d->mutex);
    free(d);
}

struct process *debug_process(const struct debug *d) { return d->os ? os_first_image(d->os) : NULL; }

struct thread *debug_current(const struct debug *d)
{
    struct process *p = debug_process(d);
    return d->current || !p ? d->current : p->thread;
}

struct thread *debug_thread(const struct debug *d, int tid)
{
    struct process *p = debug_process(d);
    for (struct thread *t = p ? p->threads : NULL; t; t = t->next)
        if (t->tid == tid) return t;
    return NULL;
}

u64 debug_position(const struct debug *d)
{
    if (past_shown(&d->past)) return past_position(&d->past);
    return d->os ? os_position(d->os) : 0;
}

void debug_get(const struct debug *d, const struct thread *t, unsigned r, u8 *out) { past_get(&d->past, t, r, out); }

int debug_peek(const struct debug *d, const struct thread *t, u64 address, void *to, size_t n)
{
    return past_peek(&d->past, t, address, to, n);
}

void debug_interrupt(struct debug *d)
{
    pthread_mutex_lock(&d->mutex);
    d->interrupted = true;
    if (d->os) os_interrupt_request(d->os);
    pthread_mutex_unlock(&d->mutex);
}

/* --- runs ---------------------------------------------------------------------------------------------------------------------- */

void debug_changed(struct debug *d)
{
    if (d->changed != NOWHERE) return;
    d->changed = debug_position(d);
    d->before_change = d->furthest;
}

void debug_signals(struct debug *d, bool (*wanted)(void *ctx, const char *name), void *ctx)
{
    d->wanted = wanted;
    d->wanted_ctx = ctx;
}

void debug_signal_instead(struct debug *d, int tid, const char *name)
{
    struct thread *t = tid ? debug_thread(d, tid) : debug_current(d);
    if (t && d->os && os_signal_instead(t, name)) debug_changed(d);
}

static void see_output(void *ctx, const void *bytes, size_t n)
{
    struct debug *d = ctx;
    d->spec.output(d->spec.ctx, bytes, n);
}

/* Runs on until position `near` has about come, the goal has, or something else has happened. What has been seen before is
 * silent. True when the run may go on. */
static bool run(struct debug *d, u64 near, u64 goal, bool step_all, bool silent)
{
    d->goal = goal;
    d->hook.step_all = step_all;
    d->hook.null_fd = silent || d->spec.output_only ? d->null_fd : -1;
    d->hook.output = silent || !d->spec.output ? NULL : see_output;
    d->config.strace = d->spec.config->strace && !silent;
    d->config.quiet = d->spec.config->quiet || silent;
    d->current = NULL;
    d->faulted = false;
    os_stop_near(d->os, near);
    os_run(d->os, &d->result);
    return d->result.end == OS_STOPPED && !d->hit;
}

/* To the goal, which is not before the present position and has been seen before. */
static bool run_to(struct debug *d, u64 goal, bool step_all)
{
    while (debug_position(d) + NEAR < goal)
        if (!run(d, goal - NEAR, NOWHERE, step_all, true)) return false;
    return debug_position(d) >= goal || run(d, NOWHERE, goal, true, true);
}

/* Before a run: what it is for, and where it begins. */
static void prepare(struct debug *d, enum aim aim)
{
    struct thread *t = debug_current(d);
    d->aim = aim;
    if (aim == AIM_STOPS || aim == AIM_STEP) d->told_behind = NOWHERE;
    d->hit = d->found = false;
    if (!d->signalled) d->access.size = 0;
    d->signalled = false;
    d->from = debug_position(d);
    d->from_tid = t->tid;
    d->from_pc = view_of(d)->pc(t);
    watch_places(d);
}

/* Why a run is over that was not for what was looked for. */
static void other_stop(struct debug *d, struct debug_stop *stop)
{
    *stop = (struct debug_stop){.why = d->result.end == OS_INTERRUPTED ? DEBUG_INTERRUPTED : DEBUG_ENDED,
                                .result = d->result};
}

static bool allow_interruption(struct debug *d)
{
    pthread_mutex_lock(&d->mutex);
    d->interrupted = false;
    pthread_mutex_unlock(&d->mutex);
    return d->os != NULL;
}

static void forward(struct debug *d, enum aim aim, struct debug_stop *stop)
{
    if (debug_settle(d, stop) != 0) return;
    if (!allow_interruption(d)) {
        *stop = d->stop;
        return;
    }
    prepare(d, aim);
    bool step_all = aim == AIM_STEP || watching(d);
    if (run_to(d, d->furthest, step_all)) run(d, NOWHERE, NOWHERE, step_all, false);
    if (debug_position(d) > d->furthest) d->furthest = debug_position(d);
    if (d->hit) *stop = d->stop;
    else other_stop(d, stop);
}

void debug_continue(struct debug *d, struct debug_stop *stop) { forward(d, AIM_STOPS, stop); }

void debug_step_range(struct debug *d, int tid, u64 low, u64 high, struct debug_stop *stop)
{
    d->tid = tid;
    d->low = low;
    d->high = high;
    forward(d, AIM_STEP, stop);
}

void debug_step(struct debug *d, int tid, struct debug_stop *stop) { debug_step_range(d, tid, 0, 0, stop); }

/* The guest anew, at its start. */
static bool restart(struct debug *d, struct debug_stop *stop)
{
    tear_down(d);
    if (d->changed != NOWHERE) d->furthest = d->before_change;
    d->changed = NOWHERE;
    d->config.quiet = true;
    d->hook.null_fd = d->null_fd;
    *stop = (struct debug_stop){.why = DEBUG_LOST};
    if (start(d, &stop->error) == 0) return true;
    d->stop = *stop;
    return false;
}

/* From the start to the position before `here`, if an instruction is there that a step ends at: nearly always, and then the
 * past needs no search (half of the time). */
static bool one_back(struct debug *d, u64 here, struct debug_stop *stop)
{
    prepare(d, AIM_GOAL);
    if (!run_to(d, here - 1, false)) other_stop(d, stop);
    else *stop = (struct debug_stop){.why = DEBUG_STEPPED};
    return stop->why == DEBUG_STEPPED && debug_position(d) == here - 1 && step_ends(d, debug_current(d));
}

/* From the start to `here`, with the last instructions before it to be shown: as many steps back take no time then. False:
 * something else came of it, *stop, or there is nothing to show. */
static bool show_past(struct debug *d, u64 here, struct debug_stop *stop)
{
    prepare(d, AIM_GOAL);
    bool reached = run_to(d, here > PAST_STEPS ? here - PAST_STEPS : 0, false);
    if (reached) {
        prepare(d, AIM_PAST);
        reached = run(d, NOWHERE, here, true, true);
    }
    if (!reached) {
        other_stop(d, stop);
        return false;
    }
    *stop = (struct debug_stop){.why = DEBUG_STEPPED};
    bool joined = debug_position(d) == here && os_turns(d->os) == d->past.turns && debug_current(d) == d->past.thread;
    return joined && past_back(&d->past);
}

static void back(struct debug *d, enum aim aim, struct debug_stop *stop)
{
    u64 here = debug_position(d) - (d->faulted && !past_shown(&d->past));
    if (d->changed < here) here = d->changed;
    if (!allow_interruption(d)) {
        *stop = d->stop;
        return;
    }
    if (here == 0 && d->changed == NOWHERE) {
        *stop = (struct debug_stop){.why = DEBUG_START};
        return;
    }
    if (!restart(d, stop)) return;
    if (aim == AIM_LAST_STEP && here > 0) {
        bool shown = d->spec.shows_past && view_of(d)->past;
        if (shown && (show_past(d, here, stop) || d->result.end == OS_INTERRUPTED || !restart(d, stop))) return;
        if (one_back(d, here, stop) || d->result.end == OS_INTERRUPTED || !restart(d, stop)) return;
    }
    /* The last instruction is one of the last few: up to these there is nothing to look at. */
    prepare(d, AIM_GOAL);
    u64 look_from = aim == AIM_LAST_STEP && here > NEAR ? here - NEAR : 0;
    bool reached = run_to(d, look_from, false);
    if (reached) {
        prepare(d, aim);
        reached = run_to(d, here, aim == AIM_LAST_STEP || watching(d));
        if (d->result.end != OS_INTERRUPTED && debug_position(d) >= here) reached = true; /* it was the guest's end */
    }
    if (!reached) {
        other_stop(d, stop);
        return;
    }
    struct debug_stop found = d->stop;
    u64 at = d->found ? d->found_at : 0;
    if (!d->found) found = (struct debug_stop){.why = DEBUG_START};
    if (!restart(d, stop)) return;
    prepare(d, AIM_GOAL);
    if (run_to(d, at, false)) *stop = found;
    else other_stop(d, stop);
    d->told_behind = stop->why == DEBUG_WATCH && view_of(d)->watches_before ? at : NOWHERE;
}

void debug_go(struct debug *d, u64 position, struct debug_stop *stop)
{
    if (!allow_interruption(d)) {
        *stop = d->stop;
        return;
    }
    if (!restart(d, stop)) return;
    prepare(d, AIM_GOAL);
    if (run_to(d, position < d->furthest ? position : d->furthest, false)) *stop = (struct debug_stop){.why = DEBUG_STEPPED};
    else other_stop(d, stop);
}

size_t debug_where(const struct debug *d, const struct thread *t, struct os_result *how, u64 *back)
{
    const struct call_stack *calls = t->engine->calls;
    size_t depth = calls ? calls_depth(calls) : 0;
    *how = (struct os_result){.end = OS_SIGNAL};
    *back = depth ? calls_back(calls->top) : 0;
    os_place(t, view_of(d)->pc(t), how);
    return depth;
}

int debug_settle(struct debug *d, struct debug_stop *stop)
{
    if (!past_shown(&d->past) || !allow_interruption(d)) return 0;
    u64 at = debug_position(d);
    if (!restart(d, stop)) return -1;
    prepare(d, AIM_GOAL);
    if (run_to(d, at, false)) return 0;
    other_stop(d, stop);
    return -1;
}

void debug_back(struct debug *d, struct debug_stop *stop) { back(d, AIM_LAST_STOP, stop); }
void debug_back_step(struct debug *d, struct debug_stop *stop)
{
    if (past_shown(&d->past) && past_back(&d->past)) *stop = (struct debug_stop){.why = DEBUG_STEPPED};
    else back(d, AIM_LAST_STEP, stop);
}
