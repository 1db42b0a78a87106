#include "measure/tracks.h"

#include "sense/shape.h"

#include <math.h>

// An agent when it was seen last.
typedef struct wi_track {
    int64_t begun, number;
    uint64_t serial;
    double x, y;
    double vx, vy;       // recorded; NAN where not
    double heading;      // the same
    double leg_x, leg_y; // m/s over the leg that led there
    double leg_time;     // s; 0: there was none, or it was a gap
} wi_track;

typedef struct wi_known {
    uint64_t id;
    uint32_t agent;
} wi_known;

// Room for everyone in the frame, even if all were new.
static bool reserve(wi_tracks *tracks, wi_memory *memory, uint32_t count) {
    if (count > UINT32_MAX - 1 - tracks->agents) return false;
    return wi_memory_grow(memory, (void **)&tracks->track, &tracks->track_capacity, tracks->agents + count,
                          sizeof *tracks->track) &&
           wi_memory_grow(memory, (void **)&tracks->next_known, &tracks->next_capacity, count,
                          sizeof *tracks->next_known) &&
           wi_memory_grow(memory, (void **)&tracks->leg, &tracks->leg_capacity, count, sizeof *tracks->leg);
}

// The agent of an id, a new one if need be; *cursor walks along the ids of the frame before. False without memory.
static bool find_agent(wi_tracks *tracks, wi_memory *memory, uint64_t id, uint32_t *cursor, uint32_t *agent) {
    while (*cursor < tracks->known_count && tracks->known[*cursor].id < id) ++*cursor;
    if (*cursor < tracks->known_count && tracks->known[*cursor].id == id) {
        *agent = tracks->known[*cursor].agent;
        return true;
    }
    uint64_t *place = wi_map_place(&tracks->agent_of, memory, id);
    if (!place) return false;
    if (*place == 0) *place = (uint64_t)++tracks->agents;
    *agent = (uint32_t)(*place - 1);
    return true;
}

// As the spot tells, for sizes in a profile may differ, else as the profile does; 0: neither.
static double told_radius(const wi_measure_options *options, const wi_spot *spot) {
    if (spot->profile >= options->profile_count) return 0.0;
    if (options->profile_shape && spot->half_length > 0.0f && spot->half_width > 0.0f) {
        wend_shape shape = {options->profile_shape[spot->profile], spot->half_length, spot->half_width};
        return (double)wi_shape_radius(shape);
    }
    return options->profile_radius ? options->profile_radius[spot->profile] : 0.0;
}

static double radius_of(wi_tracks *tracks, const wi_measure_options *options, const wi_spot *spot) {
    double told = told_radius(options, spot);
    if (told > 0.0) return told;
    tracks->unsized++;
    return options->radius;
}

// Velocities as recorded at both ends, unless the agent was away in between.
static bool velocities_tell(const wi_track *was, const wi_spot *spot, bool gap) {
    return !gap && isfinite(was->vx) && isfinite(was->vy) && isfinite(spot->vx) && isfinite(spot->vy);
}

// Speeds by the trapezoidal rule, acceleration from end to end.
static void move_by_velocity(const wi_track *was, const wi_spot *spot, wi_leg *leg) {
    double vx = (double)spot->vx, vy = (double)spot->vy;
    double square_was = was->vx * was->vx + was->vy * was->vy, square_is = vx * vx + vy * vy;
    leg->speed = 0.5 * (sqrt(square_was) + sqrt(square_is));
    leg->square_speed = 0.5 * (square_was + square_is);
    leg->acceleration = hypot(vx - was->vx, vy - was->vy) / leg->time;
}

// As if walked straight and evenly; acceleration between the middles of this leg and the one before.
static void move_by_difference(const wi_track *was, double vx, double vy, wi_leg *leg) {
    leg->speed = leg->length / leg->time;
    leg->square_speed = leg->speed * leg->speed;
    leg->acceleration = NAN;
    if (leg->gap || was->leg_time == 0.0) return;
    leg->acceleration = hypot(vx - was->leg_x, vy - was->leg_y) / (0.5 * (was->leg_time + leg->time));
}

static void follow_leg(wi_track *track, const wi_spot *spot, const wi_moment *now, wi_leg *leg) {
    leg->begun = track->begun;
    leg->seen = track->serial;
    leg->gap = track->serial + 1 != now->serial;
    leg->from_x = track->x, leg->from_y = track->y;
    leg->from_heading = track->heading;
    leg->time = ((double)now->number - (double)track->number) / now->fps;
    leg->length = hypot(spot->x - track->x, spot->y - track->y);
    double vx = (spot->x - track->x) / leg->time, vy = (spot->y - track->y) / leg->time;
    if (!now->options->from_places && velocities_tell(track, spot, leg->gap)) {
        move_by_velocity(track, spot, leg);
    } else {
        move_by_difference(track, vx, vy, leg);
    }
    if (isnan(leg->vx)) leg->vx = vx, leg->vy = vy;
    track->leg_x = vx, track->leg_y = vy;
    track->leg_time = leg->gap ? 0.0 : leg->time;
}

static void follow_spot(wi_track *track, const wi_spot *spot, const wi_moment *now, wi_leg *leg) {
    leg->fresh = track->serial == 0;
    bool told = isfinite(spot->vx) && isfinite(spot->vy);
    leg->vx = told ? (double)spot->vx : (double)NAN, leg->vy = told ? (double)spot->vy : (double)NAN;
    if (leg->fresh) {
        track->begun = now->number;
        track->leg_time = 0.0;
    } else {
        follow_leg(track, spot, now, leg);
    }
    track->number = now->number;
    track->serial = now->serial;
    track->x = spot->x, track->y = spot->y;
    track->vx = (double)spot->vx, track->vy = (double)spot->vy;
    track->heading = (double)spot->heading;
}

bool wi_tracks_follow(wi_tracks *tracks, wi_memory *memory, const wi_frame *frame, wi_moment *now) {
    if (!reserve(tracks, memory, frame->count)) return false;
    uint32_t cursor = 0;
    for (uint32_t i = 0; i < frame->count; i++) {
        const wi_spot *spot = &frame->spot[i];
        uint32_t agent;
        if (!find_agent(tracks, memory, spot->id, &cursor, &agent)) return false;
        tracks->next_known[i] = (wi_known){spot->id, agent};
        tracks->leg[i] = (wi_leg){.spot = spot, .agent = agent, .radius = radius_of(tracks, now->options, spot)};
        follow_spot(&tracks->track[agent], spot, now, &tracks->leg[i]);
    }
    wi_known *before = tracks->known;
    uint32_t before_capacity = tracks->known_capacity;
    tracks->known = tracks->next_known, tracks->known_capacity = tracks->next_capacity;
    tracks->next_known = before, tracks->next_capacity = before_capacity;
    tracks->known_count = frame->count;
    now->leg = tracks->leg;
    now->count = frame->count;
    now->agents = tracks->agents;
    now->unsized = tracks->unsized;
    return true;
}

void wi_tracks_free(wi_tracks *tracks, wi_memory *memory) {
    wi_map_free(&tracks->agent_of, memory);
    wi_memory_give(memory, tracks->track, tracks->track_capacity, sizeof *tracks->track);
    wi_memory_give(memory, tracks->known, tracks->known_capacity, sizeof *tracks->known);
    wi_memory_give(memory, tracks->next_known, tracks->next_capacity, sizeof *tracks->next_known);
    wi_memory_give(memory, tracks->leg, tracks->leg_capacity, sizeof *tracks->leg);
}
