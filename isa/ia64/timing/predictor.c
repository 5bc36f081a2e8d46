#include "isa/ia64/timing/predictor.h"

#include <stdlib.h>

int predictor_init(struct predictor *p, const struct ia64_model *m, struct error *e)
{
    u32 entries = m->value[IA64_T_PREDICTOR];
    *p = (struct predictor){.mask = entries - 1, .history_mask = (1u << m->value[IA64_T_HISTORY]) - 1,
                            .depth = m->value[IA64_T_RETURNS]};
    p->entry = malloc(entries * sizeof *p->entry);
    if (!p->entry) return error_set(e, "out of memory for a branch predictor");
    for (u32 i = 0; i < entries; i++) p->entry[i] = (struct predictor_entry){.key = ~(u64)0};
    return 0;
}

void predictor_free(struct predictor *p)
{
    free(p->entry);
    p->entry = NULL;
}

void predictor_call(struct predictor *p, u64 back)
{
    if (!p->depth) return;
    p->returns[p->top] = back;
    p->top = p->top + 1 == p->depth ? 0 : p->top + 1;
}

bool predictor_return(struct predictor *p, u64 target)
{
    if (!p->depth) return false;
    p->top = p->top ? p->top - 1 : p->depth - 1;
    return p->returns[p->top] == target;
}
