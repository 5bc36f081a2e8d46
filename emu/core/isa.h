/* What an instruction set is to the rest of the emulator: a table of functions over one thread's processor.
 * The ISA folders implement it; every other folder but rom uses it; nobody looks inside `struct cpu`. */
#ifndef PCGRAM_CORE_ISA_H
#define PCGRAM_CORE_ISA_H

#include "emu/core/counters.h"
#include "emu/core/error.h"
#include "emu/core/types.h"

struct block; /* emu/core/block.h */
struct data_cache; /* emu/core/data.h */
struct cpu; /* one virtual processor; each ISA defines its own */
struct debug_view;
struct machine;
struct process;
struct teach;
struct thread;
struct tick;

/* Why run() came back. */
enum stop {
    STOP_DEADLINE, /* the CPU clock reached the deadline: the next instruction has not issued */
    STOP_SYSCALL,  /* the thread entered the kernel by its gateway or break; see enum gateway in thread->stop */
    STOP_DEBUG,    /* the debugger wants it to: the next instruction has not issued */
    STOP_FAULT,    /* an interruption that the kernel makes a signal of; thread->stop has the details */
};

/* What becomes of what a thread does. */
enum counting {
    COUNTED, /* it is counted, at the cost that the timing model gives it */
    WARMING, /* not counted, but under the timing model: caches and predictors fill */
    SKIPPED, /* not counted: each instruction is a cycle */
};

/* How a thread entered the kernel. */
enum gateway {
    GATE_LINUX, /* a Linux system call */
    GATE_HPUX,  /* PA-RISC: HP-UX's gateway page at 0xC0000000 */
};

/* What signals of faults tell beside an address, where the ABI has it (Itanium: si_imm, si_flags and si_isr of siginfo_t). */
struct fault_details {
    u32 number;
    bool has_syndrome;
    u64 syndrome;
};

/* The kinds of fault, as far as the kernel's signals tell them apart; the ISA maps its vectors to these. */
enum fault_kind {
    FAULT_UNMAPPED,    /* no page: SIGSEGV, SEGV_MAPERR */
    FAULT_RIGHTS,      /* page without the right: SIGSEGV, SEGV_ACCERR */
    FAULT_BUS,         /* past the end of a mapped file: SIGBUS, BUS_ADRERR */
    FAULT_UNALIGNED,   /* SIGBUS, BUS_ADRALN, where the kernel does not mend it */
    FAULT_ILLEGAL,     /* SIGILL, ILL_ILLOPC */
    FAULT_PRIV_OP,     /* SIGILL, ILL_PRVOPC */
    FAULT_PRIV_REG,    /* SIGILL, ILL_PRVREG */
    FAULT_BREAK,       /* SIGTRAP, TRAP_BRKPT */
    FAULT_OVERFLOW,    /* integer overflow trap: SIGFPE, FPE_INTOVF */
    FAULT_CONDITIONAL, /* conditional trap (PA-RISC ,tc): SIGFPE, FPE_CONDTRAP */
    FAULT_DIVIDE,      /* SIGFPE, FPE_INTDIV */
    FAULT_FP,          /* assist exception: SIGFPE; thread->stop.code has the FPE_ code's kind */
    FAULT_FP_DISABLED, /* coprocessor not there: SIGILL */
    FAULT_TAKEN_BRANCH, /* SIGTRAP, TRAP_BRANCH */
    FAULT_NAT,          /* Itanium: a NaT used as a value: SIGILL, ILL_ILLOPN */
    FAULT_BAD_BREAK,    /* Itanium: a break whose number means nothing: SIGILL, __ILL_BREAK */
    FAULT_BUNDLE_BREAK, /* Itanium: the break of a bundle that is being changed: SIGILL, __ILL_BNDMOD */
    FAULT_GENERAL,      /* Itanium: what is privileged or reserved: SIGILL, SI_KERNEL */
    FAULT_STACK_BREAK,  /* Itanium: the break for an overflow of a stack: SIGSEGV, __SEGV_PSTKOVF */
};

/* From FPC_BOUNDS on: breaks of Itanium, by which compilers report what they checked. */
enum fp_code {
    FPC_INVALID, FPC_DIVZERO, FPC_OVERFLOW, FPC_UNDERFLOW, FPC_INEXACT, FPC_UNIMPLEMENTED,
    FPC_BOUNDS, FPC_DECIMAL_OVERFLOW, FPC_DECIMAL_DIVZERO, FPC_DECIMAL_ERROR, FPC_BAD_ASCII, FPC_BAD_DECIMAL
};

struct stop_info {
    enum stop reason;
    enum gateway gate;     /* STOP_SYSCALL */
    enum fault_kind fault; /* STOP_FAULT */
    enum fp_code code;     /* FAULT_FP */
    u64 pc;                /* of the instruction, privilege bits cleared */
    u64 addr;              /* data address of a memory fault; pc otherwise */
    u64 insn;              /* its word (PA-RISC) */
    bool write;            /* a store */
    int vector;            /* the architecture's number, for messages */
    struct fault_details details; /* for the handler of the signal, as mend() leaves them */
};

/* One disassembled line: a small interface between the ISAs and whoever prints code. */
struct insn_text {
    char text[96];    /* mnemonic, one blank, operands; as objdump prints it */
    unsigned length;  /* bytes consumed (4; 16 for a whole bundle) */
    bool has_target;  /* a direct branch */
    u64 target;
    bool conditional; /* a branch, or a check, that need not be taken */
    bool call;        /* a branch that leaves the address behind it */
    char bundle[8];   /* Itanium: the template, "[MIB]", before the first slot of a bundle; else "" */
    bool stop;        /* Itanium: an instruction group ends behind it */
    bool nop;         /* an instruction that does nothing and is made for that */
};

/* The arguments and results of a system call, in the ABI's registers. */
struct syscall_args {
    u64 number;
    u64 arg[8];
};

/* Where a signal goes: what the kernel's frame needs, in the ABI's own numbers. */
struct signal_delivery {
    int signo;             /* guest number */
    const u8 *siginfo;     /* guest layout, bytes */
    unsigned siginfo_size; /* bytes */
    u64 handler;           /* as given to sigaction: a function pointer of the ABI */
    u64 mask;              /* to be restored by sigreturn; bit n-1 is signal n */
    u64 sp;                /* top (or, growing up, bottom) of the alternate stack, 0: the current stack */
    u64 altstack[3];       /* ss_sp, ss_flags, ss_size as the frame records them: as they were set */
    bool on_altstack;      /* the thread is there already */
    bool want_siginfo;     /* SA_SIGINFO */
    bool in_syscall;       /* on the way out of a system call, where some kernels save less or mark the frame */
};

/* What an entry into the kernel turned out to be. */
enum gate_kind {
    GATE_CALL, /* a system call: syscall_args() has it */
    GATE_DONE, /* a light-weight call that the ABI does itself; the thread may run on */
    GATE_BAD,  /* no entry at this address: SIGSEGV */
};

struct abi {
    /* Address space, in bytes. mmap searches [mmap_low, mmap_high), upward or downward from where it starts. */
    u64 task_size, mmap_low, mmap_high, stack_size_default;
    bool mmap_upward;
    u64 stack_high;     /* the initial stack ends (growing up: its room ends) here */
    u64 stack_floor;    /* and does not reach below here */
    u64 register_stack; /* where a register stack of the same size starts, growing up; 0: there is none */
    u64 pie_base;      /* where a position-independent executable is loaded */
    u64 reserved_page; /* never given to mmap, not even MAP_FIXED; 0: none */
    u64 vdso_page;     /* page of kernel code that user programs may execute (signal trampolines) */
    bool vdso_is_object; /* an ELF file in memory, of which AT_SYSINFO_EHDR tells */
    /* The function in it that calls a signal's handler and sigreturn: an offset, bytes, and the kernel's name for it. */
    unsigned sigtramp_offset, sigtramp_size;
    const char *sigtramp;
    bool stack_grows_up;
    unsigned stack_scratch; /* bytes beyond the stack pointer that belong to the function called */
    unsigned word; /* bytes of a long and of a pointer: 4 or 8 */
    const char *machine;  /* of uname: "parisc", "ia64" */
    const char *platform; /* AT_PLATFORM; NULL: none */

    /* After STOP_SYSCALL: looks at where the thread came in. */
    enum gate_kind (*gateway)(struct thread *t);
    void (*syscall_args)(const struct thread *t, struct syscall_args *out);
    /* value, or a negated errno in the guest's numbers when `error`. */
    void (*syscall_return)(struct thread *t, i64 value, bool error);
    /* The thread is to make the same call again when it runs next. */
    void (*syscall_restart)(struct thread *t);
    /* A new program: registers as execve leaves them, stack pointer (already aligned by the stack builder),
     * argument count and the guest address of argv[0]. */
    void (*start)(struct thread *t, u64 entry, u64 sp, u64 argc, u64 argv);
    /* Builds a frame and enters the handler. -1 when the stack cannot take it (the kernel then sends SIGSEGV). */
    int (*signal_enter)(struct thread *t, const struct signal_delivery *d);
    /* rt_sigreturn: restores the context; the mask (and altstack triple) go out, and whether a signal that comes next comes on the way out of a system
     * call, as in struct signal_delivery. -1: bad frame. */
    int (*signal_return)(struct thread *t, u64 *mask, u64 altstack[3], bool *in_syscall);
    /* Fills the page at vdso_page. */
    void (*vdso)(u8 *page);
    u64 (*get_sp)(const struct thread *t);
    /* The n-th argument, of 0 to 3, of the function at whose first instruction the thread is; and what one has returned, just behind
     * its call. */
    u64 (*argument)(const struct thread *t, unsigned n);
    u64 (*result)(const struct thread *t);
    /* The stacks of a clone lie in [base, base + size); where the call has no size it is 0, and base is the stack pointer. */
    void (*set_stack)(struct thread *t, u64 base, u64 size);
    void (*set_tls)(struct thread *t, u64 tls);
    /* Second value of calls that return two (pipe on some ABIs). */
    void (*set_second_result)(struct thread *t, u64 value);
    /* After STOP_FAULT: the kernel mends what the hardware will not (an unaligned access). True when that is done, and the
     * thread goes on where it stands; else the fault is to be signalled as thread->stop says, which this may have made more precise. */
    bool (*mend)(struct thread *t);
    /* The address that the signal for it tells of; NULL: thread->stop.addr. */
    u64 (*fault_address)(const struct thread *t);
};

/* A number of a timing model that the command line may set. */
struct cpu_parameter {
    char key[32];
    u64 value;
    const char *help;
    const char *source; /* where the model's own value is from; NULL: nowhere, it is a model value */
};

struct isa {
    const char *name; /* "parisc" */
    u16 elf_machine;
    bool elf64;
    bool big_endian; /* byte order of the ELF files accepted */
    unsigned code_unit; /* bytes of an instruction, or of a bundle: a pc names it with less than that in its low bits */
    const u64 (*windows)[2]; /* guest address windows: start, size in bytes */
    unsigned window_count;
    const struct abi *abi;
    const struct debug_view *debug; /* emu/core/debug.h */
    const struct teach *teach;      /* emu/core/teach.h */
    const char *const *cpu_models; /* names for --cpu, the default first, NULL at the end */
    const char *const *cpu_measured; /* for each, what stands behind it of loops measured on real machines */
    unsigned max_issue; /* instructions that take effect in one cycle, at most, under any model */

    /* A timing model is named by a spec: NAME or NAME,key=value[,key=value...]. */
    int (*cpu_check)(const char *spec, struct error *e); /* -1 with *e when a part of it is wrong */
    u64 (*cpu_hz)(const char *spec);                     /* clock frequency that goes with it */
    /* Its i-th parameter; false behind the last. */
    bool (*cpu_parameter)(const char *spec, unsigned i, struct cpu_parameter *out);

    /* The processor of a new thread; `from` is NULL, or the thread whose state it copies (clone). */
    int (*cpu_new)(struct thread *t, const struct thread *from, struct error *e);
    void (*cpu_free)(struct thread *t);
    /* The decoded code of a process and its counters, which code_begin() has made (emu/core/code.h), are given up. */
    void (*code_free)(struct process *p);

    /* Decodes the code at pc for a mode of its own: a superblock, or one instruction. The page is executable. `uncached` gives
     * a block that is valid until the next call, for pages that are written over and over. */
    struct block *(*translate)(struct cpu *c, u64 pc, u32 mode, bool uncached);
    /* Runs until thread->cycles reaches `until` (an absolute CPU clock value) or something else happens; the totals
     * of the thread are up to date on return. */
    enum stop (*run)(struct thread *t, u64 until);
    /* Delivers the interval timer's interruption to the ROM, for a match that the thread has reached, and runs the ROM's
     * handler until it returns. The handler's cycles, which no clock of the thread has counted. */
    u64 (*timer)(struct thread *t, const struct tick *tick);
    /* Bytes of guest memory were written that no instruction of the thread wrote: by the host, in the place of a handler
     * of interruptions. NULL: nothing in the processor depends on that. */
    void (*stored)(struct thread *t, u64 addr, unsigned size);
    /* The pc a tick sees (docs/ticks.md, "Time"). */
    u64 (*pc)(const struct thread *t);

    /* One line of disassembly of the code bytes at pc (n of them readable). Returns bytes used, 0 if none fit. */
    unsigned (*disasm)(u64 pc, const u8 *code, size_t n, struct insn_text *out);
    /* Whether the instruction at pc, in that unit of code, is a direct branch, or a check: where it leads is in *to then. Disassembled, it
     * has the same target (struct insn_text). */
    bool (*leads)(u64 pc, const u8 *code, u64 *to);
    /* Whether the instruction at pc, in that unit of code, does nothing and is made for that. */
    bool (*is_nop)(u64 pc, const u8 *code);

    /* What was counted elsewhere than in the code of this process goes there: before it is collected (engine_collect()).
     * NULL: there is no such thing. */
    void (*settle)(struct process *p);
    /* Adds to *out what the counted instructions of a process are, as its code says now. */
    void (*sum)(struct process *p, const struct counters *c, struct insn_sums *out);
    /* The first level of the caches of data of a thread's timing model. */
    struct data_cache (*data_cache)(const struct thread *t);
    /* What the branch before a delay slot does to the shadow stack is done now, though the slot is not over: counting changes there (engine_count()).
     * NULL: nothing waits for a slot. */
    void (*settle_stack)(struct thread *t);
    /* t->counting has changed: the timing model follows, or rests (engine_count()). */
    void (*counted)(struct thread *t);
};

#endif
