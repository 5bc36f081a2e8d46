#include "emu/inspect/insn_table.h"

#include <ctype.h>
#include <inttypes.h>

#include "isa/ia64/isa.h"
#include "isa/parisc/isa.h"
#include "prof/output/text.h"

#define MAJOR(...)
#define INSN(id, pattern, syntax, cls, flags) {#id, pattern, syntax, #cls, #flags},
static const struct insn_row parisc_rows[] = {
#include "isa/parisc/insn/insn.def"
};
#undef INSN
#define INSN(id, pattern, syntax, operands, cls, flags) {#id, pattern, syntax, #cls, #flags},
static const struct insn_row ia64_rows[] = {
#include "isa/ia64/insn/insn.def"
};
#undef INSN
#undef MAJOR

/* What the flags of isa/parisc/insn/decode.h say. */
static const struct insn_word parisc_flags[] = {
    {"PRIV", "privileged"},
    {"NULLIFIES", "can nullify the next"},
    {"BRANCH", "branch"},
    {"COND_BRANCH", "on a condition"},
    {"RELATIVE", "to a target in the word"},
    {"LINK", "writes a return address"},
    {"LOAD", "reads memory"},
    {"STORE", "writes memory"},
    {"MODIFY", "can write the base register"},
    {"FPU", "floating-point unit"},
    {"COPR", "coprocessor"},
    {"SFU", "special function unit"},
    {"QUAD", "quad precision: left to software"},
    {"TRAPS", "traps on overflow or its condition"},
    {"TRAPS_IF", "on its condition: then no nullification"},
    {"CARRY_IN", "reads the carry bits"},
    {"CARRY_OUT", "writes the carry bits"},
    {"HAS_D", "d: double word, 2.0"},
    {"COND_SUB", "compare and subtract conditions"},
    {"COND_ADD", "add conditions"},
    {"COND_LOGIC", "logical conditions"},
    {"COND_UNIT", "unit conditions"},
    {"COND_SHIFT", "shift conditions"},
    {"COND_FALSE", "branches if the condition is false"},
    {"IM5", "the first operand is im5"},
    {"IM11", "the first operand is im11"},
    {"PA11", "since 1.1"},
    {"PA20", "since 2.0"},
    {"PA1X", "1.0 and 1.1 only"},
    {"GENERIC", "what the rows above it leave"},
    {"MAX", "parallel halfwords: 7100LC, 7200, 7300LC, 2.0"},
    {NULL, NULL},
};

/* What the flags of isa/ia64/insn/decode.h say. */
static const struct insn_word ia64_flags[] = {
    {"LOAD", "reads memory"},
    {"STORE", "writes memory"},
    {"SEM", "semaphore"},
    {"PREFETCH", "prefetch"},
    {"POSTINC", "increments its base register"},
    {"ACQ", "acquire"},
    {"REL", "release"},
    {"SPEC", "control speculation"},
    {"ADV", "data speculation: the ALAT"},
    {"CHECK", "ends speculation"},
    {"FILL", "fill: with its NaT bit"},
    {"SPILL", "spill: with its NaT bit"},
    {"BRANCH", "branch"},
    {"RELATIVE", "to a target in the word"},
    {"LINK", "writes a return link"},
    {"RETURN", "return"},
    {"LOOP", "counts LC or EC"},
    {"SETS_P", "writes predicates"},
    {"UNC", "also when its own predicate is 0"},
    {"FP", "floating-point registers"},
    {"PRIV", "privileged"},
    {"RSE", "changes the register stack"},
    {"NO_QP", "has no qualifying predicate"},
    {"FIRST", "first of its group"},
    {"LAST", "last of its group"},
    {"SLOT2", "only in slot 2"},
    {"BY_OR", "sets predicates or leaves them"},
    {"BY_AND", "clears predicates or leaves them"},
    {"TNAT", "asks for a NaT bit"},
    {"CLR", "removes its ALAT entry"},
    {"SF", "names a status field of FPSR"},
    {"CCV", "reads ar.ccv"},
    {NULL, NULL},
};

/* What the issue classes of isa/parisc/insn/decode.h are. */
static const struct insn_word parisc_classes[] = {
    {"FLOP", "floating-point operation"},
    {"LDST", "load or store, of floating-point registers too"},
    {"FLEX", "integer arithmetic and logic"},
    {"MM", "shift, extract, deposit"},
    {"NUL", "may nullify the next: FLEX or MM with a condition"},
    {"BV", "branch to an address in a register"},
    {"BR", "branch"},
    {"FSYS", "floating-point test and status"},
    {"SYS", "system: always alone in its cycle"},
    {NULL, NULL},
};

/* What those of isa/ia64/insn/decode.h are. */
static const struct insn_word ia64_classes[] = {
    {"IALU", "add, subtract, shladd"},
    {"ICMP", "compare"},
    {"ILOG", "logic"},
    {"PNT", "arithmetic on 32-bit pointers"},
    {"ISHF", "extract, deposit, shift right pair"},
    {"TBIT", "test a bit, a NaT or a feature"},
    {"XTD", "sign or zero extension, first zero byte"},
    {"LONG_I", "move of 64 bits that the instruction has"},
    {"MMALU_A", "parallel add, subtract, average, compare"},
    {"MMALU_I", "parallel minimum, maximum, sum of differences"},
    {"MMSHF", "mix, mux, pack, unpack, variable and parallel shifts"},
    {"MMMUL", "parallel multiply, count of bits"},
    {"LD", "integer load"},
    {"CLD", "integer check load"},
    {"ST", "integer store"},
    {"SEM", "semaphore: exchange, fetch and add"},
    {"FLD", "floating-point load"},
    {"FLDA", "floating-point load, advanced"},
    {"FLDP", "floating-point load of a pair"},
    {"FCLD", "floating-point check load"},
    {"STF", "floating-point store"},
    {"LFETCH", "prefetch of a line"},
    {"TOFR", "move to a floating-point register: setf"},
    {"FRFR", "move from a floating-point register: getf"},
    {"CHK_ALAT", "check of an advanced load"},
    {"CHK_I", "check of speculation, in an I slot"},
    {"CHK_M", "check of speculation, in an M slot"},
    {"FMAC", "floating-point multiply and add"},
    {"XMA", "integer multiply and add in floating-point registers"},
    {"FMISC", "floating-point minimum, merge, approximation, logic"},
    {"FCMP", "floating-point comparison or class"},
    {"FCVTFX", "conversion to integer"},
    {"FCVTXF", "conversion from integer"},
    {"SFMAC", "parallel floating-point multiply and add"},
    {"SFMISC", "parallel floating-point minimum, merge, approximation"},
    {"SFCVTFX", "parallel conversion to integer"},
    {"SFMERGESE", "parallel merge of sign and exponent"},
    {"FOTHER", "floating-point status field"},
    {"BR", "branch"},
    {"BR_B2", "loop branch, on the last B port"},
    {"BRP", "branch prediction hint"},
    {"TOBR", "move to a branch register"},
    {"FRBR", "move from a branch register"},
    {"TOPR", "move to the predicates"},
    {"FRPR", "move from the predicates"},
    {"FRIP", "move from the instruction pointer"},
    {"TOAR_I", "move to an application register of the I unit"},
    {"FRAR_I", "move from an application register of the I unit"},
    {"TOAR_M", "move to an application register of the M unit"},
    {"FRAR_M", "move from an application register of the M unit"},
    {"TOCR", "move to a control register"},
    {"FRCR", "move from a control register"},
    {"NOP_M", "nop, hint or break of the M unit"},
    {"NOP_I", "nop, hint or break of the I unit"},
    {"NOP_F", "nop, hint or break of the F unit"},
    {"NOP_B", "nop, hint or break of the B unit"},
    {"NOP_X", "nop, hint or break of two slots"},
    {"RSE_M", "register stack: flush, load"},
    {"RSE_B", "register stack: cover, clear the bases of rotation"},
    {"SYST_M", "invalidation of the ALAT"},
    {"SYST_M0", "fence, serialization"},
    {"SYST_M2", "alloc, probe, other system instructions"},
    {"SYST_B", "system branch: epc"},
    {"SYST_B2", "system branch: rfi, bank switch"},
    {NULL, NULL},
};

static const struct insn_table tables[] = {
    {&isa_parisc, parisc_rows, ARRAY_LEN(parisc_rows), parisc_flags, parisc_classes, 32, true},
    {&isa_ia64, ia64_rows, ARRAY_LEN(ia64_rows), ia64_flags, ia64_classes, 41, false},
};

const char *insn_class_text(const struct insn_table *t, const char *cls)
{
    const struct insn_word *w = t->classes;
    while (w->name && strcmp(w->name, cls)) w++;
    return w->name ? w->text : "";
}

const struct insn_table *insn_table_find(const char *isa)
{
    for (size_t i = 0; i < ARRAY_LEN(tables); i++)
        if (!strcmp(tables[i].isa->name, isa)) return &tables[i];
    return NULL;
}

/* --- encodings ---------------------------------------------------------------------------------------------------- */

enum { INSN_FIELDS = 41 }; /* one a bit, of the longest word: Itanium's */

struct insn_field {
    char text[48];
    unsigned first; /* bits to its left */
    unsigned width; /* columns of its cell */
};

/* The number of the leftmost bit of a field, as the manual counts. */
static unsigned leftmost_bit(const struct insn_table *t, const struct insn_field *f)
{
    return t->from_left ? f->first : t->bits - 1 - f->first;
}

/* The fields of a pattern: a letter's goes on over a blank, fixed bits end there. Returns how many. */
static unsigned split(const struct insn_table *t, const char *pattern, struct insn_field f[INSN_FIELDS])
{
    unsigned n = 0, bit = 0;
    int kind = 0;
    for (const char *p = pattern; *p; p++) {
        int now = isdigit((unsigned char)*p) ? '0' : *p;
        if (now == ' ') {
            if (kind == '0') kind = 0;
            continue;
        }
        if (now != kind) f[n++] = (struct insn_field){.first = bit};
        kind = now;
        struct insn_field *last = &f[n - 1];
        last->text[bit++ - last->first] = *p;
    }
    for (unsigned i = 0; i < n; i++) {
        f[i].width = (unsigned)strlen(f[i].text);
        if (f[i].width < 2 && leftmost_bit(t, &f[i]) > 9) f[i].width = 2;
    }
    return n;
}

static u64 field_value(const struct insn_table *t, const struct insn_field *f, u64 word)
{
    unsigned length = (unsigned)strlen(f->text);
    return word >> (t->bits - f->first - length) & (((u64)1 << length) - 1);
}

static void draw_rule(const struct insn_field *f, unsigned n, FILE *out)
{
    fputs("\n   ", out);
    for (unsigned i = 0; i < n; i++)
        fprintf(out, "+%.*s", (int)f[i].width, "-----------------------------------------");
    fputc('+', out);
}

void insn_table_draw(const struct insn_table *t, const char *pattern, const u64 *word, FILE *out)
{
    struct insn_field f[INSN_FIELDS];
    unsigned n = split(t, pattern, f);
    fputs("   ", out);
    for (unsigned i = 0; i < n; i++) fprintf(out, " %-*u", i + 1 < n ? (int)f[i].width : 0, leftmost_bit(t, &f[i]));
    draw_rule(f, n, out);
    fputs("\n   ", out);
    for (unsigned i = 0; i < n; i++) fprintf(out, "|%-*s", (int)f[i].width, f[i].text);
    fputc('|', out);
    if (word) {
        fputs("\n   ", out);
        for (unsigned i = 0; i < n; i++) {
            char bits[48] = "";
            u64 v = field_value(t, &f[i], *word);
            size_t length = strlen(f[i].text);
            for (size_t b = 0; b < length; b++) bits[b] = (char)('0' + (v >> (length - 1 - b) & 1));
            fprintf(out, "|%-*s", (int)f[i].width, bits);
        }
        fputc('|', out);
    }
    draw_rule(f, n, out);
    fputc('\n', out);
}

void insn_table_json_fields(const struct insn_table *t, const char *pattern, const u64 *word, FILE *out)
{
    struct insn_field f[INSN_FIELDS];
    unsigned n = split(t, pattern, f);
    fputc('[', out);
    for (unsigned i = 0; i < n; i++) {
        bool fixed = isdigit((unsigned char)f[i].text[0]);
        fprintf(out, "%s{\"name\":\"%.*s\",\"bit\":%u,\"width\":%zu", i ? "," : "", fixed ? 0 : 1, f[i].text,
                leftmost_bit(t, &f[i]), strlen(f[i].text));
        if (word) fprintf(out, ",\"value\":%" PRIu64, field_value(t, &f[i], *word));
        else if (fixed) fprintf(out, ",\"fixed\":\"%s\"", f[i].text);
        fputc('}', out);
    }
    fputc(']', out);
}

/* --- text --------------------------------------------------------------------------------------------------------- */

static void print_wrapped(int margin, const char *text, FILE *out)
{
    int column = margin;
    bool begun = false;
    while (*text) {
        int n = (int)strcspn(text, " ");
        if (begun && column + 1 + n > 79) column = fprintf(out, "\n%*s", margin, "") - 1;
        else if (begun) column += fprintf(out, " ");
        column += fprintf(out, "%.*s", n, text);
        begun = true;
        text += n;
        text += strspn(text, " ");
    }
    fputc('\n', out);
}

void insn_print_wrapped(int width, const char *key, const char *text, FILE *out)
{
    print_wrapped(fprintf(out, "  %-*s", width, key), text, out);
}

void insn_table_print_model(const struct insn_table *t, const char *spec, unsigned row, FILE *out)
{
    struct teach_notes notes = {.count = 0};
    struct cpu_parameter p;
    char line[200];
    t->isa->teach->units(spec, row, &notes);
    if (!notes.count && !t->isa->teach->number(spec, row, 0, &p)) return;
    fprintf(out, "  under %s\n", spec);
    for (unsigned i = 0; i < notes.count; i++) {
        snprintf(line, sizeof line, "%s: %.150s", notes.note[i].key, notes.note[i].text);
        insn_print_wrapped(8, "", line, out);
    }
    for (unsigned i = 0; t->isa->teach->number(spec, row, i, &p); i++) {
        char key[48];
        snprintf(key, sizeof key, "%s=%" PRIu64, p.key, p.value);
        snprintf(line, sizeof line, "%s [%s]", p.help, p.source ? p.source : "a model value");
        print_wrapped(fprintf(out, "          %-19s ", key), line, out);
    }
}

void insn_json_notes(const struct teach_notes *n, FILE *out)
{
    fputc('[', out);
    for (unsigned i = 0; i < n->count; i++) {
        fprintf(out, "%s{\"key\":", i ? "," : "");
        text_json(out, n->note[i].key);
        fputs(",\"text\":", out);
        text_json(out, n->note[i].text);
        fputc('}', out);
    }
    fputc(']', out);
}

void insn_table_json_model(const struct insn_table *t, const char *spec, unsigned row, FILE *out)
{
    struct teach_notes notes = {.count = 0};
    struct cpu_parameter p;
    t->isa->teach->units(spec, row, &notes);
    fputs("{\"model\":", out);
    text_json(out, spec);
    fputs(",\"units\":", out);
    insn_json_notes(&notes, out);
    fputs(",\"numbers\":[", out);
    for (unsigned i = 0; t->isa->teach->number(spec, row, i, &p); i++) {
        fprintf(out, "%s{\"key\":", i ? "," : "");
        text_json(out, p.key);
        fprintf(out, ",\"value\":%" PRIu64 ",\"help\":", p.value);
        text_json(out, p.help);
        fputs(",\"source\":", out);
        if (p.source) text_json(out, p.source);
        else fputs("null", out);
        fputc('}', out);
    }
    fputs("]}", out);
}
