/* Files whose code was mapped once and is no more, such as a library after dlclose(): what ran there is counted, and its names,
 * source lines and bytes are those of the file.
 *
 * A profile tells code apart by its address. So that nothing else comes to lie where something has run, the kernel gives such a
 * place to others only when it has no other; the same file gets it again, as its counts belong together. */
#ifndef PCGRAM_CORE_UNLOADED_H
#define PCGRAM_CORE_UNLOADED_H

#include "emu/core/regular.h"

struct mem;
struct mem_area;

/* What a guest asked for before it mapped a file there: loaders ask for all of a library at once, with the file or without
 * (glibc where segments are aligned to more than a page). */
struct unloaded_room {
    u64 start, bytes; /* bytes as they were asked for, of no whole number of pages */
};

#define GONE_MAX 256 /* those unmapped later leave no trace: their number is the guest's choice */

struct unloaded {
    u64 start, end;  /* what was unmapped at once, all segments of the file */
    u64 code;        /* where executable pages began in it, */
    u64 file_offset; /* and what they were in the file, in bytes */
    struct unloaded_room room;
    char *name;      /* path of the file; owned */
    struct file_id id;
};

/* Before [start, end) is unmapped: notes the files whose code lies there and nowhere else, up to sixteen at once. */
void unloaded_note(struct mem *m, u64 start, u64 end);
/* What was unmapped last and overlaps [start, end); NULL: nothing. */
const struct unloaded *unloaded_at(const struct mem *m, u64 start, u64 end);
/* After room was given, and after a file was mapped. */
void unloaded_asked(struct mem *m, u64 start, u64 bytes);
void unloaded_loaded(struct mem *m, u64 addr);
/* Where a file was when as many bytes were asked for, and it has gone since; 0: nowhere. is_meant: that file, as it was then, may be the one that is to be
 * mapped. */
u64 unloaded_place(const struct mem *m, u64 bytes, bool (*is_meant)(const void *ctx, const struct file_id *id), const void *ctx);
/* What code is mapped where this one was, or NULL. */
const struct mem_area *unloaded_covered(const struct mem *m, const struct unloaded *g);
/* n bytes at `address` as the file has them; false when they were not its code, or it cannot be read any more. */
bool unloaded_read(const struct mem *m, u64 address, u8 *out, size_t n);
void unloaded_copy(struct mem *to, const struct mem *from);
void unloaded_free(struct mem *m);

#endif
