// Shorter steps come closer to what the equations say: at first order where forces are smooth. Where agents just graze
// each other the power law has a force without bound, and there the results still converge, but more slowly.
#include "support/orca_oracle.h"
#include "support/stage.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

#define WALKERS 3
#define TIME 3.2        // s; a whole number of all steps
#define REFERENCE 1e-3f // s, the shortest step there is

typedef struct places {
    oracle_vec at[WALKERS];
    uint32_t count;
} places;

static const double starts[WALKERS][2] = {{-4.0, 0.0}, {4.0, 0.0}, {0.6, -4.5}};
static const double goals[WALKERS][2] = {{14.0, 0.0}, {-14.0, 0.0}, {0.6, 14.0}};

// Two who meet exactly head-on, or, `aside` of that, with a third who crosses their way. Conventions are off.
static places walk(const wend_model *model, double aside, float step) {
    const wend_setting off[] = {{"side_bias", 0.0f}, {"step_aside", 0.0f}, {"give_ground", 0.0f}};
    wend_profile profile = profile_of(model);
    profile.settings = off;
    profile.setting_count = WEND_COUNT(off);
    wend_scene_def def = wend_scene_default();
    def.profiles = &profile;
    wend_world_def world = wend_world_default(NULL);
    world.step = step;
    stage on = stage_open(&def, &world);
    places end = {.count = aside > 0.0 ? 3 : 2};
    wend_serial serial[WALKERS];
    for (uint32_t i = 0; i < end.count; i++) {
        wend_agent agent = agent_at(starts[i][0], starts[i][1] + aside * i);
        agent.goal.at = (wend_point){goals[i][0], goals[i][1] + aside * i};
        serial[i] = agent_add(on.world, &agent);
    }
    world_step(on.world, (uint32_t)lround(TIME / (double)step));
    for (uint32_t i = 0; i < end.count; i++) {
        wend_agent agent = agent_get(on.world, serial[i]);
        end.at[i] = oracle_at(agent.position.x, agent.position.y);
    }
    stage_close(&on);
    return end;
}

static double difference(const places *a, const places *b) {
    double sum = 0.0;
    for (uint32_t i = 0; i < a->count; i++) sum += oracle_distance(a->at[i], b->at[i]);
    return sum / a->count;
}

// With an error C h^p the ends at steps h, h/2 and h/4 differ by amounts in the ratio 2^p.
static void check_first_order(const wend_model *model, double aside) {
    for (float step = 0.064f; step > 0.01f; step /= 2.0f) {
        places a = walk(model, aside, step), b = walk(model, aside, step / 2), c = walk(model, aside, step / 4);
        double first = difference(&a, &b), second = difference(&b, &c), order = log2(first / second);
        print_message("%s, %.2f m aside: %.2e m from %g to %g s, then %.2e m: order %.2f\n", model->name, aside, first,
                      (double)step, (double)step / 2, second, order);
        assert_true(order > 0.8 && order < 1.3);
    }
}

static void test_social_force_is_of_first_order(void **state) {
    (void)state;
    check_first_order(&wend_model_social_force_1995, 0.35);
    check_first_order(&wend_model_social_force_1995, 0.5);
}

static void test_power_law_is_of_first_order_head_on(void **state) {
    (void)state;
    check_first_order(&wend_model_power_law, 0.0);
}

static void test_power_law_converges_in_grazing(void **state) {
    (void)state;
    double coarse = 0.0, fine = 0.0;
    for (double aside = 0.3; aside < 0.5; aside += 0.02) {
        places exact = walk(&wend_model_power_law, aside, REFERENCE);
        places a = walk(&wend_model_power_law, aside, 0.064f), b = walk(&wend_model_power_law, aside, 0.004f);
        coarse += difference(&a, &exact);
        fine += difference(&b, &exact);
    }
    print_message("0.3 to 0.5 m aside: a sixteenth of the step, %.2f times the error\n", fine / coarse);
    assert_true(fine < 0.3 * coarse);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_social_force_is_of_first_order),
        cmocka_unit_test(test_power_law_is_of_first_order_head_on),
        cmocka_unit_test(test_power_law_converges_in_grazing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
