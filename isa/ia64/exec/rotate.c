#include "isa/ia64/exec/rotate.h"

enum { PR_ROTATING = 48, PR_FIRST = 16, FR_ROTATING = 96 };

static void rotate_nat(struct cpu *c, unsigned n)
{
    unsigned sor = c->cfm.sor;
    u8 nat[96];
    for (unsigned i = 0; i < sor; i++) nat[(i + n) % sor] = ia64_get_nat(c, FRAME + i);
    for (unsigned i = 0; i < sor; i++) ia64_set_nat(c, FRAME + i, nat[i]);
}

static inline bool is_any_nat(const struct cpu *c) { return c->nat[0] >> FRAME | c->nat[1]; }

/* The general registers of the rotating region under names that are n higher (modulo its size), NaT bits with them. */
static void rotate_gr(struct cpu *c, unsigned n)
{
    unsigned sor = c->cfm.sor;
    if (!n) return;
    u64 top[96];
    u64 *r = &c->gr[FRAME];
    memcpy(top, r + sor - n, n * sizeof *r);
    memmove(r + n, r, (sor - n) * sizeof *r);
    memcpy(r, top, n * sizeof *r);
    if (is_any_nat(c)) rotate_nat(c, n);
}

/* The same by one: this is in every modulo-scheduled loop, and library functions for so few bytes take longer than to move them (Itanium's own string
 * functions take 0.6 of the time). */
static void rotate_gr_once(struct cpu *c)
{
    enum { AT_ONCE = 8 }; /* as many rotate, or a multiple of that */
    u64 part[AT_ONCE], *r = &c->gr[FRAME], last = r[c->cfm.sor - 1];
    for (unsigned at = c->cfm.sor - AT_ONCE; at; at -= AT_ONCE) {
        memcpy(part, r + at - 1, sizeof part);
        memcpy(r + at, part, sizeof part);
    }
    memcpy(part, r, sizeof part);
    memcpy(r + 1, part, sizeof part - sizeof *part);
    r[0] = last;
    if (UNLIKELY(is_any_nat(c))) rotate_nat(c, 1);
}

static void rotate_pr_once(struct cpu *c, bool p63)
{
    u64 in = p63;
    for (u8 *p = &c->pr[PR_FIRST]; p < &c->pr[PR_FIRST + PR_ROTATING]; p += sizeof in) {
        u64 eight = load_le64(p);
        store_le64(p, eight << 8 | in);
        in = eight >> 56;
    }
}

static void rotate_pr(struct cpu *c, unsigned n)
{
    u8 top[PR_ROTATING];
    u8 *p = &c->pr[PR_FIRST];
    memcpy(top, p + PR_ROTATING - n, n);
    memmove(p + n, p, PR_ROTATING - n);
    memcpy(p, top, n);
}

void ia64_rotate(struct cpu *c, bool p63)
{
    struct ia64_cfm *f = &c->cfm;
    if (f->sor) {
        rotate_gr_once(c);
        f->rrb_gr = (u8)(f->rrb_gr ? f->rrb_gr - 1 : f->sor - 1);
    }
    f->rrb_fr = (u8)(f->rrb_fr ? f->rrb_fr - 1 : FR_ROTATING - 1);
    rotate_pr_once(c, p63);
    f->rrb_pr = (u8)(f->rrb_pr ? f->rrb_pr - 1 : PR_ROTATING - 1);
}

/* Register name i stands for place i + rrb: when the base goes from `old` to `new`, what was called i is called
 * i + old - new. */
void ia64_set_rotation(struct cpu *c, unsigned rrb_gr, unsigned rrb_fr, unsigned rrb_pr)
{
    struct ia64_cfm *f = &c->cfm;
    if (f->sor) {
        rrb_gr %= f->sor;
        rotate_gr(c, (f->rrb_gr + f->sor - rrb_gr) % f->sor);
        f->rrb_gr = (u8)rrb_gr;
    }
    rrb_pr %= PR_ROTATING;
    f->rrb_fr = (u8)(rrb_fr % FR_ROTATING);
    rotate_pr(c, (f->rrb_pr + PR_ROTATING - rrb_pr) % PR_ROTATING);
    f->rrb_pr = (u8)rrb_pr;
}

/* Eight bytes of 0 or 1 are eight bits: the multiplication gathers them in the top byte. */
u64 ia64_get_pr(const struct cpu *c)
{
    u64 v = 0;
    for (unsigned i = 0; i < 8; i++) v |= (load_le64(&c->pr[8 * i]) * 0x0102040810204080ull >> 56) << (8 * i);
    return v;
}

void ia64_set_pr(struct cpu *c, u64 pr)
{
    const u64 ones = 0x0101010101010101;
    pr |= 1; /* p0 */
    for (unsigned i = 0; i < 8; i++) {
        u64 each = (pr >> (8 * i) & 0xff) * ones & 0x8040201008040201; /* of byte k only bit k */
        store_le64(&c->pr[8 * i], (each + 0x7f * ones) >> 7 & ones);
    }
}

/* The upper 48 bits of pr, each n places (0 to 48) higher among these. */
static u64 turn_pr(u64 pr, unsigned n)
{
    u64 static_part = pr & (((u64)1 << PR_FIRST) - 1), part = pr >> PR_FIRST;
    return static_part | (part << n | part >> (PR_ROTATING - n)) << PR_FIRST;
}

u64 ia64_get_pr_places(const struct cpu *c) { return turn_pr(ia64_get_pr(c), c->cfm.rrb_pr); }

void ia64_set_pr_places(struct cpu *c, u64 places) { ia64_set_pr(c, turn_pr(places, PR_ROTATING - c->cfm.rrb_pr)); }
