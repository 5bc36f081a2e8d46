/* Words that look like addresses of the host. Of a hundred million calls some leave one by chance: numbers that stand beside each
 * other, a socket's name at an odd address. So what is found is made once more, by the same calls in another process: the kernel
 * has laid that one out elsewhere, and only what comes from the host is then another number. */
#include "tests/attack/syscalls/attack.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void leak_begin(struct attack *a)
{
    char line[512];
    FILE *f = fopen("/proc/self/maps", "r");
    a->maps = a->cleared = 0;
    a->suspect = (struct suspect){0};
    while (f && fgets(line, sizeof line, f) && a->maps < MAPS)
        if (sscanf(line, "%" SCNx64 "-%" SCNx64, &a->map[a->maps][0], &a->map[a->maps][1]) == 2 &&
            !strstr(line, " ---p"))
            a->maps++;
    if (f) fclose(f);
}

static bool is_host(const struct attack *a, u64 v)
{
    if (!host_like(v >> 40)) return false;
    for (unsigned i = 0; i < a->cleared; i++)
        if (a->clear[i] == v) return false;
    for (unsigned i = 0; i < a->maps; i++)
        if (v >= a->map[i][0] && v < a->map[i][1]) return true;
    return false;
}

void leak_result(struct attack *a, u64 value)
{
    a->result = value;
    if (is_host(a, value)) a->suspect = (struct suspect){.found = true, .value = value, .at = LEAK_RESULT};
}

/* The 8 bytes at `at` in the data, as a host of the little end has them; 0: they are gone. */
static u64 word_at(const struct attack *a, const struct mem *m, int at)
{
    u8 raw[8];
    return m && mem_peek(m, a->data + (u64)at, raw, sizeof raw) == 0 ? load_le64(raw) : 0;
}

void leak_look(struct attack *a, const struct mem *m)
{
    static u8 bytes[DATA];
    if (a->suspect.found || mem_peek(m, a->data, bytes, DATA) != 0) return; /* it is gone, or a part of it */
    for (int i = 0; i + 8 <= DATA && !a->suspect.found; i += 4) {
        u64 little = load_le64(bytes + i), big = load_be64(bytes + i);
        if (!is_host(a, little) && !is_host(a, big)) continue;
        a->suspect = (struct suspect){.found = true, .value = is_host(a, little) ? little : big, .word = little, .at = i};
    }
}

void leak_say_again(const struct attack *a, const struct mem *m, int at, FILE *out)
{
    fprintf(out, "%p %" PRIx64 "\n", (void *)&leak_say_again, at == LEAK_RESULT ? a->result : word_at(a, m, at));
}

bool leak_is_none(struct attack *a, u64 seed, u64 run, unsigned call, FILE *out)
{
    const struct suspect s = a->suspect;
    char self[512], command[700];
    void *there = NULL;
    u64 word = 0;
    ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
    if (n <= 0) return false;
    self[n] = 0;
    snprintf(command, sizeof command, "'%s' -s %" PRIu64 " --again %" PRIu64 ",%u,%d", self, seed, run, call, s.at);
    FILE *again = popen(command, "r");
    bool read = again && fscanf(again, "%p %" SCNx64, &there, &word) == 2;
    if (again) pclose(again);
    bool same = read && there != (void *)&leak_say_again && word == (s.at == LEAK_RESULT ? s.value : s.word);
    if (out) fprintf(out, "# run %" PRIu64 ", call %u: %#" PRIx64 " %s %d, in another process %#" PRIx64 "%s\n", run, call, s.value,
            s.at == LEAK_RESULT ? "as a result" : "in the data at", s.at, word, same ? ": it is the guest's own" : "");
    if (out) fflush(out);
    a->suspect = (struct suspect){0};
    if (same && a->cleared < ARRAY_LEN(a->clear)) a->clear[a->cleared++] = s.value;
    return same;
}
