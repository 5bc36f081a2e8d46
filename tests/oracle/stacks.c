/* Chains of calls of every kind, for tests/oracle/stacks: each spends its time in spin_*(), which is called from nowhere
 * else. */
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#define NOIPA __attribute__((noipa))
#define SPIN(name) NOIPA void spin_##name(int n) { for (volatile int i = 0; i < n; i++) ; }
SPIN(deep) SPIN(jumped) SPIN(after) SPIN(tail) SPIN(pointer) SPIN(handler) SPIN(interrupted) SPIN(thread) SPIN(child)
SPIN(even) SPIN(many) SPIN(left) SPIN(behind) SPIN(outer) SPIN(frames)

static jmp_buf place;
static volatile int sink; /* behind a call: it is no tail call */
NOIPA int recurse(int n) { if (n == 0) spin_deep(100); else recurse(n - 1); return sink++; }
NOIPA void thrower(int n) { spin_jumped(100); if (n == 0) longjmp(place, 1); thrower(n - 1); sink++; }
NOIPA void catcher(void) { if (setjmp(place) == 0) thrower(5); else spin_after(200); sink++; }
NOIPA int last(int n) { spin_tail(n); return sink++; }
NOIPA int tail(int n) { return last(n + 1); }
NOIPA int before_tail(int n) { tail(n); return sink++; }
NOIPA void called(int n) { spin_pointer(n); sink++; }
NOIPA void by_pointer(void (*f)(int)) { f(300); f(1); sink++; }
NOIPA void on_signal(int signo) { spin_handler(signo ? 150 : 0); sink++; }
NOIPA void raiser(void) { kill(getpid(), SIGUSR1); spin_interrupted(50); sink++; }
NOIPA void leaver(int signo) { spin_left(signo ? 30 : 0); siglongjmp(place, 1); }
NOIPA void left(void) { if (sigsetjmp(place, 1) == 0) kill(getpid(), SIGUSR2); else spin_behind(60); sink++; }
NOIPA void *worker(void *arg) { spin_thread(400); sink++; return arg; }
NOIPA int odd(int n);
NOIPA int even(int n) { if (n == 0) spin_even(20); else odd(n - 1); return sink++; }
NOIPA int odd(int n) { even(n - 1); return sink++; }
/* back into the third of nine calls of one function */
NOIPA int itself(int n) { if (n == 6 && setjmp(place)) spin_outer(40); else if (n == 0) longjmp(place, 1); else itself(n - 1); return sink++; }
/* more registers than there are: Itanium's return waits for those of the frame that it returns to */
static volatile int v;
NOIPA int frames(int n) { int a = v, b = v, c = v, d = v, e = v, f = v, r = 0; if (n) r = frames(n - 1); else spin_frames(1); return r + a * b + c * d + e * f + sink++; }
NOIPA int above(int n) { int a = v, b = v, c = v, d = v, r = frames(n); return r + a * b + c * d + sink++; }
/* 2^8 paths */
NOIPA int both(int n) { if (n == 0) { spin_many(1); return sink++; } int sum = both(n - 1); sum += both(n - 1); return sum + sink++; }

int main(int argc, char **argv)
{
    (void)argv;
    void (*volatile f)(int) = called;
    pthread_t t;
    int sum = recurse(10);
    catcher();
    sum += before_tail(100);
    by_pointer(f);
    signal(SIGUSR1, on_signal);
    raiser();
    signal(SIGUSR2, leaver);
    left();
    if (pthread_create(&t, NULL, worker, NULL) == 0) pthread_join(t, NULL);
    sum += even(6) + both(8) + itself(8);
    for (int i = 0; i < 20; i++) sum += above(25);
    pid_t child = fork();
    if (child == 0) {
        spin_child(500);
        _exit(0);
    }
    waitpid(child, NULL, 0);
    printf("%d\n", sum);
    return argc > 5;
}
