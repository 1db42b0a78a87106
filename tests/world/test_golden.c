// The same bits for every number of threads, instruction set, compiler, optimisation level and detour over a file.
#include "support/orca_oracle.h"
#include "support/sanitized.h"
#include "support/stage.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

enum { STEPS = 200 };

// A hash changes only together with a line in CHANGELOG.md that says why the result is different.
enum { BOX, CIRCLE, WALLS, MIXED, LEVELS, ELLIPSES, GOLDEN_COUNT };
// clang-format off
static const uint64_t golden[GOLDEN_COUNT] = {
    [BOX] = 0x15b734473b088b3fu,
    [CIRCLE] = 0xe1a22b2f08d6ff06u,
    [WALLS] = 0x4afc52fdc4abf53du,
    [MIXED] = 0x758bd1b4ef68ecfau,
    [LEVELS] = 0x8233d48e194ed0fbu,
    [ELLIPSES] = 0xea869f09e7f15f3eu,
};
// clang-format on
static const char *const golden_name[GOLDEN_COUNT] = {"box", "circle", "walls", "mixed", "levels", "ellipses"};

// Scenes ---------------------------------------------------------------------------------------------------------------

// A scene with what it needs while it is made.
typedef struct draft {
    wend_scene_def def;
    wend_profile profile[8];
    wend_obstacle obstacle[8];
    wend_point point[64];
    uint32_t points;
} draft;

static wend_profile *plan_profile(draft *plan, const char *name, const wend_model *model) {
    wend_profile *profile = &plan->profile[plan->def.profile_count++];
    *profile = profile_plain();
    profile->name = name;
    profile->model = model;
    return profile;
}

static void plan_obstacle(draft *plan, wend_obstacle_kind kind, uint32_t level, const wend_point *points,
                          uint32_t count) {
    wend_point *first = &plan->point[plan->points];
    for (uint32_t i = 0; i < count; i++) {
        wend_point origin = plan->def.origin;
        plan->point[plan->points++] = (wend_point){points[i].x + origin.x, points[i].y + origin.y};
    }
    plan->obstacle[plan->def.obstacle_count++] = (wend_obstacle){kind, level, first, count};
}

static void plan_walls(draft *plan, uint32_t level) {
    static const wend_point hall[] = {{-15, -15}, {15, -15}, {15, 15}, {-15, 15}};
    static const wend_point block[] = {{-6, -6}, {-2, -5}, {-1.5, -1.5}, {-6, -2}};
    static const wend_point ell[] = {{2, 2}, {8, 2}, {8, 4}, {4, 4}, {4, 9}, {2, 9}};
    static const wend_point fence[] = {{-10, 4}, {-5, 5}, {-1, 4}, {-1, 10}};
    static const wend_point door[] = {{3, -15}, {3, -8}}, other_half[] = {{3, -6.8}, {3, -2}};
    plan_obstacle(plan, WEND_ROOM, level, hall, 4);
    plan_obstacle(plan, WEND_SOLID, level, block, 4);
    plan_obstacle(plan, WEND_SOLID, level, ell, 6);
    plan_obstacle(plan, WEND_WALL, level, fence, 4);
    plan_obstacle(plan, WEND_WALL, level, door, 2);
    plan_obstacle(plan, WEND_WALL, level, other_half, 2);
}

static const wend_setting careful[] = {
    {"horizon", 4.0f}, {"max_neighbours", 20.0f}, {"acceleration", 3.0f},
    {"turning", 4.0f}, {"optimise_about", 1.0f},  {"neighbour_distance", 8.0f},
};

static void plan_mixed(draft *plan) {
    plan_profile(plan, "walker", &wend_model_orca);
    wend_profile *runner = plan_profile(plan, "runner", &wend_model_orca);
    runner->settings = careful;
    runner->setting_count = WEND_COUNT(careful);
    runner->preferred_speed = 2.5f;
    runner->max_speed = 3.5f;
    runner->max_acceleration = 3.0f;
    plan_profile(plan, "wary", &wend_model_vo)->shape = wend_disc(0.3f);
    plan_profile(plan, "fair", &wend_model_rvo)->priority = 0.3f;
    wend_profile *cart = plan_profile(plan, "cart", &wend_model_straight);
    cart->shape = wend_box(1.1f, 0.5f);
    cart->priority = WEND_PRIORITY_FIRM;
    cart->velocity_radius = 0.2f;
    wend_profile *rider = plan_profile(plan, "rider", &wend_model_orca);
    rider->shape = wend_ellipse(0.8f, 0.3f);
    rider->velocity_corner_count = 4;
    rider->velocity_corners[0] = (wend_vec){-0.2f, -0.2f};
    rider->velocity_corners[1] = (wend_vec){0.2f, -0.2f};
    rider->velocity_corners[2] = (wend_vec){0.2f, 0.2f};
    rider->velocity_corners[3] = (wend_vec){-0.2f, 0.2f};
}

static void plan_shape(draft *plan, const char *name, const wend_model *model, wend_shape shape) {
    plan_profile(plan, name, model)->shape = shape;
}

// Bodies of all sizes and kinds, under every model that turns them.
static void plan_ellipses(draft *plan) {
    const wend_shape adult = {WEND_ELLIPSE, 0.149f, 0.2286f}, child = {WEND_ELLIPSE, 0.09f, 0.14f};
    plan_shape(plan, "keeps", &wend_model_eorca_c, adult);
    plan_shape(plan, "fits", &wend_model_eorca_f, adult);
    plan_shape(plan, "turns", &wend_model_eorca_p, adult);
    plan_shape(plan, "child", &wend_model_eorca_c, child);
    plan_shape(plan, "round", &wend_model_eorca_c, wend_disc(0.2f));
    plan_shape(plan, "other", &wend_model_orca, adult);
    plan_shape(plan, "trolley", &wend_model_eorca_p, (wend_shape){WEND_ELLIPSE, 0.6f, 0.25f});
}

static wend_scene *make_scene(uint32_t which) {
    static draft blank;
    draft plan = blank;
    plan.def = scene_plain();
    plan.def.profiles = plan.profile;
    plan.def.profile_count = 0;
    plan.def.obstacles = plan.obstacle;
    if (which == LEVELS) {
        plan.def.levels = 3;
        plan.def.origin = (wend_point){500123.25, 5900456.5};
        plan_walls(&plan, 1);
    }
    if (which == WALLS || which == MIXED || which == ELLIPSES) plan_walls(&plan, 0);
    if (which == MIXED || which == LEVELS)
        plan_mixed(&plan);
    else if (which == ELLIPSES)
        plan_ellipses(&plan);
    else
        plan_profile(&plan, "walker", &wend_model_orca);
    wend_scene *scene = NULL;
    wend_error error;
    oracle_require(wend_scene_create(&plan.def, &scene, &error), &error, "scene");
    return scene;
}

// Agents ---------------------------------------------------------------------------------------------------------------

// A run: a world over one of the scenes, and the numbers that its agents are drawn from.
typedef struct trial {
    uint32_t which;
    wend_scene *scene;
    wend_world *world;
    wend_world_def def;
    oracle_random random;
} trial;

static wend_point anywhere(trial *run, double half) {
    wend_point origin = run->which == LEVELS ? (wend_point){500123.25, 5900456.5} : (wend_point){0.0, 0.0};
    double x = oracle_uniform(&run->random, -half, half), y = oracle_uniform(&run->random, -half, half);
    return (wend_point){origin.x + x, origin.y + y};
}

// Tries until there is room.
static void add_agents(trial *run, uint32_t count, double half, uint32_t profiles, uint32_t levels) {
    wend_error error;
    for (uint32_t i = 0; i < count;) {
        wend_agent agent = wend_agent_default();
        agent.profile = i % profiles;
        agent.level = i / 2 % levels;
        agent.position = anywhere(run, half);
        agent.velocity.x = (float)oracle_uniform(&run->random, -0.5, 0.5);
        agent.goal = (wend_target){.at = anywhere(run, half), .radius = 0.3f};
        if (i % 7 == 0) agent.goal.half = (wend_vec){1.0f, 0.5f};
        agent.preferred_speed = (float)oracle_uniform(&run->random, 0.8, 1.6);
        agent.leaves = levels > 1 && i % 3 == 0;
        agent.driven = profiles > 1 && i % 41 == 0;
        wend_result result = wend_world_add(run->world, &agent, NULL, &error);
        if (result != WEND_NO_SPACE) oracle_require(result, &error, "add");
        i += result == WEND_OK;
    }
}

static void add_circle(trial *run, uint32_t count, float radius) {
    wend_error error;
    for (uint32_t i = 0; i < count; i++) {
        wend_agent agent = wend_agent_default();
        float angle = 6.2831853f * (float)i / (float)count;
        double x = (double)(radius * wend_cos(angle)), y = (double)(radius * wend_sin(angle));
        agent.position = (wend_point){x, y};
        agent.goal = (wend_target){.at = {-x, -y}, .radius = 0.2f};
        oracle_require(wend_world_add(run->world, &agent, NULL, &error), &error, "add");
    }
}

static void populate(trial *run) {
    switch (run->which) {
    case BOX: // from crammed to nearly empty
        add_agents(run, 200, 6.0, 1, 1);
        add_agents(run, 200, 12.0, 1, 1);
        add_agents(run, 300, 40.0, 1, 1);
        break;
    case CIRCLE:
        add_circle(run, 100, 18.0f);
        break;
    case WALLS:
        add_agents(run, 300, 14.5, 1, 1);
        break;
    case MIXED:
        add_agents(run, 96, 14.0, 6, 1);
        break;
    case ELLIPSES:
        add_agents(run, 350, 14.0, 7, 1);
        break;
    default:
        add_agents(run, 180, 14.0, 6, 3);
        break;
    }
}

// Comings and goings between steps. Whoever goes is chosen by serial: rows may lie in another order after loading.
static void disturb(trial *run, uint32_t step) {
    wend_error error;
    wend_view view;
    if (run->which != LEVELS || step % 60 != 59) return;
    oracle_require(wend_world_view(run->world, &view, &error), &error, "view");
    wend_serial leaver = UINT64_MAX;
    for (uint32_t i = 0; i < view.count; i++)
        if (view.serial[i] > step && view.serial[i] < leaver) leaver = view.serial[i];
    oracle_require(wend_world_remove(run->world, leaver, &error), &error, "remove");
    add_agents(run, 5, 14.0, 6, 3);
}

// Runs -----------------------------------------------------------------------------------------------------------------

static void *resize(void *user, void *block, size_t old_size, size_t new_size) {
    (void)user, (void)old_size;
    if (new_size > 0) return realloc(block, new_size);
    free(block);
    return NULL;
}

static trial run_open(uint32_t which, uint32_t threads, wend_isa isa) {
    trial opened = {.which = which, .scene = make_scene(which), .random = {which + 1}};
    opened.def = wend_world_default(opened.scene);
    opened.def.seed = 77;
    opened.def.threads = threads;
    opened.def.isa = isa;
    opened.def.allocator = (wend_allocator){resize, NULL};
    wend_error error;
    oracle_require(wend_world_create(&opened.def, &opened.world, &error), &error, "world");
    populate(&opened);
    return opened;
}

static void run_steps(trial *run, uint32_t from, uint32_t to) {
    wend_error error;
    for (uint32_t step = from; step < to; step++) {
        oracle_require(wend_world_step(run->world, &error), &error, "step");
        disturb(run, step);
    }
}

static uint64_t run_close(trial *run) {
    uint64_t hash = wend_world_hash(run->world);
    wend_world_destroy(run->world);
    wend_scene_destroy(run->scene);
    return hash;
}

static uint64_t hash_of(uint32_t which, uint32_t threads, wend_isa isa) {
    trial run = run_open(which, threads, isa);
    run_steps(&run, 0, STEPS);
    wend_stats stats = wend_world_stats(run.world);
    oracle_check(stats.corrected_nonfinite == 0 && stats.agents > 50, "%s: not a sound run", golden_name[which]);
    return run_close(&run);
}

static uint64_t reference(uint32_t which) {
    static uint64_t known[GOLDEN_COUNT];
    if (known[which] == 0) known[which] = hash_of(which, 1, WEND_ISA_BASE);
    return known[which];
}

static void expect(uint32_t which, uint64_t hash, uint64_t expected, const char *what) {
    oracle_check(hash == expected, "%s: 0x%016llx with %s, expected 0x%016llx", golden_name[which],
                 (unsigned long long)hash, what, (unsigned long long)expected);
}

static void test_golden(void **state) {
    (void)state;
    for (uint32_t i = 0; i < GOLDEN_COUNT; i++)
        print_message("%-8s 0x%016llx\n", golden_name[i], (unsigned long long)reference(i));
    for (uint32_t i = 0; i < GOLDEN_COUNT; i++) expect(i, reference(i), golden[i], "one thread");
}

// Sanitizers take their time: one number of threads will do.
static void test_any_threads(void **state) {
    (void)state;
    static const uint32_t threads[] = {3, 2, 8};
    for (uint32_t i = 0; i < GOLDEN_COUNT; i++)
        for (uint32_t j = 0; j < TRIALS(WEND_COUNT(threads)); j++) {
            char what[16];
            (void)snprintf(what, sizeof what, "%u threads", threads[j]);
            expect(i, hash_of(i, threads[j], WEND_ISA_AUTO), reference(i), what);
        }
}

static void compare_isa(wend_isa isa) {
    if (!wend_isa_available(isa)) {
        print_message("%s: not on this machine, skipped\n", wend_isa_name(isa));
        skip();
    }
    for (uint32_t i = 0; i < GOLDEN_COUNT; i++) expect(i, hash_of(i, 1, isa), reference(i), wend_isa_name(isa));
}

static void test_avx2(void **state) {
    (void)state;
    compare_isa(WEND_ISA_AVX2);
}

static void test_avx512(void **state) {
    (void)state;
    compare_isa(WEND_ISA_AVX512);
}

// Goes on in a new world that was loaded from memory.
static void change_worlds(trial *run) {
    void *bytes = NULL;
    size_t size = 0;
    wend_error error;
    wend_world *next = NULL;
    uint64_t hash = wend_world_hash(run->world);
    oracle_require(wend_world_save_bytes(run->world, &bytes, &size, &error), &error, "save");
    oracle_require(wend_world_load_bytes(&run->def, bytes, size, &next, &error), &error, "load");
    oracle_check(wend_world_hash(next) == hash, "%s: loaded worlds differ at once", golden_name[run->which]);
    (void)resize(NULL, bytes, size, 0);
    wend_world_destroy(run->world);
    run->world = next;
}

static void test_saved_and_loaded(void **state) {
    (void)state;
    static const uint32_t at[] = {0, 1, 2, 59, 60, 61, 133, 199, STEPS};
    for (uint32_t i = 0; i < GOLDEN_COUNT; i++) {
        trial run = run_open(i, 1, WEND_ISA_AUTO);
        uint32_t step = 0;
        for (uint32_t j = 0; j < WEND_COUNT(at); j++) {
            run_steps(&run, step, at[j]);
            step = at[j];
            change_worlds(&run);
        }
        expect(i, run_close(&run), reference(i), "saving and loading");
    }
}

static void test_over_a_file(void **state) {
    (void)state;
    char path[] = "golden_XXXXXX";
    int file = mkstemp(path);
    assert_true(file >= 0);
    (void)close(file);
    trial run = run_open(LEVELS, 2, WEND_ISA_AUTO);
    wend_world *next = NULL;
    wend_error error;
    run_steps(&run, 0, 90);
    oracle_require(wend_world_save(run.world, path, &error), &error, "save");
    oracle_require(wend_world_load(&run.def, path, &next, &error), &error, "load");
    (void)unlink(path);
    wend_world_destroy(run.world);
    run.world = next;
    run_steps(&run, 90, STEPS);
    expect(LEVELS, run_close(&run), reference(LEVELS), "a file");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_golden), cmocka_unit_test(test_any_threads),      cmocka_unit_test(test_avx2),
        cmocka_unit_test(test_avx512), cmocka_unit_test(test_saved_and_loaded), cmocka_unit_test(test_over_a_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
