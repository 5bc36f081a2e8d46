/* Carries out what the property test asks for, line by line, and answers: the calls by prof/tick/profil.c; each tick by the
 * rule in C and, for a guest with a processor, by the ROM on one with random registers, from the same state. The two
 * must agree on outcome, control block and memory, and the ROM must leave the processor as it found it.
 *
 *     driver GUEST                     parisc, ia64; ia64-big, whose elements are big-endian; 64: without a processor
 *                                      numbers are hexadecimal
 *     M ADDR RIGHTS                    maps a page of zeros (1 read, 3 read and write; 0 none: unmaps it)
 *     W ADDR BYTES                     pokes
 *     N ALLOW                          profiling is off from here; overlap allowed or not
 *     C CALL A B C D       ERRNO ON    one of the five calls
 *     T PC                 ACTION REGION ELEMENT OLD NEW ON, as far as they apply; or a line that begins with "differ"
 *     K                    CRC         of all memory, in the order of addresses */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <zlib.h>

#include "emu/core/code.h"
#include "emu/core/fault.h"
#include "prof/tick/profil.h"
#include "prof/tick/profiler.h"
#include "tests/property/processors.h"

enum { MAX_PAGES = 64 };

struct page {
    u64 addr;
    int rights;
    u8 *bytes; /* of a guest without a processor */
};

struct test {
    const struct processor *processor; /* NULL: the rule in C alone, anywhere in 64 bits */
    bool big_endian;                   /* the guest's data */
    unsigned word;
    struct cpu *before;                /* the processor's state, to be compared with */
    struct page page[MAX_PAGES]; /* sorted */
    unsigned pages;
    struct config config;
    struct machine machine;
    struct process process;
    struct thread thread;
    struct profiler profiler;
    struct guest_memory memory;
    struct pcb block;
    bool allow;
    u64 random; /* state of a generator */
};

static _Noreturn void fail(const char *what)
{
    printf("error: %s\n", what);
    exit(1);
}

/* --- memory of a guest without a processor ------------------------------------------------------------------------ */

static struct page *page_of(struct test *t, u64 addr)
{
    for (unsigned i = 0; i < t->pages; i++)
        if (t->page[i].addr == (addr & ~(u64)(MEM_PAGE - 1))) return &t->page[i];
    return NULL;
}

static bool bare_check(void *ctx, u64 addr, u64 len, int rights)
{
    u64 last = addr + len - 1;
    if (last < addr) return false;
    for (u64 a = addr & ~(u64)(MEM_PAGE - 1);; a += MEM_PAGE) {
        struct page *p = page_of(ctx, a);
        if (!p || (p->rights & rights) != rights) return false;
        if (last - a < MEM_PAGE) return true;
    }
}

static void bare_copy(struct test *t, u64 addr, u8 *out, const u8 *in, u64 len)
{
    for (u64 i = 0; i < len; i++) {
        u8 *at = page_of(t, addr + i)->bytes + ((addr + i) & (MEM_PAGE - 1));
        if (in) *at = in[i];
        else out[i] = *at;
    }
}

static bool bare_read(void *ctx, u64 addr, void *to, u64 len)
{
    if (!bare_check(ctx, addr, len, GUEST_READ)) return false;
    bare_copy(ctx, addr, to, NULL, len);
    return true;
}

static bool bare_write(void *ctx, u64 addr, const void *from, u64 len)
{
    if (!bare_check(ctx, addr, len, GUEST_WRITE)) return false;
    bare_copy(ctx, addr, NULL, from, len);
    return true;
}

/* --- memory of all ----------------------------------------------------------------------------------------------- */

static void map_page(struct test *t, u64 addr, int rights)
{
    struct page *p = page_of(t, addr);
    if (rights == 0) {
        if (!p) return;
        free(p->bytes);
        memmove(p, p + 1, (size_t)(t->page + t->pages-- - (p + 1)) * sizeof *p);
        if (t->processor) mem_unmap(&t->process.mem, addr, MEM_PAGE);
        return;
    }
    if (!p) {
        unsigned at = 0;
        if (t->pages == MAX_PAGES) fail("too many pages");
        while (at < t->pages && t->page[at].addr < addr) at++;
        memmove(t->page + at + 1, t->page + at, (t->pages++ - at) * sizeof *p);
        p = &t->page[at];
        *p = (struct page){.addr = addr, .bytes = t->processor ? NULL : malloc(MEM_PAGE)};
    }
    p->rights = rights;
    if (!t->processor) memset(p->bytes, 0, MEM_PAGE);
    int prot = PROT_READ | (rights & GUEST_WRITE ? PROT_WRITE : 0);
    if (t->processor && mem_map(&t->process.mem, addr, MEM_PAGE, prot, false, -1, 0, "") != 0) fail("cannot map");
}

static void poke(struct test *t, u64 addr, const u8 *from, u64 len)
{
    if (!t->processor) bare_copy(t, addr, NULL, from, len);
    else if (mem_poke(&t->process.mem, addr, from, len) != 0) fail("poke");
}

static u32 crc_of(struct test *t)
{
    u32 crc = 0;
    for (unsigned i = 0; i < t->pages; i++) {
        const u8 *p = t->processor ? mem_host(&t->process.mem, t->page[i].addr) : t->page[i].bytes;
        crc = (u32)crc32(crc, p, MEM_PAGE);
    }
    return crc;
}

/* --- ticks -------------------------------------------------------------------------------------------------------- */

/* The guest's memory, which remembers what its one write of a tick replaced. */
struct recorder {
    struct guest_memory memory;
    u64 addr, len;
    u8 old[8], new[8];
};

static bool recorder_check(void *ctx, u64 addr, u64 len, int rights)
{
    struct recorder *r = ctx;
    return r->memory.check(r->memory.ctx, addr, len, rights);
}

static bool recorder_read(void *ctx, u64 addr, void *to, u64 len)
{
    struct recorder *r = ctx;
    return r->memory.read(r->memory.ctx, addr, to, len);
}

static bool recorder_write(void *ctx, u64 addr, const void *from, u64 len)
{
    struct recorder *r = ctx;
    r->addr = addr;
    r->len = len;
    memcpy(r->new, from, len);
    return r->memory.read(r->memory.ctx, addr, r->old, len) && r->memory.write(r->memory.ctx, addr, from, len);
}

/* The tick once more, in the ROM, after the rule in C is undone; what differs, or NULL. */
static const char *tick_in_rom(struct test *t, u64 pc, const struct recorder *r, const u8 *before)
{
    u8 host[PCB_SCRATCH], now[8];
    memcpy(host, t->block.bytes, PCB_SCRATCH);
    memcpy(t->block.bytes, before, PCB_SCRATCH);
    if (r->len) t->memory.write(t->memory.ctx, r->addr, r->old, r->len);
    t->processor->scramble(t->thread.cpu, pc, r->len ? r->addr : pc, &t->random);
    memcpy(t->before, t->thread.cpu, t->processor->size);
    t->processor->isa->timer(&t->thread, &(struct tick){.match = 0, .next = 100, .pc = pc});
    const char *differs = t->processor->differs(t->thread.cpu, t->before, r->addr, (unsigned)r->len);
    if (differs) return differs;
    if (memcmp(host, t->block.bytes, PCB_SCRATCH)) return "control block";
    if (!r->len) return NULL;
    return t->memory.read(t->memory.ctx, r->addr, now, r->len) && !memcmp(now, r->new, r->len) ? NULL : "element";
}

static void tick(struct test *t, u64 pc)
{
    u8 before[PCB_SCRATCH];
    struct recorder r = {.memory = t->memory};
    struct guest_memory recorded = {&r, recorder_check, recorder_read, recorder_write};
    struct tick_outcome o;
    pcb_put64(&t->block, t->block.bytes + PCB_PERIOD, 100);
    memcpy(before, t->block.bytes, PCB_SCRATCH);
    tick_take(&t->block, pc, &recorded);
    const char *differs = t->processor ? tick_in_rom(t, pc, &r, before) : NULL;
    if (differs) {
        printf("differ %s\n", differs);
        return;
    }
    tick_outcome(&t->block, &o);
    fputs(tick_action_name(o.action), stdout);
    if (o.action != PCB_DID_OFF && o.action != PCB_DID_MISS) printf(" %" PRIx32 " %" PRIx64, o.region, o.element);
    if (o.action != PCB_DID_OFF && o.action != PCB_DID_MISS && o.action != PCB_DID_FAULT)
        printf(" %" PRIx64 " %" PRIx64, o.old, o.new);
    printf(" %d\n", pcb_on(&t->block));
}

/* --- calls -------------------------------------------------------------------------------------------------------- */

static void call(struct test *t, u64 which, const u64 arg[4])
{
    static int (*const calls[PROFIL_CALLS])(const struct profil_caller *, const u64 *) = {
        hpux_sprofil, hpux_profil, irix_profil, openbsd_profil, aix_profil,
    };
    struct profil_caller caller = {.block = t->block, .memory = &t->memory, .word = t->word,
                                   .big_endian = t->big_endian, .allow_overlap = t->allow, .tick_us = 10000};
    if (which >= PROFIL_CALLS) fail("no such call");
    int result = calls[which](&caller, arg);
    printf("%x %d\n", (unsigned)-result, pcb_on(&t->block));
}

/* --- set-up ------------------------------------------------------------------------------------------------------- */

static void start_machine(struct test *t)
{
    struct error e;
    const struct isa *isa = t->processor->isa;
    t->config = (struct config){.cpu_model = isa->cpu_models[0], .clock_hz = 100000000, .tick_cycles = 100};
    t->machine = (struct machine){.config = &t->config, .isa = isa};
    t->process = (struct process){.machine = &t->machine, .isa = isa, .thread = &t->thread};
    t->thread.process = &t->process;
    t->profiler.rom = rom_find(isa->name);
    if (fault_install(&e) || mem_init(&t->process.mem, isa->windows, isa->window_count, &e) ||
        code_begin(&t->process, &e) || isa->cpu_new(&t->thread, NULL, &e) ||
        profiler_attach(&t->profiler, &t->machine, &e) || !profiler_block(&t->thread, &t->block))
        fail(e.text);
    t->memory = profiler_memory(&t->process.mem);
    t->before = malloc(t->processor->size);
}

static void start_bare(struct test *t)
{
    t->block = (struct pcb){.bytes = calloc(1, PCB_SIZE), .big_endian = false, .address_bits = 64};
    t->memory = (struct guest_memory){t, bare_check, bare_read, bare_write};
}

static void start(struct test *t, const char *guest)
{
    bool parisc = !strcmp(guest, "parisc");
    t->processor = parisc ? &processor_parisc : !strncmp(guest, "ia64", 4) ? &processor_ia64 : NULL;
    t->big_endian = parisc || !strcmp(guest, "ia64-big");
    t->word = parisc ? 4 : 8;
    if (t->processor) start_machine(t);
    else start_bare(t);
}

static void poke_hex(struct test *t, u64 addr, const char *hex)
{
    u8 bytes[4096];
    u64 n = 0;
    for (unsigned byte; n < sizeof bytes && sscanf(hex + 2 * n, "%2x", &byte) == 1; n++) bytes[n] = (u8)byte;
    poke(t, addr, bytes, n);
}

int main(int argc, char **argv)
{
    static struct test t = {.random = 88172645463325252u};
    static char line[16384], hex[16384];
    if (argc != 2) fail("usage: driver GUEST");
    start(&t, argv[1]);
    while (fgets(line, sizeof line, stdin)) {
        u64 a[5];
        if (sscanf(line, "M %" SCNx64 " %" SCNx64, a, a + 1) == 2) map_page(&t, a[0], (int)a[1]);
        else if (sscanf(line, "W %" SCNx64 " %16383s", a, hex) == 2) poke_hex(&t, a[0], hex);
        else if (sscanf(line, "T %" SCNx64, a) == 1) tick(&t, a[0]);
        else if (sscanf(line, "C %" SCNx64 " %" SCNx64 " %" SCNx64 " %" SCNx64 " %" SCNx64, a, a + 1, a + 2, a + 3,
                        a + 4) == 5)
            call(&t, a[0], a + 1);
        else if (line[0] == 'K') printf("%" PRIx32 "\n", crc_of(&t));
        else if (sscanf(line, "N %" SCNx64, a) == 1) {
            static const u64 off[4] = {0, 0, 0, 0};
            t.allow = a[0];
            hpux_sprofil(&(struct profil_caller){.block = t.block, .memory = &t.memory, .word = 4}, off);
        } else fail(line);
    }
    return 0;
}
