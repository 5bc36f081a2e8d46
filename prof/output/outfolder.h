/* The folder of an output, found so that no guest has a say in where that is. */
#ifndef PCGRAM_PROF_OUTPUT_OUTFOLDER_H
#define PCGRAM_PROF_OUTPUT_OUTFOLDER_H

#include <stdbool.h>

/* The folder of a path as a descriptor that stays when the folder is renamed or its name comes to mean another one;
 * *name: the rest, in the path. box: the folder in which guests may have made links, none of which is followed,
 * wherever the path comes to one; NULL: none. *in_box: the folder is there (not asked without box). -1 with errno,
 * which is ELOOP for such a link. */
int outfolder_open(const char *path, const char *box, const char **name, bool *in_box);

#endif
