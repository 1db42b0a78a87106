// A recording made ready for the viewer holds what is in it: decoded by another decoder and compared with where everyone
// was, and who overlapped by brute force.
#include "replay/crowd.h"

// Where everyone was ---------------------------------------------------------------------------------------------------

static void assert_frame(const gathered *all, const decoded_frame *got, const wi_frame *want, bool all_columns) {
    assert_int_equal(got->number, want->number);
    assert_int_equal(got->count, want->count);
    for (uint32_t i = 0; i < want->count; i++) {
        const wi_spot *spot = &want->spot[i];
        assert_true(got->agent[i] < all->cast.count);
        const decoded_agent *agent = &all->cast.agent[got->agent[i]];
        assert_true(agent->id == (double)spot->id);
        assert_true(agent->first <= got->number && agent->last >= got->number);
        assert_close((double)float_of(got->x[i]) + all->origin[0], spot->x, 1e-3);
        assert_close((double)float_of(got->y[i]) + all->origin[1], spot->y, 1e-3);
        if (!all_columns) continue;
        assert_close((double)float_of(got->vx[i]), (double)spot->vx, 1e-3);
        assert_close((double)float_of(got->vy[i]), (double)spot->vy, 1e-3);
        assert_close((double)float_of(got->heading[i]), (double)spot->heading, 1e-3);
        assert_close((double)float_of(got->preferred_x[i]), (double)spot->preferred_x, 1e-3);
        assert_close((double)float_of(got->preferred_y[i]), (double)spot->preferred_y, 1e-3);
        assert_int_equal(agent->profile, spot->profile);
        assert_int_equal(agent->group, spot->group < 5 ? spot->group : 65535); // the plan has five
    }
}

// `spot` tells heights; NULL: they are not known.
static bool overlaps(const decoded_frame *frame, const wi_spot *spot, uint32_t a, uint32_t b, double *depth) {
    double x = (double)float_of(frame->x[a]) - (double)float_of(frame->x[b]);
    double y = (double)float_of(frame->y[a]) - (double)float_of(frame->y[b]);
    *depth = 0.5 - sqrt(x * x + y * y);
    return *depth > 0.002 && (!spot || fabs(spot[a].z - spot[b].z) < 2.0);
}

static bool has_pair(const decoded_frame *frame, uint32_t a, uint32_t b, double depth) {
    for (uint32_t i = 0; i < frame->pairs; i++) {
        uint64_t c = frame->pair[3 * i], d = frame->pair[3 * i + 1];
        if ((c == a && d == b) || (c == b && d == a))
            return fabs((double)float_of(frame->pair[3 * i + 2]) - depth) < 1e-4;
    }
    return false;
}

// Bodies here are discs of 0.25 m. Overlaps within 0.1 mm of touching may be either.
static void assert_overlaps(const decoded_frame *frame, const wi_spot *spot) {
    uint32_t least = 0, unsure = 0;
    for (uint32_t a = 0; a < frame->count; a++) {
        for (uint32_t b = a + 1; b < frame->count; b++) {
            double depth;
            bool wanted = overlaps(frame, spot, a, b, &depth);
            if (fabs(depth - 0.002) < 1e-4) {
                unsure++;
            } else if (wanted) {
                least++;
                assert_true(has_pair(frame, a, b, depth));
            }
        }
    }
    assert_true(frame->pairs >= least && frame->pairs <= least + unsure);
}

static uint64_t sum_of(const uint32_t *begun, uint32_t count) {
    uint64_t sum = 0;
    for (uint32_t i = 0; i < count; i++) sum += begun[i];
    return sum;
}

typedef struct kind {
    const char *name;
    bool all_columns, heights; // that it can hold
} kind;

static void holds_what_the_recording_holds(void **state) {
    (void)state;
    static const kind kinds[] = {
        {"crowd.part", true, true},
        {"crowd.h5", true, true},
        {"crowd.sqlite", false, false},
        {"crowd.txt", false, true},
    };
    static gathered all;
    for (uint32_t k = 0; k < WEND_COUNT(kinds); k++) {
        const char *path = sample_path(kinds[k].name);
        write_crowd(path, &crowd);
        wi_replay *replay = open_replay(path, NULL);
        wait_for(replay);
        gather(replay, &all);
        assert_int_equal(all.count, FRAMES);
        assert_int_equal(all.cast.count, crowd.agents);
        assert_true(all.origin[0] > 4.9e5 && all.origin[1] < -1.9e3); // far from 0: the middle of the first
        wi_spots spots = {0};
        for (uint32_t i = 0; i < all.count; i++) {
            wi_frame want = walkers_frame(&crowd, (int64_t)i - BEFORE, &spots);
            want.number *= 3;
            if (i < BEFORE) want.count = 0;
            assert_frame(&all, &all.frame[i], &want, kinds[k].all_columns);
            assert_overlaps(&all.frame[i], kinds[k].heights ? want.spot : NULL);
        }
        wi_spots_free(&spots);
        assert_collisions(path, sum_of(all.begun, all.count));
        free_gathered(&all);
        wi_replay_close(replay);
    }
}

// What is not recorded -------------------------------------------------------------------------------------------------

static void assert_velocity(const decoded_frame *frame, uint32_t row, double vx, double vy) {
    assert_close((double)float_of(frame->vx[row]), vx, 1e-5);
    assert_close((double)float_of(frame->vy[row]), vy, 1e-5);
}

static void velocities_from_differences(void **state) {
    (void)state;
    static gathered all;
    wi_replay *replay = open_replay(some_text(), NULL);
    wait_for(replay);
    gather(replay, &all);
    assert_int_equal(all.count, 3);
    assert_int_equal(all.frame[2].number, 4);
    assert_velocity(&all.frame[0], 0, 1.0, 0.0);      // forward
    assert_velocity(&all.frame[1], 0, 0.0, 2.0);      // over three numbers
    assert_velocity(&all.frame[2], 0, 0.0, 2.0);      // backward: its last
    assert_true(isnan(float_of(all.frame[1].vx[1]))); // seen once
    assert_true(isnan(float_of(all.frame[0].vx[1]))); // away in the next frame
    assert_null(all.frame[0].heading);
    assert_null(all.frame[0].preferred_x);
    assert_null(all.frame[0].level);
    assert_int_equal(all.cast.agent[0].first, 0);
    assert_int_equal(all.cast.agent[0].last, 4);
    assert_int_equal(all.cast.agent[2].last, 1);
    assert_int_equal(all.cast.agent[2].profile, 65535);
    assert_int_equal(all.cast.agent[2].group, 65535);
    assert_int_equal(all.cast.agent[2].shape, 0);
    assert_true(all.cast.agent[2].half_length == 0.25f);
    free_gathered(&all);
    wi_replay_close(replay);
}

static void a_piece_of_the_time(void **state) {
    (void)state;
    static gathered all;
    const char *path = sample_path("piece.part");
    write_crowd(path, &crowd);
    wi_replay *replay = open_replay(path, &(wi_replay_options){.from = 3.0, .until = 12.0, .every = 4});
    wait_for(replay);
    gather(replay, &all);
    assert_int_equal(all.count, 8); // 30, 42, ... 114, by numbers three apart
    for (uint32_t i = 0; i < all.count; i++) assert_int_equal(all.frame[i].number, 30 + 12 * i);
    free_gathered(&all);
    wi_replay_close(replay);
}

static void describes_the_recording(void **state) {
    (void)state;
    const char *path = sample_path("told.h5");
    wi_recording told = walkers_about();
    told.plan = NULL;
    write_frames(path, &told, &crowd);
    wi_replay *replay = open_replay(path, NULL);
    wait_for(replay);
    wi_json_document *document = ask_about(replay);
    const wi_json *about = wi_json_root(document);
    assert_true(wi_json_number(about, "format", 0.0) == 1.0);
    assert_true(wi_json_number(about, "fps", 0.0) == 10.0);
    assert_string_equal(wi_json_text(about, "wend", ""), "9.8.7");
    assert_string_equal(wi_json_text(about, "source", ""), "told.h5");
    assert_string_equal(wi_json_text(about, "seed", ""), "18364758544493064720");
    assert_string_equal(wi_json_text(about, "scenario", ""), walkers_about().scenario);
    assert_true(wi_json_truth(about, "whole", false) && !wi_json_truth(about, "live", true));
    uint32_t count;
    (void)wend_models(&count);
    assert_int_equal(wi_json_get(about, "models")->count, count);
    assert_string_equal(wi_json_text(wi_json_get(about, "walls")->first, "kind", ""), "room");
    assert_int_equal(wi_json_get(about, "profiles")->count, 3);
    // The room is at 0, the crowd far from it: the bounds hold both.
    const wi_json *bounds = wi_json_get(about, "bounds"), *origin = wi_json_get(about, "origin");
    assert_true(number_at(bounds, 0) + number_at(origin, 0) <= 0.0 &&
                number_at(bounds, 2) + number_at(origin, 0) > 5e5);
    wi_json_free(document);
    wi_replay_close(replay);
}

// Bodies ---------------------------------------------------------------------------------------------------------------

#define BOX_PLAN                                                                                             \
    "{\"origin\": [0, 0], \"levels\": [{\"name\": \"a\", \"height\": 0}, {\"name\": \"b\", \"height\": 4}]," \
    " \"profiles\": [{\"name\": \"wide\", \"shape\": \"box\", \"half_length\": 0.1, \"half_width\": 0.5}]}"

// Two boxes that stand one behind the other do not overlap, although discs around them would; side by side they do.
static void bodies_have_their_true_shape(void **state) {
    (void)state;
    static gathered all;
    static char *profiles[] = {"wide"};
    char plan[] = BOX_PLAN;
    wi_recording about = {.fps = 10.0, .profiles = profiles, .profile_count = 1, .plan = plan, .whole = true};
    const char *path = sample_path("boxes.h5");
    wi_writer *writer;
    wend_error error = {0};
    if (wi_writer_create(path, &about, &(wi_write_options){0.0}, &writer, &error)) fail_msg("%s", error.text);
    wi_spot spots[4];
    for (uint32_t i = 0; i < 4; i++) {
        spots[i] = wi_spot_at(i + 1, 0.0, 0.0);
        spots[i].heading = spots[i].vx = spots[i].vy = 0.0f;
        spots[i].profile = 0;
        spots[i].z = i == 3 ? 4.0 : 0.0;
    }
    spots[1].x = 0.3; // in front of 1
    spots[2].y = 0.9; // beside 1
    if (writer->frame(writer, &(wi_frame){0, spots, 4}, &error)) fail_msg("%s", error.text);
    if (writer->finish(writer, &error)) fail_msg("%s", error.text);
    wi_replay *replay = open_replay(path, NULL);
    wait_for(replay);
    gather(replay, &all);
    assert_int_equal(all.cast.agent[0].shape, 2);
    assert_true(all.cast.agent[0].half_length == 0.1f && all.cast.agent[0].half_width == 0.5f);
    assert_int_equal(all.frame[0].pairs, 1);
    assert_true(has_pair(&all.frame[0], 0, 2, 0.1));
    assert_non_null(all.frame[0].level);
    assert_int_equal(all.frame[0].level[2], 0);
    assert_int_equal(all.frame[0].level[3], 1);
    free_gathered(&all);
    wi_replay_close(replay);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(holds_what_the_recording_holds),
        cmocka_unit_test(velocities_from_differences),
        cmocka_unit_test(a_piece_of_the_time),
        cmocka_unit_test(describes_the_recording),
        cmocka_unit_test(bodies_have_their_true_shape),
    };
    return cmocka_run_group_tests(tests, sample_setup, sample_teardown);
}
