// Queues: first come, first served, places along the line, and service points that serve as many as they can.
#include "scenario/acting.h"

#define QUEUE                                                                                                 \
    ACTING_HEAD                                                                                               \
    "profiles: {walker: {shape: {disc: 0.25}}}\n"                                                             \
    "goals: {desk_1: {at: [9, 20], capacity: 1}, desk_2: {at: [11, 20], capacity: 1}, out: {at: [40, 20]}}\n" \
    "queues: {q: {line: [[10, 18], [10, 10], [20, 10]], spacing: 0.8, served_at: [desk_1, desk_2]}}\n"        \
    "behaviours: {b: {states: {queue: {goal: {queue: q}, next: buy}, buy: {goal: held, stay: {uniform: "      \
    "[3, 8]}, next: leave}, leave: {goal: out, final: true}}}}\nseed: ${seed}\nvariables: {seed: 1}\n"
#define CROWD "agents: [{random: {region: [0, 0, 30, 8], count: 40}, behaviour: b, leaves: true}]\n"

enum { CROWD_SIZE = 40 };

static acting act_seed(const char *text, uint64_t seed, uint32_t threads) {
    return act_in(read_good(text), (wi_run_options){.threads = threads, .has_seed = true, .seed = seed});
}

// Notes who joins and who is called, in the order in which it happens.
typedef struct order {
    wend_serial joined[CROWD_SIZE + 1], called[CROWD_SIZE + 1];
    uint32_t joins, calls;
    uint8_t was[CROWD_SIZE + 2];
} order;

static uint8_t flags_of(const wend_view *view, wend_serial serial) {
    for (uint32_t row = 0; row < view->count; row++)
        if (view->serial[row] == serial) return view->mind[row].flags;
    return 0;
}

// Two desks may be free in one step: of those who are called together the first to join counts as the first.
static void note(order *seen, const wend_view *view) {
    for (wend_serial serial = 1; serial <= CROWD_SIZE; serial++) {
        if (flags_of(view, serial) & ~seen->was[serial] & WEND_MIND_JOINED) seen->joined[seen->joins++] = serial;
    }
    for (uint32_t i = 0; i < seen->joins; i++) {
        wend_serial serial = seen->joined[i];
        if (flags_of(view, serial) & ~seen->was[serial] & WEND_MIND_CALLED) seen->called[seen->calls++] = serial;
    }
    for (wend_serial serial = 1; serial <= CROWD_SIZE; serial++) seen->was[serial] |= flags_of(view, serial);
}

static void assert_one_at_a_desk(const wend_view *view) {
    uint32_t held[2] = {0};
    for (uint32_t row = 0; row < view->count; row++)
        if (view->mind[row].site == 1 || view->mind[row].site == 2) held[view->mind[row].site - 1]++;
    assert_true(held[0] <= 1 && held[1] <= 1);
}

static void test_first_come_first_served(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 4; seed++) {
        acting a = act_seed(QUEUE CROWD, seed, 1 + (uint32_t)seed % 3);
        order seen = {0};
        for (int step = 0; step < 3000 && seen.calls < CROWD_SIZE; step++) {
            act_step(&a, 1);
            wend_view view = world_view(a.run->world);
            note(&seen, &view);
            assert_one_at_a_desk(&view);
        }
        if (seen.calls != CROWD_SIZE || memcmp(seen.joined, seen.called, sizeof seen.joined) != 0)
            fail_msg("%u joined, %u were called, or not in the same order; seed %llu", seen.joins, seen.calls,
                     (unsigned long long)seed);
        act_end(&a);
    }
}

// With two desks and 3 to 8 s for each, forty are served in the time that takes, and a little for the way.
static void test_desks_are_busy(void **state) {
    (void)state;
    acting a = act_seed(QUEUE CROWD, 7, 1);
    uint32_t steps = 0;
    while (wend_world_stats(a.run->world).agents > 0 && steps++ < 4000) act_step(&a, 1);
    assert_int_equal(wend_world_stats(a.run->world).agents, 0);
    double least = CROWD_SIZE * 5.5 / 2.0;
    assert_true(steps * 0.1 > least && steps * 0.1 < 2.2 * least + 40.0);
    act_end(&a);
}

// Who stands in line stands at the places of the line, in order.
static void test_places_along_the_line(void **state) {
    (void)state;
    acting a = act(ACTING_HEAD "queues: {q: {line: [[10, 18], [10, 15], [20, 15]], spacing: 1}}\n"
                               "behaviours: {b: {states: {queue: {goal: {queue: q}, next: [{when: {event: e}, to: "
                               "queue}]}}}}\nevents: {e: {}}\n"
                               "agents: [{grid: {from: [12, 5], columns: 3, rows: 2, spacing: 1}, behaviour: b}]\n");
    act_step(&a, 600);
    wend_view view = world_view(a.run->world);
    bool taken[6] = {false};
    for (uint32_t row = 0; row < view.count; row++) {
        assert_true(view.mind[row].flags & WEND_MIND_JOINED);
        // Along the line from its head: 3 m down, then to the right.
        float along = view.goal[row].at.y > 15.01f ? 18.0f - view.goal[row].at.y : 3.0f + view.goal[row].at.x - 10.0f;
        uint32_t rank = (uint32_t)(along + 0.5f);
        assert_near((double)along, rank, 1e-3);
        assert_true(rank < 6 && !taken[rank]);
        taken[rank] = true;
        wend_vec off = {view.x[row] - view.goal[row].at.x, view.y[row] - view.goal[row].at.y};
        assert_true(off.x * off.x + off.y * off.y < 0.36f * 0.36f);
    }
    act_end(&a);
}

// A queue that is saved and loaded goes on as if nothing had been.
static void test_saved_queue(void **state) {
    (void)state;
    acting a = act_seed(QUEUE CROWD, 3, 2);
    act_step(&a, 150);
    wend_world *again = act_copy(&a, 1);
    world_step(a.run->world, 300);
    world_step(again, 300);
    assert_true(wend_world_hash(again) == wend_world_hash(a.run->world));
    wend_world_destroy(again);
    act_end(&a);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_first_come_first_served),
        cmocka_unit_test(test_desks_are_busy),
        cmocka_unit_test(test_places_along_the_line),
        cmocka_unit_test(test_saved_queue),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
