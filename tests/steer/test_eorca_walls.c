// Ellipses and walls against oracles: whatever velocity their lines allow, the true shape touches no wall during the step,
// and one wall or a room within the horizon. Where walls cross or turn away, the next step has lines for what comes then.
// One wall's line leaves as much freedom as there is.
#include "ellipse_oracle.h"
#include "steer/wall_lines.h"
#include "support/stage.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

#define SEED 2118u
#define SCENERIES 400
#define VISITS 25
#define ROUNDING 2e-5 // m
#define SPEED 2.0     // m/s

static double draw(uint64_t number, uint32_t purpose, double low, double high) {
    return low + (high - low) * (double)wend_random(SEED, number, 0, purpose, 0);
}

static void fail_case(uint64_t number, const char *what) {
    print_message("seed %u, case %llu: %s\n", SEED, (unsigned long long)number, what);
    fail();
}

static stage open_with(const wend_obstacle *obstacles, uint32_t count, const wend_profile *profile) {
    wend_scene_def def = wend_scene_default();
    def.obstacles = obstacles;
    def.obstacle_count = count;
    if (profile) def.profiles = profile;
    return stage_open(&def, NULL);
}

// Somebody before the walls.
typedef struct visit {
    wend_view view;
    oracle_body is;
    wi_wall_body body;
    wi_dvec at, velocity;
    double horizon;
    wi_line lines[WI_WALL_LINES_MAX];
    uint32_t count;
} visit;

static oracle_body draw_body(uint64_t number) {
    double most = draw(number, 0, 0.1, 0.6), least = most / draw(number, 1, 1.05, 4.0),
           angle = draw(number, 2, -3.1, 3.1);
    wend_vec heading = wi_vec((float)cos(angle), (float)sin(angle));
    bool upright = number % 3 != 0;
    return (oracle_body){(double)(float)(upright ? least : most), (double)(float)(upright ? most : least),
                         wi_dunit(wi_dvec_of(heading), (wi_dvec){1.0, 0.0})};
}

// Small when it comes in, for then it needs little room. 0 where there is none.
static wend_serial enter(wend_world *world, wi_dvec at, oracle_body is) {
    wend_agent agent = agent_at(at[0], at[1]);
    agent.shape = wend_disc(0.01f);
    agent.max_speed = (float)SPEED;
    wend_serial serial = 0;
    if (wend_world_add(world, &agent, &serial, NULL) != WEND_OK) return 0;
    agent = agent_get(world, serial);
    agent.shape = wend_ellipse((float)is.along, (float)is.across);
    agent_set(world, &agent);
    return serial;
}

static bool look(visit *v, wend_world *world, uint64_t number) {
    v->is = draw_body(number);
    v->at = wi_dvec_of(wi_vec((float)draw(number, 10, -2.5, 2.5), (float)draw(number, 11, -2.5, 2.5)));
    double speed = draw(number, 12, 0.0, SPEED), way = draw(number, 13, -3.15, 3.15);
    v->velocity = wi_dvec_of(wi_vec((float)(speed * cos(way)), (float)(speed * sin(way))));
    v->horizon = (double)(float)draw(number, 14, 0.2, 3.0);
    wend_serial serial = enter(world, v->at, v->is);
    if (serial == 0) return false;
    v->view = world_view(world);
    v->body = wi_wall_ellipse(wi_ellipse_of((float)v->is.along, (float)v->is.across, wi_dvec_float(v->is.heading)));
    v->count = wi_wall_lines(&v->view, 0, &v->body, wi_dvec_float(v->velocity), (float)v->horizon, v->lines);
    agent_remove(world, serial);
    return true;
}

// The oracle ---------------------------------------------------------------------------------------------------------------

// How far a wall is from the body at a place, where the body is the unit disc; less than 0: they touch.
static double gap_to(const visit *v, const wend_wall *wall, wi_dvec at) {
    wi_dvec a = oracle_map(v->is, wi_dvec_of(wall->a) - at), b = oracle_map(v->is, wi_dvec_of(wall->b) - at);
    double t = fmin(1.0, fmax(0.0, -wi_ddot(a, b - a) / wi_ddot(b - a, b - a)));
    return wi_dlength(a + t * (b - a)) - 1.0;
}

static double least_gap(const visit *v, const wend_scene *scene, wi_dvec at) {
    double least = INFINITY;
    for (uint32_t i = 0; i < wend_scene_wall_count(scene); i++)
        least = fmin(least, gap_to(v, wend_scene_wall(scene, i), at));
    return least;
}

// The closest to one wall on the way: a convex function of time.
static double closest_to(const visit *v, const wend_wall *wall, wi_dvec velocity, double duration) {
    double low = 0.0, high = duration;
    for (int i = 0; i < 80; i++) {
        double one = low + (high - low) / 3.0, other = high - (high - low) / 3.0;
        if (gap_to(v, wall, v->at + one * velocity) < gap_to(v, wall, v->at + other * velocity))
            high = other;
        else
            low = one;
    }
    return gap_to(v, wall, v->at + 0.5 * (low + high) * velocity);
}

static bool allowed(const visit *v, wi_dvec velocity) {
    for (uint32_t i = 0; i < v->count; i++)
        if (wi_ddot(wi_dvec_of(v->lines[i].normal), velocity) < (double)v->lines[i].offset) return false;
    return wi_dlength(velocity) <= SPEED;
}

// A velocity somewhere, and the points where the edges of the lines meet that of the greatest speed or each other.
static wi_dvec try_velocity(const visit *v, uint64_t number, uint32_t trial) {
    double way = draw(number, 40 + trial, -3.15, 3.15), speed = SPEED * sqrt(draw(number, 80 + trial, 0.0, 1.0));
    wi_dvec any = {speed * cos(way), speed * sin(way)};
    if (v->count == 0 || trial % 3 == 0) return any;
    const wi_line *line = &v->lines[trial % v->count];
    wi_dvec n = wi_dvec_of(line->normal), on = any + ((double)line->offset - wi_ddot(n, any)) * n;
    if (v->count == 1 || trial % 3 == 1) return on + 1e-7 * n;
    const wi_line *next = &v->lines[(trial + 1) % v->count];
    wi_dvec m = wi_dvec_of(next->normal), along = wi_dleft(n);
    double rise = wi_ddot(m, along);
    return fabs(rise) < 1e-3 ? on + 1e-7 * n
                             : on + ((double)next->offset - wi_ddot(m, on)) / rise * along + 1e-7 * (n + m);
}

static uint32_t expect_clear(const visit *v, const wend_scene *scene, uint64_t number, double duration) {
    double slack = ROUNDING / fmin(v->is.along, v->is.across);
    uint32_t tried = 0;
    for (uint32_t trial = 0; trial < 30; trial++) {
        wi_dvec velocity = try_velocity(v, number, trial);
        if (!allowed(v, velocity)) continue;
        tried++;
        for (uint32_t i = 0; i < wend_scene_wall_count(scene); i++) {
            double gap = closest_to(v, wend_scene_wall(scene, i), velocity, duration);
            if (gap > -slack) continue;
            print_message("wall %u, gap %g of the body, velocity %g %g\n", i, gap, velocity[0], velocity[1]);
            fail_case(number, "touches a wall");
        }
    }
    return tried;
}

// Sceneries ----------------------------------------------------------------------------------------------------------------

enum { ONE_WALL, CROSSING_WALLS, SOLIDS, A_ROOM, KINDS };

typedef struct scenery {
    wend_point point[3][6];
    wend_obstacle obstacle[3];
    uint32_t count;
} scenery;

static wend_point draw_point(uint64_t number, uint32_t purpose, double extent) {
    return (wend_point){draw(number, purpose, -extent, extent), draw(number, purpose + 1, -extent, extent)};
}

static void draw_polygon(wend_point *point, uint64_t number, uint32_t purpose, wend_point middle, double radius) {
    for (uint32_t k = 0; k < 5; k++) {
        double angle = 2.0 * ORACLE_PI * (k + draw(number, purpose + k, 0.0, 0.7)) / 5.0;
        double r = radius * draw(number, purpose + 5 + k, 0.5, 1.0);
        point[k] = (wend_point){middle.x + r * cos(angle), middle.y + r * sin(angle)};
    }
}

static stage draw_scenery(scenery *to, uint64_t number) {
    uint64_t key = number + 1000000;
    uint32_t kind = (uint32_t)(number % KINDS);
    to->count = kind == CROSSING_WALLS ? 3 : kind == SOLIDS ? 2 : 1;
    for (uint32_t i = 0; i < to->count; i++) {
        wend_point *point = to->point[i];
        if (kind == A_ROOM) draw_polygon(point, key, 20, (wend_point){0.0, 0.0}, 4.0);
        if (kind == SOLIDS) draw_polygon(point, key, 20 + 20 * i, draw_point(key, 80 + 2 * i, 2.0), 1.5);
        for (uint32_t k = 0; kind <= CROSSING_WALLS && k < 3; k++) point[k] = draw_point(key, 20 * i + 2 * k, 3.0);
        uint32_t points = kind == ONE_WALL ? 2 : kind == CROSSING_WALLS ? 3 : 5;
        to->obstacle[i] = (wend_obstacle){kind == A_ROOM   ? WEND_ROOM
                                          : kind == SOLIDS ? WEND_SOLID
                                                           : WEND_WALL,
                                          0, point, points};
    }
    return open_with(to->obstacle, to->count, NULL);
}

static void no_velocity_that_is_allowed_touches_a_wall(void **state) {
    (void)state;
    uint64_t visits = 0, tried = 0;
    for (uint64_t number = 0; number < SCENERIES; number++) {
        scenery walls;
        stage on = draw_scenery(&walls, number);
        for (uint64_t i = 0; i < VISITS; i++) {
            visit v;
            if (!look(&v, on.world, number * VISITS + i)) continue;
            if (least_gap(&v, on.scene, v.at) < 1e-3) continue; // touches already
            visits++;
            bool lasting = number % KINDS == ONE_WALL || number % KINDS == A_ROOM;
            double duration = lasting ? v.horizon : fmin(v.horizon, (double)v.view.step);
            tried += expect_clear(&v, on.scene, number * VISITS + i, duration);
        }
        stage_close(&on);
    }
    print_message("%llu visits, %llu velocities\n", (unsigned long long)visits, (unsigned long long)tried);
    assert_true(visits > SCENERIES * VISITS / 3 && tried > 3 * visits);
}

// One wall alone: the best there is --------------------------------------------------------------------------------------

typedef struct stadium {
    const visit *v;
    wi_dvec a, b; // ends of the wall, seen from the body
} stadium;

static double depth(const stadium *of, wi_dvec n) {
    return fmax(wi_ddot(n, of->a), wi_ddot(n, of->b)) + oracle_reach(of->v->is, n);
}

static double freedom(const stadium *of, double angle) {
    wi_dvec n = {cos(angle), sin(angle)};
    double g = depth(of, n);
    return g > 0.0 ? -INFINITY : wi_ddot(n, of->v->velocity) - g / of->v->horizon;
}

static double most_freedom(const stadium *of) {
    enum { SAMPLES = 2000 };
    const double width = 2.0 * ORACLE_PI / SAMPLES;
    double best = -INFINITY;
    int at = 0;
    for (int i = 0; i < SAMPLES; i++)
        if (freedom(of, i * width) > best) best = freedom(of, i * width), at = i;
    // The peak may be an edge beyond which there is no normal: finer and finer about the best so far.
    double centre = at * width, span = width;
    for (int round = 0; round < 8; round++, span *= 0.2) {
        double middle = centre;
        for (int i = -10; i <= 10; i++) {
            double f = freedom(of, middle + i * span / 10.0);
            if (f > best) best = f, centre = middle + i * span / 10.0;
        }
    }
    return best;
}

static void one_wall_leaves_all_the_freedom_there_is(void **state) {
    (void)state;
    uint64_t counted = 0, worse = 0;
    double most = 0.0;
    for (uint64_t number = 0; number < SCENERIES; number += KINDS) {
        scenery walls;
        stage on = draw_scenery(&walls, number);
        const wend_wall *wall = wend_scene_wall(on.scene, 0);
        for (uint64_t i = 0; i < VISITS; i++) {
            visit v;
            if (!look(&v, on.world, number * VISITS + i)) continue;
            if (v.count != 1 || least_gap(&v, on.scene, v.at) < 1e-2) continue;
            stadium of = {&v, wi_dvec_of(wall->a) - v.at, wi_dvec_of(wall->b) - v.at};
            double found = wi_ddot(wi_dvec_of(v.lines[0].normal), v.velocity) - (double)v.lines[0].offset;
            double best = most_freedom(&of);
            if (found > best + 1e-4) fail_case(number * VISITS + i, "more freedom than there is");
            counted++;
            worse += found < best - 1e-3;
            most = fmax(most, best - found);
        }
        stage_close(&on);
    }
    print_message("%llu of %llu lines suboptimal by more than 1 mm/s, at most %.4f m/s\n", (unsigned long long)worse,
                  (unsigned long long)counted, most);
    assert_true(counted > 500 && worse * 100 <= counted);
}

// The hallway of the paper: 0.3 m wide, for bodies of 0.298 m ------------------------------------------------------------

typedef struct squeeze {
    double x; // how far it got, from -2 to 2 where the hallway ends at 1
    uint64_t corrected;
} squeeze;

static squeeze walk_through(double heading) {
    const wend_point above[] = {{-1.0, 0.15}, {1.0, 0.15}, {1.0, 2.0}, {-1.0, 2.0}};
    const wend_point below[] = {{-1.0, -2.0}, {1.0, -2.0}, {1.0, -0.15}, {-1.0, -0.15}};
    const wend_obstacle walls[] = {{WEND_SOLID, 0, above, 4}, {WEND_SOLID, 0, below, 4}};
    wend_profile profile = profile_of(&wend_model_eorca_c);
    profile.shape = wend_ellipse(0.149f, 0.2286f);
    profile.preset = "published";
    profile.habits = "none";
    stage s = open_with(walls, 2, &profile);
    wend_agent agent = agent_at(-2.0, 0.0);
    agent.heading = (float)heading;
    agent.goal = (wend_target){.at = {2.0, 0.0}, .radius = 0.1f};
    wend_serial serial = agent_add(s.world, &agent);
    world_step(s.world, 80);
    squeeze done = {agent_get(s.world, serial).position.x, wend_world_stats(s.world).corrected_walls};
    stage_close(&s);
    return done;
}

static void bodies_fit_through_the_hallway_if_turned_right(void **state) {
    (void)state;
    const double sideways = 0.5 * ORACLE_PI, fits = 0.1; // rad: 5.7 degrees off are 0.3 m wide
    for (int i = -9; i <= 9; i++) {
        squeeze through = walk_through(sideways + 0.1 * i * fits);
        if (through.x < 1.8) print_message("%.3f rad off: stands at %.3f m\n", 0.1 * i * fits, through.x);
        assert_true(through.x > 1.8 && through.corrected == 0);
    }
    for (int i = 0; i < 4; i++) {
        squeeze stuck = walk_through(sideways + (i % 2 ? -1.0 : 1.0) * (0.11 + 0.3 * (i / 2)));
        assert_true(stuck.x < -0.5 && stuck.corrected == 0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_velocity_that_is_allowed_touches_a_wall),
        cmocka_unit_test(one_wall_leaves_all_the_freedom_there_is),
        cmocka_unit_test(bodies_fit_through_the_hallway_if_turned_right),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
