#include "emu/view/window.h"

#include <stdlib.h>
#include <unistd.h>

#include "emu/view/font.h"
#include "emu/view/letters.h"

#ifndef PCGRAM_SDL

int window_run(struct view *v, const char *font, const char *script, bool script_only, struct error *e)
{
    (void)v, (void)font, (void)script, (void)script_only;
    return error_set(
        e, "no windows: pcgram was built without SDL2; install libsdl2-dev and build it again, or use --screenshot");
}

#else

#include <SDL2/SDL.h>
#include <dlfcn.h>

/* What is used of the library. Linked to it, every run of pcgram would load a hundred more libraries. */
#define CALLS(X)                                                                                                       \
    X(SDL_Init) X(SDL_GetCurrentVideoDriver)                                                                           \
    X(SDL_Quit) X(SDL_GetError) X(SDL_CreateWindow) X(SDL_DestroyWindow) X(SDL_GetWindowSize)                          \
        X(SDL_SetWindowMinimumSize) X(SDL_GetWindowSurface) X(SDL_CreateRGBSurfaceFrom) X(SDL_FreeSurface)             \
            X(SDL_UpperBlit) X(SDL_UpdateWindowSurface) X(SDL_WaitEvent) X(SDL_PollEvent) X(SDL_StartTextInput) X(SDL_SetHint)

struct sdl {
    void *library;
#define POINTER(name) __typeof__(&name) name;
    CALLS(POINTER)
};

static int sdl_open(struct sdl *s, struct error *e)
{
    *s = (struct sdl){.library = dlopen("libSDL2-2.0.so.0", RTLD_NOW | RTLD_LOCAL)};
    if (!s->library)
        return error_set(e, "no windows: libSDL2-2.0.so.0 is not there; install libsdl2-2.0-0, or use --screenshot");
    void *symbol;
#define LOOK_UP(name)                                                                                                  \
    if (!(symbol = dlsym(s->library, #name))) return error_set(e, "no windows: SDL2 without " #name);                  \
    memcpy(&s->name, &symbol, sizeof symbol);
    CALLS(LOOK_UP)
    return 0;
}

/* A key of SDL as the view has it; characters come as text. */
static int key_of(const SDL_Keysym *k)
{
    switch (k->sym) {
    case SDLK_UP: return VIEW_KEY_UP;
    case SDLK_DOWN: return VIEW_KEY_DOWN;
    case SDLK_PAGEUP: return VIEW_KEY_PAGE_UP;
    case SDLK_PAGEDOWN: return VIEW_KEY_PAGE_DOWN;
    case SDLK_HOME: return VIEW_KEY_HOME;
    case SDLK_RETURN:
    case SDLK_KP_ENTER: return VIEW_KEY_ENTER;
    case SDLK_ESCAPE: return VIEW_KEY_ESCAPE;
    case SDLK_BACKSPACE: return VIEW_KEY_ERASE;
    case SDLK_TAB: return VIEW_KEY_TAB;
    default: return VIEW_KEY_NONE;
    }
}

struct window {
    struct sdl sdl;
    struct view *view;
    struct letters *letters; /* NULL: the view's own */
    SDL_Window *window;
    u32 *pixel;
    int width, height;
};

/* As many characters as the window has room for. */
static bool fit(struct window *w, struct view *v)
{
    w->sdl.SDL_GetWindowSize(w->window, &w->width, &w->height);
    u32 *pixel = realloc(w->pixel, (size_t)w->width * (size_t)w->height * sizeof *pixel);
    if (pixel) w->pixel = pixel;
    return pixel && view_size(v, (unsigned)w->width, (unsigned)w->height);
}

/* Only what is on the canvas: the guest may be running. */
static void put(struct window *w, struct view *v)
{
    canvas_pixels(&v->canvas, v->scale, w->letters ? letters_cells(w->letters, v->scale) : NULL, w->pixel, (unsigned)w->width, (unsigned)w->height, (unsigned)w->width);
    SDL_Surface *to = w->sdl.SDL_GetWindowSurface(w->window);
    SDL_Surface *from =
        w->sdl.SDL_CreateRGBSurfaceFrom(w->pixel, w->width, w->height, 32, w->width * 4, 0xff0000, 0xff00, 0xff, 0);
    if (to && from) w->sdl.SDL_UpperBlit(from, NULL, to, NULL);
    if (from) w->sdl.SDL_FreeSurface(from);
    w->sdl.SDL_UpdateWindowSurface(w->window);
}

static void show(struct window *w, struct view *v)
{
    if (!fit(w, v)) return;
    view_draw(v);
    put(w, v);
}

/* Meanwhile the guest runs: it can be stopped, and nothing else is heeded. */
static bool listen_meanwhile(void *ctx)
{
    struct window *w = ctx;
    struct view *v = w->view;
    SDL_Event event;
    bool enough = false;
    while (w->sdl.SDL_PollEvent(&event)) {
        bool key = event.type == SDL_KEYDOWN;
        if (event.type == SDL_QUIT || (key && event.key.keysym.sym == SDLK_q)) v->over = true;
        if (v->over || (key && event.key.keysym.sym == SDLK_ESCAPE)) enough = true;
    }
    snprintf(v->status, sizeof v->status, "running%s; escape stops it, q quits",
             isatty(0) ? ", its input is this terminal's" : "");
    view_draw_bottom(v);
    put(w, v); /* each time: it may have been covered, or resized */
    return enough;
}

static void handle(struct view *v, const SDL_Event *event)
{
    int key;
    switch (event->type) {
    case SDL_QUIT: v->over = true; break;
    case SDL_TEXTINPUT:
        if (event->text.text[0] >= ' ' && !event->text.text[1]) view_key(v, event->text.text[0]);
        break;
    case SDL_KEYDOWN:
        if ((key = key_of(&event->key.keysym)) != VIEW_KEY_NONE) view_key(v, key);
        break;
    case SDL_MOUSEWHEEL: view_key(v, event->wheel.y > 0 ? VIEW_KEY_UP : VIEW_KEY_DOWN); break;
    case SDL_MOUSEBUTTONDOWN:
        view_click(v, (unsigned)event->button.x / (FONT_WIDTH * v->scale),
                   (unsigned)event->button.y / (FONT_HEIGHT * v->scale), event->button.button);
        break;
    default: break;
    }
}

/* Without a display SDL draws into memory and waits for keys that nobody can press (SDL 2.26: "offscreen", last but one in
 * its list); who wants that names it in SDL_VIDEODRIVER. */
static bool is_seen(const struct sdl *s)
{
    const char *driver = s->SDL_GetCurrentVideoDriver();
    return getenv("SDL_VIDEODRIVER") || !driver || (strcmp(driver, "offscreen") != 0 && strcmp(driver, "dummy") != 0);
}

/* Without a folder for its socket, libwayland only complains on standard error. */
static bool may_be_wayland(void)
{
    const char *folder = getenv("XDG_RUNTIME_DIR"), *socket = getenv("WAYLAND_DISPLAY");
    return (folder && *folder == '/') || (socket && *socket == '/');
}

/* The letters that were asked for; those of the view itself where there are no others and none were named. -1 with *e. */
static int open_letters(struct window *w, const char *font, struct error *e)
{
    if (font && !strcmp(font, "builtin")) return 0;
    w->letters = letters_open(w->sdl.library, font, e);
    return font && !w->letters ? -1 : 0;
}

int window_run(struct view *v, const char *font, const char *script, bool script_only, struct error *e)
{
    static const char none[] = "no window: there is no display here (over ssh: ssh -X); --screenshot=FILE needs none";
    struct window w = {.view = v};
    bool chosen = getenv("SDL_VIDEODRIVER") || may_be_wayland();
    if (!chosen && !getenv("DISPLAY")) return error_set(e, "%s", none);
    if (sdl_open(&w.sdl, e) != 0 || open_letters(&w, font, e) != 0) return -1;
    if (!chosen) w.sdl.SDL_SetHint("SDL_VIDEODRIVER", "x11");
    int width = (int)(v->canvas.columns * FONT_WIDTH * v->scale),
        height = (int)(v->canvas.rows * FONT_HEIGHT * v->scale);
    if (w.sdl.SDL_Init(SDL_INIT_VIDEO) != 0)
        return error_set(e, "no window: %s; --screenshot=FILE needs none", w.sdl.SDL_GetError());
    if (!is_seen(&w.sdl)) {
        w.sdl.SDL_Quit();
        return error_set(e, "%s", none);
    }
    w.window = w.sdl.SDL_CreateWindow("pcgram", SDL_WINDOWPOS_UNDEFINED, SDL_WINDOWPOS_UNDEFINED, width, height,
                                      SDL_WINDOW_RESIZABLE);
    if (!w.window) {
        error_set(e, "no window: %s", w.sdl.SDL_GetError());
        w.sdl.SDL_Quit();
        return -1;
    }
    w.sdl.SDL_StartTextInput();
    int key;
    SDL_Event event;
    show(&w, v);
    v->listener = (struct listener){.listen = listen_meanwhile, .ctx = &w};
    while (script && !v->over && (key = view_script(&script)) != VIEW_KEY_NONE) {
        view_key(v, key);
        show(&w, v);
        while (w.sdl.SDL_PollEvent(&event)) handle(v, &event);
    }
    while (!script_only && !v->over && w.sdl.SDL_WaitEvent(&event)) {
        handle(v, &event);
        while (w.sdl.SDL_PollEvent(&event)) handle(v, &event);
        show(&w, v);
    }
    v->listener = (struct listener){0};
    free(w.pixel);
    letters_close(w.letters);
    w.sdl.SDL_DestroyWindow(w.window);
    w.sdl.SDL_Quit();
    return 0;
}

#endif
