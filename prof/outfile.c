#include "prof/outfile.h"

#include "prof/alloc.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static int cannot(const struct outfile *o, struct error *e)
{
    return error_set(e, "%s: cannot write: %s", o->path[0] == '-' && !o->path[1] ? "standard output" : o->path,
                     strerror(errno ? errno : EIO));
}

static void forget(struct outfile *o)
{
    free(o->path);
    free(o->temp);
    memset(o, 0, sizeof *o);
}

int outfile_open(struct outfile *o, const char *path, struct error *e)
{
    memset(o, 0, sizeof *o);
    o->path = alloc_string(path);
    if (!strcmp(path, "-")) {
        o->f = stdout;
        return 0;
    }
    struct stat st;
    bool exists = !lstat(path, &st);
    int fd;
    if (exists && !S_ISREG(st.st_mode)) {
        fd = open(path, O_WRONLY | O_TRUNC | O_CLOEXEC);
    } else {
        size_t room = strlen(path) + 32;
        o->temp = alloc_zeroed(room, 1);
        /* the process id keeps two runs that write the same name apart */
        snprintf(o->temp, room, "%s.tmp%ld", path, (long)getpid());
        fd = open(o->temp, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0666);
        if (fd >= 0 && exists) (void)fchmod(fd, st.st_mode & 0777); /* a failure leaves the default mode: harmless */
    }
    o->f = fd >= 0 ? fdopen(fd, "w") : NULL;
    if (o->f) return 0;
    cannot(o, e);
    if (fd >= 0) close(fd);
    if (fd >= 0 && o->temp) unlink(o->temp);
    forget(o);
    return -1;
}

int outfile_check(const char *path, struct error *e)
{
    struct outfile o = {.path = (char *)path};
    struct stat st;
    if (!strcmp(path, "-")) return 0;
    if (!stat(path, &st) && S_ISDIR(st.st_mode)) {
        errno = EISDIR;
        return cannot(&o, e);
    }
    if (!lstat(path, &st) && !S_ISREG(st.st_mode)) /* opening a pipe would wait for its reader */
        return access(path, W_OK) ? cannot(&o, e) : 0;
    if (outfile_open(&o, path, e)) return -1;
    outfile_discard(&o);
    return 0;
}

int outfile_close(struct outfile *o, struct error *e)
{
    errno = 0;
    bool bad = ferror(o->f) != 0;
    if (bad) { /* stdio has forgotten why: one more byte tells */
        clearerr(o->f);
        fputc('\n', o->f);
    }
    bad |= fflush(o->f) != 0;
    if (bad) cannot(o, e);
    if (o->f != stdout && fclose(o->f) && !bad) {
        bad = true;
        cannot(o, e);
    }
    if (!bad && o->temp && rename(o->temp, o->path)) {
        bad = true;
        cannot(o, e);
    }
    if (bad && o->temp) unlink(o->temp);
    forget(o);
    return bad ? -1 : 0;
}

void outfile_discard(struct outfile *o)
{
    if (o->f != stdout) fclose(o->f);
    if (o->temp) unlink(o->temp);
    forget(o);
}
