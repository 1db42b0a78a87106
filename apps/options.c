#include "options.h"

#include "base/text.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void print_help(const option_table *table) {
    printf("%s\n\n", table->usage);
    for (uint32_t i = 0; i < table->count; i++) {
        const option_row *option = &table->options[i];
        if (!option->meaning) continue;
        char left[64];
        snprintf(left, sizeof left, "%s %s", option->name, option->value ? option->value : "");
        printf("  %-20s%s\n", left, option->meaning);
    }
    printf("  %-20s%s\n", "--help", "print this text");
    if (table->examples) printf("\n%s", table->examples);
}

// The option of that name; the name ends at '=' or at the end of the word.
static const option_row *find_option(const option_table *table, const char *word) {
    size_t length = strcspn(word, "=");
    for (uint32_t i = 0; i < table->count; i++) {
        const char *name = table->options[i].name;
        if (strlen(name) == length && memcmp(name, word, length) == 0) return &table->options[i];
    }
    return NULL;
}

static option_answer refuse_word(const option_table *table, const char *word) {
    const char *nearest = "--help";
    uint32_t least = UINT32_MAX;
    for (uint32_t i = 0; i < table->count; i++) {
        if (!table->options[i].meaning) continue;
        uint32_t distance = wi_text_distance(table->options[i].name, word);
        if (distance < least) {
            least = distance;
            nearest = table->options[i].name;
        }
    }
    if (word[0] != '-')
        fprintf(stderr, "wend: '%s' is not an option. '--help' lists them.\n", word);
    else if (least <= 4)
        fprintf(stderr, "wend: there is no option '%s'. Did you mean '%s'?\n", word, nearest);
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

static option_answer read_value(const option_row *option, const char *text) {
    double number;
    switch (option->kind) {
    case OPTION_FLAG:
        break; // has no value
    case OPTION_TEXT:
        *(const char **)option->to = text;
        break;
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

option_answer options_read(const option_table *table, int argc, char **argv) {
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) {
            print_help(table);
            return OPTIONS_HELPED;
        }
        const option_row *option = find_option(table, argv[i]);
        if (!option) return refuse_word(table, argv[i]);
        const char *equals = strchr(argv[i], '=');
        option_answer answer = OPTIONS_READ;
        if (option->kind == OPTION_FLAG) {
            answer = read_flag(option, equals);
        } else if (equals || (i + 1 < argc && strncmp(argv[i + 1], "--", 2) != 0)) {
            answer = read_value(option, equals ? equals + 1 : argv[++i]);
        } else {
            fprintf(stderr, "wend: %s needs a value: %s %s\n", option->name, option->name, option->value);
            answer = OPTIONS_WRONG;
        }
        if (answer != OPTIONS_READ) return answer;
    }
    return OPTIONS_READ;
}
