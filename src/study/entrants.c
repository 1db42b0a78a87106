#include "study/entrants.h"

#include "base/error.h"
#include "measure/map.h"
#include "record/trajectory.h"
#include "scenario/room.h"

#include <math.h>

#define FIRST_STEPS 0.5 // s: a head sways once in it, so what is left is walking

typedef struct gathering {
    wi_entrants *into;
    const double *area;
    wi_memory memory;
    wi_map number; // id -> index + 1
    double fps;
    int64_t first; // frame
} gathering;

// NULL without memory; a new one if nobody of that id came before.
static wi_entrant *entrant_of(gathering *in, const wi_spot *spot, double now) {
    uint64_t *number = wi_map_place(&in->number, &in->memory, spot->id);
    if (!number) return NULL;
    wi_entrants *all = in->into;
    if (*number) return &all->item[*number - 1];
    if (!wi_room(&all->item, &all->capacity, all->count + 1, sizeof *all->item)) return NULL;
    all->item[all->count++] =
        (wi_entrant){.id = spot->id, .came = now, .left = NAN, .from = {spot->x, spot->y}, .velocity = {NAN, NAN}};
    *number = all->count;
    return &all->item[all->count - 1];
}

static bool inside(const double area[4], const wi_spot *spot) {
    return spot->x >= area[0] && spot->x <= area[2] && spot->y >= area[1] && spot->y <= area[3];
}

static void follow(const gathering *in, wi_entrant *who, const wi_spot *spot, double now) {
    double x = spot->x - who->from.x, y = spot->y - who->from.y, since = now - who->came;
    if (isnan(who->velocity.x) && since >= FIRST_STEPS)
        who->velocity = (wend_vec){(float)(x / since), (float)(y / since)};
    if (!inside(in->area, spot)) return;
    who->left = now;
    who->to = (wend_point){spot->x, spot->y};
}

static bool gather(gathering *in, const wi_frame *frame) {
    double now = (double)(frame->number - in->first) / in->fps;
    for (uint32_t i = 0; i < frame->count; i++) {
        wi_entrant *who = entrant_of(in, &frame->spot[i], now);
        if (!who) return false;
        follow(in, who, &frame->spot[i], now);
    }
    return true;
}

static wend_result gather_all(gathering *in, wi_reader *people, const char *path, wend_error *error) {
    wi_frame frame;
    bool more = true;
    in->fps = people->about.fps;
    for (bool begun = false;; begun = true) {
        wend_result result = people->next(people, &frame, &more, error);
        if (result || !more) return result;
        if (!begun) in->first = frame.number;
        if (!gather(in, &frame)) return wi_fail(error, WEND_NO_MEMORY, "no memory for the people of %s", path);
    }
}

static wend_result check(const wi_entrants *all, const char *path, wend_error *error) {
    if (all->count == 0) return wi_fail(error, WEND_BAD_FILE, "%s: nobody is in it", path);
    for (uint32_t i = 0; i < all->count; i++) {
        const wi_entrant *who = &all->item[i];
        if (isnan(who->velocity.x))
            return wi_fail(error, WEND_BAD_FILE,
                           "%s: person %llu is seen for less than %g s, too shortly to tell how fast it is", path,
                           (unsigned long long)who->id, FIRST_STEPS);
        if (isnan(who->left))
            return wi_fail(error, WEND_BAD_FILE, "%s: person %llu never comes into the area that is looked at", path,
                           (unsigned long long)who->id);
    }
    return WEND_OK;
}

wend_result wi_entrants_read(const char *path, const double area[4], wi_entrants *into, wend_error *error) {
    gathering in = {.into = into, .area = area, .memory = wi_memory_from((wend_allocator){0})};
    wi_reader *people = NULL;
    into->path = path;
    wend_result result = wi_reader_open(path, &people, error);
    if (!result) result = gather_all(&in, people, path, error);
    if (!result) result = check(into, path, error);
    wi_map_free(&in.number, &in.memory);
    wi_reader_close(people);
    return result;
}

void wi_entrants_free(wi_entrants *all) {
    free(all->item);
    *all = (wi_entrants){0};
}
