/* Keys and clicks of the debug view as no user presses them, the script of `pcgram view --keys` with names that are
 * none among them. An attack is one key.   -n N (default 200,000)   -s SEED   --slice: 2,000 */
/* with: tests/attack/mutate/mutate.c tests/fuzz/fuzz_view.c */
#include "tests/attack/mutate/mutate.h"

#include "tests/fuzz/targets.h"

static const char *const words[] = {"s",
                                    "b",
                                    "g",
                                    "f",
                                    "t",
                                    "r",
                                    "R",
                                    "S",
                                    "S",
                                    "h",
                                    "?",
                                    "<space>",
                                    "a10054<enter>",
                                    "affffffff<enter>",
                                    "a0<enter>",
                                    "amain<enter>",
                                    "a",
                                    "l",
                                    "+",
                                    "-",
                                    "n",
                                    "N",
                                    "p",
                                    "c",
                                    "<up>",
                                    "<down>",
                                    "<pageup>",
                                    "<pagedown>",
                                    "<home>",
                                    "<enter>",
                                    "<escape>",
                                    "<erase>",
                                    "<tab>",
                                    "<less>",
                                    "<",
                                    "<up",
                                    "<nothing>",
                                    "\200",
                                    "\305",
                                    "\377",
                                    " ",
                                    "~"};

static void shape(struct input *in)
{
    for (u64 n = 1 + input_below(in, 24); n > 0; n--) {
        const char *word = words[input_below(in, ARRAY_LEN(words))];
        input_insert(in, input_below(in, 8) ? in->size : input_below(in, in->size + 1), word, strlen(word));
    }
}

static u64 count(const u8 *data, size_t size)
{
    u64 n = 1;
    for (size_t i = 0; i < size; i++) n += data[i] != ' ';
    return n;
}

int main(int argc, char **argv)
{
    static const struct target target = {
        .name = "view", .read = fuzz_view, .shape = shape, .units = count, .share = 1, .most = 400};
    const struct mutations c = {
        .name = "keys", .unit = "keys", .target = &target, .targets = 1, .number = 200000, .slice = 2000};
    return mutations_main(&c, argc, argv);
}
