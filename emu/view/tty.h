/* The view in a terminal, by ncurses, which is looked for when one is asked for: pcgram runs without it. */
#ifndef PCGRAM_VIEW_TTY_H
#define PCGRAM_VIEW_TTY_H

#include "emu/view/view.h"

/* Shows the view in the terminal of this process until the user has quit, after the keys of `script` (view_script(); NULL:
 * none). The guest's output must go elsewhere meanwhile. -1 with *e: there is no ncurses or no terminal, or it cannot be
 * driven; nothing has been done then. */
int tty_run(struct view *v, const char *script, struct error *e);

#endif
