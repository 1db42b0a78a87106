// Density and speed at every place, and the fundamental diagram.
#include "measure/crowd.h"
#include "measure/diagram.h"
#include "measure/field.h"
#include "measure/interval.h"

static wi_field field_over(double x0, double y0, double x1, double y1) {
    wi_field field;
    assert_true(wi_field_create(&field, (wend_allocator){0}, (double[]){x0, y0, x1, y1}));
    return field;
}

static void add_lattice(wi_field *field, double spacing, double half, double speed) {
    wi_field_begin(field);
    int count = (int)(half / spacing);
    for (int i = -count; i <= count; i++)
        for (int k = -count; k <= count; k++) wi_field_add(field, spacing * i, spacing * k, speed);
    wi_field_end(field);
}

static void column_at(const wi_field *field, double x, double y, uint32_t *column, uint32_t *row) {
    *column = (uint32_t)((x - field->low_x) / field->cell);
    *row = (uint32_t)((y - field->low_y) / field->cell);
}

static void a_uniform_crowd_has_its_density_everywhere(void **state) {
    (void)state;
    for (double spacing = 0.4; spacing < 1.05; spacing += 0.2) {
        wi_field field = field_over(-2.0, -2.0, 2.0, 2.0);
        add_lattice(&field, spacing, 8.0, 1.0);
        double expected = 1.0 / (spacing * spacing), tolerance = 5e-4 * expected; // bells are cut off at 3 R
        for (uint32_t row = 0; row < field.rows; row++) {
            for (uint32_t column = 0; column < field.columns; column++) {
                assert_near(wi_field_density(&field, column, row), expected, tolerance);
                assert_near(wi_field_peak(&field, column, row), expected, tolerance);
            }
        }
        assert_near(wi_field_now(&field, 0.137, -0.71), expected, tolerance);
        assert_near(field.largest, expected, tolerance);
        wi_field_free(&field);
    }
}

static void one_agent_is_one_agent(void **state) {
    (void)state;
    wi_field field = field_over(-4.0, -4.0, 4.0, 4.0);
    wi_field_begin(&field);
    wi_field_add(&field, 0.3, -0.2, NAN);
    wi_field_end(&field);
    double volume = 0.0;
    for (uint32_t row = 0; row < field.rows; row++)
        for (uint32_t column = 0; column < field.columns; column++)
            volume += wi_field_density(&field, column, row) * field.cell * field.cell;
    assert_near(volume, 1.0, 1e-3);
    assert_near(field.largest, 1.0 / 3.14159265, 0.01);
    assert_near(field.largest_x, 0.3, 0.2);
    assert_near(field.largest_y, -0.2, 0.2);
    assert_true(isnan(wi_field_speed(&field, field.columns / 2, field.rows / 2)));
    wi_field_free(&field);
}

static void mean_and_peak_are_over_frames(void **state) {
    (void)state;
    wi_field field = field_over(-1.0, -1.0, 1.0, 1.0);
    add_lattice(&field, 0.5, 6.0, 1.0);
    wi_field_begin(&field);
    wi_field_end(&field); // a frame without anybody, which must not remember the last
    add_lattice(&field, 1.0, 6.0, 1.0);
    assert_near(wi_field_density(&field, field.columns / 2, field.rows / 2), 5.0 / 3.0, 2e-3);
    assert_near(wi_field_peak(&field, field.columns / 2, field.rows / 2), 4.0, 4e-3);
    wi_field_free(&field);
}

static void a_walker_leaves_its_speed_where_it_walked(void **state) {
    (void)state;
    wi_field field = field_over(0.0, 0.0, 20.0, 2.0);
    for (uint32_t i = 0; i <= 200; i++) {
        double x = 0.1 * i, speed = x < 10.0 ? 1.5 : 0.5;
        wi_field_begin(&field);
        wi_field_add(&field, x, 1.0, speed);
        wi_field_end(&field);
    }
    uint32_t column, row;
    column_at(&field, 3.0, 1.0, &column, &row);
    assert_near(wi_field_speed(&field, column, row), 1.5, 1e-9);
    column_at(&field, 17.0, 1.0, &column, &row);
    assert_near(wi_field_speed(&field, column, row), 0.5, 1e-9);
    column_at(&field, 10.0, 1.0, &column, &row);
    double between = wi_field_speed(&field, column, row);
    assert_true(between > 0.6 && between < 1.4);
    wi_field_free(&field);
}

static void strangers_and_nonsense_do_not_count(void **state) {
    (void)state;
    wi_field field = field_over(-1.0, -1.0, 1.0, 1.0);
    wi_field_begin(&field);
    const double odd[] = {NAN, INFINITY, -INFINITY, 1e300, -1e300, 50.0};
    for (uint32_t i = 0; i < WEND_COUNT(odd); i++) {
        wi_field_add(&field, odd[i], 0.0, 1.0);
        wi_field_add(&field, 0.0, odd[i], 1.0);
    }
    wi_field_end(&field);
    assert_near(field.largest, 0.0, 0.0);
    wi_field_free(&field);
}

static void large_places_have_larger_cells(void **state) {
    (void)state;
    wi_field field = field_over(-1e12, -1e12, 1e12, 1e12);
    assert_true((uint64_t)field.columns * field.rows <= WI_FIELD_CELLS_MAX);
    assert_true(field.reach >= 2.0 * field.cell);
    wi_field_begin(&field);
    wi_field_add(&field, 5e11, -5e11, 1.0);
    wi_field_end(&field);
    assert_true(field.largest > 0.0);
    wi_field_free(&field);
}

static void the_diagram_sorts_by_density(void **state) {
    (void)state;
    wi_diagram *diagram = calloc(1, sizeof *diagram);
    assert_non_null(diagram);
    for (uint32_t i = 0; i < 1000; i++) wi_diagram_add(diagram, 1.1, 0.001 * i); // even from 0 to 1 m/s
    wi_diagram_add(diagram, 2.3, 0.4);
    wi_diagram_add(diagram, NAN, 0.4);
    wi_diagram_add(diagram, 1e9, 0.25); // beyond: the last bin
    assert_int_equal(diagram->count[4], 1000);
    assert_near(wi_diagram_mean(diagram, 4), 0.4995, 1e-9);
    assert_near(wi_diagram_quantile(diagram, 4, 0.1), 0.1, 0.005);
    assert_near(wi_diagram_quantile(diagram, 4, 0.9), 0.9, 0.005);
    for (uint32_t i = 0; i < 20; i++) wi_diagram_add(diagram, 0.1, i < 10 ? 1.0 : 6.0); // on foot, and by bicycle
    assert_near(wi_diagram_quantile(diagram, 0, 0.1), 1.0, WI_DIAGRAM_SPEED_STEP);
    assert_true(isnan(wi_diagram_quantile(diagram, 0, 0.9)));
    assert_near(wi_diagram_mean(diagram, 9), 0.4, 1e-12);
    assert_near(wi_diagram_mean(diagram, WI_DIAGRAM_BINS - 1), 0.25, 1e-12);
    assert_true(isnan(wi_diagram_mean(diagram, 1)) && isnan(wi_diagram_quantile(diagram, 1, 0.5)));
    free(diagram);
}

static void weidmann_has_his_numbers(void **state) {
    (void)state;
    assert_near(wi_weidmann_speed(0.0), 1.34, 1e-12);
    assert_near(wi_weidmann_speed(1.0), 1.0582, 5e-4); // 1.34 (1 - exp(-1.5587))
    assert_near(wi_weidmann_speed(5.4), 0.0, 1e-12);
    assert_near(wi_weidmann_speed(8.0), 0.0, 0.0);
}

// 2, 4, 6: mean 4, deviation 2, t(0.975; 2) = 4.3026527.
static void an_interval_by_hand(void **state) {
    (void)state;
    wi_interval made = wi_interval_of((double[]){2.0, NAN, 4.0, 6.0}, 4);
    assert_int_equal(made.count, 3);
    assert_near(made.mean, 4.0, 1e-12);
    assert_near(made.half, 4.3026527 * 2.0 / sqrt(3.0), 1e-6);
    assert_true(isnan(wi_interval_of((double[]){2.0}, 1).half));
    assert_true(isnan(wi_interval_of(NULL, 0).mean));
}

static void equal_values_have_no_interval(void **state) {
    (void)state;
    double values[20];
    for (uint32_t i = 0; i < 20; i++) values[i] = 11.4;
    assert_near(wi_interval_of(values, 20).mean, 11.4, 0.0);
    assert_near(wi_interval_of(values, 20).half, 0.0, 0.0);
}

static void collisions_say_when_and_where(void **state) {
    (void)state;
    wi_meter *meter = meter_with(exact_options(), 10.0);
    show(meter, 5, (wi_spot[]){spot_at(1, 0.0, 0.0), spot_at(2, 2.0, 1.0)}, 2);
    show(meter, 6, (wi_spot[]){spot_at(1, 1.0, 1.0), spot_at(2, 1.5, 1.0)}, 2);
    show(meter, 7, (wi_spot[]){spot_at(1, 1.1, 1.0), spot_at(2, 1.5, 1.0)}, 2); // the same one goes on
    show(meter, 8, (wi_spot[]){spot_at(1, 0.0, 1.0), spot_at(2, 1.5, 1.0)}, 2);
    show(meter, 9, (wi_spot[]){spot_at(1, 1.3, 1.0), spot_at(2, 1.5, 1.0)}, 2);
    uint32_t count;
    const wi_collision *collision = wi_meter_collisions(meter, &count);
    assert_int_equal(count, 2);
    assert_near(collision[0].time, 0.6, 1e-12);
    assert_near(collision[0].x, 1.25, 1e-12);
    assert_near(collision[0].y, 1.0, 1e-12);
    assert_near(collision[1].time, 0.9, 1e-12);
    assert_int_equal(finish(meter).collisions, 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_uniform_crowd_has_its_density_everywhere),
        cmocka_unit_test(one_agent_is_one_agent),
        cmocka_unit_test(mean_and_peak_are_over_frames),
        cmocka_unit_test(a_walker_leaves_its_speed_where_it_walked),
        cmocka_unit_test(strangers_and_nonsense_do_not_count),
        cmocka_unit_test(large_places_have_larger_cells),
        cmocka_unit_test(the_diagram_sorts_by_density),
        cmocka_unit_test(weidmann_has_his_numbers),
        cmocka_unit_test(an_interval_by_hand),
        cmocka_unit_test(equal_values_have_no_interval),
        cmocka_unit_test(collisions_say_when_and_where),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
