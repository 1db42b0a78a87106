// Coming to a stop: at a goal, or before a red light.
#ifndef WI_STOP_H
#define WI_STOP_H

#include "base/vec.h"
#include "sense/senses.h"
#include "world/scene.h"

// Near a stop an agent plans to need this long for what is left, so that it comes to rest rather than stops dead.
#define WI_STOPPING_TIME 0.5f // s

// The speed from which one can brake within a distance in whole steps: v = k a dt with a dt2 (k + k2)/2 = distance.
static inline float wi_braking_speed(float distance, float acceleration, float step) {
    float change = acceleration * step;
    return change * (wi_sqrt(0.25f + 2.0f * distance / (change * step)) - 0.5f);
}

// The speed at which one is so far from where it stops (m/s).
static inline float wi_stopping_speed(float distance, wend_pace pace, float step) {
    float speed = distance * (1.0f / wi_max(step, WI_STOPPING_TIME));
    return wi_finite(pace.max_acceleration) ? wi_min(speed, wi_braking_speed(distance, pace.max_acceleration, step))
                                            : speed;
}

static inline bool wi_has_lights(const wend_view *now) { return now->senses->scene->signal_count > 0; }

// What is left of the way to where a red light stops a row (m), once its preferred velocity is that of one who stops
// there; INFINITY for all others. For models that follow a preferred velocity late.
float wi_way_to_one_of_lights(const wend_view *now, uint32_t row);
static inline float wi_way_to_red_light(const wend_view *now, uint32_t row) {
    return wi_has_lights(now) ? wi_way_to_one_of_lights(now, row) : __builtin_inff();
}

// A velocity without what would take the centre of one who waits over the line of a red light. What others want can push
// harder than any wish to stand.
wend_vec wi_hold_before_lights(const wend_view *now, uint32_t row, wend_vec velocity);
static inline wend_vec wi_hold_before_red_lights(const wend_view *now, uint32_t row, wend_vec velocity) {
    return wi_has_lights(now) ? wi_hold_before_lights(now, row, velocity) : velocity;
}

#endif
