// What agents of the models vo and rvo see about them, and choose their velocities by: walls and bodies as obstacles, who of
// two goes first, and when to step aside.
#include "sense/senses.h"
#include "steer/choose_velocity.h"
#include "steer/precedence.h"
#include "steer/step_aside.h"

#include <stddef.h>

#define RIGHT_SHARED 0.4f // of an avoidance: so much less than half of it takes who goes first of two who share it

// clang-format off
const wend_param wi_choice_params[7] = {
    {"horizon", "s", "how far ahead agents look for each other",
     0.05f, 30.0f, 2.0f, offsetof(wi_choice_settings, horizon), NULL},
    {"obstacle_horizon", "s", "how far ahead agents look for walls",
     0.05f, 30.0f, 1.0f, offsetof(wi_choice_settings, obstacle_horizon), NULL},
    {"neighbour_distance", "m", "others farther away than this are not looked at",
     0.1f, 100.0f, 5.0f, offsetof(wi_choice_settings, neighbour_distance), NULL},
    {"max_neighbours", "count", "at most this many others are looked at, the nearest first",
     0.0f, WEND_NEIGHBOURS_MAX, 10.0f, offsetof(wi_choice_settings, max_neighbours), NULL},
    {"side_bias", "rad", "how far the preferred velocity turns to the right while others are in view",
     0.0f, 0.2f, 0.01f, offsetof(wi_choice_settings, side_bias), NULL},
    {"step_aside", "rad", "turn to the right (negative: left) of one who is held up and has others close before it who come",
     -1.6f, 1.6f, 1.5f, offsetof(wi_choice_settings, step_aside), NULL},
    {"precedence", "", "how much one of two who stand in each other's way goes first, for a few seconds at a time",
     0.0f, 1.0f, 1.0f, offsetof(wi_choice_settings, precedence), NULL},
};
// clang-format on

static const wend_setting published_settings[] = {{"side_bias", 0.0f}, {"step_aside", 0.0f}, {"precedence", 0.0f}};

const wend_preset wi_choice_presets[2] = {
    {"default", "a slight turn to the right settles exact symmetry, and one goes first where two stand", NULL, 0},
    {"published", "as published: nothing settles exact symmetry", published_settings, WEND_COUNT(published_settings)},
};

// An obstacle that no velocity within the limit can enter is not worth keeping.
static void keep_if_near(wi_choice *choice) {
    const wi_vo *vo = &choice->obstacle[choice->count];
    if (wi_vo_distance(vo, (wi_dvec){0.0, 0.0}, NULL) <= choice->max_speed) choice->count++;
}

// Solid pieces count for those on their open side; from the other side they are hidden behind pieces that face the agent.
static bool faces(const wend_wall *wall, wend_vec at, float radius) {
    if (!wall->solid) return true;
    wend_vec along = wi_sub(wall->b, wall->a);
    return wi_det(along, wi_sub(at, wall->a)) <= 0.01f * radius * wi_length(along);
}

static void see_walls(wi_choice *choice, const wend_view *now, uint32_t row, const wi_choice_settings *settings) {
    uint32_t found[WI_CHOICE_WALLS];
    const wend_body *me = &now->body[row];
    wend_vec at = wi_vec(me->x, me->y);
    float radius = now->form[row].radius;                          // personal space is for people
    float horizon = wi_max(settings->obstacle_horizon, now->step); // no step may lead into a wall
    float distance = horizon * now->pace[row].max_speed + radius;
    uint32_t count = wend_view_walls(now, now->role[row].level, at, distance, WI_CHOICE_WALLS, found, NULL);
    for (uint32_t i = 0; i < count; i++) {
        const wend_wall *wall = wend_view_wall(now, found[i]);
        if (!faces(wall, at, radius)) continue;
        wi_vo_wall(&choice->obstacle[choice->count], wi_dvec_of(wall->a) - wi_dvec_of(at),
                   wi_dvec_of(wall->b) - wi_dvec_of(at), (double)radius, (double)horizon, (double)now->step,
                   0.5 * choice->max_speed);
        keep_if_near(choice);
    }
    choice->wall_count = choice->count;
}

// The time in which bodies that overlap should part: a step, or longer where half the top speed would take longer. An
// obstacle that no velocity can leave would count the same for all of them, and so for nothing.
static double time_to_part(const wi_choice *choice, wend_vec p, double R, double step) {
    double overlap = R - wi_dlength(wi_dvec_of(p)), speed = 0.5 * choice->max_speed;
    return overlap > speed * step && speed > 0.0 ? overlap / speed : step;
}

static wend_vec nearer(wend_vec velocity, const wend_body *body, float share) {
    wend_vec preferred = wi_vec(body->preferred_x, body->preferred_y);
    return wi_add(velocity, wi_scale(share, wi_sub(preferred, velocity)));
}

static bool touch(const wend_body *a, const wend_body *b) {
    float R = a->radius + b->radius;
    return wi_length2(wi_vec(b->x - a->x, b->y - a->y)) < R * R;
}

static bool any_firm(const wend_body *a, const wend_body *b) {
    return a->priority >= WEND_PRIORITY_FIRM || b->priority >= WEND_PRIORITY_FIRM;
}

// Where two who share an avoidance have their apex. Whoever has the higher priority is taken to go at its preferred
// velocity, in proportion to the difference (Curtis, Zafar, Gutub and Manocha 2012), unless they touch. Firm ones go on.
static wend_vec apex_of(const wend_body *a, const wend_body *b, float share, bool shared) {
    wend_vec own = wi_vec(a->vx, a->vy), theirs = wi_vec(b->vx, b->vy);
    float right = wi_clamp(a->priority - b->priority, -1.0f, 1.0f);
    bool differ = shared && !any_firm(a, b) && right != 0.0f && !touch(a, b);
    if (differ && right > 0.0f) own = nearer(own, a, right);
    if (differ && right < 0.0f) theirs = nearer(theirs, b, -right);
    return wi_add(wi_scale(1.0f - share, own), wi_scale(share, theirs));
}

static void see_body(wi_choice *choice, const wend_view *now, uint32_t row, uint32_t other, float horizon, float share,
                     bool shared) {
    const wend_body *a = &now->body[row], *b = &now->body[other];
    const wend_profile *profile = wi_view_profile(now, other);
    wi_velocity_set set = {profile->velocity_radius, profile->velocity_corners, profile->velocity_corner_count};
    if (set.corner_count > 0) set.radius = 0.0f;
    wend_vec p = wi_vo_part(wi_vec(b->x - a->x, b->y - a->y), now->serial[row], now->serial[other]);
    wend_vec apex = apex_of(a, b, share, shared);
    double R = (double)a->radius + (double)b->radius, part = time_to_part(choice, p, R, (double)now->step);
    wi_vo_disc(&choice->obstacle[choice->count], wi_dvec_of(p), R, (double)horizon, part, wi_dvec_of(apex), &set);
    wi_vo_part_straight(&choice->obstacle[choice->count]);
    keep_if_near(choice);
}

// Stepping aside for those who come: see own_way_wide.h, whose rules these are.
static bool may_step_aside(const wend_view *now, uint32_t row) {
    bool alone = now->ties == NULL || now->ties[row].group == 0;
    return alone && !(now->role[row].flags & WEND_FLAG_ARRIVED);
}

static bool goes_first(const wend_view *now, uint32_t row) {
    return wi_precedence_rank(now, row, wi_precedence_turn(now)) >= STEP_ASIDE_RANK;
}

// From 0, for who gets on as it would like to, to 1 for who does not at all.
static float slowed(const wend_body *me) {
    wend_vec wish = wi_vec(me->preferred_x, me->preferred_y);
    float along = wi_dot(wi_vec(me->vx, me->vy), wish), p2 = wi_length2(wish);
    return p2 > 0.0f ? 1.0f - wi_clamp(along / p2, 0.0f, 1.0f) : 0.0f;
}

// Whether the bodies are less than `reach` apart.
static bool is_near(const wend_body *me, const wend_body *other, float reach) {
    float both = me->radius + other->radius + reach;
    return wi_length2(wi_vec(other->x - me->x, other->y - me->y)) < both * both;
}

// Whether the other is before one and would go against it, within the angle of which this is the squared cosine.
static bool comes_before(const wend_body *me, const wend_body *other, float opposed2) {
    wend_vec p = wi_vec(other->x - me->x, other->y - me->y), wish = wi_vec(me->preferred_x, me->preferred_y);
    wend_vec theirs = wi_vec(other->preferred_x, other->preferred_y);
    float along = wi_dot(wish, theirs);
    return along < 0.0f && along * along > opposed2 * wi_length2(wish) * wi_length2(theirs) && wi_dot(p, wish) > 0.0f;
}

static uint32_t count_who_come(const wend_view *now, uint32_t row, float reach, float opposed2,
                               const wend_neighbour *found, uint32_t count) {
    const wend_body *me = &now->body[row];
    uint32_t come = 0;
    for (uint32_t i = 0; i < count; i++) {
        const wend_body *other = &now->body[found[i].row];
        if (is_near(me, other, reach) && comes_before(me, other, opposed2)) come++;
    }
    return come;
}

static bool in_crowd(const wend_view *now, uint32_t row, const wend_neighbour *found, uint32_t count) {
    return count >= STEP_ASIDE_CROWD &&
           is_near(&now->body[row], &now->body[found[STEP_ASIDE_CROWD - 1].row], STEP_ASIDE_SIGHT);
}

// A crowd that meets another. Who has a habit for it does as it is used to.
static bool meets_crowd(const wend_view *now, uint32_t row, const wend_neighbour *found, uint32_t count) {
    return in_crowd(now, row, found, count) && wi_view_habits(now, row)->keep_side == 0.0f &&
           count_who_come(now, row, STEP_ASIDE_SIGHT, STEP_ASIDE_OPPOSED2, found, count) >= STEP_ASIDE_SEVERAL;
}

// These agents lock before they are slow: already while they walk they turn by this share of a full turn.
#define ASIDE_WALKING (1.0f / 3.0f)

// By how much one turns to the right for others in view, also those that need not be avoided.
static float turn_for(const wend_view *now, uint32_t row, const wi_choice_settings *settings,
                      const wend_neighbour *found, uint32_t count) {
    if (count == 0) return 0.0f;
    if (settings->step_aside == 0.0f || !may_step_aside(now, row)) return settings->side_bias;
    float slow = slowed(&now->body[row]);
    bool held_up = 1.0f - slow < STEP_ASIDE_SLOW;
    if (held_up && count_who_come(now, row, STEP_ASIDE_REACH, 0.0f, found, count) > 0 && !goes_first(now, row))
        return settings->step_aside;
    if (!meets_crowd(now, row, found, count)) return settings->side_bias;
    return settings->side_bias + (ASIDE_WALKING + (STEP_ASIDE_SHARE - ASIDE_WALKING) * slow) * settings->step_aside;
}

// Returns by how much one turns to the right for those in view.
static float see_bodies(wi_choice *choice, const wend_view *now, uint32_t row, const wi_choice_settings *settings,
                        wi_share *share_of, bool shared) {
    wend_neighbour found[WEND_NEIGHBOURS_MAX];
    uint32_t most = (uint32_t)(settings->max_neighbours + 0.5f);
    uint32_t count = most ? wend_view_nearest(now, row, settings->neighbour_distance, most, found) : 0;
    for (uint32_t i = 0; i < count; i++) {
        const wend_body *a = &now->body[row], *b = &now->body[found[i].row];
        float share = share_of(a, b);
        if (!touch(a, b)) {
            // Two who share an avoidance go on sharing it, or they might start through each other.
            float right = settings->precedence * wi_precedence(now, row, found[i].row);
            share = wi_clamp(share - (shared ? RIGHT_SHARED : 1.0f) * right, 0.0f, 1.0f);
        } else if (!any_firm(a, b)) {
            share = 0.5f; // bodies that touch part together: if each did it alone, they would leap to and fro
        }
        if (share > 0.0f) see_body(choice, now, row, found[i].row, settings->horizon, share, shared);
    }
    return turn_for(now, row, settings, found, count);
}

// The preferred velocity, turned clockwise by an angle.
static wi_dvec turned(const wend_body *me, float angle) {
    float c = wend_cos(angle), s = wend_sin(angle);
    return wi_dvec_of(wi_vec(c * me->preferred_x + s * me->preferred_y, c * me->preferred_y - s * me->preferred_x));
}

void wi_choose_velocities(const wend_view *now, const wend_next *next, wend_rows rows, wi_share *share, bool shared) {
    wi_choice choice;
    for (uint32_t i = 0; i < rows.count; i++) {
        uint32_t row = rows.row[i];
        const wend_body *me = &now->body[row];
        const wi_choice_settings *settings = wend_view_params(now, row);
        choice.preferred = wi_dvec_of(wi_vec(me->preferred_x, me->preferred_y));
        choice.current = wi_dvec_of(wi_vec(me->vx, me->vy));
        choice.max_speed = (double)now->pace[row].max_speed;
        choice.max_change = (double)now->pace[row].max_acceleration * (double)now->step;
        choice.step = (double)now->step;
        choice.count = 0;
        see_walls(&choice, now, row, settings);
        float turn = see_bodies(&choice, now, row, settings, share, shared);
        if (turn != 0.0f) choice.preferred = turned(me, turn);
        next->motion[row].velocity = wi_choose_velocity(&choice);
    }
}
