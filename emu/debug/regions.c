#include "emu/debug/regions.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>

#include "emu/core/alloc.h"
#include "emu/core/engine.h"
#include "emu/core/error.h"

#define NOWHERE UINT64_MAX

enum { SAME_NAME = 64 }; /* functions of one name in one process */

/* What a run stopped for. */
enum event { EVENT_NONE, EVENT_START, EVENT_STOP, EVENT_ENTER, EVENT_LEAVE };

struct place {
    u64 address; /* of the instruction */
    enum region_mark mark;
    int pid; /* of a process that is known to have it, as its code is mapped now; 0: none is */
};

struct regions {
    struct regions_spec spec;
    struct machine *machine;
    struct os *os;
    struct debug_hook hook;
    struct place *place; /* all that are known: of a name in any process */
    u64 *point;          /* hook.point: their instructions or bundles, ascending */
    size_t places, room, points_room;
    bool number[REGION_MARKS]; /* that mark is an address, and no name */
    bool passed[REGION_MARKS]; /* the guest has come there */

    bool open;  /* between start and stop */
    bool begun; /* something has been counted: caches stay warm from there on */
    bool warm;  /* the warmup goes on */
    u64 first;  /* regions_first() */
    bool only_first; /* the run is to end there */

    enum event event;
    struct thread *thread;  /* that it happened in */
    u64 crossed, crossed_pc; /* position and pc of the last start or stop: the same is not both */
};

/* --- places ------------------------------------------------------------------------------------------------------- */

/* The number that a mark gives as an address. False: it is a name. */
static bool given_address(const char *where, u64 *address)
{
    char *end;
    if (!isdigit((unsigned char)where[0])) return false;
    errno = 0;
    *address = strtoull(where, &end, 0);
    return !*end && errno == 0;
}

static int by_number(const void *a, const void *b)
{
    u64 x = *(const u64 *)a, y = *(const u64 *)b;
    return x < y ? -1 : x > y;
}

/* What is decoded from the page of a new point is given up, in all processes. */
static void give_up_page(void *ctx, struct process *p)
{
    u64 page = *(const u64 *)ctx & ~(u64)(MEM_PAGE - 1);
    if (p->mem.code_gone) p->mem.code_gone(p->mem.code_gone_ctx, page, page + MEM_PAGE);
}

static void add_place(struct regions *r, u64 address, enum region_mark mark)
{
    for (size_t i = 0; i < r->places; i++)
        if (r->place[i].address == address && r->place[i].mark == mark) return;
    r->place = alloc_grow(r->place, r->places, &r->room, sizeof *r->place);
    r->point = alloc_grow(r->point, r->places, &r->points_room, sizeof *r->point);
    u64 point = address & ~((u64)r->machine->isa->code_unit - 1);
    r->place[r->places] = (struct place){.address = address, .mark = mark};
    r->point[r->places++] = point;
    qsort(r->point, r->places, sizeof *r->point, by_number);
    r->hook.point = r->point;
    r->hook.points = r->places;
    if (r->os) os_processes(r->os, give_up_page, &point);
}

/* A process has mapped code: it may have what is named. */
static void look_up(void *ctx, struct process *p)
{
    struct regions *r = ctx;
    u64 at[SAME_NAME];
    for (size_t i = 0; i < r->places; i++) r->place[i].pid = 0;
    for (int mark = 0; mark < REGION_MARKS; mark++) {
        if (!r->spec.where[mark] || r->number[mark]) continue;
        size_t n = r->spec.find(r->spec.ctx, p, r->spec.where[mark], at, SAME_NAME);
        for (size_t i = 0; i < n; i++) add_place(r, at[i], (enum region_mark)mark);
    }
}

/* The instruction at pc, which is next and will be executed, is that mark, in the thread's own program. */
static bool is_mark(const struct regions *r, const struct thread *t, u64 pc, enum region_mark mark)
{
    u64 at[SAME_NAME];
    size_t i = 0, n = 0;
    while (i < r->places && (r->place[i].address != pc || r->place[i].mark != mark)) i++;
    if (i == r->places || debug_view_nullified(t->process->isa->debug, t)) return false;
    if (r->number[mark] || r->place[i].pid == t->process->pid) return true;
    n = r->spec.find(r->spec.ctx, t->process, r->spec.where[mark], at, SAME_NAME);
    while (n > 0 && at[n - 1] != pc) n--;
    if (n) r->place[i].pid = t->process->pid;
    return n;
}

/* --- looking on --------------------------------------------------------------------------------------------------- */

static struct call_stack *calls_of(const struct thread *t) { return t->engine->calls; }

static enum event event_at(const struct regions *r, const struct thread *t, u64 pc, u64 at)
{
    bool (*in_slot)(const struct thread *) = t->process->isa->debug->in_slot;
    if (t->inside && calls_left(calls_of(t)) && !(in_slot && in_slot(t))) return EVENT_LEAVE;
    if (!t->inside && is_mark(r, t, pc, REGION_TOGGLE)) return EVENT_ENTER;
    if (at == r->crossed && pc == r->crossed_pc) return EVENT_NONE;
    if (!r->open && is_mark(r, t, pc, REGION_START)) return EVENT_START;
    if (r->open && is_mark(r, t, pc, REGION_STOP)) return EVENT_STOP;
    return EVENT_NONE;
}

static bool stop_before(void *ctx, struct thread *t, u64 pc, u64 slots)
{
    struct regions *r = ctx;
    u64 at = os_position_at(r->os, slots);
    r->event = event_at(r, t, pc, at);
    if (r->event == EVENT_NONE) return false;
    r->thread = t;
    if (r->event == EVENT_START || r->event == EVENT_STOP) {
        r->crossed = at;
        r->crossed_pc = pc;
    }
    return true;
}

static bool stop_fault(void *ctx, struct thread *t)
{
    (void)ctx;
    (void)t;
    return false;
}

static bool stop_signal(void *ctx, struct thread *t, const char *name)
{
    (void)ctx;
    (void)t;
    (void)name;
    return false;
}

/* --- switching ---------------------------------------------------------------------------------------------------- */

/* How a thread is to be counted that is in a call of the toggling function, or is not. */
static enum counting counting(const struct regions *r, bool inside)
{
    if (r->open && (inside || !r->spec.where[REGION_TOGGLE])) return COUNTED;
    return r->warm || (r->open && r->begun) ? WARMING : SKIPPED;
}

static void count_threads(void *ctx, struct process *p)
{
    const struct regions *r = ctx;
    for (struct thread *t = p->threads; t; t = t->next) {
        enum counting how = counting(r, t->inside);
        if (t->counting != how) engine_count(t, how);
    }
}

static void note_first(struct regions *r, bool inside)
{
    if (r->begun || counting(r, inside) != COUNTED) return;
    r->begun = true;
    r->warm = false;
    r->first = os_position(r->os);
}

/* The call that led into the function is counted with what it does. */
static void count_call(const struct regions *r)
{
    struct call_stack *s = calls_of(r->thread);
    u64 pc = r->thread->process->isa->debug->pc(r->thread);
    if (r->thread->counting != COUNTED || calls_at(s)->to != pc) return; /* where a thread began is no call */
    if (!calls_depth(s) || calls_arc(s->top)->to != pc) {
        calls_count_tail(s, calls_at(s)->from, pc);
        return;
    }
    calls_at(s)->calls++;
    calls_arc(s->top)->count++;
}

static void take(struct regions *r)
{
    enum event event = r->event;
    struct thread *t = r->thread;
    r->event = EVENT_NONE;
    if (event == EVENT_ENTER || event == EVENT_LEAVE) {
        struct call_stack *s = calls_of(t);
        t->inside = event == EVENT_ENTER;
        s->floor = t->inside ? calls_depth(s) : 0;
        r->passed[REGION_TOGGLE] = true;
    } else {
        r->open = event == EVENT_START;
        r->passed[event == EVENT_START ? REGION_START : REGION_STOP] = true;
    }
    note_first(r, t->inside);
    os_processes(r->os, count_threads, r);
    r->machine->counting = counting(r, false);
    if (event == EVENT_ENTER) count_call(r);
}

/* --- runs --------------------------------------------------------------------------------------------------------- */

static void begin_warmup(struct regions *r)
{
    r->warm = true;
    os_stop_near(r->os, NOWHERE);
    os_processes(r->os, count_threads, r);
    r->machine->counting = counting(r, false);
}

void regions_run(struct regions *r, struct os *os, struct os_result *result)
{
    if (!r->os) {
        r->os = os;
        os_processes(os, look_up, r);
        note_first(r, false);
        if (!r->begun) os_stop_near(os, r->spec.warm_from);
    }
    do {
        if (r->event != EVENT_NONE) take(r);
        if (r->begun) os_stop_near(os, NOWHERE);
        else if (!r->warm && os_position(os) >= r->spec.warm_from) begin_warmup(r);
        if (r->begun && r->only_first) return;
        os_run(os, result);
    } while (result->end == OS_STOPPED && !result->interrupted);
    if (result->end == OS_STOPPED) result->end = OS_INTERRUPTED;
}

bool regions_run_to_first(struct regions *r, struct os *os, struct os_result *result)
{
    r->only_first = true;
    regions_run(r, os, result);
    r->only_first = false;
    return r->begun;
}

/* --- making ------------------------------------------------------------------------------------------------------- */

struct regions *regions_new(const struct regions_spec *spec, struct machine *m, struct error *e)
{
    struct regions *r = calloc(1, sizeof *r);
    if (!r) {
        error_set(e, "no memory for regions");
        return NULL;
    }
    r->spec = *spec;
    r->machine = m;
    r->hook = (struct debug_hook){.ctx = r, .stop_before = stop_before, .stop_fault = stop_fault, .stop_signal = stop_signal,
                                  .null_fd = spec->null_fd};
    r->open = !spec->where[REGION_START];
    r->first = r->crossed = NOWHERE;
    for (int mark = 0; mark < REGION_MARKS; mark++) {
        u64 address;
        r->number[mark] = spec->where[mark] && given_address(spec->where[mark], &address);
        if (r->number[mark]) add_place(r, address, (enum region_mark)mark);
    }
    m->debug = &r->hook;
    m->regions = true;
    m->counting = counting(r, false);
    m->returns_seen[0] = spec->where[REGION_TOGGLE];
    m->returns_seen[1] = m->returns_seen[0] && (spec->where[REGION_START] || spec->where[REGION_STOP]);
    m->mapped = look_up;
    m->mapped_ctx = r;
    return r;
}

void regions_free(struct regions *r)
{
    if (!r) return;
    r->machine->debug = NULL;
    r->machine->mapped = NULL;
    free(r->place);
    free(r->point);
    free(r);
}

u64 regions_first(const struct regions *r) { return r->first; }

bool regions_missed(const struct regions *r, enum region_mark mark, bool *known)
{
    *known = r->number[mark];
    for (size_t i = 0; i < r->places; i++) *known |= r->place[i].mark == mark;
    return r->spec.where[mark] && !r->passed[mark];
}
