#include "emu/core/states.h"

#include <stdlib.h>

#include "emu/core/alloc.h"

static u64 mix(u64 h, u64 w)
{
    h = (h ^ w) * 0x9e3779b97f4a7c15;
    return h ^ h >> 29;
}

/* --- states ------------------------------------------------------------------------------------------------------------- */

static u64 hash_words(const u64 *words, size_t n)
{
    u64 h = n;
    for (size_t i = 0; i < n; i++) h = mix(h, words[i]);
    return h;
}

const u64 *states_words(const struct states *s, u32 number, size_t *n)
{
    *n = s->start[number + 1] - s->start[number];
    return s->word + s->start[number];
}

static bool is_state(const struct states *s, u32 number, const u64 *words, size_t n)
{
    size_t m;
    const u64 *mine = states_words(s, number, &m);
    return m == n && !memcmp(mine, words, n * sizeof *words);
}

static void grow_hash(struct states *s)
{
    free(s->hash);
    s->hash_room = s->hash_room ? 2 * s->hash_room : 1024;
    s->hash = alloc_zeroed(s->hash_room, sizeof *s->hash);
    for (u32 k = 0; k < s->count; k++) {
        size_t n, i;
        const u64 *words = states_words(s, k, &n);
        for (i = hash_words(words, n) & (s->hash_room - 1); s->hash[i]; i = (i + 1) & (s->hash_room - 1)) continue;
        s->hash[i] = k + 1;
    }
}

u32 states_number(struct states *s, const u64 *words, size_t n)
{
    if (2 * (size_t)s->count >= s->hash_room) grow_hash(s);
    size_t i = hash_words(words, n) & (s->hash_room - 1);
    for (; s->hash[i]; i = (i + 1) & (s->hash_room - 1))
        if (is_state(s, s->hash[i] - 1, words, n)) return s->hash[i] - 1;
    if (s->words + n > s->room) s->word = alloc_expect(s->word, s->words, s->words + 2 * n, &s->room, sizeof *s->word);
    s->start = alloc_grow(s->start, s->count + 1, &s->start_room, sizeof *s->start);
    if (!s->count) s->start[0] = 0;
    if (n) memcpy(s->word + s->words, words, n * sizeof *words);
    s->words += n;
    s->start[++s->count] = s->words;
    s->hash[i] = s->count;
    return s->count - 1;
}

/* --- changes ------------------------------------------------------------------------------------------------------------ */

static size_t change_slot(const struct states *s, u64 from, u64 event)
{
    size_t i = mix(mix(1, from), event) & (s->change_room - 1);
    while (s->change[i].from && (s->change[i].from != from || s->change[i].event != event)) i = (i + 1) & (s->change_room - 1);
    return i;
}

i64 states_after(const struct states *s, u64 from, u64 event)
{
    if (!s->changes) return -1;
    const struct state_change *c = &s->change[change_slot(s, from, event)];
    return c->from ? (i64)c->to : -1;
}

void states_remember(struct states *s, u64 from, u64 event, u32 to)
{
    if (2 * s->changes >= s->change_room) {
        struct states old = *s;
        s->change_room = old.change_room ? 2 * old.change_room : 1024;
        s->change = alloc_zeroed(s->change_room, sizeof *s->change);
        for (size_t i = 0; i < old.change_room; i++)
            if (old.change[i].from) s->change[change_slot(s, old.change[i].from, old.change[i].event)] = old.change[i];
        free(old.change);
    }
    struct state_change *c = &s->change[change_slot(s, from, event)];
    if (!c->from) s->changes++;
    *c = (struct state_change){from, event, to};
}

void states_forget_changes(struct states *s)
{
    free(s->change);
    s->change = NULL;
    s->changes = s->change_room = 0;
}

void states_free(struct states *s)
{
    free(s->word);
    free(s->start);
    free(s->hash);
    states_forget_changes(s);
    *s = (struct states){.limit = s->limit};
}
