// Encounters cut from a crowd: made-up people of whom it is known who meets whom.
#include "record/samples.h"

#include "measure/like.h"
#include "study/encounters.h"

// Five who walk at 1.4 m/s, seen every 0.4 s. 1 and 2 cross in the middle; 3 walks beside 4, far away; 5 comes near nobody.
static const char *crowd(bool somebody_near) {
    static char text[40000];
    size_t used = 0;
    for (int k = -20; k <= 20; k++) {
        double way = 1.4 * 0.4 * k;
        const double x[] = {way, 0.3, way, way, 40.0, 0.9}, y[] = {0.0, way, 60.0, 60.8, way, way};
        for (int i = 0; i < (somebody_near ? 6 : 5); i++)
            used += (size_t)snprintf(text + used, sizeof text - used, "%d %d %.4f 0 %.4f 1.4 0 0\n", 10 * (k + 20),
                                     i + 1, x[i], y[i]);
    }
    return sample_text("zara_crowd_obsmat.txt", text);
}

static wi_encounters cut(bool somebody_near) {
    wi_encounters found = {0};
    wend_error error = {0};
    if (wi_encounters_cut(crowd(somebody_near), &found, &error)) fail_msg("%s", error.text);
    return found;
}

static void test_only_who_meets(void **state) {
    (void)state;
    wi_encounters found = cut(false);
    assert_int_equal(found.count, 1);
    const wi_encounter *one = &found.item[0];
    assert_true(fabs(one->fps - 25.0) < 1e-9);
    assert_true(one->count >= 11 && one->count <= 13); // 3 s before the nearest to 2 s after
    for (uint32_t i = 0; i < one->count; i++) {
        assert_true(one->frame[i].spot[0].id == 1 && one->frame[i].spot[1].id == 2);
        assert_true(fabs(one->frame[i].spot[0].y) < 1e-6 && fabs(one->frame[i].spot[1].x - 0.3) < 1e-6);
    }
    wi_encounters_free(&found);
}

static void test_nobody_else_is_near(void **state) {
    (void)state;
    wi_encounters found = cut(true);
    assert_int_equal(found.count, 0);
    wi_encounters_free(&found);
}

static void test_no_file(void **state) {
    (void)state;
    wi_encounters found = {0};
    wend_error error = {0};
    assert_int_not_equal(wi_encounters_cut("/nowhere/obsmat.txt", &found, &error), WEND_OK);
    assert_int_equal(found.count, 0);
    assert_true(error.text[0] != '\0');
    wi_encounters_free(&found);
}

// An encounter beside itself, and beside one that is 3 m aside.
static void test_reads_like_a_file(void **state) {
    (void)state;
    wi_encounters a = cut(false), b = cut(false);
    wi_encounter_cursor cursor[2];
    wi_likeness found;
    for (int aside = 0; aside < 2; aside++) {
        for (uint32_t i = 0; aside && i < b.item[0].count; i++) b.item[0].frame[i].spot[0].y += 3.0;
        wi_reader one = wi_encounter_reader(&cursor[0], &a.item[0]),
                  other = wi_encounter_reader(&cursor[1], &b.item[0]);
        assert_int_equal(wi_like_readers(&one, &other, &(wi_like_options){.radius = 0.25}, &found, NULL), WEND_OK);
        assert_int_equal(found.spots, 2 * a.item[0].count);
        assert_true(fabs(found.distance_mean - (aside ? 1.5 : 0.0)) < 1e-9);
        assert_true(fabs(found.within - (aside ? 0.5 : 1.0)) < 1e-9);
    }
    wi_encounters_free(&a);
    wi_encounters_free(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_only_who_meets),
        cmocka_unit_test(test_nobody_else_is_near),
        cmocka_unit_test(test_no_file),
        cmocka_unit_test(test_reads_like_a_file),
    };
    return cmocka_run_group_tests(tests, sample_setup, sample_teardown);
}
