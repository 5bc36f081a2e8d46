#include "prof/html/diff.h"

#include "emu/core/alloc.h"
#include "prof/html/page.h"
#include "prof/html/report.h"
#include "prof/output/text.h"
#include "prof/report/diff_files.h"

#include <inttypes.h>
#include <stdlib.h>

/* For each source file of the second profile the index of the first one's, or null. */
static void print_files(const struct profile *const p[2], FILE *f)
{
    u32 *to = diff_files(p[0], p[1]);
    fputs("\"files\":[", f);
    for (size_t i = 0; i < p[1]->files; i++) {
        if (i) fputc(',', f);
        if (to[i] == PROFILE_NONE) fputs("null", f);
        else fprintf(f, "%" PRIu32, to[i]);
    }
    fputs("],\n", f);
    free(to);
}

static void print_program(const struct profile *p, FILE *f)
{
    u32 program = profile_program(p);
    if (program == PROFILE_NONE) fputs("null", f);
    else fprintf(f, "%" PRIu32, program);
}

void diff_html(const struct profile *const p[2], const struct isa *const isa[2], const char *const names[2], bool source, FILE *f)
{
    struct alloc_text gathered;
    alloc_text_begin(&gathered);
    FILE *block = gathered.f;
    fputs("{\"names\":[", block);
    text_json(block, names[0]);
    fputc(',', block);
    text_json(block, names[1]);
    fputs("],\n\"program\":[", block);
    print_program(p[0], block);
    fputc(',', block);
    print_program(p[1], block);
    fputs("],\n", block);
    print_files(p, block);
    fputs("\"runs\":[", block);
    report_html_data(p[0], isa[0], source, block);
    fputc(',', block);
    report_html_data(p[1], isa[1], source, block);
    fputs("]}\n", block);
    alloc_text_end(&gathered);
    html_page(html_diff_script, html_diff_script_end, gathered.text, gathered.size, f);
    free(gathered.text);
}
