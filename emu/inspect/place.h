/* A place in a program as the command line names it: one way for all commands.
 *
 *     0x1074c             an address
 *     NAME                a function: its name as reports show it, as the file has it, or another name of its first instruction
 *     NAME@0x10720        that of this name which begins there; also with an offset behind it
 *     NAME+0x1c, NAME+28  an instruction of it
 *     [libc.so.6]         where the code of a program or library begins, as reports call what of it is in no function;
 *     [libc.so.6]+0x1c    also with an offset
 *
 * NAME may leave out what does not tell functions apart: of C++ arguments, return type and scopes (`Shape::area` or `area`
 * for `geo::Shape::area(double) const`), a template's own arguments, of C what compilers append (`.constprop.0`). Whole names come
 * before short ones. */
#ifndef PCGRAM_INSPECT_PLACE_H
#define PCGRAM_INSPECT_PLACE_H

#include "prof/symbols/inlined.h"
#include "prof/symbols/symbols.h"

/* NAME+0x1c: the bytes that NAME has, and the offset. False: it does not end so (names of C++ operators have a plus, too). */
bool place_offset(const char *where, size_t *name, u64 *offset);

struct place {
    u64 address;
    const struct symbol *function; /* that is named, or that the address is in; NULL: it is in none */
    bool named;                    /* by a function */
    bool ambiguous;                /* several have the name: that is the error */
    size_t image;                  /* that is named without an offset; SYMBOL_NONE: none is */
};

/* -1 with *e, one line: it is no address, no function has the name (what is near it, or `list`, which says where names are to
 * be seen), several have it (which), or the offset is not in the function. */
int place_find(const struct symbols *s, const char *where, const char *list, struct place *out, struct error *e);

/* For a name that no function has, or one that did not run: when the compiler put it into other functions, *e says so and where.
 * Returns -1. */
int place_inlined(const char *where, const struct inlined *in, struct error *e);

/* Both, in the file at PATH, whose symbols are s. */
int place_find_in_file(const struct symbols *s, const char *path, const char *where, const char *list,
                       struct place *out, struct error *e);

#endif
