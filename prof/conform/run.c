#include "prof/conform/run.h"

#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "prof/conform/stretch.h"
#include "prof/conform/text.h"

enum { PAGE = 4096, MAX_PAGES = 256, PATIENCE = 10 /* seconds for one row */ };

struct page {
    u64 addr;
    u8 bytes[PAGE];
};

/* A row under way: the back end, and what its memory must look like. */
struct run {
    const struct conform_backend *b;
    void *state;
    struct conform_outcome *out;
    unsigned pages;
    struct page page[MAX_PAGES];
};

/* --- outcomes ----------------------------------------------------------------------------------------------------- */

static bool verdict(struct run *r, enum conform_verdict v, const char *why)
{
    r->out->verdict = v;
    if (why) snprintf(r->out->got, sizeof r->out->got, "%s", why);
    return false;
}

/* True when the back end did it. */
static bool done(struct run *r, int status)
{
    if (status == CONFORM_OK) return true;
    if (status == CONFORM_CANNOT) return verdict(r, VERDICT_SKIP, "the back end cannot do this step");
    return verdict(r, VERDICT_TROUBLE, r->out->got[0] ? NULL : "the back end failed");
}

/* --- numbers as the program has them ------------------------------------------------------------------------------ */

static void encode(const struct conform_backend *b, u8 *at, unsigned size, u64 v)
{
    for (unsigned i = 0; i < size; i++) at[b->big_endian ? size - 1 - i : i] = (u8)(v >> 8 * i);
}

static u64 decode(const struct conform_backend *b, const u8 *at, unsigned size)
{
    u64 v = 0;
    for (unsigned i = 0; i < size; i++) v = v << 8 | at[b->big_endian ? i : size - 1 - i];
    return v;
}

static u64 narrow(const struct conform_backend *b, u64 addr) { return b->word == 4 ? (u32)addr : addr; }

/* The bytes of a change; how many they are. */
static unsigned change_bytes(const struct conform_backend *b, const struct conform_change *c, u8 out[16])
{
    if (c->size != SIZE_TIME) {
        encode(b, out, c->size, c->value);
        return c->size;
    }
    encode(b, out, b->word, 0);
    encode(b, out + b->word, b->word, c->value);
    return 2 * b->word;
}

/* --- memory as it must look --------------------------------------------------------------------------------------- */

static struct page *page_of(struct run *r, u64 addr)
{
    for (unsigned i = 0; i < r->pages; i++)
        if (r->page[i].addr == (addr & ~(u64)(PAGE - 1))) return &r->page[i];
    return NULL;
}

static void forget_page(struct run *r, u64 addr)
{
    struct page *p = page_of(r, addr);
    if (p) *p = r->page[--r->pages];
}

static void expect_bytes(struct run *r, u64 addr, const u8 *from, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        struct page *p = page_of(r, addr + i);
        if (p) p->bytes[(addr + i) % PAGE] = from[i];
    }
}

static bool map(struct run *r, u64 addr, u64 size, int rights)
{
    addr = narrow(r->b, addr);
    if (!done(r, r->b->map(r->state, addr, size, rights))) return false;
    for (u64 at = addr; at - addr < size; at += PAGE) {
        if (!rights) {
            forget_page(r, at);
        } else if (!page_of(r, at)) {
            if (r->pages == MAX_PAGES) return verdict(r, VERDICT_TROUBLE, "too many pages in this row");
            struct page *p = &r->page[r->pages++];
            p->addr = at;
            memset(p->bytes, 0, PAGE);
        }
    }
    return true;
}

static bool poke(struct run *r, u64 addr, const u8 *from, size_t n)
{
    expect_bytes(r, addr, from, n);
    return done(r, r->b->write(r->state, addr, from, n));
}

/* Says how a page differs from what it must be, at `at`: as the element that the step names, or as bytes. */
static void tell_difference(struct run *r, const struct page *p, const u8 *seen, unsigned at,
                            const struct conform_change *c)
{
    u64 addr = p->addr + at, first = narrow(r->b, c->addr);
    unsigned size = c->size == SIZE_TIME ? 0 : c->size;
    if (size && addr - first < size && first >= p->addr && first + size <= p->addr + PAGE)
        snprintf(r->out->got, sizeof r->out->got, "%u bytes at 0x%" PRIx64 " = %" PRIu64, size, first,
                 decode(r->b, seen + (first - p->addr), size));
    else
        snprintf(r->out->got, sizeof r->out->got, "the byte at 0x%" PRIx64 " is 0x%02x and should be 0x%02x", addr,
                 seen[at], p->bytes[at]);
    r->out->verdict = VERDICT_FAIL;
}

static bool same_page(struct run *r, const struct page *p, const u8 *seen, const struct conform_change *c)
{
    for (unsigned i = 0; i < PAGE; i++) {
        if (seen[i] == p->bytes[i]) continue;
        tell_difference(r, p, seen, i, c);
        return false;
    }
    return true;
}

static bool check_memory(struct run *r, const struct conform_step *s)
{
    u8 raw[16], seen[PAGE];
    if (s->kind != STEP_SET && s->kind != STEP_FORK)
        expect_bytes(r, narrow(r->b, s->change.addr), raw, change_bytes(r->b, &s->change, raw));
    for (unsigned i = 0; i < r->pages; i++) {
        if (!done(r, r->b->read(r->state, r->page[i].addr, seen, PAGE))) return false;
        if (!same_page(r, &r->page[i], seen, &s->change)) return false;
    }
    return true;
}

/* --- state -------------------------------------------------------------------------------------------------------- */

static bool check_on(struct run *r, enum conform_state want, int on, const char *whose)
{
    if (want == STATE_ANY || on < 0 || on == (want == STATE_ON)) return true;
    snprintf(r->out->got, sizeof r->out->got, "%sprofiling %s", whose, on ? "on" : "off");
    return verdict(r, VERDICT_FAIL, NULL);
}

static bool check_state(struct run *r, const struct conform_step *s)
{
    return check_on(r, s->state, r->b->on ? r->b->on(r->state) : -1, "");
}

/* --- steps -------------------------------------------------------------------------------------------------------- */

/* sprofil()'s members: 16 or 32 bytes (hpux-sprofil.2 and .10). */
static bool put_regions(struct run *r, const struct conform_step *s)
{
    unsigned w = r->b->word;
    for (unsigned i = 0; i < s->count; i++) {
        u8 raw[32] = {0};
        encode(r->b, raw, w, s->region[i].base);
        encode(r->b, raw + w, 4, s->region[i].size);
        encode(r->b, raw + 2 * w, w, s->region[i].offset);
        encode(r->b, raw + 3 * w, 4, s->region[i].scale);
        if (!poke(r, s->arg[0] + i * 4 * w, raw, 4 * w)) return false;
    }
    return true;
}

/* AIX's: 20 or 32 bytes (section 4.2). */
static bool put_aix(struct run *r, const struct conform_step *s)
{
    unsigned w = r->b->word, size = 3 * w + 8;
    for (unsigned i = 0; i < s->count; i++) {
        u8 raw[32] = {0};
        encode(r->b, raw, w, s->aix[i].low);
        encode(r->b, raw + w, w, s->aix[i].high);
        encode(r->b, raw + 2 * w, w, s->aix[i].buff);
        encode(r->b, raw + 3 * w, 4, s->aix[i].size);
        encode(r->b, raw + 3 * w + 4, 4, s->aix[i].scale);
        if (!poke(r, s->arg[0] + i * size, raw, size)) return false;
    }
    return true;
}

static bool step_call(struct run *r, const struct conform_step *s)
{
    struct conform_result result = {0, 0};
    u64 arg[4];
    char error[32];
    for (unsigned i = 0; i < 4; i++) arg[i] = narrow(r->b, s->arg[i]);
    if (s->count && !(s->region ? put_regions(r, s) : put_aix(r, s))) return false;
    if (!done(r, r->b->call(r->state, s->call, arg, &result))) return false;
    if (result.value == conform_call_value(s) && result.error == s->error) return true;
    conform_error_name(result.error, error, sizeof error);
    snprintf(r->out->got, sizeof r->out->got, "returns %" PRId64 ", %s", result.value, error);
    return verdict(r, VERDICT_FAIL, NULL);
}

static bool step_fork(struct run *r, const struct conform_step *s)
{
    u8 raw[16], seen[PAGE];
    struct page *parent = page_of(r, s->change.addr), child;
    if (!r->b->fork || !parent) return done(r, r->b->fork ? CONFORM_TROUBLE : CONFORM_CANNOT);
    struct conform_child c = {.pc = s->pc, .addr = parent->addr, .size = PAGE, .memory = seen, .on = -1};
    if (!done(r, r->b->fork(r->state, &c))) return false;
    child = *parent;
    memcpy(child.bytes + s->change.addr % PAGE, raw, change_bytes(r->b, &s->change, raw));
    return same_page(r, &child, seen, &s->change) && check_on(r, s->state, c.on, "in the child, ");
}

static bool step_exec(struct run *r)
{
    if (!done(r, r->b->exec ? r->b->exec(r->state) : CONFORM_CANNOT)) return false;
    r->pages = 0;
    return true;
}

static bool step(struct run *r, const struct conform_step *s)
{
    u8 raw[16];
    switch (s->kind) {
    case STEP_MAP: return map(r, s->addr, s->size, s->rights);
    case STEP_SET: return poke(r, s->change.addr, raw, change_bytes(r->b, &s->change, raw));
    case STEP_CALL: return step_call(r, s);
    case STEP_TICK: return done(r, r->b->tick(r->state, s->pc, s->where));
    case STEP_FORK: return step_fork(r, s);
    case STEP_THREAD: return done(r, r->b->thread ? r->b->thread(r->state, s->pc) : CONFORM_CANNOT);
    case STEP_EXEC: return step_exec(r);
    }
    return false;
}

static void take_steps(struct run *r, const struct conform_row *row)
{
    struct conform_outcome *out = r->out;
    if (!map(r, CONFORM_ARRAY, CONFORM_ARRAY_SIZE, CONFORM_READ | CONFORM_WRITE) ||
        !map(r, CONFORM_TIME, PAGE, CONFORM_READ | CONFORM_WRITE))
        return;
    unsigned factor = conform_stretch_factor(row, r->b->pc_unit);
    for (unsigned i = 0; i < row->steps; i++) {
        struct conform_stretched stretched;
        const struct conform_step *s = &stretched.step;
        conform_stretch(&row->step[i], factor, &stretched);
        out->step = i + 1; /* before the step: it may be the last thing that this process does */
        conform_describe(s, out->does, sizeof out->does);
        conform_expectation(s, out->expected, sizeof out->expected);
        if (!step(r, s) || !check_state(r, s) || !check_memory(r, s)) return;
    }
    out->verdict = VERDICT_PASS;
}

/* --- rows --------------------------------------------------------------------------------------------------------- */

/* Why the row means nothing to this back end, or NULL. */
static const char *misfit(const struct conform_backend *b, const struct conform_row *row)
{
    if ((row->needs & NEEDS_32) && b->word != 4) return "needs a 32-bit program";
    if ((row->needs & NEEDS_64) && b->word != 8) return "needs a 64-bit program";
    for (unsigned i = 0; i < row->steps; i++)
        if (row->step[i].kind == STEP_CALL && !(b->calls & 1u << row->step[i].call))
            return "the back end does not have this call";
    return conform_stretch_factor(row, b->pc_unit) ? NULL : "no pcs of this processor";
}

static void run_here(const struct conform_backend *b, const char *file, const struct conform_row *row,
                     struct conform_outcome *out)
{
    struct run *r = calloc(1, sizeof *r);
    struct conform_options options = {.allow_overlap = (row->needs & NEEDS_OVERLAP) != 0, .file = file,
                                      .message = out->got, .message_size = sizeof out->got};
    out->verdict = VERDICT_TROUBLE;
    if (!r) {
        snprintf(out->got, sizeof out->got, "no memory");
        return;
    }
    r->b = b;
    r->out = out;
    if (done(r, b->open(&options, &r->state))) {
        take_steps(r, row);
        b->close(r->state);
    }
    free(r);
}

/* What a row's process leaves, in memory that both have: when it dies, how far it came. */
struct left {
    struct conform_outcome outcome;
    bool over; /* it came to the row's end, whatever the verdict */
};

/* The process of a row has ended before the row: a crash is a result like any other, but in opening the back end nothing was checked. */
static void died(struct conform_outcome *out, int status)
{
    const char *before = out->step ? "" : "before the first step: ";
    int signo = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    const char *name = sigabbrev_np(signo);
    out->verdict = out->step ? VERDICT_FAIL : VERDICT_TROUBLE;
    if (signo == SIGALRM) snprintf(out->got, sizeof out->got, "%snothing for %d seconds", before, PATIENCE);
    else if (signo) snprintf(out->got, sizeof out->got, "%sSIG%s", before, name ? name : "?");
    else snprintf(out->got, sizeof out->got, "%sthe program ends, exit status %d", before, WEXITSTATUS(status));
}

void conform_end_with(pid_t parent)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(127); /* it has ended already, and no signal comes */
}

static void run_isolated(const struct conform_backend *b, const char *file, const struct conform_row *row,
                         struct conform_outcome *out)
{
    struct left *shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    int status = 0;
    pid_t pid = -1, harness = getpid();
    fflush(NULL);
    if (shared != MAP_FAILED) pid = fork();
    if (pid == 0) {
        conform_end_with(harness);
        alarm(PATIENCE);
        run_here(b, file, row, &shared->outcome);
        shared->over = true;
        _exit(0);
    }
    if (pid < 0 || waitpid(pid, &status, 0) != pid) {
        *out = (struct conform_outcome){.verdict = VERDICT_TROUBLE, .got = "cannot start a process for the row"};
    } else {
        *out = shared->outcome;
        if (!shared->over) died(out, status);
    }
    if (shared != MAP_FAILED) munmap(shared, sizeof *shared);
}

void conform_run(const struct conform_backend *b, const char *file, const struct conform_row *row,
                 struct conform_outcome *out)
{
    *out = (struct conform_outcome){.verdict = VERDICT_SKIP};
    const char *why = misfit(b, row);
    if (why) snprintf(out->got, sizeof out->got, "%s", why);
    else if (b->isolate) run_isolated(b, file, row, out);
    else run_here(b, file, row, out);
}
