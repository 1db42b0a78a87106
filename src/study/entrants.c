#include "study/entrants.h"

#include "base/error.h"
#include "measure/map.h"
#include "record/trajectory.h"
#include "scenario/room.h"

#include <math.h>

#define FIRST_STEPS 0.5 // s: a head sways once in it, so what is left is walking

typedef struct gathering {
    wi_entrants *into;
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
        (wi_entrant){.id = spot->id, .came = now, .left = now, .from = {spot->x, spot->y}, .velocity = {NAN, NAN}};
    *number = all->count;
    return &all->item[all->count - 1];
}

static bool gather(gathering *in, const wi_frame *frame) {
    double now = (double)(frame->number - in->first) / in->fps;
    for (uint32_t i = 0; i < frame->count; i++) {
        const wi_spot *spot = &frame->spot[i];
        wi_entrant *who = entrant_of(in, spot, now);
        if (!who) return false;
        double since = now - who->came;
        who->left = now;
        who->to = (wend_point){spot->x, spot->y};
        if (isnan(who->velocity.x) && since >= FIRST_STEPS)
            who->velocity =
                (wend_vec){(float)((spot->x - who->from.x) / since), (float)((spot->y - who->from.y) / since)};
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
        if (isnan(all->item[i].velocity.x))
            return wi_fail(error, WEND_BAD_FILE,
                           "%s: person %llu is seen for less than %g s, too shortly to tell where it goes", path,
                           (unsigned long long)all->item[i].id, FIRST_STEPS);
    }
    return WEND_OK;
}

wend_result wi_entrants_read(const char *path, wi_entrants *into, wend_error *error) {
    gathering in = {.into = into, .memory = wi_memory_from((wend_allocator){0})};
    wi_reader *people = NULL;
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
