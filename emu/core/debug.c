#include "emu/core/debug.h"

#include <stdio.h>

void debug_operand_add(struct debug_operand *list, unsigned *count, u64 id, const char *kind, unsigned number)
{
    if (*count == DEBUG_OPERANDS) return;
    list[*count].id = id;
    snprintf(list[(*count)++].name, sizeof list->name, "%s%u", kind, number % 1000);
}
