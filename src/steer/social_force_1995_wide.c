// Social forces for a lane-full of agents at a time: Helbing, Molnar, "Social force model for pedestrian dynamics".
#include "base/exp_wide.h"
#include "steer/meetings_wide.h"
#include "steer/wall_meeting.h"

#define NEAREST 1e-3f  // m: the gradient grows without bound at the ends of a stride; nearer than this it stays
#define STRAIGHT 1e-4f // rad: so near to the line of a stride the sideways force fades to nothing
#define WALL_POINTS 16
#define PURPOSE_FLUCTUATION 1995u

#define PARAM(lanes, name) lane_param(lanes, offsetof(social_force_1995_params, name))

typedef struct social_lanes {
    wide repulsion, per_range, stride_time;
    wide sight; // cosine of half the view angle, times the preferred speed
    wide behind;
    float angle, cosine; // see half_cosine
    bool rooms_differ;   // somebody may claim more or less room than its body takes
} social_lanes;

// What the repulsion by each other is made of, slot by slot.
typedef struct repulsions {
    wide nx[WEND_NEIGHBOURS_MAX], ny[WEND_NEIGHBOURS_MAX];   // away from it
    wide b[WEND_NEIGHBOURS_MAX], slope[WEND_NEIGHBOURS_MAX]; // see see_other
    wide seen[WEND_NEIGHBOURS_MAX];                          // share that counts, by sight
    wide weight[WEND_NEIGHBOURS_MAX];                        // as of force_other
} repulsions;

// Hardly ever do agents differ in it, so the last cosine is kept.
static float half_cosine(social_lanes *set, float angle) {
    if (set->angle != angle) {
        set->angle = angle;
        set->cosine = wend_cos(0.5f * angle);
    }
    return set->cosine;
}

static void read_social(const force_lanes *lanes, social_lanes *set) {
    wide angle = PARAM(lanes, view_angle), cosine = wide_of(half_cosine(set, angle[0]));
    for (int lane = 1; lane < WI_LANES && !lanes->same_block; lane++) cosine[lane] = half_cosine(set, angle[lane]);
    set->repulsion = PARAM(lanes, repulsion);
    set->per_range = wide_of(1.0f) / PARAM(lanes, range);
    set->stride_time = PARAM(lanes, stride_time);
    set->behind = PARAM(lanes, behind);
    wide p2 = lanes->preferred_x * lanes->preferred_x + lanes->preferred_y * lanes->preferred_y;
    set->sight = cosine * wide_sqrt(p2);
}

WI_INLINE wide length_of(wide x, wide y) { return wide_max(wide_sqrt(x * x + y * y), wide_of(NEAREST)); }

// The potential is V0 exp(-b / sigma) with b the smaller half-axis of the ellipse through the agent whose foci are the
// other's place now and after its stride. With r and q the vectors from the foci to the agent and m = r|q| + q|r|, which
// halves the angle between them,
//
//     b = |m| / (2 sqrt(|r||q|)),   grad b = m/|m| (|r| + |q|) / (2 sqrt(|r||q|)).
WI_INLINE void see_other(const force_lanes *lanes, const social_lanes *set, const force_other *other, uint32_t slot,
                         repulsions *by) {
    const wide one = wide_of(1.0f), half = wide_of(0.5f);
    wide qx = other->px - set->stride_time * other->vx, qy = other->py - set->stride_time * other->vy;
    wide r = length_of(other->px, other->py), q = length_of(qx, qy), rq = r * q;
    wide nx = other->px * q + qx * r, ny = other->py * q + qy * r, m = wide_sqrt(nx * nx + ny * ny);
    wide per_m = one / wide_max(m, wide_of(STRAIGHT) * rq), per_axis = half / wide_sqrt(rq);
    nx *= per_m;
    ny *= per_m;
    wide towards = -(nx * lanes->preferred_x + ny * lanes->preferred_y);
    by->nx[slot] = nx;
    by->ny[slot] = ny;
    by->b[slot] = m * per_axis;
    by->slope[slot] = (r + q) * per_axis;
    by->seen[slot] = wide_select(wide_less(towards, set->sight), set->behind, one);
    by->weight[slot] = other->weight;
}

// The model knows no radii, but people keep their distance from the room that others claim, and from their own: what both
// go beyond the bodies, with personal space, or stay behind them, in pushing, shifts the potential.
static void mind_rooms(const force_lanes *lanes, const wend_view *now, const force_other *other, uint32_t slot,
                       repulsions *by) {
    float bodies[WI_LANES];
    for (int lane = 0; lane < WI_LANES; lane++)
        bodies[lane] = now->form[lanes->group.row[lane]].radius + now->form[lanes->near.row[slot][lane]].radius;
    by->b[slot] = wide_max(by->b[slot] - (other->radius - wide_load(bodies)), wide_of(0.0f));
}

// Seen one by one and then added up: in a loop of their own the exponentials of many overlap, and each takes long.
static void add_others(force_lanes *lanes, const wend_view *now, const social_lanes *set) {
    repulsions by;
    meetings list;
    list.count = 0;
    for (uint32_t slot = 0; slot < lanes->near.most; slot++) {
        force_other other = force_other_read(lanes, now, slot);
        note_meeting(lanes, slot, &other);
        see_other(lanes, set, &other, slot, &by);
        if (set->rooms_differ) mind_rooms(lanes, now, &other, slot, &by);
        note_in_way(&list, lanes, slot, &other);
    }
    let_each_go_first(&list, lanes, now, by.weight);
    for (uint32_t slot = 0; slot < lanes->near.most; slot++) {
        wide falls = wide_exp(-by.b[slot] * set->per_range);
        wide force = set->repulsion * set->per_range * falls * by.slope[slot];
        force *= by.seen[slot] * by.weight[slot];
        lanes->force_x += force * by.nx[slot];
        lanes->force_y += force * by.ny[slot];
    }
}

// U0 exp(-d / R) for every nearest point of a wall.
static wend_vec wall_force(const wend_view *now, uint32_t row, const social_force_1995_params *p) {
    wend_vec point[WALL_POINTS], at = wi_vec(now->x[row], now->y[row]), force = {0.0f, 0.0f};
    uint32_t count = wi_wall_points(now, row, 20.0f * p->wall_range, WALL_POINTS, point);
    for (uint32_t i = 0; i < count; i++) {
        wend_vec away = wi_sub(at, point[i]);
        float size = p->wall_repulsion / p->wall_range * wend_exp(-wi_length(away) / p->wall_range);
        force = wi_add(force, wi_scale(size, wi_unit(away, wi_vec(0.0f, 0.0f))));
    }
    if (p->wall_braking == 1.0f) return force;
    return wi_add(force, wi_scale(1.0f - p->wall_braking, wi_wall_braking(now, row, force)));
}

// White noise: over a second it changes each part of the velocity by `fluctuation`, whatever the step.
static wend_vec noise(const wend_view *now, uint32_t row, float fluctuation) {
    wend_vec draw;
    draw.x = wend_random(now->seed, now->role[row].stream, now->tick, PURPOSE_FLUCTUATION, 0) - 0.5f;
    draw.y = wend_random(now->seed, now->role[row].stream, now->tick, PURPOSE_FLUCTUATION, 1) - 0.5f;
    const float unit_variance = 3.4641016f; // of numbers spread evenly over a range of 1
    return wi_scale(fluctuation * unit_variance / wi_sqrt(now->step), draw);
}

static void add_singly(force_lanes *lanes, const wend_view *now) {
    bool walls = wide_near_walls(now, &lanes->group, 20.0f * wide_greatest(PARAM(lanes, wall_range)));
    if (!walls && !wide_any(wide_less(wide_of(0.0f), PARAM(lanes, fluctuation)))) return;
    float x[WI_LANES] = {0}, y[WI_LANES] = {0};
    for (uint32_t lane = 0; lane < lanes->group.count; lane++) {
        const social_force_1995_params *p = (const void *)lane_block(lanes, lane);
        uint32_t row = (uint32_t)lanes->group.row[lane];
        wend_vec force = {0.0f, 0.0f};
        if (walls) force = wall_force(now, row, p);
        if (p->fluctuation > 0.0f) force = wi_add(force, noise(now, row, p->fluctuation));
        x[lane] = force.x;
        y[lane] = force.y;
    }
    lanes->force_x += wide_load(x);
    lanes->force_y += wide_load(y);
}

static bool rooms_may_differ(const wend_view *now) {
    return (now->senses->habits & (WI_HABIT_SPACE | WI_HABIT_PATIENCE)) != 0 || now->mood != NULL;
}

// Of some lanes those who have been at the point that is their goal.
static wide_mask share_points(const force_lanes *lanes, const wend_view *now, wide_mask some) {
    uint32_t bits = 0;
    for (uint32_t left = wide_mask_bits(some & have_arrived(now, &lanes->group)); left != 0; left &= left - 1) {
        wend_vec half = now->goal[lanes->group.row[__builtin_ctz(left)]].half;
        if (half.x == 0.0f && half.y == 0.0f) bits |= left & -left;
    }
    return wide_mask_of_bits(bits);
}

// A stride pushes those before it more than those behind. So agents round a point, each pressing towards it and kept off by
// the others, would drive each other on in a circle for ever, were it not that those who have arrived do not keep up what
// velocity they have across the last of their way.
static void stop_circling(const force_lanes *lanes, const wend_view *now, force_plan *plan) {
    wide_mask last = wide_less(wide_of(0.0f), plan->slowing);
    if (wide_any(last)) last = share_points(lanes, now, last);
    if (!wide_any(last)) return;
    wide p2 =
        wide_max(lanes->preferred_x * lanes->preferred_x + lanes->preferred_y * lanes->preferred_y, wide_of(1e-12f));
    wide across = (lanes->preferred_x * lanes->vy - lanes->preferred_y * lanes->vx) / (p2 * plan->inertia);
    plan->vx = wide_select(last, plan->vx + across * lanes->preferred_y, plan->vx);
    plan->vy = wide_select(last, plan->vy - across * lanes->preferred_x, plan->vy);
}

void WI_WIDE(wi_social_force_1995_steer)(const wend_view *now, const wend_next *next, wend_rows rows) {
    social_lanes set = {.angle = 0.0f, .cosine = 1.0f, .rooms_differ = rooms_may_differ(now)};
    for (uint32_t done = 0; done < rows.count;) {
        force_lanes lanes;
        done += force_lanes_form(&lanes, now, rows.row + done, rows.count - done);
        read_social(&lanes, &set);
        add_others(&lanes, now, &set);
        add_singly(&lanes, now);
        wide max_speed = wide_min(PARAM(&lanes, speed_limit) * lanes.preferred_speed, lanes.max_speed);
        force_plan plan;
        force_lanes_plan(&lanes, now, &plan);
        stop_circling(&lanes, now, &plan);
        force_lanes_write(&lanes, next, &plan, max_speed);
    }
}
