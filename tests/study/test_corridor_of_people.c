// The corridor of people with recordings that are made up, so that it is known what must come of them.
#include "record/samples.h"

#include "study/program.h"

#include <sys/stat.h>

#define HEAD "# framerate: 10\n# id frame x/m y/m z/m\n"

// What the first seed reads.
static void record(const char *text) {
    (void)mkdir(sample_path("bidirectional"), 0700);
    (void)sample_text("bidirectional/bo-360-075-075.txt", text);
    setenv("WEND_DATA", sample_directory, 1);
}

static double number_of(const wi_study_program *of, const double *value, const char *name) {
    for (uint32_t i = 0; i < of->value_count; i++) {
        if (strcmp(of->values[i].name, name) == 0) return value[i];
    }
    fail_msg("there is no value %s", name);
    return NAN;
}

static double number(const double *value, const char *name) {
    return number_of(&wi_program_corridor_of_people, value, name);
}

// Walks at 1.7 m/s, upwards or downwards; frames 0.1 s apart from the given one on.
static size_t print_walk(char *text, size_t size, int id, double x, double way, int frame) {
    size_t used = 0;
    for (int k = 0; k <= 80; k++)
        used +=
            (size_t)snprintf(text + used, size - used, "%d %d %.3f %.3f 0\n", id, frame + k, x, way * (0.17 * k - 6.8));
    return used;
}

static void run(const char *model, double *value) {
    wend_error error = {0};
    if (wi_program_corridor_of_people.run(&(wi_study_task){.model = model, .seed = 1}, value, &error))
        fail_msg("%s", error.text);
}

// Alone one has the density of one, 1 / pi by the bell, and is as long on the way as its speed says: between 1.1 and 2.3 m/s.
static void test_one(void **state) {
    (void)state;
    static char text[20000];
    size_t used = (size_t)snprintf(text, sizeof text, HEAD);
    print_walk(text + used, sizeof text - used, 4, 1.8, 1.0, 30);
    record(text);
    static const char *const models[] = {"orca", "social-force-2000", "power-law", "eorca-c", "eorca-f", "eorca-p"};
    for (uint32_t i = 0; i < WEND_COUNT(models); i++) {
        double value[WI_STUDY_VALUES_MAX], alone = 1.0 / acos(-1.0);
        run(models[i], value);
        assert_true(number(value, "people") == 1.0 && number(value, "not_arrived") == 0.0);
        assert_true(number(value, "waited") == 0.0);
        assert_true(fabs(number(value, "density_at_20") - alone) < 1e-9);
        assert_true(fabs(number(value, "density_at_80") - alone) < 1e-9);
        assert_true(fabs(number(value, "denser_at_20")) < 1e-9 && fabs(number(value, "denser_at_80")) < 1e-9);
        double late = number(value, "late");
        if (!(late > 10.8 / 2.3 - 10.8 / 1.7 - 0.2 && late < 10.8 / 1.1 - 10.8 / 1.7 + 0.2))
            fail_msg("%s: %g s late", models[i], late);
    }
}

// Two who come to one place at one time: one of them waits. A third who comes against them is in a lane of its own.
static void test_three(void **state) {
    (void)state;
    static char text[30000];
    double value[WI_STUDY_VALUES_MAX];
    size_t used = (size_t)snprintf(text, sizeof text, HEAD);
    used += print_walk(text + used, sizeof text - used, 1, 1.2, 1.0, 0);
    used += print_walk(text + used, sizeof text - used, 2, 1.2, 1.0, 0);
    print_walk(text + used, sizeof text - used, 3, 2.8, -1.0, 0);
    record(text);
    run("eorca-p", value);
    assert_true(number(value, "people") == 3.0 && number(value, "not_arrived") == 0.0);
    assert_true(fabs(number(value, "waited") - 100.0 / 3.0) < 1e-9);
    assert_true(number(value, "lane_order") > 0.99);
}

// Two people in one place are denser than the two agents of whom one waits.
static void test_less_dense(void **state) {
    (void)state;
    static char text[20000];
    double value[WI_STUDY_VALUES_MAX], recorded[WI_STUDY_VALUES_MAX];
    wend_error error = {0};
    size_t used = (size_t)snprintf(text, sizeof text, HEAD);
    used += print_walk(text + used, sizeof text - used, 1, 1.2, 1.0, 0);
    print_walk(text + used, sizeof text - used, 2, 1.2, 1.0, 0);
    record(text);
    run("eorca-p", value);
    if (wi_program_recorded_corridor.run(&(wi_study_task){.seed = 1}, recorded, &error)) fail_msg("%s", error.text);
    double people = number_of(&wi_program_recorded_corridor, recorded, "density_at_40");
    assert_true(fabs(people - 2.0 / acos(-1.0)) < 1e-9);
    assert_true(number(value, "denser_at_40") < -0.05);
    assert_true(fabs(number(value, "density_at_40") - number(value, "denser_at_40") - people) < 1e-9);
}

static void refused(const char *text, const char *why) {
    double value[WI_STUDY_VALUES_MAX];
    wend_error error = {0};
    record(text);
    assert_int_not_equal(wi_program_corridor_of_people.run(&(wi_study_task){.seed = 1}, value, &error), WEND_OK);
    if (!strstr(error.text, "bo-360-075-075.txt") || !strstr(error.text, why))
        fail_msg("'%s' does not name the file and say '%s'", error.text, why);
}

static void test_bad_recordings(void **state) {
    (void)state;
    refused("", "");
    refused("no numbers at all\n", "");
    refused(HEAD "1 0 1 0 0\n1 1 1 0.1 0\n", "person 1 is seen for less than");
    refused(HEAD "1 0 50 0 0\n1 9 50 1 0\n", "person 1 never comes into");
    refused(HEAD "1 0 50 0 0\n1 9 1 1 0\n", "person 1 does not fit");
    setenv("WEND_DATA", "/nowhere", 1);
    double value[WI_STUDY_VALUES_MAX];
    wend_error error = {0};
    assert_false(wi_program_corridor_of_people.ready());
    assert_int_not_equal(wi_program_corridor_of_people.run(&(wi_study_task){.seed = 1}, value, &error), WEND_OK);
    assert_non_null(strstr(error.text, "/nowhere/bidirectional/bo-360-075-075.txt"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_one),
        cmocka_unit_test(test_three),
        cmocka_unit_test(test_less_dense),
        cmocka_unit_test(test_bad_recordings),
    };
    return cmocka_run_group_tests(tests, sample_setup, sample_teardown);
}
