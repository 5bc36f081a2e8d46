/* Where sources are that were compiled elsewhere: the beginning of a path is another one here, as gdb's substitute-path has it. */
#ifndef PCGRAM_PROF_SYMBOLS_SOURCE_MAP_H
#define PCGRAM_PROF_SYMBOLS_SOURCE_MAP_H

#include <stdbool.h>
#include <stddef.h>

#define SOURCE_RULES 32

struct source_map { /* all zero: none */
    const char *rule[SOURCE_RULES]; /* "FROM=TO", in the order in which they are tried */
    size_t rules;
};

/* Adds a rule, whose text must live as long as the map. False: it is not FROM=TO, or there are too many. */
bool source_map_add(struct source_map *m, const char *rule);

/* $PCGRAM_SOURCE_MAP where that is not FROM=TO:FROM=TO; else NULL. */
const char *source_map_bad_environment(void);

/* Where the file of that name is looked for, a new string: by the first rule whose FROM is the path or folders at its
 * beginning (if there is none, without ".." and "." in it), those of the map (NULL: none) before those of $PCGRAM_SOURCE_MAP (FROM=TO:FROM=TO); else the path itself. */
char *source_map_path(const struct source_map *m, const char *path);

#endif
