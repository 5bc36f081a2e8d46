#include "tests/lockstep/ia64_ski.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { BATCH = 64, BUFFER = 1 << 18 };

static const char command[] = "step 1\nrd\neval ip\n";

/* Writes commands until nobody reads them. */
static void feed(int fd)
{
    char batch[BATCH * sizeof command];
    size_t n = 0;
    for (unsigned i = 0; i < BATCH; i++, n += sizeof command - 1) memcpy(batch + n, command, sizeof command - 1);
    signal(SIGPIPE, SIG_DFL);
    for (;;)
        if (write(fd, batch, n) < 0) _exit(0);
}

static void run_ski(int commands, int said, const char *bski, const char *program)
{
    char file[32];
    int null = open("/dev/null", O_RDWR);
    dup2(null, 0);
    dup2(null, 1);
    dup2(said, 2);
    snprintf(file, sizeof file, "/dev/fd/%d", commands);
    execlp(bski, "bski", "-noconsole", "-alat", "-i", file, program, (char *)NULL);
    _exit(127);
}

int ia64_ski_start(struct ia64_ski *s, const char *bski, const char *program)
{
    int commands[2], said[2];
    if (pipe(commands) != 0 || pipe(said) != 0) {
        perror("pipe");
        return -1;
    }
    s->ski = fork();
    if (s->ski == 0) {
        close(commands[1]);
        close(said[0]);
        run_ski(commands[0], said[1], bski, program);
    }
    s->feeder = fork();
    if (s->feeder == 0) {
        close(commands[0]);
        close(said[0]);
        close(said[1]);
        feed(commands[1]);
    }
    close(commands[0]);
    close(commands[1]);
    close(said[1]);
    s->said = fdopen(said[0], "r");
    if (s->ski < 0 || s->feeder < 0 || !s->said) {
        perror("ski");
        return -1;
    }
    setvbuf(s->said, NULL, _IOFBF, BUFFER);
    return 0;
}

bool ia64_ski_next(struct ia64_ski *s, struct ia64_state *state) { return ia64_read_ski(s->said, state); }

void ia64_ski_stop(struct ia64_ski *s)
{
    kill(s->ski, SIGKILL);
    kill(s->feeder, SIGKILL);
    waitpid(s->ski, NULL, 0);
    waitpid(s->feeder, NULL, 0);
    fclose(s->said);
}
