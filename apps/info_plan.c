#include "info_plan.h"

#include "record/plan.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define NAMES_MOST 20u

void info_row(const char *name) { printf("  %-10s", name); }

// How many there are, and the names of the first: those in the list that have one.
static void print_names(const char *what, uint32_t count, uint32_t listed,
                        const char *(*name)(const wi_plan *, uint32_t), const wi_plan *plan) {
    if (count == 0) return;
    info_row(what);
    printf("%u", count);
    uint32_t told = 0;
    for (uint32_t i = 0; i < listed && told <= NAMES_MOST; i++) {
        const char *called = name(plan, i);
        if (!called || !called[0]) continue;
        printf("%s%s", told ? ", " : ": ", told < NAMES_MOST ? called : "...");
        told++;
    }
    printf("\n");
}

static const char *level_name(const wi_plan *plan, uint32_t i) { return plan->level[i].name; }
static const char *door_name(const wi_plan *plan, uint32_t i) {
    return plan->door[i].barrier ? NULL : plan->door[i].name;
}
static const char *barrier_name(const wi_plan *plan, uint32_t i) {
    return plan->door[i].barrier && wi_plan_door_is_listed(plan, i) ? plan->door[i].name : NULL;
}
static const char *goal_name(const wi_plan *plan, uint32_t i) { return plan->goal[i].name; }
static const char *line_name(const wi_plan *plan, uint32_t i) { return plan->line[i].name; }
static const char *group_name(const wi_plan *plan, uint32_t i) { return plan->group[i]; }

static void print_body(const wi_plan_profile *profile) {
    double length = 2.0 * profile->half_length, width = 2.0 * profile->half_width;
    if (!isfinite(length) || !isfinite(width)) return;
    if (profile->shape == WEND_DISC)
        printf(", disc of %g m", length);
    else
        printf(", %s of %g by %g m", wi_shape_words[profile->shape], length, width);
}

static void print_profile(const wi_plan_profile *profile) {
    printf("%s", profile->name ? profile->name : "");
    if (profile->model) printf(": %s", profile->model);
    if (profile->preset && strcmp(profile->preset, "default") != 0) printf(" (%s)", profile->preset);
    print_body(profile);
    if (isfinite(profile->preferred_speed)) printf(", %g m/s", profile->preferred_speed);
    printf("\n");
}

static void count_doors(const wi_plan *plan, uint32_t *doors, uint32_t *barriers) {
    for (uint32_t i = 0; i < plan->door_count; i++)
        if (wi_plan_door_is_listed(plan, i)) ++*(plan->door[i].barrier ? barriers : doors);
}

static void print_contents(const wi_plan *plan) {
    if (plan->title) info_row("title"), printf("%s\n", plan->title);
    print_names("levels", plan->level_count, plan->level_count, level_name, plan);
    if (plan->wall_count) info_row("walls"), printf("%u\n", plan->wall_count);
    uint32_t doors = 0, barriers = 0;
    count_doors(plan, &doors, &barriers);
    print_names("doors", doors, plan->door_count, door_name, plan);
    print_names("barriers", barriers, plan->door_count, barrier_name, plan);
    print_names("goals", plan->goal_count, plan->goal_count, goal_name, plan);
    print_names("lines", plan->line_count, plan->line_count, line_name, plan);
    print_names("groups", plan->group_count, plan->group_count, group_name, plan);
    for (uint32_t i = 0; i < plan->profile_count; i++) {
        info_row(i ? "" : "profiles");
        print_profile(&plan->profile[i]);
    }
}

void info_print_plan(const wi_recording *about) {
    wi_plan plan;
    wend_error error = {0};
    if (wi_plan_read(about, &plan, &error) == WEND_OK)
        print_contents(&plan);
    else
        info_row("plan"), printf("cannot be read: %s\n", error.text);
    wi_plan_free(&plan);
}

void info_print_plan_json(wi_json_object *object, const wi_recording *about) {
    wi_plan plan = {0};
    if (!about->plan || wi_plan_read(about, &plan, NULL) != WEND_OK) {
        wi_json_put_text(object, "plan", NULL);
        return;
    }
    wi_json_put_name(object, "plan");
    fputs("{", object->to);
    wi_plan_print(&plan, object->to);
    fputs("}", object->to);
    wi_plan_free(&plan);
}
