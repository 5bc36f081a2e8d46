/* Linux/ia64: numbers and layouts. Nearly all are the generic ones of Linux, as the host's own (Linux 6.1,
 * arch/ia64/include/uapi/asm and asm-generic: signal.h, fcntl.h, mman.h, ioctls.h, stat.h, statfs.h). */
#include "emu/os/abi_ia64.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/socket.h>

#include "emu/os/calls.h"

#define CALL(number, name, run, kinds, variant) {number, #name, sys_##run, kinds, variant},
#define KNOWN(number, name) {number, #name, NULL, "", V_NONE},
static const struct syscall calls[] = {
#include "emu/os/ia64.def"
};
#undef CALL
#undef KNOWN

static const struct pair errnos[] = {{0, 0}}; /* all are the generic ones */

static const struct pair signals[] = {
    {1, SIGHUP}, {2, SIGINT}, {3, SIGQUIT}, {4, SIGILL}, {5, SIGTRAP}, {6, SIGABRT}, {7, SIGBUS}, {8, SIGFPE},
    {9, SIGKILL}, {10, SIGUSR1}, {11, SIGSEGV}, {12, SIGUSR2}, {13, SIGPIPE}, {14, SIGALRM}, {15, SIGTERM},
    {16, SIGSTKFLT}, {17, SIGCHLD}, {18, SIGCONT}, {19, SIGSTOP}, {20, SIGTSTP}, {21, SIGTTIN}, {22, SIGTTOU},
    {23, SIGURG}, {24, SIGXCPU}, {25, SIGXFSZ}, {26, SIGVTALRM}, {27, SIGPROF}, {28, SIGWINCH}, {29, SIGIO},
    {30, SIGPWR}, {31, SIGSYS}, {0, 0},
};

/* O_LARGEFILE (0100000) means nothing to a 64-bit host; O_SYNC and O_TMPFILE contain another flag on both sides. */
static const struct pair open_flags[] = {
    {1, O_WRONLY}, {2, O_RDWR}, {0100, O_CREAT}, {0200, O_EXCL}, {0400, O_NOCTTY}, {01000, O_TRUNC}, {02000, O_APPEND},
    {04000, O_NONBLOCK}, {010000, O_DSYNC}, {040000, O_DIRECT}, {0200000, O_DIRECTORY}, {0400000, O_NOFOLLOW},
    {01000000, O_NOATIME}, {02000000, O_CLOEXEC}, {04000000, O_SYNC & ~O_DSYNC}, {010000000, O_PATH},
    {020000000, O_TMPFILE & ~O_DIRECTORY}, {0, 0},
};

static const struct pair map_flags[] = {
    {1, MAP_SHARED}, {2, MAP_PRIVATE}, {0x10, MAP_FIXED}, {0x20, MAP_ANONYMOUS}, {0x2000, MAP_LOCKED}, {0x100000, MAP_FIXED_NOREPLACE},
    {0, 0},
};

/* Record locks become locks of the open description: all guest processes are one process of the host. */
static const struct pair fcntl_commands[] = {
    {1, F_GETFD}, {2, F_SETFD}, {3, F_GETFL}, {4, F_SETFL}, {5, F_OFD_GETLK}, {6, F_OFD_SETLK}, {7, F_OFD_SETLKW},
    {8, F_SETOWN}, {9, F_GETOWN}, {10, F_SETSIG}, {11, F_GETSIG}, {15, F_SETOWN_EX}, {16, F_GETOWN_EX}, {36, F_OFD_GETLK}, {37, F_OFD_SETLK}, {38, F_OFD_SETLKW}, {1025, F_GETLEASE}, {1030, F_DUPFD_CLOEXEC},
    {1031, F_SETPIPE_SZ}, {1032, F_GETPIPE_SZ}, {0, 0},
};
static const struct pair lock_types[] = {{0, F_RDLCK}, {1, F_WRLCK}, {2, F_UNLCK}};

static const struct pair ioctls[] = {
    {0x5401, IO_TCGETS}, {0x5402, IO_TCSETS}, {0x5403, IO_TCSETSW}, {0x5404, IO_TCSETSF}, {0x5413, IO_WINSIZE},
    {0x5414, IO_SET_WINSIZE}, {0x541b, IO_NREAD}, {0x5421, IO_NONBLOCK}, {0x5451, IO_CLOEXEC}, {0x5450, IO_NOCLOEXEC},
    {0x540f, IO_GET_PGRP}, {0x5410, IO_SET_PGRP}, {0, 0},
};

/* Socket options: the host's numbers (asm-generic/socket.h), the two forms of the timeouts included. */
static const struct pair socket_options[] = {
    {1, SO_DEBUG}, {2, SO_REUSEADDR}, {3, SO_TYPE}, {4, SO_ERROR}, {5, SO_DONTROUTE}, {6, SO_BROADCAST}, {7, SO_SNDBUF},
    {8, SO_RCVBUF}, {9, SO_KEEPALIVE}, {10, SO_OOBINLINE}, {12, SO_PRIORITY}, {13, SO_LINGER}, {15, SO_REUSEPORT},
    {16, SO_PASSCRED}, {17, SO_PEERCRED}, {18, SO_RCVLOWAT}, {19, SO_SNDLOWAT}, {20, 20}, {21, 21}, {29, SO_TIMESTAMP}, {30, SO_ACCEPTCONN},
    {32, SO_SNDBUFFORCE}, {33, SO_RCVBUFFORCE}, {38, SO_PROTOCOL}, {39, SO_DOMAIN}, {66, 66}, {67, 67}, {0, 0},
};

static const struct pair sigmask_how[] = {{0, SIG_BLOCK}, {1, SIG_UNBLOCK}, {2, SIG_SETMASK}};

#define FIELDS(table) ARRAY_LEN(table), table

static const struct field stat_fields[] = {
    {ST_DEV, 8, 0}, {ST_INO, 8, 8}, {ST_NLINK, 8, 16}, {ST_MODE, 4, 24}, {ST_UID, 4, 28}, {ST_GID, 4, 32},
    {ST_RDEV, 8, 40}, {ST_SIZE, 8, 48}, {ST_ATIME, 8, 56}, {ST_ATIME_NSEC, 8, 64}, {ST_MTIME, 8, 72},
    {ST_MTIME_NSEC, 8, 80}, {ST_CTIME, 8, 88}, {ST_CTIME_NSEC, 8, 96}, {ST_BLKSIZE, 8, 104}, {ST_BLOCKS, 8, 112},
};
static const struct field statfs_fields[] = {
    {SF_TYPE, 8, 0}, {SF_BSIZE, 8, 8}, {SF_BLOCKS, 8, 16}, {SF_BFREE, 8, 24}, {SF_BAVAIL, 8, 32}, {SF_FILES, 8, 40},
    {SF_FFREE, 8, 48}, {SF_FSID0, 4, 56}, {SF_FSID1, 4, 60}, {SF_NAMELEN, 8, 64}, {SF_FRSIZE, 8, 72}, {SF_FLAGS, 8, 80},
};
static const struct field sysinfo_fields[] = {
    {SI_UPTIME, 8, 0}, {SI_TOTALRAM, 8, 32}, {SI_FREERAM, 8, 40}, {SI_PROCS, 2, 80}, {SI_MEM_UNIT, 4, 104},
};
static const struct field flock_fields[] = {
    {FL_TYPE, 2, 0}, {FL_WHENCE, 2, 2}, {FL_START, 8, 8}, {FL_LEN, 8, 16}, {FL_PID, 4, 24},
};

const struct guest_abi guest_abi_ia64 = {
    .elf_machine = 50, /* EM_IA_64 */
    .calls = calls,
    .call_count = ARRAY_LEN(calls),
    .errnos = errnos,
    .signals = signals,
    .open_flags = open_flags,
    .map_flags = map_flags,
    .map_type = 0xf,
    .map_legacy = 0x7f933, /* MAP_GROWSDOWN (0x100), MAP_DENYWRITE (0x800) to MAP_HUGETLB (0x40000), and those above */
    .msync_both = 5,
    .fcntl_commands = fcntl_commands,
    .lock_types = lock_types,
    .ioctls = ioctls,
    .socket_options = socket_options,
    .sol_socket = 1,
    .sock_nonblock = 04000,
    .sigmask_how = sigmask_how,
    .sa = {.nocldstop = 1, .nocldwait = 2, .siginfo = 4, .onstack = 0x08000000, .restart = 0x10000000,
           .nodefer = 0x40000000, .resethand = 0x80000000, .other = 0x04000800},
    .cpuinfo = "processor  : 0\nvendor     : GenuineIntel\narch       : IA-64\nfamily     : 31\nmodel      : 0\nrevision   : 7\n"
               "features   : branchlong, 16-byte atomic ops\ncpu number : 0\ncpu MHz    : ",
    .fault_details = true,
    .stat = {144, FIELDS(stat_fields)},
    .stat64 = {144, FIELDS(stat_fields)},
    .statfs = {120, FIELDS(statfs_fields)},
    .statfs64 = {120, FIELDS(statfs_fields)},
    .sysinfo = {112, FIELDS(sysinfo_fields)},
    .flock = {32, FIELDS(flock_fields)},
    .flock64 = {32, FIELDS(flock_fields)},
    .sigstack_min = 131027, /* so in asm/signal.h, which says that it was meant to be 131072 */
    .termios_cc = 19,
};
