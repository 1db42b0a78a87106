// Maps that are wrong are refused, with a message that says where.
#include "support/plan_map.h"
#include "support/stage.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char *const plan_lines[] = {"...#", ".#..", "...."};

// The arrays of a plan, to be spoilt.
typedef struct spoilt {
    plan_map plan;
    wend_point *corners;
    wend_map_cell *cells;
    wend_map_edge *edges;
    wend_scene_def def;
} spoilt;

static void set_up(spoilt *s) {
    s->plan = plan_map_make(plan_lines, WEND_COUNT(plan_lines), 1.0);
    s->corners = (wend_point *)(uintptr_t)s->plan.map.corners;
    s->cells = (wend_map_cell *)(uintptr_t)s->plan.map.cells;
    s->edges = (wend_map_edge *)(uintptr_t)s->plan.map.edges;
    s->def = wend_scene_default();
    s->def.map = &s->plan.map;
}

static wend_result create(const spoilt *s, wend_error *why) {
    wend_scene *scene;
    wend_result result = wend_scene_create(&s->def, &scene, why);
    wend_scene_destroy(scene);
    return result;
}

static void break_corner(spoilt *s) { s->corners[1].x = NAN; }
static void break_cell(spoilt *s) { s->cells[2].edge_count = 2; }
static void break_level(spoilt *s) { s->cells[2].level = 7; }
static void break_zone(spoilt *s) { s->cells[2].zone = 1; }
static void break_index(spoilt *s) { s->edges[3].corner = 1000; }
static void break_twin(spoilt *s) { s->edges[1].twin = 1000; }
static void break_pair(spoilt *s) { s->edges[s->edges[1].twin].twin = WEND_NO_EDGE; }
static void break_door(spoilt *s) { s->edges[1].door = 1; }
static void break_shape(spoilt *s) { s->corners[6] = (wend_point){2.6, 2.6}; }
static void break_cells(spoilt *s) { s->plan.map.cells = NULL; }

static void wrong_maps_are_refused(void **state) {
    (void)state;
    static const struct {
        void (*spoil)(spoilt *);
        const char *says;
    } cases[] = {
        {break_corner, "corner 1"},   {break_cell, "edges"},     {break_level, "level is 7"},  {break_zone, "zone"},
        {break_index, "corner 1000"}, {break_twin, "twin 1000"}, {break_pair, "name it back"}, {break_door, "door 1"},
        {break_shape, "convex"},      {break_cells, "NULL"},
    };
    for (uint32_t i = 0; i < WEND_COUNT(cases); i++) {
        spoilt s;
        set_up(&s);
        wend_error error;
        must(create(&s, &error), &error);
        cases[i].spoil(&s);
        assert_refused(create(&s, &why), WEND_BAD_ARGUMENT, cases[i].says);
        s.plan.map.cells = s.cells;
        plan_map_free(&s.plan);
    }
}

// Whatever one number is changed to: refused, or a scene; and the hash tells the difference.
static void any_number_may_be_wrong(void **state) {
    (void)state;
    for (uint32_t seed = 0; seed < 3000; seed++) {
        spoilt s;
        set_up(&s);
        uint32_t words = s.plan.map.edge_count * 3, which = (uint32_t)(wend_random(seed, 1, 0, 0, 0) * (float)words);
        uint32_t *word = &((uint32_t *)(void *)s.edges)[which], before = *word;
        *word = (uint32_t)(wend_random(seed, 2, 0, 0, 0) * 40.0f);
        wend_error why = {WEND_OK, ""};
        wend_result result = create(&s, &why);
        if (result != WEND_OK && (result != WEND_BAD_ARGUMENT || !strstr(why.text, "map: ")))
            fail_msg("seed %u: word %u from %u to %u: %s", seed, which, before, *word, why.text);
        plan_map_free(&s.plan);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_maps_are_refused),
        cmocka_unit_test(any_number_may_be_wrong),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
