// Red lights: one stops before a line that one would step over, but never turns back from a crossing.
#include "route/adapt.h"
#include "route/stop.h"
#include "sense/near.h"

#define STOP_GAP 0.15f   // m between the body and the line
#define STOP_NOTICE 3.0f // m: farther away the light does not matter yet
#define STEP_OVER 0.25f  // m: who was pushed over the line no farther than this still waits
#define STOP_HARD 2.0f   // m/s2: who would have to brake harder than this, or than it can, walks on
#define CREEPING 0.1f    // m/s: who is no faster can stop at once, on the line too
#define STOP_EASE 0.5f   // of the greatest deceleration is planned with: who follows a wish late needs the rest
#define FIRMER 10.0f     // priority at the line, less the farther away: or those behind would push the first over it
#define NEXT_REACH 1.5f  // m: how far ahead others who stand are minded
#define NEXT_ASIDE 0.8f  // of both radii: farther off the way they are not in it
#define NEXT_STANDS 0.3f // m/s: who comes no faster along the way, to or fro, stands
enum { NEXT_MOST = 8 };

enum { OBEYS = 0x5167 }; // purpose of the random numbers

static double time_in_cycle(const wi_signal *signal, double time) {
    double since = time + signal->offset;
    return since - signal->cycle * (double)(int64_t)(since / signal->cycle);
}

static double time_of(const wend_view *now) { return (double)now->tick * (double)now->step; }

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

// Whether a row stood at any time in the last seconds, to the nearest tick.
static bool stood_within(const wend_view *now, uint32_t row, float seconds) {
    uint32_t ticks = (uint32_t)now->tick + 1 - now->ties[row].stood;
    return now->ties[row].stood != 0 && ((float)ticks - 0.5f) * now->step <= seconds;
}

// True for one who was so near when the light turned that it would come to a stop on the road. The speed that it has now
// tells where it was then, unless it has stood since: it may have set out late, or others push it while it waits, and
// that is no reason to go.
static bool too_late(const wend_view *now, uint32_t row, float way, wend_vec ahead, float red) {
    float speed = wi_dot(now->motion[row].velocity, ahead), hard = wi_min(STOP_HARD, now->pace[row].max_acceleration);
    return speed > CREEPING && speed * speed > 2.0f * hard * (way + speed * red) && !stood_within(now, row, red);
}

// Whether this agent waits at this light is decided once for each of its cycles.
static bool waits(const wend_view *now, uint32_t row, uint32_t index, double time) {
    const wi_signal *signal = &now->senses->scene->signal[index];
    uint64_t cycle = (uint64_t)((time + signal->offset) / signal->cycle);
    float obeys = wi_view_habits(now, row)->obey_signals;
    return wend_random(now->seed, now->role[row].stream, cycle, OBEYS, index) < obeys;
}

// How far away a light matters to one who walks at a speed: it must be able to stop.
static float notice(wend_pace pace, float speed, float step) {
    float braking =
        wi_finite(pace.max_acceleration) ? speed * speed / (2.0f * STOP_EASE * pace.max_acceleration) : 0.0f;
    return STOP_NOTICE + speed * wi_max(step, WI_STOPPING_TIME) + braking;
}

// The way in the direction `ahead` to a line that is red, negative for who was pushed over it; ELSEWHERE for all others.
static float way_to_red(const wend_view *now, uint32_t row, uint32_t index, wend_vec ahead) {
    const wi_signal *signal = &now->senses->scene->signal[index];
    if (signal->level != now->role[row].level || wi_signal_is_green(signal, time_of(now))) return ELSEWHERE;
    float way = way_to_line(signal, wi_vec(now->x[row], now->y[row]), ahead);
    return way >= -STEP_OVER ? way : ELSEWHERE;
}

static bool stops(const wend_view *now, uint32_t row, uint32_t index, float way, wend_vec ahead) {
    const wi_signal *signal = &now->senses->scene->signal[index];
    float red = (float)(time_in_cycle(signal, time_of(now)) - signal->green); // s since it turned
    return waits(now, row, index, time_of(now)) && !too_late(now, row, way, ahead, red);
}

// A line at which one waits.
typedef struct red_line {
    float way;  // to it, negative behind it; INFINITY: there is none
    float room; // of the way, that one keeps before it
} red_line;

// Whoever comes to the line aslant has to stop sooner, to have all of its body before it.
static float room_before(const wend_view *now, uint32_t row, uint32_t index, wend_vec ahead) {
    const wi_signal *signal = &now->senses->scene->signal[index];
    wend_vec along = wi_unit(wi_sub(signal->b, signal->a), wi_vec(0.0f, 0.0f));
    return wi_min(STOP_NOTICE, (now->form[row].radius + STOP_GAP) / wi_det(along, ahead));
}

// The nearest line at which a row that walks ahead at a speed waits.
static red_line find_red_line(const wend_view *now, uint32_t row, wend_vec ahead, float speed) {
    red_line nearest = {__builtin_inff(), 0.0f};
    float farthest = notice(now->pace[row], speed, now->step);
    for (uint32_t i = 0; i < now->senses->scene->signal_count; i++) {
        float way = way_to_red(now, row, i, ahead);
        if (way == ELSEWHERE || way > wi_min(nearest.way, farthest)) continue;
        if (stops(now, row, i, way, ahead)) nearest = (red_line){way, room_before(now, row, i, ahead)};
    }
    return nearest;
}

static float way_to_stop(red_line line) { return wi_max(0.0f, line.way - line.room); }

static float speed_before_stop(const wend_view *now, uint32_t row, float left) {
    wend_pace pace = now->pace[row];
    pace.max_acceleration *= STOP_EASE;
    return wi_stopping_speed(left, pace, now->step);
}

// Who has come to want to stand may still be on its way.
float wi_way_to_one_of_lights(const wend_view *now, uint32_t row) {
    const float none = __builtin_inff();
    wend_vec wish = wi_vec(now->body[row].preferred_x, now->body[row].preferred_y);
    wend_vec ahead = wi_unit(wish, wi_unit(now->motion[row].velocity, wi_vec(0.0f, 0.0f)));
    float speed = wi_length(wish);
    red_line line = find_red_line(now, row, ahead, speed);
    if (!wi_finite(line.way)) return none;
    float left = way_to_stop(line);
    return speed >= 0.999f * speed_before_stop(now, row, left) ? left : none;
}

// How far ahead, less both bodies, another stands in the way; NEXT_REACH if it does not.
static float clear_of(const wi_adapting *who, uint32_t other, wend_vec ahead) {
    const wend_view *now = who->now;
    float apart = now->form[who->row].radius + now->form[other].radius;
    wend_vec to = wi_sub(wi_vec(now->x[other], now->y[other]), wi_adapting_at(who));
    float along = wi_dot(to, ahead), speed = wi_dot(now->motion[other].velocity, ahead);
    bool in_the_way = along > 0.0f && wi_abs(wi_det(ahead, to)) < NEXT_ASIDE * apart && wi_abs(speed) < NEXT_STANDS;
    return in_the_way ? along - apart : NEXT_REACH;
}

// The way to the next who stands on the way to the line: one waits behind those who wait. Who wanted to go on would press
// the first against the line.
static float way_to_next(const wi_adapting *who, wend_vec ahead) {
    wend_neighbour near[NEXT_MOST];
    uint32_t count = wi_near(who->now, who->row, NEXT_REACH, NEXT_MOST, near);
    float clear = NEXT_REACH;
    for (uint32_t i = 0; i < count; i++) clear = wi_min(clear, clear_of(who, near[i].row, ahead));
    return wi_max(0.0f, clear);
}

void wi_obey_signals(const wi_adapting *who) {
    const wend_view *now = who->now;
    wend_vec wish = wi_adapting_wish(who), v = now->motion[who->row].velocity;
    float speed = wi_length(wish);
    if (!(wi_length(v) > CREEPING)) who->ties[who->row].stood = (uint32_t)now->tick + 1;
    if (!(speed > 0.0f)) return;
    wend_vec ahead = wi_scale(1.0f / speed, wish);
    red_line line = find_red_line(now, who->row, ahead, speed);
    if (!wi_finite(line.way)) return;
    float at_line = speed_before_stop(now, who->row, way_to_stop(line));
    float slower = wi_min(at_line, speed_before_stop(now, who->row, way_to_next(who, ahead)));
    if (at_line < speed)
        who->body->priority += FIRMER * (1.0f - line.way / notice(now->pace[who->row], speed, now->step));
    if (slower < speed) wi_adapting_set_wish(who, wi_scale(slower / speed, wish));
}

// What is too much of a velocity over a line in the direction `over`, straight across it (m/s).
static float too_far_over(const wend_view *now, uint32_t row, uint32_t index, wend_vec over, wend_vec velocity) {
    float across = wi_dot(velocity, over), speed = wi_length(velocity);
    if (!(across > 0.0f)) return 0.0f;
    float way = way_to_red(now, row, index, over), too_much = across - wi_max(0.0f, way) / now->step;
    if (way == ELSEWHERE || !(too_much > 0.0f)) return 0.0f;
    float along = way > 0.0f ? way * speed / across : way; // rounding behind the line is not to grow
    return stops(now, row, index, along, wi_scale(1.0f / speed, velocity)) ? too_much : 0.0f;
}

// One may still be pushed along a line.
wend_vec wi_hold_before_lights(const wend_view *now, uint32_t row, wend_vec velocity) {
    const wend_scene *scene = now->senses->scene;
    for (uint32_t i = 0; i < scene->signal_count; i++) {
        const wi_signal *signal = &scene->signal[i];
        wend_vec over = wi_left(wi_unit(wi_sub(signal->b, signal->a), wi_vec(0.0f, 0.0f)));
        velocity = wi_sub(velocity, wi_scale(too_far_over(now, row, i, over, velocity), over));
    }
    return velocity;
}
