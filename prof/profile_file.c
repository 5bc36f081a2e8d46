#include "prof/profile_file.h"

#include "prof/alloc.h"
#include "prof/text.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stddef.h>
#include <stdlib.h>

#define FILE_MAX ((size_t)1 << 32) /* more is no profile: 2^32 bytes are some 60 million instructions of code */

static const char *const kind_names[] = {
    [SYMBOL_FUNCTION] = "function", [SYMBOL_MILLICODE] = "millicode", [SYMBOL_LABEL] = "label"};

const char *profile_kind_name(enum symbol_kind kind) { return kind_names[kind]; }

struct reader {
    struct profile *p;
    const char *name;
    const char *at, *end; /* the text not read yet */
    size_t line;          /* number of the current line */
    const char *field;    /* the current line's next field; NULL after the last */
    const char *line_end;
    size_t lines_from; /* instructions from this one on have no line yet */
    struct error *e;
    bool failed; /* *e is set: nothing after it counts */
};

static void bad(struct reader *r, const char *what)
{
    if (r->failed) return;
    r->failed = true;
    error_set(r->e, "%s:%zu: %s: not a whole pcgram profile; make it anew with pcgram --profile", r->name, r->line,
              what);
}

/* The next line into r->field; false at the end of the text. A line without its newline is cut off. */
static bool next_line(struct reader *r)
{
    if (r->failed || r->at == r->end) return false;
    r->line++;
    const char *newline = memchr(r->at, '\n', (size_t)(r->end - r->at));
    if (!newline) {
        bad(r, "the last line is cut off");
        return false;
    }
    r->field = r->at;
    r->line_end = newline;
    r->at = newline + 1;
    return true;
}

/* The next blank-separated field and its length; NULL (and failure) when there is none. */
static const char *next_field(struct reader *r, size_t *n)
{
    const char *field = r->field;
    if (r->failed) return NULL;
    if (!field) {
        bad(r, "a field is missing");
        return NULL;
    }
    const char *blank = memchr(field, ' ', (size_t)(r->line_end - field));
    const char *stop = blank ? blank : r->line_end;
    r->field = blank ? blank + 1 : NULL;
    *n = (size_t)(stop - field);
    if (!*n) bad(r, "an empty field");
    return *n ? field : NULL;
}

static bool is(const char *field, size_t n, const char *word) { return n == strlen(word) && !memcmp(field, word, n); }

static void end_line(struct reader *r)
{
    if (!r->failed && r->field) bad(r, "more fields than this record has");
}

static u64 digits(struct reader *r, const char *s, size_t n, unsigned base)
{
    u64 value = 0;
    if (!n) bad(r, "a number without digits");
    for (size_t i = 0; i < n; i++) {
        unsigned d = s[i] >= '0' && s[i] <= '9'   ? (unsigned)(s[i] - '0')
                     : s[i] >= 'a' && s[i] <= 'f' ? (unsigned)(s[i] - 'a') + 10
                                                  : 99;
        if (d >= base || __builtin_mul_overflow(value, base, &value) || __builtin_add_overflow(value, d, &value)) {
            bad(r, d >= base ? "not a number" : "a number of more than 64 bits");
            return 0;
        }
    }
    return value;
}

static u64 get_number(struct reader *r)
{
    size_t n = 0;
    const char *s = next_field(r, &n);
    return s ? digits(r, s, n, 10) : 0;
}

static u64 get_address(struct reader *r)
{
    size_t n = 0;
    const char *s = next_field(r, &n);
    if (!s) return 0;
    if (n < 3 || s[0] != '0' || s[1] != 'x') {
        bad(r, "an address must begin with 0x");
        return 0;
    }
    u64 address = digits(r, s + 2, n - 2, 16);
    if (r->p->address_size == 4 && address >> 32) bad(r, "an address of more than 32 bits");
    return address;
}

/* A new string, "" when the line has failed. */
static char *get_name(struct reader *r)
{
    size_t n = 0;
    const char *s = next_field(r, &n);
    char *name = s ? text_unfield(s, n) : NULL;
    if (s && !name) bad(r, "broken % encoding in a name");
    return name ? name : alloc_string("");
}

/* An index below `limit`, or PROFILE_NONE for "-". */
static u32 get_index(struct reader *r, size_t limit)
{
    size_t n = 0;
    const char *s = next_field(r, &n);
    if (!s || is(s, n, "-")) return PROFILE_NONE;
    u64 index = digits(r, s, n, 10);
    if (index >= limit || index >= PROFILE_NONE) {
        bad(r, "an index of something that is not in this file");
        return PROFILE_NONE;
    }
    return (u32)index;
}

/* A line that must be "KEYWORD ..." here. */
static void expect(struct reader *r, const char *keyword)
{
    size_t n = 0;
    char what[64];
    snprintf(what, sizeof what, "a line \"%s ...\" is missing", keyword);
    if (!next_line(r)) bad(r, what);
    const char *s = next_field(r, &n);
    if (s && !is(s, n, keyword)) bad(r, what);
}

static u64 head_number(struct reader *r, const char *keyword, u64 least)
{
    expect(r, keyword);
    u64 n = get_number(r);
    if (n < least) bad(r, "a number that is too small");
    end_line(r);
    return n;
}

static void read_exit(struct reader *r)
{
    struct profile_exit *x = &r->p->exit;
    size_t n = 0;
    expect(r, "exit");
    const char *s = next_field(r, &n);
    if (!s) return;
    if (is(s, n, "none")) {
        x->kind = EXIT_NONE;
    } else if (is(s, n, "limit")) {
        x->kind = EXIT_LIMIT;
    } else if (is(s, n, "mixed")) {
        x->kind = EXIT_MIXED;
    } else if (is(s, n, "code")) {
        u64 code = get_number(r);
        if (code > 255) bad(r, "an exit code above 255");
        x->kind = EXIT_CODE;
        x->code = (int)(code & 255);
    } else if (is(s, n, "signal")) {
        char *name = get_name(r);
        if (strlen(name) >= sizeof x->signal) bad(r, "a signal's name that is too long");
        x->kind = EXIT_SIGNAL;
        snprintf(x->signal, sizeof x->signal, "%s", name);
        free(name);
    } else {
        bad(r, "an exit that is not code, signal, limit, mixed or none");
    }
    end_line(r);
}

/* A line that only profiles of a part of a run have. */
static void read_collected(struct reader *r)
{
    static const char keyword[] = "collected ";
    size_t n = sizeof keyword - 1;
    if (r->failed || (size_t)(r->end - r->at) < n || memcmp(r->at, keyword, n)) return;
    expect(r, "collected");
    r->p->collected = get_name(r);
    if (!*r->p->collected) bad(r, "no options that say what was collected");
    end_line(r);
}

static void read_head(struct reader *r, struct pc_count *total)
{
    struct profile *p = r->p;
    if (!next_line(r)) {
        bad(r, "empty");
        return;
    }
    if (!is(r->field, (size_t)(r->line_end - r->field), PROFILE_MAGIC)) {
        bool ours = r->line_end - r->field > 15 && !memcmp(r->field, PROFILE_MAGIC, 15);
        bad(r, ours ? "a version that this pcgram does not read" : "does not begin with \"" PROFILE_MAGIC "\"");
        return;
    }
    expect(r, "isa");
    p->isa = get_name(r);
    end_line(r);
    expect(r, "cpu");
    p->cpu = get_name(r);
    end_line(r);
    expect(r, "order");
    size_t n = 0;
    const char *order = next_field(r, &n);
    if (order && !is(order, n, "big") && !is(order, n, "little")) bad(r, "a byte order that is not big or little");
    p->big_endian = order && is(order, n, "big");
    end_line(r);
    u64 address_size = head_number(r, "address", 4);
    if (address_size != 4 && address_size != 8) bad(r, "addresses that have not 4 or 8 bytes");
    u64 unit = head_number(r, "unit", 4);
    if (unit != 4 && unit != PROFILE_CODE_MAX) bad(r, "a unit of code that has not 4 or 16 bytes");
    p->address_size = address_size == 4 ? 4 : 8;
    p->unit = unit == 4 ? 4 : PROFILE_CODE_MAX;
    p->clock_hz = head_number(r, "clock", 1);
    p->tick_cycles = head_number(r, "tick", 1);
    p->handler_cycles = head_number(r, "handler", 0);
    expect(r, "total");
    total->cycles = get_number(r);
    total->instructions = get_number(r);
    total->slots = get_number(r);
    total->ticks = get_number(r);
    end_line(r);
    read_exit(r);
    read_collected(r);
}

static void read_image(struct reader *r)
{
    struct profile *p = r->p;
    p->image = alloc_grow(p->image, p->images, &p->images_room, sizeof *p->image);
    struct profile_image *m = &p->image[p->images++];
    m->bias = get_address(r);
    m->size = get_number(r);
    m->low = get_address(r);
    m->high = get_address(r);
    m->offset = get_address(r);
    m->build_id = get_name(r);
    m->path = get_name(r);
    if (m->low > m->high) bad(r, "an image that ends before it begins");
}

static enum symbol_kind get_kind(struct reader *r)
{
    size_t n = 0;
    const char *s = next_field(r, &n);
    for (unsigned i = 0; s && i < ARRAY_LEN(kind_names); i++)
        if (is(s, n, kind_names[i])) return (enum symbol_kind)i;
    bad(r, "a kind that is not function, millicode or label");
    return SYMBOL_FUNCTION;
}

static void read_function(struct reader *r)
{
    struct profile *p = r->p;
    p->function = alloc_grow(p->function, p->functions, &p->functions_room, sizeof *p->function);
    struct profile_function *f = &p->function[p->functions++];
    *f = (struct profile_function){.start = get_address(r)};
    f->size = get_number(r);
    f->image = get_index(r, p->images);
    f->kind = get_kind(r);
    f->name = get_name(r);
    if (!f->size || f->start + f->size < f->start) bad(r, "a function with an impossible size");
    if (p->functions > 1 && f[-1].start >= f->start) bad(r, "functions must ascend by address");
}

static void read_code(struct reader *r, struct profile_insn *insn, const struct profile_insn *last)
{
    const struct profile *p = r->p;
    size_t n = 0;
    const char *s = next_field(r, &n);
    if (!s || is(s, n, "-")) return;
    insn->has_code = true;
    if (is(s, n, "=")) {
        if (!last || !last->has_code || last->count.pc / p->unit != insn->count.pc / p->unit)
            bad(r, "code said to be that of the line before, which is another bundle");
        else memcpy(insn->code, last->code, sizeof insn->code);
        return;
    }
    if (n != 2 * p->unit) {
        bad(r, "code of the wrong length");
        return;
    }
    for (unsigned i = 0; i < p->unit; i++) insn->code[i] = (u8)digits(r, s + 2 * i, 2, 16);
}

/* Instructions from `from` up to `to` (excluded) have the line of the one before them. */
static void carry_line(struct profile *p, size_t from, size_t to)
{
    for (size_t i = from; i && i < to; i++) {
        p->insn[i].file = p->insn[i - 1].file;
        p->insn[i].line = p->insn[i - 1].line;
    }
}

static void read_insn(struct reader *r)
{
    struct profile *p = r->p;
    p->insn = alloc_grow(p->insn, p->insns, &p->insns_room, sizeof *p->insn);
    struct profile_insn *insn = &p->insn[p->insns], *last = p->insns ? insn - 1 : NULL;
    *insn = (struct profile_insn){.file = PROFILE_NONE};
    p->insns++;
    insn->count.pc = get_address(r);
    read_code(r, insn, last);
    insn->function = get_index(r, p->functions);
    insn->count.cycles = get_number(r);
    insn->count.instructions = get_number(r);
    insn->count.slots = get_number(r);
    insn->count.ticks = get_number(r);
    if (insn->count.instructions > insn->count.slots) bad(r, "more instructions took effect than issued");
    if (insn->count.pc % p->unit > (p->unit == PROFILE_CODE_MAX ? 2 : 0)) bad(r, "an address inside an instruction");
    if (last && last->count.pc >= insn->count.pc) bad(r, "instructions must ascend by address");
    if (r->failed || insn->function == PROFILE_NONE) return;
    const struct profile_function *f = &p->function[insn->function];
    if (insn->count.pc - f->start >= f->size) bad(r, "an instruction outside the function it is said to be in");
}

static void read_file(struct reader *r)
{
    struct profile *p = r->p;
    p->file = alloc_grow(p->file, p->files, &p->files_room, sizeof *p->file);
    p->file[p->files++] = get_name(r);
    if (p->files > 1 && strcmp(p->file[p->files - 2], p->file[p->files - 1]) >= 0) bad(r, "files must ascend by name");
}

/* The line of an instruction and of those behind it, up to the next record or to the last instruction. */
static void read_line(struct reader *r)
{
    struct profile *p = r->p;
    struct profile_insn *insn = (struct profile_insn *)profile_insn_at(p, get_address(r));
    u32 file = get_index(r, p->files);
    u64 line = get_number(r);
    if (!insn) bad(r, "a line of an instruction that is not in this file");
    if (line > UINT32_MAX || !line != (file == PROFILE_NONE)) bad(r, "an impossible line");
    if (r->failed) return;
    if ((size_t)(insn - p->insn) < r->lines_from) bad(r, "lines must ascend by address");
    else carry_line(p, r->lines_from, (size_t)(insn - p->insn));
    insn->file = file;
    insn->line = (u32)line;
    r->lines_from = (size_t)(insn - p->insn) + 1;
}

static void read_stall(struct reader *r)
{
    u64 pc = get_address(r), left;
    struct profile_insn *insn = (struct profile_insn *)profile_insn_at(r->p, pc);
    if (!insn) bad(r, "stalls of an instruction that is not in this file");
    if (r->failed) return;
    if (profile_stalls(&insn->count)) bad(r, "stalls of one instruction twice");
    left = insn->count.cycles;
    for (unsigned s = 0; s < STALLS && !r->failed; s++) {
        u64 n = get_number(r);
        if (n > left) bad(r, "more stalls than cycles");
        insn->count.stalls[s] = n;
        left -= n;
    }
}

/* A count that only branches have, in the instruction's: no more than the instruction issued. */
static void read_branch(struct reader *r, size_t offset, const char *missing, const char *impossible)
{
    struct profile_insn *insn = (struct profile_insn *)profile_insn_at(r->p, get_address(r));
    u64 n = get_number(r);
    if (!insn) bad(r, missing);
    if (r->failed) return;
    u64 *count = (u64 *)(void *)((u8 *)&insn->count + offset);
    if (*count || !n || n > insn->count.slots) bad(r, impossible);
    *count = n;
}

static void read_mispredicted(struct reader *r)
{
    read_branch(r, offsetof(struct pc_count, mispredicted), "predictions of an instruction that is not in this file",
                "an impossible number of wrong predictions");
}

static void read_taken(struct reader *r)
{
    read_branch(r, offsetof(struct pc_count, taken), "a branch that is not in this file",
                "an impossible number of branches taken");
}

static void read_idle(struct reader *r)
{
    struct profile *p = r->p;
    p->idle = alloc_grow(p->idle, p->idles, &p->idles_room, sizeof *p->idle);
    struct profile_idle *idle = &p->idle[p->idles++];
    idle->address = get_address(r);
    idle->file = get_index(r, p->files);
    u64 line = get_number(r);
    idle->line = (u32)line;
    if (idle->file == PROFILE_NONE || !line || line > UINT32_MAX) bad(r, "an impossible line");
    if (p->idles > 1 && idle[-1].address >= idle->address) bad(r, "idle lines must ascend by address");
}

static void read_arc(struct reader *r)
{
    struct profile *p = r->p;
    p->arc = alloc_grow(p->arc, p->arcs, &p->arcs_room, sizeof *p->arc);
    struct call_arc *a = &p->arc[p->arcs++];
    a->from = get_address(r);
    a->to = get_address(r);
    a->count = get_number(r);
    a->cycles = get_number(r);
    a->instructions = get_number(r);
    if (p->arcs > 1 && (a[-1].from > a->from || (a[-1].from == a->from && a[-1].to >= a->to)))
        bad(r, "arcs must ascend by address");
}

/* Depth first: the parent is the context before or one of those that lead to it, and its child there is the sibling before.
 * The walk up is paid for by the records that went down. */
static void check_place(struct reader *r, u32 index)
{
    const struct context_count *list = r->p->context, *c = &list[index];
    u32 at = index ? index - 1 : CONTEXT_NONE, sibling = CONTEXT_NONE;
    for (; at != c->parent && at != CONTEXT_NONE; at = list[at].parent) sibling = at;
    if (at != c->parent) bad(r, "a context whose parent does not stand before it");
    const struct context_count *s = sibling != CONTEXT_NONE ? &list[sibling] : NULL;
    if (s && (s->from > c->from || (s->from == c->from && s->to >= c->to))) bad(r, "contexts must ascend by address");
    if (c->parent == CONTEXT_NONE && c->from) bad(r, "a call from nowhere");
}

static void read_context(struct reader *r)
{
    struct profile *p = r->p;
    u32 parent = get_index(r, p->contexts);
    if (p->contexts >= CONTEXT_NONE) bad(r, "too many contexts");
    p->context = alloc_grow(p->context, p->contexts, &p->contexts_room, sizeof *p->context);
    struct context_count *c = &p->context[p->contexts++];
    *c = (struct context_count){.parent = parent};
    c->from = get_address(r);
    c->to = get_address(r);
    c->calls = get_number(r);
    c->cycles = get_number(r);
    c->instructions = get_number(r);
    if (!r->failed) check_place(r, (u32)p->contexts - 1);
}

static void read_tick(struct reader *r)
{
    struct profile *p = r->p;
    u32 context = get_index(r, p->contexts);
    p->tick = alloc_grow(p->tick, p->ticks, &p->ticks_room, sizeof *p->tick);
    struct context_tick *t = &p->tick[p->ticks++];
    *t = (struct context_tick){.context = context};
    t->pc = get_address(r);
    t->ticks = get_number(r);
    if (context == CONTEXT_NONE || !profile_insn_at(p, t->pc)) bad(r, "a tick in no context or at no instruction");
    if (p->ticks > 1 && (t[-1].context > context || (t[-1].context == context && t[-1].pc >= t->pc)))
        bad(r, "ticks must ascend by context and address");
}

/* Ticks of contexts are ticks of their instructions. */
static void check_ticks(struct reader *r)
{
    struct profile *p = r->p;
    u64 *left = alloc_zeroed(p->insns, sizeof *left);
    for (size_t i = 0; i < p->insns; i++) left[i] = p->insn[i].count.ticks;
    for (size_t i = 0; i < p->ticks && !r->failed; i++) {
        u64 *here = &left[profile_insn_at(p, p->tick[i].pc) - p->insn];
        if (*here < p->tick[i].ticks) bad(r, "more ticks in contexts than there are");
        *here -= p->tick[i].ticks;
    }
    free(left);
}

/* The records, kind after kind in this order, then "end" with their number. */
static void read_records(struct reader *r)
{
    static const struct {
        const char *keyword;
        void (*read)(struct reader *r);
    } kind[] = {{"image", read_image}, {"function", read_function}, {"insn", read_insn},
                {"file", read_file},   {"line", read_line},         {"stall", read_stall},
                {"mispredicted", read_mispredicted}, {"taken", read_taken},
                {"idle", read_idle},   {"arc", read_arc},
                {"context", read_context}, {"tick", read_tick}};
    size_t records = 0, n = 0;
    for (unsigned k = 0; next_line(r); records++) {
        const char *s = next_field(r, &n);
        if (s && is(s, n, "end")) {
            if (get_number(r) != records) bad(r, "records are missing");
            end_line(r);
            if (r->at != r->end) bad(r, "text after the end");
            return;
        }
        while (s && k < ARRAY_LEN(kind) && !is(s, n, kind[k].keyword)) k++;
        if (k == ARRAY_LEN(kind)) bad(r, "an unknown record, or one out of order");
        else if (s) kind[k].read(r);
        end_line(r);
    }
    bad(r, "the end is missing");
}

int profile_parse(struct profile *p, const char *text, size_t size, const char *name, struct error *e)
{
    memset(p, 0, sizeof *p);
    struct reader r = {.p = p, .name = name, .at = text, .end = text + size, .e = e};
    struct pc_count said = {0};
    read_head(&r, &said);
    if (!r.failed) read_records(&r);
    if (!r.failed) carry_line(p, r.lines_from, p->insns);
    if (!r.failed) check_ticks(&r);
    if (!r.failed && !profile_sum(p, e)) profile_add_tail_calls(p);
    if (!r.failed && profile_sum(p, e)) bad(&r, "counts that add up to more than 64 bits");
    memcpy(said.stalls, p->total.stalls, sizeof said.stalls); /* of these the file says no totals */
    said.mispredicted = p->total.mispredicted;
    said.taken = p->total.taken;
    if (!r.failed && memcmp(&said, &p->total, sizeof said)) bad(&r, "the totals are not the sums of the counts");
    if (r.failed) profile_free(p);
    return r.failed ? -1 : 0;
}

/* All bytes of a stream into a new buffer; NULL with *e. */
static char *slurp(FILE *f, const char *path, size_t *size, struct error *e)
{
    char *text = NULL;
    size_t room = 0, used = 0, got;
    do {
        if (used == room) {
            room = room ? 2 * room : 65536;
            char *more = room <= FILE_MAX ? realloc(text, room) : NULL;
            if (!more) {
                free(text);
                error_set(e, "%s: too large for a profile", path);
                return NULL;
            }
            text = more;
        }
        got = fread(text + used, 1, room - used, f);
        used += got;
    } while (got);
    if (ferror(f)) {
        error_set(e, "%s: cannot read: %s", path, strerror(errno));
        free(text);
        return NULL;
    }
    *size = used;
    return text;
}

char *profile_read_bytes(const char *path, size_t *size, struct error *e)
{
    bool is_stdin = !strcmp(path, "-");
    /* A FIFO without a writer is at its end: who made it may be the guest, and nobody comes. */
    int fd = is_stdin ? -1 : open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (fd >= 0) fcntl(fd, F_SETFL, 0);
    FILE *f = is_stdin ? stdin : fd < 0 ? NULL : fdopen(fd, "r");
    if (!f && errno == ENOENT) error_set(e, "%s: no such file; make it with pcgram --profile=%s PROGRAM", path, path);
    else if (!f) error_set(e, "%s: cannot read: %s", path, strerror(errno));
    if (!f) return NULL;
    char *text = slurp(f, path, size, e);
    if (!is_stdin) fclose(f);
    return text;
}

int profile_load(struct profile *p, const char *path, struct error *e)
{
    memset(p, 0, sizeof *p);
    size_t size = 0;
    char *text = profile_read_bytes(path, &size, e);
    if (text && size >= 4 && !memcmp(text, "\177ELF", 4)) {
        free(text);
        return error_set(e, "%s: a program, not a profile; pcgram --profile %s makes pcgram.out", path, path);
    }
    if (text && size >= 4 && !memcmp(text, "gmon", 4)) {
        free(text);
        return error_set(e, "%s: a profile for gprof, not pcgram's own; pcgram report reads it with --program=ELF", path);
    }
    int result = text ? profile_parse(p, text, size, strcmp(path, "-") ? path : "standard input", e) : -1;
    free(text);
    return result;
}
