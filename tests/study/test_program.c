// Programs: each gives its numbers, the same for the same seed, and tells a model that avoids from one that does not.
#include "study/studying.h"
#include "support/sanitized.h"

static bool run(const char *program, const char *model, const char *preset, uint64_t seed, double *value) {
    const wi_study_program *of = wi_study_program_find(program);
    assert_non_null(of);
    const wi_study_task task = {.model = model, .preset = preset, .seed = seed, .quick = true};
    wend_error error = {0};
    if (of->ready && !of->ready()) {
        print_message("[   SKIP   ] %s: the recordings are not here (WEND_DATA=DIRECTORY says where)\n", program);
        return false;
    }
    for (uint32_t i = 0; i < WI_STUDY_VALUES_MAX; i++) value[i] = NAN;
    if (of->run(&task, value, &error)) fail_msg("%s: %s", program, error.text);
    return true;
}

static double number(const char *program, const double *value, const char *name) {
    const wi_study_program *of = wi_study_program_find(program);
    for (uint32_t i = 0; i < of->value_count; i++) {
        if (strcmp(of->values[i].name, name) == 0) return value[i];
    }
    fail_msg("%s has no value %s", program, name);
    return NAN;
}

static void test_list(void **state) {
    (void)state;
    uint32_t count = 0;
    for (; wi_study_program_at(count); count++) {
        const wi_study_program *program = wi_study_program_at(count);
        assert_ptr_equal(wi_study_program_find(program->name), program);
        assert_true(program->value_count > 0 && program->value_count <= WI_STUDY_VALUES_MAX);
    }
    assert_true(count > 0);
    assert_null(wi_study_program_find("nothing"));
}

static void test_same_seed_same_numbers(void **state) {
    (void)state;
    for (uint32_t i = 0; wi_study_program_at(i); i++) {
        const wi_study_program *program = wi_study_program_at(i);
        double a[WI_STUDY_VALUES_MAX], b[WI_STUDY_VALUES_MAX], c[WI_STUDY_VALUES_MAX];
        if (!run(program->name, "rcap", "published", 3, a)) continue;
        run(program->name, "rcap", "published", 3, b);
        run(program->name, "rcap", "published", 4, c);
        if (!program->timed) assert_memory_equal(a, b, sizeof a);
        assert_memory_not_equal(a, c, sizeof a);
        for (uint32_t k = 0; k < program->value_count; k++) {
            const char *name = program->values[k].name;
            if (strncmp(name, "speed_at_", 9) == 0) continue; // not every recording is as full as that
            if (!isfinite(a[k])) fail_msg("%s, seed 3: %s is no number", program->name, name);
        }
    }
}

// People walk the slower the fuller it is, and both recordings with dynamic lanes have less order than those with two.
static void test_recorded_corridor(void **state) {
    (void)state;
    double order[5];
    for (uint64_t seed = 1; seed <= 5; seed++) {
        double value[WI_STUDY_VALUES_MAX];
        if (!run("recorded-corridor", NULL, NULL, seed, value)) skip();
        double slow = number("recorded-corridor", value, "speed_at_1.5");
        double fast = number("recorded-corridor", value, "speed_at_0.5");
        if (slow >= fast) fail_msg("seed %u: %g m/s at 1.5 /m2, %g m/s at 0.5 /m2", (unsigned)seed, slow, fast);
        order[seed - 1] = number("recorded-corridor", value, "lane_order");
        assert_true(order[seed - 1] > number("recorded-corridor", value, "lane_order_shuffled"));
    }
    for (uint32_t i = 0; i < 3; i++) assert_true(order[i] > order[3] && order[i] > order[4]);
}

// Whoever avoids nobody gets through as the people did, but for the speed that it likes, of walking alone or of the authors;
// the more are in it at once, the denser it gets, under any model.
static void test_corridor_of_people(void **state) {
    (void)state;
    const char *program = "corridor-of-lone-walkers";
    const wi_study_program *of = wi_study_program_find(program);
    double few[WI_STUDY_VALUES_MAX], many[WI_STUDY_VALUES_MAX], free[WI_STUDY_VALUES_MAX];
    wend_error error = {0};
    if (!run(program, "straight", NULL, 4, few)) skip();
    if (of->run(&(wi_study_task){.model = "straight", .seed = 4}, many, &error)) fail_msg("%s", error.text);
    assert_true(number(program, few, "people") == 40.0 && number(program, many, "people") == 221.0);
    assert_true(number(program, many, "not_arrived") == 0.0 && number(program, many, "late") < 0.0);
    assert_true(number(program, many, "density_at_80") > number(program, few, "density_at_20"));
    assert_true(number(program, many, "speed_at_1.0") > 1.4);
    run("corridor-of-people", "straight", NULL, 4, free);
    double later = number("corridor-of-people", free, "late") - number(program, few, "late");
    if (!(later > 0.4 && later < 1.0)) fail_msg("%g s later at 1.55 m/s than at 1.72 m/s over 10.8 m", later);
}

static void test_no_model(void **state) {
    (void)state;
    double value[WI_STUDY_VALUES_MAX];
    wend_error error = {0};
    const wi_study_task nobody = {.model = "nobody", .seed = 1, .quick = true};
    assert_int_equal(wi_program_passing_wall.run(&nobody, value, &error), WEND_NOT_FOUND);
    assert_non_null(strstr(error.text, "nobody"));
    const wi_study_task preset = {.model = "rcap", .preset = "nothing", .seed = 1, .quick = true};
    assert_int_not_equal(wi_program_crossing_pairs.run(&preset, value, &error), WEND_OK);
}

// Who goes straight on comes as near as at the start; who avoids does not touch; rcap observes first, orca jumps; nobody
// reacts to one who passes far enough away.
static void test_crossing_pairs(void **state) {
    (void)state;
    const char *program = "crossing-pairs";
    for (uint64_t seed = 1; seed <= TRIALS(5); seed++) {
        double straight[WI_STUDY_VALUES_MAX], orca[WI_STUDY_VALUES_MAX], rcap[WI_STUDY_VALUES_MAX];
        run(program, "straight", NULL, seed, straight);
        run(program, "orca", "published", seed, orca);
        run(program, "rcap", "published", seed, rcap);
        print_message("seed %u\n", (unsigned)seed);
        double nearest = number(program, straight, "nearest");
        assert_true(nearest < 0.5 && fabs(nearest - number(program, straight, "predicted_0.0")) < 0.01);
        assert_true(number(program, straight, "reacted") == 0.0);
        assert_true(number(program, orca, "reacted") == 100.0 && number(program, orca, "reacted_apart") == 0.0);
        assert_true(number(program, rcap, "reacted") == 100.0 && number(program, rcap, "reacted_apart") == 0.0);
        assert_true(number(program, orca, "nearest") > 0.499 && number(program, rcap, "nearest") > 0.499);
        assert_true(number(program, orca, "jump") > 90.0 && number(program, rcap, "jump") < 20.0);
        assert_true(fabs(number(program, rcap, "predicted_0.5") - number(program, rcap, "predicted_0.0")) < 1e-3);
        assert_true(number(program, orca, "predicted_0.5") > number(program, orca, "predicted_0.0") + 0.1);
    }
}

static void test_passing_wall(void **state) {
    (void)state;
    const char *program = "passing-wall";
    for (uint64_t seed = 1; seed <= TRIALS(5); seed++) {
        double rcap[WI_STUDY_VALUES_MAX], straight[WI_STUDY_VALUES_MAX];
        run(program, "rcap", NULL, seed, rcap);
        run(program, "straight", NULL, seed, straight);
        print_message("seed %u\n", (unsigned)seed);
        assert_true(fabs(number(program, rcap, "share_open") - 50.0) < 5.0);
        assert_true(number(program, rcap, "share_wall") < 25.0);
        assert_true(number(program, rcap, "wall_distance") > 0.2);
        assert_true(number(program, straight, "nearest_open") < 0.2);
    }
}

static void test_crossing_circle(void **state) {
    (void)state;
    const char *program = "crossing-circle";
    double rcap[WI_STUDY_VALUES_MAX], straight[WI_STUDY_VALUES_MAX];
    run(program, "rcap", NULL, 1, rcap);
    run(program, "straight", NULL, 1, straight);
    assert_true(number(program, rcap, "overlap_6") == 0.0 && number(program, straight, "overlap_6") > 0.1);
    assert_true(number(program, straight, "across_6") == 100.0);
    assert_true(number(program, straight, "smoothness_6") > 0.99);
    assert_true(number(program, rcap, "smoothness_6") < number(program, straight, "smoothness_6"));
}

// Walking straight at a person's mean speed between two of its places can be no more than a few metres off, and costs about
// as much.
static void test_recorded_pairs(void **state) {
    (void)state;
    const char *program = "recorded-pairs";
    double value[WI_STUDY_VALUES_MAX];
    if (!run(program, "straight", NULL, 1, value)) skip();
    double people = number(program, value, "energy_people"), agents = number(program, value, "energy_agents");
    assert_true(number(program, value, "pairs") >= 4.0 && number(program, value, "pairs") <= 10.0);
    assert_true(number(program, value, "like_distance") > 0.0 && number(program, value, "like_distance") < 0.5);
    assert_true(people > 300.0 && fabs(people - agents) < 0.1 * people);
    assert_true(number(program, value, "energy_difference") >= fabs(people - agents) - 1e-6);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_list),
        cmocka_unit_test(test_same_seed_same_numbers),
        cmocka_unit_test(test_recorded_corridor),
        cmocka_unit_test(test_corridor_of_people),
        cmocka_unit_test(test_no_model),
        cmocka_unit_test(test_crossing_pairs),
        cmocka_unit_test(test_passing_wall),
        cmocka_unit_test(test_crossing_circle),
        cmocka_unit_test(test_recorded_pairs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
