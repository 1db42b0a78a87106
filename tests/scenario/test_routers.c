// Guidance fields, roadmaps and corridors on meshes: lengths beside exact ones, and everyone arrives.
#include "floors.h"
#include "route/follow.h"
#include "scenario/floor.h"
#include "support/stage.h"
#include "world/scene.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#define SIZE 20.0 // m, of the floor
#define SLOT 4.0  // m, one box in each
#define OFF 0.01  // m: posts stand so far from corners

static floor_plan plan; // too large for the stack
static wend_map_post posts[FLOOR_POINTS];
static uint32_t post_count;

static double draw(uint64_t seed, uint32_t which, double low, double high) {
    return low + (high - low) * (double)wend_random(seed, 4, 5, 6, which);
}

// Boxes that do not touch each other, with posts at their corners.
static void random_floor(uint64_t seed) {
    floor_init(&plan, 1);
    floor_box(&plan, WEND_ROOM, 0, 0, 0, SIZE, SIZE);
    uint32_t slot = post_count = 0;
    for (double y = SLOT / 2; y < SIZE; y += SLOT)
        for (double x = SLOT / 2; x < SIZE; x += SLOT, slot += 10) {
            double w = draw(seed, slot, 0.3, 1.7), h = draw(seed, slot + 1, 0.3, 1.7);
            floor_box(&plan, WEND_SOLID, 0, x - w, y - h, x + w, y + h);
            for (uint32_t i = 0; i < 4; i++) {
                double side = i % 2 ? 1 : -1, end = i / 2 ? 1 : -1;
                posts[post_count++] = (wend_map_post){{x + side * (w + OFF), y + end * (h + OFF)}, 0};
            }
        }
}

static stage open_floor(const wend_router *router, bool with_posts) {
    wi_mesh mesh;
    wend_error error;
    must(wi_mesh_build(&mesh, &plan.plan, &error), &error);
    wend_map map = wi_mesh_map(&mesh, NULL, 0);
    map.posts = posts;
    map.post_count = with_posts ? post_count : 0;
    wend_profile profile = wend_profile_default();
    profile.router = router;
    wend_scene_def def = wend_scene_default();
    def.profiles = &profile;
    def.obstacles = plan.plan.obstacles;
    def.obstacle_count = plan.plan.obstacle_count;
    def.map = &map;
    stage on = stage_open(&def, NULL);
    wi_mesh_free(&mesh);
    return on;
}

static wend_point random_place(uint64_t seed, uint32_t which) {
    for (uint32_t i = 0;; i++) {
        wend_point at = {draw(seed, which + 2 * i, 0, SIZE), draw(seed, which + 2 * i + 1, 0, SIZE)};
        if (floor_is_walkable(&plan, 0, at) && floor_line_distance(&plan, 0, at) > 0.1) return at;
    }
}

static double exact_length(wend_world *world, wend_point from, wend_point to) {
    uint32_t count;
    double length;
    wend_error error;
    must(wend_world_path(world, 0, from, (wend_target){.at = to}, 0.0f, NULL, 0, &count, &length, &error), &error);
    assert_true(count > 0);
    return length;
}

static wi_destination destination_at(wend_point at, const wend_router *router) {
    return (wi_destination){.goal = {.at = {(float)at.x, (float)at.y}}, .router = router};
}

static const wi_guide *guide_to(const stage *on, const wi_destination *to) {
    wi_guide *guide = &on->world->routes.single;
    guide->points = wi_goal_points_of(&on->scene->map, to);
    assert_true(to->router->routing->spread(on->world, guide, to, WI_NONE, to->goal.at));
    return guide;
}

// Lengths ----------------------------------------------------------------------------------------------------------------

// Near the goal nodes got their lengths straight from it.
static bool descends(const wi_guidance *field, const wi_lattice *lattice, uint32_t node) {
    for (uint32_t direction = 0; direction < 4; direction++)
        if ((field->open[node] & (1u << direction)) &&
            field->length[wi_lattice_beside(lattice, 0, node, direction)] < field->length[node])
            return true;
    return field->length[node] < 3.0f * lattice->step;
}

static void field_lengths(void **state) {
    (void)state;
    double worst = 0.0;
    for (uint64_t seed = 1; seed <= 6; seed++) {
        random_floor(seed);
        stage on = open_floor(&wend_router_field, false);
        wend_point goal = random_place(seed, 1000);
        wi_destination to = destination_at(goal, &wend_router_field);
        const wi_guide *guide = guide_to(&on, &to);
        const wi_lattice *lattice = &on.world->routes.lattice;
        for (uint32_t node = 0; node < lattice->nodes; node++) {
            if (lattice->cell[node] == WI_NONE) continue;
            assert_true(guide->field.open[node] & WI_SETTLED);
            assert_true(descends(&guide->field, lattice, node));
            if (node % 17 != 0) continue;
            wend_vec at = wi_lattice_place(lattice, 0, node);
            double exact = exact_length(on.world, (wend_point){at.x, at.y}, goal), ours = guide->field.length[node];
            double excess = (ours - exact) / (exact + 1.0);
            worst = fabs(excess) > worst ? fabs(excess) : worst;
            if (ours < exact - 0.05 || ours > 1.08 * exact + 2.0 * lattice->step)
                fail_msg("seed %llu: from (%g, %g) it is %g m, by the field %g", (unsigned long long)seed, at.x, at.y,
                         exact, ours);
        }
        stage_close(&on);
    }
    print_message("  off by at most %.3f of the length\n", worst);
}

// With a post at each corner the roads are a visibility graph.
static void road_lengths(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 6; seed++) {
        random_floor(seed);
        stage on = open_floor(&wend_router_roadmap, true);
        wend_point goal = random_place(seed, 1000);
        wi_destination to = destination_at(goal, &wend_router_roadmap);
        const wi_guide *guide = guide_to(&on, &to);
        for (uint32_t i = 0; i < post_count; i++) {
            double exact = exact_length(on.world, posts[i].at, goal), ours = guide->tree.length[i];
            if (ours < exact - 1e-3 || ours > exact + 16 * OFF)
                fail_msg("seed %llu: from post %u it is %g m, by the roadmap %g", (unsigned long long)seed, i, exact,
                         ours);
        }
        stage_close(&on);
    }
}

static void posts_off_the_map(void **state) {
    (void)state;
    random_floor(1);
    posts[0].at = (wend_point){SIZE / 2, SIZE / 2}; // in a box
    wi_mesh mesh;
    wend_error error;
    must(wi_mesh_build(&mesh, &plan.plan, &error), &error);
    wend_map map = wi_mesh_map(&mesh, NULL, 0);
    map.posts = posts;
    map.post_count = post_count;
    wend_scene_def def = wend_scene_default();
    def.map = &map;
    wend_scene *scene;
    assert_int_equal(wend_scene_create(&def, &scene, &error), WEND_BAD_ARGUMENT);
    posts[0] = (wend_map_post){{NAN, 1}, 0};
    assert_int_equal(wend_scene_create(&def, &scene, &error), WEND_BAD_ARGUMENT);
    posts[0] = (wend_map_post){{1, 1}, 7};
    assert_int_equal(wend_scene_create(&def, &scene, &error), WEND_BAD_ARGUMENT);
    map.post_count = WEND_POSTS_MAX + 1;
    assert_int_equal(wend_scene_create(&def, &scene, &error), WEND_BAD_ARGUMENT);
    wi_mesh_free(&mesh);
}

// Walking ----------------------------------------------------------------------------------------------------------------

// Along a hall of 3 m, from one place beside the wall to another.
static double distance_from_wall(const wend_router *router) {
    floor_init(&plan, 1);
    floor_box(&plan, WEND_ROOM, 0, 0, 0, 24, 3);
    stage on = open_floor(router, false);
    wend_agent agent = agent_at(1, 0.4);
    agent.goal.at = (wend_point){23, 0.4};
    wend_serial one = agent_add(on.world, &agent);
    for (uint32_t i = 0; i < 300 && agent_get(on.world, one).position.x < 12; i++) world_step(on.world, 1);
    double y = agent_get(on.world, one).position.y;
    world_step(on.world, 150);
    assert_true(agent_get(on.world, one).arrived);
    stage_close(&on);
    return y;
}

static void corridors_keep_clear(void **state) {
    (void)state;
    assert_true(distance_from_wall(&wend_router_mesh) < 0.5);
    double y = distance_from_wall(&wend_router_corridor);
    assert_true(y > 1.1 && y < 1.6);
}

static void leaver(wend_world *world, wend_point from, wend_point to) {
    wend_agent agent = agent_at(from.x, from.y);
    agent.goal.at = to;
    agent.goal.radius = 0.5f;
    agent.leaves = true;
    (void)agent_add(world, &agent);
}

static void expect_all_leave(const stage *on, const wend_router *router, uint32_t steps) {
    for (uint32_t i = 0; i < steps && wend_world_stats(on->world).agents > 0; i++) world_step(on->world, 1);
    if (wend_world_stats(on->world).agents > 0)
        fail_msg("%s: %u are left", router->name, wend_world_stats(on->world).agents);
}

static void round_a_pillar(const wend_router *router) {
    wend_point ring[24];
    for (uint32_t i = 0; i < 24; i++)
        ring[i] = (wend_point){8 + 1.5 * cos(i * 0.2617993877991494), 5 + 1.5 * sin(i * 0.2617993877991494)};
    floor_init(&plan, 1);
    floor_box(&plan, WEND_ROOM, 0, 0, 0, 16, 10);
    floor_shape(&plan, WEND_SOLID, 0, ring, 24);
    stage on = open_floor(router, false);
    for (uint32_t i = 0; i < 3; i++) {
        leaver(on.world, (wend_point){2 - 0.6 * i, 5}, (wend_point){14, 5});
        leaver(on.world, (wend_point){14 + 0.6 * i, 5}, (wend_point){2, 5});
    }
    expect_all_leave(&on, router, 600);
    stage_close(&on);
}

// Some leave the building together, some cross it alone.
static void through_an_office(const wend_router *router) {
    office_floor floor;
    assert_true(office_floor_make(500, &floor));
    floor_init(&plan, 1);
    plan.plan.obstacles = floor.obstacles;
    plan.plan.obstacle_count = floor.obstacle_count;
    stage on = open_floor(router, false);
    for (uint32_t i = 0; i < 12; i++) leaver(on.world, floor.rooms[i * 41], floor.rooms[250]);
    leaver(on.world, floor.rooms[3], floor.rooms[490]);
    expect_all_leave(&on, router, 3000);
    stage_close(&on);
    office_floor_free(&floor);
}

static void everyone_arrives(void **state) {
    (void)state;
    uint32_t count;
    const wend_router *const *all = wend_routers(&count);
    for (uint32_t i = 0; i < count; i++) {
        if (!all[i]->needs_map) continue;
        print_message("  %s\n", all[i]->name);
        round_a_pillar(all[i]);
        through_an_office(all[i]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(field_lengths),        cmocka_unit_test(road_lengths),     cmocka_unit_test(posts_off_the_map),
        cmocka_unit_test(corridors_keep_clear), cmocka_unit_test(everyone_arrives),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
