#include "steer/wall_contacts.h"

#include "base/vec.h"
#include "sense/walls.h"

// Solid pieces count for those on their open side; from the other side they are hidden behind pieces that face the body.
static bool faces(const wend_wall *wall, wend_vec at, float radius) {
    if (!wall->solid) return true;
    wend_vec along = wi_sub(wall->b, wall->a);
    return wi_det(along, wi_sub(at, wall->a)) <= 0.01f * radius * wi_length(along);
}

static bool same(wend_vec a, wend_vec b) { return a.x == b.x && a.y == b.y; }

// True if the wall goes on from an end of the piece and comes nearer to the body there.
static bool comes_nearer(wend_vec end, const wend_vec after[2], wend_vec at) {
    wend_vec to_body = wi_sub(at, end);
    return wi_dot(to_body, wi_sub(after[0], end)) > 0.0f || wi_dot(to_body, wi_sub(after[1], end)) > 0.0f;
}

static bool is_nearest_part(const wend_wall *wall, wend_vec nearest, wend_vec at) {
    if (same(nearest, wall->a)) return !comes_nearer(wall->a, wall->after_a, at);
    if (same(nearest, wall->b)) return !comes_nearer(wall->b, wall->after_b, at);
    return true;
}

static bool among(const wend_vec *points, uint32_t count, wend_vec point) {
    for (uint32_t i = 0; i < count; i++)
        if (same(points[i], point)) return true;
    return false;
}

// Across the piece, towards the body; for a centre that lies exactly on an open piece, to its right.
static wend_vec across(const wend_wall *wall, wend_vec offset) {
    wend_vec right = wi_scale(-1.0f, wi_unit(wi_left(wi_sub(wall->b, wall->a)), wi_vec(1.0f, 0.0f)));
    return wi_unit(offset, right);
}

uint32_t wi_wall_contacts(const wend_view *now, uint32_t row, float distance, wi_wall_contact *contacts) {
    enum { LOOK_AT = 3 * WI_WALL_CONTACTS_MAX };
    uint32_t found[LOOK_AT], used = 0;
    float distance2[LOOK_AT];
    wend_vec point[WI_WALL_CONTACTS_MAX], at = wi_vec(now->x[row], now->y[row]);
    uint32_t count = wend_view_walls(now, now->role[row].level, at, distance, LOOK_AT, found, distance2);
    for (uint32_t i = 0; i < count && used < WI_WALL_CONTACTS_MAX; i++) {
        const wend_wall *wall = wend_view_wall(now, found[i]);
        wend_vec nearest;
        (void)wi_wall_distance2(wall, at, &nearest);
        if (!faces(wall, at, now->form[row].radius) || !is_nearest_part(wall, nearest, at)) continue;
        if (among(point, used, nearest)) continue;
        point[used] = nearest;
        contacts[used++] = (wi_wall_contact){across(wall, wi_sub(at, nearest)), wi_sqrt(distance2[i])};
    }
    return used;
}
