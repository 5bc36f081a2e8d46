/* What the tests of prof/ share: a made-up ELF file with symbols, and a file in a folder of its own to put it into. */
#ifndef PCGRAM_TESTS_SYMBOL_FILE_H
#define PCGRAM_TESTS_SYMBOL_FILE_H

#include "emu/core/types.h"

enum { TEXT_ADDR = 0x10000, TEXT_SIZE = 0x100 }; /* its section of code */

struct elf {
    u8 bytes[4096];
    size_t size;
    bool elf64;
};

/* A big-endian file of 32 bits, or a little-endian one of 64, with every kind of symbol there is: the table in symbol_file.c. */
void make_elf(struct elf *f, bool elf64);

enum { DIRECTORY_ROOM = 32, PATH_ROOM = 64 };

/* Of the test that is running: its folder, and the one file in it. */
extern char directory[DIRECTORY_ROOM], path[PATH_ROOM];

/* A checked fixture: the folder, empty; gone with what is at `path`. */
void make_directory(void);
void remove_directory(void);

/* The file at `path` consists of these bytes; the test fails if it cannot be written. */
void write_file(const void *bytes, size_t size);

#endif
