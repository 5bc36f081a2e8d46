/* Runs a program on our Itanium engine beside the Ski simulator, or beside what was recorded of Ski, and holds all
 * registers against each other.
 *
 *     ia64_compare live SKI GUEST             after every slot
 *     ia64_compare record SKI GUEST           writes a record of Ski's run to stdout
 *     ia64_compare replay RECORD GUEST        a record against our engine slot by slot, in superblocks, and as host code
 *
 * The guest is one of ia64_generate's, or live ia64_compiled.c: comparison begins at its mark and ends before its system call. A record is
 * lines of three numbers, one about every SPACING slots and one at the end: slots since the program's start; the digest of
 * all states since the mark; the digest of this state alone. Before them stands the digest of the guest's file, without
 * which a record says nothing.
 *
 * Prints what was held equal and exits with 0, or the first differences with 1 (live: after each, ours goes on with Ski's
 * registers, as long as both are at the same place); 2 when something could not be run, and 3
 * when the record is of another file. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "tests/lockstep/ia64_code.h"
#include "tests/lockstep/ia64_engine.h"
#include "tests/lockstep/ia64_ski.h"

enum { SPACING = 4096, CONTEXT = 4, MOST = 20, OK = 0, DIFFERENT = 1, BROKEN = 2, OTHER_FILE = 3 };

/* One emulator's run as it goes by. */
struct run {
    const struct ia64_code *code;
    struct ia64_state state, before;
    struct ia64_young young;
    u64 slots;  /* since the program's start */
    u64 digest; /* of all states since the mark */
    bool begun; /* the mark has been passed */
    bool adopts; /* the mark of compiled code, which leaves new registers unwritten as long as it likes */
    bool done;  /* the system call is next */
};

/* Takes note of the state after one more slot. */
static void advance(struct run *r, const struct ia64_state *next)
{
    u64 insn = r->slots ? ia64_code_at(r->code, &r->state) : 0;
    r->before = r->state;
    r->state = *next;
    r->slots++;
    u64 coming = ia64_code_at(r->code, &r->state);
    if (r->begun || r->slots > 1) ia64_follow_frame(&r->young, &r->before, &r->state);
    if (insn == IA64_MARK || insn == IA64_MARK_ADOPT) {
        r->begun = true;
        r->adopts = insn == IA64_MARK_ADOPT;
        r->young = (struct ia64_young){ 0 };
    }
    if (r->begun) r->digest = ia64_digest(r->digest, &r->state, &r->young);
    r->done = coming == IA64_SYSCALL;
}

static bool settled(const struct run *r) { return r->begun && r->young.first >= r->young.end; }

/* --- the last instructions before a difference ----------------------------------------------------------------------- */

struct past {
    u64 ip[CONTEXT];
    unsigned count;
};

static void remember(struct past *p, u64 ip)
{
    if (p->count && p->ip[(p->count - 1) % CONTEXT] == ip) return;
    p->ip[p->count++ % CONTEXT] = ip;
}

static void show_past(const struct past *p, const struct ia64_code *code)
{
    for (unsigned i = p->count > CONTEXT ? p->count - CONTEXT : 0; i < p->count; i++)
        ia64_code_show(code, p->ip[i % CONTEXT]);
}

/* What the registers that the instruction names held before it. */
static void show_operands(const struct run *r)
{
    char text[128];
    if (!ia64_code_text(r->code, r->before.ip, r->before.slot, text, sizeof text)) return;
    printf("  before: fpsr %016" PRIx64 " unat %016" PRIx64 " cfm %010" PRIx64 "\n", r->before.fpsr, r->before.unat,
           r->before.cfm);
    for (char *p = text + 6, *end; *p; p = end) {
        end = p + 1;
        if ((*p != 'r' && *p != 'f') || (p[-1] >= 'a' && p[-1] <= 'z')) continue;
        unsigned n = (unsigned)strtoul(p + 1, &end, 10);
        if (end == p + 1 || n > 127) continue;
        if (*p == 'f') printf("  before: f%u %05x.%016" PRIx64 "\n", n, r->before.fr[n].se, r->before.fr[n].sig);
        else printf("  before: r%u %016" PRIx64 "%s\n", n, r->before.gr[n], r->before.nat[n] ? " NaT" : "");
    }
}

/* --- live ------------------------------------------------------------------------------------------------------------ */

/* Goes on with our engine, slot by slot. False after a message. */
static bool step(struct ia64_engine *g, struct run *ours)
{
    char why[128];
    struct ia64_state next;
    if (!ia64_engine_run(g, 1, why, sizeof why)) {
        printf("  ours stops at %" PRIx64 ".%u: %s\n", ours->state.ip, ours->state.slot, why);
        return false;
    }
    ia64_engine_state(g, &next);
    advance(ours, &next);
    return true;
}

/* Shows how the two states differ. True when our engine can go on, with the oracle's registers. */
static bool report(struct ia64_engine *g, struct run *ours, const struct run *theirs, const struct past *past,
                   const char *name)
{
    printf("%s: difference after %" PRIu64 " slots, at %" PRIx64 ".%u:\n", name, ours->slots, theirs->before.ip,
           theirs->before.slot);
    show_past(past, ours->code);
    unsigned n = ia64_differences(stdout, &ours->state, "ours", &theirs->state, "Ski", &theirs->young);
    show_operands(theirs);
    if (theirs->young.returned || ours->state.ip != theirs->state.ip || ours->state.cfm != theirs->state.cfm) return false;
    ia64_engine_adopt(g, &theirs->state);
    ia64_engine_state(g, &ours->state);
    return ia64_differences(NULL, &ours->state, "ours", &theirs->state, "Ski", &theirs->young) < n;
}

/* Takes from the oracle what alloc has added to the frame, and after a return the outputs: a callee that made its frame smaller
 * than its inputs has given them up. */
static void adopt_undefined(struct ia64_engine *g, struct run *ours, struct run *theirs)
{
    struct ia64_young *y = &theirs->young;
    if (y->returned) {
        u64 cfm = theirs->state.cfm;
        ia64_engine_adopt_grs(g, &theirs->state, 32 + ia64_sol(cfm), 32 + ia64_sof(cfm));
    } else if (y->first < y->end) {
        ia64_engine_adopt_grs(g, &theirs->state, y->first, y->end);
        ours->young = *y = (struct ia64_young){ 0 };
    } else return;
    ia64_engine_state(g, &ours->state);
}

static int live(struct ia64_ski *ski, struct ia64_engine *g, const struct ia64_code *code, const char *name)
{
    static struct run ours, theirs;
    static struct past past;
    static struct ia64_state next;
    u64 compared = 0;
    unsigned differences = 0;
    ours.code = theirs.code = code;
    do {
        remember(&past, ours.slots ? ours.state.ip : code->entry);
        bool more = ia64_ski_next(ski, &next);
        if (more) advance(&theirs, &next);
        else printf("%s: Ski has stopped after %" PRIu64 " slots\n", name, theirs.slots);
        if (!more || !step(g, &ours)) {
            show_past(&past, code);
            return more ? DIFFERENT : BROKEN;
        }
        if (!theirs.begun) continue;
        if (theirs.adopts) adopt_undefined(g, &ours, &theirs);
        compared++;
        if (!ia64_differences(NULL, &ours.state, "ours", &theirs.state, "Ski", &theirs.young)) continue;
        if (!report(g, &ours, &theirs, &past, name) || ++differences == MOST) return DIFFERENT;
    } while (!theirs.done);
    if (differences) return DIFFERENT;
    printf("%s: %" PRIu64 " slots equal\n", name, compared);
    return OK;
}

/* --- records --------------------------------------------------------------------------------------------------------- */

static int record(struct ia64_ski *ski, const struct ia64_code *code)
{
    static struct run theirs;
    static struct ia64_state next;
    u64 due = SPACING;
    theirs.code = code;
    printf("%016" PRIx64 "\n", ia64_code_digest(code));
    while (!theirs.done) {
        if (!ia64_ski_next(ski, &next)) {
            fprintf(stderr, "Ski has stopped after %" PRIu64 " slots\n", theirs.slots);
            return BROKEN;
        }
        advance(&theirs, &next);
        if (!settled(&theirs) || (theirs.slots < due && !theirs.done)) continue;
        printf("%" PRIu64 " %016" PRIx64 " %016" PRIx64 "\n", theirs.slots, theirs.digest,
               ia64_digest(0, &theirs.state, &theirs.young));
        due = theirs.slots + SPACING;
    }
    return OK;
}

/* One line of a record; false at its end. */
struct line {
    u64 slots, digest, state;
};

static bool read_line(FILE *f, struct line *l)
{
    return fscanf(f, "%" SCNu64 " %" SCNx64 " %" SCNx64, &l->slots, &l->digest, &l->state) == 3;
}

static int mismatch(const char *name, const char *how, u64 from, u64 to)
{
    printf("%s: %s: not as recorded, somewhere in slots %" PRIu64 " to %" PRIu64 "\n", name, how, from, to);
    return DIFFERENT;
}

/* Slot by slot, with the digest of every state. */
static int replay_slots(FILE *f, struct ia64_engine *g, const struct ia64_code *code, const char *name, u64 *slots)
{
    static struct run ours;
    struct line l;
    ours.code = code;
    while (read_line(f, &l)) {
        u64 from = ours.slots;
        while (ours.slots < l.slots)
            if (!step(g, &ours)) return mismatch(name, "slot by slot", from, l.slots);
        if (ours.digest != l.digest) return mismatch(name, "slot by slot", from, l.slots);
    }
    *slots = ours.slots;
    return ours.done ? OK : mismatch(name, "the end", ours.slots, ours.slots);
}

/* In superblocks, as host code or not, with the digests of the states that have one of their own. */
static int replay_blocks(FILE *f, struct ia64_engine *g, const struct ia64_code *code, const char *name, const char *how)
{
    char why[128];
    struct line l;
    struct ia64_state s;
    const struct ia64_young none = { 0 };
    u64 at = 0;
    while (read_line(f, &l)) {
        if (!ia64_engine_run(g, l.slots - at, why, sizeof why)) {
            printf("  ours stops: %s\n", why);
            return mismatch(name, how, at, l.slots);
        }
        ia64_engine_state(g, &s);
        ia64_code_at(code, &s);
        if (ia64_digest(0, &s, &none) != l.state) return mismatch(name, how, at, l.slots);
        at = l.slots;
    }
    return OK;
}

static int replay(const char *path, const char *guest, const struct ia64_code *code)
{
    FILE *f = fopen(path, "r");
    u64 file, slots = 0;
    if (!f || fscanf(f, "%" SCNx64, &file) != 1) {
        fprintf(stderr, "%s: no record\n", path);
        if (f) fclose(f);
        return BROKEN;
    }
    int r = file == ia64_code_digest(code) ? OK : OTHER_FILE;
    if (r == OTHER_FILE) printf("%s: the record is of another file: another assembler or Python?\n", guest);
    long start = ftell(f);
    for (enum ia64_way way = 0; way < IA64_WAYS && r == OK; way++) {
        struct ia64_engine g;
        fseek(f, start, SEEK_SET);
        if (ia64_engine_open(&g, guest, way) != 0) {
            r = BROKEN;
            continue;
        }
        if (way == IA64_SLOTS) r = replay_slots(f, &g, code, guest, &slots);
        else r = replay_blocks(f, &g, code, guest, way == IA64_BLOCKS ? "superblocks" : "host code");
        ia64_engine_close(&g);
    }
    if (r == OK) printf("%s: %" PRIu64 " slots equal\n", guest, slots);
    fclose(f);
    return r;
}

/* --- */

static int with_ski(const char *how, const char *bski, const char *guest, const struct ia64_code *code)
{
    struct ia64_ski ski;
    struct ia64_engine g;
    if (ia64_ski_start(&ski, bski, guest) != 0) return BROKEN;
    int r = BROKEN;
    if (strcmp(how, "record") == 0) r = record(&ski, code);
    else if (ia64_engine_open(&g, guest, IA64_SLOTS) == 0) {
        r = live(&ski, &g, code, guest);
        ia64_engine_close(&g);
    }
    ia64_ski_stop(&ski);
    return r;
}

int main(int argc, char **argv)
{
    struct ia64_code code;
    if (argc != 4) {
        fputs("usage: ia64_compare live|record SKI GUEST\n       ia64_compare replay RECORD GUEST\n", stderr);
        return BROKEN;
    }
    if (ia64_code_open(&code, argv[3]) != 0) return BROKEN;
    int r = strcmp(argv[1], "replay") == 0 ? replay(argv[2], argv[3], &code)
                                           : with_ski(argv[1], argv[2], argv[3], &code);
    ia64_code_close(&code);
    return r;
}
