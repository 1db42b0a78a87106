// Coming to rest, for every model with its defaults: who stays, shares a goal, waits in a queue or is in a region stands
// still after a while, and no body turns faster than a person can.
#include "scenario/acting.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { UNTIL = 900, STEPS = 300 }; // steps of 0.1 s: until all should be at rest, and to look at

typedef struct place {
    const char *name, *text; // with %s for the model
    double most;             // m/s, mean speed of those who are at rest
    uint32_t arrive;         // at least
    const char *exempt, *why;
} place;

#define HEAD "wend: 1\nseed: 2\ntime: {step: 0.1, limit: 1000, stop: []}\n"

static const place places[] = {
    {"two who stay",
     HEAD "profiles: {w: {model: %s}}\n"
          "agents: [{at: [0, 0], profile: w, goal: stay}, {at: [0.5, 0], profile: w, goal: stay}]\n",
     0.01, 2, NULL, NULL},
    {"four who share a point",
     HEAD "profiles: {w: {model: %s}}\n"
          "agents: [{circle: {radius: 5, count: 4}, profile: w, goal: {at: [0, 0], radius: 0.5}}]\n",
     0.05, 4, "vo", "each avoids the other as if alone in doing so, and both come back"},
    {"ten in a queue",
     HEAD "profiles: {w: {model: %s}}\n"
          "geometry: [{kind: room, points: [[0, 0], [14, 0], [14, 10], [0, 10]]}]\n"
          "goals: {desk: {at: [12, 5], radius: 0.3, capacity: 1}, exit: {at: [12, 9], radius: 0.5}}\n"
          "queues: {q: {line: [[10.5, 5], [2, 5]], served_at: [desk]}}\n"
          "behaviours: {v: {states: {wait: {goal: {queue: q}, next: [{when: called, to: pay}]},\n"
          "  pay: {goal: held, stay: 900, next: out}, out: {goal: exit, final: true}}}}\n"
          "agents: [{random: {region: [1, 1, 8, 9], count: 10}, profile: w, behaviour: v}]\n",
     0.01, 0, NULL, NULL},
    {"twenty in a region",
     HEAD "profiles: {w: {model: %s}}\n"
          "agents: [{random: {region: [0, 0, 5, 5], count: 20}, profile: w, goal: {region: [12, 1, 15, 4]}}]\n",
     0.02, 19, NULL, NULL},
    {"eight boxes in a region",
     HEAD "profiles: {w: {model: %s, shape: {box: [0.15, 0.23]}}}\n"
          "geometry: [{kind: room, points: [[0, 0], [12, 0], [12, 5], [0, 5]]}]\n"
          "agents: [{random: {region: [1, 1, 4, 4], count: 8}, profile: w, goal: {region: [9, 1, 11.5, 4]}}]\n",
     0.01, 8, NULL, NULL},
};

static acting open_place(const place *at, const wend_model *model) {
    char text[2000];
    assert_true((size_t)snprintf(text, sizeof text, at->text, model->name) < sizeof text);
    return act(text);
}

static double mean_speed(wend_world *world) {
    wend_view view = world_view(world);
    double sum = 0.0;
    for (uint32_t row = 0; row < view.count; row++)
        sum += hypot((double)view.motion[row].velocity.x, (double)view.motion[row].velocity.y);
    return sum / view.count;
}

static void expect_rest(const place *at, const wend_model *model) {
    acting a = open_place(at, model);
    act_step(&a, UNTIL);
    double sum = 0.0;
    for (int i = 0; i < STEPS; i++) {
        act_step(&a, 1);
        sum += mean_speed(a.run->world) / STEPS;
    }
    uint64_t arrived = wend_world_stats(a.run->world).arrived;
    if (!(sum <= at->most) || arrived < at->arrive)
        fail_msg("%s, %s: %g m/s in the mean, should be %g at most; %llu arrived, should be %u at least", at->name,
                 model->name, sum, at->most, (unsigned long long)arrived, at->arrive);
    act_end(&a);
}

static void test_all_come_to_rest(void **state) {
    (void)state;
    uint32_t count;
    const wend_model *const *models = wend_models(&count);
    for (uint32_t i = 0; i < WEND_COUNT(places); i++)
        for (uint32_t k = 0; k < count; k++) {
            if (!model_is_tried(k)) continue;
            if (places[i].exempt && strcmp(places[i].exempt, models[k]->name) == 0)
                print_message("%s, %s left out: %s\n", places[i].name, models[k]->name, places[i].why);
            else
                expect_rest(&places[i], models[k]);
        }
}

// Boxes, from the first step on: 0.1 s at 360 degrees a second.
static void test_nobody_spins(void **state) {
    (void)state;
    const place *at = &places[WEND_COUNT(places) - 1];
    uint32_t count;
    const wend_model *const *models = wend_models(&count);
    for (uint32_t k = 0; k < count; k++) {
        if (!model_is_tried(k)) continue;
        acting a = open_place(at, models[k]);
        float before[9];
        for (wend_serial i = 1; i <= 8; i++) before[i] = agent_get(a.run->world, i).heading;
        for (int step = 0; step < 400; step++) {
            act_step(&a, 1);
            for (wend_serial i = 1; i <= 8; i++) {
                wend_agent agent = agent_get(a.run->world, i);
                double turn = fabs(remainder((double)(agent.heading - before[i]), 6.28318530718));
                double speed = hypot((double)agent.velocity.x, (double)agent.velocity.y);
                if (turn > 0.629)
                    fail_msg("%s, step %d: agent %d turns by %g rad at %g m/s", models[k]->name, step, (int)i, turn,
                             speed);
                before[i] = agent.heading;
            }
        }
        act_end(&a);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_come_to_rest),
        cmocka_unit_test(test_nobody_spins),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
