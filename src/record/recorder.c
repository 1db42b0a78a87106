// The recorder: a ring of bytes between the run, which copies its columns into it, and a thread, which takes them out,
// orders them by id and appends them to the part file.
//
//   ring  |  .  .  [frame][frame][frame] .  .  |      first .. free, or wrapped: free .. first is what is left
//                  ^first               ^free
//
// The ring is as large as may wait, so nothing is allocated while recording, except for a single frame that is larger
// than the whole ring. When all is written the next frame begins at 0 again: a disk that keeps up touches little memory.
#include "record/recorder_state.h"

#include "base/clock.h"
#include "base/disk.h"
#include "base/error.h"
#include "record/plan.h"
#include "sense/senses.h"
#include "world/world.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#define MOST_BYTES ((size_t)64 << 20)

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
    made->synced = wi_clock_seconds();
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
        int code = wi_recorder_start_thread(made);
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
    double start = wi_clock_seconds();
    while (!recorder->failed && recorder->used > 0 && find_room(recorder, need) == SIZE_MAX)
        (void)pthread_cond_wait(&recorder->emptied, &recorder->lock);
    recorder->stats.waited += wi_clock_seconds() - start;
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
        *(wi_frame_head *)(void *)(recorder->ring + recorder->free) = (wi_frame_head){.skip = 1};
        recorder->used += recorder->ring_size - recorder->free;
    }
    recorder->used += need;
    recorder->free = at + need < recorder->ring_size ? at + need : 0;
    (void)pthread_cond_signal(&recorder->filled);
}

static void copy_columns(unsigned char *bytes, const wend_view *view) {
    uint32_t count = view->count;
    wi_frame_columns at = wi_frame_columns_at(bytes, count);
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
    size_t need = wi_frame_bytes(view->count);
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
    *(wi_frame_head *)(void *)place = (wi_frame_head){.number = number, .count = view->count};
    copy_columns(place + sizeof(wi_frame_head), view);
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
    if (!result) result = wi_recorder_sync(recorder, true, error);
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
    wi_recorder_join_thread(recorder, false);
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
    wi_recorder_join_thread(recorder, true);
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
