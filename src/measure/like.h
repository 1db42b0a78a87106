// How alike two recordings are: where agents of the one are at the times at which the other knows them, too.
#ifndef WI_LIKE_H
#define WI_LIKE_H

#include "record/trajectory.h"

typedef struct wi_like_options {
    double radius; // m: this near is as good as the same place
    bool one;      // only agent `id` of the first, with agent `other_id` of the second; else all, by their ids
    uint64_t id, other_id;
    // Called after each frame that has something to compare, with the time (s), how many, and their mean distance (m).
    // NULL: not at all.
    void (*frame)(void *host, double time, uint32_t agents, double distance);
    void *host;
} wi_like_options;

typedef struct wi_likeness {
    uint64_t agents, spots; // compared: most at a time, agents in frames
    double duration;        // s, from the first frame compared to the last
    double distance_mean;   // m, over agents and frames
    double distance_max;    // m
    double within;          // share of agents' time in which the distance is at most the radius
} wi_likeness;

// A comparison that takes frames in order, as they come, while a run goes on.
typedef struct wi_comparison wi_comparison;
wend_result wi_comparison_open(const char *other, const wi_like_options *options, wi_comparison **made,
                               wend_error *error);
wend_result wi_comparison_frame(wi_comparison *of, const wi_frame *frame, double fps, wend_error *error);
wi_likeness wi_comparison_result(const wi_comparison *of); // of the frames so far; more may follow
void wi_comparison_close(wi_comparison *of);               // NULL is fine

// Times count from the first frame of each. Where the other has no frame at a time, its agents are taken as walking
// straight between those before and after. Reads both frame by frame, and closes neither. Where they have nobody in common
// `spots` is 0 and the distances are NAN.
wend_result wi_like_readers(wi_reader *reader, wi_reader *other, const wi_like_options *options, wi_likeness *found,
                            wend_error *error);

// WEND_NOT_FOUND, with the names of the files, where nobody was found in both.
wend_result wi_like_check(const char *path, const char *other, const wi_like_options *options, const wi_likeness *found,
                          wend_error *error);

#endif
