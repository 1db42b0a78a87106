// Frames and tables of agents written and read back by another, slow decoder.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "replay/decode.h"

#include "replay/frame_code.h"

#define MOST 70u

static uint64_t bits_of(float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static float draw(uint64_t seed, uint32_t row, uint32_t purpose) {
    return 1000.0f * (wend_random(seed, row, 0, purpose, 0) - 0.5f);
}

static wi_shown made_shown(uint64_t seed, uint32_t row) {
    wi_shown shown = {.agent = (uint32_t)(4e9f * wend_random(seed, row, 0, 0, 0)),
                      .x = draw(seed, row, 1),
                      .y = draw(seed, row, 2),
                      .vx = draw(seed, row, 3),
                      .vy = draw(seed, row, 4),
                      .heading = draw(seed, row, 5),
                      .preferred_x = draw(seed, row, 6),
                      .preferred_y = draw(seed, row, 7),
                      .level = (uint16_t)(65535.0f * wend_random(seed, row, 0, 8, 0)),
                      .state = (uint16_t)(65535.0f * wend_random(seed, row, 0, 9, 0)),
                      .stress = draw(seed, row, 10)};
    if (row % 7 == 3) shown.vx = shown.vy = NAN;
    return shown;
}

static void assert_column(const uint64_t *column, bool there, uint32_t row, uint64_t want) {
    assert_int_equal(column != NULL, there);
    if (there) assert_int_equal(column[row], want);
}

static void assert_row(const decoded_frame *frame, uint32_t row, const wi_shown *want) {
    unsigned columns = frame->columns;
    assert_column(frame->agent, true, row, want->agent);
    assert_column(frame->x, true, row, bits_of(want->x));
    assert_column(frame->y, true, row, bits_of(want->y));
    assert_column(frame->vx, columns & WI_COLUMN_VELOCITY, row, bits_of(want->vx));
    assert_column(frame->vy, columns & WI_COLUMN_VELOCITY, row, bits_of(want->vy));
    assert_column(frame->heading, columns & WI_COLUMN_HEADING, row, bits_of(want->heading));
    assert_column(frame->preferred_x, columns & WI_COLUMN_PREFERRED, row, bits_of(want->preferred_x));
    assert_column(frame->preferred_y, columns & WI_COLUMN_PREFERRED, row, bits_of(want->preferred_y));
    assert_column(frame->level, columns & WI_COLUMN_LEVEL, row, want->level);
    assert_column(frame->state, columns & WI_COLUMN_STATE, row, want->state);
    assert_column(frame->stress, columns & WI_COLUMN_STRESS, row, bits_of(want->stress));
}

// Writes into a block of exactly the size foretold, so that a sanitizer sees a byte too many.
static void assert_frame(uint64_t seed, int32_t number, uint32_t count, unsigned columns, uint32_t pairs) {
    wi_shown shown[MOST];
    wi_shown_pair pair[MOST];
    for (uint32_t i = 0; i < MOST; i++) {
        shown[i] = made_shown(seed, i);
        pair[i] = (wi_shown_pair){shown[i].agent, ~shown[i].agent, shown[i].x};
    }
    size_t size = wi_frame_size(count, columns, pairs);
    unsigned char *bytes = malloc(size);
    assert_non_null(bytes);
    memset(bytes, 0xa5, size);
    wi_frame_write(bytes, number, count ? shown : NULL, count, columns, pairs ? pair : NULL, pairs);
    bytes_left from = {bytes, bytes + size};
    decoded_frame frame = decode_frame(&from);
    assert_true(from.at == from.end);
    assert_int_equal(frame.number, number);
    assert_int_equal(frame.count, count);
    assert_int_equal(frame.columns, columns);
    for (uint32_t i = 0; i < count; i++) assert_row(&frame, i, &shown[i]);
    assert_int_equal(frame.pairs, columns & WI_COLUMN_COLLISIONS ? pairs : 0);
    for (uint32_t i = 0; i < frame.pairs; i++) {
        assert_int_equal(frame.pair[3 * i], pair[i].a);
        assert_int_equal(frame.pair[3 * i + 1], pair[i].b);
        assert_int_equal(frame.pair[3 * i + 2], bits_of(pair[i].depth));
    }
    free_frame(&frame);
    free(bytes);
}

static void every_set_of_columns(void **state) {
    (void)state;
    for (unsigned columns = 0; columns < 128; columns++) {
        for (uint32_t count = 0; count < 6; count++)
            assert_frame(columns, (int32_t)columns - 64, count, columns, count / 2);
        assert_frame(1000 + columns, INT32_MIN, MOST, columns, MOST);
    }
}

// The bytes themselves, once, as the protocol has them.
static void the_bytes_of_a_small_frame(void **state) {
    (void)state;
    const unsigned char want[] = {
        36,   0,    0,    0,    // bytes
        0xfe, 0xff, 0xff, 0xff, // number -2
        1,    0,    0,    0,    // agents
        72,   0,    0,    0,    // level and collisions
        3,    1,    0,    0,    // agent 259
        0,    0,    0x80, 0x3f, // x 1
        0,    0,    0,    0xc0, // y -2
        2,    1,    0,    0,    // level 258, filled up
        0,    0,    0,    0,    // pairs
    };
    const unsigned columns = WI_COLUMN_LEVEL | WI_COLUMN_COLLISIONS;
    wi_shown shown = {.agent = 259, .x = 1.0f, .y = -2.0f, .level = 258};
    unsigned char got[sizeof want];
    assert_int_equal(wi_frame_size(1, columns, 0), sizeof want);
    wi_frame_write(got, -2, &shown, 1, columns, NULL, 0);
    assert_memory_equal(got, want, sizeof want);
}

static wi_cast_row made_cast(uint64_t seed, uint32_t row) {
    return (wi_cast_row){.id = 0x1p53 - (double)row,
                         .first = (int32_t)draw(seed, row, 1),
                         .last = row % 3 ? (int32_t)draw(seed, row, 2) : -1,
                         .profile = row % 5 ? (uint16_t)row : 65535,
                         .group = row % 4 ? 65535 : (uint16_t)(60000 + row),
                         .shape = (uint8_t)(row % 3),
                         .half_length = draw(seed, row, 3),
                         .half_width = draw(seed, row, 4)};
}

static void tables_of_agents(void **state) {
    (void)state;
    wi_cast_row row[MOST];
    for (uint32_t count = 0; count < MOST; count++) {
        for (uint32_t i = 0; i < count; i++) row[i] = made_cast(count, i);
        size_t size = wi_cast_size(count);
        unsigned char *bytes = malloc(size);
        assert_non_null(bytes);
        memset(bytes, 0xa5, size);
        wi_cast_write(bytes, 17 * count, count ? row : NULL, count);
        bytes_left from = {bytes, bytes + size};
        decoded_cast cast = decode_cast(&from);
        assert_int_equal(cast.first, 17 * count);
        assert_int_equal(cast.count, count);
        for (uint32_t i = 0; i < count; i++) {
            const decoded_agent *got = &cast.agent[i];
            assert_true(got->id == row[i].id && got->first == row[i].first && got->last == row[i].last);
            assert_true(got->profile == row[i].profile && got->group == row[i].group && got->shape == row[i].shape);
            assert_true(got->half_length == row[i].half_length && got->half_width == row[i].half_width);
        }
        free(cast.agent);
        free(bytes);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_set_of_columns),
        cmocka_unit_test(the_bytes_of_a_small_frame),
        cmocka_unit_test(tables_of_agents),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
