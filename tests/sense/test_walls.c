// Walls against slow, obvious answers: every query over random maps.
#include "floor_map.h"

// The slow answers ----------------------------------------------------------------------------------------------------

static uint32_t slow_near(const wi_walls *walls, uint32_t level, wend_vec at, float distance, uint32_t *found) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < walls->wall_count; i++) {
        float d2 = wi_wall_distance2(&walls->wall[i], at, NULL);
        if (level_of(walls, i) != level || !(d2 < distance * distance)) continue;
        uint32_t place = count++;
        for (; place > 0 && wi_wall_distance2(&walls->wall[found[place - 1]], at, NULL) > d2; place--) {
            found[place] = found[place - 1];
        }
        found[place] = i;
    }
    return count;
}

static long double side_of(wend_vec a, wend_vec b, wend_vec c) {
    return ((long double)b.x - a.x) * ((long double)c.y - a.y) - ((long double)b.y - a.y) * ((long double)c.x - a.x);
}

static bool on_segment(wend_vec a, wend_vec b, wend_vec p) {
    return side_of(a, b, p) == 0.0L && p.x >= fminf(a.x, b.x) && p.x <= fmaxf(a.x, b.x) && p.y >= fminf(a.y, b.y) &&
           p.y <= fmaxf(a.y, b.y);
}

static bool slow_touch(wend_vec p, wend_vec q, wend_vec a, wend_vec b) {
    if (on_segment(a, b, p) || on_segment(a, b, q) || on_segment(p, q, a) || on_segment(p, q, b)) return true;
    bool parts = (side_of(p, q, a) > 0) != (side_of(p, q, b) > 0),
         parted = (side_of(a, b, p) > 0) != (side_of(a, b, q) > 0);
    return parts && parted && side_of(p, q, a) != 0 && side_of(p, q, b) != 0;
}

static bool slow_inside(const wend_obstacle *polygon, wend_vec at) {
    bool inside = false;
    for (uint32_t i = 0; i < polygon->point_count; i++) {
        wend_point a = polygon->points[i], b = polygon->points[(i + 1) % polygon->point_count];
        if ((a.y > at.y) == (b.y > at.y)) continue;
        if (a.x + (at.y - a.y) * (b.x - a.x) / (b.y - a.y) > at.x) inside = !inside;
    }
    return inside;
}

static bool slow_forbid(const floor_map *map, uint32_t level, wend_vec at) {
    bool rooms = false, in_room = false;
    for (uint32_t i = 0; i < map->obstacle_count; i++) {
        const wend_obstacle *obstacle = &map->obstacle[i];
        if (obstacle->level != level || obstacle->kind == WEND_WALL) continue;
        bool inside = slow_inside(obstacle, at);
        if (obstacle->kind == WEND_SOLID && inside) return true;
        if (obstacle->kind == WEND_ROOM) rooms = true;
        if (obstacle->kind == WEND_ROOM && inside) in_room = true;
    }
    return rooms && !in_room;
}

// Queries over random maps --------------------------------------------------------------------------------------------

static void check_near(const wi_walls *walls, uint32_t level) {
    uint32_t want[1024], found[1024], max = 1 + random_below(40);
    float distance2[1024], distance = (float)random_between(0.0, 40.0);
    wend_vec at = random_place();
    uint32_t all = slow_near(walls, level, at, distance, want);
    uint32_t count = wi_walls_near(walls, level, at, distance, max, found, distance2);
    assert_int_equal(count, all < max ? all : max);
    for (uint32_t i = 0; i < count; i++) {
        assert_int_equal(found[i], want[i]);
        assert_true(distance2[i] == wi_wall_distance2(&walls->wall[found[i]], at, NULL));
    }
    memset(found, 0, sizeof found);
    assert_int_equal(wi_walls_near(walls, level, at, distance, max, found, NULL), count);
    for (uint32_t i = 0; i < count; i++) assert_int_equal(found[i], want[i]);
}

static void check_box(const wi_walls *walls, uint32_t level) {
    wend_vec a = random_place(), b = random_place();
    wend_vec min = {fminf(a.x, b.x), fminf(a.y, b.y)}, max = {fmaxf(a.x, b.x), fmaxf(a.y, b.y)};
    uint32_t found[1024], room = random_below(30), count = wi_walls_in_box(walls, level, min, max, room, found),
                          seen = 0;
    for (uint32_t i = 0; i < walls->wall_count; i++) {
        const wend_wall *wall = &walls->wall[i];
        bool apart = fmaxf(wall->a.x, wall->b.x) < min.x || fminf(wall->a.x, wall->b.x) > max.x ||
                     fmaxf(wall->a.y, wall->b.y) < min.y || fminf(wall->a.y, wall->b.y) > max.y;
        if (apart || level_of(walls, i) != level) continue;
        if (seen < room) assert_int_equal(found[seen], i);
        seen++;
    }
    assert_int_equal(count, seen);
}

// The slow share of the way to a wall, for walls that are not in line with it.
static double slow_share(wend_vec from, wend_vec to, const wend_wall *wall) {
    long double at_from = side_of(wall->a, wall->b, from), at_to = side_of(wall->a, wall->b, to);
    return (double)(at_from / (at_from - at_to));
}

static void check_way(const wi_walls *walls, uint32_t level) {
    wend_vec from = random_place(), to = random_below(20) == 0 ? from : random_place();
    if (random_below(4) == 0) to = walls->wall[random_below(walls->wall_count)].b;
    if (random_below(8) == 0) from = walls->wall[random_below(walls->wall_count)].a;
    double first = 1.0;
    bool clear = true, in_line = false;
    for (uint32_t i = 0; i < walls->wall_count; i++) {
        const wend_wall *wall = &walls->wall[i];
        if (level_of(walls, i) != level || !slow_touch(from, to, wall->a, wall->b)) continue;
        clear = false;
        if (side_of(wall->a, wall->b, from) == side_of(wall->a, wall->b, to)) {
            in_line = true;
        } else {
            first = fmin(first, slow_share(from, to, wall));
        }
    }
    uint32_t hit;
    float share = wi_walls_hit(walls, level, from, to, &hit);
    assert_int_equal(wi_walls_clear(walls, level, from, to), clear);
    assert_int_equal(hit == UINT32_MAX, clear);
    assert_true(share >= 0.0f && (double)share <= first);
    if (!in_line) assert_true(fabs((double)share - first) < 1e-6);
    if (!clear) assert_true(slow_touch(from, to, walls->wall[hit].a, walls->wall[hit].b));
    if (clear) assert_true(share == 1.0f);
}

static void check_forbid(const floor_map *map, const wi_walls *walls, uint32_t level) {
    wend_vec at = random_place();
    uint32_t found[1];
    if (wi_walls_near(walls, level, at, 1e-3f, 1, found, NULL) > 0) return;
    assert_int_equal(wi_walls_forbid(walls, level, at), slow_forbid(map, level, at));
}

static void queries_agree_with_looking_at_everything(void **state) {
    (void)state;
    for (uint32_t round = 0; round < 100; round++) {
        floor_map *map = new_map();
        uint32_t levels = 1 + random_below(3);
        fill_random(map, levels);
        built made = build(map, levels);
        for (uint32_t i = 0; i < 300; i++) {
            uint32_t level = random_below(levels);
            check_near(&made.walls, level);
            check_box(&made.walls, level);
            check_way(&made.walls, level);
            check_forbid(map, &made.walls, level);
        }
        unbuild(&made);
        free(map);
    }
}

static void nearest_point_of_a_wall(void **state) {
    (void)state;
    wend_wall wall = {.a = {1, 1}, .b = {5, 1}};
    wend_vec nearest;
    assert_true(wi_wall_distance2(&wall, (wend_vec){3, 4}, &nearest) == 9.0f);
    assert_true(nearest.x == 3.0f && nearest.y == 1.0f);
    assert_true(wi_wall_distance2(&wall, (wend_vec){-2, 5}, &nearest) == 25.0f);
    assert_true(nearest.x == 1.0f && nearest.y == 1.0f);
    assert_true(wi_wall_distance2(&wall, (wend_vec){6, 1}, &nearest) == 1.0f);
    assert_true(nearest.x == 5.0f);
    assert_true(wi_wall_distance2(&wall, (wend_vec){4, 1}, &nearest) == 0.0f);
}

static void touching_counts(void **state) {
    (void)state;
    floor_map *map = new_map();
    add_line(map, 0, 0, 10, 0);
    built made = build(map, 1);
    const wi_walls *walls = &made.walls;
    uint32_t hit;
    assert_false(wi_walls_clear(walls, 0, (wend_vec){5, 1}, (wend_vec){5, 0}));
    assert_true(wi_walls_hit(walls, 0, (wend_vec){5, 1}, (wend_vec){5, 0}, &hit) == 1.0f);
    assert_int_equal(hit, 0);
    assert_true(wi_walls_hit(walls, 0, (wend_vec){5, 1}, (wend_vec){5, -1}, &hit) == 0.5f);
    assert_true(wi_walls_hit(walls, 0, (wend_vec){5, 0}, (wend_vec){5, 3}, &hit) == 0.0f);
    assert_true(wi_walls_hit(walls, 0, (wend_vec){-10, 0}, (wend_vec){10, 0}, &hit) == 0.5f); // along its line
    assert_true(wi_walls_hit(walls, 0, (wend_vec){20, 0}, (wend_vec){0, 0}, &hit) == 0.5f);
    assert_true(wi_walls_hit(walls, 0, (wend_vec){12, 0}, (wend_vec){14, 0}, &hit) == 1.0f);
    assert_int_equal(hit, UINT32_MAX);
    assert_false(wi_walls_clear(walls, 0, (wend_vec){3, 0}, (wend_vec){3, 0}));
    assert_true(wi_walls_hit(walls, 0, (wend_vec){3, 0}, (wend_vec){3, 0}, NULL) == 0.0f);
    assert_true(wi_walls_clear(walls, 0, (wend_vec){3, 1e-30f}, (wend_vec){3, 1e-30f}));
    assert_true(wi_walls_clear(walls, 7, (wend_vec){5, 1}, (wend_vec){5, -1})); // no such level, no walls
    unbuild(&made);
    free(map);
}

static void rooms_solids_and_holes(void **state) {
    (void)state;
    floor_map *map = new_map();
    begin(map, WEND_ROOM, 1);
    add(map, 0, 0), add(map, 10, 0), add(map, 10, 10), add(map, 0, 10);
    begin(map, WEND_ROOM, 1); // a second one that overlaps
    add(map, 8, 4), add(map, 8, 6), add(map, 20, 6), add(map, 20, 4);
    begin(map, WEND_SOLID, 1);
    add(map, 2, 2), add(map, 4, 2), add(map, 4, 4), add(map, 2, 4);
    begin(map, WEND_SOLID, 1); // overlaps the pillar and both rooms' side
    add(map, 3, 3), add(map, 9, 3), add(map, 9, 5), add(map, 3, 5);
    begin(map, WEND_SOLID, 2);
    add(map, 0, 0), add(map, 1, 0), add(map, 1, 1);
    built made = build(map, 4);
    const wi_walls *walls = &made.walls;
    assert_false(wi_walls_forbid(walls, 1, (wend_vec){1, 1}));
    assert_true(wi_walls_forbid(walls, 1, (wend_vec){2.5f, 2.5f}));
    assert_true(wi_walls_forbid(walls, 1, (wend_vec){3.5f, 3.5f}));
    assert_true(wi_walls_forbid(walls, 1, (wend_vec){8.5f, 4.5f}));
    assert_false(wi_walls_forbid(walls, 1, (wend_vec){9, 5.5f}));
    assert_false(wi_walls_forbid(walls, 1, (wend_vec){15, 5}));
    assert_true(wi_walls_forbid(walls, 1, (wend_vec){15, 7}));
    assert_true(wi_walls_forbid(walls, 1, (wend_vec){-1, 5}));
    assert_true(wi_walls_forbid(walls, 2, (wend_vec){0.9f, 0.5f}));
    assert_false(wi_walls_forbid(walls, 2, (wend_vec){-5, 0.5f}));
    assert_false(wi_walls_forbid(walls, 0, (wend_vec){2.5f, 2.5f}));
    assert_false(wi_walls_forbid(walls, 9, (wend_vec){2.5f, 2.5f}));
    unbuild(&made);
    free(map);
}

// Level with corners, where a ray could count them twice or not at all.
static void forbidden_level_with_corners(void **state) {
    (void)state;
    floor_map *map = new_map();
    begin(map, WEND_SOLID, 0);
    add(map, 0, -1), add(map, 1, 0), add(map, 0, 1), add(map, -1, 0);
    begin(map, WEND_SOLID, 0); // with a level side
    add(map, 5, 0), add(map, 7, 0), add(map, 7, 1), add(map, 8, 1), add(map, 8, 3), add(map, 5, 3);
    built made = build(map, 1);
    const wend_vec inside[] = {{0, 0}, {-0.5f, 0}, {0.9f, 0}, {6, 1}, {5.5f, 2}};
    const wend_vec outside[] = {{-2, 0}, {2, 0}, {-3, 1}, {-3, -1}, {3, 0}, {3, 1}, {4, 3}, {7.5f, 0.5f}, {9, 1}};
    for (uint32_t i = 0; i < WEND_COUNT(inside); i++) assert_true(wi_walls_forbid(&made.walls, 0, inside[i]));
    for (uint32_t i = 0; i < WEND_COUNT(outside); i++) assert_false(wi_walls_forbid(&made.walls, 0, outside[i]));
    unbuild(&made);
    free(map);
}

// The open side of solid pieces lies on the right, however the points were given.
static void orientation_is_normal(void **state) {
    (void)state;
    for (uint32_t round = 0; round < 200; round++) {
        floor_map *map = new_map();
        wend_obstacle_kind kind = round % 2 ? WEND_SOLID : WEND_ROOM;
        add_star(map, kind, 0, 0, 0, 5.0);
        built made = build(map, 1);
        for (uint32_t i = 0; i < made.walls.wall_count; i++) {
            const wend_wall *wall = &made.walls.wall[i];
            bool centre_left = side_of(wall->a, wall->b, (wend_vec){0, 0}) > 0;
            assert_true(wall->solid);
            assert_int_equal(centre_left, kind == WEND_SOLID);
        }
        unbuild(&made);
        free(map);
    }
}

int main(void) {
    printf("seed %u\n", SEED);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nearest_point_of_a_wall),
        cmocka_unit_test(queries_agree_with_looking_at_everything),
        cmocka_unit_test(touching_counts),
        cmocka_unit_test(rooms_solids_and_holes),
        cmocka_unit_test(forbidden_level_with_corners),
        cmocka_unit_test(orientation_is_normal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
