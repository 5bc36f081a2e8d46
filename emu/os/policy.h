/* Scheduling as programs set it: policies, priorities, the one processor. It is checked, kept and told; turns are taken by the rule
 * of emu/os/sched.c whatever it says. */
#ifndef PCGRAM_OS_POLICY_H
#define PCGRAM_OS_POLICY_H

#include "emu/os/kernel.h"

/* What a thread or process begins with that a thread of this policy makes (sched(7), "Reset scheduling policy for child
 * processes"). */
struct policy policy_of_child(const struct policy *p);

#endif
