// Levels that are joined: one walks from one to the other, waits where there is no room, climbs slowly, rides.
#include "support/stage.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

// Two halls of 6 x 2 m on two levels, joined where the first ends at x = 6 and the second begins at x = `begin`.
typedef struct halls {
    wend_point corners[8], walls[2][4];
    wend_map_cell cells[2];
    wend_map_edge edges[8];
    wend_obstacle obstacles[2];
    wend_map map;
    wend_zone zone;
} halls;

static void make_halls(halls *h, double begin, wend_zone zone) {
    const double x[2][2] = {{0, 6}, {begin, begin + 6}};
    h->zone = zone;
    for (uint32_t i = 0; i < 2; i++) {
        const wend_point rim[] = {{x[i][0], 0}, {x[i][1], 0}, {x[i][1], 2}, {x[i][0], 2}};
        for (uint32_t j = 0; j < 4; j++) {
            h->corners[4 * i + j] = rim[j];
            h->edges[4 * i + j] = (wend_map_edge){.corner = 4 * i + j, .twin = WEND_NO_EDGE};
        }
        h->cells[i] = (wend_map_cell){.edge_count = 4, .level = i, .zone = 1};
        // From one end of the seam round the hall to the other.
        for (uint32_t j = 0; j < 4; j++) h->walls[i][j] = rim[(j + (i == 0 ? 2 : 0)) % 4];
        h->obstacles[i] = (wend_obstacle){WEND_WALL, i, h->walls[i], 4};
    }
    h->edges[1].twin = 7;
    h->edges[7].twin = 1;
    h->map = (wend_map){h->corners, 8, h->cells, 2, h->edges, 8, &h->zone, 1, NULL, 0, 0, 0, 0.0f};
}

static stage open_halls_as(const halls *h, const wend_profile *profile) {
    wend_scene_def def = scene_plain();
    def.profiles = profile;
    def.levels = 2;
    def.obstacles = h->obstacles;
    def.obstacle_count = 2;
    def.map = &h->map;
    return stage_open(&def, NULL);
}

static stage open_halls_for(const halls *h, const wend_router *router) {
    wend_profile profile = profile_plain();
    profile.router = router;
    return open_halls_as(h, &profile);
}

static stage open_halls(const halls *h) { return open_halls_for(h, NULL); }

static wend_serial walker(wend_world *world, uint32_t level, double x, double y, uint32_t to_level, double to_x) {
    wend_agent agent = agent_at(x, y);
    agent.level = level;
    agent.goal.at = (wend_point){to_x, 1.0};
    agent.goal.level = WEND_ON_LEVEL(to_level);
    agent.goal.radius = 1.0f;
    agent.leaves = true;
    return agent_add(world, &agent);
}

// s until all are gone.
static double emptied(wend_world *world, double limit) {
    for (uint32_t i = 0; i * 0.1 < limit; i++) {
        if (wend_world_stats(world).agents == 0) return i * 0.1;
        world_step(world, 1);
    }
    return INFINITY;
}

static void one_way(void **state) {
    (void)state;
    const double begins[] = {6.0, 106.0}; // at the same place of the plan, and elsewhere
    for (uint32_t i = 0; i < 2; i++) {
        halls h;
        make_halls(&h, begins[i], wend_zone_default());
        stage on = open_halls(&h);
        (void)walker(on.world, 0, 1.0, 1.0, 1, begins[i] + 5.0);
        assert_near(emptied(on.world, 60), 9.0 / 1.34, 0.7); // 10 m, less the radius of the goal
        stage_close(&on);
    }
}

static void both_ways_at_once(void **state) {
    (void)state;
    halls h;
    make_halls(&h, 106.0, wend_zone_default());
    stage on = open_halls(&h);
    for (uint32_t i = 0; i < 6; i++) {
        (void)walker(on.world, 0, 1.0 + 0.8 * (i / 2), 0.5 + i % 2, 1, 111.0);
        (void)walker(on.world, 1, 111.0 - 0.8 * (i / 2), 0.5 + i % 2, 0, 1.0);
    }
    double time = emptied(on.world, 120);
    wend_stats stats = wend_world_stats(on.world);
    printf("12 both ways: %g s, %u collisions\n", time, (unsigned)stats.collided);
    assert_true(time < 120);
    stage_close(&on);
}

static wend_zone stairs_of(float speed_up, float speed_down) {
    wend_zone zone = wend_zone_default();
    zone.kind = WEND_ZONE_STAIRS;
    zone.up = (wend_vec){1.0f, 0.0f};
    zone.speed_up = speed_up;
    zone.speed_down = speed_down;
    return zone;
}

static wend_zone escalator_of(float carry) {
    wend_zone zone = wend_zone_default();
    zone.kind = WEND_ZONE_ESCALATOR;
    zone.up = (wend_vec){1.0f, 0.0f};
    zone.carry = carry;
    return zone;
}

static void stairs_slow_down(void **state) {
    (void)state;
    halls h;
    make_halls(&h, 6.0, stairs_of(0.5f, 0.75f));
    stage on = open_halls(&h);
    (void)walker(on.world, 0, 1.0, 1.0, 1, 11.0);
    assert_near(emptied(on.world, 60), 9.0 / 0.67, 1.0);
    (void)walker(on.world, 1, 11.0, 1.0, 0, 1.0);
    assert_near(emptied(on.world, 60), 9.0 / 1.005, 1.0);
    stage_close(&on);
}

static void an_escalator_carries(void **state) {
    (void)state;
    halls h;
    make_halls(&h, 6.0, escalator_of(0.5f));
    stage on = open_halls(&h);
    (void)walker(on.world, 0, 1.0, 1.0, 1, 11.0);
    assert_near(emptied(on.world, 60), 9.0 / 1.84, 0.7);
    stage_close(&on);
}

static stage open_halls_for_groups(const halls *h) {
    static const wend_setting cohesion = {"cohesion", 1.0f};
    wend_profile profile = profile_plain();
    profile.settings = &cohesion;
    profile.setting_count = 1;
    return open_halls_as(h, &profile);
}

static wend_agent member_at(double x, double y, float speed) {
    wend_agent agent = agent_at(x, y);
    agent.goal.at = (wend_point){11.0, 1.0};
    agent.goal.radius = 1.0f;
    agent.leaves = true;
    agent.preferred_speed = speed;
    agent.max_speed = 4.0f;
    agent.group = 1;
    return agent;
}

// s until two of a group have walked 9 m up, side by side, at speeds that they prefer on plain floor.
static double group_climbs(wend_zone zone, float one, float other) {
    halls h;
    make_halls(&h, 6.0, zone);
    stage on = open_halls_for_groups(&h);
    wend_agent members[] = {member_at(1.0, 0.7, one), member_at(1.0, 1.3, other)};
    for (uint32_t i = 0; i < 2; i++) {
        members[i].goal.level = WEND_ON_LEVEL(1);
        (void)agent_add(on.world, &members[i]);
    }
    double time = emptied(on.world, 60);
    stage_close(&on);
    return time;
}

static void a_group_climbs_as_its_slowest(void **state) {
    (void)state;
    assert_near(group_climbs(stairs_of(0.5f, 0.75f), 1.34f, 0.7f), 9.0 / 0.35, 1.5);
}

static void an_escalator_carries_a_group(void **state) {
    (void)state;
    assert_near(group_climbs(escalator_of(2.0f), 0.7f, 0.7f), 9.0 / 2.7, 0.7);
}

// The leader is on the floor again; who follows it is still on the stairs.
static void who_follows_climbs_slowly(void **state) {
    (void)state;
    halls h;
    make_halls(&h, 6.0, stairs_of(0.5f, 0.75f));
    h.cells[1].level = 0;
    h.cells[1].zone = 0;
    h.edges[4].corner = 1; // the halls are one
    h.edges[7].corner = 2;
    h.obstacles[1].level = 0;
    stage on = open_halls_for_groups(&h);
    wend_agent leader = member_at(6.2, 1.0, 1.34f), other = member_at(4.0, 1.0, 1.34f);
    leader.leads = true;
    (void)agent_add(on.world, &leader);
    wend_serial who = agent_add(on.world, &other);
    world_step(on.world, 15);
    other = agent_get(on.world, who);
    assert_true(other.position.x > 4.5 && other.position.x < 6.0);
    assert_true(other.velocity.x > 0.5f && other.velocity.x < 0.67f + 0.25f + 0.01f); // and half of the haste
    stage_close(&on);
}

static void a_lift_takes_what_it_holds(void **state) {
    (void)state;
    halls h;
    wend_zone zone = wend_zone_default();
    zone.kind = WEND_ZONE_LIFT;
    zone.capacity = 2;
    zone.cycle = 20.0f;
    make_halls(&h, 106.0, zone);
    stage on = open_halls(&h);
    for (uint32_t i = 0; i < 4; i++) (void)walker(on.world, 0, 2.0 + 0.7 * (i / 2), 0.5 + i % 2, 1, 111.0);
    uint32_t up[5];
    for (uint32_t ride = 0; ride < 5; ride++) {
        world_step(on.world, 101);
        wend_view view = world_view(on.world);
        up[ride] = 4 - view.count;
        for (uint32_t row = 0; row < view.count; row++) up[ride] += view.role[row].level == 1;
        world_step(on.world, 99);
    }
    printf("up: %u %u %u %u %u\n", up[0], up[1], up[2], up[3], up[4]);
    assert_int_equal(up[0], 0);
    assert_int_equal(up[1], 2);
    assert_int_equal(up[2], 4);
    stage_close(&on);
}

static void a_level_without_a_way_is_refused(void **state) {
    (void)state;
    wend_scene_def def = scene_plain();
    def.levels = 2;
    stage on = stage_open(&def, NULL);
    wend_agent agent = agent_at(0, 0);
    agent.goal.level = WEND_ON_LEVEL(1);
    assert_refused(wend_world_add(on.world, &agent, NULL, &why), WEND_BAD_ARGUMENT, "without a map");
    agent.goal.level = WEND_ON_LEVEL(2);
    assert_refused(wend_world_add(on.world, &agent, NULL, &why), WEND_BAD_ARGUMENT, "level is 2");
    stage_close(&on);
}

// Five together, and one alone who goes the other way.
static void with_every_router(void **state) {
    (void)state;
    uint32_t count;
    const wend_router *const *all = wend_routers(&count);
    for (uint32_t i = 0; i < count; i++) {
        if (!all[i]->needs_map) continue;
        halls h;
        make_halls(&h, 20, wend_zone_default());
        stage on = open_halls_for(&h, all[i]);
        for (uint32_t k = 0; k < 5; k++) (void)walker(on.world, 0, 1 + 0.7 * k, 0.6 + 0.4 * (k % 2), 1, 25);
        (void)walker(on.world, 1, 24, 1, 0, 1);
        for (uint32_t k = 0; k < 400 && wend_world_stats(on.world).agents > 0; k++) world_step(on.world, 1);
        if (wend_world_stats(on.world).agents > 0) fail_msg("%s: not all came over", all[i]->name);
        stage_close(&on);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_way),
        cmocka_unit_test(both_ways_at_once),
        cmocka_unit_test(stairs_slow_down),
        cmocka_unit_test(an_escalator_carries),
        cmocka_unit_test(a_group_climbs_as_its_slowest),
        cmocka_unit_test(an_escalator_carries_a_group),
        cmocka_unit_test(who_follows_climbs_slowly),
        cmocka_unit_test(a_lift_takes_what_it_holds),
        cmocka_unit_test(a_level_without_a_way_is_refused),
        cmocka_unit_test(with_every_router),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
