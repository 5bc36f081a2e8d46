/* The handlers of all operations (exec_*.c), as isa/parisc/exec/uop.def has them. */
#ifndef PCGRAM_PARISC_HANDLERS_H
#define PCGRAM_PARISC_HANDLERS_H

#include "emu/core/uop.h"

/* Conditions that have handlers of their own: c << 1 | f, from "=" on; "never" and "always" need none. */
#define PA_CONDITIONS(X) X(2) X(3) X(4) X(5) X(6) X(7) X(8) X(9) X(10) X(11) X(12) X(13) X(14) X(15)

#define PA_DECLARE_N(name)   uop_fn pau_##name;
#define PA_DECLARE_B(name)   uop_fn pau_##name, pau_##name##_b;
#define PA_DECLARE_BC(name)  uop_fn pau_##name, pau_##name##_b, pau_##name##_c;
#define PA_DECLARE_T(name)   uop_fn pau_##name, pau_##name##_t;
#define PA_DECLARE_BT(name)  PA_DECLARE_T(name) PA_DECLARE_T(name##_b)
#define PA_DECLARE_BCT(name) PA_DECLARE_BT(name) PA_DECLARE_T(name##_c)
#define PA_DECLARE_ABT(name) PA_DECLARE_BT(name) PA_DECLARE_T(name##_a)
#define OP(name, FORMS, ...) PA_DECLARE_##FORMS(name)
#include "isa/parisc/exec/uop.def"
#undef PA_DECLARE_N
#undef PA_DECLARE_B
#undef PA_DECLARE_BC
#undef PA_DECLARE_T
#undef PA_DECLARE_BT
#undef PA_DECLARE_BCT
#undef PA_DECLARE_ABT

#endif
