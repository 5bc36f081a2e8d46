#include "prof/symbols/inlined.h"

#if PCGRAM_LIBDW

#include <dwarf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "emu/core/alloc.h"
#include "emu/core/image_file.h"
#include "emu/core/text.h"
#include "prof/output/short_name.h"
#include "prof/symbols/debug_file.h"
#include "prof/symbols/debug_info.h"
#include "prof/symbols/demangle.h"
#include "prof/symbols/scopes.h"

struct place {
    const char *function, *file; /* the debug information owns them */
    Dwarf_Word line;
};

struct search {
    const char *name, *last; /* `last`: the identifier alone */
    struct place *place;
    size_t places, room;
    const void *behind; /* of a unit's DIEs */
};

static const char *text_of(Dwarf_Die *die, unsigned attribute)
{
    Dwarf_Attribute a;
    return dwarf_formstring(dwarf_attr_integrate(die, attribute, &a));
}

static bool matches(const struct search *s, Dwarf_Die *die)
{
    const char *name = text_of(die, DW_AT_name), *linkage = text_of(die, DW_AT_linkage_name);
    if (name && !strcmp(name, s->name)) return true;
    if (!linkage || !strstr(linkage, s->last)) return false; /* the library takes long for all names of a large program */
    char *whole = demangled(linkage);
    bool is = !strcmp(linkage, s->name) || (whole && short_name_is((struct span){s->name, strlen(s->name)}, whole, false));
    free(whole);
    return is;
}

static Dwarf_Word number_of(Dwarf_Die *die, unsigned attribute)
{
    Dwarf_Attribute a;
    Dwarf_Word n = 0;
    return dwarf_formudata(dwarf_attr(die, attribute, &a), &n) ? 0 : n;
}

/* The call that die, an inlined function, stands for. */
static void add(struct search *s, Dwarf_Die *unit, Dwarf_Die *die, const char *function)
{
    Dwarf_Files *files;
    size_t count;
    const char *file = NULL;
    if (!dwarf_getsrcfiles(unit, &files, &count)) file = dwarf_filesrc(files, number_of(die, DW_AT_call_file), NULL, NULL);
    struct place p = {function ? function : "?", file ? text_base(file) : NULL, number_of(die, DW_AT_call_line)};
    for (size_t i = 0; i < s->places; i++) {
        const struct place *o = &s->place[i];
        if (o->line == p.line && !strcmp(o->function, p.function) && !o->file == !p.file && (!p.file || !strcmp(o->file, p.file)))
            return;
    }
    s->place = alloc_grow(s->place, s->places, &s->room, sizeof *s->place);
    s->place[s->places++] = p;
}

static void walk(struct search *s, Dwarf_Die *unit, Dwarf_Die *parent, const char *function, unsigned depth)
{
    Dwarf_Die die;
    if (depth > DIES_DEEPEST || dwarf_child(parent, &die)) return;
    do {
        if (!die_is_behind(&s->behind, &die)) return;
        int tag = dwarf_tag(&die);
        if (tag == DW_TAG_inlined_subroutine && matches(s, &die)) add(s, unit, &die, function);
        if (dwarf_haschildren(&die) > 0)
            walk(s, unit, &die, tag == DW_TAG_subprogram ? text_of(&die, DW_AT_name) : function, depth + 1);
    } while (!dwarf_siblingof(&die, &die));
}

static void tell(struct inlined *out, const struct search *s)
{
    for (size_t i = 0; i < s->places && out->places + i < INLINED_SHOWN; i++) {
        size_t n = strlen(out->text);
        const struct place *p = &s->place[i];
        const char *comma = n ? ", " : "";
        if (p->file)
            snprintf(out->text + n, sizeof out->text - n, "%s%.40s (%.40s:%llu)", comma, p->function, p->file,
                     (unsigned long long)p->line);
        else snprintf(out->text + n, sizeof out->text - n, "%s%.40s", comma, p->function);
    }
    out->places += s->places;
}

/* Takes fd over. Whether there is any unit with debug information. */
static bool find_in(struct inlined *out, int fd, const char *name)
{
    struct debug_info d;
    char last[128];
    size_t n = strcspn(name, "(<"), from = n;
    while (from && name[from - 1] != ':') from--;
    snprintf(last, sizeof last, "%.*s", (int)(n - from), name + from);
    struct search s = {.name = name, .last = last};
    Dwarf_CU *cu = NULL;
    Dwarf_Die unit;
    bool any = false;
    debug_info_open(&d, fd);
    for (; debug_info_next(&d, &cu, &unit); any = true) {
        s.behind = NULL;
        walk(&s, &unit, &unit, NULL, 0);
    }
    tell(out, &s);
    free(s.place);
    debug_info_close(&d);
    return any;
}

void inlined_find(struct inlined *out, const char *file, const char *name)
{
    if (!find_in(out, image_open_for_dwarf(file, NULL), name)) find_in(out, debug_file_open(file), name);
}

#else

void inlined_find(struct inlined *out, const char *file, const char *name) { (void)out, (void)file, (void)name; }

#endif
