/* The subcommands: each takes its own argc and argv (argv[0] is its name) and returns the exit status. For commands
 * on files: 0 all right, 1 differences found (diff alone), 2 trouble, 125 bad usage. */
#ifndef PCGRAM_CLI_COMMANDS_H
#define PCGRAM_CLI_COMMANDS_H

/* Runs a guest; the exit status is the guest's (docs/use.md). */
int cmd_run(int argc, char **argv);
/* The same, and prints what the run has cost. */
int cmd_stat(int argc, char **argv);
int cmd_report(int argc, char **argv);
int cmd_annotate(int argc, char **argv);
int cmd_data(int argc, char **argv);
int cmd_export(int argc, char **argv);
/* 1: the profiles differ by more than the threshold. */
int cmd_diff(int argc, char **argv);
int cmd_merge(int argc, char **argv);
int cmd_disasm(int argc, char **argv);
int cmd_isa(int argc, char **argv);
int cmd_explain(int argc, char **argv);
/* Runs a guest in a window that shows what it does. */
int cmd_view(int argc, char **argv);
/* 1: a row of the conformance table failed. */
int cmd_conform(int argc, char **argv);

#endif
