#include "prof/file/profile_file.h"

#include "emu/core/alloc.h"
#include "prof/file/data_file.h"
#include "prof/file/slices_file.h"
#include "prof/file/threads_file.h"
#include "prof/output/outfile.h"
#include "prof/output/text.h"

#include <inttypes.h>
#include <stddef.h>
#include <stdlib.h>

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
    case EXIT_NONE: case EXIT_UNKNOWN: fprintf(f, "exit none\n"); break;
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

static char *put_index(char *to, u32 index) { return index == PROFILE_NONE ? text_put_word(to, " -") : text_put_decimal(to, index); }

static char *put_numbers(char *to, const u64 *number, size_t numbers)
{
    for (size_t i = 0; i < numbers; i++) to = text_put_decimal(to, number[i]);
    return to;
}

static char *put_code(char *to, const u8 *code, unsigned bytes)
{
    for (unsigned k = 0; k < bytes; k++) {
        *to++ = "0123456789abcdef"[code[k] >> 4];
        *to++ = "0123456789abcdef"[code[k] & 15];
    }
    return to;
}

static void print_insn(const struct profile *p, const struct profile_insn *insn, const struct profile_insn *last, struct text_records *r)
{
    const struct pc_count *c = &insn->count;
    char *to = text_put_hexadecimal(text_put_word(text_record(r), "insn"), c->pc);
    *to++ = ' ';
    if (!insn->has_code) *to++ = '-';
    else if (last && last->has_code && (last->count.pc ^ c->pc) < p->unit) *to++ = '='; /* another slot of the same bundle */
    else to = put_code(to, insn->code, p->unit);
    to = put_index(to, insn->function);
    if (c->cycles | c->instructions | c->slots | c->ticks) to = put_numbers(to, (const u64[]){c->cycles, c->instructions, c->slots, c->ticks}, 4);
    else to = text_put_word(to, " 0 0 0 0"); /* as half of them are: what did not run of a function that did */
    text_record_end(r, to);
}

/* Indices of instructions. */
struct insn_list {
    size_t *at, count, room;
};

static void list_add(struct insn_list *l, size_t i)
{
    l->at = alloc_grow(l->at, l->count, &l->room, sizeof *l->at);
    l->at[l->count++] = i;
}

/* Prints all instructions. Those that have further counts are listed, and those whose line is not that of the one before: they are few, and all are
 * more than the host's caches hold. */
static void print_insns(const struct profile *p, struct text_records *r, struct insn_list *further, struct insn_list *lines)
{
    u32 file = PROFILE_NONE, line = 0;
    for (size_t i = 0; i < p->insns; i++) {
        const struct profile_insn *insn = &p->insn[i];
        print_insn(p, insn, i ? insn - 1 : NULL, r);
        if (insn->count.mispredicted || insn->count.taken || profile_stalls(&insn->count)) list_add(further, i);
        if (insn->file != file || insn->line != line) list_add(lines, i);
        file = insn->file;
        line = insn->line;
    }
}

/* Where the source line changes from one instruction to the next. Returns how many records that are. */
static size_t print_lines(const struct profile *p, const struct insn_list *lines, struct text_records *r)
{
    for (size_t i = 0; i < lines->count; i++) {
        const struct profile_insn *insn = &p->insn[lines->at[i]];
        char *to = text_put_hexadecimal(text_put_word(text_record(r), "line"), insn->count.pc);
        text_record_end(r, text_put_decimal(put_index(to, insn->file), insn->line));
    }
    return lines->count;
}

/* The stalls of those instructions that have any. Returns how many. */
static size_t print_stalls(const struct profile *p, const struct insn_list *further, struct text_records *r)
{
    size_t records = 0;
    for (size_t i = 0; i < further->count; i++) {
        const struct pc_count *c = &p->insn[further->at[i]].count;
        if (!profile_stalls(c)) continue;
        char *to = text_put_hexadecimal(text_put_word(text_record(r), "stall"), c->pc);
        text_record_end(r, put_numbers(to, c->stalls, STALLS));
        records++;
    }
    return records;
}

/* Likewise of a count that only branches have, at `offset` in struct pc_count. */
static size_t print_branches(const struct profile *p, const struct insn_list *further, const char *keyword, size_t offset, struct text_records *r)
{
    size_t records = 0;
    for (size_t i = 0; i < further->count; i++) {
        const struct pc_count *c = &p->insn[further->at[i]].count;
        u64 count = *(const u64 *)(const void *)((const u8 *)c + offset);
        if (!count) continue;
        text_record_end(r, text_put_decimal(text_put_hexadecimal(text_put_word(text_record(r), keyword), c->pc), count));
        records++;
    }
    return records;
}

static void print_idle(const struct profile *p, struct text_records *r)
{
    for (size_t i = 0; i < p->idles; i++) {
        const struct profile_idle *x = &p->idle[i];
        char *to = text_put_hexadecimal(text_put_word(text_record(r), "idle"), x->address);
        text_record_end(r, text_put_decimal(text_put_decimal(to, x->file), x->line));
    }
}

static void print_arcs(const struct profile *p, struct text_records *r)
{
    for (size_t i = 0; i < p->arcs; i++) {
        const struct call_arc *a = &p->arc[i];
        char *to = text_put_hexadecimal(text_put_hexadecimal(text_put_word(text_record(r), "arc"), a->from), a->to);
        text_record_end(r, put_numbers(to, (const u64[]){a->count, a->cycles, a->instructions}, 3));
    }
}

static void print_contexts(const struct profile *p, struct text_records *r)
{
    for (size_t i = 0; i < p->contexts; i++) {
        const struct context_count *c = &p->context[i];
        char *to = put_index(text_put_word(text_record(r), "context"), c->parent);
        to = text_put_hexadecimal(text_put_hexadecimal(to, c->from), c->to);
        text_record_end(r, put_numbers(to, (const u64[]){c->calls, c->cycles, c->instructions}, 3));
    }
    for (size_t i = 0; i < p->ticks; i++) {
        char *to = text_put_decimal(text_put_word(text_record(r), "tick"), p->tick[i].context);
        text_record_end(r, text_put_decimal(text_put_hexadecimal(to, p->tick[i].pc), p->tick[i].ticks));
    }
}

static void print_images(const struct profile *p, FILE *f)
{
    for (size_t i = 0; i < p->images; i++) {
        const struct profile_image *m = &p->image[i];
        fprintf(f, "image 0x%" PRIx64 " %" PRIu64 " 0x%" PRIx64 " 0x%" PRIx64 " 0x%" PRIx64 " ", m->bias, m->size, m->low,
                m->high, m->offset);
        text_field(f, m->build_id);
        fputc(' ', f);
        text_field(f, m->path);
        fputc('\n', f);
    }
}

/* Names may be of any length. */
static void print_functions(const struct profile *p, FILE *f)
{
    for (size_t i = 0; i < p->functions; i++) {
        const struct profile_function *g = &p->function[i];
        char text[TEXT_RECORD], *to = text_put_hexadecimal(text_put_word(text, "function"), g->start);
        to = put_index(text_put_decimal(to, g->size), g->image);
        *to++ = ' ';
        to = text_put_word(to, profile_kind_name(g->kind));
        *to++ = ' ';
        fwrite(text, 1, (size_t)(to - text), f);
        text_field(f, profile_symbol(g));
        putc_unlocked('\n', f);
    }
}

void profile_print(const struct profile *p, FILE *f)
{
    struct text_records r;
    struct insn_list further = {0}, lines = {0};
    r.f = f;
    r.gathered = 0;
    print_head(p, f);
    print_images(p, f);
    print_functions(p, f);
    print_insns(p, &r, &further, &lines);
    text_records_write(&r);
    for (size_t i = 0; i < p->files; i++) {
        fputs("file ", f);
        text_field(f, p->file[i]);
        fputc('\n', f);
    }
    size_t records = print_lines(p, &lines, &r);
    records += print_stalls(p, &further, &r);
    records += print_branches(p, &further, "mispredicted", offsetof(struct pc_count, mispredicted), &r);
    records += print_branches(p, &further, "taken", offsetof(struct pc_count, taken), &r);
    free(further.at);
    free(lines.at);
    print_idle(p, &r);
    print_arcs(p, &r);
    print_contexts(p, &r);
    text_records_write(&r);
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
