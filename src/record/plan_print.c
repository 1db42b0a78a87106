// The plan as JSON, member by member as docs/replay-protocol.md has them.
#include "base/json_write.h"
#include "record/plan.h"

#include <math.h>
#include <stdlib.h>

// Values that are listed: a comma before each but the first.
static void separate(FILE *to, uint32_t index) { fputs(index ? ", " : "", to); }

static void print_point(FILE *to, wend_point at) {
    fputc('[', to);
    wi_json_print_number(to, at.x);
    fputs(", ", to);
    wi_json_print_number(to, at.y);
    fputc(']', to);
}

static void print_points(FILE *to, const wend_point *point, uint32_t count) {
    fputc('[', to);
    for (uint32_t i = 0; i < count; i++) {
        separate(to, i);
        print_point(to, point[i]);
    }
    fputc(']', to);
}

// Members that are left out where they are not known. Each is followed by a comma, so one that is always there is last.
static void print_text(FILE *to, const char *name, const char *text) {
    if (!text) return;
    fprintf(to, "\"%s\": ", name);
    wi_json_print_text(to, text);
    fputs(", ", to);
}

static void print_number(FILE *to, const char *name, double value) {
    if (!isfinite(value)) return;
    fprintf(to, "\"%s\": ", name);
    wi_json_print_number(to, value);
    fputs(", ", to);
}

static void print_level(FILE *to, const wi_plan_level *level) {
    fputc('{', to);
    print_text(to, "name", level->name);
    fputs("\"height\": ", to);
    wi_json_print_number(to, level->height);
    fputc('}', to);
}

static void print_wall(FILE *to, const wi_plan_wall *wall) {
    fprintf(to, "{\"level\": %u, \"kind\": \"%s\", \"rings\": [", wall->level, wi_wall_words[wall->kind]);
    for (uint32_t i = 0; i < wall->ring_count; i++) {
        separate(to, i);
        print_points(to, wall->ring[i].point, wall->ring[i].count);
    }
    fputs("]}", to);
}

static void print_switches(FILE *to, const wi_plan_door *door) {
    fputs(", \"switches\": [", to);
    for (uint32_t i = 0; i < door->switch_count; i++) {
        separate(to, i);
        fprintf(to, "%lld", (long long)door->switches[i]);
    }
    fputc(']', to);
}

static void print_door(FILE *to, const wi_plan_door *door) {
    fputc('{', to);
    print_text(to, "name", door->name);
    fprintf(to, "\"level\": %u, \"points\": ", door->level);
    print_points(to, door->points.point, door->points.count);
    if (door->barrier != 0) fprintf(to, ", \"barrier\": %u", door->barrier);
    if (door->switch_count > 0) print_switches(to, door);
    fprintf(to, ", \"open\": %s}", door->open ? "true" : "false");
}

static void print_goal(FILE *to, const wi_plan_goal *goal) {
    fputc('{', to);
    print_text(to, "name", goal->name);
    fprintf(to, "\"level\": %u, \"at\": ", goal->level);
    print_point(to, goal->at);
    fputs(", \"half\": ", to);
    print_point(to, goal->half);
    fputs(", \"radius\": ", to);
    wi_json_print_number(to, goal->radius);
    fputc('}', to);
}

static void print_line(FILE *to, const wi_plan_line *line) {
    fputc('{', to);
    print_text(to, "name", line->name);
    fputs("\"points\": ", to);
    print_points(to, (wend_point[]){line->a, line->b}, 2);
    fputc('}', to);
}

static void print_signal(FILE *to, const wi_plan_signal *signal) {
    fputc('{', to);
    print_text(to, "name", signal->name);
    print_number(to, "cycle", signal->cycle);
    print_number(to, "green", signal->green);
    print_number(to, "offset", signal->offset);
    fprintf(to, "\"level\": %u, \"points\": ", signal->level);
    print_points(to, (wend_point[]){signal->a, signal->b}, 2);
    fputc('}', to);
}

static void print_profile(FILE *to, const wi_plan_profile *profile) {
    fputc('{', to);
    print_text(to, "name", profile->name);
    print_text(to, "model", profile->model);
    print_text(to, "preset", profile->preset);
    print_text(to, "shape", wi_shape_words[profile->shape]);
    print_number(to, "half_length", profile->half_length);
    print_number(to, "half_width", profile->half_width);
    print_number(to, "preferred_speed", profile->preferred_speed);
    print_number(to, "max_speed", profile->max_speed);
    fputs("\"parameters\": {", to);
    for (uint32_t i = 0; i < profile->parameter_count; i++) {
        separate(to, i);
        wi_json_print_text(to, profile->parameter[i].name);
        fputs(": ", to);
        wi_json_print_number(to, profile->parameter[i].value);
    }
    fputs("}}", to);
}

static void print_bounds(FILE *to, const double *bounds) {
    if (!(bounds[0] <= bounds[2])) return;
    fputs("\"bounds\": [", to);
    for (uint32_t i = 0; i < 4; i++) {
        separate(to, i);
        wi_json_print_number(to, bounds[i]);
    }
    fputs("],\n", to);
}

// `, "name": [` and so on, with one of the above for each.
#define PRINT_LIST(to, name, count, print)       \
    do {                                         \
        fprintf(to, ",\n\"%s\": [", name);       \
        for (uint32_t i = 0; i < (count); i++) { \
            fputs(i ? ",\n  " : "\n  ", to);     \
            print;                               \
        }                                        \
        fputs("]", to);                          \
    } while (0)

void wi_plan_print(const wi_plan *plan, FILE *to) {
    print_text(to, "title", plan->title);
    print_bounds(to, plan->bounds);
    fputs("\"origin\": ", to);
    print_point(to, plan->origin);
    PRINT_LIST(to, "levels", plan->level_count, print_level(to, &plan->level[i]));
    PRINT_LIST(to, "walls", plan->wall_count, print_wall(to, &plan->wall[i]));
    PRINT_LIST(to, "doors", plan->door_count, print_door(to, &plan->door[i]));
    PRINT_LIST(to, "goals", plan->goal_count, print_goal(to, &plan->goal[i]));
    PRINT_LIST(to, "lines", plan->line_count, print_line(to, &plan->line[i]));
    PRINT_LIST(to, "signals", plan->signal_count, print_signal(to, &plan->signal[i]));
    PRINT_LIST(to, "groups", plan->group_count, wi_json_print_text(to, plan->group[i]));
    PRINT_LIST(to, "profiles", plan->profile_count, print_profile(to, &plan->profile[i]));
}

char *wi_plan_text(const wi_plan *plan) {
    char *text = NULL;
    size_t size;
    FILE *to = open_memstream(&text, &size);
    if (!to) return NULL;
    fputc('{', to);
    wi_plan_print(plan, to);
    fputs("}\n", to);
    bool good = !ferror(to);
    if (fclose(to) == 0 && good) return text;
    free(text);
    return NULL;
}
