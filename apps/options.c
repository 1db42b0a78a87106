#include "options.h"

#include "base/text.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

const option_row *option_at(const option_table *table, uint32_t index) {
    if (index < table->count) return &table->options[index];
    index -= table->count;
    return index < table->more.count ? &table->more.options[index] : NULL;
}

// The option of that name; the name ends at '=' or at the end of the word.
static const option_row *find_option(const option_table *table, const char *word) {
    size_t length = strcspn(word, "=");
    const option_row *option;
    for (uint32_t i = 0; (option = option_at(table, i)) != NULL; i++) {
        if (strlen(option->name) == length && memcmp(option->name, word, length) == 0) return option;
    }
    return NULL;
}

static option_answer refuse_word(const option_table *table, const char *word) {
    wi_nearest meant = wi_nearest_to(word);
    const option_row *option;
    for (uint32_t i = 0; (option = option_at(table, i)) != NULL; i++)
        if (option->meaning) wi_nearest_try(&meant, option->name);
    if (meant.name)
        fprintf(stderr, "wend: there is no option '%s'. Did you mean '%s'?\n", word, meant.name);
    else
        fprintf(stderr, "wend: there is no option '%s'. '--help' lists them.\n", word);
    return OPTIONS_WRONG;
}

static option_answer refuse_value(const option_row *option, const char *text) {
    bool whole = option->kind != OPTION_NUMBER;
    fprintf(stderr, "wend: %s needs a %snumber from %.15g to %.15g, not '%s'.\n", option->name, whole ? "whole " : "",
            option->min, option->max, text);
    return OPTIONS_WRONG;
}

static option_answer refuse_count(const option_table *table, const char *surplus) {
    if (surplus && !table->words)
        fprintf(stderr, "wend: '%s' is not an option. '--help' lists them.\n", surplus);
    else if (surplus)
        fprintf(stderr, "wend: '%s' is one %s too many: %.*s\n", surplus, table->word, (int)strcspn(table->usage, ":"),
                table->usage);
    else
        fprintf(stderr, "wend: which %s? %.*s ('--help' says more)\n", table->word, (int)strcspn(table->usage, ":"),
                table->usage);
    return OPTIONS_WRONG;
}

static bool parse_number(const char *text, double *value) {
    char *end;
    *value = strtod(text, &end);
    return end != text && *end == '\0' && isfinite(*value);
}

static bool parse_seed(const char *text, uint64_t *value) {
    char *end;
    errno = 0;
    *value = strtoull(text, &end, 0);
    return end != text && *end == '\0' && errno == 0 && !strchr(text, '-');
}

static option_answer add_to_list(option_list *list, const char *name, const char *text) {
    if (list->count == OPTION_LIST_MAX) {
        fprintf(stderr, "wend: %s can be given %d times at most.\n", name, OPTION_LIST_MAX);
        return OPTIONS_WRONG;
    }
    list->item[list->count++] = text;
    return OPTIONS_READ;
}

static option_answer read_value(const option_row *option, const char *text) {
    double number;
    switch (option->kind) {
    case OPTION_FLAG:
        break; // has no value
    case OPTION_TEXT:
        *(const char **)option->to = text;
        break;
    case OPTION_LIST:
        return add_to_list(option->to, option->name, text);
    case OPTION_SEED:
        if (parse_seed(text, option->to)) break;
        fprintf(stderr, "wend: %s needs a whole number, not '%s'.\n", option->name, text);
        return OPTIONS_WRONG;
    case OPTION_COUNT:
        if (!parse_number(text, &number) || number < option->min || number > option->max || floor(number) != number)
            return refuse_value(option, text);
        *(uint32_t *)option->to = (uint32_t)number;
        break;
    case OPTION_NUMBER:
        if (!parse_number(text, &number) || number < option->min || number > option->max)
            return refuse_value(option, text);
        *(double *)option->to = number;
        break;
    }
    return OPTIONS_READ;
}

static option_answer read_flag(const option_row *option, const char *equals) {
    if (equals) {
        fprintf(stderr, "wend: %s takes no value.\n", option->name);
        return OPTIONS_WRONG;
    }
    *(bool *)option->to = true;
    return OPTIONS_READ;
}

static option_answer read_word(const option_table *table, const char *word) {
    if (!table->words || table->words->count == table->most_words) return refuse_count(table, word);
    return add_to_list(table->words, table->word, word);
}

static void note_group(const option_group *group, const option_row *option) {
    for (uint32_t i = 0; group->given && i < group->count; i++) {
        if (&group->options[i] == option) *group->given = true;
    }
}

// The option at argv[*i]; moves *i over its value.
static option_answer read_option(const option_table *table, int argc, char **argv, int *i) {
    const option_row *option = find_option(table, argv[*i]);
    if (!option) return refuse_word(table, argv[*i]);
    note_group(&table->more, option);
    const char *equals = strchr(argv[*i], '=');
    if (option->kind == OPTION_FLAG) return read_flag(option, equals);
    if (equals) return read_value(option, equals + 1);
    if (*i + 1 < argc && strncmp(argv[*i + 1], "--", 2) != 0) return read_value(option, argv[++*i]);
    fprintf(stderr, "wend: %s needs a value: %s %s\n", option->name, option->name, option->value);
    return OPTIONS_WRONG;
}

bool option_belongs(bool given, const char *option, bool to, const char *what) {
    if (!given || to) return true;
    fprintf(stderr, "wend: %s says nothing without %s.\n", option, what);
    return false;
}

bool options_agree(bool given, const char *option, bool too, const char *other) {
    if (!given || !too) return true;
    fprintf(stderr, "wend: %s and %s contradict each other; give one of them.\n", option, other);
    return false;
}

static bool is_same_file(const char *one, const char *other) {
    struct stat a, b;
    if (strcmp(one, other) == 0) return true;
    return stat(one, &a) == 0 && stat(other, &b) == 0 && a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

bool option_spares(const char *option, const char *output, const char *other) {
    if (!output || !other || !is_same_file(output, other)) return true;
    fprintf(stderr, "wend: %s would write over '%s', which is needed; give another name.\n", option, other);
    return false;
}

bool option_spares_all(const char *option, const char *output, const option_list *others) {
    for (uint32_t i = 0; i < others->count; i++)
        if (!option_spares(option, output, others->item[i])) return false;
    return true;
}

// The form that is asked for if the word asks for help, or NULL.
static const char *help_form(const char *word) {
    if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0) return "text";
    return strncmp(word, "--help=", 7) == 0 ? word + 7 : NULL;
}

option_answer options_read(const option_table *table, int argc, char **argv) {
    bool only_words = false; // after "--"
    for (int i = 1; i < argc; i++) {
        bool dashed = argv[i][0] == '-' && argv[i][1] != '\0' && !only_words; // "-" alone is a word
        if (dashed && strcmp(argv[i], "--") == 0) {
            only_words = true;
            continue;
        }
        const char *form = dashed ? help_form(argv[i]) : NULL;
        if (form && options_print(table, form)) return OPTIONS_HELPED;
        option_answer answer = dashed ? read_option(table, argc, argv, &i) : read_word(table, argv[i]);
        if (answer != OPTIONS_READ) return answer;
    }
    if (table->words && table->words->count < table->least_words) return refuse_count(table, NULL);
    return OPTIONS_READ;
}
