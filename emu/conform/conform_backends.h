/* The back ends of `pcgram conform`, by name. */
#ifndef PCGRAM_CONFORM_CONFORM_BACKENDS_H
#define PCGRAM_CONFORM_CONFORM_BACKENDS_H

#include "emu/core/isa.h"
#include "prof/conform/conform.h"

struct conform_choice {
    const struct conform_backend *backend;
    const char *file;     /* for its open(): the guest of guest-libc; else NULL */
    bool informative;     /* differences are told, and are no failure of ours */
    void *library;        /* of a plug-in */
    struct conform_backend of_guest; /* guest-libc, as the guest's processor has words and addresses */
};

/* Whether the name of a back end is that of a plug-in's file: it has a '/', or ends with ".so". */
bool conform_is_file(const char *name);

/* Finds the back end that --backend names: one of ours, or a plug-in. isa: what the guest is for; both NULL: there is none. 0, or -1 with *e. */
int conform_choose(struct conform_choice *c, const char *name, const char *guest, const struct isa *isa, struct error *e);
void conform_release(struct conform_choice *c);

#endif
