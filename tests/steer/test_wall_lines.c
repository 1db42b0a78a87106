// The half-planes of walls that viewer/tests/unit/wall_lines.test.ts compares with are those of the library: both read
// the same tables.
//
// wall_sceneries.inc: scenery, kind (0 a line of wall, 1 a solid, 2 a room, 3 a closed door), points, x and y of each.
// wall_lines.inc: scenery; a disc at x, y with its radius; its velocity; the horizon; then how many lines there are, and
// normal and offset of each. The step is 0.1 s and the greatest speed 2 m/s.
#include "steer/wall_lines.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "support/stage.h"

enum { MOST_POINTS = 5, MOST_PARTS = 8, MOST_LINES = 8, INPUTS = 7, DOOR = 3 };

static const double parts[][3 + 2 * MOST_POINTS] = {
#include "steer/wall_sceneries.inc"
};

static const double cases[][INPUTS + 1 + 3 * MOST_LINES] = {
#include "steer/wall_lines.inc"
};

typedef struct scenery {
    wend_point point[MOST_PARTS][MOST_POINTS];
    wend_obstacle obstacle[MOST_PARTS];
    wend_door door[MOST_PARTS];
    uint32_t obstacles, doors;
} scenery;

static void add_part(scenery *to, const double *part) {
    uint32_t count = (uint32_t)part[2];
    wend_point *points = to->point[to->obstacles + to->doors];
    for (uint32_t i = 0; i < count; i++) points[i] = (wend_point){part[3 + 2 * i], part[4 + 2 * i]};
    if ((int)part[1] == DOOR)
        to->door[to->doors++] = (wend_door){.level = 0, .a = points[0], .b = points[1], .open = false};
    else
        to->obstacle[to->obstacles++] = (wend_obstacle){(wend_obstacle_kind)part[1], 0, points, count};
}

static stage scenery_open(double which) {
    scenery built = {.obstacles = 0};
    for (size_t i = 0; i < WEND_COUNT(parts); i++)
        if (parts[i][0] == which) add_part(&built, parts[i]);
    wend_scene_def def = wend_scene_default();
    def.obstacles = built.obstacle;
    def.obstacle_count = built.obstacles;
    def.doors = built.door;
    def.door_count = built.doors;
    wend_world_def world = wend_world_default(NULL);
    world.step = 0.1f;
    return stage_open(&def, &world);
}

// Small when it comes in, for then it needs no room; bodies may overlap walls.
static void enter(wend_world *world, double x, double y, float radius) {
    wend_agent agent = agent_at(x, y);
    agent.shape = wend_disc(0.01f);
    agent.max_speed = 2.0f;
    wend_serial serial = agent_add(world, &agent);
    agent = agent_get(world, serial);
    agent.shape = wend_disc(radius);
    agent_set(world, &agent);
}

static uint32_t lines_of(const double *c, wi_line *lines) {
    stage on = scenery_open(c[0]);
    enter(on.world, c[1], c[2], (float)c[3]);
    wend_view view = world_view(on.world);
    wi_wall_body body = wi_wall_disc(view.form[0].radius);
    uint32_t count = wi_wall_lines(&view, 0, &body, (wend_vec){(float)c[4], (float)c[5]}, (float)c[6], lines);
    stage_close(&on);
    return count;
}

static bool agrees(const double *c, const wi_line *lines, uint32_t count) {
    if ((double)count != c[INPUTS]) return false;
    for (uint32_t i = 0; i < count; i++) {
        const double *line = c + INPUTS + 1 + 3 * i;
        if (fabs((double)lines[i].normal.x - line[0]) > 1e-5 || fabs((double)lines[i].normal.y - line[1]) > 1e-5 ||
            fabs((double)lines[i].offset - line[2]) > 1e-5)
            return false;
    }
    return true;
}

static void print_row(const double *c, const wi_line *lines, uint32_t count) {
    printf("{");
    for (uint32_t i = 0; i < INPUTS; i++) printf("%g, ", c[i]);
    printf("%u", count);
    for (uint32_t i = 0; i < count; i++)
        printf(", %.7f, %.7f, %.7f", (double)lines[i].normal.x, (double)lines[i].normal.y, (double)lines[i].offset);
    printf("},\n");
}

static void test_table_is_what_the_library_gives(void **state) {
    (void)state;
    size_t wrong = 0;
    for (size_t i = 0; i < WEND_COUNT(cases); i++) {
        wi_line lines[WI_WALL_LINES_MAX];
        uint32_t count = lines_of(cases[i], lines);
        assert_true(count <= MOST_LINES);
        if (agrees(cases[i], lines, count)) continue;
        printf("line %zu of wall_lines.inc should be\n", i + 1);
        print_row(cases[i], lines, count);
        wrong++;
    }
    assert_int_equal(wrong, 0);
}

// Ties -----------------------------------------------------------------------------------------------------------------

static wend_point turned(wend_point p, uint32_t quarters) {
    for (uint32_t i = 0; i < quarters; i++) p = (wend_point){-p.y, p.x};
    return p;
}

static int by_normal(const void *left, const void *right) {
    const wi_line *a = left, *b = right;
    if (a->normal.x != b->normal.x) return a->normal.x < b->normal.x ? -1 : 1;
    return (a->normal.y > b->normal.y) - (a->normal.y < b->normal.y);
}

// The lines of a walker at the origin who heads along x at a wall, all turned by quarters, which changes no digit, with the
// points in either order; turned back and in order.
static uint32_t lines_turned(const wend_point *points, uint32_t count, uint32_t quarters, bool reversed,
                             wi_line *lines) {
    wend_point wall[MOST_POINTS];
    for (uint32_t i = 0; i < count; i++) wall[reversed ? count - 1 - i : i] = turned(points[i], quarters);
    const wend_obstacle obstacle = {WEND_WALL, 0, wall, count};
    wend_scene_def def = wend_scene_default();
    def.obstacles = &obstacle;
    def.obstacle_count = 1;
    stage on = stage_open(&def, NULL);
    enter(on.world, 0.0, 0.0, 0.25f);
    wend_view view = world_view(on.world);
    wi_wall_body body = wi_wall_disc(0.25f);
    wend_point about = turned((wend_point){1.5, 0.0}, quarters);
    uint32_t found = wi_wall_lines(&view, 0, &body, (wend_vec){(float)about.x, (float)about.y}, 5.0f, lines);
    stage_close(&on);
    for (uint32_t i = 0; i < found; i++) {
        wend_point n = turned((wend_point){(double)lines[i].normal.x, (double)lines[i].normal.y}, 4 - quarters);
        lines[i].normal = (wend_vec){(float)n.x + 0.0f, (float)n.y + 0.0f};
    }
    qsort(lines, found, sizeof lines[0], by_normal);
    return found;
}

// Straight at the middle of a post, of a wall, of a recess and of a wedge both sides are as good: which is taken does not
// depend on where things lie or how they were drawn.
static void test_ties_are_settled_by_rule(void **state) {
    (void)state;
    static const struct {
        wend_point point[MOST_POINTS];
        uint32_t count;
    } walls[] = {{{{3, -0.1}, {3, 0.1}}, 2},
                 {{{2, -3}, {2, 3}}, 2},
                 {{{1, -1}, {3, -1}, {3, 1}, {1, 1}}, 4},
                 {{{3, -2}, {1.5, 0}, {3, 2}}, 3},
                 {{{1, -2}, {3, 0}, {1, 2}}, 3}};
    for (uint32_t i = 0; i < WEND_COUNT(walls); i++) {
        wi_line first[WI_WALL_LINES_MAX], other[WI_WALL_LINES_MAX];
        uint32_t count = lines_turned(walls[i].point, walls[i].count, 0, false, first);
        assert_true(count > 0);
        for (uint32_t k = 1; k < 8; k++) {
            if (lines_turned(walls[i].point, walls[i].count, k / 2, k % 2 != 0, other) != count)
                fail_msg("wall %u, turned by %u quarters: another number of lines", i, k / 2);
            for (uint32_t line = 0; line < count; line++)
                if (by_normal(&first[line], &other[line]) != 0 || first[line].offset != other[line].offset)
                    fail_msg("wall %u, turned by %u quarters, reversed %u: line (%.9g, %.9g), not (%.9g, %.9g)", i,
                             k / 2, k % 2, (double)other[line].normal.x, (double)other[line].normal.y,
                             (double)first[line].normal.x, (double)first[line].normal.y);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_table_is_what_the_library_gives),
        cmocka_unit_test(test_ties_are_settled_by_rule),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
