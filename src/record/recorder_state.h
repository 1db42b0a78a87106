// What the two halves of the recorder share: recorder.c is the run's, recorder_thread.c the thread's that writes.
#ifndef WI_RECORDER_STATE_H
#define WI_RECORDER_STATE_H

#include "record/door_changes.h"
#include "record/frames.h"
#include "record/membership.h"
#include "record/part.h"
#include "record/part_claim.h"
#include "record/recorder.h"

#include <pthread.h>

// In the ring, before the columns of a frame.
typedef struct wi_frame_head {
    int64_t number;
    uint32_t count;
    uint32_t skip; // 1: nothing more before the end of the ring
} wi_frame_head;
#define WI_AGENT_BYTES                                                                                      \
    (sizeof(uint64_t) + 2 * sizeof(float) + sizeof(wend_motion) + 2 * sizeof(wend_vec) + sizeof(uint32_t) + \
     sizeof(uint16_t))

static inline size_t wi_frame_bytes(uint32_t count) {
    return (sizeof(wi_frame_head) + count * WI_AGENT_BYTES + 15) / 16 * 16; // the next head is aligned
}

typedef struct wi_frame_columns {
    uint64_t *serial;
    float *x, *y;
    wend_motion *motion;
    wend_vec *preferred, *half; // half the length and width of the body
    uint32_t *profile;
    uint16_t *level;
} wi_frame_columns;

static inline wi_frame_columns wi_frame_columns_at(unsigned char *bytes, uint32_t count) {
    wi_frame_columns at;
    at.serial = (uint64_t *)(void *)bytes;
    at.x = (float *)(void *)(at.serial + count);
    at.y = at.x + count;
    at.motion = (wend_motion *)(void *)(at.y + count);
    at.preferred = (wend_vec *)(void *)(at.motion + count);
    at.half = at.preferred + count;
    at.profile = (uint32_t *)(void *)(at.half + count);
    at.level = (uint16_t *)(void *)(at.profile + count);
    return at;
}

struct wi_recorder {
    char *path, *part_path;
    char kept[WI_KEPT_NAME]; // how the part file of a run before is now called; empty: there was none
    wi_write_options options;
    wend_point origin;
    const float *level_heights;

    unsigned char *ring;
    size_t ring_size, first, free, used; // used: bytes, with what is skipped at the end
    pthread_mutex_t lock;
    pthread_cond_t filled, emptied;
    bool stop, discard; // no more frames come; what waits is not wanted
    bool failed;
    wend_error error; // of the thread
    wi_recorder_stats stats;
    int64_t last;
    bool any;
    pthread_t thread;

    wi_membership told; // since the thread last looked
    wi_door_changes doors_told;
    bool *door_open; // as last told
    uint32_t door_count;

    // The thread's own.
    int file;
    wi_membership members;
    wi_door_changes doors_due;
    wi_part_log *log;
    wi_spots spots, scratch;
    double synced;
};

// Starts the thread; 0, or the system's code.
int wi_recorder_start_thread(wi_recorder *recorder);

// Ends the thread when it has written what waits, or (discard) has thrown it away.
void wi_recorder_join_thread(wi_recorder *recorder, bool discard);

// Brings to the disk what the system has taken, now and then, or because it must.
wend_result wi_recorder_sync(wi_recorder *recorder, bool must, wend_error *error);

#endif
