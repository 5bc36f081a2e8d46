/* Bundles: 128 bits with a template and three slots of 41 bits (SDM volume 1, 3.3, table 3-10). */
#ifndef PCGRAM_IA64_BUNDLE_H
#define PCGRAM_IA64_BUNDLE_H

#include "emu/core/types.h"

/* What a slot holds. A is no slot: it is the part of the instruction table that M and I share. L is the immediate of
 * the long instruction in the X slot behind it. */
enum ia64_unit { IA64_UNIT_A, IA64_UNIT_M, IA64_UNIT_I, IA64_UNIT_F, IA64_UNIT_B, IA64_UNIT_X, IA64_UNIT_L };

struct ia64_template {
    char name[4];  /* "MII"; "-3-" and so on where the template is reserved */
    u8 unit[3];    /* enum ia64_unit of each slot; M where it is reserved */
    u8 stops;      /* bit n: an instruction group ends after slot n */
    bool reserved; /* an illegal-operation fault whatever the slots hold */
};

/* The template with number TEMPLATE, of which the low five bits count. Constant data. */
const struct ia64_template *ia64_template(unsigned number);

struct ia64_bundle {
    const struct ia64_template *template;
    u64 slot[3]; /* 41 bits each */
};

/* The address of the bundle of a pc, which is that | slot; a branch to any address in a bundle goes to its beginning. */
static inline u64 ia64_bundle_of(u64 pc) { return pc & ~(u64)15; }

/* The bundle in the 16 bytes at P, which are little-endian whatever PSR.be says (SDM volume 1, 3.2.4). */
struct ia64_bundle ia64_bundle_at(const u8 p[16]);

#endif
