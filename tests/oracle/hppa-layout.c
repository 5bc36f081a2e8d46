/* Compiled for the guest, never run: the kernel's headers there against the values in hppa_layout.def. */
#include <asm/errno.h>
#include <asm/ioctls.h>
#include <asm/mman.h>
#include <asm/sigcontext.h>
#include <asm/siginfo.h>
#include <asm/signal.h>
#include <asm/stat.h>
#include <asm/statfs.h>
#include <asm/termbits.h>
#include <linux/fcntl.h>
#include <linux/sysinfo.h>
#include <stddef.h>

typedef struct { unsigned long sig[2]; } sigset_t; /* the kernel's: _NSIG is 64 */
#include <asm-generic/ucontext.h>

/* Not in the headers for programs (Linux 6.1 arch/parisc/include/asm/rt_sigframe.h). */
struct rt_sigframe {
    unsigned tramp[2];
    siginfo_t info;
    struct ucontext uc;
};

#define ROW(target, value, ours) _Static_assert((target) == (value), #target);
#include "tests/unit/hppa_layout.def"
