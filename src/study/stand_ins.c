#include "study/stand_ins.h"

#include "base/error.h"
#include "scenario/draw.h"
#include "scenario/mesh.h"

#include <math.h>
#include <stdlib.h>

#define ASIDE 0.05   // m: how far from the recorded place one comes in, at most, in x and in y
#define BEHIND 1.5   // m: so far behind the area is the goal: who is near its end still has others before it
#define NEAR 0.5f    // m: so near to the goal one is there
#define FASTEST 2.5f // m/s

// The scene ------------------------------------------------------------------------------------------------------------

static wend_result make_scene(const wend_profile *profile, const wend_obstacle *room, wend_scene **scene,
                              wend_error *error) {
    wi_mesh mesh = {0};
    wend_result result =
        wi_mesh_build(&mesh, &(wi_mesh_plan){.levels = 1, .obstacles = room, .obstacle_count = 1}, error);
    const wend_map map = wi_mesh_map(&mesh, NULL, 0);
    wend_scene_def def = wend_scene_default();
    def.profiles = profile;
    def.profile_count = 1;
    def.obstacles = room;
    def.obstacle_count = 1;
    def.map = &map;
    if (!result) result = wend_scene_create(&def, scene, error);
    wi_mesh_free(&mesh);
    return result;
}

// Body as in the scenes with people, scenarios/parts/people.yaml.
static wend_result profile_of(const wi_study_task *task, wend_profile *profile, wend_error *error) {
    *profile = wend_profile_default();
    profile->shape = wend_ellipse(0.149f, 0.2286f);
    profile->max_speed = FASTEST;
    if (task->model) profile->model = wend_model_find(task->model);
    if (!profile->model) return wi_fail(error, WEND_NOT_FOUND, "there is no model '%.60s'", task->model);
    if (task->preset) profile->preset = task->preset;
    return WEND_OK;
}

static wend_result make_world(const wi_stand_ins *on, uint32_t threads, wend_world **world, wend_error *error) {
    wend_world_def def = wend_world_default(on->scene);
    def.step = WI_STAND_INS_STEP;
    def.seed = on->seed;
    def.threads = threads;
    def.capacity = on->count;
    return wend_world_create(&def, world, error);
}

// One of them ----------------------------------------------------------------------------------------------------------

static double aside(const wi_stand_ins *on, uint32_t who, uint32_t draw) {
    return ASIDE * (2.0 * wi_draw_even((wi_who){on->seed, 0, who}, 0, WI_FOR_PLACE, draw) - 1.0);
}

static wend_vec at_most(wend_vec velocity, float speed) {
    float share = speed / fmaxf(speed, sqrtf(velocity.x * velocity.x + velocity.y * velocity.y));
    return (wend_vec){share * velocity.x, share * velocity.y};
}

// Along whichever of x and y the person came farther.
static wend_point ahead_of(const wi_entrant *person) {
    double x = person->to.x - person->from.x, y = person->to.y - person->from.y;
    return fabs(x) > fabs(y) ? (wend_point){copysign(1.0, x), 0.0} : (wend_point){0.0, copysign(1.0, y)};
}

static wend_point goal_of(const wi_entrant *person) {
    const wend_point ahead = ahead_of(person);
    return (wend_point){person->to.x + BEHIND * ahead.x, person->to.y + BEHIND * ahead.y};
}

static wend_agent agent_for(const wi_stand_ins *on, uint32_t who) {
    const wi_entrant *person = &on->people->item[who];
    const wi_who chance = {on->seed, 0, who};
    wend_agent agent = wend_agent_default();
    agent.position = (wend_point){person->from.x + aside(on, who, 0), person->from.y + aside(on, who, 1)};
    agent.velocity = at_most(person->velocity, FASTEST);
    agent.goal = (wend_target){.at = goal_of(person), .radius = NEAR};
    agent.preferred_speed = (float)wi_draw(on->speed, 0.0, (double)FASTEST, chance, WI_FOR_PREFERRED_SPEED);
    agent.stream = wi_who_stream32(chance);
    agent.leaves = true;
    return agent;
}

// Alone in the scene everybody has room both where it comes from and where it goes; else it would wait for ever.
static wend_result check_place(const wi_stand_ins *on, uint32_t who, wend_world *empty, wend_agent agent, wend_point at,
                               wend_error *error) {
    wend_serial serial;
    wend_error why = {0};
    agent.position = at;
    wend_result result = wend_world_add(empty, &agent, &serial, &why);
    if (!result) return wend_world_remove(empty, serial, error);
    return wi_fail(error, result == WEND_NO_MEMORY ? result : WEND_BAD_FILE,
                   "%.200s: person %llu does not fit into the corridor: %.200s", on->people->path,
                   (unsigned long long)on->people->item[who].id, why.text);
}

static wend_result check_places(const wi_stand_ins *on, wend_error *error) {
    wend_world *empty = NULL;
    wend_result result = make_world(on, 1, &empty, error);
    for (uint32_t i = 0; i < on->count && !result; i++) {
        const wend_agent agent = agent_for(on, i);
        result = check_place(on, i, empty, agent, agent.position, error);
        if (!result) result = check_place(on, i, empty, agent, agent.goal.at, error);
    }
    wend_world_destroy(empty);
    return result;
}

// All of them ----------------------------------------------------------------------------------------------------------

static wend_result take_room(wi_stand_ins *on, wend_error *error) {
    on->item = calloc((size_t)on->count + 1, sizeof *on->item);
    on->spot = calloc((size_t)on->count + 1, sizeof *on->spot);
    if (!on->item || !on->spot) return wi_fail(error, WEND_NO_MEMORY, "no memory for %u people", on->count);
    for (uint32_t i = 0; i < on->count; i++) on->item[i] = (wi_stand_in){.came = NAN, .left = NAN, .arrived = NAN};
    return WEND_OK;
}

wend_result wi_stand_ins_open(const wi_study_task *task, const wi_entrants *people, uint32_t count,
                              const wi_quantity *speed, const wend_obstacle *room, uint32_t threads, wi_stand_ins *made,
                              wend_error *error) {
    wend_profile profile;
    *made = (wi_stand_ins){.people = people, .speed = speed, .seed = task->seed, .count = count, .missing = count};
    wend_result result = profile_of(task, &profile, error);
    if (!result) result = make_scene(&profile, room, &made->scene, error);
    if (!result) result = check_places(made, error);
    if (!result) result = take_room(made, error);
    if (!result) result = make_world(made, threads, &made->world, error);
    return result;
}

void wi_stand_ins_close(wi_stand_ins *on) {
    wend_world_destroy(on->world);
    wend_scene_destroy(on->scene);
    free(on->item);
    free(on->spot);
    *on = (wi_stand_ins){0};
}

static wend_result let_in(wi_stand_ins *on, double now, wend_error *error) {
    for (uint32_t i = 0; i < on->count && on->people->item[i].came <= now; i++) {
        if (on->item[i].serial) continue;
        const wend_agent agent = agent_for(on, i);
        wend_result result = wend_world_add(on->world, &agent, &on->item[i].serial, error);
        if (result && result != WEND_NO_SPACE) return result;
        if (result)
            on->item[i].waited = true;
        else
            on->item[i].came = now;
    }
    return WEND_OK;
}

static bool is_level(const wi_entrant *person, wend_point at) {
    const wend_point ahead = ahead_of(person);
    return (at.x - person->to.x) * ahead.x + (at.y - person->to.y) * ahead.y >= 0.0;
}

static wend_result note_left(wi_stand_ins *on, double now, wend_error *error) {
    for (uint32_t i = 0; i < on->count; i++) {
        wi_stand_in *who = &on->item[i];
        wend_agent agent;
        if (!who->serial || !isnan(who->left) || !isnan(who->arrived)) continue;
        wend_result result = wend_world_get(on->world, who->serial, &agent, error);
        if (result) return result;
        if (is_level(&on->people->item[i], agent.position)) who->left = now;
    }
    return WEND_OK;
}

static void note_arrived(wi_stand_ins *on, double now) {
    const wend_events events = wend_world_events(on->world);
    for (uint32_t i = 0; i < on->count && events.arrived_count; i++) {
        for (uint32_t k = 0; k < events.arrived_count; k++) {
            if (events.arrived[k].serial != on->item[i].serial) continue;
            on->item[i].arrived = now;
            on->missing--;
        }
    }
}

wend_result wi_stand_ins_step(wi_stand_ins *on, wend_error *error) {
    wend_result result = let_in(on, wend_world_stats(on->world).time, error);
    if (!result) result = wend_world_step(on->world, error);
    if (result) return result;
    double now = wend_world_stats(on->world).time;
    note_arrived(on, now);
    return note_left(on, now, error);
}

wend_result wi_stand_ins_look(wi_stand_ins *on, wi_frame *frame, wend_error *error) {
    *frame = (wi_frame){.spot = on->spot};
    for (uint32_t i = 0; i < on->count; i++) {
        wend_agent agent;
        if (!on->item[i].serial || !isnan(on->item[i].arrived)) continue;
        wend_result result = wend_world_get(on->world, on->item[i].serial, &agent, error);
        if (result) return result;
        frame->spot[frame->count++] = wi_spot_at(i + 1, agent.position.x, agent.position.y);
    }
    return WEND_OK;
}
