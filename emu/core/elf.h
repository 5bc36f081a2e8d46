/* ELF executables and shared objects: read from a file that may be hostile, mapped into a guest address space. */
#ifndef PCGRAM_CORE_ELF_H
#define PCGRAM_CORE_ELF_H

#include "emu/core/elf_fields.h"
#include "emu/core/mem.h"

struct elf_file { /* the parts of a file's headers that matter, checked and in host byte order */
    struct elf_form form;
    u16 machine, type; /* e_machine, e_type */
    u32 flags;
    u64 entry;
    u64 phoff;
    unsigned phnum, phentsize;
    struct elf_segment {
        u32 type, flags; /* PT_*, PF_* */
        u64 offset, vaddr, filesz, memsz, align;
    } *segment; /* phnum of them; owned */
    char interp[256]; /* PT_INTERP path, "" if none */
};

struct elf_image { /* where it lies */
    u64 bias;         /* added to every address of the file */
    u64 entry;        /* biased */
    u64 phdr;         /* guest address of the program headers, 0 when not mapped */
    u64 low, high;    /* pages it covers */
    u64 brk;          /* first byte after the highest segment's memory */
};

/* Reads and checks the headers of an open file. -1 with *e: status 126, one line that says what is wrong with it. */
int elf_read(int fd, const char *path, struct elf_file *f, struct error *e);
void elf_free(struct elf_file *f);

/* Maps the loadable segments; `bias` is the load address of an ET_DYN (0 for ET_EXEC). The pages must lie inside
 * [low, high) and the memory's windows. -1 with *e (status 126). */
int elf_map(const struct elf_file *f, int fd, const char *path, struct mem *m, u64 bias, u64 low, u64 high,
            struct elf_image *image, struct error *e);

/* The load bias of a file (that one; id NULL: whichever has the name) of which the page at file offset `offset` lies at `address`: 0 for ET_EXEC. -1 when the file
 * cannot be read or no segment covers the offset. */
int elf_bias(const char *path, const struct file_id *id, u64 address, u64 offset, u64 *bias);
/* The same where its first segment begins there; else -1. Of other mappings the bias is not certain: a page of the file can be of two
 * segments, and a loader maps a whole file before it maps the other segments over it, and may leave what lies between. */
int elf_image_bias(const char *path, const struct file_id *id, u64 address, u64 offset, u64 *bias);
/* The area of the next file of which code is mapped, each file once, and its bias; NULL: there is no more. What cannot be read is left out, and so is what
 * comes behind the first ELF_IMAGES files, or behind some thousands of areas: their number is the guest's choice. */
enum { ELF_IMAGES = 1024 };
struct elf_walk { /* all zero: at the beginning */
    size_t area;
    unsigned files, code;
};
const struct mem_area *elf_next_image(const struct mem *m, struct elf_walk *w, u64 *bias);

#endif
