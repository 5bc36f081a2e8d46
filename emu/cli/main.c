#include "emu/cli/commands.h"

#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "emu/inspect/spelling.h"
#include "emu/run/usage.h"
#include "prof/symbols/source_map.h"

enum { MISSING = 127 }; /* exit status (docs/use.md) */

static const struct command {
    const char *name;
    int (*run)(int argc, char **argv);
    bool sources; /* it reads some */
} commands[] = {
    {"stat", cmd_stat, false},
    {"report", cmd_report, true},
    {"annotate", cmd_annotate, true},
    {"data", cmd_data, false},
    {"diff", cmd_diff, true},
    {"merge", cmd_merge, false},
    {"export", cmd_export, false},
    {"disasm", cmd_disasm, false},
    {"isa", cmd_isa, false},
    {"explain", cmd_explain, true},
    {"view", cmd_view, true},
    {"conform", cmd_conform, false},
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
    enum { NEEDED = 512 << 10 };
    struct rlimit limit;
    if (getrlimit(RLIMIT_STACK, &limit) || limit.rlim_cur >= NEEDED) return true;
    limit.rlim_cur = NEEDED;
    return limit.rlim_max >= NEEDED && !setrlimit(RLIMIT_STACK, &limit);
}

static int run_command(const struct command *c, int argc, char **argv)
{
    const char *map = c->sources ? source_map_bad_environment() : NULL;
    if (map) return usage_error(c->name, "PCGRAM_SOURCE_MAP=%s: want FROM=TO, several of them with ':' between", map);
    return c->run(argc, argv);
}

int main(int argc, char **argv)
{
    hold_streams();
    if (!has_stack()) return usage_error("", "the stack is too small: pcgram needs 512 KB, and a hard limit (ulimit -Hs) allows less");
    signal(SIGXFSZ, SIG_IGN); /* a file that grows beyond ulimit -f: the write fails, and that is said */
    for (size_t i = 0; argc > 1 && i < sizeof commands / sizeof *commands; i++)
        if (!strcmp(argv[1], commands[i].name)) return run_command(&commands[i], argc - 1, argv + 1);
    if (argc > 1 && is_no_command(argv[1])) return MISSING;
    return cmd_run(argc, argv);
}
