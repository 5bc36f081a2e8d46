#include "prof/symbols/source_map.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "emu/core/alloc.h"

bool source_map_add(struct source_map *m, const char *rule)
{
    const char *equals = strchr(rule, '=');
    if (!equals || equals == rule || m->rules == SOURCE_RULES) return false;
    m->rule[m->rules++] = rule;
    return true;
}

/* The next rule of a list, of *n bytes, perhaps none; NULL: there is none. */
static const char *next_rule(const char **list, size_t *n)
{
    const char *rule = *list;
    if (!rule || !*rule) return NULL;
    *n = strcspn(rule, ":");
    *list = rule + *n + (rule[*n] == ':');
    return rule;
}

static const char *environment(void) { return getenv("PCGRAM_SOURCE_MAP"); }

const char *source_map_bad_environment(void)
{
    const char *list = environment();
    size_t n;
    for (const char *rule; (rule = next_rule(&list, &n));)
        if (n && (*rule == '=' || !memchr(rule, '=', n))) return environment();
    return NULL;
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

/* "/build/../src/./guest.c" as "/src/guest.c", a new string. */
static char *plain(const char *path)
{
    char *out = alloc_zeroed(strlen(path) + 2, 1), *end = out;
    for (const char *at = path; *at;) {
        size_t n = strcspn(at, "/"), slash = at[n] == '/';
        char *last = end > out + 1 ? memrchr(out, '/', (size_t)(end - out) - 1) : NULL;
        if (n == 2 && !strncmp(at, "..", n) && last) end = last + 1;
        else if (n != 1 || *at != '.') end = mempcpy(end, at, n + slash);
        at += n + slash;
    }
    *end = 0;
    return out;
}

static char *by_rules(const struct source_map *m, const char *path)
{
    const char *more = environment();
    char *found = NULL;
    size_t n;
    for (size_t i = 0; m && i < m->rules && !found; i++) found = by_rule(m->rule[i], strlen(m->rule[i]), path);
    for (const char *rule; !found && (rule = next_rule(&more, &n));) found = by_rule(rule, n, path);
    return found;
}

char *source_map_path(const struct source_map *m, const char *path)
{
    char *found = by_rules(m, path), *direct = found ? NULL : plain(path);
    if (direct) found = by_rules(m, direct);
    free(direct);
    return found ? found : alloc_string(path);
}
