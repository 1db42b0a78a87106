// Crowds who pass a corner side by side, and single walkers who do not.
#include "walkers.h"

// A corridor with a corner in the middle of the plan; its diagonal is where places are taken.
static const char *const corner[] = {
    "######......", "######...b..", "######......", "######......", "######......", "######......",
    "............", "............", "............", "............", "............", "............",
};

#define MANY 196

typedef struct walkers {
    plan_map plan;
    stage on;
    wend_serial serial[MANY];
    double place[MANY]; // m from the corner, where one passed its diagonal; negative before that
    uint32_t count;
} walkers;

static walkers open_corner(double scale, uint32_t threads) {
    walkers all = {.plan = plan_map_make(corner, WEND_COUNT(corner), scale)};
    all.on = open_plan(&all.plan, &wend_router_mesh, threads);
    return all;
}

static void add(walkers *all, double x, double y) {
    all->place[all->count] = -1.0;
    all->serial[all->count++] = walker(all->on.world, (wend_point){x, y}, plan_map_find(&all->plan, 'b'));
}

// Fourteen by fourteen, over most of the breadth.
static void add_crowd(walkers *all, double spacing) {
    for (uint32_t i = 0; i < MANY; i++) add(all, spacing * (1 + i % 14), spacing * (3 + i / 14));
}

static void close_corner(walkers *all) {
    stage_close(&all->on);
    plan_map_free(&all->plan);
}

static void note_places(walkers *all) {
    double side = 12 * all->plan.scale;
    for (uint32_t i = 0; i < all->count; i++) {
        wend_point at = agent_get(all->on.world, all->serial[i]).position;
        if (all->place[i] < 0.0 && at.x + at.y >= side) all->place[i] = (at.x - at.y) / sqrt(2.0);
    }
}

static uint32_t count_passed(const walkers *all, double least) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < all->count; i++) count += all->place[i] >= least;
    return count;
}

// How far out the crowd passes the corner, over how far from the wall it came: row by row, from 15 m to 2 m.
static double mean_share(const walkers *all) {
    double places = 0.0, came = 0.0;
    for (uint32_t i = 0; i < all->count; i++) {
        places += all->place[i];
        came += 15.0 - i / 14;
    }
    return places / came;
}

static void walk(walkers *all, uint32_t steps) {
    for (uint32_t i = 0; i < steps; i++) {
        world_step(all->on.world, 1);
        note_places(all);
    }
}

static void a_crowd_takes_the_breadth(void **state) {
    (void)state;
    walkers all = open_corner(3.0, 1);
    add_crowd(&all, 1.0);
    walk(&all, 400);
    assert_int_equal(count_passed(&all, 0.0), MANY);
    assert_true(count_passed(&all, 4.0) >= 10); // 20 do; where all head for the corner itself, 1 is pressed so far out
    double share = mean_share(&all);
    print_message("%u pass more than 4 m out; places are %.2f of what they came with\n", count_passed(&all, 4.0),
                  share);
    assert_true(share > 0.4 && share < 1.0); // recorded people: 0.73; nobody is sent outwards
    close_corner(&all);
}

// They share a search, but are too far apart to be a crowd.
static void few_cut_the_corner(void **state) {
    (void)state;
    walkers all = open_corner(2.0, 1);
    for (uint32_t i = 0; i < 5; i++) add(&all, 10.5 - 2.5 * i, 11.0);
    walk(&all, 250);
    assert_int_equal(count_passed(&all, 0.0), 5);
    assert_int_equal(count_passed(&all, 0.45), 0); // they keep 0.35 m
    close_corner(&all);
}

// A lane of two squares round a corner.
static const char *const lane[] = {
    "##########.b", "##########..", "##########..", "##########..", "##########..", "##########..",
    "##########..", "##########..", "##########..", "##########..", "............", "............",
};

// Places on the diagonal are headed for by half a metre beyond them.
static bool takes_a_place(const plan_map *plan, const wend_way *way) {
    double x = (double)way->next.x - 10 * plan->scale, y = (double)way->next.y - 2 * plan->scale;
    return fabs((x + y) / sqrt(2.0) - 0.5) < 1e-3 && (x - y) / sqrt(2.0) > 0.5;
}

static bool is_abreast(const plan_map *plan, const wend_way *way) {
    (void)plan;
    return (way->flags & WEND_WAY_ABREAST) != 0;
}

// In how many steps of how many out of a crowd in the corner of a plan of 12 rows the way is so, within 10 s.
static uint32_t count_ways(const char *const rows[12], double scale,
                           bool (*is_so)(const plan_map *, const wend_way *)) {
    walkers all = {.plan = plan_map_make(rows, 12, scale)};
    all.on = open_plan(&all.plan, &wend_router_mesh, 1);
    uint32_t count = 0;
    for (uint32_t i = 0; i < 12; i++) add(&all, 0.3 + 0.6 * (i % 4), 0.4 + 0.6 * (i / 4));
    for (uint32_t step = 0; step < 100; step++) {
        world_step(all.on.world, 1);
        wend_view now = world_view(all.on.world);
        for (uint32_t row = 0; row < now.count; row++) count += is_so(&all.plan, &now.way[row]);
    }
    close_corner(&all);
    return count;
}

static void narrow_corners_are_cut(void **state) {
    (void)state;
    assert_int_equal(count_ways(lane, 1.0, takes_a_place), 0); // 2 m
    assert_true(count_ways(lane, 1.5, takes_a_place) > 0);     // 3 m
    assert_true(count_ways(lane, 1.5, is_abreast) > 0);
}

// Two rooms and an opening of one square between them: its jambs are corners with much room before them.
static const char *const door[] = {
    "......#.....", "......#.....", "......#.....", "......#.....", "......#.....", "...........b",
    "......#.....", "......#.....", "......#.....", "......#.....", "......#.....", "......#.....",
};

static void nobody_is_abreast_before_a_narrow_door(void **state) {
    (void)state;
    assert_int_equal(count_ways(door, 1.0, is_abreast), 0);
    assert_true(count_ways(door, 3.0, is_abreast) > 0);
}

static uint64_t hash_after(uint32_t threads) {
    walkers all = open_corner(3.0, threads);
    add_crowd(&all, 1.0);
    world_step(all.on.world, 120);
    uint64_t hash = wend_world_hash(all.on.world);
    close_corner(&all);
    return hash;
}

static void any_number_of_threads(void **state) {
    (void)state;
    assert_true(hash_after(1) == hash_after(3));
}

static void saved_and_loaded(void **state) {
    (void)state;
    walkers all = open_corner(3.0, 1);
    add_crowd(&all, 1.0);
    world_step(all.on.world, 53);
    wend_world *loaded = copy_of(&all.on);
    world_step(all.on.world, 60);
    world_step(loaded, 60);
    assert_true(wend_world_hash(loaded) == wend_world_hash(all.on.world));
    wend_world_destroy(loaded);
    close_corner(&all);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_crowd_takes_the_breadth), cmocka_unit_test(few_cut_the_corner),
        cmocka_unit_test(narrow_corners_are_cut),    cmocka_unit_test(any_number_of_threads),
        cmocka_unit_test(saved_and_loaded),          cmocka_unit_test(nobody_is_abreast_before_a_narrow_door),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
