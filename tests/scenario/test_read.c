// Reading scenarios: every key set and read back, every default, every kind of mistake with its place and hint.
#include "reading.h"

#include "scenario/keys.h"

#define DEGREE (3.14159265358979323846 / 180.0)
#define HEAD "wend: 1\ntime: {limit: 5}\n"

static void near(double value, double expected) {
    if (!(fabs(value - expected) < 1e-9 * (1.0 + fabs(expected)))) fail_msg("%.12g, not %.12g", value, expected);
}

static void same_point(wend_point at, double x, double y) { near(at.x, x), near(at.y, y); }

static void constant(const wi_quantity *quantity, double value) {
    assert_true(quantity->given);
    assert_int_equal(quantity->spread, WI_CONSTANT);
    near(quantity->a, value);
}

static void test_defaults(void **state) {
    (void)state;
    wi_scenario *s = read_good(HEAD "agents: [{at: [1, 2]}, {source: {region: [0, 0, 1, 1], rate: 1}}]\n"
                                    "goals: {g: {at: [0, 0]}}\n");
    assert_null(s->title);
    assert_int_equal(s->seed, 1);
    near(s->step, 0.1);
    assert_int_equal(s->stop, WI_STOP_ALL_ARRIVED | WI_STOP_ALL_OUT);
    assert_false(s->origin_given);
    assert_int_equal(s->level_count, 1);
    assert_string_equal(s->level[0].name, "ground");
    assert_int_equal(s->profile_count, 1);
    assert_string_equal(s->profile[0].name, "walker");
    assert_ptr_equal(s->profile[0].model, wend_profile_default().model);
    assert_string_equal(s->profile[0].preset, "default");
    assert_false(s->profile[0].max_speed.given);
    near(s->goal[0].radius, 0.3);
    assert_null(s->record.file);
    near(s->record.fps, 10), near(s->record.precision, 0.001);
    const wi_group *g = s->group;
    assert_int_equal(g->kind, WI_GROUP_SINGLE);
    assert_int_equal(g->profile_count, 1);
    assert_int_equal(g->goal.kind, WI_GOAL_STAY);
    assert_false(g->leaves || g->driven || g->heading.given || g->speed.given);
    assert_true(g[1].leaves && !g[1].poisson && isinf(g[1].until));
    wi_scenario_free(s);
}

static void test_whole(void **state) {
    (void)state;
    wi_scenario *s = read_good("wend: 1\ntitle: T\ndescription: |\n  two\n  lines\nseed: 18446744073709551615\n"
                               "time: {step: 0.05, limit: 120, stop: all out}\norigin: [10, -20]\n"
                               "levels: [{name: ground}, {name: first, height: 4}]\n"
                               "record: {file: a/run.h5, fps: 25, precision: 0.01}\n");
    assert_string_equal(s->title, "T");
    assert_string_equal(s->description, "two\nlines\n");
    assert_true(s->seed == UINT64_MAX);
    near(s->step, 0.05), near(s->limit, 120);
    assert_int_equal(s->stop, WI_STOP_ALL_OUT);
    assert_true(s->origin_given);
    same_point(s->origin, 10, -20);
    assert_int_equal(s->level_count, 2);
    near(s->level[1].height, 4);
    assert_string_equal(s->record.file, "a/run.h5");
    near(s->record.fps, 25), near(s->record.precision, 0.01);
    wi_scenario_free(s);
    s = read_good("wend: 1\ntime: {limit: 1, stop: []}\n");
    assert_int_equal(s->stop, 0);
    wi_scenario_free(s);
}

static void test_geometry(void **state) {
    (void)state;
    wi_scenario *s = read_good(HEAD "levels: [{name: a}, {name: b}]\ngeometry:\n"
                                    "  - {kind: wall, level: b, points: [[0, 0], [1, 0]]}\n"
                                    "  - {kind: room, points: [[0, 0], [9, 0], [9, 9], [0, 9], [0, 0]],"
                                    " holes: [[[1, 1], [2, 1], [2, 2]], [[4, 4], [5, 4], [5, 5], [4, 5]]]}\n"
                                    "  - {kind: solid, wkt: 'POLYGON((0 0, 1 0, 1 1, 0 0))'}\n");
    assert_int_equal(s->shape_count, 3);
    assert_int_equal(s->shape[0].kind, WEND_WALL);
    assert_int_equal(s->shape[0].level, 1);
    assert_int_equal(s->shape[0].ring_count, 1);
    same_point(s->shape[0].ring[0].point[1], 1, 0);
    assert_int_equal(s->shape[1].kind, WEND_ROOM);
    assert_int_equal(s->shape[1].ring_count, 3);
    assert_int_equal(s->shape[1].ring[0].count, 4); // the closing point says nothing new
    assert_int_equal(s->shape[1].ring[2].count, 4);
    same_point(s->shape[1].ring[2].point[3], 4, 5);
    assert_int_equal(s->shape[2].kind, WEND_SOLID);
    assert_string_equal(s->shape[2].wkt, "POLYGON((0 0, 1 0, 1 1, 0 0))");
    assert_int_equal(s->shape[2].place.line, 7);
    wi_scenario_free(s);
}

static void test_profiles(void **state) {
    (void)state;
    wi_scenario *s =
        read_good(HEAD "profiles:\n"
                       "  child: {like: adult, shape: {ellipse: [0.1, {uniform: [0.2, 0.3]}]}, max_speed: 3}\n"
                       "  adult:\n"
                       "    model: orca\n"
                       "    preset: published\n"
                       "    shape: {disc: 0.3}\n"
                       "    preferred_speed: {normal: {mean: 1.34, sd: 0.26, min: 0.5}}\n"
                       "    max_speed: {log_normal: {median: 2, sigma: 0.1, max: 3}}\n"
                       "    max_acceleration: {choice: [[1, 2], [3, 4]]}\n"
                       "    priority: 0.5\n"
                       "    velocity_set: {radius: 0.1}\n"
                       "    parameters: {horizon: {uniform: [1, 3]}, optimise_about: preferred, acceleration: 5}\n"
                       "  car: {like: child, shape: {box: [2.2, 0.9]}, model: rvo,"
                       " velocity_set: {corners: [[0.2, 0], [-0.1, 0.1], [-0.1, -0.1]]}}\n");
    const wi_profile_source *child = &s->profile[0], *adult = &s->profile[1], *car = &s->profile[2];
    assert_string_equal(adult->preset, "published");
    assert_int_equal(adult->shape, WEND_DISC);
    constant(&adult->half_length, 0.3), constant(&adult->half_width, 0.3);
    assert_int_equal(adult->preferred_speed.spread, WI_NORMAL);
    near(adult->preferred_speed.a, 1.34), near(adult->preferred_speed.b, 0.26);
    near(adult->preferred_speed.low, 0.5), near(adult->preferred_speed.high, 100); // that of the key
    assert_int_equal(adult->max_speed.spread, WI_LOG_NORMAL);
    near(adult->max_speed.a, 2), near(adult->max_speed.b, 0.1), near(adult->max_speed.low, 0),
        near(adult->max_speed.high, 3);
    assert_int_equal(adult->max_acceleration.count, 2);
    near(adult->max_acceleration.value[1], 3), near(adult->max_acceleration.weight[1], 4);
    constant(&adult->priority, 0.5);
    near(adult->velocity_radius, 0.1);
    assert_int_equal(adult->parameters.count, 3);
    assert_string_equal(adult->parameters.setting[0].param->name, "horizon");
    assert_int_equal(adult->parameters.setting[0].value.spread, WI_UNIFORM);
    near(adult->parameters.setting[0].value.b, 3);
    constant(&adult->parameters.setting[1].value, 1);
    assert_string_equal(child->name, "child");
    assert_int_equal(child->shape, WEND_ELLIPSE);
    constant(&child->half_length, 0.1);
    assert_int_equal(child->half_width.spread, WI_UNIFORM);
    constant(&child->max_speed, 3);
    assert_int_equal(child->parameters.count, 3);
    assert_int_equal(child->place.line, 4);
    assert_ptr_equal(car->model, &wend_model_rvo);
    assert_int_equal(car->parameters.count, 0);
    assert_string_equal(car->preset, "default");
    assert_int_equal(car->velocity_corner_count, 3);
    assert_true(car->velocity_radius == 0.0 && car->velocity_corners[0].x == 0.2f);
    wi_scenario_free(s);
}

// Each parameter of each model, at both ends of its range as a person would type them.
static void test_parameters(void **state) {
    (void)state;
    uint32_t count;
    const wend_model *const *models = wend_models(&count);
    for (uint32_t m = 0; m < count; m++) {
        for (uint32_t i = 0; i < 2 * models[m]->param_count; i++) {
            const wend_param *param = &models[m]->params[i / 2];
            char text[300], value[64];
            float wanted = i % 2 ? param->max : param->min;
            if (param->choices)
                (void)snprintf(value, sizeof value, "%s", param->choices[(uint32_t)wanted]);
            else
                (void)snprintf(value, sizeof value, "%.7g", (double)wanted);
            (void)snprintf(text, sizeof text, HEAD "profiles: {p: {model: %s, parameters: {%s: %s}}}\n",
                           models[m]->name, param->name, value);
            wi_scenario *s = read_good(text);
            assert_ptr_equal(s->profile[0].parameters.setting[0].param, param);
            assert_true(fabs(s->profile[0].parameters.setting[0].value.a - (double)wanted) <=
                        1e-6 * fabs((double)wanted));
            wi_scenario_free(s);
        }
    }
}

static void test_groups(void **state) {
    (void)state;
    wi_scenario *s = read_good(
        HEAD
        "profiles: {a: {}, b: {}}\ngoals: {exit: {at: [1, 2]}, hall: {region: [0, 0, 4, 2], radius: 0.5}}\n"
        "agents:\n"
        "  - {name: n, grid: {from: [1, 2], columns: 5, rows: 4, spacing: [1, 1.5]}, profile: {b: 3, a: 1}, goal: "
        "exit}\n"
        "  - {circle: {centre: [1, 1], radius: 20, count: 7, start_deg: 90}, goal: opposite, profile: b}\n"
        "  - {random: {region: [[0, 0], [4, 0], [0, 4]], density: 1.5}, goal: {way: [exit, [5, 6], {at: [7, 8], "
        "radius: 1}], again: true}}\n"
        "  - {source: {region: [0, 0, 1, 2], rate: 2, poisson: true, from: 3, until: 60, most: 9}, leaves: false}\n"
        "  - {source: {region: [0, 0, 1, 2], schedule: [[0, 5], [10, 20]]}, goal: {choice: {exit: 1, hall: 2}}}\n"
        "  - {at: [3, 4], heading_deg: {uniform: [-90, 180]}, speed: 1.5, driven: true, leaves: true, goal: [9, 9]}\n"
        "  - {at: [0, 0], goal: {mirrored: {centre: [5, 0], axis_deg: 90, radius: 1}}}\n"
        "  - {at: [0, 0], goal: {random: {region: [0, 0, 9, 9], again: true}}}\n"
        "  - {at: [0, 0], goal: {opposite: {centre: [2, 3]}}}\n"
        "  - {at: [0, 0], goal: {region: [0, 0, 4, 2], radius: 0.7}}\n");
    const wi_group *g = s->group;
    assert_int_equal(s->group_count, 10);
    assert_int_equal(g[0].kind, WI_GROUP_GRID);
    assert_string_equal(g[0].name, "n");
    assert_true(g[0].columns == 5 && g[0].rows == 4 && g[0].spacing.x == 1.0f && g[0].spacing.y == 1.5f);
    same_point(g[0].at, 1, 2);
    assert_true(g[0].profile_count == 2 && g[0].profile[0] == 1 && g[0].profile_weight[0] == 3.0);
    assert_int_equal(g[0].goal.kind, WI_GOAL_WAY);
    assert_string_equal(g[0].goal.way[0].name, "exit");
    assert_true(g[1].kind == WI_GROUP_CIRCLE && g[1].count == 7 && g[1].profile[0] == 1);
    near(g[1].start_angle, 90 * DEGREE), near(g[1].radius, 20);
    assert_int_equal(g[1].goal.kind, WI_GOAL_OPPOSITE);
    same_point(g[1].goal.centre, 1, 1), near(g[1].goal.radius, 0.3);
    assert_true(g[2].kind == WI_GROUP_RANDOM && g[2].region.count == 3 && g[2].density == 1.5);
    assert_true(g[2].goal.way_count == 3 && g[2].goal.again);
    near(g[2].goal.way[1].radius, 0.3), near(g[2].goal.way[2].radius, 1);
    assert_true(g[3].kind == WI_GROUP_SOURCE && g[3].poisson && g[3].most == 9 && !g[3].leaves);
    near(g[3].rate, 2), near(g[3].from, 3), near(g[3].until, 60);
    same_point(g[3].region.point[2], 1, 2);
    assert_true(g[4].schedule_count == 2 && g[4].schedule[1].count == 20 && g[4].schedule[1].time == 10.0 &&
                g[4].leaves);
    assert_true(g[4].goal.kind == WI_GOAL_CHOICE && g[4].goal.way_count == 2 && g[4].goal.weight[1] == 2.0);
    same_point(g[4].goal.way[1].at, 2, 1);
    assert_true(g[4].goal.way[1].half.x == 2.0f && g[4].goal.way[1].half.y == 1.0f);
    assert_true(g[5].kind == WI_GROUP_SINGLE && g[5].driven && g[5].leaves);
    near(g[5].heading.a, -90 * DEGREE), near(g[5].heading.b, 180 * DEGREE);
    constant(&g[5].speed, 1.5);
    same_point(g[5].goal.way[0].at, 9, 9);
    assert_int_equal(g[6].goal.kind, WI_GOAL_MIRRORED);
    near(g[6].goal.axis, 90 * DEGREE), near(g[6].goal.radius, 1), same_point(g[6].goal.centre, 5, 0);
    assert_true(g[7].goal.kind == WI_GOAL_RANDOM && g[7].goal.again && g[7].goal.region.count == 4);
    same_point(g[8].goal.centre, 2, 3);
    same_point(g[9].goal.way[0].at, 2, 1), near(g[9].goal.way[0].radius, 0.7);
    wi_scenario_free(s);
}

static void test_files(void **state) {
    (void)state;
    folder in = folder_make();
    mkdir(folder_file(&in, "parts"), 0700);
    folder_write(&in, "parts/plan.wkt", "LINESTRING(0 0, 1 0)\n");
    folder_write(&in, "parts/people.csv", "x,y\n0,0\n");
    folder_write(&in, "parts/table.csv", "time, count\n# at the start\n0, 5\n10,20\r\n\n");
    folder_write(&in, "parts/part.yaml",
                 "geometry: [{kind: wall, file: plan.wkt, scale: 0.5, shift: [1, 2]}]\n"
                 "agents: [{csv: people.csv}, {source: {region: [0, 0, 1, 1], table: table.csv}}]\n");
    folder_write(&in, "main.yaml", HEAD "include: parts/part.yaml\n");
    wi_problems problems = {0};
    wi_scenario *s = wi_scenario_read(folder_file(&in, "main.yaml"), NULL, &problems);
    wi_problems_print(&problems, stderr);
    assert_non_null(s);
    assert_string_equal(s->shape[0].file, folder_file(&in, "parts/plan.wkt"));
    near(s->shape[0].scale, 0.5), same_point(s->shape[0].shift, 1, 2);
    assert_int_equal(s->group[0].kind, WI_GROUP_CSV);
    assert_string_equal(s->group[0].csv, folder_file(&in, "parts/people.csv"));
    assert_true(s->group[1].schedule_count == 2 && s->group[1].schedule[1].count == 20);
    wi_scenario_free(s);
    folder_write(&in, "parts/table.csv", "time, count\n5, 5\n3, 1\nx, 2\n7, 1.5\n");
    assert_null(wi_scenario_read(folder_file(&in, "main.yaml"), NULL, &problems));
    assert_problem(&problems, 3, 1, "ascending");
    assert_problem(&problems, 4, 1, "a time and a count");
    assert_problem(&problems, 5, 1, "whole number");
    wi_problems_free(&problems);
    folder_remove(&in);
}

typedef struct mistake {
    const char *text; // after HEAD, so it starts in line 3
    uint32_t line, column;
    const char *words;
} mistake;

static const mistake mistakes[] = {
    {"titel: x", 3, 1, "there is no key `titel` here; did you mean `title`?"},
    {"seed: -1", 3, 7, "`seed` must be a whole number"},
    {"seed: 1.5", 3, 7, "not `1.5`"},
    {"seed: 99999999999999999999", 3, 7, "18446744073709551615"},
    {"title: [a]", 3, 8, "must be a text, not a list"},
    {"origin: [1]", 3, 9, "must be a list of 2, not of 1"},
    {"origin: [1, x]", 3, 13, "must be a number, not `x`"},
    {"origin: [1, 1e10]", 3, 13, "coordinate"},
    {"origin: [1, .inf]", 3, 13, "must be finite"},
    {"record: {fps: 0}", 3, 15, "`fps` is 0 1/s, must lie between 0.001 and 1000"},
    {"record: {fps: \"10\"}", 3, 15, "a number without quotes, not the text `10`"},
    {"record: {file: run.avi}", 3, 16, "`run.avi` has no extension of a recording that can be written"},
    {"record: 5", 3, 9, "must be a map of keys such as `file`, not `5`"},
    {"levels: []", 3, 9, "list of 1 to"},
    {"levels: [{height: 1}]", 3, 10, "`name` is missing here"},
    {"levels: [{name: a}, {name: a}]", 3, 21, "two levels are called `a`"},
    {"geometry: [{kind: wal, points: [[0, 0], [1, 1]]}]", 3, 19,
     "must be one of `wall`, `solid`, `room`; did you mean `wall`?"},
    {"geometry: [{kind: wall}]", 3, 12, "one of `points`, `wkt` or `file` is missing"},
    {"geometry: [{kind: wall, wkt: a, points: [[0, 0], [1, 1]]}]", 3, 30, "give only one of"},
    {"geometry: [{kind: room, points: [[0, 0], [1, 1]]}]", 3, 33, "at least 3, not of 2"},
    {"geometry: [{kind: wall, points: [[0, 0], [1, 1]], holes: []}]", 3, 58, "only a room"},
    {"geometry: [{kind: wall, points: [[0, 0], [1, 1]], scale: 2}]", 3, 58, "`scale` goes with `file` only"},
    {"geometry: [{kind: wall, file: no.wkt}]", 3, 31, "cannot read the file `no.wkt`: No such file"},
    {"geometry: [{kind: wall, level: grund, points: [[0, 0], [1, 1]]}]", 3, 32,
     "there is no level `grund`; did you mean `ground`?"},
    {"profiles: {}", 3, 11, "map of names and profiles"},
    {"profiles: {p: {model: orka}}", 3, 23, "there is no model `orka`; did you mean `orca`?"},
    {"profiles: {p: {model: eorca-p, parameters: {true_shapes: 0.5}}}", 3, 58,
     "`true_shapes` is `0.5`, must be one of `0`, `1`"},
    {"profiles: {p: {model: eorca-p, parameters: {foresight: 0.5}}}", 3, 56,
     "`foresight` is `0.5`, must be one of `0`, `1`"},
    {"profiles: {p: {model: eorca-p, parameters: {clearance_samples: 2.5}}}", 3, 64,
     "`clearance_samples` is 2.5, must be a whole number"},
    {"profiles: {p: {parameters: {max_neighbours: {choice: [[5, 1], [7.5, 1]]}}}}", 3, 64,
     "`max_neighbours` is 7.5, must be a whole number"},
    {"profiles: {p: {parameters: {max_neighbours: 65}}}", 3, 45, "`max_neighbours` is 65, must lie between 0 and 64"},
    {"profiles: {p: {preset: defalt}}", 3, 24, "did you mean `default`?"},
    {"profiles: {p: {parameters: {horizn: 1}}}", 3, 29, "no parameter `horizn`; did you mean `horizon`?"},
    {"profiles: {p: {model: eorca-c, parameters: {comfort: 1}}}", 3, 45, "no parameter `comfort`; `eorca-f` has it"},
    {"profiles: {p: {parameters: {horizon: 99}}}", 3, 38, "`horizon` is 99 s, must lie between 0.05 and 30"},
    {"profiles: {p: {parameters: {optimise_about: prefered}}}", 3, 45, "did you mean `preferred`?"},
    {"profiles: {p: {model: straight, parameters: {horizon: 1}}}", 3, 46, "`straight` has no parameter"},
    {"profiles: {p: {stress: {parameters: {patiense: 1}}}}", 3, 38, "did you mean `patience`?"},
    {"profiles: {p: {stress: {parameters: {horizn: 1}}}}", 3, 38, "did you mean `horizon`?"},
    {"profiles: {p: {stress: {parameters: {horizon: 99}}}}", 3, 47, "horizon is 99 s, must lie between 0.05 and 30"},
    {"profiles: {p: {like: q, model: straight}, q: {stress: {parameters: {horizon: 1}}}}", 3, 69, "`straight`"},
    {"profiles: {p: {like: q}}", 3, 22, "there is no profile `q`"},
    {"profiles: {p: {like: q}, q: {like: p}}", 3, 36, "like itself"},
    {"profiles: {p: {max_speed: 101}}", 3, 27, "must lie between 0 and 100"},
    {"profiles: {p: {preferred_speed: 3}}", 3, 33, "must be at most `max_speed`, which is 2"},
    {"profiles: {p: {max_acceleration: 0}}", 3, 34, "must be at least 0.001"},
    {"profiles: {p: {shape: {disk: 1}}}", 3, 24, "did you mean `disc`?"},
    {"profiles: {p: {shape: {disc: 1, box: [1, 1]}}}", 3, 38, "give only one of `disc`, `ellipse` or `box`"},
    {"profiles: {p: {shape: {box: 1}}}", 3, 29, "must be a list of 2, not `1`"},
    {"profiles: {p: {shape: {disc: 0}}}", 3, 30, "must lie between 0.01 and 50"},
    {"profiles: {p: {velocity_set: {corners: [[0, 0], [0, 1], [1, 0]]}}}", 3, 40, "convex"},
    {"profiles: {p: {max_speed: {uniform: [2, 1]}}}", 3, 37, "the first must not be above"},
    {"profiles: {p: {max_speed: {uniform: [2, 200]}}}", 3, 41, "must lie between 0 and 100"},
    {"profiles: {p: {max_speed: {normal: {mean: 1}}}}", 3, 36, "`sd` is missing"},
    {"profiles: {p: {max_speed: {normal: {mean: 1, sd: 1, min: 2}}}}", 3, 36, "must lie between 2 and 100"},
    {"profiles: {p: {max_speed: {normal: {mean: 1.5, sd: 1, min: 2, max: 1}}}}", 3, 36,
     "no `max_speed` can be drawn: the lowest is 2 and the highest 1"},
    {"profiles: {p: {max_speed: {log_normal: {median: 1, sigma: 1, max: -1}}}}", 3, 40,
     "the lowest is 0 and the highest -1"},
    {"profiles: {p: [a]}", 3, 15, "`p` must be a map of keys"},
    {"profiles: {p: {habits: [default]}}", 3, 24, "the name of a preset, or a map of habits"},
    {"agents: [{at: [0, 0], profile: {}}]", 3, 32, "a name, or a map of profiles and weights"},
    {"agents: [{at: [0, 0], profile: [walker]}]", 3, 32, "a name, or a map of profiles and weights"},
    {"agents: [{at: [0, 0], company: {sizes: {}}}]", 3, 40, "a number, or a map of sizes and weights"},
    {"agents: [{at: [0, 0], company: {sizes: [2, 3]}}]", 3, 40, "a number, or a map of sizes and weights"},
    {"profiles: {p: {max_speed: {choice: [[1, 0]]}}}", 3, 36, "all 0"},
    {"profiles: {p: {max_speed: {choice: [[1, 2], 3]}}}", 3, 45, "must be a list of 2"},
    {"profiles: {p: {max_speed: {unifrm: [1, 2]}}}", 3, 28, "did you mean `uniform`?"},
    {"goals: {g: {at: [1, 2], region: [0, 0, 1, 1]}}", 3, 33, "give only one of `at` or `region`"},
    {"goals: {g: {region: [1, 0, 0, 1]}}", 3, 21, "x0 must not be above x1"},
    {"goals: {stay: {at: [1, 2]}}", 3, 9, "a meaning of its own"},
    {"goals: [a]", 3, 8, "map of names and goals"},
    {"agents: {at: [0, 0]}", 3, 9, "must be a list, not a map"},
    {"agents: [5]", 3, 10, "must be a map of keys"},
    {"agents: [{goal: stay}]", 3, 10, "one of `at`, `grid`, `circle`, `random`, `csv` or `source` is missing"},
    {"agents: [{at: [0, 0], profile: walkr}]", 3, 32, "there is no profile `walkr`; did you mean `walker`?"},
    {"agents: [{at: [0, 0], profile: {walkr: 1}}]", 3, 33, "did you mean `walker`?"},
    {"agents: [{at: [0, 0], goal: exit}]", 3, 29, "there is no goal `exit`"},
    {"agents: [{at: [0, 0], goal: opposite}]", 3, 29, "{opposite: {centre: [x, y]}}"},
    {"agents: [{at: [0, 0], goal: {way: [a]}}]", 3, 36, "there is no goal `a`"},
    {"agents: [{at: [0, 0], goal: {again: true, at: [1, 1]}}]", 3, 37, "`again` stands beside `way`"},
    {"agents: [{at: [0, 0], leaves: 1}]", 3, 31, "must be true or false, not `1`"},
    {"agents: [{circle: {radius: 5, count: 2.5}}]", 3, 38, "must be a whole number"},
    {"agents: [{circle: {radius: 5}}]", 3, 19, "`count` is missing"},
    {"agents: [{random: {region: [0, 0, 0, 1], count: 5}}]", 3, 28, "has no area"},
    {"agents: [{random: {region: [[0, 0], [1, 1]], count: 5}}]", 3, 28, "at least 3 points"},
    {"agents: [{random: {region: [0, 0, 1, 1], count: 5, density: 1}}]", 3, 61,
     "give only one of `count` or `density`"},
    {"agents: [{grid: {from: [0, 0], columns: 9999, rows: 9999, spacing: 1}}]", 3, 17, "more than 10 million"},
    {"agents: [{source: {region: [0, 0, 1, 1], rate: 1, from: 5, until: 4}}]", 3, 67, "must be after `from`"},
    {"agents: [{source: {region: [0, 0, 1, 1], schedule: [[5, 1], [4, 1]]}}]", 3, 61, "ascending"},
    {"agents: [{source: {region: [0, 0, 1, 1], schedule: [[5, 1]], poisson: true}}]", 3, 71, "goes with `rate` only"},
    {"agents: [{csv: no.csv}]", 3, 16, "cannot read the file"},
};

// What a model that there is not would have taken is nobody's mistake.
static void one_mistake_is_told_once(void **state) {
    (void)state;
    wi_problems problems = {0};
    assert_null(
        read_text(HEAD "profiles: {p: {model: eorca-q, preset: quick, parameters: {method: table}}}\n", &problems));
    assert_problem(&problems, 3, 23, "there is no model `eorca-q`");
    assert_int_equal(problems.count, 1);
    wi_problems_free(&problems);
}

static void test_mistakes(void **state) {
    (void)state;
    for (uint32_t i = 0; i < WEND_COUNT(mistakes); i++) {
        char text[400];
        (void)snprintf(text, sizeof text, HEAD "%s\n", mistakes[i].text);
        wi_problems problems = {0};
        assert_null(read_text(text, &problems));
        assert_problem(&problems, mistakes[i].line, mistakes[i].column, mistakes[i].words);
        assert_non_null(problems.problem[0].line);
        wi_problems_free(&problems);
    }
}

static void test_head_mistakes(void **state) {
    (void)state;
    static const mistake heads[] = {
        {"time: {limit: 5}\n", 1, 1, "`wend` is missing"},
        {"wend: 2\ntime: {limit: 5}\n", 1, 7, "this program reads version 1"},
        {"wend: 1\n", 1, 1, "`time` is missing"},
        {"wend: 1\ntime: {step: 0.1}\n", 2, 7, "`limit` is missing"},
        {"wend: 1\ntime: {limit: 5, stop: all gone}\n", 2, 24, "must be one of `all arrived`, `all out`"},
    };
    for (uint32_t i = 0; i < WEND_COUNT(heads); i++) {
        wi_problems problems = {0};
        assert_null(read_text(heads[i].text, &problems));
        assert_problem(&problems, heads[i].line, heads[i].column, heads[i].words);
        wi_problems_free(&problems);
    }
}

// All mistakes in one file, printed in order with their lines.
static void test_all_in_one_go(void **state) {
    (void)state;
    wi_problems problems = {0};
    assert_null(read_text(
        "wend: 1\ntitel: x\ntime: {limit: -1, stp: 3}\nagents:\n  - {at: [0], goal: g}\n  - {at: [1, 1], speed: x}\n",
        &problems));
    assert_int_equal(problems.count, 6);
    char *text = NULL;
    size_t size = 0;
    FILE *to = open_memstream(&text, &size);
    wi_problems_print(&problems, to);
    fclose(to);
    static const char *const order[] = {
        "test.yaml:2:1: error:",  "  titel: x\n  ^\n",      "test.yaml:3:15: error:", "test.yaml:3:19: error:",
        "test.yaml:5:10: error:", "test.yaml:5:21: error:", "test.yaml:6:25: error:"};
    const char *at = text;
    for (uint32_t i = 0; i < WEND_COUNT(order); i++) {
        at = strstr(at, order[i]);
        if (!at) fail_msg("no \"%s\" in its place in:\n%s", order[i], text);
    }
    free(text);
    wi_problems_free(&problems);
}

static void test_too_many(void **state) {
    (void)state;
    static char text[100000] = HEAD;
    size_t used = strlen(text);
    for (int i = 0; i < 2000; i++) used += (size_t)snprintf(text + used, sizeof text - used, "k%d: 1\n", i);
    wi_problems problems = {0};
    assert_null(read_text(text, &problems));
    assert_int_equal(problems.count, WI_PROBLEMS_MAX);
    wi_problems_free(&problems);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_defaults),
        cmocka_unit_test(test_whole),
        cmocka_unit_test(test_geometry),
        cmocka_unit_test(test_profiles),
        cmocka_unit_test(test_parameters),
        cmocka_unit_test(test_groups),
        cmocka_unit_test(test_files),
        cmocka_unit_test(test_mistakes),
        cmocka_unit_test(one_mistake_is_told_once),
        cmocka_unit_test(test_head_mistakes),
        cmocka_unit_test(test_all_in_one_go),
        cmocka_unit_test(test_too_many),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
