// A crowd, recorded and made ready for the viewer, and all that the viewer would get of it.
#ifndef REPLAY_CROWD_H
#define REPLAY_CROWD_H

#include "record/walkers.h"

#include "replay/decode.h"

#include "base/json.h"
#include "measure/measure.h"
#include "replay/replay.h"

#define FRAMES 400
#define BEFORE 3 // frames without anybody, before the first

static const walkers crowd = {.agents = 90, .seed = 5, .stay = true};

static inline wi_replay *open_replay(const char *path, const wi_replay_options *options) {
    wi_replay *replay;
    wend_error error = {0};
    if (wi_replay_open(path, options, &replay, &error)) fail_msg("%s", error.text);
    return replay;
}

static inline void wait_for(wi_replay *replay) {
    wend_error error = {0};
    if (wi_replay_wait(replay, &error)) fail_msg("%s", error.text);
}

typedef wend_result request(wi_replay *replay, uint32_t from, wi_bytes *bytes, wend_error *error);

static inline bytes_left ask(request *what, wi_replay *replay, uint32_t from, wi_bytes *bytes) {
    wend_error error = {0};
    if (what(replay, from, bytes, &error)) fail_msg("%s", error.text);
    return (bytes_left){bytes->data, bytes->data + bytes->size};
}

static inline wi_json_document *ask_about(wi_replay *replay) {
    wi_bytes bytes;
    wend_error error = {0};
    if (wi_replay_about(replay, &bytes, &error)) fail_msg("%s", error.text);
    wi_json_document *about = wi_json_read((const char *)bytes.data, bytes.size, 100000, &error);
    if (!about) fail_msg("%s in %s", error.text, bytes.data);
    free(bytes.data);
    return about;
}

static inline double number_at(const wi_json *list, uint32_t index) {
    const wi_json *item = list ? list->first : NULL;
    while (item && index--) item = item->next;
    assert_non_null(item);
    return item->number;
}

// All of a replay, gathered.
typedef struct gathered {
    decoded_frame frame[FRAMES + 1];
    uint32_t begun[FRAMES + 1];
    uint32_t count;
    decoded_cast cast;
    double origin[2];
} gathered;

static inline void gather_blocks(wi_replay *replay, gathered *all) {
    wi_bytes index, block;
    bytes_left from = ask(wi_replay_index, replay, 0, &index);
    for (uint32_t b = 0; from.at < from.end; b++) {
        assert_int_equal(take_u32(&from), all->count);
        uint32_t frames = take_u32(&from);
        bytes_left in = ask(wi_replay_block, replay, b, &block);
        for (uint32_t i = 0; i < frames; i++) {
            assert_true(all->count < FRAMES + 1);
            all->frame[all->count++] = decode_frame(&in);
        }
        assert_true(in.at == in.end);
        free(block.data);
    }
    free(index.data);
}

static inline void gather(wi_replay *replay, gathered *all) {
    wi_bytes bytes;
    *all = (gathered){0};
    gather_blocks(replay, all);
    bytes_left from = ask(wi_replay_agents, replay, 0, &bytes);
    all->cast = decode_cast(&from);
    free(bytes.data);
    from = ask(wi_replay_timeline, replay, 0, &bytes);
    for (uint32_t i = 0; i < all->count; i++) {
        assert_int_equal(take_i32(&from), all->frame[i].number);
        assert_int_equal(take_u32(&from), all->frame[i].count);
        all->begun[i] = take_u32(&from);
    }
    assert_true(from.at == from.end);
    free(bytes.data);
    wi_json_document *about = ask_about(replay);
    for (uint32_t i = 0; i < 2; i++) all->origin[i] = number_at(wi_json_get(wi_json_root(about), "origin"), i);
    wi_json_free(about);
}

static inline void free_gathered(gathered *all) {
    for (uint32_t i = 0; i < all->count; i++) free_frame(&all->frame[i]);
    free(all->cast.agent);
}

static inline wi_recording crowd_about(void) {
    static char plan[] = "{\"groups\": [\"a\", \"b\", \"c\", \"d\", \"e\"], \"profiles\": [{}, {}, {}]}";
    wi_recording about = walkers_about();
    about.geometry = NULL;
    about.plan = plan;
    return about;
}

// With bodies that every format has: discs of 0.25 m.
static inline void write_frames(const char *path, const wi_recording *about, const walkers *all) {
    wi_writer *writer;
    wi_spots spots = {0};
    wend_error error = {0};
    if (wi_writer_create(path, about, &(wi_write_options){0.0}, &writer, &error)) fail_msg("%s", error.text);
    for (int64_t number = -BEFORE; number < FRAMES - BEFORE; number++) {
        wi_frame frame = walkers_frame(all, number, &spots);
        if (number < 0) frame.count = 0;
        for (uint32_t i = 0; i < frame.count; i++) frame.spot[i].half_length = frame.spot[i].half_width = 0.25f;
        frame.number = 3 * number; // with gaps
        if (writer->frame(writer, &frame, &error)) fail_msg("%s", error.text);
    }
    if (writer->finish(writer, &error)) fail_msg("%s", error.text);
    wi_spots_free(&spots);
}

static inline void write_crowd(const char *path, const walkers *all) {
    wi_recording about = crowd_about();
    write_frames(path, &about, all);
}

// Overlaps that began are those that `wend measure` counts.
static inline void assert_collisions(const char *path, uint64_t begun) {
    wi_measures measured;
    wend_error error = {0};
    wi_measure_options options = wi_measure_options_default();
    if (wi_measure_watched(path, &options, NULL, &measured, &error)) fail_msg("%s", error.text);
    assert_true(measured.collisions > 0);
    assert_int_equal(begun, measured.collisions);
}

// Three agents of whom nothing is known but where they were.
static inline const char *some_text(void) {
    return sample_text("some.txt", "# framerate: 10\n# id frame x y\n"
                                   "1 0 0 0\n1 1 0.1 0\n1 4 0.1 0.6\n"
                                   "2 1 5 5\n"
                                   "3 0 9 9\n3 4 9 8\n");
}

#endif
