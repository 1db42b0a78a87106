// The gap that a body will come to, against its definition from sampled outlines, and what people do about gaps.
#include "base/isa.h"
#include "support/turn_cast.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#define ENOUGH 0.8

typedef struct spot {
    double x, y;
} spot;

static double dot(spot a, spot b) { return a.x * b.x + a.y * b.y; }

static spot of(wend_vec a) { return (spot){(double)a.x, (double)a.y}; }

// What is nearest on one side: where it is, seen from the body's centre.
typedef struct side {
    spot at;
    double room;
} side;

// How far an outline reaches in a direction, by a walk around it.
static double reach_by_walk(const wi_outline *body, spot n) {
    double most = 0.0;
    for (int i = 0; i < 3600; i++) {
        double angle = (i + 0.5) * acos(-1.0) / 1800.0, along = cos(angle), across = sin(angle);
        if (body->kind == WEND_BOX) along = copysign(1.0, along), across = copysign(1.0, across); // its corners
        double x = (double)body->half_length * along, y = (double)body->half_width * across;
        spot at = {x * (double)body->heading.x - y * (double)body->heading.y,
                   x * (double)body->heading.y + y * (double)body->heading.x};
        most = fmax(most, dot(at, n));
    }
    return most;
}

// Another whom the body passes, as near as it minds others; `off` (s, m) shifts where that ends.
typedef struct passed {
    side side;
    bool is_left;
    double ahead, reach, speed; // m along their way past each other, and m/s
} passed;

static bool passes(const wi_turner *t, uint32_t row, double off, passed *found) {
    const wend_body *other = &t->now->body[row];
    wi_outline outline = wi_view_outline(t->now, row);
    spot p = {(double)other->x - (double)t->body.at.x, (double)other->y - (double)t->body.at.y};
    spot w = {(double)t->pace * (double)t->way.x - (double)other->vx,
              (double)t->pace * (double)t->way.y - (double)other->vy};
    double speed = hypot(w.x, w.y);
    if (!(dot(p, of(t->way)) > 0.0 && dot(p, w) > 0.0 && speed > 0.05)) return false;
    spot along = {w.x / speed, w.y / speed}, n = {-along.y, along.x};
    bool is_left = dot(n, p) >= 0.0;
    if (!is_left) n = (spot){-n.x, -n.y};
    double room = fmax(0.0, dot(n, p) - reach_by_walk(&outline, n));
    double ahead = dot(along, p), reach = (double)t->radius + reach_by_walk(&outline, along);
    *found = (passed){{{n.x * room, n.y * room}, room}, is_left, ahead, reach, speed};
    return room < ENOUGH && ahead - reach < (1.0 + off) * speed && ahead - reach < (double)t->set->approach + off;
}

static void narrow_by_other(const wi_turner *t, uint32_t row, double time, double off, side *left, side *right) {
    passed by;
    if (!passes(t, row, off, &by) || fabs(by.ahead - by.speed * (time + off)) > by.reach) return;
    side *s = by.is_left ? left : right;
    if (by.side.room < s->room) *s = by.side;
}

// Beside the closest of those past whom the body can turn, each half of it has what is free there less half of a spare
// centimetre, and wants no more.
static double gap_beside_one(const wi_turner *t, double off) {
    const double ease = (double)t->set->ease, spare = 0.01;
    const double narrowest = 2.0 * fmin((double)t->body.half_length, (double)t->body.half_width);
    double least = ENOUGH;
    for (uint32_t row = 1; row < t->now->count; row++) {
        passed by;
        if (!passes(t, row, off, &by)) continue;
        double room = ease * (2.0 * by.side.room - spare) + spare;
        if (room >= narrowest + off) least = fmin(least, room);
    }
    return least;
}

static void narrow_by_line(const wi_turner *t, double y, double time, side *left, side *right) {
    spot place = {(double)t->body.at.x + time * (double)t->pace * (double)t->way.x,
                  (double)t->body.at.y + time * (double)t->pace * (double)t->way.y};
    spot to = {0.0, y - place.y}, n = {-(double)t->way.y, (double)t->way.x};
    double aside = dot(to, n), ahead = dot(to, of(t->way));
    double from_body = dot((spot){place.x - (double)t->body.at.x, y - (double)t->body.at.y}, of(t->way));
    if (fabs(ahead) > (double)t->radius || from_body < 0.0) return;
    side *s = aside >= 0.0 ? left : right;
    if (fabs(aside) < s->room) *s = (side){{n.x * aside, n.y * aside}, fabs(aside)};
}

// `off` shifts the moments that are looked at, to find out where the answer hangs by a thread.
static double gap_by_definition(const wi_turner *t, const double *walls, double off) {
    double least = t->set->alone > 0.0f ? gap_beside_one(t, off) : ENOUGH;
    for (int i = 1; i <= 10; i++) {
        side left = {.room = ENOUGH}, right = {.room = ENOUGH};
        for (uint32_t row = 1; row < t->now->count; row++) narrow_by_other(t, row, 0.1 * i, off, &left, &right);
        for (int k = 0; k < 2; k++) narrow_by_line(t, walls[k], 0.1 * i + off, &left, &right);
        if (left.room < ENOUGH && right.room < ENOUGH)
            least = fmin(least, hypot(left.at.x - right.at.x, left.at.y - right.at.y));
    }
    return least;
}

static void cast_crowd(cast *c, uint64_t seed) {
    wend_vec v = {(float)draw(seed, 0, 0.3, 1.5), (float)draw(seed, 1, -0.1, 0.1)};
    cast_add_human(c, 0, 0, draw(seed, 2, -4, 4), v);
    for (uint32_t i = 1; i < 7; i++) {
        wend_vec goes = {(float)draw(seed, 9 * i + 5, -1.5, 1), (float)draw(seed, 9 * i + 6, -1, 1)};
        cast_add_any(c, seed, i, 0.3, 3.0, goes);
    }
}

static wi_gap gap_among_all(const wi_turner *t, float enough) {
    const uint64_t all = wi_turn_everybody(t);
    return wi_turn_gap_among(t, enough, (wi_passed){all, all});
}

static void is_what_its_definition_says(void **state) {
    (void)state;
    int narrow_ones = 0, doubtful = 0;
    for (uint64_t seed = 1; seed <= 400; seed++) {
        const double y[] = {-draw(seed, 80, 0.3, 1.1), draw(seed, 81, 0.3, 1.1)};
        wend_point south[2] = {{-9, y[0]}, {9, y[0]}}, north[2] = {{-9, y[1]}, {9, y[1]}};
        wend_obstacle walls[] = {{WEND_WALL, 0, south, 2}, {WEND_WALL, 0, north, 2}};
        cast c;
        cast_open(&c, walls, 2);
        cast_crowd(&c, seed);
        c.set.foresight = 1.0f;
        c.set.approach = (float)draw(seed, 82, 0.2, 2.0);
        c.set.alone = (float)(seed % 2);
        c.set.ease = (float)draw(seed, 83, 1.0, 1.4);
        for (uint32_t row = 1; row < c.view.count; row++) // nobody is hidden behind a wall
            c.y[row] = c.body[row].y = c.body[row].y * (float)(c.body[row].y < 0.0f ? -y[0] : y[1]);
        wi_turner t = wi_turner_of(&c.view, 0, &c.set, cast_others(&c), c.motion[0].velocity);
        wi_gap got = gap_among_all(&t, (float)ENOUGH);
        double wanted = gap_by_definition(&t, y, 0.0);
        bool sure = fabs(gap_by_definition(&t, y, -1e-3) - wanted) < 0.01 &&
                    fabs(gap_by_definition(&t, y, 1e-3) - wanted) < 0.01;
        if (sure && fabs((double)got.room - wanted) > 1e-3)
            fail_msg("seed %d: %g, must be %g", (int)seed, (double)got.room, wanted);
        narrow_ones += (double)got.room < 0.7;
        doubtful += !sure;
        cast_close(&c);
    }
    if (narrow_ones < 130 || doubtful > 80) fail_msg("%d narrow, %d doubtful", narrow_ones, doubtful);
}

enum { ASKERS = 21 };

// The first body of a crowd, on its way in several directions and with several in mind.
static void cast_askers(cast *c, uint64_t seed, wi_turner *turners) {
    cast_crowd(c, seed);
    c->set.foresight = 1.0f;
    c->set.clearance_samples = (float)(1 + seed % 40);
    c->set.comfort = (float)draw(seed, 90, 0, 0.5);
    c->set.approach = (float)draw(seed, 91, 0.2, 3.0);
    c->set.alone = (float)(seed / 2 % 2);
    if (seed % 3 == 0) c->role[4].flags = WEND_FLAG_DRIVEN;
    for (uint32_t i = 0; i < ASKERS; i++) {
        wend_vec v = {(float)draw(seed, 100 + i, 0.3, 1.5), (float)draw(seed, 130 + i, -0.1, 0.1)};
        wi_others mind = {c->other, 1, i % 7 == 3 ? 0 : c->view.count - 1 - i % 3};
        turners[i] = wi_turner_of(&c->view, 0, &c->set, mind, v);
        turners[i].they_turn = i % 2 == 0;
    }
}

// Gaps of all on one instruction set, of those whom many at once may pass.
static void find_gaps(cast *c, wi_turner *turners, uint32_t isa, wi_gap *gaps) {
    static wi_turn_outlook_kernel *const kernels[WI_ISA_COUNT] = WI_WIDE_TABLE(wi_turn_outlook);
    const wi_turner *who[ASKERS];
    wi_outlook outlooks[ASKERS];
    wi_senses senses = *c->view.senses;
    const wi_senses *real = c->view.senses;
    senses.isa = isa;
    c->view.senses = &senses;
    for (uint32_t i = 0; i < ASKERS; i++)
        who[i] = &turners[i], outlooks[i].enough = 0.3f + 0.05f * (float)i, outlooks[i].reach = 1.0f;
    kernels[isa](who, ASKERS, outlooks);
    wi_turn_gaps(who, outlooks, ASKERS, gaps);
    c->view.senses = real;
}

// The same bits on every instruction set, and from the way that is taken near walls: one is behind the body and does not
// count.
static void many_moments_are_as_one(void **state) {
    (void)state;
    wend_point behind[2] = {{-0.6, -0.1}, {-0.6, 0.1}};
    const wend_obstacle wall = {WEND_WALL, 0, behind, 2};
    int narrow_ones = 0;
    for (uint64_t seed = 1; seed <= 200; seed++) {
        cast open, walled;
        wi_turner turners[ASKERS], before[ASKERS];
        cast_open(&open, NULL, 0);
        cast_open(&walled, &wall, 1);
        cast_askers(&open, seed, turners);
        cast_askers(&walled, seed, before);
        for (uint32_t isa = 0; isa < WI_ISA_COUNT; isa++) {
            if (!wend_isa_available((wend_isa)(WEND_ISA_BASE + isa))) continue;
            wi_gap gaps[ASKERS];
            find_gaps(&open, turners, isa, gaps);
            for (uint32_t i = 0; i < ASKERS; i++) {
                float enough = 0.3f + 0.05f * (float)i;
                wi_gap slow = gap_among_all(&before[i], enough);
                narrow_ones += slow.room < enough;
                if (memcmp(&slow, &gaps[i], sizeof slow) != 0)
                    fail_msg("seed %d, isa %d, %d: %.9g, not %.9g", (int)seed, (int)isa, (int)i, (double)gaps[i].room,
                             (double)slow.room);
            }
        }
        cast_close(&open);
        cast_close(&walled);
    }
    if (narrow_ones < 1000) fail_msg("%d narrow", narrow_ones);
}

// Two columns of people, `apart` from centre to centre, one of whom each is 0.9 m ahead.
static void cast_gate(cast *c, double apart, double angle, wend_vec velocity) {
    cast_open(c, NULL, 0);
    c->set.foresight = 1.0f;
    c->set.ease = 1.3f;
    cast_add_human(c, 0, 0, 0, wi_vec(1.3f, 0.0f));
    for (double hand = -0.5; hand < 1.0; hand += 1.0) cast_add_human(c, 0.9, hand * apart, angle, velocity);
}

static double turn_at_gate(double apart, double angle, wend_vec velocity) {
    cast c;
    cast_gate(&c, apart, angle, velocity);
    double turned = fabs(degrees_between(wi_vec(1.0f, 0.0f), cast_settle(&c, wi_vec(1.3f, 0.0f), 20)));
    cast_close(&c);
    return turned;
}

// Warren and Whang: from 1.3 widths on nobody turns; the narrower it is, the more.
static void people_turn_before_they_have_to(void **state) {
    (void)state;
    const double width = 2.0 * (double)HUMAN_WIDTH, body = width; // those at the gate face as the one who comes
    const wend_vec stands = {0.0f, 0.0f};
    assert_true(turn_at_gate(1.35 * width + body, 0.0, stands) < 1e-3);
    double last = 0.0;
    for (double share = 1.25; share > 0.72; share -= 0.1) {
        double turned = turn_at_gate(share * width + body, 0.0, stands);
        if (!(turned > last + 1.0 || turned > 89.0)) fail_msg("%g widths: %g degrees after %g", share, turned, last);
        last = turned;
    }
    assert_true(last > 80.0);
}

static void nobody_turns_for_those_who_go_along(void **state) {
    (void)state;
    assert_true(turn_at_gate(0.8, 0.0, wi_vec(1.3f, 0.0f)) < 1e-3);
    assert_true(turn_at_gate(0.8, 0.0, wi_vec(0.0f, 0.0f)) > 40.0);
}

// Between two who come towards one 2 m ahead one turns: a second before they meet. As published, that is half a second.
static void one_turns_in_time_for_those_who_come(void **state) {
    (void)state;
    cast c;
    cast_gate(&c, 0.85, 0.0, wi_vec(-1.3f, 0.0f));
    for (uint32_t row = 1; row < 3; row++) c.x[row] = c.body[row].x = 2.2f;
    assert_true(fabs(degrees_between(wi_vec(1.0f, 0.0f), cast_settle(&c, wi_vec(1.3f, 0.0f), 20))) > 40.0);
    c.motion[0].heading = wi_vec(1.0f, 0.0f);
    c.set.foresight = 0.0f;
    assert_true(fabs(degrees_between(wi_vec(1.0f, 0.0f), cast_settle(&c, wi_vec(1.3f, 0.0f), 20))) < 1e-3);
    cast_close(&c);
}

// Those who cross at a right angle and as fast are passed along the diagonal.
static void crossing_people_are_passed_aslant(void **state) {
    (void)state;
    cast c;
    cast_open(&c, NULL, 0);
    c.set.foresight = 1.0f;
    cast_add_human(&c, 0, 0, 0, wi_vec(1.3f, 0.0f));
    cast_add_human(&c, 0.9, 0.55, -1.5707963, wi_vec(0.0f, -1.3f));
    cast_add_human(&c, 0.55, 0.9, -1.5707963, wi_vec(0.0f, -1.3f));
    wi_turner t = wi_turner_of(&c.view, 0, &c.set, cast_others(&c), wi_vec(1.3f, 0.0f));
    wi_gap gap = gap_among_all(&t, (float)ENOUGH);
    assert_true((double)gap.room < ENOUGH);
    assert_true(fabs(degrees_between(wi_vec(1.0f, 0.0f), gap.through) - 45.0) < 0.01);
    cast_close(&c);
}

// However fast they come.
static void one_turns_for_those_who_are_near(void **state) {
    (void)state;
    for (int slow = 0; slow < 2; slow++) {
        cast c;
        cast_gate(&c, 0.85, 0.0, wi_vec(slow ? 0.3f : -1.3f, 0.0f));
        c.set.approach = 0.9f;
        for (float ahead = 1.0f; ahead < 1.7f; ahead += 0.6f) {
            for (uint32_t row = 1; row < 3; row++) c.x[row] = c.body[row].x = ahead;
            c.motion[0].heading = wi_vec(1.0f, 0.0f);
            double turned = fabs(degrees_between(wi_vec(1.0f, 0.0f), cast_settle(&c, wi_vec(1.3f, 0.0f), 20)));
            if (ahead < 1.3f ? turned < 40.0 : turned > 1e-3) fail_msg("%g m ahead: %g degrees", (double)ahead, turned);
        }
        cast_close(&c);
    }
}

// The other comes `free` from the middle of one's way, or rather its near side does.
static double turn_beside_one(double free, float alone) {
    cast c;
    cast_open(&c, NULL, 0);
    c.set.foresight = 1.0f;
    c.set.ease = 1.3f;
    c.set.alone = alone;
    cast_add_human(&c, 0, 0, 0, wi_vec(1.3f, 0.0f));
    cast_add_human(&c, 0.9, free + (double)HUMAN_WIDTH, 3.14159265, wi_vec(-1.3f, 0.0f));
    double turned = fabs(degrees_between(wi_vec(1.0f, 0.0f), cast_settle(&c, wi_vec(1.3f, 0.0f), 20)));
    cast_close(&c);
    return turned;
}

// Past one alone people turn if they would touch it, and not for somebody right ahead, past whom turning does not help.
static void one_alone_is_turned_for_if_it_would_touch(void **state) {
    (void)state;
    const double half = (double)HUMAN_WIDTH;
    assert_true(turn_beside_one(half + 0.006, 1.0f) < 1e-3);
    assert_true(turn_beside_one(half - 0.01, 1.0f) > 10.0);
    assert_true(turn_beside_one(half - 0.05, 1.0f) > turn_beside_one(half - 0.01, 1.0f) + 10.0);
    assert_true(turn_beside_one(0.02, 1.0f) < 1e-3);
    assert_true(turn_beside_one(half - 0.05, 0.0f) < 1e-3);
}

// Both slow down before they pass, and are as sure that they will.
static void who_has_slowed_down_still_looks_ahead(void **state) {
    (void)state;
    cast c;
    cast_gate(&c, 0.8, 0.0, wi_vec(0.0f, 0.0f));
    assert_true(fabs(degrees_between(wi_vec(1.0f, 0.0f), cast_settle(&c, wi_vec(0.2f, 0.0f), 20))) > 40.0);
    cast_close(&c);
}

// The way between a long box and a wall is as wide as what is free there, not as what the box's disc leaves.
static void nobody_turns_beside_a_long_box(void **state) {
    (void)state;
    for (int turned = 0; turned < 2; turned++) {
        wend_point line[2] = {{-9, 0.35}, {9, 0.35}};
        const wend_obstacle wall = {WEND_WALL, 0, line, 2};
        const wend_shape box = turned ? wend_box(0.1f, 1.5f) : wend_box(1.5f, 0.1f);
        cast c;
        cast_open(&c, &wall, 1);
        c.set.foresight = 1.0f;
        c.set.ease = 1.3f;
        cast_add_human(&c, 0, 0, 0, wi_vec(1.3f, 0.0f));
        cast_add(&c, box, 2.0, -0.45, turned ? 1.5707963 : 0.0, wi_vec(0.0f, 0.0f));
        wi_turner t = wi_turner_of(&c.view, 0, &c.set, cast_others(&c), wi_vec(1.3f, 0.0f));
        assert_true(fabs((double)gap_among_all(&t, (float)ENOUGH).room - 0.7) < 1e-5);
        assert_true(fabs(degrees_between(wi_vec(1.0f, 0.0f), cast_settle(&c, wi_vec(1.3f, 0.0f), 20))) < 1e-3);
        cast_close(&c);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(is_what_its_definition_says),
        cmocka_unit_test(many_moments_are_as_one),
        cmocka_unit_test(people_turn_before_they_have_to),
        cmocka_unit_test(nobody_turns_for_those_who_go_along),
        cmocka_unit_test(one_turns_in_time_for_those_who_come),
        cmocka_unit_test(crossing_people_are_passed_aslant),
        cmocka_unit_test(who_has_slowed_down_still_looks_ahead),
        cmocka_unit_test(nobody_turns_beside_a_long_box),
        cmocka_unit_test(one_turns_for_those_who_are_near),
        cmocka_unit_test(one_alone_is_turned_for_if_it_would_touch),
    };
    return cmocka_run_group_tests_name("steer/turn_gap", tests, NULL, NULL);
}
