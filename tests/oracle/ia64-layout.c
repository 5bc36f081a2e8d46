/* Compiled for the guest, never run: the kernel's headers there against the values in ia64_layout.def. */
#include <linux/types.h>
typedef unsigned long sigset_t; /* the kernel's: _NSIG is 64 */
#include <asm/errno.h>
#include <asm/ioctls.h>
#include <linux/mman.h>
#include <asm/signal.h>
#include <asm/siginfo.h>
#include <asm/sigcontext.h>
#include <asm/stat.h>
#include <asm/statfs.h>
#include <asm/termbits.h>
#include <linux/fcntl.h>
#include <linux/sysinfo.h>
#include <stddef.h>

/* Not in the headers for programs (Linux 6.1 arch/ia64/kernel/sigframe.h). */
struct sigframe {
    unsigned long arg0, arg1, arg2;
    void *handler;
    siginfo_t info;
    struct sigcontext sc;
};

#define ROW(target, value, ours) _Static_assert((target) == (value), #target);
#include "tests/unit/ia64_layout.def"
