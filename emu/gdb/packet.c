#include "emu/gdb/packet.h"

/* 0 to 15; -1: no digit. */
static int hex_digit(char c)
{
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

static void begin(struct packet_reader *r)
{
    r->size = 0;
    r->sum = r->told = 0;
    r->bad = false;
    r->state = INSIDE;
}

static void add(struct packet_reader *r, u8 byte)
{
    if (r->size < PACKET_MOST) r->data[r->size++] = (char)byte;
    else r->bad = true;
}

static void told_digit(struct packet_reader *r, u8 byte)
{
    int digit = hex_digit((char)byte);
    if (digit < 0) r->bad = true;
    else r->told = (u8)(r->told << 4 | digit);
}

static void inside(struct packet_reader *r, u8 byte)
{
    if (byte == '#') {
        r->state = SUM_HIGH;
        return;
    }
    r->sum = (u8)(r->sum + byte);
    if (r->state == ESCAPED) {
        add(r, byte ^ 0x20);
        r->state = INSIDE;
    } else if (byte == '}') {
        r->state = ESCAPED;
    } else {
        add(r, byte);
    }
}

enum packet_event packet_take(struct packet_reader *r, u8 byte)
{
    switch (r->state) {
    case BETWEEN:
        if (byte == '$') begin(r);
        return byte == 3 ? PACKET_INTERRUPT : PACKET_NONE;
    case SUM_HIGH:
        told_digit(r, byte);
        r->state = SUM_LOW;
        return PACKET_NONE;
    case SUM_LOW:
        told_digit(r, byte);
        r->state = BETWEEN;
        r->data[r->size] = 0;
        return r->bad || r->told != r->sum ? PACKET_BAD : PACKET_WHOLE;
    default:
        if (byte == '$') begin(r); /* never inside of one: the one before was cut short */
        else inside(r, byte);
        return PACKET_NONE;
    }
}

size_t packet_write(char *out, const char *data, size_t size)
{
    char *p = out, digits[3];
    u8 sum = 0;
    *p++ = '$';
    for (size_t i = 0; i < size; i++) {
        u8 c = (u8)data[i];
        if (c == '$' || c == '#' || c == '}' || c == '*') {
            *p++ = '}';
            sum = (u8)(sum + '}');
            c ^= 0x20;
        }
        *p++ = (char)c;
        sum = (u8)(sum + c);
    }
    hex_write(digits, &sum, 1);
    *p++ = '#';
    *p++ = digits[0];
    *p++ = digits[1];
    return (size_t)(p - out);
}

bool hex_number(const char **p, u64 *value)
{
    unsigned digits = 0;
    *value = 0;
    for (int d; (d = hex_digit(**p)) >= 0; (*p)++) {
        if (++digits > 16) return false;
        *value = *value << 4 | (u64)d;
    }
    return digits > 0;
}

bool hex_bytes(const char **p, u8 *out, size_t n)
{
    for (size_t i = 0; i < n; i++, *p += 2) {
        int high = hex_digit((*p)[0]), low = high < 0 ? -1 : hex_digit((*p)[1]);
        if (low < 0) return false;
        out[i] = (u8)(high << 4 | low);
    }
    return true;
}

void hex_write(char *out, const u8 *bytes, size_t n)
{
    static const char digit[] = "0123456789abcdef";
    for (size_t i = 0; i < n; i++) {
        *out++ = digit[bytes[i] >> 4];
        *out++ = digit[bytes[i] & 15];
    }
    *out = 0;
}
