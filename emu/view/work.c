#include "emu/view/work.h"

#include <pthread.h>
#include <time.h>

enum {
    QUIET_MS = 100, /* a step is shorter: nothing flickers, and nothing is asked for */
    LISTEN_MS = 20,
};

struct job {
    work_fn *work;
    struct debug *debug;
    int tid;
    struct debug_stop *stop;
    pthread_mutex_t mutex; /* for done */
    pthread_cond_t over;
    bool done;
};

static void *do_job(void *ctx)
{
    struct job *j = ctx;
    j->work(j->debug, j->tid, j->stop);
    pthread_mutex_lock(&j->mutex);
    j->done = true;
    pthread_cond_signal(&j->over);
    pthread_mutex_unlock(&j->mutex);
    return NULL;
}

/* Waits so long at most. True: the job is done. */
static bool wait_for(struct job *j, long ms)
{
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += ms * 1000000;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    pthread_mutex_lock(&j->mutex);
    while (!j->done && pthread_cond_timedwait(&j->over, &j->mutex, &until) == 0) {}
    bool done = j->done;
    pthread_mutex_unlock(&j->mutex);
    return done;
}

void work_do(const struct listener *l, work_fn *work, struct debug *d, int tid, struct debug_stop *stop)
{
    struct job j = {.work = work, .debug = d, .tid = tid, .stop = stop};
    pthread_t thread;
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&j.over, &attributes);
    pthread_condattr_destroy(&attributes);
    pthread_mutex_init(&j.mutex, NULL);
    if (l->listen && pthread_create(&thread, NULL, do_job, &j) == 0) {
        bool enough = false;
        for (long ms = QUIET_MS; !wait_for(&j, ms); ms = LISTEN_MS) {
            if (l->listen(l->ctx)) enough = true;
            if (enough) debug_interrupt(d); /* again and again: before the work has begun it is forgotten */
        }
        pthread_join(thread, NULL);
    } else {
        work(d, tid, stop);
    }
    pthread_mutex_destroy(&j.mutex);
    pthread_cond_destroy(&j.over);
}
