/* Holds ia64_disasm() equal to GNU objdump, line by line: on random bundles of every template and on the code of ELF
 * files. The known faults of objdump are in a list. */
#define _GNU_SOURCE
#include "isa/ia64/insn/bundle.h"
#include "isa/ia64/insn/decode.h"
#include "isa/ia64/insn/disasm.h"

#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define OBJDUMP "ia64-linux-gnu-objdump"
enum { TEXT_MAX = 160, FAULTS_MAX = 50, SHOWN_MAX = 20 };

/* A row of the list of faults: a text that objdump gives to what is no instruction. */
struct fault {
    regex_t re;
    unsigned long hits;
    int line;
};

struct run {
    struct fault faults[FAULTS_MAX];
    size_t n_faults;
    unsigned long passed, failed;
};

static void die(const char *what, const char *where)
{
    fprintf(stderr, "disasm-ia64: %s: %s\n", where, what);
    exit(2);
}

static void read_faults(struct run *run, const char *path)
{
    FILE *in = fopen(path, "r");
    char line[256];
    if (!in) die("cannot be read", path);
    for (int n = 1; fgets(line, sizeof line, in); n++) {
        line[strcspn(line, "\n")] = 0;
        if (*line == '#' || !*line) continue;
        if (run->n_faults == FAULTS_MAX) die("too many rows", path);
        struct fault *f = &run->faults[run->n_faults++];
        if (regcomp(&f->re, line, REG_EXTENDED | REG_NOSUB)) die("bad regular expression", path);
        f->line = n;
    }
    fclose(in);
}

/* The text of a slot that objdump should have shown as data. */
static void correct(struct run *run, const struct ia64_bundle *b, unsigned slot, char text[TEXT_MAX])
{
    for (size_t k = 0; k < run->n_faults; k++) {
        struct fault *f = &run->faults[k];
        if (regexec(&f->re, text, 0, NULL, 0)) continue;
        snprintf(text + 12, TEXT_MAX - 12, "data8 0x%09llx", (unsigned long long)b->slot[slot]);
        memset(text + 6, ' ', 6);
        f->hits++;
    }
}

/* Takes out the symbol behind a target. */
static void drop_symbol(char *text)
{
    char *open = strstr(text, " <"), *close = open ? strchr(open, '>') : NULL;
    if (close) memmove(open, close + 1, strlen(close + 1) + 1);
}

/* Takes out each 0x: objdump writes it before targets only where it has no symbols. */
static void drop_prefixes(char *text)
{
    for (char *p = text; (p = strstr(p, "0x"));) memmove(p, p + 2, strlen(p + 2) + 1);
}

/* Compares one line of a listing; FLAT: without symbols. */
static void check(struct run *run, const u8 bundle[16], u64 pc, unsigned slot, char theirs[TEXT_MAX], bool flat)
{
    char ours[TEXT_MAX];
    struct ia64_bundle b = ia64_bundle_at(bundle);
    ia64_disasm(bundle, pc, slot, ours, sizeof ours);
    correct(run, &b, slot, theirs);
    if (flat) {
        drop_prefixes(ours);
        drop_prefixes(theirs);
    } else {
        drop_symbol(theirs);
    }
    if (!strcmp(ours, theirs)) {
        run->passed++;
    } else if (run->failed++ < SHOWN_MAX) {
        printf("%s slot %u %011llx at %llx: objdump '%s', ours '%s'\n", b.template->name, slot,
               (unsigned long long)b.slot[slot], (unsigned long long)pc, theirs, ours);
    }
}

/* Reads a listing: a line has the address of a slot, at most six bytes, and the text, which a line in the middle of a
 * long instruction lacks. FLAT: the bundles, which begin at 0; otherwise the bytes of the listing are the bundles. */
static unsigned long compare(struct run *run, const char *command, const u8 *flat)
{
    FILE *in = popen(command, "r");
    char line[512], text[3][TEXT_MAX];
    u8 bundle[16];
    unsigned long lines = 0;
    if (!in) die("cannot be run", command);
    while (fgets(line, sizeof line, in)) {
        unsigned long long pc;
        unsigned b[6];
        int used = 0,
            n = sscanf(line, " %llx:\t%n%x %x %x %x %x %x", &pc, &used, &b[0], &b[1], &b[2], &b[3], &b[4], &b[5]);
        unsigned at = pc & 15, slot = at / 6;
        if (n < 5 || at % 6) continue;
        for (int k = 0; k < n - 1; k++) bundle[at + (unsigned)k] = (u8)b[k];
        char *tab = strchr(line + used, '\t');
        snprintf(text[slot], TEXT_MAX, "%.*s", TEXT_MAX - 1, tab ? tab + 1 : "");
        text[slot][strcspn(text[slot], "\n")] = 0;
        lines++;
        if (slot < 2) continue;
        if (flat && memcmp(bundle, flat + (pc & ~15ULL), 16)) die("the listing shows other bytes", OBJDUMP);
        for (slot = 0; slot < 3; slot++) check(run, bundle, pc & ~15ULL, slot, text[slot], flat != NULL);
    }
    if (pclose(in)) die("failed", command);
    return lines;
}

static u64 next_random(u64 *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state * 0x2545f4914f6cdd1dULL >> 16 & 0xffffffffULL;
}

static u64 random_slot(u64 *state) { return (next_random(state) << 32 | next_random(state)) & (((u64)1 << 41) - 1); }

/* A slot for UNIT. Of four one is uniform, two are rows of the table (a quarter of them with a bit flipped), one has
 * few bits set; half of them all have one of the seven-bit fields, or the predicate, at 0 or two of them equal. */
static u64 slot_for(enum ia64_unit unit, u64 *state)
{
    u64 w = random_slot(state), how = next_random(state);
    if (how % 4 == 0) w &= random_slot(state);
    if (how % 4 < 2) {
        const struct ia64_insn *row;
        do row = ia64_insn_row((enum ia64_op)(next_random(state) % IA64_OP_COUNT));
        while (row->unit != unit && !(row->unit == IA64_UNIT_A && (unit == IA64_UNIT_M || unit == IA64_UNIT_I)));
        w = (w & ~row->mask) | row->match;
        if (how >> 2 & 1) w &= ~row->ignored;
        if ((how >> 3) % 4 == 0) w ^= (u64)1 << next_random(state) % 37;
    }
    static const unsigned fields[] = {6, 13, 20, 27};
    unsigned f = fields[how >> 8 & 3], g = fields[how >> 10 & 3];
    if (how >> 12 & 1) w &= ~((u64)127 << f);
    else if (how >> 13 & 1) w = (w & ~((u64)127 << f)) | (w >> g & 127) << f;
    if (how >> 14 & 1) w &= ~(u64)63;
    return w;
}

static void random_bundle(u8 out[16], unsigned number, u64 *state)
{
    const struct ia64_template *template = ia64_template(number);
    u64 slot[3];
    for (int k = 0; k < 3; k++) {
        enum ia64_unit unit = (enum ia64_unit) template->unit[k];
        bool any = template->reserved || unit == IA64_UNIT_L;
        slot[k] = any ? random_slot(state) : slot_for(unit, state);
    }
    store_le64(out, number | slot[0] << 5 | slot[1] << 46);
    store_le64(out + 8, slot[1] >> 18 | slot[2] << 23);
}

/* N bundles of each template. */
static void compare_random(struct run *run, size_t n, u64 seed)
{
    char path[] = "/tmp/disasm-ia64-XXXXXX", command[200];
    u8 *bundles = malloc(n * 32 * 16);
    int fd = mkstemp(path);
    FILE *f = fd < 0 ? NULL : fdopen(fd, "wb");
    u64 state = seed * 0x9e3779b97f4a7c15ULL + 1;
    if (!f || !bundles) die("cannot be written", path);
    for (size_t i = 0; i < n * 32; i++) random_bundle(bundles + i * 16, i % 32, &state);
    if (fwrite(bundles, 16, n * 32, f) != n * 32 || fclose(f)) die("cannot be written", path);
    snprintf(command, sizeof command, OBJDUMP " -D -z -b binary -m ia64 %s", path);
    unsigned long lines = compare(run, command, bundles);
    unlink(path);
    if (lines != n * 96) die("lines are missing in the listing", OBJDUMP);
    free(bundles);
}

/* A row of the list that never mattered hides nothing and has no business there. */
static void check_faults(struct run *run)
{
    for (size_t k = 0; k < run->n_faults; k++) {
        if (run->faults[k].hits) continue;
        printf("faults, line %d: objdump does not print this, the row is stale\n", run->faults[k].line);
        run->failed++;
    }
}

int main(int argc, char **argv)
{
    static struct run run;
    if (argc < 4) {
        fprintf(stderr, "usage: disasm-ia64 FAULTS N SEED [ELF...]\n");
        return 2;
    }
    read_faults(&run, argv[1]);
    size_t n = strtoul(argv[2], NULL, 0);
    if (n) compare_random(&run, n, strtoull(argv[3], NULL, 0));
    for (int i = 4; i < argc; i++) {
        char command[1000];
        snprintf(command, sizeof command, OBJDUMP " -d -z '%s'", argv[i]);
        if (!compare(&run, command, NULL)) die("no code", argv[i]);
    }
    if (n >= 1000) check_faults(&run);
    printf("%lu passed, %lu failed\n", run.passed, run.failed);
    return run.failed != 0;
}
