/* The profile control block: what the ROM's timer handler and the host's (prof/tick/tick.c) know of a process's profile.
 *
 * It lies at a real address, in the ROM's RAM, where no virtual address of a guest leads; the guest kernel fills it at
 * each of the five profiling calls and the handler reads it at each tick. Both handlers work on the same bytes, in the
 * processor's byte order: big-endian on PA-RISC, little-endian on Itanium.
 *
 * The call does the thinking: whatever the dialect, it leaves a list of entries in the order in which they are to be
 * tried, each with all the numbers that one loop needs (docs/clauses.txt):
 *
 *     for each entry e:
 *         if pc < e.LOW or pc > e.LAST: next
 *         n = KIND_FLOOR    floor((pc - LOW) * SCALE / 65536)
 *             KIND_EVEN_UP  the same, rounded up to an even number
 *             KIND_HALVED   2 * floor(floor((pc - LOW) / 2) * SCALE / 65536)
 *             KIND_ONE_BIN  0
 *         if n < e.LIMIT: count in the element at BASE + n - n mod ELEMENT; done
 *         if e has FINAL: done
 *
 * This header is read by C and by the assemblers: nothing but #defines stands before the C part. */
#ifndef PCGRAM_ROM_PCB_H
#define PCGRAM_ROM_PCB_H

/* The header; offsets in bytes. The 64-bit fields are aligned to 8. */
#define PCB_FLAGS 0    /* u32, PCB_ON and so on */
#define PCB_COUNT 4    /* u32: entries */
#define PCB_DIALECT 8  /* u32: which call turned it on, PCB_HPUX and so on; 0 when off by a call */
#define PCB_PERIOD 16  /* u64: cycles from this match of the timer to the next one; set before each tick */
#define PCB_ACTION 24  /* u32: what the last tick did, PCB_DID_COUNT and so on; with it, where they apply: */
#define PCB_REGION 28  /* u32: INDEX of the entry */
#define PCB_ADDRESS 32 /* u64: address of the element */
#define PCB_OLD 40     /* u64: its value before */
#define PCB_NEW 48     /* u64: and after */
#define PCB_SCRATCH 64 /* 64 bytes for the handler */
#define PCB_ENTRIES 4096

#define PCB_ON 1         /* in PCB_FLAGS: profiling is on */
#define PCB_BIG_ENDIAN 2 /* in PCB_FLAGS: byte order of the elements */

#define PCB_HPUX 1
#define PCB_IRIX 2
#define PCB_OPENBSD 3
#define PCB_AIX_SHORT 4 /* AIX's first form */
#define PCB_AIX_PROF 5  /* and its second */

#define PCB_DID_OFF 0          /* profiling is off */
#define PCB_DID_COUNT 1        /* an element was incremented (or wrapped to 0) */
#define PCB_DID_SATURATED 2    /* the element is at its maximum and stays there */
#define PCB_DID_OVERFLOW_BIN 3 /* HP-UX: the overflow descriptor's element was incremented */
#define PCB_DID_MISS 4         /* no entry counts this pc */
#define PCB_DID_FAULT 5        /* the element cannot be updated: profiling was turned off */

/* An entry. */
#define PCB_ENTRY_SIZE 64
#define PCB_LOW 0      /* u64: first text address */
#define PCB_LAST 8     /* u64: last text address */
#define PCB_BASE 16    /* u64: address of the buffer */
#define PCB_LIMIT 24   /* u64: bytes of the buffer that may be counted in */
#define PCB_SCALE 32   /* u32 */
#define PCB_ELEMENT 36 /* u32: 2, 4 or 8 bytes */
#define PCB_KIND 40    /* u32 */
#define PCB_MODE 44    /* u32: PCB_SATURATE and so on */
#define PCB_INDEX 48   /* u32: of the entry in the caller's array */

#define PCB_KIND_FLOOR 0
#define PCB_KIND_EVEN_UP 1
#define PCB_KIND_HALVED 2
#define PCB_KIND_ONE_BIN 3

#define PCB_SATURATE 1 /* the element stops at its maximum; without: it wraps to 0 */
#define PCB_FINAL 2    /* no later entry is tried once pc is in [LOW, LAST] */
#define PCB_OVERFLOW 4 /* HP-UX's overflow descriptor */
#define PCB_BYTEWISE 8 /* the element may have any alignment; without: it must be aligned to its size */

/* Room for entries: AIX's second form looks at so many, its end mark among them. */
#define PCB_MAX_ENTRIES 65536
#define PCB_SIZE (PCB_ENTRIES + PCB_MAX_ENTRIES * PCB_ENTRY_SIZE)

#ifndef __ASSEMBLER__

#include "emu/core/types.h"

struct pcb {
    u8 *bytes;             /* PCB_SIZE of them */
    bool big_endian;       /* byte order of the block */
    unsigned address_bits; /* 32 or 64: of the guest's addresses */
};

static inline u32 pcb_get32(const struct pcb *b, const u8 *at) { return b->big_endian ? load_be32(at) : load_le32(at); }
static inline u64 pcb_get64(const struct pcb *b, const u8 *at) { return b->big_endian ? load_be64(at) : load_le64(at); }

static inline void pcb_put32(const struct pcb *b, u8 *at, u32 v)
{
    if (b->big_endian) store_be32(at, v);
    else store_le32(at, v);
}

static inline void pcb_put64(const struct pcb *b, u8 *at, u64 v)
{
    if (b->big_endian) store_be64(at, v);
    else store_le64(at, v);
}

static inline u8 *pcb_entry(const struct pcb *b, u32 i) { return b->bytes + PCB_ENTRIES + (size_t)i * PCB_ENTRY_SIZE; }
static inline bool pcb_on(const struct pcb *b) { return pcb_get32(b, b->bytes + PCB_FLAGS) & PCB_ON; }

#endif
#endif
