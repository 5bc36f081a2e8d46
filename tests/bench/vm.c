/* An interpreter: a stack machine with a switch at its heart, running prime sieve and Fibonacci programs. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum op { PUSH, LOAD, STORE, ADD, SUB, MUL, LESS, JUMP, JUMP_FALSE, FETCH, PUT, DUP, DROP, HALT };

struct insn {
    enum op op;
    int arg;
};

enum { CELLS = 512, LIMIT = 500 };

/* The programs, which read best by their labels. */
/* clang-format off */

/* Cells 0 i, 1 j, 2 count; memory[k] is not 0 once k is known to be composite. */
static const struct insn sieve[] = {
    {PUSH, 2}, {STORE, 0},
    /* 2: outer */ {LOAD, 0}, {PUSH, LIMIT}, {LESS, 0}, {JUMP_FALSE, 30},
    {LOAD, 0}, {FETCH, 0}, {JUMP_FALSE, 10}, {JUMP, 25},
    /* 10: prime */ {LOAD, 2}, {PUSH, 1}, {ADD, 0}, {STORE, 2}, {LOAD, 0}, {DUP, 0}, {ADD, 0}, {STORE, 1},
    /* 18: inner */ {LOAD, 1}, {PUSH, LIMIT}, {LESS, 0}, {JUMP_FALSE, 25}, {PUSH, 1}, {LOAD, 1}, {JUMP, 31},
    /* 25: next */ {LOAD, 0}, {PUSH, 1}, {ADD, 0}, {STORE, 0}, {JUMP, 2},
    /* 30 */ {HALT, 0},
    /* 31: mark */ {PUT, 0}, {LOAD, 1}, {LOAD, 0}, {ADD, 0}, {STORE, 1}, {JUMP, 18},
};

/* Cells 0 a, 1 b, 2 result, 3 countdown: Fibonacci numbers, and the sum of their products. */
static const struct insn fibonacci[] = {
    {PUSH, 0}, {STORE, 0}, {PUSH, 1}, {STORE, 1}, {PUSH, 40}, {STORE, 3},
    /* 6 */ {PUSH, 0}, {LOAD, 3}, {LESS, 0}, {JUMP_FALSE, 26},
    {LOAD, 0}, {LOAD, 1}, {DUP, 0}, {STORE, 0}, {ADD, 0}, {STORE, 1},
    {LOAD, 0}, {LOAD, 1}, {MUL, 0}, {LOAD, 2}, {SUB, 0}, {STORE, 2},
    {LOAD, 3}, {PUSH, 1}, {SUB, 0}, {JUMP, 27},
    /* 26 */ {HALT, 0},
    /* 27 */ {STORE, 3}, {JUMP, 6},
};
/* clang-format on */

static unsigned run(const struct insn *code)
{
    static int memory[CELLS];
    int stack[32], *sp = stack, cell[4] = {0};
    memset(memory, 0, sizeof memory);
    for (const struct insn *pc = code;;) {
        const struct insn *i = pc++;
        switch (i->op) {
        case PUSH: *sp++ = i->arg; break;
        case LOAD: *sp++ = cell[i->arg]; break;
        case STORE: cell[i->arg] = *--sp; break;
        case ADD:
            sp--;
            sp[-1] = (int)((unsigned)sp[-1] + (unsigned)*sp);
            break;
        case SUB:
            sp--;
            sp[-1] = (int)((unsigned)sp[-1] - (unsigned)*sp);
            break;
        case MUL:
            sp--;
            sp[-1] = (int)((unsigned)sp[-1] * (unsigned)*sp);
            break;
        case LESS:
            sp--;
            sp[-1] = sp[-1] < *sp;
            break;
        case JUMP: pc = code + i->arg; break;
        case JUMP_FALSE:
            if (!*--sp) pc = code + i->arg;
            break;
        case FETCH: sp[-1] = memory[sp[-1]]; break;
        case PUT:
            sp -= 2;
            memory[sp[1]] = sp[0];
            break;
        case DUP:
            *sp = sp[-1];
            sp++;
            break;
        case DROP: sp--; break;
        case HALT: return (unsigned)cell[2];
        }
    }
}

int main(int argc, char **argv)
{
    int rounds = argc > 1 ? atoi(argv[1]) : 5;
    unsigned check = 0;
    for (int round = 0; round < rounds; round++) check = check * 31 + run(sieve) + run(fibonacci);
    printf("vm %d %u %08x\n", rounds, run(sieve), check);
    return 0;
}
