// Who is who from frame to frame, and how each moved since it was seen last.
#ifndef WI_TRACKS_H
#define WI_TRACKS_H

#include "measure/map.h"
#include "measure/meter.h"

typedef struct wi_tracks {
    wi_map agent_of; // id -> agent + 1
    struct wi_track *track;
    uint32_t agents, track_capacity;
    // Of the frame before, in the order of ids: most ids are found by walking along, without the map.
    struct wi_known *known, *next_known;
    uint32_t known_count, known_capacity, next_capacity;
    wi_leg *leg;
    uint32_t leg_capacity;
    uint64_t unsized; // so far, in all frames
} wi_tracks;

// Fills now->leg, now->count and now->agents from the frame; the rest of `now` is set. False without memory.
bool wi_tracks_follow(wi_tracks *tracks, wi_memory *memory, const wi_frame *frame, wi_moment *now);
void wi_tracks_free(wi_tracks *tracks, wi_memory *memory);

#endif
