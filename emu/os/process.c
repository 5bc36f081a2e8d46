#include "emu/os/process.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "emu/core/code.h"
#include "emu/core/slices.h"
#include "emu/core/text.h"
#include "emu/os/limits.h"
#include "emu/os/load.h"
#include "emu/os/outside.h"
#include "emu/os/signals.h"
#include "emu/os/socket.h"

enum {
    FIRST_PID = 1000, /* fixed, so that two runs see the same numbers */
    PARENT_PID = 1,
    FD_LIMIT = 1024,
};

int next_id(struct os *os) { return ++os->last_id; }

/* --- address spaces ----------------------------------------------------------------------------------------------- */

void image_free_names(struct os_image *image)
{
    free(image->exe);
    free(image->auxv);
    image->exe = image->auxv = NULL;
}

/* Both hold as many bytes as their size says. */
static int copy_bytes(char **to, size_t *size, const char *from, size_t n)
{
    *to = malloc(n + 1);
    if (!*to) return -1;
    memcpy(*to, from, n);
    *size = n;
    return 0;
}

int image_copy_names(struct os_image *to, const struct os_image *from)
{
    to->exe = strdup(from->exe);
    to->arguments = from->arguments;
    to->arguments_size = from->arguments_size;
    to->environment = from->environment;
    to->environment_size = from->environment_size;
    if (copy_bytes(&to->auxv, &to->auxv_size, from->auxv, from->auxv_size) != 0) return -1;
    return to->exe ? 0 : -1;
}

static void image_unlink(struct os *os, struct os_image *image)
{
    struct os_image **at = &os->images;
    while (*at && *at != image) at = &(*at)->next;
    if (*at) *at = image->next;
}

static void image_free(struct os *os, struct process *p)
{
    if (!p) return;
    if (p->code) p->isa->code_free(p);
    mem_free(&p->mem);
    counters_free(&p->ticks);
    waits_free(&p->waits);
    slices_free(p);
    if (p->os) image_free_names(p->os);
    mem_give(&os->memory, LIMITS_PROCESS);
    free(p->os);
    free(p);
}

/* Memory and the kernel's part; *next has none of its own any more. */
static void take_over(struct process *p, struct process *next)
{
    struct os_image *image = p->os, kept = *image;
    p->mem = next->mem;
    *image = *next->os;
    image->p = p;
    image->next = kept.next;
    image->users = kept.users;
}

static struct process *image_alloc(struct os *os, int pid)
{
    struct process *p = calloc(1, sizeof *p);
    if (!p || !(p->os = calloc(1, sizeof *p->os)) || !mem_take(&os->memory, LIMITS_PROCESS)) {
        if (p) free(p->os);
        free(p);
        return NULL;
    }
    p->machine = os->machine;
    p->isa = os->machine->isa;
    p->pid = pid;
    p->os->p = p;
    p->os->users = 1;
    return p;
}

struct process *image_new(struct os *os, int pid, struct process *next, struct error *e)
{
    struct process *p = image_alloc(os, pid);
    if (!p) {
        error_set(e, os->memory.refused ? "--mem-limit leaves no room for a process: 1 MiB beside its memory"
                                        : "no memory for a process");
        return NULL;
    }
    /* The memory comes last: what decodes code wants to know of it, but a failure must leave *next alone. */
    int r = code_begin(p, e);
    void (*code_gone)(void *, u64, u64) = p->mem.code_gone;
    void *ctx = p->mem.code_gone_ctx;
    if (r == 0 && !next) r = mem_init(&p->mem, p->isa->windows, p->isa->window_count, e);
    if (r != 0) {
        image_free(os, p);
        return NULL;
    }
    if (next) take_over(p, next);
    else p->mem.account = &os->memory;
    mem_set_budget(&p->mem, &os->machine->mem_budget);
    p->mem.code_gone = code_gone;
    p->mem.code_gone_ctx = ctx;
    struct os_image **at = &os->images;
    while (*at) at = &(*at)->next;
    *at = p->os;
    return p;
}

/* The program in p is over: what it counted is handed on. */
static void tell_over(struct os *os, struct process *p, const struct os_result *how)
{
    os->insns_gone += code_instructions(p->code);
    if (os->image_over) os->image_over(os->image_over_ctx, p, how);
}

void image_leave(struct os *os, struct process *p, const struct os_result *how)
{
    if (p->os->users == 1) {
        if (!how) p->execs++;
        tell_over(os, p, how);
    }
    image_discard(os, p);
}

void image_discard(struct os *os, struct process *p)
{
    if (--p->os->users) return;
    image_unlink(os, p->os);
    image_free(os, p);
}

void image_replace(struct os *os, struct process *p, struct process *next)
{
    struct error e;
    p->execs++;
    tell_over(os, p, NULL);
    p->isa->code_free(p);
    mem_free(&p->mem);
    counters_free(&p->ticks);
    waits_free(&p->waits);
    slices_free(p);
    p->handler_cycles = 0;
    image_free_names(p->os);
    take_over(p, next);
    if (code_begin(p, &e) != 0) abort(); /* as much as was freed just now */
}

void os_watch(struct os *os, void (*over)(void *ctx, struct process *p, const struct os_result *how), void *ctx)
{
    os->image_over = over;
    os->image_over_ctx = ctx;
}

void os_processes(struct os *os, void (*each)(void *ctx, struct process *p), void *ctx)
{
    for (struct os_image *i = os->images; i; i = i->next) each(ctx, i->p);
}

void os_report_rest(struct os *os)
{
    for (struct os_image *i = os->images; i; i = i->next)
        if (os->image_over) os->image_over(os->image_over_ctx, i->p, &os->result);
}

/* --- processes ---------------------------------------------------------------------------------------------------- */

void process_add(struct os *os, struct os_process *op)
{
    struct os_process **at = &os->processes;
    while (*at) at = &(*at)->next;
    *at = op;
}

void process_free(struct os_process *op)
{
    struct os_process **at = &op->os->processes;
    while (*at && *at != op) at = &(*at)->next;
    if (*at) *at = op->next;
    fd_close_all(&op->fds, false);
    if (op->cwd_fd >= 0) close(op->cwd_fd);
    signal_queue_free(&op->pending);
    free(op);
}

u64 process_count(const struct os *os)
{
    u64 n = 0;
    for (const struct os_process *op = os->processes; op; op = op->next) n++;
    return n;
}

u64 process_memory_free(const struct process *p) { return p->mem.mapped < KERNEL_MEMORY ? KERNEL_MEMORY - p->mem.mapped : 0; }

struct os_process *process_find(const struct os *os, i64 pid)
{
    struct os_process *op = os->processes;
    while (op && op->pid != pid) op = op->next;
    return op;
}

struct os_process *process_of_thread(const struct os *os, i64 tid)
{
    const struct os_thread *ot = thread_find(os, tid);
    return ot ? ot->op : process_find(os, tid);
}

static void inherit_fds(struct os_process *op)
{
    op->fds.limit = FD_LIMIT;
    op->fds.tree = &op->os->files;
    op->pending.budget = &op->os->memory;
    for (int fd = 0; fd < 3; fd++) {
        int flags = fcntl(fd, F_GETFL);
        if (flags < 0 || (flags & O_PATH)) continue; /* closed, or what holds the place of a closed one */
        struct description *d = description_new(fd);
        if (!d) continue;
        d->inherited = true;
        d->nonblock = flags & O_NONBLOCK;
        fd_put(&op->fds, d, fd, false);
    }
}

/* The first process, in the list. */
static struct os_process *first_process(struct os *os, struct error *e)
{
    struct os_process *op = calloc(1, sizeof *op);
    if (!op) {
        error_set(e, "no memory for a process");
        return NULL;
    }
    op->os = os;
    op->pid = op->pgid = os->foreground = next_id(os);
    op->sid = PARENT_PID; /* as if a shell had begun it */
    op->ppid = PARENT_PID;
    op->uid = (int)getuid();
    op->euid = (int)geteuid();
    op->gid = (int)getgid();
    op->egid = (int)getegid();
    op->umask = os->host_umask;
    op->cwd_fd = open(".", O_PATH | O_DIRECTORY | O_CLOEXEC);
    op->cwd_reach = os->sandbox ? walk_reach_of(os, op->cwd_fd) : REACH_ALL;
    for (int i = 0; i < ITIMERS; i++) op->itimer[i].expiry = NEVER;
    for (int i = 0; i < RLIMITS; i++) op->rlimit[i][0] = op->rlimit[i][1] = UINT64_MAX;
    op->rlimit[RLIMIT_NOFILE][0] = op->rlimit[RLIMIT_NOFILE][1] = FD_LIMIT;
    op->rlimit[RLIMIT_CORE][0] = 0;
    inherit_fds(op);
    process_add(os, op);
    return op;
}

/* --- threads ------------------------------------------------------------------------------------------------------ */

static void thread_free(struct os *os, struct os_thread *ot)
{
    mem_give(&os->memory, LIMITS_THREAD);
    signal_queue_free(&ot->pending);
    free(ot->wait.fd);
    free(ot->wait.object);
    free(ot->wait.vector);
    free(ot->t);
    free(ot);
}

void thread_enter_image(struct thread *t, struct process *p)
{
    struct thread **at = &p->threads;
    while (*at) at = &(*at)->next;
    *at = t;
    t->next = NULL;
    t->process = p;
    if (!p->thread) p->thread = t;
}

void thread_leave_image(struct thread *t)
{
    struct process *p = t->process;
    struct thread **at = &p->threads;
    while (*at != t) at = &(*at)->next;
    *at = t->next;
    if (p->thread == t) p->thread = p->threads;
    p->isa->cpu_free(t);
}

struct thread *thread_new(struct os_process *op, struct process *p, int tid, const struct thread *from, struct error *e)
{
    struct os *os = op->os;
    struct thread *t = calloc(1, sizeof *t);
    struct os_thread *ot = calloc(1, sizeof *ot);
    if (!t || !ot || !mem_take(&os->memory, LIMITS_THREAD)) {
        error_set(e, "no memory for a thread");
        free(ot);
        free(t);
        return NULL;
    }
    *t = (struct thread){.process = p, .os = ot, .tid = tid, .pid = op->pid, .when = os->machine->now};
    *ot = (struct os_thread){.t = t, .op = op, .pending.budget = &os->memory};
    /* The child of a vfork does not live there: it is a part of its parent. */
    if (from && from->process == p && from->os->op != op) t->code = from->code;
    if (p->isa->cpu_new(t, from, e) != 0) {
        p->isa->cpu_free(t);
        thread_free(os, ot);
        return NULL;
    }
    ticks_start(t);
    thread_enter_image(t, p);
    struct os_thread **in_os = &os->threads;
    while (*in_os) in_os = &(*in_os)->next;
    *in_os = ot;
    op->threads++;
    turn_shared(os, t);
    return t;
}

struct os_thread *thread_find(const struct os *os, i64 tid)
{
    struct os_thread *ot = os->threads;
    while (ot && ot->t->tid != tid) ot = ot->next;
    return ot;
}

void thread_remove(struct os_thread *ot)
{
    struct os_process *op = ot->op;
    struct os_thread **at = &op->os->threads;
    while (*at != ot) at = &(*at)->next;
    *at = ot->next;
    ot->gone = true;
    op->cycles_gone += ot->t->cycles;
    /* The last thread of the first process stays in its image, for whoever looks at the end. */
    if (--op->threads == 0 && op == op->os->first) return;
    thread_leave_image(ot->t);
    ot->next = op->os->gone;
    op->os->gone = ot;
}

void threads_bury(struct os *os)
{
    while (os->gone) {
        struct os_thread *ot = os->gone;
        os->gone = ot->next;
        thread_free(os, ot);
    }
}

/* --- the kernel --------------------------------------------------------------------------------------------------- */

/* The folders of --sandbox and -L: 0, or -1 with *e. */
static int open_roots(struct os *os, struct error *e)
{
    const struct config *c = os->machine->config;
    if (c->sandbox && !(os->sandbox = realpath(c->sandbox, NULL)))
        return error_set(e, "--sandbox=%s: %s; name a folder that is there", c->sandbox, strerror(errno));
    if (c->sysroot && !(os->sysroot = realpath(c->sysroot, NULL)))
        return error_set(e, "-L %s: %s; name a folder that is there", c->sysroot, strerror(errno));
    if (walk_roots_open(&os->roots, os->sandbox, os->sysroot) == 0) return 0;
    if (os->sandbox && os->roots.box < 0)
        return error_set(e, "--sandbox=%s: %s; name a folder that can be entered", c->sandbox, strerror(errno));
    return error_set(e, "-L %s: %s; name a folder that can be entered", c->sysroot ? c->sysroot : "", strerror(errno));
}

struct os *os_new(struct machine *machine, struct error *e)
{
    const struct guest_abi *abi = guest_abi_find(machine->isa->elf_machine);
    struct os *os = abi ? calloc(1, sizeof *os) : NULL;
    if (!os) {
        error_set(e, abi ? "no memory for the guest kernel" : "no system call tables for %s", machine->isa->name);
        return NULL;
    }
    os->machine = machine;
    if (!machine->mem_budget.most) machine->mem_budget = mem_budget_of_host();
    os->abi = abi;
    os->last_id = FIRST_PID - 1;
    os->rng = machine->config->seed;
    os->stop_near = NEVER;
    os->memory.limit = machine->config->mem_limit;
    os->files.limit = machine->config->max_files;
    os->wake_fd = os->program_fd = -1;
    os->roots = (struct walk_roots){.box = -1, .sysroot = -1};
    if (open_roots(os, e) != 0) {
        os_free(os);
        return NULL;
    }
    if (outside_open(os, e) != 0) {
        os_free(os);
        return NULL;
    }
    if (machine->config->realtime) {
        host_clock_start(&os->host_clock, machine->config->clock_hz);
        machine->host_clock = &os->host_clock;
    }
    os->host_umask = umask(0);
    umask(os->host_umask);
    return os;
}

struct process *os_load(struct os *os, const char *path, char *const *argv, char *const *envp, struct error *e)
{
    struct start start;
    struct process *p = NULL;
    struct stat st;
    int fd = load_open(path, e);
    if (fd < 0) return NULL;
    if (fstat(fd, &st) == 0) os->roots.program_id = file_id_of(&st);
    os->program_fd = fd;
    struct load_request q = {.fd = fd, .host_path = path, .path = path, .argv = argv, .envp = envp};
    struct os_process *op = first_process(os, e);
    if (op && (p = image_new(os, op->pid, NULL, e)) != NULL) {
        op->image = p;
        op->rlimit[RLIMIT_STACK][0] = load_stack_size(p);
        snprintf(op->comm, sizeof op->comm, "%s", text_base(path));
        char *real = realpath(path, NULL);
        p->os->exe = real ? real : strdup(path);
        struct thread *t = NULL;
        if (load_program(p, op, &q, &start, e) == 0) t = thread_new(op, p, op->pid, NULL, e);
        if (t) p->isa->abi->start(t, start.entry, start.sp, start.argc, start.argv);
        else p = NULL;
        os->first = t ? op : NULL;
        os->first_image = p;
    }
    return p;
}

struct process *os_first_image(const struct os *os) { return os->first_image; }

const void *os_auxv(const struct process *p, size_t *size)
{
    *size = p->os->auxv_size;
    return p->os->auxv;
}

void os_free(struct os *os)
{
    if (!os) return;
    const struct profiling *f = os->machine->profiling;
    threads_bury(os);
    for (struct os_image *i = os->images, *next; i; i = next) {
        struct process *p = i->p;
        next = i->next;
        for (struct thread *t = p->threads, *after; t; t = after) {
            after = t->next;
            p->isa->cpu_free(t);
            if (f) f->end(f->ctx, t->pid);
            thread_free(os, t->os);
        }
        image_free(os, p);
    }
    os->threads = NULL; /* what is closed from here on wakes nobody */
    while (os->processes) process_free(os->processes);
    socket_free_all(os);
    os->machine->host_clock = NULL;
    outside_close(os);
    walk_roots_close(&os->roots);
    if (os->program_fd >= 0) close(os->program_fd);
    free(os->sysroot);
    free(os->sandbox);
    free(os);
}
