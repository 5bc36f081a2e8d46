/* Linux/ia64 as a processor sees it: system calls by break, the two stacks, signal frames, what breaks and faults mean. */
#ifndef PCGRAM_IA64_ABI_H
#define PCGRAM_IA64_ABI_H

#include "emu/core/isa.h"

extern const struct abi ia64_abi;

/* The signal frame, offsets in bytes (Linux arch/ia64/kernel/sigframe.h, uapi/asm/sigcontext.h). The stack pointer of the
 * handler's caller is 16 bytes of scratch below it. */
enum {
    FRAME_ARG0 = 0, FRAME_ARG1 = 8, FRAME_ARG2 = 16, /* of the handler: where user-level unwinders look for them */
    FRAME_HANDLER = 24, /* its descriptor */
    FRAME_INFO = 32,
    FRAME_SC = 160,
    FRAME_SIZE = FRAME_SC + 2656,
};

/* struct sigcontext, from its start. */
enum {
    SC_FLAGS = 0, SC_NAT = 8, SC_STACK = 16 /* ss_sp, ss_flags, ss_size */, SC_IP = 40 /* with the slot */, SC_CFM = 48,
    SC_UM = 56, SC_RSC = 64, SC_BSP = 72, SC_RNAT = 80, SC_CCV = 88, SC_UNAT = 96, SC_FPSR = 104, SC_PFS = 112, SC_LC = 120,
    SC_PR = 128, SC_BR = 136, SC_GR = 200, SC_FR = 464, SC_RBS_BASE = 2512, SC_LOADRS = 2520, SC_CSD = 2528, SC_SSD = 2536,
    SC_BSPSTORE = 2544, /* in the reserved words: BSPSTORE of the register stack that the handler does not run on */
    SC_MASK = 2640,
};

/* SC_FLAGS */
enum { SC_ONSTACK = 1, SC_IN_SYSCALL = 2, SC_FPH_VALID = 4 };

#endif
