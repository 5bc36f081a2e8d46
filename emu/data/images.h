/* The static objects of ELF images: what symbols and sections say lies where. */
#ifndef PCGRAM_DATA_IMAGES_H
#define PCGRAM_DATA_IMAGES_H

#include "emu/core/regular.h"

struct image_object {
    u64 start, end; /* as the file has it, without a bias; end excluded */
    const char *name;
};

/* Tells of each section of the file (that one; id NULL: whichever has the name) that is in memory, named "FILE:SECTION", and then of each object in them that has a symbol, a greater
 * one before one inside it. Files may be hostile: what does not fit together is left out. */
void images_each(const char *path, const struct file_id *id, void (*each)(void *ctx, const struct image_object *o), void *ctx);

#endif
