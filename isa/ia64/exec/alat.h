/* The advanced load address table: which registers hold what an advanced load found, as long as no store has come between
 * (SDM volume 2, 4.4.5.3). 32 entries, any of which may hold any register, as on Itanium 2. */
#ifndef PCGRAM_IA64_ALAT_H
#define PCGRAM_IA64_ALAT_H

#include "emu/core/types.h"

enum {
    ALAT_ENTRIES = 32,
    ALAT_GRANULE = 16, /* bytes */
    ALAT_FR = 1 << 8, /* tag of a floating-point register: this + its place in the file */
};

struct alat_entry {
    u64 addr; /* of the load's first byte */
    u16 tag;  /* register: general 0 to 31, stacked 32 + its place in the physical file, or ALAT_FR + ... */
    u8 size;  /* bytes */
};

struct alat {
    u64 granules; /* bit n: some entry may lie in a granule whose number is n modulo 64 */
    u8 used;      /* entries taken: the first ones */
    u8 next;      /* the one to be replaced next when all are, round robin */
    u8 place[2][128]; /* by file and register: 1 + its entry, or 0 */
    struct alat_entry entry[ALAT_ENTRIES];
};

static inline u8 *alat_place(struct alat *a, unsigned tag) { return &a->place[!!(tag & ALAT_FR)][tag & 127]; }

static inline u64 alat_granule(u64 addr) { return (u64)1 << (addr >> 4 & 63); }

/* True if a store of up to 16 bytes, none of them beyond the granule, may hit an entry: alat_store() then finds out. */
static inline bool alat_may_hit(const struct alat *a, u64 addr) { return a->granules >> (addr >> 4 & 63) & 1; }

/* An advanced load of `size` bytes to the register `tag`, none of them beyond the granule of the first; an older entry of
 * that register goes. */
void alat_insert(struct alat *a, unsigned tag, u64 addr, unsigned size);
/* True if the register has an entry: a check load or chk.a. Only the register is compared (SDM volume 3, table 3-1:
 * alat_cmp); that the check is for the same access as the load is for the program to see to. */
static inline bool alat_check(const struct alat *a, unsigned tag) { return a->place[!!(tag & ALAT_FR)][tag & 127]; }
/* The register's entry goes, if there is one: invala.e, a check that clears. */
void alat_remove(struct alat *a, unsigned tag);
/* Bytes were written: entries that overlap them go. */
void alat_store(struct alat *a, u64 addr, u64 size);
/* All entries go: invala. */
void alat_clear(struct alat *a);

#endif
