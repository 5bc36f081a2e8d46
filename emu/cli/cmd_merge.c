#include <getopt.h>

#include "emu/cli/commands.h"
#include "emu/run/progress.h"
#include "emu/run/usage.h"
#include "prof/merge.h"
#include "prof/profile_file.h"

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

int cmd_merge(int argc, char **argv)
{
    static const struct option options[] = {
        {"output", required_argument, NULL, 'o'}, {"help", no_argument, NULL, 'h'}, {NULL, 0, NULL, 0}};
    const char *output = "merged.out";
    struct profile sum, next;
    struct error e;
    int c;
    optind = 0; /* the command line was parsed once already, as far as this subcommand's name */
    while ((c = getopt_long(argc, argv, ":o:h", options, NULL)) != -1) {
        switch (c) {
        case 'o': output = optarg; break;
        case 'h': return print_help(help);
        default: return usage_option("merge", c, argv, options);
        }
    }
    if (optind == argc) return usage_error("merge", "which profiles?");
    struct progress *progress = progress_start_steps("merge", (u64)(argc - optind), "files");
    progress_input(progress, argv[optind]);
    int status = profile_load(&sum, argv[optind], &e);
    bool loaded = !status, part = loaded && sum.collected, data = loaded && sum.data, threads = loaded && sum.threads, slices = loaded && sum.slices;
    const char *without = loaded && !sum.data ? argv[optind] : NULL;
    progress_step(progress);
    for (int i = optind + 1; i < argc && !status; i++) {
        progress_input(progress, argv[i]);
        status = profile_load(&next, argv[i], &e);
        if (status) break;
        data |= next.data != NULL;
        part |= next.collected != NULL;
        if (!next.data) without = argv[i];
        threads |= next.threads != NULL;
        slices |= next.slices != NULL;
        status = profile_merge(&sum, &next, argv[i], &e);
        profile_free(&next);
        progress_step(progress);
    }
    if (!status && part && !sum.collected)
        fputs("pcgram merge: of different parts of the run: the sum does not say which\n", stderr);
    if (!status && data && without)
        fprintf(stderr, "pcgram merge: %s has not what was accessed (--data): the sum leaves it out\n", without);
    if (!status && threads) {
        threads_free(sum.threads);
        sum.threads = NULL;
        fputs("pcgram merge: what each thread did is of one run, and left out of the sum\n", stderr);
    }
    if (!status && slices) {
        profile_slices_free(sum.slices);
        sum.slices = NULL;
        fputs("pcgram merge: what was done when is of one run, and left out of the sum\n", stderr);
    }
    if (!status) {
        progress_output(progress, output);
        status = profile_save(&sum, output, &e);
    }
    progress_end(progress);
    if (loaded) profile_free(&sum);
    return status ? trouble(&e) : 0;
}
