// wend completion and the manual page, both made from the tables of commands and options, so that they never go stale.
#include "commands.h"
#include "options.h"

#include "wend/wend.h"

#include <stdio.h>
#include <string.h>

// Shells ---------------------------------------------------------------------------------------------------------------

static void print_names(const command *commands, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) printf("%s%s", i ? " " : "", commands[i].name);
}

// What a command takes, by the words that its table of options sets.
static void print_bash_reply(const command *commands, uint32_t count) {
    printf("    if [[ $with_file == *\" $before \"* ]]; then\n"
           "        compopt -o filenames 2>/dev/null\n"
           "        COMPREPLY=($(compgen -f -- \"$word\"))\n"
           "    elif [[ $before == --model && $with_value == *' --model '* ]]; then\n"
           "        COMPREPLY=($(compgen -W \"$(wend models --names 2>/dev/null)\" -- \"$word\"))\n"
           "    elif [[ $with_value == *\" $before \"* ]]; then\n"
           "        return\n"
           "    elif [[ $word == -* ]]; then\n"
           "        COMPREPLY=($(compgen -W \"$options\" -- \"$word\"))\n"
           "    elif [[ ${COMP_WORDS[1]} == help ]]; then\n"
           "        COMPREPLY=($(compgen -W '");
    print_names(commands, count);
    printf("' -- \"$word\"))\n"
           "    elif [[ ${COMP_WORDS[1]} == models ]]; then\n"
           "        COMPREPLY=($(compgen -W \"$(wend models --names 2>/dev/null)\" -- \"$word\"))\n"
           "    elif [[ ${COMP_WORDS[1]} == completion ]]; then\n"
           "        COMPREPLY=($(compgen -W 'bash zsh' -- \"$word\"))\n"
           "    elif [[ $words == file ]]; then\n"
           "        compopt -o filenames 2>/dev/null\n"
           "        COMPREPLY=($(compgen -f -- \"$word\"))\n"
           "    fi\n");
}

static void print_bash(void) {
    uint32_t count;
    const command *commands = commands_list(&count);
    printf("# Completion of wend for bash. Made by 'wend completion bash'.\n"
           "_wend() {\n"
           "    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}\n"
           "    local options='' with_file='' with_value='' words=''\n"
           "    COMPREPLY=()\n"
           "    if ((COMP_CWORD == 1)); then\n"
           "        COMPREPLY=($(compgen -W '");
    print_names(commands, count);
    printf("' -- \"$word\"))\n"
           "        return\n"
           "    fi\n"
           "    case ${COMP_WORDS[1]} in\n");
    for (uint32_t i = 0; i < count; i++) {
        printf("    %s)\n", commands[i].name);
        command_print_options(&commands[i], "bash");
        printf("        ;;\n");
    }
    printf("    esac\n");
    print_bash_reply(commands, count);
    printf("}\n"
           "complete -F _wend wend\n");
}

static void print_zsh(void) {
    uint32_t count;
    const command *commands = commands_list(&count);
    printf("#compdef wend\n"
           "# Completion of wend for zsh. Made by 'wend completion zsh'.\n"
           "_wend() {\n"
           "    local -a commands\n"
           "    commands=(\n");
    for (uint32_t i = 0; i < count; i++) {
        printf("        '%s:", commands[i].name);
        for (const char *at = commands[i].summary; *at; at++) printf(*at == ':' ? "\\:" : "%c", *at);
        printf("'\n");
    }
    printf("    )\n"
           "    if ((CURRENT == 2)); then\n"
           "        _describe command commands\n"
           "        return\n"
           "    fi\n"
           "    local word=${words[2]}\n"
           "    shift words\n"
           "    ((CURRENT--))\n"
           "    case $word in\n");
    for (uint32_t i = 0; i < count; i++) {
        printf("    %s)\n        _arguments", commands[i].name);
        command_print_options(&commands[i], "zsh");
        printf("        ;;\n");
    }
    printf("    esac\n"
           "}\n"
           "if [[ $funcstack[1] == _wend ]]; then _wend \"$@\"; else compdef _wend wend; fi\n");
}

int cmd_completion(int argc, char **argv) {
    option_list words = {0};
    const option_table table = {
        .usage = "wend completion bash|zsh: print completions for a shell",
        .examples = "An installed wend has them where shells look. Otherwise:\n\n"
                    "examples\n"
                    "  source <(wend completion bash)\n"
                    "  wend completion zsh > ~/.zfunc/_wend\n",
        .words = &words,
        .least_words = 1,
        .most_words = 1,
        .word = "SHELL",
    };
    option_answer answer = options_read(&table, argc, argv);
    if (answer != OPTIONS_READ) return answer == OPTIONS_HELPED ? 0 : 2;
    if (strcmp(words.item[0], "bash") == 0) {
        print_bash();
    } else if (strcmp(words.item[0], "zsh") == 0) {
        print_zsh();
    } else {
        fprintf(stderr, "wend: there are completions for bash and zsh, not for '%s'.\n", words.item[0]);
        return 2;
    }
    return 0;
}

// The manual -----------------------------------------------------------------------------------------------------------

void manual_print(void) {
    uint32_t count;
    const command *commands = commands_list(&count);
    printf(".\\\" Made by 'wend help --man'.\n"
           ".TH WEND 1 \"\" \"wend %s\" \"User Commands\"\n"
           ".SH NAME\n"
           "wend \\- many agents moving through shared space\n"
           ".SH SYNOPSIS\n"
           ".B wend\n"
           ".I command\n"
           "[\\fIoptions\\fR]\n"
           ".SH DESCRIPTION\n"
           "Simulates people and other agents that share a space: runs scenario files, records trajectories in the\n"
           "formats of the field, measures them and makes tables of many runs.\n"
           "Units are SI: metres, seconds, kilograms.\n"
           "Options may be written \\fB\\-\\-name\\fR \\fIvalue\\fR or \\fB\\-\\-name=\\fIvalue\\fR;\n"
           "every command has \\fB\\-\\-help\\fR.\n"
           "A \\fIFILE\\fR that is a scenario may be a path or the name of a scenario that comes with wend.\n"
           ".SH COMMANDS\n",
           wend_version());
    for (uint32_t i = 0; i < count; i++) command_print_options(&commands[i], "man");
    printf(
        ".SH EXIT STATUS\n"
        ".TP\n0\nDone.\n"
        ".TP\n1\nFailed: a file could not be written, a run could not go on, memory ran out.\n"
        ".TP\n2\nNot understood: an unknown command or option, or a value out of range.\n"
        ".TP\n3\nThere is no such file, or there are problems in it, named with line and column where it has them.\n"
        ".TP\n130\nInterrupted by Ctrl\\-C (SIGINT) or SIGTERM; what was recorded until then is closed properly.\n"
        ".SH ENVIRONMENT\n"
        ".TP\n\\fBNO_COLOR\\fR\nNo colours in drawings.\n"
        ".TP\n\\fBTERM\\fR\nWith \\fIdumb\\fR there is no progress bar and no moving picture.\n"
        ".SH FILES\n"
        ".TP\n\\fI*.part\\fR\nA recording in the making. After a crash \\fBwend convert\\fR reads what is there.\n"
        ".TP\n\\fI*.journal\\fR\nThe results of a sweep, run by run. Called again, the sweep does what is missing.\n");
}
