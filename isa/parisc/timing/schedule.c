#include "isa/parisc/timing/schedule.h"

#include "isa/parisc/exec/emit.h"
#include "isa/parisc/insn/fields.h"

enum { NO_LINE = 1 };

/* --- beginning -------------------------------------------------------------------------------------------------------- */

void pa_schedule_begin(struct schedule *s, u32 mode)
{
    size_t n;
    const u64 *words = states_words(s->states, mode >> MODE_STATE, &n);
    memset(&s->path, 0, sizeof s->path);
    pa_pipe_expand(&s->path.pipe, words, n, PIPE_ORIGIN, &s->assumed);
    s->path.line = NO_LINE;
    s->entry = s->path.pipe.end;
    s->before_pc = s->path.pipe.lost_pc;
    s->side_exit = -1;
}

u64 pa_schedule_cost(const struct schedule *s) { return s->path.pipe.end - s->entry; }

u32 pa_schedule_follows(const struct schedule *s, u32 mode)
{
    u64 words[PIPE_WORDS];
    size_t n = pa_pipe_reduce(&s->path.pipe, 0, words);
    return (mode & (((u32)1 << MODE_STATE) - 1)) | states_number(s->states, words, n) << MODE_STATE;
}

/* --- side exits --------------------------------------------------------------------------------------------------------- */

/* A side exit of the uop just emitted. */
static struct exit *add_side_exit(struct translation *t, enum side_exit side, unsigned alone)
{
    struct block_draft *d = t->draft;
    unsigned k = d->exits++;
    d->info[d->uops - 1].side = (u16)k;
    d->exit[k] = (struct exit){.target = t->at.pc, .trunk = t->at.trunk, .from = t->at.pc, .slots = t->at.trunk,
                               .cost = (u16)pa_schedule_cost(t->schedule), .touched = t->schedule->path.touched,
                               .side = (u8)side, .nullified = t->nullified[t->at.trunk], .alone = (u8)alone,
                               .branched = t->at.in_tail && t->at.in_slot, .fell = t->fell};
    t->schedule->exit[k] = (struct issue_cost){0};
    return &d->exit[k];
}

/* Whether a block can begin at the instruction: struct exit, alone. */
static unsigned stands_alone(const struct translation *t, bool nullified)
{
    return (t->at.in_slot || t->at.in_tail || nullified ? ALONE_STEP : 0) | (nullified ? ALONE_NULLIFIED : 0) | (nullified && t->counted ? ALONE_COUNTED : 0);
}

/* --- fetching ------------------------------------------------------------------------------------------------------------ */

static void emit_fetch(struct translation *t, u32 pc, bool nullified)
{
    struct schedule *s = t->schedule;
    u32 line = pc & ~(s->model->value[PA_T_L1I_LINE] - 1);
    bool first = !t->draft->steps && !t->at.in_tail; /* fetched by who enters the block */
    bool same = line == s->path.line, same_page = (line ^ s->path.line) / s->model->value[PA_T_PAGE] == 0;
    s->path.line = line;
    if (first || same) return;
    u32 what = same_page ? pa_memory_check(t->cpu->memory, pc).line : pc;
    unsigned i = pa_emit(t, same_page ? PA_UOP_fetch : PA_UOP_fetch_page, 0, 0, 0, 0, (i32)t->draft->exits);
    memcpy(&t->draft->uop[i].a, &what, sizeof what);
    t->is_exit[i] = true;
    add_side_exit(t, SIDE_FETCH, stands_alone(t, nullified));
}

/* --- relations ------------------------------------------------------------------------------------------------------------ */

/* How the register's value lies to a multiple of 8, as far as one can guess: as it does now if it is not written before. */
static u32 guess(const struct translation *t, unsigned base)
{
    return t->schedule->path.accesses.version[base] ? 0 : (u32)t->cpu->gr[base] & 7;
}

/* The check that settles the decisive bits most of the time; `near`: the access before it has the same base register. */
static enum pa_uop relate_by(const struct pa_address *a, bool store, unsigned bits, unsigned likely, bool near)
{
    if (a->within || likely & bits & PA_SAME) return PA_UOP_relate;
    if (likely & bits) return near && bits == PA_PAIR ? PA_UOP_relate_base : PA_UOP_relate;
    if (store) return bits == PA_PAIR ? PA_UOP_relate_store : PA_UOP_relate;
    return bits == PA_PAIR ? PA_UOP_relate_load : bits == PA_SAME ? PA_UOP_relate_apart : PA_UOP_relate_free;
}

/* u: a = bits of the address to ignore, b = base, c = index, d = its shift | decisive bits << 2 | assumed << 4 | store << 6,
 * imm = displacement. */
static void emit_relate(struct translation *t, const struct pa_address *a, bool store, unsigned bits, unsigned likely, bool near)
{
    pa_emit(t, relate_by(a, store, bits, likely, near), a->within, a->base, a->index,
            a->shift | bits << 2 | (likely & bits) << 4 | (unsigned)store << 6, a->disp);
    add_side_exit(t, SIDE_FETCH, stands_alone(t, false));
}

/* The relation that the schedule takes for the access of the instruction; emits what makes sure of it. */
static unsigned settle_relation(struct translation *t, const struct pa_admitted *i)
{
    struct schedule *s = t->schedule;
    if (!i->in.size || i->in.nullified) return PA_APART;
    if (s->assumed && !t->draft->steps && !t->at.in_tail) return s->assumed - 1;
    struct pa_address address = pa_accessed(pa_address_of(i->in.insn, i->in.word));
    struct pa_relating r = pa_relating_of(&s->path.accesses, &address, i->flags & PA_STORE, guess(t, address.base));
    unsigned bits = pa_relation_decides(s->model, &s->path.pipe, i, &r);
    if (bits) emit_relate(t, &address, i->flags & PA_STORE, bits, r.likely, r.near);
    return r.likely;
}

/* --- instructions ---------------------------------------------------------------------------------------------------------- */

static struct pa_issue issue_of(u32 pc, u32 word, bool nullified)
{
    const struct pa_insn *in = pa_decode(word);
    return (struct pa_issue){.pc = pc, .word = word, .insn = in, .nullified = nullified, .size = pa_access_size(in)};
}

/* What pa_pipe_describe says, most of which only depends on the word: a program that does little takes 0.9 of the time. */
static struct pa_admitted describe(struct schedule *s, u32 pc, u32 word, bool nullified)
{
    struct pa_word_memo *m = &s->words[(word ^ word >> 11) % WORD_MEMOS];
    if (!m->known || m->admitted.in.word != word) {
        struct pa_issue in = issue_of(pc, word, nullified);
        m->admitted = pa_pipe_describe(&s->path.pipe, &in);
        m->known = true;
    }
    struct pa_admitted i = m->admitted;
    i.in.pc = pc;
    i.in.nullified = nullified;
    i.slot = s->path.pipe.was_branch;
    i.target = s->path.pipe.was_taken_slot;
    return i;
}

void pa_schedule_admit(struct translation *t, u32 pc, u32 word, bool nullified)
{
    struct schedule *s = t->schedule;
    if (!s) return;
    emit_fetch(t, pc, nullified);
    struct pa_admitted i = describe(s, pc, word, nullified);
    s->relation = settle_relation(t, &i);
    pa_pipe_admit(s->model, &s->path.pipe, &i, s->relation, 0, &s->waits);
}

void pa_schedule_access(struct translation *t)
{
    struct exit *e = add_side_exit(t, SIDE_ACCESS, 0);
    t->schedule->side_exit = (int)(e - t->draft->exit);
    e->touched = true;
}

/* The cost of the instruction admitted, whose completion took that; its address becomes the last one. */
static struct issue_cost cost_of(const struct schedule *s, bool bundled, const struct pa_completion *done)
{
    u64 structural = s->waits.structural + done->lock;
    return (struct issue_cost){.cycles = (i16)(s->waits.data + structural - bundled),
                               .stall = {[STALL_DATA] = (u16)s->waits.data, [STALL_STRUCTURAL] = (u16)structural},
                               .lost = (u16)done->lost,
                               .missed = done->missed};
}

/* The side exit behind the access: on the trunk the instruction is the next step, on a side path it is that path's. */
static void complete_side_exit(struct translation *t, const struct issue_cost *cost)
{
    struct schedule *s = t->schedule;
    struct exit *e = &t->draft->exit[s->side_exit];
    u64 spent = pa_schedule_cost(s);
    if (t->at.in_tail) {
        e->has_tail = true;
        e->tail_pc = e->from;
        e->from = (u32)e->tail_pc - 4;
        e->tail_word = s->path.pipe.first.in.word;
        e->tail_relation = (u8)s->relation;
        s->exit[s->side_exit] = *cost;
    } else {
        e->trunk++;
    }
    e->slots++;
    e->cost = (u16)spent;
    if (spent > t->draft->max_cost) t->draft->max_cost = (u32)spent;
    s->side_exit = -1;
}

static void complete(const struct schedule *s, struct path *p, bool taken, struct pa_completion *done)
{
    struct pa_admitted i = p->pipe.now;
    pa_pipe_complete(s->model, &p->pipe, taken, 0, done);
    p->touched = i.in.size && !i.in.nullified;
    pa_accesses_note(&p->accesses, &i);
}

void pa_schedule_complete(struct translation *t, bool taken, struct issue_cost *cost)
{
    struct schedule *s = t->schedule;
    struct pa_completion done;
    bool bundled = s->path.pipe.bundled;
    complete(s, &s->path, taken, &done);
    *cost = cost_of(s, bundled, &done);
    if (s->side_exit >= 0) complete_side_exit(t, cost);
}

void pa_schedule_branch(struct translation *t, unsigned side, bool taken)
{
    struct pa_completion done;
    t->schedule->side[side] = t->schedule->path;
    complete(t->schedule, &t->schedule->side[side], taken, &done);
}

/* --- at run time --------------------------------------------------------------------------------------------------------- */

static void run_one(const struct pa_model *m, struct replay *r, const struct pa_issue *in, unsigned relation, bool taken,
                    u64 waited)
{
    struct pa_waits waits;
    struct pa_completion done;
    struct pa_admitted i = pa_pipe_describe(&r->pipe, in);
    pa_pipe_admit(m, &r->pipe, &i, relation, 0, &waits);
    pa_pipe_complete(m, &r->pipe, taken, waited, &done);
    r->touched = in->size && !in->nullified;
}

void pa_schedule_replay(const struct pa_model *m, const struct states *s, const struct block *b, unsigned trunk, bool side,
                        const struct exit *tail, u64 waited, bool stretched, struct replay *out)
{
    size_t n;
    unsigned assumed;
    const u64 *words = states_words(s, b->mode >> MODE_STATE, &n);
    pa_pipe_expand(&out->pipe, words, n, PIPE_ORIGIN, &assumed);
    out->touched = false;
    for (unsigned i = 0; i < trunk; i++) {
        const struct step *step = &b->step[i];
        struct pa_issue in = issue_of((u32)step->pc, step->word, step->nullified);
        bool last = i + 1 == trunk, branches = side && last && in.insn && in.insn->flags & PA_COND_BRANCH;
        run_one(m, out, &in, step->relation, step->taken != branches, last && !tail ? waited : 0);
    }
    if (tail) {
        struct pa_issue in = issue_of((u32)tail->tail_pc, tail->tail_word, tail->tail_nullified);
        run_one(m, out, &in, tail->tail_relation, false, waited);
    }
    if (stretched) out->pipe.stretched = true;
}
