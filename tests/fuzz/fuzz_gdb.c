/* libFuzzer target: gdb's remote protocol, bytes as they come, at a small guest (tests/fuzz/run gdb).
 *
 * Each line of the input is the data of one packet; the whole of it then goes through the packet reader as it is. Whatever
 * is asked, the guest can be brought to its start, and its past is still what it was. */
#include <stdio.h>
#include <stdlib.h>

#include "emu/core/fault.h"
#include "emu/gdb/session.h"
#include "isa/parisc/isa.h"
#include "tests/fuzz/fuzz_guest.h"
#include "tests/fuzz/targets.h"

static int ready(void *ctx, struct machine *m, struct error *e)
{
    (void)ctx;
    (void)m;
    (void)e;
    return 0;
}

static void packets(struct gdb *g, const u8 *data, size_t size)
{
    static const struct packet_reader fresh;
    struct packet_reader r = fresh;
    char line[512];
    size_t n = 0;
    for (size_t i = 0; i <= size; i++) {
        if (i < size && data[i] != '\n' && n < sizeof line - 1) {
            line[n++] = (char)data[i];
            continue;
        }
        line[n] = 0;
        gdb_packet(g, line, n);
        n = 0;
    }
    for (size_t i = 0; i < size; i++)
        if (packet_take(&r, data[i]) == PACKET_WHOLE) gdb_packet(g, r.data, r.size);
}

int fuzz_gdb(const u8 *data, size_t size)
{
    static bool installed;
    struct error e;
    const char *path = fuzz_guest(size & 1);
    if (!installed && fault_install(&e)) abort();
    installed = true;
    struct config config = {.clock_hz = 1000000, .tick_cycles = 10000, .max_cycles = 500, .stack_size = 65536, .quiet = true};
    char *argv[] = {(char *)path, NULL}, *env[] = {NULL};
    struct debug_spec spec = {.isa = &isa_parisc, .config = &config, .path = path, .argv = argv, .env = env, .prepare = ready};
    struct debug *d = debug_new(&spec, &e);
    if (!d) abort();
    struct gdb g = {.debug = d, .guest = "/guest"};
    struct debug_stop stop;
    packets(&g, data, size);
    debug_clear_all(d);
    debug_back(d, &stop);
    if (debug_position(d) != 0 || stop.why == DEBUG_LOST) abort();
    debug_free(d);
    return 0;
}
