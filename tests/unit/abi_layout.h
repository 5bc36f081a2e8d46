/* What tests/unit/hppa_layout.def and ia64_layout.def ask of a guest's ABI. */
#ifndef PCGRAM_TESTS_ABI_LAYOUT_H
#define PCGRAM_TESTS_ABI_LAYOUT_H

#include "emu/os/abi.h"

/* Offset of a field in bytes; -1: the structure has none such. */
static inline int at(const struct layout *l, unsigned id)
{
    for (unsigned i = 0; i < l->fields; i++)
        if (l->field[i].id == id) return l->field[i].offset;
    return -1;
}

/* The guest's number of the host's; 0: it has none. */
static inline u32 guest_number(const struct pair *p, u32 host)
{
    while (p->guest && p->host != host) p++;
    return p->guest;
}

#endif
