#include "study/encounters.h"

#include "base/error.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define NEAR 2.5   // m: who passes farther away hardly meets
#define ALONE 1.0  // m: nobody else is nearer to either; people walk in company, and 2 m would leave one encounter
#define BEFORE 3.0 // s, up to which it reaches back from the least distance
#define AFTER 2.0  // s, and on
#define LEAST_BEFORE 1.6 // s
#define LEAST_AFTER 0.8  // s
#define LEAST_WAY 2.0    // m, that each goes
#define TOGETHER 0.7071  // cosine of the angle between two ways, 45 degrees: above it they walk together

// A whole recording in memory.
typedef struct crowd {
    double fps;
    wi_frame *frame;
    uint32_t count, capacity;
} crowd;

static bool grow(void **items, uint32_t *capacity, uint32_t need, size_t size) {
    if (need <= *capacity) return true;
    void *larger = realloc(*items, 2 * (size_t)need * size);
    if (!larger) return false;
    *items = larger;
    *capacity = 2 * need;
    return true;
}

static bool keep(crowd *in, const wi_frame *frame) {
    if (!grow((void **)&in->frame, &in->capacity, in->count + 1, sizeof *in->frame)) return false;
    wi_frame *copy = &in->frame[in->count];
    *copy = *frame;
    copy->spot = malloc(((size_t)frame->count + 1) * sizeof *copy->spot);
    if (!copy->spot) return false;
    if (frame->count) memcpy(copy->spot, frame->spot, frame->count * sizeof *copy->spot);
    in->count++;
    return true;
}

static void free_crowd(crowd *all) {
    for (uint32_t i = 0; i < all->count; i++) free(all->frame[i].spot);
    free(all->frame);
}

static wend_result read_crowd(const char *path, crowd *in, wend_error *error) {
    wi_reader *reader = NULL;
    wend_result result = wi_reader_open(path, &reader, error);
    bool more = true;
    if (!result) in->fps = reader->about.fps;
    while (!result && more) {
        wi_frame frame = {0};
        result = reader->next(reader, &frame, &more, error);
        if (!result && more && !keep(in, &frame)) result = wi_fail(error, WEND_NO_MEMORY, "no memory for %s", path);
    }
    wi_reader_close(reader);
    return result;
}

// Two in a crowd -------------------------------------------------------------------------------------------------------

typedef struct meeting {
    const crowd *in;
    uint64_t id[2];
    uint32_t first, nearest, last; // frames
} meeting;

static const wi_spot *find(const wi_frame *frame, uint64_t id) {
    for (uint32_t i = 0; i < frame->count; i++) {
        if (frame->spot[i].id == id) return &frame->spot[i];
    }
    return NULL;
}

static double apart(const wi_spot *a, const wi_spot *b) { return hypot(b->x - a->x, b->y - a->y); }

static double seconds(const meeting *of, uint32_t from, uint32_t to) {
    return (double)(of->in->frame[to].number - of->in->frame[from].number) / of->in->fps;
}

// INFINITY where not both are there.
static double distance_at(const meeting *of, uint32_t frame) {
    const wi_spot *a = find(&of->in->frame[frame], of->id[0]), *b = find(&of->in->frame[frame], of->id[1]);
    return a && b ? apart(a, b) : INFINITY;
}

// As far as both are seen and it is no longer than asked.
static void find_ends(meeting *of) {
    while (of->first > 0 && isfinite(distance_at(of, of->first - 1)) &&
           seconds(of, of->first - 1, of->nearest) <= BEFORE)
        of->first--;
    while (of->last + 1 < of->in->count && isfinite(distance_at(of, of->last + 1)) &&
           seconds(of, of->nearest, of->last + 1) <= AFTER)
        of->last++;
}

static bool is_nearest(const meeting *of) {
    double least = distance_at(of, of->nearest);
    for (uint32_t i = of->first; i <= of->last; i++) {
        double distance = distance_at(of, i);
        if (distance < least || (distance <= least && i < of->nearest)) return false;
    }
    return least < NEAR;
}

static bool from_different_directions(const meeting *of) {
    double x[2], y[2];
    for (uint32_t i = 0; i < 2; i++) {
        const wi_spot *from = find(&of->in->frame[of->first], of->id[i]),
                      *to = find(&of->in->frame[of->last], of->id[i]);
        if (apart(from, to) < LEAST_WAY) return false;
        x[i] = to->x - from->x;
        y[i] = to->y - from->y;
    }
    return x[0] * x[1] + y[0] * y[1] < TOGETHER * hypot(x[0], y[0]) * hypot(x[1], y[1]);
}

static bool is_alone(const meeting *of) {
    for (uint32_t k = of->first; k <= of->last; k++) {
        const wi_frame *frame = &of->in->frame[k];
        const wi_spot *a = find(frame, of->id[0]), *b = find(frame, of->id[1]);
        for (uint32_t i = 0; i < frame->count; i++) {
            const wi_spot *other = &frame->spot[i];
            if (other != a && other != b && fmin(apart(a, other), apart(b, other)) < ALONE) return false;
        }
    }
    return true;
}

static bool is_encounter(const meeting *of) {
    return seconds(of, of->first, of->nearest) >= LEAST_BEFORE && seconds(of, of->nearest, of->last) >= LEAST_AFTER &&
           is_nearest(of) && from_different_directions(of) && is_alone(of);
}

static bool add(const meeting *of, wi_encounters *to) {
    if (!grow((void **)&to->item, &to->capacity, to->count + 1, sizeof *to->item)) return false;
    wi_encounter made = {.fps = of->in->fps, .count = of->last - of->first + 1};
    made.frame = calloc(made.count, sizeof *made.frame);
    if (!made.frame) return false;
    for (uint32_t k = 0; k < made.count; k++) {
        const wi_frame *frame = &of->in->frame[of->first + k];
        made.frame[k].number = frame->number;
        for (uint32_t i = 0; i < 2; i++) {
            made.frame[k].spot[i] = *find(frame, of->id[i]);
            made.frame[k].spot[i].id = i + 1;
        }
    }
    to->item[to->count++] = made;
    return true;
}

// All pairs who are nearest to each other in that frame.
static bool cut_at(const crowd *in, uint32_t at, wi_encounters *to) {
    const wi_frame *frame = &in->frame[at];
    for (uint32_t a = 0; a < frame->count; a++) {
        for (uint32_t b = a + 1; b < frame->count; b++) {
            if (apart(&frame->spot[a], &frame->spot[b]) >= NEAR) continue;
            meeting of = {in, {frame->spot[a].id, frame->spot[b].id}, at, at, at};
            find_ends(&of);
            if (is_encounter(&of) && !add(&of, to)) return false;
        }
    }
    return true;
}

wend_result wi_encounters_cut(const char *path, wi_encounters *to, wend_error *error) {
    crowd all = {0};
    wend_result result = read_crowd(path, &all, error);
    for (uint32_t i = 0; i < all.count && !result; i++) {
        if (!cut_at(&all, i, to)) result = wi_fail(error, WEND_NO_MEMORY, "no memory for the encounters in %s", path);
    }
    free_crowd(&all);
    return result;
}

void wi_encounters_free(wi_encounters *all) {
    for (uint32_t i = 0; i < all->count; i++) free(all->item[i].frame);
    free(all->item);
    *all = (wi_encounters){0};
}

// Reading one ----------------------------------------------------------------------------------------------------------

static wend_result next_frame(wi_reader *reader, wi_frame *frame, bool *more, wend_error *error) {
    (void)error;
    wi_encounter_cursor *cursor = reader->state;
    *more = cursor->next < cursor->of->count;
    if (!*more) return WEND_OK;
    cursor->now = cursor->of->frame[cursor->next++];
    *frame = (wi_frame){.number = cursor->now.number, .spot = cursor->now.spot, .count = 2};
    return WEND_OK;
}

wi_reader wi_encounter_reader(wi_encounter_cursor *cursor, const wi_encounter *of) {
    *cursor = (wi_encounter_cursor){.of = of};
    return (wi_reader){.about = {.fps = of->fps}, .state = cursor, .next = next_frame};
}
