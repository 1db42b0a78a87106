// The half-planes of ORCA for a lane-full of agents at a time: what each is set to, what it knows of itself, and the
// velocities that its neighbours and the walls leave it.
#ifndef WI_ORCA_LINES_WIDE_H
#define WI_ORCA_LINES_WIDE_H

#include <float.h>

#include "sense/around_wide.h"
#include "sense/outline_reach.h"
#include "steer/orca.h"
#include "steer/programme_wide.h"
#include "steer/right_of_way_wide.h"
#include "steer/room_wide.h"
#include "steer/velocity_obstacle.h"
#include "steer/wall_lines.h"

#define ORCA_CROWD 3         // the slot of the fourth nearest
#define ORCA_PER_SPEED 0.75f // s for a metre at the usual speed: 1 / 1.34, rounded, as ways do not depend on it

// What the lanes of a group are set to.
typedef struct lane_params {
    wide per_horizon, crowd_horizon, distance, acceleration, turning, bias, give_ground;
    wide_int neighbours;
    int32_t about[WI_LANES];
    int32_t stream[WI_LANES];
    float obstacle_horizon[WI_LANES];
    bool same; // all lanes are set alike, in what the model adds to this too
    bool any_limit, any_turning, same_about;
    float most_obstacle_horizon;
} lane_params;

typedef struct self {
    wide x, y, vx, vy, radius, priority, preferred_x, preferred_y;
    wide about_x, about_y; // the velocity to optimise about
    wide max_speed;
} self;

// The blocks begin with an orca_params.
WI_INLINE void read_params(const wend_view *now, const wide_group *group, lane_params *set) {
    uint32_t block[WI_LANES], differ = 0;
    for (int lane = 0; lane < WI_LANES; lane++) {
        const wend_role *role = &now->role[group->row[lane]];
        block[lane] = role->params;
        set->stream[lane] = (int32_t)role->stream;
        differ |= block[lane] ^ block[0];
    }
    bool same = differ == 0;
    set->same = same;
    set->any_limit = set->any_turning = false;
    set->same_about = true;
    set->most_obstacle_horizon = 0.0f;
    // Most crowds are set to the same: then it is read once.
    for (int lane = 0; lane < (same ? 1 : WI_LANES); lane++) {
        const orca_params *p = wi_view_block(now, block[lane]);
        set->per_horizon[lane] = 1.0f / p->horizon;
        set->crowd_horizon[lane] = p->crowd_horizon;
        set->distance[lane] = p->neighbour_distance;
        set->neighbours[lane] = (int32_t)p->max_neighbours;
        set->acceleration[lane] = p->acceleration;
        set->turning[lane] = p->turning;
        set->bias[lane] = 0.5f * p->side_bias;
        set->give_ground[lane] = p->give_ground;
        set->about[lane] = (int32_t)p->optimise_about;
        set->obstacle_horizon[lane] = wi_max(p->obstacle_horizon, now->step); // no step may lead into a wall
        set->any_limit = set->any_limit || p->acceleration > 0.0f;
        set->any_turning = set->any_turning || p->turning > 0.0f;
        set->same_about = set->same_about && set->about[lane] == set->about[0];
        set->most_obstacle_horizon = wi_max(set->most_obstacle_horizon, set->obstacle_horizon[lane]);
    }
    if (!same) return;
    set->per_horizon = wide_of(set->per_horizon[0]);
    set->crowd_horizon = wide_of(set->crowd_horizon[0]);
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
WI_INLINE void choose_about(const int32_t choice[WI_LANES], bool same, const wide field[8], wide *x, wide *y) {
    *x = field[2];
    *y = field[3];
    if (same && choice[0] == ORCA_ABOUT_CURRENT) return;
    wide_int about = wide_int_load(choice);
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
    choose_about(set->about, set->same_about, field, &me->about_x, &me->about_y);
    float speed[WI_LANES];
    for (int lane = 0; lane < WI_LANES; lane++) speed[lane] = now->pace[group->row[lane]].max_speed;
    me->max_speed = wide_load(speed);
}

// In a crowd that stands one looks ahead as long as it would walk to the fourth nearest: where that one does not get on,
// whom it would meet later, behind these, does not either. Those who merge before a door would wait for each other
// otherwise. A crowd that walks at half the speed of the wish, or more, is looked at as ever.
WI_INLINE void look_ahead(const wend_view *now, const wide_neighbours *near, const self *me, lane_params *set) {
    const wide zero = wide_of(0.0f), one = wide_of(1.0f);
    wide_mask crowd = wide_int_less(wide_int_of(ORCA_CROWD), near->count) & wide_less(zero, set->crowd_horizon);
    if (near->most <= ORCA_CROWD || !wide_any(crowd)) return;
    wide field[8];
    wide_read_records((const float(*)[8])(const void *)now->body, near->row[ORCA_CROWD], field);
    wide x = field[0] - me->x, y = field[1] - me->y, v2 = wide_of(4.0f) * (field[2] * field[2] + field[3] * field[3]);
    wide p2 = wide_max(me->preferred_x * me->preferred_x + me->preferred_y * me->preferred_y, wide_of(1e-6f));
    crowd = crowd & wide_less(v2, p2);
    if (!wide_any(crowd)) return;
    wide stands = one - wide_min(one, wide_sqrt(v2 / p2));
    wide time = wide_max(set->crowd_horizon, wide_of(ORCA_PER_SPEED) * wide_sqrt(x * x + y * y));
    wide horizon = one / set->per_horizon, less = stands * (horizon - time);
    set->per_horizon = wide_select(crowd & wide_less(zero, less), one / (horizon - less), set->per_horizon);
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

// Whom the lanes of a group mind, for models in which not every neighbour counts, and how much of the room that people
// claim beyond their bodies.
typedef struct attention {
    wide_int known;    // the slots whose neighbour counts, as bits from the highest on
    wide alarm;        // s: whoever would be met sooner than this counts, known or not; -INFINITY: nobody
    wide_mask alarmed; // lanes that would meet somebody that soon
    wide gives;        // share of the room that gives way where it overlaps; 0: room counts like bodies
    wide passes;       // share of others' room that one goes through, since one does not get on else
} attention;

// True where discs that overlap come closer still, or discs that do not will touch within `time`; never at -INFINITY.
WI_INLINE wide_mask meets_within(wide px, wide py, wide excess, wide wx, wide wy, wide time) {
    const wide zero = wide_of(0.0f);
    wide towards = px * wx + py * wy, w2 = wx * wx + wy * wy, left = towards - time * w2;
    // They touch at (towards - root) / w2, where root2 = towards2 - w2 excess; without root where that is negative.
    wide root2 = towards * towards - w2 * excess;
    // That is soon where left < root; if left is negative, where there is a root, be it 0.
    wide left2 = wide_select(wide_less(left, zero), wide_of(-FLT_TRUE_MIN), left * left);
    return wide_less(zero, towards) & wide_less(left2, root2);
}

// True where discs would overlap after `time`, by what they come closer along the line of centres: |p - w t| < R, without t2.
WI_INLINE wide_mask overlaps_after(wide px, wide py, wide excess, wide wx, wide wy, wide time) {
    return wide_less(excess, (time + time) * (px * wx + py * wy));
}

WI_INLINE wide_mask knows(const attention *minds, uint32_t slot) {
    return wide_int_less((wide_int)((wide_count)minds->known << slot), wide_int_of(0));
}

// Changes the velocities that two who meet reckon with, and the lane's share, by right of way.
WI_INLINE void give_way(const wend_view *now, const wide_group *group, const self *me, const somebody *of,
                        const wide field[8], wide *ax, wide *ay, wide *ox, wide *oy, wide *share) {
    right_of_way right;
    if (!find_right_of_way(now, group, of, me->priority, field[5], &right)) return;
    take_right_of_way(&right, right.mine, me->preferred_x, me->preferred_y, ax, ay);
    take_right_of_way(&right, right.theirs, field[6], field[7], ox, oy);
    *share = wide_select(right.equals, wide_of(0.5f), *share);
}

// What the line of a slot's discs was made of, for models that look at shapes afterwards.
typedef struct line_origin {
    wide x, y;    // the relative velocity, seen from the middle of the obstacle's front
    wide outside; // how far outside the obstacle it is (m/s)
    wide free;    // and the lane's share of that
} line_origin;

WI_INLINE line_origin origin_of(wide_mask overlap, wide x, wide y, wide outside, wide share) {
    // Discs that overlap are to part within the step: the shapes in them may be apart, and then their obstacle, which is of
    // the horizon, does not lie within that of the discs. So it is not known that anything is free.
    const wide zero = wide_of(0.0f);
    wide free = share * outside;
    return (line_origin){wide_select(overlap, zero, x), wide_select(overlap, zero, y), outside,
                         wide_select(overlap, wide_min(free, zero), free)};
}

// The radii of pairs in lanes where discs overlap. Those whose models steer by outlines come nearer than the discs about
// them. Who then parted from these discs within the step, as from bodies that overlap, would press into others; so of such
// a body only what reaches towards the lane counts, and where the disc alone is in the way the two touch.
static inline wide radius_to_outlines(const wend_view *now, const int32_t row[WI_LANES], uint32_t lanes, wide px,
                                      wide py, wide radius) {
    for (; lanes != 0; lanes &= lanes - 1) {
        int lane = __builtin_ctz(lanes);
        uint32_t other = (uint32_t)row[lane];
        if (now->role[other].shape == WEND_DISC || !wi_view_profile(now, other)->model->turns_body) continue;
        wi_outline body = wi_view_outline(now, other);
        wend_vec p = wi_vec(px[lane], py[lane]);
        float both = radius[lane] - now->form[other].radius + wi_outline_reach(&body, wi_unit(p, body.heading));
        radius[lane] = wi_min(radius[lane], wi_max(wi_length(p), both));
    }
    return radius;
}

// With NULL for `minds` every neighbour counts; `origins`, one to a slot, may be NULL. Lines that will all be replaced are
// left `blank`: those that there are have the offset 0 and any normal.
WI_INLINE void add_lines_noted(const wend_view *now, const wide_group *group, const lane_params *set, const self *me,
                               const wide_neighbours *near, attention *minds, line_origin *origins, bool blank,
                               programme *p) {
    const wide zero = wide_of(0.0f), half = wide_of(0.5f), per_step = wide_of(1.0f / now->step);
    wide_mask alarmed = wide_first(0), wary = minds ? wide_less(zero, minds->alarm) : alarmed;
    wide_mask gives = minds ? wide_less(zero, minds->gives) : alarmed;
    for (uint32_t slot = 0; slot < near->most; slot++) {
        const int32_t *row = near->row[slot];
        wide field[8];
        wide_read_records((const float(*)[8])(const void *)now->body, row, field);
        wide ox, oy;
        choose_about(set->about, set->same_about, field, &ox, &oy);
        wide px = field[0] - me->x, py = field[1] - me->y, radius = me->radius + field[4];
        if (minds) radius = radius_in_room(now, row, minds->passes, field[4], radius);
        wide excess = excess_over(px, py, radius);
        wide_mask overlap = wide_less(excess, zero);
        if (minds && wide_any(overlap & gives)) {
            radius = radius_of_overlap(now, group, row, minds->gives, overlap, px, py, radius);
            excess = excess_over(px, py, radius);
            overlap = wide_less(excess, zero);
        }
        if (!origins && now->senses->outlines && wide_any(overlap)) {
            radius = radius_to_outlines(now, row, wide_mask_bits(overlap), px, py, radius);
            excess = excess_over(px, py, radius);
            overlap = wide_less(excess, zero);
        }
        wide share = wide_clamp(half + half * (field[5] - me->priority), zero, wide_of(1.0f));
        wide ax = me->about_x, ay = me->about_y;
        const somebody of = {row, px, py, overlap};
        give_way(now, group, me, &of, field, &ax, &ay, &ox, &oy, &share);
        wide wx = ax - ox, wy = ay - oy;
        wide_mask first = wide_int_less(group->rows, wide_int_load(row));
        wide_mask there = wide_int_less(wide_int_of((int32_t)slot), near->count);
        if (minds) {
            wide_mask meets = meets_within(px, py, excess, me->vx - field[2], me->vy - field[3], minds->alarm);
            // Two who have just parted would walk into each other again: they count by where they would like to go.
            wide_mask press = wary & overlaps_after(px, py, excess, me->preferred_x - field[6],
                                                    me->preferred_y - field[7], wide_of(now->step));
            alarmed = alarmed | (there & meets);
            there = (there & (meets | press)) | knows(minds, slot);
        }
        wide nx, ny, outside;
        face_of_obstacle(px, py, radius, excess, wx, wy, wide_select(overlap, per_step, set->per_horizon), overlap,
                         first, &nx, &ny, &outside);
        if (!blank && now->senses->scene->velocity_sets)
            widen_for_sets(now, set, row, wide_mask_bits(there), px, py, radius, wx, wy, &nx, &ny, &outside);
        if (origins)
            origins[slot] = origin_of(overlap, wx - px * set->per_horizon, wy - py * set->per_horizon, outside, share);
        wide offset = blank ? zero : nx * ax + ny * ay - share * outside;
        there = there & wide_less(zero, share); // who takes no share goes on regardless
        uint32_t line = WI_MIDDLE + slot;
        p->offset[line] = wide_select(there, offset, wide_of(WI_NEUTRAL));
        if (blank) continue;
        p->nx[line] = wide_select(there, nx, zero);
        p->ny[line] = wide_select(there, ny, zero);
    }
    p->soft = near->most;
    if (minds) minds->alarmed = alarmed;
}

WI_INLINE void add_agent_lines(const wend_view *now, const wide_group *group, const lane_params *set, const self *me,
                               const wide_neighbours *near, attention *minds, programme *p) {
    add_lines_noted(now, group, set, me, near, minds, NULL, false, p);
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

// Bodies are their bounding discs but for the lanes, as bits, that are `elliptic`, which have `shape`.
static void add_hard_lines(const wend_view *now, const wide_group *group, const lane_params *set, const self *me,
                           const wi_ellipse *shape, uint32_t elliptic, programme *p) {
    p->hard = 0;
    float way = set->most_obstacle_horizon * wide_greatest(me->max_speed);
    bool wall_near = wide_near_walls(now, group, way + wide_greatest(solid_radii(now, group)));
    if (!wall_near && !set->any_turning) return;
    for (uint32_t lane = 0; lane < group->count; lane++) {
        uint32_t used = 0;
        wi_line lines[WI_WALL_LINES_MAX];
        wend_vec about = wi_vec(me->about_x[lane], me->about_y[lane]);
        uint32_t count = 0, row = (uint32_t)group->row[lane];
        if (wall_near) {
            wi_wall_body own =
                elliptic >> lane & 1 ? wi_wall_ellipse(shape[lane]) : wi_wall_disc(now->form[row].radius);
            count = wi_wall_lines(now, row, &own, about, set->obstacle_horizon[lane], lines);
        }
        for (uint32_t i = 0; i < count; i++) add_hard_line(p, &used, (int)lane, lines[i]);
        add_turning_lines(p, &used, (int)lane, wi_vec(me->vx[lane], me->vy[lane]), set->turning[lane] * now->step);
    }
}

#endif
