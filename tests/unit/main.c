/* Runs the unit tests: all suites, or those named on the command line.
 *
 *     unit [SUITE...]
 *
 * Check's own variables work as everywhere: CK_FORK=no for a debugger, CK_TAP_LOG_FILE_NAME=- for TAP,
 * CK_RUN_CASE=name, CK_VERBOSITY=verbose. Exit status 1 when a test failed, 2 when a name is not a suite. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/suites.h"

static const struct {
    const char *name;
    Suite *(*make)(void);
} suites[] = {
    {"contexts", contexts_suite},
    {"core", core_suite},
    {"data", data_suite},
    {"elf", elf_suite},
    {"formats", formats_suite},
    {"ia64_abi", ia64_abi_suite},
    {"ia64_decode", ia64_decode_suite},
    {"ia64_exec", ia64_exec_suite},
    {"ia64_fpu", ia64_fpu_suite},
    {"ia64_engine", ia64_engine_suite},
    {"ia64_host", ia64_host_suite},
    {"ia64_rse", ia64_rse_suite},
    {"ia64_sys", ia64_sys_suite},
    {"ia64_timing", ia64_timing_suite},
    {"ia64_uops", ia64_uops_suite},
    {"mem_host", mem_host_suite},
    {"os", os_suite},
    {"parisc_decode", parisc_decode_suite},
    {"parisc_engine", parisc_engine_suite},
    {"parisc_fpu", parisc_fpu_suite},
    {"parisc_host", parisc_host_suite},
    {"parisc_uops", parisc_uops_suite},
    {"place", place_suite},
    {"prof", prof_suite},
    {"progress", progress_suite},
    {"softfloat", softfloat_suite},
    {"symbols", symbols_suite},
    {"teach_ia64", teach_ia64_suite},
    {"teach_parisc", teach_parisc_suite},
    {"tick", tick_suite},
    {"timing", timing_suite},
    {"wall", wall_suite},
};

enum { SUITES = sizeof suites / sizeof suites[0] };

int unit_cases(int all)
{
    const char *part = getenv("UNIT_PART");
    const char *more = getenv("UNIT_MORE"); /* so many times as many, for a campaign */
    int of = part ? atoi(part) : 1;
    if (more && atoi(more) > 0) all *= atoi(more);
    return of > 1 ? (all + of - 1) / of : all;
}

static bool wanted(const char *name, int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], name) == 0) return true;
    return argc < 2;
}

int main(int argc, char **argv)
{
    SRunner *runner = NULL;
    int found = 0;
    for (int i = 0; i < SUITES; i++) {
        if (!wanted(suites[i].name, argc, argv)) continue;
        Suite *s = suites[i].make();
        if (runner) srunner_add_suite(runner, s);
        else runner = srunner_create(s);
        found++;
    }
    if (!runner || (argc > 1 && found != argc - 1)) {
        fputs("unit: no such suite; there are:", stderr);
        for (int i = 0; i < SUITES; i++) fprintf(stderr, " %s", suites[i].name);
        fputs("\n", stderr);
        if (runner) srunner_free(runner);
        return 2;
    }
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
