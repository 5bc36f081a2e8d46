#include "emu/os/flags.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/close_range.h>
#include <stdio.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <sys/wait.h>

#include "emu/os/calls.h"
#include "emu/os/kernel.h"

enum {
    ONFAULT = 1,                    /* mlock2 */
    MS_BITS = 7,                    /* msync: three, which are others on PA-RISC (asm/mman.h) */
    ABSTIME = TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET,
    NAME = AT_SYMLINK_NOFOLLOW | AT_EMPTY_PATH,
    WAIT_BITS = WNOHANG | WUNTRACED | WCONTINUED | (int)(__WNOTHREAD | __WALL | __WCLONE),
    STAT_BITS = NAME | AT_NO_AUTOMOUNT | AT_STATX_SYNC_TYPE,
};

/* A call's flags: what it takes of those that the table of open() has (host side), and of those with the same number everywhere.
 * The forms of a call without flags have 0 there.
 *
 * Not here, because Linux looks at something else first: epoll_ctl, utimensat, copy_file_range, fallocate, sync_file_range,
 * fadvise64, execveat, flock, clone, mmap, mprotect, and what is socket()'s type. Linux ignores bits that it does not know in
 * those of open() and openat(), F_SETFL and F_SETFD, sigaction(), timer_settime(), clock_nanosleep(), send...() and recv...(),
 * the mask of statx() but for its last bit, and the rights of mmap(). */
static const struct rule {
    i64 (*run)(struct call *c);
    unsigned arg;
    u32 open, same;
    enum {
        FIRST = 0,
        NONBLOCK = 1, /* SOCK_NONBLOCK is taken, too */
        BEHIND = 2    /* the descriptor, which is the first argument, is looked up before: EBADF */
    } how;
} rules[] = {
    {sys_accept, 3, O_CLOEXEC, 0, NONBLOCK | BEHIND},
    {sys_access, 3, 0, AT_EACCESS | NAME, FIRST},
    {sys_chown, 4, 0, NAME, FIRST},
    {sys_close_range, 2, 0, CLOSE_RANGE_UNSHARE | CLOSE_RANGE_CLOEXEC, FIRST},
    {sys_dup3, 2, O_CLOEXEC, 0, FIRST},
    {sys_epoll_create1, 0, O_CLOEXEC, 0, FIRST},
    {sys_eventfd, 1, O_CLOEXEC | O_NONBLOCK, EFD_SEMAPHORE, FIRST},
    {sys_getrandom, 2, 0, GRND_NONBLOCK | GRND_RANDOM | GRND_INSECURE, FIRST},
    {sys_link, 4, 0, AT_SYMLINK_FOLLOW | AT_EMPTY_PATH, FIRST},
    {sys_memfd_create, 1, 0, MFD_CLOEXEC | MFD_ALLOW_SEALING, FIRST}, /* there are no huge pages */
    {sys_mlock, 2, 0, ONFAULT, FIRST},
    {sys_mremap, 3, 0, MREMAP_MAYMOVE | MREMAP_FIXED, FIRST},
    {sys_msync, 2, 0, MS_BITS, FIRST},
    {sys_pipe, 1, O_CLOEXEC | O_NONBLOCK, 0, FIRST}, /* O_DIRECT: pipes have no packets (docs/processes.md) */
    {sys_rename, 4, 0, RENAME_NOREPLACE | RENAME_EXCHANGE | RENAME_WHITEOUT, FIRST},
    {sys_stat, 3, 0, STAT_BITS, FIRST},
    {sys_statx, 2, 0, STAT_BITS, FIRST},
    {sys_timerfd_create, 1, O_CLOEXEC | O_NONBLOCK, 0, FIRST},
    {sys_timerfd_settime, 1, 0, ABSTIME, FIRST},
    {sys_unlink, 2, 0, AT_REMOVEDIR, FIRST},
    {sys_wait4, 2, 0, (u32)WAIT_BITS, FIRST},
    {sys_waitpid, 2, 0, (u32)WAIT_BITS, FIRST},
};

i64 flags_check(const struct call *c)
{
    const struct guest_abi *abi = c->os->abi;
    if (!strchr(c->entry->kinds, 'x')) return 0; /* getppid() takes 52 host instructions of 3,300 for this, 145 without it */
    for (const struct rule *r = rules; r < rules + ARRAY_LEN(rules); r++) {
        if (r->run != c->entry->run) continue;
        u32 known = flags_to_guest(abi->open_flags, r->open) | r->same | (r->how & NONBLOCK ? abi->sock_nonblock : 0);
        if ((r->how & BEHIND) && !fd_get(&c->op->fds, (i64)c->a[0])) return 0; /* the call says so */
        return c->a[r->arg] & ~(u64)known ? -EINVAL : 0;
    }
    return 0;
}
