#include "isa/parisc/system/stages.h"

#include "isa/parisc/insn/operands.h"

/* Five stages, of which the PA-7100LC and the PA-7300LC have two each side by side. Operands are waited for where registers are
 * read; loads have their data a stage behind the operation. */
const struct debug_pipeline pa_pipeline = {
    .letters = "FDEMW",
    .names = (const char *const[]){"fetch", "decode", "execute", "memory", "write back"},
    .fetch = 0, .registers = 1, .wait = 1, .issue = 2, .memory = 3,
};

enum { FLOATS = 32, SAR = 96 /* ids behind the general registers' and the halves of the others */ };

static void add_floats(struct debug_operand *list, unsigned *count, u64 halves)
{
    for (unsigned i = 0; i < 64; i++)
        if (halves >> i & 1) debug_operand_add(list, count, FLOATS + i, "fr", i / 2);
}

void pa_debug_operands(const struct thread *t, u64 pc, const u8 *code, struct debug_operands *out)
{
    (void)t, (void)pc;
    *out = (struct debug_operands){0};
    u32 word = load_be32(code);
    const struct pa_insn *insn = pa_decode(word);
    if (!insn) return;
    struct pa_operands o = pa_operands_of(insn, word);
    out->load = insn->flags & PA_LOAD;
    for (unsigned i = 1; i < FLOATS; i++) {
        if (o.gr_read >> i & 1) debug_operand_add(out->in, &out->ins, i, "r", i);
        if ((o.gr_write & ~o.base_write) >> i & 1) debug_operand_add(out->out, &out->outs, i, "r", i);
    }
    add_floats(out->in, &out->ins, o.fr_read);
    add_floats(out->out, &out->outs, o.fr_write);
    if (o.reads_sar) debug_operand_add(out->in, &out->ins, SAR, "cr", 11);
    if (o.writes_sar) debug_operand_add(out->out, &out->outs, SAR, "cr", 11);
}
