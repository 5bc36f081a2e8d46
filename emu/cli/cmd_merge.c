#include <getopt.h>

#include "emu/cli/commands.h"
#include "emu/run/progress.h"
#include "emu/run/usage.h"
#include "prof/file/profile_file.h"
#include "prof/output/outpath.h"
#include "prof/profile/merge.h"

static const char help[] =
    "Usage: pcgram merge [OPTION...] FILE...\n"
    "Add up the profiles of several runs of one program. In any order, at once or in\n"
    "steps, the result is the same bytes. What was accessed (--data) is added up\n"
    "if all of them have it; else it is left out, and so is always what each thread\n"
    "did and what was done when (--slices); that is said.\n"
    "\n"
    "  -o, --output=FILE    default merged.out; '-': standard output\n"
    "  -h, --help           this text\n"
    "\n"
    "Exit status: 0 all right, 2 trouble, 125 bad usage.\n"
    "\n"
    "Example:\n"
    "  pcgram merge -o all.out run1.out run2.out run3.out\n";

/* What some profiles have, as far as the sum may not. */
struct found {
    bool part, data, threads, slices;
};

struct adding {
    const char *output;
    struct found all, over; /* all profiles; those that the sum is to be written over */
    const char *without;    /* one that has no data; NULL: each has */
};

static void find(struct found *f, const struct profile *p)
{
    f->part |= p->collected != NULL;
    f->data |= p->data != NULL;
    f->threads |= p->threads != NULL;
    f->slices |= p->slices != NULL;
}

static void look(struct adding *a, const struct profile *p, const char *path)
{
    find(&a->all, p);
    if (strcmp(a->output, "-") && outpath_is_one(a->output, path)) find(&a->over, p);
    if (!p->data) a->without = path;
}

/* Adds up the profiles; what is of one run alone is taken away. -1 with *e, and *sum is nothing to free. */
static int add_up(struct profile *sum, char **path, int n, struct adding *a, struct progress *progress, struct error *e)
{
    struct profile next;
    int status = 0;
    progress_input(progress, path[0]);
    if (profile_load(sum, path[0], e)) return -1;
    look(a, sum, path[0]);
    progress_step(progress);
    for (int i = 1; i < n && !status; i++) {
        progress_input(progress, path[i]);
        status = profile_load(&next, path[i], e);
        if (status) break;
        look(a, &next, path[i]);
        status = profile_merge(sum, &next, path[i], e);
        profile_free(&next);
        progress_step(progress);
    }
    if (status) {
        profile_free(sum);
        return -1;
    }
    threads_free(sum->threads);
    profile_slices_free(sum->slices);
    sum->threads = NULL;
    sum->slices = NULL;
    return 0;
}

static struct found lacking(const struct found *f, const struct profile *sum)
{
    return (struct found){f->part && !sum->collected, f->data && !sum->data, f->threads, f->slices};
}

static int save(const struct profile *sum, const struct adding *a, struct error *e)
{
    struct found lacks = lacking(&a->all, sum), lost = lacking(&a->over, sum);
    if (lacks.part) fputs("pcgram merge: of different parts of the run: the sum does not say which\n", stderr);
    if (lacks.data) fprintf(stderr, "pcgram merge: %s has not what was accessed (--data): the sum leaves it out\n", a->without);
    if (lacks.threads) fputs("pcgram merge: what each thread did is of one run, and left out of the sum\n", stderr);
    if (lacks.slices) fputs("pcgram merge: what was done when is of one run, and left out of the sum\n", stderr);
    if (lost.part || lost.data || lost.threads || lost.slices)
        return error_set(e, "%s: is added up, and has what the sum leaves out: give the output another name", a->output);
    return profile_save(sum, a->output, e);
}

int cmd_merge(int argc, char **argv)
{
    static const struct option options[] = {
        {"output", required_argument, NULL, 'o'}, {"help", no_argument, NULL, 'h'}, {NULL, 0, NULL, 0}};
    struct adding a = {.output = "merged.out"};
    struct profile sum;
    struct error e;
    int c;
    optind = 0; /* the command line was parsed once already, as far as this subcommand's name */
    while ((c = getopt_long(argc, argv, ":o:h", options, NULL)) != -1) {
        switch (c) {
        case 'o': a.output = optarg; break;
        case 'h': return print_help(help);
        default: return usage_option("merge", c, argv, options);
        }
    }
    if (optind == argc) return usage_error("merge", "which profiles?");
    struct progress *progress = progress_start_steps("merge", (u64)(argc - optind), "files");
    int status = add_up(&sum, argv + optind, argc - optind, &a, progress, &e);
    if (!status) {
        progress_output(progress, a.output);
        status = save(&sum, &a, &e);
        profile_free(&sum);
    }
    progress_end(progress);
    return status ? trouble(&e) : 0;
}
