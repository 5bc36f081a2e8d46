/* Loads and stores. PA-RISC 2.0 Architecture, chapter 7, LDB to STDBY; address formation: figures 7-1 to 7-4.
 *
 * Operands: a = register loaded or stored, b = base, c = index, d = index shift, imm = displacement. In narrow mode an
 * address is the low 32 bits of the sum. Each way of addressing is a handler of its own:
 *     _d  displacement       _mb  displacement, base modified before      _ma  displacement, base modified after
 *     _x  index              _xm  index, base modified after
 * A load into its own base register leaves the loaded value there. */
#include "isa/parisc/exec/exec.h"
#include "isa/parisc/timing/hierarchy.h"

/* The compiler must neither move what an instruction writes above the access that may fault, nor drop the access. */
#define BARRIER() __asm__ volatile("" ::: "memory")

static inline struct uop *trap_unaligned(struct cpu *c, const struct uop *u, u32 ea)
{
    c->ior = ea;
    return pa_trap(c, u, VEC_UNALIGNED);
}

/* c->at names this instruction should the host fault. */
#define MARK() (*(struct uop * volatile *)&c->at = u)

/* A whole access of so many bytes is at a multiple of them. */
#define ALIGNED(ea, size) ((size) == 1 || LIKELY(!((ea) & ((size) - 1))))

#define EA_DISP_OF(base) ((u32)(base) + (u32)FIELD_IMM)
#define EA_DISP EA_DISP_OF(RB)
#define EA_INDEX_OF(base, index) ((u32)(base) + ((u32)(index) << FIELD_D))

static inline u64 get8(const u8 *p) { u64 v = *(const volatile u8 *)p; BARRIER(); return v; }
static inline u64 get16(const u8 *p) { u16 v = *(const volatile u16 *)(const void *)p; BARRIER(); return __builtin_bswap16(v); }
static inline u64 get32(const u8 *p) { u32 v = *(const volatile u32 *)(const void *)p; BARRIER(); return __builtin_bswap32(v); }
static inline u64 get64(const u8 *p) { u64 v = *(const volatile u64 *)(const void *)p; BARRIER(); return __builtin_bswap64(v); }
static inline void put8(u8 *p, u64 v) { *(volatile u8 *)p = (u8)v; BARRIER(); }
static inline void put16(u8 *p, u64 v) { *(volatile u16 *)(void *)p = __builtin_bswap16((u16)v); BARRIER(); }
static inline void put32(u8 *p, u64 v) { *(volatile u32 *)(void *)p = __builtin_bswap32((u32)v); BARRIER(); }
static inline void put64(u8 *p, u64 v) { *(volatile u64 *)(void *)p = __builtin_bswap64(v); BARRIER(); }

/* --- the forms ------------------------------------------------------------------------------------------------------ */

/* How an access ends: it goes on, or, in the handlers of timed blocks (_t), it is shown to the caches first. Where they know
 * beforehand that it takes nothing they are not asked. */
static inline bool unseen(UNUSED const struct cpu *c, UNUSED u32 ea) { return true; }
static inline bool read_is_quick(struct cpu *c, u32 ea)
{
    struct pa_memory *m = c->memory;
    m->loaded = ea;
    return LIKELY(pa_memory_read(m, ea));
}
static inline bool write_is_quick(struct cpu *c, u32 ea)
{
    struct pa_memory *m = c->memory;
    m->stored = ea;
    return LIKELY(pa_memory_write(m, ea));
}

/* An access that is not aligned traps before anything is done; then `action` is, and the caches see it. */
#define ACCESS(address, size, action, quick, wait)                                                                     \
    {                                                                                                                  \
        u32 ea = address;                                                                                              \
        if (!ALIGNED(ea, size)) GO(trap_unaligned(c, u, ea));                                                          \
        MARK();                                                                                                        \
        action;                                                                                                        \
        if (quick(c, ea)) NEXT(u + 1);                                                                                 \
        UOP_GOTO(wait, u);                                                                                             \
    }

#define LOAD_BODY(address, size, get, put_reg, quick)                                                                  \
    ACCESS(address, size, u64 v = get(mem + ea); put_reg(v), quick, pau_wait_read)
#define LOAD_MODIFY_BODY(address, base, size, get, put_reg, quick)                                                     \
    ACCESS(address, size, u64 v = get(mem + ea); u64 b = base; RB = b; put_reg(v), quick, pau_wait_read)
#define STORE_BODY(address, size, put, reg, quick) ACCESS(address, size, put(mem + ea, reg), quick, pau_wait_write)
#define STORE_MODIFY_BODY(address, base, size, put, reg, quick)                                                        \
    ACCESS(address, size, put(mem + ea, reg); RB = base, quick, pau_wait_write)

#define LOAD(name, ...) UOP(name) LOAD_BODY(__VA_ARGS__, unseen) UOP(name##_t) LOAD_BODY(__VA_ARGS__, read_is_quick)
#define LOAD_MODIFY(name, ...)                                                                                         \
    UOP(name) LOAD_MODIFY_BODY(__VA_ARGS__, unseen) UOP(name##_t) LOAD_MODIFY_BODY(__VA_ARGS__, read_is_quick)
#define STORE(name, ...) UOP(name) STORE_BODY(__VA_ARGS__, unseen) UOP(name##_t) STORE_BODY(__VA_ARGS__, write_is_quick)
#define STORE_MODIFY(name, ...)                                                                                        \
    UOP(name) STORE_MODIFY_BODY(__VA_ARGS__, unseen) UOP(name##_t) STORE_MODIFY_BODY(__VA_ARGS__, write_is_quick)

#define LOADS(name, size, get, put_reg)                                                                                \
    LOAD(name##_d, EA_DISP, size, get, put_reg)                                                                        \
    LOAD(name##_d_b, EA_DISP_OF(last), size, get, put_reg)                                                             \
    LOAD(name##_x, EA_INDEX_OF(RB, RC), size, get, put_reg)                                                            \
    LOAD(name##_x_b, EA_INDEX_OF(last, RC), size, get, put_reg)                                                        \
    LOAD(name##_x_c, EA_INDEX_OF(RB, last), size, get, put_reg)                                                        \
    LOAD_MODIFY(name##_mb, EA_DISP, RB + (u64)IMM, size, get, put_reg)                                                 \
    LOAD_MODIFY(name##_ma, (u32)RB, RB + (u64)IMM, size, get, put_reg)                                                 \
    LOAD_MODIFY(name##_xm, (u32)RB, RB + (RC << FIELD_D), size, get, put_reg)

#define STORES(name, size, put, reg)                                                                                   \
    STORE(name##_d, EA_DISP, size, put, reg)                                                                           \
    STORE(name##_d_b, EA_DISP_OF(last), size, put, reg)                                                                \
    STORE_MODIFY(name##_mb, EA_DISP, RB + (u64)IMM, size, put, reg)                                                    \
    STORE_MODIFY(name##_ma, (u32)RB, RB + (u64)IMM, size, put, reg)

#define STORES_INDEXED(name, size, put, reg)                                                                           \
    STORE(name##_x, EA_INDEX_OF(RB, RC), size, put, reg)                                                               \
    STORE_MODIFY(name##_xm, (u32)RB, RB + (RC << FIELD_D), size, put, reg)

#define TO_GR(v) SET(v)
#define FROM_GR RA

LOADS(ldb, 1, get8, TO_GR)
LOADS(ldh, 2, get16, TO_GR)
LOADS(ldw, 4, get32, TO_GR)
LOADS(ldd, 8, get64, TO_GR)
STORES(stb, 1, put8, FROM_GR)
STORES(sth, 2, put16, FROM_GR)
STORES(stw, 4, put32, FROM_GR)
STORE(stb_d_a, EA_DISP, 1, put8, last)
STORE(sth_d_a, EA_DISP, 2, put16, last)
STORE(stw_d_a, EA_DISP, 4, put32, last)
STORES(std, 8, put64, FROM_GR)

/* Floating-point words: a is the index of the half in host order (2n+1 left, 2n right); doubles: the register. */
static inline void set_half(struct cpu *c, unsigned i, u64 v)
{
    unsigned shift = (i & 1) * 32;
    c->fr[i >> 1] = (c->fr[i >> 1] & ~(0xffffffffull << shift)) | (u64)(u32)v << shift;
}
#define TO_HALF(v) set_half(c, FIELD_A, (v))
#define FROM_HALF (c->fr[FIELD_A >> 1] >> ((FIELD_A & 1) * 32))
#define TO_FR(v) (FRA = (v))
#define FROM_FR (FRA)

LOADS(fldw, 4, get32, TO_HALF)
LOADS(fldd, 8, get64, TO_FR)
STORES(fstw, 4, put32, FROM_HALF)
STORES_INDEXED(fstw, 4, put32, FROM_HALF)
STORES(fstd, 8, put64, FROM_FR)
STORES_INDEXED(fstd, 8, put64, FROM_FR)

/* --- load and clear ------------------------------------------------------------------------------------------------- */

/* d: bits 0-2 index shift, 16 = indexed, 32 = base modified, 64 = before. PA-RISC 1.x leaves LDCW of an address that is not
 * a multiple of 16 undefined; 2.0 with the coherence hint, which is what compilers emit, wants 4. Nothing comes between
 * load and clear: one host thread runs the machine. */
#define SUM (RB + (FIELD_D & 16 ? RC << (FIELD_D & 7) : (u64)IMM))
#define EA_SUM ((FIELD_D & 32) && !(FIELD_D & 64) ? (u32)RB : (u32)sum)
#define LOAD_AND_CLEAR_BODY(size, get, put, quick)                                                                     \
    {                                                                                                                  \
        u64 sum = SUM;                                                                                                 \
        ACCESS(EA_SUM, size, u64 v = get(mem + ea); put(mem + ea, 0); if (FIELD_D & 32) RB = sum; SET(v), quick, pau_wait_write) \
    }
#define LOAD_AND_CLEAR(name, ...)                                                                                      \
    UOP(name) LOAD_AND_CLEAR_BODY(__VA_ARGS__, unseen) UOP(name##_t) LOAD_AND_CLEAR_BODY(__VA_ARGS__, write_is_quick)
LOAD_AND_CLEAR(ldcw, 4, get32, put32)
LOAD_AND_CLEAR(ldcd, 8, get64, put64)

/* --- store bytes ---------------------------------------------------------------------------------------------------- */

/* STBY and STDBY store part of a register: from the addressed byte to the end of its word (B), or from the beginning of the
 * word to the byte before the addressed one (E). d: 1 = E, 2 = base modified; the new base is a word boundary. Where E
 * stores nothing, the access is still checked as a store. imm = displacement, c = 3 or 7: the unit less one. */
static inline u32 store_bytes(struct cpu *c, struct uop *u, u8 *mem)
{
    u32 unit = FIELD_C, sum = (u32)RB + (u32)FIELD_IMM, ea = FIELD_D & 2 ? (u32)RB : sum;
    u32 at = ea & unit, from = FIELD_D & 1 ? 0 : at, to = FIELD_D & 1 ? at : unit + 1;
    u8 *word = mem + (ea & ~unit);
    MARK();
    put8(word + from, get8(word + from)); /* faults before a byte is changed */
    for (u32 i = from; i < to; i++) put8(word + i, FROM_GR >> (8 * (unit - i)));
    if (FIELD_D & 2) RB = (RB + (u64)IMM) & ~(u64)unit;
    return ea & ~unit;
}
UOP(store_bytes) { store_bytes(c, u, mem); NEXT(u + 1); }
UOP(store_bytes_t)
{
    if (write_is_quick(c, store_bytes(c, u, mem))) NEXT(u + 1);
    UOP_GOTO(pau_wait_write, u);
}

/* --- space checks ----------------------------------------------------------------------------------------------------- */

/* Precedes an access through a space register that may name a foreign space (explicit sr1-sr3, or any when SR 4-7 differ):
 * d = space register, 0: selected by the base's top bits; c = index, a its shift, imm = displacement of the access. */
UOP(space_check)
{
    unsigned sr = FIELD_D ? FIELD_D : 4 + (unsigned)((u32)RB >> 30);
    if (LIKELY(c->sr[sr] == SPACE_USER)) NEXT(u + 1);
    c->ior = (u32)RB + ((u32)RC << FIELD_A) + (u32)FIELD_IMM;
    GO(pa_trap(c, u, VEC_DTLB_MISS));
}

/* --- absolute accesses: privileged ------------------------------------------------------------------------------------ */

/* LDWA, LDDA, STWA, STDA: d as for ldcw; c of the stores is unused. The absolute space holds the ROM and its RAM. */
static inline u8 *absolute(const struct cpu *c, u32 ea) { return c->thread->process->machine->absolute.window[0].host + ea; }
#define ABSOLUTE(name, size, action)                                                                                   \
    UOP(name)                                                                                                          \
    {                                                                                                                  \
        if (!pa_privileged(c)) GO(pa_trap(c, u, VEC_PRIV_OP));                                                         \
        u64 sum = SUM;                                                                                                 \
        (void)mem;                                                                                                     \
        ACCESS(EA_SUM, size, u8 *p = absolute(c, ea); action, unseen, pau_wait_read)                                   \
    }
ABSOLUTE(ldwa, 4, u64 v = get32(p); if (FIELD_D & 32) RB = sum; SET(v))
ABSOLUTE(ldda, 8, u64 v = get64(p); if (FIELD_D & 32) RB = sum; SET(v))
ABSOLUTE(stwa, 4, put32(p, FROM_GR); if (FIELD_D & 32) RB = sum)
ABSOLUTE(stda, 8, put64(p, FROM_GR); if (FIELD_D & 32) RB = sum)
