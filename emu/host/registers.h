/* What host registers mirror of a processor's state while code is made, whatever the host: a part of emitters. */
#ifndef PCGRAM_HOST_REGISTERS_H
#define PCGRAM_HOST_REGISTERS_H

#include "emu/host/host.h"

/* No register mirrors anything, no value is kept, no label of the block's operations is bound or used. */
void registers_begin(struct host_emission *e);

/* The slot that those bytes of the state are; -1: none, registers never mirror them. */
int registers_slot(const struct host_emission *e, unsigned offset, unsigned bytes);

/* Register r holds a value of the operation under way. */
void registers_use(struct host_emission *e, unsigned r);
/* A register of the pool for a new value: one that mirrors nothing, or else the one used longest ago. */
host_value registers_fresh(struct host_emission *e, const u8 *pool, unsigned size);

/* Whether this is the use of v that host_last_use() announced, and its register may be overwritten. If it is, but the register holds something else,
 * too, the value is only dropped. */
bool registers_take_last_use(struct host_emission *e, host_value v);

/* From now on register r mirrors the slot, too. */
void registers_mirror(struct host_emission *e, unsigned r, unsigned slot);
/* From now on it mirrors nothing. */
void registers_lose(struct host_emission *e, unsigned r);
/* No register mirrors the slot any longer, for it has changed. */
void registers_changed(struct host_emission *e, unsigned slot);

/* The offset of the bytes of the state that register r is loaded with before code is entered at the label, and how many; *bytes 0: none. */
unsigned registers_expected(const struct host_emission *e, host_label l, unsigned r, unsigned *bytes);
/* Register r mirrors all that it must at the label already. */
bool registers_are_expected(const struct host_emission *e, host_label l, unsigned r);

/* On this way to the label code is as many words of notes ahead as on others; if not, e->full is set. */
void registers_agree(struct host_emission *e, host_label l);

#endif
