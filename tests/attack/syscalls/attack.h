/* The inside of the campaign of system calls: the machine that is attacked, and the random things that calls are made
 * of. */
#ifndef PCGRAM_TESTS_ATTACK_SYSCALLS_H
#define PCGRAM_TESTS_ATTACK_SYSCALLS_H

#include <stdio.h>

#include "emu/os/kernel.h"

enum {
    DATA = 16 * MEM_PAGE,
    ADDRESSES = 24,
    MAPS = 400,
};

/* Half of the calls of a run have to do with each other. */
enum theme { THEME_SOCKETS, THEME_MEMORY, THEME_NONE, THEMES };

/* A word that looks like an address of the host. */
struct suspect {
    bool found;
    u64 value, word; /* the word: as the memory has it, which may be that of a processor of the big end */
    int at;          /* bytes from the beginning of the data, or LEAK_RESULT */
};
enum { LEAK_RESULT = -1 };

/* One machine and what the calls of a run are made of. */
struct attack {
    struct config config;
    struct machine machine;
    struct isa isa; /* the real one, but for where a call's arguments come from and its result goes */
    struct abi abi;
    const struct abi *real;
    struct os *os;
    u64 rng;
    enum theme theme;
    unsigned turn;    /* of the table: which call is next */
    u64 data;         /* address of DATA bytes that all processes have, and may write */
    u64 map[MAPS][2]; /* of the host */
    unsigned maps;
    u64 result;             /* of the last call that was no error */
    struct suspect suspect;
    u64 clear[64];          /* suspects of this run that were none */
    unsigned cleared;
    u64 address[ADDRESSES]; /* at the borders of what is mapped and of what an address is */
};

u64 attack_next(struct attack *a);
u64 attack_below(struct attack *a, u64 n);
bool attack_one_in(struct attack *a, u64 n);

u64 any_size(struct attack *a);    /* of a buffer */
u64 any_address(struct attack *a); /* in the data, and at borders */
u64 any_fd(struct attack *a);
u64 any_number(struct attack *a);

/* shapes.c: whether a call belongs to a theme that is one, and calls that random arguments would hardly ever get right.
 * Names of sockets, messages with descriptors in them and the like are put into the memory of the thread, often so that
 * they end where memory does. The arguments that they are handed over by are changed in `out`. */
bool attack_is_about(const struct syscall *s, enum theme theme);
void attack_shape(struct attack *a, const struct thread *t, const struct syscall *s, struct syscall_args *out);

/* The next step by which a descriptor goes from one socket to another, and how it is called: a message with some is
 * received, if one is there, else one is sent, else sockets are made. Chance alone does all of them in turn so seldom
 * that a campaign of some ten thousand calls may have none. */
const struct syscall *attack_pass_descriptors(struct attack *a, const struct thread *t, struct syscall_args *out);

/* What the upper bytes of an address of the host look like. */
static inline bool host_like(u64 byte) { return byte == 0x7f || byte == 0x55 || byte == 0x56; }

/* leak.c: a run begins; a call has this result; the memory of a process is looked through. Then a->suspect tells. */
void leak_begin(struct attack *a);
void leak_result(struct attack *a, u64 value);
void leak_look(struct attack *a, const struct mem *m);
/* Whether a->suspect, found behind call `call` of that run, is the guest's own, which another process finds out; it says so,
 * unless `out` is NULL. */
bool leak_is_none(struct attack *a, u64 seed, u64 run, unsigned call, FILE *out);
/* That other process: what it has in the same place. */
void leak_say_again(const struct attack *a, const struct mem *m, int at, FILE *out);

/* tried.c: which calls of a table were made, and which ever came back without an error. */
void tried_call(const struct guest_abi *abi, const struct syscall *s);
void tried_success(const struct guest_abi *abi, const struct syscall *s);
void tried_descriptors(const struct guest_abi *abi, unsigned came);
/* Tells about one table; false: there is one that was never made, or one of those that have to work never worked. */
bool tried_all(const struct guest_abi *abi, const char *name, FILE *out);

#endif
