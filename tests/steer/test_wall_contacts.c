// Where walls count for forces: once for each place that is nearest, against a look at every piece.
#include "support/stage.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "steer/wall_contacts.h"

// The contacts of a body of 0.25 m at a point, with walls up to 2 m away.
static uint32_t contacts_at(const wend_obstacle *obstacle, double x, double y, wi_wall_contact *found) {
    wend_scene_def def = wend_scene_default();
    def.obstacles = obstacle;
    def.obstacle_count = 1;
    stage s = stage_open(&def, NULL);
    wend_agent agent = agent_at(x, y);
    (void)agent_add(s.world, &agent);
    wend_view now = world_view(s.world);
    uint32_t count = wi_wall_contacts(&now, 0, 2.0f, found);
    stage_close(&s);
    return count;
}

static void assert_contact(const wi_wall_contact *is, double x, double y, double distance) {
    assert_near((double)is->normal.x, x, 1e-6);
    assert_near((double)is->normal.y, y, 1e-6);
    assert_near((double)is->distance, distance, 1e-6);
}

static void corners_and_bends(void **state) {
    (void)state;
    wi_wall_contact found[WI_WALL_CONTACTS_MAX];
    const wend_point box[] = {{0.0, 0.0}, {1.0, 0.0}, {1.0, 1.0}, {0.0, 1.0}};
    const wend_obstacle solid = {WEND_SOLID, 0, box, 4}, room = {WEND_ROOM, 0, box, 4};
    // Before a corner, before a side, in a room.
    assert_int_equal(contacts_at(&solid, 1.3, 1.4, found), 1);
    assert_contact(found, 0.6, 0.8, 0.5);
    assert_int_equal(contacts_at(&solid, 1.3, 0.6, found), 1);
    assert_contact(found, 1.0, 0.0, 0.3);
    assert_int_equal(contacts_at(&room, 0.3, 0.4, found), 4);
    assert_contact(&found[0], 1.0, 0.0, 0.3);
    assert_contact(&found[1], 0.0, 1.0, 0.4);
    // The end of a wall, and a bend that comes nearer on one side.
    const wend_point bent[] = {{-1.0, 0.0}, {0.0, 0.0}, {1.0, 0.2}};
    const wend_obstacle wall = {WEND_WALL, 0, bent, 3};
    assert_int_equal(contacts_at(&wall, -1.3, 0.4, found), 1);
    assert_contact(found, -0.6, 0.8, 0.5);
    assert_int_equal(contacts_at(&wall, 0.5, 0.5, found), 1);
    assert_int_equal(contacts_at(&wall, 0.02, -0.5, found), 1);
    assert_contact(found, 0.02 / hypot(0.02, 0.5), -0.5 / hypot(0.02, 0.5), hypot(0.02, 0.5));
}

// About a round pillar of many pieces there is always just one place.
static void pillars_count_once(void **state) {
    (void)state;
    wend_point ring[48];
    for (int i = 0; i < 48; i++) ring[i] = (wend_point){cos(i * 0.13089969389957), sin(i * 0.13089969389957)};
    const wend_obstacle pillar = {WEND_SOLID, 0, ring, 48};
    for (uint32_t seed = 1; seed <= 200; seed++) {
        wi_wall_contact found[WI_WALL_CONTACTS_MAX];
        double angle = 6.28 * (double)wend_random(seed, 0, 0, 0, 0),
               d = 1.26 + 0.7 * (double)wend_random(seed, 0, 0, 0, 1);
        uint32_t count = contacts_at(&pillar, d * cos(angle), d * sin(angle), found);
        if (count != 1) fail_msg("seed %u: %u places", seed, count);
        assert_near((double)found[0].distance, d - 1.0, 0.003);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(corners_and_bends),
        cmocka_unit_test(pillars_count_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
