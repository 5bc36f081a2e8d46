#include "prof/symbols/debug_file.h"

#include <gelf.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include "emu/core/image_file.h"
#include "emu/core/types.h"
#include "prof/symbols/sections.h"

struct wanted {
    char path[PATH_MAX]; /* of the program, absolute and without links */
    char id[BUILD_ID_TEXT]; /* "" none */
    char link[NAME_MAX]; /* name in .gnu_debuglink, "" none */
    u32 crc;             /* of the whole file that it names */
};

/* A name with its NUL, padded to a multiple of four, and the checksum in the byte order of the file. */
static void read_link(Elf_Scn *scn, bool big_endian, struct wanted *w)
{
    Elf_Data *data = elf_rawdata(scn, NULL);
    if (!data || !data->d_buf || data->d_size < 8) return;
    const u8 *bytes = data->d_buf;
    size_t n = strnlen(data->d_buf, data->d_size), at = (n + 4) / 4 * 4;
    if (!n || n >= sizeof w->link || at + 4 > data->d_size || memchr(bytes, '/', n)) return;
    memcpy(w->link, bytes, n);
    w->crc = 0;
    for (unsigned i = 0; i < 4; i++) w->crc |= (u32)bytes[at + i] << (big_endian ? 24 - 8 * i : 8 * i);
}

/* What the file in fd says about its debug file, or about itself. */
static void read_file(int fd, struct wanted *w)
{
    elf_version(EV_CURRENT);
    Elf *elf = elf_begin(fd, ELF_C_READ, NULL);
    size_t names;
    const char *ident = elf ? elf_getident(elf, NULL) : NULL;
    bool good = elf && elf_kind(elf) == ELF_K_ELF && ident && elf_getshdrstrndx(elf, &names) == 0;
    for (Elf_Scn *scn = NULL; good && (scn = elf_nextscn(elf, scn));) {
        GElf_Shdr h;
        if (!gelf_getshdr(scn, &h)) continue;
        const char *name = elf_strptr(elf, names, h.sh_name);
        if (h.sh_type == SHT_NOTE && !w->id[0]) section_build_id(scn, w->id);
        if (name && !strcmp(name, ".gnu_debuglink")) read_link(scn, ident[EI_DATA] == ELFDATA2MSB, w);
    }
    elf_end(elf);
}

static bool has_id(int fd, const struct wanted *w)
{
    struct wanted found = {.id = ""};
    read_file(fd, &found);
    return !strcmp(found.id, w->id);
}

static bool has_crc(int fd, const struct wanted *w)
{
    u8 buffer[1 << 14];
    uLong crc = crc32(0, NULL, 0);
    ssize_t n;
    if (!image_is_read_whole(fd)) return false;
    while ((n = read(fd, buffer, sizeof buffer)) > 0) crc = crc32(crc, buffer, (uInt)n);
    return n == 0 && crc == w->crc && lseek(fd, 0, SEEK_SET) == 0;
}

static int try_path(const struct wanted *w, const char *path, bool by_id)
{
    int fd = image_open_for_dwarf(path, NULL);
    if (fd < 0 || (by_id ? has_id(fd, w) : has_crc(fd, w))) return fd;
    close(fd);
    return -1;
}

/* In usr/lib/debug of the directory that the first `n` bytes of the program's path name. */
static int try_above(const struct wanted *w, size_t n, size_t directory, bool by_id)
{
    char path[2 * PATH_MAX];
    int at = snprintf(path, sizeof path, "%.*s/usr/lib/debug", (int)n, w->path);
    if (by_id) snprintf(path + at, sizeof path - (size_t)at, "/.build-id/%.2s/%s.debug", w->id, w->id + 2);
    else snprintf(path + at, sizeof path - (size_t)at, "%.*s/%s", (int)(directory - n), w->path + n, w->link);
    return try_path(w, path, by_id);
}

static int search(const struct wanted *w, bool by_id)
{
    static const char *const beside[] = {"", ".debug/"};
    char path[2 * PATH_MAX];
    size_t directory = (size_t)(strrchr(w->path, '/') - w->path);
    int fd = -1;
    for (unsigned i = 0; i < ARRAY_LEN(beside) && fd < 0 && !by_id; i++) {
        snprintf(path, sizeof path, "%.*s/%s%s", (int)directory, w->path, beside[i], w->link);
        fd = try_path(w, path, by_id);
    }
    for (size_t n = directory; fd < 0; n--) {
        if (n == 0 || n == directory || w->path[n] == '/') fd = try_above(w, n, directory, by_id);
        if (n == 0) break;
    }
    return fd;
}

int debug_file_open(const char *file)
{
    struct wanted w = {.id = ""};
    if (!realpath(file, w.path)) return -1;
    int program = image_open(w.path, NULL), fd = -1;
    if (program < 0) return -1;
    read_file(program, &w);
    close(program);
    if (w.id[0]) fd = search(&w, true);
    if (fd < 0 && w.link[0]) fd = search(&w, false);
    return fd;
}

/* Whether what the path leads to lies below the program's folder, or in usr/lib/debug of one above it: a file may name anything. */
static bool is_at_home(const struct wanted *w, const char *path)
{
    char real[PATH_MAX], tree[2 * PATH_MAX];
    size_t directory = (size_t)(strrchr(w->path, '/') - w->path);
    if (!realpath(path, real)) return false;
    bool is = !strncmp(real, w->path, directory + 1);
    for (size_t n = directory; !is; n--) {
        if (n && w->path[n] != '/') continue;
        int bytes = snprintf(tree, sizeof tree, "%.*s/usr/lib/debug/", (int)n, w->path);
        is = !strncmp(real, tree, (size_t)bytes);
        if (n == 0) break;
    }
    return is;
}

int debug_file_open_shared(const char *file, const char *name, const u8 *id, size_t bytes)
{
    struct wanted w = {.id = ""};
    char path[2 * PATH_MAX];
    const char *base = strrchr(file, '/');
    if (!base || bytes < 2 || 2 * bytes >= sizeof w.id || snprintf(w.path, sizeof w.path, "%s", file) >= PATH_MAX) return -1;
    for (size_t i = 0; i < bytes; i++) snprintf(w.id + 2 * i, 3, "%02x", id[i]);
    int fd = search(&w, true);
    if (fd >= 0) return fd;
    snprintf(path, sizeof path, "%.*s%s", *name == '/' ? 0 : (int)(base - file) + 1, file, name);
    return is_at_home(&w, path) ? try_path(&w, path, true) : -1;
}

bool debug_file_is(const char *file, u64 size, const char *build_id)
{
    struct wanted w = {.id = ""};
    struct stat st;
    int fd = image_open(file, NULL);
    if (fd < 0) return false;
    bool same = fstat(fd, &st) == 0 && (u64)st.st_size == size;
    if (same) read_file(fd, &w);
    close(fd);
    return same && !strcmp(w.id, build_id);
}
