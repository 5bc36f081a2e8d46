#include "tests/attack/mutate/mutate.h"

#include <dirent.h>
#include <getopt.h>
#include <inttypes.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#ifdef __SANITIZE_ADDRESS__
enum { LONG_SECONDS = 10 };
#else
enum { LONG_SECONDS = 1 };
#endif

enum { SEEDS_MOST = 256 };

struct seeds {
    unsigned count;
    struct seed {
        u8 *bytes;
        size_t size;
    } seed[SEEDS_MOST];
};

/* What the worker tells who watches it. */
struct told {
    _Atomic u64 inputs, attacks; /* read so far */
    _Atomic unsigned target;     /* of the one that is read now */
    _Atomic u64 number;
};

/* --- numbers ------------------------------------------------------------------------------------------------------- */

u64 input_random(struct input *in)
{
    u64 z = in->rng += 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
}

u64 input_below(struct input *in, u64 n) { return input_random(in) % n; }

u64 input_border(struct input *in)
{
    switch (input_below(in, 8)) {
    case 0: return input_below(in, 17);
    case 1: return -input_below(in, 17);
    case 2: return in->size + input_below(in, 9) - 4;
    case 3: return ((u64)1 << input_below(in, 64)) + input_below(in, 3) - 1;
    case 4: return (u64)INT32_MAX + input_below(in, 3) - 1;
    case 5: return (u64)INT64_MAX + input_below(in, 3) - 1;
    case 6: return 0x10000 + input_below(in, 0x3000);
    default: return input_random(in) >> input_below(in, 64);
    }
}

void input_put(struct input *in, size_t at, unsigned size, bool big_endian, u64 value)
{
    for (unsigned i = 0; i < size; i++)
        if (at < in->size && i < in->size - at) in->data[at + i] = (u8)(value >> 8 * (big_endian ? size - 1 - i : i));
}

void input_insert(struct input *in, size_t at, const void *bytes, size_t n)
{
    if (at > in->size) at = in->size;
    if (n > in->most - in->size) n = in->most - in->size;
    memmove(in->data + at + n, in->data + at, in->size - at);
    memcpy(in->data + at, bytes, n);
    in->size += n;
}

/* --- changes of bytes ---------------------------------------------------------------------------------------------- */

static void cut(struct input *in)
{
    size_t at = input_below(in, in->size), n = 1 + input_below(in, in->size - at);
    if (input_below(in, 4)) n = 1 + n % 64 < in->size - at ? 1 + n % 64 : in->size - at;
    memmove(in->data + at, in->data + at + n, in->size - at - n);
    in->size -= n;
}

/* From another place of the input or of another seed. */
static void copy(struct input *in, const struct seeds *seeds)
{
    u8 block[256];
    const u8 *from = in->data;
    size_t size = in->size;
    if (seeds->count && input_below(in, 2)) {
        const struct seed *s = &seeds->seed[input_below(in, seeds->count)];
        from = s->bytes;
        size = s->size;
    }
    if (!size) return;
    size_t at = input_below(in, size), n = 1 + input_below(in, sizeof block), to = input_below(in, in->size + 1);
    if (n > size - at) n = size - at;
    memcpy(block, from + at, n);
    if (input_below(in, 2)) {
        input_insert(in, to, block, n);
    } else {
        if (n > in->size - to) n = in->size - to;
        memcpy(in->data + to, block, n);
    }
}

static bool is_digit(u8 c) { return c >= '0' && c <= '9'; }

/* The first number in characters behind a random place becomes another one. */
static void change_digits(struct input *in)
{
    char text[24];
    size_t at = input_below(in, in->size), end;
    while (at < in->size && !is_digit(in->data[at])) at++;
    for (end = at; end < in->size && is_digit(in->data[end]); end++) continue;
    if (at == end) return;
    int n = snprintf(text, sizeof text, input_below(in, 2) ? "%" PRIu64 : "%" PRIx64, input_border(in));
    memmove(in->data + at, in->data + end, in->size - end);
    in->size -= end - at;
    input_insert(in, at, text, (size_t)n);
}

static void change_bytes(struct input *in, const struct seeds *seeds)
{
    if (!in->size) {
        copy(in, seeds);
        return;
    }
    size_t at = input_below(in, in->size);
    switch (input_below(in, 10)) {
    case 0:
    case 1: in->data[at] ^= (u8)(1 << input_below(in, 8)); break;
    case 2: in->data[at] = (u8)input_random(in); break;
    case 3: in->size = input_below(in, 8) ? in->size : at; break;
    case 4: cut(in); break;
    case 5:
    case 6: copy(in, seeds); break;
    case 7: change_digits(in); break;
    default: {
        unsigned size = 1u << input_below(in, 4);
        bool big_endian = input_below(in, 2);
        input_put(in, input_below(in, 4) ? at & ~(size_t)(size - 1) : at, size, big_endian, input_border(in));
    }
    }
}

/* --- inputs -------------------------------------------------------------------------------------------------------- */

static int by_name(const struct dirent **a, const struct dirent **b) { return strcmp((*a)->d_name, (*b)->d_name); }

static void read_folder(const char *folder, const struct target *t, struct seeds *s)
{
    char path[512];
    struct dirent **entry;
    snprintf(path, sizeof path, "%s/%s", folder, t->name);
    int n = scandir(path, &entry, NULL, by_name);
    for (int i = 0; i < n; i++) {
        snprintf(path, sizeof path, "%s/%s/%s", folder, t->name, entry[i]->d_name);
        FILE *f = entry[i]->d_name[0] == '.' || s->count == SEEDS_MOST ? NULL : fopen(path, "r");
        free(entry[i]);
        if (!f) continue;
        struct seed *seed = &s->seed[s->count++];
        seed->bytes = malloc(t->most);
        if (!seed->bytes) abort();
        seed->size = fread(seed->bytes, 1, t->most, f);
        fclose(f);
    }
    if (n >= 0) free(entry);
}

/* Those of the tree, and those that tests/fuzz/seeds has made. */
static void read_seeds(const struct target *t, struct seeds *s)
{
    read_folder("tests/fuzz/corpus", t, s);
    read_folder("build/fuzz/seeds", t, s);
}

static void make_input(struct input *in, const struct target *t, const struct seeds *seeds, u64 seed, u64 number)
{
    in->rng = (seed << 40) + (number << 8) + (u8)t->name[0];
    in->rng = input_random(in);
    in->size = 0;
    in->most = t->most;
    if (seeds->count) {
        const struct seed *s = &seeds->seed[input_below(in, seeds->count)];
        memcpy(in->data, s->bytes, s->size);
        in->size = s->size;
    }
    for (u64 n = 1 + input_below(in, input_below(in, 4) ? 4 : 30); n > 0; n--) {
        if (t->shape && (!in->size || input_below(in, 3))) t->shape(in);
        else change_bytes(in, seeds);
    }
}

/* --- the worker ---------------------------------------------------------------------------------------------------- */

static u64 one_input(const struct target *t, const struct seeds *seeds, struct input *in, u64 seed, u64 number)
{
    make_input(in, t, seeds, seed, number);
    u8 *exact = malloc(in->size ? in->size : 1); /* so that a byte too far is seen */
    if (!exact) abort();
    memcpy(exact, in->data, in->size);
    t->read(exact, in->size);
    free(exact);
    return t->units ? t->units(in->data, in->size) : 1;
}

static void work(const struct mutations *c, struct told *told, u64 attacks, u64 seed)
{
    static struct seeds seeds[8];
    static struct input in;
    unsigned shares = 0;
    for (unsigned i = 0; i < c->targets; i++) {
        read_seeds(&c->target[i], &seeds[i]);
        shares += c->target[i].share;
    }
    /* One after the other, by their shares, so that a part of a campaign has some of each. */
    for (u64 number = 0; told->attacks < attacks; number++) {
        u64 turn = number % shares;
        unsigned i = 0;
        while (turn >= c->target[i].share) turn -= c->target[i++].share;
        told->target = i;
        told->number = number;
        told->attacks += one_input(&c->target[i], &seeds[i], &in, seed, number);
        told->inputs++;
    }
    for (unsigned i = 0; i < c->targets; i++)
        for (unsigned k = 0; k < seeds[i].count; k++) free(seeds[i].seed[k].bytes);
}

static int only(const struct mutations *c, const char *which, u64 seed)
{
    static struct seeds seeds;
    static struct input in;
    const char *colon = strchr(which, ':');
    for (unsigned i = 0; colon && i < c->targets; i++) {
        if (strncmp(c->target[i].name, which, (size_t)(colon - which)) || c->target[i].name[colon - which]) continue;
        read_seeds(&c->target[i], &seeds);
        one_input(&c->target[i], &seeds, &in, seed, strtoull(colon + 1, NULL, 10));
        return 0;
    }
    fprintf(stderr, "--only=TARGET:NUMBER\n");
    return 2;
}

/* --- who watches --------------------------------------------------------------------------------------------------- */

static u64 now(clockid_t clock)
{
    struct timespec ts = {0};
    clock_gettime(clock, &ts);
    return (u64)ts.tv_sec * 1000000000 + (u64)ts.tv_nsec;
}

/* Waits for the end. NULL: all is well; else what happened. */
static const char *watch(pid_t worker, const struct told *told)
{
    static char text[80];
    clockid_t clock;
    u64 inputs = 0, since = 0;
    int status;
    if (clock_getcpuclockid(worker, &clock)) abort();
    while (waitpid(worker, &status, WNOHANG) == 0) {
        u64 at = now(clock);
        if (told->inputs != inputs) {
            inputs = told->inputs;
            since = at;
        } else if (since && at > since + LONG_SECONDS * (u64)1000000000) {
            kill(worker, SIGKILL);
            waitpid(worker, &status, 0);
            return "an input that takes long";
        }
        usleep(50000);
    }
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return NULL;
    if (WIFSIGNALED(status)) snprintf(text, sizeof text, "signal %d", WTERMSIG(status));
    else snprintf(text, sizeof text, "exit status %d", WEXITSTATUS(status));
    return text;
}

static int campaign(const struct mutations *c, u64 attacks, u64 seed, const char *program)
{
    struct told *told = mmap(NULL, sizeof *told, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (told == MAP_FAILED) abort();
    u64 before = now(CLOCK_MONOTONIC);
    fflush(stdout);
    pid_t worker = fork();
    if (worker < 0) abort();
    if (worker == 0) {
        work(c, told, attacks, seed);
        exit(0);
    }
    const char *wrong = watch(worker, told);
    double seconds = (double)(now(CLOCK_MONOTONIC) - before) / 1e9;
    struct rusage used;
    getrusage(RUSAGE_CHILDREN, &used);
    printf("# %s: %" PRIu64 " %s in %" PRIu64 " inputs, %.0f a second, %ld MB at most\n", c->name, told->attacks,
           c->unit, told->inputs, (double)told->attacks / seconds, used.ru_maxrss / 1024);
    if (wrong)
        printf("FAILED %s; again: %s -s %" PRIu64 " --only %s:%" PRIu64 "\n", wrong, program, seed,
               c->target[told->target].name, told->number);
    printf("%d passed, %d failed\n", !wrong, !!wrong);
    return !!wrong;
}

int mutations_main(const struct mutations *c, int argc, char **argv)
{
    static const struct option options[] = {
        {"slice", no_argument, NULL, 'l'}, {"only", required_argument, NULL, 'o'}, {0}};
    u64 n = c->number, seed = 1;
    const char *which = NULL;
    for (int o; (o = getopt_long(argc, argv, "n:s:", options, NULL)) != -1;) {
        if (o == 'n') n = strtoull(optarg, NULL, 0);
        else if (o == 's') seed = strtoull(optarg, NULL, 0);
        else if (o == 'l') n = c->slice;
        else if (o == 'o') which = optarg;
        else return 2;
    }
    return which ? only(c, which, seed) : campaign(c, n, seed, argv[0]);
}
