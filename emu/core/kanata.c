#include "emu/core/kanata.h"

#include <inttypes.h>
#include <stdlib.h>

#include "emu/core/alloc.h"

enum kind { BEGIN, STAGE, STAGE_OVER, END };

struct event {
    u64 cycle, id;
    enum kind kind;
    const char *stage;
    bool off;
    int tid;
    char *text, *detail; /* of BEGIN */
};

struct kanata {
    FILE *out;
    struct event *event; /* to be written, in the order of cycles */
    size_t events, room;
    u64 next, retired;   /* numbers */
    u64 now;             /* cycle written last */
    u64 shift;           /* between the thread's clock and the cycles written */
    int tid;
    bool begun;
};

struct kanata *kanata_new(FILE *out)
{
    struct kanata *k = alloc_zeroed(1, sizeof *k);
    k->out = out;
    fputs("Kanata\t0004\n", out);
    return k;
}

/* --- writing ------------------------------------------------------------------------------------------------------------- */

static void go_to(struct kanata *k, u64 cycle)
{
    if (!k->begun) fprintf(k->out, "C=\t%" PRIu64 "\n", cycle);
    else if (cycle > k->now) fprintf(k->out, "C\t%" PRIu64 "\n", cycle - k->now);
    k->begun = true;
    k->now = cycle;
}

static void write_event(struct kanata *k, struct event *e)
{
    go_to(k, e->cycle);
    switch (e->kind) {
    case BEGIN:
        fprintf(k->out, "I\t%" PRIu64 "\t%" PRIu64 "\t%d\nL\t%" PRIu64 "\t0\t%s\n", e->id, e->id, e->tid, e->id, e->text);
        if (e->detail[0]) fprintf(k->out, "L\t%" PRIu64 "\t1\t%s\n", e->id, e->detail);
        free(e->text);
        free(e->detail);
        break;
    case STAGE: fprintf(k->out, "S\t%" PRIu64 "\t0\t%s\n", e->id, e->stage); break;
    case STAGE_OVER: fprintf(k->out, "E\t%" PRIu64 "\t0\t%s\n", e->id, e->stage); break;
    case END: fprintf(k->out, "R\t%" PRIu64 "\t%" PRIu64 "\t%d\n", e->id, k->retired++, e->off); break;
    }
}

/* Writes what happens up to a cycle. */
static void flush(struct kanata *k, u64 cycle)
{
    size_t n = 0;
    while (n < k->events && k->event[n].cycle <= cycle) write_event(k, &k->event[n++]);
    k->events -= n;
    if (n) memmove(k->event, k->event + n, k->events * sizeof *k->event);
}

/* --- gathering ------------------------------------------------------------------------------------------------------------ */

/* Behind all events of the same cycle. */
static void put(struct kanata *k, const struct event *e)
{
    k->event = alloc_grow(k->event, k->events, &k->room, sizeof *k->event);
    size_t at = k->events;
    while (at > 0 && k->event[at - 1].cycle > e->cycle) at--;
    memmove(k->event + at + 1, k->event + at, (k->events - at) * sizeof *k->event);
    k->event[at] = *e;
    k->events++;
}

/* One time for all threads. */
static void switch_to(struct kanata *k, int tid, u64 first)
{
    if (k->begun && tid == k->tid && first + k->shift >= k->now) return;
    flush(k, UINT64_MAX);
    k->shift = k->begun ? k->now - first : 0;
    k->tid = tid;
}

void kanata_stage(struct kanata_insn *in, const char *name, u64 cycles)
{
    u64 from = in->stages ? in->stage[in->stages - 1].to : in->begin;
    if (cycles) in->stage[in->stages++] = (struct kanata_stage){name, from, from + cycles};
}

void kanata_add(struct kanata *k, const struct kanata_insn *in)
{
    u64 first = in->begin, id = k->next++;
    switch_to(k, in->tid, first);
    flush(k, first + k->shift);
    struct event e = {.cycle = first + k->shift, .id = id, .kind = BEGIN, .tid = in->tid,
                      .text = alloc_string(in->text), .detail = alloc_string(in->detail)};
    go_to(k, e.cycle);
    put(k, &e);
    for (unsigned i = 0; i < in->stages; i++) {
        const struct kanata_stage *s = &in->stage[i];
        put(k, &(struct event){.cycle = s->from + k->shift, .id = id, .kind = STAGE, .stage = s->name});
        put(k, &(struct event){.cycle = s->to + k->shift, .id = id, .kind = STAGE_OVER, .stage = s->name});
    }
    put(k, &(struct event){.cycle = in->stage[in->stages - 1].to + k->shift, .id = id, .kind = END, .off = in->off});
}

void kanata_close(struct kanata *k)
{
    if (!k) return;
    flush(k, UINT64_MAX);
    free(k->event);
    free(k);
}
