#include "isa/parisc/exec/host.h"

#include "isa/parisc/exec/exec.h"
#include "isa/parisc/exec/lower.h"

#if HOST_EMITTER

/* Uops that the operation takes. */
static unsigned size_of(const struct block *b, unsigned i)
{
    bool half = i + 1 < b->uops && (b->info[i + 1].kind == PA_UOP_counter || b->info[i + 1].kind == PA_UOP_arc);
    return half ? 2 : 1;
}

static void outline(struct outline *o, const struct block *b)
{
    memset(o, 0, sizeof *o);
    o->head[0] = true;
    o->last[0] = LAST_NONE;
    for (unsigned i = 0; i < b->uops; i++) {
        const struct pa_uop_row *row = pa_uop_row(b->info[i].kind);
        o->last[i + 1] = row->flags & PA_UOP_ENDS ? LAST_NONE : (u8)pa_uop_last(row, &b->uop[i], o->last[i]);
    }
}

/* Operation i is left to its handler, which goes on at these. */
static void enter_behind(struct outline *o, const struct block *b, unsigned i, u32 flags)
{
    unsigned size = size_of(b, i);
    if (flags & PA_UOP_ENDS) return;
    o->head[i + size] = true;
    if (flags & PA_UOP_BRANCHES) o->head[i + (unsigned)b->uop[i].imm] = true;
    if (flags & PA_UOP_NULLIFIES && size == 2) o->head[i + (unsigned)b->uop[i + 1].imm] = true;
}

static void hand_over(struct host_emission *e, unsigned last, unsigned i, uop_fn *handler)
{
    host_hand_over(e, i, last < GR_SINK ? (int)last : -1, handler);
}

/* The operations of b, each where something leads to it. */
static void emit_operations(struct lowering *l, struct outline *o)
{
    const struct block *b = l->b;
    bool reached = false;
    for (unsigned i = 0; i < b->uops; i += size_of(b, i)) {
        u32 flags = pa_uop_row(b->info[i].kind)->flags;
        if (!reached && !o->head[i] && !l->e->label[i].uses) continue;
        host_next(l->e);
        if (o->head[i]) host_forget(l->e);
        host_bind(l->e, (host_label)i, reached);
        if (pa_lower(l, i)) {
            o->made[i] = true;
            reached = !(flags & PA_UOP_ENDS) && size_of(b, i) == 1;
        } else {
            hand_over(l->e, o->last[i], i, NULL);
            enter_behind(o, b, i, flags);
            reached = false;
        }
    }
}

/* Where code is entered, and where operations are left to their handlers for once, or what is left of them to another one. */
static void emit_doors(struct lowering *l, struct outline *o)
{
    const struct block *b = l->b;
    struct host_emission *e = l->e;
    for (unsigned i = 0; i < b->uops; i++) {
        if (o->made[i] && (o->head[i] || o->back[i])) {
            o->begin[i] = host_here(e);
            host_enter(e, i);
        }
        if (e->label[HOST_OPERATIONS + i].uses) {
            host_bind(e, (host_label)(HOST_OPERATIONS + i), false);
            hand_over(e, o->last[i], i, o->begin[i] ? b->uop[i].fn : NULL);
        }
        if (e->label[REST + i].uses) {
            host_bind(e, (host_label)(REST + i), false);
            hand_over(e, o->last[i + 1], i, o->rest[i]);
        }
    }
}

bool pa_host_emit(struct cpu *c, struct block *b)
{
    struct host *h = c->thread->process->machine->host;
    struct host_emission e;
    struct outline o;
    struct lowering l = {.e = &e, .o = &o, .c = c, .b = b};
    if (c->code->host_flushes != c->code->cache.flushes) host_release(h, c->code);
    c->code->host_flushes = c->code->cache.flushes;
    if (!host_begin(h, c->code, b->uop, pa_repeated, &e)) return false;
    outline(&o, b);
    emit_operations(&l, &o);
    emit_doors(&l, &o);
    if (!host_end(&e)) return false;
    for (unsigned i = 0; i < b->uops; i++)
        if (o.begin[i]) b->uop[i].fn = o.begin[i];
    b->host = o.begin[0];
    return true;
}

#else

bool pa_host_emit(struct cpu *c, struct block *b) { return (void)c, (void)b, false; }

#endif

/* The first operation of a block that is watched has this handler. */
static uop_result watch(struct cpu *c, struct uop *u, u8 *mem, u64 last)
{
    struct block *b = (struct block *)(void *)((u8 *)u - offsetof(struct block, uop));
    if (LIKELY(++b->entered < host_hot(c->thread->process->machine->host))) UOP_GOTO(b->first, u);
    u->fn = b->first;
    pa_host_emit(c, b);
    UOP_GOTO(u->fn, u);
}

void pa_host_watch(struct cpu *c, struct block *b)
{
    if (!c->thread->process->machine->host || b->one_step) return;
    b->first = b->uop[0].fn;
    b->uop[0].fn = watch;
}
