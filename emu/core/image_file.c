#include "emu/core/image_file.h"

#include <elf.h>
#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "emu/core/elf_fields.h"

enum {
    SECTIONS_MOST = 1 << 17, /* far beyond any program, and 20 MB in libelf */
    EXTENTS_MOST = 1 << 12,  /* of a file: those behind them are not counted */
    PACKED = 32,             /* a section has at most that many times what it is packed into: debug information is at 3 to 5 */
    SLACK = 1 << 20,         /* bytes */
};
#define UNPACKED_MOST ((u64)1 << 30) /* bytes of all together */

struct reader {
    int fd;
    struct elf_form form;
    u64 names; /* offset of the sections' names; 0: there are none */
};

/* A section's header, as far as it matters here. */
struct section_header {
    u32 name, type;
    u64 flags, offset, bytes;
};

static bool read_header(const struct reader *r, u64 table, u64 i, struct section_header *h)
{
    u8 raw[sizeof(Elf64_Shdr)];
    const struct elf_form *f = &r->form;
    size_t entry = f->elf64 ? sizeof(Elf64_Shdr) : sizeof(Elf32_Shdr);
    if (!elf_read_at(r->fd, raw, entry, table + i * entry)) return false;
    *h = (struct section_header){.name = elf_word(f, raw), .type = elf_word(f, raw + 4), .flags = elf_number(f, raw + 8),
                                 .offset = elf_number(f, raw + (f->elf64 ? 24 : 16)), .bytes = elf_number(f, raw + (f->elf64 ? 32 : 20))};
    return true;
}

/* .zdebug_info and its like, of before there was a flag for it. */
static bool is_of_old(const struct reader *r, const struct section_header *h)
{
    static const char begin[] = ".zdebug";
    char name[sizeof begin - 1];
    return r->names && !(h->flags & SHF_ALLOC) && elf_read_at(r->fd, name, sizeof name, r->names + h->name) && !memcmp(name, begin, sizeof name);
}

/* Bytes that libdw makes of a section that is packed; 0: it is not. */
static u64 unpacked(const struct reader *r, const struct section_header *h)
{
    u8 begin[16];
    if (h->bytes < sizeof begin || !elf_read_at(r->fd, begin, sizeof begin, h->offset)) return 0;
    if (h->flags & SHF_COMPRESSED) return elf_number(&r->form, begin + (r->form.elf64 ? 8 : 4));
    return !memcmp(begin, "ZLIB", 4) && is_of_old(r, h) ? load_be64(begin + 4) : 0;
}

/* Data of the program's alone, which nobody reads here. */
static bool is_unread(const struct section_header *h) { return h->flags & SHF_ALLOC && !(h->flags & SHF_EXECINSTR) && h->type == SHT_PROGBITS; }

/* Bytes of the file that are no hole. */
static u64 data_of(int fd, u64 size)
{
    u64 sum = 0;
    off_t at = 0, end;
    for (unsigned i = 0; i < EXTENTS_MOST && (at = lseek(fd, at, SEEK_DATA)) >= 0; i++, at = end) {
        end = lseek(fd, at, SEEK_HOLE);
        if (end <= at) break;
        sum += (u64)(end - at);
    }
    if (at < 0 && errno != ENXIO) sum = size; /* the file system does not say */
    lseek(fd, 0, SEEK_SET);
    return sum;
}

/* Whether what libelf and libdw make of the file is no more than can be. */
static bool is_bounded(const struct reader *r, u64 table, u64 sections, u64 size, bool dwarf)
{
    u64 bytes = 0, read = 0, whole = 0;
    if (sections > SECTIONS_MOST) return false;
    for (u64 i = 0; i < sections; i++) {
        struct section_header h;
        if (!read_header(r, table, i, &h)) return true; /* cut off: libelf reads no sections */
        if (h.type == SHT_NOBITS || h.bytes > size) continue; /* nothing is there, or libelf reads none of it, as it reaches behind the end */
        u64 more = dwarf ? unpacked(r, &h) : 0;
        if (more / PACKED > h.bytes + SLACK / PACKED || more > UNPACKED_MOST) return false;
        bytes += h.bytes;
        whole += more;
        if (!is_unread(&h)) read += h.bytes;
        if (bytes > 2 * size + SLACK || whole > UNPACKED_MOST) return false;
    }
    return read <= SLACK || read <= data_of(r->fd, size) + SLACK;
}

static bool is_sane(int fd, bool dwarf)
{
    struct stat st;
    struct reader r = {.fd = fd};
    u8 h[sizeof(Elf64_Ehdr)] = {0};
    struct section_header first, names;
    if (!elf_read_at(fd, h, sizeof(Elf32_Ehdr), 0) || memcmp(h, "\177ELF", 4) != 0 || fstat(fd, &st) != 0) return true;
    r.form.elf64 = h[EI_CLASS] != ELFCLASS32;
    r.form.big_endian = h[EI_DATA] == ELFDATA2MSB;
    if (r.form.elf64 && !elf_read_at(fd, h, sizeof(Elf64_Ehdr), 0)) return true;
    const u8 *count = h + (r.form.elf64 ? 60 : 48);
    u64 table = elf_number(&r.form, h + (r.form.elf64 ? 40 : 32)), sections = elf_half(&r.form, count);
    if (!table) return true;
    if (!sections) { /* more than fit there: the first one's size says how many */
        if (!read_header(&r, table, 0, &first)) return true;
        sections = first.bytes;
    }
    if (read_header(&r, table, elf_half(&r.form, count + 2), &names)) r.names = names.offset;
    return is_bounded(&r, table, sections, (u64)st.st_size, dwarf);
}

static int open_sane(const char *path, const struct file_id *id, bool dwarf)
{
    int fd = regular_open_same(path, id);
    if (fd < 0 || is_sane(fd, dwarf)) return fd;
    close(fd);
    errno = EFBIG;
    return -1;
}

int image_open(const char *path, const struct file_id *id) { return open_sane(path, id, false); }
int image_open_for_dwarf(const char *path, const struct file_id *id) { return open_sane(path, id, true); }

bool image_is_read_whole(int fd)
{
    enum { TIMES = 2 };
    struct stat st;
    char begin[4];
    if (fstat(fd, &st) != 0 || !elf_read_at(fd, begin, sizeof begin, 0) || memcmp(begin, "\177ELF", sizeof begin) != 0) return false;
    return (u64)st.st_size <= TIMES * data_of(fd, (u64)st.st_size) + SLACK;
}

u64 image_names(int fd)
{
    enum { TIMES = 4 };
    struct stat st;
    return fstat(fd, &st) == 0 ? TIMES * (u64)st.st_size + SLACK : 0;
}

bool image_takes_name(u64 *left, const char *name)
{
    size_t n = strnlen(name, IMAGE_NAME_MOST + 1);
    if (n > IMAGE_NAME_MOST || n > *left) return false;
    *left -= n;
    return true;
}
