// Messages of viewers: each that is right is understood, each that is wrong gets a text that says what would be right.
#include "serve/message.h"
#include "support/expect.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static wi_message read_good(const char *text) {
    wi_message message;
    wend_error error = {0};
    must(wi_message_read(text, strlen(text), &message, &error), &error);
    return message;
}

static void assert_wrong(const char *text, const char *word) {
    wi_message message;
    wend_error error = {0};
    if (wi_message_read(text, strlen(text), &message, &error) == WEND_OK) fail_msg("accepted: %s", text);
    if (!strstr(error.text, word)) fail_msg("no \"%s\" in \"%s\" about %s", word, error.text, text);
}

static void test_every_deed(void **state) {
    (void)state;
    assert_int_equal(read_good("{\"do\": \"play\"}").deed, WI_DO_PLAY);
    assert_int_equal(read_good("{\"do\": \"pause\"}").deed, WI_DO_PAUSE);
    assert_int_equal(read_good("{\"do\": \"step\"}").count, 1);
    assert_int_equal(read_good("{\"do\": \"step\", \"count\": 12}").count, 12);
    assert_near(read_good("{\"do\": \"speed\", \"value\": 0.5}").value, 0.5, 0.0);
    assert_false(read_good("{\"do\": \"reset\"}").has_seed);
    wi_message reset = read_good("{\"seed\": \"18446744073709551615\", \"do\": \"reset\"}");
    assert_true(reset.has_seed && reset.seed == UINT64_MAX);
    wi_message set = read_good("{\"do\": \"set\", \"profile\": 3, \"parameter\": \"horizon\", \"value\": -2e1}");
    assert_int_equal(set.profile, 3);
    assert_string_equal(set.parameter, "horizon");
    assert_near(set.value, -20.0, 0.0);
    wi_message door = read_good("{\"do\": \"door\", \"door\": 2, \"open\": true}");
    assert_true(door.deed == WI_DO_DOOR && door.door == 2 && door.open);
    assert_int_equal(read_good("{\"do\": \"remove\", \"id\": 9007199254740992}").id, 9007199254740992u);
    assert_int_equal(read_good("{\"do\": \"take\", \"id\": 7}").deed, WI_DO_TAKE);
    assert_int_equal(read_good("{\"do\": \"release\"}").deed, WI_DO_RELEASE);
    wi_message drive = read_good("{\"do\": \"drive\", \"velocity\": [1, -0.5]}");
    assert_true(drive.velocity.x == 1.0 && drive.velocity.y == -0.5);
}

static void test_adding(void **state) {
    (void)state;
    wi_message with = read_good("{\"do\": \"add\", \"profile\": 1, \"level\": 2, \"at\": [3, 4], \"goal\": [5, 6]}");
    assert_true(with.deed == WI_DO_ADD && with.profile == 1 && with.level == 2);
    assert_true(with.at.x == 3.0 && with.at.y == 4.0 && with.goal.x == 5.0 && with.goal.y == 6.0);
    wi_message without = read_good("{\"do\": \"add\", \"profile\": 0, \"at\": [3, 4]}");
    assert_int_equal(without.level, 0);
    assert_true(isnan(without.goal.x));
}

static void test_what_is_wrong_is_said(void **state) {
    (void)state;
    static const char *const cases[][2] = {
        {"", "JSON"},
        {"{\"do\": \"play\"", "JSON"},
        {"{\"do\": \"play\"} x", "JSON"},
        {"[1, 2]", "\"do\""},
        {"{}", "\"do\""},
        {"{\"do\": 1}", "\"do\""},
        {"{\"do\": \"plya\"}", "did you mean `play`"},
        {"{\"do\": \"Play\"}", "did you mean `play`"},
        {"{\"do\": \"play\", \"do\": \"pause\"}", "twice"},
        {"{\"do\": \"play\", \"speed\": 2}", "no member `speed`"},
        {"{\"do\": \"step\", \"count\": 0}", "from 1 to 10000"},
        {"{\"do\": \"step\", \"count\": 1.5}", "whole number"},
        {"{\"do\": \"step\", \"count\": \"1\"}", "whole number"},
        {"{\"do\": \"step\", \"count\": null}", "whole number"},
        {"{\"do\": \"speed\"}", "needs `value`: a number from 0.1 to 100"},
        {"{\"do\": \"speed\", \"value\": 0}", "0.1 to 100"},
        {"{\"do\": \"speed\", \"value\": 101}", "0.1 to 100"},
        {"{\"do\": \"speed\", \"value\": true}", "0.1 to 100"},
        {"{\"do\": \"reset\", \"seed\": 7}", "in quotes"},
        {"{\"do\": \"reset\", \"seed\": \"\"}", "in quotes"},
        {"{\"do\": \"reset\", \"seed\": \"-1\"}", "in quotes"},
        {"{\"do\": \"reset\", \"seed\": \"18446744073709551616\"}", "below 2^64"},
        {"{\"do\": \"reset\", \"seed\": \"7\\u0000\"}", "in quotes"},
        {"{\"do\": \"set\", \"profile\": 0, \"parameter\": 1, \"value\": 1}", "a name"},
        {"{\"do\": \"set\", \"profile\": -1, \"parameter\": \"a\", \"value\": 1}", "`profile`"},
        {"{\"do\": \"set\", \"profile\": 0, \"parameter\": \"a\\u0000b\", \"value\": 1}", "a name"},
        {"{\"do\": \"set\", \"profile\": 0, \"parameter\": \"a\", \"value\": 1e10}", "`value`"},
        {"{\"do\": \"door\", \"door\": 0, \"open\": 1}", "true or false"},
        {"{\"do\": \"add\", \"profile\": 0, \"at\": [1]}", "two numbers"},
        {"{\"do\": \"add\", \"profile\": 0, \"at\": []}", "two numbers"},
        {"{\"do\": \"add\", \"profile\": 0, \"at\": [1, 2, 3]}", "two numbers"},
        {"{\"do\": \"add\", \"profile\": 0, \"at\": [1, \"2\"]}", "two numbers"},
        {"{\"do\": \"add\", \"profile\": 0, \"at\": [1, 1e300]}", "two numbers"},
        {"{\"do\": \"add\", \"profile\": 0, \"at\": {\"x\": 1, \"y\": 2}}", "two numbers"},
        {"{\"do\": \"add\", \"profile\": 0, \"at\": [1, 2], \"goal\": 3}", "`goal`"},
        {"{\"do\": \"remove\", \"id\": 0}", "`id`"},
        {"{\"do\": \"take\", \"id\": 1e300}", "`id`"},
        {"{\"do\": \"drive\", \"velocity\": [1e9, 0]}", "`velocity`"},
    };
    for (uint32_t i = 0; i < WEND_COUNT(cases); i++) assert_wrong(cases[i][0], cases[i][1]);
}

static void test_long_names(void **state) {
    (void)state;
    char text[512], name[128];
    memset(name, 'n', sizeof name);
    for (size_t length = WI_NAME_MAX - 2; length <= WI_NAME_MAX + 2; length++) {
        snprintf(text, sizeof text, "{\"do\": \"set\", \"profile\": 0, \"parameter\": \"%.*s\", \"value\": 1}",
                 (int)length, name);
        if (length < WI_NAME_MAX)
            assert_int_equal(strlen(read_good(text).parameter), length);
        else
            assert_wrong(text, "a name");
    }
}

static void test_cut_off_anywhere(void **state) {
    (void)state;
    static const char whole[] =
        "{\"do\": \"add\", \"profile\": 1, \"level\": 2, \"at\": [3, 4], \"goal\": [5, 6.25e0]}";
    for (size_t size = 0; size < sizeof whole - 1; size++) {
        char *copy = malloc(size + 1); // of this size, so that reading beyond it is noticed
        memcpy(copy, whole, size);
        wi_message message;
        wend_error error = {0};
        assert_int_not_equal(wi_message_read(copy, size, &message, &error), WEND_OK);
        assert_true(error.text[0] != '\0');
        free(copy);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_deed),
        cmocka_unit_test(test_adding),
        cmocka_unit_test(test_what_is_wrong_is_said),
        cmocka_unit_test(test_long_names),
        cmocka_unit_test(test_cut_off_anywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
