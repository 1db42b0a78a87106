// The same bits in lanes of any width: crowds with gaps between the rows of a model, of any size and spread.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "wend/wend.h"

typedef struct crowd {
    uint64_t seed;
    uint32_t agents;
    float side; // m
} crowd;

static float draw(const crowd *c, uint32_t agent, uint32_t what) { return wend_random(c->seed, agent, 0, 1, what); }

// Some are driven and some of another model, so that the model's rows have gaps; some have big bodies or many neighbours.
static wend_agent random_agent(const crowd *c, uint32_t i, const wend_setting *own) {
    wend_agent agent = wend_agent_default();
    agent.position = (wend_point){(double)(c->side * draw(c, i, 0)), (double)(c->side * draw(c, i, 1))};
    agent.goal.at = (wend_point){(double)(c->side * draw(c, i, 2)), (double)(c->side * draw(c, i, 3))};
    agent.velocity = (wend_vec){draw(c, i, 4) - 0.5f, draw(c, i, 5) - 0.5f};
    agent.profile = draw(c, i, 6) < 0.2f;
    agent.driven = draw(c, i, 7) < 0.3f;
    if (draw(c, i, 8) < 0.02f) agent.shape = wend_disc(1.3f);
    if (agent.profile == 0 && draw(c, i, 9) < 0.05f) agent.settings = own, agent.setting_count = 2;
    return agent;
}

static wend_world *make_world(const wend_scene *scene, const crowd *c, wend_isa isa) {
    const wend_setting own[] = {{"max_neighbours", (float)(c->seed % 25)}, {"neighbour_distance", 3.0f}};
    wend_world_def def = wend_world_default(scene);
    def.isa = isa;
    wend_world *world;
    assert_int_equal(wend_world_create(&def, &world, NULL), WEND_OK);
    for (uint32_t i = 0; i < c->agents; i++) {
        wend_agent agent = random_agent(c, i, own);
        (void)wend_world_add(world, &agent, NULL, NULL); // who has no space stays away
    }
    return world;
}

static void compare(const wend_scene *scene, const crowd *c, wend_isa isa) {
    wend_world *base = make_world(scene, c, WEND_ISA_BASE), *other = make_world(scene, c, isa);
    for (int step = 0; step < 12; step++) {
        assert_int_equal(wend_world_step(base, NULL), WEND_OK);
        assert_int_equal(wend_world_step(other, NULL), WEND_OK);
        if (wend_world_hash(base) != wend_world_hash(other))
            fail_msg("seed %llu: %s differs from base after step %d", (unsigned long long)c->seed, wend_isa_name(isa),
                     step);
    }
    wend_world_destroy(base);
    wend_world_destroy(other);
}

static void every_width_gives_the_same_bits(const wend_model *model) {
    wend_profile profiles[] = {wend_profile_default(), wend_profile_default()};
    profiles[0].model = model;
    profiles[1].name = "straight";
    profiles[1].model = &wend_model_straight;
    wend_scene_def def = wend_scene_default();
    def.profiles = profiles;
    def.profile_count = 2;
    wend_scene *scene;
    assert_int_equal(wend_scene_create(&def, &scene, NULL), WEND_OK);
    for (wend_isa isa = WEND_ISA_AVX2; isa < WEND_ISA_COUNT; isa++) {
        if (!wend_isa_available(isa)) {
            print_message("skipped: this machine has no %s\n", wend_isa_name(isa));
            continue;
        }
        for (uint64_t seed = 1; seed <= 200; seed++) {
            crowd c = {seed, 5 + (uint32_t)(wend_random(seed, 0, 0, 2, 0) * 400.0f), 0.0f};
            c.side = sqrtf((float)c.agents) * (0.6f + 8.0f * wend_random(seed, 0, 0, 2, 1));
            compare(scene, &c, isa);
        }
    }
    wend_scene_destroy(scene);
}

static void orca(void **state) {
    (void)state;
    every_width_gives_the_same_bits(&wend_model_orca);
}

static void social_force_2000(void **state) {
    (void)state;
    every_width_gives_the_same_bits(&wend_model_social_force_2000);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(orca), cmocka_unit_test(social_force_2000)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
