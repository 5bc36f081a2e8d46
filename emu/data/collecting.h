/* The collector's own: what it knows of a process and of a thread. For emu/data alone. */
#ifndef PCGRAM_DATA_COLLECTING_H
#define PCGRAM_DATA_COLLECTING_H

#include "emu/core/data.h"
#include "emu/data/allocators.h"
#include "emu/data/collector.h"
#include "emu/data/extents.h"
#include "emu/data/lru.h"
#include "emu/data/picture.h"
#include "emu/data/tables.h"

enum {
    MEMO = 16,
    STACKS = 1 << 8,
    LATE = 2, /* instructions behind a call or return, until it is over: PA-RISC's delay slot is one. Under a timing model it is told then. */
};

/* A frame of a stack: its memory lies from there on, in the direction in which the stack grows. */
struct frame {
    u64 sp, back;
    u32 object;
};

/* A call of an allocator that has not returned. */
struct pending {
    const struct allocator *by; /* NULL: none is */
    struct allocator allocator;
    u64 back, size, where;      /* where: argument of posix_memalign */
    size_t depth;               /* of open calls, that one included */
    u32 object;
    struct extent old;          /* realloc's block; end 0: none */
    unsigned late;
};

struct data_thread {
    u64 serial; /* of the data_process */
    unsigned number; /* in its process, SHARERS_MOST - 1 at most */
    size_t depth;    /* what has been seen of the call stack */
    const struct context *at;
    u64 entry;       /* a function was entered, which begins there */
    unsigned late;   /* for so many instructions that is looked for */
    struct pending pending;
    struct frame *frame;
    size_t frames, frames_room, base; /* frame[i] is that of open call base + i + 1 */
    struct { u64 start, size; u32 object; } inner[2]; /* what certainly lies in the innermost frame, and in that of its caller */
    bool inner_stale;
    u64 stack_low, stack_high;        /* the mapping that the stack pointer lies in; none: both 0 */
    struct { struct extent x; u64 version; } memo[MEMO];
    struct lru lru;
    struct data_note *notes; /* DATA_NOTES of them (emu/core/data.h) */
    u32 *places, no_place;   /* where they say which object it was */
    struct data_access access; /* under way */
    u32 object;
};

/* An instruction, and what it did last: mostly it does it again. */
struct site {
    u64 pc;
    u64 bytes;   /* as many bits */
    u32 object;  /* DATA_NONE: it has done nothing yet */
    u32 row;     /* of that and the instruction */
    u32 touch;   /* of the line that it accessed last; 0: none */
    u16 most;    /* where in a line it may begin to lie in it whole */
    u8 size;
    u8 count;    /* enum data_count: DATA_LOADS or DATA_STORES; else DATA_PREFETCHES */
    bool fills;
    u64 start, end; /* where something of one object lies, at that version; of a stack nothing */
    u64 version;
    u32 value;      /* that object */
};

enum {
    SITES_MOST = 1 << 16, /* further instructions are told each time */
    NEAR = 1 << 16,       /* granules whose touch is known */
    GRANULE_SHIFT = 3,
};

struct sites {
    struct site *site; /* [0] is none's */
    u32 count, room;
    u32 *slot; /* by a hash of the pc: index, 0: free; twice `room` */
};

/* An image, and where its objects can lie. */
struct known_image {
    char *path;
    u64 bias, low, high;
    bool stale;
};

struct data_process {
    struct collector *collector;
    struct process *process;
    u64 serial;
    struct tables tables;
    struct picture picture;
    struct extents blocks, maps;
    u64 version; /* changes with them */
    u32 line, unit; /* bytes; of a bit of struct touch */
    unsigned line_shift;
    unsigned threads;
    bool shared; /* more than one thread has run */
    struct allocators allocators;
    struct known_image *image;
    size_t images, images_room;
    unsigned refreshes;
    bool stale; /* code or images have been mapped or have gone */
    struct sites sites;
    u32 *near; /* by the low bits of granule: the touch of the line and object that it is part of, 0: not known */
    struct { u64 function; u32 object; } stack[STACKS]; /* of functions, by a hash; object 0: none */
};

/* Where mappings have come or gone, images are looked at again. */
void data_refresh(struct data_process *d);
/* Something else lies in [start, end). */
void data_replaced(struct data_process *d, u64 start, u64 end);
/* Whose frame holds the address, which is in the thread's stack. */
u32 data_stack_object(struct data_process *d, const struct data_thread *s, const struct thread *t, u64 address);
/* Makes s->inner anew. */
void data_find_inner(struct data_thread *s, const struct thread *t);

#endif
