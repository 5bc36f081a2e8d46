#include "emu/core/helper_thread.h"

#include <signal.h>

bool helper_thread_start(pthread_t *thread, void *(*work)(void *), void *ctx)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    bool started = pthread_create(thread, NULL, work, ctx) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return started;
}
