// The shipped scenes with behaviours do what they are there to show.
#include "scenario/acting.h"

static acting open_scene(const char *name) {
    char path[1000];
    const char *tests = strstr(__FILE__, "tests/scenario/");
    assert_non_null(tests);
    (void)snprintf(path, sizeof path, "%.*sscenarios/%s", (int)(tests - __FILE__), __FILE__, name);
    return act_file(path, 2);
}

static wi_run_end run_to_end(acting *a) {
    wi_run_end end = WI_RUN_GOES_ON;
    wend_error error;
    while (end == WI_RUN_GOES_ON) must(wi_run_step(a->run, &end, &error), &error);
    return end;
}

// At no time are two at a desk, and everyone gets out.
static void test_ticket_hall(void **state) {
    (void)state;
    acting a = open_scene("ticket-hall.yaml");
    wi_run_end end = WI_RUN_GOES_ON;
    wend_error error;
    uint32_t busiest = 0;
    while (end == WI_RUN_GOES_ON) {
        must(wi_run_step(a.run, &end, &error), &error);
        wend_view view = world_view(a.run->world);
        uint32_t held[3] = {0};
        for (uint32_t row = 0; row < view.count; row++)
            if (view.mind[row].site >= 1 && view.mind[row].site <= 3) held[view.mind[row].site - 1]++;
        assert_true(held[0] <= 1 && held[1] <= 1 && held[2] <= 1);
        busiest = held[0] + held[1] + held[2] > busiest ? held[0] + held[1] + held[2] : busiest;
    }
    assert_int_equal(end, WI_RUN_ALL_OUT);
    assert_int_equal(busiest, 3);
    act_end(&a);
}

// Everyone sits, each on a seat of its own.
static void test_boarding(void **state) {
    (void)state;
    acting a = open_scene("boarding.yaml");
    assert_int_equal(run_to_end(&a), WI_RUN_ALL_ARRIVED);
    wend_view view = world_view(a.run->world);
    assert_int_equal(view.count, 41);
    for (uint32_t row = 0; row < view.count; row++) {
        assert_true(view.mind[row].site > 4); // behind the door and the bins
        wend_vec off = {view.x[row] - view.goal[row].at.x, view.y[row] - view.goal[row].at.y};
        assert_true(off.x * off.x + off.y * off.y < 0.3f * 0.3f);
        for (uint32_t other = 0; other < row; other++) assert_int_not_equal(view.mind[row].site, view.mind[other].site);
    }
    act_end(&a);
}

// The database says who sits where: group by group, from the back.
static void test_boarding_groups(void **state) {
    (void)state;
    acting a = open_scene("boarding-groups.yaml");
    assert_int_equal(run_to_end(&a), WI_RUN_ALL_ARRIVED);
    wend_view view = world_view(a.run->world);
    assert_int_equal(view.count, 36);
    for (wend_serial serial = 1; serial <= 36; serial++) {
        wend_agent agent = agent_get(a.run->world, serial);
        uint32_t zone = (uint32_t)(serial - 1) / 12;
        assert_true(agent.goal.at.x > 9.9 - 2.7 * zone && agent.goal.at.x < 12.3 - 2.7 * zone);
        assert_true(hypot(agent.position.x - agent.goal.at.x, agent.position.y - agent.goal.at.y) < 0.3);
    }
    act_end(&a);
}

// Nobody moves before the alarm, not everybody at once after it, and everybody is out in the end.
static void test_alarm(void **state) {
    (void)state;
    acting a = open_scene("alarm.yaml");
    act_step(&a, 100);
    wend_view view = world_view(a.run->world);
    for (uint32_t row = 0; row < view.count; row++)
        assert_true(fabsf(view.motion[row].velocity.x) + fabsf(view.motion[row].velocity.y) < 0.2f);
    assert_int_equal(run_to_end(&a), WI_RUN_ALL_OUT);
    double first = INFINITY, last = 0.0;
    for (uint32_t i = 0; i < a.run->traveller_count; i++) {
        first = fmin(first, a.run->traveller[i].arrived);
        last = fmax(last, a.run->traveller[i].arrived);
    }
    assert_true(first > 10.0 && last - first > 20.0);
    act_end(&a);
}

// The guide speaks only when everyone is there.
static void test_guided_tour(void **state) {
    (void)state;
    acting a = open_scene("guided-tour.yaml");
    act_until(&a, 1, "speak_1", 400);
    wend_agent guide = agent_get(a.run->world, 1);
    for (wend_serial i = 2; i <= 13; i++) {
        wend_agent visitor = agent_get(a.run->world, i);
        assert_true(hypot(visitor.position.x - guide.position.x, visitor.position.y - guide.position.y) < 4.3);
    }
    act_until(&a, 1, "speak_2", 600);
    assert_int_equal(run_to_end(&a), WI_RUN_ALL_OUT);
    act_end(&a);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ticket_hall), cmocka_unit_test(test_boarding),    cmocka_unit_test(test_boarding_groups),
        cmocka_unit_test(test_alarm),       cmocka_unit_test(test_guided_tour),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
