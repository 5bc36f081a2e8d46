/* The collector's own: what it knows of a process and of a thread. For emu/data alone. */
#ifndef PCGRAM_DATA_COLLECTING_H
#define PCGRAM_DATA_COLLECTING_H

#include "emu/core/data.h"
#include "emu/data/allocators.h"
#include "emu/data/collector.h"
#include "emu/data/extents.h"
#include "emu/data/lru.h"
#include "emu/data/picture.h"
#include "emu/data/spans.h"
#include "emu/data/tables.h"

enum {
    MEMO = 16,
    STACKS = 1 << 8,
};

/* A frame of a stack: its memory lies from there on, in the direction in which the stack grows. */
struct frame {
    u64 sp;
    u32 back, object; /* note_back() (emu/data/notes.h) */
};

/* A call of an allocator that has not returned. */
struct pending {
    enum allocator_kind kind;
    u64 back, where; /* where: argument of posix_memalign */
    size_t depth;    /* of open calls, that one included; 0: there is none */
};

/* What an allocator is to return. */
struct wanted {
    u64 size;
    u32 object;
    struct extent old; /* realloc's block; end 0: none */
};

struct data_thread {
    u64 serial; /* of the data_process */
    /* The emulated thread's own. */
    u64 (*get_sp)(const struct thread *t); /* struct abi's */
    struct pending pending;
    struct data_access access; /* under way */
    u32 object;        /* of it */
    u8 between[NOTES_APART];
    /* Changes only while nothing is under way (emu/data/notes.h). */
    unsigned number; /* in its process, SHARERS_MOST - 1 at most */
    u32 tid;
    u64 stack_low, stack_high; /* the mapping that the stack pointer lies in; none: both 0 */
    u8 also_between[NOTES_APART];
    /* What is counted, and by. */
    size_t depth;    /* of the call stack */
    u32 innermost;   /* whose frame the innermost one is, even if it has none */
    struct frame *frame;
    size_t frames, frames_room, base; /* frame[i] is that of open call base + i + 1 */
    struct { u64 start, middle, size; u32 object[2]; } inner; /* what certainly lies in the innermost frame and in that of its caller: objects before
                                                              * the middle and from there on */
    bool inner_stale;
    bool counted; /* now */
    u32 *places;  /* one at least: as struct engine's, where the objects of accesses go */
    struct wanted wanted;
    struct { struct extent x; u64 version; } memo[MEMO];
    struct lru lru;
    u8 behind[NOTES_APART];
};

/* Whether the address lies in what is the thread's stack now. */
static inline bool in_stack(const struct data_thread *s, u64 address) { return address - s->stack_low < s->stack_high - s->stack_low; }

/* An instruction, as those who tell know it. */
struct site_insn {
    u64 pc;
    u8 size;
    u8 count; /* enum data_count: DATA_LOADS or DATA_STORES; else DATA_PREFETCHES */
    bool fills;
};

/* What an instruction did to an object. */
struct site_row {
    union {
        struct {
            u32 zero;   /* always */
            u32 object; /* DATA_NONE: there is none yet */
        };
        u64 line; /* struct touch's, of a line at 0 that was used as a whole */
    };
    u32 row : 31;  /* of the object and the instruction */
    u32 begun : 1; /* there was an access before */
    u32 near;      /* near_beside() of the object */
    struct stride stride; /* that row's, which has none until sites_settle(), nor what is counted here */
};

/* What an instruction did last: mostly it does it again. What most accesses need is in one line of a host's cache. */
struct site {
    struct site_row now;
    u32 bytes;   /* as many bits as an access has bytes */
    u32 ignores; /* what may stand in struct touch's `live` beside the object */
};
_Static_assert(sizeof(struct site) == 1 << DATA_SITE_SHIFT, "notes have its distance from the first");

/* Where something of one object lies, at that version; of a stack nothing. */
struct site_range {
    u64 start, end, version;
    u32 value; /* that object */
};

enum {
    OUTSIDE = 1 << 12,    /* touches that can be TOUCH_OUTSIDE at once */
    NEAR = 1 << 21,       /* granules whose touch is known: with a quarter of that two of bzip2's arrays took each other's places */
    GRANULE_SHIFT = 3,
    STACK_NEAR = 9, /* granules, as a shift, that the same place of two stacks' objects with neighbouring numbers is apart there */
};

/* Of stacks, so far beside the granule's own place stands what is known of it: whose a granule is changes with the frames, and what several functions have
 * of it stands in several places, none of them that of another granule of the line, even as other objects have it. 0: of other objects. */
static inline u32 near_beside(const struct tables *t, u32 object)
{
    return t->object[object].kind == DATA_STACK ? (object << STACK_NEAR) + (1 << (STACK_NEAR - 1)) : 0;
}

/* They are made by who tells; then the collector counts by them. So they stay where they are. */
struct sites {
    /* DATA_SITES of each, most of them in no memory yet; [0] is none's. Further instructions are told each time. */
    struct site_insn *insn;
    struct site *site;
    struct site_row *before; /* what it did to the object before that: it goes to and fro */
    struct site_range *range;
    u32 count, room;
    u32 *slot; /* by a hash of the pc: index, 0: free; twice `room` */
};

/* An image, and where its objects can lie. */
struct known_image {
    char *path;
    struct file_id id;
    u64 bias, low, high;
    bool stale;
};

struct data_process {
    struct collector *collector;
    struct process *process;
    u64 serial;
    /* The emulated threads' own, or changed only while nothing is under way. */
    u32 line, unit; /* bytes; of a bit of struct touch */
    unsigned threads;
    bool shared; /* more than one thread has run */
    bool stale;  /* code or images have been mapped or have gone */
    bool up;     /* stacks grow so */
    bool wide;   /* addresses are of 64 bits, and notes of accesses have DATA_NOTE_WIDE */
    u64 task_size;
    struct sites sites;
    struct allocators allocators;
    struct known_image *image;
    size_t images, images_room;
    unsigned refreshes;
    u64 numbered[DATA_FUNCTIONS]; /* struct data_told */
    u8 between[NOTES_APART];
    /* What is counted, and by. */
    u64 version; /* changes with blocks and maps */
    u64 unsettled; /* accesses since sites_settle() by data_pass() */
    u32 *near; /* by the low bits of granule and, in stacks, the object: the distance in bytes from the first touch to that
                * of the line and object that it is part of; 0: not known */
    struct extents blocks, maps;
    struct tables tables;
    struct picture picture;
    struct spans spans;
    struct { u64 function; u32 object; } stack[STACKS]; /* of functions, by a hash; object 0: none */
    u32 stack_of[DATA_FUNCTIONS]; /* by their number in notes */
    u8 behind[NOTES_APART];
    u32 outside[OUTSIDE]; /* by the low bits of a line's number: the only touch that may be TOUCH_OUTSIDE; 0: none is */
};

/* Where mappings have come or gone, images are looked at again. */
void data_refresh(struct data_process *d);
/* Something else lies in [start, end). */
void data_replaced(struct data_process *d, u64 start, u64 end);

/* The process that the thread is in, and the thread: what is known of them, from nothing if need be. */
struct data_process *data_process_of(struct collector *c, const struct thread *t);
struct data_thread *data_thread_of(struct data_process *d, struct thread *t);
/* The stack pointer has left what was the thread's stack. */
void data_find_stack(struct data_process *d, struct data_thread *s, u64 sp);
/* The function that holds the pc, as contexts_function() has it. */
u64 data_function_at(const struct thread *t, u64 pc);

#endif
