#include "emu/cli/commands.h"
#include "isa/parisc/isa.h"

#include <stddef.h>
#include <string.h>

static const struct {
    const char *name;
    int (*run)(int argc, char **argv);
} commands[] = {
    {"stat", cmd_stat},
    {"report", cmd_report},
    {"annotate", cmd_annotate},
    {"diff", cmd_diff},
    {"merge", cmd_merge},
    {"export", cmd_export},
    {"disasm", cmd_disasm},
    {"isa", cmd_isa},
    {"explain", cmd_explain},
    {"view", cmd_view},
    {"conform", cmd_conform},
};

int main(int argc, char **argv)
{
    for (size_t i = 0; argc > 1 && i < sizeof commands / sizeof *commands; i++)
        if (!strcmp(argv[1], commands[i].name)) return commands[i].run(argc - 1, argv + 1);
    return cmd_run(argc, argv);
}
