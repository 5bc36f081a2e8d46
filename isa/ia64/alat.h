/* The advanced load address table: which registers hold what an advanced load found, as long as no store has come between
 * (SDM volume 2, 4.4.5.3). 32 entries, any of which may hold any register, as on Itanium 2. */
#ifndef PCGRAM_IA64_ALAT_H
#define PCGRAM_IA64_ALAT_H

#include "emu/core/types.h"

enum {
    ALAT_ENTRIES = 32,
    ALAT_FR = 1 << 8, /* tag of a floating-point register: this + its place in the file */
};

struct alat_entry {
    u64 addr; /* of the load's first byte */
    u16 tag;  /* register: general 0 to 31, stacked 32 + its place in the physical file, or ALAT_FR + ... */
    u8 size;  /* bytes; 0: the entry is free */
};

struct alat {
    u64 granules; /* bit n: some entry may lie in a granule of 16 bytes whose number is n modulo 64 */
    u8 next;      /* the entry to be replaced next, round robin */
    u8 used;      /* entries that may be taken: those behind it are free */
    struct alat_entry entry[ALAT_ENTRIES];
};

static inline u64 alat_granule(u64 addr) { return (u64)1 << (addr >> 4 & 63); }

/* True if a store of up to 16 bytes, none of them beyond the granule, may hit an entry: alat_store() then finds out. */
static inline bool alat_may_hit(const struct alat *a, u64 addr) { return a->granules & alat_granule(addr); }

/* An advanced load of `size` bytes to the register `tag`; an older entry of that register goes. */
void alat_insert(struct alat *a, unsigned tag, u64 addr, unsigned size);
/* True if the register's entry is there and is for this very access; a check load or chk.a. */
bool alat_check(const struct alat *a, unsigned tag);
void alat_remove(struct alat *a, unsigned tag);
/* Bytes were written: entries that overlap them go. */
void alat_store(struct alat *a, u64 addr, u64 size);
/* invala. */
void alat_clear(struct alat *a);

#endif
