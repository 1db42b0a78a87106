// wend bench --routes: how many ways a second are found on a floor of many rooms, and what finding them costs a crowd.
#include "bench.h"

#include "base/clock.h"
#include "floors.h"
#include "options.h"
#include "scenario/mesh.h"

#include <math.h>
#include <stdlib.h>

#define SPACING 0.75 // m between agents at the start
#define EXITS 20     // rooms that all agents go to
#define WARM_UP 4u   // steps
#define STEPS 24u    // of a crowd: everyone looks for its way at least three times
#define AHEAD 50.0   // m

typedef struct routes_options {
    uint32_t rooms, queries, crowd_rooms, agents;
} routes_options;

// A floor with its mesh where somebody looks for ways, as a scene; the floor stays for its rooms.
static wend_result open_floor(office_floor *floor, uint32_t rooms, const wend_router *router, wend_scene **scene,
                              wend_error *error) {
    if (!office_floor_make(rooms, floor)) {
        snprintf(error->text, sizeof error->text, "no memory for a floor of %u rooms", rooms);
        return error->result = WEND_NO_MEMORY;
    }
    const wi_mesh_plan plan = {.levels = 1, .obstacles = floor->obstacles, .obstacle_count = floor->obstacle_count};
    wi_mesh mesh;
    wend_result result = wi_mesh_build(&mesh, &plan, error);
    if (result != WEND_OK) return result;
    wend_map map = wi_mesh_map(&mesh, NULL, 0);
    wend_profile profile = wend_profile_default();
    profile.router = router;
    wend_scene_def def = wend_scene_default();
    def.profiles = &profile;
    def.obstacles = floor->obstacles;
    def.obstacle_count = floor->obstacle_count;
    if (router != &wend_router_direct) def.map = &map;
    result = wend_scene_create(&def, scene, error);
    wi_mesh_free(&mesh);
    return result;
}

static uint32_t drawn(uint32_t count, uint32_t draw, uint32_t purpose) {
    return (uint32_t)((float)count * wend_random(1, draw, 0, purpose, 0));
}

// Ways from room to room, one after the other.
static wend_result measure_queries(const routes_options *asked, double *rate, double *metres, wend_error *error) {
    office_floor floor;
    wend_scene *scene;
    wend_world *world = NULL;
    wend_result result = open_floor(&floor, asked->rooms, NULL, &scene, error);
    if (result != WEND_OK) return result;
    wend_world_def def = wend_world_default(scene);
    result = wend_world_create(&def, &world, error);
    double begin = wi_clock_processor_seconds(), length;
    *metres = 0.0;
    for (uint32_t i = 0; i < asked->queries && result == WEND_OK; i++) {
        wend_waypoint way[128];
        uint32_t count;
        result = wend_world_path(world, 0, floor.rooms[drawn(floor.room_count, i, 1)],
                                 (wend_target){.at = floor.rooms[drawn(floor.room_count, i, 2)]}, 0.25f, way, 128,
                                 &count, &length, error);
        *metres += length / asked->queries;
    }
    *rate = asked->queries / (wi_clock_processor_seconds() - begin);
    wend_world_destroy(world);
    wend_scene_destroy(scene);
    office_floor_free(&floor);
    return result;
}

// As many agents as wanted, wherever a grid over the floor has room for them.
static void fill_floor(wend_world *world, const office_floor *floor, uint32_t agents) {
    for (double y = 0.5; y < floor->depth && agents > 0; y += SPACING)
        for (double x = 0.5; x < floor->width && agents > 0; x += SPACING) {
            wend_agent agent = wend_agent_default();
            agent.position = (wend_point){x, y};
            agent.goal.at = floor->rooms[agents % EXITS * (floor->room_count / EXITS)];
            if (wend_world_add(world, &agent, NULL, NULL) == WEND_OK) agents--;
        }
}

// A crowd twice: one looks for its ways, the other is told in each step where the first one heads. Both do the same, so
// that what differs is the search for ways.
typedef struct pair {
    wend_world *finds, *told;
    double find_time, told_time; // s in all
} pair;

static wend_result step_timed(wend_world *world, double *time, wend_error *error) {
    double begin = wi_clock_processor_seconds();
    wend_result result = wend_world_step(world, error);
    *time += wi_clock_processor_seconds() - begin;
    return result;
}

// Straight ahead as far as nobody gets in a step, so that nobody arrives.
static wend_target ahead(wend_point at, wend_vec from, wend_vec next) {
    float x = next.x - from.x, y = next.y - from.y, length = hypotf(x, y);
    double share = length > 0.0f ? AHEAD / (double)length : 0.0;
    return (wend_target){.at = {at.x + share * (double)x, at.y + share * (double)y}, .radius = 0.1f};
}

static wend_result tell(const pair *both, wend_error *error) {
    wend_view view;
    wend_result result = wend_world_view(both->finds, &view, error);
    for (uint32_t row = 0; result == WEND_OK && row < view.count; row++) {
        wend_agent agent;
        result = wend_world_get(both->finds, view.serial[row], &agent, error);
        agent.goal = ahead(agent.position, (wend_vec){view.x[row], view.y[row]}, view.way[row].next);
        if (result == WEND_OK) result = wend_world_set(both->told, &agent, error);
    }
    return result == WEND_OK ? wend_world_view(both->told, &view, error) : result; // sorts them before the clock runs
}

// The first steps, in which everyone looks for a way at once, do not count.
static wend_result run_pair(pair *both, wend_error *error) {
    wend_result result = WEND_OK;
    for (uint32_t i = 0; i < WARM_UP && result == WEND_OK; i++) result = wend_world_step(both->finds, error);
    for (uint32_t i = 0; i < STEPS && result == WEND_OK; i++) {
        result = tell(both, error);
        if (result == WEND_OK) result = step_timed(both->told, &both->told_time, error);
        if (result == WEND_OK) result = step_timed(both->finds, &both->find_time, error);
    }
    return result;
}

static wend_result open_crowd(const routes_options *asked, const wend_router *router, wend_scene **scene,
                              wend_world **world, wend_error *error) {
    office_floor floor;
    wend_result result = open_floor(&floor, asked->crowd_rooms, router, scene, error);
    if (result != WEND_OK) return result;
    wend_world_def def = wend_world_default(*scene);
    result = wend_world_create(&def, world, error);
    if (result == WEND_OK) fill_floor(*world, &floor, asked->agents);
    office_floor_free(&floor);
    return result;
}

static wend_result measure_crowd(const routes_options *asked, pair *both, wend_error *error) {
    wend_scene *mesh = NULL, *direct = NULL;
    *both = (pair){NULL, NULL, 0.0, 0.0};
    wend_result result = open_crowd(asked, &wend_router_mesh, &mesh, &both->finds, error);
    if (result == WEND_OK) result = open_crowd(asked, &wend_router_direct, &direct, &both->told, error);
    if (result == WEND_OK) result = run_pair(both, error);
    if (result == WEND_OK)
        printf("%u agents: a step takes %.1f ms with ways, %.1f ms where they are given\n",
               wend_world_stats(both->finds).agents, 1e3 * both->find_time / STEPS, 1e3 * both->told_time / STEPS);
    wend_world_destroy(both->finds);
    wend_world_destroy(both->told);
    wend_scene_destroy(mesh);
    wend_scene_destroy(direct);
    return result;
}

static option_answer read_options(int argc, char **argv, routes_options *asked) {
    const option_row options[] = {
        {"--rooms", OPTION_COUNT, &asked->rooms, 20, 100000, "N", "of the floor where single ways are found (500)"},
        {"--queries", OPTION_COUNT, &asked->queries, 1, 100000000, "N", "how many (100000)"},
        {"--crowd-rooms", OPTION_COUNT, &asked->crowd_rooms, 20, 100000, "N", "of the floor of the crowd (4000)"},
        {"--agents", OPTION_COUNT, &asked->agents, 1, 10000000, "N", "of the crowd (100000)"},
    };
    const option_table table = {
        .usage = "wend bench --routes [options]: ways a second, and what they cost a crowd that goes to 20 rooms",
        .examples = "examples\n"
                    "  wend bench --routes\n"
                    "  wend bench --routes --agents 10000 --crowd-rooms 500\n",
        .options = options,
        .count = WEND_COUNT(options),
    };
    return options_read(&table, argc, argv);
}

int bench_routes(int argc, char **argv) {
    routes_options asked = {.rooms = 500, .queries = 100000, .crowd_rooms = 4000, .agents = 100000};
    option_answer answer = read_options(argc, argv, &asked);
    if (answer != OPTIONS_READ) return answer == OPTIONS_HELPED ? 0 : 2;
    wend_error error;
    double rate, metres;
    pair crowd;
    bench_print_machine(stdout);
    printf("\n\n");
    wend_result result = measure_queries(&asked, &rate, &metres, &error);
    if (result == WEND_OK) printf("%u rooms: %.0f ways a second, %.0f m long on average\n", asked.rooms, rate, metres);
    if (result == WEND_OK) result = measure_crowd(&asked, &crowd, &error);
    if (result != WEND_OK) {
        fprintf(stderr, "wend: %s\n", error.text);
        return 1;
    }
    printf("with ways a step runs at %.0f %% of the rate without\n", 100.0 * crowd.told_time / crowd.find_time);
    return 0;
}
