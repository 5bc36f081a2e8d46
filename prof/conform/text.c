#include "prof/conform/text.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

struct text {
    char *at;
    size_t left;
};

static void PRINTF_LIKE(2, 3) put(struct text *t, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    int n = vsnprintf(t->at, t->left, fmt, ap);
    va_end(ap);
    size_t used = n < 0 ? 0 : (size_t)n < t->left ? (size_t)n : t->left - 1;
    t->at += used;
    t->left -= used;
}

void conform_error_name(int error, char *out, size_t size)
{
    if (error == 0) snprintf(out, size, "no error");
    else if (strerrorname_np(error)) snprintf(out, size, "%s", strerrorname_np(error));
    else snprintf(out, size, "errno %d", error);
}

int conform_call_value(const struct conform_step *s)
{
    bool tells = s->call == CONFORM_HPUX_SPROFIL || s->call == CONFORM_OPENBSD_PROFIL;
    return s->error && tells ? -1 : 0;
}

static void put_flags(struct text *t, u64 flags)
{
    switch (flags) {
    case CONFORM_USHORT: put(t, "PROF_USHORT"); break;
    case CONFORM_UINT: put(t, "PROF_UINT"); break;
    case CONFORM_UINT64: put(t, "PROF_UINT64"); break;
    default: put(t, "0x%" PRIx64, flags);
    }
}

static void put_array(struct text *t, const struct conform_step *s)
{
    put(t, "{");
    for (unsigned i = 0; i < s->count; i++) {
        const char *comma = i ? ", " : "";
        const struct conform_region *r = s->region + i;
        const struct conform_aix_region *a = s->aix + i;
        if (s->region)
            put(t, "%s{0x%" PRIx64 ", %" PRIu64 ", 0x%" PRIx64 ", 0x%" PRIx64 "}", comma, r->base, r->size, r->offset,
                r->scale);
        else
            put(t, "%s{0x%" PRIx64 ", 0x%" PRIx64 ", 0x%" PRIx64 ", %" PRIu64 ", 0x%" PRIx64 "}", comma, a->low,
                a->high, a->buff, a->size, a->scale);
    }
    put(t, "}");
}

static void put_call(struct text *t, const struct conform_step *s)
{
    static const char *const names[CONFORM_CALLS] = {"sprofil", "HP-UX profil", "IRIX profil", "OpenBSD profil",
                                                     "AIX profil"};
    put(t, "%s(", names[s->call]);
    if (s->count) put_array(t, s);
    else put(t, "0x%" PRIx64, s->arg[0]);
    if (s->call == CONFORM_HPUX_SPROFIL) {
        put(t, ", %d, ", (int)s->arg[1]);
        if (s->arg[2]) put(t, "0x%" PRIx64 ", ", s->arg[2]);
        else put(t, "NULL, ");
        put_flags(t, s->arg[3]);
    } else {
        put(t, ", %" PRId64 ", 0x%" PRIx64 ", 0x%" PRIx64, (i64)s->arg[1], s->arg[2], s->arg[3]);
    }
    put(t, ")");
}

void conform_describe(const struct conform_step *s, char *out, size_t size)
{
    static const char *const where[] = {"", " (the instruction is nullified)", " (a delay slot)"};
    static const char *const rights[] = {"nothing", "read-only memory", "write-only memory", "memory"};
    struct text t = {out, size};
    switch (s->kind) {
    case STEP_MAP:
        put(&t, "%s at 0x%" PRIx64 ", 0x%" PRIx64 " bytes", rights[s->rights & 3], s->addr, s->size);
        break;
    case STEP_SET:
        put(&t, "%u bytes at 0x%" PRIx64 " = 0x%" PRIx64, s->change.size, s->change.addr, s->change.value);
        break;
    case STEP_CALL: put_call(&t, s); break;
    case STEP_TICK: put(&t, "tick at 0x%08" PRIx64 "%s", s->pc, where[s->where]); break;
    case STEP_FORK: put(&t, "fork; in the child, tick at 0x%08" PRIx64, s->pc); break;
    case STEP_THREAD: put(&t, "in a second thread, tick at 0x%08" PRIx64, s->pc); break;
    case STEP_EXEC: put(&t, "exec"); break;
    }
}

void conform_expectation(const struct conform_step *s, char *out, size_t size)
{
    struct text t = {out, size};
    char error[32];
    if (s->kind == STEP_CALL) {
        conform_error_name(s->error, error, sizeof error);
        put(&t, "returns %d, %s; ", conform_call_value(s), error);
    }
    if (s->state != STATE_ANY) put(&t, "profiling %s; ", s->state == STATE_ON ? "on" : "off");
    if (s->kind == STEP_SET || s->kind == STEP_MAP || s->kind == STEP_EXEC) put(&t, "it can be done");
    else if (s->change.size == SIZE_TIME)
        put(&t, "struct timeval at 0x%" PRIx64 " = {0, %" PRIu64 "}", s->change.addr, s->change.value);
    else if (s->change.size)
        put(&t, "%u bytes at 0x%" PRIx64 " = %" PRIu64, s->change.size, s->change.addr, s->change.value);
    else put(&t, "nothing changes in memory");
}
