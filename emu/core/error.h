/* Errors of the host side: one line that says what, where and what to do. */
#ifndef PCGRAM_CORE_ERROR_H
#define PCGRAM_CORE_ERROR_H

#include <stdarg.h>

#include "emu/core/types.h"

struct error {
    char text[512]; /* no "pcgram:" prefix, no newline: the command line adds both; control characters, which names may have, are '?' */
    int status;     /* exit status it stands for: 125, 126 or 127 (docs/use.md) */
};

/* Fills *e (status 125) and returns -1, so that `return error_set(...)` reads well. */
int error_set(struct error *e, const char *fmt, ...) PRINTF_LIKE(2, 3);

/* error_set() with its arguments as a list, as vprintf takes them. */
int error_set_list(struct error *e, const char *fmt, va_list ap) __attribute__((format(printf, 2, 0)));

/* The same with another exit status. */
int error_set_status(struct error *e, int status, const char *fmt, ...) PRINTF_LIKE(3, 4);

/* Where the host has no memory and there is no going on: what a run counts must not be lost silently, so a line says it, and pcgram
 * ends with status 125. */
_Noreturn void error_no_memory(void);

#endif
