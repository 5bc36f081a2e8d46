/* A line a request, a line an answer, numbers hexadecimal, bytes as two digits each; the answer begins with the status:
 *     m ADDR SIZE RIGHTS       S
 *     w ADDR BYTES             S
 *     r ADDR SIZE              S BYTES
 *     c CALL A B C D           S VALUE ERROR
 *     t PC WHERE               S
 *     f PC ADDR SIZE           S ON BYTES
 *     o                        S ON            (2: nobody can tell) */
#include "emu/conform/conform_guest.h"

#include <inttypes.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "emu/core/types.h"
#include "prof/conform/run.h"

enum { MAX_BYTES = 4096, LINE = 2 * MAX_BYTES + 128 };

struct agent {
    FILE *to, *from;
    pid_t pid;
    char line[LINE];
};

/* The guest is gone: the row's process ends as it did, so that it is the row's result. */
static int gone(struct agent *a)
{
    int status;
    if (waitpid(a->pid, &status, 0) == a->pid && WIFSIGNALED(status)) {
        signal(WTERMSIG(status), SIG_DFL);
        raise(WTERMSIG(status));
    }
    return CONFORM_TROUBLE;
}

/* Sends a line and reads the answer into a->line. Its status; *rest is what follows it. */
static int PRINTF_LIKE(3, 4) ask(struct agent *a, const char **rest, const char *fmt, ...)
{
    va_list ap;
    int used = 0;
    unsigned status;
    va_start(ap, fmt);
    vfprintf(a->to, fmt, ap);
    va_end(ap);
    if (fputc('\n', a->to) == EOF || fflush(a->to) != 0 || !fgets(a->line, sizeof a->line, a->from)) return gone(a);
    if (sscanf(a->line, "%x%n", &status, &used) != 1) return CONFORM_TROUBLE;
    if (rest) *rest = a->line + used;
    return (int)status;
}

/* Value of a hexadecimal digit, or -1. sscanf() would look for the end of the line at each byte. */
static int digit(char c) { return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1; }

static bool parse_bytes(const char *s, u8 *out, size_t n)
{
    while (*s == ' ') s++;
    for (size_t i = 0; i < n; i++, s += 2) {
        if (digit(s[0]) < 0 || digit(s[1]) < 0) return false;
        out[i] = (u8)(digit(s[0]) << 4 | digit(s[1]));
    }
    return true;
}

/* --- the back end ------------------------------------------------------------------------------------------------- */

static int open_agent(const struct conform_options *options, void **state)
{
    int in[2], out[2];
    struct agent *a = calloc(1, sizeof *a);
    if (!a || pipe(in) != 0 || pipe(out) != 0) return CONFORM_TROUBLE;
    signal(SIGPIPE, SIG_IGN); /* in the row's process; see conform_run() */
    pid_t row = getpid();
    a->pid = fork();
    if (a->pid == 0) {
        conform_end_with(row); /* which may be killed for having waited too long */
        dup2(in[0], 0);
        dup2(out[1], 1);
        close(in[1]);
        close(out[0]);
        execl("/proc/self/exe", "pcgram", "--quiet", "--", options->file, (char *)NULL);
        _exit(127);
    }
    close(in[0]);
    close(out[1]);
    a->to = fdopen(in[1], "w");
    a->from = fdopen(out[0], "r");
    *state = a;
    if (a->pid > 0 && a->to && a->from && ask(a, NULL, "o") == CONFORM_OK) return CONFORM_OK;
    snprintf(options->message, options->message_size, "%s does not answer: is it the agent?", options->file);
    return CONFORM_TROUBLE;
}

static void close_agent(void *state)
{
    struct agent *a = state;
    fclose(a->to);
    fclose(a->from);
    waitpid(a->pid, NULL, 0);
    free(a);
}

static int map(void *state, u64 addr, u64 size, int rights)
{
    return ask(state, NULL, "m %" PRIx64 " %" PRIx64 " %x", addr, size, (unsigned)rights);
}

static int write_memory(void *state, u64 addr, const void *from, size_t size)
{
    char hex[2 * MAX_BYTES + 1];
    if (size > MAX_BYTES) return CONFORM_TROUBLE;
    for (size_t i = 0; i < size; i++) snprintf(hex + 2 * i, 3, "%02x", ((const u8 *)from)[i]);
    return ask(state, NULL, "w %" PRIx64 " %s", addr, hex);
}

static int read_memory(void *state, u64 addr, void *to, size_t size)
{
    const char *rest;
    if (size > MAX_BYTES) return CONFORM_TROUBLE;
    int status = ask(state, &rest, "r %" PRIx64 " %zx", addr, size);
    return status != CONFORM_OK || parse_bytes(rest, to, size) ? status : CONFORM_TROUBLE;
}

static int call(void *state, enum conform_call which, const u64 arg[4], struct conform_result *result)
{
    const char *rest;
    int status = ask(state, &rest, "c %x %" PRIx64 " %" PRIx64 " %" PRIx64 " %" PRIx64, (unsigned)which, arg[0], arg[1],
                     arg[2], arg[3]);
    u64 value = 0;
    unsigned error = 0;
    if (status == CONFORM_OK && sscanf(rest, "%" SCNx64 " %x", &value, &error) != 2) return CONFORM_TROUBLE;
    *result = (struct conform_result){.value = (i64)value, .error = (int)error};
    return status;
}

static int tick(void *state, u64 pc, enum conform_where where)
{
    return ask(state, NULL, "t %" PRIx64 " %x", pc, (unsigned)where);
}

static int on(void *state)
{
    const char *rest;
    unsigned answer = 2;
    if (ask(state, &rest, "o") != CONFORM_OK || sscanf(rest, "%x", &answer) != 1 || answer == 2) return -1;
    return (int)answer;
}

static int fork_child(void *state, struct conform_child *child)
{
    const char *rest;
    unsigned answer;
    int used;
    if (child->size > MAX_BYTES) return CONFORM_TROUBLE;
    int status = ask(state, &rest, "f %" PRIx64 " %" PRIx64 " %" PRIx64, child->pc, child->addr, child->size);
    if (status != CONFORM_OK) return status;
    if (sscanf(rest, "%x%n", &answer, &used) != 1 || !parse_bytes(rest + used, child->memory, child->size))
        return CONFORM_TROUBLE;
    child->on = answer == 2 ? -1 : (int)answer;
    return CONFORM_OK;
}

const struct conform_backend conform_guest_libc = {
    .version = CONFORM_VERSION, .name = "guest-libc", .word = 4, .big_endian = 1, .pc_unit = 4,
    .calls = (1 << CONFORM_CALLS) - 1, .isolate = 1, .open = open_agent, .close = close_agent, .map = map,
    .write = write_memory, .read = read_memory, .call = call, .tick = tick, .on = on, .fork = fork_child,
};
