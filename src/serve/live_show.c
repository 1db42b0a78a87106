// What viewers see of a live run: its frames, the table of agents, its status.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json_write.h"
#include "scenario/room.h"
#include "scenario/run_state.h"
#include "serve/live_rows.h"
#include "serve/live_state.h"

#define STATUS_SECONDS 0.25 // while it runs
#define NOBODY UINT16_MAX
#define COLUMNS (WI_COLUMN_VELOCITY | WI_COLUMN_HEADING | WI_COLUMN_PREFERRED | WI_COLUMN_LEVEL | WI_COLUMN_COLLISIONS)

enum { MESSAGE_FRAME = 1 };

wi_parcel *wi_parcel_make(size_t size) {
    wi_parcel *parcel = malloc(sizeof *parcel + size);
    if (!parcel) return NULL;
    atomic_init(&parcel->holders, 1);
    parcel->size = size;
    return parcel;
}

wi_parcel *wi_parcel_hold(wi_parcel *parcel) {
    if (parcel) atomic_fetch_add(&parcel->holders, 1);
    return parcel;
}

void wi_parcel_drop(wi_parcel *parcel) {
    if (parcel && atomic_fetch_sub(&parcel->holders, 1) == 1) free(parcel);
}

// A new run -----------------------------------------------------------------------------------------------------------

bool wi_live_show_run(wi_live *live) {
    wi_parcel *about = wi_live_about(live->run, live->bounds);
    if (!about) return false;
    pthread_mutex_lock(&live->lock);
    wi_parcel *old_about = live->about, *old_frame = live->frame;
    live->about = about;
    live->frame = NULL;
    live->cast_count = 0;
    live->epoch++;
    pthread_mutex_unlock(&live->lock);
    wi_parcel_drop(old_about);
    wi_parcel_drop(old_frame);
    live->frame_due = live->status_due = true;
    return true;
}

// The table of agents -------------------------------------------------------------------------------------------------

static wi_cast_row cast_row(const wi_run *run, const wend_view *view, uint32_t row) {
    uint32_t traveller = wi_run_find(run, view->serial[row]);
    return (wi_cast_row){
        .id = (double)view->serial[row],
        .first = (int32_t)view->tick,
        .last = -1,
        .profile = (uint16_t)view->role[row].profile,
        .group = traveller == UINT32_MAX ? NOBODY : (uint16_t)run->traveller[traveller].group,
        .shape = view->role[row].shape,
        .half_length = view->form[row].half_length,
        .half_width = view->form[row].half_width,
    };
}

// Who came and went between two frames leaves an empty row, so that a row's index is its serial less 1.
static void add_to_cast(wi_live *live, const wend_view *view, uint32_t count) {
    uint32_t before = live->cast_count;
    int32_t now = (int32_t)view->tick;
    for (uint32_t i = before; i < count; i++)
        live->cast[i] = (wi_cast_row){(double)i + 1.0, now, now, NOBODY, NOBODY, 0, 0.0f, 0.0f};
    for (uint32_t row = 0; row < view->count; row++)
        if (view->serial[row] > before && view->serial[row] <= count)
            live->cast[view->serial[row] - 1] = cast_row(live->run, view, row);
    live->cast_count = count;
}

static bool update_cast(wi_live *live, const wend_view *view) {
    uint64_t added = wend_world_stats(live->run->world).added;
    if (added == live->cast_count) return true;
    if (added > UINT32_MAX) return false;
    pthread_mutex_lock(&live->lock);
    bool good = wi_room(&live->cast, &live->cast_capacity, (uint32_t)added, sizeof *live->cast);
    if (good) add_to_cast(live, view, (uint32_t)added);
    pthread_mutex_unlock(&live->lock);
    return good;
}

// Frames --------------------------------------------------------------------------------------------------------------

// Where a serial is in the view; UINT32_MAX: it is gone.
static uint32_t row_of(const wi_live *live, const wend_view *view, wend_serial serial) {
    if (serial > live->row_capacity) return UINT32_MAX;
    uint32_t row = live->row[serial - 1];
    return row < view->count && view->serial[row] == serial ? row : UINT32_MAX;
}

static uint32_t show_pairs(wi_live *live, const wend_view *view) {
    const wi_run_state *state = wi_state(live->run);
    uint32_t count = 0;
    for (uint32_t i = 0; i < state->overlap_count; i++) {
        const wend_collided *pair = &state->overlap[i];
        uint32_t a = row_of(live, view, pair->a), b = row_of(live, view, pair->b);
        if (a != UINT32_MAX && b != UINT32_MAX) live->pair[count++] = (wi_shown_pair){a, b, pair->depth};
    }
    return count;
}

static bool make_room(wi_live *live, const wend_view *view) {
    return wi_room(&live->shown, &live->shown_capacity, view->count, sizeof *live->shown) &&
           wi_room(&live->pair, &live->pair_capacity, wi_state(live->run)->overlap_count, sizeof *live->pair) &&
           wi_room(&live->row, &live->row_capacity, live->cast_count, sizeof *live->row);
}

static wi_parcel *make_frame(wi_live *live) {
    wend_view view;
    if (wend_world_view(live->run->world, &view, NULL) != WEND_OK) return NULL;
    if (!update_cast(live, &view) || !make_room(live, &view)) return NULL;
    wi_live_rows(&view, live->shown);
    for (uint32_t row = 0; row < view.count; row++) live->row[view.serial[row] - 1] = row;
    uint32_t pairs = show_pairs(live, &view), kind = MESSAGE_FRAME;
    wi_parcel *frame = wi_parcel_make(sizeof kind + wi_frame_size(view.count, COLUMNS, pairs));
    if (!frame) return NULL;
    memcpy(frame->data, &kind, sizeof kind);
    wi_frame_write(frame->data + sizeof kind, (int32_t)view.tick, live->shown, view.count, COLUMNS, live->pair, pairs);
    return frame;
}

// Puts a parcel in the place of the one before it.
static void publish(wi_live *live, wi_parcel **place, uint64_t *version, wi_parcel *parcel) {
    pthread_mutex_lock(&live->lock);
    wi_parcel *before = *place;
    *place = parcel;
    *version = ++live->version;
    pthread_mutex_unlock(&live->lock);
    wi_parcel_drop(before);
}

// Status --------------------------------------------------------------------------------------------------------------

static void print_status(const wi_live *live, FILE *to) {
    char seed[24];
    wend_stats stats = wend_world_stats(live->run->world);
    snprintf(seed, sizeof seed, "%llu", (unsigned long long)live->run->seed);
    wi_json_object object = wi_json_begin(to, 0);
    wi_json_put_text(&object, "say", "status");
    wi_json_put_flag(&object, "running", live->running);
    wi_json_put_number(&object, "speed", live->speed, 3);
    wi_json_put_number(&object, "actual", live->actual, 3);
    wi_json_put_number(&object, "time", stats.time, 4);
    wi_json_put_count(&object, "tick", stats.tick);
    wi_json_put_count(&object, "agents", stats.agents);
    wi_json_put_text(&object, "seed", seed);
    wi_json_put_text(&object, "end", live->end);
    if (live->def.add_status) live->def.add_status(live->def.host, &object);
    wi_json_end(&object);
}

static wi_parcel *make_status(const wi_live *live) {
    char *text = NULL;
    size_t size = 0;
    FILE *to = open_memstream(&text, &size);
    if (!to) return NULL;
    print_status(live, to);
    wi_parcel *status = fclose(to) == 0 ? wi_parcel_make(size) : NULL;
    if (status) memcpy(status->data, text, size);
    free(text);
    return status;
}

// Without memory the old one stays, and the next is tried when the next is due.
static void show_frame(wi_live *live, double now) {
    wi_parcel *frame = make_frame(live);
    live->frame_at = now;
    live->frame_due = false;
    if (frame) publish(live, &live->frame, &live->frame_version, frame);
}

static void show_status(wi_live *live, double now) {
    wi_parcel *status = make_status(live);
    live->status_at = now;
    live->status_due = false;
    if (status) publish(live, &live->status, &live->status_version, status);
}

static bool status_is_due(const wi_live *live, double now) {
    if (live->status_due) return now >= live->status_at + WI_STATUS_SOONEST;
    return live->running && now >= live->status_at + STATUS_SECONDS;
}

void wi_live_show(wi_live *live) {
    double now = wi_clock_seconds();
    bool frame = live->watched && live->frame_due && now >= live->frame_at + WI_FRAME_SECONDS;
    bool status = status_is_due(live, now);
    if (frame) show_frame(live, now);
    if (status) show_status(live, now);
    if ((frame || status) && live->def.changed) live->def.changed(live->def.host);
}
