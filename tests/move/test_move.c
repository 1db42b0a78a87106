// Moving: integration, limits, and the last line of defence, which holds whatever a model returns.
#include "wend/wend.h"

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void need(wend_result result, const wend_error *why) {
    if (result != WEND_OK) fail_msg("%s", why->text);
}

typedef struct stage {
    wend_scene *scene;
    wend_world *world;
} stage;

static stage stage_open(const wend_profile *profile, const wend_obstacle *obstacles, uint32_t count, float dt) {
    stage made;
    wend_error why;
    wend_scene_def def = wend_scene_default();
    def.levels = 2;
    def.profiles = profile;
    def.obstacles = obstacles;
    def.obstacle_count = count;
    need(wend_scene_create(&def, &made.scene, &why), &why);
    wend_world_def world = wend_world_default(made.scene);
    world.step = dt;
    world.collisions = false;
    need(wend_world_create(&world, &made.world, &why), &why);
    return made;
}

static void stage_close(stage *on) {
    wend_world_destroy(on->world);
    wend_scene_destroy(on->scene);
}

static wend_agent agent_at(double x, double y) {
    wend_agent agent = wend_agent_default();
    agent.position = (wend_point){x, y};
    return agent;
}

static wend_serial add(wend_world *world, const wend_agent *agent) {
    wend_serial serial = 0;
    wend_error why;
    need(wend_world_add(world, agent, &serial, &why), &why);
    return serial;
}

static wend_agent get(wend_world *world, wend_serial serial) {
    wend_agent agent;
    wend_error why;
    need(wend_world_get(world, serial, &agent, &why), &why);
    return agent;
}

static void step(wend_world *world) {
    wend_error why;
    need(wend_world_step(world, &why), &why);
}

// Models that return what they should not -----------------------------------------------------------------------------

// What a mischievous model returns; also the priority of an agent, which is how each is told what to do.
enum mischief {
    NOT_A_NUMBER,
    ONE_NOT_A_NUMBER,
    INFINITE,
    ENORMOUS,
    LARGEST,
    FAST,
    AT_NEAREST_WALL,
    ALONG_NEAREST_WALL,
    AT_NEAREST_CORNER,
    TINY,
    RANDOM,
    MISCHIEFS,
};

static wend_vec scaled(double size, double x, double y) {
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
    if (what == ALONG_NEAREST_WALL) return scaled(100.0, ex, ey);
    if (what == AT_NEAREST_CORNER) t = t < 0.5 ? 0.0 : 1.0;
    t = fmin(1.0, fmax(0.0, t));
    return scaled(100.0, t * ex - px, t * ey - py);
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
        return scaled(1e30, cos(angle), sin(angle));
    case LARGEST:
        return (wend_vec){u < 0.5f ? FLT_MAX : -FLT_MAX, FLT_MAX};
    case FAST:
        return scaled(100.0, cos(angle), sin(angle));
    case AT_NEAREST_WALL:
    case ALONG_NEAREST_WALL:
    case AT_NEAREST_CORNER:
        return at_wall(now, row, what);
    case TINY:
        return scaled(1e-6, cos(angle), sin(angle));
    default:
        return scaled(100.0 * (double)(w * w * w), cos(angle), sin(angle));
    }
}

// The whole number of the priority says what to do; MISCHIEFS means another thing each time.
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

static const wend_model mischief = {.name = "mischief", .summary = "returns anything", .steer = mischief_steer};
static const wend_model turning = {
    .name = "turning mischief", .summary = "returns anything", .turns_body = true, .steer = mischief_steer};

static wend_profile profile_of(const wend_model *model, float max_speed) {
    wend_profile profile = wend_profile_default();
    profile.model = model;
    profile.max_speed = max_speed;
    profile.preferred_speed = fminf(profile.preferred_speed, max_speed);
    return profile;
}

// Crossing, exactly ---------------------------------------------------------------------------------------------------

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

// True if the two pieces of line have a point in common.
static bool meet(wend_vec p, wend_vec q, wend_vec a, wend_vec b) {
    int ps = side(a, b, p), qs = side(a, b, q), as = side(p, q, a), bs = side(p, q, b);
    if (ps != qs && as != bs && ps * qs <= 0 && as * bs <= 0 && (ps | qs) && (as | bs)) return true;
    return (ps == 0 && in_box(p, a, b)) || (qs == 0 && in_box(q, a, b)) || (as == 0 && in_box(a, p, q)) ||
           (bs == 0 && in_box(b, p, q));
}

static void test_meet_is_exact(void **state) {
    (void)state;
    wend_vec a = {0.0f, 0.0f}, b = {3.0f, 1.0f};
    assert_true(meet((wend_vec){1.0f, 1.0f}, (wend_vec){2.0f, -1.0f}, a, b));
    assert_true(meet((wend_vec){1.5f, 0.5f}, (wend_vec){2.0f, 5.0f}, a, b));   // ends on it
    assert_true(meet((wend_vec){3.0f, 1.0f}, (wend_vec){4.0f, 1.0f}, a, b));   // at its end
    assert_true(meet((wend_vec){-3.0f, -1.0f}, (wend_vec){6.0f, 2.0f}, a, b)); // along it
    assert_true(meet((wend_vec){1.5f, 0.5f}, (wend_vec){1.5f, 0.5f}, a, b));   // a point on it
    assert_false(meet((wend_vec){-3.0f, -1.0f}, (wend_vec){-1.5f, -0.5f}, a, b));
    assert_false(meet((wend_vec){1.5f, nextafterf(0.5f, 1.0f)}, (wend_vec){2.0f, 5.0f}, a, b));
    assert_false(meet((wend_vec){4.0f, 0.0f}, (wend_vec){4.0f, 5.0f}, a, b));
    assert_false(meet((wend_vec){1.0f, 1.0f}, (wend_vec){1.0f, 1.0f}, a, b));
}

typedef struct tracked {
    wend_vec at;
    bool known;
} tracked;

typedef struct watch {
    tracked last[400]; // by serial
    uint32_t walls;    // of level 0; agents of level 1 pass them
    double longest;    // m: the largest move in a step
} watch;

// Every move since the last look, against every piece of wall.
static void look(watch *on, const stage *at, float max_speed, float dt, const char *what, uint64_t seed) {
    wend_view view;
    need(wend_world_view(at->world, &view, NULL), &(wend_error){0});
    for (uint32_t row = 0; row < view.count; row++) {
        tracked *last = &on->last[view.serial[row]];
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
            if (meet(last->at, now, wall->a, wall->b))
                fail_msg("%s, seed %d, agent %d: from %.9g %.9g to %.9g %.9g through the wall %.9g %.9g - %.9g %.9g",
                         what, (int)seed, (int)view.serial[row], last->at.x, last->at.y, now.x, now.y, wall->a.x,
                         wall->a.y, wall->b.x, wall->b.y);
        }
        *last = (tracked){now, true};
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

static void look_inside(const stage *at, const wend_obstacle *obstacles, uint32_t count, uint64_t seed) {
    wend_view view;
    need(wend_world_view(at->world, &view, NULL), &(wend_error){0});
    for (uint32_t row = 0; row < view.count; row++)
        for (uint32_t i = 0; i < count && view.role[row].level == 0; i++) {
            if (obstacles[i].kind == WEND_WALL) continue;
            if (inside(&obstacles[i], view.x[row], view.y[row]) != (obstacles[i].kind == WEND_ROOM))
                fail_msg("seed %d: agent %d is on the wrong side of obstacle %u", (int)seed, (int)view.serial[row], i);
        }
}

// Maps ----------------------------------------------------------------------------------------------------------------

typedef struct map {
    wend_point points[400];
    wend_obstacle obstacles[64];
    uint32_t point_count, count;
} map;

// On a lattice that is exact in float, so that the world and this test mean the same line.
static wend_point rounded(double x, double y) {
    return (wend_point){rint(65536.0 * x) / 65536.0, rint(65536.0 * y) / 65536.0};
}

static void map_add(map *on, wend_obstacle_kind kind, const wend_point *points, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) on->points[on->point_count + i] = rounded(points[i].x, points[i].y);
    on->obstacles[on->count++] = (wend_obstacle){kind, 0, on->points + on->point_count, count};
    on->point_count += count;
}

static double random_at(uint64_t seed, uint32_t i, uint32_t draw) {
    return 20.0 * wend_random(seed, i, 0, 9, draw) - 10.0;
}

// A room with random lines of one to three pieces, triangles, parallel walls a millimetre apart, and a star of walls.
static void map_random(map *on, uint64_t seed) {
    *on = (map){.count = 0};
    const wend_point room[] = {{-11, -11}, {11, -11.5}, {11.5, 11}, {-11, 11.25}};
    map_add(on, WEND_ROOM, room, 4);
    for (uint32_t i = 0; i < 12; i++) {
        wend_point line[4];
        for (uint32_t k = 0; k < 4; k++)
            line[k] = (wend_point){random_at(seed, i, 2 * k), random_at(seed, i, 2 * k + 1)};
        for (uint32_t k = 1; k < 4; k++) {
            line[k].x = line[0].x + 0.4 * (line[k].x - line[0].x);
            line[k].y = line[0].y + 0.4 * (line[k].y - line[0].y);
        }
        map_add(on, WEND_WALL, line, 2 + i % 3);
        for (uint32_t k = 0; k < 4; k++) line[k].x += 0.001, line[k].y += 0.0007;
        if (i % 4 == 0) map_add(on, WEND_WALL, line, 2);
    }
    for (uint32_t i = 20; i < 25; i++) {
        double x = random_at(seed, i, 0), y = random_at(seed, i, 1), turn = random_at(seed, i, 2);
        wend_point triangle[3];
        for (int k = 0; k < 3; k++)
            triangle[k] = (wend_point){x + 1.2 * cos(turn + 2.1 * k), y + 1.1 * sin(turn + 2.1 * k)};
        map_add(on, WEND_SOLID, triangle, 3);
    }
    for (uint32_t i = 0; i < 7; i++) {
        const wend_point ray[] = {{1.25, -2.5}, {1.25 + 2.0 * cos(0.9 * i), -2.5 + 2.0 * sin(0.9 * i)}};
        map_add(on, WEND_WALL, ray, 2);
    }
}

static uint32_t populate(const stage *at, uint32_t wanted, uint64_t seed, bool driven) {
    uint32_t added = 0;
    for (uint32_t i = 0; i < 20 * wanted && added < wanted; i++) {
        wend_agent agent = agent_at(1.05 * random_at(seed, i, 20), 1.05 * random_at(seed, i, 21));
        agent.shape = wend_disc(0.01f + 0.1f * wend_random(seed, i, 0, 8, 0));
        agent.priority = (float)(i % (MISCHIEFS + 1));
        agent.level = i % 17 == 0;
        agent.driven = driven;
        if (driven) agent.velocity = scaled(30.0, random_at(seed, i, 22), random_at(seed, i, 23));
        added += wend_world_add(at->world, &agent, NULL, NULL) == WEND_OK;
    }
    return added;
}

static void test_no_centre_crosses_a_wall(void **state) {
    (void)state;
    static const float steps[] = {0.1f, 0.01f, 1.0f};
    const wend_model *models[] = {&mischief, &turning};
    uint64_t corrected = 0;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        static map on;
        float dt = steps[seed % 3], max_speed = seed % 2 ? 100.0f : 5.0f;
        map_random(&on, seed);
        wend_profile profile = profile_of(models[seed % 2], max_speed);
        stage at = stage_open(&profile, on.obstacles, on.count, dt);
        assert_true(populate(&at, 40, seed, false) >= 30);
        watch eyes = {.walls = wend_scene_wall_count(at.scene)};
        look(&eyes, &at, max_speed, dt, "map", seed);
        for (int tick = 0; tick < 40; tick++) {
            step(at.world);
            look(&eyes, &at, max_speed, dt, "map", seed);
        }
        look_inside(&at, on.obstacles, on.count, seed);
        corrected += wend_world_stats(at.world).corrected_walls;
        stage_close(&at);
    }
    assert_true(corrected > 1000);
}

// Small closed rooms: whoever is in stays in, in corners of all angles, for a long time.
static void test_nobody_leaves_a_closed_room(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 30; seed++) {
        enum { CORNERS = 7 };
        wend_point star[CORNERS];
        for (int i = 0; i < CORNERS; i++) {
            double radius = i % 2 ? 1.0 : 1.5 + 3.0 * wend_random(seed, (uint64_t)i, 0, 0, 0);
            star[i] = rounded(radius * cos(6.2831853 * i / CORNERS), radius * sin(6.2831853 * i / CORNERS));
        }
        // A closed line of two-sided walls keeps people in as a room does.
        wend_point closed[CORNERS + 1];
        memcpy(closed, star, sizeof star);
        closed[CORNERS] = star[0];
        wend_obstacle room = {WEND_ROOM, 0, star, CORNERS}, walls = {WEND_WALL, 0, closed, CORNERS + 1};
        wend_profile profile = profile_of(&mischief, 100.0f);
        stage at = stage_open(&profile, seed % 2 ? &room : &walls, 1, 0.1f);
        for (int i = 0; i < 12; i++) {
            wend_agent agent = agent_at(0.4 * cos(0.52 * i), 0.4 * sin(0.52 * i));
            agent.shape = wend_disc(0.02f);
            agent.priority = (float)i;
            add(at.world, &agent);
        }
        watch eyes = {.walls = wend_scene_wall_count(at.scene)};
        look(&eyes, &at, 100.0f, 0.1f, "room", seed);
        look_inside(&at, &room, 1, seed);
        for (int tick = 0; tick < 200; tick++) {
            step(at.world);
            look(&eyes, &at, 100.0f, 0.1f, "room", seed);
            if (tick % 20 == 19) look_inside(&at, &room, 1, seed);
        }
        stage_close(&at);
    }
}

// Shoots at a corner from all around at exactly its coordinates: the path ends on the joint of two walls.
static void test_nobody_slips_through_a_joint(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        double open = 0.2 + 6.0 * wend_random(seed, 0, 0, 0, 0), turn = 6.0 * wend_random(seed, 0, 0, 0, 1);
        const wend_point bend[] = {
            {5.0 * cos(turn), 5.0 * sin(turn)}, {0.0, 0.0}, {5.0 * cos(turn + open), 5.0 * sin(turn + open)}};
        const wend_obstacle walls[] = {{WEND_WALL, 0, bend, 2}, {WEND_WALL, 0, bend + 1, 2}};
        wend_profile profile = profile_of(&mischief, 100.0f);
        stage at = stage_open(&profile, walls, 2, 0.1f);
        for (int i = 0; i < 24; i++) {
            wend_agent agent = agent_at(2.0 * cos(0.26 * i), 2.0 * sin(0.26 * i));
            agent.shape = wend_disc(0.01f);
            agent.priority = AT_NEAREST_CORNER;
            (void)wend_world_add(at.world, &agent, NULL, NULL);
        }
        watch eyes = {.walls = wend_scene_wall_count(at.scene)};
        look(&eyes, &at, 100.0f, 0.1f, "joint", seed);
        for (int tick = 0; tick < 60; tick++) {
            step(at.world);
            look(&eyes, &at, 100.0f, 0.1f, "joint", seed);
        }
        stage_close(&at);
    }
}

static void test_built_in_models_stay_before_walls(void **state) {
    (void)state;
    uint32_t models;
    const wend_model *const *all = wend_models(&models);
    for (uint64_t seed = 1; seed <= 12; seed++) {
        static map on;
        map_random(&on, seed);
        wend_profile profile = profile_of(all[seed % models], 2.0f);
        stage at = stage_open(&profile, on.obstacles, on.count, 0.1f);
        for (uint32_t i = 0; i < 150; i++) {
            wend_agent agent = agent_at(random_at(seed, i, 30), random_at(seed, i, 31));
            agent.goal.at = (wend_point){random_at(seed, i, 32), random_at(seed, i, 33)};
            (void)wend_world_add(at.world, &agent, NULL, NULL);
        }
        watch eyes = {.walls = wend_scene_wall_count(at.scene)};
        look(&eyes, &at, 2.0f, 0.1f, all[seed % models]->name, seed);
        for (int tick = 0; tick < 60; tick++) {
            step(at.world);
            look(&eyes, &at, 2.0f, 0.1f, all[seed % models]->name, seed);
        }
        wend_stats stats = wend_world_stats(at.world);
        assert_int_equal(stats.corrected_nonfinite, 0);
        assert_int_equal(stats.corrected_speed, 0);
        stage_close(&at);
    }
}

// Counting ------------------------------------------------------------------------------------------------------------

static wend_stats run_mischief(enum mischief what, bool wall, int steps) {
    const wend_point line[] = {{3.0, -50.0}, {3.0, 50.0}};
    const wend_obstacle walls[] = {{WEND_WALL, 0, line, 2}};
    wend_profile profile = profile_of(&mischief, 2.0f);
    stage at = stage_open(&profile, walls, wall, 0.1f);
    for (int i = 0; i < 5; i++) {
        wend_agent agent = agent_at(0.0, 3.0 * i);
        agent.priority = (float)what;
        add(at.world, &agent);
    }
    for (int i = 0; i < steps; i++) step(at.world);
    wend_stats stats = wend_world_stats(at.world);
    stage_close(&at);
    return stats;
}

static void test_corrections_are_counted(void **state) {
    (void)state;
    wend_stats stats = run_mischief(NOT_A_NUMBER, false, 20);
    assert_int_equal(stats.corrected_nonfinite, 100);
    assert_int_equal(stats.corrected_speed + stats.corrected_walls, 0);
    stats = run_mischief(ONE_NOT_A_NUMBER, false, 20);
    assert_int_equal(stats.corrected_nonfinite, 100);
    stats = run_mischief(INFINITE, false, 20);
    assert_int_equal(stats.corrected_nonfinite, 100);
    stats = run_mischief(ENORMOUS, false, 20); // too fast, whatever it is called
    assert_int_equal(stats.corrected_nonfinite + stats.corrected_speed, 100);
    stats = run_mischief(FAST, false, 20);
    assert_int_equal(stats.corrected_speed, 100);
    assert_int_equal(stats.corrected_nonfinite + stats.corrected_walls, 0);
    stats = run_mischief(TINY, true, 20);
    assert_int_equal(stats.corrected_speed + stats.corrected_nonfinite + stats.corrected_walls, 0);
    // 3 m at 2 m/s: in step 15 or 16 the wall is reached, and hit in each step from then on.
    stats = run_mischief(AT_NEAREST_WALL, true, 14);
    assert_int_equal(stats.corrected_walls, 0);
    stats = run_mischief(AT_NEAREST_WALL, true, 34);
    assert_true(stats.corrected_walls >= 5 * 18 && stats.corrected_walls <= 5 * 20);
}

// Integration and limits ----------------------------------------------------------------------------------------------

static void test_lone_agent_is_integrated_exactly(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        float dt = 0.001f + 0.5f * wend_random(seed, 0, 0, 0, 0);
        wend_profile profile = profile_of(&wend_model_straight, 3.0f);
        stage at = stage_open(&profile, NULL, 0, dt);
        wend_agent agent = agent_at(random_at(seed, 0, 0), random_at(seed, 0, 1));
        agent.goal.at = (wend_point){1000.0 * random_at(seed, 0, 2), 1000.0 * random_at(seed, 0, 3)};
        wend_serial serial = add(at.world, &agent);
        agent = get(at.world, serial);
        float x = (float)agent.position.x, y = (float)agent.position.y;
        for (int i = 0; i < 100; i++) {
            step(at.world);
            agent = get(at.world, serial);
            x = x + dt * agent.velocity.x; // in float, like the world
            y = y + dt * agent.velocity.y;
            assert_true((float)agent.position.x == x && (float)agent.position.y == y);
            assert_true(fabs(hypot(agent.velocity.x, agent.velocity.y) - 1.34) < 1e-6);
        }
        double time = wend_world_stats(at.world).time;
        assert_true(fabs(time - 100.0 * (double)dt) < 1e-9);
        stage_close(&at);
    }
}

static void test_speed_limit(void **state) {
    (void)state;
    static const float limits[] = {0.0f, 0.01f, 1.5f, 100.0f};
    for (uint32_t i = 0; i < WEND_COUNT(limits); i++) {
        wend_profile profile = profile_of(&mischief, limits[i]);
        stage at = stage_open(&profile, NULL, 0, 0.1f);
        for (int k = 0; k <= MISCHIEFS; k++) {
            wend_agent agent = agent_at(10.0 * k, 0.0);
            agent.priority = (float)k;
            add(at.world, &agent);
        }
        watch eyes = {.walls = 0};
        look(&eyes, &at, limits[i], 0.1f, "speed", i);
        for (int tick = 0; tick < 50; tick++) {
            step(at.world);
            look(&eyes, &at, limits[i], 0.1f, "speed", i);
        }
        assert_true(eyes.longest >= 0.099 * (double)limits[i]); // and it is used
        stage_close(&at);
    }
}

// At the limit itself rounding is not a fault of the model.
static void test_full_speed_is_no_correction(void **state) {
    (void)state;
    for (uint32_t m = 0; m < 2; m++) {
        wend_profile profile = profile_of(m ? &wend_model_orca : &wend_model_straight, 1.7f);
        profile.preferred_speed = 1.7f;
        stage at = stage_open(&profile, NULL, 0, 0.1f);
        for (uint32_t i = 0; i < 100; i++) {
            wend_agent agent = agent_at(2.0 * (i % 10), 2.0 * (i / 10));
            agent.goal.at = (wend_point){100.0 * random_at(4, i, 0), 100.0 * random_at(4, i, 1)};
            add(at.world, &agent);
        }
        for (int tick = 0; tick < 50; tick++) step(at.world);
        assert_int_equal(wend_world_stats(at.world).corrected_speed, 0);
        stage_close(&at);
    }
}

static void test_acceleration_limit(void **state) {
    (void)state;
    static const float limits[] = {0.05f, 2.0f, 50.0f};
    for (uint32_t i = 0; i < WEND_COUNT(limits); i++) {
        wend_profile profile = profile_of(&mischief, 20.0f);
        profile.max_acceleration = limits[i];
        stage at = stage_open(&profile, NULL, 0, 0.1f);
        wend_vec last[MISCHIEFS + 2] = {{0.0f, 0.0f}};
        wend_serial serial[MISCHIEFS + 1];
        double most = 0.0;
        for (int k = 0; k <= MISCHIEFS; k++) {
            wend_agent agent = agent_at(100.0 * k, 0.0);
            agent.priority = (float)k;
            serial[k] = add(at.world, &agent);
        }
        for (int tick = 0; tick < 100; tick++) {
            step(at.world);
            for (int k = 0; k <= MISCHIEFS; k++) {
                wend_vec v = get(at.world, serial[k]).velocity;
                double change = hypot((double)v.x - last[k].x, (double)v.y - last[k].y);
                if (!(change <= 0.1 * (double)limits[i] * (1.0 + 1e-4) + 1e-5))
                    fail_msg("limit %g: mischief %d changes by %g in a step", limits[i], k, change);
                most = fmax(most, change);
                last[k] = v;
            }
        }
        assert_true(most > 0.099 * (double)limits[i]);
        stage_close(&at);
    }
}

// Driven agents -------------------------------------------------------------------------------------------------------

static void test_driven_goes_straight_on(void **state) {
    (void)state;
    wend_profile profile = profile_of(&wend_model_orca, 2.0f);
    stage at = stage_open(&profile, NULL, 0, 0.1f);
    wend_agent avatar = agent_at(0, 0), walker = agent_at(6, 0.1);
    avatar.driven = true;
    avatar.velocity = (wend_vec){1.5f, 0.25f};
    avatar.goal.at = (wend_point){-50, -50}; // of no interest to it
    walker.goal.at = (wend_point){-10, 0};
    wend_serial serial = add(at.world, &avatar);
    add(at.world, &walker);
    float x = 0.0f, y = 0.0f;
    for (int i = 0; i < 50; i++) {
        step(at.world);
        wend_agent now = get(at.world, serial);
        x = x + 0.1f * 1.5f;
        y = y + 0.1f * 0.25f;
        assert_true((float)now.position.x == x && (float)now.position.y == y);
        assert_true(now.velocity.x == 1.5f && now.velocity.y == 0.25f);
    }
    avatar = get(at.world, serial);
    avatar.position = (wend_point){3.0, 4.0};
    avatar.velocity = (wend_vec){0.0f, 0.0f};
    need(wend_world_set(at.world, &avatar, NULL), &(wend_error){0});
    step(at.world);
    avatar = get(at.world, serial);
    assert_true(avatar.position.x == 3.0 && avatar.position.y == 4.0);
    stage_close(&at);
}

static void test_driven_is_stopped_by_walls(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        static map on;
        map_random(&on, seed);
        wend_profile profile = profile_of(&wend_model_orca, 2.0f);
        stage at = stage_open(&profile, on.obstacles, on.count, 0.1f);
        assert_true(populate(&at, 30, seed, true) >= 20);
        watch eyes = {.walls = wend_scene_wall_count(at.scene)};
        look(&eyes, &at, 30.0f, 0.1f, "driven", seed);
        for (int tick = 0; tick < 20; tick++) {
            step(at.world);
            look(&eyes, &at, 30.0f, 0.1f, "driven", seed);
        }
        look_inside(&at, on.obstacles, on.count, seed);
        assert_true(wend_world_stats(at.world).corrected_walls > 0);
        stage_close(&at);
    }
}

// Headings ------------------------------------------------------------------------------------------------------------

static void test_heading_follows_motion(void **state) {
    (void)state;
    wend_profile profile = profile_of(&mischief, 2.0f);
    stage at = stage_open(&profile, NULL, 0, 0.1f);
    wend_agent agent = agent_at(0, 0);
    agent.priority = FAST;
    wend_serial serial = add(at.world, &agent);
    for (int i = 0; i < 30; i++) {
        step(at.world);
        agent = get(at.world, serial);
        double angle = atan2(agent.velocity.y, agent.velocity.x);
        assert_true(fabs(remainder(angle - (double)agent.heading, 6.28318530718)) < 1e-5);
    }
    float kept = agent.heading;
    agent.priority = TINY; // stands as good as still: keeps facing where it did
    need(wend_world_set(at.world, &agent, NULL), &(wend_error){0});
    for (int i = 0; i < 10; i++) step(at.world);
    assert_true(fabsf(get(at.world, serial).heading - kept) < 1e-5f);
    stage_close(&at);
}

// A model that turns the body may say anything about it, too: what is left is a unit vector, and the old one where the
// new one says nothing.
static wend_vec told_heading;

static void told_steer(const wend_view *now, const wend_next *next, wend_rows rows) {
    (void)now;
    for (uint32_t i = 0; i < rows.count; i++) next->motion[rows.row[i]] = (wend_motion){{1.0f, 0.0f}, told_heading};
}

static void test_any_heading_becomes_a_unit_vector(void **state) {
    (void)state;
    static const wend_model told = {.name = "told", .turns_body = true, .steer = told_steer};
    static const struct {
        wend_vec said;
        bool counts; // it has a direction
    } cases[] = {
        {{0.0f, 5.0f}, true},      {{-1e-3f, 0.0f}, true},     {{3e8f, -4e8f}, true}, {{1e20f, 1e20f}, true},
        {{-1e30f, 1e30f}, true},   {{FLT_MAX, FLT_MAX}, true}, {{0.0f, 0.0f}, false}, {{NAN, 1.0f}, false},
        {{INFINITY, 0.0f}, false}, {{1.0f, -INFINITY}, false}, {{NAN, NAN}, false},   {{-0.0f, 0.0f}, false},
    };
    for (uint32_t i = 0; i < WEND_COUNT(cases); i++) {
        wend_profile profile = profile_of(&told, 2.0f);
        stage at = stage_open(&profile, NULL, 0, 0.1f);
        wend_agent agent = agent_at(0, 0);
        agent.heading = 2.0f;
        wend_serial serial = add(at.world, &agent);
        told_heading = cases[i].said;
        step(at.world);
        wend_view view;
        need(wend_world_view(at.world, &view, NULL), &(wend_error){0});
        wend_vec heading = view.motion[0].heading;
        if (!(fabs(hypot(heading.x, heading.y) - 1.0) < 1e-5))
            fail_msg("%g %g becomes %g %g", cases[i].said.x, cases[i].said.y, heading.x, heading.y);
        double wanted = cases[i].counts ? atan2(cases[i].said.y, cases[i].said.x) : 2.0;
        if (isfinite(cases[i].said.x) && isfinite(cases[i].said.y) &&
            !(fabs(remainder(wanted - (double)get(at.world, serial).heading, 6.28318530718)) < 1e-5))
            fail_msg("%g %g becomes %g %g", cases[i].said.x, cases[i].said.y, heading.x, heading.y);
        stage_close(&at);
    }
}

// The end of the world: ten thousand kilometres out there is no more room for digits, and no position beyond.
static void test_nobody_falls_off_the_end_of_the_world(void **state) {
    (void)state;
    wend_profile profile = profile_of(&mischief, 100.0f);
    stage at = stage_open(&profile, NULL, 0, 1.0f);
    for (int i = 0; i < 20; i++) {
        wend_agent agent = agent_at(i % 2 ? 9999990.0 : -9999990.0, i < 10 ? 9999900.0 - 100.0 * i : 100.0 * i);
        agent.priority = i % 3 == 0 ? (float)FAST : (float)MISCHIEFS;
        add(at.world, &agent);
    }
    for (int tick = 0; tick < 100; tick++) {
        step(at.world);
        wend_view view;
        need(wend_world_view(at.world, &view, NULL), &(wend_error){0});
        for (uint32_t row = 0; row < view.count; row++)
            assert_true(fabsf(view.x[row]) <= 1e7f && fabsf(view.y[row]) <= 1e7f);
    }
    stage_close(&at);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_meet_is_exact),
        cmocka_unit_test(test_no_centre_crosses_a_wall),
        cmocka_unit_test(test_nobody_leaves_a_closed_room),
        cmocka_unit_test(test_nobody_slips_through_a_joint),
        cmocka_unit_test(test_built_in_models_stay_before_walls),
        cmocka_unit_test(test_corrections_are_counted),
        cmocka_unit_test(test_lone_agent_is_integrated_exactly),
        cmocka_unit_test(test_speed_limit),
        cmocka_unit_test(test_full_speed_is_no_correction),
        cmocka_unit_test(test_acceleration_limit),
        cmocka_unit_test(test_driven_goes_straight_on),
        cmocka_unit_test(test_driven_is_stopped_by_walls),
        cmocka_unit_test(test_heading_follows_motion),
        cmocka_unit_test(test_any_heading_becomes_a_unit_vector),
        cmocka_unit_test(test_nobody_falls_off_the_end_of_the_world),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
