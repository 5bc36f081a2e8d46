/* Capstone as a second disassembler, where this host has one that knows the guest's instruction set: its library is looked
 * for when it is asked for, so nothing is needed to build. */
#ifndef PCGRAM_INSPECT_CAPSTONE_H
#define PCGRAM_INSPECT_CAPSTONE_H

#include "emu/core/disassembler.h"
#include "emu/core/error.h"

#include <stdio.h>

struct capstone; /* an open library with a handle of it */

/* Opens capstone for the instruction set: the file that $PCGRAM_CAPSTONE names, or else the newest libcapstone.so.N that the
 * dynamic linker finds. NULL with *e (status 125): none is there, or none that knows the instruction set. */
struct capstone *capstone_open(const struct isa *isa, struct error *e);
/* What prints code; valid until capstone_close. */
const struct disassembler *capstone_disassembler(const struct capstone *c);
void capstone_close(struct capstone *c); /* NULL: nothing to do */

/* The argument of --disasm: "pcgram" (*other is false) or "capstone". False for another word. */
bool parse_disassembler(const char *word, bool *other);

/* "; capstone 6.0", "; capstone 4.0, without PA-RISC", or nothing when there is none. */
void capstone_print_version(FILE *f);

#endif
