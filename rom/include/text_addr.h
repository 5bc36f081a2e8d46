/* The address of a function's first instruction. A function pointer is that only where the ABI has neither plabels nor
 * descriptors: on 32-bit PA-RISC, bit 30 of a pointer marks a plabel {address, linkage table pointer}; on Itanium, and
 * in 64-bit PA-RISC, every pointer leads to a descriptor, whose first word (64-bit PA-RISC: third) is the address. */
#ifndef PCGRAM_TEXT_ADDR_H
#define PCGRAM_TEXT_ADDR_H

static inline unsigned long text_addr(unsigned long pointer)
{
#if defined(__hppa__) && !defined(__LP64__)
    return pointer & 2 ? *(const unsigned long *)(pointer & ~3ul) : pointer;
#elif defined(__hppa__)
    return ((const unsigned long *)pointer)[2];
#elif defined(__ia64__)
    return *(const unsigned long *)pointer;
#else
    return pointer;
#endif
}

#define TEXT_ADDR(function) text_addr((unsigned long)(function))

#endif
