// Habits act under every model, those to come as well: only how much is a model's own.
#include "support/plan_map.h"
#include "support/stage.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define STEP 0.1

// What a model does not do, and why. Who does it after all is to be taken off the list.
typedef struct exemption {
    const wend_model *model;
    const char *habit, *reason;
} exemption;

static const exemption exemptions[] = {
    {&wend_model_vo, "patience", "takes all of every avoidance upon itself, whoever is to give way"},
    {&wend_model_vo, "patience among those who stand", "takes all of every avoidance upon itself"},
    {&wend_model_social_force_1995, "patience among those who stand",
     "pushes them aside as it is: they have no bodies"},
    {&wend_model_straight, "personal_space", "avoids nobody"},
    {&wend_model_straight, "berth", "avoids nobody"},
    {&wend_model_straight, "inattention", "avoids nobody"},
    {&wend_model_straight, "patience", "is never held up"},
    {&wend_model_straight, "patience among those who stand", "is never held up"},
};

static const char *why_not(const wend_model *model, const char *habit) {
    for (uint32_t i = 0; i < WEND_COUNT(exemptions); i++)
        if (exemptions[i].model == model && strcmp(exemptions[i].habit, habit) == 0) return exemptions[i].reason;
    return NULL;
}

// What a habit does under a model, as the number that it is to make larger: without and with it, and how much larger at
// least.
typedef struct effect {
    double without, with, least;
} effect;

static void under_every_model(const char *habit, effect (*measure)(const wend_model *model)) {
    uint32_t count, failures = 0;
    const wend_model *const *models = wend_models(&count);
    for (uint32_t i = 0; i < count; i++) {
        if (!model_is_tried(i)) continue;
        const char *reason = why_not(models[i], habit);
        effect is = measure(models[i]);
        bool acts = is.with > is.without + is.least;
        if (acts == (reason == NULL)) continue;
        failures++;
        print_error("%s under %s: %g without, %g with%s%s\n", habit, models[i]->name, is.without, is.with,
                    reason ? ", although it " : "", reason ? reason : "");
    }
    assert_int_equal(failures, 0);
}

static stage open_in(wend_scene_def *def, const wend_model *model, const wend_setting *habits, uint32_t count,
                     uint64_t seed) {
    wend_profile profile = profile_of(model);
    profile.habits = "default";
    profile.settings = habits;
    profile.setting_count = count;
    def->profiles = &profile;
    wend_world_def world = wend_world_default(NULL);
    world.seed = seed;
    return stage_open(def, &world);
}

static stage open_with(const wend_model *model, const wend_setting *habits, uint32_t count, uint64_t seed) {
    wend_scene_def def = scene_plain();
    return open_in(&def, model, habits, count, seed);
}

static stage open_passage(const wend_model *model, uint64_t seed) {
    static const wend_point upper[] = {{-40, 2.2}, {40, 2.2}}, lower[] = {{-40, -2.2}, {40, -2.2}};
    const wend_obstacle walls[] = {{WEND_WALL, 0, upper, 2}, {WEND_WALL, 0, lower, 2}};
    wend_scene_def def = scene_plain();
    def.obstacles = walls;
    def.obstacle_count = WEND_COUNT(walls);
    return open_in(&def, model, NULL, 0, seed);
}

// Room -------------------------------------------------------------------------------------------------------------------

// The smallest distance of two in so many steps, which are the last.
static double least_apart(stage *on, wend_serial a, wend_serial b, uint32_t steps) {
    double least = INFINITY;
    for (uint32_t i = 0; i < steps; i++) {
        world_step(on->world, 1);
        least = fmin(least, agents_apart(on->world, a, b));
    }
    stage_close(on);
    return least;
}

// The smallest distance of two who pass each other, not quite head on.
static double passing_distance(const wend_model *model, const char *habit, float value) {
    const wend_setting habits[] = {{habit, value}};
    stage on = open_with(model, habits, 1, 1);
    wend_serial a = walker_add(on.world, -6.0, -0.2, 20.0), b = walker_add(on.world, 6.0, 0.2, -20.0);
    return least_apart(&on, a, b, 120);
}

static effect effect_of_space(const wend_model *model) {
    return (effect){passing_distance(model, "personal_space", 0.0f), passing_distance(model, "personal_space", 0.6f),
                    0.2};
}

static effect effect_of_berth(const wend_model *model) {
    return (effect){passing_distance(model, "berth", 0.0f), passing_distance(model, "berth", 0.4f), 0.2};
}

// As passing_distance, but of one with the space who meets one without.
static double distance_from_one(const wend_model *model, double offset, float space) {
    stage on = open_with(model, NULL, 0, 1);
    wend_serial a = walker_add(on.world, -10.0, offset, 20.0), b = walker_add(on.world, 10.0, 0.0, -20.0);
    agent_set_param(on.world, b, "personal_space", space);
    return least_apart(&on, a, b, 150);
}

// Where it acts least.
static effect effect_of_space_of_one(const wend_model *model) {
    effect weakest = {0.0, INFINITY, 0.2};
    for (uint32_t i = 0; i < 5; i++) {
        effect is = {distance_from_one(model, 0.1 * i, 0.0f), distance_from_one(model, 0.1 * i, 1.0f), weakest.least};
        if (is.with - is.without < weakest.with - weakest.without) weakest = is;
    }
    return weakest;
}

static void personal_space(void **state) {
    (void)state;
    under_every_model("personal_space", effect_of_space);
    under_every_model("personal_space", effect_of_space_of_one);
}

static void berth(void **state) {
    (void)state;
    under_every_model("berth", effect_of_berth);
}

// s until two who meet in a corridor are past each other; INFINITY if they are not within the limit.
static double time_past(const wend_model *model, double width, const char *habit, float one, float other) {
    const wend_point upper[] = {{-30, width / 2}, {30, width / 2}}, lower[] = {{-30, -width / 2}, {30, -width / 2}};
    const wend_obstacle walls[] = {{WEND_WALL, 0, upper, 2}, {WEND_WALL, 0, lower, 2}};
    wend_scene_def def = scene_plain();
    def.obstacles = walls;
    def.obstacle_count = WEND_COUNT(walls);
    stage on = open_in(&def, model, NULL, 0, 1);
    wend_serial a = walker_add(on.world, -5.0, 0.0, 25.0), b = walker_add(on.world, 5.0, 0.05, -25.0);
    agent_set_param(on.world, a, habit, one);
    agent_set_param(on.world, b, habit, other);
    uint32_t steps = 0;
    for (; steps < 400 && agent_place(on.world, a).x < agent_place(on.world, b).x + 1.0; steps++)
        world_step(on.world, 1);
    stage_close(&on);
    return steps < 400 ? STEP * steps : INFINITY;
}

// Of two under these each takes back its step when the other takes up its space again.
static bool dances(const wend_model *model) { return model == &wend_model_vo || model == &wend_model_rvo; }

// Where bodies have room to pass each other, what one claims beyond the body does not lock a corridor.
static void passes_between_walls(const wend_model *model, double clear) {
    float beyond = (float)clear, space = 0.25f + beyond;
    double width = 4.0 * 0.25 + clear, frail = time_past(model, width, "berth", beyond, 0.0f);
    if (frail > 15.0) fail_msg("%s in %g m: %g s past one with a berth", model->name, width, frail);
    double distant = dances(model) ? 0.0 : time_past(model, width, "personal_space", space, space);
    if (distant > 15.0) fail_msg("%s in %g m: %g s with personal space", model->name, width, distant);
}

static void room_gives_way_to_walls(void **state) {
    (void)state;
    uint32_t count;
    const wend_model *const *models = wend_models(&count);
    for (uint32_t i = 0; i < count; i++)
        for (double clear = 0.4; clear < 1.3 && model_is_tried(i); clear += 0.2) passes_between_walls(models[i], clear);
}

// One who walks alone through a door of 0.8 m and past a post.
static stage open_door(const wend_model *model, float space, wend_serial *one) {
    const wend_point low[] = {{0.0, -9.0}, {0.0, -0.4}}, high[] = {{0.0, 0.4}, {0.0, 9.0}};
    const wend_point post[] = {{3.0, -0.3}, {3.2, -0.3}, {3.2, -0.1}, {3.0, -0.1}};
    const wend_obstacle walls[] = {{WEND_WALL, 0, low, 2}, {WEND_WALL, 0, high, 2}, {WEND_SOLID, 0, post, 4}};
    const wend_setting habits[] = {{"personal_space", space}, {"berth", space}};
    wend_scene_def def = scene_plain();
    def.obstacles = walls;
    def.obstacle_count = WEND_COUNT(walls);
    stage on = open_in(&def, model, habits, 2, 1);
    *one = walker_add(on.world, -6.0, 0.1, 6.0);
    return on;
}

static void assert_walls_meet_the_body(const wend_model *model) {
    wend_serial one, other;
    stage with = open_door(model, 3.0f, &one), without = open_door(model, 0.0f, &other);
    for (uint32_t step = 0; step < 150; step++) {
        world_step(with.world, 1);
        world_step(without.world, 1);
        wend_point a = agent_place(with.world, one), b = agent_place(without.world, other);
        if (a.x != b.x || a.y != b.y)
            fail_msg("%s: alone at (%g %g), without space at (%g %g)", model->name, a.x, a.y, b.x, b.y);
    }
    stage_close(&with);
    stage_close(&without);
}

// What one claims beyond the body is claimed among others: where nobody is, it changes nothing.
static void walls_meet_the_body(void **state) {
    (void)state;
    uint32_t count;
    const wend_model *const *models = wend_models(&count);
    for (uint32_t i = 0; i < count; i++)
        if (model_is_tried(i)) assert_walls_meet_the_body(models[i]);
}

// Sides ------------------------------------------------------------------------------------------------------------------

// How far two flows shift to their right while they pass through each other (m).
static double shift_to_the_right(const wend_model *model, float keep_side) {
    enum { EACH = 8, SEEDS = 4 };
    const wend_setting habits[] = {{"keep_side", keep_side}};
    double shift = 0.0;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        stage on = open_with(model, habits, 1, seed);
        wend_serial who[2 * EACH];
        double start[2 * EACH];
        for (uint32_t i = 0; i < 2 * EACH; i++) {
            double x = 4.0 + 2.0 * (i / 4) + 0.3 * (double)wend_random(seed, i, 0, 0, 0);
            start[i] = 1.5 * (i / 2 % 2) - 1.0 + 0.5 * (double)wend_random(seed, i, 0, 0, 1);
            who[i] = i % 2 ? walker_add(on.world, x, start[i], -60.0) : walker_add(on.world, -x, start[i], 60.0);
        }
        world_step(on.world, 80);
        for (uint32_t i = 0; i < 2 * EACH; i++)
            shift += (i % 2 ? 1.0 : -1.0) * (agent_place(on.world, who[i]).y - start[i]);
        stage_close(&on);
    }
    return shift / (2 * EACH * SEEDS);
}

static effect effect_of_side(const wend_model *model) {
    return (effect){shift_to_the_right(model, -0.2f), shift_to_the_right(model, 0.2f), 0.2};
}

// How far on each other's right two pass who meet in the open (m).
static double passes_on_the_right(const wend_model *model, double offset, float keep_side) {
    const wend_setting habits[] = {{"keep_side", keep_side}};
    stage on = open_with(model, habits, 1, 1);
    wend_serial a = walker_add(on.world, -10.0, 0.0, 20.0), b = walker_add(on.world, 10.0, offset, -20.0);
    for (uint32_t i = 0; i < 200 && agent_place(on.world, a).x < agent_place(on.world, b).x; i++)
        world_step(on.world, 1);
    double right = agent_place(on.world, b).y - agent_place(on.world, a).y;
    stage_close(&on);
    return right;
}

// Both sides are kept to, whatever the side on which one's way lies, by this much at least.
static effect effect_of_side_on_two(const wend_model *model) {
    double least = INFINITY;
    for (double offset = -0.3; offset < 0.4; offset += 0.15) {
        least = fmin(least, passes_on_the_right(model, offset, 0.2f));
        least = fmin(least, -passes_on_the_right(model, offset, -0.2f));
    }
    return (effect){0.0, least, 0.4};
}

static void keep_side(void **state) {
    (void)state;
    under_every_model("keep_side", effect_of_side);
    under_every_model("keep_side", effect_of_side_on_two);
}

// Attention --------------------------------------------------------------------------------------------------------------

// How near one who comes is when one first does anything for it, which is whatever it does not do alone (m).
static double nears_unnoticed_to(const wend_model *model, float inattention) {
    const wend_setting habits[] = {{"inattention", inattention}, {"inattentive_sight", 0.8f}, {"density_cap", 0.0f}};
    stage on = open_with(model, habits, WEND_COUNT(habits), 1), alone = open_with(model, habits, WEND_COUNT(habits), 1);
    wend_serial who = walker_add(on.world, -5.0, 0.05, 20.0), same = walker_add(alone.world, -5.0, 0.05, 20.0);
    wend_agent other = agent_at(5.0, 0.0);
    other.driven = true;
    other.velocity = (wend_vec){-1.0f, 0.0f};
    wend_serial comes = agent_add(on.world, &other);
    double distance = INFINITY;
    for (uint32_t i = 0; i < 50; i++) {
        wend_vec with = agent_get(on.world, who).velocity, without = agent_get(alone.world, same).velocity;
        if (hypotf(with.x - without.x, with.y - without.y) > 1e-3f) break;
        distance = agents_apart(on.world, who, comes);
        world_step(on.world, 1);
        world_step(alone.world, 1);
    }
    stage_close(&on);
    stage_close(&alone);
    return distance;
}

// Whoever looks elsewhere lets the other come nearer, to less than it sees.
static effect effect_of_inattention(const wend_model *model) {
    double late = nears_unnoticed_to(model, 1.0f);
    return (effect){late, late < 0.9 ? nears_unnoticed_to(model, 0.0f) : late, 0.5};
}

static void inattention(void **state) {
    (void)state;
    under_every_model("inattention", effect_of_inattention);
}

// Patience ---------------------------------------------------------------------------------------------------------------

// s that one needs through people who stand about in a passage.
static double time_through(const wend_model *model, float patience) {
    enum { SEEDS = 4, LIMIT = 900 };
    uint32_t steps = 0;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        stage on = open_passage(model, seed);
        for (uint32_t i = 0; i < 48; i++) {
            wend_agent stands = agent_at(0.62 * (i / 6) + 0.1 * (double)wend_random(seed, i, 0, 0, 0),
                                         0.68 * (i % 6) - 1.7 + 0.1 * (double)wend_random(seed, i, 0, 0, 1) - 0.05);
            agent_add(on.world, &stands);
        }
        wend_serial who = walker_add(on.world, -2.0, 0.1, 30.0);
        agent_set_param(on.world, who, "patience", patience);
        agent_set_param(on.world, who, "push", 1.0f);
        for (uint32_t i = 0; i < LIMIT && agent_place(on.world, who).x < 6.0; i++, steps++) world_step(on.world, 1);
        stage_close(&on);
    }
    return STEP * steps / SEEDS;
}

static effect effect_of_patience_in_passage(const wend_model *model) {
    double patient = time_through(model, 0.0f);
    return (effect){time_through(model, 0.5f), patient, 0.15 * patient};
}

static const char *const room_with_door[] = {
    "##########.....", //
    "#.........#....", //
    "#.........#....", //
    "#.........#....", //
    "#..............", //
    "#.........#....", //
    "#.........#....", //
    "#.........#....", //
    "##########.....",
};

enum { CROWD = 63, LAST = 7, DOOR = 11 }; // agents, those at the back among them, and m to behind the door

static void fill_room(stage *on, uint64_t seed, wend_serial who[CROWD]) {
    for (uint32_t i = 0; i < CROWD; i++) {
        double x = 1.5 + i / LAST + 0.3 * ((double)wend_random(seed, i, 0, 0, 0) - 0.5);
        double y = 1.5 + i % LAST + 0.3 * ((double)wend_random(seed, i, 0, 0, 1) - 0.5);
        wend_agent agent = agent_at(x, y);
        agent.goal = (wend_target){.at = {14.5, 0.5 + i % 9}, .radius = 1.0f};
        who[i] = agent_add(on->world, &agent);
    }
}

// s after which those at the back of a crowd are through a door, in the mean; who is not through counts with the limit.
static double time_to_door(const wend_model *model, float patience) {
    enum { SEEDS = 2, LIMIT = 900 };
    plan_map plan = plan_map_make(room_with_door, WEND_COUNT(room_with_door), 1.0);
    uint32_t steps = 0;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        wend_scene_def def = scene_plain();
        plan_map_use(&plan, &def);
        stage on = open_in(&def, model, NULL, 0, seed);
        wend_serial who[CROWD];
        bool through[LAST] = {false};
        fill_room(&on, seed, who);
        for (uint32_t i = 0; i < LAST; i++) {
            agent_set_param(on.world, who[i], "patience", patience);
            agent_set_param(on.world, who[i], "push", 1.0f);
        }
        for (uint32_t t = 0, left = LAST; t < LIMIT && left > 0; t++) {
            world_step(on.world, 1);
            steps += left;
            for (uint32_t i = 0; i < LAST; i++) {
                if (through[i] || agent_place(on.world, who[i]).x < DOOR) continue;
                through[i] = true;
                left--;
            }
        }
        stage_close(&on);
    }
    plan_map_free(&plan);
    return STEP * steps / (SEEDS * LAST);
}

static effect effect_of_patience_at_door(const wend_model *model) {
    double patient = time_to_door(model, 0.0f);
    return (effect){time_to_door(model, 2.0f), patient, 0.08 * patient};
}

static void patience(void **state) {
    (void)state;
    under_every_model("patience among those who stand", effect_of_patience_in_passage);
}

static void patience_at_door(void **state) {
    (void)state;
    under_every_model("patience", effect_of_patience_at_door);
}

// The same bits --------------------------------------------------------------------------------------------------------

typedef struct machine {
    uint32_t threads;
    wend_isa isa;
} machine;

// A crowd with all of these habits before a light that is red.
static uint64_t hash_on(const wend_model *model, machine on_which) {
    static const wend_setting habits[] = {
        {"personal_space", 0.4f}, {"berth", 0.05f}, {"keep_side", 0.1f}, {"inattention", 0.2f}, {"patience", 0.5f}};
    static const wend_signal light = {0, {6, 12}, {6, -2}, 20.0, 1.0, 1.0};
    wend_profile profile = profile_of(model);
    profile.habits = "default";
    profile.settings = habits;
    profile.setting_count = WEND_COUNT(habits);
    wend_scene_def def = scene_plain();
    def.profiles = &profile;
    def.signals = &light;
    def.signal_count = 1;
    wend_world_def world = wend_world_default(NULL);
    world.threads = on_which.threads;
    world.isa = on_which.isa;
    stage on = stage_open(&def, &world);
    for (uint32_t i = 0; i < 100; i++) {
        double x = (i % 10) + 0.3 * (double)wend_random(3, i, 0, 0, 0),
               y = i / 10 + 0.3 * (double)wend_random(3, i, 0, 0, 1);
        walker_add(on.world, x, y, i % 4 == 0 ? -20.0 : 20.0);
    }
    world_step(on.world, 60);
    uint64_t hash = wend_world_hash(on.world);
    stage_close(&on);
    return hash;
}

static void the_same_bits(void **state) {
    (void)state;
    static const machine machines[] = {
        {3, WEND_ISA_AUTO}, {1, WEND_ISA_BASE}, {1, WEND_ISA_AVX2}, {1, WEND_ISA_AVX512}};
    uint32_t count;
    const wend_model *const *models = wend_models(&count);
    for (uint32_t i = 0; i < count; i++) {
        if (!model_is_tried(i)) continue;
        uint64_t hash = hash_on(models[i], (machine){1, WEND_ISA_AUTO});
        for (uint32_t k = 0; k < WEND_COUNT(machines); k++)
            if (wend_isa_available(machines[k].isa) && hash_on(models[i], machines[k]) != hash)
                fail_msg("%s: other bits with %u threads, %s", models[i]->name, machines[k].threads,
                         wend_isa_name(machines[k].isa));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(personal_space),   cmocka_unit_test(berth),         cmocka_unit_test(walls_meet_the_body),
        cmocka_unit_test(keep_side),        cmocka_unit_test(inattention),   cmocka_unit_test(patience),
        cmocka_unit_test(patience_at_door), cmocka_unit_test(the_same_bits), cmocka_unit_test(room_gives_way_to_walls),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
