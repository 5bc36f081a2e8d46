/* Linux/ia64: the tables behind guest_abi_find(50). */
#ifndef PCGRAM_OS_ABI_IA64_H
#define PCGRAM_OS_ABI_IA64_H

#include "emu/os/abi.h"

extern const struct guest_abi guest_abi_ia64;

#endif
