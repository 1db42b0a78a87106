// The nearest neighbours against looking at everyone: the same numbers to the last bit, ties by serial.
#include "sense/near.h"
#include "support/orca_oracle.h"
#include "support/stage.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { MOST_AGENTS = 2048 };

typedef struct people {
    stage on;
    wend_serial serial[MOST_AGENTS];
    uint32_t count;
    wend_point origin;
    uint32_t levels;
} people;

static people crowd_open(wend_point origin, uint32_t levels, wend_isa isa) {
    people opened = {.origin = origin, .levels = levels};
    wend_profile profile = profile_of(&wend_model_straight);
    wend_scene_def def = wend_scene_default();
    def.origin = origin;
    def.levels = levels;
    def.profiles = &profile;
    wend_world_def world = wend_world_default(NULL);
    world.isa = isa;
    opened.on = stage_open(&def, &world);
    return opened;
}

// Bodies may overlap: they are added where there is room and then put where they belong.
static void crowd_add(people *crowd, double x, double y, double radius, uint32_t level) {
    wend_agent agent = wend_agent_default();
    oracle_check(crowd->count < MOST_AGENTS, "too many agents");
    wend_serial *serial = &crowd->serial[crowd->count++];
    agent.level = level % crowd->levels;
    agent.position = (wend_point){crowd->origin.x + 2.0 * crowd->count, crowd->origin.y + 50000.0};
    agent.shape = wend_disc(0.25f);
    *serial = agent_add(crowd->on.world, &agent);
    agent = agent_get(crowd->on.world, *serial);
    agent.position = (wend_point){crowd->origin.x + x, crowd->origin.y + y};
    agent.shape = wend_disc((float)radius);
    agent_set(crowd->on.world, &agent);
}

// Looking at everyone --------------------------------------------------------------------------------------------------

typedef struct seen {
    float distance2;
    uint64_t serial;
    uint32_t row;
} seen;

static int seen_compare(const void *left, const void *right) {
    const seen *a = left, *b = right;
    if (a->distance2 != b->distance2) return a->distance2 < b->distance2 ? -1 : 1;
    return (a->serial > b->serial) - (a->serial < b->serial);
}

// The formula of wend_neighbour in float.
static float apparent_distance2(const wend_view *view, uint32_t row, uint32_t other) {
    float dx = view->x[other] - view->x[row], dy = view->y[other] - view->y[row];
    float d2 = dx * dx + dy * dy, radius = view->form[other].radius;
    if (radius <= WEND_BIG_RADIUS) return d2;
    float d = sqrtf(d2) - (radius - WEND_BIG_RADIUS);
    return d > 0.0f ? d * d : 0.0f;
}

static uint32_t look_at_everyone(const wend_view *view, uint32_t row, float distance, seen *all) {
    uint32_t count = 0;
    distance += fmaxf(0.0f, view->form[row].radius - WEND_BIG_RADIUS); // a big body looks from its edge
    for (uint32_t i = 0; i < view->count; i++) {
        if (i == row || view->role[i].level != view->role[row].level) continue;
        float distance2 = apparent_distance2(view, row, i);
        if (distance2 < distance * distance) all[count++] = (seen){distance2, view->serial[i], i};
    }
    qsort(all, count, sizeof all[0], seen_compare);
    return count;
}

static void compare_found(const wend_view *view, uint32_t row, float distance, uint32_t k, const seen *all,
                          uint32_t count, const char *what) {
    wend_neighbour found[WEND_NEIGHBOURS_MAX];
    uint32_t expected = count < k ? count : k;
    uint32_t got = wend_view_nearest(view, row, distance, k, found);
    oracle_check(got == expected, "%s: serial %llu, %u within %g m: found %u instead of %u", what,
                 (unsigned long long)view->serial[row], k, (double)distance, got, expected);
    for (uint32_t i = 0; i < got; i++) {
        bool same = found[i].row == all[i].row && memcmp(&found[i].distance2, &all[i].distance2, sizeof(float)) == 0;
        oracle_check(same, "%s: serial %llu, %u within %g m: number %u is serial %llu at %.9g, not %llu at %.9g", what,
                     (unsigned long long)view->serial[row], k, (double)distance, i,
                     (unsigned long long)view->serial[found[i].row], (double)found[i].distance2,
                     (unsigned long long)all[i].serial, (double)all[i].distance2);
    }
}

// A box that somebody looks for, and a share of all serials.
typedef struct wanted {
    wend_vec min, max;
    uint64_t rest;
} wanted;

static bool is_wanted(const wend_view *view, uint32_t other, const void *by) {
    const wanted *w = by;
    float x = view->x[other], y = view->y[other];
    return view->serial[other] % 40 == w->rest && x >= w->min.x && x <= w->max.x && y >= w->min.y && y <= w->max.y;
}

static uint32_t compare_any(const wend_view *view, uint32_t row, oracle_random *random, const char *what) {
    const float reach = (float)pow(10.0, oracle_uniform(random, -1.0, 2.0)), x = view->x[row], y = view->y[row];
    const wanted w = {
        {x - reach * (float)oracle_uniform(random, 0, 1), y - reach * (float)oracle_uniform(random, 0, 1)},
        {x + reach * (float)oracle_uniform(random, 0, 1), y + reach * (float)oracle_uniform(random, 0, 1)},
        oracle_below(random, 40)};
    bool there = false;
    for (uint32_t i = 0; i < view->count; i++)
        there = there || (i != row && view->role[i].level == view->role[row].level && is_wanted(view, i, &w));
    bool found = wi_near_any(view, row, w.min, w.max, is_wanted, &w);
    oracle_check(found == there, "%s: serial %llu finds %s in a box, reach %g m", what,
                 (unsigned long long)view->serial[row], found ? "somebody" : "nobody", (double)reach);
    return there;
}

// What an earlier search left behind may save work, but never change a result: so it is anything here.
static void mislead(const wend_view *view, oracle_random *random) {
    static const float lies[] = {0.0f, 1e-6f, 0.3f, 2.0f, 40.0f, 1e6f};
    for (uint32_t i = 0; view->reach != NULL && i < view->count; i++)
        view->reach[i] = lies[oracle_below(random, WEND_COUNT(lies))];
}

static void compare_all(people *crowd, uint64_t seed, const char *what) {
    static const float distances[] = {0.0f, 0.5f, 1.0f, 2.0f, 5.0f, 12.5f, 100.0f, 20000.0f};
    static const uint32_t ks[] = {1, 2, 5, 10, 16, 33, 64};
    static seen all[MOST_AGENTS];
    oracle_random random = {seed};
    wend_view view = world_view(crowd->on.world);
    oracle_check(view.count == crowd->count, "%s: the view has %u of %u", what, view.count, crowd->count);
    uint32_t stride = 1 + view.count / 150, boxes = 0, full = 0;
    for (uint32_t row = oracle_below(&random, stride); row < view.count; row += stride) {
        mislead(&view, &random);
        for (int i = 0; i < 8; i++, boxes++) full += compare_any(&view, row, &random, what);
        for (uint32_t i = 0; i < WEND_COUNT(distances); i++) {
            uint32_t count = look_at_everyone(&view, row, distances[i], all);
            for (uint32_t j = 0; j < WEND_COUNT(ks); j++)
                compare_found(&view, row, distances[i], ks[j], all, count, what);
            compare_found(&view, row, distances[i], 1 + oracle_below(&random, 64), all, count, what);
        }
    }
    if (view.count > 100) oracle_check(full > 0 && full < boxes, "%s: %u of %u boxes are full", what, full, boxes);
}

// Where everyone is ----------------------------------------------------------------------------------------------------

typedef void crowd_maker(people *crowd, oracle_random *random);

static void make_uniform(people *crowd, oracle_random *random) {
    for (int i = 0; i < 1000; i++)
        crowd_add(crowd, oracle_uniform(random, -30, 30), oracle_uniform(random, -30, 30), 0.25, (uint32_t)i);
}

static void make_clustered(people *crowd, oracle_random *random) {
    for (int i = 0; i < 900; i++) {
        double size = pow(10.0, oracle_uniform(random, -3.0, 2.0));
        crowd_add(crowd, 7.0 + oracle_uniform(random, -size, size), -3.0 + oracle_uniform(random, -size, size), 0.25,
                  (uint32_t)i);
    }
}

static void make_collinear(people *crowd, oracle_random *random) {
    for (int i = 0; i < 500; i++) crowd_add(crowd, oracle_uniform(random, -200, 200), 0.0, 0.25, (uint32_t)i);
    for (int i = 0; i < 300; i++) crowd_add(crowd, 3.0, -40.0 + 0.25 * i, 0.25, (uint32_t)i);
    for (int i = 0; i < 100; i++) crowd_add(crowd, 0.1 * i, 0.1 * i, 0.25, (uint32_t)i);
}

// Equal distances everywhere, also exactly at the limits.
static void make_lattice(people *crowd, oracle_random *random) {
    (void)random;
    for (int i = 0; i < 900; i++) crowd_add(crowd, 0.5 * (i * 7 % 30), 0.5 * (i * 7 % 900 / 30), 0.2, (uint32_t)i);
}

static void make_coincident(people *crowd, oracle_random *random) {
    for (int i = 0; i < 400; i++) crowd_add(crowd, 1.25, -2.5, 0.25, (uint32_t)i);
    for (int i = 0; i < 300; i++) crowd_add(crowd, 1.25, i % 2 == 0 ? -2.0 : 0.0, 0.25, (uint32_t)i);
    for (int i = 0; i < 100; i++)
        crowd_add(crowd, oracle_uniform(random, -5, 5), oracle_uniform(random, -5, 5), 0.25, (uint32_t)i);
}

// 5 km from the origin floats are 0.5 mm apart: many distances are equal, and cells lie far from zero.
static void make_far_away(people *crowd, oracle_random *random) {
    for (int i = 0; i < 700; i++)
        crowd_add(crowd, 5000 + oracle_uniform(random, 0, 20), -7000 + oracle_uniform(random, 0, 20), 0.25,
                  (uint32_t)i);
}

static void make_apart(people *crowd, oracle_random *random) {
    for (int i = 0; i < 800; i++) {
        double x = i % 2 == 0 ? -9000.0 : 9000.0;
        crowd_add(crowd, x + oracle_uniform(random, -6, 6), oracle_uniform(random, -6, 6), 0.25, (uint32_t)(i / 2));
    }
    for (int i = 0; i < 40; i++)
        crowd_add(crowd, oracle_uniform(random, -15000, 15000), oracle_uniform(random, -15000, 15000), 0.25,
                  (uint32_t)i);
}

static void make_big(people *crowd, oracle_random *random) {
    for (int i = 0; i < 600; i++)
        crowd_add(crowd, oracle_uniform(random, -25, 25), oracle_uniform(random, -25, 25), 0.25, (uint32_t)i);
    for (int i = 0; i < 30; i++) {
        double radius = i < 20 ? oracle_uniform(random, 0.9, 4.0) : oracle_uniform(random, 5.0, 20.0);
        crowd_add(crowd, oracle_uniform(random, -40, 40), oracle_uniform(random, -40, 40), radius, (uint32_t)i);
    }
    for (int i = 0; i < 12; i++) crowd_add(crowd, 2.0, 2.0, 1.0 + 0.5 * (i % 3), (uint32_t)i); // 1 m is not yet big
}

static void make_few(people *crowd, oracle_random *random) {
    for (int i = 0; i < 3; i++) crowd_add(crowd, oracle_uniform(random, -2, 2), oracle_uniform(random, -2, 2), 0.25, 0);
}

static const struct {
    const char *name;
    crowd_maker *make;
} makers[] = {{"uniform", make_uniform}, {"clustered", make_clustered},   {"collinear", make_collinear},
              {"lattice", make_lattice}, {"coincident", make_coincident}, {"far away", make_far_away},
              {"far apart", make_apart}, {"big bodies", make_big},        {"few", make_few}};

static void everywhere(wend_point origin, uint32_t levels, wend_isa isa, uint64_t seed) {
    for (uint32_t i = 0; i < WEND_COUNT(makers); i++) {
        oracle_random random = {seed + i};
        people crowd = crowd_open(origin, levels, isa);
        char what[64];
        (void)snprintf(what, sizeof what, "seed %llu, %s", (unsigned long long)(seed + i), makers[i].name);
        makers[i].make(&crowd, &random);
        compare_all(&crowd, seed, what);
        stage_close(&crowd.on);
    }
}

static void test_everywhere(void **state) {
    (void)state;
    everywhere((wend_point){0, 0}, 1, WEND_ISA_AUTO, 100);
}

static void test_on_several_levels(void **state) {
    (void)state;
    everywhere((wend_point){0, 0}, 4, WEND_ISA_AUTO, 200);
}

static void test_in_map_coordinates(void **state) {
    (void)state;
    everywhere((wend_point){6.0e6, -5.5e6}, 2, WEND_ISA_AUTO, 300);
}

static void test_on_every_instruction_set(void **state) {
    (void)state;
    for (int isa = WEND_ISA_BASE; isa < WEND_ISA_COUNT; isa++) {
        if (wend_isa_available((wend_isa)isa))
            everywhere((wend_point){0, 0}, 1, (wend_isa)isa, 400);
        else
            print_message("%s: not on this machine, skipped\n", wend_isa_name((wend_isa)isa));
    }
}

// While agents move, come and go, the index must follow.
static void test_as_the_world_changes(void **state) {
    (void)state;
    oracle_random random = {500};
    people crowd = crowd_open((wend_point){0, 0}, 3, WEND_ISA_AUTO);
    make_big(&crowd, &random);
    for (int round = 0; round < 8; round++) {
        char what[32];
        (void)snprintf(what, sizeof what, "seed 500, round %d", round);
        for (uint32_t i = 0; i < crowd.count; i++) {
            (void)agent_get(crowd.on.world, crowd.serial[i]);
            wend_target goal = {.at = {oracle_uniform(&random, -30, 30), oracle_uniform(&random, -30, 30)},
                                .radius = 1};
            if (oracle_below(&random, 3) == 0) agent_set_goal(crowd.on.world, crowd.serial[i], goal);
        }
        world_step(crowd.on.world, 5);
        compare_all(&crowd, (uint64_t)round, what);
        for (int i = 0; i < 50; i++) {
            uint32_t leaver = oracle_below(&random, crowd.count);
            agent_remove(crowd.on.world, crowd.serial[leaver]);
            crowd.serial[leaver] = crowd.serial[--crowd.count];
        }
        compare_all(&crowd, (uint64_t)round, what);
        for (int i = 0; i < 50; i++)
            crowd_add(&crowd, oracle_uniform(&random, -25, 25), oracle_uniform(&random, -25, 25),
                      i % 10 == 0 ? 2.0 : 0.25, (uint32_t)i);
        compare_all(&crowd, (uint64_t)round, what);
    }
    stage_close(&crowd.on);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_everywhere),           cmocka_unit_test(test_on_several_levels),
        cmocka_unit_test(test_in_map_coordinates),   cmocka_unit_test(test_on_every_instruction_set),
        cmocka_unit_test(test_as_the_world_changes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
