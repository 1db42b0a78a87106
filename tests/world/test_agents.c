// Agents between steps: added, read, changed, removed; what is refused, and that a refusal changes nothing.
#include "wend/wend.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

typedef struct stage {
    wend_scene *scene;
    wend_world *world;
} stage;

static void need(wend_result result, const wend_error *why) {
    if (result != WEND_OK) fail_msg("%s", why->text);
}

static void assert_near(double a, double b, double tolerance) {
    if (!(fabs(a - b) <= tolerance)) fail_msg("%.17g is not %.17g", a, b);
}

static stage stage_open(const wend_scene_def *def, uint32_t threads) {
    stage made = {NULL, NULL};
    wend_error why;
    need(wend_scene_create(def, &made.scene, &why), &why);
    wend_world_def world = wend_world_default(made.scene);
    world.threads = threads;
    need(wend_world_create(&world, &made.world, &why), &why);
    return made;
}

static stage stage_plain(void) {
    wend_scene_def def = wend_scene_default();
    return stage_open(&def, 1);
}

// Everyone of one model.
static stage stage_of(const wend_model *model) {
    wend_profile profile = wend_profile_default();
    wend_scene_def def = wend_scene_default();
    profile.model = model;
    def.profiles = &profile;
    return stage_open(&def, 1);
}

static void stage_close(stage *on) {
    wend_world_destroy(on->world);
    wend_scene_destroy(on->scene);
}

static wend_agent agent_at(double x, double y) {
    wend_agent agent = wend_agent_default();
    agent.position = (wend_point){x, y};
    return agent;
}

static wend_serial add(wend_world *world, const wend_agent *agent) {
    wend_serial serial = 0;
    wend_error why;
    need(wend_world_add(world, agent, &serial, &why), &why);
    return serial;
}

static wend_agent get(wend_world *world, wend_serial serial) {
    wend_agent agent;
    wend_error why;
    need(wend_world_get(world, serial, &agent, &why), &why);
    return agent;
}

static void set(wend_world *world, const wend_agent *agent) {
    wend_error why;
    need(wend_world_set(world, agent, &why), &why);
}

static void step(wend_world *world, uint32_t steps) {
    wend_error why;
    for (uint32_t i = 0; i < steps; i++) need(wend_world_step(world, &why), &why);
}

static void check_refused(wend_result got, wend_result wanted, const wend_error *why, const char *word,
                          const char *call, int line) {
    if (got != wanted) fail_msg("line %d: %s gives %d, not %d; %s", line, call, (int)got, (int)wanted, why->text);
    if (why->result != wanted || strstr(why->text, word) == NULL)
        fail_msg("line %d: %s says \"%s\", which does not name `%s`", line, call, why->text, word);
}

// The call, which leaves its error in `why`, is refused with that result and a message that has the word in it.
#define assert_refused(call, wanted, word)                       \
    do {                                                         \
        wend_error why = {WEND_OK, ""};                          \
        wend_result got = (call);                                \
        check_refused(got, wanted, &why, word, #call, __LINE__); \
    } while (0)

// Serials -------------------------------------------------------------------------------------------------------------

static void test_serials_only_grow(void **state) {
    (void)state;
    stage on = stage_plain();
    wend_serial last = 0, serial[300];
    uint32_t count = 0;
    for (int round = 0; round < 6; round++) {
        for (int i = 0; i < 50; i++) {
            wend_agent agent = agent_at(i, round);
            serial[count] = add(on.world, &agent);
            assert_true(serial[count] > last);
            last = serial[count++];
        }
        step(on.world, 1);
        for (uint32_t i = round % 2 ? 0 : count - 50; i < count; i++)
            (void)wend_world_remove(on.world, serial[i], NULL);
    }
    assert_int_equal(wend_world_stats(on.world).agents, 0);
    for (uint32_t i = 0; i < count; i++)
        assert_refused(wend_world_get(on.world, serial[i], &(wend_agent){0}, &why), WEND_NOT_FOUND, "");
    stage_close(&on);
}

static void test_serials_of_many_follow_their_order(void **state) {
    (void)state;
    stage on = stage_plain();
    enum { COUNT = 200 };
    wend_agent agents[COUNT];
    wend_serial serials[COUNT];
    wend_error why;
    for (int i = 0; i < COUNT; i++) agents[i] = agent_at(-i, (i * 37) % 11);
    need(wend_world_add_many(on.world, agents, COUNT, serials, &why), &why);
    need(wend_world_add_many(on.world, agents, 0, NULL, &why), &why);
    step(on.world, 2);
    for (int i = 0; i < COUNT; i++) {
        assert_true(i == 0 || serials[i] > serials[i - 1]);
        assert_true(get(on.world, serials[i]).serial == serials[i]);
        assert_near(get(on.world, serials[i]).position.x, -i, 1e-6);
    }
    stage_close(&on);
}

// Reading back --------------------------------------------------------------------------------------------------------

static wend_agent peculiar(void) {
    wend_agent agent = agent_at(3.25, -7.5);
    agent.velocity = (wend_vec){0.5f, -0.25f};
    agent.heading = 1.0f;
    agent.goal = (wend_target){{30.5, 40.25}, {1.5f, 2.5f}, 0.75f};
    agent.shape = wend_ellipse(0.3f, 0.2f);
    agent.preferred_speed = 1.1f;
    agent.max_speed = 1.7f;
    agent.max_acceleration = 3.5f;
    agent.priority = 0.125f;
    agent.stream = 77;
    agent.leaves = true;
    return agent;
}

static void assert_same_agent(const wend_agent *a, const wend_agent *b) {
    assert_int_equal(a->profile, b->profile);
    assert_int_equal(a->level, b->level);
    assert_near(a->position.x, b->position.x, 1e-9);
    assert_near(a->position.y, b->position.y, 1e-9);
    assert_true(a->velocity.x == b->velocity.x && a->velocity.y == b->velocity.y);
    assert_near(remainderf(a->heading - b->heading, 6.2831853f), 0.0f, 2e-6f);
    assert_near(a->goal.at.x, b->goal.at.x, 1e-9);
    assert_near(a->goal.at.y, b->goal.at.y, 1e-9);
    assert_true(a->goal.half.x == b->goal.half.x && a->goal.half.y == b->goal.half.y);
    assert_true(a->goal.radius == b->goal.radius);
    assert_int_equal(a->shape.kind, b->shape.kind);
    assert_true(a->shape.half_length == b->shape.half_length && a->shape.half_width == b->shape.half_width);
    assert_true(a->preferred_speed == b->preferred_speed && a->max_speed == b->max_speed);
    assert_true(a->max_acceleration == b->max_acceleration && a->priority == b->priority);
    assert_int_equal(a->stream, b->stream);
    assert_true(a->driven == b->driven && a->leaves == b->leaves);
}

static void test_what_is_added_is_read_back(void **state) {
    (void)state;
    stage on = stage_plain();
    wend_agent given = peculiar(), other = agent_at(10, 10);
    add(on.world, &other);
    wend_agent read = get(on.world, add(on.world, &given));
    assert_same_agent(&given, &read);
    assert_false(read.arrived);
    assert_null(read.settings);
    assert_int_equal(read.setting_count, 0);
    assert_int_equal(read.cookie, given.cookie);
    stage_close(&on);
}

static void test_what_is_left_out_comes_from_the_profile(void **state) {
    (void)state;
    wend_profile profiles[2] = {wend_profile_default(), wend_profile_default()};
    profiles[1].name = "cart";
    profiles[1].shape = wend_box(0.9f, 0.4f);
    profiles[1].preferred_speed = 0.75f;
    profiles[1].max_speed = 1.25f;
    profiles[1].max_acceleration = 0.5f;
    profiles[1].priority = 0.5f;
    wend_scene_def def = wend_scene_default();
    def.profiles = profiles;
    def.profile_count = 2;
    stage on = stage_open(&def, 1);
    wend_agent agent = agent_at(2, 3);
    agent.profile = 1;
    wend_agent read = get(on.world, add(on.world, &agent));
    assert_int_equal(read.shape.kind, WEND_BOX);
    assert_true(read.shape.half_length == 0.9f && read.shape.half_width == 0.4f);
    assert_true(read.preferred_speed == 0.75f && read.max_speed == 1.25f);
    assert_true(read.max_acceleration == 0.5f && read.priority == 0.5f);
    assert_true(read.goal.at.x == 2.0 && read.goal.at.y == 3.0); // stays here
    agent.position.x = 20.0;
    agent.goal.at = (wend_point){20.0, -5.0};
    read = get(on.world, add(on.world, &agent));
    assert_near(read.heading, -1.5707963f, 1e-5f); // looks at the goal
    stage_close(&on);
}

static void test_stays_without_goal(void **state) {
    (void)state;
    stage on = stage_plain();
    wend_agent agent = agent_at(2, 3);
    wend_serial serial = add(on.world, &agent);
    step(on.world, 20);
    agent = get(on.world, serial);
    assert_true(agent.position.x == 2.0 && agent.position.y == 3.0);
    stage_close(&on);
}

// Setting -------------------------------------------------------------------------------------------------------------

static void change_position(wend_agent *a) { a->position = (wend_point){-4.5, 8.75}; }
static void change_velocity(wend_agent *a) { a->velocity = (wend_vec){-1.0f, 0.5f}; }
static void change_heading(wend_agent *a) { a->heading = -2.0f; }
static void change_goal(wend_agent *a) { a->goal = (wend_target){{-20.0, 1.0}, {0.0f, 0.5f}, 0.5f}; }
static void change_shape(wend_agent *a) { a->shape = wend_box(0.4f, 0.3f); }
static void change_preferred(wend_agent *a) { a->preferred_speed = 0.5f; }
static void change_max_speed(wend_agent *a) { a->max_speed = 3.0f; }
static void change_acceleration(wend_agent *a) { a->max_acceleration = INFINITY; }
static void change_priority(wend_agent *a) { a->priority = -0.5f; }
static void change_driven(wend_agent *a) { a->driven = true; }
static void change_leaves(wend_agent *a) { a->leaves = false; }
static void change_level(wend_agent *a) { a->level = 2; }
static void change_profile(wend_agent *a) { a->profile = 1; }
static void change_nothing(wend_agent *a) { (void)a; }

static void test_set_changes_what_differs_and_no_more(void **state) {
    (void)state;
    static void (*const changes[])(wend_agent *) = {
        change_nothing, change_position,  change_velocity,  change_heading,  change_goal,
        change_shape,   change_preferred, change_max_speed, change_priority, change_acceleration,
        change_leaves,  change_level,     change_profile,
    };
    wend_profile profiles[2] = {wend_profile_default(), wend_profile_default()};
    profiles[1].name = "other";
    profiles[1].model = &wend_model_straight;
    profiles[1].max_speed = 9.0f;
    wend_scene_def def = wend_scene_default();
    def.levels = 3;
    def.profiles = profiles;
    def.profile_count = 2;
    stage on = stage_open(&def, 1);
    wend_agent given = peculiar(), bystander = agent_at(50, 50);
    wend_serial still = add(on.world, &bystander), serial = add(on.world, &given);
    bystander = get(on.world, still);
    for (uint32_t i = 0; i < WEND_COUNT(changes); i++) {
        wend_agent before = get(on.world, serial), wanted = before, after, stands = get(on.world, still);
        changes[i](&wanted);
        set(on.world, &wanted);
        after = get(on.world, serial);
        if (i == 0) assert_same_agent(&before, &after);
        assert_same_agent(&wanted, &after);
        assert_same_agent(&bystander, &stands);
    }
    stage_close(&on);
}

static void test_driven_is_read_back(void **state) {
    (void)state;
    stage on = stage_plain();
    wend_agent agent = peculiar();
    agent = get(on.world, add(on.world, &agent));
    change_driven(&agent);
    set(on.world, &agent);
    assert_true(get(on.world, agent.serial).driven);
    agent.driven = false;
    set(on.world, &agent);
    wend_agent after = get(on.world, agent.serial);
    assert_same_agent(&agent, &after);
    stage_close(&on);
}

// Also where the origin is far away, so that map coordinates have fewer digits than those that are kept.
static void test_unchanged_set_is_no_change(void **state) {
    (void)state;
    wend_scene_def def = wend_scene_default();
    for (int far = 0; far < 2; far++) {
        def.origin = far ? (wend_point){6000000.0, 5000000.0} : (wend_point){0.0, 0.0};
        stage on = stage_open(&def, 1);
        for (uint32_t i = 0; i < 50; i++) {
            wend_agent agent = peculiar();
            agent.position.x += def.origin.x + i;
            agent.position.y += def.origin.y;
            agent.goal.at.x = def.origin.x + 10.0 * wend_random(2, i, 0, 0, 0);
            agent.goal.at.y = def.origin.y + 10.0 * wend_random(2, i, 0, 0, 1);
            agent.driven = i % 5 == 0;
            wend_serial serial = add(on.world, &agent);
            step(on.world, 3);
            uint64_t hash = wend_world_hash(on.world);
            agent = get(on.world, serial);
            set(on.world, &agent);
            if (wend_world_hash(on.world) != hash) fail_msg("agent %u, origin at %g", i, def.origin.x);
        }
        stage_close(&on);
    }
}

static void test_set_may_overlap_bodies_but_not_walls(void **state) {
    (void)state;
    const wend_point wall[] = {{5.0, -10.0}, {5.0, 10.0}};
    const wend_point block[] = {{-6.0, -6.0}, {-4.0, -6.0}, {-4.0, -4.0}, {-6.0, -4.0}};
    const wend_obstacle obstacles[] = {{WEND_WALL, 0, wall, 2}, {WEND_SOLID, 0, block, 4}};
    wend_scene_def def = wend_scene_default();
    def.obstacles = obstacles;
    def.obstacle_count = 2;
    stage on = stage_open(&def, 1);
    wend_agent a = agent_at(0, 0), b = agent_at(2, 0);
    a = get(on.world, add(on.world, &a));
    b = get(on.world, add(on.world, &b));
    uint64_t hash = wend_world_hash(on.world);
    b.position.x = 8.0; // the wall is in between
    assert_refused(wend_world_set(on.world, &b, &why), WEND_NO_SPACE, "wall");
    b.position = (wend_point){-5.0, -5.0};
    assert_refused(wend_world_set(on.world, &b, &why), WEND_NO_SPACE, "obstacle");
    b.position = (wend_point){5.0, 0.0}; // with the centre on the wall
    assert_refused(wend_world_set(on.world, &b, &why), WEND_NO_SPACE, "wall");
    assert_true(wend_world_hash(on.world) == hash);
    b.position = (wend_point){0.1, 0.0};
    set(on.world, &b);
    assert_near(get(on.world, b.serial).position.x, 0.1, 1e-7);
    stage_close(&on);
}

static void test_set_goal_changes_the_goal_alone(void **state) {
    (void)state;
    stage on = stage_plain();
    wend_agent agent = peculiar();
    agent.leaves = false;
    wend_serial serial = add(on.world, &agent);
    wend_error why;
    wend_agent wanted = get(on.world, serial);
    wanted.goal = (wend_target){{-3.0, 2.0}, {0.25f, 0.5f}, 0.125f};
    need(wend_world_set_goal(on.world, serial, wanted.goal, &why), &why);
    wend_agent after = get(on.world, serial);
    assert_same_agent(&wanted, &after);
    step(on.world, 150);
    assert_true(get(on.world, serial).arrived);
    wanted.goal.at.x = 50.0;
    need(wend_world_set_goal(on.world, serial, wanted.goal, &why), &why);
    assert_false(get(on.world, serial).arrived); // not yet at this one
    stage_close(&on);
}

// Parameters ----------------------------------------------------------------------------------------------------------

static float param(wend_world *world, wend_serial serial, const char *name) {
    float value = -12345.0f;
    wend_error why;
    need(wend_world_get_param(world, serial, name, &value, &why), &why);
    return value;
}

// A scene with one profile for each model of the library, in their order.
static stage stage_of_all_models(uint32_t threads) {
    uint32_t count;
    const wend_model *const *models = wend_models(&count);
    wend_profile profiles[16];
    assert_true(count <= WEND_COUNT(profiles));
    for (uint32_t i = 0; i < count; i++) {
        profiles[i] = wend_profile_default();
        profiles[i].name = models[i]->name;
        profiles[i].model = models[i];
    }
    wend_scene_def def = wend_scene_default();
    def.profiles = profiles;
    def.profile_count = count;
    return stage_open(&def, threads);
}

static void assert_initial_but(wend_world *world, wend_serial serial, const wend_model *model, uint32_t changed) {
    for (uint32_t i = 0; i < model->param_count; i++)
        if (i != changed) assert_true(param(world, serial, model->params[i].name) == model->params[i].initial);
}

static float middle_of(const wend_param *of) {
    float middle = 0.5f * (of->min + of->max);
    return of->choices ? floorf(middle) : middle;
}

static void try_param(wend_world *world, wend_serial serial, const wend_param *of) {
    const float good[] = {of->min, of->max, middle_of(of)};
    const float bad[] = {NAN, INFINITY, -INFINITY, of->max + 1.0f, of->min - 1.0f};
    wend_error error;
    for (uint32_t i = 0; i < WEND_COUNT(good); i++) {
        need(wend_world_set_param(world, serial, of->name, good[i], &error), &error);
        assert_true(param(world, serial, of->name) == good[i]);
    }
    for (uint32_t i = 0; i < WEND_COUNT(bad); i++) {
        assert_refused(wend_world_set_param(world, serial, of->name, bad[i], &why), WEND_BAD_ARGUMENT, of->name);
        assert_true(param(world, serial, of->name) == middle_of(of));
    }
}

static void test_every_parameter_of_every_model(void **state) {
    (void)state;
    stage on = stage_of_all_models(1);
    uint32_t count;
    const wend_model *const *models = wend_models(&count);
    for (uint32_t m = 0; m < count; m++) {
        for (uint32_t p = 0; p < models[m]->param_count; p++) {
            wend_agent agent = agent_at(3.0 * m, 3.0 * p), neighbour = agent_at(3.0 * m + 1.0, 3.0 * p);
            agent.profile = neighbour.profile = m;
            wend_serial serial = add(on.world, &agent), other = add(on.world, &neighbour);
            try_param(on.world, serial, &models[m]->params[p]);
            assert_initial_but(on.world, serial, models[m], p);
            assert_initial_but(on.world, other, models[m], UINT32_MAX);
            step(on.world, 1);
            assert_true(param(on.world, serial, models[m]->params[p].name) == middle_of(&models[m]->params[p]));
        }
    }
    stage_close(&on);
}

static void test_own_settings_when_added(void **state) {
    (void)state;
    stage on = stage_plain();
    const wend_model *model = &wend_model_orca;
    for (uint32_t p = 0; p < model->param_count; p++) {
        wend_setting settings[] = {{model->params[p].name, model->params[p].min},
                                   {model->params[p].name, model->params[p].max}}; // the last one counts
        wend_agent agent = agent_at(p, 0);
        agent.settings = settings;
        agent.setting_count = 2;
        wend_serial serial = add(on.world, &agent);
        assert_true(param(on.world, serial, model->params[p].name) == model->params[p].max);
        assert_initial_but(on.world, serial, model, p);
    }
    stage_close(&on);
}

static void test_bad_settings_add_nobody(void **state) {
    (void)state;
    stage on = stage_plain();
    wend_setting unknown = {"horizn", 1.0f}, wild = {"horizon", 1e9f}, nameless = {NULL, 1.0f};
    wend_agent agent = agent_at(0, 0);
    wend_serial serial = 99;
    agent.setting_count = 1;
    agent.settings = &unknown;
    assert_refused(wend_world_add(on.world, &agent, &serial, &why), WEND_NOT_FOUND, "horizon");
    agent.settings = &wild;
    assert_refused(wend_world_add(on.world, &agent, &serial, &why), WEND_BAD_ARGUMENT, "horizon");
    agent.settings = &nameless;
    assert_refused(wend_world_add(on.world, &agent, &serial, &why), WEND_BAD_ARGUMENT, "name");
    agent.settings = NULL;
    assert_refused(wend_world_add(on.world, &agent, &serial, &why), WEND_BAD_ARGUMENT, "settings");
    assert_int_equal(wend_world_stats(on.world).agents, 0);
    stage_close(&on);
}

static void test_own_parameters_count(void **state) {
    (void)state;
    stage on = stage_plain();
    wend_setting blind = {"max_neighbours", 0.0f};
    wend_agent a = agent_at(-5, 0), b = agent_at(5, 0);
    a.goal.at = (wend_point){50, 0};
    b.goal.at = (wend_point){-50, 0};
    a.settings = &blind;
    a.setting_count = 1;
    wend_serial straight = add(on.world, &a), avoids = add(on.world, &b);
    double most = 0.0;
    for (int i = 0; i < 60; i++) {
        step(on.world, 1);
        assert_true(get(on.world, straight).position.y == 0.0);
        most = fmax(most, fabs(get(on.world, avoids).position.y));
    }
    assert_true(most > 0.2);
    stage_close(&on);
}

// Space ---------------------------------------------------------------------------------------------------------------

typedef struct placing {
    const char *what;
    double x, y;
    wend_shape shape;
    float heading;
    uint32_t level;
    bool fits;
} placing;

// Level 0 is a room from -10 to 10 with a block in it, a wall, and two bodies; level 1 has nothing at all.
static stage stage_with_walls(void) {
    static const wend_point room[] = {{-10, -10}, {10, -10}, {10, 10}, {-10, 10}};
    static const wend_point block[] = {{4, 4}, {4, 7}, {7, 7}, {7, 4}};
    static const wend_point wall[] = {{-5, -8}, {-5, -4}};
    static const wend_obstacle obstacles[] = {
        {WEND_ROOM, 0, room, 4}, {WEND_SOLID, 0, block, 4}, {WEND_WALL, 0, wall, 2}};
    wend_scene_def def = wend_scene_default();
    def.levels = 2;
    def.obstacles = obstacles;
    def.obstacle_count = 3;
    stage on = stage_open(&def, 1);
    wend_agent disc = agent_at(0, 0), box = agent_at(0, 5);
    box.shape = wend_box(1.5f, 0.1f);
    box.heading = 0.78539816f; // a plank from about (-1.06, 3.94) to (1.06, 6.06)
    add(on.world, &disc);
    add(on.world, &box);
    return on;
}

static const placing placings[] = {
    {"disc on a disc", 0.3, 0.3, {WEND_DISC, 0.25f, 0.25f}, 0.0f, 0, false},
    {"disc in the same place", 0.0, 0.0, {WEND_DISC, 0.25f, 0.25f}, 0.0f, 0, false},
    {"disc beside a disc", 0.36, 0.36, {WEND_DISC, 0.25f, 0.25f}, 0.0f, 0, true},
    {"ellipse that points at a disc", 0.6, 0.0, {WEND_ELLIPSE, 0.4f, 0.1f}, 0.0f, 0, false},
    {"ellipse that passes a disc", 0.6, 0.0, {WEND_ELLIPSE, 0.4f, 0.1f}, 1.5707963f, 0, true},
    {"ellipse across a plank", 0.5, 5.5, {WEND_ELLIPSE, 0.3f, 0.05f}, -0.78539816f, 0, false},
    {"ellipse in a plank's bounding disc, not on it", 0.6, 4.4, {WEND_ELLIPSE, 0.3f, 0.05f}, 0.78539816f, 0, true},
    {"ellipse whose end reaches the plank", 0.6, 4.4, {WEND_ELLIPSE, 0.9f, 0.05f}, 2.3561945f, 0, false},
    {"box beside a wall", -4.7, -6.0, {WEND_BOX, 1.0f, 0.2f}, 1.5707963f, 0, true},
    {"box turned into a wall", -4.7, -6.0, {WEND_BOX, 1.0f, 0.2f}, 0.0f, 0, false},
    {"box near the end of a wall", -5.0, -3.7, {WEND_BOX, 1.0f, 0.2f}, 0.0f, 0, true},
    {"box on the end of a wall", -5.0, -3.7, {WEND_BOX, 1.0f, 0.4f}, 0.0f, 0, false},
    {"disc on a wall", -5.1, -6.0, {WEND_DISC, 0.25f, 0.25f}, 0.0f, 0, false},
    {"disc beside a wall", -5.3, -6.0, {WEND_DISC, 0.25f, 0.25f}, 0.0f, 0, true},
    {"disc inside a block, clear of its sides", 5.5, 5.5, {WEND_DISC, 0.25f, 0.25f}, 0.0f, 0, false},
    {"disc on the side of a block", 3.9, 5.5, {WEND_DISC, 0.25f, 0.25f}, 0.0f, 0, false},
    {"disc before a block", 3.7, 5.5, {WEND_DISC, 0.25f, 0.25f}, 0.0f, 0, true},
    {"big disc around a block", 5.5, 5.5, {WEND_DISC, 4.0f, 4.0f}, 0.0f, 0, false},
    {"disc outside the room", 12.0, 0.0, {WEND_DISC, 0.25f, 0.25f}, 0.0f, 0, false},
    {"disc far outside the room", -1200.0, 0.0, {WEND_DISC, 0.25f, 0.25f}, 0.0f, 0, false},
    {"disc across the room's side", 9.9, 0.0, {WEND_DISC, 0.25f, 0.25f}, 0.0f, 0, false},
    {"disc in the room's corner", 9.7, 9.7, {WEND_DISC, 0.25f, 0.25f}, 0.0f, 0, true},
    {"disc on a disc of another level", 0.0, 0.0, {WEND_DISC, 0.25f, 0.25f}, 0.0f, 1, true},
    {"disc in a block of another level", 5.5, 5.5, {WEND_DISC, 0.25f, 0.25f}, 0.0f, 1, true},
    {"disc outside a room of another level", 12.0, 0.0, {WEND_DISC, 0.25f, 0.25f}, 0.0f, 1, true},
};

static void try_placing(wend_world *world, const placing *at) {
    wend_agent agent = agent_at(at->x, at->y);
    wend_serial serial;
    wend_error why = {WEND_OK, ""};
    uint64_t hash = wend_world_hash(world);
    agent.shape = at->shape;
    agent.heading = at->heading;
    agent.level = at->level;
    wend_result result = wend_world_add(world, &agent, &serial, &why);
    if (result != (at->fits ? WEND_OK : WEND_NO_SPACE)) fail_msg("%s: %d %s", at->what, (int)result, why.text);
    if (result == WEND_OK)
        need(wend_world_remove(world, serial, &why), &why);
    else if (wend_world_hash(world) != hash || strlen(why.text) < 10)
        fail_msg("%s: %s", at->what, why.text);
}

static void test_bodies_need_space(void **state) {
    (void)state;
    stage on = stage_with_walls();
    for (uint32_t i = 0; i < WEND_COUNT(placings); i++) try_placing(on.world, &placings[i]);
    step(on.world, 3); // all stand, so the answers stay
    for (uint32_t i = 0; i < WEND_COUNT(placings); i++) try_placing(on.world, &placings[i]);
    stage_close(&on);
}

// A long body among so many pieces of wall that the one in its way is not among the nearest.
static void test_long_body_among_many_walls(void **state) {
    (void)state;
    enum { POINTS = 201 };
    wend_point zigzag[POINTS];
    const wend_point across[] = {{9.5, -1.0}, {9.5, 1.0}};
    for (int i = 0; i < POINTS; i++) zigzag[i] = (wend_point){0.05 * (i - POINTS / 2), i % 2 ? 0.5 : 0.6};
    const wend_obstacle obstacles[] = {{WEND_WALL, 0, zigzag, POINTS}, {WEND_WALL, 0, across, 2}};
    wend_scene_def def = wend_scene_default();
    def.obstacles = obstacles;
    def.obstacle_count = 2;
    stage on = stage_open(&def, 1);
    wend_agent lorry = agent_at(0, 0);
    lorry.shape = wend_box(10.0f, 0.25f);
    lorry.heading = 0.0f;
    assert_refused(wend_world_add(on.world, &lorry, &(wend_serial){0}, &why), WEND_NO_SPACE, "wall");
    lorry.position.x = -1.0;
    add(on.world, &lorry);
    stage_close(&on);
}

static void test_space_of_those_who_left_or_moved_is_free(void **state) {
    (void)state;
    stage on = stage_plain();
    wend_agent agent = agent_at(0, 0);
    wend_serial serial = add(on.world, &agent);
    assert_refused(wend_world_add(on.world, &agent, &serial, &why), WEND_NO_SPACE, "overlap");
    wend_agent moved = get(on.world, serial);
    moved.position.x = 30.0;
    set(on.world, &moved);
    wend_serial second = add(on.world, &agent);
    agent.position.x = 30.2;
    assert_refused(wend_world_add(on.world, &agent, &serial, &why), WEND_NO_SPACE, "overlap");
    need(wend_world_remove(on.world, second, NULL), &(wend_error){0});
    agent.position.x = 0.0;
    add(on.world, &agent);
    assert_int_equal(wend_world_stats(on.world).agents, 2);
    stage_close(&on);
}

// Who is there, kept by hand.
typedef struct disc {
    wend_serial serial;
    double x, y, radius;
} disc;

static double least_gap(const disc *there, uint32_t count, const disc *body) {
    double gap = INFINITY;
    for (uint32_t k = 0; k < count; k++)
        gap = fmin(gap, hypot(body->x - there[k].x, body->y - there[k].y) - body->radius - there[k].radius);
    return gap;
}

static disc random_disc(uint32_t i) {
    disc body = {0, 40.0 * wend_random(5, i, 0, 0, 0), 40.0 * wend_random(5, i, 0, 0, 1), 0.25};
    if (i % 40 == 0) body.radius = 1.0 + floor(12.0 * wend_random(5, i, 0, 0, 2)) / 4.0;
    return body;
}

static void move_disc(wend_world *world, disc *body, uint32_t i) {
    wend_agent agent = get(world, body->serial);
    body->x = 40.0 * wend_random(5, i, 0, 1, 0);
    body->y = 40.0 * wend_random(5, i, 0, 1, 1);
    agent.position = (wend_point){body->x, body->y};
    agent.goal.at = agent.position; // and stays there
    set(world, &agent);
    agent.position.x += 0.1; // nobody may stand there now
    assert_refused(wend_world_add(world, &agent, NULL, &why), WEND_NO_SPACE, "overlap");
}

// Random bodies come one by one, go, and are moved about; who fits is known from all who are there.
static void test_space_against_all_who_are_there(void **state) {
    (void)state;
    stage on = stage_of(&wend_model_straight);
    enum { TRIES = 3000 };
    static disc there[TRIES];
    uint32_t count = 0, refused = 0;
    for (uint32_t i = 0; i < TRIES; i++) {
        disc body = random_disc(i);
        double gap = least_gap(there, count, &body);
        if (fabs(gap) < 1e-4) continue;
        wend_agent agent = agent_at(body.x, body.y);
        agent.shape = wend_disc((float)body.radius);
        wend_result result = wend_world_add(on.world, &agent, &body.serial, NULL);
        if (result != (gap > 0.0 ? WEND_OK : WEND_NO_SPACE))
            fail_msg("seed 5 body %u: gap %g gives %d", i, gap, result);
        if (result == WEND_OK)
            there[count++] = body;
        else
            refused++;
        uint32_t which = (uint32_t)((float)count * wend_random(5, i, 0, 2, 0));
        if (i % 5 == 1 && i > 600) move_disc(on.world, &there[which], i);
        if (i % 3 == 2 && i > 600) {
            need(wend_world_remove(on.world, there[which].serial, NULL), &(wend_error){0});
            there[which] = there[--count];
        }
        if (i % 200 == 199) step(on.world, 1);
    }
    assert_true(refused > 500 && count > 200);
    stage_close(&on);
}

static void test_add_many_is_all_or_none(void **state) {
    (void)state;
    enum { COUNT = 1000, BAD = 517 };
    static wend_agent agents[COUNT];
    static wend_serial serials[COUNT];
    stage on = stage_plain();
    wend_agent first = agent_at(-5, -5), after;
    wend_serial last = add(on.world, &first);
    uint64_t hash = wend_world_hash(on.world);
    for (int i = 0; i < COUNT; i++) agents[i] = agent_at(i % 40, i / 40);
    const wend_agent good = agents[BAD];
    agents[BAD].level = 7;
    assert_refused(wend_world_add_many(on.world, agents, COUNT, serials, &why), WEND_BAD_ARGUMENT, "517");
    agents[BAD] = good, agents[BAD].position.y = NAN;
    assert_refused(wend_world_add_many(on.world, agents, COUNT, serials, &why), WEND_BAD_ARGUMENT, "517");
    agents[BAD] = good, agents[BAD].cookie = 0;
    assert_refused(wend_world_add_many(on.world, agents, COUNT, serials, &why), WEND_BAD_ARGUMENT, "517");
    agents[BAD] = good, agents[BAD].settings = &(wend_setting){"nonsense", 1.0f}, agents[BAD].setting_count = 1;
    assert_refused(wend_world_add_many(on.world, agents, COUNT, serials, &why), WEND_NOT_FOUND, "517");
    agents[BAD] = good, agents[BAD].position = (wend_point){-5.1, -5.0}; // onto one who is there
    assert_refused(wend_world_add_many(on.world, agents, COUNT, serials, &why), WEND_NO_SPACE, "517");
    agents[BAD] = good, agents[BAD].position = (wend_point){3.0, 2.2}; // onto number 83 of the same call
    assert_refused(wend_world_add_many(on.world, agents, COUNT, serials, &why), WEND_NO_SPACE, "517");
    assert_int_equal(wend_world_stats(on.world).agents, 1);
    assert_int_equal(wend_world_stats(on.world).added, 1);
    assert_true(wend_world_hash(on.world) == hash);
    agents[BAD] = good;
    wend_error error;
    need(wend_world_add_many(on.world, agents, COUNT, serials, &error), &error);
    assert_true(serials[0] > last);
    assert_int_equal(wend_world_stats(on.world).agents, COUNT + 1);
    after = get(on.world, serials[BAD]);
    assert_true(after.position.x == good.position.x && after.position.y == good.position.y);
    stage_close(&on);
}

// One by one, without a step between: what each costs must not grow with those who are there.
static void test_many_adds_one_by_one(void **state) {
    (void)state;
    enum { SIDE = 142, COUNT = SIDE * SIDE };
    stage on = stage_plain();
    clock_t start = clock();
    for (int i = 0; i < COUNT; i++) {
        wend_agent agent = agent_at(0.6 * (i % SIDE), 0.6 * (i / SIDE));
        add(on.world, &agent);
        if (i % 97 != 0) continue;
        int other = (int)((float)i * wend_random(3, (uint64_t)i, 0, 0, 0));
        agent.position = (wend_point){0.6 * (other % SIDE) + 0.1, 0.6 * (other / SIDE) - 0.1};
        assert_int_equal(wend_world_add(on.world, &agent, &(wend_serial){0}, NULL), WEND_NO_SPACE);
    }
    double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    print_message("%d adds in %.2f s\n", COUNT, seconds);
    assert_int_equal(wend_world_stats(on.world).agents, COUNT);
    assert_true(seconds < 2.0); // a pass over all at each add would take longer
    step(on.world, 1);
    stage_close(&on);
}

// Coming, going and changing ------------------------------------------------------------------------------------------

// What is known of an agent from outside; the stream serves as a mark that must stay with its serial.
typedef struct known {
    wend_serial serial;
    uint32_t stream;
    float horizon; // 0: the profile's
    float goal_radius;
} known;

typedef struct diary {
    known is[600];
    uint32_t count;
    wend_serial gone[600];
    uint32_t gone_count;
} diary;

static void diary_add(diary *book, wend_world *world, uint32_t i) {
    known who = {.stream = 1000 + i, .goal_radius = 0.1f + 0.001f * (float)i};
    wend_setting horizon = {"horizon", 1.0f + 0.01f * (float)i};
    wend_agent agent = agent_at(30.0 * wend_random(8, i, 0, 0, 0), 30.0 * wend_random(8, i, 0, 0, 1));
    agent.goal = (wend_target){{30.0 * wend_random(8, i, 0, 0, 2), 0.0}, {0.0f, 0.0f}, who.goal_radius};
    agent.stream = who.stream;
    if (i % 2) agent.settings = &horizon, agent.setting_count = 1, who.horizon = horizon.value;
    if (wend_world_add(world, &agent, &who.serial, NULL) == WEND_OK) book->is[book->count++] = who;
}

static void diary_remove(diary *book, wend_world *world, uint32_t which) {
    wend_error why;
    need(wend_world_remove(world, book->is[which].serial, &why), &why);
    book->gone[book->gone_count++] = book->is[which].serial;
    book->is[which] = book->is[--book->count];
}

static void diary_check(const diary *book, wend_world *world) {
    assert_int_equal(wend_world_stats(world).agents, book->count);
    for (uint32_t i = 0; i < book->count; i++) {
        const known *who = &book->is[i];
        wend_agent agent = get(world, who->serial);
        assert_true(agent.serial == who->serial);
        assert_int_equal(agent.stream, who->stream);
        assert_true(agent.goal.radius == who->goal_radius);
        assert_true(param(world, who->serial, "horizon") == (who->horizon > 0.0f ? who->horizon : 2.0f));
    }
    for (uint32_t i = 0; i < book->gone_count; i++)
        assert_int_equal(wend_world_get(world, book->gone[i], &(wend_agent){0}, NULL), WEND_NOT_FOUND);
}

static void test_everyone_keeps_what_is_theirs(void **state) {
    (void)state;
    stage on = stage_plain();
    static diary book;
    for (uint32_t i = 0; i < 500; i++) {
        diary_add(&book, on.world, i);
        float choice = wend_random(9, i, 0, 0, 0);
        uint32_t which = (uint32_t)((float)book.count * wend_random(9, i, 0, 0, 1));
        if (choice < 0.4f && book.count > 0) diary_remove(&book, on.world, which);
        if (choice > 0.6f && book.count > 0) {
            known *who = &book.is[which];
            who->horizon = 1.0f + 0.001f * (float)i;
            need(wend_world_set_param(on.world, who->serial, "horizon", who->horizon, NULL), &(wend_error){0});
        }
        if (i % 3 == 0) step(on.world, 1);
        if (i % 10 == 0) diary_check(&book, on.world);
    }
    while (book.count > 0) diary_remove(&book, on.world, book.count / 2);
    diary_check(&book, on.world);
    step(on.world, 1); // nobody is there: fine
    stage_close(&on);
}

// A copy that was saved and loaded has none of the traces that coming, going and being moved leave behind.
static void test_changed_world_moves_like_a_fresh_one(void **state) {
    (void)state;
    stage on = stage_plain();
    wend_world_def def = wend_world_default(on.scene);
    wend_error why;
    enum { COUNT = 400 };
    wend_serial serials[COUNT];
    for (uint32_t i = 0; i < COUNT; i++) {
        wend_agent agent = agent_at(i % 20, i / 20);
        agent.goal.at = (wend_point){20.0 * wend_random(11, i, 0, 0, 0), 20.0 * wend_random(11, i, 0, 0, 1)};
        serials[i] = add(on.world, &agent);
    }
    for (uint32_t round = 0; round < 12; round++) {
        step(on.world, 2);
        for (uint32_t i = round; i < COUNT && round % 2 == 0; i += 29)
            (void)wend_world_remove(on.world, serials[i], NULL);
        for (uint32_t i = round % 3; i < COUNT && round % 2; i += 17) {
            wend_agent agent;
            if (wend_world_get(on.world, serials[i], &agent, NULL) != WEND_OK) continue;
            agent.position.x = 20.0 * wend_random(11, i, round, 1, 0);
            set(on.world, &agent);
        }
        void *bytes;
        size_t size;
        wend_world *copy;
        need(wend_world_save_bytes(on.world, &bytes, &size, &why), &why);
        need(wend_world_load_bytes(&def, bytes, size, &copy, &why), &why);
        step(on.world, 1);
        step(copy, 1);
        if (wend_world_hash(copy) != wend_world_hash(on.world)) fail_msg("seed 11: they part in round %u", round);
        assert_int_equal(wend_world_events(copy).collided_count, wend_world_events(on.world).collided_count);
        wend_world_destroy(copy);
        free(bytes);
    }
    stage_close(&on);
}

// Far away ------------------------------------------------------------------------------------------------------------

// Coordinates are multiples of 1/1024 m, so that adding the origin is exact.
static double eighth(uint32_t i, uint32_t draw) { return floor(20480.0 * wend_random(4, i, 0, 0, draw)) / 1024.0; }

static stage stage_far(wend_point origin, wend_serial *serials, uint32_t count) {
    const wend_point wall[] = {{origin.x + 10.0, origin.y + 2.0}, {origin.x + 10.0, origin.y + 18.0}};
    const wend_point block[] = {
        {origin.x + 4.5, origin.y + 4.25}, {origin.x + 6.0, origin.y + 4.25}, {origin.x + 6.125, origin.y + 7.0}};
    const wend_obstacle obstacles[] = {{WEND_WALL, 0, wall, 2}, {WEND_SOLID, 0, block, 3}};
    wend_scene_def def = wend_scene_default();
    def.origin = origin;
    def.obstacles = obstacles;
    def.obstacle_count = 2;
    stage on = stage_open(&def, 1);
    uint32_t added = 0;
    for (uint32_t i = 0; added < count; i++) {
        wend_agent agent = agent_at(origin.x + eighth(i, 0), origin.y + eighth(i, 1));
        agent.goal.at = (wend_point){origin.x + eighth(i, 2), origin.y + eighth(i, 3)};
        if (wend_world_add(on.world, &agent, &serials[added], NULL) == WEND_OK) added++;
    }
    return on;
}

static void test_six_thousand_kilometres_from_zero(void **state) {
    (void)state;
    enum { COUNT = 60 };
    const wend_point origin = {6000000.0, -6000000.0};
    wend_serial here[COUNT], there[COUNT];
    stage near = stage_far((wend_point){0.0, 0.0}, here, COUNT), far = stage_far(origin, there, COUNT);
    for (int i = 0; i < 100; i++) {
        wend_view a, b;
        step(near.world, 1);
        step(far.world, 1);
        need(wend_world_view(near.world, &a, NULL), &(wend_error){0});
        need(wend_world_view(far.world, &b, NULL), &(wend_error){0});
        assert_int_equal(a.count, b.count);
        assert_memory_equal(a.serial, b.serial, a.count * sizeof *a.serial);
        assert_memory_equal(a.x, b.x, a.count * sizeof *a.x);
        assert_memory_equal(a.y, b.y, a.count * sizeof *a.y);
        assert_memory_equal(a.motion, b.motion, a.count * sizeof *a.motion);
    }
    for (int i = 0; i < COUNT; i++) {
        wend_agent a = get(near.world, here[i]), b = get(far.world, there[i]);
        assert_near(a.position.x, b.position.x - origin.x, 2e-9);
        assert_near(a.position.y, b.position.y - origin.y, 2e-9);
        assert_near(a.goal.at.x, b.goal.at.x - origin.x, 2e-9);
    }
    stage_close(&near);
    stage_close(&far);
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
        add(on.world, &agent);
    }
    step(on.world, 60);
    wend_view view;
    need(wend_world_view(on.world, &view, NULL), &(wend_error){0});
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
        walks[m] = add(on.world, &a);
        avoids[m] = add(on.world, &b);
    }
    for (int i = 0; i < 80; i++) {
        step(on.world, 1);
        for (uint32_t m = 0; m < models; m++) {
            wend_agent a = get(on.world, walks[m]), b = get(on.world, avoids[m]);
            assert_true(a.position.y == 20.0 * m);
            double gap = hypot(a.position.x - b.position.x, a.position.y - b.position.y) - 0.5;
            // A reciprocal model counts on the other for half of it, and this one gives nothing.
            if (all[m] == &wend_model_vo && gap < -0.001) fail_msg("%s ran into it: %g", all[m]->name, gap);
        }
    }
    for (uint32_t m = 0; m < models; m++) {
        double off = fabs(get(on.world, avoids[m]).position.y - 20.0 * m);
        if (m == straight ? off != 0.0 : off < 0.1) fail_msg("%s is %g m off the line", all[m]->name, off);
    }
    stage_close(&on);
}

// Wrong arguments -----------------------------------------------------------------------------------------------------

static void run_nothing(void *user, uint32_t count, wend_job *job, void *work) {
    (void)user, (void)count, (void)job, (void)work;
}

static void test_wrong_worlds(void **state) {
    (void)state;
    wend_scene_def scene_def = wend_scene_default();
    wend_scene *scene;
    wend_error error;
    need(wend_scene_create(&scene_def, &scene, &error), &error);
    wend_world *world = (void *)&error;
    wend_world_def def = wend_world_default(scene);
    assert_refused(wend_world_create(NULL, &world, &why), WEND_BAD_ARGUMENT, "wend_world_default");
    assert_null(world);
    assert_refused(wend_world_create(&def, NULL, &why), WEND_BAD_ARGUMENT, "world");
    assert_int_equal(wend_world_create(NULL, NULL, NULL), WEND_BAD_ARGUMENT);
#define WRONG(field, value, word)                                                       \
    do {                                                                                \
        def = wend_world_default(scene);                                                \
        def.field = value;                                                              \
        assert_refused(wend_world_create(&def, &world, &why), WEND_BAD_ARGUMENT, word); \
        assert_null(world);                                                             \
    } while (0)
    WRONG(cookie, 0, "wend_world_default");
    WRONG(scene, NULL, "scene");
    WRONG(step, 0.0f, "step");
    WRONG(step, -0.1f, "step");
    WRONG(step, 0.0009f, "step");
    WRONG(step, 1.1f, "step");
    WRONG(step, NAN, "step");
    WRONG(step, INFINITY, "step");
    WRONG(threads, 0, "threads");
    WRONG(threads, 257, "threads");
    WRONG(threads, UINT32_MAX, "threads");
    WRONG(jobs, ((wend_jobs){run_nothing, NULL, 0}), "workers");
    WRONG(jobs, ((wend_jobs){run_nothing, NULL, 100000}), "workers");
    WRONG(collision_depth, NAN, "collision_depth");
    WRONG(collision_depth, -1.0f, "collision_depth");
    WRONG(isa, (wend_isa)WEND_ISA_COUNT, "instruction set");
#undef WRONG
    def = wend_world_default(scene);
    def.capacity = UINT32_MAX;
    assert_refused(wend_world_create(&def, &world, &why), WEND_NO_MEMORY, "4294967295");
    assert_null(world);
    wend_world_destroy(NULL);
    wend_scene_destroy(scene);
}

static void test_wrong_agents(void **state) {
    (void)state;
    stage on = stage_plain();
    wend_serial serial = 0;
    wend_agent stands = agent_at(100, 100);
    stands = get(on.world, add(on.world, &stands));
    uint64_t hash = wend_world_hash(on.world);
#define WRONG(field, value, word)                                                                 \
    do {                                                                                          \
        wend_agent added = agent_at(0, 0), changed = stands;                                      \
        added.field = value;                                                                      \
        changed.field = value;                                                                    \
        assert_refused(wend_world_add(on.world, &added, &serial, &why), WEND_BAD_ARGUMENT, word); \
        assert_refused(wend_world_set(on.world, &changed, &why), WEND_BAD_ARGUMENT, word);        \
        assert_true(wend_world_hash(on.world) == hash);                                           \
    } while (0)
    WRONG(cookie, 0, "wend_agent_default");
    WRONG(profile, 1, "profile");
    WRONG(profile, UINT32_MAX, "profile");
    WRONG(level, 1, "level");
    WRONG(level, UINT32_MAX, "level");
    WRONG(level, 65536, "level");
    WRONG(position.x, NAN, "position");
    WRONG(position.y, NAN, "position");
    WRONG(position.x, INFINITY, "position");
    WRONG(position.y, -1e300, "position");
    WRONG(position.x, 2e7, "position");
    WRONG(velocity.x, NAN, "velocity");
    WRONG(velocity.y, INFINITY, "velocity");
    WRONG(velocity.x, 1e30f, "velocity");
    WRONG(heading, INFINITY, "heading");
    WRONG(heading, 1e30f, "heading");
    WRONG(goal.at.x, INFINITY, "goal");
    WRONG(goal.at.x, 1e300, "goal");
    WRONG(goal.half.x, NAN, "goal");
    WRONG(goal.half.y, -1.0f, "goal");
    WRONG(goal.half.x, INFINITY, "goal");
    WRONG(goal.radius, -0.5f, "goal");
    WRONG(goal.radius, INFINITY, "goal");
    WRONG(shape, ((wend_shape){(wend_shape_kind)3, 0.3f, 0.3f}), "shape");
    WRONG(shape, ((wend_shape){WEND_DISC, 0.3f, 0.2f}), "disc");
    WRONG(shape, wend_disc(0.0f), "shape");
    WRONG(shape, wend_disc(-1.0f), "shape");
    WRONG(shape, wend_ellipse(1.0f, INFINITY), "shape");
    WRONG(shape, wend_box(1.0f, NAN), "shape");
    WRONG(shape, wend_box(1e9f, 1.0f), "shape");
    WRONG(preferred_speed, -1.0f, "preferred_speed");
    WRONG(preferred_speed, INFINITY, "preferred_speed");
    WRONG(max_speed, -1.0f, "max_speed");
    WRONG(max_speed, INFINITY, "max_speed");
    WRONG(max_speed, 1e9f, "max_speed");
    WRONG(max_acceleration, 0.0f, "max_acceleration");
    WRONG(max_acceleration, -1.0f, "max_acceleration");
    WRONG(priority, INFINITY, "priority");
    WRONG(priority, -1e30f, "priority");
#undef WRONG
    wend_agent slow = agent_at(0, 0);
    slow.preferred_speed = 1.5f;
    slow.max_speed = 1.0f;
    assert_refused(wend_world_add(on.world, &slow, &serial, &why), WEND_BAD_ARGUMENT, "preferred_speed");
    wend_agent half = agent_at(0, 0);
    half.goal.at = (wend_point){1.0, NAN};
    assert_refused(wend_world_add(on.world, &half, &serial, &why), WEND_BAD_ARGUMENT, "goal");
    assert_true(wend_world_hash(on.world) == hash);
    assert_int_equal(wend_world_stats(on.world).agents, 1);
    stage_close(&on);
}

static void test_missing_arguments(void **state) {
    (void)state;
    stage on = stage_plain();
    wend_agent agent = agent_at(0, 0), read;
    wend_serial serial = add(on.world, &agent);
    wend_view view;
    wend_target goal = {{1.0, 1.0}, {0.0f, 0.0f}, 0.5f};
    float value;
    assert_refused(wend_world_add(NULL, &agent, &serial, &why), WEND_BAD_ARGUMENT, "world");
    assert_refused(wend_world_add(on.world, NULL, &serial, &why), WEND_BAD_ARGUMENT, "agent");
    assert_refused(wend_world_add_many(NULL, &agent, 1, NULL, &why), WEND_BAD_ARGUMENT, "world");
    assert_refused(wend_world_add_many(on.world, NULL, 1, NULL, &why), WEND_BAD_ARGUMENT, "agents");
    assert_refused(wend_world_remove(NULL, serial, &why), WEND_BAD_ARGUMENT, "world");
    assert_refused(wend_world_get(NULL, serial, &read, &why), WEND_BAD_ARGUMENT, "world");
    assert_refused(wend_world_get(on.world, serial, NULL, &why), WEND_BAD_ARGUMENT, "agent");
    assert_refused(wend_world_set(NULL, &agent, &why), WEND_BAD_ARGUMENT, "world");
    assert_refused(wend_world_set(on.world, NULL, &why), WEND_BAD_ARGUMENT, "agent");
    assert_refused(wend_world_set_goal(NULL, serial, goal, &why), WEND_BAD_ARGUMENT, "world");
    assert_refused(wend_world_set_param(NULL, serial, "horizon", 1.0f, &why), WEND_BAD_ARGUMENT, "world");
    assert_refused(wend_world_set_param(on.world, serial, NULL, 1.0f, &why), WEND_BAD_ARGUMENT, "name");
    assert_refused(wend_world_get_param(NULL, serial, "horizon", &value, &why), WEND_BAD_ARGUMENT, "world");
    assert_refused(wend_world_get_param(on.world, serial, NULL, &value, &why), WEND_BAD_ARGUMENT, "name");
    assert_refused(wend_world_get_param(on.world, serial, "horizon", NULL, &why), WEND_BAD_ARGUMENT, "value");
    assert_refused(wend_world_step(NULL, &why), WEND_BAD_ARGUMENT, "world");
    assert_refused(wend_world_view(NULL, &view, &why), WEND_BAD_ARGUMENT, "world");
    assert_refused(wend_world_view(on.world, NULL, &why), WEND_BAD_ARGUMENT, "view");
    assert_refused(wend_world_save(NULL, "x", &why), WEND_BAD_ARGUMENT, "world");
    assert_refused(wend_world_save(on.world, NULL, &why), WEND_BAD_ARGUMENT, "path");
    stage_close(&on);
}

static void test_nobody_of_that_serial(void **state) {
    (void)state;
    stage on = stage_plain();
    wend_agent agent = agent_at(0, 0);
    wend_serial gone = add(on.world, &agent), unknown[] = {0, 4711, UINT64_MAX, 0};
    wend_target goal = {{1.0, 1.0}, {0.0f, 0.0f}, 0.5f};
    float value = 0.0f;
    agent = get(on.world, gone);
    need(wend_world_remove(on.world, gone, NULL), &(wend_error){0});
    unknown[3] = gone;
    for (uint32_t i = 0; i < WEND_COUNT(unknown); i++) {
        char name[32];
        (void)snprintf(name, sizeof name, "%llu", (unsigned long long)unknown[i]);
        agent.serial = unknown[i];
        assert_refused(wend_world_get(on.world, unknown[i], &(wend_agent){0}, &why), WEND_NOT_FOUND, name);
        assert_refused(wend_world_set(on.world, &agent, &why), WEND_NOT_FOUND, name);
        assert_refused(wend_world_remove(on.world, unknown[i], &why), WEND_NOT_FOUND, name);
        assert_refused(wend_world_set_goal(on.world, unknown[i], goal, &why), WEND_NOT_FOUND, name);
        assert_refused(wend_world_set_param(on.world, unknown[i], "horizon", 1.0f, &why), WEND_NOT_FOUND, name);
        assert_refused(wend_world_get_param(on.world, unknown[i], "horizon", &value, &why), WEND_NOT_FOUND, name);
    }
    stage_close(&on);
}

static void test_wrong_goals_and_parameters(void **state) {
    (void)state;
    stage on = stage_plain();
    wend_agent agent = agent_at(0, 0);
    wend_serial serial = add(on.world, &agent);
    uint64_t hash = wend_world_hash(on.world);
    const wend_target wrong[] = {
        {{INFINITY, 0.0}, {0.0f, 0.0f}, 0.5f}, {{0.0, NAN}, {0.0f, 0.0f}, 0.5f},
        {{0.0, 1e300}, {0.0f, 0.0f}, 0.5f},    {{0.0, 0.0}, {-1.0f, 0.0f}, 0.5f},
        {{0.0, 0.0}, {0.0f, NAN}, 0.5f},       {{0.0, 0.0}, {INFINITY, 0.0f}, 0.5f},
        {{0.0, 0.0}, {0.0f, 0.0f}, -0.5f},     {{0.0, 0.0}, {0.0f, 0.0f}, INFINITY},
    };
    for (uint32_t i = 0; i < WEND_COUNT(wrong); i++)
        assert_refused(wend_world_set_goal(on.world, serial, wrong[i], &why), WEND_BAD_ARGUMENT, "goal");
    float value = 0.0f;
    assert_refused(wend_world_set_param(on.world, serial, "horizont", 1.0f, &why), WEND_NOT_FOUND, "`horizon`");
    assert_refused(wend_world_get_param(on.world, serial, "max_neighbors", &value, &why), WEND_NOT_FOUND,
                   "`max_neighbours`");
    assert_refused(wend_world_set_param(on.world, serial, "optimise_about", 0.5f, &why), WEND_BAD_ARGUMENT,
                   "preferred");
    assert_true(wend_world_hash(on.world) == hash);
    stage_close(&on);
}

// During a step -------------------------------------------------------------------------------------------------------

static struct meddling {
    wend_world *world; // NULL: leaves it alone
    wend_agent agent;
    uint32_t calls;
} meddling;

static void meddle(void) {
    wend_world *world = meddling.world;
    wend_agent fresh = agent_at(77, 77), changed = meddling.agent;
    wend_serial serial = changed.serial;
    wend_view view;
    float value;
    void *bytes = NULL;
    size_t size = 0;
    changed.position.x += 1.0;
    meddling.calls++;
    assert_refused(wend_world_add(world, &fresh, &(wend_serial){0}, &why), WEND_BUSY, "step");
    assert_refused(wend_world_add_many(world, &fresh, 1, NULL, &why), WEND_BUSY, "step");
    assert_refused(wend_world_remove(world, serial, &why), WEND_BUSY, "step");
    assert_refused(wend_world_get(world, serial, &fresh, &why), WEND_BUSY, "step");
    assert_refused(wend_world_set(world, &changed, &why), WEND_BUSY, "step");
    assert_refused(wend_world_set_goal(world, serial, changed.goal, &why), WEND_BUSY, "step");
    assert_refused(wend_world_set_param(world, serial, "calm", 1.0f, &why), WEND_BUSY, "step");
    assert_refused(wend_world_get_param(world, serial, "calm", &value, &why), WEND_BUSY, "step");
    assert_refused(wend_world_step(world, &why), WEND_BUSY, "step");
    assert_refused(wend_world_view(world, &view, &why), WEND_BUSY, "step");
    assert_refused(wend_world_save(world, "busy.wend", &why), WEND_BUSY, "step");
    assert_refused(wend_world_save_bytes(world, &bytes, &size, &why), WEND_BUSY, "step");
}

static void meddler_steer(const wend_view *now, const wend_next *next, wend_rows rows) {
    if (meddling.world) meddle();
    for (uint32_t i = 0; i < rows.count; i++)
        next->motion[rows.row[i]].velocity = (wend_vec){now->body[rows.row[i]].preferred_x, 0.1f};
}

static const wend_param meddler_params[] = {{"calm", "", "how little it meddles", 0.0f, 1.0f, 0.5f, 0, NULL}};
static const wend_model meddler = {
    .name = "meddler",
    .summary = "changes its world where it may not",
    .params = meddler_params,
    .param_count = 1,
    .params_size = sizeof(float),
    .steer = meddler_steer,
};

static void run_meddler(bool meddles, uint64_t *hash) {
    stage on = stage_of(&meddler);
    wend_agent agent = agent_at(0, 0);
    agent.goal.at = (wend_point){100.0, 0.0};
    meddling.agent = get(on.world, add(on.world, &agent));
    meddling.world = meddles ? on.world : NULL;
    meddling.calls = 0;
    step(on.world, 5);
    assert_int_equal(meddling.calls, meddles ? 5 : 0);
    *hash = wend_world_hash(on.world);
    need(wend_world_remove(on.world, meddling.agent.serial, NULL), &(wend_error){0}); // now it may
    stage_close(&on);
}

static void test_change_during_a_step_is_refused(void **state) {
    (void)state;
    uint64_t meddled, left_alone;
    run_meddler(true, &meddled);
    run_meddler(false, &left_alone);
    assert_true(meddled == left_alone);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_serials_only_grow),
        cmocka_unit_test(test_serials_of_many_follow_their_order),
        cmocka_unit_test(test_what_is_added_is_read_back),
        cmocka_unit_test(test_what_is_left_out_comes_from_the_profile),
        cmocka_unit_test(test_stays_without_goal),
        cmocka_unit_test(test_set_changes_what_differs_and_no_more),
        cmocka_unit_test(test_driven_is_read_back),
        cmocka_unit_test(test_unchanged_set_is_no_change),
        cmocka_unit_test(test_set_may_overlap_bodies_but_not_walls),
        cmocka_unit_test(test_set_goal_changes_the_goal_alone),
        cmocka_unit_test(test_every_parameter_of_every_model),
        cmocka_unit_test(test_own_settings_when_added),
        cmocka_unit_test(test_bad_settings_add_nobody),
        cmocka_unit_test(test_own_parameters_count),
        cmocka_unit_test(test_bodies_need_space),
        cmocka_unit_test(test_long_body_among_many_walls),
        cmocka_unit_test(test_space_of_those_who_left_or_moved_is_free),
        cmocka_unit_test(test_space_against_all_who_are_there),
        cmocka_unit_test(test_add_many_is_all_or_none),
        cmocka_unit_test(test_many_adds_one_by_one),
        cmocka_unit_test(test_everyone_keeps_what_is_theirs),
        cmocka_unit_test(test_changed_world_moves_like_a_fresh_one),
        cmocka_unit_test(test_six_thousand_kilometres_from_zero),
        cmocka_unit_test(test_all_models_in_one_world),
        cmocka_unit_test(test_each_model_steers_its_own),
        cmocka_unit_test(test_wrong_worlds),
        cmocka_unit_test(test_wrong_agents),
        cmocka_unit_test(test_missing_arguments),
        cmocka_unit_test(test_nobody_of_that_serial),
        cmocka_unit_test(test_wrong_goals_and_parameters),
        cmocka_unit_test(test_change_during_a_step_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
