/* Mutated files of every kind that is read: programs as the loader reads them, interpreters and their names in a
 * sandbox with a sysroot, programs and separate debug files with
 * their symbols, unwind tables, sections and lines, profiles, gmon.out and mon.out. Besides random bytes, fields of
 * headers, tables and notes become sizes, counts and offsets at which arithmetic goes wrong. An attack is one file,
 * read by all that reads its kind.   -n N (default 1,000,000)   -s SEED   --slice: 2,000 */
/* needs: tests/fuzz/seeds */
/* with: tests/attack/mutate/mutate.c tests/fuzz/fuzz_elf.c tests/fuzz/fuzz_symbols.c tests/fuzz/fuzz_profile.c */
/* with: tests/fuzz/fuzz_interp.c */
#include "tests/attack/mutate/mutate.h"
#include "tests/fuzz/targets.h"

/* One field of one header of an ELF file, or a word of what a section holds. */

struct table {
    u64 at;
    unsigned entry, count;
};

static u64 get(const struct input *in, u64 at, unsigned size, bool big_endian)
{
    u64 v = 0;
    for (unsigned i = 0; i < size && at < in->size && i < in->size - at; i++)
        v |= (u64)in->data[at + i] << 8 * (big_endian ? size - 1 - i : i);
    return v;
}

/* Where entry k of a table is, and how many bytes its fields have. */
static void change_field(struct input *in, const struct table *t, bool big_endian, unsigned word)
{
    if (!t->count || t->at >= in->size) return;
    u64 at = t->at + (u64)t->entry * input_below(in, t->count);
    unsigned size = input_below(in, 2) ? word : 4;
    input_put(in, at + input_below(in, t->entry / size + 1) * size, size, big_endian, input_border(in));
}

static void change_elf(struct input *in)
{
    bool big_endian = in->data[5] == 2, wide = in->data[4] == 2;
    unsigned word = wide ? 8 : 4;
    struct table headers = {.at = get(in, wide ? 40 : 32, word, big_endian),
                            .entry = wide ? 64 : 40,
                            .count = (unsigned)get(in, wide ? 60 : 48, 2, big_endian)};
    struct table segments = {.at = get(in, wide ? 32 : 28, word, big_endian),
                             .entry = wide ? 56 : 32,
                             .count = (unsigned)get(in, wide ? 56 : 44, 2, big_endian)};
    if (in->size < 64) return;
    switch (input_below(in, 6)) {
    case 0: input_put(in, 16 + 2 * input_below(in, 24), 2, big_endian, input_border(in)); return;
    case 1: change_field(in, &segments, big_endian, word); return;
    case 2:
    case 3: change_field(in, &headers, big_endian, word); return;
    default: break;
    }
    if (!headers.count) return;
    u64 header = headers.at + headers.entry * input_below(in, headers.count);
    u64 size = get(in, header + (wide ? 32 : 20), word, big_endian);
    struct table section = {.at = get(in, header + (wide ? 24 : 16), word, big_endian), .entry = wide ? 24 : 16};
    section.count = (unsigned)(size / section.entry);
    if (input_below(in, 2)) change_field(in, &section, big_endian, word);
    else if (size && section.at < in->size)
        input_put(in, section.at + input_below(in, size), 1, true, input_random(in));
}

/* It is read as a program, and as the debug file of another one. */
static u64 two(const u8 *data, size_t size)
{
    (void)data;
    (void)size;
    return 2;
}

/* A name that leads somewhere, and behind it a file that a program header or another part of is changed. */
static void change_interp(struct input *in)
{
    static const char *const names[] = {
        "/lib/ld.so",     "/lib/ld.so",        "lib/ld.so",         "ld.so",           "./ld.so",
        "@/box/ld.so",    "@/sys/lib/ld.so",  "@/out/elf",         "@/out/elf64",     "/../../../../../../out/elf",
        "/../out/elf",    "../out/elf",        "link/elf",          "link/elf64",      "@/box/link/elf",
        "/lib/link/elf",  "/lib/elf",          "@/sys/lib/elf",    "@/box/../out/elf", "@/sys/../out/elf64",
        "@/box/self",     "@/box/self/x",      "@/box/fifo",        "@/box",           "/",
        "/proc/self/exe", "/proc/self/fd/3",   "/proc/self/cwd/ld.so", "/proc/1/root/bin/sh", "/dev/zero",
        "/dev/stdin",     "@/box/ld.so/",      "@//box//.//ld.so",  "/lib/../lib/ld.so", "@/box/prog",
    };
    static struct input part;
    size_t name = strnlen((char *)in->data, in->size), rest = name < in->size ? name + 1 : in->size;
    if (input_below(in, 2)) {
        const char *now = names[input_below(in, ARRAY_LEN(names))];
        memmove(in->data, in->data + rest, in->size - rest);
        in->size -= rest;
        input_insert(in, 0, now, strlen(now) + 1);
        return;
    }
    part.rng = input_random(in);
    part.most = part.size = in->size - rest;
    memcpy(part.data, in->data + rest, part.size);
    if (part.size < 64) return;
    change_elf(&part);
    memcpy(in->data + rest, part.data, part.size);
}

static const struct target targets[] = {
    {.name = "elf", .read = fuzz_elf, .shape = change_elf, .share = 3, .most = 8192},
    {.name = "interp", .read = fuzz_interp, .shape = change_interp, .share = 1, .most = 4096},
    {.name = "symbols", .read = fuzz_symbols, .shape = change_elf, .units = two, .share = 1, .most = 12288},
    {.name = "profile", .read = fuzz_profile, .share = 6, .most = 8192},
};

int main(int argc, char **argv)
{
    const struct mutations c = {.name = "files",
                                .unit = "files",
                                .target = targets,
                                .targets = ARRAY_LEN(targets),
                                .number = 1000000,
                                .slice = 2000};
    return mutations_main(&c, argc, argv);
}
