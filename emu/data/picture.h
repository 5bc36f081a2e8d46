/* Where and when objects are accessed and miss: bands of addresses by slices of the run.
 *
 * The clock is the number of accesses so far (loads and stores that count), which every engine knows alike. A slice is so many of
 * them; when there are PICTURE_SLICES, each two become one, and later ones are twice as long. The bands of an object begin as
 * lines; where they are too many each two neighbours become one. So it is bounded, however long the run and whatever it touches. */
#ifndef PCGRAM_DATA_PICTURE_H
#define PCGRAM_DATA_PICTURE_H

#include "emu/data/tables.h"

enum {
    PICTURE_SLICES = DATA_SLICES,
    PICTURE_SLICE = 512,     /* accesses in one, at first */
    PICTURE_BANDS = 64,      /* of an object; fewer where objects are many */
    PICTURE_MOST = 1 << 11,  /* bands in all */
    PICTURE_DIRTY = 1 << 15, /* lines whose accesses are not in a band yet */
    PICTURE_QUICK = 256,
    PICTURE_SLOTS = 2 * PICTURE_MOST,
    PICTURE_PART = 1 << 30,  /* accesses that a line may have before they get into a band */
};

struct band {
    u32 object, next; /* the next one of the object: index + 1 */
    u64 region;       /* address >> the object's shift */
    struct data_cell *cell; /* by slice, of those that it has */
    u32 cells, room;
};

/* What of the picture is an object's. */
struct painted {
    u8 shift; /* 0: nothing yet; 64: one band has all addresses */
    u32 bands, first; /* index + 1 */
};

/* Where a band counts now. */
struct quick_cell {
    u64 start, size; /* size 0: nowhere */
    u64 *count;
    u32 object;
};

struct picture {
    struct tables *tables;
    u64 taken;           /* bytes of the account */
    u64 slice;           /* accesses */
    u64 part;            /* accesses that a part of it has at most */
    i64 left;            /* of the current part */
    u64 rest;            /* of the slice, behind that part */
    u32 column;          /* which that is */
    unsigned line_shift;
    struct band *band;   /* the first is of what no band is found for */
    u32 bands, live;     /* that were made, that are used */
    u32 spare;           /* index + 1 of one that is not, by `next` */
    u32 most;            /* of an object */
    struct quick_cell quick[PICTURE_QUICK]; /* by object and region */
    struct painted *of;  /* by object */
    size_t room;
    u32 slot[PICTURE_SLOTS]; /* by a hash of object and region: index + 1 */
    u32 dirties, dirty[PICTURE_DIRTY]; /* indices of touches */
};

void picture_init(struct picture *p, struct tables *t, unsigned line_shift);
void picture_free(struct picture *p);
/* So many misses of the first level, the second and the TLB, at that address of the object, now. */
void picture_missed(struct picture *p, u32 object, u64 address, u64 l1, u64 l2, u64 tlb);
/* One line more has accesses that are in no band. */
void picture_note(struct picture *p, u32 touch);
/* Accesses to a line of which nothing is kept. picture_pass() follows. */
void picture_count_apart(struct picture *p, u32 object, u64 address, u64 n);
/* A part of a slice is over. */
void picture_next(struct picture *p);
/* The bands by object and address; to[] numbers objects anew, DATA_NONE: the object is left out, and its bands are OBJECT_OTHER's.
 * That has some of its own if picture_has_others(). */
bool picture_has_others(struct picture *p);
void picture_take(struct picture *p, const u32 *to, struct profile_data *out);

/* The clock goes on by n accesses: no more than there are until the part of the slice is over, or all of one instruction. */
static inline void picture_pass(struct picture *p, unsigned n)
{
    p->left -= n;
    if (UNLIKELY(p->left <= 0)) picture_next(p);
}

/* n accesses to a line, now; in a list of lines first, so that bands are looked for once a slice. picture_pass() follows. */
static inline void picture_count(struct picture *p, struct touch *u, unsigned n)
{
    if (UNLIKELY(!u->now)) picture_note(p, (u32)(u - p->tables->touch));
    u->now += n;
}

#endif
