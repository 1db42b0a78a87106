// What a replay says while it is being read, when it cannot be read, and when nobody wants it any more.
#include "replay/crowd.h"

// While it goes on -----------------------------------------------------------------------------------------------------

static void assert_begun_as_measured(wi_replay *replay, const char *path) {
    wi_bytes bytes;
    uint64_t begun = 0;
    for (bytes_left from = ask(wi_replay_timeline, replay, 0, &bytes); from.at < from.end; begun += take_u32(&from))
        (void)take(&from, 8);
    free(bytes.data);
    assert_collisions(path, begun);
}

// What is told fits together at every moment, and only grows.
static void answers_while_reading(void **state) {
    (void)state;
    const walkers many = {.agents = 3000, .seed = 9, .stay = true};
    const char *path = sample_path("long.part");
    write_crowd(path, &many);
    wi_replay *replay = open_replay(path, NULL);
    wi_replay_progress progress = {0};
    for (uint32_t asked = 0; !progress.done; asked++) {
        wi_replay_progress now = wi_replay_get_progress(replay);
        assert_true(now.frames >= progress.frames && now.blocks >= progress.blocks && now.agents >= progress.agents);
        progress = now;
        wi_bytes bytes;
        bytes_left from = ask(wi_replay_timeline, replay, 0, &bytes);
        assert_true((size_t)(from.end - from.at) >= 12 * (size_t)now.frames);
        free(bytes.data);
        wi_json_free(ask_about(replay));
        if (now.blocks == 0) continue;
        from = ask(wi_replay_block, replay, asked % now.blocks, &bytes);
        assert_true(bytes.size >= 512 * 1024 || now.done);
        decoded_frame frame = decode_frame(&from);
        free_frame(&frame);
        free(bytes.data);
    }
    wait_for(replay);
    assert_int_equal(progress.frames, FRAMES);
    assert_int_equal(progress.agents, many.agents);
    assert_true(progress.blocks > 20);
    assert_begun_as_measured(replay, path); // so many that most are forgotten on the way
    wi_replay_close(replay);
}

static void may_be_closed_at_any_time(void **state) {
    (void)state;
    const char *path = sample_path("closed.part");
    write_crowd(path, &crowd);
    wi_replay *one = open_replay(path, NULL), *other = open_replay(path, NULL);
    wi_replay_close(one);
    wait_for(other);
    wi_replay_close(other);
    wi_replay_close(NULL);
}

// What cannot be shown -------------------------------------------------------------------------------------------------

static void refuses_what_cannot_be_shown(void **state) {
    (void)state;
    wi_replay *replay = NULL;
    assert_refused(wi_replay_open(sample_path("nowhere.h5"), NULL, &replay, &why), WEND_NOT_FOUND, "nowhere.h5");
    assert_null(replay);
    const char *empty = sample_path("empty.h5");
    wi_recording about = {.fps = 10.0, .whole = true};
    wi_writer *writer;
    wend_error error = {0};
    if (wi_writer_create(empty, &about, &(wi_write_options){0.0}, &writer, &error)) fail_msg("%s", error.text);
    if (writer->finish(writer, &error)) fail_msg("%s", error.text);
    assert_refused(wi_replay_open(empty, NULL, &replay, &why), WEND_BAD_FILE, "no frames");
    const char *some = some_text();
    const wi_replay_options late = {.from = 7.0, .until = 9.0, .every = 1}, none = {.from = 0.0, .until = 1.0};
    assert_refused(wi_replay_open(some, &late, &replay, &why), WEND_BAD_ARGUMENT, "0.4 s");
    assert_refused(wi_replay_open(some, &none, &replay, &why), WEND_BAD_ARGUMENT, "every");
    replay = open_replay(some, NULL);
    wi_bytes bytes;
    wait_for(replay);
    assert_refused(wi_replay_block(replay, 1, &bytes, &why), WEND_NOT_FOUND, "block 1");
    bytes_left left = ask(wi_replay_agents, replay, 4000000000u, &bytes);
    decoded_cast cast = decode_cast(&left);
    assert_int_equal(cast.count, 0);
    free(cast.agent);
    free(bytes.data);
    wi_replay_close(replay);
}

// What was read before the file went wrong is there, and so is the reason.
static void tells_of_errors_on_the_way(void **state) {
    (void)state;
    const char *path = sample_text("wrong.txt", "# framerate: 10\n1 0 0 0\n1 3000000000 1 0\n1 3000000001 2 0\n");
    wi_replay *replay = open_replay(path, NULL);
    assert_refused(wi_replay_wait(replay, &why), WEND_BAD_FILE, "3000000000");
    wi_replay_progress progress = wi_replay_get_progress(replay);
    assert_true(progress.done && progress.frames == 1);
    assert_int_equal(progress.error.result, WEND_BAD_FILE);
    wi_replay_close(replay);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers_while_reading),
        cmocka_unit_test(may_be_closed_at_any_time),
        cmocka_unit_test(refuses_what_cannot_be_shown),
        cmocka_unit_test(tells_of_errors_on_the_way),
    };
    return cmocka_run_group_tests(tests, sample_setup, sample_teardown);
}
