#include "emu/inspect/source_lines.h"

#include <stdlib.h>
#include <string.h>

#include "emu/core/alloc.h"
#include "emu/core/elf.h"

static struct source_lines_image *image_of(struct source_lines *s, const struct mem_area *a)
{
    u64 bias;
    for (size_t i = 0; i < s->images; i++)
        if (s->image[i].low == a->start && s->image[i].high == a->end && !strcmp(s->image[i].path, a->name) &&
            file_id_unchanged(s->image[i].id, a->id))
            return &s->image[i];
    if (!mem_area_has_file(a) || elf_bias(a->name, &a->id, a->start, a->file_offset, &bias) != 0) return NULL;
    s->image = alloc_grow(s->image, s->images, &s->room, sizeof *s->image);
    struct source_lines_image *image = &s->image[s->images++];
    *image = (struct source_lines_image){.path = alloc_string(a->name), .id = a->id, .bias = bias, .low = a->start, .high = a->end};
    lines_add(&image->lines, a->name, &a->id, bias, a->start, a->end);
    lines_settle(&image->lines);
    return image;
}

const struct line_row *source_lines_find(struct source_lines *s, const struct process *p, u64 pc)
{
    const struct mem_area *a = mem_area_of(&p->mem, pc);
    const struct source_lines_image *image = a ? image_of(s, a) : NULL;
    const struct line_row *row = image ? lines_find(&image->lines, pc) : NULL;
    return row && row->file ? row : NULL;
}

const struct inlines *source_lines_inlines(struct source_lines *s, const struct process *p, u64 pc)
{
    const struct mem_area *a = mem_area_of(&p->mem, pc);
    struct source_lines_image *image = a ? image_of(s, a) : NULL;
    if (!image) return NULL;
    if (!image->has_inlines) {
        inlines_add(&image->inlines, image->path, &image->id, image->bias, image->low, image->high);
        inlines_settle(&image->inlines, false);
        image->has_inlines = true;
    }
    return &image->inlines;
}

void source_lines_free(struct source_lines *s)
{
    for (size_t i = 0; i < s->images; i++) {
        inlines_free(&s->image[i].inlines);
        lines_free(&s->image[i].lines);
        free(s->image[i].path);
    }
    free(s->image);
    memset(s, 0, sizeof *s);
}
