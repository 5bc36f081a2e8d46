/* What host registers mirror of a processor's state while code is made, whatever the host: a part of emitters. */
#ifndef PCGRAM_HOST_REGISTERS_H
#define PCGRAM_HOST_REGISTERS_H

#include "emu/host/host.h"

/* No register mirrors anything, no value is kept, no label of the block's operations is bound or used. */
void registers_begin(struct host_emission *e);

/* The slot of those bytes of the state, or -1: it is never mirrored. */
int registers_slot(const struct host_emission *e, unsigned offset, unsigned bytes);

/* Register r holds a value of the operation under way. */
void registers_use(struct host_emission *e, unsigned r);
/* A register of the pool for a new value: one that mirrors nothing, or else the one used longest ago. */
host_value registers_fresh(struct host_emission *e, const u8 *pool, unsigned size);

/* That value may be overwritten: this is the use that host_last_use() told of. Where it was but another holds the register, too, the value is dropped. */
bool registers_take_last_use(struct host_emission *e, host_value v);

/* Register r mirrors the slot from now on; nothing any more. */
void registers_mirror(struct host_emission *e, unsigned r, unsigned slot);
void registers_lose(struct host_emission *e, unsigned r);
/* The slot is no longer mirrored, for it has changed. */
void registers_changed(struct host_emission *e, unsigned slot);

/* Bytes of the state that register r must be read from where code is entered at the label, and their offset; *bytes 0: none. */
unsigned registers_expected(const struct host_emission *e, host_label l, unsigned r, unsigned *bytes);
/* It mirrors all of them already. */
bool registers_are_expected(const struct host_emission *e, host_label l, unsigned r);

/* The way to the label has gone as far ahead as others have, or the code is of no use. */
void registers_agree(struct host_emission *e, host_label l);

#endif
