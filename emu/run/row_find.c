#include "emu/run/row_find.h"

#include <stdlib.h>
#include <string.h>

#include "emu/inspect/place.h"
#include "emu/run/isas.h"
#include "prof/profile/profile_inlines.h"
#include "prof/symbols/demangle.h"

/* The symbols of an image's file, if that is still what it was; without them nothing is known of it. */
static bool add_image(struct symbols *s, const struct profile *p, const struct profile_image *image)
{
    struct error e;
    if (!image->size) return false;
    symbols_add(s, isa_find(p->isa), image->path, NULL, image->path, image->bias, &e);
    return s->image[0].size == image->size && !strcmp(s->image[0].build_id, image->build_id);
}

/* A profile knows one name an address, and what came about in the run; the programs and libraries themselves know all, if
 * they are still what they were. The address that is meant; false: none has this name, or several have. */
static bool find_in_files(const struct profile *p, const char *where, u64 *address)
{
    bool found = false;
    for (size_t i = 0; i < p->images && !found; i++) {
        const struct profile_image *image = &p->image[i];
        struct symbols s = {0};
        struct error e;
        struct place place;
        bool same = add_image(&s, p, image);
        if (same) symbols_demangle(&s);
        found = same && !place_find(&s, where, "", &place, &e) && place.named;
        if (found) *address = place.address;
        symbols_free(&s);
    }
    return found;
}

/* The row of a function that has no code of its own but ran where it was inlined; or PROFILE_NONE, and *e says where it went. */
static u32 find_inlined(const struct profile *p, const char *where, struct error *e)
{
    struct inlined in = {0};
    struct error several = {.text = ""};
    u32 row = profile_find_inlined(p, where, &several);
    if (several.text[0]) *e = several;
    if (row != PROFILE_NONE || several.text[0]) return row;
    for (size_t i = 0; i < p->images; i++) {
        struct symbols s = {0};
        if (add_image(&s, p, &p->image[i])) inlined_find(&in, p->image[i].path, where);
        symbols_free(&s);
    }
    place_inlined(where, &in, e);
    return PROFILE_NONE;
}

/* The first instruction of a row; NULL: it has none. */
static const struct profile_insn *first_of(const struct profile *p, u32 row)
{
    for (size_t i = 0; i < p->insns; i++)
        if (profile_insn_row(p, &p->insn[i]) == row) return &p->insn[i];
    return NULL;
}

/* The row of the instruction there, or of the bundle's first. */
static u32 row_at(const struct profile *p, u64 address)
{
    const struct profile_insn *insn = profile_insn_at(p, address);
    if (!insn) insn = profile_insn_at(p, address - address % p->unit);
    return insn ? profile_insn_row(p, insn) : PROFILE_NONE;
}

/* Code that is in no function, as reports name it: of an image, or "[unknown]", of none. */
static u32 row_of_label(const struct profile *p, const char *where, bool *any)
{
    for (u32 row = (u32)p->functions; row < profile_rows(p); row++) {
        char *label = profile_image_label(p, row < p->functions + p->images ? row - (u32)p->functions : PROFILE_NONE);
        bool is = !strcmp(label, where);
        free(label);
        *any |= is;
        if (is && first_of(p, row)) return row;
    }
    return PROFILE_NONE;
}

u32 row_find(const struct profile *p, const struct symbols *ran, const struct symbols *all, const char *where, struct error *e)
{
    static const char lister[] = "'pcgram report' lists them";
    struct place place = {0};
    bool is_label = false;
    u32 row = row_of_label(p, where, &is_label);
    if (row != PROFILE_NONE) return row;
    if (is_label) {
        error_set(e, "%s: all of its code that ran is in functions ('pcgram report' lists them)", where);
        return PROFILE_NONE;
    }
    bool found = !place_find(ran, where, lister, &place, e);
    if (!found && !place.ambiguous) found = !place_find(all, where, lister, &place, e);
    if (found) {
        row = row_at(p, place.address);
        if (row == PROFILE_NONE && place.named) row = row_at(p, place.function->start);
    } else if (!place.ambiguous && find_in_files(p, where, &place.address)) {
        row = row_at(p, place.address);
        place.named = true;
    } else {
        return place.ambiguous ? PROFILE_NONE : find_inlined(p, where, e);
    }
    if (row != PROFILE_NONE) return row;
    if (place.named || place.function) {
        error_set(e, "%s: this function did not run", where);
        return find_inlined(p, where, e);
    }
    error_set(e, "%s: no code of this profile is there ('pcgram report' lists what ran)", where);
    return PROFILE_NONE;
}
