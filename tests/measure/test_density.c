// Classic density.
#include "measure/crowd.h"

// A lattice of 20 x 20 heads, `spacing` apart, from the origin on; `show_count` of them.
static void show_lattice(wi_meter *meter, int64_t number, double spacing, uint32_t show_count) {
    wi_spot spots[400];
    for (uint32_t i = 0; i < 400; i++) spots[i] = spot_at(i, spacing * (i % 20), spacing * (double)(i / 20));
    show(meter, number, spots, show_count);
}

static wi_measure_options with_area(double x0, double y0, double x1, double y1) {
    wi_measure_options options = exact_options();
    memcpy(options.area, (double[]){x0, y0, x1, y1}, sizeof options.area);
    return options;
}

static void a_lattice_has_one_over_the_square_of_its_spacing(void **state) {
    (void)state;
    wi_meter *meter = meter_with(with_area(2.0, 3.0, 6.0, 5.5), 10.0);
    show_lattice(meter, 0, 0.5, 400);
    show_lattice(meter, 1, 0.5, 400);
    wi_measures result = finish(meter);
    assert_near(result.density_mean, 4.0, 1e-12); // lower edges count, upper ones do not
    assert_near(result.density_peak, 4.0, 1e-12);
}

static void corners_may_come_in_any_order(void **state) {
    (void)state;
    wi_meter *meter = meter_with(with_area(6.0, 3.0, 2.0, 5.5), 10.0);
    show_lattice(meter, 0, 0.5, 400);
    assert_near(finish(meter).density_mean, 4.0, 1e-12);
}

static void mean_and_peak_are_over_frames(void **state) {
    (void)state;
    wi_meter *meter = meter_with(with_area(-0.1, -0.1, 9.9, 9.9), 10.0);
    show_lattice(meter, 0, 0.5, 100);
    show_lattice(meter, 7, 0.5, 0);
    show_lattice(meter, 8, 0.5, 350);
    wi_measures result = finish(meter);
    assert_near(result.density_mean, 1.5, 1e-12);
    assert_near(result.density_peak, 3.5, 1e-12);
}

static void without_an_area_it_is_the_box_around_everything(void **state) {
    (void)state;
    wi_meter *meter = meter_with(exact_options(), 10.0);
    show_lattice(meter, 0, 0.5, 40); // 9.5 x 0.5 m until here
    assert_near(wi_meter_result(meter).density_mean, 40.0 / 4.75, 1e-9);
    show_lattice(meter, 1, 0.5, 400);
    wi_measures result = finish(meter);
    assert_near(result.density_mean, 220.0 / 90.25, 1e-9);
    assert_near(result.density_peak, 400.0 / 90.25, 1e-9);
}

static void a_box_without_size_has_no_density(void **state) {
    (void)state;
    wi_meter *meter = meter_with(exact_options(), 10.0);
    show_lattice(meter, 0, 0.5, 20);
    assert_true(isnan(finish(meter).density_peak));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_lattice_has_one_over_the_square_of_its_spacing),
        cmocka_unit_test(corners_may_come_in_any_order),
        cmocka_unit_test(mean_and_peak_are_over_frames),
        cmocka_unit_test(without_an_area_it_is_the_box_around_everything),
        cmocka_unit_test(a_box_without_size_has_no_density),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
