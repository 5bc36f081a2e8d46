#include "emu/core/teach.h"

#include <stdarg.h>
#include <stdio.h>

void teach_note(struct teach_notes *n, const char *key, const char *fmt, ...)
{
    if (n->count == TEACH_NOTES) return;
    va_list args;
    va_start(args, fmt);
    vsnprintf(n->note[n->count].text, TEACH_NOTE, fmt, args);
    va_end(args);
    n->note[n->count++].key = key;
}
