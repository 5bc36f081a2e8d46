#include "prof/source_map.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "prof/alloc.h"

bool source_map_add(struct source_map *m, const char *rule)
{
    const char *equals = strchr(rule, '=');
    if (!equals || equals == rule || m->rules == SOURCE_RULES) return false;
    m->rule[m->rules++] = rule;
    return true;
}

/* The path by one rule of n bytes, or NULL: it is not for this path, or none. */
static char *by_rule(const char *rule, size_t n, const char *path)
{
    const char *equals = memchr(rule, '=', n);
    if (!equals || equals == rule) return NULL;
    size_t from = (size_t)(equals - rule), to = n - from - 1;
    while (from > 1 && rule[from - 1] == '/') from--; /* "/src/" is the folder as "/src" is */
    while (to > 1 && equals[to] == '/') to--;
    bool root = from == 1 && *rule == '/', begins = !strncmp(path, rule, from);
    if (!begins || (!root && path[from] && path[from] != '/')) return NULL;
    size_t rest = root ? 0 : from, size = to + strlen(path + rest) + 1;
    char *out = alloc_zeroed(size, 1);
    snprintf(out, size, "%.*s%s", (int)to, equals + 1, path + rest);
    return out;
}

char *source_map_path(const struct source_map *m, const char *path)
{
    const char *more = getenv("PCGRAM_SOURCE_MAP");
    char *found = NULL;
    for (size_t i = 0; m && i < m->rules && !found; i++) found = by_rule(m->rule[i], strlen(m->rule[i]), path);
    while (more && *more && !found) {
        size_t n = strcspn(more, ":");
        found = by_rule(more, n, path);
        more += n + (more[n] == ':');
    }
    return found ? found : alloc_string(path);
}
