/* A window of the host for the view, by SDL2, which is looked for when one is opened: pcgram runs without it. */
#ifndef PCGRAM_VIEW_WINDOW_H
#define PCGRAM_VIEW_WINDOW_H

#include "emu/view/view.h"

/* Shows the view in a window until the user has quit, after the keys of `script` (view_script(); NULL: none). With
 * `script_only` it ends with the script. `font`: a file with a font, "builtin": the view's own; NULL: one of the system if there is
 * one and SDL2_ttf, else the view's own. Where the environment says SDL_VIDEODRIVER=dummy nothing is to be seen. -1
 * with *e: there is no SDL2, or it can open no window; nothing has been done then. */
int window_run(struct view *v, const char *font, const char *script, bool script_only, struct error *e);

#endif
