/* A program on a host that lacks something: without CALL[:ARGUMENT&BITS|:ARGUMENT~BITS]=ERROR... -- PROGRAM [ARG...]
 * From the program on, these system calls fail with the error, those with an argument only where it has all the bits (&) or
 * none of them (~):
 *   without openat2=ENOSYS openat:2\&0x410000=EOPNOTSUPP mremap:1~-1=ENOMEM -- ./pcgram ...
 * Status 77: this host has no filters of system calls; 2: bad usage. */
#include <errno.h>
#include <seccomp.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { NO_FILTERS = 77, ERRORS = 134 };

static int error_of(const char *name)
{
    for (int e = 1; e < ERRORS; e++) {
        const char *known = strerrorname_np(e);
        if (known && strcmp(known, name) == 0) return e;
    }
    return 0;
}

static bool refuse(scmp_filter_ctx f, char *rule)
{
    char *error = strchr(rule, '='), *argument = strchr(rule, ':'), *bits = strpbrk(rule, "&~");
    bool all = bits && *bits == '&';
    if (!error || !argument != !bits) return false;
    *error++ = 0;
    if (argument) *argument++ = *bits++ = 0;
    int e = error_of(error), call = seccomp_syscall_resolve_name(rule);
    if (!e || call == __NR_SCMP_ERROR) return false;
    if (!argument) return seccomp_rule_add(f, SCMP_ACT_ERRNO((unsigned)e), call, 0) == 0;
    scmp_datum_t mask = strtoull(bits, NULL, 0);
    struct scmp_arg_cmp has = SCMP_CMP((unsigned)atoi(argument), SCMP_CMP_MASKED_EQ, mask, all ? mask : 0);
    return seccomp_rule_add(f, SCMP_ACT_ERRNO((unsigned)e), call, 1, has) == 0;
}

int main(int argc, char **argv)
{
    scmp_filter_ctx f = seccomp_init(SCMP_ACT_ALLOW);
    int i = 1;
    for (; f && i < argc && strcmp(argv[i], "--") != 0; i++) {
        if (refuse(f, argv[i])) continue;
        fprintf(stderr, "without: cannot refuse '%s'\n", argv[i]);
        return 2;
    }
    if (i + 1 >= argc) return 2;
    if (!f || seccomp_load(f) != 0) return NO_FILTERS;
    seccomp_release(f);
    execvp(argv[i + 1], argv + i + 1);
    fprintf(stderr, "without: %s: %s\n", argv[i + 1], strerror(errno));
    return errno == ENOENT ? 127 : 126;
}
