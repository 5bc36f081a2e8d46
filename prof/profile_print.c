#include "prof/profile_file.h"

#include "prof/data_file.h"
#include "prof/outfile.h"
#include "prof/slices_file.h"
#include "prof/text.h"
#include "prof/threads_file.h"

#include <inttypes.h>
#include <stddef.h>

static void print_head(const struct profile *p, FILE *f)
{
    fprintf(f, PROFILE_MAGIC "\nisa ");
    text_field(f, p->isa);
    fprintf(f, "\ncpu ");
    text_field(f, p->cpu);
    fprintf(f, "\norder %s\naddress %u\nunit %u\n", p->big_endian ? "big" : "little", p->address_size, p->unit);
    fprintf(f, "clock %" PRIu64 "\ntick %" PRIu64 "\nhandler %" PRIu64 "\n", p->clock_hz, p->tick_cycles,
            p->handler_cycles);
    fprintf(f, "total %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 "\n", p->total.cycles, p->total.instructions,
            p->total.slots, p->total.ticks);
    switch (p->exit.kind) {
    case EXIT_NONE: fprintf(f, "exit none\n"); break;
    case EXIT_CODE: fprintf(f, "exit code %d\n", p->exit.code); break;
    case EXIT_LIMIT: fprintf(f, "exit limit\n"); break;
    case EXIT_MIXED: fprintf(f, "exit mixed\n"); break;
    case EXIT_SIGNAL:
        fprintf(f, "exit signal ");
        text_field(f, p->exit.signal);
        fputc('\n', f);
        break;
    }
    if (!p->collected) return;
    fputs("collected ", f);
    text_field(f, p->collected);
    fputc('\n', f);
}

static void print_index(FILE *f, u32 index)
{
    if (index == PROFILE_NONE) fputs(" -", f);
    else text_decimal(f, index);
}

/* A record of some addresses, then some numbers, and the end of the line. */
static void print_numbers(FILE *f, const u64 *number, size_t addresses, size_t numbers)
{
    for (size_t i = 0; i < addresses + numbers; i++) (i < addresses ? text_hexadecimal : text_decimal)(f, number[i]);
    putc_unlocked('\n', f);
}

static void print_code(FILE *f, const u8 *code, unsigned bytes)
{
    for (unsigned k = 0; k < bytes; k++) {
        putc_unlocked("0123456789abcdef"[code[k] >> 4], f);
        putc_unlocked("0123456789abcdef"[code[k] & 15], f);
    }
}

static void print_insn(const struct profile *p, size_t i, FILE *f)
{
    const struct profile_insn *insn = &p->insn[i], *last = i ? insn - 1 : NULL;
    text_word(f, "insn");
    text_hexadecimal(f, insn->count.pc);
    putc_unlocked(' ', f);
    if (!insn->has_code) {
        putc_unlocked('-', f);
    } else if (last && last->has_code && last->count.pc / p->unit == insn->count.pc / p->unit) {
        putc_unlocked('=', f); /* another slot of the same bundle */
    } else {
        print_code(f, insn->code, p->unit);
    }
    print_index(f, insn->function);
    print_numbers(f, (const u64[]){insn->count.cycles, insn->count.instructions, insn->count.slots, insn->count.ticks}, 0, 4);
}

/* Where the source line changes from one instruction to the next. Returns how many records that are. */
static size_t print_lines(const struct profile *p, FILE *f)
{
    size_t records = 0;
    u32 file = PROFILE_NONE, line = 0;
    for (size_t i = 0; i < p->insns; i++) {
        const struct profile_insn *insn = &p->insn[i];
        if (insn->file == file && insn->line == line) continue;
        file = insn->file;
        line = insn->line;
        text_word(f, "line");
        text_hexadecimal(f, insn->count.pc);
        print_index(f, file);
        print_numbers(f, (const u64[]){line}, 0, 1);
        records++;
    }
    return records;
}

/* The stalls of those instructions that have any. Returns how many. */
static size_t print_stalls(const struct profile *p, FILE *f)
{
    size_t records = 0;
    for (size_t i = 0; i < p->insns; i++) {
        const struct pc_count *c = &p->insn[i].count;
        if (!profile_stalls(c)) continue;
        text_word(f, "stall");
        text_hexadecimal(f, c->pc);
        print_numbers(f, c->stalls, 0, STALLS);
        records++;
    }
    return records;
}

static void print_contexts(const struct profile *p, FILE *f)
{
    for (size_t i = 0; i < p->contexts; i++) {
        const struct context_count *c = &p->context[i];
        text_word(f, "context");
        print_index(f, c->parent);
        print_numbers(f, (const u64[]){c->from, c->to, c->calls, c->cycles, c->instructions}, 2, 3);
    }
    for (size_t i = 0; i < p->ticks; i++) {
        text_word(f, "tick");
        text_decimal(f, p->tick[i].context);
        print_numbers(f, (const u64[]){p->tick[i].pc, p->tick[i].ticks}, 1, 1);
    }
}

/* Likewise of a count that only branches have, at `offset` in struct pc_count. */
static size_t print_branches(const struct profile *p, const char *keyword, size_t offset, FILE *f)
{
    size_t records = 0;
    for (size_t i = 0; i < p->insns; i++) {
        const struct pc_count *c = &p->insn[i].count;
        u64 n = *(const u64 *)(const void *)((const u8 *)c + offset);
        if (!n) continue;
        text_word(f, keyword);
        print_numbers(f, (const u64[]){c->pc, n}, 1, 1);
        records++;
    }
    return records;
}

void profile_print(const struct profile *p, FILE *f)
{
    print_head(p, f);
    for (size_t i = 0; i < p->images; i++) {
        const struct profile_image *m = &p->image[i];
        fprintf(f, "image 0x%" PRIx64 " %" PRIu64 " 0x%" PRIx64 " 0x%" PRIx64 " 0x%" PRIx64 " ", m->bias, m->size, m->low,
                m->high, m->offset);
        text_field(f, m->build_id);
        fputc(' ', f);
        text_field(f, m->path);
        fputc('\n', f);
    }
    for (size_t i = 0; i < p->functions; i++) {
        const struct profile_function *g = &p->function[i];
        text_word(f, "function");
        text_hexadecimal(f, g->start);
        text_decimal(f, g->size);
        print_index(f, g->image);
        putc_unlocked(' ', f);
        text_word(f, profile_kind_name(g->kind));
        putc_unlocked(' ', f);
        text_field(f, profile_symbol(g));
        putc_unlocked('\n', f);
    }
    for (size_t i = 0; i < p->insns; i++) print_insn(p, i, f);
    for (size_t i = 0; i < p->files; i++) {
        fputs("file ", f);
        text_field(f, p->file[i]);
        fputc('\n', f);
    }
    size_t records = print_lines(p, f) + print_stalls(p, f);
    records += print_branches(p, "mispredicted", offsetof(struct pc_count, mispredicted), f);
    records += print_branches(p, "taken", offsetof(struct pc_count, taken), f);
    for (size_t i = 0; i < p->idles; i++) {
        text_word(f, "idle");
        print_numbers(f, (const u64[]){p->idle[i].address, p->idle[i].file, p->idle[i].line}, 1, 2);
    }
    for (size_t i = 0; i < p->arcs; i++) {
        const struct call_arc *a = &p->arc[i];
        text_word(f, "arc");
        print_numbers(f, (const u64[]){a->from, a->to, a->count, a->cycles, a->instructions}, 2, 3);
    }
    print_contexts(p, f);
    records += data_print(p->data, f) + threads_print(p->threads, f) + slices_print(p->slices, f);
    if (p->slices) records += data_print_parts(p->data, f);
    fprintf(f, "end %zu\n", p->images + p->functions + p->insns + p->files + records + p->idles + p->arcs + p->contexts + p->ticks);
}

int profile_save(const struct profile *p, const char *path, struct error *e)
{
    struct outfile o;
    if (outfile_open(&o, path, e)) return -1;
    profile_print(p, o.f);
    return outfile_close(&o, e);
}
