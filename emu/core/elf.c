#include "emu/core/elf.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "emu/core/regular.h"

enum { PHNUM_MAX = 4096 }; /* far beyond any program; keeps a hostile header from costing memory */
/* Bytes of a file that are copied, at most: nobody can interrupt that, and segments that lie one over another are each copied. Linkers make
 * segments that need none of it, but for a page here and there. */
#define COPIED_MOST ((u64)256 << 20)

#define NOT_FOR_US 126

bool elf_read_at(int fd, void *to, u64 n, u64 offset)
{
    for (u64 done = 0; done < n;) {
        if (offset > INT64_MAX - n) return false;
        ssize_t got = pread(fd, (u8 *)to + done, n - done, (off_t)(offset + done));
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return false;
        done += (u64)got;
    }
    return true;
}

static int parse_header(const u8 *h, const char *path, struct elf_file *f, struct error *e)
{
    if (memcmp(h, "\177ELF", 4) != 0) return error_set_status(e, NOT_FOR_US, "%s: not an ELF file", path);
    if (h[EI_CLASS] != ELFCLASS32 && h[EI_CLASS] != ELFCLASS64)
        return error_set_status(e, NOT_FOR_US, "%s: unknown ELF class %u", path, h[EI_CLASS]);
    if (h[EI_DATA] != ELFDATA2LSB && h[EI_DATA] != ELFDATA2MSB)
        return error_set_status(e, NOT_FOR_US, "%s: unknown ELF byte order %u", path, h[EI_DATA]);
    const struct elf_form form = f->form = (struct elf_form){.elf64 = h[EI_CLASS] == ELFCLASS64, .big_endian = h[EI_DATA] == ELFDATA2MSB};
    f->type = elf_half(&form, h + 16);
    f->machine = elf_half(&form, h + 18);
    f->entry = elf_number(&form, h + 24);
    f->phoff = elf_number(&form, h + (form.elf64 ? 32 : 28));
    f->flags = elf_word(&form, h + (form.elf64 ? 48 : 36));
    f->phentsize = elf_half(&form, h + (form.elf64 ? 54 : 42));
    f->phnum = elf_half(&form, h + (form.elf64 ? 56 : 44));
    if (f->type == ET_REL)
        return error_set_status(e, NOT_FOR_US, "%s: an object file, not a program: link it first", path);
    if (f->type != ET_EXEC && f->type != ET_DYN)
        return error_set_status(e, NOT_FOR_US, "%s: not an executable (ELF type %u)", path, f->type);
    if (f->phnum == 0) return error_set_status(e, NOT_FOR_US, "%s: no program headers: nothing to load", path);
    if (f->phentsize != (form.elf64 ? sizeof(Elf64_Phdr) : sizeof(Elf32_Phdr)))
        return error_set_status(e, NOT_FOR_US, "%s: program headers of %u bytes", path, f->phentsize);
    if (f->phnum > PHNUM_MAX) return error_set_status(e, NOT_FOR_US, "%s: %u program headers", path, f->phnum);
    return 0;
}

static void parse_segment(const struct elf_form *f, const u8 *p, struct elf_segment *s)
{
    s->type = elf_word(f, p);
    if (f->elf64) {
        s->flags = elf_word(f, p + 4);
        s->offset = elf_number(f, p + 8);
        s->vaddr = elf_number(f, p + 16);
        s->filesz = elf_number(f, p + 32);
        s->memsz = elf_number(f, p + 40);
        s->align = elf_number(f, p + 48);
    } else {
        s->offset = elf_number(f, p + 4);
        s->vaddr = elf_number(f, p + 8);
        s->filesz = elf_number(f, p + 16);
        s->memsz = elf_number(f, p + 20);
        s->flags = elf_word(f, p + 24);
        s->align = elf_number(f, p + 28);
    }
}

/* What must hold of every loadable segment before anything is mapped; sums are formed so that they cannot wrap. */
static int check_segment(const struct elf_file *f, const struct elf_segment *s, unsigned i, u64 file_size,
                         const char *path, struct error *e)
{
    u64 top = f->form.elf64 ? UINT64_MAX : UINT32_MAX;
    if (s->filesz > s->memsz)
        return error_set_status(e, NOT_FOR_US, "%s: segment %u has more bytes in the file than in memory", path, i);
    if (s->memsz > top - s->vaddr)
        return error_set_status(e, NOT_FOR_US, "%s: segment %u wraps around the address space", path, i);
    if (s->filesz && (s->offset > file_size || s->filesz > file_size - s->offset))
        return error_set_status(e, NOT_FOR_US, "%s: segment %u reaches past the end of the file (truncated?)", path, i);
    return 0;
}

static int read_interp(struct elf_file *f, int fd, const struct elf_segment *s, const char *path, struct error *e)
{
    if (s->filesz < 2 || s->filesz > sizeof f->interp)
        return error_set_status(e, NOT_FOR_US, "%s: name of the interpreter is %llu bytes long", path,
                                (unsigned long long)s->filesz);
    if (!elf_read_at(fd, f->interp, s->filesz, s->offset))
        return error_set_status(e, NOT_FOR_US, "%s: cannot read the name of the interpreter", path);
    if (f->interp[s->filesz - 1] != 0)
        return error_set_status(e, NOT_FOR_US, "%s: name of the interpreter does not end", path);
    return 0;
}

static int read_segments(struct elf_file *f, int fd, u64 file_size, const char *path, struct error *e)
{
    u64 bytes = (u64)f->phnum * f->phentsize;
    u8 *raw = malloc(bytes);
    f->segment = calloc(f->phnum, sizeof *f->segment);
    if (!raw || !f->segment) {
        free(raw);
        return error_set(e, "%s: no memory for the program headers", path);
    }
    bool whole = elf_read_at(fd, raw, bytes, f->phoff);
    for (unsigned i = 0; whole && i < f->phnum; i++) parse_segment(&f->form, raw + (u64)i * f->phentsize, &f->segment[i]);
    free(raw);
    if (!whole)
        return error_set_status(e, NOT_FOR_US, "%s: program headers lie past the end of the file (truncated?)", path);
    unsigned loads = 0;
    for (unsigned i = 0; i < f->phnum; i++) {
        const struct elf_segment *s = &f->segment[i];
        if (s->type == PT_INTERP && !f->interp[0] && read_interp(f, fd, s, path, e) != 0) return -1;
        if (s->type != PT_LOAD) continue;
        if (check_segment(f, s, i, file_size, path, e) != 0) return -1;
        loads += s->memsz != 0;
    }
    if (loads == 0) return error_set_status(e, NOT_FOR_US, "%s: no loadable segment", path);
    return 0;
}

int elf_read(int fd, const char *path, struct elf_file *f, struct error *e)
{
    memset(f, 0, sizeof *f);
    struct stat st;
    if (fstat(fd, &st) != 0) return error_set_status(e, NOT_FOR_US, "%s: %s", path, strerror(errno));
    if (S_ISDIR(st.st_mode)) return error_set_status(e, NOT_FOR_US, "%s: is a directory; give a program", path);
    if (!S_ISREG(st.st_mode)) return error_set_status(e, NOT_FOR_US, "%s: not a regular file", path);
    u8 header[sizeof(Elf64_Ehdr)] = {0};
    /* The 32-bit header is the shorter one; a file that has only that much is still a file of that class. */
    if (!elf_read_at(fd, header, sizeof(Elf32_Ehdr), 0))
        return error_set_status(e, NOT_FOR_US, "%s: not an ELF file (shorter than its header)", path);
    if (header[EI_CLASS] == ELFCLASS64 && !elf_read_at(fd, header, sizeof(Elf64_Ehdr), 0))
        return error_set_status(e, NOT_FOR_US, "%s: shorter than its ELF header", path);
    if (parse_header(header, path, f, e) != 0) return -1;
    if (read_segments(f, fd, (u64)st.st_size, path, e) != 0) {
        elf_free(f);
        return -1;
    }
    return 0;
}

void elf_free(struct elf_file *f)
{
    free(f->segment);
    f->segment = NULL;
}

/* --- mapping ------------------------------------------------------------------------------------------------------ */

static u64 page_down(u64 a) { return a & ~(u64)(MEM_PAGE - 1); }
static u64 page_up(u64 a) { return (a + MEM_PAGE - 1) & ~(u64)(MEM_PAGE - 1); }

static int prot_of(u32 flags)
{
    return (flags & PF_R ? PROT_READ : 0) | (flags & PF_W ? PROT_WRITE : 0) | (flags & PF_X ? PROT_EXEC : 0);
}

/* Copies file bytes to guest memory whatever its rights. */
static int copy_in(struct mem *m, int fd, u64 to, u64 offset, u64 len)
{
    u8 buffer[1 << 14];
    for (u64 done = 0; done < len;) {
        u64 step = len - done < sizeof buffer ? len - done : sizeof buffer;
        if (!elf_read_at(fd, buffer, step, offset + done) || mem_poke(m, to + done, buffer, step) != 0) return -EIO;
        done += step;
    }
    return 0;
}

/* First address at or after `at` where a mapping starts; `end` when there is none before it. */
static u64 next_area(const struct mem *m, u64 at, u64 end)
{
    for (size_t i = 0; i < m->areas; i++)
        if (m->area[i].start >= at) return m->area[i].start < end ? m->area[i].start : end;
    return end;
}

/* Anonymous memory for the pages of [start, end) that are not there yet; those that are there, because the segment
 * before ends in the same page, keep their bytes and gain the rights. There are three, so that no page is changed more often than that,
 * however many segments lie over each other. */
static int map_blank(struct mem *m, u64 start, u64 end, int prot, const char *path, struct file_id id)
{
    for (u64 at = start, stop; at < end; at = stop) {
        const struct mem_area *a = mem_area_of(m, at);
        int r;
        if (a) {
            stop = a->end < end ? a->end : end;
            r = (a->prot & prot) == prot ? 0 : mem_protect(m, at, stop - at, a->prot | prot);
        } else {
            stop = next_area(m, at, end);
            r = mem_map(m, at, stop - at, prot, false, -1, 0, path);
            if (r == 0) mem_set_file(m, at, id);
        }
        if (r != 0) return r;
    }
    return 0;
}

/* One segment. Whole pages come straight from the file when offset and address agree modulo the page size, which the
 * ABI demands (System V ABI, "Program Loading"); where they do not, or a page is shared with the segment before, the
 * bytes are copied: -EFBIG when there are more than *copies, which becomes less by them. */
static int map_segment(const struct elf_segment *s, int fd, const char *path, struct mem *m, u64 bias, u64 *copies)
{
    int prot = prot_of(s->flags);
    u64 start = s->vaddr + bias, file_end = start + s->filesz, end = start + s->memsz;
    u64 first = page_down(start), last = page_up(end);
    bool congruent = ((s->offset ^ start) & (MEM_PAGE - 1)) == 0;
    bool shared = mem_area_of(m, first) || next_area(m, first, last) < last;
    u64 from_file = congruent && !shared && s->filesz ? page_up(file_end) : first;
    if (from_file > first) {
        int r = mem_map(m, first, from_file - first, prot, false, fd, page_down(s->offset), path);
        if (r != 0) return r;
        /* The rest of the last page holds whatever follows in the file. */
        static const u8 zero[MEM_PAGE];
        if (s->memsz > s->filesz || (prot & PROT_WRITE)) {
            u64 tail = from_file - file_end;
            if (tail && mem_poke(m, file_end, zero, tail) != 0) return -ENOMEM;
        }
        return map_blank(m, from_file, last, prot, "", (struct file_id){0});
    }
    if (s->filesz > *copies) return -EFBIG;
    *copies -= s->filesz;
    int r = map_blank(m, first, last, prot, path, file_id_of_open(fd));
    return r != 0 ? r : copy_in(m, fd, start, s->offset, s->filesz);
}

/* Guest address of the program headers: PT_PHDR, or inside the first segment whose file bytes hold them. */
static u64 find_phdr(const struct elf_file *f, u64 bias)
{
    for (unsigned i = 0; i < f->phnum; i++)
        if (f->segment[i].type == PT_PHDR) return f->segment[i].vaddr + bias;
    u64 bytes = (u64)f->phnum * f->phentsize;
    for (unsigned i = 0; i < f->phnum; i++) {
        const struct elf_segment *s = &f->segment[i];
        if (s->type == PT_LOAD && f->phoff >= s->offset && f->phoff - s->offset < s->filesz &&
            bytes <= s->filesz - (f->phoff - s->offset))
            return s->vaddr + (f->phoff - s->offset) + bias;
    }
    return 0;
}

int elf_map(const struct elf_file *f, int fd, const char *path, struct mem *m, u64 bias, u64 low, u64 high,
            struct elf_image *image, struct error *e)
{
    u64 copies = COPIED_MOST;
    *image = (struct elf_image){.bias = bias, .low = UINT64_MAX};
    for (unsigned i = 0; i < f->phnum; i++) {
        const struct elf_segment *s = &f->segment[i];
        if (s->type != PT_LOAD || s->memsz == 0) continue;
        u64 start = s->vaddr + bias, end = start + s->memsz;
        if (start < bias || end < start || start < low || end > high || high - end < page_up(end) - end)
            return error_set_status(e, NOT_FOR_US, "%s: segment %u at 0x%llx does not fit into the address space", path,
                                    i, (unsigned long long)start);
        if (page_down(start) < image->low) image->low = page_down(start);
        if (page_up(end) > image->high) image->high = page_up(end);
        if (end > image->brk) image->brk = end;
        int r = map_segment(s, fd, path, m, bias, &copies);
        if (r == -ENOMEM && m->account && m->account->limit)
            return error_set(e, "%s: segment %u has %llu bytes, which is more than --mem-limit leaves",
                                    path, i, (unsigned long long)s->memsz);
        if (r == -EFBIG)
            return error_set_status(e, NOT_FOR_US, "%s: segment %u would have to be copied (it lies in pages of another one, or not at whole"
                                    " pages from its place in the file), and is too large for that", path, i);
        if (r != 0)
            return error_set_status(e, NOT_FOR_US, "%s: cannot map segment %u (%llu bytes at 0x%llx): %s", path, i,
                                    (unsigned long long)s->memsz, (unsigned long long)start, strerror(-r));
    }
    image->entry = f->entry + bias;
    image->phdr = find_phdr(f, bias);
    return 0;
}

static int bias_of(const char *path, const struct file_id *id, u64 address, u64 offset, bool begins, u64 *bias)
{
    struct elf_file f;
    struct error e;
    int fd = regular_open_same(path, id), found = -1;
    if (fd < 0) return -1;
    if (elf_read(fd, path, &f, &e) == 0) {
        bool over = false;
        for (unsigned i = 0; i < f.phnum && found != 0 && !over; i++) {
            const struct elf_segment *s = &f.segment[i];
            u64 first = s->offset & ~(u64)(MEM_PAGE - 1);
            if (s->type != PT_LOAD) continue;
            over = begins;
            if (begins ? offset != first : offset < first || offset - first >= s->filesz + (s->offset - first)) continue;
            *bias = f.type == ET_EXEC ? 0 : address - (s->vaddr - (s->offset - first)) - (offset - first);
            found = 0;
        }
        elf_free(&f);
    }
    close(fd);
    return found;
}

int elf_bias(const char *path, const struct file_id *id, u64 address, u64 offset, u64 *bias)
{
    return bias_of(path, id, address, offset, false, bias);
}

int elf_image_bias(const char *path, const struct file_id *id, u64 address, u64 offset, u64 *bias)
{
    return bias_of(path, id, address, offset, true, bias);
}

static bool is_code(const struct mem_area *a) { return a->prot & PROT_EXEC && mem_area_has_file(a); }

static bool is_same_file(const struct mem_area *a, const struct mem_area *b) { return file_id_unchanged(a->id, b->id) && !strcmp(a->name, b->name); }

const struct mem_area *elf_next_image(const struct mem *m, struct elf_walk *w, u64 *bias)
{
    enum { AREAS_MOST = 8192 }; /* of code: each is compared with all before it */
    while (w->area < m->areas && w->files < ELF_IMAGES && w->code < AREAS_MOST) {
        const struct mem_area *a = &m->area[w->area++];
        if (!is_code(a)) continue;
        w->code++;
        bool seen = false;
        for (const struct mem_area *b = m->area; b < a && !seen; b++) seen = is_code(b) && is_same_file(b, a);
        if (seen) continue;
        w->files++;
        if (elf_bias(a->name, &a->id, a->start, a->file_offset, bias) == 0) return a;
    }
    return NULL;
}
