// With w = 0 before the reaction, 1 after it and straight in between, the curve is before (1 - w) + after w: for given
// ends of the reaction a linear problem with two unknowns. Sums over samples from the start make each pair of ends cost
// the same, and all pairs of at most COARSE places are tried, then those around the best.
#include "measure/phases.h"

#include <math.h>

#define COARSE 256u
#define LEAST_RISE 0.05 // m

typedef wi_phase_sums sums; // over the samples before one; t is taken from the first

typedef struct fit {
    uint32_t first, last; // samples where the reaction begins and ends
    double before, after, square;
} fit;

static sums between(const sums *up_to, uint32_t from, uint32_t to) {
    const sums *a = &up_to[from], *b = &up_to[to];
    return (sums){b->n - a->n, b->t - a->t, b->tt - a->tt, b->y - a->y, b->ty - a->ty, b->yy - a->yy};
}

static void add_up(const double *time, const double *value, uint32_t count, double level, sums *up_to) {
    up_to[0] = (sums){0};
    for (uint32_t i = 0; i < count; i++) {
        double t = time[i] - time[0], y = value[i] - level;
        const sums *s = &up_to[i];
        up_to[i + 1] = (sums){s->n + 1.0, s->t + t, s->tt + t * t, s->y + y, s->ty + t * y, s->yy + y * y};
    }
}

// The best levels for a reaction from sample `first` to sample `last`.
static fit fit_between(const sums *up_to, uint32_t count, const double *time, uint32_t first, uint32_t last) {
    sums flat = between(up_to, 0, first + 1), rise = between(up_to, first + 1, last), end = between(up_to, last, count);
    double start = time[first] - time[0], length = time[last] - time[first];
    double w = (rise.t - start * rise.n) / length;
    double ww = (rise.tt - 2.0 * start * rise.t + start * start * rise.n) / (length * length);
    double wy = (rise.ty - start * rise.y) / length;
    // Normal equations of before and after.
    double aa = flat.n + rise.n - 2.0 * w + ww, ab = w - ww, bb = ww + end.n;
    double ay = flat.y + rise.y - wy, by = wy + end.y;
    double determinant = aa * bb - ab * ab;
    fit made = {.first = first, .last = last, .square = INFINITY};
    if (!(determinant > 0.0)) return made;
    made.before = (ay * bb - by * ab) / determinant;
    made.after = (by * aa - ay * ab) / determinant;
    made.square = fmax(up_to[count].yy - made.before * ay - made.after * by, 0.0);
    return made;
}

// Tries every `step`th sample from the first to the second end for both ends of the reaction.
static fit search(const sums *up_to, uint32_t count, const double *time, const uint32_t begin[2], const uint32_t end[2],
                  uint32_t step) {
    fit best = {.square = INFINITY};
    for (uint32_t first = begin[0]; first <= begin[1]; first += step) {
        for (uint32_t last = end[0]; last <= end[1]; last += step) {
            if (last <= first) continue;
            fit made = fit_between(up_to, count, time, first, last);
            if (made.square < best.square) best = made;
        }
    }
    return best;
}

static uint32_t lower(uint32_t at, uint32_t by) { return at > by ? at - by : 0; }
static uint32_t upper(uint32_t at, uint32_t by, uint32_t most) { return most - at > by ? at + by : most; }

static fit find_best(const sums *up_to, uint32_t count, const double *time) {
    uint32_t last = count - 1, step = (count + COARSE - 1) / COARSE;
    fit best = search(up_to, count, time, (uint32_t[]){0, last}, (uint32_t[]){0, last}, step);
    if (step == 1) return best;
    const uint32_t begin[] = {lower(best.first, step), upper(best.first, step, last)};
    const uint32_t end[] = {lower(best.last, step), upper(best.last, step, last)};
    return search(up_to, count, time, begin, end, 1);
}

static wi_phases judge(const fit *best, uint32_t count, const double *time, double level, double variance) {
    double left = best->square / count, rise = best->after - best->before;
    wi_phases found = {.before = level, .after = level, .residual = sqrt(variance)};
    if (!(rise >= LEAST_RISE && rise >= 2.0 * sqrt(left) && left <= 0.5 * variance)) return found;
    return (wi_phases){
        .reacted = true,
        .begin = time[best->first],
        .end = time[best->last],
        .before = level + best->before,
        .after = level + best->after,
        .residual = sqrt(left),
    };
}

wi_phases wi_phases_find(const double *time, const double *value, uint32_t count, wi_phase_sums *scratch) {
    double level = 0.0;
    if (count == 0) return (wi_phases){.before = (double)NAN, .after = (double)NAN};
    for (uint32_t i = 0; i < count; i++) level += value[i] / count;
    add_up(time, value, count, level, scratch); // about the mean, where squares lose no digits
    fit best = find_best(scratch, count, time);
    return judge(&best, count, time, level, scratch[count].yy / count);
}
