#include "prof/symbols/names.h"

#include "emu/core/alloc.h"
#include "emu/core/image_file.h"
#include "emu/core/teach.h"
#include "prof/symbols/sections.h"
#include "prof/symbols/unwind.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/* Both have this number: R_PARISC_IPLT and R_IA64_IPLTLSB, a function's descriptor that the dynamic linker fills. */
enum { R_DESCRIPTOR = 129 };

/* Code that the file has, in addresses of the file. */
struct part {
    u64 start, end;
    const u8 *bytes; /* libelf's */
    const char *name;
};

/* Where a function may begin. */
struct start {
    u64 at, size; /* bytes; 0: up to the next */
    char *name;   /* NULL: sub_ and its address */
    bool linker;  /* as in struct symbol */
};

struct descriptor {
    u64 at;
    const char *name; /* libelf's */
};

struct finder {
    struct symbols *s;
    Elf *elf;
    const struct isa *isa;
    u32 image;
    u64 bias;
    struct part *part; /* by address, none over another */
    size_t parts, parts_room;
    struct start *start;
    size_t starts, starts_room;
    struct descriptor *slot; /* by address */
    size_t slots, slots_room;
    const char **nth; /* their names in the order of the file */
    u64 *pointed;     /* functions whose descriptors the file has: what pointers to functions lead to */
    size_t pointers, pointed_room;
    u64 *end; /* of regions of unwind information, ascending */
    size_t ends, ends_room;
    u64 entry, init, fini, gp;     /* 0: none */
    u64 unread;                    /* bytes: sections that are made up could have each byte of the file over and over */
    bool open;                     /* there is code that calls could split */
    bool whole;                    /* all the file's symbols are known */
};

/* --- what the file has ---------------------------------------------------------------------------------------------- */

static int by_start(const void *a, const void *b)
{
    const struct part *x = a, *y = b;
    return (x->start > y->start) - (x->start < y->start);
}

static void add_part(void *context, const char *name, u64 address, u64 offset, const u8 *bytes, size_t size)
{
    struct finder *f = context;
    (void)offset;
    if (size > f->unread || address + size < address || address + f->bias + size < address + f->bias) return;
    f->unread -= size;
    f->part = alloc_grow(f->part, f->parts, &f->parts_room, sizeof *f->part);
    f->part[f->parts++] = (struct part){address, address + size, bytes, name};
}

static void read_parts(struct finder *f)
{
    size_t n = 0;
    f->unread = f->s->image[f->image].size;
    sections_each(f->elf, add_part, f);
    if (f->parts) qsort(f->part, f->parts, sizeof *f->part, by_start);
    for (size_t i = 0; i < f->parts; i++)
        if (!n || f->part[i].start >= f->part[n - 1].end) f->part[n++] = f->part[i];
    f->parts = n;
}

static void read_dynamic(struct finder *f, Elf_Scn *scn)
{
    Elf_Data *d = elf_getdata(scn, NULL);
    size_t entry = gelf_fsize(f->elf, ELF_T_DYN, 1, EV_CURRENT), n = d && entry ? d->d_size / entry : 0;
    for (size_t i = 0; i < n && i <= INT32_MAX; i++) {
        GElf_Dyn dyn;
        if (!gelf_getdyn(d, (int)i, &dyn) || dyn.d_tag == DT_NULL) return;
        if (dyn.d_tag == DT_INIT) f->init = dyn.d_un.d_ptr;
        if (dyn.d_tag == DT_FINI) f->fini = dyn.d_un.d_ptr;
        if (dyn.d_tag == DT_PLTGOT) f->gp = dyn.d_un.d_ptr;
    }
}

static void read_relocations(struct finder *f, Elf_Scn *scn, const GElf_Shdr *h)
{
    GElf_Shdr table;
    Elf_Scn *symbols = elf_getscn(f->elf, h->sh_link);
    Elf_Data *d = elf_getdata(scn, NULL), *names = symbols ? elf_getdata(symbols, NULL) : NULL;
    size_t entry = gelf_fsize(f->elf, ELF_T_RELA, 1, EV_CURRENT), n = d && entry ? d->d_size / entry : 0;
    if (!names || !gelf_getshdr(symbols, &table) || table.sh_type != SHT_DYNSYM) return;
    for (size_t i = 0; i < n && i <= INT32_MAX; i++) {
        GElf_Rela r;
        GElf_Sym sym;
        if (!gelf_getrela(d, (int)i, &r) || GELF_R_TYPE(r.r_info) != R_DESCRIPTOR || GELF_R_SYM(r.r_info) > INT32_MAX) continue;
        const char *name = gelf_getsym(names, (int)GELF_R_SYM(r.r_info), &sym) ? elf_strptr(f->elf, table.sh_link, sym.st_name) : NULL;
        f->slot = alloc_grow(f->slot, f->slots, &f->slots_room, sizeof *f->slot);
        f->slot[f->slots++] = (struct descriptor){r.r_offset, name && *name ? name : NULL};
    }
}

/* Itanium's linker keeps the descriptors that a file needs itself in a section: the function's address and its gp. */
static void read_pointers(struct finder *f, Elf_Scn *scn)
{
    Elf_Data *d = elf_getdata(scn, NULL);
    for (size_t at = 0; d && d->d_buf && at + 16 <= d->d_size; at += 16) {
        f->pointed = alloc_grow(f->pointed, f->pointers, &f->pointed_room, sizeof *f->pointed);
        f->pointed[f->pointers++] = load_le64((const u8 *)d->d_buf + at);
    }
}

static int by_value(const void *a, const void *b)
{
    const u64 *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

static int by_address(const void *a, const void *b)
{
    const struct descriptor *x = a, *y = b;
    return (x->at > y->at) - (x->at < y->at);
}

static void read_file(struct finder *f)
{
    GElf_Ehdr header;
    bool dynamic = false;
    size_t names = 0;
    read_parts(f);
    if (gelf_getehdr(f->elf, &header)) f->entry = header.e_entry;
    elf_getshdrstrndx(f->elf, &names);
    for (Elf_Scn *scn = NULL; (scn = elf_nextscn(f->elf, scn));) {
        GElf_Shdr h;
        if (!gelf_getshdr(scn, &h)) continue;
        if (h.sh_type == SHT_DYNAMIC && !dynamic) read_dynamic(f, scn), dynamic = true;
        const char *name = elf_strptr(f->elf, names, h.sh_name);
        if (f->isa->elf_machine == EM_IA_64 && h.sh_type == SHT_PROGBITS && name && !strcmp(name, ".opd") &&
            !f->pointers)
            read_pointers(f, scn);
        if (h.sh_type == SHT_RELA && h.sh_flags & SHF_ALLOC && !f->slots) read_relocations(f, scn, &h);
    }
    f->nth = alloc_zeroed(f->slots, sizeof *f->nth);
    for (size_t i = 0; i < f->slots; i++) f->nth[i] = f->slot[i].name;
    if (f->slots) qsort(f->slot, f->slots, sizeof *f->slot, by_address);
}

/* --- where functions may begin -------------------------------------------------------------------------------------- */

/* The part of the code that has an address of the file, or NULL. */
static const struct part *part_of(const struct finder *f, u64 at)
{
    size_t low = 0, high = f->parts;
    while (low < high) {
        size_t mid = low + (high - low) / 2;
        if (f->part[mid].start <= at) low = mid + 1;
        else high = mid;
    }
    return low && at < f->part[low - 1].end ? &f->part[low - 1] : NULL;
}

/* Takes the name. */
static void add_start(struct finder *f, u64 at, u64 size, char *name)
{
    const struct part *part = at % f->isa->code_unit ? NULL : part_of(f, at);
    if (!part) {
        free(name);
        return;
    }
    f->start = alloc_grow(f->start, f->starts, &f->starts_room, sizeof *f->start);
    bool linker = !strncmp(part->name, ".plt", 4);
    f->start[f->starts++] = (struct start){at, size < part->end - at ? size : part->end - at, name, linker};
}

static void found_region(void *context, u64 start, u64 size)
{
    struct finder *f = context;
    add_start(f, start, size, NULL);
    f->end = alloc_grow(f->end, f->ends, &f->ends_room, sizeof *f->end);
    f->end[f->ends++] = start + size;
}

static bool is_taken(const struct finder *f, const char *name) { return image_takes_name(&f->s->image[f->image].names, name); }

static char *join(const struct finder *f, const char *name, const char *suffix)
{
    if (!is_taken(f, name)) return NULL;
    size_t n = strlen(name) + strlen(suffix) + 1;
    char *text = alloc_zeroed(n, 1);
    snprintf(text, n, "%s%s", name, suffix);
    return text;
}

static char *sub_name(u64 at)
{
    char text[32];
    snprintf(text, sizeof text, "sub_%" PRIx64, at);
    return alloc_string(text);
}

static int by_place(const void *a, const void *b)
{
    const struct start *x = a, *y = b;
    if (x->at != y->at) return x->at < y->at ? -1 : 1;
    if (!x->name != !y->name) return x->name ? -1 : 1;
    return (x->size < y->size) - (x->size > y->size);
}

static void put(struct finder *f, const struct start *x)
{
    const struct part *part = part_of(f, x->at);
    if (symbols_full(f->s)) return;
    char *name = x->name ? x->name : sub_name(x->at);
    symbols_put(f->s, &(struct symbol){.start = x->at + f->bias, .name = name, .image = f->image, .declared = x->size,
                                       .limit = part->end + f->bias, .kind = SYMBOL_FUNCTION, .linker = x->linker});
    if (!x->name) free(name);
}

/* Makes symbols of those starts where no symbol begins and that lie in none, or with `loose` in none that has a size, and
 * forgets them all. */
static void settle_starts(struct finder *f, bool loose)
{
    u64 covered = 0, last = 0; /* the end of such symbols so far; the last start + 1 */
    size_t next = 0, count = f->s->count;
    if (f->starts) qsort(f->start, f->starts, sizeof *f->start, by_place);
    for (size_t i = 0; i < f->starts; i++) {
        struct start *x = &f->start[i];
        u64 at = x->at + f->bias;
        for (; next < count && f->s->symbol[next].start <= at; next++) {
            const struct symbol *k = &f->s->symbol[next];
            if ((!loose || k->declared) && k->start + k->size > covered) covered = k->start + k->size;
            last = k->start + 1;
        }
        if (last != at + 1 && at >= covered) put(f, x);
        last = at + 1;
        free(x->name);
    }
    f->starts = 0;
    symbols_settle(f->s);
}

/* --- gaps: code that no symbol with a size covers ------------------------------------------------------------------- */

struct gap {
    u64 start, end;
    const struct part *part;
    size_t before; /* the symbol that ends where it begins, in the same part, or SYMBOL_NONE */
};

/* Visits the gaps by address. With `loose` also code of symbols without a size counts as one. */
static void each_gap(struct finder *f, bool loose, void (*visit)(struct finder *f, const struct gap *gap))
{
    size_t next = 0, count = f->s->count;
    for (size_t i = 0; i < f->parts; i++) {
        struct gap gap = {.part = &f->part[i], .before = SYMBOL_NONE};
        u64 at = gap.part->start + f->bias, end = gap.part->end + f->bias;
        while (next < count && f->s->symbol[next].start < at) next++;
        while (at < end) {
            const struct symbol *k = next < count && f->s->symbol[next].start < end ? &f->s->symbol[next] : NULL;
            if (k && loose && !k->declared) {
                next++;
                continue;
            }
            u64 stop = k ? k->start : end;
            if (stop > at) {
                gap.start = at - f->bias;
                gap.end = stop - f->bias;
                visit(f, &gap);
                gap.before = SYMBOL_NONE;
                at = stop;
            }
            if (!k) break;
            if (k->start + k->size > at || (k->start + k->size == at && gap.before != SYMBOL_NONE)) {
                at = k->start + k->size;
                gap.before = next;
            }
            next++;
        }
    }
}

static const u8 *code_at(const struct part *part, u64 at) { return part->bytes + (at - part->start); }

/* True if a unit of code only fills the space: zeros, or nothing but nops. */
static bool is_filling(const struct finder *f, const u8 *code, u64 at)
{
    unsigned unit = f->isa->code_unit, slots = unit == 16 ? 3 : 1;
    bool zero = true;
    for (unsigned i = 0; i < unit && zero; i++) zero = !code[i];
    for (unsigned i = 0; i < slots && !zero; i++)
        if (!f->isa->is_nop(at + i, code)) return false;
    /* Of a long instruction, which fills nothing, the last slot is none of its own. (The text of each slot took 0.18 of the
     * instructions of an empty Lua program with --profile on Itanium.) */
    struct insn_text text = {0};
    return zero || f->isa->disasm(at + slots - 1, code, unit, &text);
}

/* The end of a gap's code, without what fills the space behind it: its beginning where there is none. */
static u64 end_of_code(const struct finder *f, const struct gap *gap)
{
    unsigned unit = f->isa->code_unit;
    u64 first = (gap->start + unit - 1) / unit * unit, end = gap->end / unit * unit;
    while (end > first && is_filling(f, code_at(gap->part, end - unit), end - unit)) end -= unit;
    return end > first ? end : gap->start;
}

/* --- stubs and calls ------------------------------------------------------------------------------------------------ */

static const char *slot_name(const struct finder *f, u64 at)
{
    struct descriptor key = {.at = at};
    const struct descriptor *d = f->slots ? bsearch(&key, f->slot, f->slots, sizeof key, by_address) : NULL;
    return d ? d->name : NULL;
}

/* The name of a stub, a new string, or NULL: what it leads to has none. */
static char *stub_name(const struct finder *f, const struct teach_stub *stub)
{
    if (stub->kind == STUB_SLOT) {
        const char *name = slot_name(f, stub->value);
        return name ? join(f, name, "@plt") : NULL;
    }
    if (stub->kind == STUB_NTH) {
        const char *name = stub->value < f->slots ? f->nth[stub->value] : NULL;
        return name ? join(f, name, "@plt.lazy") : NULL;
    }
    size_t i = symbols_find(f->s, stub->value + f->bias);
    bool begins = i != SYMBOL_NONE && f->s->symbol[i].start == stub->value + f->bias;
    return begins ? join(f, f->s->symbol[i].name, "@stub") : NULL;
}

static void walk_stubs(struct finder *f, const struct gap *gap, void (*take)(struct finder *f, u64 at, const struct teach_stub *stub))
{
    unsigned unit = f->isa->code_unit;
    u64 at = (gap->start + unit - 1) / unit * unit;
    while (at < gap->end && gap->end - at >= unit) {
        struct teach_stub stub;
        bool is = f->isa->teach->stub(at, code_at(gap->part, at), gap->end - at, f->gp, &stub);
        if (is) take(f, at, &stub);
        at += is ? stub.size : unit;
    }
}

/* What is far away is known to begin there. */
static void add_far(struct finder *f, u64 at, const struct teach_stub *stub)
{
    (void)at;
    if (stub->kind == STUB_JUMP) add_start(f, stub->value, 0, NULL);
}

static void add_stub(struct finder *f, u64 at, const struct teach_stub *stub)
{
    char *name = stub_name(f, stub);
    size_t before = f->starts;
    if (name || stub->kind != STUB_JUMP) add_start(f, at, stub->size, name);
    if (f->starts > before) f->start[before].linker = true;
}

static void find_far(struct finder *f, const struct gap *gap) { walk_stubs(f, gap, add_far); }

static void find_stubs(struct finder *f, const struct gap *gap) { walk_stubs(f, gap, add_stub); }

/* Whether there is code that calls could split. */
static void look_for_code(struct finder *f, const struct gap *gap) { f->open |= end_of_code(f, gap) > gap->start; }

/* Targets of calls, from all of the code; most of those that were met before not again (sorting them took 6 % of the instructions of an
 * empty Lua program with --profile). */
static void find_calls(struct finder *f)
{
    enum { MET = 1 << 10 };
    u64 met[MET] = {0};
    unsigned unit = f->isa->code_unit;
    for (size_t i = 0; i < f->parts; i++) {
        const struct part *part = &f->part[i];
        for (u64 at = (part->start + unit - 1) / unit * unit; at < part->end && part->end - at >= unit; at += unit) {
            u64 target[3];
            unsigned n = f->isa->teach->calls(at, code_at(part, at), target);
            while (n > 0) {
                u64 to = target[--n], *last = &met[(to / unit ^ to / unit / MET) % MET];
                if (*last == to + 1) continue;
                *last = to + 1;
                add_start(f, to, 0, NULL);
            }
        }
    }
}

/* What has a descriptor is called by way of it. */
static void find_pointers(struct finder *f)
{
    for (size_t i = 0; i < f->pointers; i++) add_start(f, f->pointed[i], 0, NULL);
}

/* --- what is left --------------------------------------------------------------------------------------------------- */

static void fill_gap(struct finder *f, const struct gap *gap)
{
    u64 end = end_of_code(f, gap);
    bool text = !strncmp(gap->part->name, ".text", 5) || !*gap->part->name || gap->start != gap->part->start;
    if (end == gap->start) return;
    /* Without the file's symbols, a function that is known to end there has no tail: it is code of another. */
    bool tail = gap->before != SYMBOL_NONE &&
                (f->whole || !f->ends || !bsearch(&gap->start, f->end, f->ends, sizeof *f->end, by_value));
    if (tail) f->s->symbol[gap->before].declared = end + f->bias - f->s->symbol[gap->before].start;
    else add_start(f, (gap->start + f->isa->code_unit - 1) / f->isa->code_unit * f->isa->code_unit, end - gap->start, text || !is_taken(f, gap->part->name) ? NULL : alloc_string(gap->part->name));
}

void names_complete(struct symbols *s, Elf *elf, const struct isa *isa, bool whole)
{
    struct finder f = {.s = s,
                       .elf = elf,
                       .isa = isa,
                       .image = (u32)(s->images - 1),
                       .bias = s->image[s->images - 1].bias,
                       .whole = whole};
    symbols_settle(s);
    read_file(&f);
    if (f.entry) add_start(&f, f.entry, 0, alloc_string("_start"));
    if (f.init) add_start(&f, f.init, 0, alloc_string("_init"));
    if (f.fini) add_start(&f, f.fini, 0, alloc_string("_fini"));
    unwind_regions(elf, found_region, &f);
    if (f.ends) qsort(f.end, f.ends, sizeof *f.end, by_value);
    settle_starts(&f, true);
    each_gap(&f, true, find_far);
    settle_starts(&f, !whole);
    each_gap(&f, true, find_stubs);
    settle_starts(&f, true);
    each_gap(&f, !whole, look_for_code);
    if (f.open) find_calls(&f);
    if (f.open) find_pointers(&f);
    settle_starts(&f, !whole);
    each_gap(&f, false, fill_gap);
    settle_starts(&f, true);
    free(f.part);
    free(f.start);
    free(f.slot);
    free(f.nth);
    free(f.pointed);
    free(f.end);
}
