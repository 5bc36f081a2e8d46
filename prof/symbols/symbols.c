#include "prof/symbols/symbols.h"

#include "emu/core/alloc.h"
#include "prof/output/short_name.h"
#include "prof/symbols/debug_file.h"
#include "prof/symbols/names.h"

#include <errno.h>
#include <gelf.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "emu/core/image_file.h"

/* Millicode routines ($$mulI, $$divU ...) have a type of their own: PA-RISC ELF supplement, STT_PARISC_MILLI. */
enum { TYPE_MILLICODE = STT_LOPROC };

/* Of several names for one address the greatest rank wins: what is declared a function over a label, what has a size,
 * global over weak over local, what programs are linked with today over what is kept for old ones (cfree@GLIBC_2.2, beside free), a plain name over one with
 * leading dots or underscores; at last the first by strcmp. */
enum { RANK_FUNCTION = 1 << 12, RANK_SIZED = 1 << 11, RANK_BINDING = 1 << 8, RANK_DEFAULT = 1 << 4, RANK_PLAIN = 1 << 0, PLAIN_MAX = 15 };

static u32 rank_of(enum symbol_kind kind, unsigned binding, u64 size, const char *name)
{
    unsigned bind = binding == STB_GLOBAL ? 2 : binding == STB_WEAK ? 1 : 0;
    unsigned prefix = (unsigned)strspn(name, "._");
    if (prefix > PLAIN_MAX) prefix = PLAIN_MAX;
    return (kind != SYMBOL_LABEL ? RANK_FUNCTION : 0) | (size ? RANK_SIZED : 0) | RANK_BINDING * bind | RANK_DEFAULT |
           RANK_PLAIN * (PLAIN_MAX - prefix);
}

/* Labels that compilers and assemblers make up: .L12 (Linux), L$0001 (SOM heritage in hand-written millicode). */
static bool is_local_label(const char *name) { return !strncmp(name, ".L", 2) || !strncmp(name, "L$", 2); }

static void add_symbol(struct symbols *s, Elf *elf, const GElf_Shdr *table, const GElf_Sym *sym)
{
    unsigned type = GELF_ST_TYPE(sym->st_info), binding = GELF_ST_BIND(sym->st_info);
    if (type != STT_FUNC && type != STT_GNU_IFUNC && type != TYPE_MILLICODE && type != STT_NOTYPE) return;
    /* Reserved indices (ABS, COMMON, XINDEX of files with 65280 sections) name no section that holds code. */
    if (sym->st_shndx == SHN_UNDEF || sym->st_shndx >= SHN_LORESERVE) return;
    GElf_Shdr section;
    Elf_Scn *scn = elf_getscn(elf, sym->st_shndx);
    if (!scn || !gelf_getshdr(scn, &section) || !(section.sh_flags & SHF_EXECINSTR)) return;
    if (sym->st_value < section.sh_addr || sym->st_value - section.sh_addr >= section.sh_size) return;
    const char *name = elf_strptr(elf, table->sh_link, sym->st_name);
    enum symbol_kind kind = type == STT_NOTYPE       ? SYMBOL_LABEL
                            : type == TYPE_MILLICODE ? SYMBOL_MILLICODE
                                                     : SYMBOL_FUNCTION;
    if (!name || !*name || (kind == SYMBOL_LABEL && is_local_label(name)) || symbols_full(s) || !image_takes_name(&s->image[s->images - 1].names, name)) return;

    u64 bias = s->image[s->images - 1].bias;
    u64 start = sym->st_value + bias, limit = section.sh_addr + section.sh_size + bias;
    if (limit <= start) return; /* wraps around the address space */
    s->symbol = alloc_grow(s->symbol, s->count, &s->room, sizeof *s->symbol);
    s->symbol[s->count++] = (struct symbol){
        .start = start,
        .name = alloc_string(name),
        .image = (u32)(s->images - 1),
        .declared = sym->st_size,
        .limit = limit,
        .rank = rank_of(kind, binding, sym->st_size, name),
        .kind = kind,
    };
}

/* The versions of the dynamic linker's symbols, or NULL. Looks through all sections. */
static Elf_Data *versions_of(Elf *elf)
{
    for (Elf_Scn *scn = NULL; (scn = elf_nextscn(elf, scn));) {
        GElf_Shdr h;
        if (gelf_getshdr(scn, &h) && h.sh_type == SHT_GNU_versym) return elf_getdata(scn, NULL);
    }
    return NULL;
}

static bool is_kept_for_old(Elf_Data *versions, size_t i)
{
    enum { HIDDEN = 0x8000 }; /* of a version: who is linked now does not see it */
    GElf_Versym v;
    return versions && gelf_getversym(versions, (int)i, &v) && v & HIDDEN;
}

/* `versions`: of the dynamic linker's table, or NULL. */
static void add_table(struct symbols *s, Elf *elf, Elf_Scn *scn, const GElf_Shdr *header, Elf_Data *versions)
{
    if (symbols_full(s)) return;
    Elf_Data *data = elf_getdata(scn, NULL);
    size_t entry = gelf_fsize(elf, ELF_T_SYM, 1, EV_CURRENT);
    if (!data || !entry) return;
    size_t count = data->d_size / entry;
    for (size_t i = 1; i < count && i <= INT32_MAX; i++) { /* entry 0 is the undefined symbol */
        GElf_Sym sym;
        size_t before = s->count;
        if (gelf_getsym(data, (int)i, &sym)) add_symbol(s, elf, header, &sym);
        if (s->count > before && is_kept_for_old(versions, i)) s->symbol[before].rank &= ~(u32)RANK_DEFAULT;
    }
}

struct extent {
    u64 low, high, offset;
};

static void extend(void *context, const char *name, u64 address, u64 offset, const u8 *bytes, size_t size)
{
    struct extent *x = context;
    (void)name, (void)bytes;
    if (address < x->low) *x = (struct extent){address, x->high, offset};
    if (address + size > x->high) x->high = address + size;
}

/* Whether the whole table of symbols is there, not only that of the dynamic linker. */
static bool read_sections(struct symbols *s, Elf *elf)
{
    bool whole = false;
    struct symbol_image *image = &s->image[s->images - 1];
    struct extent code = {.low = UINT64_MAX};
    Elf_Data *versions = versions_of(elf); /* once: a file may say that it has any number of tables */
    for (Elf_Scn *scn = NULL; (scn = elf_nextscn(elf, scn));) {
        GElf_Shdr h;
        if (!gelf_getshdr(scn, &h)) continue;
        bool exec = (h.sh_flags & SHF_EXECINSTR) && (h.sh_flags & SHF_ALLOC) && h.sh_size && h.sh_addr + h.sh_size > h.sh_addr;
        if (exec) extend(&code, "", h.sh_addr, h.sh_offset, NULL, h.sh_size);
        if (h.sh_type == SHT_SYMTAB || h.sh_type == SHT_DYNSYM) add_table(s, elf, scn, &h, h.sh_type == SHT_DYNSYM ? versions : NULL);
        if (h.sh_type == SHT_SYMTAB) whole = true;
        if (h.sh_type == SHT_NOTE && !image->build_id[0]) section_build_id(scn, image->build_id);
    }
    if (!code.high) sections_each(elf, extend, &code); /* no section headers: segments */
    if (code.low < code.high && code.low + image->bias < code.high + image->bias) {
        image->low = code.low + image->bias;
        image->offset = code.offset;
        image->high = code.high + image->bias;
    }
    return whole;
}

/* The symbols of a stripped file's debug file, which has the same sections, without their bytes. False: there is none. */
static bool read_debug_file(struct symbols *s, const char *file)
{
    int fd = debug_file_open(file);
    bool found = false;
    if (fd < 0) return false;
    Elf *elf = elf_begin(fd, ELF_C_READ, NULL);
    for (Elf_Scn *scn = NULL; elf && (scn = elf_nextscn(elf, scn));) {
        GElf_Shdr h;
        if (gelf_getshdr(scn, &h) && h.sh_type == SHT_SYMTAB) add_table(s, elf, scn, &h, NULL), found = true;
    }
    elf_end(elf);
    close(fd);
    return found;
}

static bool is_for(Elf *elf, const struct isa *isa)
{
    GElf_Ehdr h;
    return gelf_getehdr(elf, &h) && h.e_machine == isa->elf_machine;
}

static int by_start_and_rank(const void *a, const void *b)
{
    const struct symbol *x = a, *y = b;
    if (x->start != y->start) return x->start < y->start ? -1 : 1;
    if (x->rank != y->rank) return x->rank > y->rank ? -1 : 1;
    int order = strcmp(x->name, y->name);
    return order ? order : (x->image > y->image) - (x->image < y->image);
}

static void forget(struct symbol *s)
{
    free(s->name);
    free(s->mangled);
}

static u64 end_of(const struct symbol *f) { return f->start + f->size; }

/* Another name for where `to` begins: tables of symbols often have the same one twice. */
static void keep_alias(struct symbols *s, const struct symbol *to, struct symbol *other)
{
    struct symbol_alias *last = s->aliases ? &s->alias[s->aliases - 1] : NULL;
    bool known = !strcmp(to->name, other->name) || (last && last->start == other->start && !strcmp(last->name, other->name));
    if (!known) {
        s->alias = alloc_grow(s->alias, s->aliases, &s->aliases_room, sizeof *s->alias);
        s->alias[s->aliases++] = (struct symbol_alias){other->name, other->start};
        other->name = NULL;
    }
    forget(other);
}

/* One symbol an address; an alias lends its size to a better name that has none. */
static void merge_aliases(struct symbols *s)
{
    size_t n = 0, ordered = 1; /* mostly all are, as names_complete() has them settled again and again */
    while (ordered < s->count && by_start_and_rank(&s->symbol[ordered - 1], &s->symbol[ordered]) <= 0) ordered++;
    if (ordered < s->count) qsort(s->symbol, s->count, sizeof *s->symbol, by_start_and_rank);
    for (size_t i = 0; i < s->count; i++) {
        struct symbol *last = n ? &s->symbol[n - 1] : NULL;
        if (last && last->start == s->symbol[i].start) {
            if (!last->declared) last->declared = s->symbol[i].declared;
            keep_alias(s, last, &s->symbol[i]);
        } else {
            s->symbol[n++] = s->symbol[i];
        }
    }
    s->count = n;
}

/* Labels inside a function that declares its size are the function's own: loop heads, not functions. */
static void drop_inner_labels(struct symbols *s)
{
    size_t n = 0;
    u64 covered = 0; /* end of the functions seen so far that declare a size */
    for (size_t i = 0; i < s->count; i++) {
        struct symbol f = s->symbol[i];
        if (f.kind == SYMBOL_LABEL && f.start < covered) {
            forget(&f);
            continue;
        }
        u64 end = f.declared < f.limit - f.start ? f.start + f.declared : f.limit;
        if (f.kind != SYMBOL_LABEL && end > covered) covered = end;
        s->symbol[n++] = f;
    }
    s->count = n;
}

void symbols_settle(struct symbols *s)
{
    merge_aliases(s);
    drop_inner_labels(s);
    for (size_t i = 0; i < s->count; i++) {
        struct symbol *f = &s->symbol[i];
        u64 room = f->limit - f->start;
        if (f->declared) f->size = f->declared < room ? f->declared : room;
        else if (i + 1 < s->count && f[1].start < f->limit) f->size = f[1].start - f->start;
        else f->size = room;
        f->parent = i ? i - 1 : SYMBOL_NONE;
        while (f->parent != SYMBOL_NONE && end_of(&s->symbol[f->parent]) <= f->start)
            f->parent = s->symbol[f->parent].parent;
    }
}

/* Puts the image into *s, in which there is nothing, with its symbols in order. */
static int read_image(struct symbols *s, const struct isa *isa, const char *file, const struct file_id *id, const char *path, u64 bias, struct error *e)
{
    s->image = alloc_grow(s->image, s->images, &s->images_room, sizeof *s->image);
    struct symbol_image *image = &s->image[s->images++];
    *image = (struct symbol_image){.path = alloc_string(path), .bias = bias};
    struct stat st;
    int fd = image_open(file, id);
    if (fd < 0 && !stat(file, &st) && !S_ISREG(st.st_mode)) return error_set(e, "%s: no symbols: not a regular file", file);
    if (fd < 0) return error_set(e, "%s: no symbols: %s", file, strerror(errno));
    image->size = fstat(fd, &st) ? 0 : (u64)st.st_size;
    image->names = image_names(fd);
    elf_version(EV_CURRENT);
    /* Read, not mapped: a file that shrinks meanwhile must not be a SIGBUS of ours. */
    Elf *elf = elf_begin(fd, ELF_C_READ, NULL);
    int result = 0;
    bool good = elf && elf_kind(elf) == ELF_K_ELF, whole = good && read_sections(s, elf);
    if (!good) result = error_set(e, "%s: no symbols: not an ELF file", file);
    else if (!whole) whole = read_debug_file(s, file);
    if (good && isa && is_for(elf, isa) && !symbols_full(s)) names_complete(s, elf, isa, whole);
    if (!result && !s->count) result = error_set(e, "%s: no function symbols (stripped?)", file);
    elf_end(elf);
    close(fd);
    symbols_settle(s);
    return result;
}

bool symbols_full(struct symbols *s) { return s->full |= s->count + s->aliases + s->beside >= SYMBOLS_MOST; }

/* What *from has goes behind what *s has. */
static void take(struct symbols *s, struct symbols *from)
{
    u32 images = (u32)s->images;
    s->image = alloc_expect(s->image, s->images, from->images, &s->images_room, sizeof *s->image);
    for (size_t i = 0; i < from->images; i++) s->image[s->images++] = from->image[i];
    while (s->room < s->count + from->count) s->symbol = alloc_grow(s->symbol, s->room, &s->room, sizeof *s->symbol);
    for (size_t i = 0; i < from->count; i++) {
        s->symbol[s->count] = from->symbol[i];
        s->symbol[s->count++].image += images;
    }
    while (s->aliases_room < s->aliases + from->aliases) s->alias = alloc_grow(s->alias, s->aliases_room, &s->aliases_room, sizeof *s->alias);
    for (size_t i = 0; i < from->aliases; i++) s->alias[s->aliases++] = from->alias[i];
    s->full |= from->full;
    free(from->image);
    free(from->symbol);
    free(from->alias);
    *from = (struct symbols){0};
}

int symbols_add(struct symbols *s, const struct isa *isa, const char *file, const struct file_id *id, const char *path, u64 bias, struct error *e)
{
    struct symbols own = {.beside = s->count + s->aliases};
    int result = read_image(&own, isa, file, id, path, bias, e);
    take(s, &own);
    return result;
}

void symbols_add_copies(struct symbols *s, const struct symbols *from)
{
    struct symbols copy = {.full = from->full};
    copy.image = alloc_expect(NULL, 0, from->images, &copy.images_room, sizeof *copy.image);
    for (; copy.images < from->images; copy.images++) {
        copy.image[copy.images] = from->image[copy.images];
        copy.image[copy.images].path = alloc_string(from->image[copy.images].path);
    }
    copy.symbol = alloc_expect(NULL, 0, from->count, &copy.room, sizeof *copy.symbol);
    for (; copy.count < from->count && !(copy.full |= s->count + s->aliases + copy.count >= SYMBOLS_MOST); copy.count++) {
        struct symbol *to = &copy.symbol[copy.count];
        *to = from->symbol[copy.count];
        to->name = alloc_string(to->name);
        if (to->mangled) to->mangled = alloc_string(to->mangled);
    }
    copy.alias = alloc_expect(NULL, 0, from->aliases, &copy.aliases_room, sizeof *copy.alias);
    for (; copy.aliases < from->aliases && !copy.full; copy.aliases++)
        copy.alias[copy.aliases] = (struct symbol_alias){alloc_string(from->alias[copy.aliases].name), from->alias[copy.aliases].start};
    take(s, &copy);
}

void symbols_put(struct symbols *s, const struct symbol *f)
{
    s->symbol = alloc_grow(s->symbol, s->count, &s->room, sizeof *s->symbol);
    struct symbol *to = &s->symbol[s->count++];
    *to = *f;
    to->name = alloc_string(f->name);
    if (f->mangled) to->mangled = alloc_string(f->mangled);
    to->rank = rank_of(f->kind, STB_GLOBAL, f->declared, f->name);
}

void symbols_add_code(struct symbols *s, const char *path, u64 low, u64 high, const char *name, u64 start, u64 size)
{
    s->image = alloc_grow(s->image, s->images, &s->images_room, sizeof *s->image);
    s->image[s->images++] = (struct symbol_image){.path = alloc_string(path), .low = low, .high = high};
    symbols_put(s, &(struct symbol){.start = start, .name = (char *)name, .image = (u32)(s->images - 1), .declared = size,
                                    .limit = high, .kind = SYMBOL_FUNCTION});
}

size_t symbols_find(const struct symbols *s, u64 address)
{
    size_t low = 0, high = s->count;
    while (low < high) {
        size_t mid = low + (high - low) / 2;
        if (s->symbol[mid].start <= address) low = mid + 1;
        else high = mid;
    }
    size_t i = low ? low - 1 : SYMBOL_NONE;
    while (i != SYMBOL_NONE && address - s->symbol[i].start >= s->symbol[i].size) i = s->symbol[i].parent;
    return i;
}

size_t symbols_find_near(const struct symbols *s, u64 address, size_t near)
{
    const struct symbol *f = near < s->count ? &s->symbol[near] : NULL;
    bool innermost = f && address - f->start < f->size && (near + 1 == s->count || address < f[1].start);
    return innermost ? near : symbols_find(s, address);
}

void symbols_format(const struct symbols *s, u64 address, char *out, size_t cap)
{
    size_t i = symbols_find(s, address);
    if (i == SYMBOL_NONE) snprintf(out, cap, "0x%" PRIx64, address);
    else if (address == s->symbol[i].start) snprintf(out, cap, "%s", s->symbol[i].name);
    else snprintf(out, cap, "%s+0x%" PRIx64, s->symbol[i].name, address - s->symbol[i].start);
}

char *symbols_text(const struct symbols *s, u64 address)
{
    size_t i = symbols_find(s, address), cap = 32 + (i != SYMBOL_NONE ? strlen(s->symbol[i].name) : 0);
    char *out = alloc_zeroed(cap, 1);
    symbols_format(s, address, out, cap);
    return out;
}

static bool is_name(const char *name, const char *what, size_t n) { return name && strlen(name) == n && !memcmp(name, what, n); }

/* The symbol that begins there, or SYMBOL_NONE. */
static size_t beginning(const struct symbols *s, u64 start)
{
    size_t low = 0, high = s->count;
    while (low < high) {
        size_t mid = low + (high - low) / 2;
        if (s->symbol[mid].start < start) low = mid + 1;
        else high = mid;
    }
    return low < s->count && s->symbol[low].start == start ? low : SYMBOL_NONE;
}

size_t symbols_named(const struct symbols *s, const char *name, size_t n, size_t from)
{
    size_t best = SYMBOL_NONE;
    for (size_t i = from; i < s->count && best == SYMBOL_NONE; i++)
        if (is_name(s->symbol[i].name, name, n) || is_name(s->symbol[i].mangled, name, n)) best = i;
    for (size_t k = 0; k < s->aliases; k++) {
        size_t i = is_name(s->alias[k].name, name, n) ? beginning(s, s->alias[k].start) : SYMBOL_NONE;
        if (i >= from && i < best) best = i; /* SYMBOL_NONE is beyond all */
    }
    return best;
}

size_t symbols_short_named(const struct symbols *s, const char *name, size_t n, bool passes_on, size_t from)
{
    for (size_t i = from; i < s->count; i++)
        if (short_name_is((struct span){name, n}, s->symbol[i].name, false) && short_name_passes_on(s->symbol[i].name) == passes_on) return i;
    return SYMBOL_NONE;
}

void symbols_free(struct symbols *s)
{
    for (size_t i = 0; i < s->count; i++) forget(&s->symbol[i]);
    for (size_t i = 0; i < s->images; i++) free(s->image[i].path);
    for (size_t i = 0; i < s->aliases; i++) free(s->alias[i].name);
    free(s->alias);
    free(s->symbol);
    free(s->image);
    memset(s, 0, sizeof *s);
}
