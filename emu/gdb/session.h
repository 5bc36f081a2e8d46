/* What gdb asks and is told: the commands of its remote protocol (GDB manual, appendix E), for one guest. */
#ifndef PCGRAM_GDB_SESSION_H
#define PCGRAM_GDB_SESSION_H

#include "emu/debug/debug.h"
#include "emu/gdb/packet.h"

struct gdb {
    struct debug *debug;
    const char *guest; /* absolute path of the program on the host, for gdb to read its symbols; or NULL */
    /* The guest begins to run, and has stopped: meanwhile gdb may ask for an interruption. NULL: it cannot. */
    void (*running)(void *ctx, bool on);
    /* Shows a line to the user while the guest runs. NULL: it cannot. */
    void (*words)(void *ctx, const char *line);
    void *ctx;

    /* Its own: */
    int tid;                /* of the thread that registers and memory are asked of; 0: the current one */
    struct debug_stop stop; /* the last one */
    struct gdb_back {       /* runs backwards that gdb itself has begun, one after the other */
        unsigned runs;
        u64 begun, stopped, told; /* host milliseconds: of the first, since the last, until words are due again */
    } back;
    bool no_ack;            /* packets are not acknowledged */
    bool pass[256];         /* by gdb's numbers: signals that it does not want to be told of */
    enum gdb_end { GDB_STAYS, GDB_DETACHED, GDB_KILLED, GDB_ENDED } end; /* but for the first, the connection is over */
    bool quiet;             /* there is no reply */
    size_t size;            /* of the reply */
    char reply[PACKET_MOST + 1];
};

/* Whether gdb is told of a signal before it is delivered; ctx: a struct gdb. For debug_signals(). */
bool gdb_wants_signal(void *ctx, const char *name);

/* Handles the data of one packet, which end with a NUL behind their size: the reply is in g->reply, unless g->quiet. */
void gdb_packet(struct gdb *g, const char *data, size_t size);

#endif
