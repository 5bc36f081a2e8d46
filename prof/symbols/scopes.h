/* What a DIE of debug information is declared in. libdw's dwarf_getscopes_die() looks for that through all of its unit, each time, and through all
 * units that it imports, as often as there are ways to them and as deep. */
#ifndef PCGRAM_PROF_SYMBOLS_SCOPES_H
#define PCGRAM_PROF_SYMBOLS_SCOPES_H

#if PCGRAM_LIBDW
#include <elfutils/libdw.h>
#include <stdbool.h>

#include "prof/symbols/key_table.h"

enum { DIES_DEEPEST = 200 /* in each other: what lies deeper is not looked at */ };

/* Whether the walk through a unit goes on at that DIE: one comes to them in the order in which they lie. In a file that is made so that one would
 * come to the same ones again and again it ends. *last: NULL at the beginning of a unit. */
static inline bool die_is_behind(const void **last, const Dwarf_Die *die)
{
    bool is = !*last || (const char *)die->addr > (const char *)*last;
    if (is) *last = die->addr;
    return is;
}

struct scopes {             /* all zero: empty */
    struct key_table units; /* struct scope_list of a unit, by libdw's place of it */
};

/* The DIE around *die, in its unit; false: that is the unit, or has none around it. `around` may be die. */
bool scope_around(struct scopes *s, const Dwarf_Die *die, Dwarf_Die *around);
void scopes_free(struct scopes *s);
#endif

#endif
