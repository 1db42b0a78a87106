// Colours by name and between two, and that they are those of viewer/palette.json.
#include "picture/palette.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static char json[8192];

// The colour that follows a name in palette.json, looking from `from` on.
static wi_colour colour_in_json(const char *from, const char *name) {
    char quoted[40], digits[9] = "";
    (void)snprintf(quoted, sizeof quoted, "\"%s\"", name);
    const char *at = strstr(from, quoted);
    assert_non_null(at);
    assert_int_equal(sscanf(at + strlen(quoted), " : \"#%8[0-9a-f]", digits), 1);
    if (strlen(digits) == 6) strcat(digits, "ff");
    return (wi_colour)strtoul(digits, NULL, 16);
}

static int read_json(void **state) {
    (void)state;
    FILE *file = fopen(PALETTE_JSON, "r");
    if (!file) return 1;
    json[fread(json, 1, sizeof json - 1, file)] = '\0';
    return fclose(file);
}

static void test_names(void **state) {
    (void)state;
    static const char *const names[] = {"background", "floor", "wall",  "solid", "door",      "goal",
                                        "line",       "text",  "quiet", "grid",  "collision", "selected"};
    const char *light = strstr(json, "\"light\""), *dark = strstr(json, "\"dark\"");
    for (uint32_t i = 0; i < WEND_COUNT(names); i++) {
        assert_int_equal(wi_palette_colour(WI_LIGHT, names[i]), colour_in_json(light, names[i]));
        assert_int_equal(wi_palette_colour(WI_DARK, names[i]), colour_in_json(dark, names[i]));
    }
    assert_int_equal(wi_palette_colour(WI_LIGHT, "no such thing"), 0xff00ffff);
}

static void test_categories(void **state) {
    (void)state;
    uint32_t count = wi_palette_category_count();
    assert_true(count >= 8);
    for (uint32_t i = 0; i < count; i++) {
        assert_int_equal(wi_palette_category(i), wi_palette_category(i + count));
        for (uint32_t k = 0; k < i; k++) assert_int_not_equal(wi_palette_category(i), wi_palette_category(k));
    }
}

static void test_mix(void **state) {
    (void)state;
    assert_int_equal(wi_colour_mix(0x000000ff, 0xffffffff, 0.5), 0x808080ff);
    assert_int_equal(wi_colour_mix(0x102030ff, 0x405060ff, 0.0), 0x102030ff);
    assert_int_equal(wi_colour_mix(0x102030ff, 0x405060ff, 1.0), 0x405060ff);
    assert_int_equal(wi_colour_mix(0x00000000, 0xff0000ff, 0.5), 0xff000080); // no hue from what cannot be seen
    assert_int_equal(wi_colour_mix(0, 0, 0.5), 0);
    assert_int_equal(wi_colour_fade(0x112233ff, 0.5), 0x11223380);
}

// A small step of the value is a small step of every channel, and nothing leaves the ends.
static void test_scales_are_smooth(void **state) {
    (void)state;
    for (uint32_t i = 0; i < 1000; i++) {
        wi_colour a = wi_palette_ramp(i / 1000.0), b = wi_palette_ramp((i + 1) / 1000.0);
        for (unsigned shift = 0; shift < 32; shift += 8)
            assert_true(abs((int)(a >> shift & 0xff) - (int)(b >> shift & 0xff)) <= 3);
        assert_int_equal(a & 0xff, 0xff);
        assert_true((wi_palette_heat(i / 1000.0) & 0xff) <= (wi_palette_heat((i + 1) / 1000.0) & 0xff));
    }
    assert_int_equal(wi_palette_ramp(-1.0), wi_palette_ramp(0.0));
    assert_int_equal(wi_palette_ramp(INFINITY), wi_palette_ramp(1.0));
    assert_int_equal(wi_palette_heat(0.0), 0);
    assert_int_equal(wi_palette_heat(NAN), 0);
    assert_int_equal(wi_palette_ramp(NAN) & 0xff, 0xff);
}

static void test_text(void **state) {
    (void)state;
    char text[10];
    assert_string_equal(wi_colour_text(0x0a1b2cff, text), "#0a1b2c");
    assert_string_equal(wi_colour_text(0x0a1b2c04, text), "#0a1b2c04");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_names), cmocka_unit_test(test_categories),        cmocka_unit_test(test_mix),
        cmocka_unit_test(test_text),  cmocka_unit_test(test_scales_are_smooth),
    };
    return cmocka_run_group_tests(tests, read_json, NULL);
}
