// The table of polygons: it is bounded, and what is in it changes no half-plane.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "ellipse_samples.h"

#ifndef CASES
#define CASES 20000
#endif

static void the_table_counts_sizes_once_and_is_bounded(void **state) {
    (void)state;
    wi_memory memory = wi_memory_from((wend_allocator){0});
    wi_ellipse_table table = wi_ellipse_table_empty();
    for (uint32_t i = 0; i < 40; i++) {
        wi_ellipse_table_add(&table, &memory, (wi_ellipse_size){0.1f + 0.01f * (float)(i / 2), 0.2f, 0});
        if (i != 5) continue;
        assert_int_equal(table.size_count, 3);
        assert_int_equal(wi_ellipse_table_bytes(&table), 6u * 72000u);
        assert_int_equal(wi_ellipse_table_find(&table, (wi_ellipse_size){0.11f, 0.2f, 0}), 1);
        assert_int_equal(wi_ellipse_table_find(&table, (wi_ellipse_size){0.2f, 0.11f, 0}), 3);
        assert_int_equal(wi_ellipse_table_find(&table, (wi_ellipse_size){0.11f, 0.2f, 1}), 3);
    }
    assert_int_equal(table.size_count, WI_TABLE_SIZES_MAX);
    assert_true(wi_ellipse_table_bytes(&table) < 10u << 20);
    wi_ellipse_table_free(&table, &memory);
    assert_int_equal(memory.bytes, 0);
}

static wi_ellipse_size foreign_size(uint32_t i) { return (wi_ellipse_size){0.1f + 0.01f * (float)i, 0.2f, 0}; }

// A table that has read as many sizes as there is room for, of which none is in use.
static wi_ellipse_table full_from_file(wi_memory *memory) {
    wi_ellipse_table written = wi_ellipse_table_empty(), read = wi_ellipse_table_empty();
    for (uint32_t i = 0; i < WI_TABLE_SIZES_MAX; i++) wi_ellipse_table_add(&written, memory, foreign_size(i));
    size_t size;
    void *bytes = wi_ellipse_table_write(&written, memory, &size);
    assert_non_null(bytes);
    assert_int_equal(wi_ellipse_table_read(&read, memory, bytes, size, NULL), WEND_OK);
    wi_memory_give(memory, bytes, size, 1);
    wi_ellipse_table_free(&written, memory);
    assert_int_equal(read.size_count, WI_TABLE_SIZES_MAX);
    assert_int_equal(read.used, 0);
    return read;
}

static void expect_same_sums(const wi_ellipse_table *a, const wi_ellipse_table *b, uint32_t sizes) {
    for (uint32_t i = 0; i < sizes * (sizes + 1) / 2; i++)
        assert_memory_equal(a->sums[i], b->sums[i], WI_TABLE_SIDES * sizeof(wi_polygon_side));
}

// What is asked for takes the place of what only came from a file; what of that is asked for stays, as if it were made.
static void sizes_in_use_come_before_those_of_a_file(void **state) {
    (void)state;
    wi_memory memory = wi_memory_from((wend_allocator){0});
    wi_ellipse_table table = full_from_file(&memory), plain = wi_ellipse_table_empty();
    const size_t whole = wi_ellipse_table_bytes(&table);
    const wi_ellipse_size asked[] = {{0.149f, 0.2286f, 0}, foreign_size(9), {0.3f, 0.4f, 12}, foreign_size(3)};
    for (uint32_t i = 0; i < WEND_COUNT(asked); i++) {
        wi_ellipse_table_add(&table, &memory, asked[i]);
        wi_ellipse_table_add(&plain, &memory, asked[i]);
        assert_int_equal(wi_ellipse_table_find(&table, asked[i]), i);
        assert_int_equal(wi_ellipse_table_bytes_used(&table), wi_ellipse_table_bytes(&plain));
        assert_true(wi_ellipse_table_bytes(&table) <= whole);
    }
    expect_same_sums(&table, &plain, WEND_COUNT(asked));
    assert_int_equal(table.made, plain.made - 3); // those of the two sizes of the file were there
    assert_int_equal(table.size_count, WI_TABLE_SIZES_MAX);
    for (uint32_t i = 0; i < WI_TABLE_SIZES_MAX; i++) // the last two have given way
        assert_true((wi_ellipse_table_find(&table, foreign_size(i)) < WI_TABLE_SIZES_MAX) == (i < 14));
    wi_ellipse_table_free(&table, &memory);
    wi_ellipse_table_free(&plain, &memory);
    assert_int_equal(memory.bytes, 0);
}

static void no_size_in_use_gives_way(void **state) {
    (void)state;
    wi_memory memory = wi_memory_from((wend_allocator){0});
    wi_ellipse_table table = full_from_file(&memory), plain = wi_ellipse_table_empty();
    for (uint32_t i = 0; i < WI_TABLE_SIZES_MAX + 4; i++) {
        wi_ellipse_table_add(&table, &memory, (wi_ellipse_size){0.5f + 0.01f * (float)i, 0.2f, 0});
        wi_ellipse_table_add(&plain, &memory, (wi_ellipse_size){0.5f + 0.01f * (float)i, 0.2f, 0});
    }
    assert_int_equal(table.used, WI_TABLE_SIZES_MAX);
    assert_memory_equal(table.size, plain.size, sizeof table.size);
    expect_same_sums(&table, &plain, WI_TABLE_SIZES_MAX);
    wi_ellipse_table_free(&table, &memory);
    wi_ellipse_table_free(&plain, &memory);
    assert_int_equal(memory.bytes, 0);
}

static bool same_face(wi_halfplane a, wi_halfplane b) {
    return a.normal.x == b.normal.x && a.normal.y == b.normal.y && a.distance == b.distance;
}

// The same to the last bit whatever is in the table, and in whatever order it came.
static void the_table_changes_no_result(void **state) {
    const tabled *all = *state;
    const wi_ellipse_table empty = wi_ellipse_table_empty();
    wi_memory memory = wi_memory_from((wend_allocator){0});
    wi_ellipse_table backwards = wi_ellipse_table_empty();
    for (uint32_t i = SIZES; i-- > 0;) wi_ellipse_table_add(&backwards, &memory, all->table.size[i]);
    for (uint64_t number = 0; number < 2000; number++) {
        tabled_pair pair;
        draw_tabled(all, &pair, number);
        const sample *s = &pair.s;
        wi_halfplane face = face_table(all, &pair);
        if (!same_face(face, wi_ellipse_table_face(&empty, s->p, pair.a, pair.b, s->horizon, s->step, s->w, NULL)) ||
            !same_face(face, wi_ellipse_table_face(&backwards, s->p, pair.a, pair.b, s->horizon, s->step, s->w, NULL)))
            fail_case(number, "what is in the table changes the half-plane");
    }
    wi_ellipse_table_free(&backwards, &memory);
}

static wi_ellipse turned_by(const body *one, double angle) {
    double x = one->heading.x, y = one->heading.y;
    wend_vec heading = {(float)(x * cos(angle) - y * sin(angle)), (float)(x * sin(angle) + y * cos(angle))};
    return wi_ellipse_of(one->along, one->across, heading);
}

// Of bodies swept by a turn the half-plane is no freer than the exact one of the bodies at any headings within it.
static void swept_bodies_are_no_freer_than_any_turn(void **state) {
    (void)state;
    const wi_ellipse_table empty = wi_ellipse_table_empty();
    uint32_t tight = 0;
    for (uint64_t number = 0; number < CASES; number++) {
        sample s;
        sample_draw(&s, number);
        double of_a = sample_number(number, 60, 0.0, 95.0), of_b = sample_number(number, 61, 0.0, 40.0);
        wi_ellipse_size a = {s.a.along, s.a.across, of_a < 90.0 ? (uint32_t)of_a : 90},
                        b = {s.b.along, s.b.across, (uint32_t)of_b};
        wi_tabled first = {a, s.a.heading}, second = {b, s.b.heading};
        wi_halfplane face = wi_ellipse_table_face(&empty, s.p, first, second, s.horizon, s.step, s.w, NULL);
        wend_vec p = {-s.p.x, -s.p.y}, w = {-s.w.x, -s.w.y};
        wi_halfplane seen = wi_ellipse_table_face(&empty, p, second, first, s.horizon, s.step, w, NULL);
        if (seen.normal.x != -face.normal.x || seen.normal.y != -face.normal.y || seen.distance != face.distance)
            fail_case(number, "the half-planes of swept bodies are not opposite");
        double scale = (double)ORACLE_PI / 180.0;
        wi_ellipse as = turned_by(&s.a, scale * sample_number(number, 62, -1.0, 1.0) * a.sweep),
                   bs = turned_by(&s.b, scale * sample_number(number, 63, -1.0, 1.0) * b.sweep);
        wi_halfplane exact = wi_ellipse_face(s.p, as, bs, s.horizon, s.step, s.w);
        double still =
            (double)wi_ellipse_table_face(&empty, s.p, first, second, s.horizon, s.step, (wend_vec){0}, NULL).distance;
        if (still <= 0.0) continue; // swept they overlap: another obstacle, which asks for more
        tight++;
        if ((double)face.distance > (double)exact.distance + 1e-5 + 1e-5 * fabs((double)exact.distance))
            fail_case(number, "swept bodies leave more freedom than turned ones");
    }
    assert_true(tight > CASES / 20 * 3);
}

// Which of its numbers a file differs in is what its message tells.
static void a_file_of_another_form_is_named_as_such(void **state) {
    (void)state;
    static const struct {
        size_t at;
        const char *said;
    } numbers[] = {{8, "version 99 of the form"}, {12, "99 headings"}, {16, "99 sides"}};
    wi_memory memory = wi_memory_from((wend_allocator){0});
    for (uint32_t i = 0; i < WEND_COUNT(numbers); i++) {
        wi_ellipse_table table = wi_ellipse_table_empty();
        wi_ellipse_table_add(&table, &memory, foreign_size(0));
        size_t size;
        unsigned char *bytes = wi_ellipse_table_write(&table, &memory, &size);
        assert_non_null(bytes);
        wi_ellipse_table_free(&table, &memory);
        memcpy(bytes + numbers[i].at, &(uint32_t){99}, sizeof(uint32_t));
        wend_error why;
        assert_int_equal(wi_ellipse_table_read(&table, &memory, bytes, size, &why), WEND_BAD_FILE);
        assert_non_null(strstr(why.text, numbers[i].said));
        wi_memory_give(&memory, bytes, size, 1);
    }
    assert_int_equal(memory.bytes, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_table_counts_sizes_once_and_is_bounded),
        cmocka_unit_test(sizes_in_use_come_before_those_of_a_file),
        cmocka_unit_test(no_size_in_use_gives_way),
        cmocka_unit_test(a_file_of_another_form_is_named_as_such),
        cmocka_unit_test(the_table_changes_no_result),
        cmocka_unit_test(swept_bodies_are_no_freer_than_any_turn),
    };
    return cmocka_run_group_tests(tests, make_table, free_table);
}
