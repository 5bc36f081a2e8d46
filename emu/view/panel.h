/* What the panels of the view share: where one stands, and how addresses are written. */
#ifndef PCGRAM_VIEW_PANEL_H
#define PCGRAM_VIEW_PANEL_H

#include "emu/core/code.h"
#include "emu/view/view.h"

struct box {
    unsigned column, row, width, height;
};

static inline const struct process *view_process(const struct view *v) { return debug_process(v->spec.debug); }

static inline int view_address_digits(const struct view *v) { return view_process(v)->isa->elf64 ? 16 : 8; }

/* Too narrow for all: bars, and the upper half of long addresses, are left out so that instructions can be read. */
static inline bool box_is_narrow(const struct box *b) { return b->width < 60; }

/* An address of an instruction. Returns the column behind it. */
unsigned view_draw_pc(struct view *v, const struct box *b, unsigned column, unsigned row, u64 pc);
/* The panel of the last instructions in time. */
void view_draw_pipeline(struct view *v, const struct box *b);

#endif
