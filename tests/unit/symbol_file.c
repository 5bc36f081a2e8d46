#include "tests/unit/symbol_file.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* --- a made-up ELF file ------------------------------------------------------------------------------------------- */

struct elf_symbol {
    const char *name;
    u32 value, size;
    unsigned type, binding, section;
};

enum { DATA_INDEX = 2, TEXT_INDEX = 1 }; /* of sections */
enum { NOTYPE = 0, OBJECT = 1, FUNC = 2, MILLI = 13, LOCAL = 0, GLOBAL = 1, WEAK = 2 };

static const struct elf_symbol elf_symbols[] = {
    {"main", 0x10010, 0x20, FUNC, GLOBAL, TEXT_INDEX},
    {"_main", 0x10010, 0x20, FUNC, GLOBAL, TEXT_INDEX}, /* alias: more underscores */
    {"a_main", 0x10010, 0, NOTYPE, GLOBAL, TEXT_INDEX}, /* alias: no function */
    {"loop", 0x10018, 0, NOTYPE, LOCAL, TEXT_INDEX},    /* a label inside main */
    {"weak_f", 0x10040, 0x10, FUNC, WEAK, TEXT_INDEX},  /* loses to the global */
    {".dot_f", 0x10040, 0x10, FUNC, GLOBAL, TEXT_INDEX},
    {"outer", 0x10060, 0x30, FUNC, GLOBAL, TEXT_INDEX},
    {"inner", 0x10068, 0x8, FUNC, LOCAL, TEXT_INDEX},
    {"$$mulI", 0x10090, 0, MILLI, GLOBAL, TEXT_INDEX},    /* reaches to the label */
    {"asm_label", 0x100a0, 0, NOTYPE, LOCAL, TEXT_INDEX}, /* reaches to the next */
    {".L1", 0x100a4, 0, NOTYPE, LOCAL, TEXT_INDEX},
    {"L$2", 0x100a8, 0, NOTYPE, LOCAL, TEXT_INDEX},
    {"huge", 0x100b0, 0xffffffff, FUNC, GLOBAL, TEXT_INDEX}, /* cut at the end of its section */
    {"tail", 0x100f0, 0, FUNC, GLOBAL, TEXT_INDEX},
    {"table", 0x20000, 4, OBJECT, GLOBAL, DATA_INDEX},
    {"data_f", 0x20010, 4, FUNC, GLOBAL, DATA_INDEX},  /* not in code */
    {"outside", 0x10100, 4, FUNC, GLOBAL, TEXT_INDEX}, /* past the end of its section */
    {"undefined", 0, 0, FUNC, GLOBAL, 0},
    {"nowhere", 0x10020, 4, FUNC, GLOBAL, 77}, /* a section that is not there */
};

/* One number of the file: big-endian in 32-bit files, little-endian in 64-bit ones, as the guests have them. */
static void elf_put(struct elf *f, u64 value, unsigned size)
{
    for (unsigned i = 0; i < size; i++) f->bytes[f->size++] = (u8)(value >> 8 * (f->elf64 ? i : size - 1 - i));
}

/* An address, offset or size of the file's class. */
static void elf_word(struct elf *f, u64 value) { elf_put(f, value, f->elf64 ? 8 : 4); }

static void elf_section(struct elf *f, u32 type, u64 flags, u64 addr, u64 offset, u64 size, u32 link, u64 entsize)
{
    elf_put(f, 0, 4); /* no name */
    elf_put(f, type, 4);
    elf_word(f, flags);
    elf_word(f, addr);
    elf_word(f, offset);
    elf_word(f, size);
    elf_put(f, link, 4);
    elf_put(f, 0, 4);
    elf_word(f, 4);
    elf_word(f, entsize);
}

static void elf_symbol(struct elf *f, const struct elf_symbol *s, u32 name)
{
    elf_put(f, name, 4);
    if (f->elf64) {
        elf_put(f, s->binding << 4 | s->type, 1);
        elf_put(f, 0, 1);
        elf_put(f, s->section, 2);
        elf_put(f, s->value, 8);
        elf_put(f, s->size, 8);
    } else {
        elf_put(f, s->value, 4);
        elf_put(f, s->size, 4);
        elf_put(f, s->binding << 4 | s->type, 1);
        elf_put(f, 0, 1);
        elf_put(f, s->section, 2);
    }
}

/* Header, strings, symbols, then sections: null, text, data, symbols, strings. No section has contents of its own. */
void make_elf(struct elf *f, bool elf64)
{
    const struct elf_symbol *list = elf_symbols;
    const unsigned count = ARRAY_LEN(elf_symbols);
    static const struct elf_symbol null = {.name = ""};
    unsigned header = elf64 ? 64 : 52, entry = elf64 ? 24 : 16;
    u32 name[32];
    memset(f, 0, sizeof *f);
    f->elf64 = elf64;
    f->size = header + 1;
    for (unsigned i = 0; i < count; i++) {
        name[i] = (u32)(f->size - header);
        strcpy((char *)f->bytes + f->size, list[i].name);
        f->size += strlen(list[i].name) + 1;
    }
    size_t strings = f->size - header;
    f->size = (f->size + 7) / 8 * 8;
    size_t symbols = f->size;
    elf_symbol(f, &null, 0);
    for (unsigned i = 0; i < count; i++) elf_symbol(f, &list[i], name[i]);
    size_t sections = f->size;
    elf_section(f, 0, 0, 0, 0, 0, 0, 0);
    elf_section(f, 8, 2 | 4, TEXT_ADDR, 0, TEXT_SIZE, 0, 0); /* SHT_NOBITS, ALLOC | EXECINSTR */
    elf_section(f, 8, 2 | 1, 0x20000, 0, 0x100, 0, 0);
    elf_section(f, 2, 0, 0, symbols, sections - symbols, 4, entry);
    elf_section(f, 3, 0, 0, header, strings, 0, 0);
    size_t end = f->size;
    f->size = 0;
    elf_put(f, elf64 ? 0 : 0x7f454c46, 4);
    if (elf64) memcpy(f->bytes, "\177ELF", 4);
    u8 ident[12] = {elf64 ? 2 : 1, elf64 ? 1 : 2, 1};
    memcpy(f->bytes + 4, ident, 12);
    f->size = 16;
    elf_put(f, 2, 2);
    elf_put(f, elf64 ? 50 : 15, 2); /* EM_IA_64, EM_PARISC */
    elf_put(f, 1, 4);
    elf_word(f, TEXT_ADDR);
    elf_word(f, 0);
    elf_word(f, sections);
    elf_put(f, 0, 4);
    elf_put(f, header, 2);
    elf_put(f, elf64 ? 56 : 32, 2);
    elf_put(f, 0, 2);
    elf_put(f, elf64 ? 64 : 40, 2);
    elf_put(f, 5, 2);
    elf_put(f, 0, 2);
    f->size = end;
}

/* --- a folder of the test's own ----------------------------------------------------------------------------------- */

char directory[DIRECTORY_ROOM] = "/tmp/pcgram-prof-XXXXXX";
char path[PATH_ROOM];

void write_file(const void *bytes, size_t size)
{
    FILE *f = fopen(path, "wb");
    ck_assert_ptr_nonnull(f);
    ck_assert_uint_eq(fwrite(bytes, 1, size, f), size);
    ck_assert_int_eq(fclose(f), 0);
}

void make_directory(void)
{
    strcpy(directory + strlen(directory) - 6, "XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(directory));
    snprintf(path, sizeof path, "%s/file", directory);
}

void remove_directory(void)
{
    unlink(path);
    rmdir(directory);
}
