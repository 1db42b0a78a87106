// Models: those of the library, and one that a host program brings along without telling anybody.
#include "support/stage.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

// The library's models ------------------------------------------------------------------------------------------------

static bool is_text(const char *text) { return text != NULL && text[0] != '\0'; }

static void check_param(const wend_model *model, uint32_t index) {
    const wend_param *param = &model->params[index];
    if (!is_text(param->name) || !is_text(param->meaning) || param->unit == NULL)
        fail_msg("%s: parameter %u lacks a text", model->name, index);
    for (uint32_t i = 0; i < index; i++) assert_string_not_equal(model->params[i].name, param->name);
    if (!(param->min < param->max && param->min <= param->initial && param->initial <= param->max))
        fail_msg("%s: %s starts at %g, not in %g to %g", model->name, param->name, param->initial, param->min,
                 param->max);
    assert_true(param->offset % sizeof(float) == 0 && param->offset + sizeof(float) <= model->params_size);
    for (uint32_t i = 0; i < index; i++) assert_true(model->params[i].offset != param->offset);
    if (strstr(param->name, "distance") != NULL) assert_string_equal(param->unit, "m");
    if (strstr(param->name, "horizon") != NULL) assert_string_equal(param->unit, "s");
    if (param->choices == NULL) return;
    assert_true(param->min == 0.0f && param->max == floorf(param->max));
    for (uint32_t i = 0; (float)i <= param->max; i++) assert_true(is_text(param->choices[i]));
}

// A preset may set habits too.
static const wend_param *param_of(const wend_model *model, const char *name) {
    uint32_t count;
    const wend_param *param = wend_model_param(model, name, NULL), *habits = wend_habits(&count);
    for (uint32_t i = 0; param == NULL && i < count; i++)
        if (strcmp(habits[i].name, name) == 0) param = &habits[i];
    return param;
}

static void check_preset(const wend_model *model, const wend_preset *preset) {
    assert_true(is_text(preset->name) && is_text(preset->meaning));
    assert_true(preset->setting_count == 0 || preset->settings != NULL);
    for (uint32_t i = 0; i < preset->setting_count; i++) {
        const wend_param *param = param_of(model, preset->settings[i].name);
        if (param == NULL) fail_msg("%s, %s: no %s", model->name, preset->name, preset->settings[i].name);
        assert_true(preset->settings[i].value >= param->min && preset->settings[i].value <= param->max);
    }
}

static void test_tables_of_every_model(void **state) {
    (void)state;
    uint32_t count;
    const wend_model *const *models = wend_models(&count);
    assert_true(count >= 4);
    assert_ptr_equal(wend_models(NULL), models);
    for (uint32_t m = 0; m < count; m++) {
        const wend_model *model = models[m];
        assert_true(is_text(model->name) && is_text(model->summary) && model->steer != NULL);
        assert_true(model->params_size <= WEND_PARAMS_MAX);
        assert_ptr_equal(wend_model_find(model->name), model);
        for (uint32_t i = 0; i < model->param_count; i++) check_param(model, i);
        bool has_default = false;
        for (uint32_t i = 0; i < model->preset_count; i++) {
            check_preset(model, &model->presets[i]);
            has_default |= strcmp(model->presets[i].name, "default") == 0;
            for (uint32_t k = 0; k < i; k++) assert_string_not_equal(model->presets[k].name, model->presets[i].name);
        }
        assert_true(has_default);
    }
}

static void test_models_are_found_by_name(void **state) {
    (void)state;
    assert_ptr_equal(wend_model_find("orca"), &wend_model_orca);
    assert_ptr_equal(wend_model_find("rvo"), &wend_model_rvo);
    assert_ptr_equal(wend_model_find("vo"), &wend_model_vo);
    assert_ptr_equal(wend_model_find("steering"), &wend_model_steering);
    assert_ptr_equal(wend_model_find("straight"), &wend_model_straight);
    assert_null(wend_model_find("orc"));
    assert_null(wend_model_find("ORCA"));
    assert_null(wend_model_find(""));
    assert_null(wend_model_find(NULL));
}

static void test_parameters_are_found_by_name(void **state) {
    (void)state;
    const char *nearest = "unset";
    for (uint32_t i = 0; i < wend_model_orca.param_count; i++) {
        const wend_param *param = &wend_model_orca.params[i];
        assert_ptr_equal(wend_model_param(&wend_model_orca, param->name, NULL), param);
    }
    assert_null(wend_model_param(&wend_model_orca, "neighbor_distance", &nearest));
    assert_string_equal(nearest, "neighbour_distance");
    assert_null(wend_model_param(&wend_model_straight, "horizon", &nearest));
    assert_null(nearest);
    assert_null(wend_model_param(NULL, "horizon", NULL));
    assert_null(wend_model_param(&wend_model_orca, NULL, NULL));
}

// A host's own model --------------------------------------------------------------------------------------------------

// Steps aside from the nearest neighbour and turns its body at its own pace.
typedef struct drift_params {
    float pull, push, spin;
} drift_params;

static const wend_param drift_table[] = {
    {"pull", "", "how strongly the goal pulls", 0.0f, 2.0f, 1.0f, offsetof(drift_params, pull), NULL},
    {"push", "m/s", "how fast it steps aside", 0.0f, 2.0f, 0.25f, offsetof(drift_params, push), NULL},
    {"spin", "rad/s", "how fast the body turns", -10.0f, 10.0f, 0.5f, offsetof(drift_params, spin), NULL},
};
static const wend_setting wild[] = {{"spin", 5.0f}, {"push", 1.0f}};
static const wend_preset drift_presets[] = {{"wild", "turns quickly", wild, 2}};

static void drift_steer(const wend_view *now, const wend_next *next, wend_rows rows) {
    for (uint32_t i = 0; i < rows.count; i++) {
        uint32_t row = rows.row[i];
        const drift_params *params = wend_view_params(now, row);
        const wend_body *body = &now->body[row];
        wend_vec v = {params->pull * body->preferred_x, params->pull * body->preferred_y};
        wend_vec old = now->motion[row].heading;
        wend_neighbour near;
        if (wend_view_nearest(now, row, 3.0f, 1, &near) == 1)
            v.y += now->body[near.row].y < body->y ? params->push : -params->push;
        float c = wend_cos(params->spin * now->step), s = wend_sin(params->spin * now->step);
        next->motion[row].velocity = v;
        next->motion[row].heading = (wend_vec){c * old.x - s * old.y, s * old.x + c * old.y};
    }
}

static const wend_model drift = {
    .name = "drift",
    .summary = "a host's own model",
    .params = drift_table,
    .param_count = WEND_COUNT(drift_table),
    .params_size = sizeof(drift_params),
    .presets = drift_presets,
    .preset_count = WEND_COUNT(drift_presets),
    .turns_body = true,
    .steer = drift_steer,
};

static wend_profile profile_named(const char *name, const wend_model *model, const char *preset) {
    wend_profile profile = profile_of(model);
    profile.name = name;
    profile.preset = preset;
    return profile;
}

static void test_host_model_without_registration(void **state) {
    (void)state;
    assert_null(wend_model_find("drift"));
    const wend_setting more = {"pull", 0.5f};
    wend_profile profiles[] = {profile_named("calm", &drift, NULL), profile_named("wild", &drift, "wild"),
                               profile_named("orca", &wend_model_orca, "default")};
    profiles[1].settings = &more;
    profiles[1].setting_count = 1;
    wend_scene_def def = scene_plain();
    def.profiles = profiles;
    def.profile_count = 3;
    stage on = stage_open(&def, NULL);
    wend_serial serial[3];
    for (uint32_t i = 0; i < 3; i++) {
        wend_agent agent = agent_at(0, 20.0 * i);
        agent.profile = i;
        agent.goal.at = (wend_point){100, 20.0 * i};
        serial[i] = agent_add(on.world, &agent);
    }
    assert_true(agent_param(on.world, serial[0], "spin") == 0.5f && agent_param(on.world, serial[0], "pull") == 1.0f);
    assert_true(agent_param(on.world, serial[1], "spin") == 5.0f && agent_param(on.world, serial[1], "pull") == 0.5f);
    assert_true(agent_param(on.world, serial[1], "push") == 1.0f);
    agent_set_param(on.world, serial[0], "spin", -1.0f);
    world_step(on.world, 10);
    wend_agent calm = agent_get(on.world, serial[0]), quick = agent_get(on.world, serial[1]),
               other = agent_get(on.world, serial[2]);
    assert_near(calm.position.x, 1.34, 1e-5); // 1 s at 1.34 m/s; nobody within 3 m
    assert_near(quick.position.x, 0.67, 1e-5);
    assert_near(calm.heading, -1.0, 1e-4); // and turned meanwhile
    assert_near(quick.heading, 5.0 - 6.28318531, 1e-4);
    assert_near(other.heading, 0.0, 1e-3); // faces the way it goes
    stage_close(&on);
}

static void test_bad_models_are_refused(void **state) {
    (void)state;
    wend_param twice[] = {drift_table[0], drift_table[0]}, out = drift_table[0], beyond = drift_table[0];
    const wend_setting stray = {"nothing", 1.0f};
    const wend_preset bad_preset = {"bad", "names what is not there", &stray, 1};
    out.initial = 99.0f;
    beyond.offset = 4096;
    wend_model models[9];
    for (uint32_t i = 0; i < WEND_COUNT(models); i++) models[i] = drift;
    models[0].steer = NULL;
    models[1].name = NULL;
    models[2].params_size = WEND_PARAMS_MAX + 1;
    models[3].params = twice, models[3].param_count = 2;
    models[4].params = &out, models[4].param_count = 1;
    models[5].params = &beyond, models[5].param_count = 1;
    models[6].params = NULL;
    models[7].presets = NULL;
    models[8].presets = &bad_preset, models[8].preset_count = 1;
    for (uint32_t i = 0; i < WEND_COUNT(models); i++) {
        wend_profile profile = profile_named("x", &models[i], i == 8 ? "bad" : NULL);
        wend_scene_def def = scene_plain();
        wend_scene *scene = (void *)&def;
        wend_error why = {WEND_OK, ""};
        def.profiles = &profile;
        if (wend_scene_create(&def, &scene, &why) == WEND_OK) fail_msg("model %u is taken", i);
        assert_null(scene);
        assert_true(is_text(why.text));
    }
}

// Rows ----------------------------------------------------------------------------------------------------------------

enum { WATCHED = 3000 };

// What the watching models noticed; shared by all threads of a step.
static struct {
    atomic_uint seen[WATCHED + 1]; // by serial: how often handed out in this step
    atomic_uint wrong_model, unsorted, changed;
    uint64_t sum; // of what the view held before the step
} watch;

static uint64_t mix(uint64_t sum, const void *bytes, size_t size) {
    const unsigned char *at = bytes;
    for (size_t i = 0; i < size; i++) sum = (sum ^ at[i]) * 1099511628211u;
    return sum;
}

static uint64_t sum_view(const wend_view *now) {
    uint64_t sum = mix(14695981039346656037u, now->serial, now->count * sizeof *now->serial);
    sum = mix(sum, now->x, now->count * sizeof *now->x);
    sum = mix(sum, now->y, now->count * sizeof *now->y);
    return mix(sum, now->motion, now->count * sizeof *now->motion);
}

// Moves everyone at random, writing while others still read, and looks whether anything that is read has moved.
static void watch_rows(const wend_view *now, const wend_next *next, wend_rows rows, uint32_t profile) {
    if (next->motion == now->motion || rows.count == 0) atomic_fetch_add(&watch.changed, 1);
    for (uint32_t i = 0; i < rows.count; i++) {
        uint32_t row = rows.row[i];
        if (i > 0 && rows.row[i - 1] >= row) atomic_fetch_add(&watch.unsorted, 1);
        if (now->role[row].profile != profile) atomic_fetch_add(&watch.wrong_model, 1);
        atomic_fetch_add(&watch.seen[now->serial[row]], 1);
        float u = wend_random(now->seed, now->role[row].stream, now->tick, 0, 0);
        float w = wend_random(now->seed, now->role[row].stream, now->tick, 0, 1);
        next->motion[row].velocity = (wend_vec){2.0f * u - 1.0f, 2.0f * w - 1.0f};
    }
    if (sum_view(now) != watch.sum) atomic_fetch_add(&watch.changed, 1);
}

static void watch_first(const wend_view *now, const wend_next *next, wend_rows rows) { watch_rows(now, next, rows, 0); }
static void watch_second(const wend_view *now, const wend_next *next, wend_rows rows) {
    watch_rows(now, next, rows, 1);
}
static const wend_model watchers[] = {{.name = "first", .steer = watch_first},
                                      {.name = "second", .steer = watch_second}};

static void watch_step(wend_world *world, uint32_t own) {
    wend_view view = world_view(world);
    watch.sum = sum_view(&view);
    for (uint32_t i = 0; i <= WATCHED; i++) atomic_store(&watch.seen[i], 0);
    world_step(world, 1);
    uint32_t handed = 0;
    for (uint32_t i = 0; i <= WATCHED; i++) {
        uint32_t times = atomic_load(&watch.seen[i]);
        if (times > 1) fail_msg("agent %u was steered %u times in a step", i, times);
        handed += times;
    }
    assert_int_equal(handed, own);
}

static uint64_t run_watched(uint32_t threads) {
    wend_profile profiles[] = {profile_named("first", &watchers[0], NULL), profile_named("second", &watchers[1], NULL),
                               profile_named("orca", &wend_model_orca, NULL)};
    wend_scene_def def = scene_plain();
    def.profiles = profiles;
    def.profile_count = 3;
    memset(&watch, 0, sizeof watch);
    wend_world_def world = wend_world_default(NULL);
    world.threads = threads;
    stage on = stage_open(&def, &world);
    uint32_t own = 0;
    for (uint32_t i = 0; i < WATCHED; i++) {
        wend_agent agent = agent_at(1.2 * (i % 60), 1.2 * (i / 60));
        agent.profile = (i * 7 + i / 13) % 3;
        agent.driven = i % 50 == 0;
        agent.goal.at = (wend_point){30, 30};
        agent_add(on.world, &agent);
        own += agent.profile < 2 && !agent.driven;
    }
    for (int tick = 0; tick < 12; tick++) watch_step(on.world, own);
    assert_int_equal(atomic_load(&watch.wrong_model), 0);
    assert_int_equal(atomic_load(&watch.unsorted), 0);
    assert_int_equal(atomic_load(&watch.changed), 0);
    uint64_t hash = wend_world_hash(on.world);
    stage_close(&on);
    return hash;
}

static void test_each_row_once_and_the_old_state_stands_still(void **state) {
    (void)state;
    uint64_t hash = run_watched(1);
    assert_true(run_watched(2) == hash);
    assert_true(run_watched(3) == hash);
}

// Queries -------------------------------------------------------------------------------------------------------------

// What the asking model found out about each of its rows, compared with all there is.
static struct { uint32_t asked, neighbours, walls, hidden, wrong; } asked;

static double distance_of(const wend_view *now, uint32_t a, uint32_t b) {
    double d = hypot((double)now->x[a] - now->x[b], (double)now->y[a] - now->y[b]);
    float radius = now->form[b].radius;
    return radius > WEND_BIG_RADIUS ? fmax(0.0, d - (double)(radius - WEND_BIG_RADIUS)) : d;
}

// Each found is nearer than all that were left out, and there are as many as there can be.
static void check_nearest(const wend_view *now, uint32_t row, float distance, uint32_t k) {
    wend_neighbour found[WEND_NEIGHBOURS_MAX];
    uint32_t count = wend_view_nearest(now, row, distance, k, found), within = 0;
    distance += fmaxf(0.0f, now->form[row].radius - WEND_BIG_RADIUS); // a big body looks from its edge
    for (uint32_t other = 0; other < now->count; other++) {
        if (other == row || now->role[other].level != now->role[row].level) continue;
        double d = distance_of(now, row, other);
        bool listed = false;
        for (uint32_t i = 0; i < count; i++) listed |= found[i].row == other;
        if (d < (double)distance) within++;
        double last = count > 0 ? distance_of(now, row, found[count - 1].row) : 0.0;
        if (!listed && count == k && d < last - 1e-5) asked.wrong++;
        if (listed && d > (double)distance + 1e-5) asked.wrong++;
    }
    for (uint32_t i = 0; i < count; i++) {
        double d = distance_of(now, row, found[i].row);
        if (found[i].row == row || fabs(sqrt((double)found[i].distance2) - d) > 1e-4) asked.wrong++;
        if (i > 0 && found[i].distance2 < found[i - 1].distance2) asked.wrong++;
    }
    if (count != (within < k ? within : k)) asked.wrong++;
    asked.neighbours += count;
}

static double wall_distance(const wend_wall *wall, double x, double y) {
    double ex = (double)wall->b.x - wall->a.x, ey = (double)wall->b.y - wall->a.y;
    double px = x - (double)wall->a.x, py = y - (double)wall->a.y;
    double t = fmin(1.0, fmax(0.0, (px * ex + py * ey) / (ex * ex + ey * ey)));
    return hypot(px - t * ex, py - t * ey);
}

static void check_walls(const wend_view *now, uint32_t row, const wend_scene *scene, float distance) {
    uint32_t found[256], within = 0;
    float distance2[256];
    wend_vec at = {now->x[row], now->y[row]};
    uint32_t count = wend_view_walls(now, now->role[row].level, at, distance, WEND_COUNT(found), found, distance2);
    for (uint32_t i = 0; i < count; i++) {
        double d = wall_distance(wend_view_wall(now, found[i]), at.x, at.y);
        if (fabs(d - sqrt((double)distance2[i])) > 1e-4 || (i > 0 && distance2[i] < distance2[i - 1])) asked.wrong++;
    }
    for (uint32_t i = 0; i < wend_scene_wall_count(scene); i++)
        within += wall_distance(wend_scene_wall(scene, i), at.x, at.y) < (double)distance;
    if (count != (now->role[row].level == 0 ? within : 0)) asked.wrong++; // all walls are on level 0
    asked.walls += count;
}

static double side(wend_vec a, wend_vec b, wend_vec c) {
    return ((double)b.x - a.x) * ((double)c.y - a.y) - ((double)b.y - a.y) * ((double)c.x - a.x);
}

static bool crosses(const wend_wall *wall, wend_vec p, wend_vec q) {
    return side(wall->a, wall->b, p) * side(wall->a, wall->b, q) <= 0.0 &&
           side(p, q, wall->a) * side(p, q, wall->b) <= 0.0;
}

static void check_sight(const wend_view *now, uint32_t row, uint32_t other, const wend_scene *scene) {
    wend_vec from = {now->x[row], now->y[row]}, to = {now->x[other], now->y[other]};
    bool clear = true;
    for (uint32_t i = 0; i < wend_scene_wall_count(scene) && now->role[row].level == 0; i++)
        clear = clear && !crosses(wend_scene_wall(scene, i), from, to);
    if (wend_view_sees(now, now->role[row].level, from, to) != clear) asked.wrong++;
    asked.hidden += !clear;
}

static const wend_scene *asked_scene;

static void ask_steer(const wend_view *now, const wend_next *next, wend_rows rows) {
    static const float distances[] = {0.5f, 3.0f, 10.0f, 1000.0f, 1e9f, INFINITY};
    for (uint32_t i = 0; i < rows.count; i++) {
        uint32_t row = rows.row[i], d = asked.asked++ % WEND_COUNT(distances);
        check_nearest(now, row, distances[d], 1 + asked.asked % WEND_NEIGHBOURS_MAX);
        check_walls(now, row, asked_scene, distances[asked.asked % 3]);
        check_sight(now, row, (row * 31 + 7) % now->count, asked_scene);
        next->motion[row].velocity = (wend_vec){now->body[row].preferred_x, now->body[row].preferred_y};
    }
}

static void test_queries_of_a_host_model(void **state) {
    (void)state;
    static const wend_model asker = {.name = "asker", .summary = "asks", .steer = ask_steer};
    wend_point points[40][2];
    wend_obstacle walls[40];
    for (uint32_t i = 0; i < 40; i++) {
        for (uint32_t k = 0; k < 2; k++)
            points[i][k] = (wend_point){30.0 * wend_random(3, i, 0, k, 0), 30.0 * wend_random(3, i, 0, k, 1)};
        points[i][1].x = points[i][0].x + 0.1 * (points[i][1].x - points[i][0].x);
        points[i][1].y = points[i][0].y + 0.1 * (points[i][1].y - points[i][0].y);
        walls[i] = (wend_obstacle){WEND_WALL, 0, points[i], 2};
    }
    wend_profile profile = profile_named("asker", &asker, NULL);
    wend_scene_def def = scene_plain();
    def.profiles = &profile;
    def.levels = 2;
    def.obstacles = walls;
    def.obstacle_count = 40;
    stage on = stage_open(&def, NULL);
    asked_scene = on.scene;
    memset(&asked, 0, sizeof asked);
    for (uint32_t i = 0; i < 240; i++) {
        wend_agent agent = agent_at(30.0 * wend_random(3, i, 1, 0, 0), 30.0 * wend_random(3, i, 1, 0, 1));
        agent.goal.at = (wend_point){30.0 - agent.position.x, 30.0 - agent.position.y};
        agent.level = i % 6 == 0;
        if (i % 30 == 0) agent.shape = wend_disc(1.5f);
        (void)wend_world_add(on.world, &agent, NULL, NULL); // who has no space stays away
    }
    world_step(on.world, 20);
    assert_int_equal(asked.wrong, 0);
    assert_true(asked.asked > 3000 && asked.neighbours > 10000 && asked.walls > 3000 && asked.hidden > 100);
    stage_close(&on);
}

// Mixed worlds --------------------------------------------------------------------------------------------------------

static uint64_t run_mixed(uint32_t threads, uint32_t *kinds) {
    stage on = stage_of_all_models(threads);
    uint32_t models;
    (void)wend_models(&models);
    for (uint32_t i = 0; i < 300; i++) {
        wend_agent agent = agent_at(2.0 * (i % 20), 2.0 * (i / 20));
        agent.profile = i % models;
        agent.goal.at = (wend_point){40.0 - agent.position.x, 30.0 - agent.position.y};
        if (i % 3 == 1) agent.shape = wend_ellipse(0.35f, 0.2f);
        if (i % 3 == 2) agent.shape = wend_box(0.4f, 0.25f);
        agent_add(on.world, &agent);
    }
    world_step(on.world, 60);
    wend_view view = world_view(on.world);
    assert_int_equal(view.count, 300);
    for (uint32_t i = 0; i < view.count; i++) {
        assert_true(isfinite(view.x[i]) && isfinite(view.y[i]));
        kinds[view.role[i].profile]++;
    }
    uint64_t hash = wend_world_hash(on.world);
    stage_close(&on);
    return hash;
}

static void test_all_models_in_one_world(void **state) {
    (void)state;
    uint32_t kinds[16] = {0}, models;
    (void)wend_models(&models);
    uint64_t hash = run_mixed(1, kinds);
    assert_true(run_mixed(2, kinds) == hash);
    for (uint32_t i = 0; i < models; i++) assert_true(kinds[i] >= 2 * (300 / models));
}

// Each meets one who walks straight on: all but the model that avoids nobody must get past without touching.
static void test_each_model_steers_its_own(void **state) {
    (void)state;
    uint32_t models, straight = 0;
    const wend_model *const *all = wend_models(&models);
    while (all[straight] != &wend_model_straight) straight++;
    stage on = stage_of_all_models(1);
    wend_serial walks[16], avoids[16];
    for (uint32_t m = 0; m < models; m++) {
        wend_agent a = agent_at(-6, 20.0 * m), b = agent_at(6, 20.0 * m);
        a.goal.at = (wend_point){60, 20.0 * m};
        b.goal.at = (wend_point){-60, 20.0 * m};
        a.profile = straight;
        b.profile = m;
        walks[m] = agent_add(on.world, &a);
        avoids[m] = agent_add(on.world, &b);
    }
    for (int i = 0; i < 80; i++) {
        world_step(on.world, 1);
        for (uint32_t m = 0; m < models; m++) {
            wend_agent a = agent_get(on.world, walks[m]), b = agent_get(on.world, avoids[m]);
            assert_true(a.position.y == 20.0 * m);
            double gap = hypot(a.position.x - b.position.x, a.position.y - b.position.y) - 0.5;
            // A reciprocal model counts on the other for half of it, and this one gives nothing.
            if (all[m] == &wend_model_vo && gap < -0.001) fail_msg("%s ran into it: %g", all[m]->name, gap);
        }
    }
    for (uint32_t m = 0; m < models; m++) {
        double off = fabs(agent_get(on.world, avoids[m]).position.y - 20.0 * m);
        if (m == straight ? off != 0.0 : off < 0.1) fail_msg("%s is %g m off the line", all[m]->name, off);
    }
    stage_close(&on);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tables_of_every_model),
        cmocka_unit_test(test_models_are_found_by_name),
        cmocka_unit_test(test_parameters_are_found_by_name),
        cmocka_unit_test(test_host_model_without_registration),
        cmocka_unit_test(test_bad_models_are_refused),
        cmocka_unit_test(test_each_row_once_and_the_old_state_stands_still),
        cmocka_unit_test(test_queries_of_a_host_model),
        cmocka_unit_test(test_all_models_in_one_world),
        cmocka_unit_test(test_each_model_steers_its_own),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
