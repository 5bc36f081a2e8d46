#include "emu/view/letters.h"

#ifdef PCGRAM_SDL

#include <SDL2/SDL.h>
#include <dlfcn.h>
#include <stdlib.h>
#include <unistd.h>

#include "emu/core/alloc.h"
#include "emu/view/font.h"

/* What is used of the library, as SDL_ttf.h of 2.0.12 and later has it. The header is not asked for: these few do not change, and a
 * package less is needed to build. Sizes are pixels of an em. */
typedef struct TTF_Font TTF_Font;
struct ttf {
    int (*TTF_Init)(void);
    void (*TTF_Quit)(void);
    TTF_Font *(*TTF_OpenFont)(const char *file, int size);
    void (*TTF_CloseFont)(TTF_Font *);
    int (*TTF_FontHeight)(const TTF_Font *);
    int (*TTF_FontFaceIsFixedWidth)(const TTF_Font *);
    int (*TTF_GlyphMetrics)(TTF_Font *, Uint16, int *min_x, int *max_x, int *min_y, int *max_y, int *advance);
    SDL_Surface *(*TTF_RenderGlyph_Blended)(TTF_Font *, Uint16, SDL_Color);
};

struct letters {
    void *library;
    struct ttf ttf;
    void (*free_surface)(SDL_Surface *);
    const char *file;
    unsigned scale; /* of the cells, 0: none yet */
    u8 *cells;
};

enum { FIRST = ' ', LAST = '~', LEAST = 5 /* pixels of an em that can be read */ };

/* Where distributions have their fonts of fixed width. */
static const char *const fonts[] = {
    "/usr/share/fonts/truetype/dejavu/DejaVuSansMono.ttf", /* Debian, Ubuntu */
    "/usr/share/fonts/TTF/DejaVuSansMono.ttf",             /* Arch */
    "/usr/share/fonts/dejavu-sans-mono-fonts/DejaVuSansMono.ttf", /* Fedora */
    "/usr/share/fonts/truetype/liberation/LiberationMono-Regular.ttf",
    "/usr/share/fonts/truetype/liberation2/LiberationMono-Regular.ttf",
    "/usr/share/fonts/liberation-mono/LiberationMono-Regular.ttf",
    "/usr/share/fonts/truetype/noto/NotoSansMono-Regular.ttf",
    "/usr/share/fonts/noto/NotoSansMono-Regular.ttf",
    "/usr/share/fonts/truetype/freefont/FreeMono.ttf",
};

static const char *system_font(void)
{
    for (unsigned i = 0; i < ARRAY_LEN(fonts); i++)
        if (access(fonts[i], R_OK) == 0) return fonts[i];
    return NULL;
}

static int look_up(struct letters *l, void *sdl, struct error *e)
{
    void *symbol;
#define LOOK_UP(from, to, name)                                                                                        \
    if (!(symbol = dlsym(from, #name))) return error_set(e, "no letters of the system: no " #name "()");              \
    memcpy(&(to), &symbol, sizeof symbol);
    LOOK_UP(sdl, l->free_surface, SDL_FreeSurface)
    LOOK_UP(l->library, l->ttf.TTF_Init, TTF_Init)
    LOOK_UP(l->library, l->ttf.TTF_Quit, TTF_Quit)
    LOOK_UP(l->library, l->ttf.TTF_OpenFont, TTF_OpenFont)
    LOOK_UP(l->library, l->ttf.TTF_CloseFont, TTF_CloseFont)
    LOOK_UP(l->library, l->ttf.TTF_FontHeight, TTF_FontHeight)
    LOOK_UP(l->library, l->ttf.TTF_FontFaceIsFixedWidth, TTF_FontFaceIsFixedWidth)
    LOOK_UP(l->library, l->ttf.TTF_GlyphMetrics, TTF_GlyphMetrics)
    LOOK_UP(l->library, l->ttf.TTF_RenderGlyph_Blended, TTF_RenderGlyph_Blended)
    return 0;
}

/* Whether the file is a font whose letters are all as wide. */
static bool is_fixed(const struct letters *l)
{
    TTF_Font *font = l->ttf.TTF_OpenFont(l->file, FONT_HEIGHT);
    bool fixed = font && l->ttf.TTF_FontFaceIsFixedWidth(font);
    if (font) l->ttf.TTF_CloseFont(font);
    return fixed;
}

struct letters *letters_open(void *sdl, const char *file, struct error *e)
{
    struct letters *l = alloc_zeroed(1, sizeof *l);
    l->file = file ? file : system_font();
    l->library = l->file ? dlopen("libSDL2_ttf-2.0.so.0", RTLD_NOW | RTLD_LOCAL) : NULL;
    if (!l->file) error_set(e, "no font of the system is known; --font=FILE names one");
    else if (!l->library) error_set(e, "libSDL2_ttf-2.0.so.0 is not there; install libsdl2-ttf-2.0-0");
    else if (look_up(l, sdl, e) == 0 && l->ttf.TTF_Init() == 0) {
        if (is_fixed(l)) return l;
        l->ttf.TTF_Quit();
        error_set(e, "%s: not a font of fixed width that SDL2_ttf can read", l->file);
    }
    if (l->library) dlclose(l->library);
    free(l);
    return NULL;
}

void letters_close(struct letters *l)
{
    if (!l) return;
    l->ttf.TTF_Quit();
    dlclose(l->library);
    free(l->cells);
    free(l);
}

/* The largest size whose letters fit into a cell. NULL: there is none. *advance: how wide they are. */
static TTF_Font *fitting(const struct letters *l, int width, int height, int *advance)
{
    for (int size = height; size >= LEAST; size--) {
        TTF_Font *font = l->ttf.TTF_OpenFont(l->file, size);
        if (!font) continue;
        bool known = l->ttf.TTF_GlyphMetrics(font, 'M', NULL, NULL, NULL, NULL, advance) == 0;
        if (known && *advance <= width && l->ttf.TTF_FontHeight(font) <= height + 1) return font; /* the top row is empty */
        l->ttf.TTF_CloseFont(font);
    }
    return NULL;
}

/* A letter into its cell, its line in the middle. */
static void draw(const struct letters *l, TTF_Font *font, char letter, int width, int height, int left, u8 *cell)
{
    SDL_Surface *s = l->ttf.TTF_RenderGlyph_Blended(font, (Uint16)letter, (SDL_Color){255, 255, 255, 255});
    int top = (height - l->ttf.TTF_FontHeight(font)) / 2;
    if (!s) return; /* a blank has none */
    for (int y = 0; y < s->h; y++)
        for (int x = 0; x < s->w; x++) {
            u32 pixel;
            int to_x = x + left, to_y = y + top;
            memcpy(&pixel, (const u8 *)s->pixels + y * s->pitch + x * (int)sizeof pixel, sizeof pixel); /* ARGB8888 */
            if (to_x >= 0 && to_x < width && to_y >= 0 && to_y < height) cell[to_y * width + to_x] = (u8)(pixel >> 24);
        }
    l->free_surface(s);
}

const u8 *letters_cells(struct letters *l, unsigned scale)
{
    int width = (int)(FONT_WIDTH * scale), height = (int)(FONT_HEIGHT * scale), advance = 0;
    if (l->scale == scale) return l->cells;
    free(l->cells);
    l->scale = scale;
    l->cells = NULL;
    TTF_Font *font = fitting(l, width, height, &advance);
    if (!font) return NULL;
    size_t size = (size_t)width * (size_t)height;
    l->cells = calloc(LAST - FIRST + 1, size);
    for (char k = FIRST; l->cells && k <= LAST; k++) draw(l, font, k, width, height, (width - advance) / 2, l->cells + (size_t)(k - FIRST) * size);
    l->ttf.TTF_CloseFont(font);
    return l->cells;
}

#endif
