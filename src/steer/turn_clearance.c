// The clearance ahead of a body: at points on its way over the next second, how far the nearest points of others and
// walls on its left and on its right lie apart, measured across the way (Best 2018, equations 2.20 to 2.23).
//
// The paper speaks of nearby others that are ahead and visible. Near is here what a body at the point would reach: the
// nearest point must lie within its radius along the way. Else a wall across the way, or one man far ahead and another
// beside, would leave no room at all.
//
// Most others are out of the way: what bounds their outlines across and along the way tells, without a nearest point.
#include "base/isa.h"
#include "steer/turn.h"

#define WALLS 32

typedef enum sight { NOT_LOOKED, SEEN, HIDDEN } sight;

// What may narrow the way: another or a wall, and bounds of it along the way and to its left, from the body's centre.
typedef struct hindrance {
    float from, to;
    float right, left;
    uint32_t index; // row or wall
    bool wall;
    sight sight;
} hindrance;

typedef struct lookout {
    const wi_turner *t;
    wend_vec n; // to the left of the way
    float ahead, enough;
    hindrance *found;
    uint32_t count;
    float least_left, least_right; // bounds of the room there
} lookout;

static wend_vec along_way(const lookout *on, wend_vec at) {
    wend_vec to = wi_sub(at, on->t->body.at);
    return wi_vec(wi_dot(on->t->way, to), wi_dot(on->n, to));
}

// Out of reach of every point on the way.
static bool is_aside(const lookout *on, const hindrance *h) {
    float reach = on->t->radius;
    return h->to < 0.0f || h->from > on->ahead + reach || h->right >= on->enough || h->left <= -on->enough;
}

// Most are behind or beside, so this is short and keeps what it compares with at hand.
static void consider_others(lookout *on) {
    const wi_turner *t = on->t;
    const wend_body *body = t->now->body;
    const wend_vec at = t->body.at, way = t->way, n = on->n;
    const float far = on->ahead + t->radius, aside = on->enough;
    uint32_t count = 0;
    for (uint32_t i = 0; i < t->others.count; i++) {
        uint32_t row = wi_turn_other(t, i);
        wend_vec to = wi_sub(wi_vec(body[row].x, body[row].y), at);
        float x = wi_dot(way, to);
        if (!(x > 0.0f)) continue;
        float y = wi_dot(n, to), r = t->now->form[row].radius;
        if (x - r > far || wi_abs(y) - r >= aside) continue;
        on->found[count++] = (hindrance){x - r, x + r, y - r, y + r, row, false, NOT_LOOKED};
    }
    on->count = count;
}

static void consider_walls(lookout *on) {
    const wi_turner *t = on->t;
    uint32_t found[WALLS];
    float reach = on->ahead + t->radius + on->enough;
    uint32_t count = wend_view_walls(t->now, t->level, t->body.at, reach, WALLS, found, NULL);
    for (uint32_t i = 0; i < count; i++) {
        const wend_wall *wall = wend_view_wall(t->now, found[i]);
        wend_vec a = along_way(on, wall->a), b = along_way(on, wall->b);
        hindrance *h = &on->found[on->count];
        *h = (hindrance){wi_min(a.x, b.x), wi_max(a.x, b.x), wi_min(a.y, b.y), wi_max(a.y, b.y), found[i], true, SEEN};
        if (!is_aside(on, h)) on->count++;
    }
}

// The least that what was found between two places on the way could leave on either side.
static void bound_sides(lookout *on, float from, float to) {
    on->least_left = on->least_right = on->enough;
    for (uint32_t i = 0; i < on->count; i++) {
        const hindrance *h = &on->found[i];
        if (h->to < from || h->from > to) continue;
        if (h->left >= 0.0f) on->least_left = wi_min(on->least_left, wi_max(0.0f, h->right));
        if (h->right < 0.0f) on->least_right = wi_min(on->least_right, wi_max(0.0f, -h->left));
    }
}

// Whether the way could become narrower than `clearance` by it, with as little as there can be on the other side.
static bool matters(const lookout *on, const hindrance *h, float clearance) {
    bool left = h->left >= 0.0f && wi_max(0.0f, h->right) + on->least_right < clearance;
    return left || (h->right < 0.0f && wi_max(0.0f, -h->left) + on->least_left < clearance);
}

static wi_outline outline_of(const lookout *on, uint32_t row) {
    wi_outline outline = wi_view_outline(on->t->now, row);
    if (on->t->they_turn && wi_turn_makes_way(on->t, row))
        outline.heading = outline.half_width > outline.half_length ? on->n : on->t->way;
    return outline;
}

// From the bounds of the disc about an ellipse to its own.
static void bound_ellipse(const lookout *on, hindrance *h) {
    wi_outline outline = outline_of(on, h->index);
    wi_ellipse e = wi_turn_ellipse(&outline);
    float radius = on->t->now->form[h->index].radius;
    float along = radius - wi_ellipse_reach(e, on->t->way), across = radius - wi_ellipse_reach(e, on->n);
    h->from += along, h->to -= along, h->right += across, h->left -= across;
}

static void bound_ellipses(lookout *on) {
    for (uint32_t i = 0; i < on->count; i++) {
        hindrance *h = &on->found[i];
        if (!h->wall && on->t->now->role[h->index].shape == WEND_ELLIPSE) bound_ellipse(on, h);
    }
}

static void drop_what_cannot_matter(lookout *on) {
    uint32_t kept = 0;
    bound_sides(on, -1e30f, 1e30f);
    for (uint32_t i = 0; i < on->count; i++)
        if (!is_aside(on, &on->found[i]) && matters(on, &on->found[i], on->enough)) on->found[kept++] = on->found[i];
    on->count = kept;
}

static wend_vec nearest(const lookout *on, const hindrance *h, float ahead) {
    wend_vec from = wi_add(on->t->body.at, wi_scale(ahead, on->t->way)), at;
    if (h->wall) {
        (void)wi_wall_distance2(wend_view_wall(on->t->now, h->index), from, &at);
    } else {
        wi_outline outline = outline_of(on, h->index);
        at = wi_nearest_on_outline(&outline, from);
    }
    return along_way(on, at);
}

static bool sees_wall(const lookout *on, const hindrance *h, wend_vec at) {
    const wi_turner *t = on->t;
    wend_vec to = wi_add(t->body.at, wi_add(wi_scale(at.x, t->way), wi_scale(at.y, on->n)));
    return wi_turn_sees_wall(t, h->index, to);
}

static bool sees(const lookout *on, hindrance *h, wend_vec at) {
    const wi_turner *t = on->t;
    if (h->wall) return sees_wall(on, h, at);
    if (h->sight == NOT_LOOKED) h->sight = wi_view_sees_neighbour(t->now, t->row, h->index) ? SEEN : HIDDEN;
    return h->sight == SEEN;
}

static void narrow(lookout *on, hindrance *h, float ahead, float *left, float *right) {
    wend_vec at = nearest(on, h, ahead);
    if (at.x < 0.0f || at.x < ahead - on->t->radius || at.x > ahead + on->t->radius) return;
    float *side = at.y >= 0.0f ? left : right, room = wi_abs(at.y);
    if (room < *side && sees(on, h, at)) *side = room;
}

static float clearance_at(lookout *on, float ahead, float clearance) {
    float left = on->enough, right = on->enough, from = ahead - on->t->radius, to = ahead + on->t->radius;
    bound_sides(on, from, to);
    if (on->least_left + on->least_right >= clearance) return clearance;
    for (uint32_t i = 0; i < on->count; i++) {
        hindrance *h = &on->found[i];
        if (h->to >= from && h->from <= to && matters(on, h, clearance)) narrow(on, h, ahead, &left, &right);
    }
    return wi_min(clearance, left + right);
}

void wi_turn_write_look(wi_look *look, const wi_turner *t, float least, float enough) {
    look->at = t->body.at;
    look->way = t->way;
    look->radius = t->radius;
    look->ahead = WI_LOOK_AHEAD * t->pace + t->set->comfort * t->now->pace[t->row].preferred_speed;
    look->points = wi_turn_moments(t);
    look->least = least;
    look->enough = enough;
    look->others = t->others;
    look->they_turn = t->they_turn ? 1.0f : 0.0f;
    look->clearance = 0.0f;
}

wi_look wi_turn_look_of(const wi_turner *t, float least, float enough) {
    wi_look look;
    wi_turn_write_look(&look, t, least, enough);
    return look;
}

static float look(const wi_turner *t, const wi_look *asked) {
    hindrance found[WEND_NEIGHBOURS_MAX + WALLS];
    lookout on = {.t = t, .n = wi_left(t->way), .ahead = asked->ahead, .enough = asked->enough, .found = found};
    consider_others(&on);
    if (t->now->senses->walls->wall_count > 0) consider_walls(&on);
    drop_what_cannot_matter(&on);
    if (on.count < 2) return asked->enough; // it takes one on each side
    bound_ellipses(&on);
    drop_what_cannot_matter(&on);
    if (on.count < 2) return asked->enough;
    float clearance = asked->enough;
    for (float i = 1.0f; i <= asked->points && clearance > asked->least; i += 1.0f)
        clearance = clearance_at(&on, asked->ahead * i / asked->points, clearance);
    return clearance;
}

float wi_turn_clearance(const wi_turner *t, float least, float enough) {
    wi_look asked = wi_turn_look_of(t, least, enough);
    return look(t, &asked);
}

// True if no wall is so near that it could narrow the way or hide anybody beside it.
static bool is_open(const wi_turner *t, const wi_look *asked) {
    float widest = 0.0f;
    for (uint32_t i = 0; i < t->others.count; i++) widest = wi_max(widest, t->now->form[wi_turn_other(t, i)].radius);
    float reach = asked->ahead + t->radius + asked->enough + 2.0f * widest;
    uint32_t found[1];
    return wend_view_walls(t->now, t->level, t->body.at, reach, 1, found, NULL) == 0;
}

// Those on whose ways are no walls.
static void look_in_the_open(wi_turn_look_kernel *kernel, const wi_turner *const *turners, wi_look *looks,
                             uint32_t count) {
    wi_look open[EORCA_PART];
    uint32_t which[EORCA_PART], open_count = 0;
    for (uint32_t i = 0; i < count; i++) {
        looks[i].clearance = WI_LOOK_UNCLEAR;
        if (!is_open(turners[i], &looks[i])) continue;
        which[open_count] = i;
        open[open_count++] = looks[i];
    }
    kernel(turners[0]->now, open, open_count);
    for (uint32_t i = 0; i < open_count; i++) looks[which[i]].clearance = open[i].clearance;
}

void wi_turn_clearances(const wi_turner *const *turners, wi_look *looks, uint32_t count) {
    static wi_turn_look_kernel *const kernels[WI_ISA_COUNT] = WI_WIDE_TABLE(wi_turn_look);
    if (count == 0) return;
    const wend_view *now = turners[0]->now;
    wi_turn_look_kernel *kernel = kernels[now->senses->isa];
    if (now->senses->walls->wall_count == 0)
        kernel(now, looks, count);
    else
        look_in_the_open(kernel, turners, looks, count);
    for (uint32_t i = 0; i < count; i++)
        if (looks[i].clearance == WI_LOOK_UNCLEAR) looks[i].clearance = look(turners[i], &looks[i]);
}
