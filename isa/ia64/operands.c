#include "isa/ia64/operands.h"

#include <string.h>

#include "isa/ia64/fields.h"

static void add(u8 *list, u8 *n, unsigned r) { list[(*n)++] = (u8)r; }

/* A register operand in braces at s: to the left of "=" and outside of brackets it is written, elsewhere it is read. */
static void take(struct ia64_operands *o, const char *s, u64 w, bool target, bool address)
{
    if (s[0] == 'r') {
        unsigned r = s[1] == '1' ? ia64_r1(w) : s[1] == '2' ? ia64_r2(w) : s[2] == '_' ? ia64_r3_2(w) : ia64_r3(w);
        if (target) add(o->gr_out, &o->gr_outs, r);
        else add(o->gr_in, &o->gr_ins, r);
        if (address) o->base = (i8)r;
    } else if (s[0] == 'f') {
        unsigned r = s[1] == '1' ? ia64_r1(w) : s[1] == '2' ? ia64_r2(w) : s[1] == '3' ? ia64_r3(w) : ia64_f4(w);
        if (target) add(o->fr_out, &o->fr_outs, r);
        else add(o->fr_in, &o->fr_ins, r);
    } else {
        add(o->pr_out, &o->pr_outs, s[1] == '1' ? ia64_p1(w) : ia64_p2(w));
    }
}

struct ia64_operands ia64_operands_of(const struct ia64_insn *insn, u64 w)
{
    struct ia64_operands o = {.base = -1};
    const char *equals = strchr(insn->syntax, '=');
    bool address = false;
    for (const char *s = insn->syntax; *s; s++) {
        if (*s == '[') address = true;
        if (*s == ']') address = false;
        if (*s != '{') continue;
        const char *name = s + 1;
        s = strchr(s, '}');
        bool is_register = strchr("rfp", name[0]) && name[1] >= '1' && name[1] <= '4' && (name[2] == '}' || name[2] == '_');
        if (is_register) take(&o, name, w, equals && s < equals && !address, address);
    }
    if (insn->flags & IA64_POSTINC) add(o.gr_out, &o.gr_outs, (unsigned)o.base);
    return o;
}
