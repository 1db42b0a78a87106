#include "scenario/draw.h"

#include "base/angle.h"

#include <math.h>
#include <string.h>

#include "base/hash.h"

#define TRIES 64 // of a plain draw before the limits are taken as so narrow that another way is better
#define NARROW_TRIES 512

uint64_t wi_who_stream(wi_who who) { return (uint64_t)(who.group + 1) << 32 | who.index; }

uint32_t wi_who_stream32(wi_who who) {
    uint32_t stream = (uint32_t)(wi_hash_word(0, wi_who_stream(who)) >> 32);
    return stream != 0 ? stream : 1;
}

double wi_draw_even(wi_who who, uint64_t tick, uint32_t purpose, uint32_t draw) {
    uint64_t stream = wi_who_stream(who);
    double high = (double)wend_random(who.seed, stream, tick, purpose, 2 * draw);
    double low = (double)wend_random(who.seed, stream, tick, purpose, 2 * draw + 1);
    return high + low * 0x1p-24;
}

// Box and Muller (1958).
static double standard_normal(wi_who who, uint32_t purpose, uint32_t draw) {
    double u = 1.0 - wi_draw_even(who, 0, purpose, 2 * draw), v = wi_draw_even(who, 0, purpose, 2 * draw + 1);
    return __builtin_sqrt(-2.0 * wi_log(u)) * (double)wend_cos((float)(2.0 * WI_PI * v));
}

// Standard normal between low and high where that is rare: even draws, kept with the density relative to its largest
// (Robert 1995). An open end is cut where the density has fallen by e^-40.
static double narrow_normal(double low, double high, wi_who who, uint32_t purpose) {
    double peak = low > 0.0 ? low : high < 0.0 ? high : 0.0;
    double span = __builtin_sqrt(peak * peak + 80.0) - fabs(peak);
    if (low < peak - span) low = peak - span;
    if (high > peak + span) high = peak + span;
    for (uint32_t i = 0; i < NARROW_TRIES; i++) {
        double z = low + (high - low) * wi_draw_even(who, 1, purpose, 2 * i);
        if (wi_draw_even(who, 1, purpose, 2 * i + 1) < (double)wend_exp((float)((peak * peak - z * z) / 2.0))) return z;
    }
    return peak;
}

static double normal_between(double low, double high, wi_who who, uint32_t purpose) {
    if (!(low < high)) return low;
    for (uint32_t i = 0; i < TRIES; i++) {
        double z = standard_normal(who, purpose, i);
        if (z >= low && z <= high) return z;
    }
    return narrow_normal(low, high, who, purpose);
}

static double clamp(double a, double low, double high) { return a < low ? low : a > high ? high : a; }

static double draw_normal(const wi_quantity *q, double low, double high, wi_who who, uint32_t purpose) {
    if (!(q->b > 0.0)) return clamp(q->a, low, high);
    double z = normal_between((low - q->a) / q->b, (high - q->a) / q->b, who, purpose);
    return clamp(q->a + q->b * z, low, high);
}

// The logarithm of a log-normal number is normal, so its limits are those of the logarithm.
static double draw_log_normal(const wi_quantity *q, double low, double high, wi_who who, uint32_t purpose) {
    if (!(q->b > 0.0) || !(q->a > 0.0) || !(high > 0.0)) return clamp(q->a, low, high);
    double from = low > 0.0 ? wi_log(low / q->a) / q->b : -INFINITY, to = wi_log(high / q->a) / q->b;
    double z = normal_between(from, to, who, purpose);
    return clamp(q->a * (double)wend_exp((float)(q->b * z)), low, high);
}

double wi_draw(const wi_quantity *q, double low, double high, wi_who who, uint32_t purpose) {
    if (q->spread == WI_NORMAL || q->spread == WI_LOG_NORMAL) {
        if (q->low > low) low = q->low;
        if (q->high < high) high = q->high;
    }
    switch (q->spread) {
    case WI_UNIFORM: {
        double from = clamp(q->a, low, high), to = clamp(q->b, low, high);
        return from + (to - from) * wi_draw_even(who, 0, purpose, 0);
    }
    case WI_NORMAL:
        return draw_normal(q, low, high, who, purpose);
    case WI_LOG_NORMAL:
        return draw_log_normal(q, low, high, who, purpose);
    case WI_CHOICE:
        return clamp(q->value[wi_draw_index(q->weight, q->count, who, purpose)], low, high);
    case WI_CONSTANT:
        break;
    }
    return clamp(q->a, low, high);
}

double wi_quantity_typical(const wi_quantity *q) {
    switch (q->spread) {
    case WI_UNIFORM:
        return (q->a + q->b) / 2.0;
    case WI_NORMAL:
        return clamp(q->a, q->low, q->high);
    case WI_LOG_NORMAL:
        return clamp(q->a * (double)wend_exp((float)(q->b * q->b / 2.0)), q->low, q->high);
    case WI_CHOICE:
        return q->value[0];
    case WI_CONSTANT:
        break;
    }
    return q->a;
}

uint32_t wi_draw_index(const double *weight, uint32_t count, wi_who who, uint32_t purpose) {
    double u = wi_draw_even(who, 0, purpose, 0), sum = 0.0;
    for (uint32_t i = 0; i < count; i++) sum += weight != NULL ? weight[i] : 1.0;
    double rest = u * sum;
    uint32_t last = 0;
    for (uint32_t i = 0; i < count; i++) {
        double share = weight != NULL ? weight[i] : 1.0;
        if (!(share > 0.0)) continue;
        if (rest < share) return i;
        rest -= share;
        last = i;
    }
    return last;
}
