/* Makes a profile with invented counts over a real big-endian ELF32 program, for formats.sh:
 *
 *     make_profile ELF OUT SEED CLOCK_HZ TICK_CYCLES SCALE
 *
 * Every instruction of every second function gets counts from a generator, multiplied by SCALE; calls are invented
 * between the functions. The same arguments give the same profile. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "emu/core/isa.h"
#include "prof/file/profile_file.h"

struct program {
    u8 *bytes;
    size_t size;
};

/* Bytes of the file at a guest address, by its program headers (ELF32 big-endian, checked by main). */
static bool read_code(void *context, u64 address, u8 *out, size_t n)
{
    const struct program *g = context;
    u32 at = load_be32(g->bytes + 28);
    unsigned count = load_be16(g->bytes + 44), size = load_be16(g->bytes + 42);
    for (unsigned i = 0; i < count && at + size <= g->size; i++, at += size) {
        const u8 *h = g->bytes + at;
        u32 offset = load_be32(h + 4), start = load_be32(h + 8), length = load_be32(h + 16);
        if (load_be32(h) != 1 || address < start || address - start + n > length) continue;
        if (offset + (address - start) + n > g->size) return false;
        memcpy(out, g->bytes + offset + (address - start), n);
        return true;
    }
    return false;
}

/* Knuth's MMIX generator: a sequence that is the same everywhere. */
static u32 draw(u64 *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (u32)(*state >> 33);
}

static void invent(struct counters *c, const struct symbols *s, u64 seed, u64 tick_cycles, u64 scale)
{
    u64 state = seed;
    for (size_t i = 0; i < s->count; i++) {
        if (draw(&state) % 2) continue;
        for (u64 at = s->symbol[i].start; at < s->symbol[i].start + s->symbol[i].size; at += 4) {
            struct pc_count n = {.pc = at, .slots = draw(&state) % 1000 * scale};
            if (!n.slots || symbols_find(s, at) != i) continue;
            n.instructions = n.slots - draw(&state) % 4 * (n.slots / 8);
            n.cycles = n.slots * (1 + draw(&state) % 3);
            n.ticks = n.cycles / tick_cycles;
            counters_add(c, &n);
        }
    }
    counters_sort(c);
    size_t callers = c->pcs;
    for (size_t i = 0; i < s->count && callers; i++) {
        if (!counters_find(c, s->symbol[i].start)) continue;
        for (u32 k = draw(&state) % 3; k < 3; k++) {
            u64 count = 1 + draw(&state) % 100, inside = draw(&state) % 5000;
            counters_add_arc(c, &(struct call_arc){.from = c->pc[draw(&state) % callers].pc,
                                                   .to = s->symbol[i].start,
                                                   .count = count,
                                                   .cycles = 2 * inside,
                                                   .instructions = inside});
        }
    }
    counters_sort(c);
}

static int load(struct program *g, const char *path)
{
    FILE *f = fopen(path, "rb");
    long size = f && !fseek(f, 0, SEEK_END) ? ftell(f) : -1;
    if (size < 52) return -1;
    rewind(f);
    g->size = (size_t)size;
    g->bytes = malloc(g->size);
    bool good = g->bytes && fread(g->bytes, 1, g->size, f) == g->size && !memcmp(g->bytes, "\177ELF\1\2", 6);
    fclose(f);
    return good ? 0 : -1;
}

int main(int argc, char **argv)
{
    static const struct isa isa = {.name = "parisc", .big_endian = true};
    struct program g;
    struct symbols s = {0};
    struct counters c = {0};
    struct profile p;
    struct error e;
    if (argc != 7) return fputs("usage: make_profile ELF OUT SEED CLOCK_HZ TICK_CYCLES SCALE\n", stderr), 2;
    if (load(&g, argv[1])) return fprintf(stderr, "make_profile: %s: not a big-endian ELF32 file\n", argv[1]), 1;
    if (symbols_add(&s, NULL, argv[1], NULL, argv[1], 0, &e)) return fprintf(stderr, "make_profile: %s\n", e.text), 1;
    u64 tick_cycles = strtoull(argv[5], NULL, 10);
    invent(&c, &s, strtoull(argv[3], NULL, 10), tick_cycles, strtoull(argv[6], NULL, 10));
    struct profile_source source = {.isa = &isa,
                                    .unit = 4,
                                    .cpu_model = "pa7300lc",
                                    .clock_hz = strtoull(argv[4], NULL, 10),
                                    .tick_cycles = tick_cycles,
                                    .counters = &c,
                                    .symbols = &s,
                                    .read_code = read_code,
                                    .context = &g,
                                    .exit = {.kind = EXIT_CODE}};
    if (profile_build(&p, &source, &e) || profile_save(&p, argv[2], &e))
        return fprintf(stderr, "make_profile: %s\n", e.text), 1;
    profile_free(&p);
    counters_free(&c);
    symbols_free(&s);
    free(g.bytes);
    return 0;
}
