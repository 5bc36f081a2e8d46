/* Integers: sorting, a hash table, linked lists, a CRC and a small matrix product, in equal shares of time. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ITEMS = 512, SLOTS = 1024, SIDE = 24 };

struct node {
    struct node *next;
    uint32_t key;
};

static uint32_t seed;

static uint32_t next_random(void)
{
    seed ^= seed << 13;
    seed ^= seed >> 17;
    return seed ^= seed << 5;
}

static void shell_sort(uint32_t *a, int n)
{
    for (int gap = n / 2; gap > 0; gap /= 2)
        for (int i = gap; i < n; i++) {
            uint32_t v = a[i];
            int j = i;
            for (; j >= gap && a[j - gap] > v; j -= gap) a[j] = a[j - gap];
            a[j] = v;
        }
}

static uint32_t count_distinct(const uint32_t *a, int n)
{
    static uint32_t slot[SLOTS];
    uint32_t distinct = 0;
    memset(slot, 0, sizeof slot);
    for (int i = 0; i < n; i++) {
        uint32_t key = a[i] % 300 + 1, h = key * 2654435761u >> 22;
        while (slot[h] && slot[h] != key) h = (h + 1) % SLOTS;
        distinct += slot[h] == 0;
        slot[h] = key;
    }
    return distinct;
}

static struct node *merge_sort(struct node *list)
{
    if (!list || !list->next) return list;
    struct node *slow = list, *fast = list->next;
    while (fast && fast->next) {
        slow = slow->next;
        fast = fast->next->next;
    }
    struct node *b = merge_sort(slow->next);
    slow->next = NULL;
    struct node *a = merge_sort(list), head, *tail = &head;
    while (a && b) {
        struct node **from = a->key <= b->key ? &a : &b;
        tail = tail->next = *from;
        *from = (*from)->next;
    }
    tail->next = a ? a : b;
    return head.next;
}

static uint32_t crc(uint32_t c, uint32_t word)
{
    c ^= word;
    for (int i = 0; i < 32; i++) c = c >> 1 ^ (0xedb88320u & -(c & 1));
    return c;
}

static uint32_t matrix(uint32_t with)
{
    static int32_t a[SIDE][SIDE], b[SIDE][SIDE];
    uint32_t sum = 0;
    for (int i = 0; i < SIDE; i++)
        for (int j = 0; j < SIDE; j++) {
            a[i][j] = (int32_t)(next_random() & 0xff);
            b[i][j] = (int32_t)(with >> (i & 15) & 0xff) - j;
        }
    for (int i = 0; i < SIDE; i++)
        for (int j = 0; j < SIDE; j++) {
            int32_t cell = 0;
            for (int k = 0; k < SIDE; k++) cell += a[i][k] * b[k][j];
            sum = sum * 31 + (uint32_t)cell;
        }
    return sum;
}

int main(int argc, char **argv)
{
    static uint32_t a[ITEMS];
    static struct node node[ITEMS];
    int rounds = argc > 1 ? atoi(argv[1]) : 10;
    uint32_t check = 0xffffffff;
    seed = 20260101;
    for (int round = 0; round < rounds; round++) {
        for (int i = 0; i < ITEMS; i++) {
            a[i] = next_random();
            node[i].key = a[i] >> 7;
            node[i].next = i + 1 < ITEMS ? &node[i + 1] : NULL;
        }
        check = crc(check, count_distinct(a, ITEMS));
        shell_sort(a, ITEMS);
        struct node *list = merge_sort(node);
        for (int i = 0; i < ITEMS; i += 8) check = crc(check, a[i]);
        for (; list; list = list->next) check = check * 33 + list->key;
        check = crc(check, matrix(check));
    }
    printf("mix %d %08x\n", rounds, (unsigned)check);
    return 0;
}
