// Pieces of wall that lie in one line become one, whatever their order.
#include "floor_map.h"

static void shuffle_obstacles(floor_map *map) {
    for (uint32_t i = map->obstacle_count - 1; i > 0; i--) {
        uint32_t k = random_below(i + 1);
        wend_obstacle swap = map->obstacle[i];
        map->obstacle[i] = map->obstacle[k];
        map->obstacle[k] = swap;
    }
}

// A wall from (ax, ay) to (bx, by) in parts, each its own obstacle, in random order and direction.
static void add_parts(floor_map *map, double ax, double ay, double bx, double by, uint32_t parts) {
    for (uint32_t i = 0; i < parts; i++) {
        double s = (double)i / (double)parts, t = (double)(i + 1) / (double)parts;
        double cx = ax + s * (bx - ax), cy = ay + s * (by - ay), dx = ax + t * (bx - ax), dy = ay + t * (by - ay);
        if (random_below(2)) {
            add_line(map, cx, cy, dx, dy);
        } else {
            add_line(map, dx, dy, cx, cy);
        }
    }
}

static void a_wall_in_parts_is_one(void **state) {
    (void)state;
    const double ends[][4] = {{0, 0, 100, 0}, {3, 5, 3, -40}, {-7, 2, 31, 19.5}, {1000, 2000, 900, 2350}, {0, 0, 1, 2}};
    for (uint32_t i = 0; i < WEND_COUNT(ends); i++) {
        floor_map *map = new_map();
        add_parts(map, ends[i][0], ends[i][1], ends[i][2], ends[i][3], 100);
        shuffle_obstacles(map);
        built made = build(map, 1);
        assert_int_equal(made.walls.wall_count, 1);
        const wend_wall *wall = made.walls.wall;
        bool same = wall->a.x == (float)ends[i][0] && wall->a.y == (float)ends[i][1] &&
                    wall->b.x == (float)ends[i][2] && wall->b.y == (float)ends[i][3];
        bool turned = wall->b.x == (float)ends[i][0] && wall->b.y == (float)ends[i][1] &&
                      wall->a.x == (float)ends[i][2] && wall->a.y == (float)ends[i][3];
        assert_true(same || turned);
        assert_false(wall->solid);
        unbuild(&made);
        free(map);
    }
}

static void a_box_in_parts_has_four_sides(void **state) {
    (void)state;
    floor_map *map = new_map();
    begin(map, WEND_SOLID, 0);
    for (int i = 5; i < 40; i++)
        add(map, i < 10 ? i : i < 20 ? 10 : i < 30 ? 30 - i : 0, i < 10 ? 0 : i < 20 ? i - 10 : i < 30 ? 10 : 40 - i);
    for (int i = 0; i < 5; i++) add(map, i, 0);
    add(map, 5, 0); // a last point equal to the first
    built made = build(map, 1);
    assert_int_equal(made.walls.wall_count, 4);
    for (uint32_t i = 0; i < 4; i++) {
        const wend_wall *wall = &made.walls.wall[i];
        assert_true(fabsf(wall->a.x - wall->b.x) + fabsf(wall->a.y - wall->b.y) == 10.0f);
    }
    unbuild(&made);
    free(map);
}

static void pieces_do_not_join_where_they_must_not(void **state) {
    (void)state;
    floor_map *map = new_map();
    add_line(map, 0, 0, 5, 0), add_line(map, 5, 0, 10, 0), add_line(map, 5, 0, 5, 3);        // a T
    add_line(map, 0, 10, 5, 10), add_line(map, 5, 10, 10, 10.001);                           // a bend of a millimetre
    add_line(map, 0, 20, 5, 20), add_line(map, 5, 20, 3, 20);                                // folded back
    add_line(map, 0, 30, 5, 30), add_line(map, 5, 30, 10, 30), add_line(map, 5, 30, 11, 35); // a Y
    begin(map, WEND_WALL, 1);
    add(map, 10, 0), add(map, 15, 0); // straight on, but on another level
    built made = build(map, 2);
    assert_int_equal(made.walls.wall_count, 11);
    unbuild(&made);
    free(map);
}

static void a_wall_given_twice_is_one(void **state) {
    (void)state;
    floor_map *map = new_map();
    add_line(map, 0, 0, 5, 0), add_line(map, 5, 0, 0, 0), add_line(map, 5, 0, 9, 0), add_line(map, 5, 0, 9, 0);
    built made = build(map, 1);
    assert_int_equal(made.walls.wall_count, 1);
    unbuild(&made);
    free(map);
}

static double distance_to_walls(const wi_walls *walls, wend_vec at) {
    uint32_t found[1];
    float distance2[1];
    assert_int_equal(wi_walls_near(walls, 0, at, 1e6f, 1, found, distance2), 1);
    return sqrt((double)distance2[0]);
}

// A circle of many sides is bent everywhere by less than the tolerance; joining must not cut corners off it.
static void curves_do_not_drift(void **state) {
    (void)state;
    const double radii[] = {0.5, 5.0, 400.0};
    for (uint32_t r = 0; r < WEND_COUNT(radii); r++) {
        for (int kind = WEND_WALL; kind <= WEND_ROOM; kind++) {
            floor_map *map = new_map();
            begin(map, (wend_obstacle_kind)kind, 0);
            for (int i = 0; i < 20000; i++)
                add(map, radii[r] * cos(i * 3.14159265358979 / 1e4), radii[r] * sin(i * 3.14159265358979 / 1e4));
            if (kind == WEND_WALL) add(map, radii[r], 0);
            built made = build(map, 1);
            assert_in_range(made.walls.wall_count, 50, 15000);
            for (uint32_t i = 0; i < map->point_count; i += 7) {
                wend_vec at = {(float)map->point[i].x, (float)map->point[i].y};
                assert_true(distance_to_walls(&made.walls, at) < 1.01e-4);
            }
            assert_int_equal(wi_walls_forbid(&made.walls, 0, (wend_vec){0, 0}), kind == WEND_SOLID);
            unbuild(&made);
            free(map);
        }
    }
}

static bool same_walls(const wi_walls *a, const wi_walls *b) {
    if (a->wall_count != b->wall_count || a->node_count != b->node_count) return false;
    for (uint32_t i = 0; i < a->wall_count; i++) {
        const wend_wall *p = &a->wall[i], *q = &b->wall[i];
        const wend_vec of_p[] = {p->a, p->b, p->after_a[0], p->after_a[1], p->after_b[0], p->after_b[1]};
        const wend_vec of_q[] = {q->a, q->b, q->after_a[0], q->after_a[1], q->after_b[0], q->after_b[1]};
        if (memcmp(of_p, of_q, sizeof of_p) != 0 || p->solid != q->solid || a->kind[i] != b->kind[i]) return false;
    }
    return memcmp(a->node, b->node, a->node_count * sizeof *a->node) == 0;
}

static void the_order_of_obstacles_does_not_matter(void **state) {
    (void)state;
    for (uint32_t round = 0; round < 50; round++) {
        floor_map *map = new_map();
        fill_random(map, 2);
        add_parts(map, -50, 3, 50, 17, 40);
        built first = build(map, 2);
        shuffle_obstacles(map);
        built second = build(map, 2);
        assert_true(same_walls(&first.walls, &second.walls));
        unbuild(&first);
        unbuild(&second);
        free(map);
    }
}

int main(void) {
    printf("seed %u\n", SEED);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_wall_in_parts_is_one),
        cmocka_unit_test(a_box_in_parts_has_four_sides),
        cmocka_unit_test(pieces_do_not_join_where_they_must_not),
        cmocka_unit_test(a_wall_given_twice_is_one),
        cmocka_unit_test(curves_do_not_drift),
        cmocka_unit_test(the_order_of_obstacles_does_not_matter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
