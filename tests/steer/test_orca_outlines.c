// Disc agents beside bodies that are steered by their outlines, and so come nearer than the disc about them: who does not
// touch such a body does not part from its disc within a step, and who does parts from its outline.
#include "support/stage.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

#define PI 3.14159265358979323846
#define RADIUS 0.25
#define STEP 0.1f
#define CASES 400

static double pick(uint64_t seed, uint32_t i, double low, double high) {
    return low + (high - low) * (double)wend_random(seed, i, 0, 77, 0);
}

typedef struct neighbour {
    wend_shape shape;
    double heading, angle; // rad: its own, and where it is seen
} neighbour;

static neighbour draw_neighbour(uint64_t seed) {
    float across = (float)pick(seed, 0, 0.15, 0.4), along = across * (float)pick(seed, 1, 0.4, 0.9);
    return (neighbour){
        {seed % 3 ? WEND_ELLIPSE : WEND_BOX, along, across}, pick(seed, 2, -PI, PI), pick(seed, 3, -PI, PI)};
}

// How far it reaches towards the disc, by support points.
static double reach(const neighbour *of) {
    double along = (double)of->shape.half_length * cos(of->angle - of->heading);
    double across = (double)of->shape.half_width * sin(of->angle - of->heading);
    return of->shape.kind == WEND_BOX ? fabs(along) + fabs(across) : hypot(along, across);
}

static double radius_about(const neighbour *of) {
    double a = (double)of->shape.half_length, b = (double)of->shape.half_width;
    return of->shape.kind == WEND_BOX ? hypot(a, b) : fmax(a, b);
}

// The speed of a disc agent after a step beside the neighbour, so far from centre to centre; neither wants to go anywhere.
static double speed_beside(const wend_model *model, const wend_model *theirs, const neighbour *of, double distance) {
    wend_profile profiles[2] = {profile_of(model), profile_of(theirs)};
    const wend_setting own[] = {{"personal_space", 0.0f}};
    profiles[0].settings = own;
    profiles[0].setting_count = 1;
    profiles[1].name = "neighbour";
    wend_scene_def def = wend_scene_default();
    def.profiles = profiles;
    def.profile_count = 2;
    wend_world_def world = wend_world_default(NULL);
    world.step = STEP;
    stage on = stage_open(&def, &world);
    wend_agent disc = agent_at(5, 5), body = agent_at(distance * cos(of->angle), distance * sin(of->angle));
    disc.shape = wend_disc((float)RADIUS);
    body.profile = 1;
    body.shape = of->shape;
    body.heading = (float)of->heading;
    wend_serial one = agent_add(on.world, &disc);
    agent_add(on.world, &body);
    disc = agent_get(on.world, one);
    disc.position = disc.goal.at = (wend_point){0, 0};
    agent_set(on.world, &disc); // where it may overlap
    world_step(on.world, 1);
    wend_vec v = agent_get(on.world, one).velocity;
    stage_close(&on);
    return hypot((double)v.x, (double)v.y);
}

static const wend_model *const by_discs[] = {&wend_model_orca, &wend_model_rcap};
static const wend_model *const by_outlines[] = {&wend_model_eorca_c, &wend_model_eorca_f, &wend_model_eorca_p};

static void who_does_not_touch_the_outline_stays(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= CASES; seed++) {
        neighbour of = draw_neighbour(seed);
        double least = RADIUS + reach(&of), most = RADIUS + radius_about(&of);
        double speed = speed_beside(by_discs[seed % 2], by_outlines[seed % 3], &of, pick(seed, 4, least + 1e-4, most));
        if (speed > 1e-3) fail_msg("seed %llu: %g m/s, though nothing touches", (unsigned long long)seed, speed);
    }
}

// What reaches over the touch is parted within the step, half of it by either.
static void who_touches_the_outline_parts_from_it(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= CASES; seed++) {
        neighbour of = draw_neighbour(seed);
        double depth = pick(seed, 4, 0.002, 0.03), due = 0.5 * depth / (double)STEP;
        double speed = speed_beside(&wend_model_orca, by_outlines[seed % 3], &of, RADIUS + reach(&of) - depth);
        if (fabs(speed - due) > 0.01 * due + 1e-3)
            fail_msg("seed %llu: %g m/s instead of %g", (unsigned long long)seed, speed, due);
    }
}

// Models that know discs only keep them apart, whatever shape is in them.
static void discs_of_disc_models_part(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= CASES / 10; seed++) {
        neighbour of = draw_neighbour(seed);
        double most = RADIUS + radius_about(&of), depth = pick(seed, 4, 0.002, 0.03), due = 0.5 * depth / (double)STEP;
        double speed = speed_beside(&wend_model_orca, &wend_model_orca, &of, most - depth);
        if (fabs(speed - due) > 0.01 * due + 1e-3)
            fail_msg("seed %llu: %g m/s instead of %g", (unsigned long long)seed, speed, due);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(who_does_not_touch_the_outline_stays),
        cmocka_unit_test(who_touches_the_outline_parts_from_it),
        cmocka_unit_test(discs_of_disc_models_part),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
