#include "emu/cli/load.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "emu/cli/commands.h"
#include "emu/core/elf.h"
#include "prof/mon.h"
#include "prof/profile_file.h"

/* The instruction set of an ELF file, or NULL with *e. */
static const struct isa *isa_of(const char *program, struct error *e)
{
    static const char *const names[] = {"parisc", "ia64"};
    const struct isa *found = NULL;
    struct elf_file f;
    int fd = open(program, O_RDONLY | O_CLOEXEC);
    if (fd < 0) {
        error_set(e, "%s: cannot read: %s", program, strerror(errno));
        return NULL;
    }
    if (elf_read(fd, program, &f, e) == 0) {
        for (unsigned i = 0; i < ARRAY_LEN(names); i++) {
            const struct isa *isa = isa_find(names[i]);
            if (isa && isa->elf_machine == f.machine && isa->elf64 == f.elf64) found = isa;
        }
        if (!found) error_set(e, "%s: a program of another processor", program);
        elf_free(&f);
    }
    close(fd);
    return found;
}

int load_profile(struct profile *p, const char *path, const char *program, u64 hz, struct error *e)
{
    struct symbols symbols = {0};
    size_t size;
    if (!program) return profile_load(p, path, e);
    struct mon_program about = {.isa = isa_of(program, e), .symbols = &symbols, .hz = hz};
    if (!about.isa || symbols_add(&symbols, program, program, 0, e)) {
        symbols_free(&symbols);
        return -1;
    }
    about.unit = about.isa->elf64 ? 16 : 4;
    char *bytes = profile_read_bytes(path, &size, e);
    int status = bytes ? mon_read(p, (const u8 *)bytes, size, &about, path, e) : -1;
    free(bytes);
    symbols_free(&symbols);
    return status;
}
