/* A C library in a guest as a back end of the conformance harness: the guest is tests/conformance/agent.c, linked with
 * the library, which does what lines on its standard input say. */
#ifndef PCGRAM_CONFORM_CONFORM_GUEST_H
#define PCGRAM_CONFORM_CONFORM_GUEST_H

#include "prof/conform/conform.h"

extern const struct conform_backend conform_guest_libc;

#endif
