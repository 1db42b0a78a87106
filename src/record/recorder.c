// The recorder: a ring of bytes between the run, which copies its columns into it, and a thread, which takes them out,
// orders them by id and appends them to the part file.
//
//   ring  |  .  .  [frame][frame][frame] .  .  |      first .. free, or wrapped: free .. first is what is left
//                  ^first               ^free
//
// The ring is as large as may wait, so nothing is allocated while recording, except for a single frame that is larger
// than the whole ring. When all is written the next frame begins at 0 again: a disk that keeps up touches little memory.
#include "record/recorder.h"

#include "base/error.h"
#include "record/disk.h"
#include "record/frames.h"
#include "record/membership.h"
#include "record/part.h"
#include "record/part_claim.h"
#include "record/plan.h"
#include "sense/senses.h"
#include "world/world.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <time.h>
#include <unistd.h>

#define MOST_BYTES ((size_t)64 << 20)
#define SYNC_SECONDS 5.0 // how much a power cut may cost; a killed run costs less

// In the ring, before the columns of a frame.
typedef struct frame_head {
    int64_t number;
    uint32_t count;
    uint32_t skip; // 1: nothing more before the end of the ring
} frame_head;
#define AGENT_BYTES                                                                                         \
    (sizeof(uint64_t) + 2 * sizeof(float) + sizeof(wend_motion) + 2 * sizeof(wend_vec) + sizeof(uint32_t) + \
     sizeof(uint16_t))

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

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

// The thread -----------------------------------------------------------------------------------------------------------

static size_t frame_bytes(uint32_t count) {
    return (sizeof(frame_head) + count * AGENT_BYTES + 15) / 16 * 16; // the next head is aligned
}

typedef struct columns {
    uint64_t *serial;
    float *x, *y;
    wend_motion *motion;
    wend_vec *preferred, *half; // half the length and width of the body
    uint32_t *profile;
    uint16_t *level;
} columns;

static columns columns_at(unsigned char *bytes, uint32_t count) {
    columns at;
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

static bool make_spots(wi_recorder *recorder, unsigned char *bytes, uint32_t count) {
    if (!wi_spots_reserve(&recorder->spots, count) || !wi_spots_reserve(&recorder->scratch, count)) return false;
    columns at = columns_at(bytes, count);
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

// Brings to the disk what the system has taken, now and then.
static wend_result sync_file(wi_recorder *recorder, bool must, wend_error *error) {
    double time = now();
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
    return result ? result : sync_file(recorder, false, error);
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
static frame_head *oldest(wi_recorder *recorder) {
    frame_head *head = (frame_head *)(void *)(recorder->ring + recorder->first);
    if (!head->skip) return head;
    release(recorder, recorder->ring_size - recorder->first);
    return (frame_head *)(void *)recorder->ring;
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
    frame_head head = *oldest(recorder);
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
    release(recorder, frame_bytes(head.count));
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
static int start_thread(wi_recorder *recorder) {
    sigset_t all, before;
    (void)sigfillset(&all);
    (void)pthread_sigmask(SIG_SETMASK, &all, &before);
    int code = pthread_create(&recorder->thread, NULL, write_frames, recorder);
    (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
    return code;
}

// Ends the thread when it has written what waits, or (discard) has thrown it away.
static void join_thread(wi_recorder *recorder, bool discard) {
    (void)pthread_mutex_lock(&recorder->lock);
    recorder->stop = true;
    recorder->discard = discard;
    (void)pthread_cond_signal(&recorder->filled);
    (void)pthread_mutex_unlock(&recorder->lock);
    (void)pthread_join(recorder->thread, NULL);
}

// Starting -------------------------------------------------------------------------------------------------------------

static wend_result check_target(const char *path, wend_error *error) {
    // Told now, not after hours of a run.
    const wi_format *format = wi_format_for_path(path);
    if (format && format->create) return WEND_OK;
    wi_writer *writer;
    wi_recording none = {.fps = 1.0};
    wend_result result = wi_writer_create(path, &none, &(wi_write_options){0}, &writer, error);
    if (writer) writer->abandon(writer);
    return result;
}

static void free_recorder(wi_recorder *recorder) {
    wi_part_log_free(recorder->log);
    if (recorder->file >= 0) (void)close(recorder->file);
    wi_spots_free(&recorder->spots);
    wi_spots_free(&recorder->scratch);
    wi_membership_free(&recorder->told);
    wi_membership_free(&recorder->members);
    wi_door_changes_free(&recorder->doors_told);
    wi_door_changes_free(&recorder->doors_due);
    free(recorder->door_open);
    (void)pthread_mutex_destroy(&recorder->lock);
    (void)pthread_cond_destroy(&recorder->filled);
    (void)pthread_cond_destroy(&recorder->emptied);
    free(recorder->ring);
    free(recorder->path);
    free(recorder->part_path);
    free(recorder);
}

static wi_recorder *make_recorder(const wi_recorder_def *def) {
    wi_recorder *made = calloc(1, sizeof *made);
    if (!made) return NULL;
    made->file = -1;
    made->options = def->options;
    made->origin = def->origin;
    made->level_heights = def->level_heights;
    made->ring_size = (def->most_bytes ? def->most_bytes : MOST_BYTES) / 16 * 16;
    if (made->ring_size < 64) made->ring_size = 64;
    made->ring = malloc(made->ring_size);
    made->path = strdup(def->path);
    made->part_path = malloc(strlen(def->path) + sizeof ".part");
    made->synced = now();
    (void)pthread_mutex_init(&made->lock, NULL);
    (void)pthread_cond_init(&made->filled, NULL);
    (void)pthread_cond_init(&made->emptied, NULL);
    if (made->part_path) (void)sprintf(made->part_path, "%s.part", def->path);
    if (made->ring && made->path && made->part_path) return made;
    free_recorder(made);
    return NULL;
}

// How doors are at the start. A recording without a plan has none.
static wend_result learn_doors(wi_recorder *recorder, const wi_recording *about, wend_error *error) {
    wi_plan plan;
    if (!about->plan) return WEND_OK;
    wend_result result = wi_plan_read(about, &plan, error);
    if (result) return result;
    recorder->door_open = calloc((size_t)plan.door_count + 1, sizeof(bool));
    if (!recorder->door_open) result = wi_fail(error, WEND_NO_MEMORY, "no memory to record doors");
    recorder->door_count = result ? 0 : plan.door_count;
    for (uint32_t i = 0; i < recorder->door_count; i++) recorder->door_open[i] = plan.door[i].open;
    wi_plan_free(&plan);
    return result;
}

wend_result wi_recorder_start(const wi_recorder_def *def, wi_recorder **recorder, wend_error *error) {
    *recorder = NULL;
    wend_result result = check_target(def->path, error);
    if (result) return result;
    wi_recorder *made = make_recorder(def);
    if (!made) return wi_fail(error, WEND_NO_MEMORY, "no memory to record `%.100s`", def->path);
    result = learn_doors(made, def->about, error);
    if (!result) result = wi_part_claim(made->path, made->part_path, made->kept, &made->file, error);
    if (!result) result = wi_part_log_start(made->file, made->part_path, def->about, &def->options, &made->log, error);
    if (!result) {
        int code = start_thread(made);
        if (code != 0) result = wi_fail_system(error, "start a thread to write", made->part_path, code);
    }
    if (result)
        free_recorder(made);
    else
        *recorder = made;
    return result;
}

// Taking ---------------------------------------------------------------------------------------------------------------

wend_result wi_recorder_tell_group(wi_recorder *recorder, uint64_t serial, uint32_t group, wend_error *error) {
    (void)pthread_mutex_lock(&recorder->lock);
    bool added = wi_membership_add(&recorder->told, serial, group);
    (void)pthread_mutex_unlock(&recorder->lock);
    return added ? WEND_OK : wi_fail(error, WEND_NO_MEMORY, "no memory to record the groups of agents");
}

// Where `need` bytes lie in one piece, or SIZE_MAX. The lock is held.
static size_t find_room(wi_recorder *recorder, size_t need) {
    if (recorder->ring_size - recorder->used < need) return SIZE_MAX;
    if (recorder->free < recorder->first) return recorder->first - recorder->free >= need ? recorder->free : SIZE_MAX;
    if (recorder->ring_size - recorder->free >= need) return recorder->free;
    return recorder->first >= need ? 0 : SIZE_MAX;
}

// A frame larger than the ring must be alone in it.
static bool grow_ring(wi_recorder *recorder, size_t need) {
    unsigned char *grown = malloc(need);
    if (!grown) return false;
    free(recorder->ring);
    recorder->ring = grown;
    recorder->ring_size = need;
    return true;
}

static void wait_for_room(wi_recorder *recorder, size_t need) {
    if (find_room(recorder, need) != SIZE_MAX) return;
    double start = now();
    while (!recorder->failed && recorder->used > 0 && find_room(recorder, need) == SIZE_MAX)
        (void)pthread_cond_wait(&recorder->emptied, &recorder->lock);
    recorder->stats.waited += now() - start;
}

// Room for a frame, NULL without memory. The lock is held.
static unsigned char *find_place(wi_recorder *recorder, size_t need) {
    if (need > recorder->ring_size && !grow_ring(recorder, need)) return NULL;
    size_t at = find_room(recorder, need);
    return at == SIZE_MAX ? NULL : recorder->ring + at;
}

// Hands a filled frame to the thread. The lock is held. Where it lies at the beginning of the ring because the end had
// no room, that end is skipped.
static void commit(wi_recorder *recorder, size_t at, size_t need) {
    if (recorder->used == 0) {
        recorder->first = at;
    } else if (at != recorder->free) {
        *(frame_head *)(void *)(recorder->ring + recorder->free) = (frame_head){.skip = 1};
        recorder->used += recorder->ring_size - recorder->free;
    }
    recorder->used += need;
    recorder->free = at + need < recorder->ring_size ? at + need : 0;
    (void)pthread_cond_signal(&recorder->filled);
}

static void copy_columns(unsigned char *bytes, const wend_view *view) {
    uint32_t count = view->count;
    columns at = columns_at(bytes, count);
    if (count == 0) return;
    memcpy(at.serial, view->serial, count * sizeof *at.serial);
    memcpy(at.x, view->x, count * sizeof *at.x);
    memcpy(at.y, view->y, count * sizeof *at.y);
    memcpy(at.motion, view->motion, count * sizeof *at.motion);
    for (uint32_t i = 0; i < count; i++) {
        at.preferred[i] = wi_route_preferred(view, i);
        at.half[i] = (wend_vec){view->form[i].half_length, view->form[i].half_width};
        at.profile[i] = view->role[i].profile;
        at.level[i] = view->role[i].level;
    }
}

// What has opened or closed since the frame before. The lock is held.
static bool tell_doors(wi_recorder *recorder, const wend_view *view, int64_t number) {
    const wi_walls *walls = view->senses ? view->senses->walls : NULL;
    for (uint32_t i = 0; walls && i < recorder->door_count && i < walls->door_count; i++) {
        bool open = walls->open[i];
        if (open == recorder->door_open[i]) continue;
        if (!wi_door_changes_add(&recorder->doors_told, (wi_door_change){number, i, open})) return false;
        recorder->door_open[i] = open;
    }
    return true;
}

static wend_result check_number(const wi_recorder *recorder, int64_t number, wend_error *error) {
    if (!recorder->any || number > recorder->last) return WEND_OK;
    return wi_fail(error, WEND_BAD_ARGUMENT, "frame %lld was taken after frame %lld; expected rising numbers",
                   (long long)number, (long long)recorder->last);
}

static wend_result tell(const wend_error *told, wend_error *error) {
    if (error) *error = *told;
    return told->result;
}

wend_result wi_recorder_take(wi_recorder *recorder, const wend_view *view, int64_t number, wend_error *error) {
    wend_result result = check_number(recorder, number, error);
    if (result) return result;
    size_t need = frame_bytes(view->count);
    (void)pthread_mutex_lock(&recorder->lock);
    wait_for_room(recorder, need);
    unsigned char *place = NULL;
    if (recorder->failed)
        result = tell(&recorder->error, error);
    else if (!(place = find_place(recorder, need)) || !tell_doors(recorder, view, number))
        result = wi_fail(error, WEND_NO_MEMORY, "no memory to record %u agents", view->count);
    (void)pthread_mutex_unlock(&recorder->lock);
    if (result) return result;

    // The thread does not look here before the bytes count as used.
    *(frame_head *)(void *)place = (frame_head){.number = number, .count = view->count};
    copy_columns(place + sizeof(frame_head), view);
    (void)pthread_mutex_lock(&recorder->lock);
    commit(recorder, (size_t)(place - recorder->ring), need);
    (void)pthread_mutex_unlock(&recorder->lock);
    recorder->last = number;
    recorder->any = true;
    return WEND_OK;
}

// Ending ---------------------------------------------------------------------------------------------------------------

static wend_result copy_frames(wi_reader *reader, wi_writer *writer, wend_error *error) {
    for (;;) {
        wi_frame frame;
        bool more;
        wend_result result = reader->next(reader, &frame, &more, error);
        if (!result && more) result = writer->frame(writer, &frame, error);
        if (result || !more) return result;
    }
}

// Makes the finished file from the part file, frame by frame.
static wend_result convert(const wi_recorder *recorder, wend_error *error) {
    wi_reader *reader;
    wi_writer *writer;
    wend_result result = wi_reader_open(recorder->part_path, &reader, error);
    if (result) return result;
    result = wi_writer_create(recorder->path, &reader->about, &recorder->options, &writer, error);
    if (!result) {
        result = copy_frames(reader, writer, error);
        if (result)
            writer->abandon(writer);
        else
            result = writer->finish(writer, error);
    }
    wi_reader_close(reader);
    return result;
}

static wend_result end_part(wi_recorder *recorder, bool whole, wend_error *error) {
    if (recorder->failed) return tell(&recorder->error, error);
    wend_result result = wi_part_log_end(recorder->log, whole, error);
    if (!result) result = sync_file(recorder, true, error);
    return result;
}

// What a person should know besides what went wrong: the recording is not lost.
static void tell_what_is_left(const wi_recorder *recorder, wend_error *error) {
    if (!error || recorder->stats.frames == 0) return;
    size_t length = strlen(error->text), room = sizeof error->text - length;
    (void)snprintf(error->text + length, room, "; %llu frames are in its part file, which `wend convert` reads",
                   (unsigned long long)recorder->stats.frames);
}

wend_result wi_recorder_finish(wi_recorder *recorder, bool whole, wend_error *error) {
    join_thread(recorder, false);
    wend_result result = end_part(recorder, whole, error);
    if (!result) {
        (void)flock(recorder->file, LOCK_UN); // it no longer grows
        result = convert(recorder, error);
    }
    if (result)
        tell_what_is_left(recorder, error);
    else
        (void)unlink(recorder->part_path);
    free_recorder(recorder);
    return result;
}

void wi_recorder_abandon(wi_recorder *recorder) {
    join_thread(recorder, true);
    free_recorder(recorder);
}

wi_recorder_stats wi_recorder_get_stats(const wi_recorder *recorder) {
    pthread_mutex_t *lock = (pthread_mutex_t *)&recorder->lock;
    (void)pthread_mutex_lock(lock);
    wi_recorder_stats stats = recorder->stats;
    (void)pthread_mutex_unlock(lock);
    return stats;
}

const char *wi_recorder_kept(const wi_recorder *recorder) { return recorder->kept[0] ? recorder->kept : NULL; }
