// What the files of a replay share.
#ifndef WI_REPLAY_STATE_H
#define WI_REPLAY_STATE_H

#include "record/frames.h"
#include "replay/replay.h"
#include "replay/showing.h"
#include "replay/store.h"

#include <pthread.h>
#include <stdatomic.h>

typedef struct wi_replay_piece {
    uint32_t first, frames; // index of its first frame
    uint64_t offset;        // in the store
    size_t size;
} wi_replay_piece;

typedef struct wi_replay_moment { // a row of the timeline
    int32_t number;
    uint32_t agents, begun;
} wi_replay_moment;

// A frame of our own, because a reader's is gone with the next.
typedef struct wi_kept_frame {
    wi_spots spots;
    int64_t number;
    bool there;
} wi_kept_frame;

struct wi_replay {
    char *source;
    wi_replay_options options;
    wi_reader *reader;
    wi_plan plan;
    wi_store store;
    pthread_t thread;
    bool started;
    atomic_bool stop;

    // The reading thread's own.
    wi_showing showing;
    wi_kept_frame held, ahead;
    uint64_t read; // frames between `from` and `until`
    int64_t first_number, last_number;
    bool any; // frame at all
    wi_bytes block;
    size_t block_room;

    // Behind the lock. Of frames and agents, what is not in a finished block is not told.
    pthread_mutex_t lock;
    pthread_cond_t ended;
    wi_memory memory;
    wi_replay_piece *blocks;
    wi_replay_moment *timeline;
    wi_cast_row *cast;
    uint32_t block_capacity, timeline_capacity, cast_capacity;
    uint32_t timeline_count, cast_count;
    double bounds[4];
    wi_replay_progress progress;
};

// reading.c: the first frame that is shown, and up to the first that has somebody, who says where the origin is; then
// all the others.
wend_result wi_replay_begin(wi_replay *replay, wend_error *error);
void wi_replay_read_all(wi_replay *replay);

// Opening and reading are done by one thread at a time: some formats are tried in a child process first, and a child
// made while another thread is inside the HDF5 library would wait for that for ever.
wend_result wi_replay_open_reader(wi_replay *replay, const char *path, wend_error *error);

#endif
