/* Keys and clicks of the debug view, at a small guest. Characters are keys by the script of `pcgram view --keys`; bytes
 * from 0x80 on are clicks. Whatever is pressed, the picture can be drawn. */
#include <stdio.h>
#include <stdlib.h>

#include "emu/core/fault.h"
#include "emu/view/view.h"
#include "isa/parisc/isa.h"
#include "tests/fuzz/fuzz_guest.h"
#include "tests/fuzz/targets.h"

enum { WIDTH = 800, HEIGHT = 500, KEYS_MOST = 512, BETWEEN_PICTURES = 16 };

static int ready(void *ctx, struct machine *m, struct error *e)
{
    (void)e;
    view_machine(ctx, m);
    return 0;
}

static bool symbol(void *ctx, struct process *p, u64 pc, char *name, u64 *from)
{
    (void)ctx;
    (void)p;
    *from = FUZZ_GUEST_BASE;
    snprintf(name, VIEW_NAME, "guest");
    return pc >= FUZZ_GUEST_BASE && pc < FUZZ_GUEST_BASE + 0x1000;
}

static bool address(void *ctx, struct process *p, const char *text, u64 *out)
{
    char *end;
    (void)ctx;
    (void)p;
    *out = strtoull(text, &end, 16);
    return end != text && !*end;
}

/* One that lies where no memory is, and one that never ends. */
static unsigned regions(void *ctx, struct process *p, struct view_region *out)
{
    (void)ctx;
    (void)p;
    out[0] = (struct view_region){.low = FUZZ_GUEST_BASE,
                                  .last = FUZZ_GUEST_BASE + 255,
                                  .base = 0x8000,
                                  .bins = 64,
                                  .scale = 0x4000,
                                  .element = 4};
    out[1] = (struct view_region){
        .last = UINT64_MAX, .base = UINT64_MAX - 3, .bins = UINT64_MAX, .scale = 1, .element = 8, .overflow = true};
    return 2;
}

static void press(struct view *v, const char *keys)
{
    for (unsigned n = 1; *keys && !v->over; n++) {
        u8 byte = (u8)*keys;
        if (byte >= 0x80) {
            view_click(v, byte & 31, byte >> 2 & 31, byte & 1 ? 3 : 1);
            keys++;
            continue;
        }
        int key = view_script(&keys);
        if (key < 0) keys++;                                /* there is no such key */
        else if (key != 'P' || v->typing) view_key(v, key); /* P writes a file */
        if (n % BETWEEN_PICTURES == 0) view_draw(v);
    }
}

/* Some code is of lines, of which some cannot be read and some are long. */
static bool source_line(void *ctx, struct process *p, u64 pc, const char **file, u32 *line, u64 *from)
{
    (void)ctx;
    (void)p;
    *file = pc & 64 ? "one.c" : "a/rather/long/name/of/a/file/that/has/no/end/in/any/panel/of/any/width.c";
    *line = pc & 128 ? UINT32_MAX : 1 + (u32)(pc >> 3 & 15);
    *from = pc & ~(u64)7;
    return !(pc & 32);
}

static const char *source(void *ctx, const char *file, u32 line)
{
    static char text[400];
    (void)ctx;
    if (line % 5 == 0 || line > 100) return NULL;
    snprintf(text, sizeof text, "%s:\t%0*u", file, line % 3 ? 1 : 250, line);
    return text;
}

/* As many as there may be, as long as they may be. */
static unsigned place(void *ctx, struct process *p, const struct os_result *how, char (*words)[VIEW_WORDS])
{
    (void)ctx;
    (void)p;
    (void)how;
    for (unsigned i = 0; i < VIEW_CALLS; i++) snprintf(words[i], VIEW_WORDS, "%0*u", VIEW_WORDS - 1, i);
    return VIEW_CALLS;
}

int fuzz_view(const u8 *data, size_t size)
{
    static bool installed;
    static struct view v;
    struct error e;
    char keys[KEYS_MOST + 1];
    const char *path = fuzz_guest(size & 1);
    if (!installed && fault_install(&e)) abort();
    installed = true;
    if (size > KEYS_MOST) size = KEYS_MOST;
    memcpy(keys, data, size);
    keys[size] = 0;
    v = (struct view){.scale = 1};
    struct config config = {.clock_hz = 1000000,
                            .tick_cycles = 500,
                            .max_cycles = 5000,
                            .stack_size = 65536,
                            .quiet = true,
                            .cpu_model = size & 2 ? "none" : "pa7300lc"};
    char *argv[] = {(char *)path, NULL}, *env[] = {NULL};
    struct debug_spec spec = {
        .isa = &isa_parisc, .config = &config, .path = path, .argv = argv, .env = env, .prepare = ready, .ctx = &v};
    v.spec = (struct view_spec){.guest = "guest",
                                .cpu = config.cpu_model,
                                .config = &config,
                                .symbol = symbol,
                                .address = address,
                                .regions = regions,
                                .line = source_line,
                                .source = source,
                                .place = place};
    struct debug *d = debug_new(&spec, &e);
    if (!d) abort();
    v.spec.debug = d;
    if (view_open(&v, WIDTH, HEIGHT, &e)) abort();
    press(&v, keys);
    view_draw(&v);
    view_close(&v);
    debug_free(d);
    return 0;
}
