/* The panels of the view: each draws one part of the picture into the canvas. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "emu/core/code.h"
#include "emu/core/text.h"
#include "emu/core/tick.h"
#include "emu/view/font.h"
#include "emu/view/panel.h"

unsigned view_draw_pc(struct view *v, const struct box *b, unsigned column, unsigned row, u64 pc)
{
    int digits = box_is_narrow(b) ? 8 : view_address_digits(v);
    canvas_print(&v->canvas, column, row, (unsigned)digits, INK_DIM, "%0*" PRIx64, digits,
                 digits == 8 ? pc & UINT32_MAX : pc);
    return column + (unsigned)digits;
}

/* --- title and bottom ---------------------------------------------------------------------------------------------- */

static void draw_title(struct view *v)
{
    char name[VIEW_NAME] = "";
    u64 from = 0, now = 0;
    struct canvas *c = &v->canvas;
    struct process *p = debug_process(v->spec.debug);
    const struct thread *t = v->ended ? NULL : debug_current(v->spec.debug);
    if (t) now = t->cycles;
    canvas_ground(c, 0, 0, c->columns, INK_PANEL);
    unsigned at = canvas_print(c, 1, 0, c->columns / 2, INK_TITLE, "%s", v->spec.guest);
    at = canvas_print(c, at + 2, 0, c->columns, INK_DIM, "%s %s", p->isa->name, v->spec.cpu);
    u64 issued = code_instructions(p->code);
    unsigned threads = 0;
    for (const struct thread *one = t ? p->threads : NULL; one; one = one->next) threads++;
    if (threads > 1) at = canvas_print(c, at + 2, 0, c->columns, INK_CHANGED, "thread %d of %u", t->tid, threads);
    if (t) at = canvas_print(c, at + 2, 0, c->columns, INK_TEXT, "cycle %" PRIu64, now);
    at = canvas_print(c, at + 2, 0, c->columns, INK_TEXT, "%" PRIu64 " instruction%s", issued, text_plural(issued));
    if (view_stands(v) && v->spec.symbol(v->spec.ctx, p, v->pc, name, &from))
        canvas_print(c, at + 2, 0, c->columns, INK_TEXT, "in %s+0x%" PRIx64, name, v->pc - from);
}

void view_draw_bottom(struct view *v)
{
    struct canvas *c = &v->canvas;
    unsigned row = c->rows - 1;
    for (unsigned i = 0; i < c->columns; i++) canvas_put(c, i, row, 1, INK_TEXT, " ");
    canvas_ground(c, 0, row, c->columns, INK_PANEL);
    if (v->typing) canvas_print(c, 1, row, c->columns, INK_CHANGED, "address or symbol: %s_", v->typed);
    else canvas_put(c, 1, row, c->columns, INK_TEXT, v->status);
    static const char *const keys[] = {
        "s step  n line  b bundle  g group  f function  t tick  r run  S back  R run back  space break  h keys  q quit",
        "s step  n line  t tick  r run  S back  R run back  h keys  q quit", "h keys  q quit"};
    for (unsigned i = 0; i < ARRAY_LEN(keys) && !v->typing; i++) {
        unsigned width = (unsigned)strlen(keys[i]);
        if (c->columns <= width + strlen(v->status) + 6) continue;
        canvas_put(c, c->columns - width - 1, row, width, INK_DIM, keys[i]);
        break;
    }
}

/* --- code ---------------------------------------------------------------------------------------------------------- */

static enum ink heat_ink(u64 cycles, u64 most)
{
    return INK_HEAT + (cycles * 2 > most ? 3 : cycles * 8 > most ? 2 : cycles * 64 > most ? 1 : 0);
}

/* A whole number of cycles that fits: in thousands, or in thousands of them, where it has more digits. */
static void draw_count(struct canvas *c, unsigned column, unsigned row, unsigned width, enum ink ink, u64 cycles)
{
    static const char unit[][2] = {"", "k", "M", "G", "T", "P"};
    char text[24];
    unsigned power = 0;
    while (snprintf(text, sizeof text, "%" PRIu64 "%s", cycles, unit[power]) >= (int)width) {
        cycles /= 1000;
        power++;
    }
    canvas_print(c, column, row, width, ink, "%*s", (int)width - 1, text);
}

/* The source line of a pc, as one of the grounds that code and source share; INK_GROUND: none is known. */
static enum ink line_ground(struct view *v, u64 pc, const char **file, u32 *line)
{
    u64 from;
    if (!v->spec.line(v->spec.ctx, debug_process(v->spec.debug), pc, file, line, &from)) return INK_GROUND;
    return INK_LINE + *line % INK_LINES;
}

static void draw_line(struct view *v, const struct box *b, unsigned row, u64 pc, const struct insn_text *line)
{
    bool bundles = view_process(v)->isa->code_unit > 4; /* whose addresses and templates take room from the text */
    unsigned heat = box_is_narrow(b) ? 0 : bundles ? 4 : 8, count = box_is_narrow(b) ? 9 : bundles ? 8 : 12;
    struct canvas *c = &v->canvas;
    const struct pc_count *n = counters_find(&v->counts, pc);
    unsigned at = b->column + 1;
    const char *file;
    u32 number;
    canvas_ground(c, at + heat + count + 3, row, b->width - heat - count - 4, line_ground(v, pc, &file, &number));
    if (pc == v->cursor) canvas_ground(c, b->column, row, b->width, INK_CURSOR);
    if (pc == v->pc && view_stands(v)) canvas_ground(c, b->column, row, b->width, INK_HERE);
    enum ink ink = n ? heat_ink(n->cycles, v->most) : INK_DIM;
    if (n) canvas_bar(c, at, row, heat, ink, n->cycles, v->most);
    if (n) draw_count(c, at + heat, row, count, heat || ink < INK_HEAT + 2 ? INK_DIM : ink, n->cycles);
    at += heat + count;
    if (view_has_break(v, pc)) canvas_put(c, at, row, 1, INK_BREAK, (char[]){GLYPH_POINT, 0});
    if (pc == v->pc && view_stands(v)) canvas_put(c, at + 1, row, 1, INK_CHANGED, (char[]){GLYPH_ARROW, 0});
    unsigned unit = view_process(v)->isa->code_unit, end = b->column + b->width;
    bool first = unit == 4 || pc % unit == 0;
    if (first) view_draw_pc(v, b, at + 3, row, pc);
    at += 4 + (box_is_narrow(b) ? 8 : (unsigned)view_address_digits(v));
    if (unit > 4) canvas_put(c, at, row, 6, INK_DIM, line->bundle);
    if (unit > 4) at += 7;
    at = canvas_put(c, at, row, end > at ? end - at : 0, line->nop ? INK_DIM : INK_TEXT, line->text);
    if (line->stop && at + 2 <= end) canvas_put(c, at, row, 2, INK_TITLE, ";;");
    char name[VIEW_NAME];
    u64 from;
    if (line->has_target && v->spec.symbol(v->spec.ctx, debug_process(v->spec.debug), line->target, name, &from) &&
        at + 3 < end)
        canvas_print(c, at + 3, row, end - at - 3, INK_DIM, from == line->target ? "<%s>" : "<%s+0x%" PRIx64 ">", name,
                     line->target - from);
}

/* The name of a function that begins here, in a row of its own. */
static bool draw_name(struct view *v, const struct box *b, unsigned row, u64 pc)
{
    char name[VIEW_NAME];
    u64 from;
    if (!v->spec.symbol(v->spec.ctx, debug_process(v->spec.debug), pc, name, &from) || from != pc) return false;
    canvas_print(&v->canvas, b->column + 1, row, b->width - 1, INK_TITLE, "%s:", name);
    return true;
}

static void draw_code(struct view *v, const struct box *b)
{
    const struct isa *isa = view_process(v)->isa;
    unsigned unit = isa->code_unit, slots = unit > 4 ? 3 : 1, row = b->row + 1, end = b->row + b->height;
    canvas_title(&v->canvas, b->column, b->row, b->width, box_is_narrow(b) ? "  cycles    code" : unit > 4 ? "code cycles" : "code      cycles");
    v->lines = 0;
    v->first_line = row;
    v->code_columns = b->column + b->width;
    for (u64 at = v->top; row < end; at += unit) {
        u8 code[16];
        bool there = mem_peek(&view_process(v)->mem, at, code, unit) == 0;
        if (draw_name(v, b, row, at) && row + 1 < end) {
            v->line[v->lines++] = at;
            row++;
        }
        for (unsigned slot = 0; slot < slots && row < end && v->lines < ARRAY_LEN(v->line); slot++) {
            struct insn_text line = {.text = "..."};
            if (at == v->pc && !there && view_stands(v)) snprintf(line.text, sizeof line.text, "not mapped: in a system call, or astray");
            if (there && !disassemble(isa, v->spec.other, at | slot, code, unit, &line) && slot)
                continue; /* the second half of a long one */
            v->line[v->lines++] = at | slot;
            draw_line(v, b, row++, at | slot, &line);
            if (!there) break;
        }
        if (v->lines == ARRAY_LEN(v->line)) break;
    }
}

/* --- source -------------------------------------------------------------------------------------------------------- */

/* Text of the guest's or of a file: tabs are blanks up to the next eighth column, what is no ASCII is a question mark. Returns
 * the column behind it. */
static unsigned draw_plain(struct canvas *c, unsigned column, unsigned row, unsigned width, enum ink ink, const char *text)
{
    unsigned at = 0;
    for (; *text && at < width; text++) {
        unsigned char k = (unsigned char)*text;
        if (k == '\t') at = (at | 7) + 1;
        else if (k < 0x80 || k >= 0xc0) /* the rest of a character of UTF-8 is none */
            at = canvas_put(c, column + at, row, 1, ink, (char[]){k < ' ' || k >= 127 ? '?' : (char)k, 0}) - column;
    }
    return column + at;
}

/* Whether code of that line is among what the code panel shows. */
static bool code_is_shown(struct view *v, const char *file, u32 line)
{
    for (unsigned i = 0; i < v->lines; i++) {
        const char *other;
        u32 number;
        if (line_ground(v, v->line[i], &other, &number) != INK_GROUND && number == line && !strcmp(other, file)) return true;
    }
    return false;
}

/* The line that is shown: the guest's, or that of the mark. */
static bool shown_line(struct view *v, const char **file, u32 *line)
{
    if (view_stands(v) && line_ground(v, v->pc, file, line) != INK_GROUND) return true;
    return line_ground(v, v->cursor, file, line) != INK_GROUND;
}

static void draw_source(struct view *v, const struct box *b)
{
    struct canvas *c = &v->canvas;
    const char *file = "", *marked;
    u32 here = 0, mark = 0, rows = b->height - 1;
    if (!shown_line(v, &file, &here)) return;
    bool stands = view_stands(v) && line_ground(v, v->pc, &marked, &mark) != INK_GROUND, same = line_ground(v, v->cursor, &marked, &mark) != INK_GROUND && !strcmp(marked, file);
    char title[160];
    const char *base = strrchr(file, '/');
    snprintf(title, sizeof title, "source: %.120s", base ? base + 1 : file);
    canvas_title(c, b->column, b->row, b->width, title);
    u32 first = here > rows / 2 ? here - rows / 2 : 1;
    for (u32 i = 0; i < rows; i++) {
        unsigned row = b->row + 1 + i, at = b->column + 1;
        const char *text = v->spec.source(v->spec.ctx, file, first + i);
        if (!text) {
            if (first + i == here) canvas_put(c, at, row, b->width - 1, INK_DIM, "(the file is not here; PCGRAM_SOURCE_MAP=FROM=TO says where it is)");
            continue;
        }
        canvas_print(c, at, row, 6, INK_DIM, "%5u", first + i);
        if (stands && first + i == here) canvas_put(c, at + 6, row, 1, INK_CHANGED, (char[]){GLYPH_ARROW, 0});
        if (code_is_shown(v, file, first + i)) canvas_ground(c, b->column, row, b->width, INK_LINE + (first + i) % INK_LINES);
        if (same && first + i == mark && mark != here) canvas_ground(c, b->column, row, b->width, INK_CURSOR);
        if (stands && first + i == here) canvas_ground(c, b->column, row, 8, INK_HERE);
        draw_plain(c, at + 8, row, b->width - 9, INK_TEXT, text);
    }
}

/* --- registers ----------------------------------------------------------------------------------------------------- */

static enum ink role_ink(const struct debug_register *r)
{
    if (r->nat) return INK_NAT;
    return r->role == ROLE_STACKED ? INK_STACKED : r->role == ROLE_ROTATING ? INK_ROTATING : INK_DIM;
}

static bool changed(const struct view *v, const struct debug_register *r)
{
    for (unsigned i = 0; i < v->before_count; i++)
        if (!strcmp(v->before[i].name, r->name))
            return strcmp(v->before[i].text, r->text) || v->before[i].nat != r->nat;
    return v->before_count != 0;
}

static void draw_register(struct view *v, unsigned column, unsigned row, unsigned name, unsigned width,
                          const struct debug_register *r)
{
    struct canvas *c = &v->canvas;
    canvas_put(c, column, row, name, role_ink(r), r->name);
    unsigned at = canvas_put(c, column + name, row, width - name, changed(v, r) ? INK_CHANGED : INK_TEXT, r->text);
    if (r->nat) canvas_put(c, at, row, 1, INK_NAT, "*");
}

/* What the registers' title says at its right end, and before it the inks of names. */
static void draw_registers_title(struct view *v, const struct box *b, bool floats, unsigned page, unsigned pages)
{
    struct canvas *c = &v->canvas;
    char right[32];
    unsigned end = b->column + b->width, at;
    canvas_title(c, b->column, b->row, b->width,
                 v->ended ? "registers at the last stop" : floats ? "floating point" : "registers");
    at = b->column + 1 + (unsigned)strlen(v->ended ? "registers at the last stop" : floats ? "floating point" : "registers");
    int width = snprintf(right, sizeof right, "tab: %u of %u", page + 1, pages);
    if (at + 1 + (unsigned)width + 1 > end) width = snprintf(right, sizeof right, "%u/%u", page + 1, pages);
    unsigned room = pages > 1 ? (unsigned)width + 2 : 0;
    if (pages > 1) canvas_put(c, end - (unsigned)width - 1, b->row, (unsigned)width, INK_DIM, right);
    if (!view_process(v)->isa->elf64) return;
    static const struct {
        const char *word;
        enum ink ink;
    } words[] = {{"stacked", INK_STACKED}, {"rotating", INK_ROTATING}, {"NaT*", INK_NAT}};
    for (unsigned i = floats ? 2 : 0; i < ARRAY_LEN(words); i++)
        if (at + 2 + strlen(words[i].word) + room < end)
            at = canvas_put(c, at + 2, b->row, end - at - 2, words[i].ink, words[i].word);
}

/* Those of one kind, Itanium's frame before what does not change its meaning, into list; how many. */
static unsigned list_registers(const struct view *v, bool floats, unsigned *list)
{
    unsigned n = 0;
    for (int pass = 0; pass < 3; pass++)
        for (unsigned i = 0; i < v->shown_count; i++) {
            enum debug_role role = v->shown[i].role;
            bool frame = role == ROLE_STACKED || role == ROLE_ROTATING, first = role <= ROLE_PREDICATE;
            int turn = first ? 0 : frame ? 1 : 2;
            if ((role == ROLE_FLOAT) == floats && turn == pass) list[n++] = i;
        }
    return n;
}

static void draw_registers(struct view *v, const struct box *b)
{
    bool wide = view_process(v)->isa->elf64, floats = false;
    unsigned n = 0, list[DEBUG_SHOWN_MOST], rows = b->height - 1, columns = 1, name = 0, page = 0, pages[2] = {0};
    for (int pass = 0; pass < 3; pass++) { /* how many pages either kind has; then the one that is shown */
        floats = pass < 2 ? pass : page >= pages[0];
        unsigned longest = 0;
        name = floats ? 5 : wide ? 6 : 9;
        n = list_registers(v, floats, list);
        for (unsigned i = 0; i < n; i++) {
            unsigned length = (unsigned)strlen(v->shown[list[i]].text);
            if (v->shown[list[i]].role != ROLE_PREDICATE && length > longest) longest = length;
        }
        columns = floats || wide ? 2 : 3;
        while (columns > 1 && columns * (name + longest + 1) > b->width) columns--; /* half a value is none */
        if (pass < 2) pages[pass] = (n + rows * columns - 1) / (rows * columns);
        if (pass == 1) page = v->page %= pages[0] + pages[1];
    }
    draw_registers_title(v, b, floats, page, pages[0] + pages[1]);
    unsigned width = b->width / columns, from = (page - (floats ? pages[0] : 0)) * rows * columns, left = n - from;
    if (left > rows * columns) left = rows * columns;
    if (pages[floats] == 1) rows = (n + columns - 1) / columns; /* columns of one height */
    for (unsigned i = 0; i < left; i++) {
        const struct debug_register *r = &v->shown[list[from + i]];
        draw_register(v, b->column + 1 + i / rows * width, b->row + 1 + i % rows, r->role == ROLE_PREDICATE ? 7 : name,
                      width, r);
    }
}

/* --- calls, output ------------------------------------------------------------------------------------------------- */

/* A call, of which no part of a number stands for all of it: what is cut off ends in dots. */
static void draw_call(struct canvas *c, unsigned column, unsigned row, unsigned width, enum ink ink, const char *text)
{
    bool cut = strlen(text) > width && width > 2;
    unsigned at = draw_plain(c, column, row, cut ? width - 2 : width, ink, text);
    if (cut) canvas_put(c, at, row, 2, INK_DIM, "..");
}

/* The calls that led here; of a fault, its place. */
static void draw_calls(struct view *v, const struct box *b)
{
    unsigned rows = b->height - 1, shown = v->calls < rows ? v->calls : rows;
    canvas_title(&v->canvas, b->column, b->row, b->width, v->places ? "the fault, and the calls that led there" : v->ended ? "calls at the last stop" : "calls");
    for (unsigned i = 0; i < shown; i++) {
        bool more = i + 1 == shown && v->calls > shown;
        unsigned width = b->width - (more ? 11 : 2);
        draw_call(&v->canvas, b->column + 1, b->row + 1 + i, width, i == 0 && v->places ? INK_CHANGED : INK_TEXT, v->stack[i]);
        if (more) canvas_print(&v->canvas, b->column + b->width - 9, b->row + 1 + i, 9, INK_DIM, " +%u more", v->calls - shown);
    }
}

/* The last lines that the guest has written, broken where they are too long. */
static void draw_output(struct view *v, const struct box *b)
{
    char title[64], bytes[TEXT_COUNT], line[VIEW_WORDS * 2 + 1];
    unsigned rows = b->height - 1, width = b->width - 2, made = 0;
    snprintf(title, sizeof title, "the guest's output: %s", v->written ? text_count(bytes, v->written, "byte") : "nothing yet");
    canvas_title(&v->canvas, b->column, b->row, b->width, title);
    if (!rows) return;
    if (width > sizeof line - 1) width = sizeof line - 1;
    u64 first = v->written > VIEW_OUTPUT ? v->written - VIEW_OUTPUT : 0;
    for (int pass = 0; pass < 2; pass++) { /* how many rows there are; then the last of them */
        unsigned row = 0, n = 0;
        for (u64 i = first; i <= v->written; i++) {
            char k = i < v->written ? v->output[i % VIEW_OUTPUT] : '\n';
            if (i == v->written && !n) break;
            if (k != '\n') line[n++] = k ? k : '?';
            if (k != '\n' && n < width) continue;
            line[n] = 0;
            if (pass && row + rows >= made) draw_plain(&v->canvas, b->column + 1, b->row + 1 + row - (made > rows ? made - rows : 0), width, INK_TEXT, line);
            row++;
            n = 0;
        }
        made = row;
    }
}

/* --- memory -------------------------------------------------------------------------------------------------------- */

static void draw_memory(struct view *v, const struct box *b)
{
    enum { BYTES = 8 };
    const struct thread *t = v->ended ? NULL : debug_current(v->spec.debug);
    struct canvas *c = &v->canvas;
    canvas_title(c, b->column, b->row, b->width, "memory (a: another address)");
    if (!t) canvas_put(c, b->column + 1, b->row + 1, b->width - 1, INK_DIM, "(the guest has ended)");
    for (unsigned i = 0; t && i + 1 < b->height; i++) {
        u64 address = v->memory + (u64)i * BYTES;
        unsigned row = b->row + 1 + i, at = b->column + 1;
        u8 byte[BYTES];
        canvas_print(c, at, row, 16, INK_DIM, "%0*" PRIx64, view_address_digits(v), address);
        at += (unsigned)view_address_digits(v) + 2;
        if (t->process->isa->debug->peek(t, address, byte, BYTES) != 0) {
            canvas_put(c, at, row, 24, INK_DIM, "not mapped");
            continue;
        }
        for (unsigned k = 0; k < BYTES; k++, at += 3)
            canvas_print(c, at, row, 2, byte[k] ? INK_TEXT : INK_DIM, "%02x", byte[k]);
        for (unsigned k = 0; k < BYTES; k++, at++)
            canvas_put(c, at, row, 1, INK_DIM, (char[]){byte[k] >= ' ' && byte[k] < 127 ? (char)byte[k] : '.', 0});
    }
}

/* --- the clock and the profile ------------------------------------------------------------------------------------- */

static void draw_timer(struct view *v, const struct box *b)
{
    struct canvas *c = &v->canvas;
    const struct config *config = v->spec.config;
    const struct thread *t = v->ended ? NULL : debug_current(v->spec.debug);
    char title[96];
    snprintf(title, sizeof title, "clock: %" PRIu64 " tick%s, one each %" PRIu64 " cycle%s", v->ticks, text_plural(v->ticks),
             config->tick_cycles, text_plural(config->tick_cycles));
    canvas_title(c, b->column, b->row, b->width, title);
    if (!t) return;
    u64 n = t->cycles > config->tick_phase ? (t->cycles - config->tick_phase) / config->tick_cycles : 0;
    if (n > 2) n -= 2; /* jitter moves matches by less than a period */
    else n = 1;
    while (tick_match(config, t->tid, n) <= t->cycles) n++;
    u64 left = tick_match(config, t->tid, n) - t->cycles;
    canvas_print(c, b->column + 1, b->row + 1, 26, INK_TEXT, "next in %" PRIu64, left);
    if (b->width > 30) canvas_bar(c, b->column + 27, b->row + 1, b->width - 28, INK_ISSUE, left, config->tick_cycles);
    char name[VIEW_NAME];
    u64 from;
    if (!v->ticks) return;
    bool known = v->spec.symbol(v->spec.ctx, debug_process(v->spec.debug), v->last_tick, name, &from);
    canvas_print(c, b->column + 1, b->row + 2, b->width - 2, INK_DIM, "last at 0x%" PRIx64 " %s, cycle %" PRIu64,
                 v->last_tick, known ? name : "", v->tick_cycle);
}

static u64 bin(const struct view *v, const struct view_region *r, u64 i)
{
    u8 raw[8];
    if (mem_peek(&view_process(v)->mem, r->base + i * r->element, raw, r->element) != 0) return 0;
    bool big = view_process(v)->isa->big_endian;
    if (r->element == 2) return big ? load_be16(raw) : load_le16(raw);
    if (r->element == 4) return big ? load_be32(raw) : load_le32(raw);
    return big ? load_be64(raw) : load_le64(raw);
}

/* A region in `rows` rows, each of so many bins as are needed for that. */
static unsigned draw_region(struct view *v, const struct box *b, unsigned row, unsigned rows,
                            const struct view_region *r, u64 most)
{
    struct canvas *c = &v->canvas;
    u64 step = (r->bins + rows - 1) / rows, scale = r->scale ? r->scale : 65536;
    for (u64 i = 0; i < r->bins; i += step, row++) {
        u64 sum = 0, pc = r->low + (i * r->element * 65536 + scale - 1) / scale, from;
        char name[VIEW_NAME] = "";
        for (u64 k = i; k < i + step && k < r->bins; k++) sum += bin(v, r, k);
        if (!r->overflow) v->spec.symbol(v->spec.ctx, debug_process(v->spec.debug), pc, name, &from);
        canvas_print(c, b->column + 1, row, 34, INK_DIM, "%0*" PRIx64 " %-.14s", view_address_digits(v),
                     r->overflow ? r->base : pc, r->overflow ? "overflow" : name);
        canvas_bar(c, b->column + 34, row, b->width > 44 ? b->width - 44 : 0, heat_ink(sum, most), sum, most);
        canvas_print(c, b->column + b->width - 9, row, 9, sum ? INK_TEXT : INK_DIM, "%8" PRIu64, sum);
    }
    return row;
}

/* A guest may say that its buffer is as large as all memory; so many bins of a region are looked at for one picture. */
enum { BINS_MOST = 1 << 18 };

static void draw_profile(struct view *v, const struct box *b)
{
    struct view_region region[VIEW_REGIONS];
    bool more = false;
    unsigned n = v->spec.regions(v->spec.ctx, debug_process(v->spec.debug), region), room = b->height - 1;
    char title[96], regions[TEXT_COUNT], bins[TEXT_COUNT];
    u64 most = 1;
    for (unsigned i = 0; i < n; i++) {
        more |= region[i].bins > BINS_MOST;
        if (region[i].bins > BINS_MOST) region[i].bins = BINS_MOST;
    }
    snprintf(title, sizeof title, "profile of the guest: %s%s%s", n ? text_count(regions, n, "region") : "off",
             more ? ", the first " : "", more ? text_count(bins, BINS_MOST, "bin") : "");
    canvas_title(&v->canvas, b->column, b->row, b->width, title);
    if (!n || !room) return;
    if (n > room) n = room;
    unsigned share = room / n;
    for (unsigned i = 0; i < n; i++) {
        u64 step = (region[i].bins + share - 1) / share, sum = 0;
        for (u64 k = 0; k < region[i].bins; k++) {
            sum = k % step ? sum + bin(v, &region[i], k) : bin(v, &region[i], k);
            if (sum > most) most = sum;
        }
    }
    unsigned row = b->row + 1;
    for (unsigned i = 0; i < n; i++) row = draw_region(v, b, row, share, &region[i], most);
}

/* --- help ---------------------------------------------------------------------------------------------------------- */

static void draw_help(struct view *v)
{
    static const char *const text[] = {
        "s            step one instruction",
        "b            to the next bundle (PA-RISC: an instruction)",
        "g            to the end of the instruction group (PA-RISC: an instruction)",
        "n            step a line of source; what it calls is run through",
        "f            into another function: a called one, or the caller",
        "t            run to the next tick",
        "r            run to a breakpoint, or the end",
        "enter        run to the marked line",
        "S, erase     step back by one instruction",
        "N            back to where this line began, or the line before",
        "R            run back to the last breakpoint",
        "escape       stop a run that takes long",
        "up, down     mark another line, as a click or the wheel; page up, page down",
        "home         mark the next instruction",
        "space        set or clear a breakpoint at the mark, as a right click",
        "a            show another place: an address, function or static object",
        "tab          more registers, floating-point registers",
        "c            stages and forwarding as in textbooks, or what is waited for",
        "l  + -       light or dark; larger or smaller characters",
        "P            save a picture in pcgram-view.png",
        "h or ?, q    these keys, quit",
    };
    struct canvas *c = &v->canvas;
    unsigned width = 78, high = ARRAY_LEN(text) + 2, column = (c->columns - width) / 2, row = (c->rows - high) / 2;
    for (unsigned i = 0; i < high; i++) {
        canvas_ground(c, column, row + i, width, INK_PANEL);
        canvas_print(c, column, row + i, width, INK_TEXT, "%-*s", (int)width, "");
        if (i && i <= ARRAY_LEN(text)) canvas_put(c, column + 2, row + i, width - 2, INK_TEXT, text[i - 1]);
    }
}

static unsigned right_width(const struct canvas *c) { return c->columns > 100 ? 55 : c->columns / 2; }

/* Source, where it is known, above its code; then time. */
static void draw_left(struct view *v)
{
    const char *file;
    u32 line;
    unsigned left = v->canvas.columns - right_width(&v->canvas) - 1, rows = v->canvas.rows - 3, code = rows * 11 / 20, source = 0;
    if (shown_line(v, &file, &line)) {
        source = rows * 6 / 20;
        code = rows * 8 / 20;
    }
    struct box box = {0, 2 + source, left, code};
    draw_code(v, &box);
    if (view_follow(v)) {
        canvas_clear(&v->canvas);
        draw_title(v);
        draw_code(v, &box);
    }
    if (source) draw_source(v, &(struct box){0, 2, left, source});
    view_draw_pipeline(v, &(struct box){0, 2 + source + code, left, rows - source - code});
}

static void draw_right(struct view *v)
{
    struct view_region region[VIEW_REGIONS];
    unsigned width = right_width(&v->canvas), left = v->canvas.columns - width, rows = v->canvas.rows - 3, at = 2;
    unsigned calls = rows * (v->places ? 6 : 3) / 20, registers = rows * 12 / 20 - calls, memory = rows * 3 / 20, rest = rows - registers - calls - memory - 3;
    bool profile = v->spec.regions(v->spec.ctx, debug_process(v->spec.debug), region) > 0;
    draw_registers(v, &(struct box){left, at, width, registers});
    draw_calls(v, &(struct box){left, at += registers, width, calls});
    draw_memory(v, &(struct box){left, at += calls, width, memory});
    draw_timer(v, &(struct box){left, at += memory, width, 3});
    at += 3;
    unsigned output = profile ? rest / 3 : rest;
    if (profile) draw_profile(v, &(struct box){left, at, width, rest - output});
    draw_output(v, &(struct box){left, at + rest - output, width, output});
}

void view_draw(struct view *v)
{
    struct canvas *c = &v->canvas;
    canvas_clear(c);
    if (v->lost) {
        view_draw_bottom(v);
        return;
    }
    draw_title(v);
    draw_left(v);
    draw_right(v);
    view_draw_bottom(v);
    if (v->help) draw_help(v);
}
