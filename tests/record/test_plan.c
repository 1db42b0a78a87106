// Plans: what is printed reads back the same; recordings without one get what can be made of their geometry; hostile
// text is refused and leaves nothing behind.
#include "record/samples.h"

#include "base/hash.h"
#include "record/plan.h"

static uint64_t seed_of_case; // printed where a random case fails

static double random_number(uint32_t purpose) {
    uint64_t bits = wi_hash_word(seed_of_case, purpose);
    return ldexp((double)(int64_t)bits, -(int)(bits % 20) - 44); // of many sizes, up to 2^19
}

static char *random_name(uint32_t purpose) {
    static const char *const names[] = {"exit", "", "a \"quoted\" \\ name", "\xc3\xbc\xf0\x9f\x9a\xb6",
                                        "line\nend\ttab"};
    return strdup(names[wi_hash_word(seed_of_case, purpose) % WEND_COUNT(names)]);
}

static wend_point random_point(uint32_t purpose) {
    return (wend_point){random_number(purpose), random_number(purpose + 1)};
}

static wi_plan_ring random_ring(uint32_t purpose) {
    wi_plan_ring ring = {.count = 2 + purpose % 4, .point = calloc(8, sizeof(wend_point))};
    for (uint32_t i = 0; i < ring.count; i++) ring.point[i] = random_point(purpose + 2 * i);
    return ring;
}

static void add_things(wi_plan *plan) {
    for (uint32_t i = 0; i < plan->level_count; i++)
        plan->level[i] = (wi_plan_level){.name = random_name(i), .height = random_number(10 + i)};
    for (uint32_t i = 0; i < plan->wall_count; i++) {
        wi_plan_wall *wall = &plan->wall[i];
        *wall = (wi_plan_wall){
            .kind = (wend_obstacle_kind)(i % 3), .level = i % plan->level_count, .ring_count = 1 + i % 2};
        wall->ring = calloc(2, sizeof *wall->ring);
        for (uint32_t k = 0; k < wall->ring_count; k++) wall->ring[k] = random_ring(100 + 20 * i + 10 * k);
    }
    for (uint32_t i = 0; i < plan->door_count; i++) {
        wi_plan_door *door = &plan->door[i];
        *door = (wi_plan_door){.name = random_name(300 + i), .points = random_ring(310 + i), .open = i % 2};
        door->barrier = (uint32_t)(seed_of_case % 4) * i;
        door->switch_count = (uint32_t)(seed_of_case / 3 % 4);
        door->switches = calloc(4, sizeof *door->switches);
        for (uint32_t k = 0; k < door->switch_count; k++) door->switches[k] = (int64_t)k * 1000000000000 - 5;
    }
    for (uint32_t i = 0; i < plan->goal_count; i++)
        plan->goal[i] = (wi_plan_goal){.name = i % 2 ? random_name(400 + i) : NULL,
                                       .at = random_point(410 + i),
                                       .half = {0.5 * i, 1.0 / (1 + i)},
                                       .radius = fabs(random_number(420 + i))};
    for (uint32_t i = 0; i < plan->line_count; i++)
        plan->line[i] =
            (wi_plan_line){.name = random_name(500), .a = random_point(510 + i), .b = random_point(520 + i)};
    for (uint32_t i = 0; i < plan->signal_count; i++)
        plan->signal[i] = (wi_plan_signal){.name = random_name(530 + i),
                                           .level = i % plan->level_count,
                                           .a = random_point(540 + i),
                                           .b = random_point(550 + i),
                                           .cycle = 1.0 + fabs(random_number(560 + i)),
                                           .green = fabs(random_number(570 + i)),
                                           .offset = fabs(random_number(580 + i))};
    for (uint32_t i = 0; i < plan->group_count; i++) plan->group[i] = random_name(600 + i);
}

static void add_profiles(wi_plan *plan) {
    for (uint32_t i = 0; i < plan->profile_count; i++) {
        wi_plan_profile *profile = &plan->profile[i];
        *profile = (wi_plan_profile){.name = random_name(700 + i),
                                     .model = i % 2 ? strdup("orca") : NULL,
                                     .shape = (wend_shape_kind)(i % 3),
                                     .half_length = i % 2 ? (double)NAN : 0.25,
                                     .half_width = 0.1 * i,
                                     .preferred_speed = 1.34,
                                     .max_speed = (double)NAN,
                                     .parameter = calloc(2, sizeof *profile->parameter),
                                     .parameter_count = i % 3};
        static const char *const names[] = {"horizon", "neighbours"};
        for (uint32_t k = 0; k < profile->parameter_count; k++)
            profile->parameter[k] = (wi_plan_value){.name = strdup(names[k]), .value = random_number(800 + k)};
    }
}

static wi_plan random_plan(uint32_t seed) {
    seed_of_case = seed;
    wi_plan plan = {.title = seed % 3 ? random_name(1) : NULL, .origin = random_point(2), .level_count = 1 + seed % 3};
    plan.wall_count = seed % 7, plan.door_count = seed % 3, plan.goal_count = seed % 5, plan.line_count = seed % 2;
    plan.signal_count = seed % 3;
    plan.group_count = seed % 4, plan.profile_count = seed % 6;
    plan.level = calloc(8, sizeof *plan.level), plan.wall = calloc(8, sizeof *plan.wall);
    plan.door = calloc(8, sizeof *plan.door), plan.goal = calloc(8, sizeof *plan.goal);
    plan.line = calloc(8, sizeof *plan.line), plan.group = calloc(8, sizeof *plan.group);
    plan.profile = calloc(8, sizeof *plan.profile), plan.signal = calloc(8, sizeof *plan.signal);
    add_things(&plan);
    add_profiles(&plan);
    wi_plan_measure(&plan);
    return plan;
}

static wi_plan must_read(const wi_recording *about) {
    wi_plan plan;
    wend_error error = {0};
    if (wi_plan_read(about, &plan, &error) != WEND_OK) fail_msg("%s: %s", about->plan, error.text);
    return plan;
}

// Every number is printed so that it reads back the same, so two plans are the same if their texts are.
static void test_round_trip(void **state) {
    (void)state;
    for (uint32_t seed = 1; seed <= 300; seed++) {
        wi_plan plan = random_plan(seed);
        wi_recording about = {.plan = wi_plan_text(&plan)};
        wi_plan again = must_read(&about);
        char *text = wi_plan_text(&again);
        if (strcmp(text, about.plan) != 0) fail_msg("seed %u:\n%s\n%s", seed, about.plan, text);
        assert_true(again.wall_count == plan.wall_count && again.profile_count == plan.profile_count);
        assert_memory_equal(again.bounds, plan.bounds, sizeof plan.bounds);
        free(text);
        free(about.plan);
        wi_plan_free(&plan);
        wi_plan_free(&again);
    }
}

static void test_members(void **state) {
    (void)state;
    static char text[] =
        "{\"format\": 9, \"title\": \"T\", \"origin\": [10, 20], \"levels\": [{\"name\": \"g\", \"height\": 0}, "
        "{\"height\": 3}],"
        "\"walls\": [{\"level\": 1, \"kind\": \"room\", \"rings\": [[[0, 0], [4, 0], [4, 3]]]}],"
        "\"goals\": [{\"name\": \"exit\", \"level\": 0, \"at\": [9, 0], \"half\": [0, 1], \"radius\": 0.3}],"
        "\"groups\": [\"walkers\"], \"profiles\": [{\"name\": \"w\", \"shape\": \"box\", \"half_length\": 2}]}";
    char *names[] = {"w", "later"};
    double radius[] = {0.0, 0.4};
    wi_recording about = {.plan = text, .profiles = names, .profile_radius = radius, .profile_count = 2};
    wi_plan plan = must_read(&about);
    assert_string_equal(plan.title, "T");
    assert_true(plan.origin.x == 10.0 && plan.origin.y == 20.0);
    assert_true(plan.level_count == 2 && plan.level[1].height == 3.0 && plan.level[1].name == NULL);
    assert_true(plan.wall->kind == WEND_ROOM && plan.wall->level == 1 && plan.wall->ring->point[2].y == 3.0);
    assert_true(plan.goal->half.y == 1.0 && plan.goal->radius == 0.3);
    assert_true(plan.bounds[0] == 0.0 && plan.bounds[1] == -1.0 && plan.bounds[2] == 9.0 && plan.bounds[3] == 3.0);
    assert_string_equal(plan.group[0], "walkers");
    assert_true(plan.profile->shape == WEND_BOX && plan.profile->half_length == 2.0 && isnan(plan.profile->half_width));
    assert_int_equal(plan.profile_count, 2);
    assert_string_equal(plan.profile[1].name, "later");
    assert_true(plan.profile[1].half_width == 0.4 && isnan(plan.profile[1].max_speed));
    assert_int_equal(wi_plan_level_at(&plan, 1.4), 0);
    assert_int_equal(wi_plan_level_at(&plan, 1.6), 1);
    assert_int_equal(wi_plan_level_at(&plan, 100.0), 1);
    assert_int_equal(wi_plan_level_at(&plan, (double)NAN), 0);
    wi_plan_free(&plan);
}

static void test_from_wkt(void **state) {
    (void)state;
    wi_recording about = {.geometry =
                              "GEOMETRYCOLLECTION (POLYGON ((0 0, 10 0, 10 10, 0 0), (4 1, 5 1, 5 2, 4 1)), "
                              "MULTILINESTRING ((20 0, 21 5), (1 1, 2 2, 3 3)), POINT (7 7), LINESTRING EMPTY)"};
    wi_plan plan = must_read(&about);
    assert_int_equal(plan.wall_count, 3);
    assert_true(plan.wall[0].kind == WEND_ROOM && plan.wall[0].ring_count == 2 && plan.wall[0].ring[1].count == 3);
    assert_true(plan.wall[2].kind == WEND_WALL && plan.wall[2].ring->count == 3 &&
                plan.wall[2].ring->point[2].x == 3.0);
    assert_true(plan.bounds[2] == 21.0 && plan.origin.x == 0.0);
    assert_int_equal(plan.level_count, 1);
    wi_plan_free(&plan);
    // Map coordinates are kept relative to a point nearby.
    about.geometry = "POLYGON ((500000 5600000, 500100 5600000, 500100 5600200, 500000 5600000))";
    plan = must_read(&about);
    assert_true(plan.origin.x == 500050.0 && plan.origin.y == 5600100.0);
    assert_true(plan.bounds[0] == -50.0 && plan.bounds[3] == 100.0);
    wi_plan_free(&plan);
}

static void test_from_nothing(void **state) {
    (void)state;
    char *names[] = {"adult", NULL};
    wi_recording about = {.profiles = names, .profile_count = 2};
    wi_plan plan = must_read(&about);
    assert_true(plan.level_count == 1 && plan.wall_count == 0 && plan.bounds[0] > plan.bounds[2]);
    assert_true(plan.profile_count == 2 && isnan(plan.profile->half_length));
    char *text = wi_plan_text(&plan);
    assert_null(strstr(text, "bounds"));
    free(text);
    wi_plan_free(&plan);
}

static void assert_refused(wi_recording about, const char *says) {
    wi_plan plan;
    wend_error error = {0};
    if (wi_plan_read(&about, &plan, &error) == WEND_OK) fail_msg("%s %s was read", about.plan, about.geometry);
    if (!strstr(error.text, says)) fail_msg("%s: `%s` lacks `%s`", about.plan, error.text, says);
    static const wi_plan empty;
    assert_memory_equal(&plan, &empty, sizeof plan);
    assert_int_equal(wi_plan_read(&about, &plan, NULL), error.result);
}

static void test_hostile(void **state) {
    (void)state;
    static const char *const bad[][2] = {
        {"", "ends where a value"},
        {"[]", "a map should be here"},
        {"{\"title\": 3}", "no text"},
        {"{\"origin\": [1]}", "two numbers"},
        {"{\"origin\": [1, 1e300]}", "too far"},
        {"{\"walls\": {}}", "walls, number 0: a list"},
        {"{\"walls\": [{\"level\": 1}]}", "walls, number 1: there is no such level"},
        {"{\"walls\": [{}, {\"level\": -1}]}", "walls, number 2: a number"},
        {"{\"walls\": [{\"kind\": \"hedge\"}]}", "not known"},
        {"{\"walls\": [{\"rings\": [[[1, 2], [3]]]}]}", "two numbers"},
        {"{\"walls\": [{\"rings\": [[[1, \"2\"]]]}]}", "two numbers"},
        {"{\"lines\": [{\"points\": [[1, 2]]}]}", "two points"},
        {"{\"goals\": [{\"radius\": -1}]}", "out of range"},
        {"{\"doors\": [{\"switches\": 3}]}", "a list"},
        {"{\"doors\": [{\"switches\": [1.5]}]}", "whole number"},
        {"{\"doors\": [{\"switches\": [1e300]}]}", "whole number"},
        {"{\"doors\": [{\"switches\": [2, \"3\"]}]}", "whole number"},
        {"{\"doors\": [{\"switches\": [2, 2]}]}", "must rise"},
        {"{\"doors\": [{\"barrier\": -1}]}", "out of range"},
        {"{\"doors\": [{\"barrier\": 1e11}]}", "no such barrier"},
        {"{\"groups\": [null]}", "no text"},
        {"{\"profiles\": [{\"parameters\": []}]}", "a map"},
        {"{\"profiles\": [{\"parameters\": {\"a\": \"b\"}}]}", "no number"},
        {"{\"profiles\": [{\"half_width\": -0.1}]}", "out of range"},
        {"{\"profiles\": [{\"shape\": \"blob\"}]}", "not known"},
        {"{\"levels\": [{\"height\": \"3\"}]}", "out of range"},
    };
    for (uint32_t i = 0; i < WEND_COUNT(bad); i++)
        assert_refused((wi_recording){.plan = (char *)(uintptr_t)bad[i][0]}, bad[i][1]);
    static const char *const wkt[][2] = {
        {"", "nothing in it"},
        {"POLYGON ((0 0, 1", "the geometry of the recording"},
        {"LINESTRING (0 0, nan 1)", "finite"},
        {"LINESTRING (0 0, 1e300 1)", "finite"},
        {"hello", "the geometry of the recording"},
    };
    for (uint32_t i = 0; i < WEND_COUNT(wkt); i++)
        assert_refused((wi_recording){.geometry = (char *)(uintptr_t)wkt[i][0]}, wkt[i][1]);
    static char deep[200001];
    for (uint32_t i = 0; i + 19 < 200000; i += 19) memcpy(deep + i, "GEOMETRYCOLLECTION(", 19);
    assert_refused((wi_recording){.geometry = deep}, "deep in each other");
}

// Cut off anywhere, a text is refused and nothing is left behind (sanitizers look for it).
static void test_cut_off(void **state) {
    (void)state;
    wi_plan plan = random_plan(41);
    char *text = wi_plan_text(&plan);
    wi_plan_free(&plan);
    size_t size = strlen(text) - 1; // without the line end
    for (size_t cut = 0; cut < size; cut++) {
        char *piece = strndup(text, cut);
        wi_recording about = {.plan = piece};
        wend_error error = {0};
        assert_int_equal(wi_plan_read(&about, &plan, &error), WEND_BAD_FILE);
        free(piece);
    }
    free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trip),   cmocka_unit_test(test_members), cmocka_unit_test(test_from_wkt),
        cmocka_unit_test(test_from_nothing), cmocka_unit_test(test_hostile), cmocka_unit_test(test_cut_off),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
