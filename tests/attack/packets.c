/* Packets of gdb's protocol that gdb would not send, at small guests: known commands with numbers at borders, changed
 * and cut anywhere, and bytes that are no packets; the guest runs, steps and goes back as they say. An attack is one
 * packet. -n N (default 200,000)   -s SEED   --slice: 2,000 */
/* with: tests/attack/mutate/mutate.c tests/fuzz/fuzz_gdb.c */
#include "tests/attack/mutate/mutate.h"

#include <inttypes.h>
#include <stdio.h>

#include "tests/fuzz/fuzz_guest.h"
#include "tests/fuzz/targets.h"

/* # stands for a number, @ for an address of the guest's, * for bytes in hexadecimal digits. */
static const char *const commands[] = {"?",
                                       "g",
                                       "G*",
                                       "p#",
                                       "P#=*",
                                       "m@,#",
                                       "m#,#",
                                       "M@,4:*",
                                       "M#,#:*",
                                       "X@,4:****",
                                       "X#,#:*",
                                       "Hg#",
                                       "Hc#",
                                       "Hg-1",
                                       "T#",
                                       "Z0,@,4",
                                       "z0,@,4",
                                       "Z1,@,#",
                                       "Z2,@,#",
                                       "Z3,#,#",
                                       "Z4,@,8",
                                       "z2,@,#",
                                       "Z#,#,#",
                                       "c",
                                       "c@",
                                       "C05",
                                       "C#;@",
                                       "s",
                                       "s@",
                                       "S0b",
                                       "S#",
                                       "bc",
                                       "bs",
                                       "D",
                                       "k",
                                       "vCont?",
                                       "vCont;c",
                                       "vCont;s",
                                       "vCont;s:#",
                                       "vCont;C#:#;c",
                                       "vCont;r@,@",
                                       "vCont;r#,#:#",
                                       "vCont;s;c;s:#;",
                                       "vKill;#",
                                       "vMustReplyEmpty",
                                       "qSupported:*",
                                       "QStartNoAckMode",
                                       "QPassSignals:#;#;#;",
                                       "qXfer:features:read:target.xml:#,#",
                                       "qXfer:exec-file:read:#:#,#",
                                       "qXfer:auxv:read::#,#",
                                       "qC",
                                       "qfThreadInfo",
                                       "qsThreadInfo",
                                       "qAttached:#",
                                       "qRcmd,*",
                                       "qRcmd,7374617473",
                                       "!",
                                       "R#",
                                       "x",
                                       "vFile:open:*"};

static size_t put_word(struct input *in, char *out, char kind)
{
    static const char digits[] = "0123456789abcdef";
    size_t n = 0;
    if (kind == '@')
        return (size_t)sprintf(out, "%" PRIx64, FUZZ_GUEST_BASE + FUZZ_GUEST_CODE + input_below(in, 24) * 4 - 8);
    if (kind == '#') return (size_t)sprintf(out, "%" PRIx64, input_border(in));
    for (size_t most = input_below(in, 40); n < most; n++) out[n] = digits[input_below(in, 16)];
    return n;
}

static void add_command(struct input *in)
{
    char line[400];
    size_t n = 0, at = input_below(in, in->size + 1);
    const char *c = commands[input_below(in, ARRAY_LEN(commands))];
    while (at < in->size && in->data[at] != '\n') at++; /* behind another one */
    for (; *c && n < sizeof line - 50; c++) {
        if (*c == '#' || *c == '@' || *c == '*') n += put_word(in, line + n, *c);
        else line[n++] = *c;
    }
    line[n++] = '\n';
    input_insert(in, at < in->size ? at + 1 : at, line, n);
}

static void shape(struct input *in)
{
    for (u64 n = 1 + input_below(in, 16); n > 0; n--) add_command(in);
}

/* Each line is one. */
static u64 count(const u8 *data, size_t size)
{
    u64 n = 1;
    for (size_t i = 0; i < size; i++) n += data[i] == '\n';
    return n;
}

int main(int argc, char **argv)
{
    static const struct target target = {
        .name = "gdb", .read = fuzz_gdb, .shape = shape, .units = count, .share = 1, .most = 1 << 14};
    const struct mutations c = {
        .name = "packets", .unit = "packets", .target = &target, .targets = 1, .number = 200000, .slice = 2000};
    return mutations_main(&c, argc, argv);
}
