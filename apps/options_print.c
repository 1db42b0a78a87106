// The table of a command's options as help, and in the words of shells and of the manual.
#include "options.h"

#include <stdio.h>
#include <string.h>

static bool takes_file(const char *value) { return value && strcmp(value, "FILE") == 0; }

// For a person ---------------------------------------------------------------------------------------------------------

static int left_width(const option_row *option) {
    return (int)(strlen(option->name) + (option->value ? strlen(option->value) + 1 : 0));
}

static void print_help_row(int width) { printf("  %-*s  %s\n", width, "--help", "print this text"); }

static void print_text(const option_table *table) {
    int width = 18;
    const option_row *option;
    for (uint32_t i = 0; (option = option_at(table, i)) != NULL; i++) {
        if (option->meaning && left_width(option) > width) width = left_width(option);
    }
    printf("%s\n\n", table->usage);
    for (uint32_t i = 0; (option = option_at(table, i)) != NULL; i++) {
        if (i == table->count && table->more.heading) {
            print_help_row(width);
            printf("\n%s\n", table->more.heading);
        }
        if (!option->meaning) continue;
        int used = printf("  %s%s%s", option->name, option->value ? " " : "", option->value ? option->value : "");
        printf("%*s%s\n", width + 4 - used, "", option->meaning);
    }
    if (!table->more.heading) print_help_row(width);
    if (table->examples) printf("\n%s", table->examples);
}

// For shells -----------------------------------------------------------------------------------------------------------

// Names of options, each with a space before it: all of them, or those whose value is (not) a file.
enum { EVERY_OPTION, WITH_FILE, WITH_OTHER_VALUE };

static void print_names(const option_table *table, int which) {
    const option_row *option;
    for (uint32_t i = 0; (option = option_at(table, i)) != NULL; i++) {
        bool value = option->kind != OPTION_FLAG;
        if (!option->meaning || (which != EVERY_OPTION && !value)) continue;
        if (which != EVERY_OPTION && takes_file(option->value) != (which == WITH_FILE)) continue;
        printf(" %s", option->name);
    }
}

// Assignments for one branch of a case statement.
static void print_bash(const option_table *table) {
    printf("        options=\"");
    print_names(table, EVERY_OPTION);
    printf(" --help\"\n        with_file=\"");
    print_names(table, WITH_FILE);
    printf(" \"\n        with_value=\"");
    print_names(table, WITH_OTHER_VALUE);
    printf(" \"\n        words=%s\n", !table->words ? "" : takes_file(table->word) ? "file" : "other");
}

// A text within single quotes and _arguments' own brackets and colons.
static void print_zsh_text(const char *text) {
    for (; *text; text++) {
        if (*text == '\'')
            printf("'\\''");
        else if (strchr("[]:\\", *text))
            printf("\\%c", *text);
        else
            putchar(*text);
    }
}

// Arguments of _arguments.
static void print_zsh(const option_table *table) {
    const option_row *option;
    for (uint32_t i = 0; (option = option_at(table, i)) != NULL; i++) {
        if (!option->meaning) continue;
        printf(" \\\n            '%s%s[", option->kind == OPTION_LIST ? "*" : "", option->name);
        print_zsh_text(option->meaning);
        printf("]");
        if (option->kind != OPTION_FLAG) {
            printf(":");
            print_zsh_text(option->value);
            printf(":%s", takes_file(option->value) ? "_files" : "");
        }
        printf("'");
    }
    printf(" \\\n            '--help[print help]'");
    if (table->words) printf(" \\\n            '*:%s:%s'", table->word, takes_file(table->word) ? "_files" : "");
    printf("\n");
}

// For the manual -------------------------------------------------------------------------------------------------------

static void print_roff(const char *text, size_t length) {
    for (size_t i = 0; i < length; i++) {
        char letter = text[i];
        if (letter == '\\')
            printf("\\e");
        else if (letter == '-')
            printf("\\-");
        else if ((letter == '.' || letter == '\'') && (i == 0 || text[i - 1] == '\n'))
            printf("\\&%c", letter);
        else
            putchar(letter);
    }
}

// What stands before the heading "examples" is prose.
static void print_man_examples(const char *text) {
    static const char heading[] = "examples\n";
    const char *lines = strstr(text, heading);
    if (!lines) return;
    if (lines > text) {
        printf(".PP\n");
        print_roff(text, (size_t)(lines - text) - 1);
    }
    lines += strlen(heading);
    printf(".PP\nExamples:\n.PP\n.EX\n");
    print_roff(lines, strlen(lines));
    printf(".EE\n");
}

static void print_man(const option_table *table) {
    size_t synopsis = strcspn(table->usage, ":");
    printf(".SS ");
    print_roff(table->usage, synopsis);
    printf("\n");
    const char *about = table->usage + synopsis;
    while (*about == ':' || *about == ' ') about++;
    print_roff(about, strlen(about));
    printf("\n");
    const option_row *option;
    for (uint32_t i = 0; (option = option_at(table, i)) != NULL; i++) {
        if (!option->meaning) continue;
        printf(".TP\n\\fB");
        print_roff(option->name, strlen(option->name));
        printf("\\fR");
        if (option->value) printf(" \\fI%s\\fR", option->value);
        printf("\n");
        print_roff(option->meaning, strlen(option->meaning));
        printf("\n");
    }
    if (table->examples) print_man_examples(table->examples);
}

bool options_print(const option_table *table, const char *form) {
    static const struct {
        const char *name;
        void (*print)(const option_table *table);
    } forms[] = {{"text", print_text}, {"bash", print_bash}, {"zsh", print_zsh}, {"man", print_man}};
    for (uint32_t i = 0; i < WEND_COUNT(forms); i++) {
        if (strcmp(forms[i].name, form) != 0) continue;
        forms[i].print(table);
        return true;
    }
    return false;
}
