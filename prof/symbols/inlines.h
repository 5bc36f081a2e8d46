/* Copies of inlined functions in a guest's images, by address, from DWARF's DW_TAG_inlined_subroutine (elfutils' libdw). */
#ifndef PCGRAM_PROF_SYMBOLS_INLINES_H
#define PCGRAM_PROF_SYMBOLS_INLINES_H

#include "emu/core/regular.h"

#define INLINES_NONE UINT32_MAX

struct inline_function {
    char *name;   /* for people */
    char *symbol; /* as the debug information has it, where that is another; else NULL */
    char *file;   /* where it is declared, NULL: not known */
    u32 line;
};

/* One call that the compiler put the callee's code in place of. */
struct inline_copy {
    u32 parent;   /* the copy that it is in, INLINES_NONE: in a function itself */
    u32 function; /* index: what was called */
    char *file;   /* of the call, NULL: not known */
    u32 line;
};

struct inline_segment {
    u64 address; /* from here to the next one */
    u32 copy;    /* the innermost; INLINES_NONE */
};

struct inlines { /* all zero: empty */
    struct inline_function *function; /* by name, file and line, each once */
    size_t functions;
    struct inline_copy *copy; /* parents before what is in them */
    size_t copies, copies_room;
    struct inline_segment *segment; /* by address */
    size_t segments;
    struct inline_range *range; /* until inlines_settle() */
    struct inline_function *named;
    size_t ranges, ranges_room, named_room;
};

/* Adds those of the host file `file`, or of its debug file, loaded at `bias`, as far as their code lies from low to high
 * (excluded). A file without debug information adds nothing. */
void inlines_add(struct inlines *l, const char *file, const struct file_id *id, u64 bias, u64 low, u64 high);
/* After the last one. With `mangled` the names of C++ functions stay as the debug information has them. */
void inlines_settle(struct inlines *l, bool mangled);
/* The innermost copy that an instruction is of, INLINES_NONE: of none. */
u32 inlines_at(const struct inlines *l, u64 address);
void inlines_free(struct inlines *l);

#endif
