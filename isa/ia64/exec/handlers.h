/* The handlers of all operations (exec_*.c), as isa/ia64/exec/uop.def has them. */
#ifndef PCGRAM_IA64_HANDLERS_H
#define PCGRAM_IA64_HANDLERS_H

#include "emu/core/uop.h"

#define IA64_DECLARE_N(name)  uop_fn ia64u_##name;
#define IA64_DECLARE_E(name)  uop_fn ia64u_##name, ia64u_##name##_be;
#define IA64_DECLARE_T(name)  uop_fn ia64u_##name, ia64u_##name##_t;
#define IA64_DECLARE_ET(name) IA64_DECLARE_T(name) IA64_DECLARE_T(name##_be)
#define IA64_DECLARE_R(name)  IA64_DECLARE_N(name) IA64_DECLARE_N(name##_rot)
#define IA64_DECLARE_ETR(name) IA64_DECLARE_ET(name) IA64_DECLARE_N(name##_rot) IA64_DECLARE_N(name##_be_rot) \
    IA64_DECLARE_N(name##_t_rot) IA64_DECLARE_N(name##_be_t_rot)
#define OP(name, FORMS, ...)  IA64_DECLARE_##FORMS(name)
#define HALF(name)
#include "isa/ia64/exec/uop.def"
#undef OP
#undef HALF
#undef IA64_DECLARE_N
#undef IA64_DECLARE_E
#undef IA64_DECLARE_T
#undef IA64_DECLARE_ET
#undef IA64_DECLARE_R
#undef IA64_DECLARE_ETR

#endif
