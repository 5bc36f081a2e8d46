#include "prof/html/code.h"

#include "emu/core/alloc.h"
#include "prof/output/text.h"
#include "prof/symbols/source.h"

#include <inttypes.h>
#include <stdlib.h>

#define NONE       UINT32_MAX
#define FIELDS     (9 + STALLS)
#define CONTEXT    6    /* source lines shown around each that has code */
#define LINE_BYTES 1000 /* of a source line that are shown */

/* ---- Texts: each once ---- */

struct texts {
    char **text;
    size_t count, room;
    u32 *slot; /* open hashing: an index, or NONE */
    size_t slots;
};

static size_t hash_of(const char *s)
{
    u64 h = 0xcbf29ce484222325; /* FNV-1a */
    for (; *s; s++) h = (h ^ (u8)*s) * 0x100000001b3;
    return (size_t)h;
}

static u32 *find_slot(const struct texts *t, const char *s)
{
    size_t at = hash_of(s) & (t->slots - 1);
    while (t->slot[at] != NONE && strcmp(t->text[t->slot[at]], s)) at = (at + 1) & (t->slots - 1);
    return &t->slot[at];
}

static void rehash(struct texts *t)
{
    t->slots = t->slots ? 2 * t->slots : 1024;
    free(t->slot);
    t->slot = alloc_zeroed(t->slots, sizeof *t->slot);
    memset(t->slot, 0xff, t->slots * sizeof *t->slot);
    for (u32 i = 0; i < t->count; i++) *find_slot(t, t->text[i]) = i;
}

/* The index of s, which is the table's from here on. */
static u32 intern(struct texts *t, char *s)
{
    if (2 * (t->count + 1) > t->slots) rehash(t);
    u32 *slot = find_slot(t, s);
    if (*slot != NONE) {
        free(s);
        return *slot;
    }
    t->text = alloc_grow(t->text, t->count, &t->room, sizeof *t->text);
    t->text[t->count] = s;
    return *slot = (u32)t->count++;
}

static void texts_free(struct texts *t)
{
    for (size_t i = 0; i < t->count; i++) free(t->text[i]);
    free(t->text);
    free(t->slot);
}

static void print_texts(const struct texts *t, FILE *f)
{
    fputs("\"texts\":[", f);
    for (size_t i = 0; i < t->count; i++) {
        if (i) fputs(",\n", f);
        text_json(f, t->text[i]);
    }
    fputs("],\n", f);
}

/* ---- Instructions ---- */

struct listing {
    const struct profile *p;
    const struct isa *isa;
    const u32 *row;    /* of each function: that of the report, or PROFILE_NONE */
    u32 *first, *next; /* instructions of each function, and of each image those that are in none, by address; NONE ends */
    struct texts texts;
};

static void link_insns(struct listing *l)
{
    size_t rows = profile_rows(l->p);
    l->first = alloc_zeroed(rows, sizeof *l->first);
    l->next = alloc_zeroed(l->p->insns, sizeof *l->next);
    for (size_t i = 0; i < rows; i++) l->first[i] = NONE;
    for (size_t i = l->p->insns; i-- > 0;) {
        u32 row = profile_insn_row(l->p, &l->p->insn[i]);
        l->next[i] = l->first[row];
        l->first[row] = (u32)i;
    }
}

static bool disassemble(const struct listing *l, const struct profile_insn *insn, struct insn_text *text)
{
    memset(text, 0, sizeof *text);
    return insn->has_code && l->isa && l->isa->disasm && l->isa->disasm(insn->count.pc, insn->code, l->p->unit, text);
}

static bool counted(const struct pc_count *c) { return c->slots || c->cycles || c->ticks; }

/* As pcgram annotate has it: with the name of what a branch leads to. */
static char *line_text(const struct profile *p, const struct insn_text *text)
{
    u32 function = text->has_target ? profile_function_at(p, text->target) : PROFILE_NONE;
    if (function == PROFILE_NONE) return alloc_string(text->text);
    const struct profile_function *g = &p->function[function];
    size_t n = strlen(text->text) + strlen(g->name) + TEXT_NUMBER;
    char *out = alloc_zeroed(n, 1);
    if (text->target == g->start) snprintf(out, n, "%s <%s>", text->text, g->name);
    else snprintf(out, n, "%s <%s+0x%" PRIx64 ">", text->text, g->name, text->target - g->start);
    return out;
}

static void print_insn(struct listing *l, const struct profile_insn *insn, u64 delta, const struct insn_text *text,
                       bool readable, FILE *f)
{
    const struct pc_count *c = &insn->count;
    u64 value[FIELDS] = {delta,
                         readable ? intern(&l->texts, line_text(l->p, text)) + (u64)1 : 0,
                         insn->file != PROFILE_NONE ? insn->file + (u64)1 : 0,
                         insn->line,
                         c->cycles,
                         c->slots,
                         c->instructions,
                         c->ticks,
                         c->mispredicted};
    unsigned n = FIELDS;
    memcpy(value + 9, c->stalls, sizeof c->stalls);
    while (n > 1 && !value[n - 1]) n--;
    for (unsigned i = 0; i < n; i++) fprintf(f, "%c%" PRIu64, i ? ',' : '[', value[i]);
    fputc(']', f);
}

/* The templates of the bundles whose slots print_insns() has listed; the first five bits (SDM volume 1, 3.3). */
static void print_templates(const struct listing *l, u32 function, FILE *f)
{
    u64 last = 0;
    const char *before = "";
    fputs(",\"t\":[", f);
    for (u32 i = l->first[function]; i != NONE; i = l->next[i]) {
        const struct profile_insn *insn = &l->p->insn[i];
        u64 bundle = insn->count.pc - insn->count.pc % PROFILE_CODE_MAX;
        if (*before && bundle == last) continue;
        if (insn->has_code) fprintf(f, "%s%u", before, insn->code[0] & 31u);
        else fprintf(f, "%s-1", before);
        last = bundle;
        before = ",";
    }
    fputc(']', f);
}

struct jump {
    u32 insn, row;
    u64 offset;
};

static void print_jumps(const struct jump *jump, size_t jumps, FILE *f)
{
    fputs(",\"j\":[", f);
    for (size_t i = 0; i < jumps; i++)
        fprintf(f, "%s[%" PRIu32 ",%" PRIu32 ",%" PRIu64 "]", i ? "," : "", jump[i].insn, jump[i].row, jump[i].offset);
    fputc(']', f);
}

static void print_function(struct listing *l, u32 function, u64 start, FILE *f)
{
    struct jump *jump = NULL;
    size_t jumps = 0, room = 0;
    u64 last = start;
    u32 n = 0;
    fputs("{\"i\":[", f);
    for (u32 i = l->first[function]; i != NONE; i = l->next[i]) {
        const struct profile_insn *insn = &l->p->insn[i];
        struct insn_text text;
        bool readable = disassemble(l, insn, &text);
        /* a slot that the template does not have, or the second one of a long instruction */
        bool nothing = (!readable || !*text.text) && !counted(&insn->count);
        if (nothing && l->p->unit == PROFILE_CODE_MAX) continue;
        fputs(n ? "," : "", f);
        print_insn(l, insn, insn->count.pc - last, &text, readable, f);
        last = insn->count.pc;
        u32 to = readable && text.has_target ? profile_function_at(l->p, text.target) : PROFILE_NONE;
        if (to != PROFILE_NONE && l->row[to] != PROFILE_NONE) {
            jump = alloc_grow(jump, jumps, &room, sizeof *jump);
            jump[jumps++] = (struct jump){n, l->row[to], text.target - l->p->function[to].start};
        }
        n++;
    }
    fputc(']', f);
    if (l->p->unit == PROFILE_CODE_MAX) print_templates(l, function, f);
    print_jumps(jump, jumps, f);
    fputc('}', f);
    free(jump);
}

/* ---- Source ---- */

/* A line of a file. */
struct place {
    u32 file, line;
};

static int by_place(const void *a, const void *b)
{
    const struct place *x = a, *y = b;
    if (x->file != y->file) return x->file < y->file ? -1 : 1;
    return (x->line > y->line) - (x->line < y->line);
}

/* The lines that have code, each once, by file; returns how many. */
static size_t list_places(const struct profile *p, struct place *list)
{
    size_t n = 0, kept = 0;
    for (size_t i = 0; i < p->insns; i++)
        if (p->insn[i].file != PROFILE_NONE && p->insn[i].line) list[n++] = (struct place){p->insn[i].file, p->insn[i].line};
    if (n) qsort(list, n, sizeof *list, by_place);
    for (size_t i = 0; i < n; i++)
        if (!kept || by_place(&list[kept - 1], &list[i])) list[kept++] = list[i];
    return kept;
}

static void print_text(const char *text, FILE *f)
{
    char line[LINE_BYTES + 1];
    snprintf(line, sizeof line, "%s", text);
    text_json(f, line);
}

/* The n lines of a file. */
static void print_source(const char *file, const struct place *list, size_t n, struct source *source, FILE *f)
{
    u64 shown = 0; /* the last line that was printed */
    bool any = false;
    for (size_t i = 0; i < n; i++) {
        u64 line = list[i].line, first = line > CONTEXT ? line - CONTEXT : 1;
        if (first <= shown) first = shown + 1;
        for (u64 at = first; at <= line + CONTEXT && at <= UINT32_MAX; at++) {
            const char *text = source_line(source, file, (u32)at);
            if (!text) break;
            if (!any || shown + 1 != at) fprintf(f, "%s[%" PRIu64, any ? "],\n" : "[", at);
            fputc(',', f);
            print_text(text, f);
            shown = at;
            any = true;
        }
    }
    fputs(any ? "]]" : "null", f);
}

static void print_sources(const struct profile *p, bool source, FILE *f)
{
    struct source text = {.map = p->source_map};
    struct place *list = alloc_zeroed(p->insns, sizeof *list);
    size_t places = list_places(p, list), at = 0;
    fputs("\"source\":[", f);
    for (u32 i = 0; i < p->files; i++) {
        size_t first = at;
        while (at < places && list[at].file == i) at++;
        if (i) fputs(",\n", f);
        if (source) print_source(p->file[i], list + first, at - first, &text, f);
        else fputs("null", f);
    }
    fputc(']', f);
    source_free(&text);
    free(list);
}

void html_code(const struct profile *p, const struct isa *isa, const struct report *r, const u32 *row, bool source,
               FILE *f)
{
    struct listing l = {.p = p, .isa = isa, .row = row};
    link_insns(&l);
    fputs("\"code\":[", f);
    for (size_t i = 0; i < r->rows; i++) {
        if (i) fputs(",\n", f);
        u32 at = report_row_of(&r->row[i], p), first = l.first[at];
        if (first == NONE) fputs("null", f);
        else print_function(&l, at, at < p->functions ? r->row[i].start : p->insn[first].count.pc, f);
    }
    fputs("],\n", f);
    print_texts(&l.texts, f);
    print_sources(p, source, f);
    texts_free(&l.texts);
    free(l.first);
    free(l.next);
}
