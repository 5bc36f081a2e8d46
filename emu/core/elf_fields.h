/* Reading an ELF file, whoever made it: its bytes, and their fields in its class and byte order. */
#ifndef PCGRAM_CORE_ELF_FIELDS_H
#define PCGRAM_CORE_ELF_FIELDS_H

#include "emu/core/types.h"

struct elf_form {
    bool elf64, big_endian;
};

/* Exactly n bytes at the offset; false at the end of the file or on an error. */
bool elf_read_at(int fd, void *to, u64 n, u64 offset);

static inline u16 elf_half(const struct elf_form *f, const u8 *p) { return f->big_endian ? load_be16(p) : load_le16(p); }
static inline u32 elf_word(const struct elf_form *f, const u8 *p) { return f->big_endian ? load_be32(p) : load_le32(p); }
/* An address, an offset or a size. */
static inline u64 elf_number(const struct elf_form *f, const u8 *p)
{
    if (!f->elf64) return elf_word(f, p);
    return f->big_endian ? load_be64(p) : load_le64(p);
}

#endif
