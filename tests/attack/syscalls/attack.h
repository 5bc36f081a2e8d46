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
    u64 data;         /* address of DATA bytes that all processes have, and may write */
    u64 map[MAPS][2]; /* of the host */
    unsigned maps;
    bool leaked;            /* a call has returned an address of the host */
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

/* tried.c: which calls of a table were made, and which ever came back without an error. */
void tried_call(const struct guest_abi *abi, const struct syscall *s);
bool tried(const struct guest_abi *abi, const struct syscall *s);
void tried_success(const struct guest_abi *abi, const struct syscall *s);
void tried_descriptors(const struct guest_abi *abi, unsigned came);
/* The next one whose turn it is, so that all of them have one. */
const struct syscall *tried_next(const struct guest_abi *abi);
/* Tells about one table; false: there is one that was never made, or one of those that have to work never worked. */
bool tried_all(const struct guest_abi *abi, const char *name, FILE *out);

#endif
