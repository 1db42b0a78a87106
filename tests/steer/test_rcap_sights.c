// RCAP: who is in sight since when, what is forgotten, and that nothing in the memory can do harm.
#include "steer/rcap.h"
#include "support/stage.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

// Rows of agents and their memory ------------------------------------------------------------------------------------

static uint32_t row_of(const wend_view *view, wend_serial serial) {
    for (uint32_t row = 0; row < view->count; row++)
        if (view->serial[row] == serial) return row;
    fail_msg("no agent %llu", (unsigned long long)serial);
    return 0;
}

static rcap_memory *memory_of(wend_world *world, wend_serial serial) {
    wend_view view = world_view(world);
    return wend_view_memory(&view, row_of(&view, serial));
}

// The tick at which a first saw b, -1 if it has not, or forgot it.
static int64_t first_sight(wend_world *world, wend_serial a, wend_serial b) {
    const rcap_memory *memory = memory_of(world, a);
    for (uint32_t i = 0; i < RCAP_SIGHTS; i++)
        if (memory->who[i] == b) return (int64_t)wend_world_stats(world).tick - (memory->ages[i] >> RCAP_AGE_BITS);
    return -1;
}

// Nothing limits what an agent does once it minds somebody, so that its velocity shows when it begins.
static const wend_setting plain[] = {
    {"acceleration", 0.0f}, {"alarm", 0.0f},          {"side_bias", 0.0f},           {"give_ground", 0.0f},
    {"horizon", 30.0f},     {"personal_space", 0.0f}, {"neighbour_distance", 50.0f},
};

static const wend_door door = {.a = {0.0, -20.0}, .b = {0.0, 20.0}, .open = true};

static stage rig_open(const wend_obstacle *obstacles, uint32_t obstacle_count, bool with_door, float step) {
    wend_profile profile = profile_of(&wend_model_rcap);
    profile.settings = plain;
    profile.setting_count = WEND_COUNT(plain);
    wend_scene_def def = wend_scene_default();
    def.profiles = &profile;
    def.obstacles = obstacles;
    def.obstacle_count = obstacle_count;
    def.doors = &door;
    def.door_count = with_door ? 1 : 0;
    wend_world_def world = wend_world_default(NULL);
    world.step = step;
    return stage_open(&def, &world);
}

static wend_serial add_standing(wend_world *world, double x, double y) {
    wend_agent agent = agent_at(x, y);
    return agent_add(world, &agent);
}

// Moved by the host, straight on.
static wend_serial add_driven(wend_world *world, double x, double y, float vx, float vy) {
    wend_agent agent = agent_at(x, y);
    agent.velocity = (wend_vec){vx, vy};
    agent.driven = true;
    return agent_add(world, &agent);
}

static void move_to(wend_world *world, wend_serial serial, double x, double y) {
    wend_agent agent = agent_get(world, serial);
    agent.position = (wend_point){x, y};
    agent.goal.at = agent.position;
    agent_set(world, &agent);
}

static void set_door(wend_world *world, bool open) {
    wend_error why;
    must(wend_world_set_door(world, 0, open, &why), &why);
}

// Steps until the agent moves; returns the tick of the step in which it did, -1 if it does not within 300.
static int64_t reaction_tick(wend_world *world, wend_serial serial) {
    for (int tick = 0; tick < 300; tick++) {
        int64_t now = (int64_t)wend_world_stats(world).tick;
        world_step(world, 1);
        wend_agent agent = agent_get(world, serial);
        if (agent.velocity.x != 0.0f || agent.velocity.y != 0.0f) return now;
    }
    return -1;
}

// Observation --------------------------------------------------------------------------------------------------------

// Equation 6: one counts in the first step with T > T_sight + T_obs.
static void ignored_until_observed(void **state) {
    (void)state;
    static const struct {
        float step, observation;
        int64_t tick;
    } cases[] = {{0.1f, 0.79f, 8}, {0.1f, 0.8f, 9},  {0.1f, 0.0f, 0}, {0.05f, 0.79f, 16},
                 {0.25f, 1.0f, 5}, {0.1f, 0.01f, 1}, {0.5f, 0.79f, 2}};
    for (uint32_t i = 0; i < WEND_COUNT(cases); i++) {
        stage s = rig_open(NULL, 0, false, cases[i].step);
        wend_serial a = add_standing(s.world, 0.0, 0.0);
        agent_set_param(s.world, a, "observation_time", cases[i].observation);
        add_driven(s.world, 8.0, 0.05, -0.5f, 0.0f);
        int64_t tick = reaction_tick(s.world, a);
        if (tick != cases[i].tick)
            fail_msg("step %g, observation %g: reacts in tick %lld, expected %lld", (double)cases[i].step,
                     (double)cases[i].observation, (long long)tick, (long long)cases[i].tick);
        stage_close(&s);
    }
}

static void each_observes_for_its_own_time(void **state) {
    (void)state;
    stage s = rig_open(NULL, 0, false, 0.1f);
    wend_serial quick = add_standing(s.world, 0.0, 0.0), slow = add_standing(s.world, 0.0, 20.0);
    agent_set_param(s.world, quick, "observation_time", 0.35f);
    agent_set_param(s.world, slow, "observation_time", 1.55f);
    agent_set_param(s.world, quick, "neighbour_distance", 9.0f);
    agent_set_param(s.world, slow, "neighbour_distance", 9.0f);
    add_driven(s.world, 8.0, 0.05, -0.4f, 0.0f);
    add_driven(s.world, 8.0, 20.05, -0.4f, 0.0f);
    assert_int_equal(reaction_tick(s.world, quick), 4);
    assert_int_equal(reaction_tick(s.world, slow), 16);
    stage_close(&s);
}

// Somebody about to be run into is not observed at leisure, unless alarm is off.
static void alarm_cuts_observation_short(void **state) {
    (void)state;
    for (int alarm = 0; alarm < 2; alarm++) {
        stage s = rig_open(NULL, 0, false, 0.1f);
        wend_serial a = add_standing(s.world, 0.0, 0.0);
        agent_set_param(s.world, a, "alarm", (float)alarm);
        // 3 m/s over 2.9 m less two bodies: 0.8 s to collision at first, 0.7 s in the next step.
        add_driven(s.world, 2.9, 0.0, -3.0f, 0.0f);
        assert_int_equal(reaction_tick(s.world, a), alarm ? 1 : 8);
        stage_close(&s);
    }
}

// Sight --------------------------------------------------------------------------------------------------------------

// Somebody comes round the end of a wall: observed from the tick at which the line of sight is free.
static void first_sight_round_a_corner(void **state) {
    (void)state;
    const wend_point wall[] = {{2.0, 0.5}, {2.0, 30.0}};
    const wend_obstacle obstacle = {WEND_WALL, 0, wall, 2};
    stage s = rig_open(&obstacle, 1, false, 0.1f);
    wend_serial a = add_standing(s.world, 0.0, 0.0);
    agent_set_param(s.world, a, "obstacle_horizon", 0.05f);
    wend_serial b = add_driven(s.world, 6.0, 4.0, -0.2f, -1.0f);
    int64_t seen = -1;
    for (int64_t tick = 0; tick < 60 && first_sight(s.world, a, b) < 0; tick++) {
        wend_point at = agent_get(s.world, b).position;
        if (seen < 0 && wend_scene_sees(s.scene, 0, (wend_point){0.0, 0.0}, at)) seen = tick;
        world_step(s.world, 1);
        assert_int_equal(first_sight(s.world, a, b), seen);
    }
    assert_true(seen > 10);
    stage_close(&s);
}

// Of bodies that are no discs the first part that comes past the wall is seen, long before the centre.
static void first_sight_of_a_shoulder(void **state) {
    (void)state;
    const wend_point wall[] = {{2.0, 0.5}, {2.0, 30.0}};
    const wend_obstacle obstacle = {WEND_WALL, 0, wall, 2};
    const wend_point eye = {0.0, 0.0};
    const wend_shape shapes[] = {wend_ellipse(0.8f, 0.2f), wend_box(0.7f, 0.3f)};
    for (uint32_t i = 0; i < WEND_COUNT(shapes); i++) {
        stage s = rig_open(&obstacle, 1, false, 0.1f);
        wend_serial a = add_standing(s.world, eye.x, eye.y);
        agent_set_param(s.world, a, "obstacle_horizon", 0.05f);
        wend_serial b = add_driven(s.world, 6.0, 4.0, -0.2f, -1.0f);
        wend_agent other = agent_get(s.world, b);
        other.shape = shapes[i];
        agent_set(s.world, &other);
        int64_t seen = -1, centre = -1;
        for (int64_t tick = 0; tick < 60 && centre < 0; tick++) {
            other = agent_get(s.world, b);
            if (seen < 0 && wend_scene_sees_body(s.scene, 0, eye, other.position, shapes[i], other.heading))
                seen = tick;
            if (wend_scene_sees(s.scene, 0, eye, other.position)) centre = tick;
            world_step(s.world, 1);
            assert_int_equal(first_sight(s.world, a, b), seen);
        }
        assert_true(seen > 5 && centre > seen + 3);
        stage_close(&s);
    }
}

static void a_closed_door_hides(void **state) {
    (void)state;
    stage s = rig_open(NULL, 0, true, 0.1f);
    wend_serial a = add_standing(s.world, -1.0, 0.0), b = add_standing(s.world, 3.0, 0.0);
    set_door(s.world, false);
    world_step(s.world, 20);
    assert_int_equal(first_sight(s.world, a, b), -1);
    set_door(s.world, true);
    world_step(s.world, 5);
    assert_int_equal(first_sight(s.world, a, b), 20);
    assert_int_equal(first_sight(s.world, b, a), 20);
    stage_close(&s);
}

// Closed for shorter than the forgetting time, and for longer. How long somebody is out of sight is known to a tenth.
static void forgotten_out_of_sight(void **state) {
    (void)state;
    for (uint32_t closed = 1; closed < 40; closed++) {
        if (closed > 17 && closed < 24) continue;
        stage s = rig_open(NULL, 0, true, 0.1f);
        wend_serial a = add_standing(s.world, -1.0, 0.0), b = add_standing(s.world, 3.0, 0.0);
        world_step(s.world, 10);
        set_door(s.world, false);
        world_step(s.world, closed);
        set_door(s.world, true);
        world_step(s.world, 1);
        assert_int_equal(first_sight(s.world, a, b), closed < 20 ? 0 : 10 + closed);
        stage_close(&s);
    }
}

static void forgotten_far_away(void **state) {
    (void)state;
    stage s = rig_open(NULL, 0, false, 0.1f);
    wend_serial a = add_standing(s.world, 0.0, 0.0), b = add_standing(s.world, 2.0, 0.0);
    agent_set_param(s.world, a, "neighbour_distance", 5.0f);
    world_step(s.world, 5);
    move_to(s.world, b, 9.0, 0.0);
    world_step(s.world, 15);
    move_to(s.world, b, 2.0, 0.0);
    world_step(s.world, 1);
    assert_int_equal(first_sight(s.world, a, b), 0);
    move_to(s.world, b, 9.0, 0.0);
    world_step(s.world, 22);
    assert_int_equal(first_sight(s.world, a, b), -1);
    move_to(s.world, b, 2.0, 0.0);
    world_step(s.world, 1);
    assert_int_equal(first_sight(s.world, a, b), 43);
    stage_close(&s);
}

// Who is crowded out of the nearest ten is still in sight.
static void the_eleventh_is_not_forgotten(void **state) {
    (void)state;
    stage s = rig_open(NULL, 0, false, 0.1f);
    wend_serial a = add_standing(s.world, 0.0, 0.0), b = add_standing(s.world, 0.0, 3.0), other[10];
    for (int i = 0; i < 10; i++) other[i] = add_standing(s.world, 1.0 + i, -5.0);
    agent_set_param(s.world, a, "observation_time", 30.0f); // stays where it is
    world_step(s.world, 5);
    for (int i = 0; i < 10; i++) move_to(s.world, other[i], 2.2 * cos(0.34 * i), -2.2 * sin(0.34 * i));
    world_step(s.world, 50);
    wend_view view = world_view(s.world);
    wend_neighbour near[10];
    assert_int_equal(wend_view_nearest(&view, row_of(&view, a), 50.0f, 10, near), 10);
    for (int i = 0; i < 10; i++) assert_true(view.serial[near[i].row] != b);
    move_to(s.world, b, 0.0, 1.0);
    world_step(s.world, 1);
    assert_int_equal(first_sight(s.world, a, b), 0);
    stage_close(&s);
}

// More than the table holds pass by, one after the other: the ones seen last stay.
static void the_longest_unseen_makes_room(void **state) {
    (void)state;
    enum { PASSERS = 40 };
    stage s = rig_open(NULL, 0, false, 0.1f);
    wend_serial a = add_standing(s.world, 0.0, 0.0), passer[PASSERS];
    agent_set_param(s.world, a, "neighbour_distance", 2.0f);
    agent_set_param(s.world, a, "forgetting_time", 600.0f);
    agent_set_param(s.world, a, "observation_time", 30.0f);
    for (int i = 0; i < PASSERS; i++) passer[i] = add_standing(s.world, 10.0 + i, 0.0);
    for (int i = 0; i < PASSERS; i++) {
        move_to(s.world, passer[i], 1.0, 0.0);
        world_step(s.world, 1);
        move_to(s.world, passer[i], 10.0 + i, 0.0);
        for (int k = 0; k <= i; k++) assert_int_equal(first_sight(s.world, a, passer[k]), k > i - RCAP_SIGHTS ? k : -1);
    }
    stage_close(&s);
}

// Against the lines of sight themselves ---------------------------------------------------------------------------------

#define SCREENS 8

static float draw(uint64_t seed, uint32_t which, uint32_t number) { return wend_random(seed, which, 0, 77, number); }

// Agents at random among screens, now and then a big body; some scenes lie far from the origin, where numbers are coarse.
static stage screens_open(uint64_t seed) {
    static const wend_setting forgetful[] = {{"forgetting_time", 0.0f}};
    double away = seed % 3 == 0 ? 20000.0 : 0.0;
    wend_point ends[SCREENS][2];
    wend_obstacle screens[SCREENS];
    for (uint32_t i = 0; i < SCREENS; i++) {
        ends[i][0] = (wend_point){away + 12.0 * (double)draw(seed, i, 1), 12.0 * (double)draw(seed, i, 2)};
        ends[i][1] = (wend_point){ends[i][0].x + 3.0 * (double)draw(seed, i, 3) - 1.5,
                                  ends[i][0].y + 3.0 * (double)draw(seed, i, 4) - 1.5};
        screens[i] = (wend_obstacle){WEND_WALL, 0, ends[i], 2};
    }
    wend_profile profile = profile_of(&wend_model_rcap);
    profile.settings = forgetful;
    profile.setting_count = 1;
    profile.preferred_speed = profile.max_speed = 0.0f;
    wend_scene_def def = wend_scene_default();
    def.profiles = &profile;
    def.obstacles = screens;
    def.obstacle_count = SCREENS;
    stage s = stage_open(&def, NULL);
    for (uint32_t i = 0; i < 70; i++) {
        wend_agent agent = agent_at(away + 12.0 * (double)draw(seed, i, 5), 12.0 * (double)draw(seed, i, 6));
        if (i == 0 && seed % 2 == 0) agent.shape = wend_disc(1.6f);
        (void)wend_world_add(s.world, &agent, NULL, NULL); // who would touch something stays away
    }
    return s;
}

static bool has_just_seen(const rcap_memory *memory, uint64_t who) {
    bool seen = false;
    for (uint32_t i = 0; i < RCAP_SIGHTS; i++)
        seen = seen || (memory->who[i] == who && (memory->ages[i] & RCAP_AGE_MAX) == 1);
    return seen;
}

// Notes how many are hidden.
static uint32_t check_sights(const wend_view *view, uint32_t row, uint32_t *hidden) {
    const rcap_memory *memory = wend_view_memory(view, row);
    wend_neighbour near[10];
    uint32_t count = wend_view_nearest(view, row, 10.0f, 10, near);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t other = near[i].row;
        wend_vec from = {view->x[row], view->y[row]}, to = {view->x[other], view->y[other]};
        bool sees = wend_view_sees(view, 0, from, to);
        assert_int_equal(has_just_seen(memory, view->serial[other]), sees);
        *hidden += !sees;
    }
    return count;
}

// Nobody can move, so what was seen in a step can be looked at after it.
static void in_sight_is_who_no_wall_hides(void **state) {
    (void)state;
    uint32_t pairs = 0, hidden = 0;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        stage s = screens_open(seed);
        world_step(s.world, 2);
        wend_view view = world_view(s.world);
        for (uint32_t row = 0; row < view.count; row++) pairs += check_sights(&view, row, &hidden);
        stage_close(&s);
    }
    print_message("%u pairs, %u hidden\n", pairs, hidden);
    assert_true(hidden > 1000 && hidden < pairs / 2);
}

// Memory that comes from elsewhere -----------------------------------------------------------------------------------

static stage crowd_open(const wend_profile *profile, uint32_t threads, wend_isa isa) {
    const wend_point wall[] = {{-1.0, -4.0}, {1.0, 0.0}, {-1.0, 4.0}};
    const wend_obstacle obstacle = {WEND_WALL, 0, wall, 3};
    wend_scene_def def = wend_scene_default();
    def.profiles = profile;
    def.obstacles = &obstacle;
    def.obstacle_count = 1;
    wend_world_def world = wend_world_default(NULL);
    world.threads = threads;
    world.isa = isa;
    stage s = stage_open(&def, &world);
    for (int i = 0; i < 60; i++) {
        double side = i % 2 ? 1.0 : -1.0, x = side * (3.0 + (i / 2) % 6), y = -4.0 + 1.6 * (i / 12);
        wend_agent agent = agent_at(x, y);
        agent.goal = (wend_target){.at = {-x, -y}, .radius = 0.3f};
        agent_add(s.world, &agent);
    }
    return s;
}

static void saved_and_loaded_in_the_middle(void **state) {
    (void)state;
    wend_profile profile = profile_of(&wend_model_rcap);
    stage s = crowd_open(&profile, 1, WEND_ISA_AUTO);
    world_step(s.world, 15);
    void *bytes;
    size_t size;
    wend_error why;
    must(wend_world_save_bytes(s.world, &bytes, &size, &why), &why);
    wend_world_def def = wend_world_default(s.scene);
    wend_world *loaded;
    must(wend_world_load_bytes(&def, bytes, size, &loaded, &why), &why);
    free(bytes);
    assert_true(first_sight(loaded, 1, 3) >= 0);
    for (wend_serial a = 1; a <= 60; a++)
        assert_memory_equal(memory_of(loaded, a), memory_of(s.world, a), sizeof(rcap_memory));
    world_step(s.world, 50);
    world_step(loaded, 50);
    assert_true(wend_world_hash(loaded) == wend_world_hash(s.world));
    wend_world_destroy(loaded);
    stage_close(&s);
}

// Also with gait, whose memory holds numbers.
static void any_threads_and_instructions(void **state) {
    (void)state;
    const wend_setting lively[] = {{"sway", 0.03f}, {"restlessness", 0.05f}};
    for (int gait = 0; gait < 2; gait++) {
        wend_profile profile = profile_of(&wend_model_rcap);
        profile.settings = lively;
        profile.setting_count = gait ? 2 : 0;
        uint64_t hash = 0;
        for (uint32_t isa = WEND_ISA_BASE; isa < WEND_ISA_COUNT; isa++) {
            if (!wend_isa_available((wend_isa)isa)) continue;
            stage s = crowd_open(&profile, 1 + isa % 2, (wend_isa)isa);
            world_step(s.world, 120);
            if (isa == WEND_ISA_BASE) hash = wend_world_hash(s.world);
            assert_true(wend_world_hash(s.world) == hash);
            stage_close(&s);
        }
    }
}

static void scramble(wend_world *world, uint64_t seed, uint32_t round) {
    for (wend_serial a = 1; a <= 60; a++) {
        unsigned char *bytes = (unsigned char *)memory_of(world, a);
        uint32_t kind = round % 4;
        for (uint32_t i = 0; i < sizeof(rcap_memory); i++)
            bytes[i] =
                kind < 2 ? (unsigned char)(kind * 255) : (unsigned char)(256.0f * wend_random(seed, a, round, 0, i));
        // Ages near where something changes, and serials that exist.
        rcap_memory *memory = memory_of(world, a);
        for (uint32_t i = 0; kind == 3 && i < RCAP_SIGHTS; i++) {
            memory->who[i] = (uint32_t)(70.0f * wend_random(seed, a, round, 1, i));
            uint32_t first = (uint32_t)(40.0f * wend_random(seed, a, round, 2, i)) - 20;
            uint32_t last = (uint32_t)(40.0f * wend_random(seed, a, round, 3, i)) - 20;
            memory->ages[i] = first << RCAP_AGE_BITS | (last & RCAP_AGE_MAX);
        }
    }
}

static void any_bytes_are_safe(void **state) {
    (void)state;
    const wend_setting lively[] = {{"sway", 0.03f}, {"restlessness", 0.05f}};
    wend_profile profile = profile_of(&wend_model_rcap);
    profile.settings = lively;
    profile.setting_count = WEND_COUNT(lively);
    const uint64_t seed = 20;
    stage s = crowd_open(&profile, 1, WEND_ISA_AUTO);
    for (uint32_t round = 0; round < 80; round++) {
        scramble(s.world, seed, round);
        world_step(s.world, 1 + round % 3);
    }
    wend_stats stats = wend_world_stats(s.world);
    print_message("seed %llu\n", (unsigned long long)seed);
    assert_int_equal(stats.corrected_nonfinite + stats.corrected_speed, 0);
    stage_close(&s);
}

// Who has been in sight for longer than can be counted is not seen first again.
static void ages_stop_at_the_most(void **state) {
    (void)state;
    stage s = rig_open(NULL, 0, false, 0.1f);
    wend_serial a = add_standing(s.world, 0.0, 0.0), b = add_standing(s.world, 2.0, 0.0);
    world_step(s.world, 1);
    rcap_memory *memory = memory_of(s.world, a);
    assert_int_equal(memory->who[0], b);
    memory->ages[0] = (uint32_t)(RCAP_AGE_MAX - 2) << RCAP_AGE_BITS | 1;
    for (uint32_t step = 0; step < 5; step++) {
        world_step(s.world, 1);
        memory = memory_of(s.world, a);
        uint32_t age = step < 1 ? RCAP_AGE_MAX - 1 : RCAP_AGE_MAX;
        assert_int_equal(memory->ages[0], age << RCAP_AGE_BITS | 1);
    }
    stage_close(&s);
}

// Entries of long ago go at the first need, be they seen first after they were seen last; the world is soon as if they had
// never been.
static void nonsense_is_forgotten(void **state) {
    (void)state;
    stage s = rig_open(NULL, 0, false, 0.1f);
    wend_serial a = add_standing(s.world, 0.0, 0.0), b = add_standing(s.world, 2.0, 0.0);
    agent_set_param(s.world, a, "observation_time", 30.0f);
    rcap_memory *memory = memory_of(s.world, a);
    for (uint32_t i = 0; i < RCAP_SIGHTS; i++) {
        memory->who[i] = 1000 + i;
        memory->ages[i] = i % 2 ? RCAP_AGE_MAX : ~0u;
    }
    world_step(s.world, 1);
    assert_int_equal(first_sight(s.world, a, b), 0);
    for (uint32_t i = 0; i < RCAP_SIGHTS; i++) assert_int_equal(first_sight(s.world, a, 1000 + i), -1);
    stage_close(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ignored_until_observed),        cmocka_unit_test(each_observes_for_its_own_time),
        cmocka_unit_test(alarm_cuts_observation_short),  cmocka_unit_test(first_sight_round_a_corner),
        cmocka_unit_test(first_sight_of_a_shoulder),     cmocka_unit_test(a_closed_door_hides),
        cmocka_unit_test(forgotten_out_of_sight),        cmocka_unit_test(forgotten_far_away),
        cmocka_unit_test(the_eleventh_is_not_forgotten), cmocka_unit_test(the_longest_unseen_makes_room),
        cmocka_unit_test(in_sight_is_who_no_wall_hides), cmocka_unit_test(saved_and_loaded_in_the_middle),
        cmocka_unit_test(any_threads_and_instructions),  cmocka_unit_test(any_bytes_are_safe),
        cmocka_unit_test(ages_stop_at_the_most),         cmocka_unit_test(nonsense_is_forgotten),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
