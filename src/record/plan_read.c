// The plan from the JSON of a recording, or from what else the recording has.
#include "base/error.h"
#include "base/json.h"
#include "record/plan.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define VALUES_MAX (1u << 24) // of JSON
#define COORDINATE_MAX 1e12   // m
#define FRAME_MAX 0x1p53      // whole numbers up to it are exact

typedef struct reading {
    wi_plan *plan;
    const char *list; // which list of the plan is read
    uint32_t *number; // of its element, from 1
    wend_error *error;
} reading;

// Reads one element of a list, or member of a map, into zeroed memory.
typedef bool read_one(reading *in, const wi_json *from, void *to);

static bool refuse(const reading *in, const char *what) {
    wi_fail(in->error, WEND_BAD_FILE, "the plan, %s, number %u: %s", in->list, *in->number, what);
    return false;
}

static bool no_memory(const reading *in) {
    wi_fail(in->error, WEND_NO_MEMORY, "no memory for the plan of the recording");
    return false;
}

// All of a list (or map); one that is not there is empty. What was read is counted as it comes, so that it can be freed.
static bool read_list(reading *in, const wi_json *list, wi_json_kind kind, size_t size, read_one *one, void *into,
                      uint32_t *count) {
    if (!list) return true;
    if (list->kind != kind) return refuse(in, kind == WI_JSON_LIST ? "a list should be here" : "a map should be here");
    unsigned char *made = calloc((size_t)list->count + 1, size);
    if (!made) return no_memory(in);
    memcpy(into, &made, sizeof made);
    for (const wi_json *from = list->first; from; from = from->next)
        if (!one(in, from, made + size * (*count)++)) return false;
    return true;
}

// Values ---------------------------------------------------------------------------------------------------------------

static bool read_text(reading *in, const wi_json *map, const char *name, char **to) {
    const wi_json *found = wi_json_get(map, name);
    if (!found) return true;
    if (found->kind != WI_JSON_TEXT) return refuse(in, "a name is no text");
    *to = strdup(found->text);
    return *to || no_memory(in);
}

static bool read_number(reading *in, const wi_json *map, const char *name, double low, double otherwise, double *to) {
    const wi_json *found = wi_json_get(map, name);
    *to = otherwise;
    if (!found) return true;
    *to = found->number;
    return (found->kind == WI_JSON_NUMBER && *to >= low && *to <= COORDINATE_MAX) ||
           refuse(in, "a number is missing or out of range");
}

// The index of a word, or the first where nothing is said.
static bool read_word(reading *in, const wi_json *map, const char *name, const char *const *words, uint32_t *to) {
    const char *word = wi_json_text(map, name, words[0]);
    for (*to = 0; words[*to]; (*to)++)
        if (strcmp(words[*to], word) == 0) return true;
    return refuse(in, "a kind or shape that is not known");
}

static bool read_level_of(reading *in, const wi_json *map, uint32_t *to) {
    double level;
    if (!read_number(in, map, "level", 0.0, 0.0, &level)) return false;
    if (level >= in->plan->level_count) return refuse(in, "there is no such level");
    *to = (uint32_t)level;
    return true;
}

static bool read_point(reading *in, const wi_json *from, void *to) {
    wend_point *at = to;
    bool pair = from->kind == WI_JSON_LIST && from->count == 2 && from->first->kind == WI_JSON_NUMBER &&
                from->first->next->kind == WI_JSON_NUMBER;
    if (!pair) return refuse(in, "a point must be two numbers");
    *at = (wend_point){from->first->number, from->first->next->number};
    return (fabs(at->x) <= COORDINATE_MAX && fabs(at->y) <= COORDINATE_MAX) || refuse(in, "a point lies too far away");
}

static bool read_optional_point(reading *in, const wi_json *map, const char *name, wend_point *to) {
    const wi_json *found = wi_json_get(map, name);
    return !found || read_point(in, found, to);
}

static bool read_ring(reading *in, const wi_json *from, void *to) {
    wi_plan_ring *ring = to;
    return read_list(in, from, WI_JSON_LIST, sizeof *ring->point, read_point, &ring->point, &ring->count);
}

// What a plan lists ----------------------------------------------------------------------------------------------------

static bool read_level(reading *in, const wi_json *from, void *to) {
    wi_plan_level *level = to;
    return read_text(in, from, "name", &level->name) &&
           read_number(in, from, "height", -COORDINATE_MAX, 0.0, &level->height);
}

static bool read_wall(reading *in, const wi_json *from, void *to) {
    wi_plan_wall *wall = to;
    uint32_t kind;
    if (!read_word(in, from, "kind", wi_wall_words, &kind) || !read_level_of(in, from, &wall->level)) return false;
    wall->kind = (wend_obstacle_kind)kind;
    return read_list(in, wi_json_get(from, "rings"), WI_JSON_LIST, sizeof *wall->ring, read_ring, &wall->ring,
                     &wall->ring_count);
}

static bool read_frame(reading *in, const wi_json *from, void *to) {
    bool whole = from->kind == WI_JSON_NUMBER && fabs(from->number) <= FRAME_MAX && from->number == rint(from->number);
    if (!whole) return refuse(in, "a frame must be a whole number");
    *(int64_t *)to = (int64_t)from->number;
    return true;
}

static bool read_switches(reading *in, const wi_json *from, wi_plan_door *door) {
    if (!read_list(in, from, WI_JSON_LIST, sizeof *door->switches, read_frame, &door->switches, &door->switch_count))
        return false;
    for (uint32_t i = 1; i < door->switch_count; i++)
        if (door->switches[i] <= door->switches[i - 1]) return refuse(in, "the frames of its switches must rise");
    return true;
}

static bool read_door(reading *in, const wi_json *from, void *to) {
    wi_plan_door *door = to;
    const wi_json *points = wi_json_get(from, "points");
    double barrier;
    if (!read_number(in, from, "barrier", 0.0, 0.0, &barrier)) return false;
    if (barrier > UINT32_MAX) return refuse(in, "there is no such barrier");
    door->barrier = (uint32_t)barrier;
    door->open = wi_json_truth(from, "open", false);
    return read_text(in, from, "name", &door->name) && read_level_of(in, from, &door->level) &&
           (!points || read_ring(in, points, &door->points)) && read_switches(in, wi_json_get(from, "switches"), door);
}

static bool read_goal(reading *in, const wi_json *from, void *to) {
    wi_plan_goal *goal = to;
    return read_text(in, from, "name", &goal->name) && read_level_of(in, from, &goal->level) &&
           read_optional_point(in, from, "at", &goal->at) && read_optional_point(in, from, "half", &goal->half) &&
           read_number(in, from, "radius", 0.0, 0.0, &goal->radius);
}

static bool read_ends(reading *in, const wi_json *from, wend_point *a, wend_point *b) {
    const wi_json *points = wi_json_get(from, "points");
    if (!points || points->kind != WI_JSON_LIST || points->count != 2) return refuse(in, "a line must have two points");
    return read_point(in, points->first, a) && read_point(in, points->first->next, b);
}

static bool read_line(reading *in, const wi_json *from, void *to) {
    wi_plan_line *line = to;
    return read_text(in, from, "name", &line->name) && read_ends(in, from, &line->a, &line->b);
}

static bool read_signal(reading *in, const wi_json *from, void *to) {
    wi_plan_signal *signal = to;
    return read_text(in, from, "name", &signal->name) && read_level_of(in, from, &signal->level) &&
           read_ends(in, from, &signal->a, &signal->b) && read_number(in, from, "cycle", 1e-3, 60.0, &signal->cycle) &&
           read_number(in, from, "green", 0.0, signal->cycle, &signal->green) &&
           read_number(in, from, "offset", 0.0, 0.0, &signal->offset);
}

static bool read_group(reading *in, const wi_json *from, void *to) {
    char **group = to;
    if (from->kind != WI_JSON_TEXT) return refuse(in, "a name is no text");
    *group = strdup(from->text);
    return *group || no_memory(in);
}

static bool read_parameter(reading *in, const wi_json *from, void *to) {
    wi_plan_value *parameter = to;
    parameter->value = from->number;
    parameter->name = strdup(from->name);
    if (!parameter->name) return no_memory(in);
    return from->kind == WI_JSON_NUMBER || refuse(in, "a parameter is no number");
}

static bool read_profile(reading *in, const wi_json *from, void *to) {
    wi_plan_profile *profile = to;
    uint32_t shape;
    if (!read_word(in, from, "shape", wi_shape_words, &shape)) return false;
    profile->shape = (wend_shape_kind)shape;
    return read_text(in, from, "name", &profile->name) && read_text(in, from, "model", &profile->model) &&
           read_text(in, from, "preset", &profile->preset) &&
           read_number(in, from, "half_length", 0.0, (double)NAN, &profile->half_length) &&
           read_number(in, from, "half_width", 0.0, (double)NAN, &profile->half_width) &&
           read_number(in, from, "preferred_speed", 0.0, (double)NAN, &profile->preferred_speed) &&
           read_number(in, from, "max_speed", 0.0, (double)NAN, &profile->max_speed) &&
           read_list(in, wi_json_get(from, "parameters"), WI_JSON_MAP, sizeof *profile->parameter, read_parameter,
                     &profile->parameter, &profile->parameter_count);
}

// Levels first: what stands on one is checked against them.
static const struct {
    const char *name;
    read_one *one;
    size_t size, list, count; // of an element; where the plan has the list and its length
} lists[] = {
    {"levels", read_level, sizeof(wi_plan_level), offsetof(wi_plan, level), offsetof(wi_plan, level_count)},
    {"walls", read_wall, sizeof(wi_plan_wall), offsetof(wi_plan, wall), offsetof(wi_plan, wall_count)},
    {"doors", read_door, sizeof(wi_plan_door), offsetof(wi_plan, door), offsetof(wi_plan, door_count)},
    {"goals", read_goal, sizeof(wi_plan_goal), offsetof(wi_plan, goal), offsetof(wi_plan, goal_count)},
    {"lines", read_line, sizeof(wi_plan_line), offsetof(wi_plan, line), offsetof(wi_plan, line_count)},
    {"signals", read_signal, sizeof(wi_plan_signal), offsetof(wi_plan, signal), offsetof(wi_plan, signal_count)},
    {"groups", read_group, sizeof(char *), offsetof(wi_plan, group), offsetof(wi_plan, group_count)},
    {"profiles", read_profile, sizeof(wi_plan_profile), offsetof(wi_plan, profile), offsetof(wi_plan, profile_count)},
};

// The whole ------------------------------------------------------------------------------------------------------------

static bool add_level(reading *in) {
    wi_plan *plan = in->plan;
    if (plan->level_count > 0) return true;
    free(plan->level);
    plan->level = calloc(1, sizeof *plan->level);
    if (!plan->level) return no_memory(in);
    plan->level_count = 1;
    plan->level->name = strdup("ground");
    return plan->level->name || no_memory(in);
}

static bool read_lists(reading *in, const wi_json *root) {
    unsigned char *plan = (unsigned char *)in->plan;
    for (uint32_t i = 0; i < WEND_COUNT(lists); i++) {
        in->list = lists[i].name;
        in->number = (uint32_t *)(void *)(plan + lists[i].count);
        if (!read_list(in, wi_json_get(root, in->list), WI_JSON_LIST, lists[i].size, lists[i].one, plan + lists[i].list,
                       in->number) ||
            !add_level(in))
            return false;
    }
    return true;
}

static bool read_json(reading *in, const char *text) {
    wi_json_document *document = wi_json_read(text, strlen(text), VALUES_MAX, in->error);
    if (!document) return false;
    const wi_json *root = wi_json_root(document);
    uint32_t none = 0;
    in->list = "title and origin";
    in->number = &none;
    bool good = (root->kind == WI_JSON_MAP || refuse(in, "a map should be here")) &&
                read_text(in, root, "title", &in->plan->title) &&
                read_optional_point(in, root, "origin", &in->plan->origin) && read_lists(in, root);
    wi_json_free(document);
    return good;
}

// Profiles that the recording names and the plan does not: spots may refer to them.
static bool add_profiles(reading *in, const wi_recording *about) {
    wi_plan *plan = in->plan;
    if (plan->profile_count >= about->profile_count) return true;
    wi_plan_profile *grown = realloc(plan->profile, about->profile_count * sizeof *grown);
    if (!grown) return no_memory(in);
    plan->profile = grown;
    while (plan->profile_count < about->profile_count) {
        uint32_t i = plan->profile_count;
        double radius = about->profile_radius ? about->profile_radius[i] : 0.0,
               half = radius > 0.0 ? radius : (double)NAN;
        grown[i] = (wi_plan_profile){.name = strdup(about->profiles[i] ? about->profiles[i] : ""),
                                     .half_length = half,
                                     .half_width = half,
                                     .preferred_speed = (double)NAN,
                                     .max_speed = (double)NAN};
        plan->profile_count++;
        if (!grown[i].name) return no_memory(in);
    }
    return true;
}

wend_result wi_plan_read(const wi_recording *about, wi_plan *plan, wend_error *error) {
    wend_error unheard;
    if (!error) error = &unheard;
    *error = (wend_error){0};
    *plan = (wi_plan){0};
    reading in = {.plan = plan, .list = "", .error = error};
    bool good = true;
    if (about->plan)
        good = read_json(&in, about->plan);
    else if (about->geometry)
        good = wi_plan_read_wkt(about->geometry, plan, error) == WEND_OK;
    good = good && add_level(&in) && add_profiles(&in, about);
    if (good)
        wi_plan_measure(plan);
    else
        wi_plan_free(plan);
    return good ? WEND_OK : error->result;
}
