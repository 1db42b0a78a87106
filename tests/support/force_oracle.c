#include "support/force_oracle.h"

#include <math.h>
#include <stdlib.h>

static const double pi = 3.14159265358979323846;

// Derivatives ----------------------------------------------------------------------------------------------------------

typedef double potential(const void *what, oracle_vec at);

// Minus the gradient, by central differences of fourth order.
static oracle_vec force_of(potential *of, const void *what, oracle_vec at) {
    const double h = 1e-4;
    oracle_vec force = {0.0, 0.0};
    for (int axis = 0; axis < 2; axis++) {
        oracle_vec e = oracle_at(axis == 0 ? h : 0.0, axis == 1 ? h : 0.0);
        double near = of(what, oracle_add(at, e)) - of(what, oracle_sub(at, e));
        double far = of(what, oracle_add(at, oracle_scale(2.0, e))) - of(what, oracle_sub(at, oracle_scale(2.0, e)));
        *(axis == 0 ? &force.x : &force.y) = -(8.0 * near - far) / (12.0 * h);
    }
    return force;
}

static oracle_vec limited(oracle_vec a, double most) {
    double length = oracle_length(a);
    return length > most ? oracle_scale(most / length, a) : a;
}

// Who is near ----------------------------------------------------------------------------------------------------------

typedef struct seen {
    double distance;
    uint32_t body;
} seen;

static int by_distance(const void *left, const void *right) {
    const seen *a = left, *b = right;
    return (a->distance > b->distance) - (a->distance < b->distance);
}

static uint32_t nearest(const oracle_crowd *crowd, uint32_t self, seen *near, bool *doubtful) {
    uint32_t count = 0, most = crowd->max_neighbours;
    for (uint32_t i = 0; i < crowd->count; i++) {
        double distance = oracle_distance(crowd->body[self].position, crowd->body[i].position);
        if (fabs(distance - crowd->neighbour_distance) < 1e-5) *doubtful = true;
        if (i != self && distance < crowd->neighbour_distance) near[count++] = (seen){distance, i};
    }
    qsort(near, count, sizeof near[0], by_distance);
    if (count <= most) return count;
    if (near[most].distance - near[most - 1].distance < 1e-5) *doubtful = true;
    return most;
}

// Who goes first ------------------------------------------------------------------------------------------------------

static bool is_held_up(const oracle_body *body, bool *doubtful) {
    double along = oracle_dot(body->velocity, body->preferred), p2 = oracle_dot(body->preferred, body->preferred);
    if (fabs(along - 0.1 * p2) < 1e-5) *doubtful = true;
    return along < 0.1 * p2;
}

// Ranks last three seconds; these are of the first. Bodies have the serials 1, 2, ...
static double rank_of(uint32_t body) { return (double)wend_random(1, body + 1, 0, 2718, 0); }

static double precedence(const oracle_crowd *crowd, uint32_t self, uint32_t other, bool *doubtful) {
    const oracle_body *a = &crowd->body[self], *b = &crowd->body[other];
    double opposed = oracle_dot(a->preferred, b->preferred);
    bool a_stands = is_held_up(a, doubtful), b_stands = is_held_up(b, doubtful);
    if (fabs(opposed) < 1e-5) *doubtful = true;
    if (opposed >= 0.0 || a->priority != b->priority || !(a_stands || b_stands)) return 0.0;
    return fmin(fmax(4.0 * (rank_of(self) - rank_of(other)), -1.0), 1.0);
}

// Twice the share of the avoidance that is left to `self`.
static double weight_of(const oracle_crowd *crowd, uint32_t self, uint32_t other, bool *doubtful) {
    const oracle_body *a = &crowd->body[self], *b = &crowd->body[other];
    if (a->priority != b->priority && fabs(oracle_distance(a->position, b->position) - a->radius - b->radius) < 1e-5)
        *doubtful = true;
    double weight = 2.0 * oracle_meet(crowd, a, b).share - precedence(crowd, self, other, doubtful);
    return fmin(fmax(weight, 0.0), 2.0);
}

// dv/dt = (preferred - v) / relaxation + force, the first part taken at the end of the step.
static oracle_vec velocity_after(const force_crowd *crowd, const oracle_body *body, oracle_vec force, double relaxation,
                                 double max_speed) {
    double step = crowd->in.bodies.step, pull = step / relaxation;
    oracle_vec pushed = oracle_add(body->velocity, oracle_scale(step, limited(force, crowd->max_force)));
    oracle_vec v = oracle_scale(1.0 / (1.0 + pull), oracle_add(pushed, oracle_scale(pull, body->preferred)));
    return limited(v, max_speed);
}

// Walls ahead ---------------------------------------------------------------------------------------------------------

typedef struct meeting {
    oracle_vec velocity;
    double radius;
    const crowd_wall *wall; // NULL: a disc at the origin
} meeting;

// First contact with a piece of wall within that time: looked for step by step, then by halving.
static double wall_time(const meeting *m, oracle_vec at, double end) {
    const double step = 2e-3;
    double before = 0.0;
    for (double t = 0.0; t < end; before = t, t += step) {
        oracle_vec there = oracle_add(at, oracle_scale(t, m->velocity));
        if (oracle_wall_distance(there, m->wall->a, m->wall->b) > m->radius) continue;
        double after = t;
        for (int i = 0; i < 60; i++) {
            double middle = 0.5 * (before + after);
            oracle_vec here = oracle_add(at, oracle_scale(middle, m->velocity));
            *(oracle_wall_distance(here, m->wall->a, m->wall->b) > m->radius ? &before : &after) = middle;
        }
        return after;
    }
    return INFINITY;
}

// Social forces --------------------------------------------------------------------------------------------------------

double social_potential(oracle_vec r, oracle_vec v) {
    const double strength = 2.1, sigma = 0.3, stride_time = 2.0;
    oracle_vec stride = oracle_scale(stride_time, v);
    double sum = oracle_length(r) + oracle_length(oracle_sub(r, stride)), s = oracle_length(stride);
    double b = 0.5 * sqrt(fmax(0.0, sum * sum - s * s));
    return strength * exp(-b / sigma);
}

static double potential_of_other(const void *velocity, oracle_vec r) {
    return social_potential(r, *(const oracle_vec *)velocity);
}

static double potential_of_wall(const void *what, oracle_vec at) {
    const crowd_wall *wall = what;
    return 10.0 * exp(-oracle_wall_distance(at, wall->a, wall->b) / 0.2);
}

// Half as much from those outside of 200 degrees about the way.
static oracle_vec as_seen(const oracle_body *self, oracle_vec force, bool *doubtful) {
    double size = oracle_length(force), speed = oracle_length(self->preferred);
    double margin = -oracle_dot(self->preferred, force) - size * speed * cos(100.0 * pi / 180.0);
    if (size > 1e-4 && speed > 0.0 && fabs(margin) < 1e-4 * size * speed) *doubtful = true;
    return margin >= 0.0 ? force : oracle_scale(0.5, force);
}

// Close to the line of a stride or to its ends, where the force leaps.
static bool stride_doubtful(oracle_vec r, oracle_vec v) {
    oracle_vec q = oracle_sub(r, oracle_scale(2.0, v));
    double bend = oracle_length(oracle_add(oracle_unit(r), oracle_unit(q)));
    return bend < 0.02 || oracle_length(r) < 0.02 || oracle_length(q) < 0.02;
}

// Nothing is met within half a second at the preferred velocity. Bodies in a wall are as large as fits.
static bool way_is_free(const force_crowd *crowd, const oracle_body *me, double wider) {
    for (uint32_t i = 0; i < crowd->in.wall_count; i++) {
        const crowd_wall *wall = &crowd->in.wall[i];
        double fits = (double)0.99f * oracle_wall_distance(me->position, wall->a, wall->b);
        meeting m = {me->preferred, wider * fmin(me->radius, fits), wall};
        if (!isinf(wall_time(&m, me->position, 0.5))) return false;
    }
    return true;
}

// The force of all walls, which takes only a share off the drive of one who would pass them.
static oracle_vec passing_walls(const force_crowd *crowd, const oracle_body *me, bool *doubtful) {
    oracle_vec force = {0.0, 0.0}, ahead = oracle_unit(me->preferred);
    for (uint32_t i = 0; i < crowd->in.wall_count; i++)
        force = oracle_add(force, force_of(potential_of_wall, &crowd->in.wall[i], me->position));
    double braking = -oracle_dot(force, ahead);
    if (braking <= 0.0 || crowd->wall_braking == 1.0) return force;
    bool is_free = way_is_free(crowd, me, 1.0);
    if (is_free != way_is_free(crowd, me, 1.005) || is_free != way_is_free(crowd, me, 0.995)) *doubtful = true;
    return is_free ? oracle_add(force, oracle_scale((1.0 - crowd->wall_braking) * braking, ahead)) : force;
}

oracle_vec social_velocity(const force_crowd *crowd, uint32_t self, bool *doubtful) {
    const oracle_body *me = &crowd->in.bodies.body[self];
    oracle_vec force = {0.0, 0.0};
    seen near[ORACLE_BODIES];
    uint32_t count = nearest(&crowd->in.bodies, self, near, doubtful);
    for (uint32_t i = 0; i < count; i++) {
        const oracle_body *other = &crowd->in.bodies.body[near[i].body];
        oracle_vec r = oracle_sub(me->position, other->position);
        oracle_vec velocity = oracle_meet(&crowd->in.bodies, me, other).other;
        if (stride_doubtful(r, velocity)) *doubtful = true;
        oracle_vec by_other = as_seen(me, force_of(potential_of_other, &velocity, r), doubtful);
        double weight = weight_of(&crowd->in.bodies, self, near[i].body, doubtful);
        force = oracle_add(force, oracle_scale(weight, by_other));
    }
    force = oracle_add(force, passing_walls(crowd, me, doubtful));
    double preferred_speed = oracle_length(me->preferred);
    return velocity_after(crowd, me, force, 0.5, fmin(1.3 * preferred_speed, me->max_speed));
}

// The power law --------------------------------------------------------------------------------------------------------

double collision_time(oracle_vec p, oracle_vec v, double radius) {
    double a = oracle_dot(v, v), b = oracle_dot(p, v), c = oracle_dot(p, p) - radius * radius;
    double root2 = b * b - a * c;
    if (a <= 0.0 || b >= 0.0 || root2 <= 0.0) return INFINITY;
    return (-b - sqrt(root2)) / a;
}

double collision_energy(double time) { return isinf(time) ? 0.0 : 1.5 / (time * time) * exp(-time / 3.0); }

static double meeting_time(const meeting *m, oracle_vec at) {
    return m->wall != NULL ? wall_time(m, at, 12.0) : collision_time(at, m->velocity, m->radius);
}

static double energy_of_meeting(const void *what, oracle_vec at) { return collision_energy(meeting_time(what, at)); }

// The velocity at the end of the step if no force acts.
static oracle_vec settled(const force_crowd *crowd, oracle_vec velocity, oracle_vec preferred) {
    double pull = crowd->in.bodies.step / 0.54;
    return oracle_scale(1.0 / (1.0 + pull), oracle_add(velocity, oracle_scale(pull, preferred)));
}

// The force of a meeting, which in one step does not do more than stop `share` of the approach.
static oracle_vec meeting_force(const force_crowd *crowd, const meeting *m, oracle_vec at, double weight, double share,
                                bool *doubtful) {
    double time = meeting_time(m, at);
    if (isinf(time)) return oracle_at(0.0, 0.0);
    oracle_vec force = oracle_scale(weight, force_of(energy_of_meeting, m, at)), away = oracle_unit(force);
    double approach = -oracle_dot(away, m->velocity), pull = crowd->in.bodies.step / 0.54;
    if (approach < 0.1 * oracle_length(m->velocity) || time < 5e-3) *doubtful = true;
    return limited(force, fmin(crowd->max_force, share * approach * (1.0 + pull) / crowd->in.bodies.step));
}

static oracle_vec force_of_others(const force_crowd *crowd, uint32_t self, bool *doubtful) {
    const oracle_body *me = &crowd->in.bodies.body[self];
    oracle_vec force = {0.0, 0.0};
    seen near[ORACLE_BODIES];
    uint32_t count = nearest(&crowd->in.bodies, self, near, doubtful);
    for (uint32_t i = 0; i < count; i++) {
        const oracle_body *other = &crowd->in.bodies.body[near[i].body];
        oracle_vec p = oracle_sub(me->position, other->position);
        oracle_meeting is = oracle_meet(&crowd->in.bodies, me, other);
        oracle_vec own = settled(crowd, is.own, me->preferred), theirs = settled(crowd, is.other, other->preferred);
        meeting m = {.velocity = oracle_sub(own, theirs)};
        m.radius = fmin(me->radius + other->radius, (double)0.99f * oracle_length(p));
        // A little farther off they might meet.
        if (isinf(collision_time(p, m.velocity, m.radius)) != isinf(collision_time(p, m.velocity, 1.002 * m.radius)))
            *doubtful = true;
        double weight = weight_of(&crowd->in.bodies, self, near[i].body, doubtful);
        if (weight > 0.0) force = oracle_add(force, meeting_force(crowd, &m, p, weight, 0.5 * weight, doubtful));
    }
    return force;
}

// Of the first wall on the way; `velocity` becomes what is left of it along that wall.
static oracle_vec force_of_wall_ahead(const force_crowd *crowd, uint32_t self, oracle_vec *velocity, bool *doubtful) {
    const oracle_body *me = &crowd->in.bodies.body[self];
    meeting first = {.wall = NULL};
    double earliest = INFINITY;
    for (uint32_t i = 0; i < crowd->in.wall_count; i++) {
        meeting m = {*velocity, me->radius, &crowd->in.wall[i]};
        double distance = oracle_wall_distance(me->position, m.wall->a, m.wall->b);
        if (distance < me->radius + 1e-3) *doubtful = true; // tested by itself
        if (distance > 3.0 * me->max_speed + me->radius) continue;
        double time = wall_time(&m, me->position, 12.0);
        meeting wider = {*velocity, 1.01 * me->radius, m.wall};
        if (fabs(time - earliest) < 1e-3) *doubtful = true;
        if (isinf(time) && !isinf(wall_time(&wider, me->position, 12.0))) *doubtful = true;
        if (time < earliest) earliest = time, first = m;
    }
    if (isinf(earliest)) return oracle_at(0.0, 0.0);
    oracle_vec force = meeting_force(crowd, &first, me->position, 1.0, 1.0, doubtful), away = oracle_unit(force);
    *velocity = oracle_sub(*velocity, oracle_scale(oracle_dot(*velocity, away), away));
    return force;
}

static oracle_vec force_of_walls(const force_crowd *crowd, uint32_t self, bool *doubtful) {
    const oracle_body *me = &crowd->in.bodies.body[self];
    oracle_vec velocity = settled(crowd, me->velocity, me->preferred);
    oracle_vec first = force_of_wall_ahead(crowd, self, &velocity, doubtful);
    return oracle_add(first, force_of_wall_ahead(crowd, self, &velocity, doubtful));
}

oracle_vec power_velocity(const force_crowd *crowd, uint32_t self, bool *doubtful) {
    const oracle_body *me = &crowd->in.bodies.body[self];
    oracle_vec force = oracle_add(force_of_others(crowd, self, doubtful), force_of_walls(crowd, self, doubtful));
    return velocity_after(crowd, me, force, 0.54, me->max_speed);
}

// The library ----------------------------------------------------------------------------------------------------------

void force_crowd_step(const force_crowd *crowd, const wend_model *model, oracle_vec *velocity) {
    const oracle_crowd *bodies = &crowd->in.bodies;
    bool brakes = wend_model_param(model, "wall_braking", NULL) != NULL;
    const wend_setting settings[] = {{"side_bias", 0.0f},
                                     {"step_aside", 0.0f},
                                     {"give_ground", 0.0f},
                                     {"max_force", (float)crowd->max_force},
                                     {"neighbour_distance", (float)bodies->neighbour_distance},
                                     {"max_neighbours", (float)bodies->max_neighbours},
                                     brakes ? (wend_setting){"wall_braking", (float)crowd->wall_braking}
                                            : (wend_setting){"body_stiffness", 0.0f}};
    walled_crowd_step(&crowd->in, model, settings, WEND_COUNT(settings), velocity);
}
