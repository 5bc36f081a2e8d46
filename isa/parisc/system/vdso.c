#include "isa/parisc/system/vdso.h"

#include <elf.h>

#include "emu/core/mem.h"
#include "isa/parisc/system/frame.h"

/* --- parts ------------------------------------------------------------------------------------------------------------------ */

/* They lie one behind the other, in this order, behind the headers. */
enum part { PART_NONE, HASH, DYNSYM, DYNSTR, DYNAMIC, EH_FRAME_HDR, EH_FRAME, TEXT, SHSTRTAB, PARTS };

static const struct {
    const char *name;
    u32 type, flags, align, entry;
    enum part link;
    u32 info;
} parts[PARTS] = {
    [HASH] = {".hash", SHT_HASH, SHF_ALLOC, 4, 4, DYNSYM, 0},
    [DYNSYM] = {".dynsym", SHT_DYNSYM, SHF_ALLOC, 4, sizeof(Elf32_Sym), DYNSTR, 1},
    [DYNSTR] = {".dynstr", SHT_STRTAB, SHF_ALLOC, 1, 0, 0, 0},
    [DYNAMIC] = {".dynamic", SHT_DYNAMIC, SHF_ALLOC, 4, sizeof(Elf32_Dyn), DYNSTR, 0},
    [EH_FRAME_HDR] = {".eh_frame_hdr", SHT_PROGBITS, SHF_ALLOC, 4, 0, 0, 0},
    [EH_FRAME] = {".eh_frame", SHT_PROGBITS, SHF_ALLOC, 4, 0, 0, 0},
    [TEXT] = {".text", SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR, 64, 0, 0, 0},
    [SHSTRTAB] = {".shstrtab", SHT_STRTAB, 0, 1, 0, 0, 0},
};

/* The object has no name (DT_SONAME): a debugger that finds it in the list of libraries would look for a file of that name. */
static const char strings[] = "\0" VDSO_TRAMPOLINE_NAME;
enum { AT_TRAMPOLINE = 1 };

struct object {
    u8 *page;
    u32 at; /* where the next byte goes */
    u32 start[PARTS], size[PARTS];
};

static void put8(struct object *o, u8 v) { o->page[o->at++] = v; }
static void put32(struct object *o, u32 v) { store_be32(o->page + o->at, v), o->at += 4; }
static void put16(struct object *o, u16 v) { store_be16(o->page + o->at, v), o->at += 2; }
static void put_bytes(struct object *o, const void *p, size_t n) { memcpy(o->page + o->at, p, n), o->at += (u32)n; }
static void align(struct object *o, u32 to) { o->at = (o->at + to - 1) & -to; }

/* LEB128 of DWARF; a signed one is whole when what is left is its sign. */
static void put_leb(struct object *o, i32 v, bool is_signed)
{
    for (;;) {
        u8 low = v & 0x7f;
        v = is_signed ? v >> 7 : (i32)((u32)v >> 7);
        bool last = is_signed ? v == -(low >> 6) : v == 0;
        put8(o, low | (last ? 0 : 0x80));
        if (last) return;
    }
}

static void begin(struct object *o, enum part p)
{
    align(o, parts[p].align);
    o->start[p] = o->at;
}

static void end(struct object *o, enum part p) { o->size[p] = o->at - o->start[p]; }

/* --- unwinding --------------------------------------------------------------------------------------------------------------- */

/* Columns of DWARF on hppa, 32 bits (gcc, config/pa/pa32-regs.h): halves of fr4 to fr31 stand behind the general registers. */
enum { COLUMN_FR = 32, COLUMN_SAR = 88, COLUMN_IAOQ = 89, FIRST_FR = 4 };

enum { CFA_OFFSET_EXTENDED = 0x05, CFA_DEF_CFA_EXPRESSION = 0x0f, OP_BREG_SP = 0x70 + 30, PCREL_SDATA4 = 0x1b, UDATA4 = 0x03, DATAREL_SDATA4 = 0x3b };

/* That of a column is saved at an offset of the signal frame. */
static void put_saved(struct object *o, u32 column, u32 frame_offset)
{
    put8(o, CFA_OFFSET_EXTENDED);
    put_leb(o, (i32)column, false);
    put_leb(o, (i32)(frame_offset - FRAME_SC_FLAGS) / 4, false);
}

/* The words of a length that was left out at `at`, which what follows it has now. */
static void put_length(struct object *o, u32 at)
{
    align(o, 4);
    store_be32(o->page + at, o->at - at - 4);
}

/* Where the context is stands in the place of the frame's address (CFA): what is saved lies at so many words of four bytes from there. */
static u32 put_cie(struct object *o)
{
    u32 start = o->at, length;
    put32(o, 0);
    put32(o, 0); /* a CIE */
    put8(o, 1);  /* version */
    put_bytes(o, "zRS", 4); /* of a signal's frame */
    put_leb(o, 4, false); /* code is counted by 4 bytes, */
    put_leb(o, 4, true);  /* data too */
    put8(o, COLUMN_IAOQ); /* which is returned to */
    put_leb(o, 1, false);
    put8(o, PCREL_SDATA4);
    put8(o, CFA_DEF_CFA_EXPRESSION);
    length = o->at;
    put8(o, 0);
    put8(o, OP_BREG_SP);
    put_leb(o, FRAME_SC_FLAGS - FRAME_SIZE, true);
    o->page[length] = (u8)(o->at - length - 1);
    put_length(o, start);
    return start;
}

/* It begins a nop before the code: who unwinds looks for the instruction before the one that is returned to. */
static u32 put_fde(struct object *o, u32 cie)
{
    u32 start = o->at;
    put32(o, 0);
    put32(o, o->at - cie);
    put32(o, VDSO_TRAMPOLINE - 4 - o->at);
    put32(o, VDSO_END - (VDSO_TRAMPOLINE - 4));
    put_leb(o, 0, false);
    for (u32 r = 1; r < 32; r++) put_saved(o, r, FRAME_SC_GR + 4 * r);
    for (u32 half = 2 * FIRST_FR; half < 64; half++) put_saved(o, COLUMN_FR + half - 2 * FIRST_FR, FRAME_SC_FR + 4 * half);
    put_saved(o, COLUMN_SAR, FRAME_SC_SAR);
    put_saved(o, COLUMN_IAOQ, FRAME_SC_IAOQ);
    put_length(o, start);
    return start;
}

static void put_frames(struct object *o)
{
    enum { HEADER = 20 };
    begin(o, EH_FRAME_HDR);
    o->at += HEADER;
    end(o, EH_FRAME_HDR);
    begin(o, EH_FRAME);
    u32 fde = put_fde(o, put_cie(o));
    put32(o, 0); /* no more */
    end(o, EH_FRAME);

    u32 behind = o->at, header = o->at = o->start[EH_FRAME_HDR];
    put8(o, 1); /* version */
    put8(o, PCREL_SDATA4);
    put8(o, UDATA4);
    put8(o, DATAREL_SDATA4);
    put32(o, o->start[EH_FRAME] - o->at);
    put32(o, 1); /* one row */
    put32(o, VDSO_TRAMPOLINE - 4 - header);
    put32(o, fde - header);
    o->at = behind;
}

/* --- names, code --------------------------------------------------------------------------------------------------------------- */

static void put_symbols(struct object *o)
{
    begin(o, HASH); /* one bucket, a chain of one symbol */
    static const u32 table[] = {1, 2, 1, 0, 0};
    for (size_t i = 0; i < ARRAY_LEN(table); i++) put32(o, table[i]);
    end(o, HASH);
    begin(o, DYNSYM);
    o->at += sizeof(Elf32_Sym); /* the first is of nothing */
    put32(o, AT_TRAMPOLINE);
    put32(o, VDSO_TRAMPOLINE);
    put32(o, VDSO_END - VDSO_TRAMPOLINE);
    put8(o, ELF32_ST_INFO(STB_GLOBAL, STT_FUNC));
    put8(o, STV_DEFAULT);
    put16(o, TEXT);
    end(o, DYNSYM);
    begin(o, DYNSTR);
    put_bytes(o, strings, sizeof strings);
    end(o, DYNSTR);
}

static void put_dynamic(struct object *o)
{
    begin(o, DYNAMIC);
    const u32 rows[][2] = {
        {DT_HASH, o->start[HASH]},  {DT_SYMTAB, o->start[DYNSYM]},    {DT_STRTAB, o->start[DYNSTR]},
        {DT_STRSZ, sizeof strings}, {DT_SYMENT, sizeof(Elf32_Sym)},   {DT_NULL, 0},
    };
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) put32(o, rows[i][0]), put32(o, rows[i][1]);
    end(o, DYNAMIC);
}

/* Where the context is, relative to the stack pointer, comes before the code, for debuggers (Linux arch/parisc/kernel/vdso32/sigtramp.S); then,
 * twice: ldi in_syscall,%r25; ldi __NR_rt_sigreturn,%r20; ble 0x100(%sr2,%r0); nop. */
static void put_code(struct object *o)
{
    enum { NOP = 0x08000240, LDI_R25 = 0x34190000, LDI_R20_173 = 0x3414015a };
    static const u32 words[] = {
        (u32)(FRAME_SC_FLAGS - FRAME_SIZE), NOP,
        LDI_R25, LDI_R20_173, 0xe4008200u, NOP,
        LDI_R25 + 2, LDI_R20_173, 0xe4008200u, NOP,
    };
    o->at = VDSO_CODE; /* a multiple of 64, where debuggers look for it */
    begin(o, TEXT);
    for (size_t i = 0; i < ARRAY_LEN(words); i++) put32(o, words[i]);
    end(o, TEXT);
}

/* --- headers ------------------------------------------------------------------------------------------------------------------- */

static void put_segment(struct object *o, u32 type, u32 flags, u32 start, u32 size, u32 alignment)
{
    put32(o, type);
    put32(o, start); /* in the file, */
    put32(o, start); /* at this address of it, */
    put32(o, start);
    put32(o, size); /* there as here */
    put32(o, size);
    put32(o, flags);
    put32(o, alignment);
}

static void put_part(struct object *o, enum part p, u32 name)
{
    put32(o, name);
    put32(o, parts[p].type);
    put32(o, parts[p].flags);
    put32(o, parts[p].flags ? o->start[p] : 0);
    put32(o, o->start[p]);
    put32(o, o->size[p]);
    put32(o, parts[p].link);
    put32(o, parts[p].info);
    put32(o, parts[p].align);
    put32(o, parts[p].entry);
}

/* The table of parts, and their names before it. Returns where it is. */
static u32 put_parts(struct object *o)
{
    u32 name[PARTS] = {0};
    begin(o, SHSTRTAB);
    put8(o, 0);
    for (enum part p = HASH; p < PARTS; p++) {
        name[p] = o->at - o->start[SHSTRTAB];
        put_bytes(o, parts[p].name, strlen(parts[p].name) + 1);
    }
    end(o, SHSTRTAB);
    align(o, 4);
    u32 table = o->at;
    for (enum part p = PART_NONE; p < PARTS; p++) put_part(o, p, name[p]);
    return table;
}

enum { SEGMENTS = 3 };

static void put_headers(struct object *o, u32 table)
{
    static const u8 ident[EI_NIDENT] = {ELFMAG0, ELFMAG1, ELFMAG2, ELFMAG3, ELFCLASS32, ELFDATA2MSB, EV_CURRENT, ELFOSABI_GNU};
    enum { EXECUTED = PF_R | PF_X };
    put_bytes(o, ident, sizeof ident);
    put16(o, ET_DYN);
    put16(o, EM_PARISC);
    put32(o, EV_CURRENT);
    put32(o, 0); /* no entry */
    put32(o, sizeof(Elf32_Ehdr));
    put32(o, table);
    put32(o, EFA_PARISC_1_1);
    put16(o, sizeof(Elf32_Ehdr));
    put16(o, sizeof(Elf32_Phdr));
    put16(o, SEGMENTS);
    put16(o, sizeof(Elf32_Shdr));
    put16(o, PARTS);
    put16(o, SHSTRTAB);
    put_segment(o, PT_LOAD, EXECUTED, 0, MEM_PAGE, MEM_PAGE);
    put_segment(o, PT_DYNAMIC, PF_R, o->start[DYNAMIC], o->size[DYNAMIC], 4);
    put_segment(o, PT_GNU_EH_FRAME, PF_R, o->start[EH_FRAME_HDR], o->size[EH_FRAME_HDR], 4);
}

void pa_fill_vdso(u8 *page)
{
    struct object o = {.page = page, .at = sizeof(Elf32_Ehdr) + SEGMENTS * sizeof(Elf32_Phdr)};
    memset(page, 0, MEM_PAGE);
    put_symbols(&o);
    put_dynamic(&o);
    put_frames(&o);
    put_code(&o);
    u32 table = put_parts(&o);
    o.at = 0;
    put_headers(&o, table);
}
