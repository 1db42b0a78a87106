// Agents that appear over time. What is due depends on the clock and the seed alone; where somebody appears also on who
// stands there. Whoever finds no space waits at the front of the queue and tries other places at the next step.
#include <math.h>

#include "base/error.h"
#include "base/sort.h"
#include "scenario/csv.h"
#include "scenario/members.h"
#include "scenario/room.h"
#include "scenario/run_state.h"
#include "world/scene.h"

#define TRIES 24        // of places at one step
#define PLACES 400      // looked at before a run
#define QUEUE_MAX 1000u // so many wait at a source with a rate, then its clock stops until they are fewer
#define EARLY 1e-9      // s: rounding of times is no delay

static double until_of(const wi_group *group) { return group->until > 0.0 ? group->until : INFINITY; }

static uint32_t most_of(const wi_group *group) { return group->most > 0 ? group->most : UINT32_MAX; }

// What is due --------------------------------------------------------------------------------------------------------

// Times between arrivals of a Poisson process are exponential: -log(1 - u) / rate.
static double gap_after(const wi_run *run, const wi_source *source) {
    const wi_group *group = &run->scenario->group[source->group];
    if (!group->poisson) return 1.0 / group->rate;
    wi_who who = {run->seed, source->group, WI_WHOLE_GROUP};
    return -wi_log(1.0 - wi_draw_even(who, source->due, WI_FOR_TIME, 0)) / group->rate;
}

static void advance_rate(const wi_run *run, wi_source *source, double now) {
    const wi_group *group = &run->scenario->group[source->group];
    while (source->next <= now + EARLY && source->waiting < QUEUE_MAX) {
        if (source->next >= until_of(group) - EARLY || source->due >= most_of(group)) {
            source->next = INFINITY;
            return;
        }
        source->due++;
        source->waiting++;
        // A regular source counts from its start, so that no rounding adds up.
        source->next = group->poisson ? source->next + gap_after(run, source)
                                      : group->from + source->lag + source->due / group->rate;
    }
    if (source->next > now) return;
    source->lag += now - source->next; // the clock stands still while the queue is full
    source->next = now;
}

static void advance_schedule(const wi_run *run, wi_source *source, double now) {
    uint32_t most = most_of(&run->scenario->group[source->group]);
    while (source->entry < source->schedule_count && source->schedule[source->entry].time <= now + EARLY) {
        uint32_t count = source->schedule[source->entry++].count;
        if (count > most - source->due) count = most - source->due;
        source->due += count;
        source->waiting += count;
    }
    bool over = source->entry >= source->schedule_count;
    source->next = over ? INFINITY : source->schedule[source->entry].time;
}

// Letting them in ------------------------------------------------------------------------------------------------------

// Tries to let the next one in; WEND_NO_SPACE if there is none for it now.
static wend_result let_in(wi_run *run, wi_source *source, wend_error *error) {
    const wi_group *group = &run->scenario->group[source->group];
    wi_who who = {run->seed, source->group, source->emitted};
    wend_setting settings[WI_SETTINGS_MAX];
    wend_agent agent = wi_agent_draw(run->scenario, wi_profile_draw(group, who), who, settings);
    agent.level = group->level;
    wi_member member = {.group = source->group, .place = group->place, .time = wi_run_time(run)};
    float radius = wi_member_radius(run, &agent);
    wi_parties parties = source->parties; // counts only if there is space
    uint32_t given = wi_state(run)->parties;
    wi_journey start = {.index = source->emitted, .radius = radius, .level = (uint16_t)group->level};
    wi_party_join(group, who, &parties, &given, &agent, &start);
    bool area = source->region.area > 0.0;
    wend_result result = WEND_NO_SPACE;
    for (uint32_t i = 0; i < (area ? TRIES : 1) && result == WEND_NO_SPACE; i++) {
        wend_point at = wi_region_draw(&source->region, who, wi_state(run)->tick, WI_FOR_ENTRY, i);
        agent.position = (wend_point){run->scene->origin.x + at.x, run->scene->origin.y + at.y};
        member.journey = start;
        wi_goal_first(run, group, source->group, &agent, &member.journey);
        agent.heading = NAN;
        wi_agent_start(&agent, group, who);
        wend_serial serial;
        result = wend_world_add(run->world, &agent, &serial, error);
        if (result == WEND_OK && !wi_run_note_birth(run, serial, &member, agent.position))
            return wi_fail(error, WEND_NO_MEMORY, "no memory for one more traveller");
    }
    if (result == WEND_OK) {
        source->parties = parties;
        wi_state(run)->parties = given;
    }
    return result;
}

static wend_result emit(wi_run *run, wi_source *source, wend_error *error) {
    while (source->waiting > 0) {
        wend_result result = let_in(run, source, error);
        if (result == WEND_NO_SPACE) {
            run->refused += !source->refused;
            source->refused = true;
            return WEND_OK;
        }
        if (result != WEND_OK) return result;
        source->waiting--;
        source->emitted++;
        source->refused = false;
    }
    return WEND_OK;
}

// Those with a time and place of their own.
static wend_result emit_late(wi_run *run, double now, wend_error *error) {
    wi_run_state *state = wi_state(run);
    wi_cast *late = &state->late;
    for (uint32_t i = state->late_first; i < late->count && late->member[i].time <= now + EARLY; i++) {
        if (state->late_done[i]) continue;
        wend_serial serial;
        wend_result result = wend_world_add(run->world, &late->agent[i], &serial, error);
        if (result == WEND_NO_SPACE) {
            run->refused += !state->late_refused[i];
            state->late_refused[i] = true;
            continue;
        }
        if (result != WEND_OK) return result;
        if (!wi_run_note_birth(run, serial, &late->member[i], late->agent[i].position))
            return wi_fail(error, WEND_NO_MEMORY, "no memory for one more traveller");
        state->late_done[i] = true;
        state->late_in++;
    }
    while (state->late_first < late->count && state->late_done[state->late_first]) state->late_first++;
    return WEND_OK;
}

wend_result wi_sources_emit(wi_run *run, wend_error *error) {
    wi_run_state *state = wi_state(run);
    double now = wi_run_time(run);
    wend_result result = state->late_in < state->late.count ? emit_late(run, now, error) : WEND_OK;
    for (uint32_t i = 0; i < state->source_count && result == WEND_OK; i++) {
        wi_source *source = &state->source[i];
        if (source->next <= now + EARLY && source->schedule != NULL)
            advance_schedule(run, source, now);
        else if (source->next <= now + EARLY)
            advance_rate(run, source, now);
        if (source->waiting > 0) result = emit(run, source, error);
    }
    return result;
}

bool wi_sources_done(const wi_run *run) {
    const wi_run_state *state = wi_state(run);
    if (state->late_in < state->late.count) return false;
    for (uint32_t i = 0; i < state->source_count; i++) {
        const wi_source *source = &state->source[i];
        const wi_group *group = &run->scenario->group[source->group];
        bool more = source->next < until_of(group) - EARLY && source->due < most_of(group);
        if (source->waiting > 0 || more) return false;
    }
    return true;
}

// Opening --------------------------------------------------------------------------------------------------------------

static bool read_table(wi_source *source, const wi_group *group, wi_problems *problems) {
    wi_csv csv;
    if (!wi_csv_open(&csv, group->csv, group->place, problems)) return true;
    uint32_t time = wi_csv_column(&csv, "time"), count = wi_csv_column(&csv, "count"), capacity = 0;
    bool room = true;
    if (time == UINT32_MAX || count == UINT32_MAX)
        wi_csv_problem(&csv, problems, "a table of a source needs the columns time (s) and count");
    else
        while (room && wi_csv_next(&csv, problems)) {
            double at = wi_csv_number(&csv, time, problems), many = wi_csv_number(&csv, count, problems);
            if (!(at >= 0.0) || !(many >= 0.0 && many <= 1e6 && many == floor(many))) {
                wi_csv_problem(&csv, problems, "time must be 0 or more and count a whole number from 0 to 1,000,000");
                continue;
            }
            if (source->schedule_count > 0 && at < source->table[source->schedule_count - 1].time)
                wi_csv_problem(&csv, problems, "times must not go back: %g s comes after %g s", at,
                               source->table[source->schedule_count - 1].time);
            room = wi_room(&source->table, &capacity, source->schedule_count + 1, sizeof *source->table);
            if (room) source->table[source->schedule_count++] = (wi_time_count){at, (uint32_t)many};
        }
    wi_csv_close(&csv);
    source->schedule = source->table;
    return room;
}

// False if of many places in the region none is clear of walls, so that nobody could ever come.
static bool has_place(const wi_run *run, const wi_source *source) {
    const wi_group *group = &run->scenario->group[source->group];
    wi_who who = {run->seed, source->group, WI_WHOLE_GROUP};
    wi_ground bare = {.scene = run->scene}; // nobody stands there yet
    uint32_t none[1] = {0};
    bare.placed = (wi_discs){.cell = 1.0, .head = none, .heads = 1};
    wend_shape shape = run->scene->profiles[wi_profile_draw(group, who)].is.shape;
    for (uint32_t i = 0; i < PLACES; i++) {
        wend_point at = wi_region_draw(&source->region, who, 0, WI_FOR_ENTRY, i);
        wi_disc disc = {at.x, at.y, (double)fminf(shape.half_length, shape.half_width), group->level};
        if (wi_ground_is_free(&bare, disc)) return true;
    }
    return false;
}

static bool open_source(wi_run *run, wi_source *source, uint32_t index, wi_problems *problems) {
    const wi_group *group = &run->scenario->group[index];
    *source = (wi_source){.group = index, .schedule = group->schedule, .schedule_count = group->schedule_count};
    wi_ring point = {(wend_point *)(uintptr_t)&group->at, 1};
    if (!wi_region_open(&source->region, group->region.count > 0 ? &group->region : &point, run->scene->origin))
        return false;
    if (!has_place(run, source))
        wi_problem_add(problems, group->place, "in the region of this source there is no place clear of walls");
    if (group->csv != NULL && group->schedule_count == 0 && !read_table(source, group, problems)) return false;
    if (source->schedule_count == 0) source->schedule = NULL;
    if (source->schedule == NULL && !(group->rate > 0.0)) {
        if (group->csv == NULL) wi_problem_add(problems, group->place, "a source needs a rate, a schedule or a table");
        source->next = INFINITY;
        return true;
    }
    source->next = source->schedule != NULL ? source->schedule[0].time : group->from;
    if (source->schedule == NULL && group->poisson) source->next += gap_after(run, source);
    return true;
}

bool wi_sources_open(wi_run *run, wi_problems *problems) {
    wi_run_state *state = wi_state(run);
    for (uint32_t i = 0; i < run->scenario->group_count; i++) {
        if (run->scenario->group[i].kind != WI_GROUP_SOURCE) continue;
        if (!wi_room(&state->source, &state->source_capacity, state->source_count + 1, sizeof *state->source))
            return false;
        if (!open_source(run, &state->source[state->source_count++], i, problems)) return false;
    }
    return true;
}

void wi_sources_close(wi_run *run) {
    wi_run_state *state = wi_state(run);
    for (uint32_t i = 0; i < state->source_count; i++) {
        wi_region_close(&state->source[i].region);
        free(state->source[i].table);
    }
    free(state->source);
    wi_cast_free(&state->late);
    free(state->late_done);
    free(state->late_refused);
}
