// The forces for a lane-full of agents at a time: what drives them, and who pushes them.
#include "steer/social_force_2000.h"

#include "route/stop.h"
#include "steer/contact_wide.h"
#include "steer/own_way_wide.h"
#include "steer/precedence_wide.h"

#define HELD_SHARE 0.1f // of the drive: one whose push takes this much stands in the way
#define SQUEEZE 0.1f    // of the repulsion is left where walls are too near for passing others who come
#define PASSING 6.7f    // ranges of the repulsion: in three gaps of so much together it is as strong as the drive
#define BESIDE 0.7f     // of the normal of a wall points across the way, or it is not beside one

// The parameters of each lane, in the order of the block.
typedef struct lane_params {
    wide relaxation_time, mass;
    contact_law law;
    wide neighbour_distance, max_neighbours;
    wide side_bias, step_aside, give_ground;
    wide wall_braking;
} lane_params;

_Static_assert(sizeof(lane_params) == WI_LANES * sizeof(social_force_2000_params), "one lane for each parameter");

typedef struct self {
    pushed body;
    wide preferred_x, preferred_y;
    wide max_speed;
    wide pull; // mass step / relaxation time, kg
    wide_count stream;
} self;

static void read_params(const wend_view *now, const wide_group *group, lane_params *set) {
    enum { COUNT = sizeof(social_force_2000_params) / sizeof(float) };
    wide *to = (wide *)(void *)set;
    const float *block[WI_LANES];
    bool same = true;
    for (int lane = 0; lane < WI_LANES; lane++) {
        block[lane] = wi_view_block(now, now->role[group->row[lane]].params);
        same = same && block[lane] == block[0];
    }
    for (int i = 0; i < COUNT; i++) {
        to[i] = wide_of(block[0][i]);
        for (int lane = 1; lane < WI_LANES && !same; lane++) to[i][lane] = block[lane][i];
    }
}

// How far from where they stop, at a goal or a red light, the agents will be, from 1 where they walk at full speed to almost
// 0. The preferred speed falls in time for one who follows at once; who comes near must follow ever more quickly, or it would
// go past its goal and come back, or over the line.
static wide way_left(const wend_view *now, const wide_group *group) {
    float left[WI_LANES];
    for (int lane = 0; lane < WI_LANES; lane++) {
        int32_t row = group->row[lane];
        wend_goal goal = now->goal[row];
        wend_vec to = wi_sub(goal.at, wi_vec(now->x[row], now->y[row]));
        to = wi_sub(to, wi_vec(wi_clamp(to.x, -goal.half.x, goal.half.x), wi_clamp(to.y, -goal.half.y, goal.half.y)));
        float braking = now->pace[row].preferred_speed * wi_max(now->step, WI_STOPPING_TIME);
        float way = wi_min(wi_length(to), wi_way_to_red_light(now, (uint32_t)row));
        float after = way - now->step * wi_length(now->motion[row].velocity);
        left[lane] = braking > 0.0f ? wi_clamp(after / braking, 0.01f, 1.0f) : 1.0f;
    }
    return wide_load(left);
}

static void read_self(const wend_view *now, const wide_group *group, const lane_params *set, self *me) {
    wide field[8];
    wide_read_records((const float(*)[8])(const void *)now->body, group->row, field);
    me->body.x = field[0], me->body.y = field[1], me->body.vx = field[2], me->body.vy = field[3];
    me->body.radius = field[4], me->body.priority = field[5], me->preferred_x = field[6], me->preferred_y = field[7];
    me->body.solid = solid_radii(now, group);
    float speed[WI_LANES];
    int32_t stream[WI_LANES];
    for (int lane = 0; lane < WI_LANES; lane++) {
        speed[lane] = now->pace[group->row[lane]].max_speed;
        stream[lane] = (int32_t)now->role[group->row[lane]].stream;
    }
    me->max_speed = wide_load(speed);
    me->stream = (wide_count)wide_int_load(stream);
    me->pull = set->mass * wide_of(now->step) / (set->relaxation_time * way_left(now, group));
    me->body.inertia = set->mass + me->pull;
}

static float inertia_of(const void *block, float step) {
    const social_force_2000_params *p = block;
    return p->mass * (1.0f + step / p->relaxation_time);
}

static void add_others(const wend_view *now, const wide_group *group, const self *me, const wide_neighbours *near,
                       contacts *c) {
    c->others = c->count = 0;
    for (uint32_t i = 0; i < near->most; i++) {
        wide_mask there = wide_int_less(wide_int_of((int32_t)i), near->count);
        contacts_add_other(c, now, group, &me->body, near->row[i], there,
                           contact_yield(now, group, near->row[i], inertia_of));
    }
}

// The lanes before whom another agent stands: its push takes a good part of the drive.
static wide_mask blocked(const lane_params *set, const self *me, const contacts *c) {
    wide_mask found = wide_less(wide_of(1.0f), wide_of(0.0f));
    wide p2 = me->preferred_x * me->preferred_x + me->preferred_y * me->preferred_y;
    wide drive = wide_of(HELD_SHARE) * set->mass / set->relaxation_time * p2;
    for (uint32_t i = 0; i < c->others; i++) {
        wide growth, against = -(c->nx[i] * me->preferred_x + c->ny[i] * me->preferred_y);
        found = found | wide_less(drive, contact_push(&set->law, c, i, c->overlap[i], &growth) * against);
    }
    return found;
}

// Of some lanes those to whom others come close, whose way turned round is at an angle of less than this cosine, squared, to
// theirs.
static wide_mask meet_others(const wend_view *now, const wide_neighbours *near, const self *me, wide_mask lanes,
                             float opposed2) {
    const pushed *body = &me->body;
    wide enough = wide_of(opposed2) * (me->preferred_x * me->preferred_x + me->preferred_y * me->preferred_y);
    wide_mask left = lanes;
    for (uint32_t slot = 0; slot < near->most && wide_any(left); slot++) {
        wide field[8];
        wide_read_records((const float(*)[8])(const void *)now->body, near->row[slot], field);
        wide_mask there = wide_int_less(wide_int_of((int32_t)slot), near->count);
        wide along = me->preferred_x * field[6] + me->preferred_y * field[7];
        wide_mask opposed = wide_less(enough * (field[6] * field[6] + field[7] * field[7]), along * along);
        wide_mask against = wide_less(along, wide_of(0.0f)) & opposed;
        left = wide_and_not(left, comes_close(body->x - field[0], body->y - field[1], body->radius + field[4],
                                              STEP_ASIDE_REACH, me->preferred_x, me->preferred_y, there & against));
    }
    return wide_and_not(lanes, left);
}

// Lanes that others who come hold up.
typedef struct met {
    wide_mask straight; // others come straight towards them
    wide_mask anyhow;   // or at any angle to who stands
} met;

static met held_up_by_others(const wend_view *now, const wide_group *group, const lane_params *set,
                             const wide_neighbours *near, const self *me) {
    const wide vx = me->body.vx, vy = me->body.vy, x = me->preferred_x, y = me->preferred_y;
    wide_mask slow = may_step_aside(now, group, set->step_aside, vx, vy, x, y);
    wide_mask straight = meet_others(now, near, me, slow, STEP_ASIDE_OPPOSED2);
    wide_mask stand = wide_and_not(slow & are_held_up(vx, vy, x, y), straight);
    return (met){straight, straight | meet_others(now, near, me, stand, 0.0f)};
}

// Those of them that step aside just now.
static wide_mask give_way(const wend_view *now, const wide_group *group, wide_mask held) {
    if (!wide_any(held)) return held;
    return held & wide_less(precedence_ranks(now, group->row, held), wide_of(STEP_ASIDE_RANK));
}

// The lanes that walls on both sides leave too little room beside another of their size, less than the drive can win.
static wide_mask between_walls(const lane_params *set, const self *me, const contacts *c) {
    const wide far = wide_of(1e6f);
    wide left = far, right = far;
    wide p2 = me->preferred_x * me->preferred_x + me->preferred_y * me->preferred_y;
    wide beside = wide_of(BESIDE) * wide_sqrt(p2);
    for (uint32_t i = c->others; i < c->count; i++) {
        wide across = c->ny[i] * me->preferred_x - c->nx[i] * me->preferred_y; // > 0: from the right
        wide gap = wide_select(wide_less(wide_of(0.0f), c->felt[i]), -c->overlap[i], far);
        left = wide_min(left, wide_select(wide_less(across, -beside), gap, far));
        right = wide_min(right, wide_select(wide_less(beside, across), gap, far));
    }
    return wide_less(left + right, me->body.radius + me->body.radius + wide_of(PASSING) * set->law.repulsion_range);
}

// Who is held up by others that come head-on, where it is narrow, lets them and the walls come nearer, to contact if need
// be. In a crowd before a door, which comes from both sides, it would only press harder.
static void squeeze(lane_params *set, const self *me, const contacts *c, wide_mask held) {
    if (!wide_any(held) || c->count == c->others) return;
    wide_mask narrow = held & between_walls(set, me, c);
    set->law.repulsion = wide_select(narrow, wide_of(SQUEEZE) * set->law.repulsion, set->law.repulsion);
}

static void set_drive(const wend_view *now, const wide_group *group, const lane_params *set, const contacts *c,
                      const wide_neighbours *near, wide_mask held, self *me) {
    own_way way = {
        group,           me->stream,     wide_of(0.5f) * set->side_bias, set->give_ground, me->body.vx, me->body.vy,
        me->preferred_x, me->preferred_y};
    wide x, y;
    step_aside(&way, give_way(now, group, held), set->step_aside);
    keep_aside(&way, wide_int_less(wide_int_of(0), near->count), now->seed, &x, &y);
    wide_count count = {0};
    wide_mask lanes = may_give_ground(&way, now, &count);
    if (wide_any(lanes)) lanes = lanes & blocked(set, me, c);
    if (wide_any(lanes)) step_back(&way, now->seed, count, lanes, &x, &y);
    me->body.drive_x = me->pull * (x - me->body.vx);
    me->body.drive_y = me->pull * (y - me->body.vy);
}

// Walls that an agent would pass do not take off its drive.
static void pass_walls(const wend_view *now, const wide_group *group, const lane_params *set, const contacts *c,
                       self *me) {
    if (c->count == c->others) return;
    wide fx = wide_of(0.0f), fy = wide_of(0.0f), growth;
    for (uint32_t i = c->others; i < c->count; i++) {
        wide force = contact_push(&set->law, c, i, c->overlap[i], &growth);
        fx += force * c->nx[i];
        fy += force * c->ny[i];
    }
    for (uint32_t lane = 0; lane < group->count; lane++) {
        float share = now->step * (1.0f - set->wall_braking[lane]);
        if (!(share > 0.0f)) continue;
        wend_vec braking = wi_wall_braking(now, (uint32_t)group->row[lane], wi_vec(fx[lane], fy[lane]));
        me->body.drive_x[lane] += share * braking.x;
        me->body.drive_y[lane] += share * braking.y;
    }
}

static void write_velocities(const wide_group *group, const self *me, wide x, wide y, const wend_next *next) {
    wide speed = wide_sqrt(x * x + y * y);
    wide_mask fast = wide_less(me->max_speed, speed);
    wide scale = wide_select(fast, me->max_speed / wide_select(fast, speed, wide_of(1.0f)), wide_of(1.0f));
    float lane_x[WI_LANES], lane_y[WI_LANES];
    wide_store(lane_x, scale * x);
    wide_store(lane_y, scale * y);
    for (uint32_t lane = 0; lane < group->count; lane++)
        next->motion[group->row[lane]].velocity = wi_vec(lane_x[lane], lane_y[lane]);
}

static wide_int whole_numbers(wide a) {
    wide_int whole;
    for (int lane = 0; lane < WI_LANES; lane++) whole[lane] = (int32_t)(a[lane] + 0.5f);
    return whole;
}

void WI_WIDE(wi_social_force_2000_steer)(const wend_view *now, const wend_next *next, wend_rows rows) {
    for (uint32_t done = 0; done < rows.count;) {
        wide_group group;
        lane_params set;
        self me;
        wide_neighbours near;
        contacts c;
        wide x, y;
        done += wide_group_form(&group, now, rows.row + done, rows.count - done);
        read_params(now, &group, &set);
        read_self(now, &group, &set, &me);
        wide_near(now, &group, set.neighbour_distance, whole_numbers(set.max_neighbours), &near);
        add_others(now, &group, &me, &near, &c);
        contacts_add_walls(&c, now, &group, set.neighbour_distance + me.body.solid);
        met by = held_up_by_others(now, &group, &set, &near, &me);
        set_drive(now, &group, &set, &c, &near, by.anyhow, &me);
        squeeze(&set, &me, &c, by.straight);
        pass_walls(now, &group, &set, &c, &me);
        contacts_settle(&c, &set.law, &me.body, wide_of(now->step), &x, &y);
        write_velocities(&group, &me, x, y, next);
    }
}
