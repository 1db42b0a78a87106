// The viewers of a live run: what they say goes into the queue, what they get is picked when they are ready for it.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json_write.h"
#include "serve/live_state.h"

enum { MESSAGE_AGENTS = 2 };

// Coming and going ----------------------------------------------------------------------------------------------------

static void nudge(wi_live *live) {
    live->nudged = true;
    pthread_cond_signal(&live->awake);
}

static wi_viewer *free_place(wi_live *live) {
    for (uint32_t i = 0; i < WI_VIEWERS_MAX; i++) {
        if (live->viewer[i].name.number != 0) continue;
        live->viewer[i] = (wi_viewer){.name = {i, ++live->last_number}};
        return &live->viewer[i];
    }
    return NULL;
}

wi_viewer *wi_live_join(wi_live *live) {
    pthread_mutex_lock(&live->lock);
    wi_viewer *viewer = free_place(live);
    if (viewer) live->viewers++;
    nudge(live);
    pthread_mutex_unlock(&live->lock);
    return viewer;
}

void wi_live_leave(wi_live *live, wi_viewer *viewer) {
    pthread_mutex_lock(&live->lock);
    viewer->name.number = 0;
    live->viewers--;
    nudge(live);
    pthread_mutex_unlock(&live->lock);
}

// Hearing -------------------------------------------------------------------------------------------------------------

static void add_complaint(wi_viewer *viewer, const char *text) {
    if (viewer->complaints == WI_COMPLAINTS_MAX) return; // it has enough to read
    snprintf(viewer->complaint[viewer->complaints++], sizeof viewer->complaint[0], "%s", text);
}

void wi_live_complain(wi_live *live, wi_viewer_name to, const char *text) {
    pthread_mutex_lock(&live->lock);
    wi_viewer *viewer = &live->viewer[to.place];
    bool here = viewer->name.number == to.number;
    if (here) add_complaint(viewer, text);
    pthread_mutex_unlock(&live->lock);
    if (here && live->def.changed) live->def.changed(live->def.host);
}

static void put_order(wi_live *live, wi_viewer *viewer, const wi_message *message) {
    if (live->orders == WI_ORDERS_MAX || viewer->waiting == WI_ORDERS_EACH) {
        add_complaint(viewer, "the simulation is busy with what it was asked before; try again");
        return;
    }
    live->order[(live->first_order + live->orders++) % WI_ORDERS_MAX] = (wi_order){viewer->name, *message};
    viewer->waiting++;
    nudge(live);
}

void wi_live_hear(wi_live *live, wi_viewer *viewer, const char *text, size_t size) {
    wi_message message;
    wend_error error = {0};
    wend_result result = wi_message_read(text, size, &message, &error);
    pthread_mutex_lock(&live->lock);
    if (result == WEND_OK)
        put_order(live, viewer, &message);
    else
        add_complaint(viewer, error.text);
    pthread_mutex_unlock(&live->lock);
}

// Telling -------------------------------------------------------------------------------------------------------------

// What was picked under the lock, to be copied without it.
typedef struct pick {
    bool any, text;
    wi_parcel *parcel; // held
    wi_bytes body;     // or this
} pick;

static pick pick_parcel(wi_parcel *parcel, bool text) { return (pick){true, text, wi_parcel_hold(parcel), {0}}; }

// A small object: "say", and what `print` adds to it.
static pick pick_words(const char *say, void (*print)(wi_json_object *object, const void *of), const void *of) {
    char *text = NULL;
    size_t size = 0;
    FILE *to = open_memstream(&text, &size);
    if (!to) return (pick){0};
    wi_json_object object = wi_json_begin(to, 0);
    wi_json_put_text(&object, "say", say);
    if (print) print(&object, of);
    wi_json_end(&object);
    if (fclose(to) != 0) {
        free(text);
        return (pick){0};
    }
    return (pick){true, true, NULL, {(unsigned char *)text, size}};
}

static void print_complaint(wi_json_object *object, const void *of) { wi_json_put_text(object, "text", of); }

static void print_avatar(wi_json_object *object, const void *of) {
    wi_json_put_count(object, "id", *(const wend_serial *)of);
}

static void print_change(wi_json_object *object, const void *of) {
    const wi_change *change = of;
    wi_json_put_count(object, change->is_door ? "door" : "profile", change->which);
    if (change->is_door) {
        wi_json_put_flag(object, "open", change->value != 0.0);
        return;
    }
    wi_json_put_text(object, "parameter", change->parameter);
    wi_json_put_name(object, "value");
    wi_json_print_number(object->to, change->value);
}

// A viewer that knows another run hears first that this is void, then what there is now.
static pick pick_run(const wi_live *live, wi_viewer *viewer) {
    if (viewer->epoch == live->epoch) return (pick){0};
    if (viewer->epoch != 0 && !viewer->reset_said) {
        viewer->reset_said = true;
        return pick_words("reset", NULL, NULL);
    }
    viewer->epoch = live->epoch;
    viewer->reset_said = false;
    viewer->rows = 0;
    viewer->frame = viewer->status = viewer->change = 0;
    return pick_parcel(live->about, true);
}

static pick pick_personal(wi_viewer *viewer) {
    if (viewer->avatar_news) {
        viewer->avatar_news = false;
        return pick_words("avatar", print_avatar, &viewer->avatar);
    }
    if (viewer->complaints == 0) return (pick){0};
    pick said = pick_words("error", print_complaint, viewer->complaint[0]);
    memmove(viewer->complaint[0], viewer->complaint[1], sizeof viewer->complaint - sizeof viewer->complaint[0]);
    viewer->complaints--;
    return said;
}

// The oldest change that this viewer does not know.
static const wi_change *next_change(const wi_live *live, const wi_viewer *viewer) {
    const wi_change *next = NULL;
    for (uint32_t i = 0; i < live->changes; i++) {
        const wi_change *change = &live->change[i];
        if (change->version > viewer->change && (!next || change->version < next->version)) next = change;
    }
    return next;
}

static pick pick_news(const wi_live *live, wi_viewer *viewer) {
    if (live->status && viewer->status != live->status_version) {
        viewer->status = live->status_version;
        return pick_parcel(live->status, true);
    }
    const wi_change *change = next_change(live, viewer);
    if (!change) return (pick){0};
    viewer->change = change->version;
    return pick_words(change->is_door ? "door" : "set", print_change, change);
}

static pick pick_rows(const wi_live *live, wi_viewer *viewer) {
    uint32_t left = live->cast_count - viewer->rows, count = left < WI_PIECE_ROWS ? left : WI_PIECE_ROWS;
    uint32_t kind = MESSAGE_AGENTS;
    wi_bytes body = {.size = sizeof kind + wi_cast_size(count)};
    body.data = malloc(body.size);
    if (!body.data) return (pick){0};
    memcpy(body.data, &kind, sizeof kind);
    wi_cast_write(body.data + sizeof kind, viewer->rows, live->cast + viewer->rows, count);
    viewer->rows += count;
    return (pick){true, false, NULL, body};
}

// A frame speaks of agents by their row, so the rows come first.
static pick pick_frame(const wi_live *live, wi_viewer *viewer) {
    if (!live->frame || viewer->frame == live->frame_version) return (pick){0};
    if (viewer->rows < live->cast_count) return pick_rows(live, viewer);
    viewer->frame = live->frame_version;
    return pick_parcel(live->frame, false);
}

// Words and frames take turns, so that no flood of either holds up the other.
static pick pick_next(const wi_live *live, wi_viewer *viewer) {
    pick next = pick_run(live, viewer);
    if (!next.any) next = pick_personal(viewer);
    if (next.any) return next;
    next = viewer->frame_first ? pick_frame(live, viewer) : pick_news(live, viewer);
    viewer->frame_first = !viewer->frame_first;
    if (!next.any) next = viewer->frame_first ? pick_frame(live, viewer) : pick_news(live, viewer);
    return next;
}

static bool copy_parcel(wi_parcel *parcel, wi_bytes *body) {
    body->data = malloc(parcel->size + 1);
    body->size = parcel->size;
    if (body->data) memcpy(body->data, parcel->data, parcel->size);
    wi_parcel_drop(parcel);
    return body->data != NULL;
}

bool wi_live_next(wi_live *live, wi_viewer *viewer, wi_bytes *body, bool *text) {
    pthread_mutex_lock(&live->lock);
    pick next = pick_next(live, viewer);
    pthread_mutex_unlock(&live->lock);
    *text = next.text;
    *body = next.body;
    return next.any && (!next.parcel || copy_parcel(next.parcel, body));
}

bool wi_live_status(wi_live *live, wi_bytes *body) {
    pthread_mutex_lock(&live->lock);
    wi_parcel *status = wi_parcel_hold(live->status);
    pthread_mutex_unlock(&live->lock);
    return status && copy_parcel(status, body);
}
