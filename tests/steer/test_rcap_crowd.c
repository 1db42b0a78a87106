// RCAP where people are close: personal space moves nobody who waits, and pushes nobody out of a file.
#include "support/stage.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static stage open_with(const wend_obstacle *obstacles, uint32_t count) {
    wend_profile profile = profile_plain();
    profile.model = wend_model_find("rcap");
    profile.shape = wend_disc(0.2f);
    profile.habits = "default";
    wend_scene_def def = wend_scene_default();
    def.profiles = &profile;
    def.obstacles = obstacles;
    def.obstacle_count = count;
    return stage_open(&def, NULL);
}

static float uniform(uint64_t seed, uint32_t i, uint32_t what) { return wend_random(seed, i, 0, 1, what); }

// Bodies apart, but nobody has the 0.76 m to its neighbours that it likes to walk with.
static void who_waits_stays(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        stage on = open_with(NULL, 0);
        wend_point at[37];
        for (uint32_t i = 0; i < 36; i++) {
            at[i + 1] = (wend_point){0.55 * (i % 6) + 0.14 * (double)uniform(seed, i, 0),
                                     0.55 * (i / 6) + 0.14 * (double)uniform(seed, i, 1)};
            wend_agent agent = agent_at(at[i + 1].x, at[i + 1].y);
            assert_int_equal(agent_add(on.world, &agent), i + 1);
        }
        world_step(on.world, 50);
        for (wend_serial who = 1; who <= 36; who++) {
            wend_agent agent = agent_get(on.world, who);
            double moved = hypot(agent.position.x - at[who].x, agent.position.y - at[who].y);
            if (moved > 1e-3) fail_msg("seed %d: %d steps aside by %g m", (int)seed, (int)who, moved);
        }
        stage_close(&on);
    }
}

#define ABREAST 0.24 // m: who is farther aside is not followed

// In 0.8 m bodies could just walk two abreast. Each follows the next, at the speed of the headway.
static void a_file_stays_a_file(void **state) {
    (void)state;
    static const wend_point left[] = {{-100.0, 0.4}, {100.0, 0.4}}, right[] = {{-100.0, -0.4}, {100.0, -0.4}};
    const wend_obstacle walls[] = {{WEND_WALL, 0, left, 2}, {WEND_WALL, 0, right, 2}};
    for (double spacing = 0.5; spacing < 0.8; spacing += 0.1) {
        stage on = open_with(walls, WEND_COUNT(walls));
        for (uint32_t i = 0; i < 80; i++) {
            wend_agent agent = agent_at(spacing * i - 40.0, 0.0);
            agent.goal = (wend_target){.at = {95.0, 0.0}, .radius = 0.5f};
            agent.preferred_speed = 1.0f + 0.6f * uniform(1, i, 2);
            agent_add(on.world, &agent);
        }
        world_step(on.world, 200);
        for (wend_serial who = 21; who <= 40; who++) {
            wend_agent agent = agent_get(on.world, who), next = agent_get(on.world, who + 1);
            double aside = fabs(agent.position.y - next.position.y);
            if (!(aside < ABREAST)) fail_msg("%g m apart: %d is %g m beside the next", spacing, (int)who, aside);
            assert_near((double)agent.velocity.x, (spacing - 0.3) / 0.85, 0.1);
        }
        stage_close(&on);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(who_waits_stays), cmocka_unit_test(a_file_stays_a_file)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
