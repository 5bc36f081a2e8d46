#include "prof/report/diff_files.h"

#include "emu/core/alloc.h"
#include "prof/output/text.h"

#include <stdlib.h>
#include <string.h>

struct place { /* a function, and the file that it begins in */
    const char *symbol;
    unsigned side;
    u32 file;
};

struct vote {
    u32 file[2];
    size_t functions;
};

static int by_symbol(const void *x, const void *y)
{
    const struct place *p = x, *q = y;
    int order = strcmp(p->symbol, q->symbol);
    return order ? order : (int)p->side - (int)q->side;
}

static int by_files(const void *x, const void *y)
{
    const struct vote *p = x, *q = y;
    if (p->file[0] != q->file[0]) return p->file[0] < q->file[0] ? -1 : 1;
    return (p->file[1] > q->file[1]) - (p->file[1] < q->file[1]);
}

static int by_functions(const void *x, const void *y)
{
    const struct vote *p = x, *q = y;
    if (p->functions != q->functions) return p->functions > q->functions ? -1 : 1;
    return by_files(x, y);
}

/* Functions of both whose first instruction has a source line. */
static struct place *places(const struct profile *const p[2], size_t *count)
{
    struct place *list = alloc_zeroed(p[0]->functions + p[1]->functions, sizeof *list);
    *count = 0;
    for (unsigned side = 0; side < 2; side++) {
        for (size_t i = 0; i < p[side]->functions; i++) {
            const struct profile_insn *insn = profile_insn_at(p[side], p[side]->function[i].start);
            if (!insn || insn->file == PROFILE_NONE) continue;
            list[(*count)++] = (struct place){profile_symbol(&p[side]->function[i]), side, insn->file};
        }
    }
    if (*count) qsort(list, *count, sizeof *list, by_symbol);
    return list;
}

/* A pair of files for each name that one function of each has; pairs once, those with the most functions first. */
static struct vote *votes(const struct place *list, size_t places, size_t *count)
{
    struct vote *vote = alloc_zeroed(places, sizeof *vote);
    size_t n = 0, kept = 0;
    for (size_t i = 0, end; i < places; i = end) {
        for (end = i; end < places && !strcmp(list[i].symbol, list[end].symbol); end++) continue;
        if (end - i == 2 && list[i].side != list[i + 1].side)
            vote[n++] = (struct vote){{list[i].file, list[i + 1].file}, 1};
    }
    if (n) qsort(vote, n, sizeof *vote, by_files);
    for (size_t i = 0; i < n; i++) {
        if (kept && !by_files(&vote[kept - 1], &vote[i])) vote[kept - 1].functions++;
        else vote[kept++] = vote[i];
    }
    if (kept) qsort(vote, kept, sizeof *vote, by_functions);
    *count = kept;
    return vote;
}

static void pair(u32 *to, bool *taken, u32 a, u32 b)
{
    if (taken[a] || to[b] != PROFILE_NONE) return;
    taken[a] = true;
    to[b] = a;
}

/* A file by the last part of its path. */
struct based {
    const char *base;
    u32 file;
};

static int by_base(const void *x, const void *y)
{
    const struct based *p = x, *q = y;
    return strcmp(p->base, q->base);
}

/* Those files that alone have the last part of their path, by that. Returns how many. */
static size_t list_based(const struct profile *p, struct based *out)
{
    size_t n = 0, kept = 0;
    for (u32 i = 0; i < p->files; i++) out[n++] = (struct based){text_base(p->file[i]), i};
    if (n) qsort(out, n, sizeof *out, by_base);
    for (size_t i = 0, end; i < n; i = end) {
        for (end = i + 1; end < n && !by_base(&out[i], &out[end]); end++) continue;
        if (end - i == 1) out[kept++] = out[i];
    }
    return kept;
}

/* Pairs files that alone have the last part of their path on both sides. */
static void pair_by_base(const struct profile *const p[2], u32 *to, bool *taken)
{
    struct based *list[2];
    size_t n[2];
    for (unsigned side = 0; side < 2; side++) {
        list[side] = alloc_zeroed(p[side]->files, sizeof *list[side]);
        n[side] = list_based(p[side], list[side]);
    }
    for (size_t i = 0, j = 0; i < n[0] && j < n[1];) {
        int order = by_base(&list[0][i], &list[1][j]);
        if (!order) pair(to, taken, list[0][i].file, list[1][j].file);
        i += order <= 0;
        j += order >= 0;
    }
    for (unsigned side = 0; side < 2; side++) free(list[side]);
}

u32 *diff_files(const struct profile *a, const struct profile *b)
{
    const struct profile *const p[2] = {a, b};
    u32 *to = alloc_zeroed(b->files, sizeof *to);
    bool *taken = alloc_zeroed(a->files, sizeof *taken);
    size_t count, kinds;
    for (u32 i = 0; i < b->files; i++) to[i] = PROFILE_NONE;
    for (u32 i = 0, j = 0; i < a->files && j < b->files;) { /* both by name */
        int order = strcmp(a->file[i], b->file[j]);
        if (!order) pair(to, taken, i, j);
        i += order <= 0;
        j += order >= 0;
    }
    struct place *list = places(p, &count);
    struct vote *vote = votes(list, count, &kinds);
    for (size_t i = 0; i < kinds; i++) pair(to, taken, vote[i].file[0], vote[i].file[1]);
    pair_by_base(p, to, taken);
    free(vote);
    free(list);
    free(taken);
    return to;
}
