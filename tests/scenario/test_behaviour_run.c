// Every condition, chooser and action of behaviours by itself, as a file says it.
#include "scenario/acting.h"

// One agent at the origin that heads for (50, 0) until a condition holds.
#define WALK_UNTIL(condition, more)                                                             \
    ACTING_HEAD more "behaviours: {b: {states: {walk: {goal: [50, 0], next: [{when: " condition \
                     ", to: end}]}, end: {walk: stand, final: true}}}}\n"
#define ONE "agents: [{at: [0, 0], behaviour: b}]\n"

static void test_conditions_about_place(void **state) {
    (void)state;
    assert_holds_at(WALK_UNTIL("reached", "") ONE, 49.5, 50.0);
    assert_holds_at(WALK_UNTIL("{inside: r}", "regions: {r: {area: [10, -5, 20, 5]}}\n") ONE, 10.0, 10.4);
    assert_holds_at(WALK_UNTIL("{outside: r}", "regions: {r: {area: [-1, -5, 20, 5]}}\n") ONE, 20.0, 20.4);
    assert_holds_at(WALK_UNTIL("{is: {attribute: distance, at_most: 30}}", "") ONE, 19.9, 20.4);
    assert_holds_at(WALK_UNTIL("{all: [{inside: r}, {inside: s}]}",
                               "regions: {r: {area: [3, -5, 20, 5]}, s: {area: [7, -5, 9, 5]}}\n") ONE,
                    7.0, 7.4);
    assert_holds_at(WALK_UNTIL("{any: [{inside: r}, {inside: s}]}",
                               "regions: {r: {area: [3, -5, 20, 5]}, s: {area: [7, -5, 9, 5]}}\n") ONE,
                    3.0, 3.4);
    assert_holds_at(WALK_UNTIL("{not: {inside: r}}", "regions: {r: {area: [-1, -5, 6, 5]}}\n") ONE, 6.0, 6.4);
}

static void test_a_polygon_has_its_own_shape(void **state) {
    (void)state;
    // A triangle whose box begins at 10, but which the line y = 0 meets at 15.
    assert_holds_at(WALK_UNTIL("{inside: r}", "regions: {r: {area: [[10, 5], [20, -5], [20, 5]]}}\n") ONE, 15.0, 15.4);
}

static void test_conditions_about_others(void **state) {
    (void)state;
    // Somebody of a profile stands at 30, and others much nearer; they are passed at a side.
#define OTHERS "agents: [{at: [0, 0], behaviour: b}, {at: [10, 1.2], profile: child}, {at: [30, 1], profile: guard}]\n"
#define KINDS "profiles: {walker: {}, child: {}, guard: {}}\n"
    assert_holds_at(WALK_UNTIL("{near: {distance: 3, profile: guard}}", KINDS) OTHERS, 27.0, 27.6);
    assert_holds_at(WALK_UNTIL("{near: {distance: 3}}", KINDS) OTHERS, 7.0, 7.6);
    assert_holds_at(WALK_UNTIL("{not: {clear: {ahead: 2, width: 2.5}}}", KINDS) OTHERS, 7.0, 8.2);
    assert_holds_at(WALK_UNTIL("{count: {region: r, at_least: 2}}", KINDS "regions: {r: {area: [25, -5, 40, 5]}}\n")
                        OTHERS,
                    25.0, 25.4);
    // Of two who wait for each other, one has the longer way.
    assert_holds_at(WALK_UNTIL("{not: {together: 4}}", "") "agents: [{grid: {from: [0, 0], columns: 1, rows: 2, "
                                                           "spacing: 1}, behaviour: b, company: {sizes: 2}}]\n"
                                                           "profiles: {w: {preferred_speed: {choice: "
                                                           "[[1, 1], [1.5, 1]]}, habits: none}}\nseed: 3\n",
                    0.0, 49.0);
}

// A long body beside the way does not stand in the box ahead, one across it does where its side is, and one that lies
// along it where its tip is, however far away its middle; one whose middle is behind may reach across the way ahead.
static void test_clear_of_true_outlines(void **state) {
    (void)state;
#define LONG                                                                                                    \
    "profiles: {walker: {model: straight}, long: {model: straight, shape: {ellipse: [2, 0.1]}}, beam: {model: " \
    "straight, shape: {box: [5, 0.1]}}}\n"
#define AHEAD WALK_UNTIL("{not: {clear: {ahead: 1, width: 0.6}}}", LONG)
#define BESIDE "agents: [{at: [0, 0], behaviour: b}, {profile: long, at: [10, 1.5], heading_deg: 0}, "
    assert_holds_at(AHEAD BESIDE "{profile: long, at: [30, 1.5], heading_deg: 90}]\n", 28.7, 28.9);
    assert_holds_at(AHEAD BESIDE "{profile: beam, at: [40, 0], heading_deg: 0}]\n", 33.8, 34.0);
    assert_holds_at(AHEAD BESIDE "{profile: beam, at: [40, 0], heading_deg: 90}]\n", 38.7, 38.9);
    assert_holds_at(AHEAD BESIDE "{profile: long, at: [-0.5, 1.6], heading_deg: -60}]\n", 0.0, 0.2);
    assert_holds_at(AHEAD BESIDE "{profile: long, at: [-0.5, 1.6], heading_deg: 0}, "
                                 "{profile: beam, at: [40, 0], heading_deg: 90}]\n",
                    38.7, 38.9);
}

static void test_time(void **state) {
    (void)state;
    acting a = act(ACTING_HEAD "behaviours: {b: {states: {wait: {walk: stand, time: 2, next: go}, go: {goal: [2, 0], "
                               "stay: 3, next: end}, end: {walk: stand, final: true}}}}\n" ONE);
    act_step(&a, 1);
    assert_string_equal(activity_of(&a, 1), "wait");
    assert_int_equal(act_until(&a, 1, "go", 100), 20);
    while (!agent_get(a.run->world, 1).arrived) act_step(&a, 1);
    assert_in_range(act_until(&a, 1, "end", 100), 30, 32);
    act_end(&a);
}

// Waits of many agents have the mean and the spread of their distribution.
static void test_distribution_of_time(void **state) {
    (void)state;
    acting a =
        act(ACTING_HEAD "behaviours: {b: {states: {wait: {walk: stand, time: {normal: {mean: 20, sd: 4, min: 0}}, "
                        "next: end}, end: {walk: stand, final: true}}}}\n"
                        "agents: [{grid: {from: [0, 0], columns: 50, rows: 40, spacing: 1}, behaviour: b}]\n");
    act_step(&a, 400);
    double sum = 0.0, squares = 0.0;
    for (uint32_t i = 0; i < 2000; i++) {
        double t = a.run->traveller[i].arrived;
        assert_true(t > 0.0);
        sum += t;
        squares += t * t;
    }
    double mean = sum / 2000.0, sd = sqrt(squares / 2000.0 - mean * mean);
    assert_near(mean, 20.1, 0.4);
    assert_near(sd, 4.0, 0.3);
    act_end(&a);
}

static void test_chance(void **state) {
    (void)state;
    acting a = act(ACTING_HEAD
                   "behaviours: {b: {states: {start: {walk: stand, next: [{when: {rate: 0.5}, to: {left: 0.25, right: "
                   "0.75}}]}, left: {walk: stand, final: true}, right: {walk: stand, final: true}}}}\n"
                   "agents: [{grid: {from: [0, 0], columns: 50, rows: 40, spacing: 1}, behaviour: b}]\n");
    act_step(&a, 20);
    uint32_t left = 0, gone = 0;
    for (wend_serial i = 1; i <= 2000; i++) {
        gone += strcmp(activity_of(&a, i), "start") != 0;
        left += strcmp(activity_of(&a, i), "left") == 0;
    }
    assert_near(gone / 2000.0, 1.0 - exp(-0.5 * 1.9), 0.04);
    assert_near((double)left / gone, 0.25, 0.04);
    act_end(&a);
}

static void test_events(void **state) {
    (void)state;
    acting a =
        act(ACTING_HEAD
            "events: {bang: {at: 3}, near: {}, room: {}}\nregions: {room: {area: [-5, -5, 5, 5]}}\n"
            "behaviours:\n"
            "  caller: {states: {wait: {walk: stand, time: 1, next: call}, call: {walk: stand, enter: [{raise: "
            "near, within: 4}], time: 1, next: shout}, shout: {walk: stand, enter: [{raise: room, in: room}], "
            "final: true}}}\n"
            "  hearer: {states: {wait: {walk: stand, next: [{when: {event: near}, to: n}, {when: {event: room}, to: "
            "r}, {when: {event: bang}, to: b}]}, n: {walk: stand, final: true}, r: {walk: stand, final: true}, b: "
            "{walk: stand, final: true}}}\n"
            "agents:\n  - {at: [3, 0], behaviour: caller}\n  - {at: [6, 0], behaviour: hearer}\n"
            "  - {at: [-2, 0], behaviour: hearer}\n  - {at: [9, 0], behaviour: hearer}\n");
    act_step(&a, 13);
    assert_string_equal(activity_of(&a, 2), "n");
    assert_string_equal(activity_of(&a, 3), "wait");
    act_step(&a, 12);
    assert_string_equal(activity_of(&a, 3), "r");
    assert_string_equal(activity_of(&a, 4), "wait");
    act_step(&a, 8);
    assert_string_equal(activity_of(&a, 4), "b");
    act_end(&a);
}

static void test_host_raises(void **state) {
    (void)state;
    acting a = act(WALK_UNTIL("{event: stop}", "events: {stop: {}}\n") ONE);
    act_step(&a, 5);
    assert_string_equal(activity_of(&a, 1), "walk");
    wend_error error;
    must(wend_world_raise(a.run->world, wend_scene_event(a.run->scene, "stop"), &error), &error);
    act_step(&a, 1);
    assert_string_equal(activity_of(&a, 1), "end");
    assert_int_equal(wend_world_raise(a.run->world, 7, &error), WEND_NOT_FOUND);
    act_end(&a);
}

// Choosers -----------------------------------------------------------------------------------------------------------

#define PLACES "goals: {a: {at: [10, 0]}, b: {at: [-6, 0]}, c: {at: [0, 30]}}\nregions: {r: {area: [20, 20, 24, 30]}}\n"
#define GO_TO(goal)                                                                                             \
    ACTING_HEAD PLACES "behaviours: {b: {states: {go: {goal: " goal ", final: true}}}}\nagents: [{at: [0, 0], " \
                       "heading_deg: 0, behaviour: b}]\n"

static void assert_goes_to(const char *text, double x, double y) {
    acting a = act(text);
    act_step(&a, 2);
    wend_agent agent = agent_get(a.run->world, 1);
    if (agent.goal.at.x != x || agent.goal.at.y != y)
        fail_msg("goes to (%g, %g), not (%g, %g):\n%s", agent.goal.at.x, agent.goal.at.y, x, y, text);
    act_end(&a);
}

static void test_choosers(void **state) {
    (void)state;
    assert_goes_to(GO_TO("a"), 10, 0);
    assert_goes_to(GO_TO("[3, 4]"), 3, 4);
    assert_goes_to(GO_TO("{at: [3, 4], radius: 1}"), 3, 4);
    assert_goes_to(GO_TO("{first: [c, a]}"), 0, 30);
    assert_goes_to(GO_TO("{nearest: [a, b, c]}"), -6, 0);
    assert_goes_to(GO_TO("{farthest: [a, b, c]}"), 0, 30);
    assert_goes_to(GO_TO("{nearest_behind: [a, b, c]}"), -6, 0);
    assert_goes_to(GO_TO("{weighted: {a: 0, c: 1}}"), 0, 30);
    assert_goes_to(GO_TO("{random: [c, c]}"), 0, 30);
    assert_goes_to(GO_TO("{mirrored: [[4, 0], [4, 1]]}"), 8, 0);
}

static void test_within_a_region(void **state) {
    (void)state;
    acting a = act(GO_TO("{within: r}"));
    act_step(&a, 2);
    wend_agent agent = agent_get(a.run->world, 1);
    assert_true(agent.goal.at.x >= 20 && agent.goal.at.x <= 24 && agent.goal.at.y >= 20 && agent.goal.at.y <= 30);
    act_end(&a);
}

static void test_weights(void **state) {
    (void)state;
    acting a =
        act(ACTING_HEAD PLACES "behaviours: {b: {states: {go: {goal: {weighted: {a: 1, c: 3}}, final: true}}}}\n"
                               "agents: [{grid: {from: [0, 0], columns: 40, rows: 50, spacing: 1}, behaviour: b}]\n");
    act_step(&a, 1);
    uint32_t up = 0;
    for (wend_serial i = 1; i <= 2000; i++) up += agent_get(a.run->world, i).goal.at.y == 30;
    assert_near(up / 2000.0, 0.75, 0.04);
    act_end(&a);
}

// Rows of a table go to agents in the order in which they come.
static void test_table(void **state) {
    (void)state;
    folder in = folder_make();
    folder_write(&in, "seats.csv", "x,y,radius\n5,1,0.2\n5,2,\n5,3,0.2\n");
    folder_write(&in, "run.yaml",
                 ACTING_HEAD "behaviours: {b: {states: {go: {goal: {table: seats.csv, radius: 0.4}, final: true}}}}\n"
                             "agents: [{grid: {from: [0, 0], columns: 1, rows: 4, spacing: 1}, behaviour: b}]\n");
    acting a = act_file(folder_file(&in, "run.yaml"), 1);
    act_step(&a, 2);
    for (wend_serial i = 1; i <= 3; i++) assert_true(agent_get(a.run->world, i).goal.at.y == (double)i);
    assert_near(agent_get(a.run->world, 2).goal.radius, 0.4, 1e-6);
    assert_near(agent_get(a.run->world, 4).goal.at.x, 0.0, 1e-6); // none is left
    act_end(&a);
    folder_remove(&in);
}

// Each agent of a file may have a goal of its own, which it goes to when its behaviour says so.
static void test_own_goals(void **state) {
    (void)state;
    folder in = folder_make();
    folder_write(&in, "people.csv", "x,y,place\n0,0,c\n0,1,a\n0,2,\n");
    folder_write(&in, "run.yaml",
                 ACTING_HEAD PLACES "behaviours: {b: {states: {wait: {walk: stand, time: 1, next: go}, go: {goal: own, "
                                    "final: true}}}}\nagents: [{csv: people.csv, behaviour: b}]\n");
    acting a = act_file(folder_file(&in, "run.yaml"), 1);
    act_step(&a, 20);
    assert_true(agent_get(a.run->world, 1).goal.at.y == 30.0 && agent_get(a.run->world, 2).goal.at.x == 10.0);
    assert_near(agent_get(a.run->world, 3).goal.at.x, 0.0, 1e-6); // has none, and stays
    act_end(&a);
    folder_remove(&in);
}

// Actions ------------------------------------------------------------------------------------------------------------

#define DOES(keys, more)                                                                                               \
    ACTING_HEAD more "behaviours: {b: {states: {before: {walk: stand, time: 1, next: is}, is: {walk: stand, time: 2, " \
                     "next: after" keys "}, after: {walk: stand, final: true}}}}\n" ONE

static void test_changes_for_good(void **state) {
    (void)state;
    acting a = act(DOES(", enter: [{set: {preferred_speed: 3, priority: 0.7, radius: 0.4, horizon: 5, cohesion: 0.5}}, "
                        "{scale: {max_acceleration: 1, horizon: 2}}]",
                        ""));
    float horizon = agent_param(a.run->world, 1, "horizon");
    act_until(&a, 1, "after", 60);
    wend_agent agent = agent_get(a.run->world, 1);
    assert_true(agent.preferred_speed == 3.0f && agent.max_speed == 3.0f && agent.priority == 0.7f);
    assert_true(agent.shape.half_length == 0.4f && agent.shape.half_width == 0.4f);
    assert_true(horizon != 10.0f && agent_param(a.run->world, 1, "horizon") == 10.0f);
    assert_true(agent_param(a.run->world, 1, "cohesion") == 0.5f);
    act_end(&a);
}

static void test_changes_for_a_while(void **state) {
    (void)state;
    acting a =
        act(DOES(", during: {preferred_speed: 0.5, horizon: 7}, enter: [{scale: {priority: 3, radius: 1.2}, for: 1}]",
                 "profiles: {w: {priority: 0.2, shape: {disc: 0.25}}}\n"));
    wend_agent was = agent_get(a.run->world, 1);
    float horizon = agent_param(a.run->world, 1, "horizon");
    act_until(&a, 1, "is", 60);
    wend_agent is = agent_get(a.run->world, 1);
    assert_true(is.preferred_speed == 0.5f && agent_param(a.run->world, 1, "horizon") == 7.0f);
    assert_near(is.priority, 0.6, 1e-6);
    assert_near(is.shape.half_length, 0.3, 1e-6);
    act_step(&a, 11);
    is = agent_get(a.run->world, 1);
    assert_true(is.preferred_speed == 0.5f && is.priority == was.priority && is.shape.half_length == 0.25f);
    act_until(&a, 1, "after", 60);
    is = agent_get(a.run->world, 1);
    assert_true(is.preferred_speed == was.preferred_speed && agent_param(a.run->world, 1, "horizon") == horizon);
    act_end(&a);
}

static void test_other_actions(void **state) {
    (void)state;
    acting a = act(DOES(", enter: [{profile: big}, {group: 9}]",
                        "profiles: {w: {}, big: {model: rcap, shape: {disc: 0.5}, preferred_speed: 0.9}}\n"));
    act_until(&a, 1, "after", 60);
    wend_agent agent = agent_get(a.run->world, 1);
    assert_true(agent.profile == 1 && agent.shape.half_length == 0.5f && agent.preferred_speed == 0.9f);
    assert_int_equal(agent.group, 9);
    act_end(&a);
}

// Walks --------------------------------------------------------------------------------------------------------------

static void test_walks(void **state) {
    (void)state;
    acting a = act(ACTING_HEAD "profiles: {w: {habits: none}, guide: {habits: none, preferred_speed: 1}}\nbehaviours:\n"
                               "  north: {states: {go: {direction_deg: 90, final: true}}}\n"
                               "  after: {states: {go: {follow: guide, final: true}}}\n"
                               "  still: {states: {go: {goal: [50, 50], walk: stand, final: true}}}\n"
                               "agents:\n  - {at: [0, 0], profile: guide, behaviour: north}\n"
                               "  - {at: [3, 0], profile: w, behaviour: after}\n"
                               "  - {at: [20, 0], profile: w, behaviour: still}\n");
    act_step(&a, 200);
    wend_agent guide = agent_get(a.run->world, 1), other = agent_get(a.run->world, 2);
    assert_near(guide.position.x, 0.0, 0.5);
    assert_near(guide.position.y, 20.0, 0.5);
    assert_near(hypot(guide.position.x - other.position.x, guide.position.y - other.position.y), 1.5, 0.6);
    assert_near(agent_get(a.run->world, 3).position.x, 20.0, 1e-3);
    act_end(&a);
}

// Within each other --------------------------------------------------------------------------------------------------

static void test_nested(void **state) {
    (void)state;
    acting a =
        act(ACTING_HEAD
            "events: {alarm: {at: 20}}\nbehaviours:\n"
            "  day: {states: {shop: {within: shopping, next: [{when: {event: alarm}, to: flee}, {when: finished, "
            "to: home}]}, home: {goal: [0, 0], next: shop}, flee: {goal: [90, 0], final: true}}}\n"
            "  shopping: {states: {bread: {goal: [3, 0], within: pay, next: milk}, milk: {goal: [3, 3], stay: 1, "
            "next: out}, out: {goal: [0, 3], final: true}}}\n"
            "  pay: {states: {queue: {time: 1, next: done}, done: {time: 0.5, next: thanks}, thanks: {within: nod, "
            "final: true}}}\n"
            "  nod: {states: {nod: {final: true}}}\n"
            "agents: [{at: [0, 0], behaviour: day}]\n");
    act_step(&a, 1);
    assert_string_equal(activity_of(&a, 1), "queue");
    act_until(&a, 1, "done", 40);
    act_until(&a, 1, "milk", 100);
    act_until(&a, 1, "home", 100);
    assert_true(!(a.run->traveller[0].arrived >= 0.0));
    act_until(&a, 1, "flee", 200);
    while (isnan(a.run->traveller[0].arrived)) act_step(&a, 1);
    assert_true(agent_get(a.run->world, 1).position.x > 89.0);
    act_end(&a);
}

static void test_tree(void **state) {
    (void)state;
    acting a =
        act(ACTING_HEAD "events: {alarm: {at: 12}}\nbehaviours:\n  b:\n    tree:\n      first:\n"
                        "        - {when: {event: alarm}, name: flee, do: {goal: [-20, 0]}, until: {inside: r}}\n"
                        "        - sequence:\n"
                        "          - {name: one, do: {goal: [2, 0]}}\n"
                        "          - {name: two, do: {goal: [2, 2], stay: 1}}\n"
                        "          - {name: three, do: {goal: [0, 2]}}\n"
                        "regions: {r: {area: [-30, -5, -10, 5]}}\nagents: [{at: [0, 0], behaviour: b}]\n");
    act_until(&a, 1, "one", 2);
    act_until(&a, 1, "two", 40);
    act_until(&a, 1, "three", 60);
    act_until(&a, 1, "one", 60); // through, and again
    act_until(&a, 1, "flee", 200);
    act_end(&a);
}

// Two alternatives whose utilities differ by ln 3 are chosen three to one.
static void test_choice(void **state) {
    (void)state;
    acting a = act(ACTING_HEAD "goals: {a: {at: [500, 0]}, b: {at: [500, 1]}}\nbehaviours: {b: {alternatives: {left: "
                               "{goal: a, utility: 1.0986, final: true}, right: {goal: b, final: true}}}}\n"
                               "agents: [{grid: {from: [0, 0], columns: 50, rows: 40, spacing: 1}, behaviour: b}]\n");
    act_step(&a, 3);
    uint32_t left = 0;
    for (wend_serial i = 1; i <= 2000; i++) {
        assert_string_not_equal(activity_of(&a, i), "choosing");
        left += strcmp(activity_of(&a, i), "left") == 0;
    }
    assert_near(left / 2000.0, 0.75, 0.03);
    act_end(&a);
}

static void test_choice_sees_distance_and_crowd(void **state) {
    (void)state;
    acting a =
        act(ACTING_HEAD
            "goals: {a: {at: [50, 0]}, b: {at: [-10, 0]}}\nregions: {r: {area: [-5, -5, 5, 5]}}\n"
            "behaviours:\n  far: {alternatives: {a: {goal: a, distance: -5, final: true}, b: {goal: b, distance: "
            "-5, final: true}}}\n  shy: {alternatives: {a: {goal: a, final: true}, b: {goal: b, crowd: {r: -50}, "
            "final: true}}}\nagents: [{at: [0, 0], behaviour: far}, {at: [1, 1], behaviour: shy}]\n");
    act_step(&a, 3);
    assert_string_equal(activity_of(&a, 1), "b");
    assert_string_equal(activity_of(&a, 2), "a");
    act_end(&a);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_conditions_about_place),
        cmocka_unit_test(test_a_polygon_has_its_own_shape),
        cmocka_unit_test(test_conditions_about_others),
        cmocka_unit_test(test_clear_of_true_outlines),
        cmocka_unit_test(test_time),
        cmocka_unit_test(test_distribution_of_time),
        cmocka_unit_test(test_chance),
        cmocka_unit_test(test_events),
        cmocka_unit_test(test_host_raises),
        cmocka_unit_test(test_choosers),
        cmocka_unit_test(test_within_a_region),
        cmocka_unit_test(test_weights),
        cmocka_unit_test(test_table),
        cmocka_unit_test(test_own_goals),
        cmocka_unit_test(test_changes_for_good),
        cmocka_unit_test(test_changes_for_a_while),
        cmocka_unit_test(test_other_actions),
        cmocka_unit_test(test_walks),
        cmocka_unit_test(test_nested),
        cmocka_unit_test(test_tree),
        cmocka_unit_test(test_choice),
        cmocka_unit_test(test_choice_sees_distance_and_crowd),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
