// One hash for a crowd with behaviours and stress, for every compiler, optimisation, instruction set and thread count. It
// changes only together with an entry in the change log that says why.
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

#include "support/behaving.h"
#include "support/stage.h"

#define GOLDEN 0xfa5a49089becfe7du

static uint64_t hash_with(uint32_t threads, wend_isa isa) {
    const wend_stress stress = {
        .rate = 0.2f, .limit = 1.0f, .crowding = 0.1f, .others = 0.2f, .speed = 1.3f, .radius = 0.9f};
    wend_profile profile = profile_plain();
    behaving with;
    behaving_seats(&with, WEND_CHOOSE_WEIGHTED, 2);
    with.activity[1].time = (wend_amount){WEND_LOG_NORMAL, 2.0f, 0.5f, 0.1f, 20.0f, {0, 0}};
    wend_scene_def scene = scene_plain();
    wend_world_def def = wend_world_default(NULL);
    profile.stress = &stress;
    scene.profiles = &profile;
    scene.behaviours = &with.all;
    def.threads = threads;
    def.isa = isa;
    stage on = stage_open(&scene, &def);
    for (uint32_t i = 0; i < 600; i++) {
        wend_agent agent = agent_at(i % 30 * 1.2 - 18.0, i / 30 * 1.2 - 12.0);
        agent.behaviour = 1;
        agent.priority = (float)(i % 5) * 0.1f;
        agent_add(on.world, &agent);
    }
    world_step(on.world, 150);
    uint64_t hash = wend_world_hash(on.world);
    stage_close(&on);
    return hash;
}

static void test_golden(void **state) {
    (void)state;
    for (int isa = WEND_ISA_BASE; isa < WEND_ISA_COUNT; isa++) {
        if (!wend_isa_available((wend_isa)isa)) continue;
        for (uint32_t threads = 1; threads <= 3; threads += 2) {
            uint64_t hash = hash_with(threads, (wend_isa)isa);
            printf("0x%016llx\n", (unsigned long long)hash);
            assert_true(hash == GOLDEN);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_golden)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
