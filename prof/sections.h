/* The sections of an ELF file that hold code, with their bytes: what a listing is made of. */
#ifndef PCGRAM_PROF_SECTIONS_H
#define PCGRAM_PROF_SECTIONS_H

#include "emu/core/error.h"
#include "emu/core/types.h"

struct section {
    char *name;  /* "" when the file has no name for it */
    u64 address; /* as the file says, without a bias */
    u64 size;    /* bytes; address + size does not wrap */
    u8 *bytes;
};

struct sections {
    struct section *section; /* by address */
    size_t count, room;
};

/* Reads the executable sections of the ELF file `path`. -1 with *e when it cannot be read or has none; then there is
 * nothing to free. */
int sections_read(struct sections *s, const char *path, struct error *e);
void sections_free(struct sections *s);

#endif
