// Who comes into a recording: made-up people of whom everything is known, recorded ones by another way, and files that say
// too little.
#include "record/samples.h"

#include "study/entrants.h"

static const double corridor[4] = {0.0, -4.0, 3.6, 4.0};

static wi_entrants read_people(const char *path) {
    wi_entrants found = {0};
    wend_error error = {0};
    if (wi_entrants_read(path, corridor, &found, &error)) fail_msg("%s", error.text);
    return found;
}

// 7 comes first, upwards at 1 m/s from (1, -6); 3 comes a second later, downwards at 2 m/s, and goes aside in the middle.
static const char *two_people(void) {
    static char text[40000];
    size_t used = (size_t)snprintf(text, sizeof text, "# framerate: 10\n# id frame x/m y/m z/m\n");
    for (int k = 50; k <= 170; k++) {
        double t = 0.1 * (k - 50), down = 6.0 - 2.0 * (t - 1.0);
        if (k >= 60 && down >= -6.0)
            used +=
                (size_t)snprintf(text + used, sizeof text - used, "3 %d %.3f %.3f 0\n", k, down > 0 ? 2.0 : 2.5, down);
        used += (size_t)snprintf(text + used, sizeof text - used, "7 %d 1.000 %.3f 0\n", k, -6.0 + t);
    }
    return sample_text("two.txt", text);
}

static void assert_near(double found, double expected) {
    if (!(fabs(found - expected) < 1e-4)) fail_msg("%g instead of %g", found, expected);
}

static void test_when_where_how_fast(void **state) {
    (void)state;
    wi_entrants found = read_people(two_people());
    assert_int_equal(found.count, 2);
    const wi_entrant *up = &found.item[0], *down = &found.item[1];
    assert_int_equal(up->id, 7);
    assert_int_equal(down->id, 3);
    assert_near(up->came, 0.0), assert_near(down->came, 1.0);
    assert_near(up->from.x, 1.0), assert_near(up->from.y, -6.0);
    assert_near(down->from.x, 2.0), assert_near(down->from.y, 6.0);
    assert_near(up->to.y, 4.0), assert_near(down->to.x, 2.5), assert_near(down->to.y, -4.0);
    assert_near(up->left, 10.0), assert_near(down->left, 6.0);
    assert_near((double)up->velocity.y, 1.0), assert_near((double)down->velocity.y, -2.0);
    assert_near((double)up->velocity.x, 0.0), assert_near((double)down->velocity.x, 0.0);
    wi_entrants_free(&found);
}

// Everyone of a recording comes in once, at the place and time at which a plain look through its frames finds it.
static void test_recorded_people(void **state) {
    (void)state;
    const char *path = sample_data("bidirectional/bot-360-120-120.txt");
    wi_entrants found = read_people(path);
    wi_reader *people = sample_open(path);
    wi_frame frame;
    int64_t first = -1;
    uint32_t known = 0;
    while (sample_next(people, &frame)) {
        if (first < 0) first = frame.number;
        for (uint32_t i = 0; i < frame.count; i++) {
            const wi_spot *spot = &frame.spot[i];
            uint32_t who = 0;
            while (who < known && found.item[who].id != spot->id) who++;
            if (who < known) continue;
            const wi_entrant *came = &found.item[known++];
            assert_true(known <= found.count && came->id == spot->id);
            assert_near(came->from.x, spot->x), assert_near(came->from.y, spot->y);
            assert_near(came->came, (double)(frame.number - first) / 16.0);
        }
    }
    assert_int_equal(known, found.count);
    for (uint32_t i = 0; i < found.count; i++) {
        const wi_entrant *who = &found.item[i];
        bool up = who->from.y < 0.0;
        assert_true(fabs(who->from.y) > 6.0 && fabs(who->to.y) > 3.8 && (who->to.y > 0.0) == up);
        assert_true((who->velocity.y > 0.0f) == up && who->left > who->came + 4.0);
    }
    wi_reader_close(people);
    wi_entrants_free(&found);
}

static void refused(const char *path, const char *why) {
    wi_entrants found = {0};
    wend_error error = {0};
    assert_int_not_equal(wi_entrants_read(path, corridor, &found, &error), WEND_OK);
    if (!strstr(error.text, why)) fail_msg("'%s' does not say '%s'", error.text, why);
    wi_entrants_free(&found);
}

#define HEAD "# framerate: 10\n# id frame x/m y/m z/m\n"

static void test_too_little(void **state) {
    (void)state;
    refused("/nowhere/people.txt", "people.txt");
    refused(sample_text("shortly.txt", HEAD "5 0 1 0 0\n5 1 1 0.1 0\n5 2 1 0.2 0\n"), "person 5 is seen for less than");
    refused(sample_text("outside.txt", HEAD "5 0 9 0 0\n5 4 9 0.4 0\n5 8 9 0.8 0\n"), "person 5 never comes into");
    refused(sample_text("words.txt", HEAD "one two three four five\n"), "words.txt");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_when_where_how_fast),
        cmocka_unit_test(test_recorded_people),
        cmocka_unit_test(test_too_little),
    };
    return cmocka_run_group_tests(tests, sample_setup, sample_teardown);
}
