/* Holds two records of one program's run against each other, register by register after every instruction.
 *
 *     compare [-n NAME] RECORD RECORD
 *
 * A record is what `qemu-hppa -singlestep -d cpu,nochain` logs (all general registers before each instruction) or what
 * `pcgram --trace` writes (a line an instruction: what it changed); which of the two is seen from its first bytes. Both
 * may be pipes and are read once, side by side. Comparison begins at the first instruction at 0x10100 and ends where
 * the program enters the kernel (a pc below 0x10000). A trace tells changes only: a register counts from the first one
 * on, and the programs give each a value of its own before they begin.
 *
 * Prints the number of instructions held equal and exits with 0, or the first difference with the instructions that
 * led to it and exits with 1; 2 when a record cannot be read. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "emu/core/types.h"

enum {
    BEGIN = 0x10100,
    KERNEL_END = 0x10000, /* the gateway page and what lies around it */
    BUFFER = 1 << 18,
    CONTEXT = 12, /* instructions shown before a difference */
    LINE = 1024,
};

struct record {
    const char *path;
    FILE *file;
    bool is_trace;
    char line[LINE];
    /* The instruction now at the front, and the registers before it. */
    u32 pc;
    bool nullified;
    u32 gr[32];
    u32 known;       /* bit r: gr[r] has been written since the record began */
    char text[LINE]; /* trace: the line itself */
    u32 next_gr[32]; /* trace: what the instruction leaves */
    u32 next_known;
};

static void fail(const char *what, const struct record *r)
{
    fprintf(stderr, "compare: %s: %s\n", r->path, what);
    exit(2);
}

static bool read_line(struct record *r)
{
    if (!fgets(r->line, sizeof r->line, r->file)) return false;
    return true;
}

static u32 hex(const char *p)
{
    u32 v = 0;
    for (;; p++) {
        unsigned d = (unsigned char)*p;
        if (d - '0' < 10) d -= '0';
        else if ((d | 0x20) - 'a' < 6) d = (d | 0x20) - 'a' + 10;
        else return v;
        v = v << 4 | d;
    }
}

/* --- qemu's log: "IA_F 0001007b IA_B ...", "PSW 00000000 ...", then eight lines of four "GRnn xxxxxxxx". ----------- */

static bool read_log(struct record *r)
{
    do {
        if (!read_line(r)) return false;
    } while (strncmp(r->line, "IA_F ", 5) != 0);
    r->pc = hex(r->line + 5) & ~3u;
    if (!read_line(r) || strncmp(r->line, "PSW  ", 5) != 0)
        fail("no PSW line after IA_F: not a log of qemu-hppa 7.2", r);
    r->nullified = hex(r->line + 5) >> 21 & 1;
    for (int i = 0; i < 32; i += 4) {
        if (!read_line(r) || strlen(r->line) < 4 * 14 - 1) fail("a dump of registers is cut short", r);
        for (int k = 0; k < 4; k++) r->gr[i + k] = hex(r->line + 14 * k + 5);
    }
    r->known = ~0u;
    return true;
}

/* --- pcgram's trace: "cycle tid pc raw  disassembly ; reg=value ...". ----------------------------------------------- */

static u32 number(const char *p) { return hex(p[0] == '0' && p[1] == 'x' ? p + 2 : p); }

/* The register a change names: r0 to r31, else -1. */
static int general_register(const char *name, size_t n)
{
    if (n < 2 || n > 3 || name[0] != 'r') return -1;
    int r = 0;
    for (size_t i = 1; i < n; i++) {
        if (name[i] < '0' || name[i] > '9') return -1;
        r = 10 * r + name[i] - '0';
    }
    return r < 32 ? r : -1;
}

static bool read_trace(struct record *r)
{
    memcpy(r->gr, r->next_gr, sizeof r->gr);
    r->known = r->next_known;
    if (!read_line(r)) return false;
    char *p = r->line;
    for (int field = 0; field < 2; field++) {
        p += strspn(p, " ");
        p += strcspn(p, " ");
    }
    p += strspn(p, " ");
    r->pc = number(p) & ~3u;
    memcpy(r->text, r->line, sizeof r->text);
    r->nullified = strstr(p, "nullified") != NULL;
    char *changes = strrchr(p, ';');
    if (!changes) return true;
    for (char *word = strtok(changes + 1, " \n"); word; word = strtok(NULL, " \n")) {
        char *equals = strchr(word, '=');
        int reg = equals ? general_register(word, (size_t)(equals - word)) : -1;
        if (reg < 0) continue;
        r->next_gr[reg] = number(equals + 1);
        r->next_known |= 1u << reg;
    }
    return true;
}

/* Goes on to the next instruction. A record that has none left stands at pc 0, as if in the kernel: false. */
static bool read_next(struct record *r)
{
    if (r->is_trace ? read_trace(r) : read_log(r)) return true;
    r->pc = 0;
    r->nullified = false;
    return false;
}

static void open_record(struct record *r, const char *path)
{
    r->path = path;
    r->file = strcmp(path, "-") == 0 ? stdin : fopen(path, "r");
    if (!r->file) fail("cannot be opened", r);
    setvbuf(r->file, NULL, _IOFBF, BUFFER);
    int first = getc(r->file);
    if (first == EOF) fail("is empty: the emulator wrote nothing", r);
    ungetc(first, r->file);
    r->is_trace = first != 'I';
    r->next_known = 1;
}

/* --- comparison ----------------------------------------------------------------------------------------------------- */

struct past {
    u32 pc[CONTEXT];
    char text[CONTEXT][LINE];
    u64 count;
};

static void remember(struct past *p, const struct record *a, const struct record *b)
{
    unsigned i = (unsigned)(p->count++ % CONTEXT);
    p->pc[i] = a->pc;
    p->text[i][0] = 0;
    const struct record *t = a->is_trace ? a : b;
    if (t->is_trace) memcpy(p->text[i], t->text, sizeof p->text[i]);
}

static void show_past(const struct past *p)
{
    u64 from = p->count > CONTEXT ? p->count - CONTEXT : 0;
    for (u64 i = from; i < p->count; i++) {
        const char *text = p->text[i % CONTEXT];
        if (*text) printf("    %.*s\n", (int)strcspn(text, "\n"), text);
        else printf("    %08x\n", p->pc[i % CONTEXT]);
    }
}

static bool registers_equal(const struct record *a, const struct record *b)
{
    u32 both = a->known & b->known;
    if (both == ~0u) return memcmp(a->gr, b->gr, sizeof a->gr) == 0;
    for (int i = 0; i < 32; i++)
        if ((both >> i & 1) && a->gr[i] != b->gr[i]) return false;
    return true;
}

static void show_difference(const char *name, const struct past *p, const struct record *a, const struct record *b)
{
    printf("%s: first difference after %llu instructions, which end with\n", name, (unsigned long long)p->count);
    show_past(p);
    if (a->pc != b->pc) printf("  pc: %08x in %s, %08x in %s\n", a->pc, a->path, b->pc, b->path);
    for (int i = 0; i < 32; i++)
        if ((a->known & b->known) >> i & 1 && a->gr[i] != b->gr[i])
            printf("  r%d: %08x in %s, %08x in %s\n", i, a->gr[i], a->path, b->gr[i], b->path);
}

static bool find_begin(struct record *r)
{
    bool more;
    do more = read_next(r);
    while (more && r->pc != BEGIN);
    return more;
}

int main(int argc, char **argv)
{
    const char *name = "lockstep";
    if (argc > 3 && strcmp(argv[1], "-n") == 0) {
        name = argv[2];
        argv += 2;
        argc -= 2;
    }
    if (argc != 3) {
        fputs("usage: compare [-n NAME] RECORD RECORD\n", stderr);
        return 2;
    }
    static struct record a, b;
    static struct past past;
    open_record(&a, argv[1]);
    open_record(&b, argv[2]);
    if (!find_begin(&a)) fail("never reaches 0x10100", &a);
    if (!find_begin(&b)) fail("never reaches 0x10100", &b);
    for (;;) {
        /* A nullified instruction may have a place of its own in one record and none in the other. */
        while (a.pc != b.pc && a.nullified) read_next(&a);
        while (a.pc != b.pc && b.nullified) read_next(&b);
        bool done = a.pc < KERNEL_END && b.pc < KERNEL_END;
        if ((!done && a.pc != b.pc) || !registers_equal(&a, &b)) {
            show_difference(name, &past, &a, &b);
            return 1;
        }
        if (done) break;
        remember(&past, &a, &b);
        read_next(&a);
        read_next(&b);
    }
    printf("%s: %llu instructions equal\n", name, (unsigned long long)past.count);
    return 0;
}
