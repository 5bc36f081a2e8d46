/* Functions that the compiler put into their callers: where, from an image's DWARF (elfutils' libdw). */
#ifndef PCGRAM_PROF_SYMBOLS_INLINED_H
#define PCGRAM_PROF_SYMBOLS_INLINED_H

#include <stddef.h>

enum { INLINED_SHOWN = 4 };

struct inlined {
    char text[448]; /* the first places: "main (guest.c:8), sort (list.c:70)"; how many more there are */
    size_t places;  /* function, file and line of the calls; each counts once */
};

/* Adds to *out where the function of that name was inlined in the code of the host file `file`, or of its debug file. The name
 * is as the source or the file has it; of C++ arguments and the scopes in front may be missing. All zeros: nowhere, or this
 * build reads no DWARF. */
void inlined_find(struct inlined *out, const char *file, const char *name);

#endif
