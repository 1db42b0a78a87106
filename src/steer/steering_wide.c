// What others do to one who steers, for a lane-full of agents at a time: separation, avoidance, flight, flocking and
// leaders. Goals and walls are seen to agent by agent afterwards.
#include "steer/steering.h"

#include "sense/around_wide.h"
#include "steer/own_way_wide.h"
#include "steer/precedence_wide.h"
#include "steer/right_of_way_wide.h"

#define SMALLEST_GAP 0.05f // m: separation grows no further for bodies nearer than this
#define COINCIDENT 1e-4f   // m: how far apart those in the same place are taken to be

typedef struct pair {
    wide x, y;
} pair;

WI_INLINE pair pair_add(pair a, pair b) { return (pair){a.x + b.x, a.y + b.y}; }
WI_INLINE pair pair_sub(pair a, pair b) { return (pair){a.x - b.x, a.y - b.y}; }
WI_INLINE pair pair_scale(wide s, pair a) { return (pair){s * a.x, s * a.y}; }
WI_INLINE wide pair_dot(pair a, pair b) { return a.x * b.x + a.y * b.y; }
WI_INLINE wide pair_length(pair a) { return wide_sqrt(pair_dot(a, a)); }
WI_INLINE pair pair_select(wide_mask which, pair a, pair b) {
    return (pair){wide_select(which, a.x, b.x), wide_select(which, a.y, b.y)};
}
WI_INLINE wide only(wide_mask which, wide a) { return wide_select(which, a, wide_of(0.0f)); }
WI_INLINE pair pair_only(wide_mask which, pair a) { return (pair){only(which, a.x), only(which, a.y)}; }

// What the lanes are set to, as far as others matter.
typedef struct lane_params {
    wide flee, flee_distance;
    wide separation, separation_distance;
    wide flock_cohesion, flock_cohesion_distance, alignment, alignment_distance, same_way;
    wide avoidance, avoid, horizon, clearance, keep_right;
    wide leader, leader_distance, slowing_time;
    wide give_ground, precedence, max_force, distance;
    wide_int most;
} lane_params;

typedef struct self {
    pair at, velocity, preferred, way;
    wide radius, priority, fastest;
} self;

// Somebody near, seen from each lane.
typedef struct other {
    wide_mask there, same_way;
    pair to, velocity;
    pair nearing;         // how `to` is taken to change, m/s
    wide distance, apart; // of the centres, and how much of it the bodies take up
    wide share;           // of the avoidance that is left to the lane
    wide room;            // and of the separation
    wide priority;
} other;

// The sums over all others.
typedef struct company {
    pair force;
    wide rate;
    pair centre, velocity; // of those who count for cohesion and for alignment
    wide centred, aligned; // how many they are
    wide soonest;
    pair threat; // the force that avoids the soonest
    wide_mask led;
} company;

WI_INLINE wide read_param(const steering_params *const set[WI_LANES], size_t offset) {
    float a[WI_LANES];
    for (int lane = 0; lane < WI_LANES; lane++)
        a[lane] = *(const float *)(const void *)((const char *)set[lane] + offset);
    return wide_load(a);
}

static void read_params(const wend_view *now, const wide_group *group, lane_params *p) {
    const steering_params *set[WI_LANES];
    int32_t most[WI_LANES];
    for (int lane = 0; lane < WI_LANES; lane++) {
        set[lane] = wi_view_block(now, now->role[group->row[lane]].params);
        most[lane] = (int32_t)set[lane]->max_neighbours;
    }
    p->most = wide_int_load(most);
#define READ(name) read_param(set, offsetof(steering_params, name))
    p->flee = READ(flee), p->flee_distance = READ(flee_distance);
    p->separation = READ(separation), p->separation_distance = READ(separation_distance);
    p->flock_cohesion = READ(flock_cohesion), p->flock_cohesion_distance = READ(flock_cohesion_distance);
    p->alignment = READ(alignment), p->alignment_distance = READ(alignment_distance), p->same_way = READ(same_way);
    p->avoidance = READ(avoidance), p->avoid = READ(avoid), p->horizon = READ(horizon);
    p->clearance = READ(clearance), p->keep_right = READ(keep_right);
    p->leader = READ(leader), p->leader_distance = READ(leader_distance), p->slowing_time = READ(slowing_time);
    p->give_ground = READ(give_ground), p->precedence = READ(precedence), p->max_force = READ(max_force),
    p->distance = READ(neighbour_distance);
#undef READ
}

static void read_self(const wend_view *now, const wide_group *group, self *me) {
    wide field[8];
    wide_read_records((const float(*)[8])(const void *)now->body, group->row, field);
    me->preferred = (pair){field[6], field[7]};
    wide speed = pair_length(me->preferred);
    me->at = (pair){field[0], field[1]};
    me->velocity = (pair){field[2], field[3]};
    me->radius = field[4], me->priority = field[5];
    me->way = pair_only(wide_less(wide_of(1e-12f), speed), (pair){me->preferred.x / speed, me->preferred.y / speed});
    float fastest[WI_LANES];
    for (int lane = 0; lane < WI_LANES; lane++) fastest[lane] = now->pace[group->row[lane]].max_speed;
    me->fastest = wide_load(fastest);
}

WI_INLINE void give_way(const wend_view *now, const wide_group *group, const self *me, const int32_t row[WI_LANES],
                        pair preferred, other *o) {
    pair own = me->velocity, theirs = o->velocity;
    right_of_way right;
    const somebody of = {row, o->to.x, o->to.y, wide_first(WI_LANES)};
    if (find_right_of_way(now, group, &of, me->priority, o->priority, &right)) {
        take_right_of_way(&right, right.mine, me->preferred.x, me->preferred.y, &own.x, &own.y);
        take_right_of_way(&right, right.theirs, preferred.x, preferred.y, &theirs.x, &theirs.y);
        o->share = wide_select(right.equals, wide_of(0.5f), o->share);
    }
    o->nearing = pair_sub(theirs, own);
}

WI_INLINE wide_mask stands(pair velocity, pair preferred) {
    return wide_less(pair_dot(velocity, preferred), wide_of(PRECEDENCE_SLOW) * pair_dot(preferred, preferred));
}

// Of two who want to go opposite ways and of whom one stands, one goes first, as wi_precedence has it. Only separation
// holds those who stand, so the avoidance stays as it is.
WI_INLINE void go_first(const wend_view *now, const wide_group *group, const lane_params *p, const self *me,
                        const int32_t row[WI_LANES], pair preferred, other *o) {
    wide gap = o->distance - o->apart, zero = wide_of(0.0f);
    wide_mask settle = o->there & wide_less(zero, gap) & wide_less(gap, p->separation_distance);
    o->room = o->share;
    if (!wide_any(settle)) return;
    settle = settle & wide_less(zero, p->precedence) & wide_less(pair_dot(preferred, me->preferred), zero);
    settle = settle & wide_less_equal(me->priority, o->priority) & wide_less_equal(o->priority, me->priority);
    settle = settle & (stands(me->velocity, me->preferred) | stands(o->velocity, preferred));
    if (!wide_any(settle)) return;
    wide own = precedence_ranks(now, group->row, settle), theirs = precedence_ranks(now, row, settle);
    wide right = p->precedence * precedence_by_ranks(own, theirs);
    o->room = wide_select(settle, wide_of(0.5f) - wide_of(0.5f) * right, o->share);
}

// With -1 all who walk do, straight against one too, where rounding would decide. Who creeps so slowly that the square of its
// speed is 0 stands: it has no direction that could be told.
WI_INLINE wide_mask walks_the_same_way(const lane_params *p, const self *me, wide_mask there, pair velocity) {
    wide speed = pair_length(velocity);
    wide_mask within = wide_less(p->same_way * speed, pair_dot(velocity, me->way));
    return there & wide_less(wide_of(0.0f), speed) & (within | wide_less_equal(p->same_way, wide_of(-1.0f)));
}

static void look_at(const wend_view *now, const wide_group *group, const lane_params *p, const self *me,
                    const int32_t row[WI_LANES], wide_mask there, other *o) {
    wide field[8];
    wide_read_records((const float(*)[8])(const void *)now->body, row, field);
    const wide zero = wide_of(0.0f), half = wide_of(0.5f);
    pair to = {field[0] - me->at.x, field[1] - me->at.y};
    wide_mask same_place = wide_less_equal(pair_dot(to, to), zero);
    wide_mask first = wide_int_less(group->rows, wide_int_load(row));
    to.x = wide_select(same_place, wide_select(first, wide_of(COINCIDENT), wide_of(-COINCIDENT)), to.x);
    o->there = there;
    o->to = to;
    o->velocity = (pair){field[2], field[3]};
    o->distance = pair_length(to);
    o->apart = me->radius + field[4];
    o->priority = field[5];
    o->share = wide_clamp(half + half * (field[5] - me->priority), zero, wide_of(1.0f));
    give_way(now, group, me, row, (pair){field[6], field[7]}, o);
    go_first(now, group, p, me, row, (pair){field[6], field[7]}, o);
    o->same_way = walks_the_same_way(p, me, there, o->velocity);
}

// As 1/gap, less what that is at the distance where it ends.
WI_INLINE void separate(const lane_params *p, const other *o, company *all) {
    wide gap = o->distance - o->apart, least = wide_of(SMALLEST_GAP), one = wide_of(1.0f);
    wide_mask near = o->there & wide_less(gap, p->separation_distance);
    wide push = one / wide_max(gap, least) - one / wide_max(p->separation_distance, least);
    wide size = wide_of(-2.0f) * o->room * p->separation * push / o->distance;
    all->force = pair_add(all->force, pair_only(near, pair_scale(size, o->to)));
}

// The acceleration to the side that, kept up until the nearest approach, makes it wide enough. It fades in from the
// horizon. `miss` is how far on the right of the other one will pass.
WI_INLINE void avoid(const lane_params *p, const other *o, wide step, company *all) {
    const wide zero = wide_of(0.0f);
    pair w = o->nearing;
    wide w2 = pair_dot(w, w), closing = -pair_dot(o->to, w), time = closing / w2;
    wide_mask meets = o->there & wide_less(zero, closing) & wide_less(wide_of(1e-12f), w2);
    meets = meets & wide_less(time, p->horizon);
    if (!wide_any(meets)) return;
    wide per_speed = wide_of(1.0f) / wide_sqrt(w2);
    pair right = {-per_speed * w.y, per_speed * w.x};
    wide miss = p->keep_right - pair_dot(right, o->to);
    wide lacks = o->apart + p->clearance - wide_abs(miss);
    // Without a convention nobody knows a side where all is symmetric.
    meets = meets & wide_less(zero, lacks) & wide_less(zero, wide_abs(miss) + p->keep_right);
    wide t = wide_max(time, step), fade = wide_of(1.0f) - time / p->horizon;
    wide size = p->avoidance * o->share * fade * (lacks + lacks) / (t * t);
    size = wide_min(size, p->max_force);
    pair force = pair_scale(wide_select(wide_less(miss, zero), -size, size), right);
    wide_mask every = wide_less(wide_of(0.5f), p->avoid), sooner = wide_less(time, all->soonest);
    all->force = pair_add(all->force, pair_only(meets & every, force));
    sooner = wide_and_not(meets & sooner, every);
    all->soonest = wide_select(sooner, time, all->soonest);
    all->threat = pair_select(sooner, force, all->threat);
}

WI_INLINE void steer_towards(wide_mask which, wide weight, pair desired, company *all) {
    all->force = pair_add(all->force, pair_only(which, pair_scale(weight, desired)));
    all->rate = all->rate + only(which, weight);
}

WI_INLINE void flee(const lane_params *p, const self *me, const other *o, company *all) {
    wide_mask firm = o->there & wide_less_equal(wide_of(WEND_PRIORITY_FIRM), o->priority);
    wide_mask near = firm & wide_less(o->distance, p->flee_distance);
    if (!wide_any(near)) return;
    wide weight = p->flee * (wide_of(1.0f) - o->distance / p->flee_distance);
    steer_towards(near, weight, pair_scale(-me->fastest / o->distance, o->to), all);
}

// Others come from near to far, so the first one ahead is the leader.
WI_INLINE void follow_leader(const lane_params *p, const self *me, const other *o, wide step, company *all) {
    wide_mask ahead = o->same_way & wide_less(wide_of(0.0f), pair_dot(o->to, me->way));
    wide_mask leads = wide_and_not(ahead & wide_less(wide_of(0.0f), p->leader), all->led);
    if (!wide_any(leads)) return;
    all->led = all->led | leads;
    wide speed = pair_length(o->velocity), behind = p->leader_distance + o->apart;
    pair place = pair_sub(o->to, pair_scale(behind / speed, o->velocity));
    pair desired = pair_add(o->velocity, pair_scale(wide_of(1.0f) / wide_max(p->slowing_time, step), place));
    wide fast = pair_length(desired);
    wide_mask too_fast = wide_less(me->fastest, fast);
    desired = pair_select(too_fast, pair_scale(me->fastest / fast, desired), desired);
    steer_towards(leads, p->leader, desired, all);
}

WI_INLINE void join(const lane_params *p, const other *o, company *all) {
    wide_mask centred = o->same_way & wide_less(o->distance, p->flock_cohesion_distance);
    wide_mask aligned = o->same_way & wide_less(o->distance, p->alignment_distance);
    all->centre = pair_add(all->centre, pair_only(centred, o->to));
    all->centred = all->centred + only(centred, wide_of(1.0f));
    all->velocity = pair_add(all->velocity, pair_only(aligned, o->velocity));
    all->aligned = all->aligned + only(aligned, wide_of(1.0f));
}

static void meet_others(const wend_view *now, const wide_group *group, const lane_params *p, const self *me,
                        const wide_neighbours *near, company *all) {
    const wide step = wide_of(now->step), zero = wide_of(0.0f);
    for (uint32_t slot = 0; slot < near->most; slot++) {
        other o;
        wide_mask there = wide_int_less(wide_int_of((int32_t)slot), near->count);
        look_at(now, group, p, me, near->row[slot], there, &o);
        separate(p, &o, all);
        avoid(p, &o, step, all);
        flee(p, me, &o, all);
        follow_leader(p, me, &o, step, all);
        join(p, &o, all);
    }
    all->force = pair_add(all->force, all->threat);
    wide_mask centred = wide_less(zero, all->centred), aligned = wide_less(zero, all->aligned);
    all->force = pair_add(all->force, pair_only(centred, pair_scale(p->flock_cohesion / all->centred, all->centre)));
    steer_towards(aligned, p->alignment, pair_scale(wide_of(1.0f) / all->aligned, all->velocity), all);
}

// The velocities of those who step back, of whom others hold; 0, 0 for all else.
static pair give_ground(const wend_view *now, const wide_group *group, const lane_params *p, const self *me,
                        const company *all) {
    int32_t stream[WI_LANES];
    for (int lane = 0; lane < WI_LANES; lane++) stream[lane] = (int32_t)now->role[group->row[lane]].stream;
    own_way way = {group,           (wide_count)wide_int_load(stream),
                   wide_of(0.0f),   p->give_ground,
                   me->velocity.x,  me->velocity.y,
                   me->preferred.x, me->preferred.y};
    pair back = {wide_of(0.0f), wide_of(0.0f)};
    wide_count count = {0};
    wide_mask lanes = may_give_ground(&way, now, &count) & wide_less(pair_dot(all->force, me->way), wide_of(0.0f));
    if (wide_any(lanes)) step_back(&way, now->seed, count, lanes, &back.x, &back.y);
    return back;
}

void WI_WIDE(wi_steering_steer)(const wend_view *now, const wend_next *next, wend_rows rows) {
    for (uint32_t done = 0; done < rows.count;) {
        wide_group group;
        lane_params p;
        self me;
        wide_neighbours near;
        done += wide_group_form(&group, now, rows.row + done, rows.count - done);
        read_params(now, &group, &p);
        read_self(now, &group, &me);
        wide_near(now, &group, p.distance, p.most, &near);
        company all;
        memset(&all, 0, sizeof all);
        all.soonest = p.horizon;
        meet_others(now, &group, &p, &me, &near, &all);
        pair back = give_ground(now, &group, &p, &me, &all);
        for (uint32_t lane = 0; lane < group.count; lane++) {
            wi_steering_others others = {wi_vec(all.force.x[lane], all.force.y[lane]), all.rate[lane],
                                         wi_vec(back.x[lane], back.y[lane])};
            wi_steering_finish(now, next, (uint32_t)group.row[lane], &others);
        }
    }
}
