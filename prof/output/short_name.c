#include "prof/output/short_name.h"

#include <ctype.h>
#include <string.h>

/* The end of a C++ function's own name: where its arguments begin, the last parentheses; NULL: it has none. */
static const char *arguments(const char *name)
{
    const char *clone = strstr(name, " [clone"), *at = clone ? clone : name + strlen(name);
    unsigned depth = 0;
    while (at > name && at[-1] != ')') at--;
    while (at > name) {
        at--;
        if (*at == ')') depth++;
        else if (*at == '(' && !--depth) break;
    }
    return at > name ? at : NULL;
}

static bool begins_operator(const char *name, const char *at)
{
    return !strncmp(at, "operator", 8) && (at == name || !(isalnum((unsigned char)at[-1]) || at[-1] == '_'));
}

void short_name(const char *name, bool bare, struct span *base, struct span *last)
{
    const char *end = bare ? name + strlen(name) : arguments(name), *scope = name, *own = name;
    int depth = 0;
    if (!end) {
        size_t dots = strspn(name, ".");
        *base = *last = (struct span){name, dots + strcspn(name + dots, ".")};
        return;
    }
    /* What stands behind the word operator has brackets and blanks of other meanings. */
    for (const char *at = name; at < end && !(depth == 0 && begins_operator(name, at)); at++) {
        if (strchr("<({", *at)) depth++;
        else if (strchr(">)}", *at)) depth--;
        else if (depth == 0 && *at == ' ') scope = own = at + 1;
        else if (depth == 0 && at[0] == ':' && at[1] == ':') own = at + 2;
    }
    *base = (struct span){scope, (size_t)(end - scope)};
    *last = (struct span){own, (size_t)(end - own)};
}

/* Where the template's arguments of an operator begin, in "operator+<int>" and "operator<< <int>", a blank with them; NULL: it has none. */
static const char *operator_arguments(struct span last)
{
    const char *symbol = last.at + strlen("operator"), *end = last.at + last.n, *at = symbol;
    if (end == symbol || end[-1] != '>' || *symbol == ' ' || isalnum((unsigned char)*symbol) || *symbol == '_') return NULL;
    for (; at < end && *at != (*symbol == '<' ? ' ' : '<'); at++) {}
    return at < end ? at : NULL;
}

struct span short_name_plain(struct span base, struct span last)
{
    size_t n = base.n, depth = 0;
    if (begins_operator(base.at, last.at)) {
        const char *arguments = operator_arguments(last);
        return arguments ? (struct span){base.at, (size_t)(arguments - base.at)} : base;
    }
    if (!n || base.at[n - 1] != '>') return base;
    while (n > 0) {
        n--;
        if (base.at[n] == '>') depth++;
        else if (base.at[n] == '<' && !--depth) break;
    }
    return (struct span){base.at, n};
}

static bool ends_in(struct span base, struct span what)
{
    if (!what.n || what.n > base.n || memcmp(base.at + base.n - what.n, what.at, what.n)) return false;
    return what.n == base.n || (base.n > what.n + 1 && !memcmp(base.at + base.n - what.n - 2, "::", 2));
}

bool short_name_is(struct span what, const char *name, bool bare)
{
    struct span base, last;
    short_name(name, bare, &base, &last);
    return ends_in(base, what) || ends_in(short_name_plain(base, last), what);
}

bool short_name_passes_on(const char *name)
{
    static const char *const ends[] = {"@plt", "@plt.lazy", "@stub"}, *const begins[] = {"non-virtual thunk to ", "virtual thunk to ", "covariant return thunk to "};
    size_t n = strlen(name);
    for (unsigned i = 0; i < sizeof ends / sizeof *ends; i++)
        if (n > strlen(ends[i]) && !strcmp(name + n - strlen(ends[i]), ends[i])) return true;
    for (unsigned i = 0; i < sizeof begins / sizeof *begins; i++)
        if (!strncmp(name, begins[i], strlen(begins[i]))) return true;
    return false;
}
