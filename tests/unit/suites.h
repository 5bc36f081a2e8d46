/* The suites of the unit tests: one a file, collected by main.c. */
#ifndef PCGRAM_TESTS_SUITES_H
#define PCGRAM_TESTS_SUITES_H

#include <check.h>

/* How many of so many random cases are run: all, or one in $UNIT_PART, at least one, where each costs much (sanitizers). */
int unit_cases(int all);

Suite *contexts_suite(void);  /* emu/core: shadow stacks and the tree of calling contexts */
Suite *core_suite(void);      /* emu/core: memory, faults, counters, errors */
Suite *data_suite(void);      /* emu/data: intervals and the fully associative cache against models */
Suite *elf_suite(void);        /* emu/core/elf: good files and hostile ones */
Suite *formats_suite(void);    /* prof: source lines, call stacks, formats */
Suite *ia64_abi_suite(void);      /* isa/ia64/system/abi: tables, calls, signal frames and the register stack in them */
Suite *ia64_decode_suite(void);   /* isa/ia64: the table, decoding, bundles, fields */
Suite *ia64_exec_suite(void);   /* isa/ia64: the ALAT against a model, elements of multimedia operations over all values */
Suite *ia64_fpu_suite(void);    /* isa/ia64/exec/fpu: NaNs, classes, moves, codes of interruptions */
Suite *ia64_engine_suite(void);   /* isa/ia64: superblocks against single steps */
Suite *ia64_host_suite(void);     /* isa/ia64/exec/lower.c: host code of each operation beside its handler */
Suite *ia64_rse_suite(void);   /* isa/ia64/exec/rse: random call trees against an unbounded model */
Suite *ia64_sys_suite(void);   /* isa/ia64: interruptions, external interrupts, registers and stack at level 0 */
Suite *ia64_timing_suite(void);
Suite *ia64_uops_suite(void);     /* isa/ia64/exec/uop.def: each operation does what its row says, and no more */
Suite *mem_host_suite(void);  /* emu/core/mem: what the host has mapped where */
Suite *os_suite(void);         /* emu/os: tables, descriptors, the initial stack, signal frames */
Suite *parisc_decode_suite(void); /* isa/parisc: the table, decoding, fields */
Suite *parisc_engine_suite(void); /* isa/parisc: superblocks against single steps */
Suite *parisc_fpu_suite(void); /* isa/parisc/exec/fpu: hand-derived vectors */
Suite *parisc_host_suite(void); /* isa/parisc/exec/lower.c: host code of each operation beside its handler */
Suite *parisc_uops_suite(void); /* isa/parisc/exec/uop.def: each operation does what its row says, and no more */
Suite *place_suite(void);      /* emu/inspect/place, emu/run/crash: functions by their names, places in words */
Suite *prof_suite(void);       /* prof: profiles, reports, formats */
Suite *progress_suite(void);   /* emu/run: what is shown of long work */
Suite *softfloat_suite(void); /* emu/core/softfloat against MPFR */
Suite *symbols_suite(void);    /* prof/symbols: made-up ELF files, whole and damaged */
Suite *teach_ia64_suite(void);   /* isa/ia64/insn/operation, timing/teach: against decoding, operands and the pipeline */
Suite *teach_parisc_suite(void); /* the same, isa/parisc */
Suite *tick_suite(void);      /* prof, rom: the profiling calls and the tick, clause by clause */
Suite *timing_suite(void);    /* emu/core/cache, isa/parisc/timing: caches, the scoreboard, operands */
Suite *wall_suite(void);      /* emu/os/wall: what is left to whoever has got through the first wall */

#endif
