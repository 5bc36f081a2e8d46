#include "emu/view/canvas.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "emu/view/font.h"

/* 0xRRGGBB, dark and light. Stalls in the order of enum stall. */
static const u32 palette[INKS][2] = {
    [INK_GROUND] = {0x14171c, 0xf7f7f4},    [INK_PANEL] = {0x2a303a, 0xd9dce0},
    [INK_TEXT] = {0xd6dae0, 0x20242b},      [INK_DIM] = {0x99a2b0, 0x535a64},
    [INK_TITLE] = {0x8fc7ff, 0x0b5394},     [INK_HERE] = {0x1d3557, 0xcfe2ff},
    [INK_CURSOR] = {0x2d333e, 0xe4e6ea},    [INK_CHANGED] = {0xffd75e, 0x8f4600},
    [INK_BREAK] = {0xff5c5c, 0xc00000},     [INK_STACKED] = {0x9fe0b0, 0x1d6b33},
    [INK_ROTATING] = {0xd3a6ff, 0x6a2fa0},  [INK_NAT] = {0xff8ad0, 0xb0157a},
    [INK_HEAT] = {0x6b5020, 0xe0bd7c},      [INK_HEAT + 1] = {0x96641e, 0xd4923a},
    [INK_HEAT + 2] = {0xd06a1c, 0xb05208},  [INK_HEAT + 3] = {0xff5336, 0xa31a08},
    [INK_ISSUE] = {0x57c26b, 0x1d7530},     [INK_STALL] = {0xe0b13a, 0x80600a},
    [INK_STALL + 1] = {0x6f9ceb, 0x2f5cab}, [INK_STALL + 2] = {0xef7fb0, 0xab2f66},
    [INK_STALL + 3] = {0x9b8cf0, 0x5745bd}, [INK_STALL + 4] = {0xf07048, 0xad3513},
    [INK_STALL + 5] = {0x4fc4c4, 0x0f6c6c}, [INK_STALL + 6] = {0xb8c46a, 0x5d6a10},
    [INK_LINE] = {0x1b2c44, 0xdbe8ff},      [INK_LINE + 1] = {0x33261a, 0xffe9cf},
    [INK_LINE + 2] = {0x1d3324, 0xd9f2dc},  [INK_LINE + 3] = {0x36213a, 0xf1dcf5},
    [INK_LINE + 4] = {0x14343a, 0xcfeff2},  [INK_LINE + 5] = {0x3a2228, 0xffdcdc},
};

u32 canvas_colour(enum ink ink, bool light) { return palette[ink][light]; }

/* --- cells --------------------------------------------------------------------------------------------------------- */

bool canvas_size(struct canvas *c, unsigned columns, unsigned rows)
{
    struct cell *cell = calloc((size_t)columns * rows, sizeof *cell);
    if (!cell) return false;
    free(c->cell);
    c->cell = cell;
    c->columns = columns;
    c->rows = rows;
    canvas_clear(c);
    return true;
}

void canvas_free(struct canvas *c)
{
    free(c->cell);
    c->cell = NULL;
}

void canvas_clear(struct canvas *c)
{
    c->arrows = 0;
    for (size_t i = 0; i < (size_t)c->columns * c->rows; i++) c->cell[i] = (struct cell){' ', INK_TEXT, INK_GROUND};
}

static struct cell *at(struct canvas *c, unsigned column, unsigned row)
{
    return column < c->columns && row < c->rows ? &c->cell[(size_t)row * c->columns + column] : NULL;
}

unsigned canvas_put(struct canvas *c, unsigned column, unsigned row, unsigned width, enum ink ink, const char *text)
{
    unsigned end = column + width;
    for (; *text && column < end; text++, column++) {
        struct cell *cell = at(c, column, row);
        if (!cell) continue;
        cell->glyph = (unsigned char)*text;
        cell->ink = (u8)ink;
    }
    return column;
}

unsigned canvas_print(struct canvas *c, unsigned column, unsigned row, unsigned width, enum ink ink, const char *fmt,
                      ...)
{
    char text[256];
    va_list args;
    va_start(args, fmt);
    vsnprintf(text, sizeof text, fmt, args);
    va_end(args);
    return canvas_put(c, column, row, width, ink, text);
}

void canvas_ground(struct canvas *c, unsigned column, unsigned row, unsigned width, enum ink ground)
{
    for (unsigned i = 0; i < width; i++) {
        struct cell *cell = at(c, column + i, row);
        if (cell) cell->ground = (u8)ground;
    }
}

void canvas_bar(struct canvas *c, unsigned column, unsigned row, unsigned width, enum ink ink, u64 part, u64 whole)
{
    if (!whole || !part) return;
    if (part > whole) part = whole;
    u64 pixels = (u64)((u128)part * width * FONT_WIDTH / whole);
    if (!pixels) pixels = 1; /* something is not nothing */
    for (; pixels; column++) {
        u64 here = pixels < FONT_WIDTH ? pixels : FONT_WIDTH;
        char glyph[2] = {(char)(GLYPH_BAR + here - 1)};
        canvas_put(c, column, row, 1, ink, glyph);
        pixels -= here;
    }
}

void canvas_arrow(struct canvas *c, unsigned column, unsigned row, unsigned to_column, unsigned to_row)
{
    if (c->arrows == CANVAS_ARROWS || column >= c->columns || to_column >= c->columns || row >= c->rows || to_row >= c->rows) return;
    c->arrow[c->arrows++] = (struct canvas_arrow){(u16)column, (u16)row, (u16)to_column, (u16)to_row};
}

void canvas_title(struct canvas *c, unsigned column, unsigned row, unsigned width, const char *text)
{
    canvas_ground(c, column, row, width, INK_PANEL);
    canvas_put(c, column + 1, row, width - 1, INK_TITLE, text);
}

/* --- pixels -------------------------------------------------------------------------------------------------------- */

/* Between two colours: `part` of 255 of the first. */
static u32 mixed(u32 ink, u32 ground, u32 part)
{
    u32 out = 0;
    for (unsigned shift = 0; shift < 24; shift += 8)
        out |= (((ink >> shift & 255) * part + (ground >> shift & 255) * (255 - part) + 127) / 255) << shift;
    return out;
}

/* How much of the pixel (x, y) of a cell, in pixels of the picture, is ink: 0 to 255. */
static u32 cover(unsigned char glyph, unsigned scale, const u8 *letters, unsigned x, unsigned y)
{
    unsigned width = FONT_WIDTH * scale, height = FONT_HEIGHT * scale;
    if (letters && glyph >= ' ' && glyph <= '~') return letters[((size_t)(glyph - ' ') * height + y) * width + x];
    return font_row(glyph, y / scale) >> (FONT_WIDTH - 1 - x / scale) & 1 ? 255 : 0;
}

/* Where arrows are drawn: what is beyond the edges is left out. */
struct paper {
    u32 *pixel, colour;
    int width, height, stride, thick;
};

static void stroke(const struct paper *p, int x, int y, int dx, int dy)
{
    int steps = abs(dx) > abs(dy) ? abs(dx) : abs(dy);
    for (int i = 0; i <= steps; i++)
        for (int k = 0; k < p->thick * p->thick; k++) {
            int to_x = x + (steps ? dx * i / steps : 0) + k % p->thick, to_y = y + (steps ? dy * i / steps : 0) + k / p->thick;
            if (to_x >= 0 && to_x < p->width && to_y >= 0 && to_y < p->height) p->pixel[(size_t)to_y * (size_t)p->stride + (size_t)to_x] = p->colour;
        }
}

static void draw_arrow(const struct paper *p, const struct canvas_arrow *a, int scale)
{
    int x = (a->column + 1) * FONT_WIDTH * scale, y = a->row * FONT_HEIGHT * scale + FONT_HEIGHT * scale / 2;
    int dx = a->to_column * FONT_WIDTH * scale - x, dy = (a->to_row - a->row) * FONT_HEIGHT * scale;
    int longer = abs(dx) > abs(dy) ? abs(dx) : abs(dy);
    if (!longer) return;
    int back_x = dx * 3 * scale / longer, back_y = dy * 3 * scale / longer; /* three dots of its head along it, half as much across */
    stroke(p, x, y, dx, dy);
    stroke(p, x + dx, y + dy, -back_x - back_y / 2, -back_y + back_x / 2);
    stroke(p, x + dx, y + dy, -back_x + back_y / 2, -back_y - back_x / 2);
}

void canvas_pixels(const struct canvas *c, unsigned scale, const u8 *letters, u32 *pixel, unsigned width, unsigned height, unsigned stride)
{
    for (unsigned y = 0; y < height; y++) {
        unsigned row = y / (FONT_HEIGHT * scale);
        for (unsigned x = 0; x < width; x++) {
            unsigned column = x / (FONT_WIDTH * scale);
            u32 *to = &pixel[(size_t)y * stride + x];
            *to = palette[INK_GROUND][c->light];
            if (row >= c->rows || column >= c->columns) continue;
            const struct cell *cell = &c->cell[(size_t)row * c->columns + column];
            u32 part = cover(cell->glyph, scale, letters, x % (FONT_WIDTH * scale), y % (FONT_HEIGHT * scale));
            u32 ink = palette[cell->ink][c->light], ground = palette[cell->ground][c->light];
            *to = part == 0 ? ground : part == 255 ? ink : mixed(ink, ground, part);
        }
    }
    const struct paper paper = {pixel, palette[INK_CHANGED][c->light], (int)width, (int)height, (int)stride, scale > 1 ? (int)scale / 2 : 1};
    for (unsigned i = 0; i < c->arrows; i++) draw_arrow(&paper, &c->arrow[i], (int)scale);
}

static void chunk(FILE *f, const char type[4], const u8 *data, u32 size)
{
    u8 word[4];
    store_be32(word, size);
    fwrite(word, 1, 4, f);
    fwrite(type, 1, 4, f);
    fwrite(data, 1, size, f);
    uLong crc = crc32(crc32(0, (const Bytef *)type, 4), data, size);
    store_be32(word, (u32)(size ? crc : crc32(0, (const Bytef *)type, 4)));
    fwrite(word, 1, 4, f);
}

/* The rows of a PNG, each behind a filter byte 0 (RFC 2083, section 6), compressed. NULL: no memory. */
static u8 *packed(const struct canvas *c, unsigned scale, unsigned width, unsigned height, uLongf *size)
{
    u32 *pixel = malloc((size_t)width * height * sizeof *pixel);
    u8 *raw = malloc((size_t)height * (1 + 3 * (size_t)width));
    *size = compressBound((uLong)((size_t)height * (1 + 3 * (size_t)width)));
    u8 *out = malloc(*size);
    if (pixel && raw && out) {
        u8 *to = raw;
        canvas_pixels(c, scale, NULL, pixel, width, height, width);
        for (unsigned y = 0; y < height; y++) {
            *to++ = 0;
            for (unsigned x = 0; x < width; x++) {
                u32 p = pixel[(size_t)y * width + x];
                *to++ = (u8)(p >> 16);
                *to++ = (u8)(p >> 8);
                *to++ = (u8)p;
            }
        }
        compress2(out, size, raw, (uLong)(to - raw), 9);
    } else {
        free(out);
        out = NULL;
    }
    free(pixel);
    free(raw);
    return out;
}

int canvas_png(const struct canvas *c, unsigned scale, FILE *f, struct error *e)
{
    unsigned width = c->columns * FONT_WIDTH * scale, height = c->rows * FONT_HEIGHT * scale;
    uLongf size;
    u8 *data = packed(c, scale, width, height, &size);
    if (!data) return error_set(e, "no memory for a picture of %ux%u pixels; make it smaller with --size or --scale", width, height);
    u8 header[13] = {0};
    store_be32(header, width);
    store_be32(header + 4, height);
    header[8] = 8; /* bits a channel */
    header[9] = 2; /* red, green, blue */
    fwrite("\x89PNG\r\n\x1a\n", 1, 8, f);
    chunk(f, "IHDR", header, sizeof header);
    chunk(f, "IDAT", data, (u32)size);
    chunk(f, "IEND", (const u8 *)"", 0);
    free(data);
    return 0;
}

void canvas_text(const struct canvas *c, FILE *out)
{
    for (unsigned row = 0; row < c->rows; row++) {
        const struct cell *line = &c->cell[(size_t)row * c->columns];
        unsigned end = c->columns;
        while (end && line[end - 1].glyph == ' ') end--;
        for (unsigned i = 0; i < end; i++) {
            unsigned char g = line[i].glyph;
            fputc(g >= ' ' ? g : g == GLYPH_ARROW ? '>' : g == GLYPH_POINT ? 'o' : '#', out);
        }
        fputc('\n', out);
    }
}
