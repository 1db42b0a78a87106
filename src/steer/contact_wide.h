// Bodies that push each other, for a lane-full of agents at a time. Bodies in contact are stiff: a pair rings at about
// 55 /s and friction decays at several hundred, so forces at the start of a step of 0.1 s would throw them apart. Instead
// an agent looks for the change u of its velocity that agrees with the forces at the end of the step (implicit Euler):
//
//     mass u = step * (drive at v + u, and forces at overlap - step * parting speed at the end)
//
// Nobody knows what the others will do, but forces come in pairs: if only these two met, the other's velocity would
// change by -mass/other's mass times the agent's own change. Counting on that, each agent has two unknowns, and a pair
// keeps its momentum. In a crowd it errs on the safe side: the stiffness that the agents reckon with adds up to at least
// that of the crowd, whoever touches whom, and where forces are in balance nobody moves, at any step
// (docs/decisions/contact.md).
#ifndef WI_CONTACT_WIDE_H
#define WI_CONTACT_WIDE_H

#include "base/exp_wide.h"
#include "sense/around_wide.h"
#include "sense/senses.h"
#include "steer/wall_meeting.h"

#define STEEPEST 2.0f // ranges of overlap beyond which repulsion grows along its tangent; nobody is that deep for long
#define ROUNDS 8      // of Newton's method, at most; three are usual
#define SETTLED 1e-4f // m/s: a change below this ends it
#define SQUEEZED 0.5f // of the radius: as far as a wall may press into a body
#define WALL_POINTS 8
#define CONTACTS_MAX (WEND_NEIGHBOURS_MAX + WALL_POINTS)

// Forces between bodies. The unit of mass is the model's; kg is written here.
typedef struct contact_law {
    wide repulsion, repulsion_range;       // N at the moment they touch, and m in which it falls to a third
    wide body_stiffness, sliding_friction; // kg/s2, kg/(m s)
} contact_law;

typedef struct pushed {
    wide x, y, vx, vy, radius, priority;
    wide solid;            // m, radius of the body alone, which walls meet
    wide inertia;          // what a change of velocity costs, drive and all, kg
    wide drive_x, drive_y; // impulse of the drive at the present velocity, kg m/s
} pushed;

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

// What a change of velocity costs an agent of the model with this block of parameters, drive and all, kg.
typedef float contact_inertia(const void *block, float step);

// What a push does to the others, 1/inertia, or 0 for those of other models, who do not feel it.
WI_INLINE wide contact_yield(const wend_view *now, const wide_group *group, const int32_t row[WI_LANES],
                             contact_inertia *inertia_of) {
    const wi_profile *profiles = now->senses->scene->profiles;
    uint32_t model = profiles[now->role[group->row[0]].profile].model;
    uint32_t params = now->role[group->row[0]].params; // of the last, as most are set alike
    float yield[WI_LANES], last = 1.0f / inertia_of(wi_view_block(now, params), now->step);
    for (int lane = 0; lane < WI_LANES; lane++) {
        const wend_role *role = &now->role[row[lane]];
        bool answers = profiles[role->profile].model == model && (role->flags & WEND_FLAG_DRIVEN) == 0;
        if (answers && role->params != params) {
            params = role->params;
            last = 1.0f / inertia_of(wi_view_block(now, params), now->step);
        }
        yield[lane] = answers ? last : 0.0f;
    }
    return wide_load(yield);
}

// The way from the others to the agents; along x, one to each side, for those in exactly the same place.
WI_INLINE void contact_set_normal(contacts *c, uint32_t i, wide dx, wide dy, wide d, wide_mask first) {
    const wide one = wide_of(1.0f), zero = wide_of(0.0f);
    wide_mask apart = wide_less(wide_of(1e-9f), d);
    wide side = wide_select(first, -one, one), safe = wide_select(apart, d, one);
    c->nx[i] = wide_select(apart, dx / safe, side);
    c->ny[i] = wide_select(apart, dy / safe, zero);
}

// Of two with different priorities the higher one feels less of the repulsion, down to nothing; what bodies that touch do
// to each other both bear, but for firm ones. Returns the other's share.
WI_INLINE wide contact_share_by_priority(wide priority, wide other, wide_mask there, contacts *c, uint32_t i) {
    const wide zero = wide_of(0.0f), one = wide_of(1.0f), firm = wide_of(WEND_PRIORITY_FIRM);
    wide lower = other - priority;
    wide_mask goes_on = wide_less_equal(firm, priority) & wide_less(lower, zero);
    wide_mask stays = wide_less_equal(firm, other) & wide_less(zero, lower);
    wide_mask both = wide_and_not(wide_less(zero, c->overlap[i]), stays);
    c->felt[i] = wide_select(there, wide_clamp(one + lower, zero, one), zero);
    c->borne[i] = wide_select(wide_and_not(there, goes_on), one, zero);
    return wide_select(both, one, wide_clamp(one - lower, zero, one));
}

// Adds another for the lanes that have it `there`. `yield` is what a push does to it, 1/inertia.
WI_INLINE void contacts_add_other(contacts *c, const wend_view *now, const wide_group *group, const pushed *me,
                                  const int32_t row[WI_LANES], wide_mask there, wide yield) {
    uint32_t i = c->count++;
    wide field[8];
    wide_read_records((const float(*)[8])(const void *)now->body, row, field);
    wide dx = me->x - field[0], dy = me->y - field[1], d = wide_sqrt(dx * dx + dy * dy);
    contact_set_normal(c, i, dx, dy, d, wide_int_less(group->rows, wide_int_load(row)));
    c->overlap[i] = me->radius + field[4] - d;
    wide wx = me->vx - field[2], wy = me->vy - field[3];
    c->parting[i] = wx * c->nx[i] + wy * c->ny[i];
    c->sliding[i] = wy * c->nx[i] - wx * c->ny[i];
    wide theirs = contact_share_by_priority(me->priority, field[5], there, c, i);
    c->answer[i] = wide_of(1.0f) + me->inertia * yield * theirs;
    c->others = c->count;
}

static void contact_clear(contacts *c, uint32_t i) {
    c->nx[i] = wide_of(1.0f);
    c->answer[i] = wide_of(1.0f);
    c->ny[i] = c->overlap[i] = c->parting[i] = c->sliding[i] = c->felt[i] = c->borne[i] = wide_of(0.0f);
}

static void contacts_add_lane_walls(contacts *c, const wend_view *now, uint32_t row, int lane, float distance) {
    wend_vec point[WALL_POINTS], at = wi_vec(now->x[row], now->y[row]), v = now->motion[row].velocity;
    uint32_t count = wi_wall_points(now, row, distance, WALL_POINTS, point);
    while (c->count < c->others + count) contact_clear(c, c->count++);
    for (uint32_t i = 0; i < count; i++) {
        wend_vec away = wi_sub(at, point[i]), normal = wi_unit(away, wi_vec(1.0f, 0.0f));
        uint32_t slot = c->others + i;
        c->nx[slot][lane] = normal.x;
        c->ny[slot][lane] = normal.y;
        c->overlap[slot][lane] = now->form[row].radius - wi_length(away);
        c->parting[slot][lane] = wi_dot(v, normal);
        c->sliding[slot][lane] = wi_det(normal, v);
        c->felt[slot][lane] = c->borne[slot][lane] = 1.0f;
    }
}

// Adds the walls within a distance, after all others.
static void contacts_add_walls(contacts *c, const wend_view *now, const wide_group *group, wide distance) {
    if (!wide_near_walls(now, group, wide_greatest(distance))) return;
    for (uint32_t lane = 0; lane < group->count; lane++)
        contacts_add_lane_walls(c, now, (uint32_t)group->row[lane], (int)lane, distance[lane]);
}

// The normal force of a contact at an overlap, and how fast it grows with it.
WI_INLINE wide contact_push(const contact_law *law, const contacts *c, uint32_t i, wide overlap, wide *growth) {
    const wide zero = wide_of(0.0f);
    wide stiffness = c->borne[i] * law->body_stiffness, pressed = stiffness * wide_max(overlap, zero);
    *growth = wide_select(wide_less(zero, overlap), stiffness, zero);
    if (!wide_any(wide_less(zero, law->repulsion))) return pressed; // there are only bodies
    wide ranges = overlap / law->repulsion_range, at = wide_min(ranges, wide_of(STEEPEST));
    wide repulsion = c->felt[i] * (law->repulsion * wide_exp(at));
    *growth = repulsion / law->repulsion_range + *growth;
    return repulsion * (wide_of(1.0f) + (ranges - at)) + pressed;
}

// How late in the step each force is taken. At the end it damps, which stiff contacts need; early it keeps the energy of
// a collision, as the symplectic method of Euler does. Stiffness times step squared per mass is the measure: from 1 on,
// the end.
static void contacts_choose_times(contacts *c, const contact_law *law, const pushed *me, wide step) {
    const wide half = wide_of(0.5f), one = wide_of(1.0f), zero = wide_of(0.0f);
    for (uint32_t i = 0; i < c->count; i++) {
        wide growth, weight = c->answer[i] * step / me->inertia;
        (void)contact_push(law, c, i, wide_max(c->overlap[i], c->overlap[i] - step * c->parting[i]), &growth);
        c->push_at[i] = wide_min(weight * step * wide_max(growth, law->body_stiffness), one);
        // Friction takes the overlap at the start: so it is linear, and cannot flicker with the contact.
        c->friction[i] = c->borne[i] * law->sliding_friction * wide_max(c->overlap[i], zero);
        c->slide_at[i] = wide_min(half + half * weight * c->friction[i], one);
    }
}

// A symmetric linear system for the change of velocity.
typedef struct balance {
    wide xx, xy, yy;
    wide rest_x, rest_y; // what is still unbalanced, kg m/s
} balance;

// The impulse of one contact in the step, if the agent's velocity changes by (ux, uy), and how it grows.
WI_INLINE void contact_weigh(const contact_law *law, const contacts *c, uint32_t i, wide step, wide ux, wide uy,
                             balance *b) {
    wide nx = c->nx[i], ny = c->ny[i], answer = c->answer[i], until = step * c->push_at[i];
    wide parting = c->parting[i] + answer * (nx * ux + ny * uy);
    wide sliding = c->sliding[i] + c->slide_at[i] * answer * (nx * uy - ny * ux);
    wide growth, normal = step * contact_push(law, c, i, c->overlap[i] - until * parting, &growth);
    wide friction = step * c->friction[i];
    wide along = answer * step * until * growth, across = answer * friction * c->slide_at[i];
    b->rest_x += normal * nx + friction * sliding * ny;
    b->rest_y += normal * ny - friction * sliding * nx;
    b->xx += along * nx * nx + across * ny * ny;
    b->xy += (along - across) * nx * ny;
    b->yy += along * ny * ny + across * nx * nx;
}

// Contacts add to the determinant more than inertia times what they add to the trace. Where they are 1e7 times as stiff as a
// body is inert, rounding would leave nothing of that, or less.
WI_INLINE wide determinant(const balance *b, wide inertia) {
    wide det = b->xx * b->yy - b->xy * b->xy, least = inertia * (b->xx + b->yy - inertia);
    return wide_select(wide_less(det, wide_of(0.999f) * least), least, det);
}

// Newton's method. Forces only grow with overlap, so the matrix is always positive; a lane that has settled stays.
static void contacts_balance(const contacts *c, const contact_law *law, const pushed *me, wide step, wide *x, wide *y) {
    const wide zero = wide_of(0.0f);
    wide ux = zero, uy = zero;
    wide_mask moving = wide_less(zero, wide_of(1.0f));
    for (int round = 0; round < ROUNDS && wide_any(moving); round++) {
        balance b = {me->inertia, zero, me->inertia, me->drive_x - me->inertia * ux, me->drive_y - me->inertia * uy};
        for (uint32_t i = 0; i < c->count; i++) contact_weigh(law, c, i, step, ux, uy, &b);
        wide per_det = wide_of(1.0f) / determinant(&b, me->inertia);
        wide sx = (b.yy * b.rest_x - b.xy * b.rest_y) * per_det, sy = (b.xx * b.rest_y - b.xy * b.rest_x) * per_det;
        ux = wide_select(moving, ux + sx, ux);
        uy = wide_select(moving, uy + sy, uy);
        moving = moving & wide_less(wide_of(SETTLED * SETTLED), sx * sx + sy * sy);
    }
    *x = me->vx + ux;
    *y = me->vy + uy;
}

// However hard others press, no centre comes nearer to a wall than a share of the radius. Two passes, for corners.
static void contacts_stop_at_walls(const contacts *c, const pushed *me, wide step, wide *x, wide *y) {
    const wide zero = wide_of(0.0f);
    for (uint32_t k = 0; k < 2 * (c->count - c->others); k++) {
        uint32_t i = c->others + k % (c->count - c->others);
        wide room = wide_max(wide_of(SQUEEZED) * me->solid - c->overlap[i], zero);
        wide too_fast = wide_max(-(c->nx[i] * *x + c->ny[i] * *y) - room / step, zero) * c->felt[i];
        *x += too_fast * c->nx[i];
        *y += too_fast * c->ny[i];
    }
}

// The velocities (x, y) at the end of the step.
static void contacts_settle(contacts *c, const contact_law *law, const pushed *me, wide step, wide *x, wide *y) {
    contacts_choose_times(c, law, me, step);
    contacts_balance(c, law, me, step, x, y);
    contacts_stop_at_walls(c, me, step, x, y);
}

#endif
