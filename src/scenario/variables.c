#include "scenario/variables.h"

#include "base/text.h"
#include "scenario/expression.h"

#include <ctype.h>
#include <string.h>

#define DEPTH_MAX 20

enum { UNKNOWN, BUSY, KNOWN, WRONG };

static bool is_name(const char *text, size_t length) {
    if (length == 0 || length > 60 || isdigit((unsigned char)text[0])) return false;
    for (size_t i = 0; i < length; i++) {
        if (!isalnum((unsigned char)text[i]) && text[i] != '_') return false;
    }
    return true;
}

static uint32_t find(const wi_variables *variables, const char *name, size_t length) {
    for (uint32_t i = 0; i < variables->count; i++) {
        const char *known = variables->variable[i].name;
        if (strncmp(known, name, length) == 0 && known[length] == '\0') return i;
    }
    return UINT32_MAX;
}

static const char *hint(const wi_variables *variables, const char *name) {
    wi_nearest meant = wi_nearest_to(name);
    for (uint32_t i = 0; i < variables->count; i++) wi_nearest_try(&meant, variables->variable[i].name);
    if (meant.name) return wi_arena_print(variables->arena, "; did you mean `%s`?", meant.name);
    return variables->count ? "" : "; the file has no `variables`";
}

static void add(wi_variables *variables, const wi_node *key, const wi_node *value) {
    if (!is_name(key->text, strlen(key->text)) || wi_expression_reserved(key->text)) {
        wi_problem_add(variables->problems, key->place,
                       "`%.60s` cannot name a variable: letters, digits and _ only, not starting with a digit, and not "
                       "min, max, sqrt or pi",
                       key->text);
    } else if (value->kind != WI_SCALAR) {
        wi_problem_add(variables->problems, value->place, "the variable `%s` must be a number or a text, not %s",
                       key->text, wi_node_describe(variables->arena, value));
    } else {
        variables->node[variables->count] = value;
        variables->variable[variables->count++] = (wi_variable){.name = key->text, .value = value->text};
    }
}

static void add_all(wi_variables *variables, const wi_node *map) {
    if (map->kind != WI_MAP) {
        wi_problem_add(variables->problems, map->place, "`variables` must be a map of names and values");
        return;
    }
    for (uint32_t i = 0; i < map->count; i++) {
        if (variables->count == WI_VARIABLES_MAX) {
            wi_problem_add(variables->problems, map->key[i]->place, "there are more than 1000 variables");
            return;
        }
        add(variables, map->key[i], map->value[i]);
    }
}

static void set_one(wi_variables *variables, const char *file, const wi_variable *set) {
    uint32_t index = find(variables, set->name, strlen(set->name));
    if (index == UINT32_MAX) {
        wi_place place = set->place.file ? set->place : (wi_place){file, 0, 0};
        wi_problem_add(variables->problems, place, "there is no variable `%.60s` to set%s%s%s", set->name,
                       set->place.file ? " in " : "", set->place.file ? file : "", hint(variables, set->name));
        return;
    }
    variables->variable[index].value = wi_arena_copy(variables->arena, set->value, strlen(set->value));
    variables->node[index] = NULL;
}

static bool work_out(wi_variables *variables, uint32_t index, wi_place place) {
    if (variables->state[index] == BUSY) {
        wi_problem_add(variables->problems, place, "the variable `%s` depends on itself",
                       variables->variable[index].name);
        return false;
    }
    if (variables->state[index] == UNKNOWN) {
        if (variables->depth == DEPTH_MAX) {
            wi_problem_add(variables->problems, place, "variables depend on each other more than %d deep", DEPTH_MAX);
            return false;
        }
        variables->depth++;
        variables->state[index] = BUSY;
        wi_place own = variables->node[index] ? variables->node[index]->place : (wi_place){place.file, 0, 0};
        const char *value = wi_variables_replace(variables, variables->variable[index].value, own);
        if (value) variables->variable[index].value = value;
        variables->state[index] = value ? KNOWN : WRONG;
        variables->depth--;
    }
    return variables->state[index] == KNOWN;
}

wi_variables *wi_variables_collect(wi_arena *arena, wi_problems *problems, const char *file, const wi_node *map,
                                   const wi_variable *set, uint32_t set_count) {
    wi_variables *variables = WI_TAKE(arena, wi_variables, 1);
    *variables = (wi_variables){.arena = arena, .problems = problems};
    uint32_t most = map && map->count < WI_VARIABLES_MAX ? map->count : WI_VARIABLES_MAX;
    variables->node = WI_TAKE(arena, const wi_node *, most);
    variables->variable = WI_TAKE(arena, wi_variable, most);
    variables->state = WI_TAKE(arena, unsigned char, most);
    if (map) add_all(variables, map);
    for (uint32_t i = 0; i < set_count; i++) set_one(variables, file, &set[i]);
    for (uint32_t i = 0; i < variables->count; i++) work_out(variables, i, (wi_place){file, 0, 0});
    return variables;
}

typedef struct lookup {
    wi_variables *variables;
    wi_place place;
} lookup;

static bool look_up(void *user, const char *name, size_t length, double *value, const char **why) {
    const lookup *by = user;
    wi_variables *variables = by->variables;
    uint32_t index = find(variables, name, length);
    if (index == UINT32_MAX) {
        const char *copy = wi_arena_copy(variables->arena, name, length < 60 ? length : 60);
        *why = wi_arena_print(variables->arena, "there is no variable `%s`%s", copy, hint(variables, copy));
        return false;
    }
    bool known = work_out(variables, index, by->place);
    *why = wi_arena_print(variables->arena, "the variable `%s` is %s", variables->variable[index].name,
                          known ? "a text, not a number" : "wrong itself");
    return known && wi_number_parse(variables->variable[index].value, value);
}

// The shortest text that reads as the same number.
static const char *number_text(wi_arena *arena, double value) {
    char text[40];
    for (int digits = 6; digits <= 17; digits++) {
        double again;
        (void)snprintf(text, sizeof text, "%.*g", digits, value);
        if (wi_number_parse(text, &again) && again == value) break;
    }
    return wi_arena_copy(arena, text, strlen(text));
}

// What stands between ${ and }: a name gives its text as it is, anything else is arithmetic.
static const char *value_of(wi_variables *variables, const char *text, const char *end, wi_place place) {
    while (text < end && *text == ' ') text++;
    while (end > text && end[-1] == ' ') end--;
    size_t length = (size_t)(end - text);
    uint32_t index = is_name(text, length) ? find(variables, text, length) : UINT32_MAX;
    if (index != UINT32_MAX) return work_out(variables, index, place) ? variables->variable[index].value : NULL;
    double value;
    const char *why;
    lookup by = {variables, place};
    if (wi_expression_value(text, end, look_up, &by, &value, &why)) return number_text(variables->arena, value);
    wi_problem_add(variables->problems, place, "${%.*s}: %s", (int)(length < 60 ? length : 60), text, why);
    return NULL;
}

typedef struct buffer {
    char *text;
    uint32_t length, capacity;
} buffer;

static bool append(wi_variables *variables, buffer *to, const char *text, size_t length, wi_place place) {
    if (length > WI_TEXT_MAX - to->length) {
        wi_problem_add(variables->problems, place, "with its variables this text is longer than %d letters",
                       WI_TEXT_MAX);
        return false;
    }
    while (to->length + length >= to->capacity)
        to->text = wi_arena_grow(variables->arena, to->text, to->capacity, &to->capacity, 1);
    memcpy(to->text + to->length, text, length);
    to->length += (uint32_t)length;
    return true;
}

const char *wi_variables_replace(wi_variables *variables, const char *text, wi_place place) {
    buffer done = {0};
    for (const char *start; (start = strstr(text, "${")) != NULL;) {
        const char *end = strchr(start, '}');
        if (!end) {
            wi_problem_add(variables->problems, place, "`${` has no closing `}`");
            return NULL;
        }
        const char *value = value_of(variables, start + 2, end, place);
        if (!value || !append(variables, &done, text, (size_t)(start - text), place) ||
            !append(variables, &done, value, strlen(value), place))
            return NULL;
        text = end + 1;
    }
    if (done.capacity == 0) return text; // there was nothing to replace
    if (!append(variables, &done, text, strlen(text), place)) return NULL;
    done.text[done.length] = '\0';
    return done.text;
}

void wi_variables_replace_all(wi_variables *variables, wi_node *tree) {
    if (tree->replaced) return;
    tree->replaced = true;
    for (uint32_t i = 0; i < tree->count; i++) wi_variables_replace_all(variables, tree->value[i]);
    if (tree->kind != WI_SCALAR || !strstr(tree->text, "${")) return;
    const char *text = wi_variables_replace(variables, tree->text, tree->place);
    if (!text) return; // keeps its ${...}, which tells readers that the problem is known
    tree->text = text;
    tree->quoted = false;
}
