// Personal space: every kernel beside a search of one agent after the other, and what it is for.
#include "route/space.h"

#include "base/isa.h"
#include "sense/near.h"
#include "sense/walls.h"
#include "support/stage.h"
#include "world/world.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static float uniform(uint64_t seed, uint32_t i, uint32_t what) { return wend_random(seed, i, 0, 1, what); }

static stage crowd(uint64_t seed, bool with_big, bool with_walls) {
    static const wend_point upper[] = {{2, 3}, {5, 3.2}, {5, 6}}, lower[] = {{1.5, 1.6}, {6.5, 2}, {6.2, 7}};
    static const wend_obstacle walls[] = {{WEND_WALL, 0, upper, 3}, {WEND_WALL, 0, lower, 3}};
    static const wend_setting sociable[] = {{"personal_space", 0.5f}, {"berth", 0.1f}};
    wend_profile profile = profile_of(&wend_model_straight);
    profile.settings = sociable;
    profile.setting_count = WEND_COUNT(sociable);
    wend_scene_def def = wend_scene_default();
    def.profiles = &profile;
    def.obstacles = walls;
    def.obstacle_count = with_walls ? WEND_COUNT(walls) : 0;
    stage on = stage_open(&def, NULL);
    for (uint32_t i = 0; i < 200; i++) {
        wend_agent agent = agent_at(9.0 * (double)uniform(seed, i, 0), 9.0 * (double)uniform(seed, i, 1));
        agent.shape = wend_disc(with_big && i == 0 ? 1.5f : 0.1f + 0.5f * uniform(seed, i, 2));
        agent.goal.at = (wend_point){20.0 * (double)uniform(seed, i, 3) - 5.0, 9.0 * (double)uniform(seed, i, 4)};
        agent.velocity = (wend_vec){uniform(seed, i, 5) - 0.3f, uniform(seed, i, 6) - 0.5f};
        (void)wend_world_add(on.world, &agent, NULL, NULL); // who finds no place stays away
    }
    for (wend_serial who = 1; who < 60; who++) {
        agent_set_param(on.world, who, "personal_space", 1.5f * uniform(seed, (uint32_t)who, 7));
        if (who % 4 == 0) agent_set_param(on.world, who, "inattention", 0.5f);
        if (who % 3 == 0) agent_set_param(on.world, who, "density_cap", WI_CAP_HEADWAY);
    }
    return on;
}

// From 0 to 1: how much the only one within reach of the space comes or crosses.
static double lone_comer(const wend_view *now, uint32_t row, const wend_body *is, double reach) {
    wend_neighbour found[2];
    if (wi_near(now, row, (float)reach, 2, found) != 1) return 0.0;
    wend_vec v = now->motion[found[0].row].velocity;
    double wished = hypot((double)is->preferred_x, (double)is->preferred_y);
    double along = ((double)v.x * (double)is->preferred_x + (double)v.y * (double)is->preferred_y) / wished;
    return fmin(1.0, fmax(0.0, (hypot((double)v.x, (double)v.y) - fmax(along, 0.0)) / (0.5 * wished)));
}

// Between walls: the radius with which two who keep to them can pass, INFINITY where there is no wall within reach.
static double fitting(const wend_view *now, uint32_t row, double body, double most) {
    const wi_walls *walls = now->senses->walls;
    wend_vec at = {now->x[row], now->y[row]}, foot = {0.0f, 0.0f};
    double nearest = INFINITY, opposite = most;
    for (uint32_t i = 0; i < walls->wall_count; i++) {
        wend_vec here;
        double distance = sqrt((double)wi_wall_distance2(&walls->wall[i], at, &here));
        if (distance >= nearest) continue;
        nearest = distance;
        foot = here;
    }
    if (!(nearest < 0.5 * most)) return INFINITY;
    double nx = ((double)at.x - (double)foot.x) / nearest, ny = ((double)at.y - (double)foot.y) / nearest;
    for (uint32_t i = 0; i < walls->wall_count; i++) { // where the way from the nearest wall meets it
        const wend_wall *wall = &walls->wall[i];
        double ax = (double)wall->a.x - (double)at.x, ay = (double)wall->a.y - (double)at.y;
        double ex = (double)wall->b.x - (double)wall->a.x, ey = (double)wall->b.y - (double)wall->a.y;
        double det = ny * ex - nx * ey, way = (ay * ex - ax * ey) / det, share = (nx * ay - ny * ax) / det;
        if (way > 0.0 && share >= 0.0 && share <= 1.0) opposite = fmin(opposite, way);
    }
    return 0.5 * (nearest + opposite) - body;
}

// As docs/habits.md has it.
static float oracle(const wend_view *now, uint32_t row, const wend_body *is) {
    const wi_habits *habits = wi_view_habits(now, row);
    wend_neighbour found[2];
    double body = (double)is->radius, space = (double)habits->personal_space;
    double wish2 =
        (double)is->preferred_x * (double)is->preferred_x + (double)is->preferred_y * (double)is->preferred_y;
    double left_free = habits->density_cap > 0.0f ? 0.5 : 0.0;
    uint32_t rank = wish2 > 0.0 ? 1 : 0;
    uint32_t count = wi_near(now, row, 100.0f, 2, found);
    if (count > rank) {
        double half_way = 0.5 * sqrt((double)found[rank].distance2);
        space = fmin(space, body + (1.0 - left_free) * (half_way - body));
    }
    double along = (double)is->vx * (double)is->preferred_x + (double)is->vy * (double)is->preferred_y;
    double ease = wish2 > 0.0 ? fmin(1.0, fmax(0.0, along / (0.5 * wish2))) : 1.0;
    double berth = (double)habits->berth, wanted = fmax(0.0, (double)habits->personal_space - body) + berth;
    double reach = 2.0 * (body + wanted / (1.0 - left_free));
    if (wish2 > 0.0) ease = fmax(ease, lone_comer(now, row, is, reach));
    if (count > 1) berth = fmin(berth, fmax(0.0, (1.0 - left_free) * (0.5 * sqrt((double)found[1].distance2) - body)));
    double beyond = fmax(0.0, space - body) + berth;
    double fits = fitting(now, row, body, 2.0 * (2.0 * body + beyond / (1.0 - left_free)));
    return (float)(body + ease * fmin(beyond, fmax(0.0, (1.0 - left_free) * (fits - body))));
}

static void compare(const wend_view *now, const wend_body *before, uint32_t isa, uint64_t seed, wend_body *first) {
    static wi_space_kernel *const kernels[WI_ISA_COUNT] = WI_WIDE_TABLE(wi_claim_space);
    wend_body *body = test_calloc(now->count, sizeof *body);
    uint32_t *list = test_calloc(now->count, sizeof *list);
    for (uint32_t row = 0; row < now->count; row++) {
        list[row] = row;
        body[row] = before[row];
    }
    kernels[isa](now, body, (wend_rows){list, now->count});
    for (uint32_t row = 0; row < now->count; row++) {
        float expected = oracle(now, row, &before[row]);
        if (fabsf(body[row].radius - expected) > 1e-6f)
            fail_msg("seed %d, row %u: %g m, expected %g m", (int)seed, row, (double)body[row].radius,
                     (double)expected);
        if (isa == 0) first[row] = body[row];
    }
    assert_memory_equal(body, first, now->count * sizeof *body);
    test_free(body);
    test_free(list);
}

static void against_the_oracle(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 12; seed++) {
        stage on = crowd(seed, seed % 3 == 0, seed % 2 == 0);
        wend_view now = world_view(on.world);
        wend_body *before = test_calloc(now.count, sizeof *before), *first = test_calloc(now.count, sizeof *first);
        for (uint32_t row = 0; row < now.count; row++) {
            wend_vec wish = row % 9 ? wi_route_preferred(&now, row) : (wend_vec){0.0f, 0.0f},
                     v = now.motion[row].velocity;
            before[row] = (wend_body){now.x[row], now.y[row], v.x, v.y, now.form[row].radius, 0.0f, wish.x, wish.y};
        }
        now.body = before;
        for (uint32_t isa = 0; isa <= wi_isa_index(WEND_ISA_AUTO); isa++) compare(&now, before, isa, seed, first);
        test_free(before);
        test_free(first);
        stage_close(&on);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(against_the_oracle)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
