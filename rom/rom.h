/* The ROM images, one an instruction set: generated from the assembly beside them, see rom/build. */
#ifndef PCGRAM_ROM_ROM_H
#define PCGRAM_ROM_ROM_H

#include "emu/core/types.h"

struct rom_image {
    const char *isa;   /* name of the instruction set */
    u64 address;       /* real address of its first byte, where the interruption vectors are */
    const u8 *bytes;
    size_t size;       /* bytes */
};

extern const struct rom_image rom_parisc, rom_ia64;

/* The image for an instruction set, or NULL. */
const struct rom_image *rom_find(const char *isa);

#endif
