// ORCA for a lane-full of agents at a time. Each neighbour gives a half-plane of velocities that share the avoidance;
// the velocity closest to the preferred one is found in two dimensions, or, where there is none, in three. Agents that
// need three wait in a queue, so that the costly programme always runs with full lanes.
#include "steer/orca.h"

#include "sense/near_wide.h"
#include "steer/own_way_wide.h"
#include "steer/programme_wide.h"
#include "steer/velocity_obstacle.h"
#include "steer/wall_lines.h"

// What the lanes of a group are set to.
typedef struct lane_params {
    wide per_horizon, distance, acceleration, turning, bias, give_ground;
    wide_int neighbours;
    int32_t about[WI_LANES];
    int32_t stream[WI_LANES];
    float obstacle_horizon[WI_LANES];
    bool any_limit, any_turning, same_about;
    float most_obstacle_horizon;
} lane_params;

// Agents waiting for the programme in three dimensions.
typedef struct queue {
    programme p;
    float x[WI_LANES], y[WI_LANES];
    int32_t failed_at[WI_LANES];
    int32_t row[WI_LANES];
    uint32_t count;
} queue;

typedef struct self {
    wide x, y, vx, vy, radius, priority, preferred_x, preferred_y;
    wide about_x, about_y; // the velocity to optimise about
    wide max_speed;
} self;

static void read_params(const wend_view *now, const wide_group *group, lane_params *set) {
    uint32_t block[WI_LANES], differ = 0;
    for (int lane = 0; lane < WI_LANES; lane++) {
        const wend_role *role = &now->role[group->row[lane]];
        block[lane] = role->params;
        set->stream[lane] = (int32_t)role->stream;
        differ |= block[lane] ^ block[0];
    }
    bool same = differ == 0;
    set->any_limit = set->any_turning = false;
    set->same_about = true;
    set->most_obstacle_horizon = 0.0f;
    // Most crowds share one block: then it is read once.
    for (int lane = 0; lane < (same ? 1 : WI_LANES); lane++) {
        const orca_params *p = wi_view_block(now, block[lane]);
        set->per_horizon[lane] = 1.0f / p->horizon;
        set->distance[lane] = p->neighbour_distance;
        set->neighbours[lane] = (int32_t)p->max_neighbours;
        set->acceleration[lane] = p->acceleration;
        set->turning[lane] = p->turning;
        set->bias[lane] = 0.5f * p->side_bias;
        set->give_ground[lane] = p->give_ground;
        set->about[lane] = (int32_t)p->optimise_about;
        set->obstacle_horizon[lane] = p->obstacle_horizon;
        set->any_limit = set->any_limit || p->acceleration > 0.0f;
        set->any_turning = set->any_turning || p->turning > 0.0f;
        set->same_about = set->same_about && set->about[lane] == set->about[0];
        set->most_obstacle_horizon = wi_max(set->most_obstacle_horizon, p->obstacle_horizon);
    }
    if (!same) return;
    set->per_horizon = wide_of(set->per_horizon[0]);
    set->distance = wide_of(set->distance[0]);
    set->neighbours = wide_int_of(set->neighbours[0]);
    set->acceleration = wide_of(set->acceleration[0]);
    set->turning = wide_of(set->turning[0]);
    set->bias = wide_of(set->bias[0]);
    set->give_ground = wide_of(set->give_ground[0]);
    for (int lane = 1; lane < WI_LANES; lane++) {
        set->about[lane] = set->about[0];
        set->obstacle_horizon[lane] = set->obstacle_horizon[0];
    }
}

// The velocity of a body (as its record has it) that a lane optimises about. Who never gives way goes on as it does.
WI_INLINE void choose_about(const lane_params *set, const wide field[8], wide *x, wide *y) {
    *x = field[2];
    *y = field[3];
    if (set->same_about && set->about[0] == ORCA_ABOUT_CURRENT) return;
    wide_int about = wide_int_load(set->about);
    wide_mask yields = wide_less(field[5], wide_of(WEND_PRIORITY_FIRM));
    wide_mask preferred = yields & wide_int_equal(about, wide_int_of(ORCA_ABOUT_PREFERRED));
    wide_mask zero = yields & wide_int_equal(about, wide_int_of(ORCA_ABOUT_ZERO));
    *x = wide_select(zero, wide_of(0.0f), wide_select(preferred, field[6], *x));
    *y = wide_select(zero, wide_of(0.0f), wide_select(preferred, field[7], *y));
}

static void read_self(const wend_view *now, const wide_group *group, const lane_params *set, self *me) {
    wide field[8];
    wide_read_records((const float(*)[8])(const void *)now->body, group->row, field);
    me->x = field[0], me->y = field[1], me->vx = field[2], me->vy = field[3];
    me->radius = field[4], me->priority = field[5], me->preferred_x = field[6], me->preferred_y = field[7];
    choose_about(set, field, &me->about_x, &me->about_y);
    float speed[WI_LANES];
    for (int lane = 0; lane < WI_LANES; lane++) speed[lane] = now->pace[group->row[lane]].max_speed;
    me->max_speed = wide_load(speed);
}

// The outward normal of the velocity obstacle of two discs at the boundary point nearest to the relative velocity w,
// and how far w lies outside (equations 3 and 4 of the paper; the front is the arc, the legs the straight sides).
// `excess` is d2 - radius2.
WI_INLINE void face_of_obstacle(wide px, wide py, wide radius, wide excess, wide wx, wide wy, wide per_time,
                                wide_mask overlap, wide_mask first, wide *nx, wide *ny, wide *outside) {
    const wide zero = wide_of(0.0f), one = wide_of(1.0f);
    wide d2 = px * px + py * py, r2 = radius * radius;
    wide cx = wx - per_time * px, cy = wy - per_time * py; // from the centre of the front arc
    wide c2 = cx * cx + cy * cy, dot = cx * px + cy * py;
    wide_mask front = overlap | (wide_less(dot, zero) & wide_less(r2 * c2, dot * dot));

    wide c = wide_sqrt(c2), per_c = one / c, per_d2 = one / d2;
    wide front_x = cx * per_c, front_y = cy * per_c;
    wide_mask centre = wide_less_equal(c2, zero);
    if (wide_any(centre)) {
        // Exactly in the centre of the arc: straight back; exactly in the same place: along x, one to each side.
        wide_mask place = wide_less_equal(d2, zero);
        wide d = wide_sqrt(d2), side = wide_select(first, -one, one);
        front_x = wide_select(centre, wide_select(place, side, -px / d), front_x);
        front_y = wide_select(centre, wide_select(place, zero, -py / d), front_y);
    }
    wide leg = wide_sqrt(wide_max(excess, zero));
    wide_mask left = wide_less(zero, px * cy - py * cx);
    wide turn = wide_select(left, leg, -leg);
    wide leg_x = -(px * radius + py * turn) * per_d2, leg_y = (px * turn - py * radius) * per_d2;

    *nx = wide_select(front, front_x, leg_x);
    *ny = wide_select(front, front_y, leg_y);
    *outside = wide_select(front, c - radius * per_time, leg_x * wx + leg_y * wy);
}

// Replaces the lines towards neighbours whose velocity is only known to lie in a set.
static void widen_for_sets(const wend_view *now, const lane_params *set, const int32_t row[WI_LANES], uint32_t there,
                           wide px, wide py, wide radius, wide wx, wide wy, wide *nx, wide *ny, wide *outside) {
    for (; there != 0; there &= there - 1) {
        int lane = __builtin_ctz(there);
        const wend_profile *profile = wi_view_profile(now, (uint32_t)row[lane]);
        if (profile->velocity_radius == 0.0f && profile->velocity_corner_count == 0) continue;
        wi_velocity_set velocities = {profile->velocity_radius, profile->velocity_corners,
                                      profile->velocity_corner_count};
        wi_halfplane face = wi_vo_plane(wi_vec(px[lane], py[lane]), radius[lane], 1.0f / set->per_horizon[lane],
                                        now->step, wi_vec(wx[lane], wy[lane]), &velocities);
        (*nx)[lane] = face.normal.x;
        (*ny)[lane] = face.normal.y;
        (*outside)[lane] = face.distance;
    }
}

// d2 - radius2, without loss of digits where the discs are close to touching.
WI_INLINE wide excess_over(wide px, wide py, wide radius) {
    wide d2 = px * px + py * py, r2 = radius * radius, excess = d2 - r2;
    wide_mask close = wide_less(d2, wide_of(4.0f) * r2);
    return wide_any(close) ? wide_select(close, wide_excess(px, py, radius), excess) : excess;
}

static void add_agent_lines(const wend_view *now, const wide_group *group, const lane_params *set, const self *me,
                            const wide_neighbours *near, programme *p) {
    const wide zero = wide_of(0.0f), half = wide_of(0.5f), per_step = wide_of(1.0f / now->step);
    for (uint32_t slot = 0; slot < near->most; slot++) {
        const int32_t *row = near->row[slot];
        wide field[8];
        wide_read_records((const float(*)[8])(const void *)now->body, row, field);
        wide ox, oy;
        choose_about(set, field, &ox, &oy);
        wide px = field[0] - me->x, py = field[1] - me->y, radius = me->radius + field[4];
        wide wx = me->about_x - ox, wy = me->about_y - oy;
        wide excess = excess_over(px, py, radius);
        wide_mask overlap = wide_less(excess, zero);
        wide_mask first = wide_int_less(group->rows, wide_int_load(row));
        wide_mask there = wide_int_less(wide_int_of((int32_t)slot), near->count);
        wide nx, ny, outside;
        face_of_obstacle(px, py, radius, excess, wx, wy, wide_select(overlap, per_step, set->per_horizon), overlap,
                         first, &nx, &ny, &outside);
        if (now->senses->scene->velocity_sets)
            widen_for_sets(now, set, row, wide_mask_bits(there), px, py, radius, wx, wy, &nx, &ny, &outside);
        wide share = wide_clamp(half + half * (field[5] - me->priority), zero, wide_of(1.0f));
        wide offset = nx * me->about_x + ny * me->about_y - share * outside;
        there = there & wide_less(zero, share); // who takes no share goes on regardless
        uint32_t line = WI_MIDDLE + slot;
        p->nx[line] = wide_select(there, nx, zero);
        p->ny[line] = wide_select(there, ny, zero);
        p->offset[line] = wide_select(there, offset, wide_of(WI_NEUTRAL));
    }
    p->soft = near->most;
}

static void add_hard_line(programme *p, uint32_t *used, int lane, wi_line line) {
    if (*used == p->hard) line_set_neutral(p, WI_MIDDLE - ++p->hard);
    uint32_t at = WI_MIDDLE - ++*used;
    p->nx[at][lane] = line.normal.x;
    p->ny[at][lane] = line.normal.y;
    p->offset[at][lane] = line.offset;
}

// The direction of motion may turn by at most `turning` times the step: a wedge of two half-planes through 0.
static void add_turning_lines(programme *p, uint32_t *used, int lane, wend_vec velocity, float turn) {
    if (!(turn > 0.0f) || turn >= 1.5f || wi_length(velocity) < 1e-3f) return;
    float sine = wend_sin(turn), cosine = wend_cos(turn);
    wend_vec d = wi_unit(velocity, velocity), l = wi_left(d);
    add_hard_line(p, used, lane, (wi_line){wi_add(wi_scale(sine, d), wi_scale(cosine, l)), 0.0f});
    add_hard_line(p, used, lane, (wi_line){wi_sub(wi_scale(sine, d), wi_scale(cosine, l)), 0.0f});
}

static void add_hard_lines(const wend_view *now, const wide_group *group, const lane_params *set, const self *me,
                           programme *p) {
    p->hard = 0;
    float reach = set->most_obstacle_horizon * wide_greatest(me->max_speed) + wide_greatest(me->radius);
    const wi_walls *walls = now->senses->walls;
    bool wall_near =
        walls->wall_count > 0 && wi_walls_in_box(walls, group->level, wi_sub(group->min, wi_vec(reach, reach)),
                                                 wi_add(group->max, wi_vec(reach, reach)), 0, NULL) > 0;
    if (!wall_near && !set->any_turning) return;
    for (uint32_t lane = 0; lane < group->count; lane++) {
        uint32_t used = 0;
        wi_line lines[WI_WALL_LINES_MAX];
        wend_vec about = wi_vec(me->about_x[lane], me->about_y[lane]);
        uint32_t count =
            wall_near ? wi_wall_lines(now, (uint32_t)group->row[lane], about, set->obstacle_horizon[lane], lines) : 0;
        for (uint32_t i = 0; i < count; i++) add_hard_line(p, &used, (int)lane, lines[i]);
        add_turning_lines(p, &used, (int)lane, wi_vec(me->vx[lane], me->vy[lane]), set->turning[lane] * now->step);
    }
}

static void set_discs(const wend_view *now, const lane_params *set, const self *me, programme *p) {
    p->speed = me->max_speed;
    p->limited = set->any_limit;
    p->centre_x = me->vx;
    p->centre_y = me->vy;
    // No limit is a disc too large to matter.
    p->radius =
        wide_select(wide_less(wide_of(0.0f), set->acceleration), set->acceleration * wide_of(now->step), wide_of(1e4f));
}

static own_way way_of(const lane_params *set, const self *me) {
    return (own_way){(wide_count)wide_int_load(set->stream),
                     set->bias,
                     set->give_ground,
                     me->vx,
                     me->vy,
                     me->preferred_x,
                     me->preferred_y};
}

// The lanes whom another agent leaves no way ahead: a line with n.v >= offset lets one go in the direction d
// at offset / n.d at most, where n.d < 0.
static wide_mask blocked(const programme *p, const self *me, wide_mask lanes) {
    wide_mask found = wide_and_not(lanes, lanes);
    for (uint32_t line = WI_MIDDLE; line < WI_MIDDLE + p->soft; line++) {
        wide towards = p->nx[line] * me->preferred_x + p->ny[line] * me->preferred_y;
        found = found | (wide_less(towards, wide_of(0.0f)) & wide_less(wide_of(0.1f) * towards, p->offset[line]));
    }
    return found & lanes;
}

// Where the lanes would go. Agents who press towards each other can close up into a ring, like the stones of an arch,
// and would stand for ever: who is blocked steps back now and then, and whoever was held by it can go on.
static programme_aim set_aim(const wend_view *now, const lane_params *set, const self *me, wide_int neighbours,
                             const programme *p) {
    own_way way = way_of(set, me);
    programme_aim aim = {.x = me->preferred_x, .y = me->preferred_y};
    keep_aside(&way, neighbours, now->seed, &aim.x, &aim.y);
    wide_count count = {0};
    wide_mask lanes = may_give_ground(&way, now, &count);
    if (wide_any(lanes)) lanes = blocked(p, me, lanes);
    if (wide_any(lanes)) step_back(&way, now->seed, count, lanes, &aim.x, &aim.y);
    return aim;
}

static void write_velocity(const wend_next *next, int32_t row, float x, float y) {
    next->motion[row].velocity = wi_vec(x, y);
}

static void queue_solve(queue *q, const wend_next *next) {
    if (q->count == 0) return;
    wide x = wide_load(q->x), y = wide_load(q->y);
    uint32_t first = WI_MIDDLE - q->p.hard, end = WI_MIDDLE + q->p.soft;
    (void)solve_depth(&q->p, first, WI_MIDDLE, end, wide_int_load(q->failed_at), wide_first(q->count), &x, &y);
    wide_store(q->x, x);
    wide_store(q->y, y);
    for (uint32_t lane = 0; lane < q->count; lane++) write_velocity(next, q->row[lane], q->x[lane], q->y[lane]);
    for (uint32_t line = first; line < end; line++) line_set_neutral(&q->p, line);
    q->p.hard = q->p.soft = q->count = 0;
    q->p.limited = false;
}

static void queue_add(queue *q, const programme *p, int lane, int32_t row, float x, float y, int32_t failed_at) {
    uint32_t slot = q->count++;
    for (uint32_t line = WI_MIDDLE - p->hard; line < WI_MIDDLE + p->soft; line++) {
        q->p.nx[line][slot] = p->nx[line][lane];
        q->p.ny[line][slot] = p->ny[line][lane];
        q->p.offset[line][slot] = p->offset[line][lane];
    }
    q->p.hard = q->p.hard < p->hard ? p->hard : q->p.hard;
    q->p.soft = q->p.soft < p->soft ? p->soft : q->p.soft;
    q->p.limited = q->p.limited || p->limited;
    q->p.speed[slot] = p->speed[lane];
    q->p.centre_x[slot] = p->centre_x[lane];
    q->p.centre_y[slot] = p->centre_y[lane];
    q->p.radius[slot] = p->radius[lane];
    q->x[slot] = x;
    q->y[slot] = y;
    q->failed_at[slot] = failed_at;
    q->row[slot] = row;
}

static void solve_group(programme *p, const programme_aim *aim, const wide_group *group, const wend_next *next,
                        queue *q) {
    wide x, y;
    wide_int failed_at = wide_int_of(0);
    best_without_lines(p, aim, &x, &y);
    wide_mask failed =
        solve_plane(p, aim, WI_MIDDLE - p->hard, WI_MIDDLE + p->soft, wide_first(group->count), &x, &y, &failed_at);
    wide_mask hard = failed & wide_int_less(failed_at, wide_int_of(WI_MIDDLE));
    if (p->hard > 0 && wide_any(hard)) {
        wide_mask soft = wide_and_not(failed, hard);
        failed = soft | relax_hard(p, aim, hard, &x, &y, &failed_at);
    }
    float lane_x[WI_LANES], lane_y[WI_LANES];
    int32_t lane_failed[WI_LANES];
    wide_store(lane_x, x);
    wide_store(lane_y, y);
    wide_int_store(lane_failed, failed_at);
    uint32_t waiting = wide_mask_bits(failed);
    for (uint32_t lane = 0; lane < group->count; lane++) {
        if (waiting >> lane & 1) {
            queue_add(q, p, (int)lane, group->row[lane], lane_x[lane], lane_y[lane], lane_failed[lane]);
            if (q->count == WI_LANES) queue_solve(q, next);
        } else {
            write_velocity(next, group->row[lane], lane_x[lane], lane_y[lane]);
        }
    }
}

void WI_WIDE(wi_orca_steer)(const wend_view *now, const wend_next *next, wend_rows rows) {
    queue waiting;
    waiting.count = waiting.p.hard = waiting.p.soft = 0;
    waiting.p.limited = false;
    for (uint32_t line = 0; line < WI_LINES_MAX; line++) line_set_neutral(&waiting.p, line);
    for (uint32_t done = 0; done < rows.count;) {
        wide_group group;
        lane_params set;
        self me;
        wide_neighbours near;
        programme p;
        done += wide_group_form(&group, now, rows.row + done, rows.count - done);
        read_params(now, &group, &set);
        read_self(now, &group, &set, &me);
        wide_near(now, &group, set.distance, set.neighbours, &near);
        add_agent_lines(now, &group, &set, &me, &near, &p);
        add_hard_lines(now, &group, &set, &me, &p);
        set_discs(now, &set, &me, &p);
        programme_aim aim = set_aim(now, &set, &me, near.count, &p);
        solve_group(&p, &aim, &group, next, &waiting);
    }
    queue_solve(&waiting, next);
}
