#include "emu/core/error.h"

#include <stdio.h>
#include <unistd.h>

#include "emu/core/text.h"

static int set(struct error *e, int status, const char *fmt, va_list ap)
{
    vsnprintf(e->text, sizeof e->text, fmt, ap);
    text_clean(e->text);
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

void error_no_memory(void)
{
    static const char words[] = "pcgram: no memory: the host, or a limit of addresses (ulimit -v), gives no more; nothing else is written\n";
    ssize_t n = write(STDERR_FILENO, words, sizeof words - 1); /* no stdio: it may be the handler of a fault that asks */
    (void)n;
    _exit(125);
}
