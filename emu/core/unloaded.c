#include "emu/core/unloaded.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "emu/core/alloc.h"
#include "emu/core/mem.h"
#include "emu/core/regular.h"

static bool is_code(const struct mem_area *a) { return (a->prot & PROT_EXEC) && mem_area_has_file(a); }

/* The first code of a file in [start, end), or NULL. */
static const struct mem_area *first_code(const struct mem *m, u64 start, u64 end)
{
    for (size_t i = mem_area_after(m, start); i < m->areas && m->area[i].start < end; i++)
        if (is_code(&m->area[i])) return &m->area[i];
    return NULL;
}

/* What was noted of the same place and file before is no more the latest. */
static void forget(struct mem *m, const struct unloaded *new)
{
    for (size_t i = 0; i < m->gones; i++) {
        struct unloaded *g = &m->gone[i];
        if (g->start != new->start || g->end != new->end || g->code != new->code || strcmp(g->name, new->name) || !file_id_unchanged(g->id, new->id)) continue;
        free(g->name);
        memmove(g, g + 1, (--m->gones - i) * sizeof *g);
        return;
    }
}

static void note_file(struct mem *m, const struct mem_area *a, u64 start, u64 end)
{
    struct unloaded g = {.start = end, .end = start, .name = a->name, .code = a->start > start ? a->start : start, .room = a->room, .id = a->id};
    g.file_offset = a->file_offset + (g.code - a->start);
    for (size_t i = 0; i < m->areas; i++) {
        const struct mem_area *b = &m->area[i];
        bool inside = b->start >= start && b->end <= end, same = !strcmp(a->name, b->name);
        if (!inside && same && is_code(b)) return; /* a loader unmaps what lies between segments, too */
        if (inside && same && b->start < g.start) g.start = b->start;
        if (inside && (same || (!b->name[0] && b->start == g.end))) g.end = b->end; /* with what it has cleared behind its data */
    }
    forget(m, &g);
    if (m->gones == GONE_MAX) return;
    g.name = alloc_string(a->name);
    m->gone = alloc_grow(m->gone, m->gones, &m->gones_room, sizeof *m->gone);
    m->gone[m->gones++] = g;
}

void unloaded_note(struct mem *m, u64 start, u64 end)
{
    enum { AT_ONCE = 16 }; /* each goes through all areas, whose number is the guest's choice, too; a library goes alone */
    const char *last = "";
    unsigned files = 0;
    for (size_t i = mem_area_after(m, start); i < m->areas && m->area[i].start < end && files < AT_ONCE; i++) {
        const struct mem_area *a = &m->area[i];
        if (!is_code(a) || !strcmp(a->name, last)) continue;
        note_file(m, a, start, end);
        last = a->name;
        files++;
    }
}

const struct unloaded *unloaded_at(const struct mem *m, u64 start, u64 end)
{
    for (size_t i = m->gones; i-- > 0;)
        if (m->gone[i].end > start && m->gone[i].start < end) return &m->gone[i];
    return NULL;
}

void unloaded_asked(struct mem *m, u64 start, u64 bytes) { m->asked = (struct unloaded_room){start, bytes}; }

void unloaded_loaded(struct mem *m, u64 addr)
{
    struct mem_area *a = (struct mem_area *)mem_area_of(m, addr);
    if (a && is_code(a) && a->start - m->asked.start < m->asked.bytes) a->room = m->asked;
}

u64 unloaded_place(const struct mem *m, u64 bytes, bool (*is_meant)(const void *ctx, const struct file_id *id), const void *ctx)
{
    for (size_t i = m->gones; i-- > 0;) {
        const struct unloaded *g = &m->gone[i];
        if (g->room.bytes == bytes && is_meant(ctx, &g->id)) return g->room.start;
    }
    return 0;
}

const struct mem_area *unloaded_covered(const struct mem *m, const struct unloaded *g) { return first_code(m, g->code, g->end); }

bool unloaded_read(const struct mem *m, u64 address, u8 *out, size_t n)
{
    const struct unloaded *g = unloaded_at(m, address, address + 1);
    if (!g || address < g->code || n > g->end - address) return false;
    int fd = regular_open_same(g->name, &g->id);
    if (fd < 0) return false;
    bool whole = pread(fd, out, n, (off_t)(g->file_offset + (address - g->code))) == (ssize_t)n;
    close(fd);
    return whole;
}

void unloaded_copy(struct mem *to, const struct mem *from)
{
    for (size_t i = 0; i < from->gones; i++) {
        to->gone = alloc_grow(to->gone, to->gones, &to->gones_room, sizeof *to->gone);
        to->gone[to->gones] = from->gone[i];
        to->gone[to->gones++].name = alloc_string(from->gone[i].name);
    }
}

void unloaded_free(struct mem *m)
{
    for (size_t i = 0; i < m->gones; i++) free(m->gone[i].name);
    free(m->gone);
    m->gone = NULL;
    m->gones = m->gones_room = 0;
}
