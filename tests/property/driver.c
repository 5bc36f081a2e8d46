/* Carries out what the property test asks for, line by line, and answers: the calls by prof/profil.c; each tick by the
 * rule in C and, with a 32-bit guest, by the ROM on a PA-RISC processor with random registers, from the same state. The
 * two must agree on outcome, control block and memory, and the ROM must leave the processor as it found it.
 *
 *     driver 32|64                     numbers are hexadecimal
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

#include "emu/core/fault.h"
#include "isa/parisc/cpu.h"
#include "isa/parisc/isa.h"
#include "prof/profil.h"
#include "prof/profiler.h"

enum { MAX_PAGES = 64 };

struct page {
    u64 addr;
    int rights;
    u8 *bytes; /* 64-bit guests */
};

struct test {
    bool narrow;
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

/* --- memory of a 64-bit guest ------------------------------------------------------------------------------------- */

static struct page *page_of(struct test *t, u64 addr)
{
    for (unsigned i = 0; i < t->pages; i++)
        if (t->page[i].addr == (addr & ~(u64)(MEM_PAGE - 1))) return &t->page[i];
    return NULL;
}

static bool wide_check(void *ctx, u64 addr, u64 len, int rights)
{
    u64 last = addr + len - 1;
    if (last < addr) return false;
    for (u64 a = addr & ~(u64)(MEM_PAGE - 1);; a += MEM_PAGE) {
        struct page *p = page_of(ctx, a);
        if (!p || (p->rights & rights) != rights) return false;
        if (last - a < MEM_PAGE) return true;
    }
}

static void wide_copy(struct test *t, u64 addr, u8 *out, const u8 *in, u64 len)
{
    for (u64 i = 0; i < len; i++) {
        u8 *at = page_of(t, addr + i)->bytes + ((addr + i) & (MEM_PAGE - 1));
        if (in) *at = in[i];
        else out[i] = *at;
    }
}

static bool wide_read(void *ctx, u64 addr, void *to, u64 len)
{
    if (!wide_check(ctx, addr, len, GUEST_READ)) return false;
    wide_copy(ctx, addr, to, NULL, len);
    return true;
}

static bool wide_write(void *ctx, u64 addr, const void *from, u64 len)
{
    if (!wide_check(ctx, addr, len, GUEST_WRITE)) return false;
    wide_copy(ctx, addr, NULL, from, len);
    return true;
}

/* --- memory of both ----------------------------------------------------------------------------------------------- */

static void map_page(struct test *t, u64 addr, int rights)
{
    struct page *p = page_of(t, addr);
    if (rights == 0) {
        if (!p) return;
        free(p->bytes);
        memmove(p, p + 1, (size_t)(t->page + t->pages-- - (p + 1)) * sizeof *p);
        if (t->narrow) mem_unmap(&t->process.mem, addr, MEM_PAGE);
        return;
    }
    if (!p) {
        unsigned at = 0;
        if (t->pages == MAX_PAGES) fail("too many pages");
        while (at < t->pages && t->page[at].addr < addr) at++;
        memmove(t->page + at + 1, t->page + at, (t->pages++ - at) * sizeof *p);
        p = &t->page[at];
        *p = (struct page){.addr = addr, .bytes = t->narrow ? NULL : malloc(MEM_PAGE)};
    }
    p->rights = rights;
    if (!t->narrow) memset(p->bytes, 0, MEM_PAGE);
    int prot = PROT_READ | (rights & GUEST_WRITE ? PROT_WRITE : 0);
    if (t->narrow && mem_map(&t->process.mem, addr, MEM_PAGE, prot, false, -1, 0, "") != 0) fail("cannot map");
}

static void poke(struct test *t, u64 addr, const u8 *from, u64 len)
{
    if (!t->narrow) wide_copy(t, addr, NULL, from, len);
    else if (mem_poke(&t->process.mem, addr, from, len) != 0) fail("poke");
}

static u32 crc_of(struct test *t)
{
    u32 crc = 0;
    for (unsigned i = 0; i < t->pages; i++) {
        const u8 *p = t->narrow ? mem_host(&t->process.mem, t->page[i].addr) : t->page[i].bytes;
        crc = (u32)crc32(crc, p, MEM_PAGE);
    }
    return crc;
}

/* --- ticks -------------------------------------------------------------------------------------------------------- */

static u64 next_random(struct test *t)
{
    t->random ^= t->random << 13;
    t->random ^= t->random >> 7;
    return t->random ^= t->random << 17;
}

/* A processor at pc with everything else at random. */
static void set_processor(struct test *t, u32 pc)
{
    struct cpu *c = t->thread.cpu;
    for (unsigned i = 1; i < 32; i++) c->gr[i] = next_random(t);
    for (unsigned i = 0; i < 32; i++) c->fr[i] = next_random(t);
    for (unsigned i = 0; i < 5; i++) c->sr[i] = (u32)next_random(t);
    for (unsigned i = 5; i < 8; i++) c->sr[i] = SPACE_USER;
    pa_set_psw(c, ((u32)next_random(t) & (PSW_N | PSW_B | PSW_V | PSW_CB)) | PSW_C | PSW_Q | PSW_P | PSW_D | PSW_I);
    u64 carries = next_random(t) & 0x8888888888888888;
    c->carry_a = c->carry_b = carries;
    c->sar = next_random(t) & 63;
    c->cr[CR_TR2] = (u32)next_random(t);
    c->cr[CR_TR3] = (u32)next_random(t);
    c->iaoq_front = pc | 3;
    c->iaoq_back = (u32)next_random(t) | 3;
    c->iasq_front = c->iasq_back = SPACE_USER;
}

static bool same_processor(const struct cpu *a, const struct cpu *b)
{
    return !memcmp(a->gr, b->gr, 32 * sizeof a->gr[0]) && !memcmp(a->fr, b->fr, sizeof a->fr) &&
           !memcmp(a->sr, b->sr, sizeof a->sr) && a->iaoq_front == b->iaoq_front && a->iaoq_back == b->iaoq_back &&
           a->iasq_front == b->iasq_front && a->iasq_back == b->iasq_back && pa_get_psw(a) == pa_get_psw(b) &&
           pa_get_upper_carries(a) == pa_get_upper_carries(b) && a->sar == b->sar && a->fp_slow == b->fp_slow &&
           a->cr[CR_TR2] == b->cr[CR_TR2] && a->cr[CR_TR3] == b->cr[CR_TR3] && a->nullified == b->nullified;
}

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
    set_processor(t, (u32)pc);
    struct cpu saved = *t->thread.cpu;
    t->process.isa->timer(&t->thread, &(struct tick){.match = 0, .next = 100, .pc = pc});
    if (!same_processor(t->thread.cpu, &saved)) return "processor";
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
    const char *differs = t->narrow ? tick_in_rom(t, pc, &r, before) : NULL;
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
    struct profil_caller caller = {.block = t->block, .memory = &t->memory, .word = t->narrow ? 4 : 8,
                                   .big_endian = t->narrow, .allow_overlap = t->allow, .tick_us = 10000};
    if (which >= PROFIL_CALLS) fail("no such call");
    int result = calls[which](&caller, arg);
    printf("%x %d\n", (unsigned)-result, pcb_on(&t->block));
}

/* --- set-up ------------------------------------------------------------------------------------------------------- */

static void start_narrow(struct test *t)
{
    struct error e;
    t->config = (struct config){.clock_hz = 100000000, .tick_cycles = 100};
    t->machine = (struct machine){.config = &t->config, .isa = &isa_parisc};
    t->process = (struct process){.machine = &t->machine, .isa = &isa_parisc, .thread = &t->thread};
    t->thread.process = &t->process;
    t->profiler.rom = rom_find("parisc");
    if (fault_install(&e) || mem_init(&t->process.mem, isa_parisc.windows, isa_parisc.window_count, &e) ||
        isa_parisc.code_new(&t->process, &e) || isa_parisc.cpu_new(&t->thread, NULL, &e) ||
        profiler_attach(&t->profiler, &t->machine, &e) || !profiler_block(&t->process, &t->block))
        fail(e.text);
    t->memory = profiler_memory(&t->process.mem);
}

static void start_wide(struct test *t)
{
    t->block = (struct pcb){.bytes = calloc(1, PCB_SIZE), .big_endian = false, .address_bits = 64};
    t->memory = (struct guest_memory){t, wide_check, wide_read, wide_write};
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
    t.narrow = argc == 2 && !strcmp(argv[1], "32");
    if (t.narrow) start_narrow(&t);
    else start_wide(&t);
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
