// Where walls go on at their ends.
#include "floor_map.h"

static const wend_wall *find_wall(const wi_walls *walls, float ax, float ay, float bx, float by, wend_wall *turned) {
    for (uint32_t i = 0; i < walls->wall_count; i++) {
        const wend_wall *w = &walls->wall[i];
        if (w->a.x == ax && w->a.y == ay && w->b.x == bx && w->b.y == by) return w;
        if (w->b.x != ax || w->b.y != ay || w->a.x != bx || w->a.y != by || w->solid) continue;
        *turned = (wend_wall){w->b, w->a, {w->after_b[1], w->after_b[0]}, {w->after_a[1], w->after_a[0]}, false};
        return turned;
    }
    fail_msg("no wall (%g, %g) -> (%g, %g)", (double)ax, (double)ay, (double)bx, (double)by);
    return NULL;
}

static void expect_at_b(const wi_walls *walls, const float wall[4], float left_x, float left_y, float right_x,
                        float right_y) {
    wend_wall turned;
    const wend_wall *w = find_wall(walls, wall[0], wall[1], wall[2], wall[3], &turned);
    assert_true(w->after_b[0].x == left_x && w->after_b[0].y == left_y);
    assert_true(w->after_b[1].x == right_x && w->after_b[1].y == right_y);
}

static void links_at_joints(void **state) {
    (void)state;
    floor_map *map = new_map();
    add_line(map, 0, 0, 5, 0), add_line(map, 5, 0, 5, 4);                                   // L
    add_line(map, 0, 10, 5, 10), add_line(map, 10, 10, 5, 10), add_line(map, 5, 10, 5, 14); // T
    add_line(map, 0, 20, 5, 20), add_line(map, 5, 20, 10, 20), add_line(map, 5, 20, 5, 24),
        add_line(map, 5, 16, 5, 20); // X
    built made = build(map, 1);
    const wi_walls *walls = &made.walls;
    expect_at_b(walls, (const float[]){0, 0, 5, 0}, 5, 4, 5, 4);
    expect_at_b(walls, (const float[]){5, 0, 0, 0}, 0, 0, 0, 0); // it ends here
    expect_at_b(walls, (const float[]){5, 4, 5, 0}, 0, 0, 0, 0);
    expect_at_b(walls, (const float[]){0, 10, 5, 10}, 5, 14, 10, 10);
    expect_at_b(walls, (const float[]){10, 10, 5, 10}, 0, 10, 5, 14);
    expect_at_b(walls, (const float[]){5, 14, 5, 10}, 10, 10, 0, 10);
    expect_at_b(walls, (const float[]){0, 20, 5, 20}, 5, 24, 5, 16);
    expect_at_b(walls, (const float[]){5, 16, 5, 20}, 0, 20, 10, 20);
    expect_at_b(walls, (const float[]){10, 20, 5, 20}, 5, 16, 5, 24);
    unbuild(&made);
    free(map);
}

static void links_of_a_solid(void **state) {
    (void)state;
    floor_map *map = new_map();
    begin(map, WEND_SOLID, 0);
    add(map, 0, 0), add(map, 4, 0), add(map, 4, 2), add(map, 0, 2);
    built made = build(map, 1);
    wend_wall unused;
    const wend_wall *south = find_wall(&made.walls, 0, 0, 4, 0, &unused);
    for (uint32_t side = 0; side < 2; side++) {
        assert_true(south->after_b[side].x == 4.0f && south->after_b[side].y == 2.0f);
        assert_true(south->after_a[side].x == 0.0f && south->after_a[side].y == 2.0f);
    }
    unbuild(&made);
    free(map);
}

// A turn in degrees from one direction to another, counter-clockwise, above 0 up to 360.
static double turn(wend_vec at, wend_vec from, wend_vec to) {
    double a = atan2((double)from.y - at.y, (double)from.x - at.x), b = atan2((double)to.y - at.y, (double)to.x - at.x);
    double degrees = (b - a) * 57.29577951308232;
    return degrees <= 1e-9 ? degrees + 360.0 : degrees;
}

static void links_of_a_star_go_by_angle(void **state) {
    (void)state;
    for (uint32_t round = 0; round < 100; round++) {
        floor_map *map = new_map();
        uint32_t rays = 3 + random_below(6);
        for (uint32_t i = 0; i < rays; i++) add_line(map, 0, 0, random_between(-9, 9), random_between(-9, 9));
        built made = build(map, 1);
        for (uint32_t i = 0; i < rays; i++) {
            const wend_wall *wall = &made.walls.wall[i];
            bool from_a = wall->a.x == 0.0f && wall->a.y == 0.0f;
            wend_vec centre = {0, 0}, far = from_a ? wall->b : wall->a;
            wend_vec counter_clockwise = from_a ? wall->after_a[0] : wall->after_b[1];
            wend_vec clockwise = from_a ? wall->after_a[1] : wall->after_b[0];
            for (uint32_t k = 0; k < rays; k++) {
                wend_vec other = (made.walls.wall[k].a.x == 0.0f) ? made.walls.wall[k].b : made.walls.wall[k].a;
                if (k == i) continue;
                assert_true(turn(centre, far, counter_clockwise) <= turn(centre, far, other));
                assert_true(turn(centre, clockwise, far) <= turn(centre, other, far));
            }
        }
        unbuild(&made);
        free(map);
    }
}

int main(void) {
    printf("seed %u\n", SEED);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(links_at_joints),
        cmocka_unit_test(links_of_a_solid),
        cmocka_unit_test(links_of_a_star_go_by_angle),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
