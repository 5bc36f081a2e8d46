#include "emu/cli/stat.h"

#include <inttypes.h>

#include "emu/core/text.h"

struct row {
    const char *name;
    u64 count;
    const char *of; /* what it is a part of, or NULL */
    u64 whole;
    bool modelled;    /* only a timing model tells */
    const char *note; /* what it counts where the name does not say it, or NULL */
};

enum { ROWS = 12 };

static double ratio(u64 part, u64 whole) { return whole ? (double)part / (double)whole : 0; }

/* The events in the order of the table; returns their number. */
static unsigned make_rows(const struct results *r, struct row rows[ROWS])
{
    const struct pc_count *t = &r->total;
    const struct insn_sums *s = &r->sums;
    const struct memory_events *m = &s->memory;
    const struct row all[ROWS] = {
        {"nullified", t->slots - t->instructions, "of all slots", t->slots, false, NULL},
        {"loads", s->loads, "of all instructions", t->instructions, false, NULL},
        {"stores", s->stores, "of all instructions", t->instructions, false, NULL},
        {"branches", s->branches, "of all instructions", t->instructions, false, NULL},
        {"conditional-branches", s->conditional, "of all instructions", t->instructions, false, NULL},
        {"branch-misses", s->mispredicted, "of conditional branches", s->conditional, true, NULL},
        {"l1-icache-misses", m->l1i_misses, "of all slots", t->slots, true, NULL},
        {"l1-dcache-misses", m->l1d_misses, "of loads and stores", s->accesses, true, NULL},
        {"l2-misses", m->l2_misses, NULL, 0, true, "of lines fetched ahead, too"},
        {"l1-tlb-misses", m->l1_tlb_misses, NULL, 0, true, "not in what is asked first; PA-RISC: of fetches alone"},
        {"tlb-misses", m->tlb_misses, NULL, 0, true, "in no level: looked up in memory"},
        {"write-backs", m->write_backs, NULL, 0, true, NULL},
    };
    memcpy(rows, all, sizeof all);
    return ROWS;
}

static void line(FILE *f, u64 n, const char *name)
{
    char number[TEXT_NUMBER];
    fprintf(f, "%20s  %-22s", text_group(number, n), name);
}

/* PA-RISC has no register stack. */
static bool has_stall(const struct isa *isa, unsigned stall) { return stall != STALL_RSE || isa->abi->register_stack; }

static void print_stalls(FILE *f, const struct pc_count *t, const struct isa *isa)
{
    u64 lost = 0;
    for (unsigned s = 0; s < STALLS; s++) lost += t->stalls[s];
    fputs("\n Cycles by what they went for:\n\n", f);
    line(f, t->cycles - lost, "issue");
    fprintf(f, " # %6.2f %% of all cycles\n", 100 * ratio(t->cycles - lost, t->cycles));
    for (unsigned s = 0; s < STALLS; s++) {
        if (!has_stall(isa, s)) continue;
        line(f, t->stalls[s], stall_name((enum stall)s));
        fprintf(f, " # %6.2f %%\n", 100 * ratio(t->stalls[s], t->cycles));
    }
}

static void print_text(FILE *f, const struct results *r, const struct isa *isa, bool modelled, const char *guest)
{
    const struct config *c = &r->options->config;
    const struct pc_count *t = &r->total;
    struct row rows[ROWS];
    unsigned n = make_rows(r, rows);
    fprintf(f, "\n Counts of '%s' (%s, %.6g MHz):\n\n", guest, c->cpu_model, (double)c->clock_hz / 1e6);
    line(f, t->cycles, "cycles");
    fprintf(f, " # %.6f s of emulated time\n", ratio(t->cycles, c->clock_hz));
    line(f, t->instructions, "instructions");
    fprintf(f, " # %6.3f a cycle (IPC), CPI %.3f\n", ratio(t->instructions, t->cycles), ratio(t->cycles, t->instructions));
    line(f, t->slots, "slots");
    fputc('\n', f);
    for (unsigned i = 0; i < n; i++) {
        if (rows[i].modelled && !modelled) continue;
        line(f, rows[i].count, rows[i].name);
        if (rows[i].of) fprintf(f, " # %6.2f %% %s", 100 * ratio(rows[i].count, rows[i].whole), rows[i].of);
        if (rows[i].note) fprintf(f, " # %s", rows[i].note);
        fputc('\n', f);
    }
    if (modelled) print_stalls(f, t, isa);
    fputc('\n', f);
}

static void print_json(FILE *f, const struct results *r, const struct isa *isa, bool modelled, const struct stat_end *end)
{
    const struct config *c = &r->options->config;
    const struct pc_count *t = &r->total;
    struct row rows[ROWS];
    unsigned n = make_rows(r, rows);
    fprintf(f, "{\"schema\":1,\"isa\":\"%s\",\"cpu\":\"%s\",\"clock_hz\":%" PRIu64 ",\"cycles\":%" PRIu64
               ",\"instructions\":%" PRIu64 ",\"slots\":%" PRIu64 ",\"ipc\":%.6f,\"cpi\":%.6f,\"events\":{",
            isa->name, c->cpu_model, c->clock_hz, t->cycles, t->instructions, t->slots, ratio(t->instructions, t->cycles),
            ratio(t->cycles, t->instructions));
    for (unsigned i = 0, k = 0; i < n; i++)
        if (modelled || !rows[i].modelled) fprintf(f, "%s\"%s\":%" PRIu64, k++ ? "," : "", rows[i].name, rows[i].count);
    fputs("},\"stalls\":{", f);
    for (unsigned s = 0; modelled && s < STALLS; s++)
        fprintf(f, "%s\"%s\":%" PRIu64, s ? "," : "", stall_name((enum stall)s), t->stalls[s]);
    fputs("},\"exit\":", f);
    results_print_exit(f, end->result);
    if (end->crash->there) {
        fputc(',', f);
        crash_print_json(end->crash, f);
    }
    fputs("}\n", f);
}

void stat_print(FILE *f, enum stat_format format, const struct results *r, const struct isa *isa, const char *guest,
                const struct stat_end *end)
{
    bool modelled = strcmp(r->options->config.cpu_model, "none") != 0;
    if (format == STAT_TEXT) print_text(f, r, isa, modelled, guest);
    if (format == STAT_JSON) print_json(f, r, isa, modelled, end);
}
