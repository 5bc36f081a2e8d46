#include "emu/run/load.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "emu/run/isas.h"
#include "prof/file/profile_file.h"
#include "prof/formats/gmon_import.h"
#include "prof/formats/mon.h"

int error_no_threads(const char *path, struct error *e)
{
    return error_set(e, "%s: tells no threads apart: its process had one only, or it is of several runs, or no profile of pcgram's", path);
}

/* The profile is of that part of what it was of. */
static void say_collected(struct profile *p, const char *part)
{
    char *old = p->collected;
    size_t n = (old ? strlen(old) : 0) + strlen(part) + 3;
    p->collected = malloc(n);
    if (!p->collected) error_no_memory();
    snprintf(p->collected, n, "%s%s%s", old ? old : "", old ? ", " : "", part);
    free(old);
}

int load_thread(struct profile *p, const char *path, u64 tid, struct error *e)
{
    if (!tid) return 0;
    u32 thread = threads_find(p->threads, tid);
    if (!p->threads) error_no_threads(path, e);
    else if (thread == PROFILE_NONE) error_set(e, "%s: no thread %" PRIu64 "; pcgram report --by=thread lists them", path, tid);
    if (thread == PROFILE_NONE) {
        profile_free(p);
        return -1;
    }
    char *collected = threads_label(&p->threads->thread[thread]);
    threads_keep(p, thread);
    say_collected(p, collected);
    free(collected);
    return 0;
}

int load_slices(struct profile *p, const char *path, const char *command, const struct slice_range *range, struct error *e)
{
    struct profile_slices *s = p->slices;
    if (!range->given) return 0;
    if (!s) error_set(e, "%s: has no slices; pcgram --profile --slices counts by them", path);
    else if (range->last >= s->slices) error_set(e, "%s: there are the slices 0 to %zu; pcgram report --by=time lists them", path, s->slices - 1);
    if (!s || range->last >= s->slices) {
        profile_free(p);
        return -1;
    }
    u64 first = range->first / s->joined, last = range->last / s->joined + 1, end = last * s->joined < s->slices ? last * s->joined : s->slices;
    if (first * s->joined != range->first || end != range->last + 1)
        fprintf(stderr, "pcgram %s: what instructions did is known of %" PRIu64 " slices together: these are %" PRIu64 "-%" PRIu64 "\n", command,
                s->joined, first * s->joined, end - 1);
    if (p->contexts && !s->shares) fprintf(stderr, "pcgram %s: %s: chains of calls were not counted by time: there are none of these slices\n", command, path);
    char collected[64];
    snprintf(collected, sizeof collected, "slices %" PRIu64 "-%" PRIu64, first * s->joined, end - 1);
    say_collected(p, collected);
    slices_keep(p, first, last);
    return 0;
}

int load_profile(struct profile *p, const char *path, const char *program, u64 hz, struct error *e)
{
    struct symbols symbols = {0};
    size_t size;
    if (!program) return profile_load(p, path, e);
    struct sampled_program about = {.isa = isa_of_elf(program, e), .symbols = &symbols, .hz = hz ? hz : 100};
    if (!about.isa || symbols_add(&symbols, about.isa, program, NULL, program, 0, e)) {
        symbols_free(&symbols);
        return -1;
    }
    about.unit = about.isa->code_unit;
    char *bytes = profile_read_bytes(path, &size, e);
    int status = -1;
    if (bytes && gmon_is((u8 *)bytes, size))
        status = hz ? error_set(e, "%s: a gmon.out says its clock itself: leave --hz away", path)
                    : gmon_read(p, (const u8 *)bytes, size, &about, path, e);
    else if (bytes) status = mon_read(p, (const u8 *)bytes, size, &about, path, e);
    free(bytes);
    symbols_free(&symbols);
    return status;
}
