/* Function symbols of the guest's images (ELF of either class and byte order), by address. */
#ifndef PCGRAM_PROF_SYMBOLS_SYMBOLS_H
#define PCGRAM_PROF_SYMBOLS_SYMBOLS_H

#include "emu/core/error.h"
#include "emu/core/isa.h"
#include "emu/core/regular.h"
#include "emu/core/types.h"
#include "prof/symbols/sections.h"

#define SYMBOL_NONE ((size_t)-1)

/* What an address is the start of. Millicode ($$mulI, $$divU ...) is what PA-RISC compilers call by another linkage. */
enum symbol_kind { SYMBOL_FUNCTION, SYMBOL_MILLICODE, SYMBOL_LABEL /* of assembly, without a type */ };

struct symbol {
    u64 start; /* guest address, bias included */
    u64 size;  /* bytes, never 0: a symbol without a size reaches to the next one or to the end of its section */
    char *name;
    char *mangled; /* what the file has for that name, after symbols_demangle() (prof/symbols/demangle.h); NULL: the same */
    u32 image;     /* index of its image */
    size_t parent; /* the symbol that encloses this one's start, or SYMBOL_NONE */
    u64 declared;  /* st_size */
    u64 limit;     /* end of its section */
    u32 rank;      /* how good a name it is for its address; see symbols.c */
    enum symbol_kind kind;
    bool linker;   /* code of the linker's on the way to a function, which is none itself: a stub, what binds names */
};

struct symbol_image {
    char *path;         /* as the guest's command line or its loader named it */
    u64 bias;           /* added to every address of the file */
    u64 size;           /* bytes of the file; 0 when it could not be read */
    u64 names;          /* bytes of names that it may have yet (emu/core/image_file.h) */
    u64 low, high;      /* guest addresses that its executable sections span; 0, 0 when there are none */
    u64 offset;         /* of the code at `low` in the file */
    char build_id[BUILD_ID_TEXT]; /* GNU build id in hexadecimal, "" when it has none */
};

struct symbols {
    struct symbol *symbol; /* by start, one an address */
    size_t count, room;
    struct symbol_alias { /* another name of that address: found by it, never shown */
        char *name;
        u64 start;
    } *alias;
    size_t aliases, aliases_room;
    struct symbol_image *image;
    size_t images, images_room;
    size_t beside; /* symbols and aliases of other images that count with those here */
    bool full;     /* there were more than SYMBOLS_MOST of all images: the others are not there */
};

enum { SYMBOLS_MOST = 1 << 20 }; /* Lua has 3,000 with its libraries, a browser some 500,000 */

/* Adds the image in the host file `file` (that one; id NULL: whichever has the name) for `isa`, known to the guest as `path` and loaded at `bias` (0 for ET_EXEC). The image
 * is listed even when -1 is returned: *e then says why it has no names, which is never a reason to stop.
 * A stripped file has those of its debug file (prof/symbols/debug_file.h), where that is found. Code that no symbol covers gets names too (prof/symbols/names.h);
 * without an isa (NULL) it does not.
 * The first image's symbols are in order then; behind them those of others are once symbols_settle() has put all in order, after the last one: each time it would take
 * the longer the more there are. Pointers to and indices of symbols taken before are void afterwards. */
int symbols_add(struct symbols *s, const struct isa *isa, const char *file, const struct file_id *id, const char *path, u64 bias, struct error *e);

/* Adds the images and symbols of *from, which have been settled: as symbols_add() of the same files would, to be put in order like them. */
void symbols_add_copies(struct symbols *s, const struct symbols *from);

/* Adds one symbol, whose name is copied and of which start, name, mangled, image, declared, limit and kind count; once all are
 * there, symbols_settle() puts them in order. */
void symbols_put(struct symbols *s, const struct symbol *f);
void symbols_settle(struct symbols *s);
/* Whether no more are taken of files: asked when there is another one. */
bool symbols_full(struct symbols *s);

/* Adds an image that is no file but code in [low, high) of memory, which has one function, `size` bytes from `start` on; symbols_settle() puts it in order. */
void symbols_add_code(struct symbols *s, const char *path, u64 low, u64 high, const char *name, u64 start, u64 size);

/* Index of the innermost function that covers the address, or SYMBOL_NONE. */
size_t symbols_find(const struct symbols *s, u64 address);
/* The same, quicker where that is what was found for the address before: `near`. */
size_t symbols_find_near(const struct symbols *s, u64 address, size_t near);

/* "name" or "name+0x1c" of an address, its hexadecimal value when nothing covers it. Cut to cap bytes. */
void symbols_format(const struct symbols *s, u64 address, char *out, size_t cap);
/* The same, whole: a new string. */
char *symbols_text(const struct symbols *s, u64 address);

/* The symbol whose name the n bytes at `name` are, in either form, or another name for its address: an index from `from` on, or SYMBOL_NONE. */
size_t symbols_named(const struct symbols *s, const char *name, size_t n, size_t from);
/* Likewise the symbol that the n bytes at `name` are a short name of (short_name_is()): of a function, or (passes_on) of a stub or a thunk. */
size_t symbols_short_named(const struct symbols *s, const char *name, size_t n, bool passes_on, size_t from);

void symbols_free(struct symbols *s);

#endif
