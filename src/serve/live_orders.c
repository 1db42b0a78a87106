// Carrying out what viewers ask for.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "scenario/room.h"
#include "serve/live_state.h"

#define BATCH 64         // orders between two steps, so that talkers do not hold up the simulation
#define ADDED_MAX 100000 // agents, to one run
#define MARGIN 100.0     // m around everything known, where agents may be put

// Moved sliders and doors ---------------------------------------------------------------------------------------------

static bool is_same(const wi_change *a, const wi_change *b) {
    return a->is_door == b->is_door && a->which == b->which && strcmp(a->parameter, b->parameter) == 0;
}

static bool note_change(wi_live *live, wi_change change) {
    uint32_t i = 0;
    pthread_mutex_lock(&live->lock);
    while (i < live->changes && !is_same(&live->change[i], &change)) i++;
    bool good = wi_room(&live->change, &live->change_capacity, i + 1, sizeof *live->change);
    change.version = ++live->version;
    if (good) {
        live->change[i] = change;
        live->changes = i == live->changes ? i + 1 : live->changes;
    }
    pthread_mutex_unlock(&live->lock);
    return good;
}

void wi_live_forget_doors(wi_live *live) {
    const wi_scenario *scenario = live->run->scenario;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < scenario->door_count; i++) live->door_open[i] = scenario->door[i].open;
    pthread_mutex_lock(&live->lock);
    for (uint32_t i = 0; i < live->changes; i++)
        if (!live->change[i].is_door) live->change[kept++] = live->change[i];
    live->changes = kept;
    pthread_mutex_unlock(&live->lock);
}

// Only this thread writes the list, so it may be read without the lock.
void wi_live_keep_sliders(wi_live *live) {
    wi_live_forget_doors(live);
    for (uint32_t i = 0; i < live->changes; i++) {
        const wi_change *c = &live->change[i];
        (void)wend_world_set_profile_param(live->run->world, c->which, c->parameter, (float)c->value, NULL); // was fine
    }
}

static wend_result set_param(wi_live *live, const wi_message *message, wend_error *error) {
    wi_change change = {.which = message->profile, .value = message->value};
    memcpy(change.parameter, message->parameter, sizeof change.parameter);
    wend_result result = wend_world_set_profile_param(live->run->world, message->profile, message->parameter,
                                                      (float)message->value, error);
    if (result != WEND_OK) return result;
    return note_change(live, change) ? WEND_OK : wi_fail(error, WEND_NO_MEMORY, "there is no memory for this");
}

// Without memory now, it is tried again after the next step.
void wi_live_note_doors(wi_live *live) {
    for (uint32_t i = 0; i < live->run->scenario->door_count; i++) {
        bool open = wend_world_door_is_open(live->run->world, i);
        if (open == live->door_open[i]) continue;
        if (note_change(live, (wi_change){.is_door = true, .which = i, .value = open ? 1.0 : 0.0}))
            live->door_open[i] = open;
    }
}

static wend_result set_door(wi_live *live, const wi_message *message, wend_error *error) {
    wend_result result = wend_world_set_door(live->run->world, message->door, message->open, error);
    if (result == WEND_OK) wi_live_note_doors(live); // with the other sides of a barrier
    return result;
}

// Agents --------------------------------------------------------------------------------------------------------------

static bool is_inside(const wi_live *live, wend_point at) {
    const double *b = live->bounds;
    bool empty = !(b[0] <= b[2]);
    double x0 = empty ? 0.0 : b[0], y0 = empty ? 0.0 : b[1], x1 = empty ? 0.0 : b[2], y1 = empty ? 0.0 : b[3];
    return at.x >= x0 - MARGIN && at.x <= x1 + MARGIN && at.y >= y0 - MARGIN && at.y <= y1 + MARGIN;
}

static wend_result check_place(const wi_live *live, wend_point at, wend_error *error) {
    if (is_inside(live, at)) return WEND_OK;
    return wi_fail(error, WEND_BAD_ARGUMENT, "(%g, %g) is more than %g m away from everything", at.x, at.y, MARGIN);
}

static wend_result check_agent(const wi_live *live, const wi_message *message, wend_error *error) {
    const wi_scenario *scenario = live->def.scenario;
    if (live->added >= ADDED_MAX)
        return wi_fail(error, WEND_NO_SPACE, "%d agents have been added, which is the limit; reset the run", ADDED_MAX);
    if (message->profile >= scenario->profile_count)
        return wi_fail(error, WEND_NOT_FOUND, "there is no profile %u; there are %u, counted from 0", message->profile,
                       scenario->profile_count);
    if (message->level >= scenario->level_count)
        return wi_fail(error, WEND_NOT_FOUND, "there is no level %u; there are %u, counted from 0", message->level,
                       scenario->level_count);
    wend_result result = check_place(live, message->at, error);
    return result != WEND_OK || isnan(message->goal.x) ? result : check_place(live, message->goal, error);
}

static wend_point on_map(const wi_live *live, wend_point at) {
    wend_point origin = live->origin;
    return (wend_point){origin.x + at.x, origin.y + at.y};
}

static wend_result add_agent(wi_live *live, const wi_message *message, wend_error *error) {
    wend_result result = check_agent(live, message, error);
    if (result != WEND_OK) return result;
    wend_agent agent = wend_agent_default();
    agent.profile = message->profile;
    agent.level = message->level;
    agent.position = on_map(live, message->at);
    if (!isnan(message->goal.x)) agent.goal.at = on_map(live, message->goal);
    result = wend_world_add(live->run->world, &agent, NULL, error);
    if (result == WEND_OK) live->added++;
    return result;
}

// Time ----------------------------------------------------------------------------------------------------------------

static wend_result refuse_failed(const wi_live *live, wend_error *error) {
    if (!live->failed) return WEND_OK;
    return wi_fail(error, WEND_BAD_ARGUMENT, "this run cannot go on (%.150s); reset it", live->end);
}

static wend_result play(wi_live *live, wend_error *error) {
    wend_result result = refuse_failed(live, error);
    if (result == WEND_OK && !live->running) wi_live_start_clock(live);
    if (result == WEND_OK) live->running = true;
    return result;
}

static wend_result step(wi_live *live, uint32_t count, wend_error *error) {
    wend_result result = refuse_failed(live, error);
    if (result != WEND_OK) return result;
    live->running = false;
    live->steps = live->steps > WI_STEPS_MAX - count ? WI_STEPS_MAX : live->steps + count;
    return WEND_OK;
}

static wend_result pause_run(wi_live *live) {
    live->running = false;
    live->steps = 0;
    return WEND_OK;
}

static wend_result change_speed(wi_live *live, double speed) {
    live->speed = speed;
    wi_live_start_clock(live);
    return WEND_OK;
}

// Building takes a while, so several wishes become one.
static wend_result want_reset(wi_live *live, const wi_message *message) {
    live->reset_seed = message->has_seed ? message->seed : live->reset_wanted ? live->reset_seed : live->run->seed;
    live->reset_wanted = true;
    return WEND_OK;
}

// All -----------------------------------------------------------------------------------------------------------------

static wend_result carry_out(wi_live *live, const wi_order *order, wend_error *error) {
    const wi_message *message = &order->message;
    switch (message->deed) {
    case WI_DO_PLAY:
        return play(live, error);
    case WI_DO_PAUSE:
        return pause_run(live);
    case WI_DO_STEP:
        return step(live, message->count, error);
    case WI_DO_SPEED:
        return change_speed(live, message->value);
    case WI_DO_RESET:
        return want_reset(live, message);
    case WI_DO_SET:
        return set_param(live, message, error);
    case WI_DO_DOOR:
        return set_door(live, message, error);
    case WI_DO_ADD:
        return add_agent(live, message, error);
    case WI_DO_REMOVE:
        return wend_world_remove(live->run->world, message->id, error);
    case WI_DO_TAKE:
        return wi_avatar_take(live, order->from, message->id, error);
    case WI_DO_RELEASE:
        wi_avatar_release(live, order->from);
        return WEND_OK;
    case WI_DO_DRIVE:
        return wi_avatar_drive(live, order->from, message->velocity, error);
    }
    return WEND_OK;
}

static bool changes_frame(wi_deed deed) { return deed == WI_DO_ADD || deed == WI_DO_REMOVE; }

static bool next_order(wi_live *live, wi_order *order) {
    pthread_mutex_lock(&live->lock);
    bool any = live->orders > 0;
    if (any) {
        *order = live->order[live->first_order];
        live->first_order = (live->first_order + 1) % WI_ORDERS_MAX;
        live->orders--;
        wi_viewer *viewer = &live->viewer[order->from.place];
        if (viewer->name.number == order->from.number) viewer->waiting--;
    }
    pthread_mutex_unlock(&live->lock);
    return any;
}

void wi_live_obey(wi_live *live) {
    wi_order order;
    wi_avatars_check(live);
    for (uint32_t i = 0; i < BATCH && next_order(live, &order); i++) {
        wend_error error = {0};
        wend_result result = carry_out(live, &order, &error);
        if (result != WEND_OK) wi_live_complain(live, order.from, error.text);
        live->frame_due |= changes_frame(order.message.deed);
        live->status_due |= order.message.deed != WI_DO_DRIVE;
    }
}
