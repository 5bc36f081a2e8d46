#ifndef PCGRAM_EMU_RUN_VERSION_H
#define PCGRAM_EMU_RUN_VERSION_H

/* The one place that has the number: `pcgram --version`, the manual page and `make dist` take it from here, and a test
 * (tests/package/run) holds CHANGELOG.md and debian/changelog to it. */
#define PCGRAM_VERSION "1.0.0"

#endif
