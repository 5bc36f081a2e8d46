#include "prof/formats/chains.h"

#include "emu/core/alloc.h"
#include "prof/formats/slices.h"
#include "prof/output/text.h"
#include "prof/profile/profile_part.h"
#include "prof/profile/stacks.h"

#include <inttypes.h>
#include <stdlib.h>

/* The stacks of a profile one after the other, the outermost frame first. */
struct walk {
    struct stacks s;
    struct stack_frame *frame;
    size_t room;
    u32 *row; /* of the present one */
    size_t rows, rows_room;
};

static void walk_to(struct walk *w, const struct profile *p, size_t sample)
{
    size_t frames = stacks_frames(p, &w->s.sample[sample], &w->frame, &w->room, SIZE_MAX);
    for (w->rows = 0; frames-- > 0; w->rows++) {
        w->row = alloc_grow(w->row, w->rows, &w->rows_room, sizeof *w->row);
        w->row[w->rows] = w->frame[frames].row;
    }
}

static void walk_end(struct walk *w)
{
    stacks_free(&w->s);
    free(w->frame);
    free(w->row);
}

/* A thread with its stacks, or all threads together. */
struct track {
    struct profile own; /* of a thread alone */
    const struct profile_thread *thread;
    struct walk walk;
};

/* The tracks of the threads, for tracks_free(); of a process with one thread there are none. */
static struct track *tracks_make(const struct profile *p, size_t *tracks)
{
    *tracks = p->threads ? p->threads->threads : 0;
    struct track *list = alloc_zeroed(*tracks, sizeof *list);
    for (u32 i = 0; i < *tracks; i++) {
        struct track *t = &list[i];
        t->thread = &p->threads->thread[i];
        threads_alone(p, i, &t->own);
        stacks_make(&t->walk.s, &t->own);
    }
    return list;
}

static void tracks_free(struct track *list, size_t tracks)
{
    for (size_t i = 0; i < tracks; i++) {
        walk_end(&list[i].walk);
        profile_part_free(&list[i].own);
    }
    free(list);
}

/* --- speedscope ------------------------------------------------------------------------------------------------------------- */

/* Writes the frame of a row that has no number yet, and numbers it. */
static void print_frame(const struct profile *p, u32 row, u32 *number, u32 *used, FILE *f)
{
    if (number[row] != PROFILE_NONE) return;
    const struct profile_insn *insn = row < p->functions ? profile_insn_at(p, p->function[row].start) : NULL;
    fprintf(f, "%s\n{\"name\":", *used ? "," : "");
    stacks_print_name(p, row, f);
    if (insn && insn->file != PROFILE_NONE) {
        fputs(",\"file\":", f);
        text_json(f, p->file[insn->file]);
        fprintf(f, ",\"line\":%" PRIu32, insn->line);
    }
    fputc('}', f);
    number[row] = (*used)++;
}

static void print_frames(const struct profile *p, struct walk *w, u32 *number, u32 *used, FILE *f)
{
    for (size_t i = 0; i < w->s.samples; i++) {
        walk_to(w, p, i);
        for (size_t k = 0; k < w->rows; k++) print_frame(p, w->row[k], number, used, f);
    }
}

/* Those of what the slices have as well. */
static void slices_frames(const struct profile *p, u32 *number, u32 *used, FILE *f)
{
    for (size_t i = 0; p->slices && i < p->insns; i++)
        if (p->insn[i].count.cycles) print_frame(p, profile_insn_row(p, &p->insn[i]), number, used, f);
}

/* `of`: the thread that p is of; NULL: of all. */
static void print_samples(const struct profile *p, struct walk *w, const u32 *number, enum profile_event event, const char *of, FILE *f)
{
    const char *before = "", *what = profile_event_name(event);
    size_t n = strlen(what) + (of ? strlen(of) : 0) + 3;
    char *name = alloc_zeroed(n, 1);
    snprintf(name, n, "%s%s%s", what, of ? ", " : "", of ? of : "");
    fputs("{\"type\":\"sampled\",\"name\":", f);
    text_json(f, name);
    free(name);
    fprintf(f, ",\"unit\":\"none\",\"startValue\":0,\"endValue\":%" PRIu64 ",\n\"samples\":[", profile_event(&p->total, event));
    for (size_t i = 0; i < w->s.samples; i++) {
        if (!w->s.sample[i].value[event]) continue;
        walk_to(w, p, i);
        fprintf(f, "%s[", before);
        for (size_t k = 0; k < w->rows; k++) fprintf(f, "%s%" PRIu32, k ? "," : "", number[w->row[k]]);
        fputc(']', f);
        before = ",";
    }
    fputs("],\n\"weights\":[", f);
    before = "";
    for (size_t i = 0; i < w->s.samples; i++) {
        if (!w->s.sample[i].value[event]) continue;
        fprintf(f, "%s%" PRIu64, before, w->s.sample[i].value[event]);
        before = ",";
    }
    fputs("]}", f);
}

static void print_thread_samples(struct track *t, const u32 *number, FILE *f)
{
    char *label = threads_label(t->thread);
    fputs(",\n", f);
    print_samples(&t->own, &t->walk, number, EVENT_CYCLES, label, f);
    free(label);
}

void speedscope_write(const struct profile *p, FILE *f)
{
    static const enum profile_event events[] = {EVENT_CYCLES, EVENT_INSTRUCTIONS, EVENT_TICKS};
    struct walk w = {0};
    size_t tracks;
    struct track *track = tracks_make(p, &tracks);
    u32 *number = alloc_zeroed(profile_rows(p), sizeof *number), used = 0;
    for (size_t i = 0; i < profile_rows(p); i++) number[i] = PROFILE_NONE;
    stacks_make(&w.s, p);
    fputs("{\"$schema\":\"https://www.speedscope.app/file-format-schema.json\",\"exporter\":\"pcgram\",\"activeProfileIndex\":0,\n"
          "\"shared\":{\"frames\":[",
          f);
    print_frames(p, &w, number, &used, f);
    for (size_t i = 0; i < tracks; i++) print_frames(p, &track[i].walk, number, &used, f);
    slices_frames(p, number, &used, f);
    fputs("]},\n\"profiles\":[", f);
    for (size_t i = 0; i < sizeof events / sizeof *events; i++) {
        if (i) fputs(",\n", f);
        print_samples(p, &w, number, events[i], NULL, f);
    }
    for (size_t i = 0; i < tracks; i++) print_thread_samples(&track[i], number, f);
    slices_speedscope(p, number, f);
    fputs("]}\n", f);
    free(number);
    walk_end(&w);
    tracks_free(track, tracks);
}

/* --- trace events ------------------------------------------------------------------------------------------------------------- */

static void print_time(const struct profile *p, u64 cycle, FILE *f)
{
    u128 nanoseconds = (u128)cycle * 1000000000 / p->clock_hz; /* whole ones: none is before the one that came first */
    fprintf(f, "\"ts\":%" PRIu64 ".%03u", (u64)(nanoseconds / 1000), (unsigned)(nanoseconds % 1000));
}

static void print_slice(const struct profile *p, u64 tid, char phase, u32 row, u64 cycle, FILE *f)
{
    fprintf(f, ",\n{\"ph\":\"%c\",\"pid\":1,\"tid\":%" PRIu64 ",\"cat\":\"call\",", phase, tid);
    print_time(p, cycle, f);
    fputs(",\"name\":", f);
    stacks_print_name(p, row, f);
    fputc('}', f);
}

/* The chains one after the other, from that cycle on. */
static void print_track(const struct profile *p, struct walk *w, u64 tid, u64 cycle, const char *name, FILE *f)
{
    u32 *open = NULL;
    size_t opened = 0, room = 0;
    fprintf(f, ",\n{\"ph\":\"M\",\"pid\":1,\"tid\":%" PRIu64 ",\"name\":\"thread_name\",\"args\":{\"name\":", tid);
    text_json(f, name);
    fputs("}}", f);
    for (size_t i = 0; i < w->s.samples; i++) {
        if (!w->s.sample[i].value[EVENT_CYCLES]) continue;
        size_t same = 0;
        walk_to(w, p, i);
        while (same < opened && same < w->rows && open[same] == w->row[same]) same++;
        while (opened > same) print_slice(p, tid, 'E', open[--opened], cycle, f);
        for (; opened < w->rows; opened++) {
            open = alloc_grow(open, opened, &room, sizeof *open);
            open[opened] = w->row[opened];
            print_slice(p, tid, 'B', open[opened], cycle, f);
        }
        cycle += w->s.sample[i].value[EVENT_CYCLES];
    }
    while (opened) print_slice(p, tid, 'E', open[--opened], cycle, f);
    free(open);
}

/* All chains on one track, of a process with one thread. */
static void print_one_track(const struct profile *p, FILE *f)
{
    struct walk w = {0};
    stacks_make(&w.s, p);
    print_track(p, &w, 1, 0, "chains of calls, not in the order of time", f);
    walk_end(&w);
}

static void print_thread_track(struct track *t, FILE *f)
{
    static const char behind[] = ": chains of calls, not in the order of time";
    char *label = threads_label(t->thread), *name = alloc_zeroed(strlen(label) + sizeof behind, 1);
    strcat(strcpy(name, label), behind);
    print_track(&t->own, &t->walk, t->thread->tid, t->thread->began, name, f);
    free(name);
    free(label);
}

void trace_event_write(const struct profile *p, FILE *f)
{
    u32 program = profile_program(p);
    size_t tracks;
    struct track *track = tracks_make(p, &tracks);
    fputs("{\"displayTimeUnit\":\"ns\",\"otherData\":{\"exporter\":\"pcgram\",\"order\":\"by chain of calls, not by time\"},\n\"traceEvents\":[\n"
          "{\"ph\":\"M\",\"pid\":1,\"tid\":1,\"name\":\"process_name\",\"args\":{\"name\":",
          f);
    text_json(f, program != PROFILE_NONE ? text_base(p->image[program].path) : "guest");
    fputs("}}", f);
    for (size_t i = 0; i < tracks; i++) print_thread_track(&track[i], f);
    if (!tracks) print_one_track(p, f);
    slices_trace_events(p, f);
    fputs("]}\n", f);
    tracks_free(track, tracks);
}
