// Sites with a capacity: never more agents than places, whatever the load, the chooser and the threads.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "support/behaving.h"

static void assert_never_overbooked(wend_world *world, uint32_t capacity, uint64_t seed) {
    uint32_t held[BEHAVING_SEATS] = {0};
    wend_view view = world_view(world);
    for (uint32_t row = 0; row < view.count; row++)
        if (view.mind[row].site > 0) held[view.mind[row].site - 1]++;
    for (uint32_t i = 0; i < BEHAVING_SEATS; i++)
        if (held[i] > capacity) fail_msg("seat %u is held %u times, seed %llu", i, held[i], (unsigned long long)seed);
}

static uint32_t sitting(wend_world *world) {
    uint32_t count = 0;
    wend_view view = world_view(world);
    for (uint32_t row = 0; row < view.count; row++) count += view.mind[row].site > 0;
    return count;
}

static void test_never_double_booked(void **state) {
    (void)state;
    static const wend_chooser_kind choosers[] = {WEND_CHOOSE_FIRST,   WEND_CHOOSE_RANDOM,   WEND_CHOOSE_WEIGHTED,
                                                 WEND_CHOOSE_NEAREST, WEND_CHOOSE_FARTHEST, WEND_CHOOSE_BEHIND};
    for (uint32_t i = 0; i < WEND_COUNT(choosers); i++)
        for (uint64_t seed = 1; seed <= 3; seed++) {
            behaving with;
            uint32_t capacity = 1 + (uint32_t)(seed % 2), most = 0;
            behaving_seats(&with, choosers[i], capacity);
            stage on = behaving_stage(&with, 300, 4, seed);
            for (int step = 0; step < 200; step++) {
                world_step(on.world, 1);
                assert_never_overbooked(on.world, capacity, seed);
                uint32_t now = sitting(on.world);
                most = now > most ? now : most;
            }
            assert_true(most > BEHAVING_SEATS / 2); // or the test would say nothing
            stage_close(&on);
        }
}

// Who finds no seat on its way elsewhere does not walk on to where it was going.
static void test_refused_stay_where_they_are(void **state) {
    (void)state;
    enum { PEOPLE = 200 };
    static bool refused[PEOPLE + 1];
    behaving with;
    behaving_seats(&with, WEND_CHOOSE_NEAREST, 1);
    stage on = behaving_stage(&with, PEOPLE, 1, 3);
    uint32_t waits = 0;
    for (uint32_t step = 0; step < 400; step++) {
        world_step(on.world, 1);
        wend_view now = world_view(on.world);
        for (uint32_t row = 0; row < now.count; row++) {
            bool before = refused[now.serial[row]], is = (now.mind[row].flags & WEND_MIND_REFUSED) != 0;
            refused[now.serial[row]] = is;
            if (!is || before) continue;
            double far = hypot((double)(now.goal[row].at.x - now.x[row]), (double)(now.goal[row].at.y - now.y[row]));
            if (far > 1.0) fail_msg("step %u: agent %u is %g m from its goal", step, (unsigned)now.serial[row], far);
            waits++;
        }
    }
    assert_true(waits > 200);
    stage_close(&on);
}

// Whoever is taken out, by whomever, leaves the seat to the next.
static void test_removal_frees_a_site(void **state) {
    (void)state;
    behaving with;
    behaving_seats(&with, WEND_CHOOSE_FIRST, 1);
    with.all.site_count = with.all.list_count = 1;
    with.activity[0].goal.sites.count = 1;
    stage on = behaving_stage(&with, 2, 1, 5);
    world_step(on.world, 1);
    wend_view view = world_view(on.world);
    wend_serial first = view.mind[0].site > 0 ? view.serial[0] : view.serial[1];
    assert_int_equal(first, 1); // equal wishes go by serial
    agent_remove(on.world, first);
    world_step(on.world, 1);
    assert_int_equal(world_view(on.world).mind[0].site, 1);
    stage_close(&on);
}

static uint64_t hash_after(const behaving *with, uint32_t threads, uint32_t steps) {
    stage on = behaving_stage(with, 1500, threads, 9);
    world_step(on.world, steps);
    uint64_t hash = wend_world_hash(on.world);
    stage_close(&on);
    return hash;
}

static void test_any_number_of_threads(void **state) {
    (void)state;
    behaving with;
    behaving_seats(&with, WEND_CHOOSE_RANDOM, 2);
    uint64_t expected = hash_after(&with, 1, 80);
    assert_true(hash_after(&with, 2, 80) == expected);
    assert_true(hash_after(&with, 7, 80) == expected);
}

static void test_saved_in_the_middle(void **state) {
    (void)state;
    behaving with;
    behaving_seats(&with, WEND_CHOOSE_NEAREST, 1);
    stage on = behaving_stage(&with, 400, 2, 11);
    world_step(on.world, 37);
    void *bytes;
    size_t size;
    wend_error error;
    must(wend_world_save_bytes(on.world, &bytes, &size, &error), &error);
    wend_world_def def = wend_world_default(on.scene);
    wend_world *again;
    must(wend_world_load_bytes(&def, bytes, size, &again, &error), &error);
    free(bytes);
    assert_true(wend_world_hash(again) == wend_world_hash(on.world));
    world_step(on.world, 60);
    world_step(again, 60);
    assert_true(wend_world_hash(again) == wend_world_hash(on.world));
    wend_world_destroy(again);
    stage_close(&on);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_never_double_booked),  cmocka_unit_test(test_refused_stay_where_they_are),
        cmocka_unit_test(test_removal_frees_a_site), cmocka_unit_test(test_any_number_of_threads),
        cmocka_unit_test(test_saved_in_the_middle),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
