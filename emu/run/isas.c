/* The instruction sets there are. */
#include "emu/run/isas.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "emu/core/elf.h"
#include "emu/core/regular.h"
#include "isa/ia64/isa.h"
#include "isa/parisc/isa.h"

enum { NOT_FOR_US = 126, MISSING = 127 }; /* exit status (docs/use.md) */

static const struct isa *const all[] = {&isa_parisc, &isa_ia64};

const struct isa *isa_find(const char *name)
{
    for (unsigned i = 0; i < ARRAY_LEN(all); i++)
        if (!strcmp(all[i]->name, name)) return all[i];
    return NULL;
}

const struct isa *isa_at(unsigned i) { return i < ARRAY_LEN(all) ? all[i] : NULL; }

/* The processors that somebody's own programs are likely to be for (System V ABI, e_machine). */
static const char *machine_name(unsigned machine)
{
    static const struct { unsigned number; const char *name; } names[] = {
        {2, "SPARC"}, {3, "i386"}, {8, "MIPS"}, {15, "PA-RISC"}, {18, "SPARC"}, {20, "PowerPC"}, {21, "PowerPC"},
        {22, "S/390"}, {40, "ARM"}, {43, "SPARC"}, {50, "Itanium"}, {62, "x86-64"}, {183, "AArch64"}, {243, "RISC-V"},
    };
    for (unsigned i = 0; i < ARRAY_LEN(names); i++)
        if (names[i].number == machine) return names[i].name;
    return "another processor";
}

/* A regular file that does not begin as ELF files do. */
static bool is_other_file(int fd)
{
    struct stat st;
    char start[4];
    return fstat(fd, &st) == 0 && S_ISREG(st.st_mode) &&
           (pread(fd, start, sizeof start, 0) != sizeof start || memcmp(start, "\177ELF", sizeof start) != 0);
}

int isa_check_model(const struct isa *isa, const char *model, struct error *e)
{
    struct error ignored;
    const struct isa *other;
    if (!isa->cpu_check(model, e)) return 0;
    for (unsigned i = 0; (other = isa_at(i)); i++)
        if (other != isa && !other->cpu_check(model, &ignored))
            return error_set(e, "--cpu=%s: a model of %s, and the program is for %s; 'pcgram --cpu=help' lists both", model, other->name, isa->name);
    return -1;
}

const struct isa *isa_of_elf(const char *path, struct error *e)
{
    const struct isa *found = NULL;
    struct elf_file f;
    struct stat st;
    int fd = regular_open(path);
    if (fd < 0) {
        bool missing = errno == ENOENT || errno == ENOTDIR, other = errno == EACCES && !stat(path, &st) && !S_ISREG(st.st_mode);
        if (!*path) error_set_status(e, MISSING, "an empty name is no program's: give one");
        else if (errno == EISDIR) error_set_status(e, NOT_FOR_US, "%s: is a directory; give a program", path);
        else if (errno == EMFILE || errno == ENFILE || errno == ENOMEM) error_set(e, "%s: cannot read: %s", path, strerror(errno));
        else error_set_status(e, missing ? MISSING : NOT_FOR_US, "%s: cannot read: %s", path,
                              other ? "not a regular file" : strerror(errno));
        return NULL;
    }
    int bad = is_other_file(fd)
                  ? error_set_status(e, NOT_FOR_US, "%s: not a program (no ELF file); give one for PA-RISC, as "
                                                    "hppa-linux-gnu-gcc makes them, or Itanium", path)
                  : elf_read(fd, path, &f, e);
    close(fd);
    if (bad) return NULL;
    for (unsigned i = 0; i < ARRAY_LEN(all); i++)
        if (all[i]->elf_machine == f.machine && all[i]->elf64 == f.form.elf64 && all[i]->big_endian == f.form.big_endian)
            found = all[i];
    if (!found)
        error_set_status(e, NOT_FOR_US,
                         "%s: a program for %s (ELF machine %u, %u-bit, %s-endian); pcgram runs Linux programs for 32-bit "
                         "PA-RISC, as hppa-linux-gnu-gcc makes them, and 64-bit Itanium",
                         path, machine_name(f.machine), f.machine, f.form.elf64 ? 64 : 32, f.form.big_endian ? "big" : "little");
    elf_free(&f);
    return found;
}

/* The interpreter that a script names in its first line, as execve reads it. False when the file is no script. */
static bool interpreter_of(const char *path, char *interpreter, size_t size)
{
    char line[256];
    int fd = regular_open(path);
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
    const struct isa *found = isa_of_elf(sysroot && access(below, F_OK) == 0 ? below : interpreter, e);
    struct error why = *e;
    if (!found)
        error_set_status(e, why.status, "%s: a script, whose interpreter pcgram cannot run (-L DIR: one below DIR): %.400s",
                         path, why.text);
    return found;
}
