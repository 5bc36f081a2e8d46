#include <errno.h>
#include <stdlib.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <unistd.h>

#include "emu/os/calls.h"
#include "emu/os/clock.h"
#include "emu/os/kernel.h"
#include "emu/os/process.h"
#include "emu/os/random.h"
#include "emu/os/signals.h"
#include "emu/os/thread_name.h"

/* --- calls that do nothing here ----------------------------------------------------------------------------------- */

i64 sys_ignored(struct call *c) { (void)c; return 0; }
i64 sys_not_there(struct call *c) { (void)c; return -ENOSYS; }
i64 sys_not_permitted(struct call *c) { (void)c; return -EPERM; }
/* Only a call that was stopped and continued leaves something to restart; that does not happen here. */
i64 sys_restart_syscall(struct call *c) { (void)c; return -EINTR; }

static bool is_self(const struct call *c, u64 pid) { return pid == 0 || process_of_thread(c->os, (i64)pid) == c->op; }

/* --- the system --------------------------------------------------------------------------------------------------- */

i64 sys_uname(struct call *c)
{
    enum { FIELD = 65, FIELDS = 6 };
    const char *text[FIELDS] = {KERNEL_NAME, KERNEL_NODE, KERNEL_RELEASE, KERNEL_VERSION, c->p->isa->abi->machine, KERNEL_DOMAIN};
    char raw[FIELDS * FIELD] = {0};
    for (unsigned i = 0; i < FIELDS; i++) strncpy(raw + i * FIELD, text[i], FIELD - 1);
    return guest_put(c, c->a[0], raw, sizeof raw);
}

i64 sys_getpagesize(struct call *c) { (void)c; return MEM_PAGE; }

i64 sys_sysinfo(struct call *c)
{
    const u64 v[SI_FIELDS] = {
        [SI_UPTIME] = clock_ns(c->os, clock_now(c->os)) / NSEC, [SI_TOTALRAM] = KERNEL_MEMORY,
        [SI_FREERAM] = process_memory_free(c->p), [SI_PROCS] = process_count(c->os), [SI_MEM_UNIT] = 1,
    };
    return guest_put_layout(c, c->a[0], &c->os->abi->sysinfo, v);
}

i64 sys_personality(struct call *c)
{
    u64 was = c->op->personality;
    if (c->a[0] != UINT32_MAX) c->op->personality = c->a[0];
    return (i64)was;
}

/* prctl(2); numbers of Linux uapi/linux/prctl.h. What nothing here depends on is kept and told. */
i64 sys_prctl(struct call *c)
{
    enum { SET_PDEATHSIG = 1, GET_PDEATHSIG = 2, GET_DUMPABLE = 3, SET_DUMPABLE = 4, GET_KEEPCAPS = 7, SET_KEEPCAPS = 8, GET_TIMING = 13, SET_TIMING = 14,
           SET_NAME = 15, GET_NAME = 16, GET_SECCOMP = 21, CAPBSET_READ = 23, GET_SECUREBITS = 27, SET_TIMERSLACK = 29, GET_TIMERSLACK = 30,
           MCE_KILL_GET = 34, GET_CHILD_SUBREAPER = 37, SET_NO_NEW_PRIVS = 38, GET_NO_NEW_PRIVS = 39, GET_THP_DISABLE = 42 };
    enum { LAST_CAPABILITY = 40, KEEP_CAPS = 16, MCE_KILL_DEFAULT = 2 };
    enum { USUAL_SLACK = 50000 };
    struct os_process *op = c->op;
    u64 x = c->a[1];
    bool more = c->a[2] || c->a[3] || c->a[4];
    switch ((i64)c->a[0]) {
    case SET_NAME: {
        char name[THREAD_NAME] = {0};
        i64 n = mem_read_string(&c->p->mem, x, name, sizeof name);
        if (n == -EFAULT) return n;
        thread_name_set(c->ot, name, sizeof name);
        return 0;
    }
    case GET_NAME: return guest_put(c, x, thread_name(c->ot), THREAD_NAME);
    case SET_PDEATHSIG:
        if (x && !signal_exists(x)) return -EINVAL;
        op->death_signal = (int)x;
        return 0;
    case GET_PDEATHSIG: return guest_put_uint(c, x, 4, (u64)op->death_signal);
    case SET_DUMPABLE:
        if (x > 1) return -EINVAL;
        op->undumpable = !x;
        return 0;
    case GET_DUMPABLE: return !op->undumpable;
    case SET_NO_NEW_PRIVS:
        if (x != 1 || more) return -EINVAL;
        op->no_new_privileges = true;
        return 0;
    case GET_NO_NEW_PRIVS: return x || more ? -EINVAL : op->no_new_privileges;
    case SET_TIMERSLACK: c->ot->timer_slack = x ? x - USUAL_SLACK : c->ot->first_slack; return 0;
    case GET_TIMERSLACK: return (i64)(c->ot->timer_slack + USUAL_SLACK);
    case SET_KEEPCAPS:
        if (x > 1) return -EINVAL;
        op->keeps_capabilities = x;
        return 0;
    case GET_KEEPCAPS: return op->keeps_capabilities;
    case CAPBSET_READ: return x <= LAST_CAPABILITY ? 1 : -EINVAL;
    case GET_TIMING: case GET_SECCOMP: return 0;
    case GET_SECUREBITS: return op->keeps_capabilities ? KEEP_CAPS : 0;
    case SET_TIMING: return x ? -EINVAL : 0; /* there is one way only */
    case GET_CHILD_SUBREAPER: return guest_put_uint(c, x, 4, 0);
    case GET_THP_DISABLE: return x || more ? -EINVAL : 0;
    case MCE_KILL_GET: return x || more ? -EINVAL : MCE_KILL_DEFAULT;
    default: return -EINVAL;
    }
}

i64 sys_getrandom(struct call *c)
{
    u64 n = c->a[1] < 1 << 20 ? c->a[1] : 1 << 20;
    if ((c->a[2] & GRND_RANDOM) && (c->a[2] & GRND_INSECURE)) return -EINVAL;
    u8 part[256];
    for (u64 done = 0, step; done < n; done += step) {
        step = n - done < sizeof part ? n - done : sizeof part;
        random_bytes(&c->os->rng, part, step);
        if (guest_put(c, c->a[0] + done, part, step) != 0) return -EFAULT;
    }
    return (i64)n;
}

/* --- limits ------------------------------------------------------------------------------------------------------- */

/* Unlimited is all ones in the guest's word. */
static u64 to_word(const struct call *c, u64 v)
{
    if (guest_word(c) == 8) return v;
    return v > UINT32_MAX ? UINT32_MAX : v;
}

static u64 from_word(const struct call *c, u64 v) { return guest_word(c) == 4 && v == UINT32_MAX ? UINT64_MAX : v; }

static i64 set_limit(struct call *c, u64 which, const u64 limit[2])
{
    u64 *have = c->op->rlimit[which];
    if (limit[0] > limit[1]) return -EINVAL;
    if (limit[1] > have[1]) return -EPERM;
    have[0] = limit[0];
    have[1] = limit[1];
    if (which == RLIMIT_NOFILE) c->op->fds.limit = (unsigned)limit[0];
    return 0;
}

i64 sys_getrlimit(struct call *c)
{
    if (c->a[0] >= RLIMITS) return -EINVAL;
    const u64 *have = c->op->rlimit[c->a[0]];
    u64 v[2] = {to_word(c, have[0]), to_word(c, have[1])};
    return guest_put_array(c, c->a[1], guest_word(c), v, 2);
}

i64 sys_setrlimit(struct call *c)
{
    u64 v[2];
    if (c->a[0] >= RLIMITS) return -EINVAL;
    if (guest_get_array(c, c->a[1], guest_word(c), v, 2) != 0) return -EFAULT;
    v[0] = from_word(c, v[0]);
    v[1] = from_word(c, v[1]);
    return set_limit(c, c->a[0], v);
}

i64 sys_prlimit64(struct call *c)
{
    u64 next[2], was[2];
    if (!is_self(c, c->a[0])) return -ESRCH;
    if (c->a[1] >= RLIMITS) return -EINVAL;
    if (c->a[2] && guest_get_array(c, c->a[2], 8, next, 2) != 0) return -EFAULT;
    memcpy(was, c->op->rlimit[c->a[1]], sizeof was);
    i64 r = c->a[2] ? set_limit(c, c->a[1], next) : 0;
    if (r == 0 && c->a[3]) r = guest_put_array(c, c->a[3], 8, was, 2);
    return r;
}
