#include "emu/run/formats.h"

#include <inttypes.h>

#include "emu/core/text.h"
#include "emu/run/isas.h"
#include "emu/run/usage.h"
#include "prof/file/profile_file.h"
#include "prof/formats/callgrind.h"
#include "prof/formats/chains.h"
#include "prof/formats/folded.h"
#include "prof/formats/gmon.h"
#include "prof/formats/lcov.h"
#include "prof/formats/mon.h"
#include "prof/formats/perf.h"
#include "prof/formats/pprof.h"

/* `part` of a file's name, without its folders, tells the format; the first row that fits counts ("gmon" before "mon"). */
static const struct {
    const char *word, *name, *part;
    unsigned takes;         /* enum format_option */
    bool outside;           /* names are not in it: readers take them from the programs' files */
    enum profile_event the; /* event, if it is not chosen */
} rows[FORMATS] = {
    [FORMAT_PCGRAM] = {"pcgram", DEFAULT_PROFILE, NULL, 0, false, EVENT_CYCLES},
    [FORMAT_GMON] = {"gmon", "gmon.out", "gmon", FORMAT_EVENT | FORMAT_IMAGE, true, EVENT_TICKS},
    [FORMAT_MON] = {"mon", "mon.out", "mon.out", FORMAT_EVENT | FORMAT_IMAGE, true, EVENT_TICKS},
    [FORMAT_CALLGRIND] = {"callgrind", "callgrind.out", "callgrind", FORMAT_NO_DEMANGLE, false, EVENT_CYCLES},
    [FORMAT_FOLDED] = {"folded", "pcgram.folded", ".folded", FORMAT_EVENT | FORMAT_INLINE | FORMAT_NO_DEMANGLE, false, EVENT_CYCLES},
    [FORMAT_PPROF] = {"pprof", "pcgram.pb.gz", ".pb.gz", FORMAT_INLINE, false, EVENT_CYCLES},
    [FORMAT_PERF] = {"perf", "perf.data", "perf.data", FORMAT_EVENT, true, EVENT_CYCLES},
    [FORMAT_LCOV] = {"lcov", "lcov.info", ".info", 0, false, EVENT_CYCLES},
    [FORMAT_SPEEDSCOPE] = {"speedscope", "pcgram.speedscope.json", ".speedscope.json", FORMAT_NO_DEMANGLE, false, EVENT_CYCLES},
    [FORMAT_TRACE_EVENT] = {"trace-event", "pcgram.trace.json", ".trace.json", FORMAT_NO_DEMANGLE, false, EVENT_CYCLES},
};

bool format_takes(enum profile_format format, unsigned options) { return (rows[format].takes & options) == options; }

const char *format_words(unsigned options, char out[FORMAT_WORDS])
{
    struct text t = text_begin(out, FORMAT_WORDS);
    unsigned left = 0;
    for (unsigned i = FORMAT_GMON; i < FORMATS; i++) left += format_takes((enum profile_format)i, options);
    for (unsigned i = FORMAT_GMON; i < FORMATS; i++)
        if (format_takes((enum profile_format)i, options)) text_put(&t, "%s%s", rows[i].word, --left > 1 ? ", " : left ? " and " : "");
    return out;
}

enum profile_format format_of_word(const char *word)
{
    for (unsigned i = FORMAT_PCGRAM; i < FORMATS; i++)
        if (!strcmp(word, rows[i].word)) return (enum profile_format)i;
    return FORMAT_NONE;
}

enum profile_format format_of_name(const char *path)
{
    const char *base = text_base(path);
    for (unsigned i = FORMAT_PCGRAM; i < FORMATS; i++)
        if (rows[i].part && strstr(base, rows[i].part)) return (enum profile_format)i;
    return FORMAT_NONE;
}

const char *format_default_name(enum profile_format format) { return rows[format].name; }

bool format_names_outside(enum profile_format format) { return rows[format].outside; }

enum profile_event format_event(enum profile_format format) { return rows[format].the; }

/* -1 with *e. */
static int find_image(const struct profile *p, const struct format_request *r, u32 *image, struct error *e)
{
    u64 n = 0;
    *image = profile_program(p);
    if (!p->images) return error_set(e, "the profile names no program, so there is no code to count in");
    if (!r->image) return 0;
    for (u32 i = 0; i < p->images; i++) {
        if (strcmp(p->image[i].path, r->image)) continue;
        *image = i;
        return 0;
    }
    if (!parse_count(r->image, &n) || n >= p->images)
        return error_set(e, "--image=%s: no such image in the profile; pcgram report lists them", r->image);
    *image = (u32)n;
    return 0;
}

static void print_dropped(const struct gmon_notes *n, const struct format_request *r, const char *unit)
{
    char sum[TEXT_COUNT], name[100];
    snprintf(name, sizeof name, "%s", profile_symbol(n->dropped));
    fprintf(stderr, "pcgram: %s: gprof leaves out local names such as %s, and shows the code of the %zu here (%s) as the functions'"
                    " before it\n", r->path, text_clean(name), n->dropped_more + 1, text_count(sum, n->dropped_sum, unit));
    fprintf(stderr, "pcgram: %s: with a list of them they stand apart: nm PROGRAM | sed 's/ [VWi] / T /' > PROGRAM.nm; gprof -S PROGRAM.nm"
                    " PROGRAM %s\n", r->path, r->path);
}

/* What a reader of the file should know and cannot see in it. */
static void print_notes(const struct gmon_notes *n, const struct format_request *r)
{
    char some[TEXT_COUNT], unit[TEXT_NUMBER];
    const char *events = profile_event_name(r->event);
    snprintf(unit, sizeof unit, "%.*s", (int)strlen(events) - 1, events);
    progress_erase(r->progress);
    if (n->divisor > 1)
        fprintf(stderr, "pcgram: %s: one unit of a bin is %" PRIu64 " %s\n", r->path, n->divisor, events);
    if (!n->rate_exact)
        fprintf(stderr, "pcgram: %s: the format has whole rates only, so seconds are rounded to %" PRIu64 " a second\n",
                r->path, n->rate);
    if (n->arcs_left)
        fprintf(stderr, "pcgram: %s: calls of millicode and of labels are not in it: gprof would misplace them\n",
                r->path);
    if (n->dropped) print_dropped(n, r, unit);
    if (n->arcs_cut) fprintf(stderr, "pcgram: %s: the counts of some calls were too large and were cut\n", r->path);
    if (n->outside)
        fprintf(stderr, "pcgram: %s: %s of other images not in it (see --image)\n", r->path,
                text_count(some, n->outside, unit));
}

/* Writes the file itself; what a reader of gmon's and mon's should know goes to *notes. */
static int write_file(const struct profile *p, const struct format_request *r, u32 image, FILE *f, struct gmon_notes *notes, struct error *e)
{
    struct gmon_options g = {.event = r->event, .image = image};
    struct mon_options m = {.event = r->event, .image = image};
    struct mon_notes n;
    switch (r->format) {
    case FORMAT_GMON: return gmon_write(p, &g, f, notes, e);
    case FORMAT_MON:
        if (mon_write(p, &m, f, &n, e)) return -1;
        *notes = (struct gmon_notes){.divisor = n.divisor, .rate_exact = true, .arcs_cut = n.calls_cut, .outside = n.outside};
        return 0;
    case FORMAT_PPROF: return pprof_write(p, f, e);
    case FORMAT_PERF: return perf_write(p, r->event, f, e);
    case FORMAT_LCOV: return lcov_write(p, f, e);
    case FORMAT_CALLGRIND: callgrind_write(p, isa_find(p->isa), f); return 0;
    case FORMAT_FOLDED: folded_write(p, r->event, f); return 0;
    case FORMAT_SPEEDSCOPE: speedscope_write(p, f); return 0;
    case FORMAT_TRACE_EVENT: trace_event_write(p, f); return 0;
    default: profile_print(p, f); return 0;
    }
}

int format_write(const struct profile *p, const struct format_request *r, struct error *e)
{
    struct outfile own, *o = r->to;
    struct gmon_notes notes;
    u32 image = 0;
    if (format_takes(r->format, FORMAT_IMAGE) && find_image(p, r, &image, e)) return -1;
    if (!o && outfile_open(o = &own, r->path, e)) return -1;
    if (write_file(p, r, image, o->f, &notes, e)) {
        outfile_discard(o);
        return -1;
    }
    if (outfile_close(o, e)) return -1;
    if (format_takes(r->format, FORMAT_IMAGE) && !r->quiet) print_notes(&notes, r);
    return 0;
}
