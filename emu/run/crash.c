#include "emu/run/crash.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "emu/core/alloc.h"
#include "emu/core/elf.h"
#include "prof/output/text.h"

static void find_line(struct crash_place *at, const struct process *p)
{
    const struct mem_area *a = mem_area_of(&p->mem, at->pc);
    struct lines lines = {0};
    u64 bias;
    if (!a || !mem_area_has_file(a) || elf_bias(a->name, &a->id, a->start, a->file_offset, &bias) != 0) return;
    lines_add(&lines, a->name, &a->id, bias, a->start, a->end);
    lines_settle(&lines);
    const struct line_row *row = lines_find(&lines, at->pc);
    if (row && row->file) {
        at->file = alloc_string(row->file);
        at->line = row->line;
    }
    lines_free(&lines);
}

static void find_place(struct crash_place *at, u64 pc, struct functions *f, struct process *p)
{
    u64 start;
    *at = (struct crash_place){.pc = pc};
    if (functions_name(f, p, pc, at->function, sizeof at->function - 24, &start)) {
        size_t n = strlen(at->function);
        if (pc != start) snprintf(at->function + n, sizeof at->function - n, "+0x%" PRIx64, pc - start);
    }
    find_line(at, p);
}

void crash_find(struct crash *c, struct functions *f, struct process *p, const struct os_result *how)
{
    if (how->end != OS_SIGNAL || !how->pc) return;
    *c = (struct crash){.there = true, .chain = how->chain, .address = how->addr, .deeper = how->deeper};
    find_place(&c->place[c->places++], how->pc, f, p);
    for (unsigned i = 0; i < how->callers; i++) find_place(&c->place[c->places++], how->caller[i], f, p);
}

void crash_free(struct crash *c)
{
    for (unsigned i = 0; i < c->places; i++) free(c->place[i].file);
    memset(c, 0, sizeof *c);
}

void crash_print(const struct crash *c, FILE *f)
{
    char calls[TEXT_COUNT];
    for (unsigned i = 0; i < c->places; i++) {
        const struct crash_place *at = &c->place[i];
        fprintf(f, "pcgram:   %s 0x%08" PRIx64 " ", i ? "called at" : "in       ", at->pc);
        text_name(f, at->function[0] ? at->function : "??");
        if (at->file) {
            fputs(" (", f);
            text_name(f, at->file);
            fprintf(f, ":%" PRIu32 ")", at->line);
        }
        fputc('\n', f);
    }
    if (c->deeper) fprintf(f, "pcgram:   and %s further out\n", text_count(calls, c->deeper, "call"));
    if (c->there && !c->chain) fputs("pcgram:   (with --profile or pcgram stat: the calls that led there, too)\n", f);
}

void crash_words(const struct crash *c, unsigned place, char *text, size_t room)
{
    const struct crash_place *at = &c->place[place];
    char calls[TEXT_COUNT];
    const char *how = !place ? "in" : at[-1].inlined ? "inlined in" : "called in";
    int n = snprintf(text, room, "%s %s%s", how, at->function, at->inlined ? ", inlined" : "");
    if (!at->function[0]) n = snprintf(text, room, "%s 0x%" PRIx64, !place ? "at" : at[-1].inlined ? "inlined at" : "called at", at->pc);
    if (at->file && (size_t)n < room)
        n += snprintf(text + n, room - (size_t)n, " (%s:%" PRIu32 ")", text_base(at->file), at->line);
    if (c->deeper && place + 1 == c->places && (size_t)n < room)
        snprintf(text + n, room - (size_t)n, ", and %s further out", text_count(calls, c->deeper, "call"));
}

void crash_print_json(const struct crash *c, FILE *f)
{
    fprintf(f, "\"crash\":{\"address\":\"0x%" PRIx64 "\",\"deeper\":%" PRIu64 ",\"calls\":[", c->address, c->deeper);
    for (unsigned i = 0; i < c->places; i++) {
        const struct crash_place *at = &c->place[i];
        fprintf(f, "%s{\"pc\":\"0x%" PRIx64 "\",\"function\":", i ? "," : "", at->pc);
        if (at->function[0]) text_json(f, at->function);
        else fputs("null", f);
        fputs(",\"file\":", f);
        text_json_or_null(f, at->file);
        if (at->file) fprintf(f, ",\"line\":%" PRIu32 "}", at->line);
        else fputs(",\"line\":null}", f);
    }
    fputs("]}", f);
}
