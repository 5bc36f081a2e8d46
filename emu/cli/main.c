#include "emu/cli/commands.h"

#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "emu/inspect/near.h"
#include "emu/run/usage.h"
#include "prof/source_map.h"

enum { MISSING = 127 }; /* exit status (DESIGN section 6) */

static const struct {
    const char *name;
    int (*run)(int argc, char **argv);
} commands[] = {
    {"stat", cmd_stat},
    {"report", cmd_report},
    {"annotate", cmd_annotate},
    {"data", cmd_data},
    {"diff", cmd_diff},
    {"merge", cmd_merge},
    {"export", cmd_export},
    {"disasm", cmd_disasm},
    {"isa", cmd_isa},
    {"explain", cmd_explain},
    {"view", cmd_view},
    {"conform", cmd_conform},
};

/* A word that is neither a command nor a file, and not a path to one either: says so, and what was meant perhaps. */
static bool is_no_command(const char *word)
{
    const char *near = NULL;
    size_t n = strlen(word);
    unsigned best = 0;
    if (!*word || *word == '-' || strchr(word, '/') || access(word, F_OK) == 0) return false;
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        unsigned d = word_distance(word, n, commands[i].name);
        if (word_is_near(d, n) && (!near || d < best)) near = commands[i].name, best = d;
    }
    usage_error("", "%s: no such file, and no command of pcgram%s%s%s", word, near ? "; is it " : "", near ? near : "", near ? "?" : "");
    return true;
}

/* A closed standard stream must not become a file that is opened later, or what goes to the stream gets into the file: its
 * place is taken by what can be neither read nor written, so that it is still an error. To the guest it is closed. */
static void hold_streams(void)
{
    for (int fd = 0; fd < 3; fd++)
        if (fcntl(fd, F_GETFD) < 0 && open("/", O_PATH) < 0) return;
}

/* Code is translated, and a listing is made, in drafts of some hundred kilobytes that lie on the stack: where `ulimit -s` leaves less it is asked for. It grows
 * into what Linux keeps free for it whatever the limit was. */
static bool has_stack(void)
{
    enum { NEEDED = 1 << 20 };
    struct rlimit limit;
    if (getrlimit(RLIMIT_STACK, &limit) || limit.rlim_cur >= NEEDED) return true;
    limit.rlim_cur = NEEDED;
    return limit.rlim_max >= NEEDED && !setrlimit(RLIMIT_STACK, &limit);
}

/* One of the commands that read what has been written, with its name as argv[0]. */
static int run_command(int (*run)(int argc, char **argv), int argc, char **argv)
{
    const char *map = source_map_bad_environment();
    if (map) return usage_error(argv[0], "PCGRAM_SOURCE_MAP=%s: want FROM=TO, several of them with ':' between", map);
    return run(argc, argv);
}

int main(int argc, char **argv)
{
    hold_streams();
    if (!has_stack()) return usage_error("", "the stack is too small: pcgram needs 1 MB (ulimit -s 1024)");
    signal(SIGXFSZ, SIG_IGN); /* a file that grows beyond ulimit -f: the write fails, and that is said */
    for (size_t i = 0; argc > 1 && i < sizeof commands / sizeof *commands; i++)
        if (!strcmp(argv[1], commands[i].name)) return run_command(commands[i].run, argc - 1, argv + 1);
    if (argc > 1 && is_no_command(argv[1])) return MISSING;
    return cmd_run(argc, argv);
}
