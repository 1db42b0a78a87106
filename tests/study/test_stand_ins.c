// Agents who stand in for recorded people: everybody comes once, when and where the person did, and goes where it went.
#include "record/samples.h"

#include "study/corridor.h"
#include "study/stand_ins.h"

static const wi_quantity brisk = {.spread = WI_CONSTANT, .a = 1.5};
static const wi_study_task task = {.model = "eorca-p", .seed = 6};

static void open_them(wi_stand_ins *made, const wi_study_task *as, const wi_entrants *people, uint32_t threads) {
    wend_error error = {0};
    if (wi_stand_ins_open(as, people, people->count, &brisk, &wi_corridor_room, threads, made, &error))
        fail_msg("%s", error.text);
}

static void step(wi_stand_ins *on) {
    wend_error error = {0};
    if (wi_stand_ins_step(on, &error)) fail_msg("%s", error.text);
}

static wi_frame look(wi_stand_ins *on) {
    wi_frame frame;
    wend_error error = {0};
    if (wi_stand_ins_look(on, &frame, &error)) fail_msg("%s", error.text);
    return frame;
}

// Alone one walks straight on, at the speed that it was given, and is there when that takes one there.
static void test_one_walks_straight(void **state) {
    (void)state;
    wi_entrant alone = {
        .id = 12, .came = 0.95, .left = 9.0, .from = {1.5, -7.0}, .to = {1.5, 4.0}, .velocity = {0, 1.2f}};
    const wi_entrants people = {&alone, 1, 1, "made up"};
    wi_stand_ins on;
    open_them(&on, &task, &people, 1);
    double last = -INFINITY;
    while (on.missing > 0 && wend_world_stats(on.world).time < 20.0) {
        const wi_frame frame = look(&on);
        if (frame.count) {
            assert_true(frame.count == 1 && frame.spot[0].id == 1);
            assert_true(fabs(frame.spot[0].x - 1.5) < 0.1 && frame.spot[0].y > last);
            last = frame.spot[0].y;
        }
        step(&on);
    }
    assert_true(on.item[0].came >= 0.95 && on.item[0].came < 1.06 && !on.item[0].waited);
    double speed = 12.0 / (on.item[0].arrived - on.item[0].came), left = on.item[0].came + 11.0 / speed;
    if (!(fabs(on.item[0].left - left) < 0.2)) fail_msg("left after %g s instead of %g", on.item[0].left, left);
    if (!(fabs(speed - 1.5) < 0.05)) fail_msg("%g m/s", speed);
    wi_stand_ins_close(&on);
}

// Two come to the same place at the same time: one of them waits until the other has gone on.
static void test_taken_place(void **state) {
    (void)state;
    wi_entrant both[2] = {{.id = 1, .from = {1.5, -7.0}, .to = {1.5, 4.0}, .velocity = {0, 1.2f}}};
    both[1] = both[0];
    both[1].id = 2;
    const wi_entrants people = {both, 2, 2, "made up"};
    wi_stand_ins on;
    open_them(&on, &task, &people, 1);
    step(&on);
    assert_int_equal(look(&on).count, 1);
    for (int i = 0; i < 40; i++) step(&on);
    assert_true(!on.item[0].waited && on.item[1].waited);
    assert_true(on.item[0].came == 0.0 && on.item[1].came > 0.05 && on.item[1].came < 2.0);
    assert_int_equal(look(&on).count, 2);
    wi_stand_ins_close(&on);
}

static void refused(const wi_study_task *as, wi_entrant person, wend_result expected, const char *why) {
    const wi_entrants people = {&person, 1, 1, "made up"};
    wi_stand_ins on;
    wend_error error = {0};
    assert_int_equal(wi_stand_ins_open(as, &people, 1, &brisk, &wi_corridor_room, 1, &on, &error), expected);
    if (!strstr(error.text, why)) fail_msg("'%s' does not say '%s'", error.text, why);
    wi_stand_ins_close(&on);
}

static void test_no_room_or_model(void **state) {
    (void)state;
    const wi_entrant person = {.id = 9, .from = {1.5, -7.0}, .to = {1.5, 4.0}};
    wi_entrant in_the_wall = person, far_away = person, lost = person, runs = person;
    in_the_wall.from.y = 0.0, in_the_wall.from.x = 0.02;
    far_away.to.y = 1e6;
    lost.from.x = NAN;
    runs.velocity.y = 1e30f;
    refused(&task, in_the_wall, WEND_BAD_FILE, "made up: person 9 ");
    refused(&task, far_away, WEND_BAD_FILE, "made up: person 9 ");
    refused(&task, lost, WEND_BAD_FILE, "made up: person 9 ");
    refused(&(wi_study_task){.model = "nobody", .seed = 1}, person, WEND_NOT_FOUND, "nobody");
    wi_stand_ins on;
    open_them(&on, &task, &(wi_entrants){&runs, 1, 1, "made up"}, 1);
    for (int i = 0; i < 10; i++) step(&on);
    wi_stand_ins_close(&on);
}

static wi_entrants recorded_people(void) {
    wi_entrants people = {0};
    wend_error error = {0};
    const double area[4] = {0.0, -4.0, 3.6, 4.0};
    if (wi_entrants_read(sample_data("bidirectional/bot-360-120-120.txt"), area, &people, &error))
        fail_msg("%s", error.text);
    return people;
}

static wend_agent agent_of(const wi_stand_ins *on, uint32_t who) {
    wend_agent agent;
    wend_error error = {0};
    if (wend_world_get(on->world, on->item[who].serial, &agent, &error)) fail_msg("%s", error.text);
    return agent;
}

// After its first step: one step back it was 5 cm beside the person's place at most.
static void assert_came_as(const wi_stand_ins *on, uint32_t who) {
    const wi_entrant *person = &on->people->item[who];
    const wend_agent agent = agent_of(on, who);
    double x = agent.position.x - (double)(WI_STAND_INS_STEP * agent.velocity.x) - person->from.x;
    double y = agent.position.y - (double)(WI_STAND_INS_STEP * agent.velocity.y) - person->from.y;
    double late = on->item[who].came - person->came;
    if (!(fabs(x) < 0.0501 && fabs(y) < 0.0501)) fail_msg("%u: (%g, %g) m beside its place", who, x, y);
    if (late < 0.0 || (late > 0.1001 && !on->item[who].waited)) fail_msg("%u: %g s late", who, late);
    double behind = person->from.y < 0.0 ? 1.5 : -1.5;
    assert_true(fabs(agent.goal.at.x - person->to.x) < 1e-5 && fabs(agent.goal.at.y - person->to.y - behind) < 1e-5);
}

// Every recorded walker comes in once, within a step of its time unless it waits, and all get through.
static void test_recorded_people(void **state) {
    (void)state;
    wi_entrants people = recorded_people();
    wi_stand_ins on;
    open_them(&on, &task, &people, 1);
    uint32_t came = 0;
    for (int i = 0; i < 1500 && on.missing > 0; i++) {
        double before = wend_world_stats(on.world).time;
        step(&on);
        for (uint32_t who = 0; who < on.count; who++) {
            if (on.item[who].came != before) continue;
            assert_came_as(&on, who);
            came++;
        }
    }
    assert_int_equal(came, people.count);
    assert_int_equal(on.missing, 0);
    for (uint32_t who = 0; who < on.count; who++) {
        assert_true(on.item[who].left > on.item[who].came + 4.0 && on.item[who].arrived > on.item[who].left);
    }
    wi_stand_ins_close(&on);
    wi_entrants_free(&people);
}

static void test_same_bits_for_threads(void **state) {
    (void)state;
    wi_entrants people = recorded_people();
    wi_stand_ins one, three;
    open_them(&one, &task, &people, 1);
    open_them(&three, &task, &people, 3);
    for (int i = 0; i < 150; i++) {
        step(&one);
        step(&three);
        assert_true(wend_world_hash(one.world) == wend_world_hash(three.world));
    }
    assert_true(look(&one).count > 30);
    wi_stand_ins_close(&one);
    wi_stand_ins_close(&three);
    wi_entrants_free(&people);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_one_walks_straight),    cmocka_unit_test(test_taken_place),
        cmocka_unit_test(test_no_room_or_model),      cmocka_unit_test(test_recorded_people),
        cmocka_unit_test(test_same_bits_for_threads),
    };
    return cmocka_run_group_tests(tests, sample_setup, sample_teardown);
}
