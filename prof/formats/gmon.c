#include "prof/formats/gmon.h"

#include "emu/core/alloc.h"
#include "prof/formats/histogram.h"
#include "prof/output/put.h"

#include <inttypes.h>
#include <stdlib.h>

/* Layout: <sys/gmon_out.h> of glibc; numbers in the guest's byte order, since gprof reads them as the ELF file's.
 *   header  "gmon" u32 version=1, 12 zero bytes
 *   0x00    vma low, vma high, u32 bins, u32 rate, char dimension[15], char abbreviation, u16 bin[bins]
 *   0x01    vma from, vma self, u32 count
 * There is no record of basic-block counts (0x02): gprof 2.40 swaps its length twice for big-endian files. */
enum { TAG_HISTOGRAM = 0, TAG_ARC = 1 };

#define BIN_MAX 65535u
/* A bin beyond 65535 continues in another record of the same range, which gprof adds. So many records at most;
 * beyond, counts are divided. With 64, ticks stay exact up to four million on one instruction (11 hours at 100 Hz). */
#define RECORDS_MAX     64
#define ARC_RECORDS_MAX 16             /* likewise for arcs beyond 2^32 - 1 */

struct writer {
    const struct profile *p;
    FILE *f;
    u64 bias;
};

static void put(struct writer *w, u64 value, unsigned bytes) { put_number(w->f, value, bytes, w->p->big_endian); }
static void put_address(struct writer *w, u64 address) { put(w, address - w->bias, w->p->address_size); }

/* The least divisor that keeps the records few, for cycles one that divides the clock if there is one close by: the
 * rate is then exact. For instructions a power of ten, since it is named in the dimension. */
static u64 choose_divisor(u64 most, const struct profile *p, enum profile_event event)
{
    u64 least = most / (BIN_MAX * RECORDS_MAX) + (most % (BIN_MAX * RECORDS_MAX) != 0);
    if (event == EVENT_INSTRUCTIONS) {
        u64 ten = 1;
        while (ten < least && ten <= UINT64_MAX / 10) ten *= 10;
        return ten;
    }
    if (event == EVENT_CYCLES && p->clock_hz / UINT32_MAX >= least) least = p->clock_hz / UINT32_MAX + 1;
    if (least < 1) least = 1;
    for (u64 d = least; event == EVENT_CYCLES && d - least <= least && d - least < 100000; d++)
        if (p->clock_hz % d == 0) return d;
    return least;
}

/* Units a second, so that gprof's seconds are emulated seconds. */
static void choose_rate(struct gmon_notes *notes, const struct profile *p, enum profile_event event)
{
    u128 cycles = (u128)notes->divisor * (event == EVENT_TICKS ? p->tick_cycles : 1); /* of one unit */
    u128 rate = (p->clock_hz + cycles / 2) / cycles;
    if (event == EVENT_INSTRUCTIONS) rate = 1;
    if (rate < 1) rate = 1;
    if (rate > UINT32_MAX) rate = UINT32_MAX;
    notes->rate = (u64)rate;
    notes->rate_exact = event == EVENT_INSTRUCTIONS || rate * cycles == p->clock_hz;
}

static void put_histogram(struct writer *w, const struct histogram *h, const char dimension[15], char abbreviation,
                          const struct gmon_notes *notes)
{
    u64 records = h->most / BIN_MAX + (h->most % BIN_MAX != 0);
    for (u64 k = 0; k == 0 || k < records; k++) {
        put(w, TAG_HISTOGRAM, 1);
        put_address(w, h->low);
        put_address(w, h->high);
        put(w, h->bins, 4);
        put(w, notes->rate, 4);
        fwrite(dimension, 1, 15, w->f);
        put(w, (u8)abbreviation, 1);
        for (size_t i = 0; i < h->bins; i++) {
            u64 left = h->bin[i] > k * BIN_MAX ? h->bin[i] - k * BIN_MAX : 0;
            put(w, left < BIN_MAX ? left : BIN_MAX, 2);
        }
    }
}

/* gprof 2.40 knows calls of typed functions only: it credits a call of millicode or of a label to the function before
 * it in memory (seen with $$divI: main, just below it, got the calls). Such arcs are better not there. */
static void put_arc(struct writer *w, const struct call_arc *a, struct gmon_notes *notes)
{
    u32 to = profile_function_at(w->p, a->to);
    u64 left = a->count;
    if (to != PROFILE_NONE && w->p->function[to].kind != SYMBOL_FUNCTION) {
        notes->arcs_left = true;
        return;
    }
    for (unsigned k = 0; left && k < ARC_RECORDS_MAX; k++) {
        u64 n = left < UINT32_MAX ? left : UINT32_MAX;
        put(w, TAG_ARC, 1);
        put_address(w, a->from);
        put_address(w, a->to);
        put(w, n, 4);
        left -= n;
    }
    if (left) notes->arcs_cut = true;
}

/* gprof 2.40 (core_sym_class) leaves out symbols with a $, and those with a dot that neither digits nor "clone" and
 * "constprop" follow: msort_with_tmp.part.0. Only global ones stay whatever their names; compilers append to local ones. */
static bool gprof_drops(const struct profile_function *g)
{
    if (g->kind != SYMBOL_FUNCTION) return false;
    const char *s = profile_symbol(g) + strcspn(profile_symbol(g), ".$");
    while (*s == '.') {
        static const char *const kept[] = {".clone.", ".constprop."};
        for (unsigned i = 0; i < ARRAY_LEN(kept); i++)
            if (!strncmp(s, kept[i], strlen(kept[i])) && s[strlen(kept[i])]) {
                s += strlen(kept[i]) - 1;
                break;
            }
        size_t digits = strspn(s + 1, "0123456789");
        s += 1 + digits;
        if (*s && (*s != '.' || !digits)) return true;
    }
    return *s == '$';
}

/* What gprof will show as the work of the functions before. */
static void note_dropped(const struct profile *p, const struct gmon_options *o, struct gmon_notes *notes)
{
    u64 most = 0, *sum = alloc_zeroed(p->functions + 1, sizeof *sum);
    for (size_t i = 0; i < p->insns; i++)
        if (p->insn[i].function != PROFILE_NONE) sum[p->insn[i].function] += profile_event(&p->insn[i].count, o->event);
    for (size_t i = 0; i < p->functions; i++) {
        const struct profile_function *g = &p->function[i];
        if (!sum[i] || g->image != o->image || !gprof_drops(g)) continue;
        if (notes->dropped) notes->dropped_more++;
        notes->dropped_sum += sum[i];
        if (sum[i] > most) {
            most = sum[i];
            notes->dropped = g;
        }
    }
    free(sum);
}

int gmon_write(const struct profile *p, const struct gmon_options *o, FILE *f, struct gmon_notes *notes,
               struct error *e)
{
    struct histogram h = {0};
    memset(notes, 0, sizeof *notes);
    if (o->event == EVENT_SLOTS)
        return error_set(e, "gmon has no bins for slots: ask for ticks, cycles or instructions");
    if (histogram_fill(&h, p, o->image, o->event, e)) return -1;

    struct writer w = {.p = p, .f = f, .bias = p->image[o->image].bias};
    char dimension[32] = "seconds";
    char abbreviation = 's';
    notes->divisor = choose_divisor(h.most, p, o->event);
    choose_rate(notes, p, o->event);
    notes->outside = h.outside;
    note_dropped(p, o, notes);
    histogram_divide(&h, notes->divisor);
    if (o->event == EVENT_INSTRUCTIONS) {
        memset(dimension, 0, sizeof dimension);
        abbreviation = 'i';
        if (notes->divisor == 1) snprintf(dimension, sizeof dimension, "instructions");
        else snprintf(dimension, sizeof dimension, "%" PRIu64 " insns", notes->divisor);
    }
    fwrite("gmon", 1, 4, f);
    put(&w, 1, 4);
    for (unsigned i = 0; i < 3; i++) put(&w, 0, 4);
    put_histogram(&w, &h, dimension, abbreviation, notes);
    for (size_t i = 0; i < p->arcs; i++) {
        const struct call_arc *a = &p->arc[i];
        bool inside = a->from >= h.low && a->from < h.high && a->to >= h.low && a->to < h.high;
        if (inside) put_arc(&w, a, notes);
    }
    histogram_free(&h);
    return 0;
}
