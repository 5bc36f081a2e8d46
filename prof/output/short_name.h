/* Names of C++ functions without what people leave out when they type them, or where there is no room. */
#ifndef PCGRAM_PROF_OUTPUT_SHORT_NAME_H
#define PCGRAM_PROF_OUTPUT_SHORT_NAME_H

#include <stdbool.h>
#include <stddef.h>

/* Part of a name. */
struct span {
    const char *at;
    size_t n;
};

/* A function's own name, without arguments and the type that it returns: with all scopes, and without any. A name without arguments
 * is one of C, whose clones have a dot before their numbers, or with `bare` a C++ one that has lost its arguments. */
void short_name(const char *name, bool bare, struct span *base, struct span *last);
/* Without the template's arguments at its end, if it has some. */
struct span short_name_plain(struct span base, struct span last);
/* Whether `what` is such a name: with all scopes or without the outer ones, with the last template's arguments or without. */
bool short_name_is(struct span what, const char *name, bool bare);
/* Whether that is code which only passes a call on to the function of the name: a stub ("sum(int)@plt") or a thunk ("virtual thunk to E::h(int)"). Who asks for
 * a function by a short name does not mean these. */
bool short_name_passes_on(const char *name);

#endif
