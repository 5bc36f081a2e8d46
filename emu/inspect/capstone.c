#include "emu/inspect/capstone.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include "emu/core/alloc.h"
#include "emu/core/error.h"

/* The numbers of capstone's interface (capstone.h of version 6): architecture, and bits of the mode. Version 4 and 5 end
 * before this architecture, so cs_support() says no to it. */
enum { ARCH_HPPA = 19, MODE_HPPA_20 = 1 << 2, ERR_OK = 0, KNOWN_MAJOR = 6 };
#define MODE_BIG_ENDIAN (1u << 31)

/* struct cs_insn of version 6, as far as the operands; versions 4 and 5 have no alias and other sizes. */
struct record {
    unsigned id;
    u64 alias, address;
    u16 size;
    u8 bytes[24];
    char mnemonic[32], operands[160];
};

/* The functions used, by the names that the library gives them. */
struct functions {
    unsigned (*version)(int *major, int *minor);
    bool (*support)(int query);
    int (*open)(int arch, unsigned mode, size_t *handle);
    int (*close)(size_t *handle);
    size_t (*disasm)(size_t handle, const u8 *code, size_t size, u64 address, size_t count, struct record **out);
    void (*free)(struct record *insn, size_t count);
};

struct capstone {
    void *library;
    char path[256]; /* as it was asked for */
    struct functions call;
    int major, minor;
    size_t handle;
    struct disassembler disassembler;
};

static int resolve(struct capstone *c, struct error *e)
{
    const struct {
        const char *name;
        void *place;
    } wanted[] = {{"cs_version", &c->call.version}, {"cs_support", &c->call.support}, {"cs_open", &c->call.open},
                  {"cs_close", &c->call.close},     {"cs_disasm", &c->call.disasm},   {"cs_free", &c->call.free}};
    for (unsigned i = 0; i < ARRAY_LEN(wanted); i++) {
        void *address = dlsym(c->library, wanted[i].name);
        if (!address) return error_set(e, "%s: not capstone: it has no %s()", c->path, wanted[i].name);
        memcpy(wanted[i].place, &address, sizeof address); /* ISO C has no conversion from data to function pointers */
    }
    c->call.version(&c->major, &c->minor);
    return 0;
}

/* Loads what the environment names, or the newest there is. */
static int load(struct capstone *c, struct error *e)
{
    static const char *const names[] = {"libcapstone.so.6", "libcapstone.so.5", "libcapstone.so.4", "libcapstone.so"};
    const char *chosen = getenv("PCGRAM_CAPSTONE");
    if (chosen && *chosen) {
        snprintf(c->path, sizeof c->path, "%s", chosen);
        c->library = dlopen(chosen, RTLD_NOW | RTLD_LOCAL);
        if (!c->library) return error_set(e, "PCGRAM_CAPSTONE: %s", dlerror());
        return resolve(c, e);
    }
    for (unsigned i = 0; i < ARRAY_LEN(names) && !c->library; i++) {
        snprintf(c->path, sizeof c->path, "%s", names[i]);
        c->library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
    }
    if (!c->library)
        return error_set(e, "no capstone on this host: install version 6, or name its library in PCGRAM_CAPSTONE");
    return resolve(c, e);
}

static bool knows_parisc(const struct capstone *c) { return c->major == KNOWN_MAJOR && c->call.support(ARCH_HPPA); }

/* One instruction as text: mnemonic, one blank, operands, as capstone has them. */
static bool text(void *context, u64 pc, const u8 *code, size_t size, char *out, size_t cap)
{
    const struct capstone *c = context;
    struct record *insn = NULL;
    size_t n = c->call.disasm(c->handle, code, size, pc, 1, &insn);
    bool good = n == 1 && insn->size == size;
    if (good)
        snprintf(out, cap, "%.*s%s%.*s", (int)sizeof insn->mnemonic, insn->mnemonic, insn->operands[0] ? " " : "",
                 (int)sizeof insn->operands, insn->operands);
    if (n) c->call.free(insn, n);
    return good;
}

static int start(struct capstone *c, const struct isa *isa, struct error *e)
{
    if (strcmp(isa->name, "parisc")) return error_set(e, "capstone knows no Itanium: leave --disasm=capstone out");
    if (load(c, e)) return -1;
    if (c->major < KNOWN_MAJOR)
        return error_set(e, "%s is capstone %d.%d, which knows no PA-RISC: version 6 does", c->path, c->major, c->minor);
    if (c->major > KNOWN_MAJOR)
        return error_set(e, "%s is capstone %d.%d, whose interface this pcgram does not know: version 6 it does", c->path,
                         c->major, c->minor);
    if (!knows_parisc(c))
        return error_set(e, "%s: this capstone %d.%d was built without PA-RISC", c->path, c->major, c->minor);
    int status = c->call.open(ARCH_HPPA, MODE_BIG_ENDIAN | MODE_HPPA_20, &c->handle);
    if (status != ERR_OK) return error_set(e, "%s: cs_open() fails with error %d", c->path, status);
    c->disassembler = (struct disassembler){c, text};
    return 0;
}

struct capstone *capstone_open(const struct isa *isa, struct error *e)
{
    struct capstone *c = alloc_zeroed(1, sizeof *c);
    if (!start(c, isa, e)) return c;
    capstone_close(c);
    return NULL;
}

const struct disassembler *capstone_disassembler(const struct capstone *c) { return &c->disassembler; }

void capstone_close(struct capstone *c)
{
    if (!c) return;
    if (c->handle) c->call.close(&c->handle);
    if (c->library) dlclose(c->library);
    free(c);
}

bool parse_disassembler(const char *word, bool *other)
{
    *other = !strcmp(word, "capstone");
    return *other || !strcmp(word, "pcgram");
}

void capstone_print_version(FILE *f)
{
    struct capstone c = {0};
    struct error e;
    if (!load(&c, &e))
        fprintf(f, "; capstone %d.%d%s", c.major, c.minor,
                c.major > KNOWN_MAJOR ? ", not used" : knows_parisc(&c) ? "" : ", without PA-RISC");
    if (c.library) dlclose(c.library);
}
