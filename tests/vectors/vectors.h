/* One vector, and the memory its stub works in. Offsets of struct block are known to tests/vectors/build. */
#ifndef VECTORS_H
#define VECTORS_H

struct block {
    unsigned long long in[8];  /* 0: registers before, in the order of the vector */
    unsigned long long out[8]; /* 64: registers after */
    unsigned long long mem[8]; /* 128: m0..m7 */
    unsigned n;                /* 192 */
    unsigned pad;
    unsigned status; /* 200: left half of the floating-point status afterwards */
    unsigned status_right;
};

struct vector {
    const char *text;
    void (*stub)(struct block *);
    unsigned long long in[8], want[8], mem[8], mem_want[8];
    const char *name[8];   /* of the registers in want */
    unsigned char word[8]; /* only the low 32 bits count */
    int outs;
    unsigned mem_check; /* bit i: mem[i] is compared */
    int n;              /* -1: not compared */
    int flags_check;
    unsigned flags;
    const char *trap; /* NULL: none */
};

extern const struct vector vectors[];
extern const int vector_count;

#endif
