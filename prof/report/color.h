/* Colour in reports on terminals: few and of the terminal's own palette (ECMA-48, 8.3.117: SGR 31, 32), so that they can be
 * read on dark and on light; nothing is told by colour alone. */
#ifndef PCGRAM_PROF_REPORT_COLOR_H
#define PCGRAM_PROF_REPORT_COLOR_H

#include "emu/core/types.h"

#include <stdio.h>

enum color { COLOR_NONE, COLOR_RED, COLOR_GREEN };

/* Heat of a share in hundredths of a percent: red from 5 percent, green from 0.5, the thresholds of perf. */
enum color color_heat(u64 share);

/* What stands between the two is in that colour; COLOR_NONE writes nothing. */
void color_begin(enum color color, FILE *f);
void color_end(enum color color, FILE *f);

#endif
