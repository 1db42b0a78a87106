// RCAP: the room that people claim gives way, to who does not get on and where it overlaps; bodies do not.
#include "support/stage.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#define STEP 0.1f
#define RADIUS 0.25f // m, of a body
#define SPACE 0.5f   // m

// Nothing limits what one does about others, whom one minds at once.
static stage room_open(float give_room) {
    const wend_setting settings[] = {{"observation_time", 0.0f}, {"acceleration", 0.0f},  {"alarm", 0.0f},
                                     {"side_bias", 0.0f},        {"crowd_horizon", 0.0f}, {"personal_space", 0.0f},
                                     {"give_ground", 0.0f},      {"give_room", give_room}};
    wend_profile profile = profile_of(&wend_model_rcap);
    profile.shape = wend_disc(RADIUS);
    profile.settings = settings;
    profile.setting_count = WEND_COUNT(settings);
    profile.preferred_speed = 1.0f;
    profile.max_speed = 5.0f;
    wend_scene_def def = wend_scene_default();
    def.profiles = &profile;
    wend_world_def world = wend_world_default(NULL);
    world.step = STEP;
    return stage_open(&def, &world);
}

// Who does not get on --------------------------------------------------------------------------------------------------

// The velocity after a step of one that walks at `along` times its wish and meets another that claims `space`.
static wend_vec meets_room(float give_room, float along, float aside, float space) {
    stage s = room_open(give_room);
    wend_agent agent = agent_at(0.0, 0.0);
    agent.velocity = (wend_vec){along, 0.1f};
    agent.goal.at = (wend_point){50.0, 0.0};
    wend_serial who = agent_add(s.world, &agent);
    agent = agent_at(1.6, (double)aside);
    agent.velocity = (wend_vec){-1.0f, 0.0f};
    agent.goal.at = (wend_point){-50.0, (double)aside};
    wend_serial other = agent_add(s.world, &agent);
    agent_set_param(s.world, other, "personal_space", space);
    world_step(s.world, 1);
    wend_vec velocity = agent_get(s.world, who).velocity;
    stage_close(&s);
    return velocity;
}

// As if the other claimed less: none beyond its body where one stands or is carried back, all of it from half of one's speed
// on, and evenly in between.
static void who_does_not_get_on_goes_through_room(void **state) {
    (void)state;
    for (float share = 0.0f; share <= 1.0f; share += 0.5f)
        for (float along = -0.6f; along < 1.05f; along += 0.1f) {
            float passes = share * (1.0f - fminf(1.0f, fmaxf(0.0f, along / 0.5f)));
            float left = SPACE - passes * (SPACE - RADIUS);
            for (float aside = -0.4f; aside < 0.5f; aside += 0.2f) {
                wend_vec through = meets_room(share, along, aside, SPACE), as_if = meets_room(0.0f, along, aside, left);
                if (!(fabsf(through.x - as_if.x) < 1e-5f && fabsf(through.y - as_if.y) < 1e-5f))
                    fail_msg("share %g, at %g of the wish, %g m aside: (%g %g) m/s, not (%g %g)", (double)share,
                             (double)along, (double)aside, (double)through.x, (double)through.y, (double)as_if.x,
                             (double)as_if.y);
            }
        }
}

// What overlaps --------------------------------------------------------------------------------------------------------

// How fast two part who walk so far beside each other and claim `space`.
static double parting(float give_room, double apart, float space) {
    stage s = room_open(give_room);
    wend_serial who[2];
    for (int i = 0; i < 2; i++) {
        wend_agent agent = agent_at(0.0, 2.0 * i);
        agent.velocity = (wend_vec){1.0f, 0.0f};
        agent.goal.at = (wend_point){1e4, 0.0};
        who[i] = agent_add(s.world, &agent);
        agent_set_param(s.world, who[i], "personal_space", space);
    }
    wend_agent agent = agent_get(s.world, who[1]);
    agent.position.y = apart;
    agent_set(s.world, &agent);
    world_step(s.world, 1);
    double speed = (double)(agent_get(s.world, who[1]).velocity.y - agent_get(s.world, who[0]).velocity.y);
    stage_close(&s);
    return speed;
}

// Room that overlaps parts people slowly, and no farther than it reaches; a share of it does not yield; bodies never do.
static void rooms_part_slowly(void **state) {
    (void)state;
    for (double apart = 0.55; apart < 1.0; apart += 0.05) {
        double hard = parting(0.0f, apart, SPACE);
        assert_near(hard, (2.0 * (double)SPACE - apart) / (double)STEP, 0.01);
        assert_near(parting(1.0f, apart, SPACE), fmin(hard, 0.1), 2e-3);
        assert_near(parting(0.5f, apart, SPACE), 0.5 * (hard + fmin(hard, 0.1)), 0.01);
        assert_near(parting(1.0f, apart, 0.0f), 0.0, 2e-3);
    }
    for (double apart = 0.3; apart < 0.48; apart += 0.04) {
        double bodies = parting(0.0f, apart, 0.0f);
        assert_near(bodies, (2.0 * (double)RADIUS - apart) / (double)STEP, 1e-3);
        assert_near(parting(1.0f, apart, SPACE), bodies, 1e-3);
        assert_near(parting(1.0f, apart, 0.0f), bodies, 1e-3);
    }
}

// What comes of it -----------------------------------------------------------------------------------------------------

// How far one gets in 40 s, and was carried back at most, against a crowd that comes in files 1.2 m apart: bodies pass between
// them, and rooms of 0.38 m do not.
static double gets_through(float give_room, double *back) {
    wend_profile profile = wend_profile_default();
    profile.model = &wend_model_rcap;
    wend_scene_def def = wend_scene_default();
    def.profiles = &profile;
    stage s = stage_open(&def, NULL);
    wend_serial who = walker_add(s.world, 0.0, 0.6, 200.0);
    for (int i = 0; i < 120; i++) {
        double y = 1.2 * (i % 6) - 3.0;
        walker_add(s.world, 8.0 + 1.5 * (i / 6), y, -200.0);
    }
    for (uint64_t tag = 1; tag <= 121; tag++) agent_set_param(s.world, tag, "give_room", give_room);
    double farthest = 0.0;
    *back = 0.0;
    for (int tick = 0; tick < 400; tick++) {
        world_step(s.world, 1);
        double x = agent_place(s.world, who).x;
        farthest = fmax(farthest, x);
        *back = fmax(*back, farthest - x);
    }
    double x = agent_place(s.world, who).x;
    stage_close(&s);
    return x;
}

static void nobody_is_carried_off(void **state) {
    (void)state;
    double back, back_without, x = gets_through(1.0f, &back), without = gets_through(0.0f, &back_without);
    print_message("gets to %.1f m, back by %.1f m; without give_room to %.1f m, back by %.1f m\n", x, back, without,
                  back_without);
    assert_true(x > 30.0 && back < 2.0);
    assert_true(without < x - 10.0 && back_without > 5.0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(who_does_not_get_on_goes_through_room),
        cmocka_unit_test(rooms_part_slowly),
        cmocka_unit_test(nobody_is_carried_off),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
