// Likeness of recordings: the same one, a shifted one, another frame rate, and nobody in common.
#include "measure/crowd.h"
#include "measure/like.h"

#include <stdio.h>
#include <unistd.h>

typedef struct tale {
    char path[64];
    double fps, aside, late;
    int64_t first; // number of the first frame
    uint32_t frames, agents;
    uint64_t base; // added to ids
} tale;

// Agent i walks along y = i at 1 m/s.
static void tell(tale *of) {
    (void)snprintf(of->path, sizeof of->path, "/tmp/wend_like_XXXXXX.txt");
    int made = mkstemps(of->path, 4);
    assert_true(made >= 0);
    FILE *file = fdopen(made, "w");
    fprintf(file, "# framerate: %g fps\n# id frame x/m y/m z/m\n", of->fps);
    for (uint32_t i = 0; i < of->agents; i++)
        for (uint32_t f = 0; f < of->frames; f++)
            fprintf(file, "%llu %lld %.9f %.9f 0\n", (unsigned long long)(of->base + i + 1), (long long)(of->first + f),
                    f / of->fps - of->late, (double)i + of->aside);
    assert_int_equal(fclose(file), 0);
}

static wend_result like_files(const char *path, const char *other, const wi_like_options *options, wi_likeness *found,
                              wend_error *error) {
    wi_reader *reader = NULL, *to = NULL;
    wend_result result = wi_reader_open(path, &reader, error);
    if (result == WEND_OK) result = wi_reader_open(other, &to, error);
    if (result == WEND_OK) result = wi_like_readers(reader, to, options, found, error);
    wi_reader_close(reader);
    wi_reader_close(to);
    return result == WEND_OK ? wi_like_check(path, other, options, found, error) : result;
}

static wi_likeness compare(tale *a, tale *b, wi_like_options options) {
    wi_likeness found;
    wend_error why = {0};
    tell(a), tell(b);
    wend_result result = like_files(a->path, b->path, &options, &found, &why);
    (void)remove(a->path), (void)remove(b->path);
    if (result != WEND_OK) fail_msg("%s", why.text);
    return found;
}

static const wi_like_options plain = {.radius = 0.25};

static void a_recording_is_like_itself(void **state) {
    (void)state;
    tale a = {.fps = 10.0, .frames = 30, .agents = 4}, b = a;
    b.first = 100; // times count from the first frame of each
    wi_likeness found = compare(&a, &b, plain);
    assert_int_equal(found.agents, 4);
    assert_int_equal(found.spots, 120);
    assert_near(found.duration, 2.9, 1e-9);
    assert_near(found.distance_mean, 0.0, 1e-9);
    assert_near(found.within, 1.0, 0.0);
}

static void distances_and_shares_are_those_of_the_formula(void **state) {
    (void)state;
    tale a = {.fps = 10.0, .frames = 30, .agents = 2}, b = a, c = a;
    b.aside = 0.24, c.aside = 0.3, c.late = 0.4;
    wi_likeness near = compare(&a, &b, plain), far = compare(&a, &c, plain);
    assert_near(near.distance_mean, 0.24, 1e-9);
    assert_near(near.within, 1.0, 0.0);
    assert_near(far.distance_mean, 0.5, 1e-9);
    assert_near(far.distance_max, 0.5, 1e-9);
    assert_near(far.within, 0.0, 0.0);
}

// Between frames of the other, its agents walk straight: with even walks, rates do not matter.
static void other_frame_rates_are_read_between_frames(void **state) {
    (void)state;
    tale a = {.fps = 25.0, .frames = 101, .agents = 3}, b = {.fps = 7.0, .frames = 29, .agents = 3, .aside = 0.1};
    wi_likeness found = compare(&a, &b, plain), back = compare(&b, &a, plain);
    assert_int_equal(found.spots, 303);
    assert_near(found.distance_mean, 0.1, 1e-6);
    assert_near(back.distance_mean, 0.1, 1e-6);
    b.frames = 15; // the first 2 s: a has no partner afterwards
    assert_near(compare(&a, &b, plain).duration, 2.0, 1e-9);
}

static void one_agent_may_be_compared_with_any_other(void **state) {
    (void)state;
    tale a = {.fps = 10.0, .frames = 20, .agents = 3}, b = a;
    b.base = 50;
    wi_like_options options = {.radius = 0.25, .one = true, .id = 2, .other_id = 53};
    wi_likeness found = compare(&a, &b, options);
    assert_int_equal(found.agents, 1);
    assert_near(found.distance_mean, 1.0, 1e-9);
}

// Frame by frame, as a run does it, and what is known after some of them.
static void frames_may_come_one_by_one(void **state) {
    (void)state;
    tale a = {.fps = 10.0, .frames = 30, .agents = 3}, b = {.fps = 7.0, .frames = 40, .agents = 3, .aside = 0.3};
    wi_likeness whole = compare(&a, &b, plain), found;
    wi_comparison *with;
    wi_reader *reader;
    wi_frame frame;
    bool more;
    tell(&a), tell(&b);
    assert_int_equal(wi_comparison_open(b.path, &plain, &with, NULL), WEND_OK);
    assert_true(isnan(wi_comparison_result(with).distance_mean));
    assert_int_equal(wi_reader_open(a.path, &reader, NULL), WEND_OK);
    for (uint32_t i = 0; reader->next(reader, &frame, &more, NULL) == WEND_OK && more; i++) {
        assert_int_equal(wi_comparison_frame(with, &frame, a.fps, NULL), WEND_OK);
        assert_int_equal(wi_comparison_result(with).spots, 3 * (i + 1));
    }
    found = wi_comparison_result(with);
    assert_memory_equal(&found, &whole, sizeof found);
    wi_comparison_close(with);
    wi_comparison_close(NULL);
    wi_reader_close(reader);
    (void)remove(a.path), (void)remove(b.path);
    assert_int_equal(wi_comparison_open("/nowhere/at/all.h5", &plain, &with, NULL), WEND_NOT_FOUND);
    assert_null(with);
}

static void nobody_in_common_is_an_error(void **state) {
    (void)state;
    tale a = {.fps = 10.0, .frames = 5, .agents = 2}, b = a;
    b.base = 50;
    wi_likeness found;
    wend_error why = {0};
    tell(&a), tell(&b);
    assert_int_equal(like_files(a.path, b.path, &plain, &found, &why), WEND_NOT_FOUND);
    assert_non_null(strstr(why.text, "same id"));
    assert_int_not_equal(like_files(a.path, "/nowhere/at/all.h5", &plain, &found, &why), WEND_OK);
    (void)remove(a.path), (void)remove(b.path);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_recording_is_like_itself),
        cmocka_unit_test(distances_and_shares_are_those_of_the_formula),
        cmocka_unit_test(other_frame_rates_are_read_between_frames),
        cmocka_unit_test(one_agent_may_be_compared_with_any_other),
        cmocka_unit_test(frames_may_come_one_by_one),
        cmocka_unit_test(nobody_in_common_is_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
