#include "emu/inspect/listing.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "prof/output/text.h"

/* Section by section, and in a section part by part: a part begins with a function, or where the section does. */
struct form {
    void (*section)(const struct listing *l, const struct section *s, u64 pc, bool first, FILE *f);
    void (*part)(const struct listing *l, const struct section *s, u64 pc, bool first, FILE *f);
    void (*unit)(const struct listing *l, u64 pc, const u8 *code, bool first, FILE *f);
    void (*section_end)(FILE *f);
};

static bool wanted(const struct listing *l, const struct section *s)
{
    return !l->section || !strcmp(s->name, l->section);
}

bool listing_has_code(const struct listing *l)
{
    for (size_t i = 0; i < l->sections->count; i++) {
        const struct section *s = &l->sections->section[i];
        if (wanted(l, s) && s->address < l->stop && s->address + s->size > l->start) return true;
    }
    return false;
}

static bool begins_function(const struct listing *l, u64 pc)
{
    size_t i = symbols_find(l->symbols, pc);
    return i != SYMBOL_NONE && l->symbols->symbol[i].start == pc;
}

/* True when there was anything of it. */
static bool walk_section(const struct listing *l, const struct section *s, const struct form *form, bool first, FILE *f)
{
    unsigned unit = l->isa->code_unit;
    bool begun = false;
    for (u64 at = 0; at + unit <= s->size; at += unit) {
        u64 pc = s->address + at;
        if (pc < l->start || pc >= l->stop) continue;
        bool part = !begun || begins_function(l, pc);
        if (!begun) form->section(l, s, pc, first, f);
        if (part) form->part(l, s, pc, !begun, f);
        form->unit(l, pc, s->bytes + at, part, f);
        begun = true;
    }
    if (begun && form->section_end) form->section_end(f);
    return begun;
}

static void walk(const struct listing *l, const struct form *form, FILE *f)
{
    bool first = true;
    for (size_t i = 0; i < l->sections->count; i++) {
        const struct section *s = &l->sections->section[i];
        if (wanted(l, s) && walk_section(l, s, form, first, f)) first = false;
    }
}

/* --- text ----------------------------------------------------------------------------------------------------------- */

static void print_place(const struct listing *l, u64 pc, FILE *f)
{
    char *name = symbols_text(l->symbols, pc);
    text_name(f, name);
    free(name);
}

/* The text with " <name+0x...>" behind the target, which is the last number of its value, with or without 0x. */
static void print_text(const struct listing *l, const struct insn_text *t, FILE *f)
{
    char number[TEXT_NUMBER];
    const char *at = NULL;
    size_t n = (size_t)snprintf(number, sizeof number, "%" PRIx64, t->target);
    for (const char *p = t->text; t->has_target && (p = strstr(p, number)); p++)
        if ((p == t->text || strchr(" ,=x", p[-1])) && (!p[n] || p[n] == ',')) at = p;
    if (!at || symbols_find(l->symbols, t->target) == SYMBOL_NONE) {
        fputs(t->text, f);
        return;
    }
    fprintf(f, "%.*s <", (int)(at - t->text + (long)n), t->text);
    print_place(l, t->target, f);
    fprintf(f, ">%s", at + n);
}

static void print_bytes(const u8 *bytes, unsigned n, FILE *f)
{
    for (unsigned i = 0; i < n; i++) fprintf(f, "%02x ", bytes[i]);
    fputc('\t', f);
}

/* The three slots of a bundle, of whose bytes each line shows its share, as objdump does: six, six and four. */
static void print_bundle(const struct listing *l, u64 pc, const u8 *code, FILE *f)
{
    for (unsigned slot = 0; slot < 3; slot++) {
        struct insn_text t = {0};
        bool whole = l->isa->disasm(pc + slot, code, 16, &t);
        fprintf(f, "%16" PRIx64 ":\t", pc + slot);
        print_bytes(code + 6 * slot, slot < 2 ? 6 : 4, f);
        if (whole) {
            fprintf(f, "%-5s %s", t.bundle, t.text[0] == '(' ? "" : "      ");
            print_text(l, &t, f);
            if (t.stop) fputs(";;", f);
        }
        fputc('\n', f);
    }
}

static void print_word(const struct listing *l, u64 pc, const u8 *code, FILE *f)
{
    struct insn_text t = {0};
    disassemble(l->isa, l->other, pc, code, l->isa->code_unit, &t);
    fprintf(f, "%8" PRIx64 ":\t", pc);
    print_bytes(code, l->isa->code_unit, f);
    print_text(l, &t, f);
    fputc('\n', f);
}

static void print_section(const struct listing *l, const struct section *s, u64 pc, bool first, FILE *f)
{
    (void)l, (void)pc, (void)first;
    fputs("\nDisassembly of section ", f);
    text_name(f, s->name);
    fputs(":\n", f);
}

static void print_part(const struct listing *l, const struct section *s, u64 pc, bool first, FILE *f)
{
    (void)first;
    fprintf(f, "\n%0*" PRIx64 " <", l->isa->elf64 ? 16 : 8, pc);
    if (symbols_find(l->symbols, pc) == SYMBOL_NONE) text_name(f, s->name);
    else print_place(l, pc, f);
    fputs(">:\n", f);
}

static void print_unit(const struct listing *l, u64 pc, const u8 *code, bool first, FILE *f)
{
    (void)first;
    if (l->isa->code_unit == 16) print_bundle(l, pc, code, f);
    else print_word(l, pc, code, f);
}

void listing_print(const struct listing *l, FILE *f)
{
    static const struct form text = {.section = print_section, .part = print_part, .unit = print_unit};
    walk(l, &text, f);
}

/* --- JSON ----------------------------------------------------------------------------------------------------------- */

static void json_address(const struct listing *l, u64 pc, FILE *f)
{
    fprintf(f, "\"0x%0*" PRIx64 "\"", l->isa->elf64 ? 16 : 8, pc);
}

static void json_section(const struct listing *l, const struct section *s, u64 pc, bool first, FILE *f)
{
    (void)pc;
    fprintf(f, "%s\n{\"name\":", first ? "" : ",");
    text_json(f, s->name);
    fputs(",\"address\":", f);
    json_address(l, s->address, f);
    fprintf(f, ",\"size\":%" PRIu64 ",\"functions\":[", s->size);
}

static void json_part(const struct listing *l, const struct section *s, u64 pc, bool first, FILE *f)
{
    (void)s;
    size_t i = symbols_find(l->symbols, pc);
    const struct symbol *g = i == SYMBOL_NONE ? NULL : &l->symbols->symbol[i];
    fprintf(f, "%s\n{\"name\":", first ? "" : "]},");
    if (g) text_json(f, g->name);
    else fputs("null", f);
    fputs(",\"symbol\":", f);
    if (g) text_json(f, g->mangled ? g->mangled : g->name);
    else fputs("null", f);
    fputs(",\"address\":", f);
    json_address(l, pc, f);
    fprintf(f, ",\"offset\":%" PRIu64 ",\"instructions\":[", g ? pc - g->start : 0);
}

static void json_target(const struct listing *l, const struct insn_text *t, FILE *f)
{
    fputs(",\"target\":", f);
    json_address(l, t->target, f);
    fputs(",\"target_name\":", f);
    if (symbols_find(l->symbols, t->target) == SYMBOL_NONE) {
        fputs("null", f);
        return;
    }
    char *name = symbols_text(l->symbols, t->target);
    text_json(f, name);
    free(name);
}

static void json_insn(const struct listing *l, u64 pc, const u8 *code, bool first, FILE *f)
{
    struct insn_text t = {0};
    bool readable = disassemble(l->isa, l->other, pc, code, l->isa->code_unit, &t);
    fprintf(f, "%s\n{\"address\":", first ? "" : ",");
    json_address(l, pc, f);
    fputs(",\"code\":\"", f);
    for (unsigned i = 0; i < l->isa->code_unit; i++) fprintf(f, "%02x", code[i]);
    fputs("\",\"text\":", f);
    if (readable) text_json(f, t.text);
    else fputs("null", f);
    if (readable && t.has_target) json_target(l, &t, f);
    if (readable && l->isa->code_unit == 16)
        fprintf(f, ",\"bundle\":\"%s\",\"stop\":%s", t.bundle, t.stop ? "true" : "false");
    fprintf(f, ",\"nop\":%s}", readable && t.nop ? "true" : "false");
}

static void json_unit(const struct listing *l, u64 pc, const u8 *code, bool first, FILE *f)
{
    unsigned slots = l->isa->code_unit == 16 ? 3 : 1;
    for (unsigned slot = 0; slot < slots; slot++) json_insn(l, pc + slot, code, first && slot == 0, f);
}

static void json_section_end(FILE *f) { fputs("]}]}", f); }

void listing_print_json(const struct listing *l, FILE *f)
{
    static const struct form json = {
        .section = json_section, .part = json_part, .unit = json_unit, .section_end = json_section_end};
    fprintf(f, "{\"schema_version\":1,\"isa\":\"%s\",\"file\":", l->isa->name);
    text_json(f, l->file);
    fputs(",\"sections\":[", f);
    walk(l, &json, f);
    fputs("]}\n", f);
}
