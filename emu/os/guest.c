#include <errno.h>

#include "emu/os/kernel.h"

unsigned guest_word(const struct call *c) { return c->p->isa->abi->word; }
bool guest_big_endian(const struct call *c) { return c->p->isa->big_endian; }

int guest_get(struct call *c, u64 addr, void *to, u64 len) { return mem_read(&c->p->mem, addr, to, len) ? -EFAULT : 0; }

int guest_put(struct call *c, u64 addr, const void *from, u64 len)
{
    return mem_write(&c->p->mem, addr, from, len) ? -EFAULT : 0;
}

u64 field_get(bool big_endian, const u8 *at, unsigned size)
{
    switch (size) {
    case 1: return *at;
    case 2: return big_endian ? load_be16(at) : load_le16(at);
    case 4: return big_endian ? load_be32(at) : load_le32(at);
    default: return big_endian ? load_be64(at) : load_le64(at);
    }
}

void field_put(bool big_endian, u8 *at, unsigned size, u64 value)
{
    switch (size) {
    case 1: *at = (u8)value; break;
    case 2: big_endian ? store_be16(at, (u16)value) : store_le16(at, (u16)value); break;
    case 4: big_endian ? store_be32(at, (u32)value) : store_le32(at, (u32)value); break;
    default: big_endian ? store_be64(at, value) : store_le64(at, value); break;
    }
}

int guest_get_uint(struct call *c, u64 addr, unsigned size, u64 *value)
{
    u8 raw[8];
    if (guest_get(c, addr, raw, size) != 0) return -EFAULT;
    *value = field_get(guest_big_endian(c), raw, size);
    return 0;
}

int guest_put_uint(struct call *c, u64 addr, unsigned size, u64 value)
{
    u8 raw[8];
    field_put(guest_big_endian(c), raw, size, value);
    return guest_put(c, addr, raw, size);
}

int guest_get_array(struct call *c, u64 addr, unsigned size, u64 *to, unsigned n)
{
    if (!mem_check(&c->p->mem, addr, (u64)n * size, PROT_READ)) return -EFAULT;
    for (unsigned i = 0; i < n; i++)
        if (guest_get_uint(c, addr + (u64)i * size, size, &to[i]) != 0) return -EFAULT;
    return 0;
}

int guest_put_array(struct call *c, u64 addr, unsigned size, const u64 *from, unsigned n)
{
    if (!mem_check(&c->p->mem, addr, (u64)n * size, PROT_WRITE)) return -EFAULT;
    for (unsigned i = 0; i < n; i++)
        if (guest_put_uint(c, addr + (u64)i * size, size, from[i]) != 0) return -EFAULT;
    return 0;
}

int guest_put_layout(struct call *c, u64 addr, const struct layout *l, const u64 *values)
{
    u8 raw[256] = {0};
    for (unsigned i = 0; i < l->fields; i++)
        field_put(guest_big_endian(c), raw + l->field[i].offset, l->field[i].size, values[l->field[i].id]);
    return guest_put(c, addr, raw, l->size);
}

int guest_get_string(struct call *c, u64 addr, char *to, u64 cap)
{
    i64 n = mem_read_string(&c->p->mem, addr, to, cap);
    return n < 0 ? (int)n : 0;
}
