/* The instruction sets there are. */
#include "emu/cli/isas.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "emu/core/elf.h"
#include "isa/ia64/isa.h"
#include "isa/parisc/isa.h"

enum { NOT_FOR_US = 126, MISSING = 127 }; /* exit status (DESIGN section 6) */

static const struct isa *const all[] = {&isa_parisc, &isa_ia64};

const struct isa *isa_find(const char *name)
{
    for (unsigned i = 0; i < ARRAY_LEN(all); i++)
        if (!strcmp(all[i]->name, name)) return all[i];
    return NULL;
}

const struct isa *isa_at(unsigned i) { return i < ARRAY_LEN(all) ? all[i] : NULL; }

const struct isa *isa_of_elf(const char *path, struct error *e)
{
    const struct isa *found = NULL;
    struct elf_file f;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) {
        bool missing = errno == ENOENT || errno == ENOTDIR;
        error_set_status(e, missing ? MISSING : NOT_FOR_US, "%s: cannot read: %s", path, strerror(errno));
        return NULL;
    }
    int bad = elf_read(fd, path, &f, e);
    close(fd);
    if (bad) return NULL;
    for (unsigned i = 0; i < ARRAY_LEN(all); i++)
        if (all[i]->elf_machine == f.machine && all[i]->elf64 == f.elf64 && all[i]->big_endian == f.big_endian)
            found = all[i];
    if (!found)
        error_set_status(e, NOT_FOR_US, "%s: not a program for parisc or ia64 (ELF machine %u, %u-bit, %s-endian)", path,
                         f.machine, f.elf64 ? 64 : 32, f.big_endian ? "big" : "little");
    elf_free(&f);
    return found;
}

/* The interpreter that a script names in its first line, as execve reads it. False when the file is no script. */
static bool interpreter_of(const char *path, char *interpreter, size_t size)
{
    char line[256];
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t n = fd < 0 ? -1 : read(fd, line, sizeof line - 1);
    if (fd >= 0) close(fd);
    if (n < 3 || line[0] != '#' || line[1] != '!') return false;
    line[n] = 0;
    char *word = line + 2 + strspn(line + 2, " \t");
    word[strcspn(word, " \t\n")] = 0;
    snprintf(interpreter, size, "%s", word);
    return true;
}

const struct isa *isa_of_program(const char *path, const char *sysroot, struct error *e)
{
    char interpreter[256], below[4096];
    if (!interpreter_of(path, interpreter, sizeof interpreter)) return isa_of_elf(path, e);
    snprintf(below, sizeof below, "%s%s", sysroot ? sysroot : "", interpreter);
    if (sysroot && access(below, F_OK) == 0) return isa_of_elf(below, e);
    return isa_of_elf(interpreter, e);
}
