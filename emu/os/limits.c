#include "emu/os/limits.h"

const char *limits_over(const struct os *os)
{
    if (os->machine->debug && !os->machine->regions) return NULL; /* the call has failed; what comes of that is looked at */
    if (os->over) return os->over;
    if (os->memory.refused) return "--mem-limit";
    return os->files.refused ? "--max-files" : NULL;
}

bool limits_task(struct os *os)
{
    u64 most = os->machine->config->max_processes, n = 0;
    if (!most) return true;
    for (const struct os_thread *ot = os->threads; ot; ot = ot->next) n++;
    for (const struct os_process *op = os->processes; op; op = op->next) n += op->zombie;
    if (n >= most) os->over = "--max-processes";
    return n < most;
}

u64 limits_output(const struct os *os, u64 want)
{
    u64 most = os->machine->config->max_output;
    return !most || want <= most - os->written ? want : most - os->written;
}

void limits_written(struct os *os, u64 want, u64 room, i64 done)
{
    if (done > 0) os->written += (u64)done;
    if (room < want && (done >= (i64)room || !room)) os->over = "--max-output";
}

void limits_name_made(struct os *os)
{
    u64 most = os->machine->config->max_output;
    if (++os->names > most / LIMITS_BLOCK && os->names > LIMITS_NAMES && most) os->over = "--max-output";
}

/* Whoever removes more than he has made has room for no more than before. */
void limits_name_removed(struct os *os) { os->names -= os->names > 0; }
