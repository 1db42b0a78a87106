// How far bodies may reach towards others, many pairs at once, against one pair at a time.
#include "base/isa.h"
#include "steer/turn_pairs.h"
#include "support/turn_cast.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static wi_turn_limits_kernel *const kernels[WI_ISA_COUNT] = WI_WIDE_TABLE(wi_turn_limits);

static wi_ellipse shape_of(const wi_pairs *pairs, wi_pair_field first, uint32_t i) {
    return (wi_ellipse){pairs->field[first][i], pairs->field[first + 1][i], pairs->field[first + 2][i]};
}

static void put_shape(wi_pairs *pairs, wi_pair_field first, uint32_t i, wi_ellipse e) {
    pairs->field[first][i] = e.mean, pairs->field[first + 1][i] = e.k, pairs->field[first + 2][i] = e.l;
}

static wi_ellipse random_ellipse(uint64_t seed, uint32_t from) {
    float a = (float)draw(seed, from, 0.05, 0.5), b = seed % 5 == 0 ? a : (float)draw(seed, from + 1, 0.05, 0.5);
    double angle = draw(seed, from + 2, -4, 4);
    return wi_ellipse_of(a, b, wi_vec((float)cos(angle), (float)sin(angle)));
}

// Near and far, overlapping, and now and then in one place.
static void put_pair(wi_pairs *pairs, uint32_t i, uint64_t seed) {
    float far = seed % 37 == 0 ? 0.0f : 1.0f;
    put_shape(pairs, WI_PAIR_MEAN, i, random_ellipse(seed, 0));
    put_shape(pairs, WI_PAIR_OTHER_MEAN, i, random_ellipse(seed, 4));
    pairs->field[WI_LIMIT_GROWTH][i] = (float)draw(seed, 8, 0.0, 0.2);
    pairs->field[WI_LIMIT_RADIUS][i] = (float)draw(seed, 9, 0.05, 0.5);
    pairs->field[WI_PAIR_X][i] = far * (float)draw(seed, 10, -1.2, 1.2);
    pairs->field[WI_PAIR_Y][i] = far * (float)draw(seed, 11, -1.2, 1.2);
}

typedef struct reach_limit {
    wend_vec n;
    float reach2;
} reach_limit;

static bool is_slender(wi_ellipse e) { return 0.5f * (e.mean * e.mean) < e.k * e.k + e.l * e.l; }

static reach_limit limit_of(const wi_pairs *pairs, uint32_t i) {
    wi_ellipse own = shape_of(pairs, WI_PAIR_MEAN, i), other = shape_of(pairs, WI_PAIR_OTHER_MEAN, i);
    wend_vec p = {pairs->field[WI_PAIR_X][i], pairs->field[WI_PAIR_Y][i]}, n = wi_unit(p, wi_vec(1.0f, 0.0f));
    float enough = 2.0f * pairs->field[WI_LIMIT_GROWTH][i];
    float first = wi_dot(n, p) - wi_ellipse_reach(own, n) - wi_ellipse_reach(other, n);
    float gap = wi_ellipses_apart(own, other, p, &n, 3);
    if (first <= enough && gap < 0.0f && (is_slender(own) || is_slender(other)))
        gap = wi_ellipses_apart(own, other, p, &n, 12);
    float unused = gap - (pairs->field[WI_LIMIT_RADIUS][i] - wi_ellipse_reach(other, n));
    float most = wi_ellipse_reach(own, n) + wi_max(0.0f, wi_max(0.5f * gap, unused));
    float longest2 = own.mean + sqrtf(own.k * own.k + own.l * own.l);
    bool free = first > enough || gap > enough || most * most >= longest2;
    return (reach_limit){n, free ? WI_LIMIT_FREE : most * most};
}

static bool same_float(float a, float b) { return memcmp(&a, &b, sizeof a) == 0; }

static void many_limits_are_those_of_each(void **state) {
    (void)state;
    int limited = 0, looked = 0;
    for (uint64_t seed = 1; seed <= 400; seed++) {
        wi_pairs pairs = {.count = (uint32_t)(seed % WI_PAIRS_MAX)}, again;
        for (uint32_t i = 0; i < WI_PAIRS_MAX; i++) put_pair(&pairs, i, 1000 * seed + i);
        for (uint32_t isa = 0; isa < WI_ISA_COUNT; isa++) {
            if (!wend_isa_available((wend_isa)(WEND_ISA_BASE + isa))) continue;
            again = pairs;
            kernels[isa](&again);
            for (uint32_t i = 0; i < pairs.count; i++) {
                reach_limit wanted = limit_of(&pairs, i);
                if (!same_float(again.field[WI_LIMIT_REACH2][i], wanted.reach2))
                    fail_msg("seed %d, pair %d: %g, must be %g", (int)seed, (int)i,
                             (double)again.field[WI_LIMIT_REACH2][i], (double)wanted.reach2);
                assert_true(same_float(again.field[WI_LIMIT_N_X][i], wanted.n.x));
                assert_true(same_float(again.field[WI_LIMIT_N_Y][i], wanted.n.y));
                looked++;
                limited += wanted.reach2 < WI_LIMIT_FREE;
            }
        }
    }
    assert_true(limited > looked / 10 && limited < looked - looked / 10);
}

static void cast_throng(cast *c, uint64_t seed) {
    for (uint32_t i = 0; i < CAST_MOST; i++) {
        wend_shape shape = wend_ellipse((float)draw(seed, 9 * i, 0.05, 0.4), (float)draw(seed, 9 * i + 1, 0.05, 0.4));
        if (i % 5 == 2) shape = wend_disc(0.2f);
        wend_vec v = {(float)draw(seed, 9 * i + 5, -1.5, 1.5), (float)draw(seed, 9 * i + 6, -1.5, 1.5)};
        cast_add(c, shape, draw(seed, 9 * i + 2, -2, 2), draw(seed, 9 * i + 3, -2, 2), draw(seed, 9 * i + 4, -4, 4), v);
    }
}

// An ellipse would go across its heading no faster than the share of its speed that the one who looks at it has.
static wend_vec preferred_by_definition(const wi_turner *t, uint32_t row) {
    wend_vec preferred = {t->now->body[row].preferred_x, t->now->body[row].preferred_y};
    float across = fabsf(wi_det(t->now->motion[row].heading, preferred));
    float most = t->set->side_pace * t->now->pace[row].preferred_speed;
    bool slow = t->set->side_pace < 1.0f && wi_body_elliptic(t->now, row) && across > most;
    return slow ? wi_scale(most / across, preferred) : preferred;
}

// How far towards others a body may reach, asked of all of them, near or far, one by one.
static uint32_t limits_by_definition(const wi_turner *t, float growth, wi_pairs *pairs, reach_limit *limits) {
    wend_vec at = wi_add(t->body.at, wi_scale(t->now->step, t->velocity));
    uint32_t count = 0;
    for (uint32_t i = 0; i < 2 * t->others.count; i++) {
        uint32_t row = wi_turn_other(t, i / 2);
        const wend_body *body = &t->now->body[row];
        wi_outline other = wi_view_outline(t->now, row);
        float radius = t->now->form[row].radius;
        wend_vec v = i % 2 ? preferred_by_definition(t, row) : wi_vec(body->vx, body->vy);
        wend_vec p = wi_add(wi_sub(wi_vec(body->x, body->y), at), wi_scale(t->now->step, v));
        put_shape(pairs, WI_PAIR_MEAN, 0, wi_ellipse_of(t->body.half_length, t->body.half_width, t->body.heading));
        put_shape(pairs, WI_PAIR_OTHER_MEAN, 0,
                  wi_turn_is_round(&other) ? (wi_ellipse){radius * radius, 0.0f, 0.0f}
                                           : wi_ellipse_of(other.half_length, other.half_width, other.heading));
        pairs->field[WI_LIMIT_GROWTH][0] = growth, pairs->field[WI_LIMIT_RADIUS][0] = radius;
        pairs->field[WI_PAIR_X][0] = p.x, pairs->field[WI_PAIR_Y][0] = p.y;
        limits[count++] = limit_of(pairs, 0);
    }
    return count;
}

// In parts of at most 0.087 rad, as far as it is free.
static wend_vec turn_by_definition(const wi_turner *t, wend_vec wish) {
    wi_pairs pairs;
    reach_limit limits[2 * CAST_MOST];
    if (wi_turn_is_round(&t->body)) return wish;
    float growth = wi_turn_growth(&t->now->form[t->row], t->body.heading, wish);
    uint32_t count = limits_by_definition(t, growth, &pairs, limits);
    wend_vec from = t->body.heading, free = from;
    float angle = wend_atan2(wi_det(from, wish), wi_dot(from, wish));
    uint32_t parts = 1 + (uint32_t)(fabsf(angle) / 0.087f);
    for (uint32_t part = 1; part <= parts; part++) {
        float turn = angle * (float)part / (float)parts;
        wend_vec next = part == parts ? wish : wi_turned(from, wend_cos(turn), wend_sin(turn));
        wi_ellipse shape = wi_ellipse_of(t->body.half_length, t->body.half_width, next);
        for (uint32_t i = 0; i < count; i++)
            if (wi_ellipse_reach2(shape, limits[i].n) > limits[i].reach2 * 1.00001f) return free;
        free = next;
    }
    return free;
}

// Everybody in a throng, minding all others, and which way it would turn.
typedef struct throng {
    wi_turner turners[CAST_MOST];
    const wi_turner *who[CAST_MOST];
    uint64_t everybody[CAST_MOST];
    wend_vec wish[CAST_MOST];
    int32_t others[CAST_MOST][CAST_MOST];
} throng;

static void read_throng(const cast *c, uint64_t seed, throng *of) {
    for (uint32_t row = 0; row < CAST_MOST; row++) {
        uint32_t count = 0;
        for (uint32_t other = 0; other < CAST_MOST; other++)
            if (other != row) of->others[row][count++] = (int32_t)other;
        const wi_others others = {of->others[row], 1, count};
        of->turners[row] = wi_turner_of(&c->view, row, &c->set, others, c->motion[row].velocity);
        of->who[row] = &of->turners[row];
        of->everybody[row] = wi_turn_everybody(&of->turners[row]);
        double angle = draw(seed, 300 + row, -4, 4);
        of->wish[row] = wi_vec((float)cos(angle), (float)sin(angle));
    }
}

static bool same_vec(wend_vec a, wend_vec b) { return same_float(a.x, b.x) && same_float(a.y, b.y); }

// Whoever turns among many turns as far as alone, beside walls too, and without walls as far as its definition says.
static void many_turn_as_each(void **state) {
    (void)state;
    wend_point corner[3] = {{-1, -3}, {-1, 0.3}, {3, 0.3}};
    wend_obstacle walls[] = {{WEND_WALL, 0, corner, 3}};
    int held = 0;
    for (uint64_t seed = 1; seed <= 200; seed++) {
        cast c;
        cast_open(&c, walls, seed % 2);
        cast_throng(&c, seed);
        c.set.side_pace = seed % 4 < 2 ? 1.0f : (float)draw(seed, 999, 0.0, 1.0);
        throng of;
        wend_vec all[CAST_MOST];
        read_throng(&c, seed, &of);
        memcpy(all, of.wish, sizeof all);
        wi_turn_if_free(of.who, of.everybody, all, CAST_MOST, true);
        for (uint32_t row = 0; row < CAST_MOST; row++) {
            wend_vec alone = of.wish[row];
            wi_turn_if_free(&of.who[row], &of.everybody[row], &alone, 1, true);
            if (!same_vec(alone, all[row])) fail_msg("seed %d", (int)seed);
            held += alone.x != of.wish[row].x;
            wend_vec wanted = seed % 2 ? alone : turn_by_definition(of.who[row], of.wish[row]);
            if (!same_vec(wanted, alone)) fail_msg("seed %d, row %d", (int)seed, (int)row);
        }
        cast_close(&c);
    }
    assert_true(held > 500);
}

// Bodies that stand, some of them boxes, and would all turn.
static void cast_standing(cast *c, uint64_t seed) {
    cast_throng(c, seed);
    for (uint32_t row = 0; row < CAST_MOST; row++) {
        wend_shape shape = wend_box(c->form[row].half_length, c->form[row].half_width);
        if (row % 3 == 0) c->role[row].shape = WEND_BOX, c->form[row].radius = wi_shape_radius(shape);
        c->motion[row].velocity = wi_vec(0.0f, 0.0f);
        c->body[row].vx = c->body[row].vy = c->body[row].preferred_x = c->body[row].preferred_y = 0.0f;
        c->body[row].radius = c->form[row].radius;
    }
}

// By how much a pair with a box comes to overlap more deeply, at most.
static float worst_of_turns(const cast *c, const wend_vec *heading) {
    float worst = 0.0f;
    for (uint32_t a = 0; a < CAST_MOST; a++)
        for (uint32_t b = a + 1; b < CAST_MOST; b++) {
            wi_outline one = wi_view_outline(&c->view, a), other = wi_view_outline(&c->view, b);
            if (one.kind != WEND_BOX && other.kind != WEND_BOX) continue;
            float before = wi_outline_gap(&one, &other);
            one.heading = heading[a], other.heading = heading[b];
            worst = fmaxf(worst, fminf(before, 0.0f) - wi_outline_gap(&one, &other));
        }
    return worst;
}

// Boxes and those beside them turn all at once, alone or among many as far, and nobody gets into a box by that; the
// polygon about an ellipse reaches up to 1 mm too far.
static void boxes_and_others_turn_clear_of_each_other(void **state) {
    (void)state;
    int held = 0, turned = 0;
    for (uint64_t seed = 1; seed <= 200; seed++) {
        cast c;
        throng of;
        wend_vec all[CAST_MOST];
        cast_open(&c, NULL, 0);
        cast_standing(&c, seed);
        read_throng(&c, seed, &of);
        memcpy(all, of.wish, sizeof all);
        wi_turn_if_free(of.who, of.everybody, all, CAST_MOST, true);
        float worst = worst_of_turns(&c, all);
        if (worst > 1e-3f) fail_msg("seed %d: %g m into a box", (int)seed, (double)worst);
        for (uint32_t row = 0; row < CAST_MOST; row++) {
            wend_vec alone = of.wish[row];
            wi_turn_if_free(&of.who[row], &of.everybody[row], &alone, 1, true);
            if (!same_vec(alone, all[row])) fail_msg("seed %d, row %d", (int)seed, (int)row);
            held += row % 3 == 0 && alone.x != of.wish[row].x;
            turned += row % 3 == 0 && alone.x != c.motion[row].heading.x;
        }
        cast_close(&c);
    }
    if (held < 500 || turned < 500) fail_msg("%d held, %d turned", held, turned);
}

static void foresee_on(cast *c, uint32_t isa, const throng *of, wi_foresight *ahead) {
    const wi_senses *real = c->view.senses;
    wi_senses senses = *real;
    senses.isa = isa;
    c->view.senses = &senses;
    wi_turn_foresee(of->turners, CAST_MOST, ahead);
    c->view.senses = real;
}

// With foresight only those come into question who were near at a glance: enough for every turn of a step.
static void nobody_in_the_way_is_overlooked(void **state) {
    (void)state;
    int held = 0, near_ones = 0, turns = 0;
    for (uint64_t seed = 1; seed <= 100; seed++) {
        cast c;
        cast_open(&c, NULL, 0);
        cast_throng(&c, seed);
        c.set.foresight = 1.0f;
        c.set.turn_limit = (float)draw(seed, 290, 0.0, seed % 4 ? 10.0 : 100.0);
        throng of;
        read_throng(&c, seed, &of);
        for (uint32_t isa = 0; isa < WI_ISA_COUNT; isa++) {
            if (!wend_isa_available((wend_isa)(WEND_ISA_BASE + isa))) continue;
            wi_foresight ahead[CAST_MOST];
            foresee_on(&c, isa, &of, ahead);
            for (uint32_t row = 0; row < CAST_MOST; row++) {
                if (!wi_turn_foresees(of.who[row])) continue;
                wend_vec wish = wi_turn_limited(of.who[row], of.wish[row]), got = wish, wanted = wish;
                wi_turn_if_free(&of.who[row], &ahead[row].near, &got, 1, true);
                wi_turn_if_free(&of.who[row], &of.everybody[row], &wanted, 1, true);
                if (!same_vec(got, wanted)) fail_msg("seed %d, isa %d, row %d", (int)seed, (int)isa, (int)row);
                held += wanted.x != wish.x;
                near_ones += __builtin_popcountll(ahead[row].near);
                turns++;
            }
        }
        cast_close(&c);
    }
    if (held < 500 || near_ones > 15 * turns) fail_msg("%d held, %d near in %d turns", held, near_ones, turns);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(many_limits_are_those_of_each),
        cmocka_unit_test(many_turn_as_each),
        cmocka_unit_test(boxes_and_others_turn_clear_of_each_other),
        cmocka_unit_test(nobody_in_the_way_is_overlooked),
    };
    return cmocka_run_group_tests_name("steer/turn_free", tests, NULL, NULL);
}
