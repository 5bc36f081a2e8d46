/* ELF files made in memory, for the tests of the loader and of the guest kernel. */
#ifndef PCGRAM_TESTS_ELF_IMAGE_H
#define PCGRAM_TESTS_ELF_IMAGE_H

#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "emu/core/types.h"

enum { IMAGE_SIZE = 0x3000, PHDRS_MOST = 8 };

struct test_segment { u32 type, flags; u64 offset, vaddr, filesz, memsz; };

struct test_image {
    bool elf64, big_endian;
    u16 type, machine;
    u64 entry;
    unsigned count;
    struct test_segment segment[PHDRS_MOST];
};

static inline void image_put(const struct test_image *t, u8 *at, unsigned size, u64 v)
{
    for (unsigned i = 0; i < size; i++) at[t->big_endian ? size - 1 - i : i] = (u8)(v >> 8 * i);
}

/* The file: headers, then bytes that tell their own offset (the low byte of offset * 7). */
static inline void image_build(const struct test_image *t, u8 *out)
{
    unsigned w = t->elf64 ? 8 : 4, eh = t->elf64 ? 64 : 52, ph = t->elf64 ? 56 : 32;
    for (unsigned i = 0; i < IMAGE_SIZE; i++) out[i] = (u8)(i * 7);
    memset(out, 0, eh + t->count * ph);
    memcpy(out, "\177ELF", 4);
    out[4] = t->elf64 ? 2 : 1;
    out[5] = t->big_endian ? 2 : 1;
    out[6] = 1;
    image_put(t, out + 16, 2, t->type);
    image_put(t, out + 18, 2, t->machine);
    image_put(t, out + 20, 4, 1);
    image_put(t, out + 24, w, t->entry);
    image_put(t, out + 24 + w, w, eh);
    u8 *tail = out + 24 + 3 * w + 4;
    image_put(t, tail, 2, eh);
    image_put(t, tail + 2, 2, ph);
    image_put(t, tail + 4, 2, t->count);
    for (unsigned i = 0; i < t->count; i++) {
        const struct test_segment *s = &t->segment[i];
        u8 *p = out + eh + i * ph;
        image_put(t, p, 4, s->type);
        image_put(t, p + (t->elf64 ? 4 : 24), 4, s->flags);
        image_put(t, p + (t->elf64 ? 8 : 4), w, s->offset);
        image_put(t, p + (t->elf64 ? 16 : 8), w, s->vaddr);
        image_put(t, p + (t->elf64 ? 32 : 16), w, s->filesz);
        image_put(t, p + (t->elf64 ? 40 : 20), w, s->memsz);
        image_put(t, p + (t->elf64 ? 48 : 28), w, 4096);
    }
}

/* A host file with n bytes of the image. */
static inline int image_file(const u8 *bytes, size_t n)
{
    int fd = memfd_create("image", 0);
    if (fd < 0 || write(fd, bytes, n) != (ssize_t)n) abort();
    return fd;
}

#endif
