/* The signal frame of a 32-bit process, offsets in bytes from its start (Linux arch/parisc/include/asm/rt_sigframe.h
 * and uapi/asm/sigcontext.h, asm-generic/ucontext.h). The stack grows up: the frame begins at the stack pointer. */
#ifndef PCGRAM_PARISC_FRAME_H
#define PCGRAM_PARISC_FRAME_H

enum {
    FRAME_INFO = 8,         /* after two words of trampoline, unused: it is in a page of its own */
    FRAME_UC = 136,
    FRAME_UC_STACK = 144,   /* ss_sp, ss_flags, ss_size */
    FRAME_SC_FLAGS = 160,
    FRAME_SC_GR = 164,      /* gr[0] is the PSW */
    FRAME_SC_FR = 296,
    FRAME_SC_IASQ = 552,
    FRAME_SC_IAOQ = 560,
    FRAME_SC_SAR = 568,
    FRAME_SIGMASK = 576,
    FRAME_END = 584,
    FRAME_CALL = 48,        /* room for the handler's own call frame */
    FRAME_ALIGN = 64,
    FRAME_SIZE = (FRAME_END + FRAME_CALL + FRAME_ALIGN) & -FRAME_ALIGN,
};

#endif
