#include "emu/view/stages.h"

#include <string.h>

static const struct debug_pipeline *pipeline_of(const struct view *v) { return debug_process(v->spec.debug)->isa->debug->pipeline; }

/* The i-th of the last `count` steps. */
static const struct view_step *step_of(const struct view *v, unsigned count, unsigned i)
{
    return &v->history[(v->steps - count + i) % VIEW_HISTORY];
}

/* Cycles in the stages of that name, of the pipeline's record. */
static i64 cycles_in(const struct view_step *s, const char *name)
{
    u64 sum = 0;
    for (unsigned i = 0; i < s->course.stages; i++)
        if (!strcmp(s->course.stage[i].name, name)) sum += s->course.stage[i].to - s->course.stage[i].from;
    return (i64)sum;
}

static i64 issue_of(const struct view_step *s)
{
    for (unsigned i = 0; i < s->course.stages; i++)
        if (!strcmp(s->course.stage[i].name, "Ex") || !strcmp(s->course.stage[i].name, "Nu")) return (i64)s->course.stage[i].from;
    return (i64)s->course.begin;
}

static i64 later(i64 a, i64 b) { return a > b ? a : b; }

/* One of them; `before`: that of the step before it, `last`, NULL: none is known. */
static void find_one(const struct debug_pipeline *p, const struct view_step *s, const struct view_step *last, const struct stages_course *before,
                     struct stages_course *out)
{
    unsigned stages = (unsigned)strlen(p->letters);
    i64 issue = issue_of(s), fetch = cycles_in(s, "It") + cycles_in(s, "Ic");
    bool beside = last && issue_of(last) == issue, anew = !last || cycles_in(last, "Br"); /* behind a wrong guess the pipeline is empty */
    for (unsigned k = 0; k <= p->issue; k++) {
        i64 latest = issue - (p->issue - k), waits = k == 1 ? fetch : 0;
        i64 at = k ? out->at[k - 1] + 1 + waits : anew ? latest - fetch : before->at[1];
        if (last && k && !anew) at = later(at, before->at[k + 1]); /* whoever is there goes first, */
        if (beside) at = before->at[k];                            /* ... unless there is room for two */
        out->at[k] = at < latest || (k == 0 && fetch) ? at : latest;
    }
    out->at[p->issue + 1] = issue + 1 + cycles_in(s, "Lk");
    for (unsigned k = p->issue + 1; k < stages; k++)
        out->at[k + 1] = out->at[k] + 1 + (k == p->memory ? cycles_in(s, "Me") : 0);
}

void stages_find(const struct view *v, unsigned count, struct stages_course *list)
{
    for (unsigned i = 0; i < count; i++)
        find_one(pipeline_of(v), step_of(v, count, i), i ? step_of(v, count, i - 1) : NULL, i ? &list[i - 1] : NULL, &list[i]);
}

/* The step before the i-th that has written the register last; i: none has. */
static unsigned producer(const struct view *v, unsigned count, unsigned i, u64 id)
{
    for (unsigned k = i; k-- > 0;) {
        const struct view_step *s = step_of(v, count, k);
        for (unsigned o = 0; o < s->operands.outs && !s->course.off; o++)
            if (s->operands.out[o].id == id) return k;
    }
    return i;
}

/* Arrows to the i-th step, and behind it the names of what they bring. */
static void draw_forwarding(struct view *v, unsigned column, unsigned row, unsigned width, unsigned count, const struct stages_course *list,
                            i64 origin, unsigned i)
{
    const struct debug_pipeline *p = pipeline_of(v);
    const struct view_step *s = step_of(v, count, i);
    unsigned stages = (unsigned)strlen(p->letters), seen = 0;
    i64 issue = issue_of(s), end = list[i].at[stages] - origin;
    unsigned at = end > 0 && end + 1 < (i64)width ? column + (unsigned)end + 1 : column + width;
    if (s->course.off) return;
    for (unsigned o = 0; o < s->operands.ins; o++) {
        unsigned from = producer(v, count, i, s->operands.in[o].id);
        if (from == i) continue;
        const struct view_step *maker = step_of(v, count, from);
        unsigned stage = maker->operands.load ? p->memory : p->issue;
        i64 made = list[from].at[stage + 1] - 1;
        if (issue >= list[from].at[stages] || made >= issue) continue; /* it stands in the register, or is a result that need not be waited for */
        if (made >= origin && issue - origin < (i64)width)
            canvas_arrow(&v->canvas, column + (unsigned)(made - origin), row + from, column + (unsigned)(issue - origin), row + i);
        at = canvas_put(&v->canvas, at, row + i, column + width > at ? column + width - at : 0, INK_CHANGED, seen++ ? "," : "<");
        at = canvas_put(&v->canvas, at, row + i, column + width > at ? column + width - at : 0, INK_CHANGED, s->operands.in[o].name);
    }
}

void stages_draw(struct view *v, unsigned column, unsigned row, unsigned width, unsigned count, const struct stages_course *list, i64 origin)
{
    const struct debug_pipeline *p = pipeline_of(v);
    for (unsigned i = 0; i < count; i++) {
        const struct view_step *s = step_of(v, count, i);
        for (unsigned k = 0; p->letters[k]; k++)
            for (i64 now = later(list[i].at[k], origin); now < list[i].at[k + 1] && now - origin < (i64)width; now++) {
                enum ink ink = s->course.off ? INK_DIM : k == p->issue && now == issue_of(s) ? INK_ISSUE : now == list[i].at[k] ? INK_TEXT : INK_STALL + STALL_DATA;
                canvas_put(&v->canvas, column + (unsigned)(now - origin), row + i, 1, ink, (char[]){p->letters[k], 0});
            }
        draw_forwarding(v, column, row, width, count, list, origin, i);
    }
}

void stages_legend(struct view *v, unsigned column, unsigned row, unsigned width)
{
    const struct debug_pipeline *p = pipeline_of(v);
    unsigned at = column, end = column + width;
    for (unsigned k = 0; p->letters[k]; k++) {
        if (at + 2 + strlen(p->names[k]) > end) break;
        at = canvas_put(&v->canvas, at, row, 1, k == p->issue ? INK_ISSUE : INK_TEXT, (char[]){p->letters[k], 0});
        at = canvas_put(&v->canvas, at + 1, row, end - at - 1, INK_DIM, p->names[k]) + 2;
    }
    at = canvas_put(&v->canvas, column, row + 1, width, INK_CHANGED, "<r1");
    at = canvas_put(&v->canvas, at, row + 1, end - at, INK_DIM, " and arrows: forwarded  ");
    at = canvas_put(&v->canvas, at, row + 1, end > at ? end - at : 0, INK_STALL + STALL_DATA, "stands still");
    canvas_put(&v->canvas, at, row + 1, end > at ? end - at : 0, INK_DIM, "  c: what it waits for");
}
