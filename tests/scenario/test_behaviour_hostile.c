// Files with behaviours in which anything was replaced by anything: problems that are said, or a run that runs.
#include "scenario/acting.h"
#include "support/orca_oracle.h"

static const char *const seeds[] = {
    "wend: 1\ntime: {limit: 5}\nregions: {r: {area: [0, 0, 5, 5]}}\nevents: {e: {at: 1}, f: {}}\n"
    "goals: {a: {at: [1, 1], capacity: 1}, b: {region: [3, 3, 4, 4]}}\n"
    "queues: {q: {line: [[0, 0], [0, 5]], spacing: 0.7, served_at: [a]}}\n"
    "profiles: {p: {stress: {rate: 0.2, crowding: 0.1, parameters: {horizon: 1}}}, o: {model: rvo}}\n"
    "behaviours:\n  m:\n    start: w\n    states:\n"
    "      w: {walk: stand, time: {uniform: [0, 1]}, next: [{when: {any: [{event: e}, {not: {inside: r}}]}, to: {x: "
    "0.5, y: "
    "0.5}}, {to: x}]}\n"
    "      x: {goal: {queue: q}, next: y, within: n}\n"
    "      y: {goal: held, stay: 1, during: {priority: 1}, enter: [{raise: f, within: 3}, {scale: {preferred_speed: "
    "2}, for: "
    "1}, {profile: o}], next: z}\n"
    "      z: {goal: {weighted: {a: 1, b: 2}}, final: true, leave: [{release: true}, {group: 3}]}\n"
    "  n: {states: {s: {final: true}}}\nagents: [{at: [0, 0], behaviour: m}, {at: [2, 0], behaviour: m}]\n",
    "wend: 1\ntime: {limit: 5}\nregions: {r: {area: [0, 0, 5, 5]}}\ngoals: {a: {at: [1, 1], capacity: 1}, b: {at: [3, "
    "3]}}\n"
    "behaviours:\n  t: {tree: {first: [{when: {near: {distance: 1}}, do: {goal: a}}, {sequence: [{do: {goal: "
    "{mirrored: [[0, "
    "0], [0, 1]]}}, until: {is: {attribute: speed, at_most: 1}}}, {do: {goal: {within: r}, stay: 1}}]}]}}\n"
    "  c: {every: 2, alternatives: {l: {goal: a, distance: -1, taken: -1, utility: 1, final: true}, r: {goal: b, "
    "crowd: {r: "
    "{normal: {mean: -1, sd: 0.1}}}, final: true}}}\nagents: [{at: [0, 0], behaviour: t}, {at: [2, 0], behaviour: "
    "c}]\n"};

static const char *const pieces[] = {"a",    "b",    "m",       "n",     "x",    "w",       "0",    "-1",
                                     "1e9",  ".inf", "[]",      "{}",    "[0]",  "reached", "done", "called",
                                     "goal", "next", "when",    "to",    "tree", "first",   "do",   "within",
                                     "not",  "held", "timeout", "final", "true", "queue"};

// Replaces one word or number of a text by another piece.
static void replace_one(char *text, size_t room, oracle_random *random) {
    size_t length = strlen(text), at = oracle_below(random, (uint32_t)length), end;
    while (at < length && !strchr(" {}[],:\n", text[at])) at++;
    while (at < length && strchr(" {}[],:\n", text[at])) at++;
    for (end = at; end < length && !strchr(" {}[],:\n", text[end]);) end++;
    const char *piece = pieces[oracle_below(random, WEND_COUNT(pieces))];
    if (length - (end - at) + strlen(piece) + 1 > room) return;
    memmove(text + at + strlen(piece), text + end, length - end + 1);
    memcpy(text + at, piece, strlen(piece));
}

static bool run_it(const char *text) {
    wi_problems problems = {0};
    wi_scenario *scenario = read_text(text, &problems);
    wi_run *run = scenario ? wi_run_open(scenario, &(wi_run_options){.threads = 1}, &problems) : NULL;
    if (!run) assert_true(problems.count > 0);
    wi_run_end end;
    wend_error error;
    for (int i = 0; run && i < 20; i++) must(wi_run_step(run, &end, &error), &error);
    bool good = run != NULL;
    wi_run_close(run);
    wi_scenario_free(scenario);
    wi_problems_free(&problems);
    return good;
}

static void test_random_files(void **state) {
    (void)state;
    uint32_t ran = 0;
    for (uint32_t i = 0; i < WEND_COUNT(seeds); i++) assert_true(run_it(seeds[i]));
    for (uint64_t seed = 1; seed <= 1500; seed++) {
        oracle_random random = {seed};
        char text[4000];
        strcpy(text, seeds[seed % WEND_COUNT(seeds)]);
        for (uint32_t i = 0; i <= oracle_below(&random, 2); i++) replace_one(text, sizeof text, &random);
        ran += run_it(text);
    }
    printf("seeds 1-1500: %u ran\n", ran);
    assert_in_range(ran, 20, 1400);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_random_files)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
