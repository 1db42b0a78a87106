// A world saved and loaded at any step goes on as it was, with everything that an agent can have: behaviours within
// behaviours, borrowed parameters, groups, stress, ways.
#include "minded_scene.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

#include "support/stage.h"
#include "world/world.h"

static wend_world *crowd(const wend_scene *scene, uint64_t seed) {
    wend_world_def def = wend_world_default(scene);
    wend_error why;
    wend_world *world;
    def.seed = seed;
    must(wend_world_create(&def, &world, &why), &why);
    for (uint32_t i = 0; i < 20; i++) {
        wend_agent agent = minded_agent(i);
        must(wend_world_add(world, &agent, NULL, &why), &why);
    }
    return world;
}

static wend_world *copy_of(wend_world *world, const wend_scene *scene) {
    wend_world_def def = wend_world_default(scene);
    void *bytes;
    size_t size;
    wend_error why;
    must(wend_world_save_bytes(world, &bytes, &size, &why), &why);
    must(wend_world_load_bytes(&def, bytes, size, &world, &why), &why);
    free(bytes);
    return world;
}

static void test_goes_on_after_any_step(void **state) {
    (void)state;
    wend_scene *scene;
    wend_error why;
    must(minded_scene_create(&scene, &why), &why);
    for (uint64_t seed = 1; seed <= 4; seed++) {
        wend_world *world = crowd(scene, seed);
        assert_int_equal(wi_columns_optional(&world->columns), (1u << WI_COLUMN_OPTIONAL) - 1);
        for (uint32_t step = 0; step < 250; step++) {
            wend_world *loaded = copy_of(world, scene);
            world_step(world, 1);
            world_step(loaded, 1);
            if (wend_world_hash(world) != wend_world_hash(loaded))
                fail_msg("seed %u: loaded at step %u it goes another way", (unsigned)seed, step);
            wend_world_destroy(loaded);
        }
        wend_world_destroy(world);
    }
    wend_scene_destroy(scene);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_goes_on_after_any_step)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
