/* What the collector counts of a process: objects, chains of calls that allocated, rows of (object, instruction), lines.
 *
 * All of it grows by what is touched and no further than the numbers here, and is part of --mem-limit's account. Without room a
 * new object is the one of DATA_OTHER, a new row that object's without an instruction (of what is fetched DATA_FETCH's), and of a
 * new line it is not known which bytes are used, by whom, or why it misses: counts and sums stay exact. */
#ifndef PCGRAM_DATA_TABLES_H
#define PCGRAM_DATA_TABLES_H

#include "emu/core/contexts.h"
#include "emu/core/mem.h"
#include "emu/data/strides.h"
#include "prof/profile/data.h"

enum {
    OBJECTS_MOST = 1 << 20,
    ROWS_MOST = 1 << 20,
    LINES_MOST = 1 << 22,   /* of touches, lines and sharers each */
    CHAINS_MOST = 1 << 20,
    SHARERS_MOST = 64,      /* threads of one line that are told apart; and by whom lines have been seen */
    ROW_MEMO = 1 << 10,
    TOUCH_MEMO = 1 << 12,
};

/* Objects that are always there. */
enum { OBJECT_OTHER, OBJECT_FETCH, OBJECT_UNMAPPED };

/* Found by hashing: index + 1 of an entry, 0 free. */
struct hash {
    u32 *slot;
    size_t room; /* a power of two, or 0 */
};

struct row {
    struct data_row data;
    u64 next;   /* address of the next access, if it is by the stride */
    u64 votes;  /* for that */
    bool begun; /* there was one */
};

/* The stride of a row, to go on counting with, and what has been counted of it. */
static inline struct stride row_stride(const struct row *r) { return stride_begin(r->next, r->data.stride, r->votes, r->data.strided); }

static inline void row_set_stride(struct row *r, const struct stride *s)
{
    r->next = s->next;
    r->data.stride = s->most;
    r->data.strided = stride_right(s);
    r->votes = stride_votes(s);
}

enum {
    TOUCH_DEAD = 1 << 29,   /* of no object; nor is it DATA_NONE, which an instruction without an object has */
    TOUCH_PARTLY = 1 << 30, /* besides the object: there are bytes that were not accessed */
};
#define TOUCH_OUTSIDE ((u32)1 << 31) /* likewise: the line is not in the cache, and that only holds for accesses that do not bring it there */

/* What of a line belongs to an object. */
struct touch {
    union {
        struct {
            u32 low;  /* half of the line's address */
            u32 live; /* the object, with TOUCH_PARTLY and TOUCH_OUTSIDE, while an access to used bytes only counts one more: `now` is not 0, and the line is where `lru` says; or TOUCH_DEAD */
        };
        u64 line; /* both, which are asked for together */
    };
    u64 used;   /* a bit for each byte that was accessed, or for each unit of a line of more than 64 bytes */
    u32 high;   /* half of the line's address */
    u32 now;    /* accesses that the picture does not have yet (emu/data/picture.h) */
    u32 lru;    /* where its line is in the cache that holds lines anywhere, if it is still there (emu/data/lru.h) */
    u32 object : 29;
    u32 falsely : 1; /* shared */
    u32 brought : 1; /* the process has one thread, and its cache has got the line, in struct line's sense of `seen` */
};
_Static_assert(sizeof(struct touch) == 32, "half a line of a host's cache");
_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "the first half of a word is the lower one");

/* The address of its line. */
static inline u64 touch_start(const struct touch *u) { return (u64)u->high << 32 | u->low; }

struct line {
    u64 start; /* its address */
    u64 seen;    /* by which threads it was used so that their caches were to have it: bit of their number in the process; the last one is of all others */
    u32 sharers; /* index + 1, by `next`; 0: none */
};

struct sharer {
    u32 tid, next;
    u64 foreign; /* bytes that others have written since its last access */
};

/* The chain of a context: found by hashing. */
struct known_chain {
    const struct context *context; /* NULL: free */
    u32 chain;
};

/* The first touch is of no line. */
#define NO_LINE UINT64_MAX

struct tables {
    struct mem_account *account;
    u64 taken; /* bytes of it */
    struct data_object *object;
    struct data_chain *chain;
    struct known_chain *known; /* by context */
    struct row *row;
    struct touch *touch;
    struct line *line;
    struct sharer *sharer;
    size_t objects, objects_room, chains, chains_room, knowns, known_room, rows, rows_room, touches, touches_room, lines, lines_room,
        sharers, sharers_room;
    struct hash by_object, by_chain, by_row, by_touch, by_line;
    u32 row_memo[ROW_MEMO], touch_memo[TOUCH_MEMO]; /* index + 1 */
    u64 cut[4]; /* struct profile_data */
};

void tables_init(struct tables *t, struct mem_account *account);
void tables_free(struct tables *t);

/* The object of that kind, place and chain; a new one, without room OBJECT_OTHER. `name` is copied; it is part of what makes the
 * object only where nothing else does. */
u32 tables_object(struct tables *t, enum data_kind kind, u64 start, u64 size, u32 chain, const char *name);
/* The chain that ends in the context; DATA_NONE: none, or no room. */
u32 tables_chain(struct tables *t, const struct context *c);
/* Of a copy of the process: objects and chains without counts. */
void tables_copy(struct tables *to, const struct tables *from);

/* Valid until the next call. */
struct row *tables_row(struct tables *t, u32 object, u64 pc);
/* NULL: there is none yet. */
struct touch *tables_find_touch(struct tables *t, u64 start, u32 object);
/* NULL: there is no room for it. */
struct touch *tables_touch(struct tables *t, u64 start, u32 object);
struct line *tables_line(struct tables *t, u64 start);
/* The part of a thread in a line, made when there is none: NULL without room. */
struct sharer *tables_sharer(struct tables *t, struct line *l, u32 tid);

#endif
