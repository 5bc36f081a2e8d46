#include "emu/core/image_file.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* System V ABI, chapter 4; generic ABI for compressed sections. */
enum {
    EI_CLASS = 4, EI_DATA = 5, ELFCLASS32 = 1, ELFDATA2MSB = 2, HEADER32 = 52, HEADER64 = 64, SECTION32 = 40, SECTION64 = 64,
    SHT_NOBITS = 8, SHF_COMPRESSED = 0x800,
};

enum {
    SECTIONS_MOST = 1 << 17, /* far beyond any program, and 20 MB in libelf */
    SPARSE = 32,             /* a file has that many times what it takes of the disk, at most: file systems that compress are below */
    PACKED = 32,             /* and a section that many times what it is packed into: debug information is at 3 to 5 */
    SLACK = 1 << 20,         /* bytes */
};
#define UNPACKED_MOST ((u64)1 << 30) /* bytes of all together */

struct reader {
    int fd;
    bool wide, big_endian;
};

static bool read_at(const struct reader *r, u64 offset, u8 *to, size_t n)
{
    return offset <= INT64_MAX && pread(r->fd, to, n, (off_t)offset) == (ssize_t)n;
}

static u32 word(const struct reader *r, const u8 *p) { return r->big_endian ? load_be32(p) : load_le32(p); }
static u64 number(const struct reader *r, const u8 *p)
{
    if (!r->wide) return word(r, p);
    return r->big_endian ? load_be64(p) : load_le64(p);
}

/* A section, as far as it matters here. */
struct section_size {
    u64 bytes;    /* in the file */
    u64 unpacked; /* when it has been read */
};

static struct section_size size_of(const struct reader *r, const u8 *header)
{
    u32 type = word(r, header + 4);
    u64 flags = number(r, header + 8), offset = number(r, header + (r->wide ? 24 : 16)), bytes = number(r, header + (r->wide ? 32 : 20));
    u8 begin[16];
    struct section_size s = {bytes, 0};
    if (type == SHT_NOBITS) return (struct section_size){0};
    if (bytes < sizeof begin || !read_at(r, offset, begin, sizeof begin)) return s;
    if (flags & SHF_COMPRESSED) s.unpacked = number(r, begin + (r->wide ? 8 : 4));
    else if (!memcmp(begin, "ZLIB", 4)) s.unpacked = load_be64(begin + 4); /* .zdebug_info and its like, of before that flag */
    return s;
}

/* Whether what libelf and libdw make of the file is no more than can be. */
static bool is_bounded(const struct reader *r, u64 table, u64 sections, u64 size)
{
    u64 bytes = 0, unpacked = 0, entry = r->wide ? SECTION64 : SECTION32;
    if (sections > SECTIONS_MOST) return false;
    for (u64 i = 0; i < sections; i++) {
        u8 header[SECTION64];
        if (!read_at(r, table + i * entry, header, entry)) return true; /* cut off: libelf reads no sections */
        struct section_size s = size_of(r, header);
        if (s.bytes > size) continue; /* libelf reads none that reaches behind the end */
        if (s.unpacked / PACKED > s.bytes + SLACK / PACKED) return false;
        bytes += s.bytes;
        unpacked += s.unpacked < UNPACKED_MOST ? s.unpacked : UNPACKED_MOST;
        if (bytes > 2 * size + SLACK || unpacked > UNPACKED_MOST) return false;
    }
    return true;
}

static bool is_sane(int fd)
{
    struct stat st;
    struct reader r = {.fd = fd};
    u8 h[HEADER64] = {0}, first[SECTION64];
    if (!read_at(&r, 0, h, HEADER32) || memcmp(h, "\177ELF", 4) != 0 || fstat(fd, &st) != 0) return true;
    if ((u64)st.st_size > (u64)st.st_blocks * 512 * SPARSE + SLACK) return false;
    r.wide = h[EI_CLASS] != ELFCLASS32;
    r.big_endian = h[EI_DATA] == ELFDATA2MSB;
    if (r.wide && !read_at(&r, 0, h, HEADER64)) return true;
    const u8 *count = h + (r.wide ? 60 : 48);
    u64 table = number(&r, h + (r.wide ? 40 : 32)), sections = r.big_endian ? (u64)count[0] << 8 | count[1] : (u64)count[1] << 8 | count[0];
    if (!table) return true;
    if (!sections) { /* more than fit there: the first one's size says how many */
        if (!read_at(&r, table, first, r.wide ? SECTION64 : SECTION32)) return true;
        sections = number(&r, first + (r.wide ? 32 : 20));
    }
    return is_bounded(&r, table, sections, (u64)st.st_size);
}

int image_open(const char *path, const struct file_id *id)
{
    int fd = regular_open_same(path, id);
    if (fd < 0 || is_sane(fd)) return fd;
    close(fd);
    errno = EFBIG;
    return -1;
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
