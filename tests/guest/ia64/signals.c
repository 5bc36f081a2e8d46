/* Signal handlers: what they find, what they leave as it was, on which stacks they run. */
#include "runtime.h"

i64 all_registers(char *room);

static volatile int handled, depth;
static volatile u64 found[8];

/* Deep enough that the registers of all callers have gone to memory. */
static i64 __attribute__((noinline)) recurse(i64 n, i64 a, i64 b, i64 c)
{
    return n == 0 ? a + b + c : (recurse(n - 1, a + 1, b + a, c + b) ^ a) + n; /* no loop can be made of it */
}

static u64 next_slot(u64 ip) { return (ip & 3) == 2 ? (ip & ~15ul) + 16 : ip + 1; }

/* --- faults ----------------------------------------------------------------------------------------------------------- */

static void on_fault(int signo, struct siginfo *info, struct sigcontext *context)
{
    printf("signal %d code %d, slot %lu, address %s", signo, info->code, context->ip & 3,
           info->addr == context->ip ? "is the instruction's" : "");
    if (info->addr != context->ip) printf("%lx", info->addr);
    printf(", imm %x, ", info->imm);
    printf(info->flags ? "ISR %lx\n" : "no ISR%s\n", info->flags ? info->isr : (u64) "");
    context->ip = next_slot(context->ip);
}

#define BREAK(n) __asm__ volatile("break.i " #n : : : "memory")

static void faults(void)
{
    static const int all[] = {SIGILL, SIGTRAP, SIGFPE, SIGSEGV};
    char *p = map(4096);
    for (unsigned i = 0; i < COUNT(all); i++) on_signal(all[i], on_fault, 0);
    BREAK(0);
    BREAK(1);
    BREAK(0x1234);
    BREAK(0x3f000);
    BREAK(0x3ffff);
    BREAK(0x80001);
    __asm__ volatile("itc.i r0" : : : "memory");
    system_call(SYS_mprotect, p, 4096, 0);
    *(volatile char *)p;
    *(volatile char *)8 = 1;
    *(volatile char *)0x2000000700000010;
    *(volatile char *)0x1000000000000000;
    __asm__ volatile("probe.rw.fault %0, 3" : : "r"(0x2000000700000010));
    __asm__ volatile("{ .mmi; nop.m 0; probe.r.fault %0, 3; nop.i 0;; }" : : "r"(0x2000000700000010));
    /* A NaT that is a branch's target, and one that is stored. */
    __asm__ volatile("ld8.s r14 = [%0];; mov b7 = r14;; st8 [%1] = r14;;" : : "r"(8ul), "r"(&depth) : "r14", "b7", "memory");
    /* A division by zero before it is done, and a result that is not exact behind it. */
    __asm__ volatile("mov.m r15 = ar.fpsr;; mov r14 = 0x24;; andcm r14 = r15, r14;; mov.m ar.fpsr = r14;;\n\t"
                     "{ .mfi; nop.m 0; frcpa.s0 f6, p6 = f1, f0; nop.i 0;; }\n\t"
                     "setf.sig f6 = r15;; fcvt.xf f6 = f6;;\n\t"
                     "{ .mfi; nop.m 0; fma.s.s0 f7 = f6, f6, f1; nop.i 0;; }\n\t"
                     "mov.m ar.fpsr = r15;;" : : : "r14", "r15", "f6", "f7", "p6");
}

/* --- registers -------------------------------------------------------------------------------------------------------- */

/* Uses as many registers as it can, and steps over the bundle. */
static void spoil(int signo, struct siginfo *info, struct sigcontext *context)
{
    (void)signo, (void)info;
    found[0] = (u64)recurse(60, 1, 2, 3);
    found[1] = context->gr[16];
    found[2] = context->nat;
    found[3] = context->cfm & 0x7f;
    found[4] = context->pr;
    found[5] = context->fr[9].significand;
    __asm__ volatile("mov.m ar.ccv = r0; mov.m ar.unat = r0; mov b6 = r0; mov b7 = r0" : : : "memory");
    context->ip = (context->ip & ~15ul) + 16;
    handled++;
}

static void registers(void)
{
    static char room[1024] __attribute__((aligned(16)));
    on_signal(SIGTRAP, spoil, 0);
    for (int i = 0; i < 3; i++) printf("changed: %lx\n", all_registers(room));
    printf("in the frame: r16 %lu, NaTs %lx, frame of %lu, predicates %lx, f9 %lu\n", found[1], found[2], found[3], found[4],
           found[5]);
}

/* --- stacks ----------------------------------------------------------------------------------------------------------- */

enum { ALTERNATE = 1 << 18 };
static char *alternate;

static void where(int signo, struct siginfo *info, struct sigcontext *context)
{
    u64 bsp;
    char here;
    (void)info;
    __asm__ volatile("mov.m %0 = ar.bsp" : "=r"(bsp));
    found[0] = (u64)(&here - alternate) < ALTERNATE;
    found[1] = bsp - (u64)alternate < ALTERNATE;
    found[2] = context->rbs_base == (u64)alternate;
    found[3] = context->flags & 1;
    found[4] = (u64)recurse(40, 1, 2, 3);
    if (signo == SIGUSR1 && depth++ == 0) system_call(SYS_kill, system_call(SYS_getpid), SIGUSR2);
    handled++;
}

/* Signals in the middle of a recursion: the frames above and below are one stack. */
static i64 __attribute__((noinline)) deep(i64 n, i64 a, i64 b)
{
    if (n == 0) {
        system_call(SYS_kill, system_call(SYS_getpid), SIGUSR1);
        return a ^ b;
    }
    return (deep(n - 1, a * 3 + n, b + a) ^ (a & n)) + b % 7;
}

static void stacks(void)
{
    u64 stack[3] = {0, 0, ALTERNATE};
    alternate = map(ALTERNATE);
    stack[0] = (u64)alternate;
    on_signal(SIGUSR1, where, SA_NODEFER);
    on_signal(SIGUSR2, where, 0);
    depth = 1;
    i64 plain = deep(50, 1, 2);
    printf("on the alternate stack: memory %lu, registers %lu\n", found[0], found[1]);
    stack[2] = 100000;
    printf("too small %ld, ", system_call(SYS_sigaltstack, stack, NULL));
    stack[2] = ALTERNATE;
    printf("large enough %ld\n", system_call(SYS_sigaltstack, stack, NULL));
    on_signal(SIGUSR1, where, SA_ONSTACK);
    printf("same sums %d\n", deep(50, 1, 2) == plain && deep(3, 1, 2) == deep(3, 1, 2));
    printf("on the alternate stack: memory %lu, registers %lu, base %lu, flag %lu\n", found[0], found[1], found[2], found[3]);
    depth = 0;
    printf("nested: same sums %d\n", deep(50, 1, 2) == plain);
    printf("handled %d\n", handled);
}

/* Registers that no longer fit: SIGSEGV by the register stack, on the other one. */
static i64 __attribute__((noinline)) for_ever(i64 n, i64 a, i64 b)
{
    if (depth == -1) return 0; /* never: the compiler must not know */
    return (for_ever(n + 1, a + b, b + n) ^ a) + b + n;
}

static void overflow(int signo, struct siginfo *info, struct sigcontext *context)
{
    (void)context;
    printf("signal %d, the stack in region %lu is full\n", signo, info->addr >> 61);
    exit(0);
}

/* --- system calls that signals interrupt ----------------------------------------------------------------------------- */

static void ring(int signo, struct siginfo *info, struct sigcontext *context)
{
    (void)signo, (void)info;
    found[0] = context->flags & 2;
    handled++;
}

static void alarm_in(i64 ms, u64 flags)
{
    u64 timer[4] = {0, 0, 0, (u64)ms * 1000};
    on_signal(SIGALRM, ring, flags);
    system_call(SYS_setitimer, 0, timer, NULL);
}

static void interrupted(void)
{
    char byte = 0;
    i64 second, first = pipe_call(&second);
    alarm_in(5, 0);
    printf("read is cut short: %ld, in a call %d\n", system_call(SYS_read, first, &byte, 1), found[0] != 0);
    alarm_in(5, SA_RESTART);
    i64 child = fork_child();
    if (child == 0) {
        u64 ms20[2] = {0, 20000000};
        system_call(SYS_nanosleep, ms20, NULL);
        system_call(SYS_write, second, "c", 1);
        exit(0);
    }
    int before = handled;
    printf("read goes on: %ld %c", system_call(SYS_read, first, &byte, 1), byte);
    printf(", handled %d\n", handled - before);
    wait_for(child);
    handled = 0;
    u64 timer[4] = {0, 1000, 0, 1000};
    on_signal(SIGVTALRM, ring, 0);
    system_call(SYS_setitimer, 1, timer, NULL);
    i64 sum = 0;
    for (volatile int i = 0; handled < 20; i++) sum += recurse(30, i, 1, 2) == recurse(30, i, 1, 2);
    printf("twenty timers in a recursion, sums right %d\n", sum > 0);
}

int main(void)
{
    faults();
    registers();
    stacks();
    interrupted();
    on_signal(SIGSEGV, overflow, SA_ONSTACK);
    return (int)for_ever(0, 1, 2);
}
