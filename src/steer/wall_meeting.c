#include "steer/wall_meeting.h"

#include "base/vec.h"
#include "sense/walls.h"

#define WALLS_MAX 32
#define CLEAR_TIME 0.5f // s: a way that is free for so long is free; just before a goal the route ends in this time

// A piece of wall seen from an agent.
typedef struct piece {
    const wend_wall *wall;
    wend_vec a, b; // from the agent to its ends
    bool left;     // of a -> b is where the agent stands
} piece;

// False for solid pieces seen from behind: others stand before them.
static bool see_piece(piece *p, const wend_wall *wall, wend_vec at) {
    *p = (piece){wall, wi_sub(wall->a, at), wi_sub(wall->b, at), false};
    p->left = wi_det(wi_sub(p->b, p->a), p->a) < 0.0f;
    return !(wall->solid && p->left);
}

// Nearest points -------------------------------------------------------------------------------------------------------

// True if the wall goes on at an end and comes nearer to the agent there.
static bool comes_nearer(const piece *p, bool at_a) {
    wend_vec end = at_a ? p->wall->a : p->wall->b;
    wend_vec next = (at_a ? p->wall->after_a : p->wall->after_b)[p->left ? 0 : 1];
    return wi_dot(wi_sub(next, end), at_a ? p->a : p->b) < 0.0f;
}

// The place of a piece that is nearer than those beside it, on the next pieces too; false if there is none.
static bool nearest_place(const piece *p, wend_vec at, wend_vec *place) {
    wend_vec along = wi_sub(p->b, p->a);
    float share = -wi_dot(p->a, along) / wi_length2(along);
    if (share > 0.0f && share < 1.0f) {
        *place = wi_add(at, wi_add(p->a, wi_scale(share, along)));
        return true;
    }
    *place = share <= 0.0f ? p->wall->a : p->wall->b;
    return !comes_nearer(p, share <= 0.0f);
}

static bool is_among(wend_vec place, const wend_vec *point, uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        if (point[i].x == place.x && point[i].y == place.y) return true;
    return false;
}

uint32_t wi_wall_points(const wend_view *now, uint32_t row, float distance, uint32_t max, wend_vec *point) {
    wend_vec at = wi_vec(now->x[row], now->y[row]), place;
    uint32_t found[WALLS_MAX], count = 0;
    uint32_t walls = wend_view_walls(now, now->role[row].level, at, distance, WALLS_MAX, found, NULL);
    for (uint32_t i = 0; i < walls && count < max; i++) {
        piece p;
        if (!see_piece(&p, wend_view_wall(now, found[i]), at)) continue;
        // Two pieces that meet in a corner share it.
        if (nearest_place(&p, at, &place) && !is_among(place, point, count)) point[count++] = place;
    }
    return count;
}

// Ahead ----------------------------------------------------------------------------------------------------------------

static void keep_first(wi_wall_hit *first, wi_wall_hit other) {
    if (other.time < first->time) *first = other;
}

// The end of a piece, as a disc of radius 0 (see power_law_wide.c).
static void meet_end(wi_wall_hit *first, wend_vec end, wend_vec velocity, float radius) {
    float closing = wi_dot(end, velocity), det = wi_det(end, velocity), e2 = wi_length2(end);
    float root2 = radius * radius * wi_length2(velocity) - det * det;
    if (!(closing > 0.0f && root2 > 0.0f)) return;
    float root = wi_sqrt(root2), time = wi_max(0.0f, (e2 - radius * radius) / (closing + root));
    wend_vec normal = wi_unit(wi_sub(wi_scale(time, velocity), end), wi_vec(0.0f, 0.0f));
    keep_first(first, (wi_wall_hit){time, root / radius, normal});
}

static void meet_side(wi_wall_hit *first, const piece *p, wend_vec velocity, float radius) {
    wend_vec along = wi_sub(p->b, p->a), across = wi_unit(wi_left(along), wi_vec(0.0f, 0.0f));
    wend_vec face = p->left ? across : wi_scale(-1.0f, across);
    float approach = -wi_dot(face, velocity), gap = -wi_dot(face, p->a) - radius;
    if (!(approach > 0.0f && gap >= 0.0f)) return;
    float time = gap / approach, place = wi_dot(wi_sub(wi_scale(time, velocity), p->a), along);
    if (place >= 0.0f && place <= wi_length2(along)) keep_first(first, (wi_wall_hit){time, approach, face});
}

bool wi_wall_ahead(const wend_view *now, uint32_t row, wend_vec velocity, float distance, wi_wall_hit *hit) {
    const float never = 1e30f;
    wend_vec at = wi_vec(now->x[row], now->y[row]);
    uint32_t found[WALLS_MAX];
    float distance2[WALLS_MAX];
    uint32_t walls = wend_view_walls(now, now->role[row].level, at, distance, WALLS_MAX, found, distance2);
    hit->time = never;
    for (uint32_t i = 0; i < walls; i++) {
        piece p;
        if (!see_piece(&p, wend_view_wall(now, found[i]), at)) continue;
        float radius = wi_min(now->form[row].radius, WI_TOUCHING * wi_sqrt(distance2[i]));
        meet_side(hit, &p, velocity, radius);
        meet_end(hit, p.a, velocity, radius);
        meet_end(hit, p.b, velocity, radius);
    }
    return hit->time < never;
}

static bool way_is_free(const wend_view *now, uint32_t row, wend_vec preferred) {
    float reach = now->form[row].radius + CLEAR_TIME * wi_length(preferred);
    wi_wall_hit hit;
    return !wi_wall_ahead(now, row, preferred, reach, &hit) || hit.time >= CLEAR_TIME;
}

wend_vec wi_wall_braking(const wend_view *now, uint32_t row, wend_vec force) {
    wend_vec preferred = wi_vec(now->body[row].preferred_x, now->body[row].preferred_y), none = {0.0f, 0.0f};
    wend_vec ahead = wi_unit(preferred, none);
    float braking = -wi_dot(force, ahead);
    return braking > 0.0f && way_is_free(now, row, preferred) ? wi_scale(braking, ahead) : none;
}
