/* The page of kernel code of Linux/hppa: a shared object in memory, as AT_SYSINFO_EHDR of the auxiliary vector tells a program. In it stand the
 * trampolines that signal handlers return to, and how to unwind from there to what the signal has interrupted: without that no exception leaves a
 * handler, a thread that is cancelled runs no destructors, and backtrace() in a handler ends there. */
#ifndef PCGRAM_PARISC_VDSO_H
#define PCGRAM_PARISC_VDSO_H

#include "emu/core/types.h"

enum {
    VDSO_CODE = 0x400, /* offset in the page: a word, a nop, the trampolines */
    VDSO_TRAMPOLINE = VDSO_CODE + 8,          /* for frames made outside of a system call */
    VDSO_TRAMPOLINE_SYSCALL = VDSO_CODE + 24, /* and inside */
    VDSO_END = VDSO_CODE + 40,
};
#define VDSO_TRAMPOLINE_NAME "__kernel_sigtramp_rt32" /* Linux arch/parisc/kernel/vdso32/vdso32.lds.S */

/* Fills the page of MEM_PAGE bytes. */
void pa_fill_vdso(u8 *page);

#endif
