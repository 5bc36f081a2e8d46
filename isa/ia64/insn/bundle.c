/* The templates, and how a bundle falls into its parts. */
#include "isa/ia64/insn/bundle.h"

enum { M = IA64_UNIT_M, I = IA64_UNIT_I, F = IA64_UNIT_F, B = IA64_UNIT_B, L = IA64_UNIT_L, X = IA64_UNIT_X };

/* An odd template has a stop at its end. */
static const struct ia64_template templates[32] = {
    [0x00] = {"MII", {M, I, I}, 0, false}, [0x01] = {"MII", {M, I, I}, 4, false}, [0x02] = {"MII", {M, I, I}, 2, false},
    [0x03] = {"MII", {M, I, I}, 6, false}, [0x04] = {"MLX", {M, L, X}, 0, false}, [0x05] = {"MLX", {M, L, X}, 4, false},
    [0x06] = {"-3-", {M, M, M}, 0, true},  [0x07] = {"-3-", {M, M, M}, 0, true},  [0x08] = {"MMI", {M, M, I}, 0, false},
    [0x09] = {"MMI", {M, M, I}, 4, false}, [0x0a] = {"MMI", {M, M, I}, 1, false}, [0x0b] = {"MMI", {M, M, I}, 5, false},
    [0x0c] = {"MFI", {M, F, I}, 0, false}, [0x0d] = {"MFI", {M, F, I}, 4, false}, [0x0e] = {"MMF", {M, M, F}, 0, false},
    [0x0f] = {"MMF", {M, M, F}, 4, false}, [0x10] = {"MIB", {M, I, B}, 0, false}, [0x11] = {"MIB", {M, I, B}, 4, false},
    [0x12] = {"MBB", {M, B, B}, 0, false}, [0x13] = {"MBB", {M, B, B}, 4, false}, [0x14] = {"-a-", {M, M, M}, 0, true},
    [0x15] = {"-a-", {M, M, M}, 0, true},  [0x16] = {"BBB", {B, B, B}, 0, false}, [0x17] = {"BBB", {B, B, B}, 4, false},
    [0x18] = {"MMB", {M, M, B}, 0, false}, [0x19] = {"MMB", {M, M, B}, 4, false}, [0x1a] = {"-d-", {M, M, M}, 0, true},
    [0x1b] = {"-d-", {M, M, M}, 0, true},  [0x1c] = {"MFB", {M, F, B}, 0, false}, [0x1d] = {"MFB", {M, F, B}, 4, false},
    [0x1e] = {"-f-", {M, M, M}, 0, true},  [0x1f] = {"-f-", {M, M, M}, 0, true},
};

const struct ia64_template *ia64_template(unsigned number) { return &templates[number & 31]; }

struct ia64_bundle ia64_bundle_at(const u8 p[16])
{
    const u64 slot = ((u64)1 << 41) - 1;
    u64 low = load_le64(p), high = load_le64(p + 8);
    return (struct ia64_bundle){ia64_template(low & 31),
                                {low >> 5 & slot, (low >> 46 | high << 18) & slot, high >> 23}};
}
