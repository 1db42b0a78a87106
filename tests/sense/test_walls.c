// Walls against slow, obvious answers: every query over random maps, joining, links, limits of input.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "sense/walls.h"
#include "support/failing_allocator.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SEED 7u

typedef struct floor_map {
    wend_obstacle obstacle[4096];
    wend_point point[1 << 16];
    uint32_t obstacle_count, point_count;
} floor_map;

static uint64_t draws;

static double random_between(double low, double high) {
    return low + (high - low) * (double)wend_random(SEED, 1, draws++, 0, 0);
}

static uint32_t random_below(uint32_t n) { return (uint32_t)random_between(0.0, (double)n); }

static void begin(floor_map *map, wend_obstacle_kind kind, uint32_t level) {
    map->obstacle[map->obstacle_count++] = (wend_obstacle){kind, level, map->point + map->point_count, 0};
}

static void add(floor_map *map, double x, double y) {
    map->point[map->point_count++] = (wend_point){x, y};
    map->obstacle[map->obstacle_count - 1].point_count++;
}

static void add_line(floor_map *map, double ax, double ay, double bx, double by) {
    begin(map, WEND_WALL, 0);
    add(map, ax, ay);
    add(map, bx, by);
}

static floor_map *new_map(void) {
    floor_map *made = calloc(1, sizeof *made);
    assert_non_null(made);
    return made;
}

static wend_scene_def def_of(const floor_map *map, uint32_t levels) {
    return (wend_scene_def){.levels = levels, .obstacles = map->obstacle, .obstacle_count = map->obstacle_count};
}

typedef struct built {
    wi_memory memory;
    wi_walls walls;
} built;

static built build_def(const wend_scene_def *def) {
    built made = {.memory = wi_memory_from((wend_allocator){NULL, NULL})};
    wend_error error = {WEND_OK, ""};
    if (wi_walls_build(&made.walls, &made.memory, def, &error) != WEND_OK) fail_msg("%s", error.text);
    return made;
}

static built build(const floor_map *map, uint32_t levels) {
    wend_scene_def def = def_of(map, levels);
    return build_def(&def);
}

static void unbuild(built *made) {
    wi_walls_free(&made->walls, &made->memory);
    assert_int_equal(made->memory.bytes, 0);
}

// A polygon that sees its whole edge from its centre.
static void add_star(floor_map *map, wend_obstacle_kind kind, uint32_t level, double x, double y, double size) {
    uint32_t corners = 3 + random_below(9);
    double turn = random_between(0.0, 6.0), way = random_below(2) ? 1.0 : -1.0;
    begin(map, kind, level);
    for (uint32_t i = 0; i < corners; i++) {
        double angle = turn + way * 6.283185307179586 * (double)i / (double)corners,
               r = size * random_between(0.4, 1.0);
        add(map, x + r * cos(angle), y + r * sin(angle));
    }
}

static void fill_random(floor_map *map, uint32_t levels) {
    uint32_t rooms = random_below(3);
    for (uint32_t i = 0; i < rooms; i++) {
        add_star(map, WEND_ROOM, random_below(levels), random_between(-20, 20), random_between(-20, 20), 25.0);
    }
    for (uint32_t i = 0; i < 12; i++) {
        add_star(map, WEND_SOLID, random_below(levels), random_between(-30, 30), random_between(-30, 30), 4.0);
    }
    for (uint32_t i = 0; i < 12; i++) {
        begin(map, WEND_WALL, random_below(levels));
        double x = floor(random_between(-30, 30)), y = floor(random_between(-30, 30));
        uint32_t count = 2 + random_below(6);
        for (uint32_t k = 0; k < count; k++) {
            add(map, x, y);
            x += floor(random_between(-4, 5)); // on a grid, so that pieces meet, overlap and repeat points
            y += floor(random_between(-4, 5));
        }
        if (map->obstacle[map->obstacle_count - 1].points[0].x == x) add(map, x + 1.0, y);
        add(map, x + 0.5, y + 7.0);
    }
}

static wend_vec random_place(void) {
    if (random_below(2)) return (wend_vec){(float)random_between(-35, 35), (float)random_between(-35, 35)};
    return (wend_vec){(float)floor(random_between(-35, 35)), (float)floor(random_between(-35, 35))};
}

static uint32_t level_of(const wi_walls *walls, uint32_t wall) {
    uint32_t level = 0;
    while (walls->first[level + 1] <= wall) level++;
    return level;
}

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

// Joining -------------------------------------------------------------------------------------------------------------

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

// Links ---------------------------------------------------------------------------------------------------------------

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
        cmocka_unit_test(nearest_point_of_a_wall),
        cmocka_unit_test(queries_agree_with_looking_at_everything),
        cmocka_unit_test(touching_counts),
        cmocka_unit_test(rooms_solids_and_holes),
        cmocka_unit_test(forbidden_level_with_corners),
        cmocka_unit_test(orientation_is_normal),
        cmocka_unit_test(a_wall_in_parts_is_one),
        cmocka_unit_test(a_box_in_parts_has_four_sides),
        cmocka_unit_test(pieces_do_not_join_where_they_must_not),
        cmocka_unit_test(a_wall_given_twice_is_one),
        cmocka_unit_test(curves_do_not_drift),
        cmocka_unit_test(the_order_of_obstacles_does_not_matter),
        cmocka_unit_test(links_at_joints),
        cmocka_unit_test(links_of_a_solid),
        cmocka_unit_test(links_of_a_star_go_by_angle),
        cmocka_unit_test(big_maps_stay_cheap),
        cmocka_unit_test(awkward_maps_are_built),
        cmocka_unit_test(wrong_obstacles_are_refused),
        cmocka_unit_test(repeated_points_are_dropped),
        cmocka_unit_test(nothing_is_a_map_too),
        cmocka_unit_test(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
