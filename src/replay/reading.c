// Reads a recording frame by frame, one ahead, into blocks.
#include "base/error.h"
#include "replay/replay_state.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define BLOCK_SIZE ((size_t)512 * 1024)
#define PLACE_MOST 1e12 // m; farther is nowhere
#define NEAR_ZERO 1e3   // m: so near, a float is precise enough

static pthread_mutex_t reader_turn = PTHREAD_MUTEX_INITIALIZER;

wend_result wi_replay_open_reader(wi_replay *replay, const char *path, wend_error *error) {
    pthread_mutex_lock(&reader_turn);
    wend_result result = wi_reader_open(path, &replay->reader, error);
    pthread_mutex_unlock(&reader_turn);
    return result;
}

static wend_result no_memory(wend_error *error) {
    return wi_fail(error, WEND_NO_MEMORY, "no memory to show the recording");
}

// The frame ahead ------------------------------------------------------------------------------------------------------

static wend_result check_frame(const wi_replay *replay, const wi_frame *frame, wend_error *error) {
    if (frame->number < INT32_MIN || frame->number > INT32_MAX)
        return wi_fail(error, WEND_BAD_FILE,
                       "`%.60s`: frame number %lld has more than 32 bits; `wend convert` can save %s", replay->source,
                       (long long)frame->number, "the recording with other numbers");
    if (frame->count > WI_SHOWN_MOST)
        return wi_fail(error, WEND_BAD_FILE, "`%.60s`: frame %lld has %u agents; at most %u can be shown",
                       replay->source, (long long)frame->number, frame->count, WI_SHOWN_MOST);
    return wi_frame_check(frame, error);
}

// Who is nowhere is left out.
static wend_result keep_frame(wi_kept_frame *kept, const wi_frame *frame, wend_error *error) {
    kept->spots.count = 0;
    kept->number = frame->number;
    kept->there = true;
    for (uint32_t i = 0; i < frame->count; i++) {
        const wi_spot *spot = &frame->spot[i];
        if (!(fabs(spot->x) < PLACE_MOST && fabs(spot->y) < PLACE_MOST)) continue;
        wi_spot *copy = wi_spots_add(&kept->spots);
        if (!copy) return no_memory(error);
        *copy = *spot;
    }
    return WEND_OK;
}

static wend_result next_frame(wi_replay *replay, wi_frame *frame, bool *more, wend_error *error) {
    *more = false;
    pthread_mutex_lock(&reader_turn);
    wend_result result = replay->reader->next(replay->reader, frame, more, error);
    pthread_mutex_unlock(&reader_turn);
    if (result || !*more) return result;
    if (!replay->any) replay->first_number = frame->number;
    replay->any = true;
    replay->last_number = frame->number;
    return WEND_OK;
}

// Reads on until a frame that is to be shown.
static wend_result read_ahead(wi_replay *replay, wend_error *error) {
    replay->ahead.there = false;
    while (!atomic_load(&replay->stop)) {
        wi_frame frame = {0};
        bool more;
        wend_result result = next_frame(replay, &frame, &more, error);
        if (result || !more) return result;
        double time = (double)frame.number / replay->reader->about.fps;
        if (time > replay->options.until) return WEND_OK;
        if (time < replay->options.from || replay->read++ % replay->options.every != 0) continue;
        result = check_frame(replay, &frame, error);
        return result ? result : keep_frame(&replay->ahead, &frame, error);
    }
    return WEND_OK;
}

// Blocks ---------------------------------------------------------------------------------------------------------------

static bool reserve_block(wi_replay *replay, size_t need) {
    if (need <= replay->block_room) return true;
    size_t room = need + BLOCK_SIZE / 2;
    unsigned char *grown = realloc(replay->block.data, room);
    if (!grown) return false;
    replay->block.data = grown;
    replay->block_room = room;
    return true;
}

static bool write_frame(wi_replay *replay) {
    const wi_showing *showing = &replay->showing;
    size_t size = wi_frame_size(showing->now.count, showing->columns, showing->pair_count);
    if (!reserve_block(replay, replay->block.size + size)) return false;
    wi_frame_write(replay->block.data + replay->block.size, (int32_t)showing->now.number, showing->shown,
                   showing->now.count, showing->columns, showing->pair, showing->pair_count);
    replay->block.size += size;
    return true;
}

// Into the shared lists, where it is not told before its block is finished.
static bool note_frame(wi_replay *replay) {
    const wi_showing *showing = &replay->showing;
    pthread_mutex_lock(&replay->lock);
    uint32_t frames = replay->timeline_count + 1, agents = replay->cast_count + showing->fresh_count;
    bool got =
        wi_memory_grow(&replay->memory, (void **)&replay->timeline, &replay->timeline_capacity, frames,
                       sizeof *replay->timeline) &&
        wi_memory_grow(&replay->memory, (void **)&replay->cast, &replay->cast_capacity, agents, sizeof *replay->cast);
    if (got) {
        replay->timeline[frames - 1] =
            (wi_replay_moment){(int32_t)showing->now.number, showing->now.count, showing->begun};
        for (uint32_t i = 0; i < showing->fresh_count; i++) replay->cast[replay->cast_count + i] = showing->fresh[i];
        replay->timeline_count = frames;
        replay->cast_count = agents;
        memcpy(replay->bounds, showing->bounds, sizeof replay->bounds);
    }
    pthread_mutex_unlock(&replay->lock);
    return got;
}

static bool tell_block(wi_replay *replay, uint64_t offset) {
    wi_replay_progress *told = &replay->progress;
    pthread_mutex_lock(&replay->lock);
    bool got = wi_memory_grow(&replay->memory, (void **)&replay->blocks, &replay->block_capacity, told->blocks + 1,
                              sizeof *replay->blocks);
    if (got) {
        replay->blocks[told->blocks++] =
            (wi_replay_piece){told->frames, replay->timeline_count - told->frames, offset, replay->block.size};
        told->frames = replay->timeline_count;
        told->agents = replay->cast_count;
    }
    pthread_mutex_unlock(&replay->lock);
    return got;
}

static wend_result finish_block(wi_replay *replay, wend_error *error) {
    uint64_t offset;
    if (replay->block.size == 0) return WEND_OK;
    wend_result result = wi_store_add(&replay->store, replay->block.data, replay->block.size, &offset, error);
    if (result) return result;
    if (!tell_block(replay, offset)) return no_memory(error);
    replay->block.size = 0;
    return WEND_OK;
}

// Reading --------------------------------------------------------------------------------------------------------------

static wi_frame frame_of(const wi_kept_frame *kept) {
    return (wi_frame){.number = kept->number, .spot = kept->spots.spot, .count = kept->spots.count};
}

// The frame that was ahead is shown once the next one is known.
static wend_result step(wi_replay *replay, wend_error *error) {
    wi_kept_frame free_again = replay->held;
    replay->held = replay->ahead;
    replay->ahead = free_again;
    wend_result result = read_ahead(replay, error);
    wi_frame now = frame_of(&replay->held), ahead = frame_of(&replay->ahead);
    if (!wi_showing_frame(&replay->showing, &now, replay->ahead.there ? &ahead : NULL) || !write_frame(replay) ||
        !note_frame(replay))
        return no_memory(error);
    if (result) return result;
    return replay->block.size >= BLOCK_SIZE ? finish_block(replay, error) : WEND_OK;
}

static wend_result refuse_empty(const wi_replay *replay, wend_error *error) {
    const char *source = replay->source;
    double fps = replay->reader->about.fps, first = (double)replay->first_number / fps;
    double last = (double)replay->last_number / fps;
    if (!replay->any)
        return wi_fail(error, WEND_BAD_FILE, "`%.100s` holds no frames: there is nothing to show", source);
    if (first > replay->options.until)
        return wi_fail(error, WEND_BAD_ARGUMENT, "`%.100s` begins at %g s, after the time to be shown", source, first);
    if (last < replay->options.from)
        return wi_fail(error, WEND_BAD_ARGUMENT, "`%.100s` ends at %g s, before the time to be shown", source, last);
    return wi_fail(error, WEND_NOT_FOUND, "`%.100s` has no frame from %g to %g s", source, replay->options.from,
                   replay->options.until);
}

// A plan that has nothing in it says nothing about where things are. Whole metres, so that nothing is rounded.
static void choose_origin(wi_replay *replay) {
    wi_plan *plan = &replay->plan;
    const wi_spots *spots = &replay->ahead.spots;
    if (plan->wall_count + plan->door_count + plan->goal_count + plan->line_count > 0 || spots->count == 0) return;
    double low_x = INFINITY, high_x = -INFINITY, low_y = INFINITY, high_y = -INFINITY;
    for (uint32_t i = 0; i < spots->count; i++) {
        low_x = fmin(low_x, spots->spot[i].x), high_x = fmax(high_x, spots->spot[i].x);
        low_y = fmin(low_y, spots->spot[i].y), high_y = fmax(high_y, spots->spot[i].y);
    }
    wend_point middle = {round((low_x + high_x) / 2.0), round((low_y + high_y) / 2.0)};
    if (fabs(middle.x) > NEAR_ZERO || fabs(middle.y) > NEAR_ZERO) plan->origin = middle;
}

wend_result wi_replay_begin(wi_replay *replay, wend_error *error) {
    wend_result result = read_ahead(replay, error);
    if (result == WEND_OK && !replay->ahead.there) result = refuse_empty(replay, error);
    while (result == WEND_OK && replay->ahead.there && replay->ahead.spots.count == 0) result = step(replay, error);
    if (result == WEND_OK) choose_origin(replay);
    return result;
}

// Now that all are known, so are the last frames of agents.
static void end_reading(wi_replay *replay, const wend_error *error) {
    pthread_mutex_lock(&replay->lock);
    for (uint32_t i = 0; i < replay->cast_count; i++) replay->cast[i].last = replay->showing.role[i].last;
    replay->progress.error = *error;
    replay->progress.done = true;
    pthread_cond_broadcast(&replay->ended);
    pthread_mutex_unlock(&replay->lock);
}

// What was read before an error is shown.
void wi_replay_read_all(wi_replay *replay) {
    wend_error error = {0}, last = {0};
    wend_result result = WEND_OK;
    while (result == WEND_OK && replay->ahead.there && !atomic_load(&replay->stop)) result = step(replay, &error);
    if (finish_block(replay, &last) != WEND_OK && result == WEND_OK) error = last;
    end_reading(replay, &error);
}
