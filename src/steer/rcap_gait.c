// What the paper names as missing: the body shifts from foot to foot, and velocities are never quite constant.
#include "base/vec.h"
#include "steer/rcap.h"

#define STRIDES 0.95f // in a second: the body sways once with every two steps
#define TURN 6.2831853f
#define MOOD 1.0 // s from one random change to the next; in between it is blended

enum { STEPS = 0x57e9, MOODS = 0x3000d };

static double seconds(const wend_view *now) { return (double)(now->tick + 1) * (double)now->step; }

// The sideways velocity (m/s) of a body that sways by a metre, on average over the step: (sin b - sin a) / step from the
// phase a to b. What it is at a single time would take the body the farther aside, the longer the step.
static float sway_rate(const wend_view *now, uint32_t stream) {
    double middle = (seconds(now) - 0.5 * (double)now->step) * (double)STRIDES;
    double strides = middle + (double)wend_random(now->seed, stream, 0, STEPS, 0);
    float swing = 2.0f * wend_sin(0.5f * TURN * STRIDES * now->step) / now->step;
    return swing * wend_cos(TURN * (float)(strides - (double)(uint64_t)strides));
}

// A number from -1 to 1 that drifts.
static float drift(const wend_view *now, uint32_t stream, uint32_t which) {
    double moods = seconds(now) / MOOD + (double)wend_random(now->seed, stream, 0, MOODS, which);
    uint64_t whole = (uint64_t)moods;
    float t = (float)(moods - (double)whole), blend = t * t * (3.0f - 2.0f * t);
    float from = wend_random(now->seed, stream, whole + 1, MOODS, which);
    float to = wend_random(now->seed, stream, whole + 2, MOODS, which);
    return 2.0f * (from + blend * (to - from)) - 1.0f;
}

static wend_vec gait_of(const wend_view *now, uint32_t row, const rcap_params *set, wend_vec velocity) {
    float speed = wi_length(velocity), pace = now->pace[row].preferred_speed;
    if (!(speed > 0.0f) || !(pace > 0.0f)) return wi_vec(0.0f, 0.0f);
    uint32_t stream = now->role[row].stream;
    wend_vec ahead = wi_scale(1.0f / speed, velocity);
    float across = set->sway * sway_rate(now, stream) + set->restlessness * drift(now, stream, 1);
    float along = set->restlessness * drift(now, stream, 2);
    // One who hardly walks hardly sways.
    return wi_scale(wi_min(1.0f, speed / pace), wi_add(wi_scale(along, ahead), wi_scale(across, wi_left(ahead))));
}

wend_vec wi_rcap_with_gait(const wend_view *now, uint32_t row, const rcap_params *set, wend_vec velocity) {
    wend_vec moved = wi_add(velocity, gait_of(now, row, set, velocity));
    float speed = wi_length(moved), most = now->pace[row].max_speed;
    if (speed > most) moved = wi_scale(most / speed, moved);
    wi_rcap_memory(now, row)->gait = wi_sub(moved, velocity);
    return moved;
}

wend_vec wi_rcap_without_gait(const wend_view *now, uint32_t row, wend_vec velocity) {
    wend_vec gait = wi_rcap_memory(now, row)->gait;
    bool sane = wi_length(gait) <= now->pace[row].max_speed; // it may come from a file
    return sane ? wi_sub(velocity, gait) : velocity;
}
