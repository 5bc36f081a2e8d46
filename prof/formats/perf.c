#include "prof/formats/perf.h"

#include "emu/core/alloc.h"
#include "emu/core/text.h"
#include "prof/output/put.h"
#include "prof/profile/profile_part.h"
#include "prof/profile/stacks.h"

#include <stdlib.h>

/* The file of perf record (Linux, tools/perf/Documentation/perf.data-file-format.txt and <linux/perf_event.h>), always in
 * little-endian order: a head, one event's attributes, records, and what its "features" say of where it was made. Nothing
 * is said of the processor: perf annotate refuses one that it cannot disassemble by itself, though objdump could. */
enum { HEAD_SIZE = 104, ATTR_SIZE = 128, ATTR_ENTRY = ATTR_SIZE + 16 };
enum { RECORD_COMM = 3, RECORD_SAMPLE = 9, RECORD_MMAP2 = 10 };
enum { MISC_USER = 2, MISC_EXEC = 0x2000 };
enum { TYPE_HARDWARE = 0, TYPE_SOFTWARE = 1, CONFIG_CYCLES = 0, CONFIG_INSTRUCTIONS = 1, CONFIG_CPU_CLOCK = 0 };
/* An instruction pointer, pid and tid, a time, a call chain, a period. */
enum { SAMPLE_TYPE = 1 << 0 | 1 << 1 | 1 << 2 | 1 << 5 | 1 << 8 };
/* comm and mmap records; each record has what a sample has of pid and time behind it (sample_id_all). */
enum { ATTR_FLAGS = 1 << 8 | 1 << 9 | 1 << 18 };
enum { FEATURE_CMDLINE = 11, FEATURE_EVENT_DESC = 12 };
#define CONTEXT_USER ((u64)-512)
#define PID          1 /* of a process with one thread; else that of its first thread */
#define FRAMES_MAX   1024 /* perf report shows 127 unless asked; a record has 64 KiB */

struct writer {
    FILE *f; /* the records */
    u64 time;
    u64 pid, tid;
};

static void put(struct writer *w, u64 n, unsigned bytes) { put_number(w->f, n, bytes, false); }

static void put_record(struct writer *w, unsigned type, unsigned misc, size_t size)
{
    put(w, type, 4);
    put(w, misc, 2);
    put(w, size, 2);
}

static void put_ids(struct writer *w)
{
    put(w, w->pid, 4);
    put(w, w->tid, 4);
}

/* What stands behind each record that is no sample. */
static void put_sample_id(struct writer *w)
{
    put_ids(w);
    put(w, w->time, 8);
}

/* A string, filled with zeros to a multiple of 8 bytes, one at least. */
static void put_padded(struct writer *w, const char *s, size_t size)
{
    for (size_t i = 0; i < size; i++) put(w, *s ? (u8)*s : 0, 1), s += *s != 0;
}

static size_t padded(const char *s, size_t most)
{
    size_t n = strlen(s);
    return ((n < most ? n : most - 1) + 8) / 8 * 8;
}

/* The thread's name, its own or the program's; misc: MISC_EXEC of the first. */
static void put_comm(struct writer *w, const char *name, unsigned misc)
{
    size_t size = padded(name, 16);
    put_record(w, RECORD_COMM, misc, 16 + size + 16);
    put_ids(w);
    for (size_t i = 0, n = strlen(name); i < size; i++) put(w, i < n && i < 15 ? (u8)name[i] : 0, 1);
    put_sample_id(w);
}

static void put_image(struct writer *w, const struct profile_image *m)
{
    enum { PAGE = 4096, PROT_READ_EXEC = 5, MAP_PRIVATE_ = 2, PATH_SIZE = 4096 };
    u64 low = m->low - m->low % PAGE, high = m->high + (PAGE - m->high % PAGE) % PAGE;
    size_t size = padded(m->path, PATH_SIZE);
    if (low >= high) return;
    put_record(w, RECORD_MMAP2, MISC_USER, 72 + size + 16);
    put_ids(w);
    put(w, low, 8);
    put(w, high - low, 8);
    put(w, m->offset - m->low % PAGE, 8);
    for (unsigned i = 0; i < 3; i++) put(w, 0, 8); /* device and inode */
    put(w, PROT_READ_EXEC, 4);
    put(w, MAP_PRIVATE_, 4);
    put_padded(w, m->path, size);
    put_sample_id(w);
}

static void put_sample(struct writer *w, const struct stack_frame *frame, size_t frames, u64 period)
{
    put_record(w, RECORD_SAMPLE, MISC_USER, 8 + 8 + 8 + 8 + 8 + 8 + 8 + 8 * frames);
    put(w, frame[0].address, 8);
    put_ids(w);
    put(w, w->time, 8);
    put(w, period, 8);
    put(w, frames + 1, 8);
    put(w, CONTEXT_USER, 8);
    for (size_t i = 0; i < frames; i++) put(w, frame[i].address, 8);
    w->time++;
}

static void put_samples(struct writer *w, const struct profile *p, enum profile_event event)
{
    struct stacks s;
    struct stack_frame *frame = NULL;
    size_t room = 0;
    stacks_make(&s, p);
    for (size_t i = 0; i < s.samples; i++) {
        u64 period = s.sample[i].value[event];
        size_t frames = stacks_frames(p, &s.sample[i], &frame, &room, FRAMES_MAX);
        if (period) put_sample(w, frame, frames < FRAMES_MAX ? frames : FRAMES_MAX, period);
    }
    free(frame);
    stacks_free(&s);
}

/* The tid of thread i; of those that are not told apart one that no thread has. */
static u64 tid_of(const struct profile_threads *t, size_t i)
{
    u64 highest = 0;
    if (t->thread[i].tid) return t->thread[i].tid;
    for (size_t k = 0; k < t->threads; k++)
        if (t->thread[k].tid > highest) highest = t->thread[k].tid;
    return highest + 1;
}

/* Each thread by itself; `name` is the process's. */
static void put_threads(struct writer *w, const struct profile *p, enum profile_event event, const char *name)
{
    for (u32 i = 0; i < p->threads->threads; i++) {
        struct profile alone;
        threads_alone(p, i, &alone);
        w->tid = tid_of(p->threads, i);
        const char *own = p->threads->thread[i].name;
        if (i || *own) put_comm(w, *own ? own : text_base(name), 0);
        put_samples(w, &alone, event);
        profile_part_free(&alone);
    }
}

static void put_attr(struct writer *w, enum profile_event event)
{
    static const struct { unsigned type, config; } named[PROFILE_EVENTS] = {
        [EVENT_CYCLES] = {TYPE_HARDWARE, CONFIG_CYCLES},
        [EVENT_INSTRUCTIONS] = {TYPE_HARDWARE, CONFIG_INSTRUCTIONS},
        [EVENT_SLOTS] = {TYPE_HARDWARE, CONFIG_INSTRUCTIONS},
        [EVENT_TICKS] = {TYPE_SOFTWARE, CONFIG_CPU_CLOCK},
    };
    put(w, named[event].type, 4);
    put(w, ATTR_SIZE, 4);
    put(w, named[event].config, 8);
    put(w, 1, 8); /* period */
    put(w, SAMPLE_TYPE, 8);
    put(w, 0, 8); /* format of reads */
    put(w, ATTR_FLAGS, 8);
    for (unsigned i = 48; i < ATTR_SIZE; i += 8) put(w, 0, 8);
}

static void put_string(struct writer *w, const char *s)
{
    size_t size = padded(s, 4096);
    put(w, size, 4);
    put_padded(w, s, size);
}

static size_t string_size(const char *s) { return 4 + padded(s, 4096); }

/* The table of features, and what it points to. */
static void put_features(struct writer *w, const struct profile *p, enum profile_event event, u64 at)
{
    const char *name = profile_event_name(event), *path = p->images ? p->image[profile_program(p)].path : "?";
    u64 body = at + 2 * 16, cmdline = 4 + string_size(path), desc = 4 + 4 + ATTR_SIZE + 4 + string_size(name);
    put(w, body, 8);
    put(w, cmdline, 8);
    put(w, body + cmdline, 8);
    put(w, desc, 8);
    put(w, 1, 4); /* words of the command line */
    put_string(w, path);
    put(w, 1, 4); /* events */
    put(w, ATTR_SIZE, 4);
    put_attr(w, event);
    put(w, 0, 4); /* ids of the event */
    put_string(w, name);
}

static void put_head(struct writer *w, u64 data)
{
    fwrite("PERFILE2", 1, 8, w->f);
    put(w, HEAD_SIZE, 8);
    put(w, ATTR_ENTRY, 8);
    put(w, HEAD_SIZE, 8);
    put(w, ATTR_ENTRY, 8);
    put(w, HEAD_SIZE + ATTR_ENTRY, 8);
    put(w, data, 8);
    put(w, 0, 8); /* event types: of old */
    put(w, 0, 8);
    put(w, 1 << FEATURE_CMDLINE | 1 << FEATURE_EVENT_DESC, 8);
    for (unsigned i = 0; i < 3; i++) put(w, 0, 8);
}

int perf_write(const struct profile *p, enum profile_event event, FILE *f, struct error *e)
{
    char *records = NULL;
    size_t size = 0;
    if (!profile_event(&p->total, event))
        return error_set(e, "the profile counted no %s, and perf reads no file without samples", profile_event_name(event));
    const char *name = p->images ? p->image[profile_program(p)].path : "?";
    u64 pid = p->threads ? tid_of(p->threads, 0) : PID;
    struct writer w = {.f = open_memstream(&records, &size), .time = 1, .pid = pid, .tid = pid}, out = {.f = f};
    if (!w.f) return error_set(e, "no memory for the samples");
    put_comm(&w, text_base(name), MISC_EXEC);
    for (size_t i = 0; i < p->images; i++) put_image(&w, &p->image[i]);
    if (p->threads) put_threads(&w, p, event, name);
    else put_samples(&w, p, event);
    if (fclose(w.f)) {
        free(records);
        return error_set(e, "no memory for the samples");
    }
    put_head(&out, size);
    put_attr(&out, event);
    for (unsigned i = 0; i < 2; i++) put(&out, 0, 8); /* no ids */
    fwrite(records, 1, size, f);
    put_features(&out, p, event, HEAD_SIZE + ATTR_ENTRY + size);
    free(records);
    return 0;
}
