// Where the chosen velocity takes the body: limits, integration, and the last line of defence, which holds whatever a
// model returns: no position becomes NaN, no centre crosses a wall, and no body but a disc comes to be cut by one.
#include "base/angle.h"
#include "move/hold.h"
#include "route/stop.h"
#include "world/world.h"

#define FASTER 1.0001f        // rounding may exceed a speed limit by less than this factor
#define WALL_MARGIN 1e-3f     // m: how far before a wall a centre is stopped
#define TURNING_SPEED 1e-3f   // m/s: slower bodies keep their heading
#define TURN_LIMIT 6.2831853f // rad/s, of bodies that are no discs: as fast as a person can
#define TURN_RADIUS 0.1f      // m: nor do they turn more sharply, so who creeps does not turn about

static wend_vec limit_speed(wend_vec v, float max_speed, wi_tally *tally) {
    float speed2 = wi_length2(v);
    if (speed2 <= max_speed * max_speed) return v;
    float speed = wi_sqrt(speed2);
    if (speed > max_speed * FASTER) tally->speed++;
    return wi_scale(max_speed / speed, v);
}

static wend_vec limit_acceleration(wend_vec v, wend_vec before, float most) {
    wend_vec change = wi_sub(v, before);
    float size = wi_length(change);
    return size <= most ? v : wi_add(before, wi_scale(most / size, change));
}

static wend_vec sane_velocity(wend_vec v, wend_vec before, wend_pace pace, float step, wi_tally *tally) {
    if (!wi_vec_finite(v) || !wi_finite(wi_length2(v))) {
        tally->nonfinite++;
        v = wi_vec(0.0f, 0.0f);
    }
    v = limit_speed(v, pace.max_speed, tally);
    return wi_finite(pace.max_acceleration) ? limit_acceleration(v, before, pace.max_acceleration * step) : v;
}

// As far towards `to` as the first wall lets, then along it if that is free.
static wend_vec stop_at_walls(const wi_walls *walls, uint32_t level, wend_vec from, wend_vec to) {
    uint32_t wall;
    float share = wi_walls_hit(walls, level, from, to, &wall);
    wend_vec way = wi_sub(to, from);
    float length = wi_length(way), free = wi_max(0.0f, share * length - WALL_MARGIN);
    wend_vec stop = length > 0.0f ? wi_add(from, wi_scale(free / length, way)) : from;
    if (!wi_walls_clear(walls, level, from, stop)) return from;
    wend_vec along = wi_unit(wi_sub(walls->wall[wall].b, walls->wall[wall].a), wi_vec(0.0f, 0.0f));
    wend_vec slid = wi_add(stop, wi_scale(wi_dot(wi_sub(to, stop), along), along));
    bool free_to_slide = wi_walls_clear(walls, level, stop, slid) && wi_walls_clear(walls, level, from, slid);
    return free_to_slide ? slid : stop;
}

// Where the row goes with a velocity; the velocity becomes what it really was if walls or the end of the world hold it.
static wend_vec travel(const wend_world *world, wend_vec from, wend_vec *v, uint32_t level, wi_tally *tally) {
    float step = world->def.step;
    wend_vec to = wi_add(from, wi_scale(step, *v));
    if (!(wi_max(wi_abs(to.x), wi_abs(to.y)) <= WI_FAR)) {
        tally->nonfinite++;
        *v = wi_vec(0.0f, 0.0f);
        return from;
    }
    const wi_walls *walls = &world->walls;
    if (walls->wall_count == 0 || wi_walls_clear(walls, level, from, to)) return to;
    tally->walls++;
    to = stop_at_walls(walls, level, from, to);
    *v = wi_scale(1.0f / step, wi_sub(to, from));
    return to;
}

// A model's heading may have any length; what has no direction changes nothing.
static wend_vec sane_heading(wend_vec wish, wend_vec before) {
    float size = wi_max(wi_abs(wish.x), wi_abs(wish.y));
    if (!wi_vec_finite(wish) || !(size > 0.0f)) return before;
    return wi_unit(wi_vec(wish.x / size, wish.y / size), before);
}

static bool is_disc(const wend_world *world, uint32_t row) {
    const wend_form *form = &world->columns.form[row];
    wend_shape_kind kind = (wend_shape_kind)world->columns.role[row].shape;
    return wi_outline_is_disc(kind, form->half_length, form->half_width);
}

// From one heading to another, or as far as an angle lets; to the left where they are opposite.
static wend_vec turn_towards(wend_vec from, wend_vec to, float most) {
    if (most >= (float)WI_PI || wi_dot(from, to) >= wend_cos(most)) return to;
    float sine = wi_det(from, to) < 0.0f ? -wend_sin(most) : wend_sin(most), cosine = wend_cos(most);
    return wi_unit(wi_vec(cosine * from.x - sine * from.y, sine * from.x + cosine * from.y), from);
}

// The body faces the way it moves. How a disc faces is only seen; any other body that turned about at once where it is
// pushed to and fro would sweep through its neighbours.
static wend_vec face_way(const wend_world *world, uint32_t row, wend_vec v) {
    wend_vec before = world->columns.motion[row].heading;
    if (!(wi_length2(v) > TURNING_SPEED * TURNING_SPEED)) return before;
    float speed = wi_length(v);
    wend_vec way = wi_scale(1.0f / speed, v);
    if (world->columns.role[row].flags & WEND_FLAG_DRIVEN || is_disc(world, row)) return way;
    return turn_towards(before, way, world->def.step * wi_min(TURN_LIMIT, speed / TURN_RADIUS));
}

// Discs may be pressed into walls: that is how models with contact forces feel them.
static void hold_outline(const wend_world *world, uint32_t row, wi_pose *to, wend_vec *v, wi_tally *tally) {
    const wi_columns *c = &world->columns;
    const wend_form *form = &c->form[row];
    if (world->walls.wall_count == 0 || is_disc(world, row)) return;
    const wi_outline body = {(wend_shape_kind)c->role[row].shape, wi_vec(c->x[row], c->y[row]), c->motion[row].heading,
                             form->half_length, form->half_width};
    wi_pose held = wi_hold(&world->walls, c->role[row].level, &body, *to);
    bool stopped = held.at.x != to->at.x || held.at.y != to->at.y;
    tally->walls += stopped || held.heading.x != to->heading.x || held.heading.y != to->heading.y;
    if (stopped) *v = wi_scale(1.0f / world->def.step, wi_sub(held.at, body.at));
    *to = held;
}

void wi_move_rows(wi_step *step, uint32_t begin, uint32_t end, wi_tally *tally) {
    wend_world *world = step->world;
    wi_columns *c = &world->columns;
    const wi_profile *profiles = world->scene->profiles;
    for (uint32_t row = begin; row < end; row++) {
        wend_role role = c->role[row];
        wend_motion next = step->next.motion[row], *motion = &c->motion[row];
        bool driven = (role.flags & WEND_FLAG_DRIVEN) != 0;
        wend_vec v = driven ? motion->velocity
                            : sane_velocity(next.velocity, motion->velocity, c->pace[row], world->def.step, tally);
        if (!driven) v = wi_hold_before_red_lights(&step->now, row, v);
        wi_pose to = {travel(world, wi_vec(c->x[row], c->y[row]), &v, role.level, tally), motion->heading};
        if (!driven && profiles[role.profile].is.model->turns_body)
            to.heading = sane_heading(next.heading, to.heading);
        else
            to.heading = face_way(world, row, v);
        hold_outline(world, row, &to, &v, tally);
        *motion = (wend_motion){v, to.heading};
        c->x[row] = to.at.x;
        c->y[row] = to.at.y;
    }
}
