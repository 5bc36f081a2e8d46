/* The code of a static Itanium program, straight from its file: what the comparison wants to know of an instruction. */
#ifndef PCGRAM_LOCKSTEP_IA64_CODE_H
#define PCGRAM_LOCKSTEP_IA64_CODE_H

#include "emu/core/types.h"
#include "tests/lockstep/ia64_state.h"

struct ia64_code {
    u8 *bytes; /* the file */
    size_t size;
    u64 entry;
    struct {
        u64 start, size, offset; /* guest address, bytes in the file, where there */
    } part[16];
    unsigned parts;
};

/* Reads a program. -1 after a message on stderr. */
int ia64_code_open(struct ia64_code *c, const char *path);
void ia64_code_close(struct ia64_code *c);

/* A number that stands for the bytes of the file. */
u64 ia64_code_digest(const struct ia64_code *c);

/* The instruction that is next in state S: its 41 bits, 0 outside of the program. Moves S->slot to where our engine has the
 * long instructions: slot 1. */
u64 ia64_code_at(const struct ia64_code *c, struct ia64_state *s);

/* The text of the instruction in one slot; returns 0 if there is none. */
int ia64_code_text(const struct ia64_code *c, u64 ip, unsigned slot, char *out, size_t cap);

/* Writes the bundle at `ip` as text, a line a slot, to stdout. */
void ia64_code_show(const struct ia64_code *c, u64 ip);

/* "nop 0x1c0de" of units M and I: all registers of the frame have been written (ia64_generate). */
#define IA64_MARK ((u64)0x08000000 | (u64)0x1c0de << 6)
/* "nop 0x1c0df": the comparison begins; what alloc adds to the frame is taken from the oracle (ia64_compiled.c). */
#define IA64_MARK_ADOPT ((u64)0x08000000 | (u64)0x1c0df << 6)
/* "break 0x100000": a system call. */
#define IA64_SYSCALL ((u64)1 << 36)

#endif
