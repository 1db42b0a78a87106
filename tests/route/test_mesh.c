// Agents who find their way over the map of a scene.
#include "support/plan_map.h"
#include "support/stage.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

static const char *const trap[] = {
    "............", //
    "....######..", //
    ".........#..", //
    "..a......#.b", //
    ".........#..", //
    "....######..", //
    "............",
};

static stage open_plan(const plan_map *plan, uint32_t threads) {
    wend_scene_def def = wend_scene_default();
    plan_map_use(plan, &def);
    wend_world_def world = wend_world_default(NULL);
    world.threads = threads;
    return stage_open(&def, &world);
}

static wend_serial walker(const stage *on, wend_point from, wend_point to) {
    wend_agent agent = wend_agent_default();
    agent.position = from;
    agent.goal.at = to;
    return agent_add(on->world, &agent);
}

static uint32_t steps_to_arrive(wend_world *world, wend_serial serial, uint32_t limit) {
    for (uint32_t i = 0; i < limit; i++) {
        if (agent_get(world, serial).arrived) return i;
        world_step(world, 1);
    }
    return limit;
}

static void one_leaves_a_trap(void **state) {
    (void)state;
    plan_map plan = plan_map_make(trap, WEND_COUNT(trap), 1.0);
    stage on = open_plan(&plan, 1);
    wend_serial one = walker(&on, plan_map_find(&plan, 'a'), plan_map_find(&plan, 'b'));
    uint32_t steps = steps_to_arrive(on.world, one, 300);
    // From (2.5, 3.5) over the corner (10, 1) or (10, 6) to (11.5, 3.5): 10.8 m at 1.34 m/s.
    printf("%u steps\n", steps);
    assert_true(steps < 110);
    stage_close(&on);
    plan_map_free(&plan);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_leaves_a_trap),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
