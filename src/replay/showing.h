// What is shown of a frame: who is where, how fast, how large, and who overlaps whom.
#ifndef WI_SHOWING_H
#define WI_SHOWING_H

#include "measure/pairs.h"
#include "measure/tracks.h"
#include "record/plan.h"
#include "replay/frame_code.h"

#define WI_SHOWN_MOST (1u << 24) // agents in a frame
#define WI_PAIRS_MOST (1u << 20) // overlaps told of a frame; nobody can tell more apart

// An agent over the frames shown so far.
typedef struct wi_role {
    wend_shape shape;
    int32_t last;  // number of the frame in which it was seen last
    uint64_t seen; // its serial
} wi_role;

typedef struct wi_showing {
    const wi_recording *about;
    const wi_plan *plan;
    wi_memory memory;
    wi_measure_options options;
    wi_tracks tracks;
    wi_moment now;
    wi_role *role; // by agent
    uint32_t role_capacity;

    // Overlaps that may go on, and when to forget the others.
    wi_map last_of;
    size_t sift_at;
    wi_pairs pairs;
    bool out_of_memory;

    // Of the frame shown last. `fresh` are the agents that were not seen before, the last ones of now.agents.
    wi_shown *shown;
    wi_cast_row *fresh;
    wi_shown_pair *pair;
    uint32_t shown_capacity, fresh_capacity, pair_capacity;
    uint32_t fresh_count, pair_count, begun; // begun: pairs that began to overlap
    unsigned columns;
    double bounds[4]; // of all frames so far, relative to the origin; x0 > x1: nobody yet
} wi_showing;

// Both must outlive it; the plan's origin may change until the first frame that has somebody.
wi_showing wi_showing_from(const wi_recording *about, const wi_plan *plan);
void wi_showing_free(wi_showing *showing);

// Shows a frame; `ahead` is the one after it, or NULL, and tells velocities that were not recorded. Places are finite
// and below 1e12 m, numbers fit 32 bits, agents are at most WI_SHOWN_MOST. False without memory.
bool wi_showing_frame(wi_showing *showing, const wi_frame *frame, const wi_frame *ahead);

#endif
