#include "prof/symbols/unwind.h"

/* SHT_IA_64_UNWIND and SHT_PARISC_UNWIND have the same number; GNU ld leaves .PARISC.unwind a SHT_PROGBITS. */
enum { SHT_UNWIND = SHT_LOPROC + 1 };

struct reader {
    void (*found)(void *context, u64 start, u64 size);
    void *context;
    bool big_endian, elf64;
    u64 base; /* of the segment that the regions' addresses count from */
    bool table, frames; /* have been read: a file has one of each, and many in one that is made up could be endless work */
};

/* --- tables of regions ---------------------------------------------------------------------------------------------- */

static u64 number(const struct reader *r, const u8 *at, unsigned bytes)
{
    u64 value = 0;
    for (unsigned i = 0; i < bytes; i++) value = value << 8 | at[r->big_endian ? i : bytes - 1 - i];
    return value;
}

/* Start and end, then what the unwinder does there. The end is that of the last bundle on Itanium (Itanium Software Conventions
 * and Runtime Architecture Guide, 11.4.1), on PA-RISC the address of the last instruction (The 32-bit PA-RISC Run-time
 * Architecture Document, "Unwind table"). */
static void read_table(const struct reader *r, const Elf_Data *d)
{
    unsigned word = r->elf64 ? 8 : 4, entry = r->elf64 ? 24 : 16, last = r->elf64 ? 0 : 4;
    const u8 *at = d->d_buf;
    for (size_t i = 0; i + entry <= d->d_size; i += entry) {
        u64 start = number(r, at + i, word), end = number(r, at + i + word, word) + last;
        if (end > start) r->found(r->context, r->base + start, end - start);
    }
}

/* The address of the segment that has the table, from which its own addresses count. */
static u64 base_of(Elf *elf, u64 address)
{
    size_t n = 0;
    GElf_Phdr p;
    if (elf_getphdrnum(elf, &n)) return 0;
    for (size_t i = 0; i < n && i < UINT16_MAX; i++)
        if (gelf_getphdr(elf, (int)i, &p) && p.p_type == PT_LOAD && address >= p.p_vaddr && address - p.p_vaddr < p.p_filesz)
            return p.p_vaddr;
    return 0;
}

/* --- .eh_frame (Linux Standard Base Core Specification 5.0, 10.6) --------------------------------------------------- */

enum { PE_FORMAT = 0x0f, PE_PCREL = 0x10, PE_APPLICATION = 0x70, PE_INDIRECT = 0x80, PE_OMIT = 0xff };

struct frames {
    const struct reader *r;
    const u8 *bytes;
    size_t size;
    u64 address; /* of the section */
    size_t cie;  /* offset of the one whose encoding is known; SIZE_MAX: none */
    u8 encoding;
};

static unsigned pointer_size(const struct frames *f, u8 encoding)
{
    switch (encoding & PE_FORMAT) {
    case 0x0: return f->r->elf64 ? 8 : 4; /* absptr */
    case 0x2: case 0xa: return 2;
    case 0x3: case 0xb: return 4;
    case 0x4: case 0xc: return 8;
    }
    return 0; /* LEB128: nobody has such */
}

static u64 signed_number(const struct frames *f, size_t at, unsigned bytes, bool is_signed)
{
    u64 value = number(f->r, f->bytes + at, bytes);
    unsigned spare = 64 - 8 * bytes;
    return is_signed && spare ? (u64)((i64)(value << spare) >> spare) : value;
}

static bool skip_leb(const struct frames *f, size_t *at, size_t end)
{
    while (*at < end && f->bytes[*at] & 0x80) ++*at;
    return (*at)++ < end;
}

/* The encoding of addresses in the frames of the CIE at `at`, behind its length, into f->encoding. */
static bool read_cie(struct frames *f, size_t at, size_t end)
{
    size_t text = at + 5, data;
    if (end - at < 6 || f->bytes[at + 4] > 4) return false;
    u8 version = f->bytes[at + 4];
    for (data = text; data < end && f->bytes[data]; data++) {}
    f->encoding = 0;
    if (f->bytes[text] != 'z') return f->bytes[text] == 0;
    data++;
    if (version == 4) data += 2; /* sizes of addresses and segments */
    if (data >= end || !skip_leb(f, &data, end) || !skip_leb(f, &data, end)) return false;
    if (version == 1) data++;
    else if (!skip_leb(f, &data, end)) return false;
    if (!skip_leb(f, &data, end)) return false;
    for (const u8 *c = f->bytes + text + 1; *c && data < end; c++) {
        if (*c == 'R') return f->encoding = f->bytes[data], true;
        if (*c == 'L') data++;
        else if (*c == 'P') {
            unsigned n = pointer_size(f, f->bytes[data]);
            if (!n || (f->bytes[data] & PE_APPLICATION) == 0x50) return false; /* aligned */
            data += 1 + n;
        } else if (*c != 'S' && *c != 'B') return false;
    }
    return true;
}

static void read_fde(const struct frames *f, size_t at, size_t end)
{
    unsigned n = pointer_size(f, f->encoding), application = f->encoding & PE_APPLICATION;
    if (!n || end - at < 2 * n || f->encoding & PE_INDIRECT || (application && application != PE_PCREL)) return;
    u64 start = signed_number(f, at, n, f->encoding & 8), size = number(f->r, f->bytes + at + n, n);
    if (application == PE_PCREL) start += f->address + at;
    if (!f->r->elf64) start = (u32)start;
    if (start && size) f->r->found(f->r->context, start, size);
}

static void read_frames(struct frames *f)
{
    for (size_t at = 0, end; f->size - at >= 8; at = end) {
        u64 length = number(f->r, f->bytes + at, 4);
        if (!length || length == UINT32_MAX || length > f->size - at - 4 || length < 4) return; /* the end; 64 bits: nobody has */
        end = at + 4 + length;
        u64 cie = number(f->r, f->bytes + at + 4, 4);
        if (!cie) continue;
        if (cie > at + 4) return;
        size_t of = at + 4 - cie;
        if (of != f->cie) {
            u64 n = f->size - of >= 8 ? number(f->r, f->bytes + of, 4) : 0;
            f->cie = SIZE_MAX;
            if (n < 4 || n > f->size - of - 4 || !read_cie(f, of + 4, of + 4 + n)) continue;
            f->cie = of;
        }
        read_fde(f, at + 8, end);
    }
}

/* -------------------------------------------------------------------------------------------------------------------- */

static void read_section(struct reader *r, Elf *elf, Elf_Scn *scn, const GElf_Shdr *h, const char *name)
{
    bool table = h->sh_type == SHT_UNWIND || !strcmp(name, ".PARISC.unwind");
    if ((!table && strcmp(name, ".eh_frame")) || *(table ? &r->table : &r->frames)) return;
    const Elf_Data *d = h->sh_type != SHT_NOBITS ? elf_rawdata(scn, NULL) : NULL;
    if (!d || !d->d_buf) return;
    *(table ? &r->table : &r->frames) = true;
    if (table) {
        r->base = base_of(elf, h->sh_addr);
        read_table(r, d);
    } else {
        struct frames f = {.r = r, .bytes = d->d_buf, .size = d->d_size, .address = h->sh_addr, .cie = SIZE_MAX};
        read_frames(&f);
    }
}

void unwind_regions(Elf *elf, void (*found)(void *context, u64 start, u64 size), void *context)
{
    const char *ident = elf_getident(elf, NULL);
    size_t names;
    if (!ident || elf_getshdrstrndx(elf, &names)) return;
    struct reader r = {.found = found, .context = context, .big_endian = ident[EI_DATA] == ELFDATA2MSB, .elf64 = ident[EI_CLASS] == ELFCLASS64};
    for (Elf_Scn *scn = NULL; (scn = elf_nextscn(elf, scn));) {
        GElf_Shdr h;
        const char *name = gelf_getshdr(scn, &h) ? elf_strptr(elf, names, h.sh_name) : NULL;
        if (name && h.sh_flags & SHF_ALLOC) read_section(&r, elf, scn, &h, name);
    }
}
