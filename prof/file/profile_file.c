#include "prof/file/profile_file.h"

#include "emu/core/alloc.h"
#include "emu/core/regular.h"
#include "prof/file/data_file.h"
#include "prof/file/profile_reader.h"
#include "prof/file/slices_file.h"
#include "prof/file/threads_file.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stddef.h>
#include <stdlib.h>
#include <unistd.h>

#define FILE_MAX ((size_t)1 << 32) /* more is no profile: 2^32 bytes are some 60 million instructions of code */

static const char *const kind_names[] = {
    [SYMBOL_FUNCTION] = "function", [SYMBOL_MILLICODE] = "millicode", [SYMBOL_LABEL] = "label"};

const char *profile_kind_name(enum symbol_kind kind) { return kind_names[kind]; }

/* A line that must be "KEYWORD ..." here. */
static void expect(struct reader *r, const char *keyword)
{
    size_t n = 0;
    char what[64];
    snprintf(what, sizeof what, "a line \"%s ...\" is missing", keyword);
    if (!reader_line(r)) reader_bad(r, what);
    const char *s = reader_field(r, &n);
    if (s && !reader_is(s, n, keyword)) reader_bad(r, what);
}

static u64 head_number(struct reader *r, const char *keyword, u64 least)
{
    expect(r, keyword);
    u64 n = reader_number(r);
    if (n < least) reader_bad(r, "a number that is too small");
    reader_end_line(r);
    return n;
}

static void read_exit(struct reader *r)
{
    struct profile_exit *x = &r->p->exit;
    size_t n = 0;
    expect(r, "exit");
    const char *s = reader_field(r, &n);
    if (!s) return;
    if (reader_is(s, n, "none")) {
        x->kind = EXIT_NONE;
    } else if (reader_is(s, n, "limit")) {
        x->kind = EXIT_LIMIT;
    } else if (reader_is(s, n, "mixed")) {
        x->kind = EXIT_MIXED;
    } else if (reader_is(s, n, "code")) {
        u64 code = reader_number(r);
        if (code > 255) reader_bad(r, "an exit code above 255");
        x->kind = EXIT_CODE;
        x->code = (int)(code & 255);
    } else if (reader_is(s, n, "signal")) {
        char *name = reader_name(r);
        if (strlen(name) >= sizeof x->signal) reader_bad(r, "a signal's name that is too long");
        x->kind = EXIT_SIGNAL;
        snprintf(x->signal, sizeof x->signal, "%s", name);
        free(name);
    } else {
        reader_bad(r, "an exit that is not code, signal, limit, mixed or none");
    }
    reader_end_line(r);
}

/* A line that only profiles of a part of a run have. */
static void read_collected(struct reader *r)
{
    static const char keyword[] = "collected ";
    size_t n = sizeof keyword - 1;
    if (r->failed || (size_t)(r->end - r->at) < n || memcmp(r->at, keyword, n)) return;
    expect(r, "collected");
    r->p->collected = reader_name(r);
    if (!*r->p->collected) reader_bad(r, "no options that say what was collected");
    reader_end_line(r);
}

enum { NAME = sizeof "pcgram-profile" }; /* of a profile's first line, with the blank before the version */

/* The first line is of another version, or none. */
static void refuse_version(struct reader *r)
{
    enum { DIGITS = 9 };
    bool has = r->line_end - r->field > NAME;
    const char *version = has ? r->field + NAME : r->line_end;
    size_t n = 0, size = (size_t)(r->line_end - version);
    while (n < size && version[n] >= '0' && version[n] <= '9') n++;
    if (!n || n != size || n > DIGITS || !has || memcmp(r->field, PROFILE_MAGIC, NAME) != 0) {
        reader_bad(r, "does not begin with \"" PROFILE_MAGIC "\"");
        return;
    }
    r->failed = true;
    error_set(r->e, "%s: version %.*s of the format: this pcgram reads version %s; read it with one like that which wrote it, or make it anew",
              r->name, (int)n, version, &PROFILE_MAGIC[NAME]);
}

static void read_head(struct reader *r, struct pc_count *total)
{
    struct profile *p = r->p;
    if (r->end - r->at > NAME && memcmp(r->at, PROFILE_MAGIC, NAME) != 0) {
        r->line = 1; /* which may have no end: what is no profile has not been read to its own */
        reader_bad(r, "does not begin with \"" PROFILE_MAGIC "\"");
        return;
    }
    if (!reader_line(r)) {
        reader_bad(r, "empty");
        return;
    }
    if (!reader_is(r->field, (size_t)(r->line_end - r->field), PROFILE_MAGIC)) {
        refuse_version(r);
        return;
    }
    expect(r, "isa");
    p->isa = reader_name(r);
    reader_end_line(r);
    expect(r, "cpu");
    p->cpu = reader_name(r);
    reader_end_line(r);
    expect(r, "order");
    size_t n = 0;
    const char *order = reader_field(r, &n);
    if (order && !reader_is(order, n, "big") && !reader_is(order, n, "little")) reader_bad(r, "a byte order that is not big or little");
    p->big_endian = order && reader_is(order, n, "big");
    reader_end_line(r);
    u64 address_size = head_number(r, "address", 4);
    if (address_size != 4 && address_size != 8) reader_bad(r, "addresses that have not 4 or 8 bytes");
    u64 unit = head_number(r, "unit", 4);
    if (unit != 4 && unit != PROFILE_CODE_MAX) reader_bad(r, "a unit of code that has not 4 or 16 bytes");
    p->address_size = address_size == 4 ? 4 : 8;
    p->unit = unit == 4 ? 4 : PROFILE_CODE_MAX;
    p->clock_hz = head_number(r, "clock", 1);
    p->tick_cycles = head_number(r, "tick", 1);
    p->handler_cycles = head_number(r, "handler", 0);
    expect(r, "total");
    total->cycles = reader_number(r);
    total->instructions = reader_number(r);
    total->slots = reader_number(r);
    total->ticks = reader_number(r);
    reader_end_line(r);
    read_exit(r);
    read_collected(r);
}

static void read_image(struct reader *r)
{
    struct profile *p = r->p;
    p->image = alloc_grow(p->image, p->images, &p->images_room, sizeof *p->image);
    struct profile_image *m = &p->image[p->images++];
    m->bias = reader_address(r);
    m->size = reader_number(r);
    m->low = reader_address(r);
    m->high = reader_address(r);
    m->offset = reader_address(r);
    m->build_id = reader_name(r);
    m->path = reader_name(r);
    if (m->low > m->high) reader_bad(r, "an image that ends before it begins");
}

static enum symbol_kind get_kind(struct reader *r)
{
    size_t n = 0;
    const char *s = reader_field(r, &n);
    for (unsigned i = 0; s && i < ARRAY_LEN(kind_names); i++)
        if (reader_is(s, n, kind_names[i])) return (enum symbol_kind)i;
    reader_bad(r, "a kind that is not function, millicode or label");
    return SYMBOL_FUNCTION;
}

static void read_function(struct reader *r)
{
    struct profile *p = r->p;
    p->function = alloc_grow(p->function, p->functions, &p->functions_room, sizeof *p->function);
    struct profile_function *f = &p->function[p->functions++];
    *f = (struct profile_function){.start = reader_address(r)};
    f->size = reader_number(r);
    f->image = reader_index(r, p->images);
    f->kind = get_kind(r);
    f->name = reader_name(r);
    if (!f->size || f->start + f->size < f->start) reader_bad(r, "a function with an impossible size");
    if (p->functions > 1 && f[-1].start >= f->start) reader_bad(r, "functions must ascend by address");
}

static void read_code(struct reader *r, struct profile_insn *insn, const struct profile_insn *last)
{
    const struct profile *p = r->p;
    size_t n = 0;
    const char *s = reader_field(r, &n);
    if (!s || reader_is(s, n, "-")) return;
    insn->has_code = true;
    if (reader_is(s, n, "=")) {
        if (!last || !last->has_code || last->count.pc / p->unit != insn->count.pc / p->unit)
            reader_bad(r, "code said to be that of the line before, which is another bundle");
        else memcpy(insn->code, last->code, sizeof insn->code);
        return;
    }
    if (n != 2 * p->unit) {
        reader_bad(r, "code of the wrong length");
        return;
    }
    for (unsigned i = 0; i < p->unit; i++) insn->code[i] = (u8)reader_digits(r, s + 2 * i, 2, 16);
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
    insn->count.pc = reader_address(r);
    read_code(r, insn, last);
    insn->function = reader_index(r, p->functions);
    insn->count.cycles = reader_number(r);
    insn->count.instructions = reader_number(r);
    insn->count.slots = reader_number(r);
    insn->count.ticks = reader_number(r);
    if (insn->count.instructions > insn->count.slots) reader_bad(r, "more instructions took effect than issued");
    if (insn->count.pc % p->unit > (p->unit == PROFILE_CODE_MAX ? 2 : 0)) reader_bad(r, "an address inside an instruction");
    if (last && last->count.pc >= insn->count.pc) reader_bad(r, "instructions must ascend by address");
    if (r->failed || insn->function == PROFILE_NONE) return;
    const struct profile_function *f = &p->function[insn->function];
    if (insn->count.pc - f->start >= f->size) reader_bad(r, "an instruction outside the function it is said to be in");
}

static void read_file(struct reader *r)
{
    struct profile *p = r->p;
    p->file = alloc_grow(p->file, p->files, &p->files_room, sizeof *p->file);
    p->file[p->files++] = reader_name(r);
    if (p->files > 1 && strcmp(p->file[p->files - 2], p->file[p->files - 1]) >= 0) reader_bad(r, "files must ascend by name");
}

/* The line of an instruction and of those behind it, up to the next record or to the last instruction. */
static void read_line(struct reader *r)
{
    struct profile *p = r->p;
    struct profile_insn *insn = (struct profile_insn *)profile_insn_at(p, reader_address(r));
    u32 file = reader_index(r, p->files);
    u64 line = reader_number(r);
    if (!insn) reader_bad(r, "a line of an instruction that is not in this file");
    if (line > UINT32_MAX || !line != (file == PROFILE_NONE)) reader_bad(r, "an impossible line");
    if (r->failed) return;
    if ((size_t)(insn - p->insn) < r->lines_from) reader_bad(r, "lines must ascend by address");
    else carry_line(p, r->lines_from, (size_t)(insn - p->insn));
    insn->file = file;
    insn->line = (u32)line;
    r->lines_from = (size_t)(insn - p->insn) + 1;
}

static void read_stall(struct reader *r)
{
    u64 pc = reader_address(r), left;
    struct profile_insn *insn = (struct profile_insn *)profile_insn_at(r->p, pc);
    if (!insn) reader_bad(r, "stalls of an instruction that is not in this file");
    if (r->failed) return;
    if (profile_stalls(&insn->count)) reader_bad(r, "stalls of one instruction twice");
    left = insn->count.cycles;
    for (unsigned s = 0; s < STALLS && !r->failed; s++) {
        u64 n = reader_number(r);
        if (n > left) reader_bad(r, "more stalls than cycles");
        insn->count.stalls[s] = n;
        left -= n;
    }
}

/* A count that only branches have, in the instruction's: no more than the instruction issued. */
static void read_branch(struct reader *r, size_t offset, const char *missing, const char *impossible)
{
    struct profile_insn *insn = (struct profile_insn *)profile_insn_at(r->p, reader_address(r));
    u64 n = reader_number(r);
    if (!insn) reader_bad(r, missing);
    if (r->failed) return;
    u64 *count = (u64 *)(void *)((u8 *)&insn->count + offset);
    if (*count || !n || n > insn->count.slots) reader_bad(r, impossible);
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
    idle->address = reader_address(r);
    idle->file = reader_index(r, p->files);
    u64 line = reader_number(r);
    idle->line = (u32)line;
    if (idle->file == PROFILE_NONE || !line || line > UINT32_MAX) reader_bad(r, "an impossible line");
    if (p->idles > 1 && idle[-1].address >= idle->address) reader_bad(r, "idle lines must ascend by address");
}

static void read_arc(struct reader *r)
{
    struct profile *p = r->p;
    p->arc = alloc_grow(p->arc, p->arcs, &p->arcs_room, sizeof *p->arc);
    struct call_arc *a = &p->arc[p->arcs++];
    a->from = reader_address(r);
    a->to = reader_address(r);
    a->count = reader_number(r);
    a->cycles = reader_number(r);
    a->instructions = reader_number(r);
    if (p->arcs > 1 && (a[-1].from > a->from || (a[-1].from == a->from && a[-1].to >= a->to)))
        reader_bad(r, "arcs must ascend by address");
}

/* Depth first: the parent is the context before or one of those that lead to it, and its child there is the sibling before.
 * The walk up is paid for by the records that went down. */
static void check_place(struct reader *r, u32 index)
{
    const struct context_count *list = r->p->context, *c = &list[index];
    u32 at = index ? index - 1 : CONTEXT_NONE, sibling = CONTEXT_NONE;
    for (; at != c->parent && at != CONTEXT_NONE; at = list[at].parent) sibling = at;
    if (at != c->parent) reader_bad(r, "a context whose parent does not stand before it");
    const struct context_count *s = sibling != CONTEXT_NONE ? &list[sibling] : NULL;
    if (s && (s->from > c->from || (s->from == c->from && s->to >= c->to))) reader_bad(r, "contexts must ascend by address");
    if (c->parent == CONTEXT_NONE && c->from) reader_bad(r, "a call from nowhere");
}

static void read_context(struct reader *r)
{
    struct profile *p = r->p;
    u32 parent = reader_index(r, p->contexts);
    if (p->contexts >= CONTEXT_NONE) reader_bad(r, "too many contexts");
    p->context = alloc_grow(p->context, p->contexts, &p->contexts_room, sizeof *p->context);
    struct context_count *c = &p->context[p->contexts++];
    *c = (struct context_count){.parent = parent};
    c->from = reader_address(r);
    c->to = reader_address(r);
    c->calls = reader_number(r);
    c->cycles = reader_number(r);
    c->instructions = reader_number(r);
    if (!r->failed) check_place(r, (u32)p->contexts - 1);
}

static void read_tick(struct reader *r)
{
    struct profile *p = r->p;
    u32 context = reader_index(r, p->contexts);
    p->tick = alloc_grow(p->tick, p->ticks, &p->ticks_room, sizeof *p->tick);
    struct context_tick *t = &p->tick[p->ticks++];
    *t = (struct context_tick){.context = context};
    t->pc = reader_address(r);
    t->ticks = reader_number(r);
    if (context == CONTEXT_NONE || !profile_insn_at(p, t->pc)) reader_bad(r, "a tick in no context or at no instruction");
    if (p->ticks > 1 && (t[-1].context > context || (t[-1].context == context && t[-1].pc >= t->pc)))
        reader_bad(r, "ticks must ascend by context and address");
}

/* Ticks of contexts are ticks of their instructions. */
static void check_ticks(struct reader *r)
{
    struct profile *p = r->p;
    u64 *left = alloc_zeroed(p->insns, sizeof *left);
    for (size_t i = 0; i < p->insns; i++) left[i] = p->insn[i].count.ticks;
    for (size_t i = 0; i < p->ticks && !r->failed; i++) {
        u64 *here = &left[profile_insn_at(p, p->tick[i].pc) - p->insn];
        if (*here < p->tick[i].ticks) reader_bad(r, "more ticks in contexts than there are");
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
                {"context", read_context}, {"tick", read_tick},
                {"data", data_read},   {"chain", data_read_chain},
                {"object", data_read_object}, {"access", data_read_access},
                {"used", data_read_used}, {"slice", data_read_slice}, {"band", data_read_band},
                {"thread", threads_read}, {"insn-of", threads_read_row}, {"context-of", threads_read_share},
                {"tick-of", threads_read_tick}, {"wait", threads_read_wait},
                {"slices", slices_read}, {"slice", slices_read_slice}, {"insn-in", slices_read_row},
                {"chain-in", slices_read_share}, {"tick-in", slices_read_tick}, {"data-in", data_read_part}};
    size_t records = 0, n = 0;
    for (unsigned k = 0; reader_line(r); records++) {
        const char *s = reader_field(r, &n);
        if (s && reader_is(s, n, "end")) {
            if (reader_number(r) != records) reader_bad(r, "records are missing");
            reader_end_line(r);
            if (r->at != r->end) reader_bad(r, "text after the end");
            return;
        }
        while (s && k < ARRAY_LEN(kind) && !reader_is(s, n, kind[k].keyword)) k++;
        if (k == ARRAY_LEN(kind)) reader_bad(r, "an unknown record, or one out of order");
        else if (s) kind[k].read(r);
        reader_end_line(r);
    }
    reader_bad(r, "the end is missing");
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
    if (!r.failed && profile_sum(p, e)) reader_bad(&r, "counts that add up to more than 64 bits");
    if (!r.failed) data_check(&r);
    threads_check(&r);
    slices_check(&r);
    memcpy(said.stalls, p->total.stalls, sizeof said.stalls); /* of these the file says no totals */
    said.mispredicted = p->total.mispredicted;
    said.taken = p->total.taken;
    if (!r.failed && memcmp(&said, &p->total, sizeof said)) reader_bad(&r, "the totals are not the sums of the counts");
    if (r.failed) profile_free(p);
    return r.failed ? -1 : 0;
}

/* All bytes of a stream into a new buffer; NULL with *e. Of what does not begin with `magic` (NULL: anything may be right) the
 * first ones are enough to say so: a stream like /dev/zero has no end. */
static char *slurp(FILE *f, const char *path, const char *magic, size_t *size, struct error *e)
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
    } while (got && !(magic && used >= strlen(magic) && memcmp(text, magic, strlen(magic)) != 0));
    if (ferror(f)) {
        error_set(e, "%s: cannot read: %s", path, strerror(errno));
        free(text);
        return NULL;
    }
    *size = used;
    return text;
}

static char *read_bytes(const char *path, const char *magic, size_t *size, struct error *e)
{
    bool is_stdin = !strcmp(path, "-");
    /* A FIFO without a writer is at its end: who made it may be the guest, and nobody comes. */
    int fd = is_stdin ? -1 : open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (fd >= 0) fcntl(fd, F_SETFL, 0);
    FILE *f = is_stdin ? stdin : fd < 0 ? NULL : fdopen(fd, "r");
    if (!f && !*path) error_set(e, "an empty name is no profile's: give one");
    else if (!f && errno == ENOENT) error_set(e, "%s: no such file; make it with pcgram --profile=%s PROGRAM", path, path);
    else if (!f) error_set(e, "%s: cannot read: %s", path, strerror(errno));
    if (!f) return NULL;
    char *text = slurp(f, path, magic, size, e);
    if (!is_stdin) fclose(f);
    return text;
}

bool profile_is(const char *path)
{
    char begin[sizeof PROFILE_MAGIC] = "";
    int fd = regular_open(path);
    if (fd < 0) return false;
    bool is = read(fd, begin, sizeof begin - 1) == (ssize_t)(sizeof begin - 1) && !strcmp(begin, PROFILE_MAGIC);
    close(fd);
    return is;
}

char *profile_read_bytes(const char *path, size_t *size, struct error *e) { return read_bytes(path, NULL, size, e); }

int profile_load(struct profile *p, const char *path, struct error *e)
{
    memset(p, 0, sizeof *p);
    size_t size = 0;
    char *text = read_bytes(path, PROFILE_MAGIC, &size, e);
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
