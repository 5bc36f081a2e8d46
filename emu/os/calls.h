/* Every implemented system call, by the name that the tables of the ABIs use. A call takes its normalised arguments and
 * returns a value, -errno of the host, CALL_WAIT or CALL_GONE (emu/os/kernel.h). */
#ifndef PCGRAM_OS_CALLS_H
#define PCGRAM_OS_CALLS_H

#include "emu/core/types.h"

struct call;

/* The same implementation stands in several rows; a declaration may be repeated. */
#define CALL(number, name, run, kinds, variant) i64 sys_##run(struct call *c);
#define KNOWN(number, name)
#include "emu/os/hppa.def"
#include "emu/os/ia64.def"
#undef CALL
#undef KNOWN

#endif
