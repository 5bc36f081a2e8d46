/* The code of a program as a listing, for `pcgram disasm`: as objdump writes it and as JSON (docs/disasm-schema.json). */
#ifndef PCGRAM_INSPECT_LISTING_H
#define PCGRAM_INSPECT_LISTING_H

#include <stdio.h>

#include "emu/core/disassembler.h"
#include "prof/symbols/sections.h"
#include "prof/symbols/symbols.h"

struct listing {
    const char *file;
    const struct isa *isa;
    const struct disassembler *other; /* whose text is shown; NULL: our own */
    const struct sections *sections;
    const struct symbols *symbols;
    const char *section; /* only that one; NULL: all */
    u64 start, stop;     /* addresses wanted: from start, below stop */
};

bool listing_has_code(const struct listing *l);
void listing_print(const struct listing *l, FILE *f);
void listing_print_json(const struct listing *l, FILE *f);

#endif
