/* Linux/hppa, 32 bits: the tables behind guest_abi_find(15). */
#ifndef PCGRAM_OS_ABI_HPPA_H
#define PCGRAM_OS_ABI_HPPA_H

#include "emu/os/abi.h"

extern const struct guest_abi guest_abi_hppa;

#endif
