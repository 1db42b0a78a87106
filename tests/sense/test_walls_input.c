// Maps that are big, awkward, wrong or empty, and memory that fails.
#include "floor_map.h"

#include "support/failing_allocator.h"

// Size ----------------------------------------------------------------------------------------------------------------

// How many nodes a search that ended at `distance2` had to open.
static uint32_t nodes_within(const wi_walls *walls, wend_vec at, double distance2) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < walls->node_count; i++) {
        const wi_wall_node *node = &walls->node[i];
        double x = fmax(0.0, fmax((double)node->min_x - at.x, (double)at.x - node->max_x));
        double y = fmax(0.0, fmax((double)node->min_y - at.y, (double)at.y - node->max_y));
        count += x * x + y * y <= distance2;
    }
    return count;
}

static void big_maps_stay_cheap(void **state) {
    (void)state;
    enum { side_count = 224 }; // 224 x 224 squares of two walls: 100,352
    static wend_point points[side_count * side_count * 2][2];
    static wend_obstacle obstacles[side_count * side_count * 2];
    uint32_t count = 0;
    for (int y = 0; y < side_count; y++) {
        for (int x = 0; x < side_count; x++) {
            for (int upright = 0; upright < 2; upright++, count++) {
                points[count][0] = (wend_point){3.0 * x, 3.0 * y};
                points[count][1] = (wend_point){3.0 * x + (upright ? 0.1 : 2.0), 3.0 * y + (upright ? 2.0 : 0.1)};
                obstacles[count] = (wend_obstacle){WEND_WALL, 0, points[count], 2};
            }
        }
    }
    wend_scene_def def = {.levels = 1, .obstacles = obstacles, .obstacle_count = count};
    built made = build_def(&def);
    const wi_walls *walls = &made.walls;
    assert_int_equal(walls->wall_count, count);
    assert_true(walls->node_count <= walls->wall_count);
    uint64_t opened = 0;
    for (uint32_t i = 0; i < 200; i++) {
        wend_vec at = {(float)random_between(0, 660), (float)random_between(0, 660)};
        uint32_t found[8];
        float distance2[8];
        assert_int_equal(wi_walls_near(walls, 0, at, 50.0f, 8, found, distance2), 8);
        opened += nodes_within(walls, at, (double)distance2[7]);
    }
    assert_in_range(opened / 200, 15, 60);
    unbuild(&made);
}

// Chains, stars and heaps in one place must neither take long nor go deep.
static void awkward_maps_are_built(void **state) {
    (void)state;
    enum { pieces = 50000 };
    static wend_point points[pieces][2];
    static wend_obstacle obstacles[pieces];
    for (int shape = 0; shape < 4; shape++) {
        for (int i = 0; i < pieces; i++) {
            double t = i * 1e-3, s = shape == 3 ? 1e-3 * i * i : t; // line, star, heap, ever longer line
            points[i][0] = shape == 1   ? (wend_point){0, 0}
                           : shape == 2 ? (wend_point){i % 7, i % 11}
                                        : (wend_point){s, 0};
            points[i][1] = shape == 1   ? (wend_point){cos(t), sin(t)}
                           : shape == 2 ? (wend_point){i % 13 + 20, i % 17}
                           : shape == 3 ? (wend_point){1e-3 * (i + 1.0) * (i + 1.0), 0}
                                        : (wend_point){(i + 1) * 1e-3, 0};
            obstacles[i] = (wend_obstacle){WEND_WALL, 0, points[i], 2};
        }
        wend_scene_def def = {.levels = 1, .obstacles = obstacles, .obstacle_count = pieces};
        built made = build_def(&def);
        if (shape == 0 || shape == 3) assert_int_equal(made.walls.wall_count, 1);
        unbuild(&made);
    }
}

// Input ---------------------------------------------------------------------------------------------------------------

static void expect_refused(const wend_obstacle *obstacle, const char *const *words) {
    wend_point fine[2] = {{0, 0}, {1, 0}};
    wend_obstacle both[2] = {{WEND_WALL, 0, fine, 2}, *obstacle};
    wend_scene_def def = {.origin = {100, 100}, .levels = 2, .obstacles = both, .obstacle_count = 2};
    failing_allocator allocator = {0};
    wi_memory memory = wi_memory_from(failing_allocator_make(&allocator));
    wi_walls walls;
    wend_error error = {WEND_OK, ""};
    assert_int_equal(wi_walls_build(&walls, &memory, &def, &error), WEND_BAD_ARGUMENT);
    assert_int_equal(error.result, WEND_BAD_ARGUMENT);
    assert_int_equal(allocator.live_blocks, 0);
    assert_non_null(strstr(error.text, "obstacle 1"));
    for (; *words; words++) {
        if (!strstr(error.text, *words)) fail_msg("'%s' is not in '%s'", *words, error.text);
    }
}

#define REFUSED(obstacle, ...) expect_refused(&(wend_obstacle)obstacle, (const char *const[]){__VA_ARGS__, NULL})
#define UNPACK(...) \
    { __VA_ARGS__ }

static void wrong_obstacles_are_refused(void **state) {
    (void)state;
    wend_point square[4] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
    wend_point with_nan[3] = {{0, 0}, {1, 0}, {1, NAN}}, with_infinity[2] = {{0, 0}, {INFINITY, 0}};
    wend_point far_away[2] = {{0, 0}, {10000101.5, 0}}, same[3] = {{5, 5}, {5, 5}, {5, 5}};
    wend_point line[4] = {{0, 0}, {0.1, 0.2}, {0.3, 0.6}, {0.2, 0.4}};
    REFUSED(UNPACK((wend_obstacle_kind)9, 0, square, 4), "kind", "9", "WEND_ROOM");
    REFUSED(UNPACK(WEND_WALL, 2, square, 4), "level is 2", "2");
    REFUSED(UNPACK(WEND_WALL, 0, square, 1), "point_count is 1", "at least 2");
    REFUSED(UNPACK(WEND_SOLID, 0, square, 2), "point_count is 2", "at least 3");
    REFUSED(UNPACK(WEND_ROOM, 0, square, 0), "point_count is 0", "at least 3");
    REFUSED(UNPACK(WEND_WALL, 0, NULL, 2), "NULL");
    REFUSED(UNPACK(WEND_SOLID, 0, with_nan, 3), "point 2", "nan", "finite");
    REFUSED(UNPACK(WEND_WALL, 0, with_infinity, 2), "point 1", "inf", "finite");
    REFUSED(UNPACK(WEND_WALL, 0, far_away, 2), "point 1", "10000101.5", "1e+07", "origin");
    REFUSED(UNPACK(WEND_WALL, 0, same, 3), "same", "(5, 5)");
    REFUSED(UNPACK(WEND_SOLID, 0, same, 3), "no area");
    REFUSED(UNPACK(WEND_ROOM, 0, line, 4), "no area", "WEND_WALL");
    wend_scene_def def = {.levels = 1, .obstacle_count = 1};
    wi_memory memory = wi_memory_from((wend_allocator){NULL, NULL});
    wi_walls walls;
    wend_error error;
    assert_int_equal(wi_walls_build(&walls, &memory, &def, &error), WEND_BAD_ARGUMENT);
    assert_non_null(strstr(error.text, "obstacles is NULL"));
    assert_int_equal(wi_walls_build(&walls, &memory, &def, NULL), WEND_BAD_ARGUMENT);
}

static void repeated_points_are_dropped(void **state) {
    (void)state;
    floor_map *map = new_map();
    begin(map, WEND_SOLID, 0);
    add(map, 0, 0), add(map, 0, 0), add(map, 3, 0), add(map, 3, -0.0), add(map, 3, 3), add(map, 0, 0);
    begin(map, WEND_WALL, 0);
    add(map, 9, 9), add(map, 9, 9), add(map, 8, 7), add(map, 8, 7);
    built made = build(map, 1);
    assert_int_equal(made.walls.wall_count, 4);
    unbuild(&made);
    free(map);
}

static void nothing_is_a_map_too(void **state) {
    (void)state;
    wend_scene_def def = {.levels = 3};
    built made = build_def(&def);
    uint32_t found[1];
    assert_int_equal(made.walls.wall_count, 0);
    assert_int_equal(wi_walls_near(&made.walls, 1, (wend_vec){0, 0}, 1e9f, 1, found, NULL), 0);
    assert_int_equal(wi_walls_in_box(&made.walls, 1, (wend_vec){-1, -1}, (wend_vec){1, 1}, 1, found), 0);
    assert_true(wi_walls_clear(&made.walls, 2, (wend_vec){0, 0}, (wend_vec){1, 1}));
    assert_false(wi_walls_forbid(&made.walls, 0, (wend_vec){0, 0}));
    unbuild(&made);
}

static void every_allocation_may_fail(void **state) {
    (void)state;
    floor_map *map = new_map();
    fill_random(map, 2);
    wend_scene_def def = def_of(map, 2);
    wend_result result = WEND_NO_MEMORY;
    for (uint64_t fail_at = 1; result != WEND_OK; fail_at++) {
        failing_allocator allocator = {.fail_at = fail_at};
        wi_memory memory = wi_memory_from(failing_allocator_make(&allocator));
        wi_walls walls;
        wend_error error = {WEND_OK, ""};
        result = wi_walls_build(&walls, &memory, &def, &error);
        if (result == WEND_OK) {
            assert_true(fail_at > 10 && allocator.calls == fail_at - 1);
            wi_walls_free(&walls, &memory);
        } else {
            assert_int_equal(result, WEND_NO_MEMORY);
            assert_non_null(strstr(error.text, "memory"));
        }
        assert_int_equal(allocator.live_blocks, 0);
        assert_int_equal(memory.bytes, 0);
    }
    free(map);
}

int main(void) {
    printf("seed %u\n", SEED);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(big_maps_stay_cheap),         cmocka_unit_test(awkward_maps_are_built),
        cmocka_unit_test(wrong_obstacles_are_refused), cmocka_unit_test(repeated_points_are_dropped),
        cmocka_unit_test(nothing_is_a_map_too),        cmocka_unit_test(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
