/* libFuzzer target: gdb's remote protocol, bytes as they come, at a small guest (tests/fuzz/run gdb).
 *
 * Each line of the input is the data of one packet; the whole of it then goes through the packet reader as it is. Whatever
 * is asked, the guest can be brought to its start, and its past is still what it was. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "emu/core/fault.h"
#include "emu/gdb/session.h"
#include "isa/parisc/isa.h"

int LLVMFuzzerTestOneInput(const u8 *data, size_t size);

static int ready(void *ctx, struct machine *m, struct error *e)
{
    (void)ctx;
    (void)m;
    (void)e;
    return 0;
}

/* ldo 1(r5),r5; stw r5,0(sp); b .-8; nop: as an ELF file of one segment. */
static void write_guest(int fd)
{
    enum { BASE = 0x10000, CODE = 84 };
    static const u32 code[] = {0x34a50002, 0x6bc50000, 0xe81f1fe5, 0x08000240};
    u8 elf[CODE + sizeof code] = {0x7f, 'E', 'L', 'F', 1, 2, 1, 3};
    store_be16(elf + 16, 2); /* executable, PA-RISC */
    store_be16(elf + 18, 15);
    store_be32(elf + 20, 1);
    store_be32(elf + 24, BASE + CODE);
    store_be32(elf + 28, 52);
    store_be16(elf + 40, 52);
    store_be16(elf + 42, 32);
    store_be16(elf + 44, 1);
    u8 *segment = elf + 52;
    store_be32(segment, 1);
    store_be32(segment + 8, BASE);
    store_be32(segment + 12, BASE);
    store_be32(segment + 16, sizeof elf);
    store_be32(segment + 20, sizeof elf);
    store_be32(segment + 24, 5);
    store_be32(segment + 28, 0x1000);
    for (unsigned i = 0; i < ARRAY_LEN(code); i++) store_be32(elf + CODE + 4 * i, code[i]);
    if (write(fd, elf, sizeof elf) != sizeof elf) abort();
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

int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
    static char path[32];
    struct error e;
    if (!path[0]) {
        int fd = memfd_create("guest", 0);
        write_guest(fd);
        snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
        if (fault_install(&e)) abort();
    }
    struct config config = {.clock_hz = 1000000, .tick_cycles = 10000, .max_cycles = 500, .stack_size = 65536, .quiet = true};
    char *argv[] = {path, NULL}, *env[] = {NULL};
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
