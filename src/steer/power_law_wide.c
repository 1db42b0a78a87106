// The power law for a lane-full of agents at a time: Karamouzas, Skinner, Guy, "Universal power law governing pedestrian
// interactions".
#include "steer/contact_wide.h"
#include "steer/meetings_wide.h"

// Groups of lanes that are worked on in turns: of one, each meeting awaits what those before it have made of the velocity.
#define ABREAST 4

#define SOON 1e-3f // s: the force of a collision that is nearer than this is that of this time

#define PARAM(lanes, name) lane_param(lanes, offsetof(power_law_params, name))

typedef struct power_lanes {
    wide strength, per_forgets, max_force;
    wide pull, per_pull; // step / relaxation, 1 / (1 + that)
    wide most;           // of the force that stops a meeting, for each m/s of its approach
    wide vx, vy;         // see settled; where bodies push, with what the forces so far add to it
    wide stiffness;      // of bodies
    wide per_force;      // m/s for a force; 0 where bodies do not push
} power_lanes;

// Whom the lanes touch.
typedef struct touching {
    wide_mask push;  // lanes that have bodies
    wide_mask lanes; // that touch anybody
    uint32_t count;
    uint32_t slot[WEND_NEIGHBOURS_MAX]; // of neighbours who are touched, and by which lanes
    wide_mask by[WEND_NEIGHBOURS_MAX];
} touching;

// The velocity at the end of the step if no force acts. Collisions are foreseen with this one, not with the present one:
// who stands before a wall and wants on would see no collision, take a step, be stopped, and creep into it so.
WI_INLINE void settled(const power_lanes *set, wide vx, wide vy, wide preferred_x, wide preferred_y, wide *x, wide *y) {
    *x = (vx + set->pull * preferred_x) * set->per_pull;
    *y = (vy + set->pull * preferred_y) * set->per_pull;
}

// One force need not do more in a step than stop an approach, so `most` is what does. Without this long steps would
// throw agents back; short ones do not notice.
static void read_power(const force_lanes *lanes, float step, power_lanes *set) {
    const wide one = wide_of(1.0f);
    set->strength = PARAM(lanes, strength);
    set->per_forgets = one / PARAM(lanes, forgets);
    set->max_force = SHARED_PARAM(lanes, max_force);
    set->pull = wide_of(step) / SHARED_PARAM(lanes, relaxation);
    set->per_pull = one / (one + set->pull);
    set->most = (one + set->pull) * wide_of(1.0f / step);
    set->stiffness = PARAM(lanes, body_stiffness);
    wide_mask push = wide_less(wide_of(0.0f), set->stiffness);
    set->per_force = wide_select(push, wide_of(step) * set->per_pull, wide_of(0.0f));
    settled(set, lanes->vx, lanes->vy, lanes->preferred_x, lanes->preferred_y, &set->vx, &set->vy);
}

// In a press the nearest leave little of an approach for those behind them to stop. If each of them stopped all of it, they
// would together throw an agent back.
WI_INLINE void add_force(force_lanes *lanes, power_lanes *set, wide x, wide y) {
    lanes->force_x += x;
    lanes->force_y += y;
    set->vx += set->per_force * x;
    set->vy += set->per_force * y;
}

// Minus the derivative of E(t) = k exp(-t / t0) / t2.
WI_INLINE wide urgency(const power_lanes *set, wide time) {
    const wide one = wide_of(1.0f);
    wide per_time = one / wide_max(time, wide_of(SOON));
    wide energy = set->strength * per_time * per_time * wide_exp(-time * set->per_forgets);
    return energy * (per_time + per_time + set->per_forgets);
}

// What the meeting with another is made of.
typedef struct encounter {
    wide px, py; // from it to the lane
    wide vx, vy; // its settled velocity
    wide bodies; // radius of both
    wide radius; // the same, or less than how far they are apart
} encounter;

// Slot by slot. What belongs to one lies together: as arrays of their own, whose slots are a power of two apart, the parts
// would drive each other out of the cache.
typedef struct encounters {
    encounter with[WEND_NEIGHBOURS_MAX];
    wide weight[WEND_NEIGHBOURS_MAX]; // as of force_other
} encounters;

// Of discs that touch a little less counts than what they are apart.
WI_INLINE wide radius_to_meet(wide px, wide py, wide bodies) {
    return wide_min(bodies, wide_of(WI_TOUCHING) * wide_sqrt(px * px + py * py));
}

// Whoever has the right of way is taken to change its velocity by it, which the lane sees as one of the other's.
WI_INLINE void see_other(const power_lanes *set, const force_other *other, uint32_t slot, encounters *by) {
    wide px = other->px, py = other->py, vx, vy;
    settled(set, other->vx, other->vy, other->preferred_x, other->preferred_y, &vx, &vy);
    by->with[slot].px = px;
    by->with[slot].py = py;
    by->with[slot].vx = vx - set->per_pull * other->own_x;
    by->with[slot].vy = vy - set->per_pull * other->own_y;
    by->with[slot].bodies = other->radius;
    by->with[slot].radius = radius_to_meet(px, py, other->radius);
    by->weight[slot] = other->weight;
}

static void see_others(force_lanes *lanes, const wend_view *now, const power_lanes *set, encounters *by) {
    meetings list;
    list.count = 0;
    for (uint32_t slot = 0; slot < lanes->near.most; slot++) {
        force_other other = force_other_read(lanes, now, slot);
        note_meeting(lanes, slot, &other);
        see_other(set, &other, slot, by);
        note_in_way(&list, lanes, slot, &other);
    }
    let_each_go_first(&list, lanes, now, by->weight);
}

// Discs a vector p apart whose distance changes by v touch after the time t, p + v t being R long. Moving p changes t by
// n / c, where n is the normal at the contact and c the speed at which the discs then approach along it; so the force is
// -E'(t) n / c. It grows without bound as c -> 0, where they just graze each other.
// Returns the lanes whose bodies touch the other's now or would at the end of the step.
WI_INLINE wide_mask add_other(force_lanes *lanes, power_lanes *set, wide step, const encounters *by, uint32_t slot) {
    const wide zero = wide_of(0.0f), one = wide_of(1.0f);
    wide px = by->with[slot].px, py = by->with[slot].py, bodies = by->with[slot].bodies, radius = by->with[slot].radius;
    wide vx = set->vx - by->with[slot].vx, vy = set->vy - by->with[slot].vy, weight = by->weight[slot];
    wide p2 = px * px + py * py, speed2 = vx * vx + vy * vy, closing = -(px * vx + py * vy), det = px * vy - py * vx;
    wide ahead2 = p2 + step * (step * speed2 - closing - closing), r2 = radius * radius;
    wide_mask touch = wide_less(wide_min(p2, ahead2), bodies * bodies);
    wide root2 = r2 * speed2 - det * det;
    wide_mask meet = wide_less(zero, closing) & wide_less(zero, root2) & wide_less(zero, weight);
    if (!wide_any(meet)) return touch;
    wide root = wide_sqrt(wide_select(meet, root2, one)), per_radius = one / wide_select(meet, radius, one);
    wide time = wide_select(meet, (p2 - r2) / (closing + root), one), approach = root * per_radius;
    wide nx = (px + vx * time) * per_radius, ny = (py + vy * time) * per_radius;
    wide force = wide_min(urgency(set, time) / approach * weight, set->max_force);
    wide share = wide_of(0.5f) * weight; // the other does the rest
    force = wide_min(force, share * approach * set->most);
    add_force(lanes, set, wide_select(meet, force * nx, zero), wide_select(meet, force * ny, zero));
    return touch;
}

// The others in the same slot of all lanes.
static void add_slot(force_lanes *lanes, power_lanes *set, wide step, const encounters *by, uint32_t slot,
                     touching *bodies) {
    wide_mask there = wide_int_less(wide_int_of((int32_t)slot), lanes->near.count);
    wide_mask touch = add_other(lanes, set, step, by, slot) & there & bodies->push;
    bodies->lanes = bodies->lanes | touch;
    bodies->slot[bodies->count] = slot;
    bodies->by[bodies->count] = touch;
    bodies->count += wide_any(touch) ? 1 : 0; // no branch: nobody could foresee it
}

static void add_others(force_lanes *lanes, const wend_view *now, power_lanes *set, touching *bodies, uint32_t groups) {
    encounters by[ABREAST];
    wide step = wide_of(now->step);
    uint32_t most = 0;
    for (uint32_t i = 0; i < groups; i++) {
        see_others(&lanes[i], now, &set[i], &by[i]);
        bodies[i].push = wide_less(wide_of(0.0f), set[i].stiffness);
        bodies[i].lanes = wide_first(0);
        bodies[i].count = 0;
        most = lanes[i].near.most > most ? lanes[i].near.most : most;
    }
    for (uint32_t slot = 0; slot < most; slot++)
        for (uint32_t i = 0; i < groups; i++)
            if (slot < lanes[i].near.most) add_slot(&lanes[i], &set[i], step, &by[i], slot, &bodies[i]);
}

static float inertia_of(const void *block, float step) {
    return 1.0f + step / ((const power_law_params *)block)->shared.relaxation;
}

// The lanes whose bodies are in a wall, or would be at the end of the step.
static wide_mask at_wall(const contacts *c, const force_plan *plan, wide step) {
    const wide zero = wide_of(0.0f);
    wide_mask in = wide_first(0);
    for (uint32_t i = c->others; i < c->count; i++) {
        wide deeper = -step * (c->nx[i] * plan->vx + c->ny[i] * plan->vy);
        in = in | (wide_less(zero, c->overlap[i] + wide_max(zero, deeper)) & wide_less(zero, c->borne[i]));
    }
    return in;
}

// The paper's agents have no bodies: nothing parts those whom a crowd has pressed into each other, or into a wall. So
// lanes that touch anything are pushed as in social-force-2000, for a unit of mass; the plan is their drive.
static void push_apart(const force_lanes *lanes, const wend_view *now, const power_lanes *set, const touching *bodies,
                       force_plan *plan) {
    const wide zero = wide_of(0.0f), step = wide_of(now->step);
    contact_law law = {zero, wide_of(1.0f), set->stiffness, zero};
    wide solid = solid_radii(now, &lanes->group);
    pushed me = {lanes->x,        lanes->y, lanes->vx,     lanes->vy, lanes->radius,
                 lanes->priority, solid,    plan->inertia, zero,      zero};
    me.drive_x = plan->inertia * (plan->vx - lanes->vx);
    me.drive_y = plan->inertia * (plan->vy - lanes->vy);
    contacts c;
    c.others = c.count = 0;
    for (uint32_t i = 0; i < bodies->count; i++) {
        const int32_t *row = lanes->near.row[bodies->slot[i]];
        contacts_add_other(&c, now, &lanes->group, &me, row, bodies->by[i],
                           contact_yield(now, &lanes->group, row, inertia_of));
    }
    contacts_add_walls(&c, now, &lanes->group, solid + step * lanes->max_speed);
    wide_mask touch = bodies->lanes | (at_wall(&c, plan, step) & bodies->push);
    if (!wide_any(touch)) return;
    wide vx, vy;
    contacts_settle(&c, &law, &me, step, &vx, &vy);
    plan->vx = wide_select(touch, vx, plan->vx);
    plan->vy = wide_select(touch, vy, plan->vy);
}

// The walls that the lanes run into with a velocity, which becomes what is left of it along them.
static void add_walls_ahead(force_lanes *lanes, const wend_view *now, const power_lanes *set,
                            const float reach[WI_LANES], wend_vec velocity[WI_LANES]) {
    float time[WI_LANES], approach[WI_LANES], x[WI_LANES] = {0}, y[WI_LANES] = {0};
    for (uint32_t lane = 0; lane < WI_LANES; lane++) {
        time[lane] = approach[lane] = 1.0f;
        wi_wall_hit hit;
        if (lane >= lanes->group.count ||
            !wi_wall_ahead(now, (uint32_t)lanes->group.row[lane], velocity[lane], reach[lane], &hit))
            continue;
        time[lane] = hit.time;
        approach[lane] = hit.approach;
        x[lane] = hit.normal.x;
        y[lane] = hit.normal.y;
        velocity[lane] = wi_add(velocity[lane], wi_scale(hit.approach, hit.normal));
    }
    wide speed = wide_load(approach), force = wide_min(urgency(set, wide_load(time)) / speed, set->max_force);
    force = wide_min(force, speed * set->most);
    lanes->force_x += force * wide_load(x);
    lanes->force_y += force * wide_load(y);
}

// The first wall on the way, and the first on the way along that one: in a corner both must hold.
static void add_walls(force_lanes *lanes, const wend_view *now, const power_lanes *set) {
    wide far = PARAM(lanes, obstacle_horizon) * lanes->max_speed + solid_radii(now, &lanes->group);
    if (!wide_near_walls(now, &lanes->group, wide_greatest(far))) return;
    float reach[WI_LANES];
    wend_vec velocity[WI_LANES];
    wide_store(reach, far);
    for (int lane = 0; lane < WI_LANES; lane++) velocity[lane] = wi_vec(set->vx[lane], set->vy[lane]);
    for (int look = 0; look < 2; look++) add_walls_ahead(lanes, now, set, reach, velocity);
}

// What is left to do once the others have been seen.
static void finish(force_lanes *lanes, const wend_view *now, const wend_next *next, const power_lanes *set,
                   const touching *bodies) {
    add_walls(lanes, now, set);
    force_plan plan;
    force_lanes_plan(lanes, now, &plan);
    if (wide_any(bodies->push)) push_apart(lanes, now, set, bodies, &plan);
    force_lanes_write(lanes, next, &plan, lanes->max_speed);
}

void WI_WIDE(wi_power_law_steer)(const wend_view *now, const wend_next *next, wend_rows rows) {
    for (uint32_t done = 0; done < rows.count;) {
        force_lanes lanes[ABREAST];
        power_lanes set[ABREAST];
        touching bodies[ABREAST];
        uint32_t groups = 0;
        for (; groups < ABREAST && done < rows.count; groups++) {
            done += force_lanes_form(&lanes[groups], now, rows.row + done, rows.count - done);
            read_power(&lanes[groups], now->step, &set[groups]);
        }
        add_others(lanes, now, set, bodies, groups);
        for (uint32_t i = 0; i < groups; i++) finish(&lanes[i], now, next, &set[i], &bodies[i]);
    }
}
