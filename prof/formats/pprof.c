#include "prof/formats/pprof.h"

#include "emu/core/alloc.h"
#include "prof/profile/profile_inlines.h"
#include "prof/profile/stacks.h"

#include <stdlib.h>
#include <zlib.h>

/* The messages of profile.proto (github.com/google/pprof) by their field numbers, in protobuf's wire format: a key (number
 * and wire type), then a varint (type 0) or a length and bytes (type 2). */
enum { VARINT = 0, BYTES = 2 };
enum { PROFILE_SAMPLE_TYPE = 1, PROFILE_SAMPLE, PROFILE_MAPPING, PROFILE_LOCATION, PROFILE_FUNCTION, PROFILE_STRING,
       PROFILE_DURATION = 10, PROFILE_PERIOD_TYPE, PROFILE_PERIOD, PROFILE_COMMENT, PROFILE_DEFAULT_TYPE };
enum { TYPE_TYPE = 1, TYPE_UNIT };
enum { SAMPLE_LOCATIONS = 1, SAMPLE_VALUES };
enum { MAPPING_ID = 1, MAPPING_START, MAPPING_LIMIT, MAPPING_OFFSET, MAPPING_FILE, MAPPING_BUILD_ID, MAPPING_HAS_FUNCTIONS,
       MAPPING_HAS_FILES, MAPPING_HAS_LINES };
enum { LOCATION_ID = 1, LOCATION_MAPPING, LOCATION_ADDRESS, LOCATION_LINE };
enum { LINE_FUNCTION = 1, LINE_LINE };
enum { FUNCTION_ID = 1, FUNCTION_NAME, FUNCTION_SYSTEM_NAME, FUNCTION_FILE, FUNCTION_START_LINE };

/* --- bytes ------------------------------------------------------------------------------------------------------------ */

struct bytes {
    u8 *at;
    size_t used, room;
};

static void put_byte(struct bytes *b, u8 byte)
{
    b->at = alloc_grow(b->at, b->used, &b->room, 1);
    b->at[b->used++] = byte;
}

static void put_varint(struct bytes *b, u64 n)
{
    for (; n >= 0x80; n >>= 7) put_byte(b, (u8)(n | 0x80));
    put_byte(b, (u8)n);
}

static void put_field(struct bytes *b, unsigned field, u64 n)
{
    if (!n) return; /* as good as not there */
    put_varint(b, field << 3 | VARINT);
    put_varint(b, n);
}

static void put_bytes(struct bytes *b, unsigned field, const void *from, size_t size)
{
    put_varint(b, field << 3 | BYTES);
    put_varint(b, size);
    for (size_t i = 0; i < size; i++) put_byte(b, ((const u8 *)from)[i]);
}

/* A message in a message; empties it. */
static void put_message(struct bytes *b, unsigned field, struct bytes *message)
{
    put_bytes(b, field, message->at, message->used);
    message->used = 0;
}

/* --- tables ----------------------------------------------------------------------------------------------------------- */

struct location {
    u64 address;
    u32 row, id;
};

/* A function once more, for its lines that are in another file than it begins in (of a header, inlined code among them): readers look for the lines of a
 * Function in its one file. */
struct elsewhere {
    const char *file;
    u32 row;
    size_t next; /* of the same row, counted from 1; 0: none */
};

struct writer {
    const struct profile *p;
    struct bytes out, message, inner;
    struct bytes strings; /* the fields of the string table, in order */
    u64 string_count;
    struct location *location; /* found by hashing; id 0: free */
    size_t locations, location_room;
    struct elsewhere *elsewhere;
    size_t elsewheres, elsewhere_room, *first; /* by row: of elsewhere, counted from 1; 0: none */
};

/* A new string: no two are asked for that could be one, but for names of functions, where it does no harm. */
static u64 add_string(struct writer *w, const char *s)
{
    put_bytes(&w->strings, PROFILE_STRING, s, strlen(s));
    return w->string_count++;
}

static struct location *find_location(const struct writer *w, u64 address, u32 row)
{
    size_t i = (size_t)((address ^ (u64)row << 40) * 0x9e3779b97f4a7c15 >> 20) & (w->location_room - 1);
    while (w->location[i].id && (w->location[i].address != address || w->location[i].row != row))
        i = (i + 1) & (w->location_room - 1);
    return &w->location[i];
}

static u32 mapping_of_row(const struct writer *w, u32 row)
{
    const struct profile *p = w->p;
    u32 image = row < p->functions ? p->function[row].image : row - (u32)p->functions;
    return image < p->images ? image + 1 : 0;
}

/* Where the row's function begins; NULL: not known. */
static const char *file_of_row(const struct profile *p, u32 row)
{
    const struct inline_function *g = profile_inline_function(p, row);
    const struct profile_insn *insn = !g && row < p->functions ? profile_insn_at(p, p->function[row].start) : NULL;
    return g ? g->file : insn && insn->file != PROFILE_NONE ? p->file[insn->file] : NULL;
}

/* The id of the row's function for lines in that file. */
static u64 function_id(struct writer *w, u32 row, const char *file)
{
    const char *own = file_of_row(w->p, row);
    if (!file || (own && !strcmp(own, file))) return (u64)row + 1;
    for (size_t i = w->first[row]; i; i = w->elsewhere[i - 1].next)
        if (!strcmp(w->elsewhere[i - 1].file, file)) return profile_inline_rows(w->p) + i;
    w->elsewhere = alloc_grow(w->elsewhere, w->elsewheres, &w->elsewhere_room, sizeof *w->elsewhere);
    w->elsewhere[w->elsewheres++] = (struct elsewhere){file, row, w->first[row]};
    w->first[row] = w->elsewheres;
    return profile_inline_rows(w->p) + w->elsewheres;
}

/* The id of the location that the first `levels` frames share, which all but the last are inlined code of; its message is
 * written when it is met first. */
static u32 location_id(struct writer *w, const struct stack_frame *frame, size_t levels)
{
    if (2 * w->locations >= w->location_room) {
        struct location *old = w->location;
        size_t room = w->location_room;
        w->location_room = room ? 2 * room : 1024;
        w->location = alloc_zeroed(w->location_room, sizeof *w->location);
        for (size_t i = 0; i < room; i++)
            if (old[i].id) *find_location(w, old[i].address, old[i].row) = old[i];
        free(old);
    }
    struct location *l = find_location(w, frame->address, frame->row);
    if (l->id) return l->id;
    *l = (struct location){frame->address, frame->row, (u32)++w->locations};
    struct bytes m = {0};
    put_field(&m, LOCATION_ID, l->id);
    put_field(&m, LOCATION_MAPPING, mapping_of_row(w, frame[levels - 1].row));
    put_field(&m, LOCATION_ADDRESS, frame->address);
    for (size_t i = 0; i < levels; i++) {
        put_field(&w->inner, LINE_FUNCTION, function_id(w, frame[i].row, frame[i].file));
        put_field(&w->inner, LINE_LINE, frame[i].line);
        put_message(&m, LOCATION_LINE, &w->inner);
    }
    put_message(&w->out, PROFILE_LOCATION, &m);
    free(m.at);
    return l->id;
}

/* --- the parts -------------------------------------------------------------------------------------------------------- */

static void put_types(struct writer *w)
{
    u64 unit = add_string(w, "count"), cycles = 0;
    for (unsigned e = 0; e < PROFILE_EVENTS; e++) {
        u64 type = add_string(w, profile_event_name((enum profile_event)e));
        if (e == EVENT_CYCLES) cycles = type;
        put_field(&w->message, TYPE_TYPE, type);
        put_field(&w->message, TYPE_UNIT, unit);
        put_message(&w->out, PROFILE_SAMPLE_TYPE, &w->message);
    }
    put_field(&w->message, TYPE_TYPE, cycles);
    put_field(&w->message, TYPE_UNIT, unit);
    put_message(&w->out, PROFILE_PERIOD_TYPE, &w->message);
    put_field(&w->out, PROFILE_PERIOD, 1);
    put_field(&w->out, PROFILE_DEFAULT_TYPE, cycles);
    put_field(&w->out, PROFILE_DURATION, (u64)((u128)w->p->total.cycles * 1000000000 / w->p->clock_hz));
}

static void put_mappings(struct writer *w)
{
    for (size_t i = 0; i < w->p->images; i++) {
        const struct profile_image *m = &w->p->image[i];
        put_field(&w->message, MAPPING_ID, i + 1);
        put_field(&w->message, MAPPING_START, m->low);
        put_field(&w->message, MAPPING_LIMIT, m->high);
        put_field(&w->message, MAPPING_OFFSET, m->offset);
        put_field(&w->message, MAPPING_FILE, add_string(w, m->path));
        put_field(&w->message, MAPPING_BUILD_ID, add_string(w, m->build_id));
        put_field(&w->message, MAPPING_HAS_FUNCTIONS, 1); /* there is nothing that pprof could find out beside */
        put_field(&w->message, MAPPING_HAS_FILES, 1);
        put_field(&w->message, MAPPING_HAS_LINES, 1);
        put_message(&w->out, PROFILE_MAPPING, &w->message);
    }
}

/* The row's function, as id, for lines of that file. */
static void put_function(struct writer *w, u64 id, u32 row, const char *file, u32 line)
{
    const struct profile *p = w->p;
    const struct inline_function *g = profile_inline_function(p, row);
    char *made = NULL;
    const char *name = g ? (g->symbol ? g->symbol : g->name) : row < p->functions ? profile_symbol(&p->function[row]) : stacks_name(p, row, &made);
    u64 at = add_string(w, name);
    free(made);
    put_field(&w->message, FUNCTION_ID, id);
    put_field(&w->message, FUNCTION_NAME, at);
    put_field(&w->message, FUNCTION_SYSTEM_NAME, g && !g->symbol ? 0 : at); /* readers demangle, and shorten, what has the same name in both */
    put_field(&w->message, FUNCTION_FILE, file ? add_string(w, file) : 0);
    put_field(&w->message, FUNCTION_START_LINE, line);
    put_message(&w->out, PROFILE_FUNCTION, &w->message);
}

/* Of all rows; those of other files are put when their locations have been met. */
static void put_functions(struct writer *w)
{
    const struct profile *p = w->p;
    for (u32 row = 0; row < profile_inline_rows(p); row++) {
        const struct inline_function *g = profile_inline_function(p, row);
        const struct profile_insn *insn = row < p->functions ? profile_insn_at(p, p->function[row].start) : NULL;
        put_function(w, (u64)row + 1, row, file_of_row(p, row), g ? g->line : insn ? insn->line : 0);
    }
}

static void put_elsewhere(struct writer *w)
{
    for (size_t i = 0; i < w->elsewheres; i++) put_function(w, profile_inline_rows(w->p) + i + 1, w->elsewhere[i].row, w->elsewhere[i].file, 0);
}

static void put_samples(struct writer *w)
{
    struct stacks s;
    struct stack_frame *frame = NULL;
    size_t room = 0;
    stacks_make(&s, w->p);
    for (size_t i = 0; i < s.samples; i++) {
        struct bytes sample = {0};
        size_t frames = stacks_frames(w->p, &s.sample[i], &frame, &room, SIZE_MAX);
        for (size_t k = 0, n; k < frames; k += n) {
            for (n = 1; k + n < frames && profile_inline_function(w->p, frame[k + n - 1].row);) n++;
            put_varint(&sample, location_id(w, &frame[k], n));
        }
        put_message(&w->message, SAMPLE_LOCATIONS, &sample);
        for (unsigned e = 0; e < PROFILE_EVENTS; e++) put_varint(&sample, s.sample[i].value[e]);
        put_message(&w->message, SAMPLE_VALUES, &sample);
        put_message(&w->out, PROFILE_SAMPLE, &w->message);
        free(sample.at);
    }
    free(frame);
    stacks_free(&s);
}

/* gzip without a time and a name in its head (RFC 1952). */
static int compress_into(const struct bytes *from, FILE *f, struct error *e)
{
    enum { GZIP = 16 };
    z_stream z = {0};
    u8 buffer[1 << 14];
    int status = deflateInit2(&z, Z_DEFAULT_COMPRESSION, Z_DEFLATED, MAX_WBITS + GZIP, 8, Z_DEFAULT_STRATEGY);
    if (status != Z_OK) return error_set(e, "zlib cannot compress the profile: %s", z.msg ? z.msg : "no memory");
    for (size_t at = 0; status != Z_STREAM_END;) {
        if (!z.avail_in) {
            size_t left = from->used - at;
            z.next_in = from->at + at;
            z.avail_in = left < 1 << 20 ? (uInt)left : 1 << 20;
            at += z.avail_in;
        }
        z.next_out = buffer;
        z.avail_out = sizeof buffer;
        status = deflate(&z, at == from->used ? Z_FINISH : Z_NO_FLUSH);
        fwrite(buffer, 1, sizeof buffer - z.avail_out, f);
    }
    deflateEnd(&z);
    return 0;
}

int pprof_write(const struct profile *p, FILE *f, struct error *e)
{
    struct writer w = {.p = p, .first = alloc_zeroed(profile_inline_rows(p), sizeof *w.first)};
    char comment[128];
    add_string(&w, ""); /* string 0 */
    put_types(&w);
    put_mappings(&w);
    put_functions(&w);
    put_samples(&w);
    put_elsewhere(&w);
    snprintf(comment, sizeof comment, "pcgram: %.32s %.32s", p->isa, p->cpu);
    put_field(&w.out, PROFILE_COMMENT, add_string(&w, comment));
    for (size_t i = 0; i < w.strings.used; i++) put_byte(&w.out, w.strings.at[i]);
    int status = compress_into(&w.out, f, e);
    free(w.out.at);
    free(w.message.at);
    free(w.inner.at);
    free(w.strings.at);
    free(w.location);
    free(w.elsewhere);
    free(w.first);
    return status;
}
