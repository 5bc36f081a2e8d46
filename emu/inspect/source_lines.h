/* Which source line and which inlined code a pc of a running process is of, by the debug information of what is mapped there. */
#ifndef PCGRAM_INSPECT_SOURCE_LINES_H
#define PCGRAM_INSPECT_SOURCE_LINES_H

#include "emu/core/machine.h"
#include "prof/symbols/inlines.h"
#include "prof/symbols/lines.h"

struct source_lines { /* all zero: nothing read yet */
    struct source_lines_image {
        char *path;
        struct file_id id;
        u64 bias, low, high; /* of the mapping that was asked about */
        struct lines lines;
        struct inlines inlines; /* once they were asked for */
        bool has_inlines;
    } *image;
    size_t images, room;
};

/* The row that holds at pc; NULL: no line is known. Valid until source_lines_free(). */
const struct line_row *source_lines_find(struct source_lines *s, const struct process *p, u64 pc);
/* Those of the image that the pc is in, for inlines_at(); NULL: it is in none. Valid until the next call. */
const struct inlines *source_lines_inlines(struct source_lines *s, const struct process *p, u64 pc);
void source_lines_free(struct source_lines *s);

#endif
