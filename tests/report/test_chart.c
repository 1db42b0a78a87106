// Charts and the text of pages.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "report/chart.h"
#include "report/html.h"

// What a stream was given; free() it.
typedef struct page {
    FILE *to;
    char *text;
    size_t size;
} page;

static void open_page(page *made) {
    *made = (page){0};
    made->to = open_memstream(&made->text, &made->size);
    assert_non_null(made->to);
}

static void close_page(page *made) { assert_int_equal(fclose(made->to), 0); }

static void assert_escaped(const char *text, const char *expected) {
    page made;
    open_page(&made);
    wi_html_text(made.to, text);
    close_page(&made);
    assert_string_equal(made.text, expected);
    free(made.text);
}

static void text_stays_text(void **state) {
    (void)state;
    assert_escaped("<script>alert('x')</script>", "&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;");
    assert_escaped("a & \"b\"", "a &amp; &quot;b&quot;");
    assert_escaped("line\nand\ttab\x01\x1b\x7f.", "line\nand\ttab.");
    assert_escaped("m\u00b2 \u03c1 \U0001F6B6", "m\u00b2 \u03c1 \U0001F6B6");
    assert_escaped(NULL, "");
}

static void what_is_no_utf8_is_replaced(void **state) {
    (void)state;
    assert_escaped("a\xff-", "a\xef\xbf\xbd-");
    assert_escaped("\xc0\xaf", "\xef\xbf\xbd\xef\xbf\xbd");                 // an overlong slash
    assert_escaped("\xed\xa0\x80", "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd"); // a surrogate
    assert_escaped("\xe2\x82", "\xef\xbf\xbd\xef\xbf\xbd");                 // cut off
    assert_escaped("\xf4\x90\x80\x80", "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd");
    assert_escaped("\xc3<b>", "\xef\xbf\xbd&lt;b&gt;"); // must not swallow what follows
}

static void base64_by_hand(void **state) {
    (void)state;
    static const char *const pairs[][2] = {
        {"", ""}, {"f", "Zg=="}, {"fo", "Zm8="}, {"foo", "Zm9v"}, {"foobar", "Zm9vYmFy"}};
    for (uint32_t i = 0; i < WEND_COUNT(pairs); i++) { // RFC 4648, section 10
        page made;
        open_page(&made);
        wi_html_base64(made.to, (const unsigned char *)pairs[i][0], strlen(pairs[i][0]));
        close_page(&made);
        assert_string_equal(made.text, pairs[i][1]);
        free(made.text);
    }
}

static void numbers_that_are_none_are_dashes(void **state) {
    (void)state;
    char text[40];
    assert_string_equal(wi_html_number(text, 12.345, 1), "12.3");
    assert_string_equal(wi_html_number(text, NAN, 1), "\u2013");
    assert_string_equal(wi_html_number(text, -INFINITY, 1), "\u2013");
    assert_string_equal(wi_html_number(text, 1e300, 2), "1e+300");
}

static void assert_ticks(double low, double high, uint32_t wanted, double first, double step, uint32_t count,
                         int decimals) {
    wi_ticks ticks = wi_ticks_between(low, high, wanted);
    assert_true(fabs(ticks.first - first) < 1e-9 * fmax(1.0, fabs(first)));
    assert_true(fabs(ticks.step - step) < 1e-9 * step);
    assert_int_equal(ticks.count, count);
    assert_int_equal(ticks.decimals, decimals);
}

static void ticks_are_round(void **state) {
    (void)state;
    assert_ticks(0.0, 10.0, 5, 0.0, 2.0, 6, 0);
    assert_ticks(0.0, 1.0, 5, 0.0, 0.2, 6, 1);
    assert_ticks(-3.0, 7.0, 5, -2.0, 2.0, 5, 0);
    assert_ticks(0.013, 0.049, 4, 0.02, 0.01, 3, 2);
    assert_ticks(0.0, 163.7, 8, 0.0, 50.0, 4, 0);
    assert_ticks(5.0, 5.0, 6, 5.0, 1.0, 1, 0);
    assert_int_equal(wi_ticks_between(0.0, NAN, 6).count, 1);
    assert_int_equal(wi_ticks_between(0.0, INFINITY, 6).count, 1);
}

// Whatever the span: steps of 1, 2 or 5, ticks inside, never many more than wanted.
static void ticks_of_any_span(void **state) {
    (void)state;
    uint64_t seed = 20261115, word = seed;
    for (uint32_t i = 0; i < 20000; i++) {
        word = word * 6364136223846793005u + 1442695040888963407u;
        double share = (double)(word >> 11) * 0x1p-53, low = (share - 0.5) * pow(10.0, (double)(i % 12) - 4.0);
        double span = (0.01 + share) * pow(10.0, (double)(i % 9) - 4.0);
        uint32_t wanted = 1 + i % 9;
        wi_ticks ticks = wi_ticks_between(low, low + span, wanted);
        double digit = ticks.step / pow(10.0, floor(log10(ticks.step) + 1e-9));
        bool round = fabs(digit - 1.0) < 1e-6 || fabs(digit - 2.0) < 1e-6 || fabs(digit - 5.0) < 1e-6;
        double last = ticks.first + (ticks.count - 1.0) * ticks.step, slack = 1e-6 * ticks.step;
        bool inside = ticks.count == 0 || (ticks.first >= low - slack && last <= low + span + slack);
        if (!round || !inside || ticks.count > wanted + 1)
            fail_msg("seed %llu, case %u: %g to %g, wanted %u", (unsigned long long)seed, i, low, low + span, wanted);
    }
}

static void axes_hold_their_values(void **state) {
    (void)state;
    assert_true(wi_axis_to("", 163.7).high >= 163.7);
    assert_true(fabs(wi_axis_to("", 5.0).high - 5.0) < 1e-12);
    assert_true(wi_axis_to("", 0.0).high == 1.0 && wi_axis_to("", NAN).high == 1.0);
    assert_true(wi_axis_until("", 163.7).high == 163.7 && wi_axis_until("", 0.0).high == 1.0);
}

static void columns_hold_everything(void **state) {
    (void)state;
    wi_columns columns = wi_columns_until(77.0, 24);
    assert_true(columns.step == 5.0 && columns.count == 16);
    const double values[] = {0.0, 4.999, 5.0, 77.0, 1000.0, -3.0};
    for (uint32_t i = 0; i < WEND_COUNT(values); i++) wi_columns_add(&columns, values[i], 1.0);
    assert_true(columns.height[0] == 3.0 && columns.height[1] == 1.0 && columns.height[15] == 2.0);
    assert_true(columns.most == 3.0);
    assert_int_equal(wi_columns_until(0.0, 24).count, 1);
    assert_true(wi_columns_until(1.0, 1000).count <= WI_COLUMNS_MAX);
}

static wi_chart unit_chart(FILE *to) { // 100 px right and 100 px up are 1 each: see the margins in chart.c
    return (wi_chart){to, {"x <m>", 0.0, 1.0}, {"y & z", 0.0, 1.0}, 172.0, 160.0};
}

static void a_chart_is_labelled_and_escaped(void **state) {
    (void)state;
    page made;
    open_page(&made);
    wi_chart chart = unit_chart(made.to);
    wi_chart_begin(&chart, "A <title>", "what & why");
    wi_chart_end(&chart);
    close_page(&made);
    assert_non_null(strstr(made.text, "<title>A &lt;title&gt;</title><desc>what &amp; why</desc>"));
    assert_non_null(strstr(made.text, ">x &lt;m&gt;</text>"));
    assert_non_null(strstr(made.text, ">y &amp; z</text>"));
    assert_non_null(strstr(made.text, "</svg>"));
    free(made.text);
}

static void y_points_upwards_and_gaps_stay_open(void **state) {
    (void)state;
    page made;
    open_page(&made);
    wi_chart chart = unit_chart(made.to);
    wi_chart_line(&chart, "c0", (wend_point[]){{0, 0}, {1, 1}, {NAN, 0}, {0.5, 0.5}, {1, 0}}, 5);
    close_page(&made);
    assert_string_equal(made.text, "<path class=\"line c0\" d=\"M58.0 118.0L158.0 18.0M108.0 68.0L158.0 118.0\"/>\n");
    free(made.text);
}

static void steps_go_sideways_first(void **state) {
    (void)state;
    page made;
    open_page(&made);
    wi_chart chart = unit_chart(made.to);
    wi_chart_steps(&chart, "c1", (wend_point[]){{0, 0}, {0.5, 1}}, 2);
    close_page(&made);
    assert_string_equal(made.text, "<path class=\"line c1\" d=\"M58.0 118.0H108.0V18.0\"/>\n");
    free(made.text);
}

static void a_band_is_closed_and_leaves_gaps(void **state) {
    (void)state;
    page made;
    open_page(&made);
    wi_chart chart = unit_chart(made.to);
    wend_point low[] = {{0, 0}, {0.5, 0}, {0.6, NAN}, {1, 0}}, high[] = {{0, 1}, {0.5, 1}, {0.6, NAN}, {1, 1}};
    wi_chart_band(&chart, "c0", low, high, 4);
    close_page(&made);
    assert_string_equal(made.text, "<path class=\"band c0\" d=\"M58.0 18.0L108.0 18.0L108.0 118.0L58.0 118.0Z"
                                   "M158.0 18.0L158.0 118.0Z\"/>\n");
    free(made.text);
}

static void bars_stand_on_zero(void **state) {
    (void)state;
    page made;
    open_page(&made);
    wi_chart chart = unit_chart(made.to);
    wi_chart_bar(&chart, "c0", 0.0, 0.5, 0.5);
    wi_chart_bar(&chart, "c0", 0.5, 1.0, 0.0);
    wi_chart_dot(&chart, "c0", (wend_point){NAN, 1.0});
    wi_chart_mark(&chart, NAN, "never", 0);
    close_page(&made);
    assert_string_equal(made.text, "<rect class=\"bar c0\" x=\"58.5\" y=\"68.0\" width=\"49.0\" height=\"50.0\"/>\n");
    free(made.text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_stays_text),
        cmocka_unit_test(what_is_no_utf8_is_replaced),
        cmocka_unit_test(base64_by_hand),
        cmocka_unit_test(numbers_that_are_none_are_dashes),
        cmocka_unit_test(ticks_are_round),
        cmocka_unit_test(ticks_of_any_span),
        cmocka_unit_test(axes_hold_their_values),
        cmocka_unit_test(columns_hold_everything),
        cmocka_unit_test(a_chart_is_labelled_and_escaped),
        cmocka_unit_test(y_points_upwards_and_gaps_stay_open),
        cmocka_unit_test(steps_go_sideways_first),
        cmocka_unit_test(a_band_is_closed_and_leaves_gaps),
        cmocka_unit_test(bars_stand_on_zero),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
