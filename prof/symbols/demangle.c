#include "prof/symbols/demangle.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#if PCGRAM_LIBIBERTY
#include <libiberty/demangle.h>
#endif

#include "emu/core/alloc.h"

/* Longer ones are not worth the time and memory that a made-up one could cost. A short symbol can stand for a name without end, for each part
 * of it may be twice the one before, so the name has a limit of its own. */
enum { SYMBOL_MAX = 2048, READABLE_MAX = 8192 };

/* The name that is being made. */
struct demangler {
    jmp_buf too_long;
    size_t n;
    char text[READABLE_MAX];
};

/* Before a pack is expanded the library looks for it in all that the pattern stands for, where it does so again in each part that is named again
 * ("S5_"): that has no end either, and writes nothing meanwhile. A symbol of which so much is named again, also behind where a pack is
 * expanded or counted, or folded over, is none that a compiler has made of anybody's source. */
static bool is_endless(const char *symbol)
{
    enum { MOST = 32 };
    static const char expands[][3] = {"Dp", "sp", "sZ", "sP", "fl", "fr", "fL", "fR"};
    const char *first = NULL;
    unsigned again = 0, behind = 0;
    for (unsigned i = 0; i < ARRAY_LEN(expands); i++) {
        const char *at = strstr(symbol, expands[i]);
        if (at && (!first || at < first)) first = at;
    }
    for (const char *s = symbol; first && (s = strchr(s, 'S')); s++) {
        if (s[1] != '_' && !(s[1] >= '0' && s[1] <= '9') && !(s[1] >= 'A' && s[1] <= 'Z')) continue;
        again++;
        behind += s > first;
    }
    return again > MOST && behind;
}

#if PCGRAM_LIBIBERTY
bool demangle_supported(void) { return true; }

/* The library goes on to the end of a name whatever it is answered, so one without end is left by a jump: what it holds is on the stack. */
static void add_piece(const char *piece, size_t n, void *to)
{
    struct demangler *d = to;
    if (n >= sizeof d->text - d->n) longjmp(d->too_long, 1);
    memcpy(d->text + d->n, piece, n);
    d->n += n;
}

static bool make_readable(struct demangler *d, const char *mangled)
{
    d->n = 0;
    if (setjmp(d->too_long)) return false;
    return cplus_demangle_v3_callback(mangled, DMGL_PARAMS | DMGL_TYPES, add_piece, d) && d->n;
}
#else
bool demangle_supported(void) { return false; }

static bool make_readable(struct demangler *d, const char *mangled)
{
    (void)d, (void)mangled;
    return false;
}
#endif

/* The name for people, a new string; NULL: the symbol is one already. What is behind the mangled name ("@plt", "+0x8") stays behind it. */
static char *readable(struct demangler *d, const char *symbol)
{
    if (strncmp(symbol, "_Z", 2) != 0 || strlen(symbol) > SYMBOL_MAX || is_endless(symbol)) return NULL;
    size_t n = strcspn(symbol, "@+");
    char *mangled = alloc_string(symbol), *whole = NULL;
    mangled[n] = 0;
    if (make_readable(d, mangled)) {
        size_t room = d->n + strlen(symbol + n) + 1;
        whole = alloc_zeroed(room, 1);
        snprintf(whole, room, "%.*s%s", (int)d->n, d->text, symbol + n);
    }
    free(mangled);
    return whole;
}

char *demangled(const char *symbol)
{
    struct demangler d;
    return readable(&d, symbol);
}

void symbols_demangle(struct symbols *s)
{
    struct demangler d;
    for (size_t i = 0; i < s->count; i++) {
        struct symbol *g = &s->symbol[i];
        char *name = g->mangled ? NULL : readable(&d, g->name);
        if (!name) continue;
        g->mangled = g->name;
        g->name = name;
    }
}
