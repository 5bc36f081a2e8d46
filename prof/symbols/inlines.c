#include "prof/symbols/inlines.h"

#include "emu/core/alloc.h"
#include "prof/symbols/demangle.h"

#include <stdlib.h>

struct inline_range {
    u64 low, high;
    u32 copy;
};

/* --- settling ------------------------------------------------------------------------------------------------------- */

static int by_text(const char *a, const char *b) { return strcmp(a ? a : "", b ? b : ""); }

/* Functions of one name that stand in different places of the source are different ones. */
static int by_function(const struct inline_function *x, const struct inline_function *y)
{
    int order = by_text(x->symbol ? x->symbol : x->name, y->symbol ? y->symbol : y->name);
    if (!order) order = by_text(x->file, y->file);
    return order ? order : (x->line > y->line) - (x->line < y->line);
}

struct named {
    struct inline_function f;
    u32 copy;
};

static int by_named(const void *a, const void *b)
{
    const struct named *x = a, *y = b;
    int order = by_function(&x->f, &y->f);
    return order ? order : (x->copy > y->copy) - (x->copy < y->copy);
}

/* What each copy is of, each function once. */
static void settle_functions(struct inlines *l, bool mangled)
{
    struct named *list = alloc_zeroed(l->copies, sizeof *list);
    for (size_t i = 0; i < l->copies; i++) list[i] = (struct named){l->named[i], (u32)i};
    if (l->copies) qsort(list, l->copies, sizeof *list, by_named);
    l->function = alloc_zeroed(l->copies, sizeof *l->function);
    for (size_t i = 0; i < l->copies; i++) {
        struct inline_function *f = &list[i].f, *last = l->functions ? &l->function[l->functions - 1] : NULL;
        if (!last || by_function(last, f)) {
            l->function[l->functions++] = *f;
        } else {
            free(f->name);
            free(f->file);
        }
        l->copy[list[i].copy].function = (u32)l->functions - 1;
    }
    for (size_t i = 0; i < l->functions; i++) {
        struct inline_function *f = &l->function[i];
        char *name = mangled ? NULL : demangled(f->name);
        if (!name) continue;
        f->symbol = f->name;
        f->name = name;
    }
    free(list);
    free(l->named);
    l->named = NULL;
}

/* What is around comes before what is in it: parents were read first. */
static int by_range(const void *a, const void *b)
{
    const struct inline_range *x = a, *y = b;
    if (x->low != y->low) return x->low < y->low ? -1 : 1;
    if (x->high != y->high) return x->high > y->high ? -1 : 1;
    return (x->copy > y->copy) - (x->copy < y->copy);
}

static void begin_segment(struct inlines *l, u64 address, u32 copy)
{
    if (l->segments && l->segment[l->segments - 1].address == address) l->segments--;
    l->segment[l->segments++] = (struct inline_segment){address, copy};
}

/* Ends the ranges that end at the address or before it. */
static size_t end_ranges(struct inlines *l, const struct inline_range *open, size_t depth, u64 address)
{
    for (; depth && open[depth - 1].high <= address; depth--)
        begin_segment(l, open[depth - 1].high, depth > 1 ? open[depth - 2].copy : INLINES_NONE);
    return depth;
}

static void settle_ranges(struct inlines *l)
{
    struct inline_range *open = alloc_zeroed(l->ranges, sizeof *open);
    size_t depth = 0;
    if (l->ranges) qsort(l->range, l->ranges, sizeof *l->range, by_range);
    l->segment = alloc_zeroed(2 * l->ranges, sizeof *l->segment);
    for (size_t i = 0; i < l->ranges; i++) {
        struct inline_range r = l->range[i];
        depth = end_ranges(l, open, depth, r.low);
        if (depth && r.high > open[depth - 1].high) r.high = open[depth - 1].high; /* it is not in what it begins in */
        open[depth++] = r;
        begin_segment(l, r.low, r.copy);
    }
    end_ranges(l, open, depth, UINT64_MAX);
    free(open);
    free(l->range);
    l->range = NULL;
    l->ranges = 0;
}

void inlines_settle(struct inlines *l, bool mangled)
{
    settle_functions(l, mangled);
    settle_ranges(l);
}

u32 inlines_at(const struct inlines *l, u64 address)
{
    size_t low = 0, high = l->segments;
    while (low < high) {
        size_t mid = low + (high - low) / 2;
        if (l->segment[mid].address <= address) low = mid + 1;
        else high = mid;
    }
    return low ? l->segment[low - 1].copy : INLINES_NONE;
}

void inlines_free(struct inlines *l)
{
    for (size_t i = 0; i < l->functions; i++) {
        free(l->function[i].name);
        free(l->function[i].symbol);
        free(l->function[i].file);
    }
    for (size_t i = 0; i < l->copies; i++) free(l->copy[i].file);
    free(l->function);
    free(l->copy);
    free(l->segment);
    memset(l, 0, sizeof *l);
}

/* --- reading -------------------------------------------------------------------------------------------------------- */

#if PCGRAM_LIBDW

#include <dwarf.h>
#include <stdio.h>

#include "emu/core/image_file.h"
#include "prof/symbols/debug_file.h"
#include "prof/symbols/debug_info.h"
#include "prof/symbols/key_table.h"
#include "prof/symbols/scopes.h"
#include "prof/symbols/source_path.h"

struct reading {
    struct inlines *l;
    Dwarf_Die *unit;
    u64 bias, low, high;
    /* A function's name as it is told, by where libdw has its declaration in memory: a function may have thousands of copies. (By its place in the file it is not known:
     * that may be another one than the program's, as `dwz -m` makes them.) */
    struct key_table known;
    struct scopes scopes;
    const void *last; /* of the unit's DIEs */
};

static Dwarf_Die declaration_of(Dwarf_Die *die)
{
    Dwarf_Die declared = *die, next;
    Dwarf_Attribute a;
    if (dwarf_formref_die(dwarf_attr(&declared, DW_AT_abstract_origin, &a), &next)) declared = next;
    if (dwarf_formref_die(dwarf_attr(&declared, DW_AT_specification, &a), &next)) declared = next;
    return declared;
}

static void forget_known(struct reading *r)
{
    for (size_t i = 0; i < r->known.room; i++) free(r->known.entry[i].value);
    key_table_free(&r->known);
    scopes_free(&r->scopes);
}

static bool is_class(Dwarf_Die *die) { return dwarf_tag(die) == DW_TAG_class_type || dwarf_tag(die) == DW_TAG_structure_type; }

/* The name with those of the namespaces, classes and functions that it is declared in, a new string. A class without a name that has an operator() is a
 * lambda's; a namespace without one is told as demanglers tell it. */
static char *qualified(struct reading *r, Dwarf_Die *die, const char *name)
{
    Dwarf_Die scope = declaration_of(die);
    char *text = alloc_string(name);
    for (bool first = true; strlen(text) <= IMAGE_NAME_MOST && scope_around(&r->scopes, &scope, &scope); first = false) {
        const char *outer = dwarf_diename(&scope);
        bool names = dwarf_tag(&scope) == DW_TAG_namespace || dwarf_tag(&scope) == DW_TAG_subprogram || is_class(&scope);
        if (first && !outer && is_class(&scope) && !strncmp(name, "operator()", strlen("operator()"))) outer = "<lambda>";
        if (!outer && dwarf_tag(&scope) == DW_TAG_namespace) outer = "(anonymous namespace)";
        if (!names || !outer) continue;
        size_t n = strlen(outer) + strlen(text) + 3;
        char *longer = alloc_zeroed(n, 1);
        snprintf(longer, n, "%s::%s", outer, text);
        free(text);
        text = longer;
    }
    return text;
}

static char *qualified_once(struct reading *r, Dwarf_Die *die, const char *name)
{
    Dwarf_Die declared = declaration_of(die);
    void **known = key_table_at(&r->known, (u64)(uintptr_t)declared.addr);
    if (!*known) *known = qualified(r, die, name);
    return alloc_string(*known);
}

/* By way of the abstract instance; a new string. Compilers leave the linkage name out of functions that have no code of their
 * own. */
static char *name_of(struct reading *r, Dwarf_Die *die)
{
    Dwarf_Attribute a;
    const char *name = dwarf_formstring(dwarf_attr_integrate(die, DW_AT_linkage_name, &a));
    if (!name) name = dwarf_formstring(dwarf_attr_integrate(die, DW_AT_MIPS_linkage_name, &a));
    if (name) return alloc_string(name);
    name = dwarf_formstring(dwarf_attr_integrate(die, DW_AT_name, &a));
    return name ? qualified_once(r, die, name) : alloc_string("?");
}

static u32 number_of(Dwarf_Die *die, unsigned attribute)
{
    Dwarf_Attribute a;
    Dwarf_Word n = 0;
    return dwarf_formudata(dwarf_attr(die, attribute, &a), &n) || n > UINT32_MAX ? 0 : (u32)n;
}

static const char *call_file(const struct reading *r, Dwarf_Die *die)
{
    Dwarf_Files *files;
    size_t count;
    u32 n = number_of(die, DW_AT_call_file);
    return n && !dwarf_getsrcfiles(r->unit, &files, &count) ? dwarf_filesrc(files, n, NULL, NULL) : NULL;
}

/* What says where a function is declared: itself; of a lambda, which compilers make, its class. */
static Dwarf_Die declared_by(struct reading *r, Dwarf_Die *die)
{
    Dwarf_Die by = *die, around;
    int line;
    if (!dwarf_decl_line(die, &line)) return by;
    Dwarf_Die declared = declaration_of(die);
    return scope_around(&r->scopes, &declared, &around) && is_class(&around) ? around : by;
}

/* A copy whose code is none of what was asked for gets none and stands for nothing. */
static u32 add_copy(struct reading *r, Dwarf_Die *die, u32 parent)
{
    struct inlines *l = r->l;
    Dwarf_Addr base = 0, low, high;
    u32 copy = (u32)l->copies;
    bool any = false;
    for (ptrdiff_t at = 0; (at = dwarf_ranges(die, at, &base, &low, &high)) > 0;) {
        low += r->bias, high += r->bias;
        if (low >= high || low < r->low || high > r->high) continue;
        l->range = alloc_grow(l->range, l->ranges, &l->ranges_room, sizeof *l->range);
        l->range[l->ranges++] = (struct inline_range){low, high, copy};
        any = true;
    }
    if (!any) return parent;
    int line = 0;
    Dwarf_Die declared = declared_by(r, die);
    dwarf_decl_line(&declared, &line);
    l->copy = alloc_grow(l->copy, l->copies, &l->copies_room, sizeof *l->copy);
    l->named = alloc_grow(l->named, l->copies, &l->named_room, sizeof *l->named);
    l->copy[copy] = (struct inline_copy){parent, 0, source_path(r->unit, call_file(r, die)), number_of(die, DW_AT_call_line)};
    l->named[copy] = (struct inline_function){name_of(r, die), NULL, source_path(r->unit, dwarf_decl_file(&declared)), (u32)line};
    l->copies++;
    return copy;
}

static void walk(struct reading *r, Dwarf_Die *parent, u32 in, unsigned depth)
{
    Dwarf_Die die;
    if (depth > DIES_DEEPEST || dwarf_child(parent, &die)) return;
    do {
        if (!die_is_behind(&r->last, &die)) return;
        u32 copy = dwarf_tag(&die) == DW_TAG_inlined_subroutine ? add_copy(r, &die, in) : in;
        if (dwarf_haschildren(&die) > 0) walk(r, &die, copy, depth + 1);
    } while (!dwarf_siblingof(&die, &die));
}

/* Takes fd over. Whether there is any unit with debug information. */
static bool add_file(struct reading *r, int fd)
{
    struct debug_info d;
    Dwarf_CU *cu = NULL;
    Dwarf_Die unit;
    bool any = false;
    debug_info_open(&d, fd);
    for (; debug_info_next(&d, &cu, &unit); any = true) {
        r->unit = &unit;
        r->last = NULL;
        walk(r, &unit, INLINES_NONE, 0);
    }
    debug_info_close(&d);
    forget_known(r);
    return any;
}

void inlines_add(struct inlines *l, const char *file, const struct file_id *id, u64 bias, u64 low, u64 high)
{
    struct reading r = {.l = l, .bias = bias, .low = low, .high = high};
    if (!add_file(&r, image_open_for_dwarf(file, id))) add_file(&r, debug_file_open(file));
}

#else

void inlines_add(struct inlines *l, const char *file, const struct file_id *id, u64 bias, u64 low, u64 high)
{
    (void)l, (void)file, (void)id, (void)bias, (void)low, (void)high;
}

#endif
