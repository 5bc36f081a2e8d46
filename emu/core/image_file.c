#include "emu/core/image_file.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* System V ABI, chapter 4; generic ABI for compressed sections. */
enum {
    EI_CLASS = 4, EI_DATA = 5, ELFCLASS32 = 1, ELFDATA2MSB = 2, HEADER32 = 52, HEADER64 = 64, SECTION32 = 40, SECTION64 = 64,
    SHT_PROGBITS = 1, SHT_NOBITS = 8, SHF_ALLOC = 2, SHF_EXECINSTR = 4, SHF_COMPRESSED = 0x800,
};

enum {
    SECTIONS_MOST = 1 << 17, /* far beyond any program, and 20 MB in libelf */
    EXTENTS_MOST = 1 << 12,  /* of a file: those behind them are not counted */
    PACKED = 32,             /* a section has at most that many times what it is packed into: debug information is at 3 to 5 */
    SLACK = 1 << 20,         /* bytes */
};
#define UNPACKED_MOST ((u64)1 << 30) /* bytes of all together */

struct reader {
    int fd;
    bool wide, big_endian;
    u64 names; /* offset of the sections' names; 0: there are none */
};

static bool read_at(const struct reader *r, u64 offset, void *to, size_t n)
{
    return offset <= INT64_MAX && pread(r->fd, to, n, (off_t)offset) == (ssize_t)n;
}

static u32 half(const struct reader *r, const u8 *p) { return r->big_endian ? load_be16(p) : load_le16(p); }
static u32 word(const struct reader *r, const u8 *p) { return r->big_endian ? load_be32(p) : load_le32(p); }
static u64 number(const struct reader *r, const u8 *p)
{
    if (!r->wide) return word(r, p);
    return r->big_endian ? load_be64(p) : load_le64(p);
}

/* A section's header, as far as it matters here. */
struct section_header {
    u32 name, type;
    u64 flags, offset, bytes;
};

static bool read_header(const struct reader *r, u64 table, u64 i, struct section_header *h)
{
    u8 raw[SECTION64];
    size_t entry = r->wide ? SECTION64 : SECTION32;
    if (!read_at(r, table + i * entry, raw, entry)) return false;
    *h = (struct section_header){.name = word(r, raw), .type = word(r, raw + 4), .flags = number(r, raw + 8),
                                 .offset = number(r, raw + (r->wide ? 24 : 16)), .bytes = number(r, raw + (r->wide ? 32 : 20))};
    return true;
}

/* .zdebug_info and its like, of before there was a flag for it. */
static bool is_of_old(const struct reader *r, const struct section_header *h)
{
    static const char begin[] = ".zdebug";
    char name[sizeof begin - 1];
    return r->names && !(h->flags & SHF_ALLOC) && read_at(r, r->names + h->name, name, sizeof name) && !memcmp(name, begin, sizeof name);
}

/* Bytes that libdw makes of a section that is packed; 0: it is not. */
static u64 unpacked(const struct reader *r, const struct section_header *h)
{
    u8 begin[16];
    if (h->bytes < sizeof begin || !read_at(r, h->offset, begin, sizeof begin)) return 0;
    if (h->flags & SHF_COMPRESSED) return number(r, begin + (r->wide ? 8 : 4));
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
    u8 h[HEADER64] = {0};
    struct section_header first, names;
    if (!read_at(&r, 0, h, HEADER32) || memcmp(h, "\177ELF", 4) != 0 || fstat(fd, &st) != 0) return true;
    r.wide = h[EI_CLASS] != ELFCLASS32;
    r.big_endian = h[EI_DATA] == ELFDATA2MSB;
    if (r.wide && !read_at(&r, 0, h, HEADER64)) return true;
    const u8 *count = h + (r.wide ? 60 : 48);
    u64 table = number(&r, h + (r.wide ? 40 : 32)), sections = half(&r, count);
    if (!table) return true;
    if (!sections) { /* more than fit there: the first one's size says how many */
        if (!read_header(&r, table, 0, &first)) return true;
        sections = first.bytes;
    }
    if (read_header(&r, table, half(&r, count + 2), &names)) r.names = names.offset;
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
