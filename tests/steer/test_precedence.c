// Who goes first of two who stand in each other's way.
#include "steer/precedence.h"
#include "wend/scene.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

typedef struct pair {
    wend_body body[2];
    wend_role role[2];
    wend_view now;
} pair;

static void face_to_face(pair *two, uint64_t seed) {
    *two = (pair){
        .body = {{.x = 0.0f, .radius = 0.25f, .preferred_x = 1.3f}, {.x = 0.6f, .radius = 0.25f, .preferred_x = -1.3f}},
        .role = {{.stream = 3}, {.stream = 4}},
        .now = {.seed = seed, .step = 0.1f}};
    two->now.body = two->body;
    two->now.role = two->role;
}

// What one gains the other gives, each has its turn, and a turn lasts.
static void turns_are_taken(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 50; seed++) {
        pair two;
        face_to_face(&two, seed);
        uint32_t first = 0, second = 0, changes = 0;
        float before = 0.0f;
        for (uint64_t tick = 0; tick < 3000; tick++) {
            two.now.tick = tick;
            float own = wi_precedence(&two.now, 0, 1), theirs = wi_precedence(&two.now, 1, 0);
            assert_true(own == -theirs && own >= -1.0f && own <= 1.0f);
            first += own == 1.0f;
            second += own == -1.0f;
            changes += own != before;
            before = own;
        }
        if (first < 300 || second < 300 || changes > 101)
            fail_msg("seed %u: %u and %u steps, %u changes", (unsigned)seed, first, second, changes);
    }
}

static void equals_otherwise(void **state) {
    (void)state;
    for (uint64_t tick = 0; tick < 1000; tick += 10) {
        pair two;
        face_to_face(&two, 1);
        two.now.tick = tick;
        two.body[0].vx = 1.0f, two.body[1].vx = -1.0f; // both walk
        assert_true(wi_precedence(&two.now, 0, 1) == 0.0f);
        face_to_face(&two, 1);
        two.now.tick = tick;
        two.body[1].preferred_x = 1.3f; // the same way
        assert_true(wi_precedence(&two.now, 0, 1) == 0.0f);
        face_to_face(&two, 1);
        two.now.tick = tick;
        two.body[1].priority = WEND_PRIORITY_FIRM;
        assert_true(wi_precedence(&two.now, 0, 1) == 0.0f && wi_precedence(&two.now, 1, 0) == 0.0f);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(turns_are_taken),
        cmocka_unit_test(equals_otherwise),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
