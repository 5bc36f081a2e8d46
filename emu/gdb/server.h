/* gdb's remote protocol on a socket: one connection, from this host. */
#ifndef PCGRAM_GDB_SERVER_H
#define PCGRAM_GDB_SERVER_H

#include "emu/core/error.h"
#include "emu/gdb/session.h"

/* Waits for gdb at 127.0.0.1:WHERE, or at a Unix socket when WHERE has a slash or is unix:PATH (which nobody but the user
 * can connect to); who connects and does not begin as gdb does is sent away. Then does what it says until it has left
 * or the guest has ended. A port of 0: any; `announce` is told which, as gdb's `target remote` takes it. -1 with *e. */
int gdb_serve(struct debug *d, const char *guest, const char *where, void (*announce)(const char *address),
              struct gdb *out, struct error *e);

#endif
