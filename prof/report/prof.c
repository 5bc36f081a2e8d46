#include "prof/report/prof.h"

#include "prof/output/text.h"

#include <inttypes.h>

/* "12.34" of n / d with so many decimals, rounded half up. */
static const char *fixed(char out[TEXT_NUMBER], u128 n, u128 d, unsigned decimals)
{
    u64 scale = 1;
    for (unsigned i = 0; i < decimals; i++) scale *= 10;
    u128 value = d ? (n * scale + d / 2) / d : 0;
    snprintf(out, TEXT_NUMBER, "%" PRIu64 ".%0*" PRIu64, (u64)(value / scale), (int)decimals, (u64)(value % scale));
    return out;
}

void report_print_prof(const struct report *r, const struct profile *p, const struct report_options *o, FILE *f)
{
    enum profile_event event = report_event(o) == EVENT_TICKS ? EVENT_TICKS : EVENT_CYCLES;
    u64 whole = profile_event(&p->total, event), printed = 0;
    u128 unit = event == EVENT_TICKS ? p->tick_cycles : 1, up_to = 0; /* cycles */
    char share[TEXT_NUMBER], seconds[TEXT_NUMBER], sum[TEXT_NUMBER], calls[TEXT_NUMBER] = "", each[TEXT_NUMBER] = "";
    fprintf(f, " %%Time Seconds Cumsecs  #Calls   msec/call  Name\n");
    for (size_t i = 0; i < r->rows; i++) {
        const struct report_row *row = &r->row[i];
        u64 n = profile_event(&row->sum, event);
        if (!report_shows(row, whole, o, printed)) continue;
        printed++;
        up_to += n * unit;
        calls[0] = each[0] = 0;
        if (row->calls) {
            snprintf(calls, sizeof calls, "%" PRIu64, row->calls);
            fixed(each, n * unit * 1000, (u128)p->clock_hz * row->calls, 4);
        }
        fprintf(f, "%6s %7s %7s %7s %11s  ", fixed(share, (u128)n * 100, whole, 1), fixed(seconds, n * unit, p->clock_hz, 2),
                fixed(sum, up_to, p->clock_hz, 2), calls, each);
        text_name(f, row->name);
        fputc('\n', f);
    }
}
