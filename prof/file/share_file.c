#include "prof/file/share_file.h"

#include "prof/output/text.h"

/* --- writing ------------------------------------------------------------------------------------------------------------- */

void share_print_numbers(FILE *f, const u64 *number, size_t numbers)
{
    for (size_t i = 0; i < numbers; i++) text_decimal(f, number[i]);
}

void share_print_count(FILE *f, const struct pc_count *c)
{
    share_print_numbers(f, (const u64[]){c->cycles, c->instructions, c->slots, c->ticks, c->mispredicted, c->taken}, 6);
    share_print_numbers(f, c->stalls, STALLS);
}

void share_print_row(FILE *f, const char *record, u32 of, const struct pc_count *c)
{
    fputs(record, f);
    text_decimal(f, of);
    text_hexadecimal(f, c->pc);
    share_print_count(f, c);
    fputc('\n', f);
}

void share_print_part(FILE *f, const char *record, u32 of, const struct thread_part *p)
{
    fputs(record, f);
    share_print_numbers(f, (const u64[]){of, p->context, p->calls, p->cycles, p->instructions}, 5);
    fputc('\n', f);
}

void share_print_tick(FILE *f, const char *record, u32 of, const struct context_tick *t)
{
    fputs(record, f);
    share_print_numbers(f, (const u64[]){of, t->context}, 2);
    text_hexadecimal(f, t->pc);
    text_decimal(f, t->ticks);
    fputc('\n', f);
}

/* --- reading ------------------------------------------------------------------------------------------------------------- */

void share_read_count(struct reader *r, struct pc_count *c)
{
    u64 *const number[] = {&c->cycles, &c->instructions, &c->slots, &c->ticks, &c->mispredicted, &c->taken};
    for (unsigned i = 0; i < ARRAY_LEN(number); i++) *number[i] = reader_number(r);
    for (unsigned i = 0; i < STALLS; i++) c->stalls[i] = reader_number(r);
    if (c->instructions > c->slots) reader_bad(r, "more instructions took effect than issued");
}

struct thread_part share_read_part(struct reader *r)
{
    struct thread_part p = {.context = reader_index(r, r->p->contexts)};
    p.calls = reader_number(r);
    p.cycles = reader_number(r);
    p.instructions = reader_number(r);
    return p;
}

struct context_tick share_read_tick(struct reader *r)
{
    struct context_tick t = {.context = reader_index(r, r->p->contexts)};
    t.pc = reader_address(r);
    t.ticks = reader_number(r);
    return t;
}
