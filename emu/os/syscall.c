#include "emu/os/syscall.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>

#include "emu/os/flags.h"
#include "emu/os/signals.h"

enum { SHOWN_STRING = 128, SHOWN_BYTES = 32, LINE = 1024, ERRNO_MAX = 4095 };

/* --- arguments ---------------------------------------------------------------------------------------------------- */

/* Kinds whose value is a signed 32-bit integer, an unsigned one; the others are as wide as a register. */
static bool is_int(char kind) { return kind == 'd' || kind == 'f' || kind == 'g'; }
static bool is_uint(char kind) { return kind == 'u' || kind == 'x' || kind == 'o' || kind == 'O'; }

static void normalise(struct call *c, const struct syscall_args *raw)
{
    bool narrow = guest_word(c) == 4;
    unsigned from = 0, to = 0;
    for (const char *k = c->entry->kinds; *k; k++) {
        u64 v = raw->arg[from++];
        if (*k == '_') continue;
        if (is_int(*k) || (narrow && *k == 'l')) v = (u64)(i64)(i32)v;
        else if (is_uint(*k) || narrow) v = (u32)v;
        if (narrow && *k == 'q') v = v << 32 | (u32)raw->arg[from++];
        if (narrow && *k == 'Q') v |= raw->arg[from++] << 32;
        c->a[to++] = v;
    }
}

static const struct syscall *find(const struct guest_abi *abi, u64 number)
{
    unsigned low = 0, high = abi->call_count;
    while (low < high) {
        unsigned mid = (low + high) / 2;
        if (abi->calls[mid].number == number) return &abi->calls[mid];
        if (abi->calls[mid].number < number) low = mid + 1;
        else high = mid;
    }
    return NULL;
}

/* --- strace ------------------------------------------------------------------------------------------------------- */

struct line {
    char text[LINE];
    size_t n;
};

static void add(struct line *l, const char *fmt, ...) PRINTF_LIKE(2, 3);
static void add(struct line *l, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    int n = vsnprintf(l->text + l->n, LINE - l->n, fmt, ap);
    va_end(ap);
    if (n > 0) l->n = l->n + (size_t)n < LINE ? l->n + (size_t)n : LINE - 1;
}

static void add_bytes(struct line *l, const u8 *p, size_t n, bool more)
{
    add(l, "\"");
    for (size_t i = 0; i < n; i++) {
        if (p[i] == '\n') add(l, "\\n");
        else if (p[i] == '"' || p[i] == '\\') add(l, "\\%c", p[i]);
        else if (p[i] >= ' ' && p[i] < 0x7f) add(l, "%c", p[i]);
        else add(l, "\\%o", p[i]);
    }
    add(l, more ? "\"..." : "\"");
}

static void add_open_flags(struct line *l, u32 host)
{
    static const struct { u32 bit; const char *name; } names[] = {
        {O_CREAT, "O_CREAT"}, {O_EXCL, "O_EXCL"}, {O_TRUNC, "O_TRUNC"}, {O_APPEND, "O_APPEND"},
        {O_NONBLOCK, "O_NONBLOCK"}, {O_DIRECTORY, "O_DIRECTORY"}, {O_NOFOLLOW, "O_NOFOLLOW"}, {O_CLOEXEC, "O_CLOEXEC"},
        {O_NOCTTY, "O_NOCTTY"}, {O_PATH, "O_PATH"},
    };
    static const char *const access[] = {"O_RDONLY", "O_WRONLY", "O_RDWR", "O_ACCMODE"};
    add(l, "%s", access[host & O_ACCMODE]);
    for (size_t i = 0; i < ARRAY_LEN(names); i++)
        if (host & names[i].bit) add(l, "|%s", names[i].name);
}

static void add_argument(struct line *l, struct call *c, char kind, u64 v, u64 next)
{
    char buffer[SHOWN_STRING + 1];
    switch (kind) {
    case 'd': case 'l': add(l, "%lld", (long long)v); break;
    case 'u': case 'z': case 'q': case 'Q': add(l, "%llu", (unsigned long long)v); break;
    case 'x': add(l, "0x%llx", (unsigned long long)v); break;
    case 'o': add(l, v ? "0%llo" : "%llo", (unsigned long long)v); break;
    case 'f':
        if ((i64)v == AT_FDCWD) add(l, "AT_FDCWD");
        else add(l, "%lld", (long long)v);
        break;
    case 'g': add(l, v ? "SIG%s" : "0", signal_name(c->os->abi, (int)v, buffer)); break;
    case 'O': add_open_flags(l, flags_to_host(c->os->abi->open_flags, (u32)v)); break;
    case 's': {
        i64 n = mem_read_string(&c->p->mem, v, buffer, sizeof buffer);
        if (n == -EFAULT) add(l, "0x%llx", (unsigned long long)v);
        else add_bytes(l, (u8 *)buffer, n < 0 ? SHOWN_STRING : (size_t)n, n < 0);
        break;
    }
    case 'w': {
        u64 n = next < SHOWN_BYTES ? next : SHOWN_BYTES;
        if (mem_read(&c->p->mem, v, buffer, n) != 0) add(l, "0x%llx", (unsigned long long)v);
        else add_bytes(l, (u8 *)buffer, n, n < next);
        break;
    }
    default:
        if (v) add(l, "0x%llx", (unsigned long long)v);
        else add(l, "NULL");
    }
}

static void trace_arguments(struct line *l, struct call *c)
{
    unsigned at = 0;
    bool creates = true;
    add(l, "[%d] %s(", c->t->tid, c->entry->name);
    for (const char *k = c->entry->kinds; *k; k++) {
        if (*k == '_' || (*k == 'o' && !creates)) continue;
        if (*k == 'O')
            creates = flags_to_host(c->os->abi->open_flags, (u32)c->a[at]) & (O_CREAT | (O_TMPFILE & ~O_DIRECTORY));
        if (at) add(l, ", ");
        add_argument(l, c, *k, c->a[at], at + 1 < ARRAY_LEN(c->a) ? c->a[at + 1] : 0);
        at++;
    }
    add(l, ")");
}

/* Addresses and descriptors of files read well in different bases; strace tells them apart by size, so do we. */
static void trace_line(struct line *l, i64 result)
{
    if (result == CALL_GONE) add(l, " = ?");
    else if (result == CALL_EXEC) add(l, " = 0");
    else if (result < 0 && result >= -ERRNO_MAX)
        add(l, " = -1 %s (%s)", strerrorname_np((int)-result) ? strerrorname_np((int)-result) : "E?",
            strerror((int)-result));
    else if (result >= 0 && result < 0x10000) add(l, " = %lld", (long long)result);
    else add(l, " = 0x%llx", (unsigned long long)result);
    fprintf(stderr, "%s\n", l->text);
}

/* --- the call ----------------------------------------------------------------------------------------------------- */

/* A call that is not implemented, of which we know no more than perhaps the name: with six arguments, as none has more. */
static void trace_unknown(struct os *os, const struct thread *t, const struct syscall_args *raw, const char *name)
{
    struct line l;
    u64 mask = t->process->isa->abi->word == 4 ? UINT32_MAX : UINT64_MAX;
    l.n = 0;
    if (name) add(&l, "[%d] %s(", t->tid, name);
    else add(&l, "[%d] syscall_%llu(", t->tid, (unsigned long long)raw->number);
    for (unsigned i = 0; i < 6; i++) add(&l, "%s0x%llx", i ? ", " : "", (unsigned long long)(raw->arg[i] & mask));
    add(&l, ")");
    machine_before_words(os->machine, -1);
    trace_line(&l, -ENOSYS);
}

/* Names an unknown call on stderr, once each. */
static void unknown(struct os *os, u64 number, const char *name)
{
    unsigned bit = (unsigned)(number % (8 * sizeof os->named));
    if (!(os->named[bit / 8] & 1u << bit % 8)) {
        os->named[bit / 8] |= (u8)(1u << bit % 8);
        machine_before_words(os->machine, -1);
        fprintf(stderr, "pcgram: guest system call %llu (%s) is not implemented\n", (unsigned long long)number,
                name ? name : "unknown");
    }
}

static void finish(struct call *c, i64 result, bool with_restart)
{
    if (result == CALL_WAIT) return;
    if (result == CALL_GONE || result == CALL_EXEC) {
        c->ot->wait.started = false;
        return;
    }
    const struct abi *abi = c->p->isa->abi;
    bool restart = c->interrupted && result == -EINTR && with_restart && c->ot->wait.restart;
    c->ot->wait.started = false;
    c->ot->wait.progress = 0;
    if (restart) abi->syscall_restart(c->t);
    else if (result < 0 && result >= -ERRNO_MAX)
        abi->syscall_return(c->t, -(i64)errno_to_guest(c->os->abi, (int)-result), true);
    else abi->syscall_return(c->t, result, false);
}

static void perform(struct call *c, bool with_restart)
{
    struct line line;
    bool trace = c->os->machine->config->strace;
    line.n = 0;
    line.text[0] = 0;
    if (trace) trace_arguments(&line, c);
    c->ot->wait.fds = c->ot->wait.objects = 0;
    c->ot->wait.alarm = NEVER;
    c->ot->wait.vectors_read = false;
    i64 result = flags_check(c);
    if (result == 0) result = c->entry->run(c);
    if (result != CALL_WAIT) signal_mask_after_call(c);
    if (trace && result != CALL_WAIT) {
        machine_before_words(c->os->machine, -1);
        trace_line(&line, result);
    }
    finish(c, result, with_restart);
}

void syscall_enter(struct os *os, struct thread *t)
{
    struct syscall_args raw;
    const struct abi *abi = t->process->isa->abi;
    abi->syscall_args(t, &raw);
    os->machine->now += os->machine->config->syscall_cycles;
    const struct syscall *entry = find(os->abi, raw.number);
    if (!entry || !entry->run) {
        const char *name = entry ? entry->name : NULL;
        unknown(os, raw.number, name);
        if (os->machine->config->strace) trace_unknown(os, t, &raw, name);
        abi->syscall_return(t, -(i64)errno_to_guest(os->abi, ENOSYS), true);
        return;
    }
    struct call *c = &t->os->call;
    *c = (struct call){.os = os, .op = t->os->op, .ot = t->os, .p = t->process, .t = t, .entry = entry};
    normalise(c, &raw);
    t->os->wait.progress = 0;
    t->os->wait.vectors_kept = false;
    perform(c, false);
}

void syscall_resume(struct thread *t, bool interrupted, bool with_restart)
{
    struct call *c = &t->os->call;
    t->os->wait.active = false;
    c->interrupted = interrupted;
    perform(c, with_restart);
}
