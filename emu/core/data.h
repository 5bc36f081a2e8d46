/* Where a run's accesses to memory are told: which object each one touched is for the collector (emu/data) to say. Single
 * steps tell, and the engine's blocks, host code among them. */
#ifndef PCGRAM_CORE_DATA_H
#define PCGRAM_CORE_DATA_H

#include "emu/core/counters.h"
#include "emu/core/machine.h"

/* What an instruction is about to do to memory. */
struct data_access {
    u64 pc, address;
    unsigned size;    /* bytes; 0: nothing */
    bool load, store; /* neither: a line is fetched ahead */
    bool in_slot;     /* of a delay slot: the branch before it, which may be a call or a return, is over when this is */
    bool fills;       /* where the first level of the caches has not got its line, it is brought there */
};

/* What it has cost: misses, and the stall cycles that they are charged with. */
struct data_cost {
    struct memory_events missed;
    u64 cache, tlb; /* cycles */
};

/* The caches of data that a thread goes through first. */
struct data_cache {
    u64 size; /* bytes; 0: there is none */
    u32 line; /* bytes */
};

/* What there is to tell is noted, and counted later, in that order, by the collector: maybe on another processor of the host
 * (emu/data/notes.h). Host code notes accesses that take nothing by itself.
 *
 * Notes are 64-bit words in pieces of DATA_NOTES_BYTES, which are aligned to their size. The first two words of a piece are not used, so a pointer to
 * the next note that is aligned to a piece says that there is no room. The first word of a note:
 *
 *     upper half                                     lower half                    words behind it
 *     the instruction, as site() numbers it          the address                   -                    an access
 *     the instruction | DATA_NOTE_WIDE               a place (struct engine's)     the address          an access, where addresses have 64 bits
 *     the instruction | DATA_NOTE_MISSED             the address                   what it has cost     an access that has cost something
 *     DATA_NOTE_FETCHED | what it has cost           the pc                        -                    a fetch
 *     DATA_NOTE_CALLED                               data_noted_function()         the stack pointer    a call
 *     DATA_NOTE_RETURNED                             data_noted_function()         -                    the innermost call has returned
 *
 * An instruction's number is a multiple of 1 << DATA_SITE_SHIFT. Into its place goes what the access is to. Of threads whose addresses have 64 bits every note
 * has an even number of words; where they have 32, accesses that are noted are aligned to their size, and lie in one line. */
enum {
    DATA_NOTES = 1024, DATA_NOTES_BYTES = DATA_NOTES * 8, DATA_SITES = 1 << 16,
    DATA_NOTES_AHEAD = 127, /* words of which host code of PA-RISC asks at once, for all accesses of a block */
    DATA_SITE_SHIFT = 6, DATA_NOTE_WIDE = 1, /* in a site's lower bits, which are 0 */
    DATA_NOTE_MISSED = 1 << 23, DATA_NOTE_CALLED = 1 << 24, DATA_NOTE_RETURNED = 1 << 25, DATA_NOTE_FETCHED = 1 << 30,
};

/* Functions have numbers in notes, by a hash of where they begin: struct data_told has whose each is. In a note there is enough of a
 * return address beside it to see that one frame is not another one. */
enum { DATA_NUMBER_BITS = 10, DATA_FUNCTIONS = 1 << DATA_NUMBER_BITS, DATA_NUMBER_LOW = 2, DATA_NUMBER_HIGH = 12, DATA_BACK_LOW = 2, DATA_BACK_HIGH = 24 };
static inline u32 data_number(u64 to) { return (u32)(to >> DATA_NUMBER_LOW ^ to >> DATA_NUMBER_HIGH) & (DATA_FUNCTIONS - 1); }
static inline u32 data_noted_function(u32 number, u64 back) { return number | (u32)(back >> DATA_BACK_LOW ^ back >> DATA_BACK_HIGH) << DATA_NUMBER_BITS; }
/* What is kept of the function that has that number now. */
enum { DATA_NUMBERED = 1, DATA_NUMBERED_ALLOCATOR = 3 }; /* behind its address; nothing: 0 */

/* What an access or a fetch mostly costs, in bits: misses of the first level, the second and the TLBs, and stalls. */
enum { MISSED_COUNT = 8, MISSED_CYCLES = 20, FETCHED_COUNT = 3, FETCHED_CYCLES = 17 };

/* Cycles that the instruction at pc waits for an access. */
struct data_wait {
    u64 pc;
    u32 cycles;
    u32 object; /* what that was to; or a place of it, counted from 1, 0: it is not known */
};

/* What is at the second of the places, counted from 1 (0: nothing), goes to the first, counted from 0. */
struct data_move {
    u32 place, from;
};

struct data_hook {
    void *ctx;
    /* The instruction of a->pc is next, and has been admitted. Returns what a->address is part of, by a number that waited() takes;
     * 0 without an access. Called again for the same one when the guest kernel has let the thread do something else before it. */
    u32 (*begin)(void *ctx, struct thread *t, const struct data_access *a);
    /* It is done, at that cost. Not called when it raised a fault. */
    void (*done)(void *ctx, struct thread *t, const struct data_cost *cost);
    /* Both at once, of an instruction inside of a block: begin() has been called where the run, or its last call or return, went
     * on. cost NULL: none, and no misses. What begin() returns goes to that place. */
    void (*accessed)(void *ctx, struct thread *t, const struct data_access *a, const struct data_cost *cost, u32 place);
    /* The number for notes of such accesses as this one (a->address aside), a load or a store; 0: there is none, and each is to be told. */
    u32 (*site)(void *ctx, struct thread *t, const struct data_access *a);
    /* There is no room for DATA_NOTES_AHEAD words: there is now. */
    void (*room)(void *ctx, struct thread *t);
    /* Counts all that was told so far, so that the thread's places (struct engine) hold what accesses were to. */
    void (*settle)(void *ctx, struct thread *t);
    /* The places have been changed by others than the collector, which goes on with them as they are. */
    void (*placed)(void *ctx, struct thread *t);
    /* A call, return or jump between functions has led to the instruction at pc, in a block. */
    void (*moved)(void *ctx, struct thread *t, u64 pc);
    /* The instruction has waited for an access, begun before, to wait->object. */
    void (*waited)(void *ctx, struct thread *t, const struct data_wait *wait);
    /* Behind a block: its instructions have waited for what is at places; then these are moved, all at once. They
     * must fit into DATA_NOTES: 2 words a wait, 1 a move. */
    void (*passed)(void *ctx, struct thread *t, const struct data_wait *wait, unsigned waits, const struct data_move *move, unsigned moves);
    /* Fetching the instruction at pc has cost that. */
    void (*fetched)(void *ctx, struct thread *t, u64 pc, const struct data_cost *cost);
    /* A child has been made with a copy of the parent's memory. A thread is going. */
    void (*forked)(void *ctx, const struct process *parent, struct process *child);
    void (*gone)(void *ctx, struct thread *t);
    /* Of a run with slices (emu/core/slices.h): what the process has accessed since the last time is of that span. Then spans are
     * joined, two by two. Both return how many rows there are of all spans now. */
    size_t (*passed_span)(void *ctx, struct process *p, size_t span);
    size_t (*joined_spans)(void *ctx, struct process *p);
};

/* There is room for so many words. */
static inline bool data_note_room(const u64 *noted, unsigned words)
{
    unsigned at = (uintptr_t)noted & (DATA_NOTES_BYTES - 1);
    return at && at + words * sizeof *noted <= DATA_NOTES_BYTES;
}

/* Notes the access, if there is room. */
static inline bool data_note(u64 **noted, u32 address, u32 site)
{
    if (!site || !data_note_room(*noted, 1)) return false;
    *(*noted)++ = (u64)site << 32 | address;
    return true;
}

/* The same of one that has cost something, if that is not more than there is room for. */
static inline bool data_note_missed(u64 **noted, u32 address, u32 site, const struct data_cost *cost)
{
    u64 l1 = cost->missed.l1d_misses, l2 = cost->missed.l2_misses, tlb = cost->missed.tlb_misses;
    if (!site || !data_note_room(*noted, 2) || (l1 | l2 | tlb) >> MISSED_COUNT || (cost->cache | cost->tlb) >> MISSED_CYCLES) return false;
    *(*noted)++ = (u64)(site | DATA_NOTE_MISSED) << 32 | address;
    *(*noted)++ = (((cost->cache << MISSED_CYCLES | cost->tlb) << MISSED_COUNT | l1) << MISSED_COUNT | l2) << MISSED_COUNT | tlb;
    return true;
}

static inline struct data_cost data_noted_miss(u64 n)
{
    u64 count = ((u64)1 << MISSED_COUNT) - 1, cycles = ((u64)1 << MISSED_CYCLES) - 1, stalls = n >> 3 * MISSED_COUNT;
    return (struct data_cost){{.l1d_misses = n >> 2 * MISSED_COUNT & count, .l2_misses = n >> MISSED_COUNT & count, .tlb_misses = n & count},
                              .cache = stalls >> MISSED_CYCLES & cycles, .tlb = stalls & cycles};
}

/* Notes the fetch likewise, but for what it has cost beside translating its address, which no one asks. */
static inline bool data_note_fetched(u64 **noted, u32 pc, const struct data_cost *cost)
{
    const struct memory_events *m = &cost->missed;
    u64 n = DATA_NOTE_FETCHED >> 4 * FETCHED_COUNT >> FETCHED_CYCLES;
    bool much = (m->l1i_misses | m->l2_misses | m->l1_tlb_misses | m->tlb_misses) >> FETCHED_COUNT || cost->tlb >> FETCHED_CYCLES;
    if (much || !data_note_room(*noted, 1)) return false;
    n = ((n << FETCHED_COUNT | m->l1i_misses) << FETCHED_COUNT | m->l2_misses) << FETCHED_COUNT | m->l1_tlb_misses;
    n = (n << FETCHED_COUNT | m->tlb_misses) << FETCHED_CYCLES | cost->tlb;
    *(*noted)++ = n << 32 | pc;
    return true;
}

static inline struct data_cost data_noted_fetch(u32 n)
{
    u32 count = (1 << FETCHED_COUNT) - 1, misses = n >> FETCHED_CYCLES;
    return (struct data_cost){{.l1i_misses = misses >> 3 * FETCHED_COUNT & count, .l2_misses = misses >> 2 * FETCHED_COUNT & count,
                               .l1_tlb_misses = misses >> FETCHED_COUNT & count, .tlb_misses = misses & count},
                              .tlb = n & ((1 << FETCHED_CYCLES) - 1)};
}

static inline bool data_note_wide(u64 **noted, u64 address, u32 site, u32 place)
{
    if (!site || !data_note_room(*noted, 2)) return false;
    *(*noted)++ = (u64)(site | DATA_NOTE_WIDE) << 32 | place;
    *(*noted)++ = address;
    return true;
}

/* A look at the events, and what was counted between two. One counter after the other: what has just been written by itself and is read together
 * with its neighbour waits for the processor's stores (a twentieth of the time of a program whose calls are short). */
static inline u64 data_by_itself(u64 x)
{
    __asm__("" : "+r"(x));
    return x;
}

static inline struct memory_events data_look(const struct memory_events *e)
{
    return (struct memory_events){data_by_itself(e->l1i_misses), data_by_itself(e->l1d_misses), data_by_itself(e->l2_misses),
                                  data_by_itself(e->l1_tlb_misses), data_by_itself(e->tlb_misses), data_by_itself(e->write_backs)};
}

static inline struct memory_events data_between(const struct memory_events *before, const struct memory_events *after)
{
    const struct memory_events now = data_look(after);
    return memory_events_since(before, &now);
}

/* Fetching an instruction has cost something. */
static inline bool data_fetch_costs(const struct data_cost *cost)
{
    const struct memory_events *m = &cost->missed;
    return cost->cache | cost->tlb | m->l1i_misses | m->l2_misses | m->l1_tlb_misses | m->tlb_misses;
}

/* The hook of the machine that the thread runs on; NULL: nobody wants to know. */
static inline const struct data_hook *data_hook_of(const struct thread *t) { return t->process->machine->data; }

#endif
