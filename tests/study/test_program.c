// Programs: each gives all its numbers, the same for the same seed, and the pairs of the laboratory avoid each other.
#include "study/studying.h"

static void run(const char *model, uint64_t seed, double *value) {
    const wi_study_task task = {.model = model, .seed = seed, .quick = true};
    wend_error error = {0};
    if (wi_program_crossing_pairs.run(&task, value, &error)) fail_msg("%s", error.text);
}

static double value_named(const double *value, const char *name) {
    for (uint32_t i = 0; i < wi_program_crossing_pairs.value_count; i++) {
        if (strcmp(wi_program_crossing_pairs.values[i].name, name) == 0) return value[i];
    }
    fail_msg("there is no value %s", name);
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
    double a[WI_STUDY_VALUES_MAX], b[WI_STUDY_VALUES_MAX], c[WI_STUDY_VALUES_MAX];
    run("orca", 3, a);
    run("orca", 3, b);
    run("orca", 4, c);
    assert_memory_equal(a, b, wi_program_crossing_pairs.value_count * sizeof *a);
    assert_memory_not_equal(a, c, wi_program_crossing_pairs.value_count * sizeof *a);
}

// Who goes straight on comes as near as the draw says; who avoids does not touch.
static void test_avoiding_tells(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 5; seed++) {
        double straight[WI_STUDY_VALUES_MAX], orca[WI_STUDY_VALUES_MAX];
        run("straight", seed, straight);
        run("orca", seed, orca);
        if (!(value_named(straight, "nearest") < 0.5)) fail_msg("seed %u: straight is not near", (unsigned)seed);
        if (!(value_named(orca, "nearest") > 0.499)) fail_msg("seed %u: orca is too near", (unsigned)seed);
        assert_true(value_named(orca, "predicted_after") > value_named(orca, "predicted_before"));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_list),
        cmocka_unit_test(test_same_seed_same_numbers),
        cmocka_unit_test(test_avoiding_tells),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
