// JSON: what the standard allows is read, what it does not is refused with a place; what is written reads back the same.
#include "base/json.h"
#include "base/json_write.h"

#include "base/hash.h"

#include <locale.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define MANY 100000u

static wi_json_document *read_text(const char *text, wend_error *error) {
    return wi_json_read(text, strlen(text), MANY, error);
}

static wi_json_document *must_read(const char *text) {
    wend_error error = {0};
    wi_json_document *document = read_text(text, &error);
    if (!document) fail_msg("%s: %s", text, error.text);
    return document;
}

static void assert_refused(const char *text, const char *says) {
    wend_error error = {0};
    wi_json_document *document = read_text(text, &error);
    if (document) fail_msg("%s was accepted", text);
    assert_int_equal(error.result, WEND_BAD_FILE);
    if (!strstr(error.text, says)) fail_msg("%s: `%s` lacks `%s`", text, error.text, says);
}

static void test_accepted(void **state) {
    (void)state;
    static const char *const good[] = {
        "null",
        "true",
        " false ",
        "0",
        "-0",
        "-1.5e+3",
        "1E-2",
        "\"\"",
        "[]",
        "{}",
        "\t[\r\n]\n",
        "[[],{}]",
        "[1,2,3]",
        "{\"a\":1,\"b\":[true,null]}",
        "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u0041\"",
        "\"\xf0\x9f\x9a\xb6\"",
        "{\"\":0}",
        "1e-400",
        "{\"a\":{\"a\":{\"a\":0}}}",
        "\"\x7f\"",
    };
    for (uint32_t i = 0; i < WEND_COUNT(good); i++) wi_json_free(must_read(good[i]));
}

static void test_refused(void **state) {
    (void)state;
    static const struct {
        const char *text, *says;
    } bad[] = {
        {"", "line 1, column 1: the text ends"},
        {" ", "column 2: the text ends"},
        {"nul", "no value"},
        {"nullx", "something follows"},
        {"True", "no value"},
        {"[1,]", "no value"},
        {"[1 2]", "a comma or ]"},
        {"[,1]", "no value"},
        {"{\"a\":1,}", "a name"},
        {"{a:1}", "a name"},
        {"{\"a\" 1}", "a colon"},
        {"{\"a\":1 \"b\":2}", "a comma or }"},
        {"[1}", "a comma or ]"},
        {"]", "no value"},
        {"01", "no number"},
        {"-", "no number"},
        {"1.", "no number"},
        {".5", "no value"},
        {"+1", "no value"},
        {"1e", "no number"},
        {"1e+", "no number"},
        {"0x10", "something follows"},
        {"NaN", "no value"},
        {"Infinity", "no value"},
        {"-Infinity", "no number"},
        {"1e400", "too large"},
        {"-1e309", "too large"},
        {"'a'", "no value"},
        {"\"a", "within quotes"},
        {"\"\\\"", "within quotes"},
        {"\"\\x\"", "a backslash"},
        {"\"\\u12\"", "four hex"},
        {"\"\\u12g4\"", "four hex"},
        {"\"\n\"", "escape"},
        {"\"\\ud800\"", "second half"},
        {"\"\\ud800\\u0041\"", "second half"},
        {"\"\\udc00\"", "first half"},
        {"\"\xff\"", "UTF-8"},
        {"\"\xc0\xaf\"", "UTF-8"},
        {"\"\xed\xa0\x80\"", "UTF-8"},
        {"\"\xf4\x90\x80\x80\"", "UTF-8"},
        {"\"\xe2\x82\"", "UTF-8"},
        {"\xef\xbb\xbf{}", "no value"},
        {"// 1", "no value"},
        {"1 // 1", "follows"},
        {"{\"a\":1,\"b\":2,\"a\":3}", "\"a\" twice"},
        {"{\"a\\u0000\":1}", "must not hold"},
        {"[\n\n  tru]", "line 3, column 3"},
    };
    for (uint32_t i = 0; i < WEND_COUNT(bad); i++) assert_refused(bad[i].text, bad[i].says);
}

static void test_values(void **state) {
    (void)state;
    wi_json_document *document =
        must_read("{\"n\": -12.5e1, \"t\": \"a\\u0000b\", \"yes\": true, \"list\": [1, {\"x\": 2}]}");
    const wi_json *root = wi_json_root(document), *list = wi_json_get(root, "list");
    assert_int_equal(root->kind, WI_JSON_MAP);
    assert_int_equal(root->count, 4);
    assert_true(wi_json_number(root, "n", 0.0) == -125.0 && wi_json_number(root, "t", 7.0) == 7.0);
    assert_true(wi_json_truth(root, "yes", false) && wi_json_truth(root, "no", true));
    assert_string_equal(wi_json_text(root, "t", ""), "a");
    assert_int_equal(wi_json_get(root, "t")->text_size, 3);
    assert_string_equal(wi_json_text(root, "n", "none"), "none");
    assert_int_equal(list->count, 2);
    assert_true(list->first->number == 1.0 && wi_json_number(list->first->next, "x", 0.0) == 2.0);
    assert_null(list->first->next->next);
    assert_null(wi_json_get(list, "x"));
    assert_null(wi_json_get(NULL, "x"));
    wi_json_free(document);
    wi_json_free(NULL);
}

static void test_pairs_of_surrogates(void **state) {
    (void)state;
    wi_json_document *document = must_read("\"\\ud83d\\udeb6 \\u20ac \\u00fc \\udbff\\udfff\"");
    assert_string_equal(wi_json_root(document)->text, "\xf0\x9f\x9a\xb6 \xe2\x82\xac \xc3\xbc \xf4\x8f\xbf\xbf");
    wi_json_free(document);
}

static void test_depth(void **state) {
    (void)state;
    char text[2 * WI_JSON_DEPTH_MAX + 3] = "";
    for (uint32_t depth = WI_JSON_DEPTH_MAX; depth <= WI_JSON_DEPTH_MAX + 1; depth++) {
        memset(text, '[', depth);
        memset(text + depth, ']', depth);
        wend_error error = {0};
        wi_json_document *document = wi_json_read(text, 2 * depth, MANY, &error);
        assert_true(!document == (depth > WI_JSON_DEPTH_MAX));
        if (!document) assert_non_null(strstr(error.text, "too deep"));
        wi_json_free(document);
    }
    char *deep = malloc(1000000);
    assert_non_null(deep);
    memset(deep, '[', 1000000);
    assert_null(wi_json_read(deep, 1000000, UINT32_MAX, NULL));
    free(deep);
}

static void test_most_values(void **state) {
    (void)state;
    wend_error error = {0};
    wi_json_document *document = wi_json_read("[1,2,3]", 7, 4, &error);
    assert_non_null(document);
    wi_json_free(document);
    assert_null(wi_json_read("[1,2,3]", 7, 3, &error));
    assert_non_null(strstr(error.text, "more than 3 values"));
}

static void test_long_numbers(void **state) {
    (void)state;
    char text[600] = "0.";
    memset(text + 2, '3', 400);
    wi_json_document *document = must_read(text);
    assert_true(wi_json_root(document)->number == 1.0 / 3.0);
    wi_json_free(document);
    memset(text + 2, '3', 590);
    assert_refused(text, "so many digits");
    assert_refused("1e99999999999999999999", "too large");
    document = must_read("[1e-99999999999999999999, 0e99999999999999999999]");
    for (const wi_json *value = wi_json_root(document)->first; value; value = value->next)
        assert_true(value->number == 0.0);
    wi_json_free(document);
}

// No piece of a text from its beginning is a text, and none is read beyond its end.
static void test_truncated_at_every_byte(void **state) {
    (void)state;
    static const char whole[] =
        "{\"a\": [1.5e3, \"x\\ud83d\\udeb6\xc3\xbc\", {\"b\": [true, false, null]}], \"c\": \"\"}";
    for (size_t size = 0; size < sizeof whole - 1; size++) {
        char *piece = malloc(size + 1); // of exactly this size, so that a sanitizer sees a byte too far
        assert_non_null(piece);
        memcpy(piece, whole, size);
        char *exact = realloc(piece, size ? size : 1);
        wend_error error = {0};
        wi_json_document *document = wi_json_read(exact, size, MANY, &error);
        if (document) fail_msg("%zu bytes are a text", size);
        assert_true(error.text[0]);
        free(exact);
    }
    wi_json_free(must_read(whole));
}

// Writing --------------------------------------------------------------------------------------------------------------

static double bits_as_double(uint64_t bits) {
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static void assert_number_survives(double value) {
    char *text = NULL;
    size_t size;
    FILE *to = open_memstream(&text, &size);
    assert_non_null(to);
    wi_json_print_number(to, value);
    assert_int_equal(fclose(to), 0);
    wi_json_document *document = must_read(text);
    const wi_json *root = wi_json_root(document);
    if (isfinite(value) ? !(root->kind == WI_JSON_NUMBER && root->number == value) : root->kind != WI_JSON_NULL)
        fail_msg("%.17g was written as %s", value, text);
    wi_json_free(document);
    free(text);
}

static void assert_numbers_survive(void) {
    static const double special[] = {0.0,  -0.0,      0.1, 1.0 / 3.0, 1e300, 5e-324, 1.7976931348623157e308,
                                     1e15, 123456.75, NAN, INFINITY};
    for (uint32_t i = 0; i < WEND_COUNT(special); i++) assert_number_survives(special[i]);
    const uint64_t seed = 11;
    for (uint64_t i = 0; i < 20000; i++) assert_number_survives(bits_as_double(wi_hash_word(seed, i)));
}

static void test_numbers_survive(void **state) {
    (void)state;
    assert_numbers_survive();
}

// Where a point is a comma. Machines without such a locale have nothing to try.
static void test_numbers_survive_a_comma(void **state) {
    (void)state;
    static const char *const names[] = {"de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8", "nl_NL.UTF-8", "ps_AF.UTF-8"};
    for (uint32_t i = 0; i < WEND_COUNT(names); i++) {
        if (!setlocale(LC_NUMERIC, names[i])) continue;
        assert_numbers_survive();
        (void)setlocale(LC_NUMERIC, "C");
        return;
    }
    skip();
}

static void test_texts_survive(void **state) {
    (void)state;
    static const char *const texts[][2] = {
        {"", ""},
        {"a \"b\" \\ / \b\f\n\r\t \x01\x1f\x7f", "a \"b\" \\ / \b\f\n\r\t \x01\x1f\x7f"},
        {"\xc3\xbc \xf0\x9f\x9a\xb6", "\xc3\xbc \xf0\x9f\x9a\xb6"},
        {"bad \xff\xc3 byte \xe2\x82", "bad \xef\xbf\xbd\xef\xbf\xbd byte \xef\xbf\xbd\xef\xbf\xbd"},
    };
    for (uint32_t i = 0; i < WEND_COUNT(texts); i++) {
        char *text = NULL;
        size_t size;
        FILE *to = open_memstream(&text, &size);
        assert_non_null(to);
        wi_json_print_text(to, texts[i][0]);
        assert_int_equal(fclose(to), 0);
        wi_json_document *document = must_read(text);
        assert_string_equal(wi_json_root(document)->text, texts[i][1]);
        wi_json_free(document);
        free(text);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_accepted),        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_values),          cmocka_unit_test(test_pairs_of_surrogates),
        cmocka_unit_test(test_depth),           cmocka_unit_test(test_most_values),
        cmocka_unit_test(test_long_numbers),    cmocka_unit_test(test_truncated_at_every_byte),
        cmocka_unit_test(test_numbers_survive), cmocka_unit_test(test_numbers_survive_a_comma),
        cmocka_unit_test(test_texts_survive),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
