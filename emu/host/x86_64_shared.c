/* Stubs on x86-64, which the blocks of a region of the area share: calls of the emulator's functions, and handing over to handlers, so that what is
 * rare takes few bytes where it stands. Under timing models each access has such a slow path. */
#include "emu/host/emission.h"

#ifdef __x86_64__

#include "emu/host/area.h"
#include "emu/host/registers.h"
#include "emu/host/x86_64.h"

enum { FOR_FUNCTION = 16, FOR_CALL = 64, FOR_PLAIN_CALL = 32, FOR_HANDING_OVER = 48 };
#define KEY_PLAIN ((u64)1 << 63) /* with the address of a function that is no slow path */
enum { KEY_CALL = 1, KEY_HANDING_OVER, KEY_ADDING_DEFERRED }; /* beside addresses of functions and data */

static void push(struct host_emission *e, unsigned r)
{
    if (r >= R8) byte(e, 0x41);
    byte(e, 0x50 | (r & 7));
}

static void pop(struct host_emission *e, unsigned r)
{
    if (r >= R8) byte(e, 0x41);
    byte(e, 0x58 | (r & 7));
}

static void free_stack(struct host_emission *e, unsigned words)
{
    with_register(e, true, 0x83, 0, RSP);
    byte(e, 8 * words);
}

/* --- slow paths -------------------------------------------------------------------------------------------------------------- */

/* The function's address is in rax, which has been saved; what is passed is in ecx (SLOW_PATH_SHIFT). With the return address of the call to here,
 * that of uop_call()'s, and nine words the stack is aligned. */
static void make_call(struct host_emission *e, u64 none)
{
    static const u8 saved[] = {STATE, BASE, MEMORY, R8, R9, R10, R11};
    (void)none;
    for (unsigned i = 0; i < ARRAY_LEN(saved); i++) push(e, saved[i]);
    with_register(e, false, 0x0fb7, RDX, RCX);
    with_register(e, true, 0x03, BASE, RDX);
    with_register(e, false, 0x8b, RDX, RCX);
    with_register(e, false, 0xc1, 5, RDX); /* shr */
    byte(e, SLOW_PATH_SHIFT);
    with_register(e, false, 0xff, 2, RAX);
    with_register(e, true, 0x85, RAX, RAX);
    byte(e, 0x75), byte(e, 0); /* jne, to where it goes on elsewhere */
    u8 *behind = e->out;
    for (unsigned i = ARRAY_LEN(saved); i; i--) pop(e, saved[i - 1]);
    pop(e, RAX);
    byte(e, 0xc3);
    behind[-1] = (u8)(e->out - behind);
    with_register(e, true, 0x8b, BASE, RAX);
    free_stack(e, 4);
    pop(e, MEMORY);
    free_stack(e, 1);
    pop(e, STATE);
    free_stack(e, 2);
    with_memory(e, false, 0xff, 4, BASE, (i32)offsetof(struct uop, fn));
}

static void make_function(struct host_emission *e, u64 function)
{
    push(e, RAX);
    number_into(e, RAX, function);
    to_written(e, 0xe9, emission_share(e, KEY_CALL, FOR_CALL, make_call, 0));
}

void emitter_call(struct host_emission *e, const u8 *written) { to_written(e, 0xe8, written); }

void host_call_slow_path(struct host_emission *e, host_slow_path *function, unsigned i, unsigned deferred)
{
    u64 to = (u64)(uintptr_t)function;
    host_pass(e, (u32)(i * sizeof(struct uop)) | deferred << SLOW_PATH_SHIFT);
    emitter_call(e, emission_share(e, to, FOR_FUNCTION, make_function, to));
}

/* --- calls of functions that change what they like ------------------------------------------------------------------------------------ */

static const u8 of_code[] = {STATE, BASE, MEMORY, RAX}; /* four words: with the two return addresses they leave the stack aligned */

/* In ecx: the distance of the operation in bytes. */
static void make_plain_call(struct host_emission *e, u64 function)
{
    for (unsigned i = 0; i < ARRAY_LEN(of_code); i++) push(e, of_code[i]);
    with_register(e, true, 0x03, BASE, RCX);
    number_into(e, RAX, function);
    with_register(e, false, 0xff, 2, RAX);
    for (unsigned i = ARRAY_LEN(of_code); i; i--) pop(e, of_code[i - 1]);
    byte(e, 0xc3);
}

void x86_64_call(struct host_emission *e, host_function *function, u32 from)
{
    u64 to = (u64)(uintptr_t)function;
    host_pass(e, from);
    emitter_call(e, emission_share(e, to | KEY_PLAIN, FOR_PLAIN_CALL, make_plain_call, to));
}

/* --- handing over ---------------------------------------------------------------------------------------------------------------- */

/* In ecx: the distance of the operation in bytes, above 16 bits the word with the last result, and above 24 the deferred additions. */
enum { LAST_SHIFT = 16, DEFERRED_SHIFT = 24, MOST_DEFERRED = 255 };

static void make_handing_over(struct host_emission *e, u64 adding_deferred)
{
    with_register(e, false, 0x0fb7, RAX, RCX);
    with_register(e, true, 0x03, BASE, RAX);
    with_register(e, false, 0xc1, 5, RCX);
    byte(e, LAST_SHIFT);
    if (adding_deferred) {
        byte(e, 0x0f), byte(e, 0xb6), byte(e, 0xc5); /* movzx eax, ch */
        with_register(e, false, 0x6b, RAX, RAX); /* imul */
        byte(e, e->layout->deferred.each);
        with_memory(e, true, 0x8b, R8, STATE, (i32)e->layout->deferred.pointer);
        with_memory(e, true, 0x01, RAX, R8, e->layout->deferred.offset);
    }
    byte(e, 0x0f), byte(e, 0xb6), byte(e, 0xc9); /* movzx ecx, cl */
    with_index(e, true, 0x8b, RCX, STATE, RCX, 3, (i32)e->layout->first);
    with_memory(e, false, 0xff, 4, BASE, (i32)offsetof(struct uop, fn));
}

void host_hand_over(struct host_emission *e, unsigned i, int last, unsigned deferred, uop_fn *handler)
{
    u32 from = (u32)(i * sizeof(struct uop));
    if (!handler && (last >= 0 || deferred) && deferred <= MOST_DEFERRED) {
        host_pass(e, from | (u32)(last < 0 ? 0 : last) << LAST_SHIFT | deferred << DEFERRED_SHIFT);
        to_written(e, 0xe9, emission_share(e, deferred ? KEY_ADDING_DEFERRED : KEY_HANDING_OVER, FOR_HANDING_OVER, make_handing_over, deferred != 0));
        return;
    }
    host_add_deferred(e, deferred);
    if (last >= 0) with_memory(e, true, 0x8b, RCX, STATE, (i32)e->layout->first + 8 * last);
    if (i) emitter_move_base(e, (i32)from);
    if (handler) {
        number_into(e, RAX, (u64)(uintptr_t)handler);
        with_register(e, false, 0xff, 4, RAX);
    } else {
        with_memory(e, false, 0xff, 4, BASE, (i32)offsetof(struct uop, fn));
    }
}

/* --- stubs of an instruction set --------------------------------------------------------------------------------------------------- */

void host_pass(struct host_emission *e, u32 x)
{
    byte(e, 0xb8 | SPARE);
    word(e, x);
}

void host_pass_value(struct host_emission *e, host_value x) { with_register(e, true, 0x8b, SPARE, x); }

void host_pass_read(struct host_emission *e, host_value at, i32 distance, unsigned bytes)
{
    with_memory(e, bytes == 8, 0x8b, SPARE, at == HOST_BLOCK ? BASE : at, distance);
}

void host_branch_unless_passed(struct host_emission *e, host_value at, i32 distance, host_label to)
{
    with_memory(e, false, 0x3b, SPARE, at, distance);
    emitter_branch_if(e, HOST_NE, to);
}

host_value host_passed(struct host_emission *e)
{
    registers_use(e, SPARE);
    return SPARE;
}

void emitter_keep_values(struct host_emission *e)
{
    for (unsigned i = 0; i < e->saved; i++) push(e, emitter_pool[i]);
}

void emitter_return(struct host_emission *e)
{
    for (unsigned i = e->saved; i; i--) pop(e, emitter_pool[i - 1]);
    byte(e, 0xc3);
}

static void return_unless_equal(struct host_emission *e)
{
    byte(e, 0x74), byte(e, 0); /* je, over it */
    u8 *behind = e->out;
    emitter_return(e);
    behind[-1] = (u8)(e->out - behind);
}

void host_return_unless_equal(struct host_emission *e, host_value x, host_value y)
{
    with_register(e, true, 0x3b, x, y);
    return_unless_equal(e);
}

void host_return_unless_holds(struct host_emission *e, host_value at, i32 distance, unsigned bytes, host_value x)
{
    with_memory(e, bytes == 8, 0x3b, x, at, distance);
    return_unless_equal(e);
}

void host_return_if_bits(struct host_emission *e, host_value x, u64 bits)
{
    number_into(e, SPARE, bits);
    with_register(e, true, 0x85, SPARE, x);
    return_unless_equal(e);
}

void host_return_if_greater(struct host_emission *e, host_value x, i32 y)
{
    with_register(e, false, 0x81, 7, x);
    word(e, (u32)y);
    byte(e, 0x76), byte(e, 0); /* jbe, over it */
    u8 *behind = e->out;
    emitter_return(e);
    behind[-1] = (u8)(e->out - behind);
}

void host_find(struct host_emission *e) { with_register(e, false, 0x3b, SPARE, SPARE); }

#endif
