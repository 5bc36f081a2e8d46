#include "emu/run/run_regions.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <unistd.h>

#include "emu/core/error.h"
#include "emu/core/text.h"

static const char *const option[REGION_MARKS] = {"start", "stop", "toggle-collect"};

static size_t find(void *ctx, struct process *p, const char *name, u64 *at, size_t room)
{
    return functions_places(ctx, p, name, at, room);
}

static struct regions *make(const struct run_options *o, struct functions *f, struct machine *m, u64 warm_from, int null_fd,
                            struct error *e)
{
    struct regions_spec spec = {.warm_from = warm_from, .null_fd = null_fd, .find = find, .ctx = f};
    memcpy(spec.where, o->where, sizeof spec.where);
    return regions_new(&spec, m, e);
}

struct regions *run_regions_new(const struct run_options *o, struct functions *f, struct machine *m, u64 rehearsed,
                                struct error *e)
{
    u64 from = rehearsed == UINT64_MAX ? rehearsed : rehearsed > o->warmup ? rehearsed - o->warmup : 0;
    return make(o, f, m, from, -1, e);
}

/* --- the run before ------------------------------------------------------------------------------------------------- */

int rehearsal_begin(struct rehearsal *r, struct error *e)
{
    const struct run_options *o = r->options;
    r->config = o->config;
    r->config.quiet = true;
    r->config.strace = false;
    r->machine = (struct machine){.config = &r->config, .isa = r->isa, .function_of = functions_find,
                                  .function_of_ctx = r->functions};
    r->profiler = (struct profiler){.rom = o->host_ticks ? NULL : rom_find(r->isa->name), .allow_overlap = o->allow_overlap};
    r->first = UINT64_MAX;
    r->null_fd = open("/dev/null", O_WRONLY | O_CLOEXEC);
    if (r->null_fd < 0) return error_set(e, "/dev/null: cannot open");
    r->regions = make(o, r->functions, &r->machine, UINT64_MAX, r->null_fd, e);
    r->os = r->regions ? os_new(&r->machine, e) : NULL;
    if (!r->os || !os_load(r->os, r->path, r->argv, o->env, e)) return -1;
    return profiler_attach(&r->profiler, &r->machine, e);
}

/* Where our standard input stands is the guest's, too: it is set back, if it can be. */
void rehearsal_run(struct rehearsal *r)
{
    off_t input = lseek(0, 0, SEEK_CUR);
    if (regions_run_to_first(r->regions, r->os, &r->result)) r->first = regions_first(r->regions);
    if (input >= 0) lseek(0, input, SEEK_SET);
}

void rehearsal_end(struct rehearsal *r)
{
    os_free(r->os);
    regions_free(r->regions);
    mem_free(&r->machine.absolute);
    if (r->null_fd >= 0) close(r->null_fd);
}

/* --- afterwards ----------------------------------------------------------------------------------------------------- */

char *run_regions_text(const struct run_options *o)
{
    char *text = NULL;
    size_t size = 0;
    if (!options_regions(o)) return NULL;
    FILE *f = open_memstream(&text, &size);
    if (!f) error_no_memory(); /* a few bytes */
    for (int mark = 0; mark < REGION_MARKS; mark++)
        if (o->where[mark]) fprintf(f, "%s--%s=%s", ftell(f) ? " " : "", option[mark], o->where[mark]);
    if (o->warmup) fprintf(f, " --warmup=%" PRIu64, o->warmup);
    fclose(f);
    return text;
}

void run_regions_report(const struct regions *r, const struct run_options *o, u64 rehearsed)
{
    static const char *const so[REGION_MARKS] = {"nothing was counted", "counted to the end", "nothing was counted"};
    char now[TEXT_COUNT], before[TEXT_COUNT];
    struct error e;
    bool known;
    for (int mark = 0; mark < REGION_MARKS; mark++) {
        if (!regions_missed(r, (enum region_mark)mark, &known)) continue;
        error_set(&e, "--%s=%s: %s: %s", option[mark], o->where[mark],
                  known ? "the guest never came there" : "no function of that name in the guest or its libraries", so[mark]);
        fprintf(stderr, "pcgram: %s\n", e.text);
    }
    if (o->warmup && rehearsed != UINT64_MAX && regions_first(r) != rehearsed)
        fprintf(stderr,
                "pcgram: --warmup: the first region began after %s, and in the run before after %s: the guest's input "
                "has changed between; give it files\n",
                text_count(now, regions_first(r), "instruction"), text_count(before, rehearsed, "instruction"));
}
