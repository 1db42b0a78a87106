// Round lengths, and panels that hold what they must, for scenes of every size and shape.
#include "picture/layout.h"
#include "support/expect.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

static void test_round_lengths(void **state) {
    (void)state;
    static const double below[][2] = {{1.0, 1.0}, {1.99, 1.0},  {2.0, 2.0},  {4.9, 2.0},
                                      {5.0, 5.0}, {99.0, 50.0}, {0.03, 0.02}};
    static const double above[][2] = {{1.0, 1.0}, {1.01, 2.0}, {2.1, 5.0}, {5.1, 10.0}, {60.0, 100.0}, {0.021, 0.05}};
    for (uint32_t i = 0; i < WEND_COUNT(below); i++) assert_near(wi_round_below(below[i][0]), below[i][1], 1e-9);
    for (uint32_t i = 0; i < WEND_COUNT(above); i++) assert_near(wi_round_above(above[i][0]), above[i][1], 1e-9);
}

static void check_layout(const double bounds[4], uint32_t width, uint32_t panels) {
    wi_layout layout = wi_layout_make(bounds, width, panels, panels > 1, true);
    assert_true(layout.width >= width && layout.width <= width + 1);
    assert_true(layout.height % 2 == 0 && layout.height > layout.header + layout.footer);
    for (uint32_t i = 0; i < panels; i++) {
        const wi_view *view = &layout.panel[i];
        double left = wi_view_x(view, bounds[0]), right = wi_view_x(view, bounds[2]);
        double top = wi_view_y(view, bounds[3]), bottom = wi_view_y(view, bounds[1]);
        assert_true(left <= right && top <= bottom); // north is up
        assert_true(left >= view->left && right <= view->left + view->width);
        assert_true(top >= view->top && bottom <= view->top + view->height);
        assert_true(view->left >= 0.0 && view->left + view->width <= layout.width);
        assert_true(view->top >= layout.header && view->top + view->height <= layout.height - layout.footer + 1e-6);
        assert_near(view->scale, layout.panel[0].scale, 1e-12);
    }
}

static void test_everything_fits(void **state) {
    (void)state;
    static const double sizes[] = {0.0, 0.3, 1.0, 12.0, 500.0, 1e5};
    for (uint32_t w = 0; w < WEND_COUNT(sizes); w++)
        for (uint32_t h = 0; h < WEND_COUNT(sizes); h++)
            for (uint32_t panels = 1; panels <= WI_PANELS_MOST; panels++) {
                const double bounds[4] = {-3.0, 7.0, -3.0 + sizes[w], 7.0 + sizes[h]};
                check_layout(bounds, 640, panels);
                check_layout(bounds, 1921, panels);
            }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_round_lengths), cmocka_unit_test(test_everything_fits)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
