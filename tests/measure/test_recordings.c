// Recordings of people: the numbers that are known of them. They lie beside the repository in shared/data and are not
// part of it; without them the tests are skipped.
#include "measure/crowd.h"
#include "measure/diagram.h"
#include "support/sanitized.h"

#include <stdio.h>
#include <stdlib.h>

// The path of a recording; skips the test where it is absent.
static const char *recording(const char *name) {
    static char path[1024];
    const char *data = getenv("WEND_DATA"), *here = strstr(__FILE__, "tests/measure/");
    if (data)
        (void)snprintf(path, sizeof path, "%s/%s", data, name);
    else
        (void)snprintf(path, sizeof path, "%.*s../shared/data/%s", here ? (int)(here - __FILE__) : 0, __FILE__, name);
    FILE *file = fopen(path, "rb");
    if (!file) {
        print_message("[   SKIP   ] no recording %s (WEND_DATA=DIRECTORY says where they are)\n", path);
        skip();
    }
    (void)fclose(file);
    return path;
}

static wi_measures measure(const char *name, const wi_measure_options *options) {
    wi_measures result;
    wend_error why = {0};
    const char *path = recording(name);
    if (wi_measure_watched(path, options, NULL, &result, &why) != WEND_OK) fail_msg("%s: %s", path, why.text);
    return result;
}

static wi_measures measure_line(const char *name, double x0, double x1) {
    wi_measure_options options = wi_measure_options_default();
    options.line[0] = x0, options.line[2] = x1;
    wi_measures result = measure(name, &options);
    print_message("         %-38s %3u agents, %2u + %2u crossings, flow %.3f /s\n", name, (unsigned)result.agents,
                  (unsigned)result.crossings[0], (unsigned)result.crossings[1], result.flow_mean);
    return result;
}

// Bottlenecks: people walk towards -y through a mouth at y = 0 --------------------------------------------------------

static void assert_bottleneck(const char *name, double half_width, uint32_t people, double flow) {
    wi_measures result = measure_line(name, -half_width, half_width);
    assert_int_equal(result.agents, people);
    assert_int_equal(result.crossings[0], people);
    assert_int_equal(result.crossings[1], 0); // heads sway back over the line, people do not
    assert_near(result.flow_mean, flow, 0.005);
}

static void flow_through_0_8_m(void **state) {
    (void)state;
    assert_bottleneck("bottleneck_0.8m/00_01a.h5", 0.4, 46, 2.60);
}

static void flow_through_0_5_m_with_haste(void **state) {
    (void)state;
    assert_bottleneck("bottleneck_0.5m/030_c_56_h0.txt", 0.5, 75, 1.19); // heads lean over the edges of the mouth
}

static void flow_through_0_5_m(void **state) {
    (void)state;
    assert_bottleneck("bottleneck_0.5m/040_c_56_h-.txt", 0.25, 75, 1.15);
}

// Corridors: what happens in a part of them, for some time ------------------------------------------------------------

typedef struct cut {
    double x0, y0, x1, y1;
    int64_t first, last; // frames
} cut;

static uint32_t keep_inside(const cut *part, wi_frame *frame) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < frame->count; i++) {
        const wi_spot *spot = &frame->spot[i];
        bool inside = spot->x >= part->x0 && spot->x < part->x1 && spot->y >= part->y0 && spot->y < part->y1;
        if (inside) frame->spot[count++] = *spot;
    }
    return count;
}

static wi_measures measure_cut(const char *name, cut part) {
    wend_error why = {0};
    wi_reader *reader;
    if (wi_reader_open(recording(name), &reader, &why) != WEND_OK) fail_msg("%s: %s", name, why.text);
    wi_measure_options options = wi_measure_options_default();
    memcpy(options.area, (double[]){part.x0, part.y0, part.x1, part.y1}, sizeof options.area);
    wi_meter *meter = meter_with(options, reader->about.fps);
    for (bool more = true; more;) {
        wi_frame frame;
        if (reader->next(reader, &frame, &more, &why) != WEND_OK) fail_msg("%s: %s", name, why.text);
        if (!more || frame.number < part.first || frame.number > part.last) continue;
        frame.count = keep_inside(&part, &frame);
        show(meter, frame.number, frame.spot, frame.count);
    }
    wi_reader_close(reader);
    return finish(meter);
}

// The published speed at a density, straight between the points of a table.
static double table_speed(const double (*table)[2], uint32_t count, double density) {
    uint32_t i = 1;
    while (i + 1 < count && table[i][0] < density) i++;
    double share = (density - table[i - 1][0]) / (table[i][0] - table[i - 1][0]);
    return table[i - 1][1] + share * (table[i][1] - table[i - 1][1]);
}

static const double one_way[][2] = {{0.5, 1.39}, {1.0, 1.24}, {1.5, 1.02}, {2.0, 0.70}, {2.5, 0.39}};
static const double two_ways[][2] = {{0.5, 1.38}, {1.0, 1.17}, {1.5, 0.89}, {2.0, 0.72},
                                     {2.5, 0.49}, {3.0, 0.42}, {3.5, 0.39}};

static void assert_on_curve(const char *name, cut part, const double (*table)[2], uint32_t count) {
    wi_measures result = measure_cut(name, part);
    double expected = table_speed(table, count, result.density_mean);
    print_message("         %-38s density %.2f /m2 (peak %.2f), speed %.3f m/s, reference %.2f\n", name,
                  result.density_mean, result.density_peak, result.speed_mean, expected);
    // Means over a whole run beside a curve of bins: a quarter is what such curves differ by.
    assert_near(result.speed_mean / expected, 1.0, 0.25);
}

typedef struct recorded_run {
    const char *name;
    int64_t first, last; // of the steady state
} recorded_run;

static const recorded_run one_way_runs[] = {{"unidirectional/uo-050-180-180.txt", 211, 800},
                                            {"unidirectional/uo-100-180-180.txt", 200, 790},
                                            {"unidirectional/uo-180-180-180.txt", 400, 1284},
                                            {"unidirectional/uo-180-180-095.txt", 400, 1350}};

static void one_way_corridor_lies_on_its_curve(void **state) {
    (void)state;
    for (uint32_t i = 0; i < WEND_COUNT(one_way_runs); i++) {
        const recorded_run *run = &one_way_runs[i];
        cut part = {0.0, -2.0, 1.8, 0.0, run->first, run->last};
        assert_on_curve(run->name, part, one_way, WEND_COUNT(one_way));
    }
}

static void two_way_corridor_lies_on_its_curve(void **state) {
    (void)state;
    static const struct {
        const char *name;
        int64_t first, last; // while the corridor is full
    } runs[] = {{"bidirectional/bo-360-075-075.txt", 250, 600},
                {"bidirectional/bot-360-120-120.txt", 300, 800},
                {"bidirectional/bot-360-200-200.txt", 400, 1000}};
    for (uint32_t i = 0; i < WEND_COUNT(runs); i++) {
        cut part = {0.0, -1.5, 3.6, 1.5, runs[i].first, runs[i].last};
        assert_on_curve(runs[i].name, part, two_ways, WEND_COUNT(two_ways));
    }
}

// What enters leaves: flow = density * speed * width for the means of a steady one-way flow.
static void flow_is_density_times_speed_times_width(void **state) {
    (void)state;
    wi_measures part = measure_cut("unidirectional/uo-180-180-180.txt", (cut){0.0, -2.0, 1.8, 0.0, 400, 1284});
    wi_measures line = measure_line("unidirectional/uo-180-180-180.txt", 0.0, 1.8);
    double carried = part.density_mean * part.speed_mean * 1.8;
    print_message("         density * speed * width %.3f /s\n", carried);
    assert_near(line.flow_mean / carried, 1.0, 0.15);
}

static void people_alone_walk_at_their_free_speed(void **state) {
    (void)state;
    wi_measures result = measure_cut("bidirectional/boa-300-frei.txt", (cut){0.0, -4.0, 3.0, 4.0, 0, INT64_MAX});
    print_message("         %u people alone: speed %.3f m/s, reference 1.72\n", (unsigned)result.agents,
                  result.speed_mean);
    assert_near(result.speed_mean, 1.72, 0.06); // sd 0.19 over 50 people: two standard errors
}

// Voronoi cells in a part of a corridor, among everyone who is there ---------------------------------------------------

// A meter that has seen the frames of a window.
static wi_meter *watch_window(const char *name, wi_measure_options options, int64_t first, int64_t last) {
    wend_error why = {0};
    wi_reader *reader;
    if (wi_reader_open(recording(name), &reader, &why) != WEND_OK) fail_msg("%s: %s", name, why.text);
    wi_meter *meter = meter_with(options, reader->about.fps);
    for (bool more = true; more;) {
        wi_frame frame;
        if (reader->next(reader, &frame, &more, &why) != WEND_OK) fail_msg("%s: %s", name, why.text);
        if (more && frame.number >= first && frame.number <= last) show(meter, frame.number, frame.spot, frame.count);
    }
    wi_reader_close(reader);
    return meter;
}

static wi_measure_options cells_in(double x0, double y0, double x1, double y1, const char *walkable) {
    wi_measure_options options = wi_measure_options_default();
    memcpy(options.area, (double[]){x0, y0, x1, y1}, sizeof options.area);
    options.voronoi = true;
    options.walkable = walkable;
    return options;
}

#ifndef SANITIZED
static const char one_way_room[] = "POLYGON((2.8 -6.5,2.8 -4,1.8 -4,1.8 4,2.8 4,2.8 8,-1 8,-1 4,0 4,0 -4,-1 -4,-1 -6.5,"
                                   "2.8 -6.5))";
static const char two_way_room[] = "POLYGON((0 -8,3.6 -8,3.6 8,0 8,0 -8))";

// The mean over the frames of a window: both densities agree, and the speed is that of the curve.
static void assert_cells_on_curve(const char *name, wi_measure_options options, int64_t first, int64_t last,
                                  const double (*table)[2], uint32_t count) {
    wi_measures result = finish(watch_window(name, options, first, last));
    double expected = table_speed(table, count, result.voronoi_density_mean);
    print_message("         %-38s Voronoi %.3f /m2 (classic %.3f), speed %.3f m/s, reference %.2f\n", name,
                  result.voronoi_density_mean, result.density_mean, result.voronoi_speed, expected);
    assert_near(result.voronoi_density_mean / result.density_mean, 1.0, 0.05);
    assert_true(result.voronoi_density_peak < result.density_peak); // cells smooth what heads make jump
    assert_near(result.voronoi_speed / expected, 1.0, 0.15);
}

static void cells_in_one_way_corridor_lie_on_its_curve(void **state) {
    (void)state;
    for (uint32_t i = 0; i < WEND_COUNT(one_way_runs); i++) {
        const recorded_run *run = &one_way_runs[i];
        wi_measure_options options = cells_in(0.0, -2.0, 1.8, 0.0, one_way_room);
        assert_cells_on_curve(run->name, options, run->first, run->last, one_way, WEND_COUNT(one_way));
    }
}

// Frames of three runs by their density: the fundamental diagram, bin by bin.
static void fundamental_diagram_of_the_two_way_corridor(void **state) {
    (void)state;
    static const char *const runs[] = {"bidirectional/bo-360-075-075.txt", "bidirectional/bot-360-120-120.txt",
                                       "bidirectional/bot-360-200-200.txt"};
    double sum[WI_DIAGRAM_BINS] = {0}, frames[WI_DIAGRAM_BINS] = {0};
    for (uint32_t i = 0; i < WEND_COUNT(runs); i++) {
        wi_meter *meter = watch_window(runs[i], cells_in(0.0, -2.0, 3.6, 2.0, two_way_room), 0, INT64_MAX);
        const wi_diagram *found = wi_meter_diagram(meter);
        for (uint32_t b = 0; b < WI_DIAGRAM_BINS; b++) sum[b] += found->sum[b], frames[b] += (double)found->count[b];
        wi_meter_free(meter);
    }
    for (uint32_t i = 0; i < WEND_COUNT(two_ways) - 1; i++) { // nobody stood at 3.5 /m2 in these runs
        uint32_t high = (uint32_t)(two_ways[i][0] / WI_DIAGRAM_BIN), low = high - 1; // the bins on both sides
        double speed = (sum[low] + sum[high]) / (frames[low] + frames[high]);
        print_message("         %.1f /m2: %4.0f frames, %.3f m/s, reference %.2f\n", two_ways[i][0],
                      frames[low] + frames[high], speed, two_ways[i][1]);
        assert_true(frames[low] + frames[high] > 20.0);
        assert_near(speed / two_ways[i][1], 1.0, 0.2); // heads sway, which at 0.5 m/s adds a tenth
    }
}

#endif

static void cells_before_a_bottleneck(void **state) {
    (void)state;
    static const char room[] =
        "POLYGON((3.5 -2,3.5 8,-3.5 8,-3.5 -2,3.5 -2),"
        "(-0.7 -1.1,-0.25 -1.1,-0.25 -0.15,-0.4 0,-2.8 0,-2.8 6.7,-3.05 6.7,-3.05 -0.3,-0.7 -0.3,"
        "-0.7 -1.1),"
        "(0.7 -1.1,0.25 -1.1,0.25 -0.15,0.4 0,2.8 0,2.8 6.7,3.05 6.7,3.05 -0.3,0.7 -0.3,"
        "0.7 -1.1))";
    wi_measure_options options = cells_in(-0.4, 0.5, 0.4, 1.3, room);
    wi_measures result = finish(watch_window("bottleneck_0.5m/040_c_56_h-.txt", options, 250, 1250));
    print_message("         before the bottleneck: Voronoi %.2f /m2, classic %.2f /m2, %.3f m/s\n",
                  result.voronoi_density_mean, result.density_mean, result.voronoi_speed);
    assert_near(result.voronoi_density_mean / result.density_mean, 1.0, 0.1);
}

// Lanes ----------------------------------------------------------------------------------------------------------------

// The known ranges do not say on which stretch of the corridor they were found, and order falls with its length (see
// docs/measures.md). On 5 m, chosen because of that, all runs lie in their ranges.
static void assert_order(const char *name, int64_t first, int64_t last, double least, double most) {
    wi_measure_options options = wi_measure_options_default();
    memcpy(options.area, (double[]){0.0, -2.5, 3.6, 2.5}, sizeof options.area);
    options.lane_width = 0.3;
    wi_measures result = finish(watch_window(name, options, first, last));
    print_message("         %-38s order of lanes %.3f, shuffled %.3f\n", name, result.lane_order,
                  result.lane_order_shuffled);
    assert_true(result.lane_order > result.lane_order_shuffled + 0.1);
    assert_true(result.lane_order >= least && result.lane_order <= most + 1e-9);
}

static void order_of_lanes_where_people_may_choose_their_exit(void **state) {
    (void)state;
    assert_order("bidirectional/bo-360-075-075.txt", 0, INT64_MAX, 0.96, 1.0);
    assert_order("bidirectional/bo-360-120-120.txt", 0, INT64_MAX, 0.96, 1.0);
    assert_order("bidirectional/bo-360-160-160.txt", 0, INT64_MAX, 0.96, 1.0);
}

static void order_of_lanes_where_their_exit_is_prescribed(void **state) {
    (void)state;
    assert_order("bidirectional/bot-360-120-120.txt", 300, 800, 0.59, 0.75); // while the corridor is full
    assert_order("bidirectional/bot-360-200-200.txt", 400, 1000, 0.59, 0.75);
}

// Whole files ---------------------------------------------------------------------------------------------------------

static void assert_file(const char *name, uint32_t agents, double duration, double speed, double tolerance) {
    wi_measure_options options = wi_measure_options_default();
    wi_measures result = measure(name, &options);
    print_message("         %-38s %3u agents, %.1f s, speed %.3f m/s, path %.2f m, smoothness %.2f\n", name,
                  (unsigned)result.agents, result.duration, result.speed_mean, result.path_mean, result.smoothness);
    assert_int_equal(result.agents, agents);
    assert_near(result.duration, duration, 0.6);
    assert_near(result.speed_mean, speed, tolerance);
}

static void corner(void **state) {
    (void)state;
    assert_file("corner_hermes_eo/traj.txt", 137, 52.0, 1.16, 0.01);
}

static void single_file_with_recorded_velocities(void **state) {
    (void)state;
    assert_file("single_file/n34_cam2.csv", 71, 2980.0 / 25.0, 0.46, 0.02);
    assert_file("single_file/n56_cam1.csv", 53, 3980.0 / 25.0, 0.22, 0.02);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(flow_through_0_8_m),
        cmocka_unit_test(flow_through_0_5_m_with_haste),
        cmocka_unit_test(flow_through_0_5_m),
        cmocka_unit_test(one_way_corridor_lies_on_its_curve),
        cmocka_unit_test(two_way_corridor_lies_on_its_curve),
        cmocka_unit_test(flow_is_density_times_speed_times_width),
        cmocka_unit_test(people_alone_walk_at_their_free_speed),
#ifndef SANITIZED // a minute of what the next one does in a few seconds
        cmocka_unit_test(cells_in_one_way_corridor_lie_on_its_curve),
        cmocka_unit_test(fundamental_diagram_of_the_two_way_corridor),
#endif
        cmocka_unit_test(cells_before_a_bottleneck),
        cmocka_unit_test(order_of_lanes_where_people_may_choose_their_exit),
        cmocka_unit_test(order_of_lanes_where_their_exit_is_prescribed),
        cmocka_unit_test(corner),
        cmocka_unit_test(single_file_with_recorded_velocities),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
