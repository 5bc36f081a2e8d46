#include "emu/core/error.h"

#include <stdio.h>

static int set(struct error *e, int status, const char *fmt, va_list ap)
{
    vsnprintf(e->text, sizeof e->text, fmt, ap);
    for (char *p = e->text; *p; p++)
        if ((unsigned char)*p < 0x20 || *p == 0x7f) *p = '?';
    e->status = status;
    return -1;
}

int error_set_list(struct error *e, const char *fmt, va_list ap) { return set(e, 125, fmt, ap); }

int error_set(struct error *e, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    set(e, 125, fmt, ap);
    va_end(ap);
    return -1;
}

int error_set_status(struct error *e, int status, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    set(e, status, fmt, ap);
    va_end(ap);
    return -1;
}
