// The way to the goal: straight at it. The preferred velocity slows down so as to stop there.
#include "world/world.h"

// Near its goal an agent plans to need this long for what is left, so that it comes to rest rather than stops dead.
#define SETTLING 0.5f // s

static wend_vec way_to_goal(wend_vec at, wend_goal goal) {
    wend_vec to = wi_sub(goal.at, at);
    // To the nearest point of the goal's rectangle.
    return wi_sub(to, wi_vec(wi_clamp(to.x, -goal.half.x, goal.half.x), wi_clamp(to.y, -goal.half.y, goal.half.y)));
}

// The speed from which one can brake within a distance in whole steps: v = k a dt with a dt2 (k + k2)/2 = distance.
static float braking_speed(float distance, float acceleration, float step) {
    float change = acceleration * step;
    return change * (wi_sqrt(0.25f + 2.0f * distance / (change * step)) - 0.5f);
}

static wend_vec preferred_velocity(wend_vec at, wend_goal goal, wend_pace pace, float step) {
    wend_vec way = way_to_goal(at, goal);
    float distance = wi_length(way);
    if (!(distance > 0.0f)) return wi_vec(0.0f, 0.0f);
    float speed = wi_min(pace.preferred_speed, distance * (1.0f / wi_max(step, SETTLING)));
    if (wi_finite(pace.max_acceleration)) speed = wi_min(speed, braking_speed(distance, pace.max_acceleration, step));
    return wi_scale(speed / distance, way);
}

wend_vec wi_route_preferred(const wend_view *now, uint32_t row) {
    if (now->role[row].flags & WEND_FLAG_DRIVEN) return now->motion[row].velocity;
    return preferred_velocity(wi_vec(now->x[row], now->y[row]), now->goal[row], now->pace[row], now->step);
}

void wi_route_rows(wi_step *step, uint32_t begin, uint32_t end) {
    const wend_view *now = &step->now;
    wend_body *body = step->world->columns.body;
    for (uint32_t row = begin; row < end; row++) {
        wend_vec at = wi_vec(now->x[row], now->y[row]), v = now->motion[row].velocity;
        wend_vec wish = wi_route_preferred(now, row);
        wend_form form = now->form[row];
        body[row] = (wend_body){at.x, at.y, v.x, v.y, form.radius, form.priority, wish.x, wish.y};
    }
}
