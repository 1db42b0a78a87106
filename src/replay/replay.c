#include "replay/replay_state.h"

#include "base/error.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

wi_replay_options wi_replay_options_default(void) {
    return (wi_replay_options){.from = -INFINITY, .until = INFINITY, .every = 1};
}

// Life -----------------------------------------------------------------------------------------------------------------

static const char *name_of(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static wi_replay *create(const char *path, const wi_replay_options *options) {
    wi_replay *replay = calloc(1, sizeof *replay);
    if (!replay) return NULL;
    replay->source = strdup(name_of(path));
    if (!replay->source) {
        free(replay);
        return NULL;
    }
    replay->options = options ? *options : wi_replay_options_default();
    replay->store.file = -1;
    replay->memory = wi_memory_from((wend_allocator){0});
    pthread_mutex_init(&replay->lock, NULL);
    pthread_cond_init(&replay->ended, NULL);
    return replay;
}

static void *reading_thread(void *of) {
    wi_replay_read_all(of);
    return NULL;
}

static wend_result check(const wi_replay *replay, wend_error *error) {
    const wi_replay_options *options = &replay->options;
    if (options->every == 0 || !(options->from <= options->until))
        return wi_fail(error, WEND_BAD_ARGUMENT,
                       "frames from %g to %g s, every %u: take every 1 or more, and from before until", options->from,
                       options->until, options->every);
    double fps = replay->reader->about.fps;
    if (fps > 0.0 && isfinite(fps)) return WEND_OK;
    return wi_fail(error, WEND_BAD_FILE,
                   "`%.60s` says %g frames a second; `wend convert FROM TO --fps N` sets it right", replay->source,
                   fps);
}

static wend_result start(wi_replay *replay, const char *path, wend_error *error) {
    wend_result result = wi_replay_open_reader(replay, path, error);
    if (result == WEND_OK) result = check(replay, error);
    if (result == WEND_OK) result = wi_plan_read(&replay->reader->about, &replay->plan, error);
    if (result == WEND_OK) result = wi_store_open(&replay->store, error);
    if (result) return result;
    replay->showing = wi_showing_from(&replay->reader->about, &replay->plan);
    memcpy(replay->bounds, replay->showing.bounds, sizeof replay->bounds);
    result = wi_replay_begin(replay, error);
    if (result) return result;
    replay->started = pthread_create(&replay->thread, NULL, reading_thread, replay) == 0;
    return replay->started ? WEND_OK : wi_fail(error, WEND_NO_MEMORY, "no thread to read `%.100s`", replay->source);
}

wend_result wi_replay_open(const char *path, const wi_replay_options *options, wi_replay **replay, wend_error *error) {
    *replay = NULL;
    wi_replay *made = create(path, options);
    if (!made) return wi_fail(error, WEND_NO_MEMORY, "no memory to show a recording");
    wend_result result = start(made, path, error);
    if (result)
        wi_replay_close(made);
    else
        *replay = made;
    return result;
}

void wi_replay_close(wi_replay *replay) {
    if (!replay) return;
    atomic_store(&replay->stop, true);
    if (replay->started) pthread_join(replay->thread, NULL);
    wi_reader_close(replay->reader);
    wi_showing_free(&replay->showing);
    wi_plan_free(&replay->plan);
    wi_store_close(&replay->store);
    wi_spots_free(&replay->held.spots);
    wi_spots_free(&replay->ahead.spots);
    wi_memory_give(&replay->memory, replay->blocks, replay->block_capacity, sizeof *replay->blocks);
    wi_memory_give(&replay->memory, replay->timeline, replay->timeline_capacity, sizeof *replay->timeline);
    wi_memory_give(&replay->memory, replay->cast, replay->cast_capacity, sizeof *replay->cast);
    pthread_cond_destroy(&replay->ended);
    pthread_mutex_destroy(&replay->lock);
    free(replay->block.data);
    free(replay->source);
    free(replay);
}

// How far it is --------------------------------------------------------------------------------------------------------

const char *wi_replay_source(const wi_replay *replay) { return replay->source; }

wi_replay_progress wi_replay_get_progress(wi_replay *replay) {
    pthread_mutex_lock(&replay->lock);
    wi_replay_progress progress = replay->progress;
    pthread_mutex_unlock(&replay->lock);
    return progress;
}

wend_result wi_replay_wait(wi_replay *replay, wend_error *error) {
    pthread_mutex_lock(&replay->lock);
    while (!replay->progress.done) pthread_cond_wait(&replay->ended, &replay->lock);
    wend_error found = replay->progress.error;
    pthread_mutex_unlock(&replay->lock);
    if (found.result && error) *error = found;
    return found.result;
}

// Requests -------------------------------------------------------------------------------------------------------------

// Never of nothing, so that NULL means no memory.
static wend_result take(wi_bytes *bytes, size_t size, wend_error *error) {
    *bytes = (wi_bytes){malloc(size + 1), size};
    if (bytes->data) return WEND_OK;
    bytes->size = 0;
    return wi_fail(error, WEND_NO_MEMORY, "no memory for an answer of %zu bytes", size);
}

static uint32_t rest(uint32_t count, uint32_t from) { return from < count ? count - from : 0; }

wend_result wi_replay_index(wi_replay *replay, uint32_t from, wi_bytes *bytes, wend_error *error) {
    pthread_mutex_lock(&replay->lock);
    uint32_t count = rest(replay->progress.blocks, from);
    wend_result result = take(bytes, (size_t)count * 8, error);
    for (uint32_t i = 0; i < count && result == WEND_OK; i++) {
        const wi_replay_piece *block = &replay->blocks[from + i];
        wi_words_write(bytes->data + (size_t)i * 8, (uint32_t[]){block->first, block->frames}, 2);
    }
    pthread_mutex_unlock(&replay->lock);
    return result;
}

wend_result wi_replay_timeline(wi_replay *replay, uint32_t from, wi_bytes *bytes, wend_error *error) {
    pthread_mutex_lock(&replay->lock);
    uint32_t count = rest(replay->progress.frames, from);
    wend_result result = take(bytes, (size_t)count * 12, error);
    for (uint32_t i = 0; i < count && result == WEND_OK; i++) {
        const wi_replay_moment *at = &replay->timeline[from + i];
        wi_words_write(bytes->data + (size_t)i * 12, (uint32_t[]){(uint32_t)at->number, at->agents, at->begun}, 3);
    }
    pthread_mutex_unlock(&replay->lock);
    return result;
}

wend_result wi_replay_agents(wi_replay *replay, uint32_t from, wi_bytes *bytes, wend_error *error) {
    pthread_mutex_lock(&replay->lock);
    uint32_t count = rest(replay->progress.agents, from);
    wend_result result = take(bytes, wi_cast_size(count), error);
    if (result == WEND_OK) wi_cast_write(bytes->data, from, count ? replay->cast + from : NULL, count);
    pthread_mutex_unlock(&replay->lock);
    return result;
}

wend_result wi_replay_block(wi_replay *replay, uint32_t block, wi_bytes *bytes, wend_error *error) {
    pthread_mutex_lock(&replay->lock);
    uint32_t blocks = replay->progress.blocks;
    wi_replay_piece found = block < blocks ? replay->blocks[block] : (wi_replay_piece){0};
    pthread_mutex_unlock(&replay->lock);
    *bytes = (wi_bytes){0};
    if (block >= blocks)
        return wi_fail(error, WEND_NOT_FOUND, "there is no block %u; there are %u so far, from 0", block, blocks);
    wend_result result = take(bytes, found.size, error);
    if (result == WEND_OK) result = wi_store_get(&replay->store, found.offset, bytes->data, found.size, error);
    if (result) {
        free(bytes->data);
        *bytes = (wi_bytes){0};
    }
    return result;
}
