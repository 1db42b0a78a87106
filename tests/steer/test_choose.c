// The velocity chosen among obstacles against a dense grid of velocities, each tried in double.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

#include "steer/choose_velocity.h"
#include "support/hull.h"

#define SEED 19980u
#define PI 3.14159265358979323846

static double draw(uint64_t number, uint32_t purpose, double low, double high) {
    return low + (high - low) * (double)wend_random(SEED, number, 0, purpose, 0);
}

// One obstacle as the test knows it: a moving disc, or a wall (two ends, standing).
typedef struct thing {
    wi_dvec end[2];
    uint32_t ends;
    wi_dvec velocity;
    double R, tau;
    wend_vec corner[4];
    wi_velocity_set set;
} thing;

typedef struct scene {
    wi_choice choice;
    thing thing[WI_CHOICE_MAX];
} scene;

// The gap after the time t with velocity v, divided by t: how far (m/s) v is from one that would touch just then.
static double room_at(const thing *o, wi_dvec v, double t) {
    wi_dvec u = v - o->velocity, c[4];
    if (o->set.corner_count == 0) {
        for (uint32_t k = 0; k < o->ends; k++) c[k] = o->end[k] / t;
        return hull_distance(u, c, o->ends) - o->R / t - (double)o->set.radius;
    }
    for (uint32_t k = 0; k < o->set.corner_count; k++) c[k] = o->end[0] / t + wi_dvec_of(o->set.corner[k]);
    return hull_distance(u, c, o->set.corner_count) - o->R / t;
}

// The least room within the horizon. It is convex in 1/t, so thirds of the interval can be thrown away.
static double room(const thing *o, wi_dvec v) {
    double low = 1.0 / o->tau, high = low + 40.0;
    for (int i = 0; i < 45; i++) {
        double a = low + (high - low) / 3.0, b = high - (high - low) / 3.0;
        if (room_at(o, v, 1.0 / a) < room_at(o, v, 1.0 / b))
            high = b;
        else
            low = a;
    }
    return fmin(room_at(o, v, o->tau), room_at(o, v, 2.0 / (low + high)));
}

static void add(scene *s, const thing *added) {
    wi_vo *vo = &s->choice.obstacle[s->choice.count];
    thing *o = &s->thing[s->choice.count++];
    *o = *added;
    o->set.corner = o->corner;
    if (o->ends == 2)
        wi_vo_wall(vo, o->end[0], o->end[1], o->R, o->tau, 0.1, 1.0);
    else
        wi_vo_disc(vo, o->end[0], o->R, o->tau, 0.1, o->velocity, &o->set);
    if (o->ends == 2) s->choice.wall_count = s->choice.count;
}

static wi_dvec in_direction(double angle, double length) { return length * (wi_dvec){cos(angle), sin(angle)}; }

static thing draw_disc(uint64_t number, uint32_t purpose, double reach) {
    thing o = {.ends = 1, .R = draw(number, purpose, 0.3, 0.7), .tau = 2.0};
    o.end[0] = in_direction(draw(number, purpose + 1, 0.0, 2.0 * PI), o.R + draw(number, purpose + 2, 0.01, reach));
    o.velocity = in_direction(draw(number, purpose + 3, 0.0, 2.0 * PI), draw(number, purpose + 4, 0.0, 1.5));
    return o;
}

static thing draw_wall(uint64_t number, uint32_t purpose) {
    thing o = {.ends = 2, .R = 0.25, .tau = 1.0};
    double angle = draw(number, purpose, 0.0, 2.0 * PI), away = draw(number, purpose + 1, 0.26, 1.5);
    wi_dvec foot = in_direction(angle, away), along = in_direction(angle + 0.5 * PI, 1.0);
    o.end[0] = foot + along * draw(number, purpose + 2, -3.0, -0.1);
    o.end[1] = foot + along * draw(number, purpose + 3, 0.1, 3.0);
    return o;
}

static void widen(thing *o, uint64_t number, uint32_t purpose) {
    if (number % 3 == 1) o->set.radius = (float)draw(number, purpose, 0.0, 0.3);
    if (number % 3 != 2) return;
    float a = (float)draw(number, purpose, 0.05, 0.3);
    o->corner[0] = wi_vec(-a, -a), o->corner[1] = wi_vec(a, -a), o->corner[2] = wi_vec(a, a),
    o->corner[3] = wi_vec(-a, a);
    o->set.corner_count = 4;
}

static void draw_scene(scene *s, uint64_t number, uint32_t walls, uint32_t bodies, double reach) {
    s->choice.max_speed = 2.0;
    s->choice.max_change = INFINITY;
    s->choice.current = (wi_dvec){0.0, 0.0};
    s->choice.preferred = in_direction(draw(number, 0, 0.0, 2.0 * PI), draw(number, 1, 0.0, 2.2));
    s->choice.count = s->choice.wall_count = 0;
    for (uint32_t i = 0; i < walls; i++) {
        thing o = draw_wall(number, 10 + 10 * i);
        add(s, &o);
    }
    for (uint32_t i = 0; i < bodies; i++) {
        thing o = draw_disc(number, 100 + 10 * i, reach);
        widen(&o, number, 105 + 10 * i);
        add(s, &o);
    }
}

// How many walls and bodies a velocity is inside of by more than `depth`, walls counting a thousand.
static uint32_t blame(const scene *s, wi_dvec v, double depth) {
    uint32_t sum = 0;
    for (uint32_t i = 0; i < s->choice.count; i++) {
        if (room(&s->thing[i], v) < -depth) sum += i < s->choice.wall_count ? 1000 : 1;
    }
    return sum;
}

static wi_dvec choose(const scene *s) {
    wend_vec v = wi_choose_velocity(&s->choice);
    float max = (float)s->choice.max_speed;
    assert_true(wi_vec_finite(v));
    assert_true(wi_length2(v) <= max * max);
    return wi_dvec_of(v);
}

// Returns true if there was a free velocity.
static bool check_against_grid(const scene *s, uint64_t number, int half) {
    wi_dvec v = choose(s);
    double far = wi_dlength(v - s->choice.preferred);
    uint32_t sum = blame(s, v, 1e-5), least = UINT32_MAX;
    for (int i = -half; i <= half; i++) {
        for (int k = -half; k <= half; k++) {
            wi_dvec g = {s->choice.max_speed * i / half, s->choice.max_speed * k / half};
            if (wi_dlength(g) > s->choice.max_speed || wi_dlength(g - s->choice.current) > s->choice.max_change)
                continue;
            if (sum == 0 && wi_dlength(g - s->choice.preferred) > far - 1e-5) continue;
            uint32_t here = blame(s, g, 0.0);
            least = here < least ? here : least;
        }
    }
    bool right = sum == 0 ? least > 0 : sum <= least;
    if (!right) print_message("seed %u, case %d: %u obstacles, grid %u\n", SEED, (int)number, sum, least);
    assert_true(right);
    return sum == 0;
}

static void nothing_free_is_closer(void **state) {
    (void)state;
    static scene s;
    int free = 0;
    for (uint64_t number = 0; number < 90; number++) {
        draw_scene(&s, number, (uint32_t)(number % 4), 2 + (uint32_t)(number % 7), 3.0);
        free += check_against_grid(&s, number, 40);
    }
    assert_true(free > 60);
}

static void blocked_all_round_means_fewest(void **state) {
    (void)state;
    static scene s;
    int blocked = 0;
    for (uint64_t number = 1000; number < 1040; number++) {
        draw_scene(&s, number, (uint32_t)(number % 4), 16, 0.4);
        blocked += !check_against_grid(&s, number, 25);
    }
    assert_true(blocked > 20);
}

static void limits_of_acceleration_are_part_of_the_choice(void **state) {
    (void)state;
    static scene s;
    for (uint64_t number = 2000; number < 2040; number++) {
        draw_scene(&s, number, 1, 4, 2.0);
        s.choice.current = in_direction(draw(number, 5, 0.0, 2.0 * PI), draw(number, 6, 0.0, 2.0));
        s.choice.max_change = draw(number, 7, 0.1, 1.0);
        check_against_grid(&s, number, 40);
        assert_true(wi_dlength(choose(&s) - s.choice.current) <= s.choice.max_change + 1e-6);
    }
}

static void preferred_velocity_is_kept_where_it_is_free(void **state) {
    (void)state;
    static scene s;
    draw_scene(&s, 0, 0, 0, 1.0);
    s.choice.preferred = wi_dvec_of(wi_vec(0.7f, -1.1f));
    wend_vec v = wi_choose_velocity(&s.choice);
    assert_true(v.x == 0.7f && v.y == -1.1f);
    s.choice.preferred = (wi_dvec){30.0, 40.0};
    v = wi_choose_velocity(&s.choice);
    assert_true(fabsf(v.x - 1.2f) < 1e-6f && fabsf(v.y - 1.6f) < 1e-6f);
}

// The speed limit is kept to the last bit, also where it is 0 or tiny and where the best is on the circle itself.
static void never_too_fast(void **state) {
    (void)state;
    static scene s;
    for (uint64_t number = 3000; number < 5000; number++) {
        draw_scene(&s, number, (uint32_t)(number % 3), (uint32_t)(number % 12), 1.0);
        s.choice.max_speed = number % 50 == 0 ? 0.0 : (double)(float)draw(number, 8, 0.0, 2.5);
        s.choice.preferred *= 1.5;
        choose(&s);
    }
}

static void ties_go_to_the_left_leg(void **state) {
    (void)state;
    static scene s;
    draw_scene(&s, 0, 0, 0, 1.0);
    thing ahead = {.end = {{1.5, 0.0}}, .ends = 1, .R = 0.5, .tau = 2.0, .velocity = {-1.0, 0.0}};
    add(&s, &ahead);
    s.choice.preferred = (wi_dvec){1.3, 0.0};
    assert_true(choose(&s)[1] > 0.0);
    s.choice.preferred = (wi_dvec){1.3, -1e-3};
    assert_true(choose(&s)[1] < 0.0);
}

static void never_into_a_wall_for_the_sake_of_a_body(void **state) {
    (void)state;
    static scene s;
    draw_scene(&s, 0, 0, 0, 1.0);
    thing wall = {.end = {{-9.0, -0.3}, {9.0, -0.3}}, .ends = 2, .R = 0.25, .tau = 1.0};
    add(&s, &wall);
    for (int i = 0; i < 8; i++) { // a ring that closes in, above the wall
        thing o = {.end = {in_direction(PI * i / 7.0, 0.6)}, .ends = 1, .R = 0.5, .tau = 2.0};
        o.velocity = -2.5 * o.end[0];
        add(&s, &o);
    }
    s.choice.preferred = (wi_dvec){0.5, -1.0};
    wi_dvec v = choose(&s);
    assert_true(room(&wall, v) > -1e-6);
    assert_true(blame(&s, v, 1e-6) > 0);
}

static void bodies_in_contact_part_as_fast_as_they_can(void **state) {
    (void)state;
    static scene s;
    draw_scene(&s, 0, 0, 0, 1.0);
    thing o = {.end = {{0.3, 0.0}}, .ends = 1, .R = 0.5, .tau = 2.0}; // 2 m/s part them in a step of 0.1 s
    add(&s, &o);
    s.choice.preferred = (wi_dvec){1.0, 0.3};
    wi_dvec v = choose(&s);
    assert_true(fabs(v[0] + 2.0) < 1e-3 && fabs(v[1]) < 0.05);
    s.choice.max_speed = 1.0; // now it takes longer
    v = choose(&s);
    assert_true(fabs(v[0] + 1.0) < 1e-6 && fabs(v[1]) < 1e-6);
}

static void odd_input_gives_a_velocity(void **state) {
    (void)state;
    static scene s;
    const thing odd[] = {
        {.end = {{0.0, 0.0}}, .ends = 1, .R = 0.5, .tau = 2.0},
        {.end = {{0.0, 0.0}}, .ends = 1, .R = 0.0, .tau = 2.0},
        {.end = {{0.5, 0.0}}, .ends = 1, .R = 0.5, .tau = 0.05},
        {.end = {{1e-30, 0.0}}, .ends = 1, .R = 1e-30, .tau = 2.0},
        {.end = {{1e4, 0.0}}, .ends = 1, .R = 9999.0, .tau = 0.05, .velocity = {-100.0, 3.0}},
        {.end = {{0.0, 0.0}, {1.0, 0.0}}, .ends = 2, .R = 0.0, .tau = 1.0},
        {.end = {{0.0, 0.0}, {1.0, 0.0}}, .ends = 2, .R = 0.25, .tau = 1.0},
        {.end = {{1.0, 0.0}, {1.0, 0.0}}, .ends = 2, .R = 0.25, .tau = 1.0},
        {.end = {{0.25, -1.0}, {0.25, 1.0}}, .ends = 2, .R = 0.25, .tau = 1.0},
    };
    for (uint32_t mask = 0; mask < 1u << WEND_COUNT(odd); mask++) {
        draw_scene(&s, mask, 0, 0, 1.0);
        for (uint32_t i = WEND_COUNT(odd); i-- > 0;) {
            if (mask >> i & 1) add(&s, &odd[i]);
        }
        choose(&s);
        s.choice.preferred = (wi_dvec){0.0, 0.0};
        choose(&s);
    }
}

int main(void) {
    print_message("seed %u\n", SEED);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_free_is_closer),
        cmocka_unit_test(blocked_all_round_means_fewest),
        cmocka_unit_test(limits_of_acceleration_are_part_of_the_choice),
        cmocka_unit_test(preferred_velocity_is_kept_where_it_is_free),
        cmocka_unit_test(never_too_fast),
        cmocka_unit_test(ties_go_to_the_left_leg),
        cmocka_unit_test(never_into_a_wall_for_the_sake_of_a_body),
        cmocka_unit_test(bodies_in_contact_part_as_fast_as_they_can),
        cmocka_unit_test(odd_input_gives_a_velocity),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
