// Overlaps of discs against closed forms and against looking at all pairs.
#include "measure/crowd.h"

// Two walkers at 1 m/s head on, 0.2 m beside each other: the distance is sqrt(0.2^2 + (4 - 2 t)^2).
static void passing_discs_have_the_depth_and_duration_of_the_formula(void **state) {
    (void)state;
    const double radius = 0.3, aside = 0.2, fps = 1000.0;
    wi_meter *meter = meter_with(exact_options(), fps);
    for (int64_t frame = 0; frame <= 4000; frame++) {
        double t = (double)frame / fps;
        wi_spot spots[] = {spot_at(3, -2.0 + t, 0.0), spot_at(8, 2.0 - t, aside)};
        show(meter, frame, spots, 2);
    }
    wi_measures result = finish(meter);
    // Integral of 2 r - sqrt(a^2 + u^2) over |u| < half, where u = 4 - 2 t.
    double half = sqrt(4.0 * radius * radius - aside * aside);
    double area = 4.0 * radius * half - (half * 2.0 * radius + aside * aside * asinh(half / aside));
    assert_int_equal(result.colliding_pairs, 1);
    assert_int_equal(result.collisions, 1);
    assert_near(result.max_depth, 2.0 * radius - aside, 1e-12);
    assert_near(result.mean_depth, area / (2.0 * half), 1e-3);
    assert_near(result.mean_penetration, area / 2.0 / 4.0, 1e-4);
    assert_near(result.mean_penetration / result.mean_depth, half / 4.0, 2e-3); // the share of time
}

static void touching_is_not_overlapping(void **state) {
    (void)state;
    wi_measure_options options = exact_options();
    options.radius = 0.25;
    wi_meter *meter = meter_with(options, 10.0);
    wi_spot spots[] = {spot_at(1, 0.0, 0.0), spot_at(2, 0.5, 0.0), spot_at(3, 0.0, -0.5)};
    show(meter, 0, spots, 3);
    wi_measures result = finish(meter);
    assert_int_equal(result.collisions, 0);
    assert_true(result.mean_depth == 0.0 && result.max_depth == 0.0 && result.mean_penetration == 0.0);
}

static void overlaps_up_to_the_collision_depth_are_touching(void **state) {
    (void)state;
    wi_measure_options options = exact_options();
    options.collision_depth = 0.002;
    wi_meter *meter = meter_with(options, 10.0);
    wi_spot spots[] = {spot_at(1, 0.0, 0.0), spot_at(2, 0.599, 0.0), spot_at(3, 0.0, 5.0), spot_at(4, 0.597, 5.0)};
    show(meter, 0, spots, 4);
    wi_measures result = finish(meter);
    assert_int_equal(result.collisions, 1);
    assert_near(result.max_depth, 0.003, 1e-12);
    assert_near(result.mean_penetration, 0.0015, 1e-12);
}

// Which of the two is in a frame, and how far apart they are.
typedef struct scene {
    bool first, second;
    double apart;
} scene;

static wi_measures play(const scene *scenes, uint32_t count) {
    wi_meter *meter = meter_with(exact_options(), 10.0);
    for (uint32_t i = 0; i < count; i++) {
        wi_spot spots[2];
        uint32_t there = 0;
        if (scenes[i].first) spots[there++] = spot_at(1, 0.0, 0.0);
        if (scenes[i].second) spots[there++] = spot_at(2, scenes[i].apart, 0.0);
        show(meter, i, spots, there);
    }
    return finish(meter);
}

static void an_overlap_begins_anew_after_parting_but_not_after_a_gap(void **state) {
    (void)state;
    static const scene parting[] = {{true, true, 0.5}, {true, true, 0.7}, {true, true, 0.5}, {true, true, 0.4}};
    static const scene gap[] = {{true, true, 0.5}, {true, false, 0.0}, {true, true, 0.5}};
    static const scene both_gone[] = {{true, true, 0.5}, {false, false, 0.0}, {true, true, 0.5}};
    static const scene seen_apart_in_turn[] = {
        {true, true, 0.5}, {true, false, 0.0}, {false, true, 0.7}, {true, true, 0.5}};
    wi_measures result = play(parting, 4);
    assert_int_equal(result.colliding_pairs, 1);
    assert_int_equal(result.collisions, 2);
    assert_near(result.mean_depth, (0.1 + 0.1 + 0.2) / 3.0, 1e-12);
    assert_int_equal(play(gap, 3).collisions, 1);
    assert_int_equal(play(both_gone, 3).collisions, 1);
    assert_int_equal(play(seen_apart_in_turn, 4).collisions, 2);
}

static void levels_do_not_meet_and_heights_of_heads_do_not_matter(void **state) {
    (void)state;
    wi_meter *meter = meter_with(exact_options(), 10.0);
    wi_spot spots[] = {spot_at(1, 0.0, 0.0), spot_at(2, 0.1, 0.0), spot_at(3, 0.2, 0.0)};
    spots[0].z = 1.9, spots[1].z = 1.1, spots[2].z = 4.4;
    show(meter, 0, spots, 3);
    assert_int_equal(finish(meter).colliding_pairs, 1);
}

static void radii_come_from_profiles_where_known(void **state) {
    (void)state;
    static const double radii[] = {1.0, 0.1};
    wi_measure_options options = exact_options();
    options.profile_radius = radii;
    options.profile_count = 2;
    wi_meter *meter = meter_with(options, 10.0);
    wi_spot spots[] = {spot_at(1, 0.0, 0.0), spot_at(2, 1.05, 0.0), spot_at(3, 1.5, 0.0)};
    spots[0].profile = 0, spots[1].profile = 1, spots[2].profile = 7;
    show(meter, 0, spots, 3);
    wi_measures result = finish(meter);
    assert_int_equal(result.colliding_pairs, 1);
    assert_near(result.max_depth, 0.05, 1e-12);
}

static void sizes_in_a_profile_may_differ(void **state) {
    (void)state;
    static const double radii[] = {1.0};
    static const wend_shape_kind kinds[] = {WEND_DISC};
    wi_measure_options options = exact_options();
    options.profile_radius = radii, options.profile_shape = kinds;
    options.profile_count = 1;
    options.discs = true;
    wi_meter *meter = meter_with(options, 10.0);
    wi_spot spots[] = {spot_at(1, 0.0, 0.0), spot_at(2, 0.45, 0.0), spot_at(3, 3.0, 0.0)};
    for (uint32_t i = 0; i < 3; i++) spots[i].profile = 0;
    spots[0].half_length = spots[0].half_width = 0.25f;
    spots[1].half_length = spots[1].half_width = 0.125f;
    show(meter, 0, spots, 2);
    spots[1].half_length = spots[1].half_width = 0.25f;
    show(meter, 1, spots, 3);
    wi_measures result = finish(meter);
    assert_int_equal(result.collisions, 1);
    assert_near(result.max_depth, 0.05, 1e-12);
    assert_int_equal(result.unsized, 0);
}

// Against all pairs ---------------------------------------------------------------------------------------------------

#define CROWD 300

typedef struct all_pairs {
    bool was[CROWD][CROWD], ever[CROWD][CROWD];
    uint64_t collisions, pairs, cases;
    double depth, deepest;
} all_pairs;

static void look_at_all_pairs(all_pairs *of, const wi_spot *spots, double radius) {
    for (uint32_t a = 0; a < CROWD; a++) {
        double deepest = 0.0;
        for (uint32_t b = 0; b < CROWD; b++) {
            if (a == b) continue;
            double depth = 2.0 * radius - hypot(spots[a].x - spots[b].x, spots[a].y - spots[b].y);
            deepest = fmax(deepest, depth);
            bool now = depth > 0.0;
            if (a < b && now) of->cases++, of->depth += depth;
            if (a < b && now && !of->was[a][b]) of->collisions++;
            if (a < b && now && !of->ever[a][b]) of->pairs++;
            of->was[a][b] = now;
            of->ever[a][b] |= now;
        }
        of->deepest += deepest;
    }
}

static void compare_with_all_pairs(double width, double height, double shear, uint64_t seed) {
    static all_pairs slow;
    memset(&slow, 0, sizeof slow);
    static wi_spot spots[CROWD];
    wi_meter *meter = meter_with(exact_options(), 10.0);
    for (uint32_t frame = 0; frame < 20; frame++) {
        for (uint32_t i = 0; i < CROWD; i++) {
            double x = width * (double)wend_random(seed, i, frame, 0, 0) - 0.3 * width;
            double y = height * (double)wend_random(seed, i, frame, 0, 1) - 0.6 * height + shear * x;
            spots[i] = spot_at(i, x, y);
        }
        look_at_all_pairs(&slow, spots, 0.3);
        show(meter, frame, spots, CROWD);
    }
    wi_measures result = finish(meter);
    assert_int_equal(result.colliding_pairs, slow.pairs);
    assert_int_equal(result.collisions, slow.collisions);
    assert_near(result.mean_depth, slow.cases ? slow.depth / (double)slow.cases : 0.0, 1e-9);
    assert_near(result.mean_penetration, slow.deepest / (20.0 * CROWD), 1e-12);
}

static void the_grid_finds_what_looking_at_all_pairs_finds(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 10; seed++) {
        compare_with_all_pairs(15.0, 15.0, 0.0, seed);
        compare_with_all_pairs(3.0, 3.0, 0.0, seed);
        compare_with_all_pairs(400.0, 0.5, 0.0, seed); // queues, wherever they lead
        compare_with_all_pairs(0.5, 400.0, 0.0, seed);
        compare_with_all_pairs(200.0, 0.5, 1.0, seed);
        compare_with_all_pairs(1e7, 1e7, 0.0, seed);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(passing_discs_have_the_depth_and_duration_of_the_formula),
        cmocka_unit_test(touching_is_not_overlapping),
        cmocka_unit_test(overlaps_up_to_the_collision_depth_are_touching),
        cmocka_unit_test(an_overlap_begins_anew_after_parting_but_not_after_a_gap),
        cmocka_unit_test(levels_do_not_meet_and_heights_of_heads_do_not_matter),
        cmocka_unit_test(radii_come_from_profiles_where_known),
        cmocka_unit_test(sizes_in_a_profile_may_differ),
        cmocka_unit_test(the_grid_finds_what_looking_at_all_pairs_finds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
