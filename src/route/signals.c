// Red lights: one stops before a line that one would step over, but never turns back from a crossing.
#include "route/adapt.h"

#include "world/scene.h"

#define STOP_GAP 0.15f   // m between the body and the line
#define STOP_TIME 0.5f   // s in which one comes to a stop
#define STOP_NOTICE 3.0f // m: farther away the light does not matter yet
#define STEP_OVER 0.25f  // m: who was pushed over the line no farther than this still waits
#define STOP_HARD 2.0f   // m/s2: who would have to brake harder than this walks on
#define FIRMER 10.0f     // priority at the line, less the farther away: or those behind would push the first over it

enum { OBEYS = 0x5167 }; // purpose of the random numbers

static double time_in_cycle(const wi_signal *signal, double time) {
    double since = time + signal->offset;
    return since - signal->cycle * (double)(int64_t)(since / signal->cycle);
}

bool wi_signal_is_green(const wi_signal *signal, double time) { return time_in_cycle(signal, time) < signal->green; }

#define ELSEWHERE (-1e6f)

// The way left to the line in the direction `ahead`, negative behind it; ELSEWHERE if it does not lead over it from its
// right.
static float way_to_line(const wi_signal *signal, wend_vec at, wend_vec ahead) {
    wend_vec along = wi_sub(signal->b, signal->a), to = wi_sub(signal->a, at);
    float closing = wi_det(along, ahead); // > 0: from right to left of a -> b
    if (!(closing > 1e-3f * wi_length(along))) return ELSEWHERE;
    float way = wi_det(along, to) / closing;
    float where = wi_det(ahead, to) / closing; // share of the line from a
    return where >= 0.0f && where <= 1.0f ? way : ELSEWHERE;
}

// True for one who was so near when the light turned that it would come to a stop on the road. The speed that it has now
// tells where it was then: others may push one who waits, and that is no reason to go.
static bool too_late(const wi_adapting *who, float way, wend_vec ahead, float red) {
    float speed = wi_dot(wi_vec(who->body->vx, who->body->vy), ahead);
    return speed > 0.0f && speed * speed > 2.0f * STOP_HARD * (way + speed * red);
}

// Whether this agent waits at this light is decided once for each of its cycles.
static bool waits(const wi_adapting *who, uint32_t index, const wi_signal *signal, double time) {
    const wend_view *now = who->now;
    uint64_t cycle = (uint64_t)((time + signal->offset) / signal->cycle);
    return wend_random(now->seed, now->role[who->row].stream, cycle, OBEYS, index) < who->habits->obey_signals;
}

void wi_obey_signals(const wi_adapting *who) {
    const wend_scene *scene = who->now->senses->scene;
    double time = (double)who->now->tick * (double)who->now->step;
    wend_vec wish = wi_adapting_wish(who);
    float speed = wi_length(wish);
    for (uint32_t i = 0; i < scene->signal_count && speed > 0.0f; i++) {
        const wi_signal *signal = &scene->signal[i];
        if (signal->level != who->now->role[who->row].level || wi_signal_is_green(signal, time)) continue;
        wend_vec ahead = wi_scale(1.0f / speed, wish);
        float red = (float)(time_in_cycle(signal, time) - signal->green); // s since it turned
        float way = way_to_line(signal, wi_adapting_at(who), ahead);
        if (way < -STEP_OVER || way > STOP_NOTICE + speed * STOP_TIME || too_late(who, way, ahead, red)) continue;
        if (!waits(who, i, signal, time)) continue;
        float left = wi_max(0.0f, way - who->now->form[who->row].radius - STOP_GAP);
        float slower = wi_min(speed, left / STOP_TIME);
        if (slower < speed) who->body->priority += FIRMER * (1.0f - way / (STOP_NOTICE + speed * STOP_TIME));
        wish = wi_scale(slower / speed, wish);
        speed = slower;
    }
    wi_adapting_set_wish(who, wish);
}
