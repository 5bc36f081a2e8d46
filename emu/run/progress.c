#include "emu/run/progress.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#include "emu/core/helper_thread.h"

enum {
    AFTER_MS = 1000, /* work that is done sooner shows nothing */
    PERIOD_MS = 200,
    LINE = 200, /* bytes; the terminal's width cuts it as well */
};

struct progress {
    pthread_t thread;
    pthread_mutex_t mutex; /* of all below */
    pthread_cond_t ending;
    progress_line *line;
    void *ctx;
    const char *what, *unit, *verb, *name; /* of work in steps; verb and name may be NULL */
    u64 done, all;
    struct timespec next; /* when it is looked at again */
    bool at_once;         /* PCGRAM_PROGRESS_AFTER=0 */
    bool shown, held, ended;
};

/* --- the terminal --------------------------------------------------------------------------------------------------- */

/* Standard error is a terminal that is likely to know CSI K (ECMA-48, 8.3.41: erase in line). */
static bool is_terminal(void)
{
    const char *term = getenv("TERM");
    return isatty(STDERR_FILENO) && term && strcmp(term, "dumb") != 0;
}

/* A job in the background does not draw over what is typed; where this is not our terminal nobody is in front. */
static bool in_front(void)
{
    pid_t front = tcgetpgrp(STDERR_FILENO);
    return front <= 0 || front == getpgrp();
}

/* Columns that can be written to without the cursor wrapping to the next line, which could not be erased. */
static size_t columns(void)
{
    struct winsize size;
    bool known = ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1;
    return known ? size.ws_col - 1u : 79;
}

/* In one piece, so that nobody's words come between. That it fails is no reason to stop the work. */
static void put(const char *text)
{
    ssize_t n = write(STDERR_FILENO, text, strlen(text));
    (void)n;
}

static void erase(struct progress *p)
{
    if (p->shown) put("\r\033[K");
    p->shown = false;
}

static void draw(struct progress *p)
{
    char text[LINE], out[LINE + 8];
    if (p->held || !in_front() || !p->line(p->ctx, text, sizeof text)) {
        erase(p);
        return;
    }
    for (char *c = text; *c; c++)
        if (*c < 0x20 || *c > 0x7e) *c = '?'; /* a file's name must not drive the terminal */
    snprintf(out, sizeof out, "\r%.*s\033[K", (int)columns(), text);
    put(out);
    p->shown = true;
}

/* --- when ----------------------------------------------------------------------------------------------------------- */

static void look_in(struct progress *p, long ms)
{
    clock_gettime(CLOCK_MONOTONIC, &p->next);
    p->next.tv_sec += ms / 1000;
    p->next.tv_nsec += ms % 1000 * 1000000;
    if (p->next.tv_nsec < 1000000000) return;
    p->next.tv_sec++;
    p->next.tv_nsec -= 1000000000;
}

static bool is_before(const struct timespec *a, const struct timespec *b)
{
    return a->tv_sec != b->tv_sec ? a->tv_sec < b->tv_sec : a->tv_nsec < b->tv_nsec;
}

static bool is_past(const struct timespec *t)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return !is_before(&now, t);
}

static void *look_on(void *arg)
{
    struct progress *p = arg;
    pthread_mutex_lock(&p->mutex);
    while (!p->ended) {
        struct timespec until = p->next; /* whoever erases the line puts it off meanwhile */
        pthread_cond_timedwait(&p->ending, &p->mutex, &until);
        if (p->ended || !is_past(&p->next)) continue;
        draw(p);
        look_in(p, PERIOD_MS);
    }
    pthread_mutex_unlock(&p->mutex);
    return NULL;
}

static long after_ms(void)
{
    const char *s = getenv("PCGRAM_PROGRESS_AFTER");
    char *end;
    long ms = s ? strtol(s, &end, 10) : 0;
    return s && *s && !*end && ms >= 0 && ms <= 1000000 ? ms : AFTER_MS;
}

static struct progress *start(struct progress *p)
{
    pthread_condattr_t monotonic;
    long after = after_ms();
    pthread_mutex_init(&p->mutex, NULL);
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&p->ending, &monotonic);
    pthread_condattr_destroy(&monotonic);
    p->at_once = after == 0;
    if (p->at_once) draw(p);
    look_in(p, p->at_once ? PERIOD_MS : after);
    if (helper_thread_start(&p->thread, look_on, p)) return p;
    erase(p);
    pthread_cond_destroy(&p->ending);
    pthread_mutex_destroy(&p->mutex);
    free(p);
    return NULL;
}

struct progress *progress_start(progress_line *line, void *ctx)
{
    struct progress *p = is_terminal() ? calloc(1, sizeof *p) : NULL;
    if (!p) return NULL;
    p->line = line;
    p->ctx = ctx;
    return start(p);
}

void progress_erase(struct progress *p)
{
    if (!p) return;
    pthread_mutex_lock(&p->mutex);
    erase(p);
    struct timespec before = p->next;
    look_in(p, PERIOD_MS); /* so that the words are out before it comes back; who speaks all the time needs no line */
    if (is_before(&p->next, &before)) p->next = before;
    pthread_mutex_unlock(&p->mutex);
}

static void hold(struct progress *p, bool held)
{
    if (!p) return;
    pthread_mutex_lock(&p->mutex);
    p->held = held;
    erase(p);
    pthread_mutex_unlock(&p->mutex);
}

void progress_hold(struct progress *p) { hold(p, true); }
void progress_go_on(struct progress *p) { hold(p, false); }

void progress_end(struct progress *p)
{
    if (!p) return;
    pthread_mutex_lock(&p->mutex);
    if (p->at_once) draw(p);
    erase(p);
    p->ended = true;
    pthread_cond_signal(&p->ending);
    pthread_mutex_unlock(&p->mutex);
    pthread_join(p->thread, NULL);
    pthread_cond_destroy(&p->ending);
    pthread_mutex_destroy(&p->mutex);
    free(p);
}

/* --- work in steps -------------------------------------------------------------------------------------------------- */

static bool steps_line(void *ctx, char *out, size_t cap)
{
    const struct progress *p = ctx;
    int n = snprintf(out, cap, "pcgram: %s:", p->what);
    if (p->all) n += snprintf(out + n, cap - (size_t)n, " %" PRIu64 " of %" PRIu64 " %s", p->done, p->all, p->unit);
    if (p->verb && (size_t)n < cap) snprintf(out + n, cap - (size_t)n, "%s %s %s", p->all ? "," : "", p->verb, p->name);
    return p->all || p->verb;
}

struct progress *progress_start_steps(const char *what, u64 all, const char *unit)
{
    struct progress *p = is_terminal() ? calloc(1, sizeof *p) : NULL;
    if (!p) return NULL;
    p->line = steps_line;
    p->ctx = p;
    p->what = what;
    p->all = all;
    p->unit = unit;
    return start(p);
}

static void at(struct progress *p, const char *verb, const char *name, bool held)
{
    if (!p) return;
    pthread_mutex_lock(&p->mutex);
    p->verb = verb;
    p->name = name;
    p->held = held;
    if (held) erase(p);
    else if (p->at_once) draw(p);
    pthread_mutex_unlock(&p->mutex);
}

void progress_input(struct progress *p, const char *file)
{
    bool here = !strcmp(file, "-");
    at(p, "reading", here ? "standard input" : file, here && isatty(STDIN_FILENO));
}

void progress_output(struct progress *p, const char *file)
{
    bool here = !strcmp(file, "-");
    at(p, "writing", here ? "standard output" : file, here && isatty(STDOUT_FILENO));
}

void progress_step(struct progress *p)
{
    if (!p) return;
    pthread_mutex_lock(&p->mutex);
    p->done++;
    if (p->at_once) draw(p);
    pthread_mutex_unlock(&p->mutex);
}

const char *progress_amount(char out[PROGRESS_AMOUNT], u64 n)
{
    static const char units[] = "kMGTPE";
    u64 scale = 1;
    int unit = -1;
    for (; n / scale >= 1000; unit++) scale *= 1000;
    if (unit < 0) snprintf(out, PROGRESS_AMOUNT, "%" PRIu64, n);
    else
        snprintf(out, PROGRESS_AMOUNT, "%" PRIu64 ".%02" PRIu64 " %c", n / scale, n % scale / (scale / 100),
                 units[unit]);
    return out;
}
