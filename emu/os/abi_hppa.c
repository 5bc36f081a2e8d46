/* Linux/hppa, 32 bits: numbers and layouts. Most numbers are HP-UX's, so that little agrees with the host (Linux 6.1,
 * arch/parisc/include/uapi/asm: errno.h, signal.h, fcntl.h, mman.h, ioctls.h, stat.h, statfs.h). */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/socket.h>

#include "emu/os/abi_hppa.h"
#include "emu/os/abi.h"
#include "emu/os/calls.h"

#define CALL(number, name, run, kinds, variant) {number, #name, sys_##run, kinds, variant},
#define KNOWN(number, name) {number, #name, NULL, "", V_NONE},
static const struct syscall calls[] = {
#include "emu/os/hppa.def"
};
#undef CALL
#undef KNOWN

static const struct pair errnos[] = {
    {35, ENOMSG}, {36, EIDRM}, {37, ECHRNG}, {38, EL2NSYNC}, {39, EL3HLT}, {40, EL3RST}, {41, ELNRNG}, {42, EUNATCH},
    {43, ENOCSI}, {44, EL2HLT}, {45, EDEADLK}, {46, ENOLCK}, {47, EILSEQ}, {50, ENONET}, {51, ENODATA}, {52, ETIME},
    {53, ENOSR}, {54, ENOSTR}, {55, ENOPKG}, {57, ENOLINK}, {58, EADV}, {59, ESRMNT}, {60, ECOMM}, {61, EPROTO},
    {64, EMULTIHOP}, {66, EDOTDOT}, {67, EBADMSG}, {68, EUSERS}, {69, EDQUOT}, {70, ESTALE}, {71, EREMOTE},
    {72, EOVERFLOW}, {160, EBADE}, {161, EBADR}, {162, EXFULL}, {163, ENOANO}, {164, EBADRQC}, {165, EBADSLT},
    {166, EBFONT}, {167, ENOTUNIQ}, {168, EBADFD}, {169, EREMCHG}, {170, ELIBACC}, {171, ELIBBAD}, {172, ELIBSCN},
    {173, ELIBMAX}, {174, ELIBEXEC}, {175, ERESTART}, {176, ESTRPIPE}, {177, EUCLEAN}, {178, ENOTNAM}, {179, ENAVAIL},
    {180, EISNAM}, {181, EREMOTEIO}, {182, ENOMEDIUM}, {183, EMEDIUMTYPE}, {184, ENOKEY}, {185, EKEYEXPIRED},
    {186, EKEYREVOKED}, {187, EKEYREJECTED}, {216, ENOTSOCK}, {217, EDESTADDRREQ}, {218, EMSGSIZE}, {219, EPROTOTYPE},
    {220, ENOPROTOOPT}, {221, EPROTONOSUPPORT}, {222, ESOCKTNOSUPPORT}, {223, EOPNOTSUPP}, {224, EPFNOSUPPORT},
    {225, EAFNOSUPPORT}, {226, EADDRINUSE}, {227, EADDRNOTAVAIL}, {228, ENETDOWN}, {229, ENETUNREACH},
    {230, ENETRESET}, {231, ECONNABORTED}, {232, ECONNRESET}, {233, ENOBUFS}, {234, EISCONN}, {235, ENOTCONN},
    {236, ESHUTDOWN}, {237, ETOOMANYREFS}, {238, ETIMEDOUT}, {239, ECONNREFUSED}, {241, EHOSTDOWN},
    {242, EHOSTUNREACH}, {244, EALREADY}, {245, EINPROGRESS}, {247, ENOTEMPTY}, {248, ENAMETOOLONG}, {249, ELOOP},
    {251, ENOSYS}, {254, EOWNERDEAD}, {255, ENOTRECOVERABLE}, {256, ERFKILL}, {257, EHWPOISON},
    {0, 0},
};

static const struct pair signals[] = {
    {1, SIGHUP}, {2, SIGINT}, {3, SIGQUIT}, {4, SIGILL}, {5, SIGTRAP}, {6, SIGABRT}, {7, SIGSTKFLT}, {8, SIGFPE},
    {9, SIGKILL}, {10, SIGBUS}, {11, SIGSEGV}, {12, SIGXCPU}, {13, SIGPIPE}, {14, SIGALRM}, {15, SIGTERM},
    {16, SIGUSR1}, {17, SIGUSR2}, {18, SIGCHLD}, {19, SIGPWR}, {20, SIGVTALRM}, {21, SIGPROF}, {22, SIGIO},
    {23, SIGWINCH}, {24, SIGSTOP}, {25, SIGTSTP}, {26, SIGCONT}, {27, SIGTTIN}, {28, SIGTTOU}, {29, SIGURG},
    {30, SIGXFSZ}, {31, SIGSYS}, {0, 0},
};

/* The two access bits are 0, 1, 2 on both sides. O_LARGEFILE means nothing to a 64-bit host; O_SYNC is two bits here as
 * there, and O_TMPFILE contains O_DIRECTORY on both sides. */
static const struct pair open_flags[] = {
    {1, O_WRONLY}, {2, O_RDWR}, {010, O_APPEND}, {0400, O_CREAT}, {01000, O_TRUNC}, {02000, O_EXCL},
    {0100000, O_SYNC & ~O_DSYNC}, {0200000, O_NONBLOCK}, {0400000, O_NOCTTY}, {01000000, O_DSYNC}, {040000, O_DIRECT},
    {04000000, O_NOATIME}, {010000000, O_CLOEXEC}, {010000, O_DIRECTORY}, {0200, O_NOFOLLOW}, {020000000, O_PATH},
    {040000000, O_TMPFILE & ~O_DIRECTORY}, {0, 0},
};

static const struct pair map_flags[] = {
    {1, MAP_SHARED}, {2, MAP_PRIVATE}, {4, MAP_FIXED}, {0x10, MAP_ANONYMOUS}, {0x2000, MAP_LOCKED}, {0x100000, MAP_FIXED_NOREPLACE}, {0, 0},
};

/* Record locks become locks of the open description: all guest processes are one process of the host. */
static const struct pair fcntl_commands[] = {
    {1, F_GETFD}, {2, F_SETFD}, {3, F_GETFL}, {4, F_SETFL}, {5, F_OFD_GETLK}, {6, F_OFD_SETLK}, {7, F_OFD_SETLKW},
    {8, F_OFD_GETLK}, {9, F_OFD_SETLK}, {10, F_OFD_SETLKW}, {11, F_GETOWN}, {12, F_SETOWN}, {13, F_SETSIG}, {14, F_GETSIG}, {15, F_SETOWN_EX}, {16, F_GETOWN_EX}, {36, F_OFD_GETLK},
    {37, F_OFD_SETLK}, {38, F_OFD_SETLKW}, {1025, F_GETLEASE}, {1030, F_DUPFD_CLOEXEC}, {1031, F_SETPIPE_SZ}, {1032, F_GETPIPE_SZ}, {0, 0},
};
static const struct pair lock_types[] = {{1, F_RDLCK}, {2, F_WRLCK}, {3, F_UNLCK}};

static const struct pair ioctls[] = {
    {0x40245410, IO_TCGETS}, {0x80245411, IO_TCSETS}, {0x80245412, IO_TCSETSW}, {0x80245413, IO_TCSETSF},
    {0x5413, IO_WINSIZE}, {0x5414, IO_SET_WINSIZE}, {0x541b, IO_NREAD}, {0x5421, IO_NONBLOCK}, {0x5451, IO_CLOEXEC},
    {0x5450, IO_NOCLOEXEC}, {0x4004541e, IO_GET_PGRP}, {0x8004541d, IO_SET_PGRP}, {0, 0},
};

/* Socket options (asm/socket.h): most are BSD's numbers. The two forms of the timeouts are told apart in
 * emu/os/socket_option.c. */
static const struct pair socket_options[] = {
    {0x1, SO_DEBUG}, {0x4, SO_REUSEADDR}, {0x8, SO_KEEPALIVE}, {0x10, SO_DONTROUTE}, {0x20, SO_BROADCAST},
    {0x80, SO_LINGER}, {0x100, SO_OOBINLINE}, {0x200, SO_REUSEPORT}, {0x1001, SO_SNDBUF}, {0x1002, SO_RCVBUF},
    {0x1003, SO_SNDLOWAT}, {0x1004, SO_RCVLOWAT}, {0x1005, 21}, {0x1006, 20}, {0x1007, SO_ERROR}, {0x1008, SO_TYPE}, {0x100a, SO_SNDBUFFORCE},
    {0x100b, SO_RCVBUFFORCE}, {0x1028, SO_PROTOCOL}, {0x1029, SO_DOMAIN}, {0x400c, SO_PRIORITY}, {0x4010, SO_PASSCRED},
    {0x4011, SO_PEERCRED}, {0x4012, SO_TIMESTAMP}, {0x401c, SO_ACCEPTCONN}, {0x4040, 66}, {0x4041, 67}, {0, 0},
};

static const struct pair sigmask_how[] = {{0, SIG_BLOCK}, {1, SIG_UNBLOCK}, {2, SIG_SETMASK}};

#define FIELDS(table) ARRAY_LEN(table), table

static const struct field stat_fields[] = {
    {ST_DEV, 4, 0}, {ST_INO, 4, 4}, {ST_MODE, 2, 8}, {ST_NLINK, 2, 10}, {ST_RDEV, 4, 16}, {ST_SIZE, 4, 20},
    {ST_ATIME, 4, 24}, {ST_ATIME_NSEC, 4, 28}, {ST_MTIME, 4, 32}, {ST_MTIME_NSEC, 4, 36}, {ST_CTIME, 4, 40},
    {ST_CTIME_NSEC, 4, 44}, {ST_BLKSIZE, 4, 48}, {ST_BLOCKS, 4, 52}, {ST_UID, 4, 84}, {ST_GID, 4, 88},
};
static const struct field stat64_fields[] = {
    {ST_DEV, 8, 0}, {ST_INO, 4, 12}, {ST_MODE, 4, 16}, {ST_NLINK, 4, 20}, {ST_UID, 4, 24}, {ST_GID, 4, 28},
    {ST_RDEV, 8, 32}, {ST_SIZE, 8, 48}, {ST_BLKSIZE, 4, 56}, {ST_BLOCKS, 8, 64}, {ST_ATIME, 4, 72},
    {ST_ATIME_NSEC, 4, 76}, {ST_MTIME, 4, 80}, {ST_MTIME_NSEC, 4, 84}, {ST_CTIME, 4, 88}, {ST_CTIME_NSEC, 4, 92},
    {ST_INO, 8, 96},
};
static const struct field statfs_fields[] = {
    {SF_TYPE, 4, 0}, {SF_BSIZE, 4, 4}, {SF_BLOCKS, 4, 8}, {SF_BFREE, 4, 12}, {SF_BAVAIL, 4, 16}, {SF_FILES, 4, 20},
    {SF_FFREE, 4, 24}, {SF_FSID0, 4, 28}, {SF_FSID1, 4, 32}, {SF_NAMELEN, 4, 36}, {SF_FRSIZE, 4, 40}, {SF_FLAGS, 4, 44},
};
static const struct field statfs64_fields[] = {
    {SF_TYPE, 4, 0}, {SF_BSIZE, 4, 4}, {SF_BLOCKS, 8, 8}, {SF_BFREE, 8, 16}, {SF_BAVAIL, 8, 24}, {SF_FILES, 8, 32},
    {SF_FFREE, 8, 40}, {SF_FSID0, 4, 48}, {SF_FSID1, 4, 52}, {SF_NAMELEN, 4, 56}, {SF_FRSIZE, 4, 60}, {SF_FLAGS, 4, 64},
};
static const struct field sysinfo_fields[] = {
    {SI_UPTIME, 4, 0}, {SI_TOTALRAM, 4, 16}, {SI_FREERAM, 4, 20}, {SI_PROCS, 2, 40}, {SI_MEM_UNIT, 4, 52},
};
static const struct field flock_fields[] = {
    {FL_TYPE, 2, 0}, {FL_WHENCE, 2, 2}, {FL_START, 4, 4}, {FL_LEN, 4, 8}, {FL_PID, 4, 12},
};
static const struct field flock64_fields[] = {
    {FL_TYPE, 2, 0}, {FL_WHENCE, 2, 2}, {FL_START, 8, 8}, {FL_LEN, 8, 16}, {FL_PID, 4, 24},
};

const struct guest_abi guest_abi_hppa = {
    .elf_machine = 15, /* EM_PARISC */
    .calls = calls,
    .call_count = ARRAY_LEN(calls),
    .errnos = errnos,
    .signals = signals,
    .open_flags = open_flags,
    .map_flags = map_flags,
    .map_type = 0x2b,
    .map_legacy = 0xff817, /* MAP_DENYWRITE (0x800) to MAP_HUGETLB (0x80000), and those above */
    .msync_both = 3,
    .fcntl_commands = fcntl_commands,
    .lock_types = lock_types,
    .ioctls = ioctls,
    .socket_options = socket_options,
    .sol_socket = 0xffff,
    .sock_nonblock = 0x40000000,
    .sigmask_how = sigmask_how,
    .sa = {.onstack = 1, .resethand = 4, .nocldstop = 8, .siginfo = 0x10, .nodefer = 0x20, .restart = 0x40,
           .nocldwait = 0x80, .other = 0x800},
    .stat = {104, FIELDS(stat_fields)},
    .stat64 = {104, FIELDS(stat64_fields)},
    .statfs = {64, FIELDS(statfs_fields)},
    .statfs64 = {88, FIELDS(statfs64_fields)},
    .sysinfo = {64, FIELDS(sysinfo_fields)},
    .flock = {16, FIELDS(flock_fields)},
    .flock64 = {32, FIELDS(flock64_fields)},
    .cpuinfo = "processor\t: 0\ncpu family\t: PA-RISC 1.1\ncapabilities\t: os32\ncpu MHz\t\t: ",
    .sigstack_min = 2048,
    .termios_cc = 19,
};
