/* The back ends of `pcgram conform`, by name. */
#ifndef PCGRAM_CONFORM_CONFORM_BACKENDS_H
#define PCGRAM_CONFORM_CONFORM_BACKENDS_H

#include "emu/core/error.h"
#include "prof/conform.h"

struct conform_choice {
    const struct conform_backend *backend;
    const char *file;     /* for its open(): the guest of guest-libc; else NULL */
    bool informative;     /* differences are told, and are no failure of ours */
    void *library;        /* of a plug-in */
};

/* Finds the back end that --backend names: one of ours, or a plug-in where the name has a '/' or ends with ".so". 0, or
 * -1 with *e. */
int conform_choose(struct conform_choice *c, const char *name, const char *guest, struct error *e);
void conform_release(struct conform_choice *c);

#endif
