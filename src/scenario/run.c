// A run: what happens around the steps of its world.
#include "scenario/run.h"

#include <math.h>
#include <string.h>

#include "base/bisect.h"
#include "base/error.h"
#include "scenario/room.h"
#include "scenario/run_state.h"
#include "world/scene.h"

#define SAMPLE_SECONDS 0.5 // between looks at everyone
#define SLOW 0.1f          // of the preferred speed: waiting

wi_run *wi_run_open(const wi_scenario *scenario, const wi_run_options *options, wi_problems *problems) {
    wi_run *run = calloc(1, sizeof *run);
    if (run != NULL) run->state = calloc(1, sizeof(wi_run_state));
    if (run == NULL || run->state == NULL) {
        wi_problem_add(problems, (wi_place){scenario->path, 0, 0}, "there is no memory for a run");
        free(run);
        return NULL;
    }
    run->scenario = scenario;
    run->seed = options->has_seed ? options->seed : scenario->seed;
    double every = ceil(SAMPLE_SECONDS / scenario->step - 1e-6);
    wi_state(run)->sample_every = every >= 1.0 && every <= 1e6 ? (uint32_t)every : 1;
    bool room = wi_door_times_open(run);
    if (!room) wi_problem_add(problems, (wi_place){scenario->path, 0, 0}, "there is no memory for the doors");
    if (!room || !wi_build(run, options, problems)) {
        wi_run_close(run);
        return NULL;
    }
    if (options->check_only) {
        wend_world_destroy(run->world);
        run->world = NULL;
    }
    return run;
}

void wi_run_close(wi_run *run) {
    if (run == NULL) return;
    wi_run_state *state = wi_state(run);
    wi_sources_close(run);
    wi_goals_close(run);
    wend_world_destroy(run->world);
    wend_scene_destroy(run->scene);
    wi_door_times_close(run);
    wi_geometry_free(&state->geometry);
    wi_mesh_free(&state->mesh);
    free(state->zone);
    free(run->geometry);
    free(run->traveller);
    free(state->journey);
    free(state->overlap);
    free(state->arrived);
    free(state);
    free(run);
}

// Travellers -----------------------------------------------------------------------------------------------------------

bool wi_run_note_birth(wi_run *run, wend_serial serial, const wi_member *member, wend_point at) {
    wi_run_state *state = wi_state(run);
    uint32_t count = run->traveller_count;
    if (!wi_room(&run->traveller, &state->traveller_capacity, count + 1, sizeof *run->traveller) ||
        !wi_room(&state->journey, &state->journey_capacity, count + 1, sizeof *state->journey))
        return false;
    double now = wi_run_time(run);
    run->traveller[count] =
        (wi_traveller){.serial = serial, .group = member->group, .born = now, .arrived = NAN, .last = at};
    bool stays = run->scenario->group[member->group].goal.kind == WI_GOAL_STAY && !member->journey.own_goal &&
                 run->scenario->group[member->group].behaviour == 0;
    if (stays) run->traveller[count].arrived = now;
    state->journey[count] = member->journey;
    state->awaited += member->journey.awaited;
    run->traveller_count++;
    return true;
}

static bool serial_below(const void *travellers, uint32_t i, const void *serial) {
    return ((const wi_traveller *)travellers)[i].serial < *(const wend_serial *)serial;
}

// Serials ascend, and are 1, 2, 3, ... unless a host adds agents of its own.
uint32_t wi_run_find(const wi_run *run, wend_serial serial) {
    uint32_t count = run->traveller_count;
    if (serial - 1 < count && run->traveller[serial - 1].serial == serial) return (uint32_t)(serial - 1);
    uint32_t at = wi_bisect(run->traveller, count, serial_below, &serial);
    return at < count && run->traveller[at].serial == serial ? at : UINT32_MAX;
}

// Looks at everyone now and then: where they are, and whether they stand waiting.
static wend_result sample(wi_run *run, wend_error *error) {
    wend_view view;
    wend_result result = wend_world_view(run->world, &view, error);
    if (result != WEND_OK) return result;
    double seconds = run->scenario->step * wi_state(run)->sample_every;
    wend_point origin = run->scene->origin;
    for (uint32_t row = 0; row < view.count; row++) {
        uint32_t index = wi_run_find(run, view.serial[row]);
        if (index == UINT32_MAX) continue;
        wi_traveller *who = &run->traveller[index];
        who->last = (wend_point){origin.x + (double)view.x[row], origin.y + (double)view.y[row]};
        wend_vec v = view.motion[row].velocity;
        float slow = SLOW * view.pace[row].preferred_speed;
        bool waits = isnan(who->arrived) && (view.role[row].flags & (WEND_FLAG_ARRIVED | WEND_FLAG_DRIVEN)) == 0 &&
                     v.x * v.x + v.y * v.y < slow * slow;
        who->waiting += waits ? seconds : 0.0;
        who->standing = waits ? who->standing + seconds : 0.0;
    }
    return WEND_OK;
}

// Events -----------------------------------------------------------------------------------------------------------------

static bool before(const wend_collided *a, const wend_collided *b) {
    return a->a < b->a || (a->a == b->a && a->b < b->b);
}

// Both lists are in order, so the pairs that are new are found in one pass.
static bool count_collisions(wi_run *run, const wend_events *events) {
    wi_run_state *state = wi_state(run);
    uint32_t old = 0;
    for (uint32_t i = 0; i < events->collided_count; i++) {
        const wend_collided *pair = &events->collided[i];
        if ((double)pair->depth > run->deepest) run->deepest = (double)pair->depth;
        while (old < state->overlap_count && before(&state->overlap[old], pair)) old++;
        run->collisions += old == state->overlap_count || before(pair, &state->overlap[old]);
    }
    if (!wi_room(&state->overlap, &state->overlap_capacity, events->collided_count, sizeof *state->overlap))
        return false;
    if (events->collided_count > 0)
        memcpy(state->overlap, events->collided, events->collided_count * sizeof *state->overlap);
    state->overlap_count = events->collided_count;
    return true;
}

static void note_removed(wi_run *run, const wend_events *events) {
    for (uint32_t i = 0; i < events->removed_count; i++) {
        uint32_t index = wi_run_find(run, events->removed[i].serial);
        if (index == UINT32_MAX) continue;
        run->traveller[index].gone = true;
        if (!events->removed[i].by_host || !wi_state(run)->journey[index].awaited) continue;
        wi_state(run)->journey[index].awaited = false;
        wi_state(run)->awaited--;
    }
}

// The list is copied, because changing a goal ends its life.
static wend_result note_arrived(wi_run *run, const wend_events *events, wend_error *error) {
    wi_run_state *state = wi_state(run);
    uint32_t count = events->arrived_count;
    if (!wi_room(&state->arrived, &state->arrived_capacity, count, sizeof *state->arrived))
        return wi_fail(error, WEND_NO_MEMORY, "no memory for the list of those who arrived");
    for (uint32_t i = 0; i < count; i++) state->arrived[i] = events->arrived[i].serial;
    wend_result result = WEND_OK;
    for (uint32_t i = 0; i < count && result == WEND_OK; i++) {
        uint32_t index = wi_run_find(run, state->arrived[i]);
        if (index != UINT32_MAX) result = wi_goal_arrived(run, index, error);
    }
    return result;
}

// Steps ------------------------------------------------------------------------------------------------------------------

static wi_run_end end_of(const wi_run *run) {
    const wi_scenario *scenario = run->scenario;
    bool done = wi_sources_done(run);
    if ((scenario->stop & WI_STOP_ALL_OUT) != 0 && done && wend_world_stats(run->world).agents == 0)
        return WI_RUN_ALL_OUT;
    if ((scenario->stop & WI_STOP_ALL_ARRIVED) != 0 && done && wi_state(run)->awaited == 0) return WI_RUN_ALL_ARRIVED;
    if (scenario->limit > 0.0 && wi_run_time(run) >= scenario->limit - 1e-9) return WI_RUN_LIMIT;
    return WI_RUN_GOES_ON;
}

wend_result wi_run_step(wi_run *run, wi_run_end *end, wend_error *error) {
    *end = WI_RUN_GOES_ON;
    if (run->world == NULL) return wi_fail(error, WEND_BAD_ARGUMENT, "this run was only checked and cannot step");
    wi_run_state *state = wi_state(run);
    wend_result result = wi_door_times_keep(run, error);
    if (result == WEND_OK) result = wi_sources_emit(run, error);
    if (result == WEND_OK) result = wend_world_step(run->world, error);
    if (result != WEND_OK) return result;
    state->tick++;
    wend_events events = wend_world_events(run->world);
    if (!count_collisions(run, &events)) return wi_fail(error, WEND_NO_MEMORY, "no memory for the list of collisions");
    note_removed(run, &events);
    if (state->tick % state->sample_every == 0) result = sample(run, error);
    if (result == WEND_OK) result = note_arrived(run, &events, error);
    if (result == WEND_OK) result = wi_gates_step(run, error);
    *end = end_of(run);
    return result;
}
