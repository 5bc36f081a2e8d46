/* The text behind --cpu: NAME or NAME,key=value[,key=value...]. */
#ifndef PCGRAM_CORE_SPEC_H
#define PCGRAM_CORE_SPEC_H

#include "emu/core/error.h"
#include "emu/core/types.h"

struct spec_word {
    const char *text; /* up to the next comma, `length` characters */
    size_t length;
    size_t key;   /* characters of the key, with which it begins */
    bool number;  /* the value is one: */
    u64 value;
};

/* True if the spec's name is that. */
bool spec_is(const char *spec, const char *name);

/* The first word is the name. The next one behind the `length` characters of w->text, for w->text = spec and w->length =
 * that of the name to begin with. 1, 0 behind the last, or -1 with *e when it is not key=value. */
int spec_next(struct spec_word *w, struct error *e);

static inline size_t spec_name_length(const char *spec) { return strcspn(spec, ","); }

static inline bool spec_key_is(const struct spec_word *w, const char *key)
{
    return strlen(key) == w->key && !strncmp(key, w->text, w->key);
}

/* The word's value into *out; -1 with *e when it is not in the range. */
int spec_value(const struct spec_word *w, u32 low, u32 high, u32 *out, struct error *e);

#endif
