// The words of the wend command. Each gets its own arguments (argv[0] is the word) and returns an exit status: 0 done,
// 1 failed, 2 not understood, 3 problems in a file, 130 interrupted.
#ifndef COMMANDS_H
#define COMMANDS_H

#include "wend/base.h"

int cmd_behaviour(int argc, char **argv);
int cmd_bench(int argc, char **argv);
int cmd_check(int argc, char **argv);
int cmd_completion(int argc, char **argv);
int cmd_convert(int argc, char **argv);
int cmd_demo(int argc, char **argv);
int cmd_explain(int argc, char **argv);
int cmd_help(int argc, char **argv);
int cmd_info(int argc, char **argv);
int cmd_measure(int argc, char **argv);
int cmd_models(int argc, char **argv);
int cmd_render(int argc, char **argv);
int cmd_report(int argc, char **argv);
int cmd_run(int argc, char **argv);
int cmd_schema(int argc, char **argv);
int cmd_serve(int argc, char **argv);
int cmd_study(int argc, char **argv);
int cmd_sweep(int argc, char **argv);
int cmd_version(int argc, char **argv);
int cmd_view(int argc, char **argv);

// A row of the table of commands. Called with --help=FORM, each prints its own table of options in that form (see
// options.h), which is where completion and the manual page come from.
typedef struct command {
    const char *name;
    const char *summary;
    int (*run)(int argc, char **argv);
} command;

const command *commands_list(uint32_t *count);

// Says on stderr what went wrong; the exit status that goes with it.
int command_fail(const wend_error *error);

// Says on stderr that there is no such model, and which one may be meant; the exit status that goes with it.
int command_refuse_model(const char *name);

// Calls the command with --help=FORM.
void command_print_options(const command *which, const char *form);

// The manual page, in man macros, on stdout.
void manual_print(void);

#endif
