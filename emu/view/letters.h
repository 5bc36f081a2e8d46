/* Letters of a font of the system for the window, by SDL2_ttf: smooth ones, where there are both; the view's own font
 * (emu/view/font.h) else, and always for pictures, which are the same on every machine. */
#ifndef PCGRAM_VIEW_LETTERS_H
#define PCGRAM_VIEW_LETTERS_H

#include <stdbool.h>

#include "emu/core/error.h"
#include "emu/core/types.h"

struct letters; /* opened: the library, and a font of the system */

/* The font in the file, or (NULL) the first of a list that there is. Letters are drawn by `sdl`, the open SDL2. NULL with *e: no
 * SDL2_ttf, or no font, of fixed width. */
struct letters *letters_open(void *sdl, const char *file, struct error *e);
void letters_close(struct letters *l);

/* How much of each pixel of a cell the characters from ' ' to '~' cover, 0 to 255: cells of FONT_WIDTH by FONT_HEIGHT times `scale`
 * pixels, row by row, one behind the other. NULL: the font has no size that fits, or there is no memory. Valid until the next call. */
const u8 *letters_cells(struct letters *l, unsigned scale);

#endif
