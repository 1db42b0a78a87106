// Voronoi density: cells with known sizes, random crowds against a fine grid, and areas that are none.
#include "measure/cells.h"
#include "measure/crowd.h"

static wi_cells_found look(const double area[4], const char *walkable, double reach, const wi_site *site,
                           uint32_t count) {
    wi_cells cells;
    wi_cells_found found;
    wend_error why = {0};
    if (wi_cells_open(&cells, area, walkable, reach, &why) != WEND_OK) fail_msg("%s", why.text);
    assert_true(wi_cells_look(&cells, site, count, &found));
    wi_cells_close(&cells);
    return found;
}

// On a lattice with edges a and b everyone has a cell of a b.
static void a_lattice_has_the_density_of_its_cells(void **state) {
    (void)state;
    wi_site site[400];
    for (uint32_t i = 0; i < 400; i++) site[i] = (wi_site){0.8 * (i % 20), 0.5 * (double)(i / 20), 1.0 + (i % 20 < 10)};
    wi_cells_found found = look((double[]){4.0, 3.0, 11.2, 6.0}, NULL, 2.0, site, 400);
    assert_near(found.density, 1.0 / (0.8 * 0.5), 1e-9);
    assert_near(found.speed, 1.5, 1e-9); // the columns from 0 to 9 end at x = 7.6, half of the area
}

static void one_person_fills_the_room_or_the_disc(void **state) {
    (void)state;
    const char *room = "POLYGON((0 0,6 0,6 4,0 4,0 0))";
    const wi_site site = {3.0, 2.0, 1.2};
    const double area[4] = {2.0, 1.0, 4.0, 3.0};
    assert_near(look(area, room, 0.0, &site, 1).density, 1.0 / 24.0, 1e-12);
    double disc = 3.14159265358979 * 1.5 * 1.5;
    assert_near(look(area, room, 1.5, &site, 1).density * disc, 1.0, 0.003);
    const wi_site twins[] = {{3.0, 2.0, 1.0}, {3.0, 2.0, 2.0}};
    assert_near(look(area, room, 0.0, twins, 2).density, 2.0 / 24.0, 1e-12);
    assert_near(look(area, room, 0.0, twins, 2).speed, 1.5, 1e-12);
    assert_near(look(area, room, 0.0, NULL, 0).density, 0.0, 0.0);
}

// Two in a corridor share it half and half; a wall with a hole in it, or a pillar, takes what it takes.
static void walls_cut_cells(void **state) {
    (void)state;
    const wi_site two[] = {{2.0, 0.5, 1.0}, {6.0, 0.5, 3.0}};
    wi_cells_found found = look((double[]){0.0, 0.0, 8.0, 1.0}, "POLYGON((0 0,8 0,8 1,0 1,0 0))", 0.0, two, 2);
    assert_near(found.density, 2.0 / 8.0, 1e-12);
    assert_near(found.speed, 2.0, 1e-12);
    const char *pillar = "POLYGON((0 0,8 0,8 1,0 1,0 0),(0.5 0.2,1.5 0.2,1.5 0.7,0.5 0.7,0.5 0.2))";
    found = look((double[]){0.0, 0.0, 4.0, 1.0}, pillar, 0.0, two, 2);
    assert_near(found.density, 1.0 / 3.5, 1e-12);
    // Behind a wall lies another room, which is not part of the cell: 2 m2 here, not 4.
    const char *rooms = "MULTIPOLYGON(((0 0,2 0,2 1,0 1,0 0)),((3 0,5 0,5 1,3 1,3 0)))";
    const wi_site one = {1.0, 0.5, 1.0};
    assert_near(look((double[]){0.0, 0.0, 2.0, 1.0}, rooms, 0.0, &one, 1).density, 1.0 / 2.0, 1e-12);
    assert_near(look((double[]){3.0, 0.0, 5.0, 1.0}, rooms, 0.0, &one, 1).density, 0.0, 1e-12);
}

static void coordinates_of_maps_lose_nothing(void **state) {
    (void)state;
    const wi_site near[] = {{2.0, 0.5, 1.0}, {5.0, 0.25, 3.0}, {6.0, 0.75, 3.0}};
    wi_site far[3];
    for (uint32_t i = 0; i < 3; i++) far[i] = (wi_site){near[i].x + 4e6, near[i].y + 5e6, near[i].speed};
    const char *here = "POLYGON((0 0,8 0,8 1,0 1,0 0))";
    const char *there = "POLYGON((4000000 5000000,4000008 5000000,4000008 5000001,4000000 5000001,4000000 5000000))";
    wi_cells_found a = look((double[]){1.0, 0.0, 4.0, 1.0}, here, 2.0, near, 3);
    wi_cells_found b = look((double[]){4000001.0, 5e6, 4000004.0, 5000001.0}, there, 2.0, far, 3);
    assert_near(a.density, b.density, 1e-7);
    assert_near(a.speed, b.speed, 1e-7);
}

// Against a grid -------------------------------------------------------------------------------------------------------

#define CROWD 25
#define FINE 300 // places along an edge of 6 m

static void slow_look(const wi_site *site, const double area[4], double reach, wi_cells_found *found) {
    static uint32_t owner[FINE][FINE];
    double size[CROWD] = {0}, step = 6.0 / FINE, heads = 0.0, inside = 0.0, speed = 0.0, places = 0.0;
    for (uint32_t r = 0; r < FINE; r++) {
        for (uint32_t c = 0; c < FINE; c++) {
            double x = (c + 0.5) * step, y = (r + 0.5) * step, least = INFINITY;
            for (uint32_t i = 0; i < CROWD; i++) {
                double apart = hypot(site[i].x - x, site[i].y - y);
                if (apart < least) least = apart, owner[r][c] = i;
            }
            if (least > reach)
                owner[r][c] = CROWD;
            else
                size[owner[r][c]] += step * step;
        }
    }
    for (uint32_t r = 0; r < FINE; r++) {
        for (uint32_t c = 0; c < FINE; c++) {
            double x = (c + 0.5) * step, y = (r + 0.5) * step;
            if (x < area[0] || x > area[2] || y < area[1] || y > area[3]) continue;
            places++;
            if (owner[r][c] == CROWD) continue;
            heads += 1.0 / size[owner[r][c]];
            speed += site[owner[r][c]].speed;
            inside++;
        }
    }
    *found = (wi_cells_found){heads / places, speed / inside};
}

static void random_crowds_agree_with_a_fine_grid(void **state) {
    (void)state;
    const double area[4] = {1.0, 2.0, 4.0, 5.0};
    for (uint64_t seed = 1; seed <= 8; seed++) {
        wi_site site[CROWD];
        for (uint32_t i = 0; i < CROWD; i++)
            site[i] =
                (wi_site){6.0 * (double)wend_random(seed, i, 0, 0, 0), 6.0 * (double)wend_random(seed, i, 0, 0, 1),
                          2.0 * (double)wend_random(seed, i, 0, 0, 2)};
        for (uint32_t k = 0; k < 2; k++) {
            double reach = k ? 0.7 : 100.0;
            wi_cells_found slow, found = look(area, "POLYGON((0 0,6 0,6 6,0 6,0 0))", reach, site, CROWD);
            slow_look(site, area, reach, &slow);
            print_message("         seed %u, reach %g m: %.4f /m2, grid %.4f /m2\n", (unsigned)seed, reach,
                          found.density, slow.density);
            assert_near(found.density / slow.density, 1.0, 0.02);
            assert_near(found.speed / slow.speed, 1.0, 0.02);
        }
    }
}

// Bad areas ------------------------------------------------------------------------------------------------------------

static void assert_refused(const char *walkable, wend_result expected) {
    wi_cells cells;
    wend_error why = {0};
    assert_int_equal(wi_cells_open(&cells, (double[]){0.0, 0.0, 1.0, 1.0}, walkable, 2.0, &why), expected);
    assert_true(strlen(why.text) > 20);
    wi_cells_close(&cells);
}

static void areas_that_are_none_are_refused(void **state) {
    (void)state;
    assert_refused("POLYGON((0 0,1 0", WEND_BAD_FILE);
    assert_refused("", WEND_BAD_FILE);
    assert_refused("POLYGON((0 0,2 2,2 0,0 2,0 0))", WEND_BAD_FILE);
    assert_refused("POLYGON((5 5,6 5,6 6,5 6,5 5))", WEND_BAD_ARGUMENT);
    wi_measure_options options = exact_options();
    options.voronoi = true;
    wi_meter *meter = meter_with(options, 10.0);
    wi_spot spot = spot_at(1, 0.0, 0.0);
    wend_error why = {0};
    assert_int_equal(wi_meter_frame(meter, &(wi_frame){0, &spot, 1}, &why), WEND_BAD_ARGUMENT);
    assert_non_null(strstr(why.text, "area"));
    wi_meter_free(meter);
}

// Walls that are lines bound no area, and are left out.
static void lines_are_no_area(void **state) {
    (void)state;
    const wi_site site = {0.5, 0.5, 1.0};
    wi_cells_found found = look((double[]){0.0, 0.0, 1.0, 1.0}, "LINESTRING(0 0,9 0)", 2.0, &site, 1);
    assert_near(found.density * 3.14159265358979 * 4.0, 1.0, 0.003);
}

// Speeds at densities ----------------------------------------------------------------------------------------------------

// A lattice with so many people per m2 that walks along x for ten frames of 0.5 s; their names begin at `first`.
static void show_lattice(wi_meter *meter, int64_t from, uint64_t first, double density, double speed, bool lie) {
    double edge = 1.0 / sqrt(density);
    for (int64_t frame = 0; frame < 10; frame++) {
        wi_spot spots[400];
        for (uint32_t i = 0; i < 400; i++) {
            double x = edge * (i % 20 - 12.0) + speed * 0.5 * (double)frame, y = edge * (i / 20 - 9.5);
            spots[i] = spot_at(first + i, x, y);
            if (lie) spots[i].vx = 3.0f, spots[i].vy = 0.0f;
        }
        show(meter, from + frame, spots, 400);
    }
}

static wi_measures walk_at_two_densities(bool from_places) {
    wi_measure_options options = exact_options();
    memcpy(options.area, (double[]){-1.0, -1.0, 1.0, 1.0}, sizeof options.area);
    options.voronoi = true;
    options.from_places = from_places;
    options.curve[1] = 1.0, options.curve[3] = 0.8, options.curve[4] = 0.2; // at 1, 2 and 2.5 per m2
    wi_meter *meter = meter_with(options, 2.0);
    show_lattice(meter, 0, 0, 1.0, 1.2, from_places);
    show_lattice(meter, 10, 400, 2.0, 0.5, from_places);
    return finish(meter);
}

static void speeds_are_told_by_density(void **state) {
    (void)state;
    for (int from_places = 0; from_places < 2; from_places++) {
        wi_measures result = walk_at_two_densities(from_places);
        assert_near(result.speed_at[1], 1.2, 1e-9);
        assert_near(result.speed_at[3], 0.5, 1e-9);
        assert_true(isnan(result.speed_at[0]) && isnan(result.speed_at[4]) && isnan(result.speed_at[5]));
        assert_near(result.curve_distance, 0.5 * (0.2 + 0.3), 1e-9); // nobody was there at 2.5
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_lattice_has_the_density_of_its_cells),
        cmocka_unit_test(one_person_fills_the_room_or_the_disc),
        cmocka_unit_test(walls_cut_cells),
        cmocka_unit_test(coordinates_of_maps_lose_nothing),
        cmocka_unit_test(random_crowds_agree_with_a_fine_grid),
        cmocka_unit_test(areas_that_are_none_are_refused),
        cmocka_unit_test(lines_are_no_area),
        cmocka_unit_test(speeds_are_told_by_density),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
