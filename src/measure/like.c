#include "measure/like.h"

#include "base/bisect.h"
#include "base/error.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// A copy of a frame, which stays when the next is read.
typedef struct still {
    wi_spot *spot;
    uint32_t count, room;
    double time; // s from the first frame
} still;

// The other recording, of which the two frames around a time are kept.
typedef struct model {
    wi_reader *reader;
    still before, after;
    bool any, more; // a frame was read; there may be one after `after`
    int64_t first;
} model;

typedef struct sums {
    double distance, largest;
    uint64_t spots, within, agents;
    double begin, end; // s
} sums;

struct wi_comparison {
    wi_like_options options;
    model to;
    sums all;
    bool begun;    // a frame was taken
    int64_t first; // its number
};

static wend_result keep(still *copy, const wi_frame *frame, double time, wend_error *error) {
    if (frame->count > copy->room) {
        wi_spot *larger = realloc(copy->spot, frame->count * sizeof *larger);
        if (!larger) return wi_fail(error, WEND_NO_MEMORY, "no memory for a frame of %u agents", frame->count);
        copy->spot = larger, copy->room = frame->count;
    }
    if (frame->count > 0) memcpy(copy->spot, frame->spot, frame->count * sizeof *copy->spot);
    copy->count = frame->count;
    copy->time = time;
    return WEND_OK;
}

static wend_result advance(model *of, wend_error *error) {
    wi_frame frame = {0};
    wend_result result = of->reader->next(of->reader, &frame, &of->more, error);
    if (result != WEND_OK || !of->more) return result;
    still gone = of->before;
    of->before = of->after, of->after = gone;
    if (!of->any) of->first = frame.number;
    result = keep(&of->after, &frame, ((double)frame.number - (double)of->first) / of->reader->about.fps, error);
    if (!of->any) of->before.time = -INFINITY; // nobody is in it
    of->any = true;
    return result;
}

// So that `before` is earlier than the time, and `after` is not, if there is such a frame.
static wend_result go_to(model *of, double time, wend_error *error) {
    wend_result result = WEND_OK;
    while (result == WEND_OK && of->more && (!of->any || of->after.time < time)) result = advance(of, error);
    return result;
}

static bool id_below(const void *spots, uint32_t i, const void *id) {
    return ((const wi_spot *)spots)[i].id < *(const uint64_t *)id;
}

static const wi_spot *find(const still *in, uint64_t id) {
    uint32_t at = wi_bisect(in->spot, in->count, id_below, &id);
    return at < in->count && in->spot[at].id == id ? &in->spot[at] : NULL;
}

// Frames of one rate may differ by rounding.
#define SAME_TIME 1e-9

static bool where(const model *of, uint64_t id, double time, double *x, double *y) {
    const wi_spot *after = find(&of->after, id);
    if (!after || of->after.time < time - SAME_TIME) return false;
    *x = after->x, *y = after->y;
    if (of->after.time <= time + SAME_TIME) return true;
    const wi_spot *before = find(&of->before, id);
    if (!before) return false;
    double share = (time - of->before.time) / (of->after.time - of->before.time);
    *x = before->x + share * (after->x - before->x);
    *y = before->y + share * (after->y - before->y);
    return true;
}

static void compare(const wi_frame *frame, double time, const model *to, const wi_like_options *options, sums *all) {
    double distance = 0.0;
    uint32_t count = 0;
    for (uint32_t i = 0; i < frame->count; i++) {
        const wi_spot *spot = &frame->spot[i];
        double x, y;
        if (options->one && spot->id != options->id) continue;
        if (!where(to, options->one ? options->other_id : spot->id, time, &x, &y)) continue;
        double apart = hypot(spot->x - x, spot->y - y);
        distance += apart;
        all->largest = fmax(all->largest, apart);
        all->within += apart <= options->radius;
        count++;
    }
    if (count == 0) return;
    if (all->spots == 0) all->begin = time;
    all->end = time;
    all->distance += distance;
    all->spots += count;
    if (count > all->agents) all->agents = count;
    if (options->frame) options->frame(options->host, time, count, distance / count);
}

static wi_likeness sum_up(const sums *all) {
    bool any = all->spots > 0;
    return (wi_likeness){
        .agents = all->agents,
        .spots = all->spots,
        .duration = all->end - all->begin,
        .distance_mean = any ? all->distance / (double)all->spots : (double)NAN,
        .distance_max = any ? all->largest : (double)NAN,
        .within = any ? (double)all->within / (double)all->spots : (double)NAN,
    };
}

// Frames as they come ---------------------------------------------------------------------------------------------------

static wend_result begin(wi_comparison *made, wi_reader *other, const wi_like_options *options, wend_error *error) {
    *made = (wi_comparison){.options = *options, .to = {.reader = other, .more = true}};
    if (options->radius >= 0.0) return WEND_OK;
    return wi_fail(error, WEND_BAD_ARGUMENT, "radius is %g m; take 0 or more", options->radius);
}

static void end(wi_comparison *of) {
    free(of->to.before.spot);
    free(of->to.after.spot);
}

wend_result wi_comparison_open(const char *other, const wi_like_options *options, wi_comparison **made,
                               wend_error *error) {
    wi_reader *reader = NULL;
    *made = NULL;
    wend_result result = wi_reader_open(other, &reader, error);
    if (result != WEND_OK) return result;
    *made = malloc(sizeof **made);
    result = *made ? begin(*made, reader, options, error)
                   : wi_fail(error, WEND_NO_MEMORY, "no memory to compare with `%.100s`", other);
    if (result == WEND_OK) return WEND_OK;
    wi_reader_close(reader);
    free(*made);
    *made = NULL;
    return result;
}

wend_result wi_comparison_frame(wi_comparison *of, const wi_frame *frame, double fps, wend_error *error) {
    if (!of->begun) of->first = frame->number;
    of->begun = true;
    double time = ((double)frame->number - (double)of->first) / fps;
    wend_result result = go_to(&of->to, time - SAME_TIME, error);
    if (result == WEND_OK) compare(frame, time, &of->to, &of->options, &of->all);
    return result;
}

wi_likeness wi_comparison_result(const wi_comparison *of) { return sum_up(&of->all); }

void wi_comparison_close(wi_comparison *of) {
    if (!of) return;
    wi_reader_close(of->to.reader);
    end(of);
    free(of);
}

// Whole recordings -----------------------------------------------------------------------------------------------------

static wend_result compare_all(wi_reader *reader, wi_comparison *with, wend_error *error) {
    for (;;) {
        wi_frame frame = {0};
        bool more = false;
        wend_result result = reader->next(reader, &frame, &more, error);
        if (result != WEND_OK || !more) return result;
        result = wi_comparison_frame(with, &frame, reader->about.fps, error);
        if (result != WEND_OK) return result;
    }
}

wend_result wi_like_readers(wi_reader *reader, wi_reader *other, const wi_like_options *options, wi_likeness *found,
                            wend_error *error) {
    wi_comparison with;
    wend_result result = begin(&with, other, options, error);
    if (result == WEND_OK) result = compare_all(reader, &with, error);
    *found = wi_comparison_result(&with);
    end(&with);
    return result;
}

wend_result wi_like_check(const char *path, const char *other, const wi_like_options *options, const wi_likeness *found,
                          wend_error *error) {
    if (found->spots > 0) return WEND_OK;
    if (options->one)
        return wi_fail(error, WEND_NOT_FOUND,
                       "agent %" PRIu64 " of %s and agent %" PRIu64
                       " of %s are not there at the same time after the start",
                       options->id, path, options->other_id, other);
    return wi_fail(error, WEND_NOT_FOUND, "%s and %s have no agent with the same id at the same time after the start",
                   path, other);
}
