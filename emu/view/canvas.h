/* What the view draws on: a grid of characters with colours, which becomes pixels, a PNG file, or plain text. The
 * pixels are made here and nowhere else, so a picture is the same on every machine. */
#ifndef PCGRAM_VIEW_CANVAS_H
#define PCGRAM_VIEW_CANVAS_H

#include <stdbool.h>
#include <stdio.h>

#include "emu/core/error.h"
#include "emu/core/types.h"

enum ink {
    INK_GROUND,
    INK_PANEL,
    INK_TEXT,
    INK_DIM,
    INK_TITLE,
    INK_HERE, /* the last two: what is highlighted behind text */
    INK_CURSOR,
    INK_CHANGED,
    INK_BREAK,
    INK_STACKED,
    INK_ROTATING,
    INK_NAT,
    INK_HEAT, /* four of them, from warm to hot */
    INK_ISSUE = INK_HEAT + 4,
    INK_STALL, /* one for each enum stall */
    INK_LINE = INK_STALL + 7, /* grounds of source lines, and of their code */
    INK_LINES = 6,
    INKS = INK_LINE + INK_LINES
};

struct cell {
    unsigned char glyph; /* ASCII, or one of emu/view/font.h */
    u8 ink, ground;      /* enum ink */
};

/* An arrow from the right edge of a cell to the left edge of another: in pictures and windows; characters have none. */
struct canvas_arrow {
    u16 column, row, to_column, to_row;
};

enum { CANVAS_ARROWS = 64 };

struct canvas {
    unsigned columns, rows;
    struct canvas_arrow arrow[CANVAS_ARROWS];
    unsigned arrows;
    bool light;        /* dark else */
    struct cell *cell; /* row after row */
};

/* Of that many cells, all blank. False: no memory. */
bool canvas_size(struct canvas *c, unsigned columns, unsigned rows);
void canvas_free(struct canvas *c);
void canvas_clear(struct canvas *c);

/* Cells outside are left out. Writes at most `width` characters; returns the column behind the last one. */
unsigned canvas_put(struct canvas *c, unsigned column, unsigned row, unsigned width, enum ink ink, const char *text);
unsigned canvas_print(struct canvas *c, unsigned column, unsigned row, unsigned width, enum ink ink, const char *fmt,
                      ...) PRINTF_LIKE(6, 7);
/* The ground of a stretch of cells. */
void canvas_ground(struct canvas *c, unsigned column, unsigned row, unsigned width, enum ink ground);
/* A bar of `part` of `whole`, in a room of `width` cells. */
void canvas_bar(struct canvas *c, unsigned column, unsigned row, unsigned width, enum ink ink, u64 part, u64 whole);
/* What is beyond the room for arrows is left out. */
void canvas_arrow(struct canvas *c, unsigned column, unsigned row, unsigned to_column, unsigned to_row);
/* A title over a panel, with a line. */
void canvas_title(struct canvas *c, unsigned column, unsigned row, unsigned width, const char *text);

/* 0xRRGGBB of an ink, dark or light. */
u32 canvas_colour(enum ink ink, bool light);
/* Pixels, 0x00RRGGBB, columns * FONT_WIDTH * scale in a row of `stride` pixels; what is beyond `width` and `height` is
 * left out. `letters`: what letters_cells() has for ASCII at this scale; NULL: the view's own font. */
void canvas_pixels(const struct canvas *c, unsigned scale, const u8 *letters, u32 *pixel, unsigned width, unsigned height,
                   unsigned stride);
/* A PNG picture of these. -1 with *e when there is no memory; what could not be written is told by ferror(f). */
int canvas_png(const struct canvas *c, unsigned scale, FILE *f, struct error *e);
/* Its characters, a line a row, blanks at the ends cut off. */
void canvas_text(const struct canvas *c, FILE *out);

#endif
