// social-force-2000 against the equations of the paper: as the step shrinks, the error does, and how fast is printed.
#include "support/contact_oracle.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#define REFERENCE_STEP 1e-4 // s

static const float steps[] = {0.1f, 0.05f, 0.02f, 0.01f, 0.005f, 0.002f, 0.001f};

static void add_body(contact_scene *scene, double x, double y, double vx, double vy, double goal_x, double goal_y,
                     double speed) {
    scene->body[scene->bodies++] = (contact_body){{x, y}, {vx, vy}, {goal_x, goal_y}, speed};
}

// Two who run into each other at 3 m/s, 8 cm off the line of centres.
static contact_scene colliding_pair(void) {
    contact_scene scene = {.tau = CONTACT_TAU};
    add_body(&scene, -0.45, 0.0, 1.5, 0.0, 100.0, 0.0, 1.5);
    add_body(&scene, 0.45, 0.08, -1.5, 0.0, -100.0, 0.08, 1.5);
    return scene;
}

// Eight in file who press the first against a wall.
static contact_scene squeezed_line(void) {
    contact_scene scene = {.walls = 1, .wall = {{{0.0, -5.0}, {0.0, 5.0}}}, .tau = CONTACT_TAU};
    for (int i = 0; i < 8; i++) add_body(&scene, 0.3 + 0.5 * i, 0.0, 0.0, 0.0, -100.0, 0.0, 3.0);
    return scene;
}

// Thirty before a door of 1 m, already touching, who all want through.
static contact_scene crowd_at_a_door(void) {
    contact_scene scene = {
        .walls = 2, .wall = {{{0.0, 0.5}, {0.0, 6.0}}, {{0.0, -6.0}, {0.0, -0.5}}}, .tau = CONTACT_TAU};
    for (uint32_t i = 0; i < 30; i++) {
        double x = 0.4 + 0.46 * (i % 5) + 0.02 * (double)wend_random(3, i, 0, 0, 0);
        double y = -1.3 + 0.5 * (i / 5) + 0.25 * (i % 5 % 2) + 0.02 * (double)wend_random(3, i, 0, 0, 1);
        add_body(&scene, x, y, 0.0, 0.0, -4.0, 0.0, 2.0);
    }
    return scene;
}

static double distance_between(const contact_scene *a, const contact_scene *b) {
    double sum = 0.0;
    for (uint32_t i = 0; i < a->bodies; i++) {
        double x = a->body[i].at[0] - b->body[i].at[0], y = a->body[i].at[1] - b->body[i].at[1];
        sum += x * x + y * y;
    }
    return sqrt(sum / a->bodies);
}

static double error_at(const contact_scene *start, const contact_scene *right, double time, float step) {
    contact_scene got = *start;
    stage s = contact_stage(start, &wend_model_social_force_2000, "published", step);
    world_step(s.world, (uint32_t)lround(time / (double)step));
    contact_read(&s, &got);
    stage_close(&s);
    return distance_between(&got, right);
}

// Prints the errors; the order is that of the error between the steps of 20 ms and 1 ms.
static void study(const char *what, contact_scene start, double time, double worst, double finest) {
    contact_scene right = start;
    contact_run(&right, time, REFERENCE_STEP);
    double error[WEND_COUNT(steps)];
    for (uint32_t i = 0; i < WEND_COUNT(steps); i++) {
        error[i] = error_at(&start, &right, time, steps[i]);
        print_message("%s, %.1f s, step %.3f s: %.5f m\n", what, time, (double)steps[i], error[i]);
    }
    double order = log(error[2] / error[6]) / log((double)(steps[2] / steps[6]));
    print_message("%s: order %.2f\n", what, order);
    assert_true(error[0] < worst);
    assert_true(error[6] < finest);
    assert_true(order > 0.8);
}

static void errors_shrink_with_the_step(void **state) {
    (void)state;
    study("pair", colliding_pair(), 0.6, 0.3, 0.001);
    study("line", squeezed_line(), 1.0, 0.1, 0.001);
    study("door", crowd_at_a_door(), 0.6, 0.5, 0.004);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(errors_shrink_with_the_step)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
