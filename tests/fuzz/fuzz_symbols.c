/* Names, code, lines and bounds of functions of a hostile program, and of one as the debug file of another: whatever
 * the bytes are, what is found is in order, and each reader ends. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <zlib.h>

#include "emu/core/elf.h"
#include "isa/ia64/isa.h"
#include "isa/parisc/isa.h"
#include "prof/symbols/lines.h"
#include "prof/symbols/sections.h"
#include "prof/symbols/symbols.h"
#include "tests/fuzz/targets.h"

/* A program of nothing but the name and the checksum of its debug file: ELF header, .gnu_debuglink, names, three
 * section headers. */
enum {
    LINK = 64,
    LINK_SIZE = 16,
    NAMES = LINK + LINK_SIZE,
    HEADERS = NAMES + 32,
    HEADER = 40,
    STRIPPED = HEADERS + 3 * HEADER
};

static void make_stripped(u8 file[STRIPPED], u32 crc)
{
    static const char names[32] = "\0.gnu_debuglink\0.shstrtab";
    u8 *link = file + HEADERS + HEADER, *strings = link + HEADER;
    memset(file, 0, STRIPPED);
    memcpy(file, "\177ELF\1\2\1\3", 8);
    store_be16(file + 16, 2);
    store_be16(file + 18, 15);
    store_be32(file + 20, 1);
    store_be32(file + 32, HEADERS);
    store_be16(file + 40, 52);
    store_be16(file + 46, HEADER);
    store_be16(file + 48, 3);
    store_be16(file + 50, 2);
    memcpy(file + LINK, "guest.debug", 12);
    store_be32(file + LINK + 12, crc);
    memcpy(file + NAMES, names, sizeof names);
    store_be32(link, 1);
    store_be32(link + 4, 1);
    store_be32(link + 16, LINK);
    store_be32(link + 20, LINK_SIZE);
    store_be32(strings, 16);
    store_be32(strings + 4, 3);
    store_be32(strings + 16, NAMES);
    store_be32(strings + 20, sizeof names);
}

/* Files in a folder of this process's. */
static struct {
    char folder[64], guest[80], debug[80];
} where;

static void leave(void)
{
    unlink(where.guest);
    unlink(where.debug);
    rmdir(where.folder);
}

static void open_folder(void)
{
    if (where.folder[0]) return;
    snprintf(where.folder, sizeof where.folder, "%s/fuzz.XXXXXX", access("/dev/shm", W_OK) ? "/tmp" : "/dev/shm");
    if (!mkdtemp(where.folder)) abort();
    snprintf(where.guest, sizeof where.guest, "%s/guest", where.folder);
    snprintf(where.debug, sizeof where.debug, "%s/guest.debug", where.folder);
    atexit(leave);
}

static void put(const char *path, const u8 *data, size_t size)
{
    FILE *f = fopen(path, "w");
    if (!f || fwrite(data, 1, size, f) != size || fclose(f)) abort();
}

static void symbols(const struct isa *isa, const char *path, u64 bias)
{
    struct symbols s = {0};
    struct error e = {.status = 0};
    if (symbols_add(&s, isa, path, NULL, "guest", bias, &e) && !e.text[0]) abort();
    if (s.images != 1) abort();
    for (size_t i = 0; i < s.count; i++) {
        const struct symbol *f = &s.symbol[i];
        if (!f->name || !f->size || (i && f->start <= s.symbol[i - 1].start)) abort();
        if (f->parent != SYMBOL_NONE && (f->parent >= i || s.symbol[f->parent].start > f->start)) abort();
        if (symbols_find(&s, f->start) != i) abort();
    }
    free(symbols_text(&s, 0x10000));
    symbols_free(&s);
}

static void lines(const char *path, u64 bias)
{
    struct lines l = {0};
    lines_add(&l, path, NULL, bias, 0x1000, UINT64_MAX);
    lines_settle(&l);
    for (size_t i = 0; i < l.rows; i++)
        if ((i && l.row[i].address <= l.row[i - 1].address) ||
            (l.row[i].file && !strlen(l.row[i].file) && !l.row[i].line))
            abort();
    lines_find(&l, 0x10000);
    lines_free(&l);
}

static void sections(const char *path)
{
    struct sections s;
    struct error e = {.status = 0};
    u64 bias;
    if (sections_read(&s, path, &e) == 0) {
        for (size_t i = 1; i < s.count; i++)
            if (s.section[i].address < s.section[i - 1].address) abort();
        sections_free(&s);
    } else if (!e.text[0]) {
        abort();
    }
    elf_bias(path, NULL, 0x10000, 0, &bias);
}

int fuzz_symbols(const u8 *data, size_t size)
{
    const struct isa *isa = size > 4 && data[4] == 2 ? &isa_ia64 : &isa_parisc;
    u64 bias = size && data[size - 1] & 1 ? 0x40000000 : 0;
    u8 stripped[STRIPPED];
    open_folder();
    put(where.guest, data, size);
    unlink(where.debug);
    symbols(isa, where.guest, bias);
    lines(where.guest, bias);
    sections(where.guest);
    /* The same as a debug file. */
    make_stripped(stripped, (u32)crc32(crc32(0, NULL, 0), data, (uInt)size));
    put(where.debug, data, size);
    put(where.guest, stripped, sizeof stripped);
    symbols(&isa_parisc, where.guest, bias);
    lines(where.guest, bias);
    return 0;
}
