/* What the bodies of loads and stores share. SDM volume 3, chapter 2, ld to xchg; volume 1, 4.4; byte order: volume 1, 4.4.7
 * and figures 5-6 to 5-13.
 *
 * Operands of all of them: a = target, b = the register stored, or the increment of a load; c = base; imm = increment;
 * d = enum access, for what is not a handler of its own.
 *
 * Nothing of an instruction is written before its last access has succeeded: the host's fault takes the processor back to
 * the instruction that MARK() named. */
#ifndef PCGRAM_IA64_EXEC_MEM_H
#define PCGRAM_IA64_EXEC_MEM_H

#include "isa/ia64/exec/emit.h"
#include "isa/ia64/exec/exec.h"
#include "isa/ia64/insn/fields.h"
#include "isa/ia64/timing/hierarchy.h"

enum access {
    ACCESS_SIZE = 7,    /* integers: log2 of the bytes; floating point: enum fr_format */
    ACCESS_BE = 1 << 3, /* big-endian */
    ACCESS_BY_R = 1 << 4, /* the base is incremented by register b */
    ACCESS_BY_I = 1 << 5, /* ... by imm */
    ACCESS_ALAT = 1 << 6, /* an advanced load */
    ACCESS_PAIR = 1 << 7, /* floating point: registers a and b */
};

/* Formats of floating-point registers in memory: the codes of ia64_size(), and that of fill and spill. */
enum fr_format { FORMAT_EXTENDED, FORMAT_INTEGER, FORMAT_SINGLE, FORMAT_DOUBLE, FORMAT_SPILL };

/* --- one aligned access ----------------------------------------------------------------------------------------------------- */

#define SAME(v) (v)
#define ACCESSORS(size, type, order, swap)                                                                             \
    static inline u64 get##size##_##order(const u8 *p)                                                                 \
    {                                                                                                                  \
        type v = *(const volatile type *)(const void *)p;                                                              \
        BARRIER();                                                                                                     \
        return swap(v);                                                                                                \
    }                                                                                                                  \
    static inline void put##size##_##order(u8 *p, u64 v)                                                               \
    {                                                                                                                  \
        *(volatile type *)(void *)p = swap((type)v);                                                                   \
        BARRIER();                                                                                                     \
    }
ACCESSORS(1, u8, le, SAME)
ACCESSORS(2, u16, le, SAME)
ACCESSORS(4, u32, le, SAME)
ACCESSORS(8, u64, le, SAME)
ACCESSORS(2, u16, be, __builtin_bswap16)
ACCESSORS(4, u32, be, __builtin_bswap32)
ACCESSORS(8, u64, be, __builtin_bswap64)

/* --- any access ----------------------------------------------------------------------------------------------------------------- */

/* `size` bytes, aligned or not: 1, 2, 4 or 8. */
static inline u64 ia64_get(const u8 *p, unsigned size, bool be)
{
    u64 v;
    switch (size) {
    case 1: v = *p; break;
    case 2: v = be ? load_be16(p) : load_le16(p); break;
    case 4: v = be ? load_be32(p) : load_le32(p); break;
    default: v = be ? load_be64(p) : load_le64(p); break;
    }
    BARRIER();
    return v;
}

static inline void ia64_put(u8 *p, u64 v, unsigned size, bool be)
{
    switch (size) {
    case 1: *p = (u8)v; break;
    case 2: be ? store_be16(p, (u16)v) : store_le16(p, (u16)v); break;
    case 4: be ? store_be32(p, (u32)v) : store_le32(p, (u32)v); break;
    default: be ? store_be64(p, v) : store_le64(p, v); break;
    }
    BARRIER();
}

/* Writes bytes that may lie in two pages: faults before any of them has changed. */
void ia64_write(u8 *p, const u8 *bytes, unsigned size);

/* True when an access of `size` bytes at ea must not be tried, with c->vector, c->isr_code and c->ifa filled in: some of it is
 * beyond the windows, or ea is not a multiple of `align` and that is not allowed. It is as far as the architecture leaves it to the
 * processor: where PSR.ac is 0 the hardware does it, or Linux does; where it is 1, Linux, unless PSR.be is 1, too
 * (arch/ia64/kernel/unaligned.c, ia64_handle_unaligned). At level 0 PSR.ac is a fault. `strict` names the accesses that nobody
 * does: semaphores, ld16 and st16, fills and spills. */
bool ia64_refused(struct cpu *c, u64 ea, unsigned size, unsigned align, bool strict);

/* Raises what ia64_refused() has found. */
static inline struct uop *ia64_refuse(struct cpu *c, const struct uop *u) { return leave_at(&c->engine, u, LEAVE_TRAP); }

/* --- the base register -------------------------------------------------------------------------------------------------------------- */

/* Handlers that differ in what becomes of the base: _n nothing, _r plus register b, _i plus imm. The sum is formed before the
 * target is written, which may be register b. */
#define SUM_n(ea) (ea)
#define SUM_r(ea) ((ea) + RB)
#define SUM_i(ea) ((ea) + (u64)IMM)
#define UPDATE_n(sum) (void)(sum)
#define UPDATE_r(sum) RC = (sum)
#define UPDATE_i(sum) RC = (sum)

/* The same by d. */
static inline u64 ia64_sum(const struct cpu *c, const struct uop *u, u64 ea)
{
    return FIELD_D & ACCESS_BY_I ? ea + (u64)FIELD_IMM : FIELD_D & ACCESS_BY_R ? ea + RB : ea;
}
static inline void ia64_update(struct cpu *c, const struct uop *u, u64 sum)
{
    if (FIELD_D & (ACCESS_BY_I | ACCESS_BY_R)) RC = sum;
}

/* --- under a timing model -------------------------------------------------------------------------------------------------------------- */

/* How plain loads and stores end under a model (_t): the access is looked up at once; mostly it loses nothing, and the uop behind, which
 * would do what is to be done (isa/ia64/timing/exec_timed.c), is jumped over. What is not usual leaves its address for that one. The
 * templates of both kinds say which by one of these; without a model none of it is left. */
enum { untimed = false, timed = true };

/* --- speculation ---------------------------------------------------------------------------------------------------------------------- */

/* The ALAT's tag of a general register under its present name: the place in the physical file, which is fixed while the
 * register lives. rse.bof may be moved by multiples of IA64_STACKED (isa/ia64/exec/rse.c), so it stays what it is modulo that. */
static inline unsigned ia64_alat_tag(const struct cpu *c, unsigned r)
{
    if (r < FRAME) return r;
    unsigned n = r - FRAME;
    if (n < c->cfm.sor) {
        n += c->cfm.rrb_gr;
        if (n >= c->cfm.sor) n -= c->cfm.sor;
    }
    return FRAME + (c->rse.bof + n) % IA64_STACKED;
}

/* Whether an entry of the ALAT may lie where a store inside a granule of 16 bytes goes. */
static inline bool ia64_may_hit(const struct cpu *c, u64 ea) { return UNLIKELY(alat_may_hit(&c->alat, ea)); }

/* The advanced load of cpu.saved that u is has been done: the ALAT gets its entry. Host code calls it, too. */
void ia64_do_advance(struct cpu *c, struct uop *u);

/* True if a speculative load of ea can be done; else it is deferred. */
bool ia64_speculates(struct cpu *c, u64 ea, unsigned size, unsigned align);

/* --- emission ---------------------------------------------------------------------------------------------------------------------------- */

typedef enum emitted ia64_emit_fn(struct translation *t, const struct ia64_slot *s);

/* The d of an access: byte order, update, pair, and the size from the word. */
unsigned ia64_access_of(const struct translation *t, const struct ia64_slot *s);
/* By how much ACCESS_BY_I increments a load's base, in bytes. */
i32 ia64_load_increment(const struct ia64_slot *s);

/* A check load: the uop that finds out whether it hits, and a plain or an advanced load behind. */
enum emitted ia64_emit_check_load(struct translation *t, const struct ia64_slot *s, ia64_emit_fn *plain,
                                  ia64_emit_fn *advanced);

ia64_emit_fn ia64_emit_ldf, ia64_emit_stf; /* exec_memf.c: all ldf and ldfp, all stf */
ia64_emit_fn ia64_emit_ld_spec, ia64_emit_fill; /* exec_spec.c: ld.s and ld.sa, ld8.fill */
ia64_emit_fn ia64_emit_chk_a, ia64_emit_chk_s, ia64_emit_invala;

#endif
