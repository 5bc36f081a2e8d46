#include "prof/html/report.h"

#include "emu/core/alloc.h"
#include "prof/html/code.h"
#include "prof/html/data.h"
#include "prof/html/flame.h"
#include "prof/html/page.h"
#include "prof/html/time.h"
#include "prof/output/text.h"
#include "prof/report/report.h"

#include <inttypes.h>
#include <stdlib.h>

/* For each function, each image and what is in none: the row of the report that has it, or PROFILE_NONE. */
static u32 *index_rows(const struct profile *p, const struct report *r)
{
    size_t n = profile_rows(p);
    u32 *row = alloc_zeroed(n, sizeof *row);
    for (size_t i = 0; i < n; i++) row[i] = PROFILE_NONE;
    for (size_t i = 0; i < r->rows; i++) {
        row[report_row_of(&r->row[i], p)] = (u32)i;
    }
    return row;
}

/* Where a row's code begins; of code without a function that is its first instruction. */
static u64 first_of(const struct profile *p, const struct report_row *row)
{
    u32 which = report_row_of(row, p);
    if (which < p->functions) return row->start;
    for (size_t i = 0; i < p->insns; i++)
        if (profile_insn_row(p, &p->insn[i]) == which) return p->insn[i].count.pc;
    return 0;
}

/* One row: as in pcgram report --json, but that the counts stand in a list; `first` is where the code begins of a row that is
 * no function's, and so has no address. */
static void print_row(const struct profile *p, const struct report_row *row, FILE *f)
{
    char address[TEXT_NUMBER];
    fputs("{\"name\":", f);
    text_json(f, row->name);
    if (row->image != PROFILE_NONE) fprintf(f, ",\"image\":%" PRIu32, row->image);
    else fputs(",\"image\":null", f);
    text_address(address, first_of(p, row), p->address_size);
    if (row->function == PROFILE_NONE) fprintf(f, ",\"address\":null,\"first\":\"%s\",", address);
    else fprintf(f, ",\"address\":\"%s\",", address);
    fprintf(f, "\"size\":%" PRIu64 ",", row->size);
    report_print_json_line(p, row->file, row->line, f);
    report_print_json_counts(&row->sum, f);
    fprintf(f, ",\"mispredicted\":%" PRIu64 ",\"calls\":%" PRIu64 "}", row->sum.mispredicted, row->calls);
}

void report_html_data(const struct profile *p, const struct isa *isa, bool source, FILE *f)
{
    const struct report_options by_cycles = {.by = BY_FUNCTION};
    struct report r;
    report_make(&r, p, BY_FUNCTION);
    report_sort(&r, &by_cycles);
    u32 *row = index_rows(p, &r);
    fputc('{', f);
    report_print_json_head(p, f);
    fprintf(f, "\"unit\":%u,\"address_size\":%u,\n\"stall_names\":[", p->unit, p->address_size);
    for (unsigned s = 0; s < STALLS; s++) fprintf(f, "%s\"%s\"", s ? "," : "", stall_name((enum stall)s));
    fputs("],\n\"files\":[", f);
    for (size_t i = 0; i < p->files; i++) {
        if (i) fputs(",\n", f);
        text_json(f, p->file[i]);
    }
    fputs("],\n\"functions\":[", f);
    for (size_t i = 0; i < r.rows; i++) {
        if (i) fputs(",\n", f);
        print_row(p, &r.row[i], f);
    }
    fprintf(f, "],\n\"contexts\":%s,\n", p->contexts ? "true" : "false");
    html_flame(p, row, r.rows, f);
    fputs(",\n", f);
    html_data(p, &r, row, f);
    fputs(",\n", f);
    html_time(p, row, f);
    fputs(",\n", f);
    html_code(p, isa, &r, row, source, f);
    fputs("}\n", f);
    free(row);
    report_free(&r);
}

void report_html(const struct profile *p, const struct isa *isa, bool source, FILE *f)
{
    struct alloc_text block;
    alloc_text_begin(&block);
    report_html_data(p, isa, source, block.f);
    alloc_text_end(&block);
    html_page(html_script, html_script_end, block.text, block.size, f);
    free(block.text);
}
