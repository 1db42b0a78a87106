// Takes frames out of the ring, orders them by id and appends them to the part file.
#include "record/recorder_state.h"

#include "base/clock.h"
#include "base/disk.h"
#include "base/error.h"

#include <errno.h>
#include <signal.h>
#include <unistd.h>

#define SYNC_SECONDS 5.0 // how much a power cut may cost; a killed run costs less

static bool make_spots(wi_recorder *recorder, unsigned char *bytes, uint32_t count) {
    if (!wi_spots_reserve(&recorder->spots, count) || !wi_spots_reserve(&recorder->scratch, count)) return false;
    wi_frame_columns at = wi_frame_columns_at(bytes, count);
    const float *heights = recorder->level_heights;
    for (uint32_t i = 0; i < count; i++) {
        wend_motion motion = at.motion[i];
        recorder->spots.spot[i] = (wi_spot){.id = at.serial[i],
                                            .x = recorder->origin.x + (double)at.x[i],
                                            .y = recorder->origin.y + (double)at.y[i],
                                            .z = heights ? (double)heights[at.level[i]] : 0.0,
                                            .vx = motion.velocity.x,
                                            .vy = motion.velocity.y,
                                            .heading = wend_atan2(motion.heading.y, motion.heading.x),
                                            .preferred_x = at.preferred[i].x,
                                            .preferred_y = at.preferred[i].y,
                                            .half_length = at.half[i].x,
                                            .half_width = at.half[i].y,
                                            .profile = at.profile[i],
                                            .group = WI_NO_GROUP};
    }
    recorder->spots.count = count;
    return true;
}

wend_result wi_recorder_sync(wi_recorder *recorder, bool must, wend_error *error) {
    double time = wi_clock_seconds();
    if (!must && time - recorder->synced < SYNC_SECONDS) return WEND_OK;
    recorder->synced = time;
    if (fdatasync(recorder->file) == 0 || errno == EINVAL || errno == ENOTSUP) return WEND_OK;
    return wi_fail_system(error, "write", recorder->part_path, errno);
}

static wend_result write_doors(wi_recorder *recorder, wend_error *error) {
    wend_result result = WEND_OK;
    for (uint32_t i = 0; !result && i < recorder->doors_due.count; i++)
        result = wi_part_log_door(recorder->log, recorder->doors_due.change[i], error);
    recorder->doors_due.count = 0;
    return result;
}

static wend_result write_spots(wi_recorder *recorder, int64_t number, wend_error *error) {
    uint64_t twice;
    if (!wi_spots_sort(&recorder->spots, &recorder->scratch, &twice))
        return wi_fail(error, WEND_BAD_ARGUMENT, "agent %llu is twice in frame %lld", (unsigned long long)twice,
                       (long long)number);
    wi_frame frame = {.number = number, .spot = recorder->spots.spot, .count = recorder->spots.count};
    wi_membership_apply(&recorder->members, &frame);
    wend_result result = wi_part_log_frame(recorder->log, &frame, error);
    return result ? result : wi_recorder_sync(recorder, false, error);
}

// Gives room in the ring back. The lock is held.
static void release(wi_recorder *recorder, size_t bytes) {
    recorder->first += bytes;
    recorder->used -= bytes;
    if (recorder->first == recorder->ring_size) recorder->first = 0;
    if (recorder->used == 0) recorder->first = recorder->free = 0;
    (void)pthread_cond_signal(&recorder->emptied);
}

// The oldest frame, after what is skipped at the end of the ring. The lock is held and a frame waits.
static wi_frame_head *oldest(wi_recorder *recorder) {
    wi_frame_head *head = (wi_frame_head *)(void *)(recorder->ring + recorder->first);
    if (!head->skip) return head;
    release(recorder, recorder->ring_size - recorder->first);
    return (wi_frame_head *)(void *)recorder->ring;
}

static void count_frame(wi_recorder *recorder, wend_result result, uint32_t spots, const wend_error *error) {
    recorder->failed = result != WEND_OK;
    if (result) {
        recorder->error = *error;
        return;
    }
    recorder->stats.frames++;
    recorder->stats.spots += spots;
    recorder->stats.bytes = wi_part_log_bytes(recorder->log);
}

// Takes over what was told, and leaves an empty list. The lock is held.
static void take_doors(wi_recorder *recorder) {
    wi_door_changes empty = recorder->doors_due;
    recorder->doors_due = recorder->doors_told;
    recorder->doors_told = empty;
}

// Writes the oldest frame. The lock is held on entry and exit, and free for the run in between. After a failure what
// comes is thrown away, so that the run is never held up.
static void write_oldest(wi_recorder *recorder) {
    wi_frame_head head = *oldest(recorder);
    unsigned char *bytes = recorder->ring + recorder->first + sizeof head;
    bool wanted = !recorder->failed && !recorder->discard,
         learnt = wi_membership_move(&recorder->members, &recorder->told);
    wend_error error = {0};
    wend_result result = WEND_OK;
    take_doors(recorder);
    (void)pthread_mutex_unlock(&recorder->lock);
    if (wanted && (!learnt || !make_spots(recorder, bytes, head.count)))
        result = wi_fail(&error, WEND_NO_MEMORY, "no memory to write a frame of %u agents", head.count);
    (void)pthread_mutex_lock(&recorder->lock);
    release(recorder, wi_frame_bytes(head.count));
    if (!wanted) return;
    (void)pthread_mutex_unlock(&recorder->lock);
    if (!result) result = write_doors(recorder, &error);
    if (!result) result = write_spots(recorder, head.number, &error);
    (void)pthread_mutex_lock(&recorder->lock);
    count_frame(recorder, result, head.count, &error);
}

static void *write_frames(void *argument) {
    wi_recorder *recorder = argument;
    (void)pthread_mutex_lock(&recorder->lock);
    for (;;) {
        if (recorder->used > 0)
            write_oldest(recorder);
        else if (recorder->stop)
            break;
        else
            (void)pthread_cond_wait(&recorder->filled, &recorder->lock);
    }
    (void)pthread_mutex_unlock(&recorder->lock);
    return NULL;
}

// Signals are the host's; a write beyond a limit of the file size shall be an error, not the end of the program.
int wi_recorder_start_thread(wi_recorder *recorder) {
    sigset_t all, before;
    (void)sigfillset(&all);
    (void)pthread_sigmask(SIG_SETMASK, &all, &before);
    int code = pthread_create(&recorder->thread, NULL, write_frames, recorder);
    (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
    return code;
}

void wi_recorder_join_thread(wi_recorder *recorder, bool discard) {
    (void)pthread_mutex_lock(&recorder->lock);
    recorder->stop = true;
    recorder->discard = discard;
    (void)pthread_cond_signal(&recorder->filled);
    (void)pthread_mutex_unlock(&recorder->lock);
    (void)pthread_join(recorder->thread, NULL);
}
