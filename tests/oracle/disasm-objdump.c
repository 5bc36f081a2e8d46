/* Holds pa_disasm() equal to GNU objdump: on random words (uniform, and concentrated on each major opcode) and on the
 * code of ELF files. The known faults of objdump are in a table, with what makes the right text of the wrong one. */
#define _GNU_SOURCE
#include "isa/parisc/insn/decode.h"
#include "isa/parisc/insn/disasm.h"

#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define OBJDUMP "hppa-linux-gnu-objdump"
enum { TEXT_MAX = 96, FAULTS_MAX = 100, SHOWN_MAX = 20 };

struct fault {
    u32 mask, match, clear;
    char kind; /* s, d or = */
    regex_t re;
    char with[TEXT_MAX];
    unsigned long hits, changes;
    int line;
};

struct run {
    struct fault faults[FAULTS_MAX];
    size_t n_faults;
    unsigned long passed, failed;
};

struct sample {
    u32 word, pc;
    char theirs[TEXT_MAX];
};

static void die(const char *what, const char *where)
{
    fprintf(stderr, "disasm-objdump: %s: %s\n", where, what);
    exit(2);
}

/* A rule is KIND/REGEXP/ or s/REGEXP/TEXT/; no slash occurs inside. */
static void read_rule(struct fault *f, char *rule, const char *path)
{
    f->kind = *rule;
    if (f->kind == '=') return;
    char *re = strchr(rule, '/'), *end = re ? strchr(re + 1, '/') : NULL;
    if (!end) die("a rule is s/REGEXP/TEXT/, d/REGEXP/ or =", path);
    *end = 0;
    if (regcomp(&f->re, re + 1, REG_EXTENDED)) die("bad regular expression", path);
    if (f->kind != 's') return;
    char *last = strchr(end + 1, '/');
    if (!last) die("s/ without its end", path);
    *last = 0;
    snprintf(f->with, sizeof f->with, "%s", end + 1);
}

static void read_faults(struct run *run, const char *path)
{
    FILE *in = fopen(path, "r");
    char line[256], rule[200];
    if (!in) die("cannot be read", path);
    for (int n = 1; fgets(line, sizeof line, in); n++) {
        if (*line == '#' || *line == '\n') continue;
        if (run->n_faults == FAULTS_MAX) die("too many rows", path);
        struct fault *f = &run->faults[run->n_faults++];
        f->line = n;
        if (sscanf(line, "%x %x %x %199[^\n]", &f->mask, &f->match, &f->clear, rule) != 4) die("bad row", path);
        read_rule(f, rule, path);
    }
    fclose(in);
}

static bool concerns(const struct fault *f, u32 word) { return (word & f->mask) == f->match; }

/* Applies one rule to TEXT; true if it changed. */
static bool apply(const struct fault *f, u32 word, char text[TEXT_MAX])
{
    regmatch_t m[3];
    char out[2 * TEXT_MAX];
    if (f->kind == '=' || regexec(&f->re, text, 3, m, 0)) return false;
    if (f->kind == 'd') {
        snprintf(text, TEXT_MAX, "#%8x", word);
        return true;
    }
    int len = snprintf(out, sizeof out, "%.*s", (int)m[0].rm_so, text);
    for (const char *p = f->with; *p; p++) {
        if (*p == '\\' && (p[1] == '1' || p[1] == '2')) {
            const regmatch_t *g = &m[*++p - '0'];
            len += snprintf(out + len, sizeof out - (size_t)len, "%.*s", (int)(g->rm_eo - g->rm_so), text + g->rm_so);
        } else {
            len += snprintf(out + len, sizeof out - (size_t)len, "%c", *p);
        }
    }
    snprintf(out + len, sizeof out - (size_t)len, "%s", text + m[0].rm_eo);
    bool changed = strcmp(out, text) != 0;
    snprintf(text, TEXT_MAX, "%.*s", TEXT_MAX - 1, out);
    return changed;
}

/* Takes out what is not part of our text: the symbol after a target, and 0x (printed only without symbols). */
static void plain(char *text)
{
    char *to = text;
    for (const char *p = text; *p && *p != '\n'; p++) {
        if (p[0] == '0' && p[1] == 'x') p += 2;
        if (p[0] == ' ' && p[1] == '<') p += strcspn(p, ">") + 1;
        if (!*p || *p == '\n') break;
        *to++ = *p;
    }
    while (to > text && to[-1] == ' ') to--;
    *to = 0;
}

/* Reads objdump's listing, one sample a line; returns how many, at most CAP. */
static size_t listing(const char *command, struct sample *out, size_t cap)
{
    FILE *in = popen(command, "r");
    char line[512];
    size_t n = 0;
    if (!in) die("cannot be run", command);
    while (n < cap && fgets(line, sizeof line, in)) {
        unsigned b[4];
        int used = 0;
        if (sscanf(line, " %x:\t%x %x %x %x \t%n", &out[n].pc, &b[0], &b[1], &b[2], &b[3], &used) < 5 || !used)
            continue;
        out[n].word = b[0] << 24 | b[1] << 16 | b[2] << 8 | b[3];
        for (char *tab = strchr(line + used, '\t'); tab; tab = strchr(tab, '\t')) *tab = ' ';
        plain(line + used);
        snprintf(out[n].theirs, TEXT_MAX, "%.*s", TEXT_MAX - 1, line + used);
        n++;
    }
    if (pclose(in)) die("failed", command);
    return n;
}

/* The listing of words in a flat file. */
static struct sample *list_words(const u32 *words, size_t n)
{
    char path[] = "/tmp/disasm-objdump-XXXXXX", command[200];
    struct sample *s = calloc(n + 1, sizeof *s);
    int fd = mkstemp(path);
    FILE *f = fd < 0 ? NULL : fdopen(fd, "wb");
    if (!f || !s) die("cannot be written", path);
    for (size_t i = 0; i < n; i++) {
        u8 b[4];
        store_be32(b, words[i]);
        fwrite(b, 1, 4, f);
    }
    if (fclose(f)) die("cannot be written", path);
    snprintf(command, sizeof command, OBJDUMP " -D -z -b binary -m hppa2.0 -EB %s", path);
    size_t got = listing(command, s, n);
    unlink(path);
    if (got != n) die("lines are missing in the listing", OBJDUMP);
    return s;
}

static u32 cleared(const struct run *run, u32 word)
{
    u32 clear = 0;
    for (size_t k = 0; k < run->n_faults; k++)
        if (concerns(&run->faults[k], word)) clear |= run->faults[k].clear;
    return word & ~clear;
}

static void check(struct run *run, const struct sample *s, const char *base)
{
    char ours[TEXT_MAX], right[TEXT_MAX];
    pa_disasm(s->word, s->pc, ours, sizeof ours);
    bool base_differs = strcmp(base, s->theirs) != 0;
    snprintf(right, sizeof right, "%s", base);
    for (size_t k = 0; k < run->n_faults; k++) {
        struct fault *f = &run->faults[k];
        if (!concerns(f, s->word)) continue;
        f->hits++;
        f->changes += apply(f, s->word, right) || (f->clear && base_differs);
    }
    if (!strcmp(ours, right)) {
        run->passed++;
    } else if (run->failed++ < SHOWN_MAX) {
        printf("%08x at %x: objdump '%s', so '%s', ours '%s'\n", s->word, s->pc, s->theirs, right, ours);
    }
}

static void compare(struct run *run, const struct sample *s, size_t n)
{
    u32 *words = calloc(n + 1, sizeof *words);
    if (!words) die("no memory", "compare");
    for (size_t i = 0; i < n; i++) words[i] = cleared(run, s[i].word);
    struct sample *base = list_words(words, n);
    for (size_t i = 0; i < n; i++) {
        bool as_is = words[i] == s[i].word || *base[i].theirs == '#';
        check(run, &s[i], as_is ? s[i].theirs : base[i].theirs);
    }
    free(base);
    free(words);
}

static u64 next_random(u64 *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state * 0x2545f4914f6cdd1dULL >> 32;
}

/* Of four words one is uniform, one an instruction of the table, row by row (at times with a bit flipped), and two go
 * through the major opcodes in turn; of these two thirds have few bits set, or a field of zeros, because many encodings
 * need zeros to be valid. */
static void random_words(u32 *words, size_t n, u64 seed)
{
    static const unsigned fields[] = {0, 5, 11, 13, 16, 21};
    u64 state = seed * 0x9e3779b97f4a7c15ULL + 1;
    for (size_t i = 0; i < n; i++) {
        u32 w = (u32)next_random(&state);
        if (i % 4 == 1) {
            const struct pa_insn *row = pa_insn_row((enum pa_op)(i / 4 % PA_OP_COUNT));
            w = (w & ~row->mask & ~row->ignored) | row->match;
            if (next_random(&state) % 4 == 0) w ^= 1u << next_random(&state) % 26;
        } else if (i % 4) {
            u32 how = (u32)next_random(&state);
            if (how % 3 == 0) w &= (u32)next_random(&state);
            if (how % 3 == 1) w &= ~(31u << fields[how / 3 % ARRAY_LEN(fields)]);
            w = (w & 0x03ffffff) | (u32)(i / 4 % 64) << 26;
        }
        words[i] = w;
    }
}

static void compare_random(struct run *run, size_t n, u64 seed)
{
    u32 *words = calloc(n + 1, sizeof *words);
    if (!words) die("no memory", "random");
    random_words(words, n, seed);
    struct sample *s = list_words(words, n);
    compare(run, s, n);
    free(s);
    free(words);
}

static void compare_elf(struct run *run, const char *path)
{
    enum { WORDS_MAX = 4 << 20 };
    char command[1000];
    struct sample *s = malloc(WORDS_MAX * sizeof *s);
    if (!s) die("no memory", path);
    snprintf(command, sizeof command, OBJDUMP " -d -z '%s'", path);
    size_t n = listing(command, s, WORDS_MAX);
    if (!n) die("no code", path);
    compare(run, s, n);
    free(s);
}

/* A row of the table that never mattered hides nothing and has no business there. */
static void check_faults(struct run *run)
{
    for (size_t k = 0; k < run->n_faults; k++) {
        struct fault *f = &run->faults[k];
        if (f->changes) continue;
        printf("faults, line %d: %lu words, none changed: the row is stale\n", f->line, f->hits);
        run->failed++;
    }
}

int main(int argc, char **argv)
{
    static struct run run;
    if (argc < 4) {
        fprintf(stderr, "usage: disasm-objdump FAULTS N SEED [ELF...]\n");
        return 2;
    }
    read_faults(&run, argv[1]);
    size_t n = strtoul(argv[2], NULL, 0);
    if (n) compare_random(&run, n, strtoull(argv[3], NULL, 0));
    for (int i = 4; i < argc; i++) compare_elf(&run, argv[i]);
    if (n >= 100000) check_faults(&run);
    printf("%lu passed, %lu failed\n", run.passed, run.failed);
    return run.failed != 0;
}
