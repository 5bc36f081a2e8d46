/* Names of C++ functions as their source has them: of symbols. prof/profile/profile_demangle.h does it for a profile. */
#ifndef PCGRAM_PROF_SYMBOLS_DEMANGLE_H
#define PCGRAM_PROF_SYMBOLS_DEMANGLE_H

#include "prof/symbols/symbols.h"

/* What people read for a mangled symbol (Itanium C++ ABI, 5.1: it begins with _Z), "sum(int, double)", with what the linker puts behind it
 * ("@plt"): a new string. NULL: it is no mangled one, would be longer than 8,191 bytes, or this pcgram was built without libiberty. */
char *demangled(const char *symbol);

/* Whether this pcgram was built with libiberty. */
bool demangle_supported(void);

/* The same of symbols, whose `mangled` remains what the file has. Those added later need another call. */
void symbols_demangle(struct symbols *s);

#endif
