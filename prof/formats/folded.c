#include "prof/formats/folded.h"

#include "emu/core/alloc.h"
#include "emu/core/text.h"
#include "prof/profile/profile_inlines.h"
#include "prof/profile/stacks.h"

#include <inttypes.h>
#include <stdlib.h>

struct line {
    char *stack;
    u64 value;
};

static int by_stack(const void *a, const void *b)
{
    return strcmp(((const struct line *)a)->stack, ((const struct line *)b)->stack);
}

/* As stacks_name(), but inlined code is marked as flamegraph.pl expects it. */
static const char *name_of(const struct profile *p, u32 row, char **made)
{
    const struct inline_function *inlined = profile_inline_function(p, row);
    if (!inlined) return stacks_name(p, row, made);
    size_t n = strlen(inlined->name) + sizeof "_[i]";
    *made = alloc_zeroed(n, 1);
    snprintf(*made, n, "%s_[i]", inlined->name);
    return *made;
}

/* What separates frames, and what ends a line, cannot be in a name. */
static char *put_name(char *at, const char *name)
{
    strcpy(at, name);
    for (text_clean(at); *at; at++)
        if (*at == ';') *at = ':';
    return at;
}

/* "main;work", outermost first. */
static char *fold(const struct profile *p, const struct stack_frame *frame, size_t frames)
{
    char *made, *text, *at;
    size_t size = 1;
    for (size_t i = 0; i < frames; i++, free(made)) size += strlen(name_of(p, frame[i].row, &made)) + 1;
    text = at = alloc_zeroed(size, 1);
    for (size_t i = frames; i-- > 0; free(made)) {
        if (at != text) *at++ = ';';
        at = put_name(at, name_of(p, frame[i].row, &made));
    }
    return text;
}

/* Whether two samples have the same line: the same frames but for the addresses. */
static bool same_rows(const struct stack_frame *a, size_t na, const struct stack_frame *b, size_t nb)
{
    bool same = na == nb;
    for (size_t i = 0; i < na && same; i++) same = a[i].row == b[i].row;
    return same;
}

void folded_write(const struct profile *p, enum profile_event event, FILE *f)
{
    struct stacks s;
    struct line *line = NULL;
    struct stack_frame *frame[2] = {NULL, NULL};
    size_t room[2] = {0, 0}, frames[2] = {0, 0}, lines = 0, lines_room = 0;
    stacks_make(&s, p);
    for (size_t i = 0, now = 0; i < s.samples; i++) {
        if (!s.sample[i].value[event]) continue;
        frames[now] = stacks_frames(p, &s.sample[i], &frame[now], &room[now], SIZE_MAX);
        if (lines && same_rows(frame[0], frames[0], frame[1], frames[1])) {
            line[lines - 1].value += s.sample[i].value[event];
            continue;
        }
        line = alloc_grow(line, lines, &lines_room, sizeof *line);
        line[lines++] = (struct line){fold(p, frame[now], frames[now]), s.sample[i].value[event]};
        now = !now;
    }
    if (lines) qsort(line, lines, sizeof *line, by_stack);
    for (size_t i = 0; i < lines; i++) {
        if (i + 1 < lines && !strcmp(line[i].stack, line[i + 1].stack)) line[i + 1].value += line[i].value;
        else fprintf(f, "%s %" PRIu64 "\n", line[i].stack, line[i].value);
        free(line[i].stack);
    }
    free(line);
    free(frame[0]);
    free(frame[1]);
    stacks_free(&s);
}
