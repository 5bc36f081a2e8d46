#include "prof/symbols/lines.h"

#include "emu/core/alloc.h"

#include <stdlib.h>

const struct line_row *lines_find(const struct lines *l, u64 address)
{
    size_t low = 0, high = l->rows;
    while (low < high) {
        size_t mid = low + (high - low) / 2;
        if (l->row[mid].address <= address) low = mid + 1;
        else high = mid;
    }
    return low && l->row[low - 1].file ? &l->row[low - 1] : NULL;
}

const struct line_row *lines_find_near(const struct lines *l, u64 address, const struct line_row *near)
{
    enum { NEXT = 4 };
    const struct line_row *end = l->row + l->rows;
    for (unsigned i = 0; near && i < NEXT && near < end && near->address <= address; i++, near++)
        if (near + 1 == end || near[1].address > address) return near->file ? near : NULL;
    return lines_find(l, address);
}

#if PCGRAM_LIBDW

#include <dwarf.h>
#include <gelf.h>

#include "emu/core/image_file.h"
#include "prof/symbols/debug_file.h"
#include "prof/symbols/debug_info.h"
#include "prof/symbols/key_table.h"
#include "prof/symbols/source_path.h"

bool lines_supported(void) { return true; }

static void add_row(struct lines *l, u64 address, const char *file, u32 line)
{
    l->row = alloc_grow(l->row, l->rows, &l->rows_room, sizeof *l->row);
    l->row[l->rows] = (struct line_row){address, line ? file : NULL, file ? line : 0, (u32)l->rows};
    l->rows++;
}

struct reading {
    struct lines *l;
    u64 bias, low, high;
    u64 names;               /* bytes of paths that the file may have yet */
    struct key_table tables; /* where the line programs lie that have been read */
    const Elf_Data *programs; /* .debug_line, NULL: there is none */
    bool big_endian;
};

/* Paths of a unit's files: each once, by libdw's name, which is the same pointer for all rows of a file. */
struct paths {
    Dwarf_Die *unit;
    const char *name, *path; /* of the row before: mostly it is the same file. The lines own the path */
    struct key_table known;
};

static const char *path_of(struct reading *r, struct paths *p, const char *name)
{
    static const char none[] = "";
    struct lines *l = r->l;
    if (!name || name == p->name) return name ? p->path : NULL;
    void **known = key_table_at(&p->known, (u64)(uintptr_t)name);
    if (!*known) {
        char *path = source_path(p->unit, name);
        if (image_takes_name(&r->names, path)) {
            l->path = alloc_grow(l->path, l->paths, &l->paths_room, sizeof *l->path);
            *known = l->path[l->paths++] = path;
        } else {
            free(path);
            *known = (void *)none;
        }
    }
    p->name = name;
    return p->path = *known == none ? NULL : *known;
}

/* Whether the unit's line program is one that has not been read: units may share one, and its rows are there already. libdw puts the unit's folder before each
 * name, so one that is no folder's is none. */
static bool is_new(struct reading *r, Dwarf_Die *unit)
{
    Dwarf_Attribute a;
    Dwarf_Word at;
    const char *folder = dwarf_formstring(dwarf_attr(unit, DW_AT_comp_dir, &a));
    if (folder && strnlen(folder, IMAGE_NAME_MOST + 1) > IMAGE_NAME_MOST) return false;
    if (dwarf_formudata(dwarf_attr(unit, DW_AT_stmt_list, &a), &at)) return true; /* libdw will say that there is none */
    void **seen = key_table_at(&r->tables, at);
    bool is = !*seen;
    *seen = r;
    return is;
}

/* libdw has unpacked it, and calls an old one .zdebug_line yet. */
static const Elf_Data *programs_of(Elf *elf)
{
    size_t names;
    if (elf_getshdrstrndx(elf, &names)) return NULL;
    for (Elf_Scn *scn = NULL; (scn = elf_nextscn(elf, scn));) {
        GElf_Shdr h;
        const char *name = gelf_getshdr(scn, &h) ? elf_strptr(elf, names, h.sh_name) : NULL;
        if (name && (!strcmp(name, ".debug_line") || !strcmp(name, ".zdebug_line"))) return elf_getdata(scn, NULL);
    }
    return NULL;
}

/* Whether a unit's program may have more rows than are left: it has no more than bytes, and libdw makes all of them at once. */
static bool is_long(const struct reading *r, Dwarf_Die *unit)
{
    Dwarf_Attribute a;
    Dwarf_Word at;
    const Elf_Data *d = r->programs;
    if (!d || !d->d_buf || d->d_size < 4 || dwarf_formudata(dwarf_attr(unit, DW_AT_stmt_list, &a), &at) || at > d->d_size - 4) return false;
    const u8 *begin = (const u8 *)d->d_buf + at;
    u64 bytes = r->big_endian ? load_be32(begin) : load_le32(begin);
    if (bytes > d->d_size - at) bytes = d->d_size - at; /* what is longer libdw refuses, or says its length in 64 bits */
    return bytes > LINES_MOST - r->l->read;
}

/* One compilation unit's rows: sequences, each with a row that ends it. */
static void add_unit(struct reading *r, Dwarf_Die *unit)
{
    Dwarf_Lines *list;
    size_t count;
    struct paths paths = {.unit = unit};
    if (r->l->cut || !is_new(r, unit) || (r->l->cut = is_long(r, unit)) || dwarf_getsrclines(unit, &list, &count)) return;
    r->l->read += count;
    for (size_t i = 0; i < count; i++) {
        Dwarf_Line *line = dwarf_onesrcline(list, i);
        Dwarf_Addr address;
        bool end = false;
        int number = 0;
        if (dwarf_lineaddr(line, &address) || dwarf_lineendsequence(line, &end) || dwarf_lineno(line, &number)) continue;
        address += r->bias;
        if (address < r->low || address > r->high || (address == r->high && !end)) continue;
        const char *file = end || number <= 0 ? NULL : path_of(r, &paths, dwarf_linesrc(line, NULL, NULL));
        add_row(r->l, address, file, (u32)number);
    }
    key_table_free(&paths.known);
}

/* Where a sequence ends and another one begins, the beginning counts; else the row read last. */
static int by_address(const void *a, const void *b)
{
    const struct line_row *x = a, *y = b;
    if (x->address != y->address) return x->address < y->address ? -1 : 1;
    if (!x->file != !y->file) return x->file ? 1 : -1;
    return (x->order > y->order) - (x->order < y->order);
}

/* The rows [from, middle) and [middle, end), both sorted, become one of them. */
static void merge(struct line_row *to, const struct line_row *row, size_t from, size_t middle, size_t end)
{
    size_t a = from, b = middle;
    for (size_t n = from; n < end; n++) to[n] = b == end || (a < middle && by_address(&row[a], &row[b]) <= 0) ? row[a++] : row[b++];
}

/* Rows come in a few sequences that ascend, each over many units: two at a time are merged, until there is one. (Lua has two of 40,000
 * rows, by which qsort() does not gain: it took 7 % of the instructions of an empty program with --profile.) */
static void sort(struct lines *l)
{
    size_t *begin = NULL, runs = 0, room = 0;
    for (size_t i = 0; i < l->rows; i++) {
        if (i && by_address(&l->row[i - 1], &l->row[i]) <= 0) continue;
        begin = alloc_grow(begin, runs, &room, sizeof *begin);
        begin[runs++] = i;
    }
    struct line_row *other = runs > 1 ? alloc_zeroed(l->rows_room, sizeof *other) : NULL;
    while (runs > 1) {
        size_t n = 0;
        for (size_t i = 0; i < runs; begin[n++] = begin[i], i += 2) {
            size_t middle = i + 1 < runs ? begin[i + 1] : l->rows, end = i + 2 < runs ? begin[i + 2] : l->rows;
            merge(other, l->row, begin[i], middle, end);
        }
        struct line_row *sorted = other;
        other = l->row;
        l->row = sorted;
        runs = n;
    }
    free(begin);
    free(other);
}

void lines_settle(struct lines *l)
{
    size_t n = 0;
    sort(l);
    for (size_t i = 0; i < l->rows; i++) {
        if (n && l->row[n - 1].address == l->row[i].address) n--;
        l->row[n++] = l->row[i];
    }
    l->rows = n;
}

/* Takes fd over. Whether there is any unit with debug information. */
static bool add_file(struct reading *r, int fd)
{
    struct debug_info d;
    Dwarf_CU *cu = NULL;
    Dwarf_Die unit;
    bool any = false;
    r->names = fd >= 0 ? image_names(fd) : 0;
    debug_info_open(&d, fd);
    Elf *elf = d.dwarf ? dwarf_getelf(d.dwarf) : NULL;
    r->programs = elf ? programs_of(elf) : NULL;
    r->big_endian = elf && elf_getident(elf, NULL)[EI_DATA] == ELFDATA2MSB;
    for (; debug_info_next_here(&d, &cu, &unit); any = true) add_unit(r, &unit);
    debug_info_close(&d);
    key_table_free(&r->tables);
    return any;
}

void lines_add(struct lines *l, const char *file, const struct file_id *id, u64 bias, u64 low, u64 high)
{
    struct reading r = {.l = l, .bias = bias, .low = low, .high = high};
    if (!l->cut && !add_file(&r, image_open_for_dwarf(file, id))) add_file(&r, debug_file_open(file));
}

void lines_free(struct lines *l)
{
    for (size_t i = 0; i < l->paths; i++) free(l->path[i]);
    free(l->path);
    free(l->row);
    memset(l, 0, sizeof *l);
}

#else

bool lines_supported(void) { return false; }

void lines_add(struct lines *l, const char *file, const struct file_id *id, u64 bias, u64 low, u64 high)
{
    (void)l, (void)file, (void)id, (void)bias, (void)low, (void)high;
}

void lines_settle(struct lines *l) { (void)l; }

void lines_free(struct lines *l) { memset(l, 0, sizeof *l); }

#endif
