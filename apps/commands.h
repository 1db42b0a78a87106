// The words of the wend command. Each gets its own arguments (argv[0] is the word) and returns an exit status: 0 done,
// 1 failed, 2 not understood.
#ifndef COMMANDS_H
#define COMMANDS_H

int cmd_bench(int argc, char **argv);
int cmd_demo(int argc, char **argv);
int cmd_help(int argc, char **argv);
int cmd_models(int argc, char **argv);
int cmd_version(int argc, char **argv);

#endif
