// The power law for a lane-full of agents at a time: Karamouzas, Skinner, Guy, "Universal power law governing pedestrian
// interactions".
#include "base/exp_wide.h"
#include "steer/force_wide.h"
#include "steer/wall_meeting.h"

#define SOON 1e-3f // s: the force of a collision that is nearer than this is that of this time

#define PARAM(lanes, name) lane_param(lanes, offsetof(power_law_params, name))

typedef struct power_lanes {
    wide strength, per_forgets, max_force;
} power_lanes;

// Minus the derivative of E(t) = k exp(-t / t0) / t2.
WI_INLINE wide urgency(const power_lanes *set, wide time) {
    const wide one = wide_of(1.0f);
    wide per_time = one / wide_max(time, wide_of(SOON));
    wide energy = set->strength * per_time * per_time * wide_exp(-time * set->per_forgets);
    return energy * (per_time + per_time + set->per_forgets);
}

// Discs a vector p apart whose distance changes by v touch after the time t, p + v t being R long. Moving p changes t by
// n / c, where n is the normal at the contact and c the speed at which the discs then approach along it; so the force is
// -E'(t) n / c. It has no bound as c -> 0, where they just graze each other, but in one step it need not do more than
// stop that approach, to which each contributes half.
WI_INLINE void add_other(force_lanes *lanes, const power_lanes *set, const force_other *other, float step) {
    const wide zero = wide_of(0.0f), one = wide_of(1.0f);
    wide px = other->px, py = other->py, vx = lanes->vx - other->vx, vy = lanes->vy - other->vy;
    wide p2 = px * px + py * py, speed2 = vx * vx + vy * vy, closing = -(px * vx + py * vy), det = px * vy - py * vx;
    wide radius = wide_min(other->radius, wide_of(WI_TOUCHING) * wide_sqrt(p2)), r2 = radius * radius;
    wide root2 = r2 * speed2 - det * det;
    wide_mask meet = wide_less(zero, closing) & wide_less(zero, root2) & wide_less(zero, other->weight);
    if (!wide_any(meet)) return;
    wide root = wide_sqrt(wide_select(meet, root2, one)), per_radius = one / wide_select(meet, radius, one);
    wide time = wide_select(meet, (p2 - r2) / (closing + root), one), approach = root * per_radius;
    wide force = wide_min(urgency(set, time) / approach * other->weight, set->max_force);
    force = wide_min(force, approach * wide_of(0.5f / step)) * per_radius;
    lanes->force_x += wide_select(meet, force * (px + vx * time), zero);
    lanes->force_y += wide_select(meet, force * (py + vy * time), zero);
}

// Walls likewise, and they contribute nothing to stopping.
static void add_walls(force_lanes *lanes, const wend_view *now, const power_lanes *set) {
    float time[WI_LANES], approach[WI_LANES], x[WI_LANES] = {0}, y[WI_LANES] = {0}, reach[WI_LANES], most = 0.0f;
    wide horizon = PARAM(lanes, obstacle_horizon);
    for (int lane = 0; lane < WI_LANES; lane++) {
        uint32_t row = (uint32_t)lanes->group.row[lane];
        reach[lane] = horizon[lane] * now->pace[row].max_speed + now->form[row].radius;
        most = wi_max(most, reach[lane]);
        time[lane] = approach[lane] = 1.0f;
    }
    if (wall_about(lanes, now, most)) {
        for (uint32_t lane = 0; lane < lanes->group.count; lane++) {
            wi_wall_hit hit;
            if (!wi_wall_ahead(now, (uint32_t)lanes->group.row[lane], reach[lane], &hit)) continue;
            time[lane] = hit.time;
            approach[lane] = hit.approach;
            x[lane] = hit.normal.x;
            y[lane] = hit.normal.y;
        }
    }
    wide force = wide_min(urgency(set, wide_load(time)) / wide_load(approach), set->max_force);
    force = wide_min(force, wide_load(approach) / wide_of(now->step));
    lanes->force_x += force * wide_load(x);
    lanes->force_y += force * wide_load(y);
}

static wide max_speed(const force_lanes *lanes, const wend_view *now) {
    wide limit = {0};
    for (int lane = 0; lane < WI_LANES; lane++) limit[lane] = now->pace[lanes->group.row[lane]].max_speed;
    return limit;
}

void WI_WIDE(wi_power_law_steer)(const wend_view *now, const wend_next *next, wend_rows rows) {
    for (uint32_t done = 0; done < rows.count;) {
        force_lanes lanes;
        done += force_lanes_form(&lanes, now, rows.row + done, rows.count - done);
        power_lanes set = {PARAM(&lanes, strength), wide_of(1.0f) / PARAM(&lanes, forgets),
                           SHARED_PARAM(&lanes, max_force)};
        for (uint32_t slot = 0; slot < lanes.near.most; slot++) {
            force_other other = force_other_read(&lanes, now, slot);
            add_other(&lanes, &set, &other, now->step);
        }
        add_walls(&lanes, now, &set);
        force_lanes_write(&lanes, now, next, max_speed(&lanes, now));
    }
}
