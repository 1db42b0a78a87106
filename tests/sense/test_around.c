// Who is near is found once in a step for all verbs: whatever a model asks then, it gets what the search for one finds.
#define WI_ISA 0 // the narrowest vectors are there on every machine

#include "sense/around_wide.h"
#include "support/orca_oracle.h"
#include "support/stage.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

// A model that asks ---------------------------------------------------------------------------------------------------

typedef struct witness_params {
    float neighbour_distance, max_neighbours;
} witness_params;

static const wend_param witness_table[] = {
    {"neighbour_distance", "m", "as far as it says it looks", 0.1f, 100.0f, 4.0f,
     offsetof(witness_params, neighbour_distance), NULL},
    {"max_neighbours", "count", "and for how many", 0.0f, 64.0f, 10.0f, offsetof(witness_params, max_neighbours), NULL},
};

// What the steps of a world came to.
static struct {
    oracle_random random;
    const char *scene;
    uint32_t every;       // so many groups one is asked
    uint32_t asked, kept; // lanes, and those of them about whom was looked before
} witnessed = {.every = 1};

static void expect_alike(const wend_view *now, const wide_group *group, wide distance, wide_int most) {
    wide_neighbours near;
    wide_near(now, group, distance, most, &near);
    for (uint32_t lane = 0; lane < group->count; lane++) {
        wend_neighbour found[WEND_NEIGHBOURS_MAX];
        uint32_t row = (uint32_t)group->row[lane];
        uint32_t count = wend_view_nearest(now, row, distance[lane], (uint32_t)most[lane], found);
        bool same = (uint32_t)near.count[lane] == count && count <= near.most;
        for (uint32_t i = 0; same && i < count; i++) same = (uint32_t)near.row[i][lane] == found[i].row;
        if (!same)
            fail_msg("%s, tick %u, row %u: %d instead of %u of the nearest %d within %g m", witnessed.scene,
                     (unsigned)now->tick, row, near.count[lane], count, most[lane], (double)distance[lane]);
    }
}

// As the model says that it looks, and any other way: each lane for itself, or all alike.
static void ask(const wend_view *now, const wide_group *group) {
    wide said, any;
    wide_int most, few;
    bool alike = oracle_uniform(&witnessed.random, 0, 1) < 0.5;
    for (int lane = 0; lane < WI_LANES; lane++) {
        const witness_params *set = wend_view_params(now, (uint32_t)group->row[lane]);
        said[lane] = set->neighbour_distance;
        most[lane] = (int32_t)set->max_neighbours;
        any[lane] = alike && lane > 0 ? any[0] : (float)oracle_uniform(&witnessed.random, 0.1, 6);
        few[lane] = alike && lane > 0 ? few[0] : (int32_t)oracle_uniform(&witnessed.random, 0, 14);
    }
    expect_alike(now, group, said, most);
    expect_alike(now, group, any, few);
    expect_alike(now, group, said, few);
    const float *distance = now->senses->around.distance;
    for (uint32_t lane = 0; lane < group->count; lane++) {
        witnessed.asked++;
        if (distance && distance[group->row[lane]] > 0.0f) witnessed.kept++;
    }
}

static void witness_steer(const wend_view *now, const wend_next *next, wend_rows rows) {
    for (uint32_t done = 0; done < rows.count;) {
        wide_group group;
        done += wide_group_form(&group, now, rows.row + done, rows.count - done);
        if (oracle_uniform(&witnessed.random, 0, 1) * witnessed.every < 1) ask(now, &group);
    }
    for (uint32_t i = 0; i < rows.count; i++) {
        const wend_body *body = &now->body[rows.row[i]];
        next->motion[rows.row[i]].velocity = (wend_vec){body->preferred_x, body->preferred_y};
    }
}

static const wend_model witness = {
    .name = "witness",
    .summary = "asks who is near",
    .params = witness_table,
    .param_count = WEND_COUNT(witness_table),
    .params_size = sizeof(witness_params),
    .steer = witness_steer,
};

// Crowds --------------------------------------------------------------------------------------------------------------

enum { PEOPLE = 300, WALLS = 25, STEPS = 6 };

#define ROOM 8.0 // m: half of its side

// What everybody is set to. Who minds density looks about before steering, and who claims space, too, finds that already.
typedef struct crowd {
    const char *scene;
    wend_setting settings[3];
    uint32_t setting_count, big;
    bool walls, seam;
    bool mixed; // two fifths do not mind density, and some look farther, or for more, than others
} crowd;

static const wend_setting habits[] = {{"density_cap", 1.0f}, {"personal_space", 0.4f}, {"walls_hide", 1.0f}};

static void make_walls(oracle_random *random, wend_point point[WALLS][2], wend_obstacle wall[WALLS]) {
    for (uint32_t i = 0; i < WALLS; i++) {
        wend_point a = {oracle_uniform(random, -ROOM, ROOM), oracle_uniform(random, -ROOM, ROOM)};
        point[i][0] = a;
        point[i][1] = (wend_point){a.x + oracle_uniform(random, -3, 3), a.y + oracle_uniform(random, -3, 3)};
        wall[i] = (wend_obstacle){WEND_WALL, 0, point[i], 2};
    }
}

// Two floors side by side, the second on another level.
typedef struct floors {
    wend_point corner[8];
    wend_map_cell cell[2];
    wend_map_edge edge[8];
    wend_map map;
} floors;

static void make_floors(floors *f) {
    const double x[4] = {-ROOM, 0, 0, -ROOM}, y[4] = {-ROOM, -ROOM, ROOM, ROOM};
    for (uint32_t i = 0; i < 8; i++) {
        f->corner[i] = (wend_point){x[i % 4] + (i < 4 ? 0 : ROOM), y[i % 4]};
        f->edge[i] = (wend_map_edge){.corner = i, .twin = WEND_NO_EDGE};
    }
    f->edge[1].twin = 7, f->edge[7].twin = 1;
    for (uint32_t i = 0; i < 2; i++) f->cell[i] = (wend_map_cell){.edge_count = 4, .level = i};
    f->map = (wend_map){
        .corners = f->corner, .corner_count = 8, .cells = f->cell, .cell_count = 2, .edges = f->edge, .edge_count = 8};
}

static void set_apart(wend_world *world, wend_serial serial, uint32_t i, oracle_random *random) {
    if (i % 5 == 1 || i % 5 == 2) agent_set_param(world, serial, "density_cap", 0.0f);
    if (i % 5 == 2 || i % 5 == 3) agent_set_param(world, serial, "personal_space", 0.0f);
    if (i % 7 == 0) agent_set_param(world, serial, "neighbour_distance", (float)oracle_uniform(random, 0.2, 9));
    if (i % 11 == 0) agent_set_param(world, serial, "max_neighbours", (float)(int)oracle_uniform(random, 0, 15));
}

static void populate(wend_world *world, const crowd *c, oracle_random *random) {
    for (uint32_t i = 0; i < PEOPLE; i++) {
        wend_agent agent = agent_at(oracle_uniform(random, -ROOM, ROOM), oracle_uniform(random, -ROOM, ROOM));
        agent.goal.at = (wend_point){oracle_uniform(random, -ROOM, ROOM), oracle_uniform(random, -ROOM, ROOM)};
        if (i < c->big) agent.shape = wend_disc(2.0f);
        if (c->seam) agent.level = agent.position.x > 0.0, agent.goal.level = agent.goal.at.x > 0.0;
        wend_error error;
        wend_serial serial;
        if (wend_world_add(world, &agent, &serial, &error) != WEND_OK) continue; // not where there is no room
        if (c->mixed) set_apart(world, serial, i, random);
    }
}

static void walk(const crowd *c, uint64_t seed) {
    oracle_random random = {seed};
    wend_point point[WALLS][2];
    wend_obstacle wall[WALLS];
    floors f;
    wend_profile profile = profile_of(&witness);
    profile.settings = c->settings;
    profile.setting_count = c->setting_count;
    wend_scene_def def = wend_scene_default();
    def.profiles = &profile;
    if (c->walls) make_walls(&random, point, wall), def.obstacles = wall, def.obstacle_count = WALLS;
    if (c->seam) make_floors(&f), def.levels = 2, def.map = &f.map;
    stage on = stage_open(&def, NULL);
    populate(on.world, c, &random);
    assert_true(wend_world_stats(on.world).agents > PEOPLE / 2);
    witnessed.random = random;
    witnessed.scene = c->scene;
    world_step(on.world, STEPS);
    stage_close(&on);
}

// Returns the share of those about whom was looked before they steered.
static double share_kept(const crowd *c) {
    witnessed.asked = witnessed.kept = 0;
    for (uint64_t seed = 1; seed <= 4; seed++) walk(c, seed);
    print_message("%s, seeds 1-4: %u of %u lists were there\n", c->scene, witnessed.kept, witnessed.asked);
    return (double)witnessed.kept / (double)witnessed.asked;
}

static void test_nobody_looks_about_before(void **state) {
    (void)state;
    assert_true(share_kept(&(crowd){.scene = "no habits"}) == 0.0);
}

static void test_all_look_about_once(void **state) {
    (void)state;
    crowd density = {.scene = "density", .settings = {habits[0]}, .setting_count = 1};
    crowd both = {.scene = "both", .settings = {habits[0], habits[1]}, .setting_count = 2};
    assert_true(share_kept(&density) == 1.0);
    assert_true(share_kept(&both) == 1.0);
}

static void test_where_walls_hide(void **state) {
    (void)state;
    crowd c = {.scene = "walls", .settings = {habits[0], habits[1], habits[2]}, .setting_count = 3, .walls = true};
    assert_true(share_kept(&c) == 1.0);
    c.scene = "walls, mixed";
    c.mixed = true;
    assert_true(share_kept(&c) > 0.5);
}

static void test_everybody_is_different(void **state) {
    (void)state;
    crowd c = {.scene = "mixed", .settings = {habits[0], habits[1]}, .setting_count = 2, .mixed = true};
    double share = share_kept(&c);
    assert_true(share > 0.5 && share < 0.9);
}

// Where plain distances do not tell who is nearest, nothing is kept.
static void test_others_are_not_plain(void **state) {
    (void)state;
    crowd big = {.scene = "big bodies", .settings = {habits[0], habits[1]}, .setting_count = 2, .big = 1};
    crowd absent = {
        .scene = "inattention", .settings = {habits[0], habits[1], {"inattention", 0.3f}}, .setting_count = 3};
    crowd seam = {.scene = "seam", .settings = {habits[0], habits[1]}, .setting_count = 2, .seam = true};
    assert_true(share_kept(&big) < 0.9);
    assert_true(share_kept(&absent) < 0.9);
    assert_true(share_kept(&seam) == 0.0);
}

// In a crowd as long as this the rows of neighbours in two strips differ by more than fits into 16 bits.
static void test_rows_are_far_apart(void **state) {
    (void)state;
    enum { MANY = 130000 };
    wend_profile profile = profile_of(&witness);
    profile.settings = habits;
    profile.setting_count = 1;
    wend_scene_def def = wend_scene_default();
    def.profiles = &profile;
    stage on = stage_open(&def, NULL);
    oracle_random random = {1};
    for (uint32_t i = 0; i < MANY; i++) {
        wend_agent agent = agent_at(oracle_uniform(&random, -MANY / 16.0, MANY / 16.0), oracle_uniform(&random, -8, 8));
        agent.goal.at = (wend_point){agent.position.x + 100.0, agent.position.y};
        (void)wend_world_add(on.world, &agent, NULL, NULL); // not where there is no room
    }
    witnessed.random = random;
    witnessed.scene = "long";
    witnessed.every = 100;
    witnessed.asked = witnessed.kept = 0;
    world_step(on.world, 1);
    witnessed.every = 1;
    stage_close(&on);
    print_message("seed 1: %u of %u lists were there\n", witnessed.kept, witnessed.asked);
    assert_true(0 < witnessed.kept && witnessed.kept < witnessed.asked);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nobody_looks_about_before), cmocka_unit_test(test_all_look_about_once),
        cmocka_unit_test(test_where_walls_hide),          cmocka_unit_test(test_everybody_is_different),
        cmocka_unit_test(test_others_are_not_plain),      cmocka_unit_test(test_rows_are_far_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
