/* The suites of the unit tests: one a file, collected by main.c. */
#ifndef PCGRAM_TESTS_SUITES_H
#define PCGRAM_TESTS_SUITES_H

#include <check.h>

Suite *core_suite(void);      /* emu/core: memory, faults, counters, errors */
Suite *softfloat_suite(void); /* emu/core/softfloat against MPFR */

#endif
