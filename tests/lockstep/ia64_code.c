#include "tests/lockstep/ia64_code.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "emu/core/elf.h"
#include "isa/ia64/insn/bundle.h"
#include "isa/ia64/insn/disasm.h"

enum { PT_LOAD = 1, BUNDLE = 16 };

static int read_all(struct ia64_code *c, int fd)
{
    struct stat st;
    if (fstat(fd, &st) != 0) return -1;
    c->size = (size_t)st.st_size;
    c->bytes = malloc(c->size + BUNDLE);
    for (size_t at = 0; c->bytes && at < c->size;) {
        ssize_t n = pread(fd, c->bytes + at, c->size - at, (off_t)at);
        if (n <= 0) return -1;
        at += (size_t)n;
    }
    return c->bytes ? 0 : -1;
}

int ia64_code_open(struct ia64_code *c, const char *path)
{
    *c = (struct ia64_code){ 0 };
    struct elf_file f;
    struct error e;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) {
        perror(path);
        return -1;
    }
    if (elf_read(fd, path, &f, &e) != 0) {
        fprintf(stderr, "%s\n", e.text);
        close(fd);
        return -1;
    }
    for (unsigned i = 0; i < f.phnum && c->parts < ARRAY_LEN(c->part); i++) {
        const struct elf_segment *s = &f.segment[i];
        if (s->type != PT_LOAD) continue;
        c->part[c->parts].start = s->vaddr;
        c->part[c->parts].size = s->filesz;
        c->part[c->parts++].offset = s->offset;
    }
    c->entry = f.entry;
    elf_free(&f);
    int r = read_all(c, fd);
    if (r != 0) fprintf(stderr, "%s: cannot be read\n", path);
    close(fd);
    return r;
}

void ia64_code_close(struct ia64_code *c) { free(c->bytes); }

u64 ia64_code_digest(const struct ia64_code *c)
{
    u64 h = 0xcbf29ce484222325u; /* FNV-1a */
    for (size_t i = 0; i < c->size; i++) h = (h ^ c->bytes[i]) * 0x100000001b3u;
    return h;
}

static const u8 *bundle_at(const struct ia64_code *c, u64 ip)
{
    for (unsigned i = 0; i < c->parts; i++) {
        u64 at = ip - c->part[i].start;
        if (at < c->part[i].size && c->part[i].size - at >= BUNDLE && c->part[i].offset + at + BUNDLE <= c->size)
            return c->bytes + c->part[i].offset + at;
    }
    return NULL;
}

u64 ia64_code_at(const struct ia64_code *c, struct ia64_state *s)
{
    const u8 *p = bundle_at(c, s->ip);
    if (!p || s->slot > 2) return 0;
    struct ia64_bundle b = ia64_bundle_at(p);
    if (b.template->unit[1] == IA64_UNIT_L && s->slot == 2) s->slot = 1;
    return b.slot[s->slot];
}

int ia64_code_text(const struct ia64_code *c, u64 ip, unsigned slot, char *out, size_t cap)
{
    const u8 *p = bundle_at(c, ip);
    return p ? ia64_disasm(p, ip, slot, out, cap) : 0;
}

void ia64_code_show(const struct ia64_code *c, u64 ip)
{
    char text[128];
    for (unsigned slot = 0; slot < 3; slot++)
        if (ia64_code_text(c, ip, slot, text, sizeof text)) printf("    %llx.%u  %s\n", (unsigned long long)ip, slot, text);
}
