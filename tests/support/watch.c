#include "support/watch.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

// The sign of a*b - c*d without rounding.
static int compare_products(double a, double b, double c, double d) {
    double p = a * b, q = c * d, low_p = fma(a, b, -p), low_q = fma(c, d, -q);
    if (p != q) return p > q ? 1 : -1;
    return (low_p > low_q) - (low_p < low_q);
}

// Left (1) or right (-1) of a -> b, or on the line (0).
static int side(wend_vec a, wend_vec b, wend_vec c) {
    return compare_products((double)b.x - a.x, (double)c.y - a.y, (double)b.y - a.y, (double)c.x - a.x);
}

static bool between(float a, float low, float high) {
    return low <= high ? a >= low && a <= high : a >= high && a <= low;
}

static bool in_box(wend_vec p, wend_vec a, wend_vec b) { return between(p.x, a.x, b.x) && between(p.y, a.y, b.y); }

bool watch_meet(wend_vec p, wend_vec q, wend_vec a, wend_vec b) {
    int ps = side(a, b, p), qs = side(a, b, q), as = side(p, q, a), bs = side(p, q, b);
    if (ps != qs && as != bs && ps * qs <= 0 && as * bs <= 0 && (ps | qs) && (as | bs)) return true;
    return (ps == 0 && in_box(p, a, b)) || (qs == 0 && in_box(q, a, b)) || (as == 0 && in_box(a, p, q)) ||
           (bs == 0 && in_box(b, p, q));
}

void watch_look(watch *on, const stage *at, float max_speed, float dt, const char *what, uint64_t seed) {
    wend_view view = world_view(at->world);
    for (uint32_t row = 0; row < view.count; row++) {
        watched *last = &on->last[view.serial[row]];
        wend_vec now = {view.x[row], view.y[row]}, v = view.motion[row].velocity, heading = view.motion[row].heading;
        double speed = hypot(v.x, v.y);
        if (!isfinite(now.x) || !isfinite(now.y) || !(speed <= (double)max_speed * (1.0 + 1e-4)))
            fail_msg("%s, seed %d: at %g %g with %g m/s", what, (int)seed, now.x, now.y, speed);
        if (!(fabs(hypot(heading.x, heading.y) - 1.0) < 1e-5))
            fail_msg("%s, seed %d: heading %g %g", what, (int)seed, heading.x, heading.y);
        double moved = last->known ? hypot((double)now.x - last->at.x, (double)now.y - last->at.y) : 0.0;
        if (!(moved <= (double)max_speed * (double)dt * (1.0 + 1e-4) + 1e-4))
            fail_msg("%s, seed %d: moved %g m in a step", what, (int)seed, moved);
        on->longest = fmax(on->longest, moved);
        for (uint32_t i = 0; i < on->walls && last->known && view.role[row].level == 0; i++) {
            const wend_wall *wall = wend_scene_wall(at->scene, i);
            if (watch_meet(last->at, now, wall->a, wall->b))
                fail_msg("%s, seed %d, agent %d: from %.9g %.9g to %.9g %.9g through the wall %.9g %.9g - %.9g %.9g",
                         what, (int)seed, (int)view.serial[row], last->at.x, last->at.y, now.x, now.y, wall->a.x,
                         wall->a.y, wall->b.x, wall->b.y);
        }
        *last = (watched){now, true};
    }
}

// Even-odd in double; points are never on a side here.
static bool inside(const wend_obstacle *polygon, double x, double y) {
    bool in = false;
    for (uint32_t i = 0, k = polygon->point_count - 1; i < polygon->point_count; k = i++) {
        wend_point a = polygon->points[i], b = polygon->points[k];
        if ((a.y > y) != (b.y > y) && x < a.x + (y - a.y) / (b.y - a.y) * (b.x - a.x)) in = !in;
    }
    return in;
}

void watch_look_inside(const stage *at, const wend_obstacle *obstacles, uint32_t count, uint64_t seed) {
    wend_view view = world_view(at->world);
    for (uint32_t row = 0; row < view.count; row++)
        for (uint32_t i = 0; i < count && view.role[row].level == 0; i++) {
            if (obstacles[i].kind == WEND_WALL) continue;
            if (inside(&obstacles[i], view.x[row], view.y[row]) != (obstacles[i].kind == WEND_ROOM))
                fail_msg("seed %d: agent %d is on the wrong side of obstacle %u", (int)seed, (int)view.serial[row], i);
        }
}
