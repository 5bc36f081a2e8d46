/* The register stack and its engine (SDM volume 2, chapter 6).
 *
 * The current frame is in cpu.gr; the frames below it, of which each has its locals here, lie in `file`, one behind the
 * other, r32 of the current frame belonging at file[bof]:
 *
 *     file[clean, dirty)   clean: in memory too      file[dirty, bof)   dirty: not yet in memory
 *
 * clean <= dirty <= bof, but for bof between a return and the fill that it asks for.
 *
 * The processor has IA64_STACKED physical registers, so the registers from `clean` to the top of the frame are never
 * more: what does not fit is spilled. It is lazy, spills and fills only when it must (6.5.4 allows any more); `file` is
 * longer than that so that frames can move without being copied round, and is moved back when an end comes near.
 *
 * Addresses and counts: a register is 8 bytes of the backing store; every 64th place holds the NaT bits of the 63 before. */
#ifndef PCGRAM_IA64_RSE_H
#define PCGRAM_IA64_RSE_H

#include <string.h>

#include "emu/core/types.h"

struct cpu;

enum {
    IA64_STACKED = 96, /* physical stacked registers: Itanium 2 */
    RSE_FILE = 2048,   /* registers; a frame of 96 must fit on both sides of the middle */
    RSE_LOW = 256, RSE_HIGH = RSE_FILE - 256, /* the current frame begins between them */
};

/* The current frame marker, without the slots that it has no more use for (SDM volume 1, 3.1.7). A word, and made as one: calls and
 * returns read it as such, which would have to wait for bytes that have just been written by themselves. */
struct ia64_cfm {
    u8 sof, sol;   /* registers in the frame, and its locals */
    u8 sor;        /* registers that rotate, a multiple of 8 */
    u8 rrb_gr, rrb_fr, rrb_pr;
    u8 none[2];    /* 0 */
};

static inline struct ia64_cfm ia64_cfm_word(u64 word)
{
    struct ia64_cfm f;
    memcpy(&f, &word, sizeof f);
    return f;
}

static inline u64 ia64_cfm_as_word(struct ia64_cfm f)
{
    u64 word;
    memcpy(&word, &f, sizeof word);
    return word;
}

/* The frame, with the rotation that it has. */
static inline struct ia64_cfm ia64_cfm_frame(struct ia64_cfm f, unsigned sof, unsigned sol, unsigned sor)
{
    return ia64_cfm_word((ia64_cfm_as_word(f) & ~(u64)0xffffff) | sof | sol << 8 | sor << 16);
}

/* Some register has another name than that of its place. */
static inline bool ia64_cfm_rotates(struct ia64_cfm f) { return ia64_cfm_as_word(f) >> 24 != 0; }

/* The 38 bits of the current frame marker as PFS and IFS hold them. */
static inline u64 ia64_cfm_bits(struct ia64_cfm f)
{
    return f.sof | (u64)f.sol << 7 | (u64)(f.sor >> 3) << 14 | (u64)f.rrb_gr << 18 | (u64)f.rrb_fr << 25 |
           (u64)f.rrb_pr << 32;
}

static inline struct ia64_cfm ia64_cfm_of(u64 bits)
{
    u64 frame = (bits & 0x7f) | (bits >> 7 & 0x7f) << 8 | (bits >> 14 & 15) << 19;
    return ia64_cfm_word(frame | (bits >> 18 & 0x7f) << 24 | (bits >> 25 & 0x7f) << 32 | (bits >> 32 & 0x3f) << 40);
}

struct rse {
    u64 rsc;      /* AR 16 */
    u64 bsp;      /* AR 17: where r32 belongs in memory */
    u64 bspstore; /* AR 18: where the next dirty register goes */
    u64 rnat;     /* AR 19: NaT bits of the registers stored since the last collection */
    u16 bof, dirty, clean; /* indices of file, see above */
    u64 file[RSE_FILE];
    u8 file_nat[RSE_FILE]; /* 0 or 1 */
};

/* The address n registers above (below) addr, counting the places of NaT collections that lie between (SDM volume 2,
 * 6.1: there is one where address bits 8:3 are all 1). */
static inline u64 rse_above(u64 addr, unsigned n)
{
    unsigned at = (unsigned)(addr >> 3 & 63) + n;
    return addr + 8 * (u64)(n + (n && at >= 63) + (at >= 126) + (at >= 189));
}
static inline u64 rse_below(u64 addr, unsigned n)
{
    unsigned at = (unsigned)(addr >> 3 & 63); /* so many are below it before the first collection; at one, 63 */
    if (LIKELY(n < 64)) return addr - 8 * (u64)(n + (n > at));
    return addr - 8 * (u64)(n + (n > at) + (n > at + 63) + (n > at + 126));
}

/* Spills the oldest dirty registers until the frame of `sof` registers fits. Returns false after a store that faulted:
 * cpu.ifa and cpu.vector say what, and nothing is lost: the same call goes on where it was. */
bool rse_make_room(struct cpu *c, unsigned sof);
/* Spills all dirty registers: flushrs. */
bool rse_flush(struct cpu *c);
/* After a return below what is in memory (bof < dirty): loads the locals that are no longer here and brings BSPSTORE and RNAT
 * down. It must come before the next instruction. Returns false as above. */
bool rse_fill(struct cpu *c);
/* Keeps what belongs in the `bytes` bytes below BSP, loaded where it is no longer here, as dirty, and nothing else: loadrs. It
 * is no more than there are physical registers, and the frame is empty or `bytes` is 0. Returns false as above. */
bool rse_load(struct cpu *c, unsigned bytes);
/* How many registers belong in the `bytes` bytes below the address. */
static inline unsigned rse_registers(u64 addr, unsigned bytes)
{
    u64 low = (addr & ~(u64)7) - (bytes & ~7u);
    return bytes / 8 - (unsigned)((addr >> 9) - (low >> 9));
}

/* A call: the locals go below the new frame, which is what was the outputs. `sol` locals, `sof` registers in all, as CFM
 * has them. The new frame has sof - sol registers. */
void rse_call(struct cpu *c, unsigned sof, unsigned sol);
/* A return to the frame `f`, with no rotation in force: the registers below become its locals, and CFM is f. False if
 * rse_fill() must come before the next instruction. */
bool rse_return(struct cpu *c, struct ia64_cfm f);
/* The same to a frame in which nothing rotates, with no NaT bits about, and all that comes back at hand: as it is mostly. False if it is not so, and
 * nothing has been done. */
bool rse_return_plain(struct cpu *c, unsigned sof, unsigned sol);
/* The same to a frame that cover has put below, wholly: a return that takes all of it for locals, the fill, and then its own locals and
 * rotation. An empty frame where it does not fit. False after a fault as above. */
bool rse_return_covered(struct cpu *c, struct ia64_cfm f);

/* The frame `f` ending at `end` of the backing store takes the place of the present one, as a debugger has it: all that is
 * not in memory is stored first, and what the frame holds is loaded. The memory of both frames and of what is dirty is there
 * to be written. Not a thing that a program can do: ALAT entries and NaT bits of what is stored above the frame are lost.
 * False after a fault as above. */
bool rse_move(struct cpu *c, u64 end, struct ia64_cfm f);

#endif
