#include "isa/ia64/timing/pipe.h"

#include "isa/ia64/cpu.h"

#define P(id) (m->value[IA64_T_##id])

void ia64_pipe_init(struct ia64_pipe *p, i64 end)
{
    memset(p, 0, offsetof(struct ia64_pipe, when));
    p->end = end;
    p->at = end - 1;
}

/* --- waiting ---------------------------------------------------------------------------------------------------------- */

static bool is_live(const struct ia64_pipe *p, unsigned res) { return p->live[res / 64] >> res % 64 & 1; }

static i64 ready(const struct ia64_model *m, const struct ia64_pipe *p, unsigned res, enum ia64_use use)
{
    return p->when[res] + m->latency[p->producer[res] & ~PIPE_MISSED][use];
}

/* What is waited for longest. */
struct longest {
    i64 when;
    bool missed;
    u32 object;
};

static void wait_for(const struct ia64_model *m, const struct ia64_pipe *p, unsigned res, enum ia64_use use, struct longest *l)
{
    if (!is_live(p, res)) return;
    i64 r = ready(m, p, res, use);
    if (r < l->when || (r == l->when && l->missed)) return;
    *l = (struct longest){r, p->producer[res] & PIPE_MISSED, p->object[res]};
}

/* The first cycle in which the operands are there, all but those that the group under way makes; of one that is off, the
 * predicate. */
static struct longest operands_ready(const struct ia64_model *m, const struct ia64_pipe *p, const struct ia64_issue *i, bool off)
{
    struct longest l = {.when = PIPE_NEVER};
    if (off) {
        wait_for(m, p, i->use[0], (enum ia64_use)i->use_class[0], &l);
        return l;
    }
    for (unsigned n = 0; n < i->uses; n++) wait_for(m, p, i->use[n], (enum ia64_use)i->use_class[n], &l);
    for (unsigned n = 1; i->flags & ISSUE_ALL_PR_IN && n < 64; n++) wait_for(m, p, RES_PR + n, FOR_ALU, &l);
    return l;
}

/* True if the group makes something that the instruction needs in a later cycle: a branch, of its predicate, target or counter.
 * Who else reads what its own instruction group writes is under a predicate that excludes the writer's, and gets what was
 * there before. */
static bool needs_group(const struct ia64_model *m, const struct ia64_pipe *p, const struct ia64_issue *i)
{
    bool all = P(SPLIT_GROUP);
    for (unsigned k = 0; k < p->defs; k++) {
        const struct pipe_def *made = &p->def[k];
        const u32 *latency = m->latency[made->producer & ~PIPE_MISSED];
        if (all && i->flags & ISSUE_ALL_PR_IN && made->res >= RES_PR && made->res < RES_PR + 64) return true;
        for (unsigned n = 0; n < i->uses; n++)
            if (i->use[n] == made->res && (all || i->use_class[n] == FOR_BRANCH) && latency[i->use_class[n]] + made->waited) return true;
    }
    return false;
}

/* --- groups ------------------------------------------------------------------------------------------------------------- */

/* True if the M ports of the group and of one more can all be different: no set of ports is wanted by more than it has
 * (the order of loads and stores in a cycle is free). */
static bool m_fits(const struct ia64_pipe *p, u8 one)
{
    const u64 ports = 0x4332322132212110; /* of each set: a digit. A count by the compiler's own would be a call, a tenth of a new path's time */
    if (p->ms == 4) return false;
    if (!p->ms) return true;
    for (u8 set = 1; set < 16; set++) {
        int wanted = !(one & ~set);
        for (unsigned k = 0; k < p->ms; k++) wanted += !(p->m[k] & ~set);
        if (wanted > (int)(ports >> 4 * set & 15)) return false;
    }
    return true;
}

/* Arithmetic in an I slot goes to an M port where both I ports are taken. */
static bool goes_to_m(const struct ia64_model *m, const struct ia64_pipe *p, const struct ia64_issue *i)
{
    return i->flags & ISSUE_A && p->is == 2 && P(PORT_A);
}

static bool has_port(const struct ia64_model *m, const struct ia64_pipe *p, const struct ia64_issue *i)
{
    if (goes_to_m(m, p, i)) return m_fits(p, M_ANY);
    if (i->m && !m_fits(p, i->m)) return false;
    if (i->flags & ISSUE_I && p->is == 2) return false;
    if (i->flags & ISSUE_I0 && p->is) return false;
    if (i->flags & ISSUE_F && p->fs == 2) return false;
    return !(i->flags & ISSUE_FF) || !p->fs;
}

static bool joins(const struct ia64_model *m, const struct ia64_pipe *p, const struct ia64_issue *i)
{
    if (!p->open || i->flags & ISSUE_ALONE || p->members >= P(ISSUE)) return false;
    if (i->flags & ISSUE_FIRST && (p->second || P(BUNDLES) < 2 || (i->flags & ISSUE_BBB && p->no_bbb))) return false;
    return has_port(m, p, i) && !needs_group(m, p, i);
}

/* What the group makes can be waited for from now on. */
static void close_group(struct ia64_pipe *p)
{
    for (unsigned k = 0; k < p->defs; k++) {
        const struct pipe_def *made = &p->def[k];
        p->live[made->res / 64] |= (u64)1 << made->res % 64;
        p->when[made->res] = p->at + made->waited;
        p->producer[made->res] = made->producer;
        p->object[made->res] = made->object;
    }
    p->defs = 0;
    p->open = p->second = p->no_bbb = false;
    p->members = p->ms = p->is = p->fs = 0;
}

/* The group issues so much later than it would have. What comes at a time of its own does not. */
static void hold_group(struct ia64_pipe *p, i64 cycles)
{
    p->at += cycles;
    for (unsigned k = 0; k < p->defs; k++) {
        struct pipe_def *made = &p->def[k];
        if (made->waited == made->least) continue;
        made->waited = made->waited > made->least + cycles ? made->waited - (u32)cycles : made->least;
        if (!made->waited) made->producer &= (u8)~PIPE_MISSED;
    }
}

/* --- admitting ------------------------------------------------------------------------------------------------------------ */

void ia64_pipe_admit(const struct ia64_model *m, struct ia64_pipe *p, const struct ia64_issue *i, u64 fetching,
                    struct ia64_waits *waits)
{
    bool off = i->flags & ISSUE_OFF && !P(OFF_WAITS);
    *waits = (struct ia64_waits){0};
    p->joined = !fetching && joins(m, p, i);
    if (!p->joined) {
        close_group(p);
        p->at = p->end + (i64)fetching;
    }
    struct longest l = operands_ready(m, p, i, off);
    if (i->flags & ISSUE_GUARDED && !P(OFF_WAITS)) {
        struct longest other = operands_ready(m, p, i, !off);
        waits->differs = (l.when > p->at || other.when > p->at) && (l.when != other.when || l.missed != other.missed);
    }
    if (l.when > p->at) {
        *(l.missed ? &waits->dcache : &waits->data) = (u64)(l.when - p->at);
        waits->object = l.object;
        hold_group(p, l.when - p->at);
    }
    p->admitted = true;
}

/* --- completing ----------------------------------------------------------------------------------------------------------- */

static void add_def(struct ia64_pipe *p, unsigned res, unsigned producer, const struct ia64_outcome *o)
{
    p->def[p->defs++] = (struct pipe_def){.res = (u16)res, .producer = (u8)(producer | (o->waited ? PIPE_MISSED : 0)),
                                          .waited = o->waited, .least = o->least, .object = o->object};
}

static bool is_loaded(unsigned producer) { return producer == BY_LOAD || producer == BY_FLOAD || producer == BY_CHECK || producer == BY_SEM; }

static void take_ports(const struct ia64_model *m, struct ia64_pipe *p, const struct ia64_issue *i)
{
    if (i->flags & ISSUE_FIRST && p->members) p->second = true;
    if (i->flags & ISSUE_NO_BBB) p->no_bbb = true;
    if (i->m) p->m[p->ms++] = i->m;
    if (goes_to_m(m, p, i)) p->m[p->ms++] = M_ANY;
    else if (i->flags & (ISSUE_I | ISSUE_I0)) p->is++;
    if (i->flags & ISSUE_F) p->fs++;
    if (i->flags & ISSUE_FF) p->fs = 2;
    p->members++;
}

static void results(struct ia64_pipe *p, const struct ia64_issue *i, const struct ia64_outcome *o)
{
    const struct ia64_outcome hit = {.object = o->object};
    for (unsigned n = 0; n < i->defs; n++)
        add_def(p, i->def[n], i->producer[n], is_loaded(i->producer[n]) ? o : &hit);
    for (unsigned n = 1; i->flags & ISSUE_ALL_PR_OUT && n < 64; n++) add_def(p, RES_PR + n, BY_TOPR, &(struct ia64_outcome){0});
}

/* --- names of registers ------------------------------------------------------------------------------------------------------ */

/* The live bits of the resources first to first + count - 1, of which all lie in two words. */
static u128 live_of(const struct ia64_pipe *p, unsigned first, unsigned count)
{
    const u64 *w = &p->live[first / 64];
    u128 bits = (w[0] | (u128)(first % 64 + count > 64 ? w[1] : 0) << 64) >> first % 64;
    return bits & (((u128)1 << count) - 1);
}

static void set_live(struct ia64_pipe *p, unsigned first, unsigned count, u128 bits)
{
    u64 *w = &p->live[first / 64];
    u128 mask = (((u128)1 << count) - 1) << first % 64;
    bits = bits << first % 64 & mask;
    w[0] = (w[0] & ~(u64)mask) | (u64)bits;
    if (first % 64 + count > 64) w[1] = (w[1] & ~(u64)(mask >> 64)) | (u64)(bits >> 64);
}

/* What is known as `first` + k from now on was `first` + (k + by) before; what has no name any more is forgotten. */
static void rename_down(struct ia64_pipe *p, unsigned first, unsigned count, unsigned by)
{
    set_live(p, first, count, live_of(p, first, count) >> by);
    memmove(&p->when[first], &p->when[first + by], (count - by) * sizeof p->when[0]);
    memmove(&p->producer[first], &p->producer[first + by], count - by);
    memmove(&p->object[first], &p->object[first + by], (count - by) * sizeof p->object[0]);
}

/* A rotation: the name of a register goes up by one, the last one's to the first. */
static void rotate(struct ia64_pipe *p, unsigned first, unsigned count)
{
    if (!count) return;
    u128 live = live_of(p, first, count);
    if (!live) return;
    set_live(p, first, count, live << 1 | live >> (count - 1));
    i64 when = p->when[first + count - 1];
    u8 producer = p->producer[first + count - 1];
    u32 object = p->object[first + count - 1];
    memmove(&p->when[first + 1], &p->when[first], (count - 1) * sizeof p->when[0]);
    memmove(&p->producer[first + 1], &p->producer[first], count - 1);
    memmove(&p->object[first + 1], &p->object[first], (count - 1) * sizeof p->object[0]);
    p->when[first] = when;
    p->producer[first] = producer;
    p->object[first] = object;
}

/* Of stacked and rotating registers. A loop branch is taken to rotate always; the outputs of a call become the inputs;
 * where another frame comes back nothing in it is waited for. */
static void rename(struct ia64_pipe *p, const struct ia64_issue *i, bool taken)
{
    if (i->flags & ISSUE_ROTATES) {
        close_group(p);
        rotate(p, RES_GR + FRAME, i->frame);
        rotate(p, RES_FR + 32, 96);
        rotate(p, RES_PR + 16, 48);
    } else if (i->flags & ISSUE_CALL && taken) {
        close_group(p);
        rename_down(p, RES_GR + FRAME, 96, i->frame);
    } else if (i->flags & ISSUE_RESETS && (taken || !(i->flags & ISSUE_RETURN))) {
        close_group(p);
        rename_down(p, RES_GR + FRAME, 96, 96);
    }
}

/* Cycles lost by a branch that went as predicted. */
static u32 taken_cost(const struct ia64_model *m, const struct ia64_issue *i)
{
    if (i->flags & ISSUE_CHECK) return P(MISPREDICT);
    return i->flags & ISSUE_RETURN ? P(RETURN) : i->flags & ISSUE_INDIRECT ? P(INDIRECT) : P(TAKEN);
}

i64 ia64_pipe_complete(const struct ia64_model *m, struct ia64_pipe *p, const struct ia64_issue *i, const struct ia64_outcome *o,
                       u32 *lost)
{
    *lost = o->lost + (o->taken && !o->lost ? taken_cost(m, i) : 0);
    if (o->blocked) hold_group(p, o->blocked);
    take_ports(m, p, i);
    results(p, i, o);
    p->end = p->at + 1 + i->lock + *lost;
    p->open = true;
    if (o->taken || *lost || i->lock || i->flags & (ISSUE_STOP | ISSUE_SPLIT)) close_group(p);
    rename(p, i, o->taken);
    p->admitted = false;
    return p->end;
}

void ia64_pipe_stop(struct ia64_pipe *p)
{
    if (p->admitted) {
        i64 reached = p->at + p->joined;
        if (reached > p->end) p->end = reached;
    }
    p->admitted = false;
    close_group(p);
}

void ia64_pipe_delay(struct ia64_pipe *p, u64 cycles)
{
    ia64_pipe_stop(p);
    p->end += (i64)cycles;
}

/* --- states ------------------------------------------------------------------------------------------------------------------ */

/* The words: the group, if it is open, and its definitions; then what is still to come, each with its number and producer above the
 * cycles from the origin to when nobody waits for it any more. The origin is the cycle of an open group, else the first for
 * the next. */
enum { IS_OPEN = 1, IS_SECOND = 2, IS_NO_BBB = 4, MEMBERS = 3, MS = 6, IS = 9, FS = 11, DEFS = 16, M_MASKS = 32,
       NUMBER = 48, PRODUCER = 40, LEAST = 20 };

/* The first live resource from r on; RES_COUNT or more: there is none. */
static u64 next_live(const struct ia64_pipe *p, u64 r)
{
    for (; r < RES_COUNT; r = (r | 63) + 1) {
        u64 bits = p->live[r / 64] >> r % 64;
        if (bits) return r + (u64)__builtin_ctzll(bits);
    }
    return r;
}

size_t ia64_pipe_reduce(const struct ia64_model *m, const struct ia64_pipe *p, u64 words[PIPE_WORDS])
{
    i64 origin = p->open ? p->at : p->end;
    size_t n = 1;
    words[0] = 0;
    if (p->open) {
        words[0] = (u64)(IS_OPEN | p->second * IS_SECOND | p->no_bbb * IS_NO_BBB) | (u64)p->members << MEMBERS |
                   (u64)p->ms << MS | (u64)p->is << IS | (u64)p->fs << FS | (u64)p->defs << DEFS;
        for (unsigned k = 0; k < p->ms; k++) words[0] |= (u64)p->m[k] << (M_MASKS + 4 * k);
        for (unsigned k = 0; k < p->defs; k++)
            words[n++] = (u64)p->def[k].res << NUMBER | (u64)p->def[k].producer << PRODUCER |
                         (u64)p->def[k].least << LEAST | p->def[k].waited;
    }
    for (u64 r = next_live(p, 0); r < RES_COUNT; r = next_live(p, r + 1)) {
        i64 last = p->when[r] + m->longest[p->producer[r] & ~PIPE_MISSED];
        if (last > origin) words[n++] = r << NUMBER | (u64)p->producer[r] << PRODUCER | (u64)(last - origin);
    }
    return n;
}

u64 ia64_pipe_slowest(const struct ia64_model *m)
{
    u64 most = 0;
    for (unsigned i = 0; i < IA64_PRODUCERS; i++)
        if (m->longest[i] > most) most = m->longest[i];
    return most;
}

u64 ia64_pipe_farthest(const struct ia64_model *m) { return (u64)P(L2) + P(L3) + P(MEMORY); }

u64 ia64_pipe_most_before(const struct ia64_model *m) { return 2 * (ia64_pipe_slowest(m) + ia64_pipe_farthest(m)); }

u64 ia64_pipe_pending(const struct ia64_model *m, const u64 *words, size_t n)
{
    const u64 value = ((u64)1 << PRODUCER) - 1, waited = ((u64)1 << LEAST) - 1;
    size_t defs = words[0] & IS_OPEN ? words[0] >> DEFS & 0xffff : 0;
    u64 most = 0;
    for (size_t i = 1; i < n; i++) {
        u64 cycles = words[i] & value;
        if (i <= defs) cycles = m->longest[(u8)(words[i] >> PRODUCER) & ~PIPE_MISSED] + (cycles & waited) + (cycles >> LEAST);
        if (cycles > most) most = cycles;
    }
    return most;
}

void ia64_pipe_expand(const struct ia64_model *m, struct ia64_pipe *p, const u64 *words, size_t n, i64 end)
{
    const u64 value = ((u64)1 << PRODUCER) - 1;
    size_t at = 1;
    ia64_pipe_init(p, end);
    p->open = words[0] & IS_OPEN;
    i64 origin = p->open ? p->at : p->end;
    if (p->open) {
        p->second = words[0] & IS_SECOND;
        p->no_bbb = words[0] & IS_NO_BBB;
        p->members = words[0] >> MEMBERS & 7;
        p->ms = words[0] >> MS & 7;
        p->is = words[0] >> IS & 3;
        p->fs = words[0] >> FS & 3;
        p->defs = words[0] >> DEFS & 0xffff;
        for (unsigned k = 0; k < p->ms; k++) p->m[k] = words[0] >> (M_MASKS + 4 * k) & 15;
        for (unsigned k = 0; k < p->defs; k++, at++)
            p->def[k] = (struct pipe_def){.res = (u16)(words[at] >> NUMBER), .producer = (u8)(words[at] >> PRODUCER),
                                            .waited = (u32)(words[at] & ((1 << LEAST) - 1)),
                                            .least = (u32)((words[at] & value) >> LEAST)};
    }
    for (; at < n; at++) {
        unsigned r = (unsigned)(words[at] >> NUMBER);
        p->live[r / 64] |= (u64)1 << r % 64;
        p->producer[r] = (u8)(words[at] >> PRODUCER);
        p->object[r] = 0;
        p->when[r] = origin + (i64)(words[at] & value) - m->longest[p->producer[r] & ~PIPE_MISSED];
    }
}
