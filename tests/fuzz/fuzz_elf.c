/* The ELF loader on hostile files: whatever the bytes are, it maps them inside its limits or says why not. */
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "emu/core/elf.h"
#include "tests/fuzz/targets.h"

enum { LOW = 0x1000, HIGH = 0x8000000 };

/* One 32-bit and one 64-bit window, as the instruction sets have them, but small: the flags of a page cost a byte. */
static const u64 windows[2][2] = {{0, 0x10000000}, {0x4000000000000000u, 0x10000000}};

static void check(const struct mem *m, u64 low, u64 high)
{
    for (size_t i = 0; i < m->areas; i++)
        if (m->area[i].start < low || m->area[i].end > high) abort();
}

int fuzz_elf(const u8 *data, size_t size)
{
    struct error e = {.status = 0};
    struct elf_file f;
    struct elf_image image;
    struct mem m;
    int fd = memfd_create("fuzz", 0);
    if (fd < 0 || write(fd, data, size) != (ssize_t)size) abort();
    if (elf_read(fd, "fuzz", &f, &e) == 0) {
        if (mem_init(&m, windows, 2, &e) != 0) abort();
        u64 at = f.form.elf64 ? windows[1][0] : windows[0][0];
        bool mapped = elf_map(&f, fd, "fuzz", &m, f.type == 3 ? at + 0x10000 : 0, at + LOW, at + HIGH, &image, &e) == 0;
        check(&m, at + LOW, at + HIGH);
        if (mapped && (image.low < at || image.high > at + HIGH || image.brk > image.high)) abort();
        mem_free(&m);
        elf_free(&f);
        if (!mapped && e.status != 126) abort();
    } else if (e.status != 126 || !e.text[0]) {
        abort();
    }
    close(fd);
    return 0;
}
