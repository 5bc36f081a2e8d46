/* The sections of an ELF file that hold code, with their bytes: what a listing is made of. */
#ifndef PCGRAM_PROF_SYMBOLS_SECTIONS_H
#define PCGRAM_PROF_SYMBOLS_SECTIONS_H

#include "emu/core/error.h"
#include "emu/core/types.h"

#include <libelf.h>

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

enum { BUILD_ID_TEXT = 129 }; /* with its NUL; ld makes 40 or 32 digits */

/* The GNU build id in a section of notes, in hexadecimal; "" where there is none, or none of 2 to 64 bytes. */
void section_build_id(Elf_Scn *notes, char out[BUILD_ID_TEXT]);

/* Reads the executable sections, or those segments, of the ELF file `path`. -1 with *e when it cannot be read or has none; then there is
 * nothing to free. */
int sections_read(struct sections *s, const char *path, struct error *e);
void sections_free(struct sections *s);

/* Calls found() for each executable section of the file, or, of one whose section headers are gone, for each executable segment,
 * which has no name (""); the bytes are libelf's. */
void sections_each(Elf *elf, void (*found)(void *context, const char *name, u64 address, u64 offset, const u8 *bytes, size_t size),
                   void *context);

#endif
