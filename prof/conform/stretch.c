#include "prof/conform/stretch.h"

enum { NEAR = 0x100000, INSTRUCTION = 4 };

/* A text address of the table: not far from CONFORM_TEXT. Others (0, the ends of the address space) stay. */
static bool is_text(u64 a) { return a - (CONFORM_TEXT - NEAR) < 2 * NEAR; }

static u64 stretch(u64 a, unsigned k) { return is_text(a) ? CONFORM_TEXT + (a - CONFORM_TEXT) * k : a; }

/* 0, 1 and 2 are no factors but signs, except for 2 where sprofil() has a region that does not begin at 0. */
static u64 shrink(u64 scale, unsigned k) { return scale <= 2 ? scale : scale / k; }

static bool scale_fits(u64 scale, unsigned k) { return scale <= 2 || (scale % k == 0 && scale / k > 2); }

static bool region_fits(const struct conform_region *r, unsigned k)
{
    if (r->scale <= 1 || (r->offset == 0 && r->scale == 2)) return true;
    return is_text(r->offset) && r->scale > 2 && scale_fits(r->scale, k);
}

static bool call_fits(const struct conform_step *s, unsigned k)
{
    bool array = s->call == CONFORM_HPUX_SPROFIL || (s->call == CONFORM_AIX_PROFIL && (i32)s->arg[1] == -1);
    if (!array) return s->arg[3] <= 1 || (is_text(s->arg[2]) && scale_fits(s->arg[3], k));
    /* An array that the row has put down byte by byte is not looked into. */
    if (s->count == 0) return s->call == CONFORM_HPUX_SPROFIL && ((i32)s->arg[1] == 0 || s->error);
    if (s->count > STRETCH_MEMBERS) return false;
    for (unsigned i = 0; i < s->count; i++)
        if (s->region ? !region_fits(&s->region[i], k) : !scale_fits(s->aix[i].scale, k)) return false;
    return true;
}

static bool fits(const struct conform_row *row, unsigned k)
{
    for (unsigned i = 0; i < row->steps; i++)
        if (row->step[i].kind == STEP_CALL && !call_fits(&row->step[i], k)) return false;
    return true;
}

static bool has_pc(const struct conform_step *s)
{
    return s->kind == STEP_TICK || s->kind == STEP_FORK || s->kind == STEP_THREAD;
}

unsigned conform_stretch_factor(const struct conform_row *row, unsigned unit)
{
    bool now = true, then = unit % INSTRUCTION == 0;
    unsigned k = unit / INSTRUCTION;
    for (unsigned i = 0; i < row->steps; i++) {
        if (!has_pc(&row->step[i])) continue;
        now &= row->step[i].pc % unit == 0;
        then &= stretch(row->step[i].pc, k) % unit == 0;
    }
    return now ? 1 : then && fits(row, k) ? k : 0;
}

void conform_stretch(const struct conform_step *s, unsigned factor, struct conform_stretched *out)
{
    out->step = *s;
    if (factor == 1) return;
    out->step.pc = stretch(s->pc, factor);
    if (s->kind != STEP_CALL) return;
    if (s->call != CONFORM_HPUX_SPROFIL) {
        out->step.arg[2] = stretch(s->arg[2], factor);
        out->step.arg[3] = shrink(s->arg[3], factor);
    }
    for (unsigned i = 0; s->region && i < s->count; i++) {
        const struct conform_region *r = &s->region[i];
        out->region[i] =
            (struct conform_region){r->base, r->size, stretch(r->offset, factor), shrink(r->scale, factor)};
    }
    for (unsigned i = 0; s->aix && i < s->count; i++) {
        const struct conform_aix_region *a = &s->aix[i];
        out->aix[i] = (struct conform_aix_region){stretch(a->low, factor), stretch(a->high, factor), a->buff, a->size,
                                                  shrink(a->scale, factor)};
    }
    if (s->region) out->step.region = out->region;
    if (s->aix) out->step.aix = out->aix;
}
