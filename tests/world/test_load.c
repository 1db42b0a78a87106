// What the loader refuses, and what it says.
#include "support/mixed_world.h"
#include "world/saved.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#define AGENTS 6

typedef struct fixture {
    wend_scene *scene;
    wend_world_def def;
    unsigned char *bytes;
    size_t size;
} fixture;

// Loads bytes that must be refused with a message that says so.
static void assert_load_refused(const fixture *f, const void *bytes, size_t size, const char *says) {
    char somewhere;
    wend_world *world = (void *)&somewhere; // anything but NULL
    wend_error error = {0};
    wend_result result = wend_world_load_bytes(&f->def, bytes, size, &world, &error);
    assert_int_equal(result, WEND_BAD_FILE);
    assert_int_equal(error.result, WEND_BAD_FILE);
    assert_null(world);
    if (says && !strstr(error.text, says)) fail_msg("`%s` lacks `%s`", error.text, says);
}

// A copy of its own for each length, so that a sanitizer sees a byte read too far.
static void test_truncated_at_every_length(void **state) {
    const fixture *f = *state;
    for (size_t size = 0; size < f->size; size++) {
        unsigned char *cut = malloc(size > 0 ? size : 1);
        assert_non_null(cut);
        memcpy(cut, f->bytes, size);
        assert_load_refused(f, cut, size, "truncated");
        free(cut);
    }
}

static void test_bytes_after_the_end(void **state) {
    const fixture *f = *state;
    unsigned char *more = calloc(1, f->size + 1);
    assert_non_null(more);
    memcpy(more, f->bytes, f->size);
    assert_load_refused(f, more, f->size + 1, "altered");
    free(more);
}

static void test_every_byte_altered(void **state) {
    const fixture *f = *state;
    for (size_t i = 0; i < f->size; i++)
        for (uint32_t change = 1; change < 256; change = change < 128 ? 2 * change : change + 127) {
            f->bytes[i] ^= (unsigned char)change;
            assert_load_refused(f, f->bytes, f->size, NULL);
            f->bytes[i] ^= (unsigned char)change;
        }
    wend_world *world; // and unaltered it loads
    wend_error error;
    must(wend_world_load_bytes(&f->def, f->bytes, f->size, &world, &error), &error);
    wend_world_destroy(world);
}

static void test_foreign_bytes(void **state) {
    const fixture *f = *state;
    char long_enough[300];
    (void)snprintf(long_enough, sizeof long_enough, "SQLite format 3%*s", 250, "");
    const char *const foreign[] = {"x", "hello, world", "\x89WEND\n\x1a", "\x89HDF\r\n\x1a\n", long_enough};
    for (uint32_t i = 0; i < WEND_COUNT(foreign); i++)
        assert_load_refused(f, foreign[i], strlen(foreign[i]), "not a saved world");
}

// Changes some bytes in a copy, puts size and checksum right, and loads it.
static void assert_patch_refused(const fixture *f, size_t offset, const void *value, size_t size, const char *says) {
    unsigned char *copy = malloc(f->size);
    assert_non_null(copy);
    memcpy(copy, f->bytes, f->size);
    memcpy(copy + offset, value, size);
    uint64_t checksum = wi_saved_checksum(copy, f->size - sizeof checksum);
    memcpy(copy + f->size - sizeof checksum, &checksum, sizeof checksum);
    assert_load_refused(f, copy, f->size, says);
    free(copy);
}

static void refuse_word(const fixture *f, size_t offset, uint64_t value, const char *says) {
    assert_patch_refused(f, offset, &value, sizeof value, says);
}

static void refuse_float(const fixture *f, size_t offset, float value, const char *says) {
    assert_patch_refused(f, offset, &value, sizeof value, says);
}

static void test_another_version_or_table(void **state) {
    const fixture *f = *state;
    refuse_word(f, offsetof(wi_saved_head, version), WI_SAVED_VERSION + 1,
                "version 5 of the form, this library reads 4");
    refuse_word(f, offsetof(wi_saved_head, columns), 77, "other columns");
}

static void test_another_scene(void **state) {
    const fixture *f = *state;
    refuse_word(f, offsetof(wi_saved_head, scene), 77, "another scene");
    fixture other = *f;
    other.scene = mixed_scene(MIXED_HORIZON + 0.1f);
    other.def = wend_world_default(other.scene);
    assert_load_refused(&other, f->bytes, f->size, "another scene");
    wend_scene_destroy(other.scene);
    other.scene = mixed_scene(MIXED_HORIZON); // an equal one will do
    other.def = wend_world_default(other.scene);
    wend_world *world;
    wend_error error;
    must(wend_world_load_bytes(&other.def, f->bytes, f->size, &world, &error), &error);
    wend_world_destroy(world);
    wend_scene_destroy(other.scene);
}

static void test_a_head_that_makes_no_sense(void **state) {
    const fixture *f = *state;
    const float steps[] = {0.0f, 0.0009f, 1.1f, -0.1f, NAN, INFINITY};
    for (uint32_t i = 0; i < WEND_COUNT(steps); i++)
        refuse_float(f, offsetof(wi_saved_head, step), steps[i], "must lie between 0.001 and 1");
    refuse_word(f, offsetof(wi_saved_head, size), f->size + 1, "truncated");
    refuse_word(f, offsetof(wi_saved_head, size), UINT64_MAX, "truncated");
    refuse_word(f, offsetof(wi_saved_head, size), 0, "altered");
    refuse_word(f, offsetof(wi_saved_head, next_serial), 0, "next serial");
    refuse_word(f, offsetof(wi_saved_head, next_serial), UINT64_MAX, "next serial");
    refuse_word(f, offsetof(wi_saved_head, next_serial), AGENTS, "saved agent 6: its serial must lie between 6 and 5");
    refuse_word(f, offsetof(wi_saved_head, added), AGENTS + 1, "still there");
    refuse_word(f, offsetof(wi_saved_head, removed), 1, "still there");
}

// The number of agents, together with the count of those added.
static void test_a_wrong_number_of_agents(void **state) {
    const fixture *f = *state;
    const uint32_t counts[] = {0, 1, AGENTS - 1, AGENTS + 1, 1000000, INT32_MAX, UINT32_MAX};
    for (uint32_t i = 0; i < WEND_COUNT(counts); i++) {
        wi_saved_head head;
        memcpy(&head, f->bytes, sizeof head);
        head.agents = counts[i];
        head.added = counts[i];
        assert_patch_refused(f, 0, &head, sizeof head, counts[i] > AGENTS + 1 ? "more than" : NULL);
    }
}

// Where an agent's element of a column lies in the file.
static size_t place_of(const fixture *f, const char *name, uint32_t agent) {
    size_t at = sizeof(wi_saved_head) + wi_saved_changes_size(f->scene);
    for (uint32_t c = 0; c < wi_column_count; c++) {
        const wi_column *column = &wi_column_table[c];
        if (strcmp(column->name, name) == 0) return at + (size_t)agent * column->size;
        if (!column->derived) at += (size_t)AGENTS * column->size;
    }
    fail_msg("no column `%s`", name);
    return 0;
}

typedef struct bad_float {
    const char *column;
    size_t offset;
    float value;
    const char *says;
} bad_float;

static const bad_float bad_floats[] = {
    {"x", 0, NAN, "position"},
    {"x", 0, INFINITY, "position"},
    {"x", 0, -1.1e7f, "position"},
    {"y", 0, NAN, "position"},
    {"y", 0, 1.1e7f, "position"},
    {"motion", offsetof(wend_motion, velocity.x), NAN, "velocity"},
    {"motion", offsetof(wend_motion, velocity.y), -INFINITY, "velocity"},
    {"motion", offsetof(wend_motion, heading.x), NAN, "heading"},
    {"motion", offsetof(wend_motion, heading.x), 1.5f, "heading"},
    {"motion", offsetof(wend_motion, heading.y), -1.5f, "heading"},
    {"goal", offsetof(wend_goal, at.x), NAN, "goal"},
    {"goal", offsetof(wend_goal, at.y), INFINITY, "goal"},
    {"goal", offsetof(wend_goal, half.x), -1.0f, "goal"},
    {"goal", offsetof(wend_goal, half.y), NAN, "goal"},
    {"pace", offsetof(wend_pace, preferred_speed), -1.0f, "preferred_speed"},
    {"pace", offsetof(wend_pace, preferred_speed), 50.0f, "preferred_speed"},
    {"pace", offsetof(wend_pace, preferred_speed), NAN, "preferred_speed"},
    {"pace", offsetof(wend_pace, max_speed), 1000.0f, "max_speed"},
    {"pace", offsetof(wend_pace, max_speed), NAN, "max_speed"},
    {"pace", offsetof(wend_pace, max_acceleration), 0.0f, "max_acceleration"},
    {"pace", offsetof(wend_pace, max_acceleration), NAN, "max_acceleration"},
    {"pace", offsetof(wend_pace, arrival_radius), -1.0f, "radius"},
    {"pace", offsetof(wend_pace, arrival_radius), INFINITY, "radius"},
    {"form", offsetof(wend_form, radius), 0.1f, "radius"},
    {"form", offsetof(wend_form, radius), NAN, "radius"},
    {"form", offsetof(wend_form, half_length), 0.0f, "shape"},
    {"form", offsetof(wend_form, half_width), 100.0f, "shape"},
    {"form", offsetof(wend_form, half_width), NAN, "shape"},
    {"form", offsetof(wend_form, priority), 1e7f, "priority"},
    {"form", offsetof(wend_form, priority), NAN, "priority"},
};

static void test_numbers_that_no_agent_has(void **state) {
    const fixture *f = *state;
    for (uint32_t i = 0; i < WEND_COUNT(bad_floats); i++)
        for (uint32_t agent = 0; agent < AGENTS; agent++) {
            char says[64];
            refuse_float(f, place_of(f, bad_floats[i].column, agent) + bad_floats[i].offset, bad_floats[i].value,
                         bad_floats[i].says);
            (void)snprintf(says, sizeof says, "saved agent %u: ", agent + 1);
            refuse_float(f, place_of(f, bad_floats[i].column, agent) + bad_floats[i].offset, bad_floats[i].value, says);
        }
}

static void test_serials_out_of_order(void **state) {
    const fixture *f = *state;
    refuse_word(f, place_of(f, "serial", 0), 0, "serial must lie between 1 and 6");
    refuse_word(f, place_of(f, "serial", 2), 2, "serial must lie between 3 and 6");
    refuse_word(f, place_of(f, "serial", 2), 1, "serial must lie between 3 and 6");
    refuse_word(f, place_of(f, "serial", AGENTS - 1), 7, "serial must lie between 6 and 6");
    refuse_word(f, place_of(f, "serial", AGENTS - 1), UINT64_MAX, "serial must lie between 6 and 6");
}

static void test_roles_that_nobody_has(void **state) {
    const fixture *f = *state;
    for (uint32_t agent = 0; agent < AGENTS; agent++) {
        wend_role good, bad;
        size_t at = place_of(f, "role", agent);
        memcpy(&good, f->bytes + at, sizeof good);
        bad = good, bad.profile = 4;
        assert_patch_refused(f, at, &bad, sizeof bad, "profile is 4");
        bad = good, bad.profile = UINT32_MAX;
        assert_patch_refused(f, at, &bad, sizeof bad, "profile is 4294967295");
        bad = good, bad.level = 3;
        assert_patch_refused(f, at, &bad, sizeof bad, "level is 3");
        bad = good, bad.shape = 3;
        assert_patch_refused(f, at, &bad, sizeof bad, "shape kind is 3");
        bad = good, bad.flags = 128;
        assert_patch_refused(f, at, &bad, sizeof bad, "flags are 128");
        bad = good, bad.params = 2;
        assert_patch_refused(f, at, &bad, sizeof bad, "2 sets of own parameters");
        bad = good, bad.params = !good.params;
        assert_patch_refused(f, at, &bad, sizeof bad, NULL); // then too many or too few values follow
    }
}

static void test_own_parameters_out_of_range(void **state) {
    const fixture *f = *state;
    const float bad[] = {NAN, INFINITY, -1e9f, 1e9f};
    size_t own = sizeof(wi_saved_head) + wi_saved_changes_size(f->scene) + AGENTS * wi_saved_row_size(0),
           end = f->size - sizeof(uint64_t);
    size_t values =
        wi_block_param_count(&wend_model_vo) + wi_block_param_count(&wend_model_orca); // of agent 3 and agent 5
    assert_int_equal(end - own, values * sizeof(float));
    for (size_t at = own; at < end; at += sizeof(float))
        for (uint32_t i = 0; i < WEND_COUNT(bad); i++) refuse_float(f, at, bad[i], "must ");
    size_t about = own + wi_block_param_count(&wend_model_vo) * sizeof(float);
    for (uint32_t p = 0; p < wend_model_orca.param_count; p++, about += sizeof(float))
        if (wend_model_orca.params[p].choices) refuse_float(f, about, 0.5f, "must be one of");
}

static void test_messages_name_the_file(void **state) {
    const fixture *f = *state;
    char path[] = "/tmp/wend-test-load-XXXXXX";
    int file = mkstemp(path);
    assert_true(file >= 0);
    FILE *stream = fdopen(file, "wb");
    assert_non_null(stream);
    for (size_t size = 0; size < f->size; size += f->size / 3) {
        rewind(stream);
        assert_int_equal(fwrite(f->bytes, 1, size, stream), size);
        assert_int_equal(fflush(stream), 0);
        wend_world *world;
        wend_error error;
        assert_int_equal(wend_world_load(&f->def, path, &world, &error), WEND_BAD_FILE);
        if (!strstr(error.text, path) || !strstr(error.text, "truncated")) fail_msg("%s", error.text);
        assert_null(world);
    }
    fclose(stream);
    assert_int_equal(remove(path), 0);
}

static int open_fixture(void **state) {
    static fixture f;
    f.scene = mixed_scene(MIXED_HORIZON);
    f.def = wend_world_default(f.scene);
    wend_world *world = mixed_world(f.scene, NULL, AGENTS);
    void *bytes;
    wend_error error;
    must(wend_world_save_bytes(world, &bytes, &f.size, &error), &error);
    f.bytes = bytes;
    wend_world_destroy(world);
    *state = &f;
    return 0;
}

static int close_fixture(void **state) {
    fixture *f = *state;
    free(f->bytes);
    wend_scene_destroy(f->scene);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_truncated_at_every_length),  cmocka_unit_test(test_bytes_after_the_end),
        cmocka_unit_test(test_every_byte_altered),         cmocka_unit_test(test_foreign_bytes),
        cmocka_unit_test(test_another_version_or_table),   cmocka_unit_test(test_another_scene),
        cmocka_unit_test(test_a_head_that_makes_no_sense), cmocka_unit_test(test_a_wrong_number_of_agents),
        cmocka_unit_test(test_numbers_that_no_agent_has),  cmocka_unit_test(test_serials_out_of_order),
        cmocka_unit_test(test_roles_that_nobody_has),      cmocka_unit_test(test_own_parameters_out_of_range),
        cmocka_unit_test(test_messages_name_the_file),
    };
    return cmocka_run_group_tests(tests, open_fixture, close_fixture);
}
