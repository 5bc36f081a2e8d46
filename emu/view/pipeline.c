/* The last instructions in time, by the stages that the timing model has recorded or by those of a textbook (emu/view/stages.h). */
#include <string.h>

#include "emu/view/panel.h"
#include "emu/view/stages.h"

/* The stages of docs/trace-format.md: each cycle of one is its letter. */
static const struct stage {
    const char *name, *letter, *what, *brief;
    enum ink ink;
} stages[] = {
    {"Ex", "X", "issues", "issues", INK_ISSUE},
    {"Nu", "-", "takes no effect", "takes no effect", INK_DIM},
    {"It", "t", "address", "tlb", INK_STALL + STALL_TLB},
    {"Ic", "i", "fetch", "code", INK_STALL + STALL_ICACHE},
    {"Rd", "d", "operand", "op", INK_STALL + STALL_DATA},
    {"Dc", "c", "missed load", "load", INK_STALL + STALL_DCACHE},
    {"Un", "u", "unit", "unit", INK_STALL + STALL_STRUCTURAL},
    {"Lk", "l", "operation", "busy", INK_STALL + STALL_STRUCTURAL},
    {"Me", "m", "memory", "memory", INK_STALL + STALL_DCACHE},
    {"Rs", "r", "register stack", "rse", INK_STALL + STALL_RSE},
    {"Br", "b", "branch", "branch", INK_STALL + STALL_BRANCH},
};
enum { WAITS = 2, HOLDS = 7 }; /* the first that comes before the issue, and behind it; Rs may do either */

static const struct stage *stage_of(const char *name)
{
    unsigned i = 0;
    while (i + 1 < ARRAY_LEN(stages) && strcmp(stages[i].name, name)) i++;
    return &stages[i];
}

static u64 end_of(const struct view_step *h)
{
    return h->course.stages ? h->course.stage[h->course.stages - 1].to : h->course.begin;
}

/* How much of a row is the instruction; the rest is time. */
static unsigned name_width(const struct view *v, const struct box *b)
{
    unsigned most = (unsigned)view_address_digits(v) + 24, half = b->width / 2;
    return half < most ? half : most;
}

static void draw_step(struct view *v, const struct box *b, unsigned row, const struct view_step *h, u64 origin)
{
    struct canvas *c = &v->canvas;
    unsigned name = name_width(v, b), left = b->column + 1, end = b->column + b->width,
             at = view_draw_pc(v, b, left, row, h->pc) + 1;
    canvas_put(c, at, row, left + name - at - 1, h->course.off ? INK_DIM : INK_TEXT, h->text);
    for (unsigned i = 0; i < h->course.stages && !v->classic; i++) {
        const struct kanata_stage *s = &h->course.stage[i];
        const struct stage *stage = stage_of(s->name);
        for (u64 now = s->from < origin ? origin : s->from; now < s->to && left + name + (now - origin) < end; now++)
            canvas_put(c, left + name + (unsigned)(now - origin), row, 1, stage->ink, stage->letter);
    }
}

enum { LEGEND_WIDE = 98 }; /* columns for its longest row when it has two */

static unsigned legend_rows(const struct box *b) { return b->width < LEGEND_WIDE ? 3 : 2; }

/* What the letters mean, in the last rows. */
static void draw_legend(struct view *v, const struct box *b)
{
    struct canvas *c = &v->canvas;
    bool brief = box_is_narrow(b), stack = view_process(v)->isa->abi->register_stack != 0; /* PA-RISC has none */
    if (v->classic) {
        stages_legend(v, b->column + 1, b->row + b->height - legend_rows(b), b->width - 1);
        return;
    }
    unsigned row = b->row + b->height - legend_rows(b), left = b->column + 1, at = left, end = b->column + b->width;
    for (unsigned i = 0; i < ARRAY_LEN(stages); i++) {
        const char *what = brief ? stages[i].brief : stages[i].what;
        if (i == WAITS && legend_rows(b) == 3) at = left, row++;
        if (i == WAITS) at = canvas_put(c, at, row, end - at, INK_DIM, brief ? "waits:" : "waits for:") + 1;
        if (i == HOLDS)
            at = canvas_put(c, left, ++row, end - left, INK_DIM, brief ? "holds:" : "holds the next for:") + 1;
        if (at + 2 + strlen(what) > end || (stages[i].ink == INK_STALL + STALL_RSE && !stack)) continue;
        at = canvas_put(c, at, row, 1, stages[i].ink, stages[i].letter);
        at = canvas_put(c, at + 1, row, end - at - 1, INK_DIM, what) + (brief ? 1 : 2);
    }
}

/* By the stages of a textbook: as many of the last `shown` as have room in time. */
static void draw_classic(struct view *v, const struct box *b, unsigned shown, u64 wide)
{
    struct stages_course course[VIEW_HISTORY];
    unsigned have = shown, end = (unsigned)strlen(view_process(v)->isa->debug->pipeline->letters);
    stages_find(v, have, course);
    while (shown > 1 && course[have - 1].at[end] - course[have - shown].at[0] > (i64)wide) shown--;
    if (!shown) return;
    const struct stages_course *first = &course[have - shown];
    for (unsigned i = 0; i < shown; i++) draw_step(v, b, b->row + 1 + i, &v->history[(v->steps - shown + i) % VIEW_HISTORY], 0);
    stages_draw(v, b->column + 1 + name_width(v, b), b->row + 1, (unsigned)wide, shown, first, first->at[0]);
}

void view_draw_pipeline(struct view *v, const struct box *b)
{
    canvas_title(&v->canvas, b->column, b->row, b->width,
                 box_is_narrow(b) ? "the last instructions, in cycles"
                 : v->classic ? "the last instructions, as textbooks have them; a column is a cycle"
                              : "the last instructions, by their stages; a column is a cycle");
    draw_legend(v, b);
    unsigned room = b->height - 1 - legend_rows(b), have = v->steps < VIEW_HISTORY ? v->steps : VIEW_HISTORY,
             shown = have < room ? have : room;
    if (!shown)
        canvas_put(&v->canvas, b->column + 1, b->row + 1, b->width, INK_DIM,
                   debug_position(v->spec.debug) ? "(stopped by hand: S or N goes back and shows them)" : "(nothing has run yet)");
    u64 wide = b->width - name_width(v, b) - 2;
    if (v->classic) {
        draw_classic(v, b, shown, wide);
        return;
    }
    /* As many of the last ones as have room in time. */
    const struct view_step *last = shown ? &v->history[(v->steps - 1) % VIEW_HISTORY] : NULL;
    while (shown > 1 && end_of(last) - v->history[(v->steps - shown) % VIEW_HISTORY].course.begin > wide) shown--;
    u64 origin = shown ? v->history[(v->steps - shown) % VIEW_HISTORY].course.begin : 0;
    for (unsigned i = 0; i < shown; i++)
        draw_step(v, b, b->row + 1 + i, &v->history[(v->steps - shown + i) % VIEW_HISTORY], origin);
}
