#include "emu/run/load.h"

#include <inttypes.h>
#include <stdlib.h>

#include "emu/run/isas.h"
#include "prof/import_gmon.h"
#include "prof/mon.h"
#include "prof/profile_file.h"

int load_thread(struct profile *p, const char *path, u64 tid, struct error *e)
{
    if (!tid) return 0;
    u32 thread = threads_find(p->threads, tid);
    if (!p->threads) error_set(e, "%s: the process had one thread only", path);
    else if (thread == PROFILE_NONE) error_set(e, "%s: no thread %" PRIu64 "; pcgram report --by=thread lists them", path, tid);
    if (thread == PROFILE_NONE) {
        profile_free(p);
        return -1;
    }
    threads_keep(p, thread);
    return 0;
}

int load_profile(struct profile *p, const char *path, const char *program, u64 hz, struct error *e)
{
    struct symbols symbols = {0};
    size_t size;
    if (!program) return profile_load(p, path, e);
    struct sampled_program about = {.isa = isa_of_elf(program, e), .symbols = &symbols, .hz = hz ? hz : 100};
    if (!about.isa || symbols_add(&symbols, about.isa, program, program, 0, e)) {
        symbols_free(&symbols);
        return -1;
    }
    about.unit = about.isa->code_unit;
    char *bytes = profile_read_bytes(path, &size, e);
    int status = -1;
    if (bytes && gmon_is((u8 *)bytes, size))
        status = hz ? error_set(e, "%s: a gmon.out says its clock itself: leave --hz away", path)
                    : gmon_read(p, (const u8 *)bytes, size, &about, path, e);
    else if (bytes) status = mon_read(p, (const u8 *)bytes, size, &about, path, e);
    free(bytes);
    symbols_free(&symbols);
    return status;
}
