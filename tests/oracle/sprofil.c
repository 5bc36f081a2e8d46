/* A guest that does what a script says, one operation after the other; tests/oracle/sprofil makes scripts, and says what must come of them.
 *
 *     sprofil SCRIPT [FIRST]
 *
 * The script has operations of eight longs each: what, and its arguments; data follow. The system calls that a script asks for are made at
 * one place, script_call, so that a trace shows when. The results of profiling calls go to standard output. */
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { END, CALL, RUN, CHILD, THREAD, SIGNAL, EXEC, PUT, TEXT, PARALLEL, VFORK, GATEWAY, MAX_OPS = 400 };

struct op {
    long what, a[7];
};

static struct op ops[MAX_OPS];
static char **arguments;
static int file; /* the script, with data behind it */

/* script_call(number, six arguments): the result of the system call, -errno. script_run(text address, turns): jumps there. */
long script_call(long number, const long *arg);
long script_gateway(long number, const long *arg); /* HP-UX's */
void script_run(long text, long turns);
extern char script_text[], script_text_end[];

#ifdef __hppa__
__asm__(".text\n"
        "\t.align 4\n\t.globl script_call\n\t.type script_call,@function\n"
        "script_call:\n\t.proc\n\t.callinfo\n\t.entry\n"
        "\tcopy %r26,%r20\n\tcopy %r25,%r1\n"
        "\tldw 0(%r1),%r26\n\tldw 4(%r1),%r25\n\tldw 8(%r1),%r24\n\tldw 12(%r1),%r23\n\tldw 16(%r1),%r22\n\tldw 20(%r1),%r21\n"
        "\t.globl script_call_here\nscript_call_here:\n"
        "\tble 0x100(%sr2,%r0)\n\tnop\n"
        "\tbv %r0(%r2)\n\tnop\n\t.exit\n\t.procend\n"
        "\t.globl script_gateway\n\t.type script_gateway,@function\n"
        "script_gateway:\n\t.proc\n\t.callinfo\n\t.entry\n"
        "\tcopy %r26,%r22\n\tcopy %r25,%r1\n\tldw 0(%r1),%r26\n\tldw 4(%r1),%r25\n\tldw 8(%r1),%r24\n\tldw 12(%r1),%r23\n"
        "\tldil L%0xc0000000,%r1\n"
        "\t.globl script_gateway_here\nscript_gateway_here:\n"
        "\tble 4(%sr7,%r1)\n\tnop\n\tcomib,=,n 0,%r22,1f\n\tsub %r0,%r28,%r28\n1:\tbv %r0(%r2)\n\tnop\n\t.exit\n\t.procend\n"
        "\t.globl script_run\n\t.type script_run,@function\n"
        "script_run:\n\t.proc\n\t.callinfo\n\t.entry\n\tbv %r0(%r26)\n\tnop\n\t.exit\n\t.procend\n"
        /* The text that scripts copy to where they want it: delay slots, nullified instructions, a loop of r25 turns. */
        "\t.globl script_text\nscript_text:\n"
        "\tldi 1,%r28\n\taddi,tr 1,%r28,%r28\n\tldi 0,%r28\n\tadd %r28,%r28,%r29\n"
        "1:\tnop\n\tnop\n\tb .+12\n\tnop\n\tnop\n\tnop\n\taddib,> -1,%r25,1b\n\tldo 1(%r28),%r28\n\tnop\n\tbv %r0(%r2)\n\tnop\n"
        "\t.globl script_text_end\nscript_text_end:\n");
#else
__asm__(".text\n"
        "\t.global script_call\n\t.proc script_call\n"
        "script_call:\n\t.prologue\n\t.body\n"
        "\talloc r34=ar.pfs,2,2,8,0\n\tmov r35=b0\n\tmov r15=r32\n\tmov r3=r33\n\t;;\n"
        "\tld8 r36=[r3],8\n\t;;\n\tld8 r37=[r3],8\n\t;;\n\tld8 r38=[r3],8\n\t;;\n\tld8 r39=[r3],8\n\t;;\n"
        "\tld8 r40=[r3],8\n\t;;\n\tld8 r41=[r3]\n\t;;\n"
        "\tbr.call.sptk.many b0=script_break\n\t;;\n\tmov ar.pfs=r34\n\tmov b0=r35\n\t;;\n\tbr.ret.sptk.many b0\n"
        "\t.endp script_call\n"
        "script_break:\n"
        "\t.global script_call_here\nscript_call_here:\n"
        "\t{ .mib\n\tbreak.m 0x100000\n\tnop.i 0\n\tnop.b 0\n\t}\n\t;;\n"
        "\tcmp.eq p6,p0=-1,r10\n\t;;\n\t(p6) sub r8=r0,r8\n\tbr.ret.sptk.many b0\n"
        "\t.global script_run\n\t.proc script_run\n"
        "script_run:\n\tmov b6=r32\n\t;;\n\tbr.few b6\n\t;;\n\t.endp script_run\n"
        "\t.balign 16\n\t.global script_text\nscript_text:\n"
        "\t{ .mii\n\tmov r8=1\n\tnop 0\n\tnop 0\n\t}\n\t;;\n"
        "\t{ .mii\n\tsum 2\n\tnop 0\n\tnop 0\n\t}\n\t;;\n" /* data big-endian: no matter to a tick */
        "1:\t{ .mii\n\tadd r8=1,r8\n\tnop 0\n\tnop 0\n\t}\n\t;;\n"
        "\t{ .mmi\n\tnop 0\n\tnop 0\n\tadd r33=-1,r33\n\t}\n\t;;\n"
        "\t{ .mib\n\tnop 0\n\tnop 0\n\tnop 0\n\t}\n"
        "\t{ .mmi\n\tcmp.lt p6,p7=0,r33\n\tnop 0\n\tnop 0\n\t}\n\t;;\n"
        "\t{ .mib\n\tnop 0\n\tnop 0\n\t(p6) br.cond.dptk 1b\n\t}\n\t;;\n"
        "\t{ .mii\n\trum 2\n\tnop 0\n\tnop 0\n\t}\n\t;;\n"
        "\t{ .mib\n\tnop 0\n\tnop 0\n\tbr.ret.sptk.many b0\n\t}\n\t;;\n"
        "\t.global script_text_end\nscript_text_end:\n");
#endif

static void play(long at, long end);

static void *in_parallel(void *at)
{
    const struct op *o = at;
    script_run(o->a[0], o->a[1]);
    return NULL;
}

static volatile long handler_text, handler_turns;
static void on_signal(int n) { (void)n, script_run(handler_text, handler_turns); }

static void *in_thread(void *at)
{
    const struct op *o = at;
    play(o + 1 - ops, o + 1 - ops + o->a[0]);
    return NULL;
}

static void die(const char *what)
{
    fprintf(stderr, "sprofil: %s\n", what);
    _exit(3);
}

/* The next `count` operations, in a child that is waited for. */
static void in_child(long at, long count)
{
    int status;
#ifdef __hppa__
    int pid = (int)script_call(__NR_fork, (long[6]){0});
#else
    int pid = (int)script_call(__NR_clone, (long[6]){SIGCHLD});
#endif
    if (pid < 0) die("fork");
    if (pid == 0) {
        play(at, at + count);
        _exit(0);
    }
    if (waitpid(pid, &status, 0) != pid || status) die("child");
}

/* The same in one that runs in the memory of its parent, and then another program. */
static void in_child_of_vfork(long at, long count)
{
    int status;
#ifdef __hppa__
    pid_t pid = (pid_t)script_call(__NR_vfork, (long[6]){0}); /* the C library's is a fork() */
#else
    script_call(__NR_getpid, (long[6]){0}); /* tells the model */
    pid_t pid = vfork();
#endif
    if (pid == 0) {
        play(at, at + count);
        execl(arguments[0], arguments[0], NULL);
        _exit(9);
    }
    if (waitpid(pid, &status, 0) != pid || WEXITSTATUS(status) != 7) die("vfork");
}

static void in_two_threads(const struct op *o)
{
    pthread_t thread;
    if (pthread_create(&thread, NULL, in_parallel, (void *)o)) die("thread");
    script_run(o->a[2], o->a[3]);
    if (pthread_join(thread, NULL)) die("thread");
}

static void tell(long result)
{
    if (write(1, &result, sizeof result) != sizeof result) die("write");
}

static void call(const struct op *o)
{
    long result = script_call(o->a[0], o->a + 1);
    if (o->a[0] > 7000) tell(result);
}

/* Bytes of the file: to, where in the file, how many. */
static void put(const struct op *o)
{
    if (lseek(file, o->a[1], SEEK_SET) < 0) die("seek");
    if (script_call(__NR_read, (long[6]){file, o->a[0], o->a[2]}) != o->a[2]) die("read");
}

static void copy_text(char *to)
{
    memcpy(to, script_text, (size_t)(script_text_end - script_text));
    __builtin___clear_cache(to, to + 4096);
}

static void in_handler(const struct op *o)
{
    handler_text = o->a[0], handler_turns = o->a[1];
    signal(SIGUSR1, on_signal);
    raise(SIGUSR1);
}

static void begin_anew(long at)
{
    char first[24];
    sprintf(first, "%ld", at);
    execl(arguments[0], arguments[0], arguments[1], first, NULL);
    die("exec");
}

static void play(long at, long end)
{
    for (; at < end; at++) {
        const struct op *o = &ops[at];
        pthread_t thread;
        switch (o->what) {
        case END: return;
        case CALL: call(o); break;
        case PUT: put(o); break;
        case TEXT: copy_text((char *)o->a[0]); break;
        case RUN: script_run(o->a[0], o->a[1]); break;
        case PARALLEL: in_two_threads(o); break;
        case SIGNAL: in_handler(o); break;
        case EXEC: begin_anew(at + 1); break;
#ifdef __hppa__
        case GATEWAY: tell(script_gateway(o->a[0], o->a + 1)); break;
#endif
        case CHILD: in_child(at + 1, o->a[0]); break;
        case VFORK: in_child_of_vfork(at + 1, o->a[0]); break;
        case THREAD:
            if (pthread_create(&thread, NULL, in_thread, (void *)o) || pthread_join(thread, NULL)) die("thread");
            break;
        }
        if (o->what == CHILD || o->what == VFORK || o->what == THREAD) at += o->a[0];
    }
}

int main(int argc, char **argv)
{
    if (argc == 1) return 7; /* what VFORK executes */
    file = open(argv[1], O_RDONLY | O_CLOEXEC);
    if (read(file, ops, sizeof ops) <= 0) die("no script");
    arguments = argv;
    play(argc > 2 ? atol(argv[2]) : 0, MAX_OPS);
    return 0;
}
