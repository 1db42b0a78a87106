// The way to the goal: straight at it. The preferred velocity slows down so as to stop there.
#include "route/follow.h"
#include "route/stop.h"
#include "route/zone.h"

static wend_vec way_to_goal(wend_vec at, wend_goal goal) {
    wend_vec to = wi_sub(goal.at, at);
    // To the nearest point of the goal's rectangle.
    return wi_sub(to, wi_vec(wi_clamp(to.x, -goal.half.x, goal.half.x), wi_clamp(to.y, -goal.half.y, goal.half.y)));
}

static float speed_at(float distance, wend_pace pace, float step) {
    return wi_min(pace.preferred_speed, wi_stopping_speed(distance, pace, step));
}

static wend_vec preferred_velocity(wend_vec at, wend_goal goal, wend_pace pace, float step) {
    wend_vec way = way_to_goal(at, goal);
    float distance = wi_length(way);
    if (!(distance > 0.0f)) return wi_vec(0.0f, 0.0f);
    return wi_scale(speed_at(distance, pace, step) / distance, way);
}

bool wi_route_ends(const wend_view *now, uint32_t row) {
    if (now->way && now->way[row].level != now->role[row].level) return false;
    float distance = wi_length(way_to_goal(wi_vec(now->x[row], now->y[row]), now->goal[row]));
    return speed_at(distance, now->pace[row], now->step) < now->pace[row].preferred_speed;
}

// Over the map: to where the way bends next; straight to the goal once it is in sight. Who has no way, since all doors
// are closed, say, goes as far towards the goal as walls let, and waits there.
static wend_vec along_way(const wend_view *now, uint32_t row) {
    wend_way way = now->way[row];
    wend_vec at = wi_vec(now->x[row], now->y[row]), rest = {0.0f, 0.0f};
    bool elsewhere = way.level != now->role[row].level;
    if ((way.flags & (WEND_WAY_STRAIGHT | WEND_WAY_NONE)) && !elsewhere)
        return preferred_velocity(at, now->goal[row], now->pace[row], now->step);
    if (!(way.flags & WEND_WAY_KNOWN) || (way.flags & (WEND_WAY_NONE | WEND_WAY_STRAIGHT))) return rest;
    return wi_scale(now->pace[row].preferred_speed, wi_unit(wi_sub(way.next, at), rest));
}

const wend_zone *wi_zone_under(const wend_view *now, uint32_t row) {
    const wi_terrain *map = &now->senses->scene->map;
    uint32_t cell = now->way ? now->way[row].cell : 0, zone = cell != 0 ? map->cell[cell - 1].zone : 0;
    return zone != 0 ? &map->zone[zone - 1] : NULL;
}

// Stairs are climbed slowly, and escalators carry.
static wend_vec on_the_ground(const wend_view *now, uint32_t row, wend_vec wish) {
    const wend_zone *zone = wi_zone_under(now, row);
    return zone ? wi_zone_velocity(zone, wish) : wish;
}

wend_vec wi_route_preferred(const wend_view *now, uint32_t row) {
    if (now->role[row].flags & WEND_FLAG_DRIVEN) return now->motion[row].velocity;
    if (now->way) return on_the_ground(now, row, along_way(now, row));
    return preferred_velocity(wi_vec(now->x[row], now->y[row]), now->goal[row], now->pace[row], now->step);
}

void wi_route_rows(wi_step *step, uint32_t begin, uint32_t end) {
    const wend_view *now = &step->now;
    wend_body *body = step->world->columns.body;
    if (now->way) wi_follow_rows(step->world, begin, end);
    for (uint32_t row = begin; row < end; row++) {
        wend_vec at = wi_vec(now->x[row], now->y[row]), v = now->motion[row].velocity;
        wend_vec wish = wi_route_preferred(now, row);
        wend_form form = now->form[row];
        body[row] = (wend_body){at.x, at.y, v.x, v.y, form.radius, form.priority, wish.x, wish.y};
    }
}
