/* Code that checks on x86-64 what emission takes for granted, for tests (host_set_checked()): that at each operation registers hold what they are
 * said to mirror, and that two slots that one register is to mirror where code is entered are equal. If not, an instruction that is none (ud2) ends
 * the emulator, before anything comes of it. */
#include "emu/host/emission.h"

#ifdef __x86_64__

#include "emu/host/registers.h"
#include "emu/host/x86_64.h"

static void end_unless_equal(struct host_emission *e)
{
    byte(e, 0x74), byte(e, 2); /* je, over: */
    byte(e, 0x0f), byte(e, 0x0b); /* ud2 */
}

static i32 place_of(const struct host_emission *e, unsigned slot, unsigned *bytes)
{
    const struct host_layout *l = e->layout;
    *bytes = slot < HOST_WORDS ? 8 : l->field[slot - HOST_WORDS].bytes;
    return (i32)(slot < HOST_WORDS ? l->first + 8 * slot : l->field[slot - HOST_WORDS].offset);
}

void host_check(struct host_emission *e)
{
    for (unsigned r = 0; r < HOST_REGISTERS; r++)
        for (unsigned i = 0; i < HOST_ALIASES; i++) {
            unsigned slot = e->now.slot[r][i], bytes;
            if (slot == HOST_NO_SLOT) continue;
            i32 at = place_of(e, slot, &bytes);
            with_memory(e, bytes == 8, 0x3b, r, STATE, at);
            end_unless_equal(e);
        }
    host_forget_comparison(e);
}

void host_check_word(struct host_emission *e, unsigned word, unsigned of, unsigned rest)
{
    with_memory(e, false, 0x8b, RCX, STATE, (i32)(e->layout->first + 8 * word));
    byte(e, 0x83), byte(e, 0xe1), byte(e, (u8)(of - 1)); /* and */
    byte(e, 0x83), byte(e, 0xf9), byte(e, (u8)(rest & (of - 1))); /* cmp */
    end_unless_equal(e);
    host_forget_comparison(e);
}

void host_check_entry(struct host_emission *e, host_label l)
{
    for (unsigned r = 0; r < HOST_REGISTERS; r++) {
        unsigned first = e->label[l].all.slot[r][0], bytes, others;
        for (unsigned i = 1; first != HOST_NO_SLOT && i < HOST_ALIASES; i++) {
            unsigned slot = e->label[l].all.slot[r][i];
            if (slot == HOST_NO_SLOT) continue;
            i32 one = place_of(e, first, &bytes), other = place_of(e, slot, &others);
            with_memory(e, bytes == 8 && others == 8, 0x8b, RAX, STATE, one);
            with_memory(e, bytes == 8 && others == 8, 0x3b, RAX, STATE, other);
            end_unless_equal(e);
        }
    }
}

#endif
