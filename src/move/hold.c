#include "move/hold.h"

#include "base/vec.h"
#include "sense/walls_body.h"

#define HALVINGS 12 // of the way, to find how far it is free

typedef struct held {
    const wi_walls *walls;
    uint32_t level;
    const wi_outline *body; // at the start of the step
} held;

static bool fits(const held *h, wend_vec at, wend_vec heading, uint32_t *wall) {
    wi_outline there = *h->body;
    there.at = at;
    there.heading = heading;
    return !wi_walls_cut(h->walls, h->level, &there, h->body, wall);
}

// The same with the present heading, and the centre crosses nothing on the way.
static bool reaches(const held *h, wend_vec at, uint32_t *wall) {
    return fits(h, at, h->body->heading, wall) && wi_walls_clear(h->walls, h->level, h->body->at, at);
}

// As far towards `to`, which is out of reach, as can be; *wall is what is in the way.
static wend_vec go_towards(const held *h, wend_vec to, uint32_t *wall) {
    wend_vec from = h->body->at, way = wi_sub(to, from), at = from;
    float free = 0.0f, blocked = 1.0f;
    for (int i = 0; i < HALVINGS; i++) {
        float middle = 0.5f * (free + blocked);
        wend_vec there = wi_add(from, wi_scale(middle, way));
        if (reaches(h, there, wall))
            free = middle, at = there;
        else
            blocked = middle;
    }
    return at;
}

static wend_vec slide(const held *h, wend_vec at, wend_vec to, uint32_t wall) {
    const wend_wall *along_it = &h->walls->wall[wall];
    wend_vec along = wi_unit(wi_sub(along_it->b, along_it->a), wi_vec(0.0f, 0.0f));
    wend_vec slid = wi_add(at, wi_scale(wi_dot(wi_sub(to, at), along), along));
    uint32_t other;
    return reaches(h, slid, &other) && wi_walls_clear(h->walls, h->level, at, slid) ? slid : at;
}

wi_pose wi_hold(const wi_walls *walls, uint32_t level, const wi_outline *body, wi_pose wish) {
    const held h = {walls, level, body};
    uint32_t wall, other;
    if (fits(&h, wish.at, wish.heading, &wall)) return wish;
    if (fits(&h, wish.at, body->heading, &wall)) return (wi_pose){wish.at, body->heading};
    wend_vec stop = go_towards(&h, wish.at, &wall), at = slide(&h, stop, wish.at, wall);
    return (wi_pose){at, fits(&h, at, wish.heading, &other) ? wish.heading : body->heading};
}
