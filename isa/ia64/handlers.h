/* The handlers of all operations (exec_*.c), as isa/ia64/uop.def has them. */
#ifndef PCGRAM_IA64_HANDLERS_H
#define PCGRAM_IA64_HANDLERS_H

#include "emu/core/uop.h"

#define IA64_DECLARE_N(name)  uop_fn ia64u_##name;
#define IA64_DECLARE_E(name)  uop_fn ia64u_##name, ia64u_##name##_be;
#define IA64_DECLARE_T(name)  uop_fn ia64u_##name, ia64u_##name##_t;
#define IA64_DECLARE_ET(name) IA64_DECLARE_T(name) IA64_DECLARE_T(name##_be)
#define OP(name, FORMS, ...)  IA64_DECLARE_##FORMS(name)
#define HALF(name)
#include "isa/ia64/uop.def"
#undef OP
#undef HALF
#undef IA64_DECLARE_N
#undef IA64_DECLARE_E
#undef IA64_DECLARE_T
#undef IA64_DECLARE_ET

#endif
