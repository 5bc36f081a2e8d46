#include "emu/view/tty.h"

#ifndef PCGRAM_CURSES

int tty_run(struct view *v, const char *script, struct error *e)
{
    (void)v, (void)script;
    return error_set(e, "no terminals: pcgram was built without ncurses; install libncurses-dev and build it again");
}

#else

#define NCURSES_WIDECHAR 1
#define NCURSES_NOMACROS 1
#include <curses.h>
#include <dlfcn.h>
#include <errno.h>
#include <langinfo.h>
#include <locale.h>
#include <signal.h>
#include <unistd.h>

#include "emu/view/font.h"

/* What is used of the library. Linked to it, every run of pcgram would load it. */
#define CALLS(X)                                                                                                       \
    X(newterm) X(delscreen) X(endwin) X(start_color) X(init_pair) X(raw) X(noecho) X(nonl) X(keypad) X(curs_set)       \
        X(set_escdelay) X(wtimeout) X(wgetch) X(getmaxx) X(getmaxy) X(wmove) X(wattr_set) X(waddnwstr) X(wrefresh)     \
            X(werase) X(mousemask) X(getmouse)

struct curses {
    void *library;
#define POINTER(name) __typeof__(&name) name;
    CALLS(POINTER)
    WINDOW **screen; /* the library's stdscr, COLORS and COLOR_PAIRS */
    int *colours, *pairs;
};

static int curses_open(struct curses *c, struct error *e)
{
    *c = (struct curses){.library = dlopen("libncursesw.so.6", RTLD_NOW | RTLD_LOCAL)};
    if (!c->library) return error_set(e, "no terminals: libncursesw.so.6 is not there; install libncursesw6");
    void *symbol;
#define LOOK_UP(name)                                                                                                  \
    if (!(symbol = dlsym(c->library, #name))) return error_set(e, "no terminals: ncurses without " #name);            \
    memcpy(&c->name, &symbol, sizeof symbol);
    CALLS(LOOK_UP)
    c->screen = dlsym(c->library, "stdscr");
    c->colours = dlsym(c->library, "COLORS");
    c->pairs = dlsym(c->library, "COLOR_PAIRS");
    return c->screen && c->colours && c->pairs ? 0 : error_set(e, "no terminals: ncurses without stdscr");
}

struct tty {
    struct curses curses;
    struct view *view;
    WINDOW *window;
    bool light;  /* the colours that are set */
    bool blocks; /* it has the characters that bars are made of */
};

/* --- colours -------------------------------------------------------------------------------------------------------- */

/* The grounds that text stands on. */
static const u8 grounds[] = {INK_GROUND, INK_PANEL, INK_HERE, INK_CURSOR, INK_LINE, INK_LINE + 1, INK_LINE + 2, INK_LINE + 3,
                             INK_LINE + 4, INK_LINE + 5};

/* The nearest of xterm's 256 (its cube of 6 x 6 x 6 and its 24 greys); of 8 where there are no more. */
static short nearest(u32 rgb, int colours)
{
    static const u8 level[] = {0, 95, 135, 175, 215, 255};
    int best = 0, least = 1 << 30, from = colours >= 256 ? 16 : 0, to = colours >= 256 ? 256 : 8;
    for (int i = from; i < to; i++) {
        int r, g, b, cube = i - 16;
        if (i < 8) r = i & 1 ? 205 : 0, g = i & 2 ? 205 : 0, b = i & 4 ? 205 : 0;
        else if (i < 232) r = level[cube / 36], g = level[cube / 6 % 6], b = level[cube % 6];
        else r = g = b = 8 + 10 * (i - 232);
        r -= (int)(rgb >> 16 & 255), g -= (int)(rgb >> 8 & 255), b -= (int)(rgb & 255);
        int far = r * r + g * g + b * b;
        if (far < least) best = i, least = far;
    }
    return (short)best;
}

static short pair_of(const struct cell *cell)
{
    unsigned g = 0;
    while (g + 1 < ARRAY_LEN(grounds) && grounds[g] != cell->ground) g++;
    return (short)(1 + cell->ink * ARRAY_LEN(grounds) + g);
}

static void set_colours(struct tty *t)
{
    t->light = t->view->canvas.light;
    const struct curses *c = &t->curses;
    for (unsigned ink = 0; ink < INKS; ink++)
        for (unsigned g = 0; g < ARRAY_LEN(grounds); g++) {
            struct cell cell = {.ink = (u8)ink, .ground = grounds[g]};
            short ground = nearest(canvas_colour(grounds[g], t->view->canvas.light), *c->colours);
            if (pair_of(&cell) < *c->pairs)
                c->init_pair(pair_of(&cell), nearest(canvas_colour(ink, t->view->canvas.light), *c->colours), ground);
        }
}

/* --- drawing -------------------------------------------------------------------------------------------------------- */

static wchar_t letter(const struct tty *t, unsigned char glyph)
{
    if (glyph >= ' ') return glyph;
    if (glyph == GLYPH_ARROW) return '>';
    if (glyph == GLYPH_POINT) return t->blocks ? 0x25cf : 'o';
    /* A bar of 1 to 6 sixths of a cell: those of Unicode are eighths. */
    return t->blocks ? (wchar_t)(0x2588 + (8 - (glyph - GLYPH_BAR + 1) * 8 / FONT_WIDTH)) : '#';
}

/* Only what is on the canvas: the guest may be running. */
static void put(const struct tty *t)
{
    const struct curses *c = &t->curses;
    const struct canvas *canvas = &t->view->canvas;
    unsigned columns = (unsigned)c->getmaxx(t->window), rows = (unsigned)c->getmaxy(t->window);
    for (unsigned row = 0; row < rows && row < canvas->rows; row++)
        for (unsigned column = 0; column < columns && column < canvas->columns; column++) {
            const struct cell *cell = &canvas->cell[(size_t)row * canvas->columns + column];
            wchar_t text = letter(t, cell->glyph);
            bool title = cell->ink == INK_TITLE || cell->ink == INK_CHANGED;
            c->wmove(t->window, (int)row, (int)column);
            c->wattr_set(t->window, title ? A_BOLD : A_NORMAL, pair_of(cell), NULL);
            c->waddnwstr(t->window, &text, 1);
        }
    c->wrefresh(t->window);
}

static void show(struct tty *t)
{
    struct view *v = t->view;
    if (!view_cells(v, (unsigned)t->curses.getmaxx(t->window), (unsigned)t->curses.getmaxy(t->window))) return;
    if (t->light != v->canvas.light) set_colours(t);
    view_draw(v);
    put(t);
}

/* --- keys ----------------------------------------------------------------------------------------------------------- */

enum { CONTROL_C = 3, DELETE = 127 };

/* A key of ncurses as the view has it. */
static int key_of(int key)
{
    switch (key) {
    case KEY_UP: return VIEW_KEY_UP;
    case KEY_DOWN: return VIEW_KEY_DOWN;
    case KEY_PPAGE: return VIEW_KEY_PAGE_UP;
    case KEY_NPAGE: return VIEW_KEY_PAGE_DOWN;
    case KEY_HOME: return VIEW_KEY_HOME;
    case KEY_ENTER:
    case '\r':
    case '\n': return VIEW_KEY_ENTER;
    case KEY_BACKSPACE:
    case DELETE:
    case VIEW_KEY_ERASE: return VIEW_KEY_ERASE;
    case CONTROL_C: return 'q';
    case VIEW_KEY_ESCAPE:
    case VIEW_KEY_TAB: return key;
    default: return key >= ' ' && key < DELETE ? key : VIEW_KEY_NONE;
    }
}

static void mouse(const struct tty *t)
{
    MEVENT m;
    if (t->curses.getmouse(&m) != OK || m.x < 0 || m.y < 0) return;
    if (m.bstate & BUTTON4_PRESSED) view_key(t->view, VIEW_KEY_UP);
    else if (m.bstate & BUTTON5_PRESSED) view_key(t->view, VIEW_KEY_DOWN);
    else if (m.bstate & (BUTTON1_PRESSED | BUTTON3_PRESSED))
        view_click(t->view, (unsigned)m.x, (unsigned)m.y, m.bstate & BUTTON3_PRESSED ? 3 : 1);
}

/* Meanwhile the guest runs: it can be stopped, and nothing else is heeded. */
static bool listen_meanwhile(void *ctx)
{
    const struct tty *t = ctx;
    struct view *v = t->view;
    bool enough = false;
    int key;
    t->curses.wtimeout(t->window, 0);
    while ((key = t->curses.wgetch(t->window)) != ERR) {
        if (key == 'q' || key == CONTROL_C) v->over = true;
        if (v->over || key == VIEW_KEY_ESCAPE) enough = true;
    }
    t->curses.wtimeout(t->window, -1);
    snprintf(v->status, sizeof v->status, "running; escape stops it, q quits");
    view_draw_bottom(v);
    put(t);
    return enough;
}

static void act(struct tty *t, int key)
{
    struct view *v = t->view;
    if (key == KEY_MOUSE) mouse(t);
    else if (key_of(key) != VIEW_KEY_NONE) view_key(v, key_of(key));
    show(t);
}

/* --- all of it ------------------------------------------------------------------------------------------------------ */

static void drive(struct tty *t, const char *script)
{
    struct view *v = t->view;
    int key;
    v->listener = (struct listener){.listen = listen_meanwhile, .ctx = t};
    show(t);
    while (script && !v->over && (key = view_script(&script)) != VIEW_KEY_NONE) {
        view_key(v, key);
        show(t);
    }
    while (!v->over) {
        key = t->curses.wgetch(t->window);
        if (key == ERR && errno != EINTR) break; /* the terminal has gone */
        if (key != ERR) act(t, key);
    }
    v->listener = (struct listener){0};
}

/* Characters of the user's language, which the rest of pcgram has no use for. */
static bool has_blocks(void)
{
    setlocale(LC_CTYPE, "");
    return !strcmp(nl_langinfo(CODESET), "UTF-8");
}

/* ncurses gives the terminal back for SIGINT and SIGTERM alone (curs_initscr(3x)), and ends the program. */
static void end(int signo)
{
    (void)signo;
    raise(SIGTERM);
}

static void give_back_at_signals(void)
{
    const struct sigaction a = {.sa_handler = end};
    sigaction(SIGHUP, &a, NULL);
    sigaction(SIGQUIT, &a, NULL);
}

int tty_run(struct view *v, const char *script, struct error *e)
{
    struct tty t = {.view = v};
    struct curses *c = &t.curses;
    if (curses_open(c, e) != 0) return -1;
    FILE *in = fopen("/dev/tty", "re"), *out = in ? fopen("/dev/tty", "we") : NULL;
    t.blocks = has_blocks();
    SCREEN *screen = out ? c->newterm(NULL, out, in) : NULL;
    int bad = 0;
    if (!in || !out) bad = error_set(e, "no terminal: /dev/tty: %s; --dump=FILE needs none", strerror(errno));
    else if (!screen) bad = error_set(e, "no terminal of which ncurses knows how to drive it: look at $TERM; --dump=FILE needs none");
    if (!bad) {
        t.window = *c->screen;
        c->start_color();
        set_colours(&t);
        c->raw();
        c->noecho();
        c->nonl();
        c->keypad(t.window, true);
        c->set_escdelay(25);
        c->curs_set(0);
        give_back_at_signals();
        c->mousemask(BUTTON1_PRESSED | BUTTON3_PRESSED | BUTTON4_PRESSED | BUTTON5_PRESSED, NULL);
        drive(&t, script);
        c->endwin();
        c->delscreen(screen);
    }
    if (out) fclose(out);
    if (in) fclose(in);
    return bad;
}

#endif
