/* Which function a pc of a running process is in, by the symbols of what is mapped there: what is a tail call depends on it
 * (emu/core/contexts.h). */
#ifndef PCGRAM_INSPECT_FUNCTIONS_H
#define PCGRAM_INSPECT_FUNCTIONS_H

#include "emu/core/machine.h"
#include "prof/symbols/symbols.h"

struct functions { /* all zero: nothing read yet */
    struct function_image {
        char *path;
        struct file_id id;
        u64 bias;
        struct symbols symbols;
    } *image; /* each file at each bias once, however many processes map it */
    size_t images, room;
    struct function_image kernel; /* of the kernel's page, once it has been asked for */
    struct function_mapping { /* where a file's page lies says its bias */
        u64 start, file_offset;
        size_t image;
        bool begins; /* the image does: its bias is certain (elf_image_bias) */
    } *mapping;
    size_t mappings, mappings_room;
    bool readable; /* C++ names are given as their source has them; set before anything is asked */
};

/* Adds the page of kernel code that guests execute, where signals are returned from, as the image "[vdso]". */
void functions_add_kernel(struct symbols *s, const struct abi *abi);
/* struct machine's function_of; ctx is a struct functions. */
u64 functions_find(void *ctx, struct process *p, u64 pc);
/* The name of that function, in name[cap], and where it begins. False: it has none. */
bool functions_name(struct functions *f, struct process *p, u64 pc, char *name, size_t cap, u64 *start);
/* Where the functions of that name, in either form, begin in what is mapped now, into at[room]: how many. */
size_t functions_addresses(struct functions *f, struct process *p, const char *name, u64 *at, size_t room);
/* The same; of "NAME+0x1c", so many bytes behind them; where no function has the name whole, by its short forms (prof/output/short_name.h). */
size_t functions_places(struct functions *f, struct process *p, const char *where, u64 *at, size_t room);
/* The first of these. False: there is none. */
bool functions_address(struct functions *f, struct process *p, const char *where, u64 *address);
/* The symbols of the file of that path at that bias, as symbols_add() puts them, or NULL: they have not been read, or the file is no longer the
 * one that was. */
const struct symbols *functions_symbols(const struct functions *f, const char *path, const struct file_id *id, u64 bias);
void functions_free(struct functions *f);

#endif
