/* A thread that helps another one, which takes the process's signals. */
#ifndef PCGRAM_CORE_HELPER_THREAD_H
#define PCGRAM_CORE_HELPER_THREAD_H

#include <pthread.h>
#include <stdbool.h>

/* Starts it, with all signals blocked. False when the host has no more threads. */
bool helper_thread_start(pthread_t *thread, void *(*work)(void *), void *ctx);

#endif
