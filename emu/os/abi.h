/* Numbers and layouts of one guest ABI, as tables: the shared implementations of system calls work with the host's
 * errno, flags and structures and pass through these at the edge. */
#ifndef PCGRAM_OS_ABI_H
#define PCGRAM_OS_ABI_H

#include "emu/core/types.h"

struct call;

/* How the arguments of a call are decoded and printed; one character each in struct syscall->kinds:
 *   d  int           u  unsigned int      x  unsigned int, in hexadecimal    z  size_t        l  long
 *   p  pointer       s  pointer to a string                w  pointer to bytes to be written, their count follows
 *   f  descriptor (AT_FDCWD by name)      o  mode, octal   O  open flags    g  signal number
 *   q  64-bit integer; on 32-bit ABIs two registers, high word first         Q  the same, low word first
 *   _  a register that is passed over */
struct syscall {
    unsigned number;
    const char *name;
    i64 (*run)(struct call *c); /* NULL: known by name only */
    const char *kinds;
    int variant; /* what tells apart the calls that share an implementation: see enum variant */
};

/* Bits of struct syscall->variant. */
enum variant {
    V_NONE = 0,
    V_TIME64 = 1,  /* struct timespec of two 64-bit words whatever the word size */
    V_LARGE = 2,   /* the 64-bit form of a structure or offset: stat64, statfs64, flock64 */
    V_AT = 4,      /* the ...at form: a directory descriptor comes first */
    V_NOFOLLOW = 8, /* lstat, lchown */
    V_NICE = 16,    /* getpriority: the nice value itself, not 20 minus it */
    V_PAGES = 32,   /* mmap2: the offset counts 4096-byte units */
    V_USEC = 64,    /* struct timeval instead of struct timespec */
    V_SECONDS = 128, /* whole seconds */
    V_TLS_FIRST = 256, /* clone: the TLS argument before the child's tid (Linux CONFIG_CLONE_BACKWARDS) */
    V_STACK_SIZE = 512, /* clone2: the stack's lowest address, and its size */
    V_TWO_RESULTS = 1024, /* pipe: both descriptors come back in registers */
    V_FLAGS = 2048, /* the form with more behind its arguments: flags (accept4, eventfd2, faccessat2), a mask (epoll_pwait) */
    V_NAME = 4096,  /* the form with a socket's name behind its arguments: sendto, recvfrom; of an attribute of a file: getxattr */
};

struct pair { u32 guest, host; }; /* a table ends with {0, 0} unless said otherwise */

/* One field of a guest structure. */
struct field { u8 id, size; u16 offset; };
struct layout {
    unsigned size; /* bytes of the whole structure; what no field covers is zero */
    unsigned fields;
    const struct field *field;
};

enum stat_id {
    ST_DEV, ST_INO, ST_MODE, ST_NLINK, ST_UID, ST_GID, ST_RDEV, ST_SIZE, ST_BLKSIZE, ST_BLOCKS, ST_ATIME, ST_ATIME_NSEC,
    ST_MTIME, ST_MTIME_NSEC, ST_CTIME, ST_CTIME_NSEC, ST_FIELDS
};
enum statfs_id {
    SF_TYPE, SF_BSIZE, SF_BLOCKS, SF_BFREE, SF_BAVAIL, SF_FILES, SF_FFREE, SF_FSID0, SF_FSID1, SF_NAMELEN, SF_FRSIZE,
    SF_FLAGS, SF_FIELDS
};
enum sysinfo_id {
    SI_UPTIME, SI_TOTALRAM, SI_FREERAM, SI_PROCS, SI_MEM_UNIT, SI_FIELDS
};
enum flock_id { FL_TYPE, FL_WHENCE, FL_START, FL_LEN, FL_PID, FL_FIELDS };

/* ioctl requests that are known, by what they do. */
enum ioctl_kind {
    IO_TCGETS = 1, IO_TCSETS, IO_TCSETSW, IO_TCSETSF, IO_WINSIZE, IO_SET_WINSIZE, IO_NREAD, IO_NONBLOCK, IO_CLOEXEC,
    IO_NOCLOEXEC, IO_GET_PGRP, IO_SET_PGRP,
};

struct guest_abi {
    u16 elf_machine;
    const struct syscall *calls; /* sorted by number */
    unsigned call_count;
    const struct pair *errnos;  /* those that differ from the host's */
    const struct pair *signals; /* 1..31, all of them */
    const struct pair *open_flags;
    const struct pair *map_flags;
    u32 map_type;    /* bits of mmap()'s flags that are MAP_TYPE */
    u32 map_legacy;  /* its flags that MAP_SHARED_VALIDATE knows (include/linux/mman.h, LEGACY_MAP_MASK) */
    u32 msync_both;  /* MS_SYNC and MS_ASYNC, of which one is said */
    const struct pair *fcntl_commands; /* host side: canonical F_ numbers, F_OFD_* for the locks */
    const struct pair *ioctls;         /* host side: enum ioctl_kind */
    const struct pair *socket_options; /* of sol_socket; host side: SO_ */
    u32 sol_socket;                    /* SOL_SOCKET */
    u32 sock_nonblock;                 /* SOCK_NONBLOCK; SOCK_CLOEXEC is O_CLOEXEC everywhere */
    const struct pair *sigmask_how;    /* host side: SIG_BLOCK...; three of them */
    const struct pair *lock_types;     /* host side: F_RDLCK...; three of them */
    struct {
        u64 nocldstop, nocldwait, siginfo, onstack, restart, nodefer, resethand;
        u64 other; /* what sigaction() knows besides, which has no effect here */
    } sa;
    const char *cpuinfo; /* what /proc/cpuinfo says of the processor; the clock in MHz follows */
    bool fault_details; /* siginfo_t of a fault has si_imm, si_flags and si_isr */
    struct layout stat, stat64, statfs, statfs64, sysinfo, flock, flock64;
    unsigned sigstack_min; /* bytes: MINSIGSTKSZ */
    unsigned termios_cc; /* c_cc bytes of the kernel's struct termios; its flags and indices are the host's */
};

/* The tables for an ELF machine, or NULL. */
const struct guest_abi *guest_abi_find(u16 elf_machine);

/* Translation, both ways; numbers that no table knows come through unchanged, bits that none knows are dropped. */
int errno_to_guest(const struct guest_abi *abi, int host);
int signal_to_guest(const struct guest_abi *abi, int host);
int signal_to_host(const struct guest_abi *abi, int guest);
u32 flags_to_host(const struct pair *table, u32 guest);
u32 flags_to_guest(const struct pair *table, u32 host);
/* One number; 0 when the table does not hold it. */
u32 number_to_host(const struct pair *table, u32 guest);
/* Name of a signal of the host without SIG ("SEGV"); real-time signals by their guest number in a caller's buffer. */
const char *signal_name(const struct guest_abi *abi, int guest, char buffer[8]);

#endif
