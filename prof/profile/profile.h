/* A profile in memory: what ran, how often, at what cost, under which names. Made from the counters of a run or read
 * from a file (profile_file.h); every report and every exported format is made from it and from nothing else. */
#ifndef PCGRAM_PROF_PROFILE_PROFILE_H
#define PCGRAM_PROF_PROFILE_PROFILE_H

#include "emu/core/counters.h"
#include "emu/core/error.h"
#include "emu/core/isa.h"
#include "prof/profile/data.h"
#include "prof/profile/slices.h"
#include "prof/profile/threads.h"
#include "prof/symbols/lines.h"
#include "prof/symbols/symbols.h"

#define PROFILE_NONE     UINT32_MAX /* no function, no image, no file */
#define PROFILE_CODE_MAX 16         /* bytes of the largest unit of code: an Itanium bundle */

/* What is counted per instruction; also the order of columns everywhere. */
enum profile_event { EVENT_CYCLES, EVENT_INSTRUCTIONS, EVENT_SLOTS, EVENT_TICKS };
#define PROFILE_EVENTS 4

/* none: the run was ended from outside, or exec began another program; mixed: several runs (profile_merge), which ended differently;
 * unknown: of a format that does not say it */
enum profile_exit_kind { EXIT_NONE, EXIT_CODE, EXIT_SIGNAL, EXIT_LIMIT, EXIT_MIXED, EXIT_UNKNOWN };

struct profile_exit {
    enum profile_exit_kind kind;
    int code;        /* EXIT_CODE: 0..255 */
    char signal[16]; /* EXIT_SIGNAL: "SEGV" */
};

struct profile_image {
    char *path; /* as the guest's command line or its loader named it */
    u64 bias;
    u64 size;       /* bytes of the file, 0 unknown */
    u64 low, high;  /* guest addresses of its code, 0, 0 unknown */
    u64 offset;     /* of the code at `low` in the file */
    char *build_id; /* hexadecimal, "" none */
};

struct profile_function {
    u64 start, size;
    u32 image;
    enum symbol_kind kind;
    char *name;   /* for people */
    char *symbol; /* as the file has it, where that is another (profile_demangle); else NULL */
};

struct profile_insn {
    struct pc_count count;
    u32 function; /* index, or PROFILE_NONE */
    u8 code[PROFILE_CODE_MAX];
    bool has_code; /* its bytes (struct profile: unit) were readable */
    u32 file;      /* source file, or PROFILE_NONE */
    u32 line;      /* in it, 0 with PROFILE_NONE */
};

/* Code with a source line, in a function that did not run. */
struct profile_idle {
    u64 address;
    u32 file, line;
};

/* For struct profile's `cpu`: sampled elsewhere (prof/formats/sampled.h), in a file that does not say which one it was. */
#define PROFILE_NO_CPU "?"

struct profile {
    char *isa, *cpu;       /* "parisc", "pa7300lc"; PROFILE_NO_CPU */
    bool big_endian;       /* the guest's byte order */
    unsigned address_size; /* bytes of a guest pointer: 4 or 8 */
    unsigned unit;         /* bytes of code that are decoded together: 4, or a bundle of 16 */
    u64 clock_hz;          /* cycles per second of emulated time, at least 1 */
    u64 tick_cycles;       /* cycles between two ticks, at least 1 */
    u64 handler_cycles;    /* spent in the tick handler, in no other figure here */
    struct pc_count total; /* sums over all instructions; pc is 0 */
    struct profile_exit exit;
    char *collected;       /* of a part of the run: the options that say which, "--start=solve --stop=print"; NULL: of all */
    struct profile_image *image;
    size_t images, images_room;
    struct profile_function *function; /* by start, one an address; those that ran, are jumped to or have idle lines */
    size_t functions, functions_room;
    char **file; /* source files of the instructions, by name, each once */
    size_t files, files_room;
    struct profile_insn *insn; /* by address; those that ran, and the rest of the functions they are in */
    size_t insns, insns_room;
    struct profile_idle *idle; /* by address */
    size_t idles, idles_room;
    struct call_arc *arc; /* by (from, to) */
    size_t arcs, arcs_room;
    struct context_count *context; /* chains of calls: parents before their children, siblings by (from, to), depth first */
    size_t contexts, contexts_room;
    struct context_tick *tick; /* by (context, pc) */
    size_t ticks, ticks_room;
    struct profile_data *data; /* NULL: the run was not asked what was accessed (--data) */
    struct profile_threads *threads; /* NULL: there was one only */
    struct profile_slices *slices;   /* NULL: the run was not asked when (--slices) */
    const struct source_map *source_map; /* where readers find sources; NULL: as named; no part of the file, nor owned */
    struct inlines *inlines; /* NULL: none, or not asked for (prof/profile/profile_inlines.h); no part of the file */
};

struct profile_source {
    const struct isa *isa;
    unsigned unit; /* 4, or 16: a bundle, whose slots are addressed as bundle | slot */
    const char *cpu_model;
    u64 clock_hz, tick_cycles, handler_cycles;
    const struct counters *counters; /* after counters_sort */
    const struct symbols *symbols;   /* NULL: none */
    const struct lines *lines;       /* NULL: none */
    /* Copies n bytes of guest code; false when they cannot be read. */
    bool (*read_code)(void *context, u64 address, u8 *out, size_t n);
    void *context;
    struct profile_exit exit;
    const char *collected; /* as above */
    struct profile_data *data; /* NULL: none; the profile's from then on */
    const struct waits *waits; /* NULL: none */
    const struct slices *slices; /* NULL: none */
    /* The names of what lies at n addresses, which ascend, new strings; "" where that is not known. NULL: none is. */
    void (*name_data)(void *context, const u64 *address, char **name, size_t n);
};

/* Makes a profile of a run's counters. -1 with *e when a sum passes 2^64 - 1; *p is then empty. */
int profile_build(struct profile *p, const struct profile_source *source, struct error *e);
void profile_free(struct profile *p);
/* Sampled elsewhere: its ticks, and cycles, are what its program has counted, which only that knows. */
static inline bool profile_is_sampled(const struct profile *p) { return !strcmp(p->cpu, PROFILE_NO_CPU); }
/* What inlined copies are known of it. */
void profile_forget_inlines(struct profile *p);

/* Sorts the source files by name, drops those that no code is from and equal ones, and renumbers. */
void profile_settle_files(struct profile *p);

/* The sums of all instructions into p->total. -1 with *e when one passes 2^64 - 1, or one of the calls or contexts does. */
int profile_sum(struct profile *p, struct error *e);

/* Sorts the arcs by (from, to) and adds up equal ones, whose sums fit: they are of contexts. */
void profile_settle_arcs(struct profile *p);

/* Adds tail calls to the arcs where only the contexts have them: profiles written before arcs counted them. */
void profile_add_tail_calls(struct profile *p);

/* Adds the counts of *add to *sum; false (and *sum undefined) when one passes 2^64 - 1. */
bool profile_add(struct pc_count *sum, const struct pc_count *add);

/* Cycles lost to all causes together; the sums of a profile do not pass 2^64 - 1. */
u64 profile_stalls(const struct pc_count *c);

/* One count by its event. */
u64 profile_event(const struct pc_count *c, enum profile_event event);
/* "cycles", "instructions", "slots", "ticks". */
const char *profile_event_name(enum profile_event event);
/* The reverse: 0 with *event, -1 for another word. */
int profile_event_find(const char *name, enum profile_event *event);

/* The instruction at exactly this address, or NULL. */
const struct profile_insn *profile_insn_at(const struct profile *p, u64 address);
/* The tick of that context at that address, or PROFILE_NONE. */
size_t profile_tick_at(const struct profile *p, const struct context_tick *t);
/* The function of an address; PROFILE_NONE: none of those that are listed. */
u32 profile_function_at(const struct profile *p, u64 address);
/* What a report has a row of: each function, then each image for its code that is in no function, then what is in no image. */
size_t profile_rows(const struct profile *p);
/* The row of an instruction, below profile_rows(). */
u32 profile_insn_row(const struct profile *p, const struct profile_insn *insn);
/* Its functions, or those that ran, and images as symbols, in *s, which is empty; symbols_free() frees them. */
void profile_symbols(const struct profile *p, bool ran, struct symbols *s);
/* The name of a function as its file has it; of readers that make it readable themselves, and of profiles. */
const char *profile_symbol(const struct profile_function *g);
/* What code of an image is called that lies in none of its functions, a new string: "[guest]", "[vdso]"; "[unknown]" of
 * PROFILE_NONE. */
char *profile_image_label(const struct profile *p, u32 image);
/* The image that is the program itself: the first one that lies where its file says, or else the first; PROFILE_NONE:
 * no image. */
u32 profile_program(const struct profile *p);
/* The image whose code covers the address, or PROFILE_NONE. */
u32 profile_image_at(const struct profile *p, u64 address);

#endif
