/* The small guests of PA-RISC that debuggers are tried on: one segment at FUZZ_GUEST_BASE that may be written. */
#ifndef PCGRAM_TESTS_FUZZ_GUEST_H
#define PCGRAM_TESTS_FUZZ_GUEST_H

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "emu/core/types.h"

enum { FUZZ_GUEST_BASE = 0x10000, FUZZ_GUEST_CODE = 84, FUZZ_GUEST_WORDS = 32 };

/* Which: 0 is a loop without an end; 1 makes system calls in a loop, calls a function that reads address 0, and would
 * exit. */
static const u32 fuzz_guest_code[2][FUZZ_GUEST_WORDS] = {
    {0x34a50002, 0x6bc50000, 0xe81f1fe5, 0x08000240}, /* ldo 1(r5),r5; stw r5,0(sp); b .-8; nop */
    {
        0x34050006,             /* ldi 3,r5 */
        0xe4008200, 0x34140028, /* be,l 0x100(sr2,r0),sr0,r31; ldi 20,r20: getpid */
        0x081c025a, 0x34190000, /* copy ret0,r26; ldi 0,r25 */
        0xe4008200, 0x3414004a, /* kill(pid, 0) */
        0x0fc51280,             /* stw r5,0(sp) */
        0xacbf7fbd, 0x0fc01086, /* addib,> -1,r5,.-28; ldw 0(sp),r6 */
        0xe8400018, 0x08000240, /* b,l .+20,rp; nop */
        0x341a000e,             /* ldi 7,r26 */
        0xe4008200, 0x34140002, /* exit */
        0x0c001087,             /* ldw 0(r0),r7 */
        0xe840c000, 0x08000240, /* bv r0(rp); nop */
    },
};

/* The path of a file with that guest, which is made once; it lasts as long as the process. */
static inline const char *fuzz_guest(unsigned which)
{
    static char path[2][32];
    const u32 *code = fuzz_guest_code[which];
    u8 elf[FUZZ_GUEST_CODE + 4 * FUZZ_GUEST_WORDS] = {0x7f, 'E', 'L', 'F', 1, 2, 1, 3};
    if (path[which][0]) return path[which];
    store_be16(elf + 16, 2); /* executable, PA-RISC */
    store_be16(elf + 18, 15);
    store_be32(elf + 20, 1);
    store_be32(elf + 24, FUZZ_GUEST_BASE + FUZZ_GUEST_CODE);
    store_be32(elf + 28, 52);
    store_be16(elf + 40, 52);
    store_be16(elf + 42, 32);
    store_be16(elf + 44, 1);
    u8 *segment = elf + 52;
    store_be32(segment, 1);
    store_be32(segment + 8, FUZZ_GUEST_BASE);
    store_be32(segment + 12, FUZZ_GUEST_BASE);
    store_be32(segment + 16, sizeof elf);
    store_be32(segment + 20, sizeof elf);
    store_be32(segment + 24, 5);
    store_be32(segment + 28, 0x1000);
    for (unsigned i = 0; i < FUZZ_GUEST_WORDS; i++) store_be32(elf + FUZZ_GUEST_CODE + 4 * i, code[i]);
    int fd = memfd_create("guest", 0);
    if (fd < 0 || write(fd, elf, sizeof elf) != sizeof elf) abort();
    snprintf(path[which], sizeof path[which], "/proc/self/fd/%d", fd);
    return path[which];
}

#endif
