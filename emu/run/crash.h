/* Where a program was when a fault killed it: function, source line and the chain of calls, for people and as JSON. */
#ifndef PCGRAM_RUN_CRASH_H
#define PCGRAM_RUN_CRASH_H

#include <stdio.h>

#include "emu/inspect/functions.h"
#include "emu/os/os.h"
#include "prof/symbols/lines.h"

struct crash_place {
    u64 pc;
    char function[256]; /* "name+0x1c"; "": none is known */
    char *file;         /* NULL: no line is known */
    u32 line;
    bool inlined;       /* its code stands in the function of the next place, which has the same pc */
};

struct crash { /* all zero: there was none */
    bool there;
    bool chain; /* of calls, from the innermost on; without it place[0] is all that is known */
    u64 address;
    unsigned places;
    u64 deeper; /* calls further out than those */
    struct crash_place place[1 + OS_CALLERS];
};

/* The end of a program that a fault has killed, while its memory is still there. */
void crash_find(struct crash *c, struct functions *f, struct process *p, const struct os_result *how);
void crash_free(struct crash *c);

/* Lines behind the one that says which signal it was. */
void crash_print(const struct crash *c, FILE *f);
/* One place as words, "in store+0x4 (guest.c:6)" and "called in ...", "in clamp, inlined (guest.c:9)" and "inlined in ...", and behind the last one that the calls go on. */
void crash_words(const struct crash *c, unsigned place, char *text, size_t room);
/* "\"crash\":{...}", as docs/stat-schema.json has it. */
void crash_print_json(const struct crash *c, FILE *f);

#endif
