// The wend command: finds the word in a table and calls its function.
#include "commands.h"
#include "options.h"

#include "base/text.h"
#include "wend/wend.h"

#include <stdio.h>
#include <string.h>

static const command commands[] = {
    {"run", "run a scenario file, record it and say what happened", cmd_run},
    {"check", "say everything that is wrong with a scenario file", cmd_check},
    {"behaviour", "show the behaviours of a scenario as graphs", cmd_behaviour},
    {"sweep", "run a scenario with many values and seeds, and make a table", cmd_sweep},
    {"study", "run a published result again: published, ours, verdict", cmd_study},
    {"view", "look at recordings in the browser, or make a page of them", cmd_view},
    {"serve", "run a scenario live, to watch it in the browser and meddle", cmd_serve},
    {"measure", "numbers from recorded trajectories", cmd_measure},
    {"report", "a page about recordings, to hand in: curves, maps, tables", cmd_report},
    {"info", "say what is in a file", cmd_info},
    {"render", "draw a recording as a picture or a video", cmd_render},
    {"convert", "turn trajectories into another format", cmd_convert},
    {"models", "list the steering models, or describe one: wend models orca", cmd_models},
    {"explain", "draw how two elliptical agents avoid each other", cmd_explain},
    {"schema", "print the JSON Schema of scenario files, for editors", cmd_schema},
    {"demo", "walk 100 agents across a circle with walls in it", cmd_demo},
    {"bench", "measure the speed of a step", cmd_bench},
    {"completion", "print completions for bash or zsh", cmd_completion},
    {"help", "print this text, or the help of a command: wend help run", cmd_help},
    {"version", "print the version", cmd_version},
};

const command *commands_list(uint32_t *count) {
    *count = WEND_COUNT(commands);
    return commands;
}

// What the library says is a phrase, or a question, and goes out as it is; sentences of our own end with a full stop.
int command_fail(const wend_error *error) {
    fprintf(stderr, "wend: %s\n", error->text);
    switch (error->result) {
    case WEND_BAD_ARGUMENT:
        return 2;
    case WEND_BAD_FILE:
    case WEND_NOT_FOUND:
        return 3;
    default:
        return 1;
    }
}

void command_print_options(const command *which, const char *form) {
    char name[32], option[32];
    snprintf(name, sizeof name, "%s", which->name);
    snprintf(option, sizeof option, "--help=%s", form);
    char *argv[] = {name, option, NULL};
    which->run(2, argv);
}

static const command *find_command(const char *word) {
    if (strcmp(word, "-h") == 0) word = "help";
    if (strncmp(word, "--", 2) == 0) word += 2; // --help and --version are words too
    for (uint32_t i = 0; i < WEND_COUNT(commands); i++) {
        if (strcmp(commands[i].name, word) == 0) return &commands[i];
    }
    return NULL;
}

static int refuse(const char *word) {
    wi_nearest meant = wi_nearest_to(word);
    for (uint32_t i = 0; i < WEND_COUNT(commands); i++) wi_nearest_try(&meant, commands[i].name);
    fprintf(stderr, "wend: there is no command '%s'. ", word);
    if (meant.name)
        fprintf(stderr, "Did you mean '%s'?\n", meant.name);
    else
        fprintf(stderr, "'wend help' lists them.\n");
    return 2;
}

static void list_commands(void) {
    printf("wend <command> [options]: many agents moving through shared space\n\n");
    for (uint32_t i = 0; i < WEND_COUNT(commands); i++) printf("  %-12s%s\n", commands[i].name, commands[i].summary);
    printf("\n'wend <command> --help' says more about one, with examples.\n"
           "Exit status: 0 done, 1 failed, 2 not understood, 3 problems in a file, 130 interrupted.\n");
}

int cmd_help(int argc, char **argv) {
    option_list words = {0};
    bool man = false;
    const option_row options[] = {{"--man", OPTION_FLAG, &man, 0, 0, NULL, NULL}}; // for the build
    const option_table table = {
        .usage = "wend help [COMMAND]: list the commands, or print the help of one",
        .examples = "examples\n"
                    "  wend help\n"
                    "  wend help sweep\n",
        .options = options,
        .count = WEND_COUNT(options),
        .words = &words,
        .most_words = 1,
        .word = "COMMAND",
    };
    option_answer answer = options_read(&table, argc, argv);
    if (answer != OPTIONS_READ) return answer == OPTIONS_HELPED ? 0 : 2;
    if (man) {
        manual_print();
        return 0;
    }
    if (words.count == 0) {
        list_commands();
        return 0;
    }
    const command *found = find_command(words.item[0]);
    if (!found) return refuse(words.item[0]);
    command_print_options(found, "text");
    return 0;
}

int cmd_version(int argc, char **argv) {
    const option_table table = {.usage = "wend version: print the version"};
    option_answer answer = options_read(&table, argc, argv);
    if (answer != OPTIONS_READ) return answer == OPTIONS_HELPED ? 0 : 2;
    printf("wend %s\n", wend_version());
    return 0;
}

// Output that could not be written (a full disk, a closed pipe) is a failure, although printf was not asked.
static int finish(int status) {
    if (fflush(stdout) == 0 && !ferror(stdout)) return status;
    perror("wend: cannot write the output");
    return status ? status : 1;
}

int main(int argc, char **argv) {
    if (argc < 2) {
        list_commands();
        return finish(0);
    }
    const command *found = find_command(argv[1]);
    if (!found) return refuse(argv[1]);
    return finish(found->run(argc - 1, argv + 1));
}
