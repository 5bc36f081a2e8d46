/* The last instructions as textbooks draw them: each in one stage of the pipeline after the other, and arrows where an operand
 * comes from a stage instead of its register. When an instruction issued, and how long its code was waited for, is what the timing
 * model has recorded; that it stands in the stages before its issue as soon as they are free, and in those behind it one by one, is how
 * such pipelines work. */
#ifndef PCGRAM_VIEW_STAGES_H
#define PCGRAM_VIEW_STAGES_H

#include "emu/view/view.h"

enum { STAGES_MOST = 10 };

/* When an instruction enters each stage, in cycles; behind the last: when it leaves it. */
struct stages_course {
    i64 at[STAGES_MOST + 1];
};

/* The courses of the last `count` steps, the oldest first, into list[VIEW_HISTORY]. */
void stages_find(const struct view *v, unsigned count, struct stages_course *list);

/* Draws them into rows from `row` on, `width` columns from `column` on, of which each is a cycle from `origin` on. */
void stages_draw(struct view *v, unsigned column, unsigned row, unsigned width, unsigned count, const struct stages_course *list, i64 origin);

/* What letters and arrows mean, in that row and the one below. */
void stages_legend(struct view *v, unsigned column, unsigned row, unsigned width);

#endif
