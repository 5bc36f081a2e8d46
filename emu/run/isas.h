/* The instruction sets there are, and which one a program is for. */
#ifndef PCGRAM_RUN_ISAS_H
#define PCGRAM_RUN_ISAS_H

#include "emu/core/isa.h"

/* The instruction set of this name ("parisc", "ia64"), or NULL. */
const struct isa *isa_find(const char *name);
/* The i-th; NULL behind the last. */
const struct isa *isa_at(unsigned i);

/* Whether the model (--cpu) is one of that instruction set's. -1 with *e: it is not, perhaps one of another's. */
int isa_check_model(const struct isa *isa, const char *model, struct error *e);

/* The one that an ELF file is for; NULL with *e (status 126, or 127 when there is no such file). */
const struct isa *isa_of_elf(const char *path, struct error *e);
/* Likewise of anything that can be executed: a script is for what its interpreter is for, which is looked for below the
 * sysroot first, if there is one. */
const struct isa *isa_of_program(const char *path, const char *sysroot, struct error *e);

#endif
