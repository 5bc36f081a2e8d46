/* Packets of gdb's remote protocol: $DATA#CC, with two hexadecimal digits of checksum; in DATA, } escapes one of $ # } * as
 * that character xor 0x20 (GDB manual, "Overview" of appendix E). */
#ifndef PCGRAM_GDB_PACKET_H
#define PCGRAM_GDB_PACKET_H

#include <stddef.h>

#include "emu/core/types.h"

enum { PACKET_MOST = 0x4000 }; /* bytes of data that are taken */

enum packet_event {
    PACKET_NONE,      /* more bytes are needed */
    PACKET_WHOLE,     /* data and size hold one */
    PACKET_BAD,       /* one with a wrong checksum, or too long: to be sent again */
    PACKET_INTERRUPT, /* the single byte 3 */
};

struct packet_reader {
    char data[PACKET_MOST + 1]; /* ends with NUL */
    size_t size;
    enum { BETWEEN, INSIDE, ESCAPED, SUM_HIGH, SUM_LOW } state;
    bool bad; /* too long, or no checksum */
    u8 sum, told;
};

/* Takes one byte; *r begins as zeroes. */
enum packet_event packet_take(struct packet_reader *r, u8 byte);

/* Bytes that packet_write() makes of `size` bytes, at most. */
#define PACKET_ROOM(size) (2 * (size) + 4)
/* The packet with these data. Its size. */
size_t packet_write(char *out, const char *data, size_t size);

/* Reads digits at *p, from 1 to 16, and moves *p behind them. */
bool hex_number(const char **p, u64 *value);
/* Exactly n bytes from 2n digits; false when they are not there. */
bool hex_bytes(const char **p, u8 *out, size_t n);
/* Writes 2n digits and a NUL. */
void hex_write(char *out, const u8 *bytes, size_t n);

#endif
