/* Inlined functions of a profile: rows behind profile_rows(), one a function that has copies in its images. */
#ifndef PCGRAM_PROF_PROFILE_PROFILE_INLINES_H
#define PCGRAM_PROF_PROFILE_PROFILE_INLINES_H

#include "prof/profile/profile.h"
#include "prof/symbols/inlines.h"

/* Reads those of the images whose files are still what they were into p->inlines, where calls have frames of inlined code
 * from then on (prof/profile/stacks.h). False: there are none, and p->inlines is NULL. */
bool profile_read_inlines(struct profile *p, bool mangled);

/* How many rows there are with those of inlined functions. */
size_t profile_inline_rows(const struct profile *p);
/* The function of such a row, NULL: it is another row. */
const struct inline_function *profile_inline_function(const struct profile *p, u32 row);
/* Its name as reports have it, "clamp (inlined)": a new string. */
char *profile_inline_label(const struct inline_function *f);
/* The innermost copy of an instruction, INLINES_NONE: of none. */
u32 profile_copy_at(const struct profile *p, u64 address);
/* The instructions of every row as indices into p->insn, in order: of an inlined function, with all that is inlined in it. */
struct row_insns {
    u32 *insn;
    size_t *first; /* in `insn`, of each row and of the one behind the last */
};
void row_insns_make(struct row_insns *r, const struct profile *p);
void row_insns_free(struct row_insns *r);
/* The indices of a row, and how many. */
static inline const u32 *row_insns_of(const struct row_insns *r, u32 row, size_t *n)
{
    *n = r->first[row + 1] - r->first[row];
    return r->insn + r->first[row];
}
/* The inlined function of that name that has instructions in the profile: its row; of C++ arguments, those of the template
 * and the scopes in front may be missing. PROFILE_NONE: there is none, and *e is as it was, or it may be several. */
u32 profile_find_inlined(const struct profile *p, const char *name, struct error *e);

#endif
