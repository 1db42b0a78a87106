#include "scenes.h"

#include "base/error.h"
#include "base/text.h"
#include "base/vec.h"

#include <stdlib.h>
#include <string.h>

#define RADIUS 0.25f         // m
#define DEPTH 0.65f          // of a body beside its width
#define PREFERRED_SPEED 1.3f // m/s
#define MAX_SPEED 1.5f       // m/s
#define ARRIVAL_RADIUS 0.3f  // m
#define ADD_AT_ONCE 16384u   // agents handed to the world in one call

static const float pi = 3.14159265f;

// What random numbers are drawn for.
enum { PURPOSE_START = 0x5ce00, PURPOSE_GOAL, PURPOSE_NEW_GOAL };

scene_options scene_default_options(void) {
    return (scene_options){
        .model = &wend_model_orca,
        .preset = "default",
        .seed = 1,
        .step = 0.1f,
        .threads = 1,
        .collisions = true,
    };
}

// A number in [-1, 1) for agent i.
static float swing(const scene_run *run, uint32_t i, uint32_t purpose, uint32_t draw) {
    return 2.0f * wend_random(run->options.seed, i, 0, purpose, draw) - 1.0f;
}

static wend_point point_of(const scene_run *run, wend_vec at) {
    return (wend_point){run->options.origin.x + (double)at.x, run->options.origin.y + (double)at.y};
}

// The empty stage ------------------------------------------------------------------------------------------------------

static wend_result create_scene(scene_run *run, const wend_obstacle *obstacles, uint32_t count, wend_error *error) {
    const scene_options *options = &run->options;
    wend_profile walker = wend_profile_default();
    walker.name = "walker";
    walker.model = options->model;
    walker.preset = options->preset;
    walker.habits = "none"; // the model alone, as papers measure it
    walker.settings = options->settings;
    walker.setting_count = options->setting_count;
    walker.shape = wend_disc(RADIUS);
    // Models that turn the body are for bodies that are not round.
    if (walker.model->turns_body) walker.shape = (wend_shape){WEND_ELLIPSE, DEPTH * RADIUS, RADIUS};
    walker.preferred_speed = PREFERRED_SPEED;
    walker.max_speed = MAX_SPEED;

    wend_scene_def def = wend_scene_default();
    def.origin = options->origin;
    def.profiles = &walker;
    def.profile_count = 1;
    def.obstacles = obstacles;
    def.obstacle_count = count;
    def.allocator = options->allocator;
    return wend_scene_create(&def, &run->scene, error);
}

static wend_result create_world(scene_run *run, wend_error *error) {
    const scene_options *options = &run->options;
    wend_world_def def = wend_world_default(run->scene);
    def.seed = options->seed;
    def.step = options->step;
    def.threads = options->threads;
    def.jobs = options->jobs;
    def.allocator = options->allocator;
    def.capacity = options->agents;
    def.collisions = options->collisions;
    def.isa = options->isa;
    def.clock = options->clock;
    return wend_world_create(&def, &run->world, error);
}

static wend_result set_stage(scene_run *run, const wend_obstacle *obstacles, uint32_t count, wend_error *error) {
    wend_result result = create_scene(run, obstacles, count, error);
    return result ? result : create_world(run, error);
}

// Agents on the stage --------------------------------------------------------------------------------------------------

typedef struct walk {
    wend_vec from, to; // relative to the middle of the scene
} walk;

// Where agent i starts and where it wants to go.
typedef walk walk_of(const scene_run *run, uint32_t i);

static wend_agent agent_of(const scene_run *run, walk path) {
    wend_agent agent = wend_agent_default();
    agent.position = point_of(run, path.from);
    agent.goal.at = point_of(run, path.to);
    agent.goal.radius = ARRIVAL_RADIUS;
    return agent;
}

static wend_result populate(scene_run *run, walk_of *walks, wend_error *error) {
    uint32_t total = run->options.agents;
    uint32_t room = total < ADD_AT_ONCE ? total : ADD_AT_ONCE;
    wend_agent *agents = malloc(room * sizeof *agents);
    if (!agents) return wi_fail(error, WEND_NO_MEMORY, "no memory for the agents of a scene");
    wend_result result = WEND_OK;
    for (uint32_t first = 0; first < total && !result; first += room) {
        uint32_t count = total - first < room ? total - first : room;
        for (uint32_t i = 0; i < count; i++) agents[i] = agent_of(run, walks(run, first + i));
        result = wend_world_add_many(run->world, agents, count, NULL, error);
    }
    free(agents);
    return result;
}

// Cell i of a lattice of width x height metres that holds `count` cells, with jitter that keeps the bodies apart.
static wend_vec lattice(const scene_run *run, uint32_t i, uint32_t key, uint32_t count, float width, float height) {
    uint32_t columns = (uint32_t)__builtin_ceilf(wi_sqrt((float)count * width / height));
    uint32_t rows = (count + columns - 1) / columns;
    float pitch_x = width / (float)columns, pitch_y = height / (float)rows;
    float play_x = wi_max(0.0f, 0.49f * pitch_x - RADIUS), play_y = wi_max(0.0f, 0.49f * pitch_y - RADIUS);
    float x = ((float)(i % columns) + 0.5f) * pitch_x - 0.5f * width;
    float y = ((float)(i / columns) + 0.5f) * pitch_y - 0.5f * height;
    return wi_vec(x + play_x * swing(run, key, PURPOSE_START, 0), y + play_y * swing(run, key, PURPOSE_START, 1));
}

// box ------------------------------------------------------------------------------------------------------------------

static walk box_walk(const scene_run *run, uint32_t i) {
    float side = 2.0f * run->extent;
    wend_vec to = {swing(run, i, PURPOSE_GOAL, 0), swing(run, i, PURPOSE_GOAL, 1)};
    return (walk){lattice(run, i, i, run->options.agents, side, side), wi_scale(run->extent, to)};
}

static wend_result build_box(scene_run *run, wend_error *error) {
    if (run->options.density == 0.0f) run->options.density = 0.5f;
    if (!(run->options.density > 0.0f && run->options.density <= 3.0f))
        return wi_fail(error, WEND_BAD_ARGUMENT, "a box holds more than 0 and at most 3 agents per m2, not %g",
                       (double)run->options.density);
    run->extent = 0.5f * wi_sqrt((float)run->options.agents / run->options.density);
    run->straight = 2.0f * wi_sqrt(2.0f) * run->extent / PREFERRED_SPEED;
    run->crowded = 2.0f; // all walk at full speed, and nobody stands on the lattice any more
    run->roams = true;
    wend_result result = set_stage(run, NULL, 0, error);
    return result ? result : populate(run, box_walk, error);
}

// circle, circle-walls -------------------------------------------------------------------------------------------------

static float circle_radius(const scene_run *run, float spacing) {
    return wi_max(4.0f, (float)run->options.agents * spacing / (2.0f * pi));
}

static walk circle_walk(const scene_run *run, uint32_t i) {
    float angle = 2.0f * pi * (float)i / (float)run->options.agents;
    wend_vec from = wi_scale(run->extent, wi_vec(wend_cos(angle), wend_sin(angle)));
    return (walk){from, wi_scale(-1.0f, from)};
}

// Everyone arrives at once at a disc in the middle that holds them all at two per m2.
static void circle_times(scene_run *run) {
    float jam = wi_sqrt((float)run->options.agents / (2.0f * pi));
    run->straight = 2.0f * run->extent / PREFERRED_SPEED;
    run->crowded = wi_max(0.0f, run->extent - jam) / PREFERRED_SPEED;
}

static wend_result build_circle(scene_run *run, wend_error *error) {
    run->extent = circle_radius(run, 0.8f);
    circle_times(run);
    wend_result result = set_stage(run, NULL, 0, error);
    return result ? result : populate(run, circle_walk, error);
}

// Between the circle and its middle: on each diagonal a pillar with an edge towards the middle, so that who walks at it
// slides off to one side, and near each axis a thin wall along the way of the walkers.
//
//            |
//       <>   |   <>
//
//     ----       ----
//
//       <>   |   <>
//            |
#define PILLARS 4
#define SCREENS 4

static void put_pillar(const scene_run *run, float angle, wend_point corners[4]) {
    wend_vec along = {wend_cos(angle), wend_sin(angle)};
    wend_vec middle = wi_scale(0.6f * run->extent, along);
    wend_vec out = wi_scale(0.06f * run->extent, along), side = wi_scale(0.03f * run->extent, wi_left(along));
    corners[0] = point_of(run, wi_add(middle, out));
    corners[1] = point_of(run, wi_add(middle, side));
    corners[2] = point_of(run, wi_sub(middle, out));
    corners[3] = point_of(run, wi_sub(middle, side));
}

static void put_screen(const scene_run *run, float angle, wend_point ends[2]) {
    wend_vec along = {wend_cos(angle), wend_sin(angle)};
    ends[0] = point_of(run, wi_scale(0.45f * run->extent, along));
    ends[1] = point_of(run, wi_scale(0.55f * run->extent, along));
}

// Who meets everyone else in one point at one time needs a custom: these look farther ahead and keep to the right.
static void keep_right(scene_run *run) {
    static const wend_setting custom[] = {{"horizon", 4.0f}, {"side_bias", 0.2f}};
    if (run->options.model != &wend_model_orca || run->options.setting_count) return;
    run->options.settings = custom;
    run->options.setting_count = WEND_COUNT(custom);
}

static wend_result build_circle_walls(scene_run *run, wend_error *error) {
    run->extent = circle_radius(run, 2.0f);
    circle_times(run);
    keep_right(run);
    wend_point pillars[PILLARS][4], screens[SCREENS][2];
    wend_obstacle obstacles[PILLARS + SCREENS];
    for (uint32_t i = 0; i < PILLARS; i++) {
        put_pillar(run, ((float)i + 0.5f) * 0.5f * pi, pillars[i]);
        obstacles[i] = (wend_obstacle){.kind = WEND_SOLID, .points = pillars[i], .point_count = 4};
    }
    for (uint32_t i = 0; i < SCREENS; i++) {
        put_screen(run, ((float)i + 0.05f) * 0.5f * pi, screens[i]);
        obstacles[PILLARS + i] = (wend_obstacle){.kind = WEND_WALL, .points = screens[i], .point_count = 2};
    }
    wend_result result = set_stage(run, obstacles, WEND_COUNT(obstacles), error);
    return result ? result : populate(run, circle_walk, error);
}

// blocks ---------------------------------------------------------------------------------------------------------------

// Four square blocks leave a crossing of two streets free; a group starts beyond the outer corner of each and wants to
// where the opposite group stands. Nobody knows the way: they slide along the blocks into the streets.
//
//      A A               B B
//      A A               B B
//          #####   #####
//          #####   #####
//
//          #####   #####
//          #####   #####
//      C C               D D
//      C C               D D
typedef struct block_plan {
    float street, block, group; // m: half the street's width, the blocks' outer side, the side of a group
} block_plan;

static block_plan plan_blocks(uint32_t agents) {
    float scale = wi_max(1.0f, wi_sqrt((float)agents / 100.0f));
    return (block_plan){4.0f * scale, 16.0f * scale, 5.0f * scale};
}

static walk block_walk(const scene_run *run, uint32_t i) {
    block_plan plan = plan_blocks(run->options.agents);
    uint32_t corner = i % 4, each = (run->options.agents + 3) / 4;
    wend_vec at = lattice(run, i / 4, i, each, plan.group, plan.group);
    float away = plan.block + 1.0f + 0.5f * plan.group;
    wend_vec from = {(corner & 1 ? away : -away) + at.x, (corner & 2 ? away : -away) + at.y};
    return (walk){from, wi_scale(-1.0f, from)};
}

static wend_result build_blocks(scene_run *run, wend_error *error) {
    block_plan plan = plan_blocks(run->options.agents);
    run->extent = plan.block + plan.group + 2.0f;
    run->straight = 2.0f * wi_sqrt(2.0f) * run->extent / PREFERRED_SPEED;
    run->crowded = 0.6f * run->straight; // the way round a block's side is longer than straight on
    wend_point corners[4][4];
    wend_obstacle obstacles[4];
    for (uint32_t i = 0; i < 4; i++) {
        float x = i & 1 ? 1.0f : -1.0f, y = i & 2 ? 1.0f : -1.0f;
        corners[i][0] = point_of(run, wi_vec(x * plan.street, y * plan.street));
        corners[i][1] = point_of(run, wi_vec(x * plan.block, y * plan.street));
        corners[i][2] = point_of(run, wi_vec(x * plan.block, y * plan.block));
        corners[i][3] = point_of(run, wi_vec(x * plan.street, y * plan.block));
        obstacles[i] = (wend_obstacle){.kind = WEND_SOLID, .points = corners[i], .point_count = 4};
    }
    wend_result result = set_stage(run, obstacles, WEND_COUNT(obstacles), error);
    return result ? result : populate(run, block_walk, error);
}

// head-on, crossing ----------------------------------------------------------------------------------------------------

// Pairs, exactly face to face, in lanes of their own.
static walk head_on_walk(const scene_run *run, uint32_t i) {
    uint32_t lanes = (run->options.agents + 1) / 2;
    float y = 6.0f * ((float)(i / 2) - 0.5f * (float)(lanes - 1));
    float x = i % 2 ? 5.0f : -5.0f;
    return (walk){{x, y}, {-x, y}};
}

static wend_result build_head_on(scene_run *run, wend_error *error) {
    run->extent = wi_max(5.0f, 1.5f * (float)run->options.agents);
    run->straight = 10.0f / PREFERRED_SPEED;
    run->crowded = 0.5f * run->straight;
    wend_result result = set_stage(run, NULL, 0, error);
    return result ? result : populate(run, head_on_walk, error);
}

// Two square groups, one walking east and one north, that cross in the middle.
static walk crossing_walk(const scene_run *run, uint32_t i) {
    uint32_t each = (run->options.agents + 1) / 2;
    float side = wi_sqrt((float)each / run->options.density);
    wend_vec at = lattice(run, i / 2, i, each, side, side);
    float away = run->extent - 0.5f * side;
    if (i % 2) return (walk){{at.x, at.y - away}, {at.x, at.y + away}};
    return (walk){{at.x - away, at.y}, {at.x + away, at.y}};
}

static wend_result build_crossing(scene_run *run, wend_error *error) {
    if (run->options.density == 0.0f) run->options.density = 1.0f;
    if (!(run->options.density > 0.0f && run->options.density <= 3.0f))
        return wi_fail(error, WEND_BAD_ARGUMENT, "a group holds more than 0 and at most 3 agents per m2, not %g",
                       (double)run->options.density);
    float side = wi_sqrt((float)((run->options.agents + 1) / 2) / run->options.density);
    run->extent = 1.5f * side + 5.0f;
    run->straight = (2.0f * run->extent - side) / PREFERRED_SPEED;
    run->crowded = 0.5f * run->straight;
    wend_result result = set_stage(run, NULL, 0, error);
    return result ? result : populate(run, crossing_walk, error);
}

// The table ------------------------------------------------------------------------------------------------------------

static const scene_kind kinds[] = {
    {"box", "a square full of agents, each walking to one random place after another", 1000, build_box},
    {"circle", "a circle of agents, each walking to the opposite point", 250, build_circle},
    {"circle-walls", "a circle of agents, each walking to the opposite point past pillars and walls", 100,
     build_circle_walls},
    {"blocks", "four groups walk through a crossing between four blocks to the opposite corner", 100, build_blocks},
    {"head-on", "two agents exactly face to face want to where the other stands", 2, build_head_on},
    {"crossing", "two groups cross at a right angle", 200, build_crossing},
};

const scene_kind *scene_kinds(uint32_t *count) {
    *count = WEND_COUNT(kinds);
    return kinds;
}

static const scene_kind *find_kind(const char *name, const char **nearest) {
    wi_nearest meant = {.word = name, .distance = UINT32_MAX};
    for (uint32_t i = 0; i < WEND_COUNT(kinds); i++) {
        if (strcmp(kinds[i].name, name) == 0) return &kinds[i];
        wi_nearest_try(&meant, kinds[i].name);
    }
    *nearest = meant.name;
    return NULL;
}

wend_result scene_open(const char *name, const scene_options *options, scene_run *run, wend_error *error) {
    const char *nearest = "";
    *run = (scene_run){.kind = find_kind(name, &nearest), .options = *options};
    if (!run->kind) return wi_fail(error, WEND_NOT_FOUND, "there is no scene '%s'. Did you mean '%s'?", name, nearest);
    if (run->options.agents == 0) run->options.agents = run->kind->agents;
    wend_result result = run->kind->build(run, error);
    if (result) scene_close(run);
    return result;
}

void scene_close(scene_run *run) {
    wend_world_destroy(run->world);
    wend_scene_destroy(run->scene);
    free(run->idle);
    *run = (scene_run){0};
}

// New goals ------------------------------------------------------------------------------------------------------------

static wend_target random_target(const scene_run *run, wend_serial serial, uint64_t tick) {
    float x = wend_random(run->options.seed, serial, tick, PURPOSE_NEW_GOAL, 0);
    float y = wend_random(run->options.seed, serial, tick, PURPOSE_NEW_GOAL, 1);
    wend_vec at = wi_scale(run->extent, wi_vec(2.0f * x - 1.0f, 2.0f * y - 1.0f));
    return (wend_target){.at = point_of(run, at), .radius = ARRIVAL_RADIUS};
}

// Copies who arrived: the events are gone once the first goal is changed. Returns how many, UINT32_MAX without memory.
static uint32_t note_idle(scene_run *run) {
    wend_events events = wend_world_events(run->world);
    if (events.arrived_count > run->idle_capacity) {
        uint32_t room = 2 * events.arrived_count;
        wend_serial *grown = realloc(run->idle, room * sizeof *grown);
        if (!grown) return UINT32_MAX;
        run->idle = grown;
        run->idle_capacity = room;
    }
    for (uint32_t i = 0; i < events.arrived_count; i++) run->idle[i] = events.arrived[i].serial;
    return events.arrived_count;
}

wend_result scene_renew_goals(scene_run *run, wend_error *error) {
    if (!run->roams) return WEND_OK;
    uint32_t count = note_idle(run);
    if (count == UINT32_MAX) return wi_fail(error, WEND_NO_MEMORY, "no memory for the list of those who arrived");
    uint64_t tick = wend_world_stats(run->world).tick;
    wend_result result = WEND_OK;
    for (uint32_t i = 0; i < count && !result; i++) {
        wend_target goal = random_target(run, run->idle[i], tick);
        result = wend_world_set_goal(run->world, run->idle[i], goal, error);
    }
    return result;
}

wend_result scene_step(scene_run *run, wend_error *error) {
    wend_result result = wend_world_step(run->world, error);
    return result ? result : scene_renew_goals(run, error);
}
