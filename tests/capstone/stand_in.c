/* A library with capstone's functions, of the version that VERSION says, for tests/capstone/run: it knows two words. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#ifndef VERSION
#define VERSION 6
#endif
#ifndef SUPPORTED
#define SUPPORTED 19
#endif

struct insn {
    unsigned id;
    uint64_t alias, address;
    uint16_t size;
    uint8_t bytes[24];
    char mnemonic[32], operands[160];
    bool is_alias, alias_details;
    void *detail;
};

unsigned cs_version(int *major, int *minor)
{
    *major = VERSION;
    *minor = 1;
    return VERSION << 8 | 1;
}

bool cs_support(int query) { return query == SUPPORTED; }

int cs_open(int arch, unsigned mode, size_t *handle)
{
    if (arch != 19 || mode != (1u << 31 | 4)) return 5;
    *handle = 42;
#ifdef OPEN_FAILS
    *handle = 0;
    return 1;
#endif
    return 0;
}

int cs_close(size_t *handle)
{
    *handle = 0;
    return 0;
}

#ifndef NO_DISASM
size_t cs_disasm(size_t handle, const uint8_t *code, size_t size, uint64_t address, size_t count, struct insn **out)
{
    uint32_t word = (uint32_t)code[0] << 24 | (uint32_t)code[1] << 16 | (uint32_t)code[2] << 8 | code[3];
    if (handle != 42 || size != 4 || count != 1 || (word != 0x08000240 && word >> 26 != 0x3a)) return 0;
    struct insn *insn = calloc(1, sizeof *insn);
    insn->size = 4;
    insn->address = address;
    snprintf(insn->mnemonic, sizeof insn->mnemonic, "%s", word >> 26 == 0x3a ? "jump" : "idle");
    if (word >> 26 == 0x3a) snprintf(insn->operands, sizeof insn->operands, "0x%llx", (unsigned long long)address + 8);
    *out = insn;
    return 1;
}
#endif

void cs_free(struct insn *insn, size_t count)
{
    if (count == 1) free(insn);
}
