/* What subcommands share: usage errors, numbers on the command line, input and output. */
#ifndef PCGRAM_RUN_USAGE_H
#define PCGRAM_RUN_USAGE_H

#include <getopt.h>

#include "emu/core/error.h"
#include "emu/run/load.h"
#include "prof/output/outfile.h"
#include "prof/report/report.h"
#include "prof/symbols/source_map.h"

#define STATUS_TROUBLE 2
#define STATUS_USAGE 125

/* One line on stderr, then where help is. Returns STATUS_USAGE. */
int usage_error(const char *command, const char *fmt, ...) PRINTF_LIKE(2, 3);
/* The same for what getopt_long returned instead of an option: '?' or, with an option string that begins with ':',
 * ':' for a missing argument. `options` is the table that it was given, from which the nearest names are told. */
int usage_option(const char *command, int result, char **argv, const struct option *options);
/* An output that is the file which is read, and which would be gone: usage_error(), else 0. Either may be NULL or "-". */
int usage_overwrites(const char *command, const char *output, const char *input);
/* Two outputs that would be one file, whatever they are called: likewise. Either may be NULL, "" or "-". */
int usage_both(const char *command, const char *option, const char *output, const char *other_option, const char *other);
/* For what runs the guest more than once: standard input, which is the guest's, that could be read only once is usage_error(), else 0. */
int usage_reads_once(const char *command, const char *what);
/* The message of *e on stderr. Returns STATUS_TROUBLE. */
int trouble(const struct error *e);
/* Columns of the terminal that an output goes to; 0: it goes to none. */
unsigned terminal_width(const char *output);
/* Adds a rule of --source-map. 0, or the exit status. */
int parse_source_map(const char *command, const char *rule, struct source_map *m);
/* Says on standard error why --inline shows nothing. */
void note_no_inlines(const char *command);
/* Says on standard error in one line that sources, looked for as the map says, were changed since the profile or program at `path` was made, if any were;
 * shown: those that count, by their number, NULL: all. */
void note_changed_sources(const char *command, const struct source_map *m, char *const *file, size_t files, const char *path, const bool *shown);
/* Says of each program and library of the profile that is not here as it ran that those who take names from its file find wrong ones. */
void note_changed_programs(const char *command, const struct profile *p);
/* The help text on stdout. Returns 0, or STATUS_TROUBLE when it could not be written. */
int print_help(const char *text);

/* A decimal number of at most 64 bits, and nothing after it. */
bool parse_count(const char *s, u64 *n);
/* The value of --OPTION, such a number. -1 when it is none, which is said. */
int parse_number(const char *command, const char *option, const char *s, u64 *n);
/* The profile that is named behind the options, if one is: *input, unless they have set it. -1 when there are more, which is said. */
int parse_profile(const char *command, int argc, char **argv, const char **input);
/* The value of --OPTION, a percentage of `most` at most, "12", "0.5", "0.25": in hundredths. -1 when it is none, which is said. */
int parse_percent(const char *command, const char *option, const char *s, u64 most, u64 *hundredths);
/* The slices FROM-TO, or one: counted from 0, the last one included. -1 when they are none, which is said. */
int parse_slices(const char *command, const char *s, struct slice_range *range);
/* A thread's number. -1 when it is none, which is said. */
int parse_thread(const char *command, const char *s, u64 *tid);
/* "function", "line", "file", "thread", "time". False for another word. */
bool parse_by(const char *word, enum report_by *by);
/* --color=WHEN: "always", "never" or "auto", which NULL stands for as well: the output is standard output, this is a terminal
 * that is not dumb, and NO_COLOR is unset or empty (no-color.org). 0, or what usage_error() returns. */
int choose_color(const char *command, const char *when, const char *output, bool *color);

#endif
