#include "tests/unit/teach_text.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>

u64 teach_random(u64 *s)
{
    *s ^= *s << 13;
    *s ^= *s >> 7;
    *s ^= *s << 17;
    return *s;
}

static void name_register(struct names *n, const char *word, size_t len)
{
    char *end;
    unsigned long v = strtoul(word + 1, &end, 10);
    if (len < 2 || end != word + len || v > 127 || (word[0] == 'p' && v > 63)) return;
    if (word[0] == 'r') n->gr[v / 64] |= (u64)1 << v % 64;
    if (word[0] == 'f') n->fr[v / 64] |= (u64)1 << v % 64;
    if (word[0] == 'p') n->pr |= (u64)1 << v;
}

struct names names_in(const char *text)
{
    static const struct {
        const char *name;
        unsigned gr;
    } roles[] = {{"rp", 2}, {"dp", 27}, {"ret0", 28}, {"ret1", 29}, {"sp", 30}};
    struct names n = {0};
    for (const char *p = text; *p;) {
        size_t len = strspn(p, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._");
        name_register(&n, p, len);
        for (size_t i = 0; i < ARRAY_LEN(roles); i++)
            if (strlen(roles[i].name) == len && !memcmp(p, roles[i].name, len)) n.gr[0] |= (u64)1 << roles[i].gr;
        p += len + (p[len] != 0);
    }
    return n;
}

void each_piece(const char *syntax, void (*look)(void *ctx, const char *name), void *ctx)
{
    char name[24];
    for (const char *p = syntax; (p = strchr(p, '{')); p++) {
        snprintf(name, sizeof name, "%.*s", (int)strcspn(p + 1, "}"), p + 1);
        look(ctx, name);
    }
}

void distinct_spec(const struct isa *isa, const char *model, char out[TEACH_SPEC])
{
    struct cpu_parameter p;
    struct error e;
    unsigned value = 3;
    snprintf(out, TEACH_SPEC, "%s", model);
    for (unsigned i = 0; isa->cpu_parameter(model, i, &p) && value <= 62; i++) {
        char one[TEACH_SPEC];
        /* Clock, switches and geometry: nothing that a row is told to depend on. */
        if (has(p.help, "1: ") || has(p.help, "frequency") || has(p.help, "in a cycle, at most") ||
            has(p.help, "bundles"))
            continue;
        if (!strncmp(p.key, "predictor", 9) || !strncmp(p.key, "returns", 7) || !strncmp(p.key, "tlb", 3)) break;
        snprintf(one, sizeof one, "%.4000s,%s=%u", out, p.key, value);
        if (isa->cpu_check(one, &e)) continue;
        snprintf(out, TEACH_SPEC, "%s", one);
        value++;
    }
    ck_assert_uint_gt(value, 20);
}

bool is_number(const struct isa *isa, const char *spec, unsigned row, u64 value)
{
    struct cpu_parameter p;
    u64 sum = 0;
    for (unsigned i = 0; isa->teach->number(spec, row, i, &p); i++) {
        if (p.value == value) return true;
        if (!strcmp(p.key, "sem") || !strcmp(p.key, "l2")) sum += p.value; /* a semaphore works in the second level */
    }
    return sum && sum == value;
}
