// Cheap checks that tell tools apart, for every model of the verification suite: nothing may depend on how a scene lies in
// the plane, on who is behind a wall, on how a wall is cut or on threads; nobody is run over, and corners are reached.
#include "scenario/acting.h"

static const char *const models[] = {"orca", "social-force-2000", "power-law", "rcap", "eorca-p"};

#define TEXT_MAX 8192
#define LIMIT 600u // steps

typedef struct text {
    char at[TEXT_MAX];
    size_t used;
    double angle; // rad: everything is turned by this
} text;

__attribute__((format(printf, 2, 3))) static void add(text *to, const char *format, ...) {
    va_list list;
    va_start(list, format);
    to->used += (size_t)vsnprintf(to->at + to->used, TEXT_MAX - to->used, format, list);
    va_end(list);
    assert_true(to->used < TEXT_MAX);
}

static void add_point(text *to, double x, double y) {
    add(to, "[%.9g, %.9g]", x * cos(to->angle) - y * sin(to->angle), x * sin(to->angle) + y * cos(to->angle));
}

// A wall in so many pieces.
static void add_wall(text *to, double x0, double y0, double x1, double y1, int pieces) {
    for (int i = 0; i < pieces; i++) {
        double from = (double)i / pieces, till = (double)(i + 1) / pieces;
        add(to, "  - {kind: wall, points: [");
        add_point(to, x0 + from * (x1 - x0), y0 + from * (y1 - y0));
        add(to, ", ");
        add_point(to, x0 + till * (x1 - x0), y0 + till * (y1 - y0));
        add(to, "]}\n");
    }
}

static text begin(const char *model, double angle) {
    text made = {.angle = angle};
    add(&made,
        "wend: 1\ntime: {step: 0.1, limit: 60, stop: []}\nprofiles: {p: {model: %s, shape: {disc: 0.25}}}\ngeometry:\n",
        model);
    return made;
}

static void add_walker(text *to, double x, double y, double goal_x, double goal_y) {
    add(to, "  - {at: ");
    add_point(to, x, y);
    add(to, ", goal: {at: ");
    add_point(to, goal_x, goal_y);
    add(to, ", radius: 0.5}, leaves: true}\n");
}

// Fifteen go through a gap of 1.6 m between two walls, in one of several crowds.
static text crowd_text(const char *model, double angle, int pieces, int crowd) {
    text made = begin(model, angle);
    add_wall(&made, 0, 0.8, 0, 6, pieces);
    add_wall(&made, 0, -0.8, 0, -6, pieces);
    add(&made, "agents:\n");
    for (int i = 0; i < 15; i++)
        add_walker(&made, -2.0 - 0.9 * (i % 5), 1.3 * (i / 5) - 1.2 + 0.1 * (i % 2) + 0.03 * crowd, 6.0,
                   0.37 * (i % 4) - 0.6);
    return made;
}

static double mean_arrival(const acting *a) {
    double sum = 0.0;
    for (uint32_t i = 0; i < a->run->traveller_count; i++) sum += a->run->traveller[i].arrived;
    return sum / a->run->traveller_count;
}

// A crowd is chaotic: rounding alone makes the means of one differ by several percent.
#define CROWDS 8

static double run_crowds(const char *model, double angle, int pieces) {
    double sum = 0.0;
    for (int crowd = 0; crowd < CROWDS; crowd++) {
        text scene = crowd_text(model, angle, pieces, crowd);
        acting a = act(scene.at);
        act_step(&a, LIMIT);
        sum += mean_arrival(&a);
        act_end(&a);
    }
    return sum / CROWDS;
}

static void a_scene_may_be_turned(void **state) {
    (void)state;
    for (uint32_t i = 0; i < WEND_COUNT(models); i++) {
        double straight = run_crowds(models[i], 0.0, 1), turned = run_crowds(models[i], acos(-1.0) / 4.0, 1);
        if (!(fabs(turned - straight) < 0.03 * straight))
            fail_msg("%s: %.2f s in the mean, %.2f s turned by 45 degrees", models[i], straight, turned);
        printf("%s: %.2f s in the mean, %.2f s turned\n", models[i], straight, turned);
    }
}

static void walls_may_be_cut(void **state) {
    (void)state;
    for (uint32_t i = 0; i < WEND_COUNT(models); i++) {
        double whole = run_crowds(models[i], 0.0, 1), cut = run_crowds(models[i], 0.0, 7);
        if (!(fabs(cut - whole) < 0.03 * whole))
            fail_msg("%s: %.2f s in the mean, %.2f s with walls in seven pieces", models[i], whole, cut);
    }
}

static void threads_change_nothing(void **state) {
    (void)state;
    for (uint32_t i = 0; i < WEND_COUNT(models); i++) {
        text scene = crowd_text(models[i], 0.0, 1, 0);
        uint64_t hash[2];
        for (uint32_t k = 0; k < 2; k++) {
            acting a = act_with(scene.at, 1 + 2 * k);
            act_step(&a, 60);
            hash[k] = wend_world_hash(a.run->world);
            act_end(&a);
        }
        if (hash[0] != hash[1]) fail_msg("%s: another result with three threads", models[i]);
    }
}

// Two walk towards each other 0.6 m apart, a wall between them.
static acting act_beside_wall(const char *model, bool both) {
    text scene = begin(model, 0.0);
    add_wall(&scene, -12, 0, 12, 0, 1);
    add(&scene, "agents:\n");
    add_walker(&scene, -5, 0.3, 5, 0.3);
    if (both) add_walker(&scene, 5, -0.3, -5, -0.3);
    return act(scene.at);
}

static void expect_as_if_alone(const char *model) {
    acting alone = act_beside_wall(model, false), both = act_beside_wall(model, true);
    for (uint32_t step = 0; step < 60; step++) {
        act_step(&alone, 1);
        act_step(&both, 1);
        wend_agent a = agent_get(alone.run->world, 1), b = agent_get(both.run->world, 1);
        if (memcmp(&a.position, &b.position, sizeof a.position) || memcmp(&a.velocity, &b.velocity, sizeof a.velocity))
            fail_msg("%s: %g m aside in step %u for somebody behind a wall", model,
                     hypot(b.position.x - a.position.x, b.position.y - a.position.y), step + 1);
    }
    act_end(&alone);
    act_end(&both);
}

static void nobody_minds_who_is_behind_a_wall(void **state) {
    (void)state;
    for (uint32_t i = 0; i < WEND_COUNT(models); i++) expect_as_if_alone(models[i]);
}

// The corridor is 1.2 m wide, so that there is no way past one who stands in the middle.
static void nobody_who_stands_is_run_over(void **state) {
    (void)state;
    for (uint32_t i = 0; i < WEND_COUNT(models); i++) {
        text scene = begin(models[i], 0.0);
        add(&scene, "  - {kind: room, points: [[-8, -0.6], [8, -0.6], [8, 0.6], [-8, 0.6]]}\nagents:\n");
        add_walker(&scene, -5, 0.05, 6, 0);
        add(&scene, "  - {at: [0, 0]}\n");
        acting a = act(scene.at);
        act_step(&a, 200);
        if (a.run->deepest > 0.1) fail_msg("%s: bodies overlap by %.3f m", models[i], a.run->deepest);
        act_end(&a);
    }
}

static void inner_corners_are_reached(void **state) {
    (void)state;
    for (uint32_t i = 0; i < WEND_COUNT(models); i++) {
        text scene = begin(models[i], 0.0);
        add(&scene, "  - {kind: room, points: [[0, 0], [8, 0], [8, 8], [3, 8], [3, 3], [0, 3]]}\nagents:\n"
                    "  - {at: [6, 7], goal: {at: [0.3, 0.3], radius: 0.2}}\n"
                    "  - {at: [1, 1], goal: {at: [7.7, 7.7], radius: 0.2}}\n"
                    "  - {at: [2, 2], goal: {at: [7.7, 0.3], radius: 0.2}}\n");
        acting a = act(scene.at);
        act_step(&a, LIMIT);
        for (uint32_t k = 0; k < 3; k++) {
            if (isnan(a.run->traveller[k].arrived)) fail_msg("%s: walker %u has not arrived", models[i], k + 1);
        }
        act_end(&a);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_scene_may_be_turned),         cmocka_unit_test(walls_may_be_cut),
        cmocka_unit_test(threads_change_nothing),        cmocka_unit_test(nobody_minds_who_is_behind_a_wall),
        cmocka_unit_test(nobody_who_stands_is_run_over), cmocka_unit_test(inner_corners_are_reached),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
