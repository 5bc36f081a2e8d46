/* Reads the cases that guest.c ran, does them with isa/parisc/exec/fpu, and reports every difference.
 *
 *   hppa-linux-gnu-gcc -O1 -static -o guest tests/oracle/parisc_fpu/guest.c
 *   cc -std=gnu11 -I. -o compare tests/oracle/parisc_fpu/compare.c isa/parisc/exec/fpu.c emu/core/softfloat.c
 *   qemu-hppa ./guest 1000000 1 | ./compare
 *
 * Where qemu 7.2 is known to differ from HP's own emulation (Linux, arch/parisc/math-emu) the case is counted apart. It
 * ends with status 0 if there was no other difference. Traps are not compared: qemu 7.2 does not delay them. Nor is
 * FTEST with rej and rej8, which qemu 7.2 does not tell from never or always. */
#include "tests/oracle/parisc_fpu/cases.h"

#include "emu/core/types.h"
#include "isa/parisc/exec/fpu.h"

#include <stdio.h>

#define L(n)                     FR_LEFT(n)
#define R(n)                     FR_RIGHT(n)
#define INSN                     0x30000000
#define OP1(op, fmt, r, t)       pa_fp_op1(fr, op, fmt, r, t, INSN)
#define OP2(op, fmt, r1, r2, t)  pa_fp_op2(fr, op, fmt, r1, r2, t, INSN)
#define OP3(op, fmt, a, b, c, t) pa_fp_op3(fr, op, fmt, a, b, c, t, INSN)
#define CNV(cnv, from, to)       pa_fp_convert(fr, cnv, from, to, L(22), L(25), INSN)
#define CMP(fmt, r2, cond, y)    pa_fp_compare(fr, fmt, L(22), r2, cond, y, INSN)
#define TEST(y, cond)            test_and_copy(fr, y, cond)

/* FTEST, and the copy after it that it may nullify. */
static enum pa_fp_result test_and_copy(u64 *fr, unsigned y, unsigned cond)
{
    bool nullify;
    enum pa_fp_result result = pa_fp_test(fr, y, cond, &nullify);
    return result != PAF_DONE || nullify ? result : OP1(PAF_FCPY, PAF_DBL, L(22), L(25));
}

#define LABEL(name, instruction, kind, call) CASE_##name,
#define NAME(name, instruction, kind, call)  #name,
#define KIND(name, instruction, kind, call)  kind,
enum { FP_CASES(LABEL) CASE_COUNT };
static const char *const names[] = {FP_CASES(NAME)};
static const char kinds[] = {FP_CASES(KIND)};

static enum pa_fp_result run(u64 *fr, u32 index)
{
#define RUN(name, instruction, kind, call)                                                                             \
    case CASE_##name: return call;
    switch (index) {
        FP_CASES(RUN)
    }
    return PAF_RESERVED;
}

static bool is_nan(u64 bits, char kind)
{
    if (kind == 'd') return (bits & ~((u64)1 << 63)) > (u64)2047 << 52;
    return kind == 's' && ((bits >> 32 & 0x7fffffff) > 255u << 23 || (bits & 0x7fffffff) > 255u << 23);
}

/* Where qemu 7.2 goes its own way, all with NaNs: to an integer it takes no notice of the sign; of three operands it
 * chooses a quiet one before a signaling one; a fraction lost in narrowing makes it an infinity. */
static bool known_difference(const struct fp_case *c)
{
    char kind = kinds[c->index];
    bool nan = is_nan(c->source[0], kind);
    if (c->index >= CASE_fcnvfx_ss && c->index <= CASE_fcnvfut_dd) return nan && c->source[0] >> 63;
    if (c->index >= CASE_fma_d && c->index <= CASE_fnma_s)
        return nan + is_nan(c->source[1], kind) + is_nan(c->source[2], kind) > 1;
    return c->index == CASE_fcnvff_ds && nan;
}

static void to_host(struct fp_case *c)
{
    c->target = load_be64(&c->target);
    c->fr0 = load_be64(&c->fr0);
    for (int i = 0; i < 3; i++) c->source[i] = load_be64(&c->source[i]);
    c->status = load_be64(&c->status);
    c->index = load_be32(&c->index);
}

int main(void)
{
    struct fp_case c;
    long cases = 0, known = 0, differences = 0;
    for (; fread(&c, sizeof c, 1, stdin) == 1; cases++) {
        to_host(&c);
        u64 fr[32] = {[0] = c.status, [22] = c.source[0], [23] = c.source[1], [24] = c.source[2]};
        fr[25] = 0x1111111122222222ull;
        if (c.index < CASE_COUNT && run(fr, c.index) == PAF_DONE && fr[25] == c.target && fr[0] == c.fr0) continue;
        if (c.index < CASE_COUNT && known_difference(&c)) {
            known++;
            continue;
        }
        if (differences++ < 20)
            printf("%s status %08x, %016llx %016llx %016llx: %016llx %08x, oracle %016llx %08x\n",
                   c.index < CASE_COUNT ? names[c.index] : "?", (u32)(c.status >> 32), (unsigned long long)c.source[0],
                   (unsigned long long)c.source[1], (unsigned long long)c.source[2], (unsigned long long)fr[25],
                   (u32)(fr[0] >> 32), (unsigned long long)c.target, (u32)(c.fr0 >> 32));
    }
    printf("%ld cases, %ld known differences, %ld others\n", cases, known, differences);
    return cases == 0 || differences != 0;
}
