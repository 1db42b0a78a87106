#include "base/text.h"

#include "base/error.h"
#include "base/hash.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void test_single_edits(void **state) {
    (void)state;
    assert_int_equal(wi_text_distance("horizon", "horizon"), 0);
    assert_int_equal(wi_text_distance("horizon", "horzon"), 1);
    assert_int_equal(wi_text_distance("horizon", "horrizon"), 1);
    assert_int_equal(wi_text_distance("horizon", "horizan"), 1);
    assert_int_equal(wi_text_distance("horizon", "hroizon"), 1);
    assert_int_equal(wi_text_distance("horizon", "Horizon"), 1);
}

static void test_several_edits(void **state) {
    (void)state;
    assert_int_equal(wi_text_distance("", ""), 0);
    assert_int_equal(wi_text_distance("", "abc"), 3);
    assert_int_equal(wi_text_distance("abc", ""), 3);
    assert_int_equal(wi_text_distance("kitten", "sitting"), 3);
    assert_int_equal(wi_text_distance("abcdef", "badcfe"), 3);
    assert_int_equal(wi_text_distance("preferred_speed", "speed"), 10);
    assert_int_equal(wi_text_distance("ca", "abc"), 3); // swapped letters are not edited again
}

// Only the first 63 letters count, however long the words are.
static void test_long_words(void **state) {
    (void)state;
    char a[200], b[200];
    memset(a, 'a', sizeof a);
    memset(b, 'b', sizeof b);
    a[199] = b[199] = '\0';
    assert_int_equal(wi_text_distance(a, b), 63);
    assert_int_equal(wi_text_distance(a, ""), 63);
    a[63] = b[63] = '\0';
    assert_int_equal(wi_text_distance(a, b), 63);
    a[62] = '\0';
    assert_int_equal(wi_text_distance(a, b), 63);
    b[0] = '\0';
    assert_int_equal(wi_text_distance(a, b), 62);
}

// The definition, tried out without a table: slow and obvious.
static uint32_t distance_by_trying(const char *a, size_t m, const char *b, size_t n) {
    if (m == 0 || n == 0) return (uint32_t)(m + n);
    uint32_t best = distance_by_trying(a, m - 1, b, n - 1) + (a[m - 1] != b[n - 1]);
    uint32_t without_a = distance_by_trying(a, m - 1, b, n) + 1, without_b = distance_by_trying(a, m, b, n - 1) + 1;
    if (without_a < best) best = without_a;
    if (without_b < best) best = without_b;
    if (m > 1 && n > 1 && a[m - 1] == b[n - 2] && a[m - 2] == b[n - 1]) {
        uint32_t swapped = distance_by_trying(a, m - 2, b, n - 2) + 1;
        if (swapped < best) best = swapped;
    }
    return best;
}

static void random_word(char *word, uint64_t bits) {
    size_t length = bits % 7;
    for (size_t i = 0; i < length; i++) word[i] = (char)('a' + (bits >> (8 + 2 * i)) % 3);
    word[length] = '\0';
}

static void test_random_words_against_the_definition(void **state) {
    (void)state;
    const uint64_t seed = 5;
    for (uint64_t i = 0; i < 5000; i++) {
        char a[8], b[8];
        random_word(a, wi_hash_word(seed, 2 * i));
        random_word(b, wi_hash_word(seed, 2 * i + 1));
        uint32_t expected = distance_by_trying(a, strlen(a), b, strlen(b));
        if (wi_text_distance(a, b) != expected || wi_text_distance(b, a) != expected)
            print_message("seed %llu, case %llu: '%s' '%s'\n", (unsigned long long)seed, (unsigned long long)i, a, b);
        assert_int_equal(wi_text_distance(a, b), expected);
        assert_int_equal(wi_text_distance(b, a), expected);
    }
}

static void test_an_empty_word_is_no_misspelling(void **state) {
    (void)state;
    assert_true(wi_text_distance("", "a") >= wi_text_too_far(""));
    assert_true(wi_text_distance("orcaa", "orca") < wi_text_too_far("orcaa"));
    assert_true(wi_text_distance("imo", "orca") >= wi_text_too_far("imo"));
}

static void test_the_nearest_name_is_the_first_of_the_best(void **state) {
    (void)state;
    static const char *const known[] = {"orca", "rcap", "force", "torca"};
    wi_nearest typo = wi_nearest_to("oorca"), stranger = wi_nearest_to("imo"), nothing = wi_nearest_to("");
    wi_nearest any = {.word = "imo", .distance = UINT32_MAX};
    for (uint32_t i = 0; i < WEND_COUNT(known); i++) {
        wi_nearest_try(&typo, known[i]);
        wi_nearest_try(&stranger, known[i]);
        wi_nearest_try(&nothing, known[i]);
        wi_nearest_try(&any, known[i]);
    }
    assert_string_equal(typo.name, "orca"); // "torca" is as near and comes later
    assert_int_equal(typo.distance, 1);
    assert_null(stranger.name);
    assert_null(nothing.name);
    assert_non_null(any.name);
}

static void test_errors_carry_text(void **state) {
    (void)state;
    wend_error error;
    assert_int_equal(wi_fail(&error, WEND_NOT_FOUND, "no %s in row %d", "agent", 7), WEND_NOT_FOUND);
    assert_int_equal(error.result, WEND_NOT_FOUND);
    assert_string_equal(error.text, "no agent in row 7");
    assert_int_equal(wi_fail(&error, WEND_BAD_ARGUMENT, "profile 2: %s", error.text), WEND_BAD_ARGUMENT);
    assert_string_equal(error.text, "profile 2: no agent in row 7");
    assert_int_equal(wi_fail(NULL, WEND_BUSY, "nobody listens"), WEND_BUSY);
}

static void test_long_errors_are_cut(void **state) {
    (void)state;
    wend_error error;
    wi_fail(&error, WEND_FILE_ERROR, "%0400d", 1);
    assert_int_equal(strlen(error.text), sizeof error.text - 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_single_edits),
        cmocka_unit_test(test_several_edits),
        cmocka_unit_test(test_long_words),
        cmocka_unit_test(test_random_words_against_the_definition),
        cmocka_unit_test(test_an_empty_word_is_no_misspelling),
        cmocka_unit_test(test_the_nearest_name_is_the_first_of_the_best),
        cmocka_unit_test(test_errors_carry_text),
        cmocka_unit_test(test_long_errors_are_cut),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
