/* execve and execveat: a new program in the place of the old one. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "emu/core/text.h"
#include "emu/os/calls.h"
#include "emu/os/clock.h"
#include "emu/os/exit.h"
#include "emu/os/futex.h"
#include "emu/os/load.h"
#include "emu/os/path.h"
#include "emu/os/process.h"
#include "emu/os/signals.h"

enum {
    INTERPRETERS = 4,      /* of scripts one after the other (Linux fs/exec.c, exec_binprm) */
    SCRIPT_LINE = 256,     /* Linux BINPRM_BUF_SIZE */
    STRING_MOST = 1 << 17, /* bytes of one argument: MAX_ARG_STRLEN */
};

/* --- arguments ---------------------------------------------------------------------------------------------------- */

struct list { /* of strings, NULL at the end; owned */
    char **at;
    size_t n;
    u64 bytes; /* that it will take on the stack */
};

static void list_free(struct list *l)
{
    for (size_t i = 0; i < l->n; i++) free(l->at[i]);
    free(l->at);
    *l = (struct list){0};
}

/* Puts a string at place i; it is taken over. */
static int list_insert(struct list *l, size_t i, char *text)
{
    char **at = text ? realloc(l->at, (l->n + 2) * sizeof *at) : NULL;
    if (!at) {
        free(text);
        return -ENOMEM;
    }
    memmove(at + i + 1, at + i, (l->n - i) * sizeof *at);
    at[i] = text;
    at[++l->n] = NULL;
    l->at = at;
    l->bytes += strlen(text) + 1 + sizeof(u64);
    return 0;
}

/* An array of string pointers in guest memory; a null pointer is an empty one, as Linux has it. */
static int read_list(struct call *c, u64 addr, u64 most, struct list *l)
{
    unsigned word = guest_word(c);
    char *text = malloc(STRING_MOST);
    int r = text ? 0 : -ENOMEM;
    for (u64 p; r == 0 && addr; addr += word) {
        r = guest_get_uint(c, addr, word, &p);
        if (r != 0 || !p) break;
        r = guest_get_string(c, p, text, STRING_MOST);
        if (r == -ENAMETOOLONG) r = -E2BIG;
        if (r == 0) r = list_insert(l, l->n, strdup(text));
        if (r == 0 && l->bytes > most) r = -E2BIG;
    }
    if (r == 0 && !l->at) l->at = calloc(1, sizeof *l->at);
    free(text);
    return r != 0 || l->at ? r : -ENOMEM;
}

/* --- the program -------------------------------------------------------------------------------------------------- */

struct exec {
    int fd;                   /* of the program; -1: not yet open */
    char path[PATH_MAX];      /* as the guest names it */
    char host_path[PATH_MAX]; /* as the host does */
    struct list argv, envp;
};

/* Opens x->path, which must be a file that may be executed. */
static int open_file(struct call *c, struct exec *x, i64 dirfd, bool empty_path)
{
    struct host_path at;
    struct stat st;
    char link[PATH_MAX];
    int r = path_resolve(c->op, dirfd, x->path, SANDBOX_READ, &at);
    if (r != 0) return r;
    if (!at.path[0] && empty_path) {
        snprintf(at.path, sizeof at.path, "/proc/self/fd/%d", at.dirfd);
        at.object = true;
    }
    int fd = (int)path_done(&at, path_open(&at, O_RDONLY | O_NONBLOCK, 0));
    if (fd < 0) return fd;
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    bool plain = fstat(fd, &st) == 0 && S_ISREG(st.st_mode);
    if (!plain || path_is_barred(fd, &st) || faccessat(AT_FDCWD, link, X_OK, AT_EACCESS) != 0) {
        close(fd);
        return -EACCES;
    }
    if (x->fd >= 0) close(x->fd);
    x->fd = fd;
    if (!path_of_fd(fd, x->host_path)) snprintf(x->host_path, sizeof x->host_path, "%s", at.path);
    return 0;
}

/* The words behind "#!": interpreter and at most one argument (Linux fs/binfmt_script.c). False: not a script. */
static bool script_line(int fd, char line[SCRIPT_LINE], char **interp, char **arg)
{
    ssize_t n = pread(fd, line, SCRIPT_LINE - 1, 0);
    if (n < 2 || line[0] != '#' || line[1] != '!') return false;
    line[n] = 0;
    line[strcspn(line, "\n")] = 0;
    char *p = line + 2 + strspn(line + 2, " \t");
    *interp = p;
    p += strcspn(p, " \t");
    char *rest = p + strspn(p, " \t");
    if (*p) *p = 0;
    for (char *end = rest + strlen(rest); end > rest && (end[-1] == ' ' || end[-1] == '\t');) *--end = 0;
    *arg = *rest ? rest : NULL;
    return **interp;
}

/* A script becomes its interpreter with the script as an argument, again and again. */
static int follow_scripts(struct call *c, struct exec *x)
{
    char line[SCRIPT_LINE], *interp, *arg;
    for (int depth = 0; script_line(x->fd, line, &interp, &arg); depth++) {
        if (depth == INTERPRETERS) return -ELOOP;
        struct list *v = &x->argv;
        if (v->n) free(v->at[0]);
        int r = 0;
        if (!v->n) r = list_insert(v, 0, strdup(x->path));
        else if (!(v->at[0] = strdup(x->path))) r = -ENOMEM;
        if (r == 0 && arg) r = list_insert(v, 0, strdup(arg));
        if (r == 0) r = list_insert(v, 0, strdup(interp));
        snprintf(x->path, sizeof x->path, "%s", interp);
        if (r == 0) r = open_file(c, x, AT_FDCWD, false);
        if (r != 0) return r;
    }
    return 0;
}

/* Loads the program into an address space that is not yet anybody's. */
static int load(struct call *c, const struct exec *x, struct process *next, struct start *start)
{
    struct error e;
    struct load_request q = {
        .fd = x->fd, .host_path = x->host_path, .path = x->path, .argv = x->argv.at, .envp = x->envp.at};
    if (mem_init(&next->mem, next->isa->windows, next->isa->window_count, &e) != 0) return -ENOMEM;
    struct mem_account *account = &c->os->memory;
    u64 old = c->p->os->users == 1 ? c->p->mem.mapped : 0; /* is gone by then */
    next->mem.account = account;
    mem_set_budget(&next->mem, c->p->mem.budget);
    mem_give(account, old);
    int r = load_program(next, c->op, &q, start, &e);
    account->used += old;
    next->os->exe = strdup(path_for_guest(c->os, x->host_path));
    if (r == 0 && next->os->exe) return 0;
    image_free_names(next->os);
    mem_free(&next->mem);
    return r == 0 || e.status == 125 ? -ENOMEM : e.status == 127 ? -ENOENT : -ENOEXEC;
}

/* --- the point of no return --------------------------------------------------------------------------------------- */

/* Only this thread is left, and it is the first one from now on. */
static void end_others(struct call *c)
{
    for (struct os_thread *ot = c->os->threads, *next; ot; ot = next) {
        next = ot->next;
        if (ot->op == c->op && ot != c->ot) thread_end(ot);
    }
    c->t->tid = c->op->pid;
}

/* What does not survive a new program (execve(2)). */
static void forget(struct call *c, const struct exec *x)
{
    struct os_process *op = c->op;
    struct os_thread *ot = c->ot;
    for (int s = 1; s <= GUEST_SIGNALS; s++)
        op->action[s] = (struct signal_action){.handler = op->action[s].handler == HANDLER_IGNORE ? HANDLER_IGNORE : HANDLER_DEFAULT};
    timers_delete(op);
    ot->altstack_sp = ot->altstack_size = 0;
    ot->restore_mask = false;
    fd_close_all(&op->fds, true);
    op->undumpable = op->keeps_capabilities = false;
    op->exit_signal = signal_to_guest(op->os->abi, SIGCHLD);
    op->has_execed = true;
    op->programs++;
    memset(op->comm, 0, sizeof op->comm);
    snprintf(op->comm, sizeof op->comm, "%.15s", text_base(x->path));
}

/* Moves the thread to the program in `next`, for which `own` is made where the old address space stays another's. */
static void begin(struct call *c, struct process *next, struct process *own, const struct start *start)
{
    struct error e;
    struct thread *t = c->t;
    struct process *p = c->p;
    const struct profiling *f = c->os->machine->profiling;
    thread_leaves_memory(c->ot);
    if (f) f->end(f->ctx, t->pid);
    thread_leave_image(t);
    if (own) {
        image_leave(c->os, p, NULL);
        p = own;
    } else {
        image_replace(c->os, p, next);
    }
    p->pid = c->op->pid; /* after vfork it may have been a parent's that is gone */
    c->op->image = p;
    if (c->op == c->os->first) c->os->first_image = p;
    thread_enter_image(t, p);
    if (p->isa->cpu_new(t, NULL, &e) != 0) abort(); /* a few kilobytes, as many as were freed just now */
    p->isa->abi->start(t, start->entry, start->sp, start->argc, start->argv);
    if (p->machine->mapped) p->machine->mapped(p->machine->mapped_ctx, p);
    vfork_release(c->op);
}

static i64 do_exec(struct call *c, struct exec *x, i64 dirfd, bool empty_path)
{
    struct os_image image = {0};
    struct process next = {.machine = c->p->machine, .isa = c->p->isa, .os = &image}, *own = NULL;
    struct start start;
    struct error e;
    int r = open_file(c, x, dirfd, empty_path);
    if (r == 0) r = follow_scripts(c, x);
    if (r == 0) r = load(c, x, &next, &start);
    if (r != 0) return r;
    if (c->p->os->users > 1 && !(own = image_new(c->os, c->op->pid, &next, &e))) {
        image_free_names(&image);
        mem_free(&next.mem);
        return -ENOMEM;
    }
    end_others(c);
    forget(c, x);
    begin(c, &next, own, &start);
    return CALL_EXEC;
}

static i64 exec(struct call *c, i64 dirfd, const u64 a[3], bool empty_path)
{
    /* A quarter of the stack is for arguments and environment (execve(2)). */
    u64 most = load_stack_size(c->p) / 4;
    struct exec *x = calloc(1, sizeof *x);
    if (!x) return -ENOMEM;
    x->fd = -1;
    i64 r = guest_get_string(c, a[0], x->path, sizeof x->path);
    if (r == 0) r = read_list(c, a[1], most, &x->argv);
    if (r == 0) r = read_list(c, a[2], most - x->argv.bytes, &x->envp);
    if (r == 0 && x->argv.n == 0) r = list_insert(&x->argv, 0, strdup("")); /* Linux 5.18: never without argv[0] */
    if (r == 0) r = do_exec(c, x, dirfd, empty_path);
    if (x->fd >= 0) close(x->fd);
    list_free(&x->argv);
    list_free(&x->envp);
    free(x);
    return r;
}

i64 sys_execve(struct call *c) { return exec(c, AT_FDCWD, c->a, false); }

i64 sys_execveat(struct call *c)
{
    if (c->a[4] & ~(u64)(AT_EMPTY_PATH | AT_SYMLINK_NOFOLLOW)) return -EINVAL;
    return exec(c, (i64)c->a[0], c->a + 1, c->a[4] & AT_EMPTY_PATH);
}
