/* What the campaign has tried of each table. A campaign that leaves a call out by mistake, or whose sockets are never
 * connected, would find nothing there: so that is a failure. */
#include "tests/attack/syscalls/attack.h"

#include <stdlib.h>

#include "emu/os/calls.h"

enum { TABLES = 2, CALLS_MOST = 512 };

static struct table {
    const struct guest_abi *abi;
    u64 made[CALLS_MOST], worked[CALLS_MOST];
    u64 descriptors; /* that came in messages */
} tables[TABLES];

static struct table *table_of(const struct guest_abi *abi)
{
    for (unsigned i = 0; i < TABLES; i++) {
        if (!tables[i].abi) tables[i].abi = abi;
        if (tables[i].abi == abi && abi->call_count <= CALLS_MOST) return &tables[i];
    }
    abort();
}

void tried_call(const struct guest_abi *abi, const struct syscall *s) { table_of(abi)->made[s - abi->calls]++; }
void tried_success(const struct guest_abi *abi, const struct syscall *s) { table_of(abi)->worked[s - abi->calls]++; }
void tried_descriptors(const struct guest_abi *abi, unsigned came) { table_of(abi)->descriptors += came; }

/* Sockets from the first call to the last, memory that moves, descriptors that are copied. */
static bool has_to_work(const struct syscall *s)
{
    static i64 (*const calls[])(struct call *) = {
        sys_socket,     sys_socketpair,  sys_bind,        sys_listen,   sys_connect,   sys_accept,   sys_send,
        sys_recv,       sys_sendmsg,     sys_recvmsg,     sys_sendmmsg, sys_recvmmsg,  sys_shutdown, sys_getsockopt,
        sys_setsockopt, sys_getpeername, sys_getsockname, sys_pipe,     sys_dup,       sys_mmap,     sys_mremap,
        sys_munmap,     sys_clone,       sys_read,        sys_write,    sys_epoll_ctl, sys_poll,
    };
    for (unsigned i = 0; i < ARRAY_LEN(calls); i++)
        if (s->run == calls[i]) return true;
    return false;
}

bool tried_all(const struct guest_abi *abi, const char *name, FILE *out)
{
    const struct table *t = table_of(abi);
    unsigned made = 0, worked = 0;
    bool good = t->descriptors > 0;
    if (!good) fprintf(out, "%s: no descriptor came in a message\n", name);
    for (unsigned i = 0; i < abi->call_count; i++) {
        made += t->made[i] != 0;
        worked += t->worked[i] != 0;
        const char *never = !t->made[i]                                    ? "was never made"
                            : !t->worked[i] && has_to_work(&abi->calls[i]) ? "never worked"
                                                                           : NULL;
        if (never) fprintf(out, "%s: call %u, %s, %s\n", name, abi->calls[i].number, abi->calls[i].name, never);
        good &= !never;
    }
    fprintf(out, "# %s: of %u calls in the table %u were made, %u worked; %llu descriptors came in messages\n", name,
            abi->call_count, made, worked, (unsigned long long)t->descriptors);
    return good;
}
