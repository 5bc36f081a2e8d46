/* From the emulated threads to the collector's counting: what was told of a run, in the order of its happening.
 *
 * It is written into pieces of a ring, one piece a thread at a time, and handed over a piece at a time: to a thread of the host of its
 * own, so that the guest goes on while its accesses are counted; or, where there is none, it is counted at once. What is counted is the
 * same, for the counting depends on nothing but the notes, and on what is changed only while all of them have been counted
 * (notes_drain()): mappings, images, the bounds of stacks, processes and threads. */
#ifndef PCGRAM_DATA_NOTES_H
#define PCGRAM_DATA_NOTES_H

#include <pthread.h>
#include <stdatomic.h>

#include "emu/core/data.h"
#include "emu/core/engine.h"

struct context;

/* Notes other than those of host code: what is in the upper half of the first word. */
enum note_kind {
    NOTE_KINDS = DATA_SITES << DATA_SITE_SHIFT, /* below: an access, of a word, or with DATA_NOTE_WIDE of two */
    NOTE_ACCESS = NOTE_KINDS, /* struct note_access; with NOTE_COSTS, struct note_cost behind it */
    NOTE_FUNCTION,            /* struct note_function */
    NOTE_RETURN,              /* struct note_return */
    NOTE_WAIT,                /* struct note_wait */
    NOTE_PASSED,              /* struct note_passed, behind it its waits, behind these its moves, filled up to two words */
    NOTE_FETCH,               /* struct note_fetch */
    NOTE_ALLOCATING,          /* struct note_allocating */
    NOTE_ALLOCATED,           /* struct note_block: 0: there is none */
    NOTE_FREED,               /* struct note_block, which ends */
};

enum { NOTE_LOAD = 1, NOTE_STORE = 2, NOTE_FILLS = 4, NOTE_COSTS = 8 };

/* What struct data_cost says of one access or fetch, which is little: else nothing is noted, but counted at once. */
struct note_cost {
    u16 l1i_misses, l1d_misses, l2_misses, tlb_misses;
    u32 cache : 24, l1_tlb_misses : 8, tlb;
};

struct note_access {
    u32 place, kind;
    u64 address, pc;
    u32 site;
    u16 size;
    u16 how; /* NOTE_LOAD | ... */
};

/* From now on this number is that function (as contexts_function() has it). */
struct note_function {
    u32 number, kind;
    u64 function;
};

/* A function of that number has been called, with the stack pointer there. */
struct note_call {
    u32 function, kind; /* data_noted_function(); DATA_NOTE_CALLED */
    u64 sp;
};

/* So many calls are open now; the innermost is of a function of that number. */
struct note_return {
    u32 function, kind; /* data_noted_function() */
    u64 depth;
};

static inline u32 note_number(u32 function) { return function & (DATA_FUNCTIONS - 1); }
static inline u32 note_back(u32 function) { return function >> DATA_NUMBER_BITS; }

struct note_wait {
    u32 object, kind;
    u64 pc, cycles, unused;
};

struct note_passed {
    u32 unused, kind;
    u32 waits, moves;
};

struct note_fetch {
    u32 unused, kind;
    u64 pc;
    struct note_cost cost;
};

/* An allocator was entered in that context. */
struct note_allocating {
    u32 unused, kind;
    u64 size;
    const struct context *at;
    const char *name;
};

struct note_block {
    u32 unused, kind;
    u64 block; /* its address */
};

enum {
    PIECES = 2048,     /* a guest may be ahead of the counting for a while: bzip2 takes 0.96 of the time that it takes with a quarter */
    NOTES_APART = 128, /* bytes between what one processor of the host writes and what another one reads often: two lines of its caches */
};

#define NOT_WANTED UINT64_MAX

/* Of a thread, and what it was when the first of it was noted. */
struct piece {
    struct data_process *process;
    struct data_thread *thread;
    u64 *note;    /* DATA_NOTES of them */
    u32 end;      /* behind the last one */
    bool counted; /* the thread's counting was on */
};

struct notes {
    struct thread *writer; /* of the piece that is not handed over yet; NULL: there is none */
    u8 counting;           /* the writer's, when it was begun */
    bool apart;            /* a thread of the host counts */
    u8 between[NOTES_APART];
    u64 counted_before; /* as many have been counted, at least */
    u8 between_pieces[NOTES_APART];
    atomic_ullong filled; /* pieces so far */
    u8 also_between[NOTES_APART];
    atomic_ullong counted;
    u8 between_too[NOTES_APART];
    atomic_ullong wanted; /* the emulating thread sleeps until so many have been counted; NOT_WANTED: it does not */
    atomic_bool over, idle;
    struct piece piece[PIECES];
    u64 *memory;
    pthread_t thread;
    pthread_mutex_t mutex; /* for sleeping */
    pthread_cond_t more, less;
};

/* apart: a thread of the host is to count, if one can be had. */
void notes_open(struct notes *n, bool apart);
/* What is noted has been counted. */
void notes_close(struct notes *n);

/* What has been noted has been counted, and nothing is under way. */
void notes_drain(struct notes *n);

/* Makes room for so many words of the thread, DATA_NOTES - 2 at most. */
void notes_make_room(struct notes *n, struct thread *t, unsigned words);
static inline u64 *notes_place(struct notes *n, struct thread *t, unsigned words)
{
    if (UNLIKELY(n->writer != t || n->counting != t->counting || !data_note_room(t->engine->next_note, words))) notes_make_room(n, t, words);
    return t->engine->next_note;
}

/* The words of a note of so many bytes. */
static inline unsigned notes_of(size_t bytes) { return (unsigned)((bytes + 15) / 16 * 2); }

/* Makes room for a note of that type: what it is to be written to, field by field (what is written in small parts and copied in large ones
 * waits for the processor's stores: a quarter of the emulating thread's time). notes_end() follows. */
#define NOTES_BEGIN(notes, t, type) ((struct type *)(void *)notes_place(notes, t, notes_of(sizeof(struct type))))
static inline void notes_end(struct thread *t, size_t bytes) { t->engine->next_note += notes_of(bytes); }

#endif
