// Profiles: what kinds of agents are like.
#include "scenario/personalities.h"
#include "scenario/sections.h"

#include "sense/shape.h"
#include "world/scene.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static wi_key_read read_like, read_model, read_router, read_preset, read_personality, read_shape, read_corners;
static void check_profile(wi_key_reader *reader, const wi_node *node, void *into);
static void check_velocity_set(wi_key_reader *reader, const wi_node *node, void *into);

// clang-format off
static const wi_key pair_item[] = {
    {.name = "", .type = WI_KEY_QUANTITY, .unit = "m", .min = WI_BODY_MIN, .max = WI_BODY_MAX, .meaning = "half its length, half its width"}};
static const wi_key_table pair_table = {"halves", "half the length and half the width", pair_item, 1, NULL};

static const wi_key shape_rows[] = {
    {.name = "disc", .type = WI_KEY_QUANTITY, .unit = "m", .min = WI_BODY_MIN, .max = WI_BODY_MAX, .meaning = "its radius",
     .example = "0.25", .choice = 1, .flags = WI_KEY_REQUIRED},
    {.name = "ellipse", .type = WI_KEY_LIST, .unit = "m", .min = 2, .max = 2, .table = &pair_table,
     .meaning = "half its length (along the heading) and half its width", .example = "[0.15, 0.25]", .choice = 1,
     .flags = WI_KEY_REQUIRED},
    {.name = "box", .type = WI_KEY_LIST, .unit = "m", .min = 2, .max = 2, .table = &pair_table,
     .meaning = "half its length (along the heading) and half its width", .example = "[2.2, 0.9]", .choice = 1,
     .flags = WI_KEY_REQUIRED},
};
static const wi_key_table shape_keys = {"shape", "the outline of a body", shape_rows, WEND_COUNT(shape_rows), NULL};

static const wi_key velocity_rows[] = {
    {.name = "radius", .type = WI_KEY_NUMBER, .unit = "m/s", .min = 0, .max = 10,
     .meaning = "others reckon with any velocity this near to the present one", .example = "0.1",
     .offset = offsetof(wi_profile_source, velocity_radius), .choice = 1, .flags = WI_KEY_REQUIRED},
    {.name = "corners", .type = WI_KEY_RING, .unit = "m/s", .min = 3, .max = 8, .read = read_corners,
     .meaning = "or with a convex polygon about it, counter-clockwise, 3 to 8 corners",
     .example = "[[0.2, 0], [-0.1, 0.1], [-0.1, -0.1]]", .choice = 1, .flags = WI_KEY_REQUIRED},
};
static const wi_key_table velocity_keys = {"velocity_set", "the velocities that others must reckon with", velocity_rows,
                                           WEND_COUNT(velocity_rows), check_velocity_set};

static const wi_key profile_rows[] = {
    {.name = "like", .type = WI_KEY_NAME, .read = read_like, .meaning = "start from another profile of the file",
     .example = "walker"},
    {.name = "model", .type = WI_KEY_NAME, .initial = "orca", .read = read_model,
     .meaning = "steering model; `wend models` lists them", .example = "rvo"},
    {.name = "preset", .type = WI_KEY_NAME, .initial = "default", .read = read_preset,
     .meaning = "named set of the model's parameters", .example = "published"},
    {.name = "personality", .type = WI_KEY_WORD, .words = wi_personality_words, .initial = "none", .read = read_personality,
     .meaning = "named set of a speed, habits and parameters, for what is not given otherwise; `wend models --personalities` lists them",
     .example = "shy", .offset = offsetof(wi_profile_source, personality)},
    {.name = "shape", .type = WI_KEY_TABLE, .table = &shape_keys, .initial = "{disc: 0.2}", .read = read_shape,
     .meaning = "outline of the body", .example = "{ellipse: [0.15, 0.25]}"},
    {.name = "preferred_speed", .type = WI_KEY_QUANTITY, .unit = "m/s", .min = 0, .max = 100, .initial = "1.34",
     .meaning = "speed when nothing is in the way", .example = "{normal: {mean: 1.34, sd: 0.26, min: 0.5, max: 2}}",
     .offset = offsetof(wi_profile_source, preferred_speed)},
    {.name = "max_speed", .type = WI_KEY_QUANTITY, .unit = "m/s", .min = 0, .max = 100, .initial = "2",
     .meaning = "never faster than this", .example = "{uniform: [1.5, 2]}",
     .offset = offsetof(wi_profile_source, max_speed)},
    {.name = "max_acceleration", .type = WI_KEY_QUANTITY, .unit = "m/s2", .min = 0.001, .max = INFINITY, .initial = ".inf",
     .meaning = "largest change of velocity; .inf for no limit", .example = "5",
     .offset = offsetof(wi_profile_source, max_acceleration)},
    {.name = "priority", .type = WI_KEY_QUANTITY, .min = -1e6, .max = 1e6, .initial = "0",
     .meaning = "of two agents the higher gives way less; 1e6: never", .example = "1",
     .offset = offsetof(wi_profile_source, priority)},
    {.name = "router", .type = WI_KEY_NAME, .initial = "mesh", .read = read_router,
     .meaning = "how ways are found; `wend models --routers` lists them", .example = "direct"},
    {.name = "congestion", .type = WI_KEY_NUMBER, .min = 0, .max = 10, .initial = "0",
     .meaning = "how much waiting on the way counts when it is chosen; 0: the shortest way, 1: the quickest",
     .example = "1", .offset = offsetof(wi_profile_source, congestion)},
    {.name = "velocity_set", .type = WI_KEY_TABLE, .table = &velocity_keys, .initial = "{radius: 0}",
     .meaning = "the velocities that others must reckon with, about the present one", .example = "{radius: 0.1}"},
    {.name = "parameters", .type = WI_KEY_SETTINGS, .read = wi_read_parameters,
     .meaning = "of the model, by name, on top of the preset; numbers may be distributions",
     .example = "{horizon: 2, optimise_about: preferred}"},
    {.name = "habits", .type = WI_KEY_HABITS, .read = wi_read_habits,
     .initial = "`default`, but `none` with the preset `published`",
     .meaning = "what bends the preferred velocity whatever the model: a preset, or values by name on top of one",
     .example = "{preset: default, keep_side: 0.2, personal_space: {uniform: [0.3, 0.6]}}"},
    {.name = "stress", .type = WI_KEY_TABLE, .table = &wi_stress_keys, .meaning = "how stress changes them; without it nothing does",
     .example = "{rate: 0.2, crowding: 0.1}", .offset = offsetof(wi_profile_source, stress)},
};
// clang-format on
static const wi_key_table profile_keys = {"profile", "what a kind of agent is like", profile_rows,
                                          WEND_COUNT(profile_rows), check_profile};
static const wi_key profile_item[] = {{.name = "", .type = WI_KEY_TABLE, .table = &profile_keys}};
const wi_key_table wi_profile_item = {"profiles", "profiles by name", profile_item, 1, NULL};

static wi_profile_source default_profile(const char *name) {
    wend_profile is = wend_profile_default();
    return (wi_profile_source){.name = name, .model = is.model, .preset = "default", .shape = is.shape.kind};
}

void wi_default_profiles(wi_key_reader *reader) {
    wi_scenario *scenario = reader->scenario;
    scenario->profile = WI_TAKE(reader->arena, wi_profile_source, 1);
    scenario->profile[0] = default_profile("walker");
    scenario->profile[0].place = (wi_place){scenario->path, 0, 0};
    scenario->profile_count = 1;
    reader->profiles.name = WI_TAKE(reader->arena, const char *, 1);
    reader->profiles.name[0] = "walker";
    reader->profiles.count = 1;
    wi_names_sort(reader, &reader->profiles);
}

static void read_like(wi_key_reader *reader, const wi_node *node, const wi_key *key, void *into) {
    (void)reader, (void)node, (void)key, (void)into; // has been followed before
}

static void refuse_model(wi_key_reader *reader, const wi_node *node, const char *name) {
    uint32_t count;
    const wend_model *const *models = wend_models(&count);
    const char **names = WI_TAKE(reader->arena, const char *, count);
    for (uint32_t i = 0; i < count; i++) names[i] = models[i]->name;
    wi_problem_add(reader->problems, node->place, "there is no model `%.60s`%s", name,
                   wi_hint(reader, name, names, count));
}

// Another model than that of the profile it is like has other parameters, so those start anew.
static void read_model(wi_key_reader *reader, const wi_node *node, const wi_key *key, void *into) {
    wi_profile_source *profile = into;
    const char *name;
    if (!wi_value_text(reader, node, key->name, &name)) return;
    const wend_model *model = wend_model_find(name);
    if (!model) refuse_model(reader, node, name);
    profile->model_refused = !model;
    if (!model || model == profile->model) return;
    profile->model = model;
    profile->preset = "default";
    profile->parameters.count = 0;
}

static void read_router(wi_key_reader *reader, const wi_node *node, const wi_key *key, void *into) {
    wi_profile_source *profile = into;
    const char *name;
    if (!wi_value_text(reader, node, key->name, &name)) return;
    profile->router = wend_router_find(name);
    if (profile->router) return;
    uint32_t count;
    const wend_router *const *routers = wend_routers(&count);
    const char **names = WI_TAKE(reader->arena, const char *, count);
    for (uint32_t i = 0; i < count; i++) names[i] = routers[i]->name;
    wi_problem_add(reader->problems, node->place, "there is no router `%.60s`%s", name,
                   wi_hint(reader, name, names, count));
}

static void read_preset(wi_key_reader *reader, const wi_node *node, const wi_key *key, void *into) {
    wi_profile_source *profile = into;
    const char *name;
    if (profile->model_refused || !wi_value_text(reader, node, key->name, &name)) return;
    _Alignas(16) unsigned char block[WI_BLOCK_MAX] = {0};
    wend_error error;
    if (wi_block_fill(profile->model, block, name, NULL, &error) == WEND_OK)
        profile->preset = name;
    else
        wi_problem_add(reader->problems, node->place, "%s", error.text);
}

// Without the key it is that of the profile that this one is like, so there is no default to read.
static void read_personality(wi_key_reader *reader, const wi_node *node, const wi_key *key, void *into) {
    wi_key word = *key;
    word.read = NULL;
    wi_key_read_value(reader, node, &word, into);
}

static void read_halves(wi_key_reader *reader, const wi_node *node, const wi_key *key, wi_profile_source *profile) {
    wi_key half = pair_item[0];
    half.name = key->name;
    if (!wi_value_is_list(reader, node, key->name, 2, 2)) return;
    wi_value_quantity(reader, node->value[0], &half, NULL, &profile->half_length);
    wi_value_quantity(reader, node->value[1], &half, NULL, &profile->half_width);
}

static void read_one_shape(wi_key_reader *reader, const wi_node *node, const wi_key *key, void *into) {
    wi_profile_source *profile = into;
    if (strcmp(key->name, "disc") == 0) {
        if (!wi_value_quantity(reader, node, key, NULL, &profile->half_length)) return;
        profile->half_width = profile->half_length;
        profile->shape = WEND_DISC;
    } else {
        profile->shape = strcmp(key->name, "box") == 0 ? WEND_BOX : WEND_ELLIPSE;
        read_halves(reader, node, key, profile);
    }
}

// The three rows differ in little, so one reader serves them.
static void read_shape(wi_key_reader *reader, const wi_node *node, const wi_key *key, void *into) {
    wi_key rows[WEND_COUNT(shape_rows)];
    memcpy(rows, shape_rows, sizeof rows);
    for (uint32_t i = 0; i < WEND_COUNT(rows); i++) rows[i].read = read_one_shape;
    const wi_key_table table = {"shape", "", rows, WEND_COUNT(rows), NULL};
    wi_key as_table = *key;
    as_table.read = NULL;
    as_table.table = &table;
    wi_key_read_value(reader, node, &as_table, into);
}

static void read_corners(wi_key_reader *reader, const wi_node *node, const wi_key *key, void *into) {
    wi_profile_source *profile = into;
    wi_ring ring;
    if (!wi_value_is_list(reader, node, key->name, 3, WEND_VELOCITY_CORNERS) ||
        !wi_value_ring(reader, node, key->name, 3, &ring))
        return;
    wend_profile trial = wend_profile_default(); // the library knows what is convex
    wend_error error;
    trial.velocity_corner_count = ring.count;
    for (uint32_t i = 0; i < ring.count; i++)
        trial.velocity_corners[i] = (wend_vec){(float)ring.point[i].x, (float)ring.point[i].y};
    if (wi_profile_check(&trial, &error) != WEND_OK) {
        wi_problem_add(reader->problems, node->place, "%s", error.text);
        return;
    }
    memcpy(profile->velocity_corners, trial.velocity_corners, sizeof trial.velocity_corners);
    profile->velocity_corner_count = ring.count;
}

// What was said takes the place of what the profile it is like has.
static void check_velocity_set(wi_key_reader *reader, const wi_node *node, void *into) {
    wi_profile_source *profile = into;
    (void)reader;
    if (wi_node_get(node, "radius"))
        profile->velocity_corner_count = 0;
    else
        profile->velocity_radius = 0.0;
}

static void check_speeds(wi_key_reader *reader, const wi_node *node, const wi_profile_source *profile) {
    wend_profile is = wend_profile_default();
    const wi_quantity *preferred = &profile->preferred_speed, *most = &profile->max_speed;
    if (preferred->spread != WI_CONSTANT || most->spread != WI_CONSTANT) return; // draws are cut to the limit,
    if (!preferred->given && profile->personality > 0) return;                   // and so is what a personality likes
    double wanted = preferred->given ? preferred->a : (double)is.preferred_speed;
    double limit = most->given ? most->a : (double)is.max_speed;
    if (wanted <= limit) return;
    wi_place place = preferred->given ? preferred->place : most->given ? most->place : node->place;
    wi_problem_add(reader->problems, place, "`preferred_speed` is %g m/s, must be at most `max_speed`, which is %g",
                   wanted, limit);
}

// What it has from the profile that it is like has been checked there, but for another model.
static void check_profile(wi_key_reader *reader, const wi_node *node, void *into) {
    const wi_profile_source *profile = into;
    check_speeds(reader, node, profile);
    bool anew = wi_node_get(node, "stress") || wi_node_get(node, "model");
    if (anew && !profile->model_refused) wi_check_stressed(reader, profile->model, &profile->stress);
}

enum { UNREAD, BEING_READ, READ };

typedef struct profiles {
    const wi_node *node;
    unsigned char *state;
} profiles;

#define LIKE_DEPTH_MAX 64

static void read_one(wi_key_reader *reader, profiles *all, uint32_t index, uint32_t depth) {
    const wi_node *node = all->node->value[index], *like = wi_node_get(node, "like");
    wi_profile_source *profile = &reader->scenario->profile[index];
    uint32_t other;
    all->state[index] = BEING_READ;
    *profile = default_profile(all->node->key[index]->text);
    if (like && wi_names_find(reader, &reader->profiles, like, "profile", &other)) {
        if (all->state[other] == UNREAD && depth < LIKE_DEPTH_MAX) read_one(reader, all, other, depth + 1);
        if (all->state[other] == READ)
            *profile = reader->scenario->profile[other];
        else
            wi_problem_add(reader->problems, like->place,
                           "the profile `%s` is like itself, or more than %d are in a row", like->text, LIKE_DEPTH_MAX);
        profile->name = all->node->key[index]->text;
    }
    profile->place = all->node->key[index]->place;
    if (!*profile->name) wi_problem_add(reader->problems, profile->place, "a profile needs a name");
    wi_key named = profile_item[0];
    named.name = profile->name;
    if (node->kind != WI_NOTHING) wi_key_read_value(reader, node, &named, profile);
    all->state[index] = READ;
}

void wi_read_profiles(wi_key_reader *reader, const wi_node *node, const wi_key *key, void *into) {
    wi_scenario *scenario = into;
    if (node->kind != WI_MAP || node->count == 0) {
        wi_problem_add(reader->problems, node->place, "`%s` must be a map of names and profiles", key->name);
        wi_default_profiles(reader);
        return;
    }
    scenario->profile = WI_TAKE(reader->arena, wi_profile_source, node->count);
    scenario->profile_count = node->count;
    reader->profiles.name = WI_TAKE(reader->arena, const char *, node->count);
    reader->profiles.count = node->count;
    for (uint32_t i = 0; i < node->count; i++) reader->profiles.name[i] = node->key[i]->text;
    wi_names_sort(reader, &reader->profiles);
    profiles all = {node, WI_TAKE(reader->arena, unsigned char, node->count)};
    for (uint32_t i = 0; i < node->count; i++) {
        if (all.state[i] == UNREAD) read_one(reader, &all, i, 0);
    }
}
