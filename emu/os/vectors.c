#include "emu/os/vectors.h"

#include <errno.h>
#include <stdlib.h>

#include "emu/core/fault.h"

int vector_get(struct call *c, u64 addr, u64 len, int want, struct iovec *out)
{
    void *p = mem_ptr(&c->p->mem, addr, len, want);
    *out = (struct iovec){.iov_base = p, .iov_len = len};
    return p || !len ? 0 : -EFAULT;
}

enum { MOST_BYTES = 0x7ffff000 }; /* of one call: what is more is cut off (Linux's MAX_RW_COUNT) */

/* The array as it is in guest memory, for the call to keep. */
static int vectors_read(struct call *c, u64 addr, u64 n)
{
    struct wait *w = &c->ot->wait;
    unsigned word = guest_word(c);
    u64 total = 0;
    if (n > w->vectors_room) {
        struct guest_vector *more = realloc(w->vector, n * sizeof *more);
        if (!more) return -ENOMEM;
        w->vector = more;
        w->vectors_room = (unsigned)n;
    }
    for (w->vectors = 0; w->vectors < n; w->vectors++) {
        u64 v[2];
        if (guest_get_array(c, addr + w->vectors * 2 * (u64)word, word, v, 2) != 0) return -EFAULT;
        if (v[1] >> (8 * word - 1)) return -EINVAL;
        if (v[1] > MOST_BYTES - total) v[1] = MOST_BYTES - total;
        total += v[1];
        w->vector[w->vectors] = (struct guest_vector){.addr = v[0], .len = v[1]};
    }
    return 0;
}

/* Of n vectors, behind which a bad one comes: how many of them are used, cut to whole pages if need be. */
static i64 beginning(struct iovec *v, unsigned n, bool pages)
{
    u64 left = vectors_total(v, (int)n);
    if (pages) left -= left % MEM_PAGE;
    if (!left) return -EFAULT;
    for (unsigned i = 0; i < n; left -= v[i++].iov_len)
        if (v[i].iov_len > left) v[i].iov_len = left;
    return n;
}

/* What a call that has slept goes on with is what it began with: how much it has moved says where in them it is. The
 * memory that they are in may be gone meanwhile, so that is looked at each time. */
i64 vectors_get(struct call *c, u64 addr, u64 n, int want, bool pages, struct iovec *out)
{
    struct wait *w = &c->ot->wait;
    if (n > IOV_MOST) return -EINVAL;
    int r = w->vectors_kept ? 0 : vectors_read(c, addr, n);
    w->vectors_kept = false; /* by the first that asks, which is the one that slept */
    w->vectors_read = r == 0;
    if (r != 0) return r;
    for (unsigned i = 0; i < w->vectors; i++)
        if (vector_get(c, w->vector[i].addr, w->vector[i].len, want, &out[i]) != 0) return beginning(out, i, pages);
    return w->vectors;
}

u64 vectors_total(const struct iovec *v, int n)
{
    u64 sum = 0;
    for (int i = 0; i < n; i++) sum += v[i].iov_len;
    return sum;
}

static void copy(const struct iovec *v, u64 skip, u8 *bytes, u64 most, bool out)
{
    for (; skip >= v->iov_len && most; v++) skip -= v->iov_len;
    for (u64 done = 0; done < most; v++, skip = 0) {
        u64 n = v->iov_len - skip;
        if (n > most - done) n = most - done;
        u8 *theirs = (u8 *)v->iov_base + skip;
        memcpy(out ? theirs : bytes + done, out ? bytes + done : theirs, n);
        done += n;
    }
}

int vectors_copy(struct call *c, const struct iovec *v, u64 skip, void *bytes, u64 n, bool out)
{
    struct fault_guard guard = {.mem = &c->p->mem};
    if (sigsetjmp(guard.env, 0) != 0) {
        fault_leave(&guard);
        return -EFAULT;
    }
    fault_enter(&guard);
    copy(v, skip, bytes, n, out);
    fault_leave(&guard);
    return 0;
}
