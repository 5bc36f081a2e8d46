/* The conformance harness's view of an implementation of sprofil() and the four profil()s. Whoever has one writes these
 * few functions over it, in one C file that needs this header and nothing else, and runs
 * `pcgram conform --backend=./file.so`; docs/conform.md has an example.
 *
 * A back end plays one process with memory of its own, profiling calls and a clock whose ticks fall where the harness
 * says. Each row of the table is one such process, from open() to close(). Addresses, lengths and arguments are the
 * process's; addresses outside 32 bits occur only where `word` is 8. */
#ifndef PCGRAM_PROF_CONFORM_CONFORM_H
#define PCGRAM_PROF_CONFORM_CONFORM_H

#include <stddef.h>
#include <stdint.h>

#define CONFORM_VERSION 1

enum conform_call {
    CONFORM_HPUX_SPROFIL,   /* sprofil(profp, profcnt, tvp, flags) */
    CONFORM_HPUX_PROFIL,    /* profil(buff, bufsiz, offset, scale) */
    CONFORM_IRIX_PROFIL,    /* profil(buff, bufsiz, offset, scale) */
    CONFORM_OPENBSD_PROFIL, /* profil(samples, size, offset, scale) */
    CONFORM_AIX_PROFIL,     /* profil(ShortBuffer or ProfBuffer, BufferSize, Offset, Scale) */
    CONFORM_CALLS
};

/* flags of sprofil() as the harness passes them. A back end whose header has other numbers translates. */
enum { CONFORM_USHORT = 1, CONFORM_UINT = 2, CONFORM_UINT64 = 4 };

/* Rights of memory; none: not mapped. */
enum { CONFORM_READ = 1, CONFORM_WRITE = 2 };

/* Where a processor with delay slots and nullification stands when the tick comes; others take all as plain. */
enum conform_where { CONFORM_PLAIN, CONFORM_NULLIFIED, CONFORM_DELAY_SLOT };

/* What every function but on() and close() returns. */
enum conform_status {
    CONFORM_OK,
    CONFORM_CANNOT,  /* this back end has no way to do it: the row is left out */
    CONFORM_TROUBLE, /* it should have worked: the run is worth nothing */
};

struct conform_options {
    int allow_overlap;  /* sprofil() is to accept regions that overlap, where it can be told */
    const char *file;   /* what stands behind the back end's name on the command line, or NULL */
    char *message;      /* room for one line that explains CONFORM_TROUBLE */
    size_t message_size;
};

/* What a call gave the program. */
struct conform_result {
    int64_t value; /* returned; of a void function: 0 */
    int error;     /* errno if the call has set it, else 0; E2BIG, EFAULT and EINVAL are 7, 14 and 22 */
};

/* A forked child: it takes one tick at pc; then `size` bytes of its memory from addr on are copied to `memory`, and
 * `on` says whether its profiling is on (as on() does). It ends, and the parent goes on. */
struct conform_child {
    uint64_t pc, addr, size;
    void *memory;
    int on;
};

struct conform_backend {
    int version;         /* CONFORM_VERSION */
    const char *name;
    unsigned word;       /* bytes of a pointer: 4 or 8 */
    int big_endian;      /* byte order of memory */
    unsigned pc_unit;    /* pcs are multiples of it: 4 on PA-RISC, 16 on Itanium, 1 where any will do */
    unsigned calls;      /* bit n: enum conform_call n is there */
    int isolate;         /* run each row in a process of its own: it may crash, hang or leave something behind */

    int (*open)(const struct conform_options *options, void **state);
    void (*close)(void *state);
    /* Zero-filled pages at [addr, addr + size), both multiples of 4096, with these rights; 0 unmaps. Pages that are
     * there keep what they hold. */
    int (*map)(void *state, uint64_t addr, uint64_t size, int rights);
    /* Memory regardless of rights. */
    int (*write)(void *state, uint64_t addr, const void *from, size_t size);
    int (*read)(void *state, uint64_t addr, void *to, size_t size);
    int (*call)(void *state, enum conform_call call, const uint64_t arg[4], struct conform_result *result);
    /* CONFORM_CANNOT for a place that says nothing where no processor runs. */
    int (*tick)(void *state, uint64_t pc, enum conform_where where);
    /* 1 profiling is on, 0 off, -1 nobody can tell. NULL: never. */
    int (*on)(void *state);
    /* May be NULL: cannot. */
    int (*fork)(void *state, struct conform_child *child);
    int (*exec)(void *state);                /* begins a new program; the memory is gone */
    int (*thread)(void *state, uint64_t pc); /* a second thread of the process takes a tick, and ends */
};

/* A plug-in defines this. */
extern const struct conform_backend conform_backend;

#endif
