// The wend command: finds the word in a table and calls its function.
#include "commands.h"

#include "base/text.h"
#include "wend/wend.h"

#include <stdio.h>
#include <string.h>

typedef struct command {
    const char *name;
    const char *summary;
    int (*run)(int argc, char **argv);
} command;

static const command commands[] = {
    {"demo", "walk 100 agents across a circle with walls in it", cmd_demo},
    {"bench", "measure the speed of a step", cmd_bench},
    {"models", "list the steering models, or describe one: wend models orca", cmd_models},
    {"help", "print this text", cmd_help},
    {"version", "print the version", cmd_version},
};

static const command *find_command(const char *word) {
    if (strcmp(word, "-h") == 0) word = "help";
    if (strncmp(word, "--", 2) == 0) word += 2; // --help and --version are words too
    for (uint32_t i = 0; i < WEND_COUNT(commands); i++) {
        if (strcmp(commands[i].name, word) == 0) return &commands[i];
    }
    return NULL;
}

static const command *nearest_command(const char *word) {
    const command *nearest = NULL;
    uint32_t least = 3; // letters apart; farther is no misspelling
    for (uint32_t i = 0; i < WEND_COUNT(commands); i++) {
        uint32_t distance = wi_text_distance(commands[i].name, word);
        if (distance < least) {
            least = distance;
            nearest = &commands[i];
        }
    }
    return nearest;
}

int cmd_help(int argc, char **argv) {
    (void)argc, (void)argv;
    printf("wend <command> [options]: many agents moving through shared space\n\n");
    for (uint32_t i = 0; i < WEND_COUNT(commands); i++) printf("  %-9s%s\n", commands[i].name, commands[i].summary);
    return 0;
}

int cmd_version(int argc, char **argv) {
    (void)argc, (void)argv;
    printf("wend %s\n", wend_version());
    return 0;
}

static int refuse(const char *word) {
    const command *nearest = nearest_command(word);
    fprintf(stderr, "wend: there is no command '%s'. ", word);
    if (nearest)
        fprintf(stderr, "Did you mean '%s'?\n", nearest->name);
    else
        fprintf(stderr, "'wend help' lists them.\n");
    return 2;
}

// Output that could not be written (a full disk, a closed pipe) is a failure, although printf was not asked.
static int finish(int status) {
    if (fflush(stdout) == 0 && !ferror(stdout)) return status;
    perror("wend: cannot write the output");
    return status ? status : 1;
}

int main(int argc, char **argv) {
    if (argc < 2) return finish(cmd_help(0, NULL));
    const command *found = find_command(argv[1]);
    if (!found) return refuse(argv[1]);
    return finish(found->run(argc - 1, argv + 1));
}
