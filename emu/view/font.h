/* The view's own bitmap font: drawn for it, five pixels wide and seven high, with room for what hangs below. */
#ifndef PCGRAM_VIEW_FONT_H
#define PCGRAM_VIEW_FONT_H

#include "emu/core/types.h"

/* A cell in pixels: the glyph, and the space to the next one. */
enum { FONT_WIDTH = 6, FONT_HEIGHT = 11, FONT_TOP = 1, FONT_ROWS = 9 };

/* Beside ASCII from blank to ~: a bar of 1 to 6 pixels from the left, an arrow, a full point, and one that marks a
 * stop. */
enum { GLYPH_BAR = 1, GLYPH_ARROW = 7, GLYPH_POINT = 8 };

/* Row `row` of a cell, from 0: six pixels, the left one in bit 5. Characters that there are not look like '?'. */
unsigned font_row(unsigned char glyph, unsigned row);

#endif
