/* What a program's registers can hold: a signal frame or a debugger that gives them as a whole goes through here, so
 * that nothing of the kernel's gets into a program's state. Linux masks what is not the program's
 * (arch/parisc/kernel/signal.c and syscall.S, asm/psw.h); no value is a bad frame. */
#ifndef PCGRAM_PARISC_IMAGE_H
#define PCGRAM_PARISC_IMAGE_H

#include "isa/parisc/cpu.h"

enum {
    PA_USER = 3, /* the least privileged level, in the low bits of an address */
    PA_USER_PSW = PSW_C | PSW_Q | PSW_P | PSW_D | PSW_I,
    PA_USER_PSW_MASK = PSW_T | PSW_N | PSW_X | PSW_B | PSW_V | PSW_CB, /* what a program may change: USER_PSW_MASK */
};

static inline u32 pa_user_offset(u32 offset) { return offset | PA_USER; }
static inline u32 pa_user_psw(u32 psw) { return PA_USER_PSW | (psw & PA_USER_PSW_MASK); }
/* SAR has 6 bits (PA-RISC 2.0 Architecture, chapter 2). */
static inline u8 pa_user_sar(u32 sar) { return sar & 63; }
/* The program's own space, or, for the back of the queue alone, the gateway page's: its delay slot comes before the
 * branch there. */
static inline u32 pa_user_space(u32 space) { return space == SPACE_KERNEL ? SPACE_KERNEL : SPACE_USER; }

#endif
