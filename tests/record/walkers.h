// Walkers for tests of recordings: where anybody is at any frame is known without keeping it.
#ifndef WALKERS_H
#define WALKERS_H

#include "record/samples.h"

#include "record/frames.h"
#include "wend/wend.h"

// Agent `id` is there from frame 3 * id % 50 on, for 20 to 83 frames or (stay) for ever; some frames have nobody.
typedef struct walkers {
    uint32_t agents;
    uint64_t seed;
    bool stay;
} walkers;

static inline bool walker_is_there(const walkers *all, uint64_t id, int64_t number) {
    int64_t from = (int64_t)(3 * id % 50);
    return all->stay || (number >= from && number < from + 20 + (int64_t)(id % 64));
}

static inline wi_spot walker_at(const walkers *all, uint64_t id, int64_t number) {
    float turn = 0.3f * wend_random(all->seed, id, (uint64_t)number, 1, 0), phase = 0.7f * (float)id;
    double time = 0.1 * (double)number;
    wi_spot spot = {.id = 7 * id + 1, .profile = (uint32_t)(id % 3), .group = (uint32_t)(id % 7)};
    spot.vx = 1.3f * wend_cos(phase + turn);
    spot.vy = 1.3f * wend_sin(phase + turn);
    spot.heading = wend_atan2(spot.vy, spot.vx);
    spot.preferred_x = 1.4f * wend_cos(phase);
    spot.preferred_y = 1.4f * wend_sin(phase);
    spot.half_length = 0.15f + 0.01f * (float)(id % 10);
    spot.half_width = 0.2f;
    spot.x = 5e5 + 0.5 * (double)id + (double)wend_cos(phase) * 1.3 * time;
    spot.y = -2e3 + (double)wend_sin(phase) * 1.3 * time + 0.01 * (double)turn;
    spot.z = id % 2 ? 3.5 : 0.0;
    return spot;
}

// The frame as it is before rounding; the spots go into `spots`.
static inline wi_frame walkers_frame(const walkers *all, int64_t number, wi_spots *spots) {
    spots->count = 0;
    for (uint64_t id = 0; id < all->agents; id++) {
        if (!walker_is_there(all, id, number)) continue;
        wi_spot *spot = wi_spots_add(spots);
        assert_non_null(spot);
        *spot = walker_at(all, id, number);
    }
    return (wi_frame){.number = number, .spot = spots->spot, .count = spots->count};
}

static inline void assert_spot(const wi_spot *got, const wi_spot *want, double precision, double rest) {
    assert_int_equal(got->id, want->id);
    assert_int_equal(got->profile, want->profile);
    assert_int_equal(got->group, want->group);
    assert_true(got->half_length == want->half_length && got->half_width == want->half_width);
    if (fabs((double)(got->preferred_x - want->preferred_x)) > rest + 2e-7 ||
        fabs((double)(got->preferred_y - want->preferred_y)) > rest + 2e-7)
        fail_msg("agent %llu prefers %g %g, expected %g %g", (unsigned long long)got->id, (double)got->preferred_x,
                 (double)got->preferred_y, (double)want->preferred_x, (double)want->preferred_y);
    wi_raster grid = wi_raster_from(precision);
    if (got->x != wi_raster_round(grid, want->x) || got->y != wi_raster_round(grid, want->y) ||
        got->z != wi_raster_round(grid, want->z))
        fail_msg("agent %llu is at %.17g %.17g %.17g, expected %.17g %.17g %.17g", (unsigned long long)got->id, got->x,
                 got->y, got->z, want->x, want->y, want->z);
    // Floats near pi are 2.4e-7 apart.
    if (fabs((double)(got->vx - want->vx)) > rest + 2e-7 || fabs((double)(got->vy - want->vy)) > rest + 2e-7 ||
        fabs((double)(got->heading - want->heading)) > rest + 5e-7)
        fail_msg("agent %llu moves %g %g %g, expected %g %g %g", (unsigned long long)got->id, (double)got->vx,
                 (double)got->vy, (double)got->heading, (double)want->vx, (double)want->vy, (double)want->heading);
}

// `rest`: how far velocities and headings may be off.
static inline void assert_walkers(const walkers *all, const wi_frame *frame, double precision, double rest) {
    wi_spots spots = {0};
    wi_frame want = walkers_frame(all, frame->number, &spots);
    assert_int_equal(frame->count, want.count);
    for (uint32_t i = 0; i < want.count; i++) assert_spot(&frame->spot[i], &want.spot[i], precision, rest);
    wi_spots_free(&spots);
}

static inline wi_recording walkers_about(void) {
    static char *profiles[] = {"adult", "child", "Rollstuhl \xc3\xbc"};
    return (wi_recording){.fps = 10.0,
                          .geometry = "POLYGON ((0 0, 10 0, 10 10, 0 10, 0 0))",
                          .scenario = "version: 1\nagents: many\n\nfps\n3\n",
                          .plan = "{\"groups\": [\"a\"]}",
                          .version = "9.8.7",
                          .profiles = profiles,
                          .profile_count = WEND_COUNT(profiles),
                          .seed = 0xfedcba9876543210u,
                          .has_seed = true,
                          .whole = true};
}

static inline void assert_about(const wi_recording *got) {
    wi_recording want = walkers_about();
    assert_true(got->fps == want.fps);
    assert_string_equal(got->geometry, want.geometry);
    assert_string_equal(got->scenario, want.scenario);
    assert_string_equal(got->plan, want.plan);
    assert_string_equal(got->version, want.version);
    assert_int_equal(got->profile_count, want.profile_count);
    for (uint32_t i = 0; i < want.profile_count; i++) assert_string_equal(got->profiles[i], want.profiles[i]);
    assert_true(got->has_seed && got->seed == want.seed);
}

static inline void walkers_write(const char *path, const walkers *all, int64_t frames, double precision) {
    wi_recording about = walkers_about();
    wi_writer *writer;
    wi_spots spots = {0};
    wend_error error = {0};
    if (wi_writer_create(path, &about, &(wi_write_options){precision}, &writer, &error)) fail_msg("%s", error.text);
    for (int64_t number = 0; number < frames; number++) {
        wi_frame frame = walkers_frame(all, number, &spots);
        if (writer->frame(writer, &frame, &error)) fail_msg("%s", error.text);
    }
    if (writer->finish(writer, &error)) fail_msg("%s", error.text);
    wi_spots_free(&spots);
}

// A whole file as bytes from malloc.
static inline unsigned char *file_bytes(const char *path, size_t *size) {
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    assert_int_equal(fseek(file, 0, SEEK_END), 0);
    *size = (size_t)ftell(file);
    rewind(file);
    unsigned char *bytes = malloc(*size + 1);
    assert_non_null(bytes);
    assert_int_equal(fread(bytes, 1, *size, file), *size);
    assert_int_equal(fclose(file), 0);
    return bytes;
}

static inline bool file_exists(const char *path) { return access(path, F_OK) == 0; }

// Temporary files that a failure left behind, and other files, in the directory of the test.
static inline uint32_t files_in_directory(void) {
    char command[300], line[32] = "";
    (void)snprintf(command, sizeof command, "ls -A '%s' | wc -l", sample_directory);
    FILE *pipe = popen(command, "r");
    assert_non_null(pipe);
    assert_non_null(fgets(line, sizeof line, pipe));
    (void)pclose(pipe);
    return (uint32_t)strtoul(line, NULL, 10);
}

#endif
