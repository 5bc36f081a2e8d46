#include "emu/inspect/mnemonic.h"

#include <string.h>

/* Words of each way of writing that are tried. What its completers depend on is at most ten bits of a word. */
enum { TRIES = 1 << 12 };

enum fit { FIT_NOT, FIT_PART, FIT_WHOLE };

static enum fit fit_of(const char *mnemonic, size_t size, const char *word, size_t n)
{
    if (size < n || memcmp(mnemonic, word, n)) return FIT_NOT;
    if (size == n || mnemonic[n] == ',') return FIT_WHOLE;
    return mnemonic[n] == '.' ? FIT_PART : FIT_NOT;
}

/* The best fit that the mnemonic of a way of writing can have, whatever its completers {...} are. */
static enum fit best_fit(const char *syntax, const char *word)
{
    if (*syntax == '{') {
        const char *rest = strchr(syntax, '}') + 1;
        enum fit best = *word ? FIT_NOT : FIT_WHOLE; /* a completer that begins with a comma */
        for (; best != FIT_WHOLE; word++) {
            enum fit fit = best_fit(rest, word);
            if (fit > best) best = fit;
            if (!*word) break;
        }
        return best;
    }
    bool end = !*syntax || *syntax == ' ';
    if (!*word) return end || *syntax == ',' ? FIT_WHOLE : *syntax == '.' ? FIT_PART : FIT_NOT;
    return !end && *syntax == *word ? best_fit(syntax + 1, word + 1) : FIT_NOT;
}

static u64 next_random(u64 *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return *state ^ *state >> 29;
}

/* Half of them any words, the others with few bits set, or many. */
static u64 next_word(u64 *state, unsigned i)
{
    u64 a = next_random(state), b = next_random(state), c = next_random(state);
    return i % 4 == 1 ? (a & b & c) : i % 4 == 3 ? (a | b) : a;
}

/* Tries words of a way of writing until one fits so well, and marks its row; others may be of ways before it, or of none. */
static void try_syntax(const struct insn_table *t, const struct teach_syntax *way, const char *word, enum fit wanted, bool *rows)
{
    u64 state = way->match * 31 + way->unit, all = ((u64)1 << t->bits) - 1;
    for (unsigned i = 0; i < TRIES; i++) {
        char text[96] = "";
        u64 insn = ((next_word(&state, i) & ~way->mask) | way->match) & all;
        int row = t->isa->teach->text(way->unit, insn, text, sizeof text);
        if (row == TEACH_NO_ROW || fit_of(text, strcspn(text, " "), word, strlen(word)) < wanted) continue;
        rows[row] = true;
        return;
    }
}

static bool any(const struct insn_table *t, const bool *rows)
{
    size_t k = 0;
    while (k < t->rows && !rows[k]) k++;
    return k < t->rows;
}

bool mnemonic_rows(const struct insn_table *t, const char *word, bool *rows)
{
    struct teach_syntax way;
    for (size_t k = 0; k < t->rows; k++) rows[k] = !strcmp(t->row[k].name, word);
    for (enum fit wanted = FIT_WHOLE; *word && (wanted == FIT_WHOLE || (wanted == FIT_PART && !any(t, rows))); wanted--)
        for (unsigned i = 0; t->isa->teach->syntax(i, &way); i++)
            if (best_fit(way.syntax, word) >= wanted) try_syntax(t, &way, word, wanted, rows);
    return any(t, rows);
}
