// Which runs a sweep has: a grid of values, or a list of rows, times seeds.
#include "sweep.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// One variable and its values; `text` owns what they point to.
typedef struct axis {
    char *text;
    char **value;
    uint32_t count;
} axis;

static int no_memory(void) {
    fprintf(stderr, "wend: no memory for the list of runs.\n");
    return 1;
}

static int too_many(void) {
    fprintf(stderr, "wend: that makes more than %u runs. Vary less, or in two sweeps.\n", SWEEP_RUNS_MAX);
    return 2;
}

static bool add_value(axis *on, char *value) {
    char **grown = value ? realloc(on->value, ((size_t)on->count + 1) * sizeof *grown) : NULL;
    if (!grown) {
        free(value);
        return false;
    }
    on->value = grown;
    on->value[on->count++] = value;
    return true;
}

static void free_axis(axis *on) {
    for (uint32_t i = 0; i < on->count; i++) free(on->value[i]);
    free(on->value);
    free(on->text);
    *on = (axis){0};
}

// Values ---------------------------------------------------------------------------------------------------------------

static bool parse_range(const char *text, double *from, double *to, double *by) {
    int end = 0;
    return sscanf(text, "%lf:%lf:%lf%n", from, to, by, &end) == 3 && text[end] == '\0' && isfinite(*from) &&
           isfinite(*to) && isfinite(*by);
}

// from, from + by, ... up to and with `to`; rounded so that 0.1:0.3:0.1 reads 0.1, 0.2, 0.3.
static int expand_range(axis *on, double from, double to, double by) {
    if (by == 0.0 || (to - from) / by < 0.0) {
        fprintf(stderr, "wend: --vary %g:%g:%g never gets from %g to %g. It is from:to:step.\n", from, to, by, from,
                to);
        return 2;
    }
    double steps = floor((to - from) / by + 1e-9);
    if (steps >= SWEEP_RUNS_MAX) return too_many();
    for (double i = 0.0; i <= steps; i += 1.0) {
        char text[32];
        double value = from + i * by; // -0.3 + 3 * 0.1 is not quite 0
        snprintf(text, sizeof text, "%.12g", fabs(value) < 1e-9 * fabs(by) ? 0.0 : value);
        if (!add_value(on, strdup(text))) return no_memory();
    }
    return 0;
}

// The last value, where it stood before: its runs would be the same again, and count as others.
static const char *repeated(const axis *on) {
    const char *last = on->value[on->count - 1];
    for (uint32_t i = 0; i + 1 < on->count; i++)
        if (strcmp(on->value[i], last) == 0) return last;
    return NULL;
}

// Between commas, but not those within brackets: a value may be a list.
static int split_values(axis *on, const char *text) {
    int depth = 0;
    for (const char *start = text, *at = text;; at++) {
        if (*at == '[' || *at == '{') depth++;
        if (*at == ']' || *at == '}') depth--;
        if (*at && (*at != ',' || depth > 0)) continue;
        if (at == start) {
            fprintf(stderr, "wend: --vary has an empty value in '%s'.\n", text);
            return 2;
        }
        if (!add_value(on, strndup(start, (size_t)(at - start)))) return no_memory();
        if (repeated(on)) {
            fprintf(stderr, "wend: --vary %s has the value '%s' twice.\n", on->text, repeated(on));
            return 2;
        }
        if (!*at) return 0;
        start = at + 1;
    }
}

static int read_axis(const char *text, axis *on) {
    const char *equals = strchr(text, '=');
    if (!equals || equals == text || !equals[1] || strpbrk(text, "\n\t")) {
        fprintf(stderr,
                "wend: --vary needs name=values, for example --vary agents=100,200 or --vary speed=1:2:0.25, "
                "not '%s'.\n",
                text);
        return 2;
    }
    on->text = strndup(text, (size_t)(equals - text));
    if (!on->text) return no_memory();
    double from, to, by;
    if (parse_range(equals + 1, &from, &to, &by)) return expand_range(on, from, to, by);
    return split_values(on, equals + 1);
}

// The grid -------------------------------------------------------------------------------------------------------------

// The last variable changes fastest.
static int fill_grid(sweep_plan *plan, const axis *axes, uint32_t count) {
    double points = 1.0;
    for (uint32_t i = 0; i < count; i++) points *= axes[i].count;
    if (points > SWEEP_RUNS_MAX) return too_many();
    plan->point_count = (uint32_t)points;
    plan->name_count = count;
    plan->name = calloc((size_t)count + 1, sizeof *plan->name);
    plan->value = calloc((size_t)plan->point_count * count + 1, sizeof *plan->value);
    if (!plan->name || !plan->value) return no_memory();
    for (uint32_t i = 0; i < count; i++) {
        plan->name[i] = strdup(axes[i].text);
        if (!plan->name[i]) return no_memory();
    }
    for (uint32_t point = 0; point < plan->point_count; point++) {
        uint32_t rest = point;
        for (uint32_t i = count; i-- > 0; rest /= axes[i].count) {
            char *value = strdup(axes[i].value[rest % axes[i].count]);
            if (!value) return no_memory();
            plan->value[(size_t)point * count + i] = value;
        }
    }
    return 0;
}

static int make_grid(const option_list *vary, sweep_plan *plan) {
    axis axes[OPTION_LIST_MAX] = {0};
    int status = 0;
    for (uint32_t i = 0; !status && i < vary->count; i++) {
        status = read_axis(vary->item[i], &axes[i]);
        for (uint32_t k = 0; !status && k < i; k++) {
            if (strcmp(axes[k].text, axes[i].text) != 0) continue;
            fprintf(stderr, "wend: --vary %s is there twice. Put all its values into one.\n", axes[i].text);
            status = 2;
        }
    }
    if (!status) status = fill_grid(plan, axes, vary->count);
    for (uint32_t i = 0; i < vary->count; i++) free_axis(&axes[i]);
    return status;
}

// A list ---------------------------------------------------------------------------------------------------------------

#define BYTE_ORDER_MARK "\xef\xbb\xbf" // spreadsheets begin a file with it

// A line without its end and the spaces about it.
static char *trim(char *text) {
    while (*text == ' ' || *text == '\t') text++;
    size_t length = strlen(text);
    while (length && strchr(" \t\r\n", text[length - 1])) text[--length] = '\0';
    return text;
}

// The comma behind a cell, which is none within quotes; NULL: it is the last cell.
static char *comma_behind(char *cell) {
    bool quoted = false;
    for (; *cell && (quoted || *cell != ','); cell++) quoted ^= *cell == '"';
    return *cell ? cell : NULL;
}

// What spreadsheets put into quotes, without them; a quote within is written twice.
static char *unquote(char *text) {
    size_t length = strlen(text);
    if (length < 2 || text[0] != '"' || text[length - 1] != '"') return text;
    text[length - 1] = '\0';
    char *to = text;
    for (const char *from = text + 1; *from; from++) {
        if (from[0] == '"' && from[1] == '"') from++;
        *to++ = *from;
    }
    *to = '\0';
    return text;
}

// Splits at commas into `cells`; how many there are, or UINT32_MAX without memory.
static uint32_t split_line(char *line, char **cells, uint32_t most) {
    uint32_t count = 0;
    for (char *cell = line; cell; count++) {
        char *comma = comma_behind(cell);
        if (comma) *comma++ = '\0';
        if (count < most) {
            cells[count] = strdup(unquote(trim(cell)));
            if (!cells[count]) return UINT32_MAX;
        }
        cell = comma;
    }
    return count;
}

static int add_row(sweep_plan *plan, char *line, const char *path, uint32_t number) {
    if (plan->point_count == SWEEP_RUNS_MAX) return too_many();
    size_t old = (size_t)plan->point_count * plan->name_count;
    char **grown = realloc(plan->value, (old + plan->name_count) * sizeof *grown);
    if (!grown) return no_memory();
    memset(grown + old, 0, plan->name_count * sizeof *grown);
    plan->value = grown;
    plan->point_count++;
    uint32_t count = split_line(line, grown + old, plan->name_count);
    if (count == UINT32_MAX) return no_memory();
    if (count == plan->name_count) return 0;
    fprintf(stderr, "%s:%u:1: error: this row has %u values, but the first line names %u variables.\n", path, number,
            count, plan->name_count);
    return 3;
}

static int check_names(const sweep_plan *plan, const char *path, uint32_t number) {
    for (uint32_t i = 0; i < plan->name_count; i++)
        for (uint32_t k = 0; k < i; k++) {
            if (strcmp(plan->name[k], plan->name[i]) != 0) continue;
            fprintf(stderr, "%s:%u:1: error: the first line names the variable `%s` twice.\n", path, number,
                    plan->name[i]);
            return 3;
        }
    return 0;
}

static int read_names(sweep_plan *plan, char *line, const char *path, uint32_t number) {
    plan->name = calloc(OPTION_LIST_MAX, sizeof *plan->name);
    uint32_t count = plan->name ? split_line(line, plan->name, OPTION_LIST_MAX) : UINT32_MAX;
    if (count == UINT32_MAX) return no_memory();
    plan->name_count = count < OPTION_LIST_MAX ? count : OPTION_LIST_MAX;
    bool fine = count <= OPTION_LIST_MAX;
    for (uint32_t i = 0; fine && i < count; i++) fine = plan->name[i][0] != '\0';
    if (fine) return check_names(plan, path, number);
    fprintf(stderr, "%s:%u:1: error: the first line needs names of variables with commas between, %d at most.\n", path,
            number, OPTION_LIST_MAX);
    return 3;
}

static int read_list(const char *path, sweep_plan *plan) {
    FILE *file = fopen(path, "r");
    if (!file) {
        fprintf(stderr, "%s: error: cannot read the list: %s.\n", path, strerror(errno));
        return 3;
    }
    char *line = NULL;
    size_t size = 0;
    int status = 0;
    for (uint32_t number = 1; !status && getline(&line, &size, file) >= 0; number++) {
        char *text = trim(number == 1 && strncmp(line, BYTE_ORDER_MARK, 3) == 0 ? line + 3 : line);
        if (*text == '\0' || *text == '#') continue;
        status = plan->name ? add_row(plan, text, path, number) : read_names(plan, text, path, number);
    }
    free(line);
    fclose(file);
    if (!status && plan->point_count == 0) {
        fprintf(stderr, "%s: error: the list has no rows. Its first line names variables, the others give values.\n",
                path);
        status = 3;
    }
    return status;
}

// Seeds ----------------------------------------------------------------------------------------------------------------

static int refuse_seeds(const char *text) {
    fprintf(stderr, "wend: --seeds needs whole numbers, as 1..10 or 1,5,9, not '%s'.\n", text);
    return 2;
}

static int add_seeds(sweep_plan *plan, uint64_t from, uint64_t to) {
    if (to - from >= SWEEP_RUNS_MAX - plan->seed_count) return too_many();
    size_t count = plan->seed_count + (size_t)(to - from) + 1;
    uint64_t *grown = realloc(plan->seed, count * sizeof *grown);
    if (!grown) return no_memory();
    plan->seed = grown;
    while (plan->seed_count < count) plan->seed[plan->seed_count++] = from++;
    return 0;
}

// The same run twice would make intervals narrower than they are.
static bool has_any(const sweep_plan *plan, uint64_t from, uint64_t to) {
    for (uint32_t i = 0; i < plan->seed_count; i++)
        if (plan->seed[i] >= from && plan->seed[i] <= to) return true;
    return false;
}

static int read_seeds(const char *text, sweep_plan *plan) {
    for (const char *at = text;;) {
        char *end;
        errno = 0;
        if (*at < '0' || *at > '9') return refuse_seeds(text);
        uint64_t from = strtoull(at, &end, 10), to = from;
        if (strncmp(end, "..", 2) == 0) {
            at = end + 2;
            if (*at < '0' || *at > '9') return refuse_seeds(text);
            to = strtoull(at, &end, 10);
        }
        if (errno || to < from || (*end && *end != ',')) return refuse_seeds(text);
        if (has_any(plan, from, to)) {
            fprintf(stderr, "wend: --seeds %s has a seed twice: its runs would count as others.\n", text);
            return 2;
        }
        int status = add_seeds(plan, from, to);
        if (status || !*end) return status;
        at = end + 1;
    }
}

int sweep_plan_make(const option_list *vary, const char *seeds, const char *list, sweep_plan *plan) {
    *plan = (sweep_plan){0};
    if (list && vary->count) {
        fprintf(stderr, "wend: either --vary or --list, not both: put the values into the list.\n");
        return 2;
    }
    int status = list ? read_list(list, plan) : make_grid(vary, plan);
    if (!status) status = read_seeds(seeds, plan);
    if (!status && (double)plan->point_count * plan->seed_count > SWEEP_RUNS_MAX) status = too_many();
    return status;
}

void sweep_plan_free(sweep_plan *plan) {
    for (uint32_t i = 0; plan->name && i < plan->name_count; i++) free(plan->name[i]);
    for (size_t i = 0; plan->value && i < (size_t)plan->point_count * plan->name_count; i++) free(plan->value[i]);
    free(plan->name);
    free(plan->value);
    free(plan->seed);
    *plan = (sweep_plan){0};
}

void sweep_plan_set(const sweep_plan *plan, uint32_t point, wi_variable *set) {
    for (uint32_t i = 0; i < plan->name_count; i++)
        set[i] = (wi_variable){.name = plan->name[i], .value = plan->value[(size_t)point * plan->name_count + i]};
}

void sweep_plan_describe(const sweep_plan *plan, uint32_t point, char *text, size_t size) {
    size_t used = 0;
    text[0] = '\0';
    for (uint32_t i = 0; i < plan->name_count && used < size; i++)
        used += (size_t)snprintf(text + used, size - used, "%s%s=%s", i ? " " : "", plan->name[i],
                                 plan->value[(size_t)point * plan->name_count + i]);
}
