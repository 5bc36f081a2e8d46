#include "prof/report/threads.h"

#include <inttypes.h>
#include <stdlib.h>

#include "emu/core/alloc.h"
#include "prof/output/text.h"
#include "prof/profile/profile_part.h"

/* A thread with its functions. */
struct entry {
    const struct profile_thread *thread;
    struct pc_count total;
    struct report functions;
};

static void make(struct entry *e, const struct profile *p, u32 thread, const struct report_options *o)
{
    struct profile alone;
    threads_alone(p, thread, &alone);
    *e = (struct entry){.thread = &p->threads->thread[thread], .total = alone.total};
    report_make(&e->functions, &alone, BY_FUNCTION);
    report_sort(&e->functions, o);
    profile_part_free(&alone);
}

static void print_tid(u64 tid, const char *none, FILE *f)
{
    if (tid) fprintf(f, "%" PRIu64, tid);
    else fputs(none, f);
}

/* --- text ------------------------------------------------------------------------------------------------------------------ */

static void print_numbers(const struct pc_count *c, u64 whole, enum profile_event event, FILE *f)
{
    char a[TEXT_NUMBER];
    fprintf(f, "%7s", text_percent(a, text_share(profile_event(c, event), whole)));
    fprintf(f, " %18s", text_group(a, c->cycles));
    fprintf(f, " %18s", text_group(a, c->instructions));
    fprintf(f, " %9s", text_group(a, c->ticks));
    fprintf(f, " %8s  ", text_ratio(a, c->cycles, c->instructions));
}

static void print_thread(const struct profile *p, const struct entry *e, const struct report_options *o, FILE *f)
{
    enum profile_event event = report_event(o);
    u64 shown = 0, hidden = 0, whole = profile_event(&e->total, event);
    char a[TEXT_NUMBER], b[TEXT_NUMBER];
    print_numbers(&e->total, profile_event(&p->total, event), event, f);
    char *label = threads_label(e->thread);
    text_name(f, label);
    free(label);
    fprintf(f, ", from cycle %s to %s", text_group(a, e->thread->began), text_group(b, e->thread->ended));
    if (profile_stalls(&e->total)) {
        fputs("; stalls: ", f);
        report_print_stalls(&e->total, f);
    }
    fputc('\n', f);
    for (size_t i = 0; i < e->functions.rows; i++) {
        const struct report_row *row = &e->functions.row[i];
        if (!report_shows(row, whole, o, shown)) {
            hidden++;
            continue;
        }
        print_numbers(&row->sum, whole, event, f);
        fputs("    ", f);
        text_name(f, row->name);
        fputc('\n', f);
        shown++;
    }
    if (hidden) fprintf(f, "# %s more of this thread not shown\n", text_group(a, hidden));
}

/* The most expensive first. */
static int by_cycles(const void *a, const void *b)
{
    const struct thread_wait *x = *(const struct thread_wait *const *)a, *y = *(const struct thread_wait *const *)b;
    if (x->count.cycles != y->count.cycles) return x->count.cycles > y->count.cycles ? -1 : 1;
    return (x > y) - (x < y);
}

static const struct thread_wait **sorted_waits(const struct profile_threads *t)
{
    const struct thread_wait **list = alloc_zeroed(t->waits, sizeof *list);
    for (size_t i = 0; i < t->waits; i++) list[i] = &t->wait[i];
    if (t->waits) qsort(list, t->waits, sizeof *list, by_cycles);
    return list;
}

static void print_place(const struct profile *p, const struct thread_wait *w, FILE *f)
{
    char a[TEXT_NUMBER];
    if (w->count.address) fputs(text_address(a, w->count.address, p->address_size), f);
    else fputs("several places", f);
    if (!w->name[0]) return;
    fputc(' ', f);
    text_name(f, w->name);
}

static void print_waits(const struct profile *p, FILE *f)
{
    const struct profile_threads *t = p->threads;
    const struct thread_wait **list = sorted_waits(t);
    char a[TEXT_NUMBER];
    if (t->waits) fputs("#\n# waits at futexes, by the cycles until who waited went on\n#           cycles     times            longest  who     for whom  at\n", f);
    for (size_t i = 0; i < t->waits; i++) {
        const struct wait_count *c = &list[i]->count;
        fprintf(f, "%18s", text_group(a, c->cycles));
        fprintf(f, " %9s", text_group(a, c->count));
        fprintf(f, " %18s  ", text_group(a, c->longest));
        print_tid((u64)c->waiter, "several", f);
        fputs("  ", f);
        print_tid((u64)c->waker, c->waiter ? "nobody" : "several", f);
        fputs("  ", f);
        print_place(p, list[i], f);
        fputc('\n', f);
    }
    free(list);
}

void threads_report(const struct profile *p, const struct report_options *o, FILE *f)
{
    struct report_options limited = *o;
    if (!o->limit && !o->percent_limit) limited.limit = THREADS_FUNCTIONS;
    report_print_head(p, f);
    fprintf(f, "# percentages are of %s: of a thread, of all of them; of a function, of its thread's\n#\n", profile_event_name(report_event(o)));
    fprintf(f, "#%6s %18s %18s %9s %8s  thread and functions\n", "%", "cycles", "instructions", "ticks", "CPI");
    for (u32 i = 0; i < p->threads->threads; i++) {
        struct entry e;
        make(&e, p, i, o);
        print_thread(p, &e, &limited, f);
        report_free(&e.functions);
    }
    print_waits(p, f);
}

/* --- JSON ------------------------------------------------------------------------------------------------------------------ */

static void print_json_thread(const struct profile *p, const struct entry *e, const struct report_options *o, FILE *f)
{
    u64 shown = 0, whole = profile_event(&e->total, report_event(o));
    char address[TEXT_NUMBER];
    fputs("{\"tid\":", f);
    print_tid(e->thread->tid, "null", f);
    fputs(",\"name\":", f);
    text_json_or_null(f, e->thread->name[0] ? e->thread->name : NULL);
    fprintf(f, ",\"began\":%" PRIu64 ",\"ended\":%" PRIu64 ",", e->thread->began, e->thread->ended);
    report_print_json_counts(&e->total, f);
    fputs(",\"functions\":[", f);
    for (size_t i = 0; i < e->functions.rows; i++) {
        const struct report_row *row = &e->functions.row[i];
        if (!report_shows(row, whole, o, shown)) continue;
        fprintf(f, "%s\n {\"name\":", shown++ ? "," : "");
        text_json(f, row->name);
        if (row->function == PROFILE_NONE) fputs(",\"address\":null,", f);
        else fprintf(f, ",\"address\":\"%s\",", text_address(address, row->start, p->address_size));
        report_print_json_counts(&row->sum, f);
        fputc('}', f);
    }
    fputs("]}", f);
}

static void print_json_waits(const struct profile *p, FILE *f)
{
    const struct profile_threads *t = p->threads;
    const struct thread_wait **list = sorted_waits(t);
    char address[TEXT_NUMBER];
    for (size_t i = 0; i < t->waits; i++) {
        const struct wait_count *c = &list[i]->count;
        fprintf(f, "%s\n{\"waiter\":", i ? "," : "");
        print_tid((u64)c->waiter, "null", f);
        fputs(",\"waker\":", f);
        print_tid((u64)c->waker, "null", f);
        if (c->address) fprintf(f, ",\"address\":\"%s\",\"name\":", text_address(address, c->address, p->address_size));
        else fputs(",\"address\":null,\"name\":", f);
        text_json(f, list[i]->name);
        fprintf(f, ",\"count\":%" PRIu64 ",\"cycles\":%" PRIu64 ",\"longest\":%" PRIu64 "}", c->count, c->cycles, c->longest);
    }
    free(list);
}

void threads_report_json(const struct profile *p, const struct report_options *o, FILE *f)
{
    fputs("{", f);
    report_print_json_head(p, f);
    fputs("\"by\":\"thread\",\n\"threads\":[", f);
    for (u32 i = 0; i < p->threads->threads; i++) {
        struct entry e;
        make(&e, p, i, o);
        fputs(i ? ",\n" : "\n", f);
        print_json_thread(p, &e, o, f);
        report_free(&e.functions);
    }
    fputs("],\n\"waits\":[", f);
    print_json_waits(p, f);
    fputs("]}\n", f);
}
