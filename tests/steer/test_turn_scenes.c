// What turning bodies are for: places that are passed sideways, and people who let each other by.
#include "support/turn_cast.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

// The ways to set the model that every scene must work with.
typedef struct ways {
    float true_shapes, comfort, choose;
    bool turns_to_fit; // eorca-f instead of eorca-p: never turns back
} ways;

static const ways all_ways[] = {
    {.true_shapes = 0.0f},      {.true_shapes = 1.0f},
    {.comfort = 0.6f},          {.true_shapes = 1.0f, .comfort = 0.6f},
    {.choose = EORCA_TOGETHER}, {.choose = EORCA_TOGETHER, .comfort = 0.6f},
};

static stage open_scene(const wend_obstacle *obstacles, uint32_t count, ways set) {
    const wend_setting settings[] = {
        {"true_shapes", set.true_shapes}, {"comfort", set.comfort}, {"choose", set.choose}};
    wend_profile profile = profile_of(set.turns_to_fit ? &wend_model_eorca_f : &wend_model_eorca_p);
    profile.shape = wend_ellipse(HUMAN_DEPTH, HUMAN_WIDTH);
    profile.preferred_speed = 1.3f;
    if (!set.turns_to_fit) {
        profile.settings = settings;
        profile.setting_count = WEND_COUNT(settings);
    }
    wend_scene_def def = wend_scene_default();
    def.profiles = &profile;
    def.obstacles = obstacles;
    def.obstacle_count = count;
    return stage_open(&def, NULL);
}

static wend_target place(double x, double y) { return (wend_target){.at = {x, y}, .radius = 0.2f}; }

static wend_serial add_human(stage s, double x, double y, wend_target goal, float heading, float priority) {
    wend_agent a = agent_at(x, y);
    a.heading = heading;
    a.goal = goal;
    a.priority = priority;
    return agent_add(s.world, &a);
}

static bool is_there(stage s, wend_serial who) { return agent_get(s.world, who).arrived; }

static bool all_there(stage s, const wend_serial *who, int count) {
    for (int i = 0; i < count; i++)
        if (!is_there(s, who[i])) return false;
    return true;
}

// How far from the direction of x its body is turned, in degrees, whether to the left or to the right.
static double turned_by(const wend_agent *a) { return acos(fabs(cos((double)a->heading))) * 180.0 / acos(-1.0); }

// One step in which nobody may overlap a wall or another by more than rounding.
static void step_safely(stage s, uint32_t walls) {
    world_step(s.world, 1);
    wend_view now = world_view(s.world);
    for (uint32_t row = 0; row < now.count; row++) {
        wi_outline body = wi_view_outline(&now, row);
        for (uint32_t w = 0; w < walls; w++) {
            const wend_wall *wall = wend_view_wall(&now, w);
            float gap = wi_outline_wall_gap(&body, wall->a, wall->b);
            if (gap < -1e-3f)
                fail_msg("%g m in wall %u at (%g, %g)", (double)-gap, w, (double)body.at.x, (double)body.at.y);
        }
    }
    assert_int_equal(wend_world_events(s.world).collided_count, 0);
}

static void squeeze(ways set, double from_y) {
    wend_point low[] = {{0, -3}, {3, -3}, {3, -0.15}, {0, -0.15}}, high[] = {{0, 0.15}, {3, 0.15}, {3, 3}, {0, 3}};
    wend_obstacle walls[] = {{WEND_SOLID, 0, low, 4}, {WEND_SOLID, 0, high, 4}};
    stage s = open_scene(walls, 2, set);
    wend_serial who = add_human(s, -2, from_y, place(5, 0), 0.0f, 0.0f);
    double facing = 90.0;
    for (int i = 0; i < 200 && !is_there(s, who); i++) {
        step_safely(s, wend_scene_wall_count(s.scene));
        wend_agent a = agent_get(s.world, who);
        if (a.position.x > 0.0 && a.position.x < 3.0 && !(turned_by(&a) > 84.0))
            fail_msg("at %g m: turned by %g", a.position.x, turned_by(&a));
        facing = turned_by(&a);
    }
    assert_true(is_there(s, who));
    assert_true(facing < 5.0 || set.turns_to_fit);
    stage_close(&s);
}

static void a_hallway_of_a_foot_is_squeezed_through(void **state) {
    (void)state;
    for (uint32_t i = 0; i < WEND_COUNT(all_ways); i++)
        for (double y = -0.3; y < 0.35; y += 0.15) squeeze(all_ways[i], y);
}

static void those_who_only_turn_to_fit_pass_too(void **state) {
    (void)state;
    for (double y = -0.3; y < 0.35; y += 0.15) squeeze((ways){.turns_to_fit = true}, y);
}

static void head_on(ways set, double width, double aside) {
    wend_point low[] = {{-6, -0.5 * width}, {6, -0.5 * width}}, high[] = {{-6, 0.5 * width}, {6, 0.5 * width}};
    wend_obstacle walls[] = {{WEND_WALL, 0, low, 2}, {WEND_WALL, 0, high, 2}};
    stage s = open_scene(walls, 2, set);
    wend_serial a = add_human(s, -3, aside, place(5, 0), 0.0f, 0.0f);
    wend_serial b = add_human(s, 3, 0, place(-5, 0), (float)acos(-1.0), 0.0f);
    double most = 0.0;
    for (int i = 0; i < 300 && !(is_there(s, a) && is_there(s, b)); i++) {
        step_safely(s, 2);
        wend_agent now = agent_get(s.world, a);
        most = fmax(most, turned_by(&now));
    }
    if (!is_there(s, a) || !is_there(s, b)) fail_msg("they stand, %g m aside in %g m", aside, width);
    assert_true(most > 36.0);
    stage_close(&s);
}

static void two_who_meet_in_a_corridor_turn_and_pass(void **state) {
    (void)state;
    for (uint32_t i = 0; i < WEND_COUNT(all_ways); i++)
        for (double aside = -0.1; aside < 0.11; aside += 0.05) head_on(all_ways[i], 0.7, aside);
}

// Each at its wall and as broad as it is, the other would leave no room even if it turned on the spot. It will come nearer
// to its own wall once it has.
static void two_who_need_both_walls_turn_and_pass(void **state) {
    (void)state;
    for (double width = 0.61; width < 0.695; width += 0.015) head_on((ways){.true_shapes = 1.0f}, width, 0.0);
}

// The aisle runs along x; between two rows of seats there are 0.32 m.
static void leave_seat(ways set) {
    wend_point back[] = {{0, 0.3}, {0, 2}}, front[] = {{0.32, 0.3}, {0.32, 2}};
    wend_point end[] = {{-3, 2}, {5, 2}}, side[] = {{-3, -0.3}, {5, -0.3}};
    wend_obstacle walls[] = {
        {WEND_WALL, 0, back, 2}, {WEND_WALL, 0, front, 2}, {WEND_WALL, 0, end, 2}, {WEND_WALL, 0, side, 2}};
    stage s = open_scene(walls, 4, set);
    wend_serial who = add_human(s, 0.16, 1.6, place(0.16, 0.0), 0.0f, 0.0f);
    bool out = false;
    for (int i = 0; i < 200 && !(out && is_there(s, who)); i++) {
        step_safely(s, 4);
        wend_agent a = agent_get(s.world, who);
        if (a.position.y > 0.45 && !(turned_by(&a) < 25.0))
            fail_msg("at %g m: turned by %g", a.position.y, turned_by(&a));
        if (!out && a.position.y < 0.1) {
            out = true;
            agent_set_goal(s.world, who, place(4, 0));
        }
    }
    assert_true(out && is_there(s, who));
    wend_agent a = agent_get(s.world, who);
    assert_true(turned_by(&a) < 5.0);
    stage_close(&s);
}

static void a_seat_is_left_sideways(void **state) {
    (void)state;
    for (uint32_t i = 0; i < WEND_COUNT(all_ways); i++) leave_seat(all_ways[i]);
}

static bool steps_back_or_aside(const wend_agent *a) {
    double ahead = (double)a->velocity.x * cos((double)a->heading) + (double)a->velocity.y * sin((double)a->heading);
    double speed = hypot((double)a->velocity.x, (double)a->velocity.y);
    return speed > 0.15 && ahead < 0.3 * speed;
}

// To the door first, for one who was pushed past it.
static void find_door(stage s, wend_serial who, wend_target goal) {
    wend_agent a = agent_get(s.world, who);
    if (a.position.x > 0.0) agent_set_goal(s.world, who, fabs(a.position.y) > 0.3 ? place(0.5, 0) : goal);
}

// Two wait before the door of a train; those who get out go first.
static void let_out(ways set) {
    wend_point low[] = {{0, -4}, {0, -0.45}}, high[] = {{0, 0.45}, {0, 4}};
    wend_obstacle walls[] = {{WEND_WALL, 0, low, 2}, {WEND_WALL, 0, high, 2}};
    stage s = open_scene(walls, 2, set);
    wend_serial in[2], out[3];
    for (int i = 0; i < 2; i++)
        in[i] = add_human(s, 0.5, 0.5 * i - 0.25, place(-3, 0.6 * i - 0.3), (float)acos(-1.0), 0.0f);
    for (int i = 0; i < 3; i++) out[i] = add_human(s, -0.6 - 0.6 * i, 0.05 * i, place(5.0 - i, 0), 0.0f, 1.0f);
    bool gave_way = false;
    double turned = 0.0;
    for (int i = 0; i < 400 && !(all_there(s, in, 2) && all_there(s, out, 3)); i++) {
        step_safely(s, 2);
        for (int k = 0; k < 2; k++) {
            find_door(s, in[k], place(-3, 0.6 * k - 0.3));
            wend_agent a = agent_get(s.world, in[k]);
            gave_way = gave_way || steps_back_or_aside(&a);
        }
        for (int k = 0; k < 3; k++) {
            wend_agent a = agent_get(s.world, out[k]);
            if (fabs(a.position.x) < 0.7) turned = fmax(turned, turned_by(&a));
        }
    }
    assert_true(all_there(s, in, 2) && all_there(s, out, 3));
    assert_true(gave_way);
    assert_true(turned > 36.0);
    stage_close(&s);
}

static void those_at_a_train_door_step_back_and_turn(void **state) {
    (void)state;
    for (uint32_t i = 0; i < WEND_COUNT(all_ways); i++) let_out(all_ways[i]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_hallway_of_a_foot_is_squeezed_through),
        cmocka_unit_test(those_who_only_turn_to_fit_pass_too),
        cmocka_unit_test(two_who_meet_in_a_corridor_turn_and_pass),
        cmocka_unit_test(two_who_need_both_walls_turn_and_pass),
        cmocka_unit_test(a_seat_is_left_sideways),
        cmocka_unit_test(those_at_a_train_door_step_back_and_turn),
    };
    return cmocka_run_group_tests_name("steer/turn_scenes", tests, NULL, NULL);
}
