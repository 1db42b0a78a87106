// What happened in a step: the right agents, once, in order of serial, whatever the number of threads.
#include "sense/shape.h"
#include "sense/shape_fine.h"
#include "support/stage.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

typedef struct staging {
    uint32_t levels, threads;
    bool collisions;
    float depth;
} staging;

// Everyone walks straight on, so that bodies do overlap.
static stage straight_open(staging how) {
    wend_profile profile = profile_of(&wend_model_straight);
    wend_scene_def def = scene_plain();
    def.profiles = &profile;
    def.levels = how.levels;
    wend_world_def world = wend_world_default(NULL);
    world.threads = how.threads;
    world.collisions = how.collisions;
    world.collision_depth = how.depth;
    return stage_open(&def, &world);
}

static stage straight_plain(void) { return straight_open((staging){1, 1, true, 0.001f}); }

static wend_agent walker(double x, double y, double to_x, double to_y, float radius) {
    wend_agent agent = agent_at(x, y);
    agent.goal = (wend_target){{to_x, to_y}, {0.0f, 0.0f}, radius, 0};
    return agent;
}

static void put(wend_world *world, wend_serial serial, double x, double y, float heading) {
    wend_agent agent = agent_get(world, serial);
    agent.position = (wend_point){x, y};
    agent.heading = heading;
    agent.goal.at = agent.position;
    agent_set(world, &agent);
}

static wend_events step(wend_world *world) {
    world_step(world, 1);
    return wend_world_events(world);
}

static bool lists_arrival(const wend_events *events, wend_serial serial) {
    for (uint32_t i = 0; i < events->arrived_count; i++)
        if (events->arrived[i].serial == serial) return true;
    return false;
}

static const wend_removed *find_removal(const wend_events *events, wend_serial serial) {
    for (uint32_t i = 0; i < events->removed_count; i++)
        if (events->removed[i].serial == serial) return &events->removed[i];
    return NULL;
}

static void assert_in_order(const wend_events *events) {
    for (uint32_t i = 1; i < events->arrived_count; i++)
        assert_true(events->arrived[i - 1].serial < events->arrived[i].serial);
    for (uint32_t i = 1; i < events->removed_count; i++)
        assert_true(events->removed[i - 1].serial < events->removed[i].serial);
    for (uint32_t i = 0; i < events->collided_count; i++) {
        const wend_collided *now = &events->collided[i], *last = i > 0 ? now - 1 : NULL;
        assert_true(now->a < now->b);
        assert_true(last == NULL || last->a < now->a || (last->a == now->a && last->b < now->b));
    }
    assert_int_equal(events->lost, 0);
}

// Arrivals ------------------------------------------------------------------------------------------------------------

static void test_arrives_once_for_each_goal(void **state) {
    (void)state;
    stage on = straight_plain();
    wend_agent agent = walker(0, 0, 5, 0, 0.25f);
    wend_serial serial = agent_add(on.world, &agent);
    uint32_t arrivals = 0;
    for (int i = 0; i < 100; i++) arrivals += step(on.world).arrived_count;
    assert_int_equal(arrivals, 1);
    assert_true(agent_get(on.world, serial).arrived);
    agent = agent_get(on.world, serial); // pushed away and back again: it has been there
    agent.position.x = 2.0;
    agent_set(on.world, &agent);
    for (int i = 0; i < 100; i++) arrivals += step(on.world).arrived_count;
    assert_int_equal(arrivals, 1);
    wend_target next = {{0.0, 3.0}, {0.0f, 0.0f}, 0.25f, 0};
    agent_set_goal(on.world, serial, next);
    for (int i = 0; i < 100; i++) arrivals += step(on.world).arrived_count;
    assert_int_equal(arrivals, 2);
    assert_int_equal(wend_world_stats(on.world).arrived, 2);
    stage_close(&on);
}

static double outside(double x, double half) { return fmax(0.0, fabs(x) - half); }

// How far a place is from being there: 0 at the edge, negative inside.
static double short_of(const wend_goal *goal, float radius, double x, double y) {
    double dx = outside(x - (double)goal->at.x, (double)goal->half.x);
    double dy = outside(y - (double)goal->at.y, (double)goal->half.y);
    return hypot(dx, dy) - (double)radius;
}

// Points and rectangles, from all sides, near and far, some with everyone there from the start.
static void test_arrives_within_region_and_radius(void **state) {
    (void)state;
    stage on = straight_open((staging){1, 1, false, 0.001f});
    enum { COUNT = 300 };
    bool there[COUNT + 1] = {false};
    for (uint32_t i = 0; i < COUNT; i++) {
        wend_agent agent = agent_at(2.0 * (i % 20), 2.0 * (i / 20));
        agent.goal.at = (wend_point){40.0 * wend_random(6, i, 0, 0, 0), 30.0 * wend_random(6, i, 0, 0, 1)};
        agent.goal.radius = 0.05f + wend_random(6, i, 0, 0, 2);
        if (i % 2) agent.goal.half = (wend_vec){4.0f * wend_random(6, i, 0, 0, 3), wend_random(6, i, 0, 0, 4)};
        agent_add(on.world, &agent);
    }
    uint32_t arrivals = 0;
    for (int tick = 0; tick < 400; tick++) {
        wend_events events = step(on.world);
        wend_view view = world_view(on.world);
        assert_in_order(&events);
        for (uint32_t row = 0; row < view.count; row++) {
            wend_serial serial = view.serial[row];
            double gap = short_of(&view.goal[row], view.pace[row].arrival_radius, view.x[row], view.y[row]);
            bool listed = lists_arrival(&events, serial);
            if (listed && (there[serial] || gap > 1e-5))
                fail_msg("seed 6 tick %d agent %d: %g", tick, (int)serial, gap);
            if (!listed && !there[serial] && gap < -1e-5) fail_msg("seed 6 tick %d: %d missed", tick, (int)serial);
            if (listed) there[serial] = true;
            assert_true(there[serial] == ((view.role[row].flags & WEND_FLAG_ARRIVED) != 0));
        }
        arrivals += events.arrived_count;
    }
    assert_int_equal(arrivals, COUNT);
    stage_close(&on);
}

// Removals ------------------------------------------------------------------------------------------------------------

static void test_removed_by_host_and_by_arrival(void **state) {
    (void)state;
    stage on = straight_plain();
    wend_serial leaves[10], stays[10];
    for (int i = 0; i < 10; i++) {
        wend_agent a = walker(0, i, 0.5, i, 0.3f), b = agent_at(5, i);
        a.leaves = true;
        leaves[i] = agent_add(on.world, &a);
        stays[i] = agent_add(on.world, &b);
    }
    for (int i = 9; i >= 0; i -= 2) agent_remove(on.world, stays[i]);
    uint32_t by_host = 0, by_arrival = 0, arrived = 0;
    for (int tick = 0; tick < 30; tick++) {
        wend_events events = step(on.world);
        assert_in_order(&events);
        for (uint32_t i = 0; i < events.removed_count; i++) {
            if (events.removed[i].by_host)
                by_host++;
            else
                by_arrival++;
            assert_true(events.removed[i].by_host == !lists_arrival(&events, events.removed[i].serial));
            assert_int_equal(wend_world_get(on.world, events.removed[i].serial, &(wend_agent){0}, NULL),
                             WEND_NOT_FOUND);
        }
        for (int i = 1; i < 10 && tick == 0; i += 2) assert_non_null(find_removal(&events, stays[i]));
        for (int i = 0; i < 10; i++) arrived += lists_arrival(&events, leaves[i]);
    }
    assert_int_equal(by_host, 5);
    assert_int_equal(by_arrival, 10);
    assert_int_equal(arrived, 10);
    wend_stats stats = wend_world_stats(on.world);
    assert_int_equal(stats.agents, 5);
    assert_int_equal(stats.added, 20);
    assert_int_equal(stats.removed, 15);
    stage_close(&on);
}

static void test_host_removals_belong_to_the_next_step(void **state) {
    (void)state;
    stage on = straight_plain();
    wend_agent a = agent_at(0, 0), b = agent_at(3, 0), c = agent_at(6, 0);
    wend_serial first = agent_add(on.world, &a), second = agent_add(on.world, &b);
    agent_add(on.world, &c);
    assert_int_equal(step(on.world).removed_count, 0);
    agent_remove(on.world, second);
    agent_remove(on.world, first);
    wend_events events = step(on.world);
    assert_int_equal(events.removed_count, 2);
    assert_true(events.removed[0].serial == first && events.removed[0].by_host);
    assert_true(events.removed[1].serial == second && events.removed[1].by_host);
    assert_int_equal(step(on.world).removed_count, 0);
    stage_close(&on);
}

// Collisions ----------------------------------------------------------------------------------------------------------

static wi_outline outline_of(const wend_view *view, uint32_t row) {
    const wend_form *form = &view->form[row];
    return (wi_outline){(wend_shape_kind)view->role[row].shape,
                        {view->x[row], view->y[row]},
                        view->motion[row].heading,
                        form->half_length,
                        form->half_width};
}

static int by_serials(const void *p, const void *q) {
    const wend_collided *a = p, *b = q;
    if (a->a != b->a) return a->a < b->a ? -1 : 1;
    return a->b < b->b ? -1 : a->b > b->b;
}

// No body reaches farther from its centre than this.
static float reach_of(const wi_outline *body) { return body->half_length + body->half_width; }

static bool far_apart(const wi_outline *a, const wi_outline *b) {
    float dx = fabsf(a->at.x - b->at.x), dy = fabsf(a->at.y - b->at.y), reach = reach_of(a) + reach_of(b);
    return dx > reach || dy > reach;
}

#define ROUNDING 2e-6f // m: of an overlap; within it the threshold may be judged either way

static uint32_t row_of(const wend_view *view, wend_serial serial) {
    uint32_t row = 0;
    while (view->serial[row] != serial) row++;
    return row;
}

// Two of the world overlap by what the search of wi_outline_gap finds, or, where many are looked at together, by what it
// would find if it were as fine as can be.
static bool overlap_by(const wend_view *view, const wend_collided *pair, float depth) {
    wi_outline a = outline_of(view, row_of(view, pair->a)), b = outline_of(view, row_of(view, pair->b));
    const double p[2] = {(double)b.at.x - (double)a.at.x, (double)b.at.y - (double)a.at.y};
    double n[2], fine = -wi_outline_gap_fine(&a, &b, p, n);
    return fabsf(depth - pair->depth) <= ROUNDING || fabs((double)depth - fine) <= (double)ROUNDING;
}

// Every pair of the world, looked at one by one, that overlaps by more than `depth`, in order.
static wend_collided *all_collisions(const wend_view *view, float depth, uint32_t *count) {
    wend_collided *found = malloc(((size_t)view->count * view->count / 2 + 1) * sizeof *found);
    *count = 0;
    for (uint32_t a = 0; a < view->count; a++)
        for (uint32_t b = a + 1; b < view->count; b++) {
            if (view->role[a].level != view->role[b].level) continue;
            wi_outline one = outline_of(view, a), other = outline_of(view, b);
            if (far_apart(&one, &other)) continue;
            float overlap = -wi_outline_gap(&one, &other);
            if (!(overlap > depth)) continue;
            wend_serial s = view->serial[a], t = view->serial[b];
            found[(*count)++] = (wend_collided){s < t ? s : t, s < t ? t : s, overlap};
        }
    qsort(found, *count, sizeof *found, by_serials);
    return found;
}

static uint32_t assert_collisions(wend_world *world, const wend_events *events, float depth, int seed) {
    wend_view view;
    uint32_t count, next = 0;
    view = world_view(world);
    wend_collided *there = all_collisions(&view, depth - ROUNDING, &count);
    for (uint32_t i = 0; i < count; i++) {
        const wend_collided *listed = next < events->collided_count ? &events->collided[next] : NULL;
        bool found = listed != NULL && by_serials(listed, &there[i]) == 0;
        if (found && !(overlap_by(&view, &there[i], listed->depth) && listed->depth > depth))
            fail_msg("seed %d: %d %d overlap by %g m, not %g", seed, (int)there[i].a, (int)there[i].b, there[i].depth,
                     listed->depth);
        if (!found && there[i].depth > depth + ROUNDING)
            fail_msg("seed %d: %d %d overlap by %g m and are not listed", seed, (int)there[i].a, (int)there[i].b,
                     there[i].depth);
        next += found;
    }
    if (next != events->collided_count)
        fail_msg("seed %d: %d %d are listed and do not overlap", seed, (int)events->collided[next].a,
                 (int)events->collided[next].b);
    free(there);
    return next;
}

static wend_shape random_shape(uint64_t seed, uint32_t i, bool big) {
    float size = big ? 1.0f + 3.0f * wend_random(seed, i, 0, 1, 0) : 0.1f + 0.4f * wend_random(seed, i, 0, 1, 0);
    float slim = fmaxf(0.01f, size * (0.02f + 0.98f * wend_random(seed, i, 0, 1, 1)));
    return i % 3 == 0 ? wend_disc(size) : i % 3 == 1 ? wend_ellipse(size, slim) : wend_box(size, slim);
}

typedef struct crowd {
    uint32_t agents, levels, big_every; // 0: no big bodies
    float side, depth;
    bool clustered;
} crowd;

// Bodies are added where there is space and then put anywhere.
static stage crowd_open(const crowd *of, uint64_t seed, uint32_t threads) {
    stage on = straight_open((staging){of->levels, threads, true, of->depth});
    for (uint32_t i = 0; i < of->agents; i++) {
        bool big = of->big_every > 0 && i % of->big_every == 0;
        wend_agent agent = agent_at(1000.0 + 12.0 * i, 0.0);
        agent.shape = random_shape(seed, i, big);
        agent.level = (uint32_t)((float)of->levels * wend_random(seed, i, 0, 2, 0));
        wend_serial serial = agent_add(on.world, &agent);
        double x = (double)of->side * wend_random(seed, i, 0, 3, 0),
               y = (double)of->side * wend_random(seed, i, 0, 3, 1);
        if (of->clustered && i % 8 != 0) x = 0.3 * x / (double)of->side, y = 0.3 * y / (double)of->side;
        put(on.world, serial, x - 5.0, y + 3.0, 6.0f * wend_random(seed, i, 0, 3, 2) - 3.0f);
    }
    return on;
}

static void test_collisions_of_every_pair(void **state) {
    (void)state;
    static const crowd crowds[] = {
        {200, 1, 0, 12.0f, 0.001f, false},  {200, 1, 10, 20.0f, 0.001f, false}, {150, 1, 1, 40.0f, 0.001f, false},
        {300, 4, 15, 12.0f, 0.001f, false}, {200, 1, 0, 12.0f, 0.0f, false},    {200, 1, 10, 12.0f, 0.15f, false},
        {100, 1, 20, 60.0f, 0.001f, true},  {700, 2, 50, 30.0f, 0.01f, false},  {2, 1, 0, 0.2f, 0.001f, false},
    };
    for (uint32_t c = 0; c < WEND_COUNT(crowds); c++) {
        uint32_t pairs = 0;
        for (int seed = 1; seed <= 8; seed++) {
            stage on = crowd_open(&crowds[c], (uint64_t)seed, 1 + (uint32_t)seed % 3);
            wend_events events = step(on.world);
            assert_in_order(&events);
            uint32_t here = assert_collisions(on.world, &events, crowds[c].depth, 100 * (int)c + seed);
            assert_int_equal(wend_world_stats(on.world).collided, here);
            pairs += here;
            stage_close(&on);
        }
        assert_true(pairs > 0);
    }
}

// The threshold, to a hundredth of a millimetre.
static void test_collision_depth(void **state) {
    (void)state;
    for (int shape = 0; shape < 3; shape++)
        for (int i = -2; i <= 2; i++) {
            stage on = straight_open((staging){1, 1, true, 0.05f});
            wend_agent agent = agent_at(0, 0), other = agent_at(9, 0);
            agent.shape = other.shape = shape == 0   ? wend_disc(0.25f)
                                        : shape == 1 ? wend_ellipse(0.25f, 0.2f)
                                                     : wend_box(0.25f, 0.2f);
            agent_add(on.world, &agent);
            wend_serial serial = agent_add(on.world, &other);
            put(on.world, serial, 0.5 - 0.05 - 1e-4 * (i + 0.5), 0.0, 0.0f);
            wend_events events = step(on.world);
            assert_int_equal(events.collided_count, i >= 0);
            if (i >= 0 && !(fabsf(events.collided[0].depth - 0.05f - 1e-4f * ((float)i + 0.5f)) < 2e-5f))
                fail_msg("shape %d depth %g", shape, events.collided[0].depth);
            stage_close(&on);
        }
}

static void test_no_collisions_looked_for(void **state) {
    (void)state;
    stage on = straight_open((staging){1, 1, false, 0.001f});
    wend_agent agent = agent_at(0, 0), other = agent_at(9, 0);
    agent_add(on.world, &agent);
    put(on.world, agent_add(on.world, &other), 0.1, 0.0, 0.0f);
    assert_int_equal(step(on.world).collided_count, 0);
    assert_int_equal(wend_world_stats(on.world).collided, 0);
    stage_close(&on);
}

// A driven body is a body like any other.
static void test_driven_bodies_collide(void **state) {
    (void)state;
    stage on = straight_plain();
    wend_agent avatar = agent_at(0, 0), other = agent_at(1, 0);
    avatar.driven = true;
    avatar.velocity.x = 1.0f;
    wend_serial a = agent_add(on.world, &avatar), b = agent_add(on.world, &other);
    uint32_t collided = 0;
    for (int i = 0; i < 20; i++) {
        wend_events events = step(on.world);
        collided += events.collided_count;
        if (events.collided_count > 0) assert_true(events.collided[0].a == a && events.collided[0].b == b);
    }
    assert_true(collided >= 8 && collided <= 11); // from 0.5 m before it to 0.5 m behind it at 0.1 m a step
    stage_close(&on);
}

// Threads -------------------------------------------------------------------------------------------------------------

typedef struct log_of_events {
    wend_arrived arrived[2000];
    wend_collided collided[60000];
    wend_removed removed[2000];
    uint32_t arrived_count, collided_count, removed_count;
    uint64_t hash;
    wend_stats stats;
} log_of_events;

static void log_step(log_of_events *log, const wend_events *events) {
    assert_true(log->collided_count + events->collided_count <= WEND_COUNT(log->collided));
    for (uint32_t i = 0; i < events->arrived_count; i++) log->arrived[log->arrived_count++] = events->arrived[i];
    for (uint32_t i = 0; i < events->collided_count; i++) log->collided[log->collided_count++] = events->collided[i];
    for (uint32_t i = 0; i < events->removed_count; i++) {
        log->removed[log->removed_count].serial = events->removed[i].serial; // padding stays zero
        log->removed[log->removed_count++].by_host = events->removed[i].by_host;
    }
}

static log_of_events *run_crossing(uint32_t threads) {
    log_of_events *log = calloc(1, sizeof *log);
    stage on = straight_open((staging){2, threads, true, 0.001f});
    for (uint32_t i = 0; i < 1600; i++) {
        wend_agent agent = agent_at(0.8 * (i % 40), 0.8 * (i / 40));
        agent.goal.at = (wend_point){32.0 * wend_random(7, i, 0, 0, 0), 32.0 * wend_random(7, i, 0, 0, 1)};
        agent.leaves = i % 2;
        agent.level = i % 5 == 0;
        if (i % 3 == 1) agent.shape = wend_ellipse(0.3f, 0.2f);
        if (i % 3 == 2) agent.shape = wend_box(0.3f, 0.2f);
        agent_add(on.world, &agent);
    }
    for (uint32_t tick = 0; tick < 60; tick++) {
        if (tick % 4 == 1) (void)wend_world_remove(on.world, 1 + 17 * tick, NULL);
        wend_events events = step(on.world);
        assert_in_order(&events);
        if (tick % 10 == 5) assert_collisions(on.world, &events, 0.001f, 7);
        events = wend_world_events(on.world);
        log_step(log, &events);
    }
    log->hash = wend_world_hash(on.world);
    log->stats = wend_world_stats(on.world);
    stage_close(&on);
    return log;
}

static void assert_each_arrives_and_goes_once(const log_of_events *log) {
    bool arrived[2000] = {false}, removed[2000] = {false};
    for (uint32_t i = 0; i < log->arrived_count; i++) {
        assert_false(arrived[log->arrived[i].serial]);
        arrived[log->arrived[i].serial] = true;
    }
    for (uint32_t i = 0; i < log->removed_count; i++) {
        assert_false(removed[log->removed[i].serial]);
        removed[log->removed[i].serial] = true;
        assert_true(log->removed[i].by_host || arrived[log->removed[i].serial]);
    }
    assert_int_equal(log->stats.arrived, log->arrived_count);
    assert_int_equal(log->stats.removed, log->removed_count);
    assert_int_equal(log->stats.collided, log->collided_count);
    assert_int_equal(log->stats.agents + log->removed_count, 1600);
    assert_int_equal(log->stats.added, 1600);
    assert_int_equal(log->stats.tick, 60);
    assert_true(log->stats.time > 5.999 && log->stats.time < 6.001);
    assert_true(log->arrived_count > 100 && log->removed_count > 50 && log->collided_count > 1000);
}

static void test_same_events_for_any_number_of_threads(void **state) {
    (void)state;
    static const uint32_t threads[] = {2, 3, 8};
    log_of_events *one = run_crossing(1);
    assert_each_arrives_and_goes_once(one);
    for (uint32_t i = 0; i < WEND_COUNT(threads); i++) {
        log_of_events *many = run_crossing(threads[i]);
        assert_int_equal(one->arrived_count, many->arrived_count);
        assert_int_equal(one->collided_count, many->collided_count);
        assert_int_equal(one->removed_count, many->removed_count);
        assert_memory_equal(one->arrived, many->arrived, sizeof one->arrived);
        for (uint32_t k = 0; k < one->collided_count; k++) { // not their bytes: there is a gap behind the depth
            const wend_collided *a = &one->collided[k], *b = &many->collided[k];
            assert_true(a->a == b->a && a->b == b->b && a->depth == b->depth);
        }
        assert_memory_equal(one->removed, many->removed, sizeof one->removed);
        assert_true(one->hash == many->hash);
        free(many);
    }
    free(one);
}

// The lists -----------------------------------------------------------------------------------------------------------

static void test_lists_stay_until_the_world_changes(void **state) {
    (void)state;
    stage on = straight_plain();
    wend_events nothing = wend_world_events(on.world);
    assert_int_equal(nothing.arrived_count + nothing.collided_count + nothing.removed_count, 0);
    wend_agent a = walker(0, 0, 0.1, 0, 0.3f), b = agent_at(3, 0), c = walker(7, 0, 7.1, 0, 0.3f);
    c.leaves = true;
    wend_serial first = agent_add(on.world, &a);
    put(on.world, agent_add(on.world, &b), 0.2, 0.0, 0.0f);
    wend_serial third = agent_add(on.world, &c);
    wend_events events = step(on.world);
    void *bytes;
    size_t size;
    wend_error why;
    (void)world_view(on.world); // none of these changes the world
    (void)agent_get(on.world, first);
    (void)wend_world_hash(on.world);
    (void)wend_world_stats(on.world);
    must(wend_world_save_bytes(on.world, &bytes, &size, &why), &why);
    free(bytes);
    assert_int_equal(events.collided_count, 1);
    assert_true(events.collided[0].a == first && events.collided[0].b == first + 1);
    assert_int_equal(events.removed_count, 1);
    assert_true(events.removed[0].serial == third && !events.removed[0].by_host);
    assert_true(lists_arrival(&events, first) && lists_arrival(&events, third));
    wend_events again = wend_world_events(on.world);
    assert_true(again.arrived == events.arrived && again.arrived_count == events.arrived_count);
    assert_true(again.collided == events.collided && again.collided_count == events.collided_count);
    assert_true(again.removed == events.removed && again.removed_count == events.removed_count);
    stage_close(&on);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_arrives_once_for_each_goal),
        cmocka_unit_test(test_arrives_within_region_and_radius),
        cmocka_unit_test(test_removed_by_host_and_by_arrival),
        cmocka_unit_test(test_host_removals_belong_to_the_next_step),
        cmocka_unit_test(test_collisions_of_every_pair),
        cmocka_unit_test(test_collision_depth),
        cmocka_unit_test(test_no_collisions_looked_for),
        cmocka_unit_test(test_driven_bodies_collide),
        cmocka_unit_test(test_same_events_for_any_number_of_threads),
        cmocka_unit_test(test_lists_stay_until_the_world_changes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
