#include "support/mischief.h"

#include <float.h>
#include <math.h>

wend_vec mischief_towards(double size, double x, double y) {
    double length = hypot(x, y);
    if (!(length > 0.0)) return (wend_vec){(float)size, 0.0f};
    return (wend_vec){(float)(size * x / length), (float)(size * y / length)};
}

static wend_vec at_wall(const wend_view *now, uint32_t row, enum mischief what) {
    uint32_t found;
    wend_vec at = {now->x[row], now->y[row]};
    if (wend_view_walls(now, now->role[row].level, at, 1e4f, 1, &found, NULL) == 0) return (wend_vec){100.0f, 0.0f};
    const wend_wall *wall = wend_view_wall(now, found);
    double ex = (double)wall->b.x - wall->a.x, ey = (double)wall->b.y - wall->a.y;
    double px = (double)at.x - wall->a.x, py = (double)at.y - wall->a.y, t = (px * ex + py * ey) / (ex * ex + ey * ey);
    if (what == ALONG_NEAREST_WALL) return mischief_towards(100.0, ex, ey);
    if (what == AT_NEAREST_CORNER) t = t < 0.5 ? 0.0 : 1.0;
    t = fmin(1.0, fmax(0.0, t));
    return mischief_towards(100.0, t * ex - px, t * ey - py);
}

static wend_vec misbehave(const wend_view *now, uint32_t row, enum mischief what) {
    uint64_t stream = now->role[row].stream;
    float u = wend_random(now->seed, stream, now->tick, 1, 0), w = wend_random(now->seed, stream, now->tick, 1, 1);
    double angle = 6.2831853 * u;
    switch (what) {
    case NOT_A_NUMBER:
        return (wend_vec){NAN, NAN};
    case ONE_NOT_A_NUMBER:
        return u < 0.5f ? (wend_vec){NAN, 1.0f} : (wend_vec){-1.0f, -NAN};
    case INFINITE:
        return u < 0.5f ? (wend_vec){INFINITY, 0.0f} : (wend_vec){1.0f, -INFINITY};
    case ENORMOUS:
        return mischief_towards(1e30, cos(angle), sin(angle));
    case LARGEST:
        return (wend_vec){u < 0.5f ? FLT_MAX : -FLT_MAX, FLT_MAX};
    case FAST:
        return mischief_towards(100.0, cos(angle), sin(angle));
    case AT_NEAREST_WALL:
    case ALONG_NEAREST_WALL:
    case AT_NEAREST_CORNER:
        return at_wall(now, row, what);
    case TINY:
        return mischief_towards(1e-6, cos(angle), sin(angle));
    default:
        return mischief_towards(100.0 * (double)(w * w * w), cos(angle), sin(angle));
    }
}

static void mischief_steer(const wend_view *now, const wend_next *next, wend_rows rows) {
    for (uint32_t i = 0; i < rows.count; i++) {
        uint32_t row = rows.row[i], what = (uint32_t)now->form[row].priority;
        if (what == MISCHIEFS)
            what = (uint32_t)(MISCHIEFS * wend_random(now->seed, now->role[row].stream, now->tick, 0, 0));
        wend_vec v = misbehave(now, row, (enum mischief)what);
        next->motion[row].velocity = v;
        next->motion[row].heading = (wend_vec){v.y, -v.x};
    }
}

const wend_model mischief_model = {.name = "mischief", .summary = "returns anything", .steer = mischief_steer};
const wend_model mischief_turning = {
    .name = "turning mischief", .summary = "returns anything", .turns_body = true, .steer = mischief_steer};

wend_profile mischief_profile(const wend_model *model, float max_speed) {
    wend_profile profile = profile_of(model);
    profile.max_speed = max_speed;
    profile.preferred_speed = fminf(profile.preferred_speed, max_speed);
    return profile;
}

stage mischief_open(const wend_profile *profile, const wend_obstacle *obstacles, uint32_t count, float dt) {
    wend_scene_def def = wend_scene_default();
    def.levels = 2;
    def.profiles = profile;
    def.obstacles = obstacles;
    def.obstacle_count = count;
    wend_world_def world = wend_world_default(NULL);
    world.step = dt;
    world.collisions = false;
    return stage_open(&def, &world);
}

double mischief_random(uint64_t seed, uint32_t i, uint32_t draw) {
    return 20.0 * wend_random(seed, i, 0, 9, draw) - 10.0;
}
