// What a guidance field makes of walls: floor near them costs more, as docs/routes.md says.
#include "walkers.h"

#include "route/follow.h"
#include "world/scene.h"

// Half a metre wide, so that all of it is nearer to walls than a body of 0.35 m keeps.
static const char *const passage[] = {"a......................b"};

typedef struct guided {
    plan_map plan;
    stage on;
    const wi_lattice *lattice;
    const float *length; // per node, m to the letter b
    wend_point goal;
} guided;

static guided guide(const char *const *lines, uint32_t rows, double scale, float body) {
    guided all = {.plan = plan_map_make(lines, rows, scale)};
    all.on = open_plan(&all.plan, &wend_router_field, 1);
    all.goal = plan_map_find(&all.plan, 'b');
    wi_destination to = {
        .goal = {.at = {(float)all.goal.x, (float)all.goal.y}}, .router = &wend_router_field, .body = body};
    wi_guide *single = &all.on.world->routes.single;
    single->points = wi_goal_points_of(&all.on.scene->map, &to);
    assert_true(to.router->routing->spread(all.on.world, single, &to, WI_NONE, to.goal.at));
    all.lattice = &all.on.world->routes.lattice;
    all.length = single->field.length;
    return all;
}

static void dismiss(guided *all) {
    stage_close(&all->on);
    plan_map_free(&all->plan);
}

// Nobody is better off beside this one, on the way from west to east.
static bool is_in_the_middle(const wi_lattice *lattice, uint32_t node) {
    for (uint32_t direction = 1; direction < 4; direction += 2) {
        uint32_t beside = wi_lattice_beside(lattice, 0, node, direction);
        if (beside != WI_NONE && lattice->cell[beside] != WI_NONE &&
            lattice->clearance[beside] > lattice->clearance[node])
            return false;
    }
    return true;
}

// Five times as much at the wall itself, once where the body and 0.1 m have room.
static double cost_of(float clearance, float body) {
    double share = (double)clearance / ((double)body + 0.1);
    return body > 0.0f && share < 1.0 ? 5.0 - 4.0 * share : 1.0;
}

// Along the middle, away from both ends, each step costs what its own node does.
static uint32_t expect_costs(const guided *all, float body) {
    const wi_lattice *lattice = all->lattice;
    uint32_t checked = 0;
    for (uint32_t node = 0; node < lattice->nodes; node++) {
        wend_vec at = wi_lattice_place(lattice, 0, node);
        bool on_the_way = at.x > 1.0f && (double)at.x < all->goal.x - 1.0;
        if (lattice->cell[node] == WI_NONE || !on_the_way || !is_in_the_middle(lattice, node)) continue;
        double next = (double)all->length[wi_lattice_beside(lattice, 0, node, 0)];
        double drop = ((double)all->length[node] - next) / (double)lattice->step;
        assert_near(drop, cost_of(lattice->clearance[node], body), 1e-3);
        checked++;
    }
    return checked;
}

static void a_narrow_passage_costs_more(void **state) {
    (void)state;
    static const float bodies[] = {0.0f, 0.2f, 0.35f, 0.5f};
    for (uint32_t i = 0; i < WEND_COUNT(bodies); i++) {
        guided all = guide(passage, WEND_COUNT(passage), 0.5, bodies[i]);
        assert_true(expect_costs(&all, bodies[i]) > 20);
        dismiss(&all);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_narrow_passage_costs_more),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
