/* Hostile system calls for both processors: any call with any arguments, by threads and processes that make one another
 * while they do, with memory that changes between a call and its continuation. The guest kernel is asked directly: no
 * instruction of a guest is executed, so that there are tens of thousands of calls a second.
 *
 * A run is a tree of processes that starts with one, in a sandbox of its own and under limits; it ends when nobody is
 * left, when a limit is reached, or after so many calls. The calls of a run follow from the seed and its number. What
 * is held: no crash, no report of a sanitizer, no call that takes long, and no word in the memory of a guest that looks
 * like an address of the host. */
/* with: tests/attack/syscalls/shapes.c tests/attack/syscalls/tried.c tests/attack/syscalls/leak.c */
#include "tests/attack/syscalls/attack.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "emu/core/fault.h"
#include "emu/os/abi_hppa.h"
#include "emu/os/abi_ia64.h"
#include "emu/os/calls.h"
#include "emu/os/clock.h"
#include "emu/os/limits.h"
#include "emu/os/process.h"
#include "emu/os/signals.h"
#include "emu/os/syscall.h"
#include "isa/ia64/isa.h"
#include "isa/parisc/isa.h"
#include "tests/unit/elf_image.h"

#ifdef __SANITIZE_ADDRESS__
enum { LONG_SECONDS = 10 };
void __sanitizer_set_report_fd(void *fd);
#else
enum { LONG_SECONDS = 1 };
#endif

enum {
    RUN_CALLS = 2000,
    LOOK_EVERY = 32,
    PASS_EVERY = 40, /* calls, of which one passes descriptors on: with more of them their limit is soon reached */
    SLICE = 160000,
    NUMBER = 4000000
};

static struct {
    FILE *out;
    u64 seed;
    _Atomic u64 calls, now_made; /* how many; the number of the one that is made now, 0: none is */
    _Atomic u64 run;
    _Atomic unsigned number; /* of that call */
    clockid_t clock;
    struct attack *now;
} look_on;

/* --- random -------------------------------------------------------------------------------------------------------- */

u64 attack_next(struct attack *a)
{
    u64 z = a->rng += 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
}

u64 attack_below(struct attack *a, u64 n) { return attack_next(a) % n; }
bool attack_one_in(struct attack *a, u64 n) { return attack_below(a, n) == 0; }

static const u64 sizes[] = {0,
                            1,
                            2,
                            4,
                            7,
                            8,
                            12,
                            16,
                            24,
                            32,
                            64,
                            100,
                            128,
                            1000,
                            1024,
                            1025,
                            4095,
                            4096,
                            4097,
                            65536,
                            1 << 20,
                            INT32_MAX,
                            (u64)INT32_MAX + 1,
                            UINT32_MAX,
                            (u64)UINT32_MAX + 1,
                            (u64)1 << 40,
                            INT64_MAX,
                            UINT64_MAX,
                            UINT64_MAX - 7,
                            UINT64_MAX - 4095};

u64 any_size(struct attack *a)
{
    /* mostly such as fit */
    return attack_one_in(a, 4) ? sizes[attack_below(a, ARRAY_LEN(sizes))] : sizes[attack_below(a, 17)];
}

u64 any_address(struct attack *a)
{
    switch (attack_below(a, 8)) {
    case 0: return a->address[attack_below(a, ADDRESSES)] + attack_below(a, 17) - 8;
    case 1: return a->data + DATA - attack_below(a, 64);
    case 2: return 0;
    default: return a->data + attack_below(a, DATA / 8) * 8;
    }
}

u64 any_fd(struct attack *a)
{
    static const i64 odd[] = {-1, -100, 1023, 1024, INT32_MAX, INT32_MIN, 1 << 20, (i64)1 << 32, INT64_MIN};
    return attack_one_in(a, 10) ? (u64)odd[attack_below(a, ARRAY_LEN(odd))] : attack_below(a, 24);
}

u64 any_number(struct attack *a)
{
    switch (attack_below(a, 6)) {
    case 0: return any_size(a);
    case 1: return (u64)1 << attack_below(a, 64);
    case 2: return attack_next(a) >> attack_below(a, 64);
    case 3: return -attack_below(a, 20);
    default: return attack_below(a, 12);
    }
}

static const char *const paths[] = {"a",
                                    "b",
                                    "dir",
                                    "dir/x",
                                    "link",
                                    "fifo",
                                    "sock",
                                    "prog",
                                    "/proc/self/exe",
                                    "/proc/self/fd/3",
                                    "/proc/self/fd/5",
                                    "/proc/self/maps",
                                    "/dev/null",
                                    "/dev/zero",
                                    "/dev/urandom",
                                    "..",
                                    "/",
                                    ".",
                                    "../outside",
                                    "/tmp/outside-of-the-sandbox",
                                    ""};

/* Whatever a call may look for in memory. */
static u64 any_word(struct attack *a)
{
    return attack_one_in(a, 3) ? any_address(a) : attack_one_in(a, 2) ? any_fd(a) : any_number(a);
}

/* A word that is no part of what could be taken for one, however it lies and in whatever order its bytes are. */
static u64 harmless(u64 v)
{
    bool part = host_like(v >> 40) || host_like((u32)v >> 8) || (host_like((u32)v >> 16 & 0xff) && !(v & 0xffff));
    return part ? v & 0xff : v;
}

/* Another thread changes what calls are about. */
static void change_memory(struct attack *a, struct mem *m)
{
    for (unsigned n = 1 + (unsigned)attack_below(a, 6); n > 0; n--) {
        u64 at = a->data + attack_below(a, DATA / 8) * 8;
        u8 raw[64];
        unsigned words = 1 + (unsigned)attack_below(a, 8), size = a->isa.abi->word;
        if (attack_one_in(a, 4)) {
            const char *path = paths[attack_below(a, ARRAY_LEN(paths))];
            mem_write(m, at, path, strlen(path) + 1);
            continue;
        }
        for (unsigned i = 0; i < words; i++) field_put(a->isa.big_endian, raw + i * size, size, harmless(any_word(a)));
        mem_write(m, at, raw, words * (u64)size);
    }
}

/* --- calls --------------------------------------------------------------------------------------------------------- */

static u64 argument(struct attack *a, char kind)
{
    switch (kind) {
    case 'p':
    case 's':
    case 'w': return any_address(a);
    case 'f': return any_fd(a);
    case 'z': return any_size(a);
    case 'g': return attack_below(a, 70) - 2;
    case 'O': return attack_one_in(a, 2) ? flags_to_guest(a->os->abi->open_flags, (u32)attack_next(a)) : any_number(a);
    default: return any_number(a);
    }
}

/* These would only end the run, or take the host's time. */
static bool is_left_out(struct attack *a, const struct syscall *s)
{
    bool ends = s->run == sys_exit || s->run == sys_exit_group || s->run == sys_kill || s->run == sys_tkill ||
                s->run == sys_tgkill || s->run == sys_rt_sigreturn || s->run == sys_execve || s->run == sys_execveat;
    bool slow = s->run == sys_sync || s->run == sys_fsync || s->run == sys_msync;
    bool makes = s->run == sys_fork || s->run == sys_vfork || s->run == sys_clone;
    return ends ? !attack_one_in(a, 40) : slow ? !attack_one_in(a, 500) : makes && !attack_one_in(a, 5);
}

/* Each of the table has its turn; most are drawn. */
static const struct syscall *any_call(struct attack *a)
{
    const struct guest_abi *abi = a->os->abi;
    const struct syscall *s;
    if (attack_one_in(a, 8)) {
        s = &abi->calls[a->turn++ % abi->call_count];
        if (!s->run || attack_one_in(a, 2) || !is_left_out(a, s)) return s;
    }
    bool themed = a->theme != THEME_NONE && attack_one_in(a, 2);
    do s = &abi->calls[attack_below(a, abi->call_count)];
    while (!s->run || is_left_out(a, s) || (themed && !attack_is_about(s, a->theme)));
    return s;
}

static void any_arguments(struct attack *a, const struct thread *t, const struct syscall *s, struct syscall_args *out)
{
    unsigned n = 0;
    out->number = attack_one_in(a, 1000) ? attack_next(a) : s->number;
    for (const char *k = s->kinds ? s->kinds : ""; *k && n < ARRAY_LEN(out->arg); k++) out->arg[n++] = argument(a, *k);
    for (; n < ARRAY_LEN(out->arg); n++) out->arg[n] = any_word(a);
    if (s->run && !attack_one_in(a, 6)) attack_shape(a, t, s, out);
}

static void give_arguments(const struct thread *t, struct syscall_args *out)
{
    struct attack *a = look_on.now;
    const struct syscall *s;
    memset(out, 0, sizeof *out);
    if (attack_one_in(a, PASS_EVERY)) {
        s = attack_pass_descriptors(a, t, out);
        out->number = s->number;
    } else {
        s = any_call(a);
        any_arguments(a, t, s, out);
    }
    /* Random bytes would look like anything. */
    if (s->run == sys_getrandom) out->arg[1] %= 5;
    look_on.number = s->number;
    if (out->number == s->number) tried_call(a->os->abi, s);
}

static void take_result(struct thread *t, i64 value, bool error)
{
    const struct syscall *s = t->os->call.entry;
    struct attack *a = look_on.now;
    if (!error && s) tried_success(a->os->abi, s);
    if (!error) leak_result(a, (u64)value);
    a->real->syscall_return(t, value, error);
}

/* --- looking ------------------------------------------------------------------------------------------------------- */

static u64 cpu_ns(clockid_t clock)
{
    struct timespec ts;
    clock_gettime(clock, &ts);
    return (u64)ts.tv_sec * 1000000000 + (u64)ts.tv_nsec;
}

static void tell(const char *what)
{
    fprintf(look_on.out, "%s: %s, call %u; again: tests/attack/run syscalls -s %" PRIu64 " (run %" PRIu64 ")\n", what,
            look_on.now->isa.name, look_on.number, look_on.seed, look_on.run);
    fflush(look_on.out);
}

static void *watch(void *arg)
{
    u64 made = 0, since = 0;
    for (;;) {
        usleep(100000);
        if (look_on.now_made != made) {
            made = look_on.now_made;
            since = cpu_ns(look_on.clock);
        }
        if (!made || cpu_ns(look_on.clock) < since + LONG_SECONDS * (u64)1000000000) continue;
        if (made != look_on.now_made) continue;
        tell("a call that takes long");
        fprintf(look_on.out, "0 passed, 1 failed\n");
        fflush(look_on.out);
        _exit(1);
    }
    return arg;
}

/* --- a run --------------------------------------------------------------------------------------------------------- */

static void build_program(const struct isa *isa, const char *name)
{
    bool ia64 = isa->abi->word == 8;
    struct test_image image = {
        .elf64 = ia64,
        .big_endian = isa->big_endian,
        .type = 2,
        .machine = isa->elf_machine,
        .count = ia64 ? 2 : 1,
        .entry = ia64 ? 0x4000000000000100 : 0x10100,
        .segment = {{1, 5, 0, ia64 ? 0x4000000000000000 : 0x10000, 0x2000, 0x2000},
                    {1, 6, 0x2000, 0x6000000000002000, 0x800, 0x2400}},
    };
    u8 bytes[IMAGE_SIZE];
    image_build(&image, bytes);
    int fd = open(name, O_WRONLY | O_CREAT | O_TRUNC, 0700);
    if (fd < 0 || write(fd, bytes, sizeof bytes) != (ssize_t)sizeof bytes) abort();
    close(fd);
}

/* Memory that is known to the attack: pages to write, one that may not be touched, one to read only, one behind the end
 * of its file. */
static int prepare(struct attack *a, struct process *p)
{
    struct mem *m = &p->mem;
    u64 low = p->isa->abi->mmap_low, high = p->isa->abi->mmap_high, from = p->isa->abi->mmap_upward ? low : high;
    a->data = mem_find_free(m, DATA + 4 * MEM_PAGE, MEM_PAGE, low, high, from, p->isa->abi->mmap_upward);
    u64 end = a->data + DATA;
    int fd = open("short", O_RDWR | O_CREAT, 0600);
    int r = mem_map(m, a->data, DATA, PROT_READ | PROT_WRITE, false, -1, 0, "");
    r |= mem_map(m, end, MEM_PAGE, PROT_NONE, false, -1, 0, "");
    r |= mem_map(m, end + MEM_PAGE, MEM_PAGE, PROT_READ, false, -1, 0, "");
    r |= fd < 0 ? -1 : mem_map(m, end + 2 * (u64)MEM_PAGE, MEM_PAGE, PROT_READ | PROT_WRITE, true, fd, 0, "short");
    if (fd >= 0) close(fd);
    u64 stack = p->os->stack_low, task = p->isa->abi->task_size;
    const u64 address[ADDRESSES] = {
        end,
        end + MEM_PAGE,
        end + 2 * (u64)MEM_PAGE,
        end + 3 * (u64)MEM_PAGE,
        a->data,
        stack,
        p->os->stack_high,
        p->os->brk,
        task,
        UINT32_MAX,
        (u64)UINT32_MAX + 1,
        INT32_MAX,
        (u64)INT32_MAX + 1,
        UINT64_MAX,
        (u64)1 << 40,
        (u64)1 << 61,
        (u64)2 << 61,
        (u64)3 << 61,
        (u64)4 << 61,
        (u64)7 << 61,
        p->isa->abi->vdso_page,
        MEM_PAGE,
        p->mem.window[0].start + p->mem.window[0].size,
        p->os->brk_start,
    };
    memcpy(a->address, address, sizeof address);
    /* Broken pipes end nobody: there are too many of them. */
    a->os->processes->action[SIGPIPE].handler = 1;
    return r;
}

static unsigned open_descriptors(const struct os_process *op)
{
    unsigned n = 0;
    for (unsigned fd = 0; fd < op->fds.room; fd++) n += op->fds.entry[fd].d != NULL;
    return n;
}

static bool is_receiver(const struct syscall *s) { return s->run == sys_recvmsg || s->run == sys_recvmmsg; }

/* The thread makes a call, or goes on with the one that it sleeps in. */
static void one_call(struct attack *a, struct thread *t)
{
    struct os *os = a->os;
    struct os_thread *ot = t->os;
    struct os_process *op = ot->op;
    bool fresh = !ot->wait.active;
    unsigned open = open_descriptors(op);
    os->running = t;
    os->turn_end = os->machine->now + 100000;
    t->process->thread = t;
    look_on.now_made = look_on.calls + 1;
    if (ot->wait.active) {
        os->machine->now += attack_below(a, 1000000);
        ot->wait.nudge = false;
        bool interrupted = attack_one_in(a, 3);
        syscall_resume(t, interrupted, interrupted && attack_one_in(a, 2));
    } else {
        syscall_enter(os, t);
    }
    /* Of a process that is still there: others receive nothing. */
    if (fresh && !ot->gone && ot->call.entry && is_receiver(ot->call.entry) && open_descriptors(op) > open)
        tried_descriptors(a->os->abi, open_descriptors(op) - open);
    signal_deliver(t, true);
    look_on.now_made = 0;
    os->running = NULL;
    look_on.calls++;
}

static struct thread *any_thread(struct attack *a)
{
    unsigned n = 0;
    for (struct os_thread *ot = a->os->threads; ot; ot = ot->next) n++;
    if (n == 0) return NULL;
    struct os_thread *ot = a->os->threads;
    for (u64 k = attack_below(a, n); k > 0; k--) ot = ot->next;
    return ot->t;
}

/* The number of a run in which there is an address of the host, so that it is known that one is found. */
#define PLANTED UINT64_MAX

static void plant(const struct attack *a, struct mem *m)
{
    u8 raw[8];
    store_le64(raw, (u64)(uintptr_t)&tried_all);
    mem_poke(m, a->data + 64, raw, sizeof raw);
}

/* What the process that found a word asks another one: what there is behind that call of that run (leak.c). */
struct again {
    u64 run;
    unsigned call;
    int at;
};

/* The calls of a run; again: as far as there, NULL: to the end. False: something of the host was found. */
static bool run(struct attack *a, const struct isa *isa, u64 seed, const struct again *again)
{
    struct error e;
    static char *const argv[] = {"prog", "argument", NULL}, *const envp[] = {"A=1", NULL};
    bool good = true;
    a->rng = seed;
    a->theme = (enum theme)(seed / 2 % THEMES); /* for both instruction sets */
    a->turn = (unsigned)(look_on.run / 2 % 1000 * 97);
    a->isa = *isa;
    a->abi = *isa->abi;
    a->real = isa->abi;
    a->abi.syscall_args = give_arguments;
    a->abi.syscall_return = take_result;
    a->isa.abi = &a->abi;
    a->config = (struct config){.clock_hz = 100000000,
                                .tick_cycles = 1000000,
                                .seed = seed,
                                .cpu_model = "none",
                                .sandbox = ".",
                                .stack_size = 64 << 10,
                                .mem_limit = 64 << 20,
                                .max_processes = 12,
                                .max_files = 200,
                                .max_output = 4 << 20};
    a->machine = (struct machine){.config = &a->config, .isa = &a->isa};
    a->os = os_new(&a->machine, &e);
    struct process *p = a->os ? os_load(a->os, "prog", argv, envp, &e) : NULL;
    if (!p || prepare(a, p) != 0) {
        fprintf(look_on.out, "cannot begin a run: %s\n", p ? "no memory" : e.text);
        return false;
    }
    leak_begin(a);
    for (unsigned i = 0; i < RUN_CALLS && good && !limits_over(a->os); i++) {
        struct thread *t = any_thread(a);
        if (!t) break;
        struct process *of = t->process;
        change_memory(a, &of->mem);
        one_call(a, t);
        if (look_on.run == PLANTED && i == 0) plant(a, &of->mem);
        threads_bury(a->os);
        t = any_thread(a);
        if (again && i == again->call) {
            leak_say_again(a, t ? &t->process->mem : NULL, again->at, look_on.out);
            break;
        }
        if (!again && i % LOOK_EVERY == 0 && t) leak_look(a, &t->process->mem);
        while (good && !again && a->suspect.found) {
            good = leak_is_none(a, look_on.seed, look_on.run, i, look_on.run == PLANTED ? NULL : look_on.out);
            if (!good && look_on.run != PLANTED) tell("an address of the host in the guest's memory or as a result");
            if (good && i % LOOK_EVERY == 0 && t) leak_look(a, &t->process->mem);
        }
    }
    os_free(a->os);
    mem_free(&a->machine.absolute);
    return good;
}

static int remove_one(const char *path, const struct stat *st, int kind, struct FTW *at)
{
    (void)st, (void)kind;
    if (at->level > 0) remove(path);
    return 0;
}

/* Each run finds the same folder. */
static void tidy(const struct isa *isa)
{
    nftw(".", remove_one, 20, FTW_DEPTH | FTW_PHYS);
    build_program(isa, "prog");
    mkdir("dir", 0700);
    mkfifo("fifo", 0600);
    if (symlink("../..", "link") != 0) return;
}

int main(int argc, char **argv)
{
    u64 number = NUMBER, seed = 1;
    char folder[] = "/tmp/attack.XXXXXX";
    struct error e;
    static struct attack a;
    struct again again = {0};
    bool asked = false;
    pthread_t watcher;
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--slice")) number = SLICE;
        else if (!strcmp(argv[i], "-n") && i + 1 < argc) number = strtoull(argv[++i], NULL, 0);
        else if (!strcmp(argv[i], "-s") && i + 1 < argc) seed = strtoull(argv[++i], NULL, 0);
        else if (!strcmp(argv[i], "--again") && i + 1 < argc &&
                 sscanf(argv[++i], "%" SCNu64 ",%u,%d", &again.run, &again.call, &again.at) == 3) asked = true;
        else return 2;
    }
    /* The first three descriptors are the guests'. */
    int out = dup(1), null = open("/dev/null", O_RDWR);
    look_on.out = fdopen(fcntl(out, F_DUPFD_CLOEXEC, 1000), "w");
    close(out);
#ifdef __SANITIZE_ADDRESS__
    __sanitizer_set_report_fd((void *)(intptr_t)fcntl(2, F_DUPFD_CLOEXEC, 1001));
#endif
    for (int fd = 0; fd < 3; fd++) dup2(null, fd);
    close(null);
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
    if (!look_on.out || fault_install(&e) != 0 || !mkdtemp(folder) || chdir(folder) != 0) return 2;
    look_on.now = &a;
    look_on.seed = seed;
    pthread_getcpuclockid(pthread_self(), &look_on.clock);
    pthread_create(&watcher, NULL, watch, NULL);
    u64 before = cpu_ns(CLOCK_MONOTONIC);
    bool good = true;
    look_on.run = asked ? again.run : 0;
    while (good && look_on.calls < number && (!asked || look_on.run == again.run)) {
        const struct isa *isa = look_on.run & 1 ? &isa_ia64 : &isa_parisc;
        tidy(isa);
        good = run(&a, isa, look_on.run == PLANTED ? seed : seed * 1000003 + look_on.run, asked ? &again : NULL);
        look_on.run++;
    }
    const u64 runs = look_on.run;
    if (!asked && good) {
        look_on.run = PLANTED;
        tidy(&isa_ia64);
        good = !run(&a, &isa_ia64, seed, NULL);
        if (!good) fprintf(look_on.out, "an address of the host that was put into the guest's memory has not been found\n");
        look_on.run = runs;
    }
    double seconds = (double)(cpu_ns(CLOCK_MONOTONIC) - before) / 1e9;
    nftw(".", remove_one, 20, FTW_DEPTH | FTW_PHYS);
    if (chdir("/") == 0) rmdir(folder);
    if (asked) return fclose(look_on.out) != 0;
    fprintf(look_on.out, "# %" PRIu64 " hostile calls in %" PRIu64 " trees of processes, %.0f a second\n",
            look_on.calls, look_on.run, (double)look_on.calls / seconds);
    const bool whole = number >= SLICE; /* fewer cannot have had them all */
    const bool parisc = tried_all(&guest_abi_hppa, "parisc", look_on.out);
    const bool ia64 = tried_all(&guest_abi_ia64, "ia64", look_on.out);
    good &= !whole || (parisc && ia64);
    fprintf(look_on.out, "%d passed, %d failed\n", good, !good);
    fclose(look_on.out);
    return !good;
}
