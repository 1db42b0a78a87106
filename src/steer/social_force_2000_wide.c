// The forces for a lane-full of agents at a time. Bodies in contact are stiff: a pair rings at about 55 /s and friction
// decays at several hundred, so forces at the start of a step of 0.1 s would throw them apart. Instead an agent looks
// for the change u of its velocity that agrees with the forces at the end of the step (implicit Euler):
//
//     mass u = step * (drive at v + u, and forces at overlap - step * parting speed at the end)
//
// Nobody knows what the others will do, but forces come in pairs: if only these two met, the other's velocity would
// change by -mass/other's mass times the agent's own change. Counting on that, each agent has two unknowns, and a pair
// keeps its momentum. In a crowd it errs on the safe side: the stiffness that the agents reckon with adds up to at least
// that of the crowd, whoever touches whom, and where forces are in balance nobody moves, at any step
// (docs/decisions/contact.md).
#include "steer/social_force_2000.h"

#include "base/exp_wide.h"
#include "sense/near_wide.h"
#include "sense/senses.h"
#include "steer/own_way_wide.h"
#include "steer/wall_meeting.h"

#define STEEPEST 2.0f // ranges of overlap beyond which repulsion grows along its tangent; nobody is that deep for long
#define ROUNDS 8      // of Newton's method, at most; three are usual
#define SETTLED 1e-4f // m/s: a change below this ends it
#define BRAKING_TIME 0.5f // s before the goal in which the route slows down
#define HELD_SHARE 0.1f   // of the drive: one whose push takes this much stands in the way
#define SQUEEZED 0.5f     // of the radius: as far as a wall may press into a body
#define WALL_POINTS 8
#define CONTACTS_MAX (WEND_NEIGHBOURS_MAX + WALL_POINTS)

// The parameters of each lane, in the order of the block.
typedef struct lane_params {
    wide relaxation_time, mass;
    wide repulsion, repulsion_range;
    wide body_stiffness, sliding_friction;
    wide neighbour_distance, max_neighbours;
    wide side_bias, give_ground;
    wide wall_braking;
} lane_params;

_Static_assert(sizeof(lane_params) == WI_LANES * sizeof(social_force_2000_params), "one lane for each parameter");

typedef struct self {
    wide x, y, vx, vy, radius, priority, preferred_x, preferred_y;
    wide max_speed;
    wide inertia;          // what a change of velocity costs, drive and all, kg
    wide pull;             // mass step / relaxation time, kg
    wide drive_x, drive_y; // impulse of the drive at the present velocity, kg m/s
    wide_count stream;
} self;

// What pushes the agents.
typedef struct contacts {
    wide nx[CONTACTS_MAX], ny[CONTACTS_MAX];           // unit vector from the other to the agent
    wide overlap[CONTACTS_MAX];                        // m at the start of the step; below 0 a gap
    wide parting[CONTACTS_MAX], sliding[CONTACTS_MAX]; // m/s along n and to the left of it, at the start
    wide answer[CONTACTS_MAX]; // change of the relative velocity for a change of the agent's own: 1 for a wall
    wide felt[CONTACTS_MAX];   // share of the repulsion that counts, 0 to 1
    wide borne[CONTACTS_MAX];  // 1 where body forces count, else 0: bodies that touch are equals
    wide push_at[CONTACTS_MAX], slide_at[CONTACTS_MAX]; // share of the step at which the forces are taken, 1: its end
    wide friction[CONTACTS_MAX];                        // kg/s
    uint32_t others, count;                             // others come first, then walls
} contacts;

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

// How far from their goals the agents will be, from 1 where they walk at full speed to almost 0. The route brakes in time for
// one who follows at once; who comes near must follow ever more quickly, or it would go past its goal and come back.
static wide way_left(const wend_view *now, const wide_group *group) {
    float left[WI_LANES];
    for (int lane = 0; lane < WI_LANES; lane++) {
        int32_t row = group->row[lane];
        wend_goal goal = now->goal[row];
        wend_vec to = wi_sub(goal.at, wi_vec(now->x[row], now->y[row]));
        to = wi_sub(to, wi_vec(wi_clamp(to.x, -goal.half.x, goal.half.x), wi_clamp(to.y, -goal.half.y, goal.half.y)));
        float braking = now->pace[row].preferred_speed * wi_max(now->step, BRAKING_TIME);
        float after = wi_length(to) - now->step * wi_length(now->motion[row].velocity);
        left[lane] = braking > 0.0f ? wi_clamp(after / braking, 0.01f, 1.0f) : 1.0f;
    }
    return wide_load(left);
}

static void read_self(const wend_view *now, const wide_group *group, const lane_params *set, self *me) {
    wide field[8];
    wide_read_records((const float(*)[8])(const void *)now->body, group->row, field);
    me->x = field[0], me->y = field[1], me->vx = field[2], me->vy = field[3];
    me->radius = field[4], me->priority = field[5], me->preferred_x = field[6], me->preferred_y = field[7];
    float speed[WI_LANES];
    int32_t stream[WI_LANES];
    for (int lane = 0; lane < WI_LANES; lane++) {
        speed[lane] = now->pace[group->row[lane]].max_speed;
        stream[lane] = (int32_t)now->role[group->row[lane]].stream;
    }
    me->max_speed = wide_load(speed);
    me->stream = (wide_count)wide_int_load(stream);
    me->pull = set->mass * wide_of(now->step) / (set->relaxation_time * way_left(now, group));
    me->inertia = set->mass + me->pull;
}

// What a push does to the others, 1/inertia, or 0 for those of other models, who do not feel it.
static wide others_yield(const wend_view *now, const wide_group *group, const int32_t row[WI_LANES]) {
    const wi_profile *profiles = now->senses->scene->profiles;
    uint32_t model = profiles[now->role[group->row[0]].profile].model;
    float yield[WI_LANES];
    for (int lane = 0; lane < WI_LANES; lane++) {
        const wend_role *role = &now->role[row[lane]];
        bool answers = profiles[role->profile].model == model && (role->flags & WEND_FLAG_DRIVEN) == 0;
        const social_force_2000_params *p = answers ? wi_view_block(now, role->params) : NULL;
        yield[lane] = p ? 1.0f / (p->mass * (1.0f + now->step / p->relaxation_time)) : 0.0f;
    }
    return wide_load(yield);
}

// The way from the others to the agents; along x, one to each side, for those in exactly the same place.
WI_INLINE void set_normal(contacts *c, uint32_t i, wide dx, wide dy, wide d, wide_mask first) {
    const wide one = wide_of(1.0f), zero = wide_of(0.0f);
    wide_mask apart = wide_less(wide_of(1e-9f), d);
    wide side = wide_select(first, -one, one), safe = wide_select(apart, d, one);
    c->nx[i] = wide_select(apart, dx / safe, side);
    c->ny[i] = wide_select(apart, dy / safe, zero);
}

// Of two with different priorities the higher one feels less of the repulsion, down to nothing; what bodies that touch do
// to each other both bear, but for firm ones. Returns the other's share.
WI_INLINE wide share_by_priority(wide priority, wide other, wide_mask there, contacts *c, uint32_t i) {
    const wide zero = wide_of(0.0f), one = wide_of(1.0f), firm = wide_of(WEND_PRIORITY_FIRM);
    wide lower = other - priority;
    wide_mask goes_on = wide_less_equal(firm, priority) & wide_less(lower, zero);
    wide_mask stays = wide_less_equal(firm, other) & wide_less(zero, lower);
    wide_mask both = wide_and_not(wide_less(zero, c->overlap[i]), stays);
    c->felt[i] = wide_select(there, wide_clamp(one + lower, zero, one), zero);
    c->borne[i] = wide_select(wide_and_not(there, goes_on), one, zero);
    return wide_select(both, one, wide_clamp(one - lower, zero, one));
}

static void add_others(const wend_view *now, const wide_group *group, const self *me, const wide_neighbours *near,
                       contacts *c) {
    const wide one = wide_of(1.0f);
    for (uint32_t i = 0; i < near->most; i++) {
        const int32_t *row = near->row[i];
        wide field[8];
        wide_read_records((const float(*)[8])(const void *)now->body, row, field);
        wide dx = me->x - field[0], dy = me->y - field[1], d = wide_sqrt(dx * dx + dy * dy);
        set_normal(c, i, dx, dy, d, wide_int_less(group->rows, wide_int_load(row)));
        c->overlap[i] = me->radius + field[4] - d;
        wide wx = me->vx - field[2], wy = me->vy - field[3];
        c->parting[i] = wx * c->nx[i] + wy * c->ny[i];
        c->sliding[i] = wy * c->nx[i] - wx * c->ny[i];
        wide_mask there = wide_int_less(wide_int_of((int32_t)i), near->count);
        wide theirs = share_by_priority(me->priority, field[5], there, c, i);
        c->answer[i] = one + me->inertia * others_yield(now, group, row) * theirs;
    }
    c->others = c->count = near->most;
}

static void clear_contact(contacts *c, uint32_t i) {
    c->nx[i] = wide_of(1.0f);
    c->answer[i] = wide_of(1.0f);
    c->ny[i] = c->overlap[i] = c->parting[i] = c->sliding[i] = c->felt[i] = c->borne[i] = wide_of(0.0f);
}

static void add_lane_walls(const wend_view *now, uint32_t row, int lane, float distance, contacts *c) {
    wend_vec point[WALL_POINTS], at = wi_vec(now->x[row], now->y[row]), v = now->motion[row].velocity;
    uint32_t count = wi_wall_points(now, row, distance, WALL_POINTS, point);
    while (c->count < c->others + count) clear_contact(c, c->count++);
    for (uint32_t i = 0; i < count; i++) {
        wend_vec away = wi_sub(at, point[i]), normal = wi_unit(away, wi_vec(1.0f, 0.0f));
        uint32_t slot = c->others + i;
        c->nx[slot][lane] = normal.x;
        c->ny[slot][lane] = normal.y;
        c->overlap[slot][lane] = now->body[row].radius - wi_length(away);
        c->parting[slot][lane] = wi_dot(v, normal);
        c->sliding[slot][lane] = wi_det(normal, v);
        c->felt[slot][lane] = c->borne[slot][lane] = 1.0f;
    }
}

static void add_walls(const wend_view *now, const wide_group *group, const lane_params *set, const self *me,
                      contacts *c) {
    const wi_walls *walls = now->senses->walls;
    wide distance = set->neighbour_distance + me->radius;
    float reach = wide_greatest(distance);
    wend_vec margin = wi_vec(reach, reach);
    if (walls->wall_count == 0 ||
        wi_walls_in_box(walls, group->level, wi_sub(group->min, margin), wi_add(group->max, margin), 0, NULL) == 0)
        return;
    for (uint32_t lane = 0; lane < group->count; lane++)
        add_lane_walls(now, (uint32_t)group->row[lane], (int)lane, distance[lane], c);
}

// The normal force of a contact at an overlap, and how fast it grows with it.
WI_INLINE wide push(const lane_params *set, const contacts *c, uint32_t i, wide overlap, wide *growth) {
    const wide zero = wide_of(0.0f);
    wide ranges = overlap / set->repulsion_range, at = wide_min(ranges, wide_of(STEEPEST));
    wide repulsion = c->felt[i] * (set->repulsion * wide_exp(at)), stiffness = c->borne[i] * set->body_stiffness;
    *growth = repulsion / set->repulsion_range + wide_select(wide_less(zero, overlap), stiffness, zero);
    return repulsion * (wide_of(1.0f) + (ranges - at)) + stiffness * wide_max(overlap, zero);
}

// The lanes before whom another agent stands: its push takes a good part of the drive.
static wide_mask blocked(const lane_params *set, const self *me, const contacts *c) {
    wide_mask found = wide_less(wide_of(1.0f), wide_of(0.0f));
    wide p2 = me->preferred_x * me->preferred_x + me->preferred_y * me->preferred_y;
    wide drive = wide_of(HELD_SHARE) * set->mass / set->relaxation_time * p2;
    for (uint32_t i = 0; i < c->others; i++) {
        wide growth, against = -(c->nx[i] * me->preferred_x + c->ny[i] * me->preferred_y);
        found = found | wide_less(drive, push(set, c, i, c->overlap[i], &growth) * against);
    }
    return found;
}

static void set_drive(const wend_view *now, const lane_params *set, const contacts *c, wide_int neighbours, self *me) {
    own_way way = {me->stream,     wide_of(0.5f) * set->side_bias, set->give_ground, me->vx, me->vy, me->preferred_x,
                   me->preferred_y};
    wide x, y;
    keep_aside(&way, wide_int_less(wide_int_of(0), neighbours), now->seed, &x, &y);
    wide_count count = {0};
    wide_mask lanes = may_give_ground(&way, now, &count);
    if (wide_any(lanes)) lanes = lanes & blocked(set, me, c);
    if (wide_any(lanes)) step_back(&way, now->seed, count, lanes, &x, &y);
    me->drive_x = me->pull * (x - me->vx);
    me->drive_y = me->pull * (y - me->vy);
}

// Walls that an agent would pass do not take off its drive.
static void pass_walls(const wend_view *now, const wide_group *group, const lane_params *set, const contacts *c,
                       self *me) {
    if (c->count == c->others) return;
    wide fx = wide_of(0.0f), fy = wide_of(0.0f), growth;
    for (uint32_t i = c->others; i < c->count; i++) {
        wide force = push(set, c, i, c->overlap[i], &growth);
        fx += force * c->nx[i];
        fy += force * c->ny[i];
    }
    for (uint32_t lane = 0; lane < group->count; lane++) {
        float share = now->step * (1.0f - set->wall_braking[lane]);
        if (!(share > 0.0f)) continue;
        wend_vec braking = wi_wall_braking(now, (uint32_t)group->row[lane], wi_vec(fx[lane], fy[lane]));
        me->drive_x[lane] += share * braking.x;
        me->drive_y[lane] += share * braking.y;
    }
}

// How late in the step each force is taken. At the end it damps, which stiff contacts need; early it keeps the energy of
// a collision, as the symplectic method of Euler does. Stiffness times step squared per mass is the measure: from 1 on,
// the end.
static void choose_times(const lane_params *set, const self *me, wide step, contacts *c) {
    const wide half = wide_of(0.5f), one = wide_of(1.0f), zero = wide_of(0.0f);
    for (uint32_t i = 0; i < c->count; i++) {
        wide growth, weight = c->answer[i] * step / me->inertia;
        (void)push(set, c, i, wide_max(c->overlap[i], c->overlap[i] - step * c->parting[i]), &growth);
        c->push_at[i] = wide_min(weight * step * wide_max(growth, set->body_stiffness), one);
        // Friction takes the overlap at the start: so it is linear, and cannot flicker with the contact.
        c->friction[i] = c->borne[i] * set->sliding_friction * wide_max(c->overlap[i], zero);
        c->slide_at[i] = wide_min(half + half * weight * c->friction[i], one);
    }
}

// A symmetric linear system for the change of velocity.
typedef struct balance {
    wide xx, xy, yy;
    wide rest_x, rest_y; // what is still unbalanced, kg m/s
} balance;

// The impulse of one contact in the step, if the agent's velocity changes by (ux, uy), and how it grows.
WI_INLINE void add_contact(const lane_params *set, const contacts *c, uint32_t i, wide step, wide ux, wide uy,
                           balance *b) {
    wide nx = c->nx[i], ny = c->ny[i], answer = c->answer[i], until = step * c->push_at[i];
    wide parting = c->parting[i] + answer * (nx * ux + ny * uy);
    wide sliding = c->sliding[i] + c->slide_at[i] * answer * (nx * uy - ny * ux);
    wide growth, normal = step * push(set, c, i, c->overlap[i] - until * parting, &growth);
    wide friction = step * c->friction[i];
    wide along = answer * step * until * growth, across = answer * friction * c->slide_at[i];
    b->rest_x += normal * nx + friction * sliding * ny;
    b->rest_y += normal * ny - friction * sliding * nx;
    b->xx += along * nx * nx + across * ny * ny;
    b->xy += (along - across) * nx * ny;
    b->yy += along * ny * ny + across * nx * nx;
}

// Newton's method. Forces only grow with overlap, so the matrix is always positive; a lane that has settled stays.
static void settle(const lane_params *set, const self *me, const contacts *c, wide step, wide *x, wide *y) {
    const wide zero = wide_of(0.0f);
    wide ux = zero, uy = zero;
    wide_mask moving = wide_less(zero, wide_of(1.0f));
    for (int round = 0; round < ROUNDS && wide_any(moving); round++) {
        balance b = {me->inertia, zero, me->inertia, me->drive_x - me->inertia * ux, me->drive_y - me->inertia * uy};
        for (uint32_t i = 0; i < c->count; i++) add_contact(set, c, i, step, ux, uy, &b);
        wide per_det = wide_of(1.0f) / (b.xx * b.yy - b.xy * b.xy);
        wide sx = (b.yy * b.rest_x - b.xy * b.rest_y) * per_det, sy = (b.xx * b.rest_y - b.xy * b.rest_x) * per_det;
        ux = wide_select(moving, ux + sx, ux);
        uy = wide_select(moving, uy + sy, uy);
        moving = moving & wide_less(wide_of(SETTLED * SETTLED), sx * sx + sy * sy);
    }
    *x = me->vx + ux;
    *y = me->vy + uy;
}

// However hard others press, no centre comes nearer to a wall than a share of the radius. Two passes, for corners.
static void stop_at_walls(const self *me, const contacts *c, wide step, wide *x, wide *y) {
    const wide zero = wide_of(0.0f);
    for (uint32_t k = 0; k < 2 * (c->count - c->others); k++) {
        uint32_t i = c->others + k % (c->count - c->others);
        wide room = wide_max(wide_of(SQUEEZED) * me->radius - c->overlap[i], zero);
        wide too_fast = wide_max(-(c->nx[i] * *x + c->ny[i] * *y) - room / step, zero) * c->felt[i];
        *x += too_fast * c->nx[i];
        *y += too_fast * c->ny[i];
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
        add_walls(now, &group, &set, &me, &c);
        set_drive(now, &set, &c, near.count, &me);
        pass_walls(now, &group, &set, &c, &me);
        choose_times(&set, &me, wide_of(now->step), &c);
        settle(&set, &me, &c, wide_of(now->step), &x, &y);
        stop_at_walls(&me, &c, wide_of(now->step), &x, &y);
        write_velocities(&group, &me, x, y, next);
    }
}
