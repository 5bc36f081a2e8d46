/* The debug view: what a guest is doing, as a screen full of text and bars, and the keys that drive it. It is a client
 * of emu/debug; what else it shows it asks of whoever opened it. Window and pixels are in emu/view/window.h and
 * canvas.h. */
#ifndef PCGRAM_VIEW_VIEW_H
#define PCGRAM_VIEW_VIEW_H

#include "emu/core/counters.h"
#include "emu/core/debug.h"
#include "emu/core/disassembler.h"
#include "emu/core/kanata.h"
#include "emu/core/tick.h"
#include "emu/debug/debug.h"
#include "emu/view/canvas.h"
#include "emu/view/work.h"

/* A region of the guest's profile: pcs from low to last are counted in bins of `element` bytes at base. */
struct view_region {
    u64 low, last, base;
    u64 bins;
    u32 scale;        /* of 65536: what part of a pc's offset becomes one of the buffer */
    unsigned element; /* bytes: 2, 4 or 8 */
    bool overflow;    /* HP-UX's overflow bin */
};

enum { VIEW_REGIONS = 16, VIEW_HISTORY = 64, VIEW_BREAKS = 64, VIEW_NAME = 64, VIEW_CALLS = 26, VIEW_WORDS = 100,
       VIEW_OUTPUT = 4096 };

struct view_spec {
    struct debug *debug; /* its spec's prepare must call view_machine() for each machine */
    const char *guest, *cpu;
    const struct config *config;
    const struct disassembler *other; /* whose text of instructions; NULL: the instruction set's own */
    void *ctx;
    /* The function that holds pc: name[VIEW_NAME], *from: where it begins. False: it is in none that is known. */
    bool (*symbol)(void *ctx, struct process *p, u64 pc, char *name, u64 *from);
    /* The value of a name or a number typed by the user, and how many static objects have the name (0: it is none of theirs). False: it is neither. */
    bool (*address)(void *ctx, struct process *p, const char *text, u64 *out, unsigned *objects);
    /* The regions of the profile that is on, into out[VIEW_REGIONS]; how many. */
    unsigned (*regions)(void *ctx, struct process *p, struct view_region *out);
    /* The source line that pc is of, and where the code of its row begins; false: none is known. The name stays valid. */
    bool (*line)(void *ctx, struct process *p, u64 pc, const char **file, u32 *line, u64 *from);
    /* The text of a source line, or NULL. Valid until the next call. */
    const char *(*source)(void *ctx, const char *file, u32 line);
    /* Where a fault is, and the calls that led there, innermost first: words[VIEW_CALLS]; how many. */
    unsigned (*place)(void *ctx, struct process *p, const struct os_result *how, char (*words)[VIEW_WORDS]);
};

/* An instruction that was stepped. */
struct view_step {
    u64 pc;
    char text[40];
    struct kanata_insn course; /* the stages it was in, by the CPU clock */
    struct debug_operands operands;
};

/* Keys beside the characters. */
enum view_key {
    VIEW_KEY_ENTER = '\r',
    VIEW_KEY_ESCAPE = 27,
    VIEW_KEY_ERASE = 8,
    VIEW_KEY_TAB = 9,
    VIEW_KEY_UP = 256,
    VIEW_KEY_DOWN,
    VIEW_KEY_PAGE_UP,
    VIEW_KEY_PAGE_DOWN,
    VIEW_KEY_HOME,
    VIEW_KEY_NONE
};

struct view {
    struct view_spec spec;
    struct canvas canvas;
    struct listener listener; /* to the user, while the guest runs */
    unsigned scale;
    bool over; /* q */
    bool help;
    bool classic; /* the last instructions by the stages of a textbook */
    unsigned page; /* of the registers: what does not fit is on the next ones, then floating point */
    bool lost;  /* the guest cannot be started again */
    bool ended; /* it has run to its end: there is only the way back */
    bool crashed; /* by a fault, at `pc` */
    char place[VIEW_CALLS][VIEW_WORDS]; /* of the fault that it stopped for, or that killed it, as the spec has it */
    unsigned places;
    char status[160];
    char typed[256]; /* an address being typed */
    bool typing;

    char stack[VIEW_CALLS][VIEW_WORDS]; /* the calls that the thread is in, or was when it ended */
    unsigned calls;
    char output[VIEW_OUTPUT]; /* what the guest has written last, a ring */
    u64 written;              /* bytes in all */

    u64 pc;                     /* the guest's */
    u64 top;                    /* first line of the code, a multiple of the code unit */
    u64 cursor;                 /* pc of the marked line */
    bool following;             /* the next drawing has the guest's pc in the code */
    u64 line[96];               /* pcs of the lines on the screen, and */
    unsigned lines, first_line; /* ... the row of the first one */
    unsigned code_columns;      /* they are so long */
    u64 memory;                 /* address shown */
    u64 brk[VIEW_BREAKS];
    unsigned breaks;

    struct view_step history[VIEW_HISTORY]; /* a ring */
    unsigned steps;                         /* in it, ever */
    struct debug_register shown[DEBUG_SHOWN_MOST], before[DEBUG_SHOWN_MOST];
    unsigned shown_count, before_count;
    struct counters counts; /* so far, sorted */
    u64 most;               /* cycles of the hottest pc */
    u64 ticks;              /* taken so far by all threads */
    u64 last_tick;          /* pc of the last one */
    u64 tick_cycle;         /* ... and the CPU clock of its match */
    bool to_tick;           /* the run is to stop at one, */
    bool stopped_by_tick;   /* ... and has */
    struct tick_hook ticks_to; /* who takes them */
};

/* As many characters as so many pixels have room for; they become smaller (v->scale) where they would be fewer than the
 * panels need. False: no memory. */
bool view_size(struct view *v, unsigned width, unsigned height);

/* The same for a terminal of so many characters. */
bool view_cells(struct view *v, unsigned columns, unsigned rows);

/* Ready for its first picture of so many pixels. -1 with *e. v->spec is set. */
int view_open(struct view *v, unsigned width, unsigned height, struct error *e);
void view_close(struct view *v);

/* A machine is about to run, and has a profiler if it will have one: the view follows its ticks. */
void view_machine(struct view *v, struct machine *m);

/* The guest has written to its standard output or error, further than ever before. */
void view_output(struct view *v, const void *bytes, size_t n);

/* What a key, or a click on a cell with `button` (1: left, 3: right), does. */
void view_key(struct view *v, int key);
void view_click(struct view *v, unsigned column, unsigned row, int button);

/* Draws all of it (emu/view/panels.c); and the last row alone, for which the guest is not looked at. */
void view_draw(struct view *v);
void view_draw_bottom(struct view *v);
/* After the code is drawn: whether the pc that it was to have is not in it, for there are few rows. Then v->top is another one. */
bool view_follow(struct view *v);

/* The next key of a script: characters are keys, <up>, <down>, <pageup>, <pagedown>, <home>, <enter>, <escape>,
 * <space>, <erase>, <tab> and <less> those that have no character; blanks are nothing. VIEW_KEY_NONE at the end; -1: there
 * is no such key. */
int view_script(const char **script);

/* The guest has a next instruction, or a fault that killed it, at v->pc. */
static inline bool view_stands(const struct view *v) { return !v->ended || v->crashed; }

/* True if a breakpoint is there. */
bool view_has_break(const struct view *v, u64 pc);

#endif
