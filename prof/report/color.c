#include "prof/report/color.h"

enum { HOT = 500, WARM = 50 };

enum color color_heat(u64 share) { return share >= HOT ? COLOR_RED : share >= WARM ? COLOR_GREEN : COLOR_NONE; }

void color_begin(enum color color, FILE *f)
{
    if (color != COLOR_NONE) fputs(color == COLOR_RED ? "\033[31m" : "\033[32m", f);
}

void color_end(enum color color, FILE *f)
{
    if (color != COLOR_NONE) fputs("\033[0m", f);
}
