/* How data lie: an array of structures beside a structure of arrays, a matrix whose rows conflict, a list on the heap. */
#include <stdlib.h>

#define APART __attribute__((noinline, noclone))

enum { COUNT = 4000, ROUNDS = 4, ROWS = 64, APART_BY = 65536, NODES = 2000 };

struct particle {
    int mass, rest[15];
};

struct particle particles[COUNT];
int masses[COUNT];
char matrix[ROWS][APART_BY];

struct node {
    struct node *next;
    int value;
    char rest[48];
};

APART int sum_particles(void)
{
    int sum = 0;
    for (int i = 0; i < COUNT; i++) sum += particles[i].mass;
    return sum;
}

APART int sum_masses(void)
{
    int sum = 0;
    for (int i = 0; i < COUNT; i++) sum += masses[i];
    return sum;
}

/* All of one column are of one set of the cache, and much fewer than it has lines. */
APART int sum_column(void)
{
    int sum = 0;
    for (int i = 0; i < ROWS; i++) sum += matrix[i][0];
    return sum;
}

APART struct node *new_node(struct node *next)
{
    struct node *n = malloc(sizeof *n);
    n->next = next;
    n->value = 1;
    return n;
}

APART int sum_list(const struct node *n)
{
    int sum = 0;
    for (; n; n = n->next) sum += n->value;
    return sum;
}

int main(void)
{
    volatile int sum = 0;
    struct node *list = NULL;
    for (int i = 0; i < NODES; i++) list = new_node(list);
    for (int k = 0; k < ROUNDS; k++) sum += sum_particles() + sum_masses() + sum_column() + sum_list(list);
    return 0;
}
