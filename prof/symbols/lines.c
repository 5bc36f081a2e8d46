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

#include "emu/core/image_file.h"
#include "prof/symbols/debug_file.h"
#include "prof/symbols/debug_info.h"
#include "prof/symbols/source_path.h"

bool lines_supported(void) { return true; }

static void add_row(struct lines *l, u64 address, const char *file, u32 line)
{
    l->row = alloc_grow(l->row, l->rows, &l->rows_room, sizeof *l->row);
    l->row[l->rows] = (struct line_row){address, line ? file : NULL, file ? line : 0, (u32)l->rows};
    l->rows++;
}

/* Paths of a unit's files: each once, by libdw's name, which is the same pointer for all rows of a file. */
struct paths {
    Dwarf_Die *unit;
    const char **name;
    const char **path; /* the lines own them */
    size_t count, room, paths_room, last;
};

static const char *path_of(struct lines *l, struct paths *p, const char *name)
{
    if (!name) return NULL;
    if (p->last < p->count && p->name[p->last] == name) return p->path[p->last]; /* mostly */
    for (p->last = 0; p->last < p->count; p->last++)
        if (p->name[p->last] == name) return p->path[p->last];
    p->name = alloc_grow(p->name, p->count, &p->room, sizeof *p->name);
    p->path = alloc_grow(p->path, p->count, &p->paths_room, sizeof *p->path);
    l->path = alloc_grow(l->path, l->paths, &l->paths_room, sizeof *l->path);
    l->path[l->paths] = source_path(p->unit, name);
    p->name[p->count] = name;
    return p->path[p->count++] = l->path[l->paths++];
}

/* One compilation unit's rows: sequences, each with a row that ends it. */
static void add_unit(struct lines *l, Dwarf_Die *unit, u64 bias, u64 low, u64 high)
{
    Dwarf_Lines *list;
    size_t count;
    struct paths paths = {.unit = unit};
    if (dwarf_getsrclines(unit, &list, &count)) return;
    for (size_t i = 0; i < count; i++) {
        Dwarf_Line *line = dwarf_onesrcline(list, i);
        Dwarf_Addr address;
        bool end = false;
        int number = 0;
        if (dwarf_lineaddr(line, &address) || dwarf_lineendsequence(line, &end) || dwarf_lineno(line, &number)) continue;
        address += bias;
        if (address < low || address > high || (address == high && !end)) continue;
        const char *file = end || number <= 0 ? NULL : path_of(l, &paths, dwarf_linesrc(line, NULL, NULL));
        add_row(l, address, file, (u32)number);
    }
    free(paths.name);
    free(paths.path);
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

static void settle(struct lines *l)
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
static bool add_file(struct lines *l, int fd, u64 bias, u64 low, u64 high)
{
    struct debug_info d;
    Dwarf_CU *cu = NULL;
    Dwarf_Die unit;
    bool any = false;
    debug_info_open(&d, fd);
    for (; debug_info_next_here(&d, &cu, &unit); any = true) add_unit(l, &unit, bias, low, high);
    debug_info_close(&d);
    settle(l);
    return any;
}

void lines_add(struct lines *l, const char *file, const struct file_id *id, u64 bias, u64 low, u64 high)
{
    if (!add_file(l, image_open_for_dwarf(file, id), bias, low, high))
        add_file(l, debug_file_open(file), bias, low, high);
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

void lines_free(struct lines *l) { memset(l, 0, sizeof *l); }

#endif
