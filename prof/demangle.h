/* Names of C++ functions as their source has them. */
#ifndef PCGRAM_PROF_DEMANGLE_H
#define PCGRAM_PROF_DEMANGLE_H

#include "prof/profile.h"
#include "prof/symbols.h"

/* Gives each function whose symbol is a mangled one (Itanium C++ ABI, 5.1: it begins with _Z) the name that people read,
 * "sum(int, double)", with what the linker puts behind it ("@plt"); profile_symbol() remains what the file has. By libiberty: in a pcgram
 * built without it, where a name is none after all, and where it would be longer than 8,191 bytes, the symbol stays as it is. */
void profile_demangle(struct profile *p);
/* The same, and of static objects, of functions that allocate and of what threads waited at, for a profile that is shown: what the file
 * has for these is not kept. */
void profile_demangle_all(struct profile *p);

/* What people read for one symbol: a new string, or NULL: it is no mangled one. */
char *demangled(const char *symbol);

/* Whether this pcgram was built with libiberty. */
bool demangle_supported(void);

/* The same of symbols, whose `mangled` remains what the file has. Those added later need another call. */
void symbols_demangle(struct symbols *s);

#endif
