#include "tests/lockstep/ia64_state.h"

#include <stdlib.h>
#include <string.h>

enum { FRAME = 32, LINE = 256 };

bool ia64_defined(const struct ia64_state *s, const struct ia64_young *y, unsigned r)
{
    if (r < FRAME) return true;
    return r < FRAME + ia64_sof(s->cfm) && !(r >= y->first && r < y->end);
}

void ia64_follow_frame(struct ia64_young *y, const struct ia64_state *before, const struct ia64_state *after)
{
    unsigned was = ia64_sof(before->cfm), is = ia64_sof(after->cfm);
    if (y->returned || before->bsp != after->bsp) *y = (struct ia64_young){ 0 };
    if (after->bsp < before->bsp) *y = (struct ia64_young){ FRAME, FRAME + is, true };
    else if (after->bsp > before->bsp) return;
    else if (is > was) *y = (struct ia64_young){ y->first < y->end ? y->first : FRAME + was, FRAME + is, false };
    else if (y->end > FRAME + is) y->end = FRAME + is;
}

/* --- comparison ----------------------------------------------------------------------------------------------------- */

/* The registers that are one word and always defined, by name. */
struct word {
    const char *name;
    size_t offset;
};

#define WORD(field) { #field, offsetof(struct ia64_state, field) }
static const struct word words[] = {
    WORD(ip), WORD(pr), WORD(cfm), WORD(rsc), WORD(bsp), WORD(unat), WORD(fpsr), WORD(ccv), WORD(pfs), WORD(lc), WORD(ec),
    WORD(csd), WORD(br[0]), WORD(br[1]), WORD(br[2]), WORD(br[3]), WORD(br[4]), WORD(br[5]), WORD(br[6]), WORD(br[7]),
};
#undef WORD
enum { WORDS = sizeof words / sizeof *words };

static u64 word_of(const struct ia64_state *s, unsigned i)
{
    u64 v;
    memcpy(&v, (const char *)s + words[i].offset, sizeof v);
    return v;
}

static bool gr_equal(const struct ia64_state *a, const struct ia64_state *b, unsigned r)
{
    return a->nat[r] == b->nat[r] && (a->nat[r] || a->gr[r] == b->gr[r]);
}

static void show_gr(FILE *f, const struct ia64_state *s, unsigned r, const char *name)
{
    if (s->nat[r]) fprintf(f, " NaT in %s", name);
    else fprintf(f, " %016llx in %s", (unsigned long long)s->gr[r], name);
}

unsigned ia64_differences(FILE *f, const struct ia64_state *a, const char *a_name, const struct ia64_state *b,
                          const char *b_name, const struct ia64_young *y)
{
    unsigned n = 0;
    for (unsigned i = 0; i < WORDS; i++) {
        u64 va = word_of(a, i), vb = word_of(b, i);
        if (va == vb) continue;
        n++;
        if (f)
            fprintf(f, "  %s: %016llx in %s, %016llx in %s\n", words[i].name, (unsigned long long)va, a_name,
                    (unsigned long long)vb, b_name);
    }
    if (a->slot != b->slot) {
        n++;
        if (f) fprintf(f, "  slot: %u in %s, %u in %s\n", a->slot, a_name, b->slot, b_name);
    }
    for (unsigned r = 0; r < 128; r++) {
        if (!ia64_defined(a, y, r) || gr_equal(a, b, r)) continue;
        n++;
        if (!f) continue;
        fprintf(f, "  r%u:", r);
        show_gr(f, a, r, a_name);
        fputs(",", f);
        show_gr(f, b, r, b_name);
        fputs("\n", f);
    }
    for (unsigned r = 0; r < 128; r++) {
        const struct ia64_float *p = &a->fr[r], *q = &b->fr[r];
        if (p->se == q->se && p->sig == q->sig) continue;
        n++;
        if (f)
            fprintf(f, "  f%u: %05x.%016llx in %s, %05x.%016llx in %s\n", r, p->se, (unsigned long long)p->sig, a_name,
                    q->se, (unsigned long long)q->sig, b_name);
    }
    return n;
}

/* --- digests -------------------------------------------------------------------------------------------------------- */

/* One step of a multiplicative hash; the shift brings the high bits, where a product mixes best, down again. */
static u64 mix(u64 h, u64 v)
{
    h = (h ^ v) * 0x9e3779b97f4a7c15u;
    return h ^ h >> 29;
}

u64 ia64_digest(u64 digest, const struct ia64_state *s, const struct ia64_young *y)
{
    u64 h = mix(digest, s->slot);
    for (unsigned i = 0; i < WORDS; i++) h = mix(h, word_of(s, i));
    for (unsigned r = 0; r < FRAME + ia64_sof(s->cfm); r++) {
        if (!ia64_defined(s, y, r)) continue;
        h = mix(h, s->nat[r] ? ~(u64)r : s->gr[r]);
        h = mix(h, s->nat[r]);
    }
    for (unsigned r = 0; r < 128; r++) h = mix(mix(h, s->fr[r].se), s->fr[r].sig);
    return h;
}

/* --- Ski's dumps ---------------------------------------------------------------------------------------------------- */

/* Lines of a dump begin with a name of up to four letters; values follow at fixed places or after blanks. */
static bool begins(const char *line, const char *name)
{
    size_t n = strlen(name);
    return strncmp(line, name, n) == 0 && line[n] == ' ';
}

/* The number after NAME in LINE, hexadecimal. */
static u64 hex_after(const char *line, const char *name)
{
    const char *p = strstr(line, name);
    return p ? strtoull(p + strlen(name), NULL, 16) : 0;
}

static u64 read_frame(const char *line, const char *name)
{
    const char *p = strstr(line, name);
    unsigned rrbp, rrbf, rrbg, sor, sol, sof;
    if (!p || sscanf(p + strlen(name), "%u %u %u %u %u %u", &rrbp, &rrbf, &rrbg, &sor, &sol, &sof) != 6) return 0;
    return (u64)rrbp << 32 | (u64)rrbf << 25 | (u64)rrbg << 18 | (u64)(sor / 8) << 14 | (u64)sol << 7 | sof;
}

static void read_predicates(struct ia64_state *s, const char *p)
{
    s->pr = 0;
    for (unsigned n = 0; n < 64 && *p; p++)
        if (*p == '0' || *p == '1') s->pr |= (u64)(*p - '0') << n++;
}

static void read_rsc(struct ia64_state *s, const char *p)
{
    unsigned loadrs, be, pl, mode;
    if (sscanf(p, "%x %u %u %u", &loadrs, &be, &pl, &mode) == 4) s->rsc = loadrs << 16 | be << 4 | pl << 2 | mode;
}

/* "b0  4000000000000080 0000000000000000 b2  ...": a name of two letters is for the values behind it. */
static void read_branch_line(struct ia64_state *s, const char *p)
{
    unsigned b = 0;
    for (;;) {
        p += strspn(p, " \n");
        size_t n = strcspn(p, " \n");
        if (n == 0) return;
        if (n == 2) b = (unsigned)(p[1] - '0');
        else if (b < 8) s->br[b++] = strtoull(p, NULL, 16);
        p += n;
    }
}

static void read_user_line(struct ia64_state *s, const char *line)
{
    if (begins(line, "prs")) read_predicates(s, line + 3);
    else if (line[0] == 'b' && line[1] >= '0' && line[1] <= '7' && line[2] == ' ') read_branch_line(s, line);
    else if (begins(line, "lc")) {
        s->lc = hex_after(line, "lc ");
        s->ec = hex_after(line, " ec ");
        s->cfm = read_frame(line, "cfm ");
    } else if (begins(line, "rsc")) {
        read_rsc(s, line + 4);
        unsigned ppl = (unsigned)hex_after(line, "ppl ");
        s->pfs = read_frame(line, "pfm ") | hex_after(line, "pec ") << 52 | (u64)ppl << 62;
    } else if (begins(line, "bsp")) {
        s->bsp = hex_after(line, "bsp ");
        s->bspstore = hex_after(line, "bspst ");
    } else if (begins(line, "rnat")) {
        s->rnat = hex_after(line, "rnat ");
        s->unat = hex_after(line, "unat ");
    } else if (begins(line, "fpsr")) {
        s->fpsr = hex_after(line, "fpsr ");
        s->ccv = hex_after(line, "ccv ");
    } else if (begins(line, "csd")) s->csd = hex_after(line, "csd ");
}

/* "r32   0000000000000000 *0000000000000000 ...": up to four, a star where NaT is set. */
static void read_general_line(struct ia64_state *s, const char *line)
{
    if (line[0] != 'r') return;
    char *p;
    unsigned r = (unsigned)strtoul(line + 1, &p, 10);
    for (unsigned end = r + 4; r < end && r < 128; r++) {
        while (*p == ' ') p++;
        bool nat = *p == '*';
        if (nat) p++;
        if (*p == '\n' || !*p) return;
        s->nat[r] = nat;
        s->gr[r] = strtoull(p, &p, 16);
    }
}

static u64 digits(const char *p, unsigned n)
{
    char text[17] = { 0 };
    memcpy(text, p, n);
    return strtoull(text, NULL, 16);
}

/* "f2   0ffff8000000000000000 ( 1.0000e+00)  ...": two, five digits of sign and exponent, sixteen of significand. */
static void read_float_line(struct ia64_state *s, const char *line)
{
    if (line[0] != 'f') return;
    unsigned r = (unsigned)strtoul(line + 1, NULL, 10);
    const char *p = line + strcspn(line, " ");
    for (unsigned i = 0; i < 2 && r + i < 128; i++) {
        p += strspn(p, " ");
        if (strlen(p) < 21) return;
        s->fr[r + i].se = (u32)digits(p, 5);
        s->fr[r + i].sig = digits(p + 5, 16);
        p += strcspn(p, ")");
        if (*p) p++;
    }
}

bool ia64_read_ski(FILE *f, struct ia64_state *s)
{
    void (*section)(struct ia64_state *, const char *) = NULL;
    char line[LINE];
    memset(s, 0, sizeof *s);
    while (fgets(line, sizeof line, f)) {
        if (strcmp(line, "User Registers\n") == 0) section = read_user_line;
        else if (strcmp(line, "General Registers\n") == 0) section = read_general_line;
        else if (strcmp(line, "Floating-point Registers\n") == 0) section = read_float_line;
        else if (strcmp(line, "System Registers\n") == 0) section = NULL;
        else if (strncmp(line, "ip = ", 5) == 0) {
            u64 ip = strtoull(line + 5, NULL, 16);
            s->ip = ip & ~(u64)15;
            s->slot = ip >> 2 & 3;
            return true;
        } else if (section) section(s, line);
    }
    return false;
}
