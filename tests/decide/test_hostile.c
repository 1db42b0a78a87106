// Saved minds that were tampered with, under a checksum that is right: refused, or harmless.
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/behaving.h"
#include "support/orca_oracle.h"
#include "world/saved.h"

static void test_tampered_minds(void **state) {
    (void)state;
    behaving with;
    behaving_seats(&with, WEND_CHOOSE_NEAREST, 1);
    stage on = behaving_stage(&with, 60, 1, 4);
    world_step(on.world, 25);
    void *bytes;
    size_t size;
    wend_error error;
    must(wend_world_save_bytes(on.world, &bytes, &size, &error), &error);
    unsigned char *copy = malloc(size);
    assert_non_null(copy);
    // The optional columns stand last before the checksum.
    size_t minds = 60 * (sizeof(wend_mind) + sizeof(wend_frames)), from = size - sizeof(uint64_t) - minds;
    uint32_t refused = 0;
    for (uint64_t seed = 1; seed <= 3000; seed++) {
        oracle_random random = {seed};
        memcpy(copy, bytes, size);
        for (uint32_t i = 0; i <= oracle_below(&random, 3); i++)
            copy[from + oracle_below(&random, (uint32_t)minds)] = (unsigned char)oracle_below(&random, 256);
        uint64_t checksum = wi_saved_checksum(copy, size - sizeof checksum);
        memcpy(copy + size - sizeof checksum, &checksum, sizeof checksum);
        wend_world_def def = wend_world_default(on.scene);
        wend_world *world;
        if (wend_world_load_bytes(&def, copy, size, &world, &error) != WEND_OK) {
            refused++;
            continue;
        }
        world_step(world, 3);
        wend_world_destroy(world);
    }
    printf("seeds 1-3000: %u refused\n", refused);
    assert_in_range(refused, 300, 2990);
    free(copy);
    free(bytes);
    stage_close(&on);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_tampered_minds)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
