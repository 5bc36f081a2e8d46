#include "prof/symbols/source.h"

#include "emu/core/alloc.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "emu/core/regular.h"

#define SIZE_LIMIT (16u << 20)

/* The bytes of a regular file with a NUL behind them, or NULL. */
static char *read_text(const char *path, size_t *size)
{
    struct stat st;
    int fd = regular_open(path);
    char *text = NULL;
    if (fd >= 0 && fstat(fd, &st) == 0 && st.st_size <= (off_t)SIZE_LIMIT) {
        text = alloc_zeroed((size_t)st.st_size + 1, 1);
        ssize_t got = read(fd, text, (size_t)st.st_size);
        *size = got > 0 ? (size_t)got : 0;
    }
    if (fd >= 0) close(fd);
    return text;
}

static void load(struct source *s, const char *path)
{
    size_t size = 0, room = 0;
    source_free(s);
    s->path = alloc_string(path);
    char *here = source_map_path(s->map, path);
    s->text = read_text(here, &size);
    free(here);
    for (size_t at = 0; at < size; at += strlen(s->text + at) + 1) {
        char *newline = memchr(s->text + at, '\n', size - at);
        if (newline) *newline = 0;
        s->start = alloc_grow(s->start, s->lines, &room, sizeof *s->start);
        s->start[s->lines++] = (u32)at;
    }
}

const char *source_line(struct source *s, const char *path, u32 line)
{
    if (!s->path || strcmp(s->path, path)) load(s, path);
    return line && line <= s->lines ? s->text + s->start[line - 1] : NULL;
}

void source_free(struct source *s)
{
    free(s->path);
    free(s->text);
    free(s->start);
    *s = (struct source){.map = s->map};
}
