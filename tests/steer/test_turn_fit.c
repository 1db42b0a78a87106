// Bodies that turn to fit: many at once against one by one.
#include "base/isa.h"
#include "steer/turn_fit.h"
#include "support/turn_cast.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

// Some lie exactly across their way or along it, where left and right are equally far.
static void cast_ellipses(cast *c, uint64_t seed) {
    for (uint32_t i = 0; i < CAST_MOST; i++) {
        wend_shape shape = wend_ellipse((float)draw(seed, 9 * i, 0.05, 0.4), (float)draw(seed, 9 * i + 1, 0.05, 0.4));
        wend_vec v = {(float)draw(seed, 9 * i + 5, -1.5, 1.5), (float)draw(seed, 9 * i + 6, -1.5, 1.5)};
        if (i % 4 == 1) v = wi_vec(i % 8 == 1 ? 1.0f : 0.0f, i % 8 == 1 ? 0.0f : -1.0f);
        double angle = i % 4 == 1 ? acos(0.0) * (double)(i % 3) : draw(seed, 9 * i + 4, -4, 4);
        cast_add(c, shape, draw(seed, 9 * i + 2, -2, 2), draw(seed, 9 * i + 3, -2, 2), angle, v);
    }
}

// The limits of a step: none, less than most want, and anything.
static float limit_of(uint64_t seed, uint32_t i) {
    return i % 3 == 0 ? 4.0f : i % 3 == 1 ? 0.1f : (float)draw(seed, 300 + i, 0.0, 3.5);
}

static void ask(const cast *c, uint64_t seed, wi_fits *of) {
    of->count = CAST_MOST;
    for (uint32_t i = 0; i < CAST_MOST; i++) {
        float limit = limit_of(seed, i), cosine = wend_cos(limit);
        of->row[i] = (int32_t)i;
        of->fit[i] =
            (wi_fit){.through = wi_unit(c->motion[i].velocity, wi_vec(1.0f, 0.0f)),
                     .wish = c->motion[i].heading,
                     .width = (float)draw(seed, 400 + i, -0.2, 0.9),
                     .least_cosine = limit >= 3.1415927f ? -1e30f : wi_min(wi_turn_cosine_bound(limit), cosine),
                     .cosine = cosine,
                     .sine = wend_sin(limit)};
    }
}

// The same bits as those of one body at a time, whatever the instruction set.
static void kernels_are_as_one(void **state) {
    (void)state;
    static wi_turn_fits_kernel *const kernels[WI_ISA_COUNT] = WI_WIDE_TABLE(wi_turn_fits);
    int turned = 0, stayed = 0;
    for (uint64_t seed = 1; seed <= 500; seed++) {
        cast c;
        cast_open(&c, NULL, 0);
        c.view.step = 1.0f;
        cast_ellipses(&c, seed);
        wi_fits fits;
        ask(&c, seed, &fits);
        for (uint32_t isa = 0; isa < WI_ISA_COUNT; isa++) {
            if (!wend_isa_available((wend_isa)(WEND_ISA_BASE + isa))) continue;
            kernels[isa](&c.view, &fits);
            for (uint32_t i = 0; i < CAST_MOST; i++) {
                wi_turner t = wi_turner_of(&c.view, i, &c.set, (wi_others){0}, c.motion[i].velocity);
                c.set.turn_limit = limit_of(seed, i);
                wend_vec to = wi_turn_limited(&t, wi_turn_nearest_fit(&t.body, fits.fit[i].through, fits.fit[i].width));
                wend_vec found = {fits.heading_x[i], fits.heading_y[i]};
                if (memcmp(&found, &to, sizeof to) != 0)
                    fail_msg("seed %d, body %d: %.9g %.9g, not %.9g %.9g", (int)seed, (int)i, (double)found.x,
                             (double)found.y, (double)to.x, (double)to.y);
                bool same = to.x == t.body.heading.x && to.y == t.body.heading.y;
                turned += !same, stayed += same;
            }
        }
        cast_close(&c);
    }
    assert_true(turned > stayed / 4 && stayed > turned / 20);
}

// For gaps that lead anywhere, some of them wide enough.
static void many_turn_for_gaps_as_one(void **state) {
    (void)state;
    int roomy = 0, turned = 0;
    for (uint64_t seed = 1; seed <= 500; seed++) {
        cast c;
        wi_turner turners[CAST_MOST];
        const wi_turner *who[CAST_MOST];
        wi_gap gap[CAST_MOST];
        wend_vec found[CAST_MOST];
        cast_open(&c, NULL, 0);
        cast_ellipses(&c, seed);
        c.set.turn_limit = seed % 2 ? limit_of(seed, 2) : 100.0f;
        c.set.ease = seed % 3 ? 1.0f : 1.3f;
        for (uint32_t i = 0; i < CAST_MOST; i++) {
            double angle = i % 4 == 1 ? acos(0.0) * (double)(seed % 4) : draw(seed, 600 + i, -4, 4);
            turners[i] = wi_turner_of(&c.view, i, &c.set, (wi_others){0}, c.motion[i].velocity);
            who[i] = &turners[i];
            gap[i] = (wi_gap){(float)draw(seed, 500 + i, -0.2, 1.0), {(float)cos(angle), (float)sin(angle)}};
        }
        for (uint32_t isa = 0; isa < WI_ISA_COUNT; isa++) {
            if (!wend_isa_available((wend_isa)(WEND_ISA_BASE + isa))) continue;
            c.senses.isa = isa;
            wi_turn_for_gaps(who, gap, CAST_MOST, found);
            for (uint32_t i = 0; i < CAST_MOST; i++) {
                wend_vec to = wi_turn_limited(who[i], wi_turn_for_gap(who[i], gap[i]));
                if (memcmp(&found[i], &to, sizeof to) != 0)
                    fail_msg("seed %d, isa %d, body %d: %.9g %.9g, not %.9g %.9g", (int)seed, (int)isa, (int)i,
                             (double)found[i].x, (double)found[i].y, (double)to.x, (double)to.y);
                roomy += gap[i].room >= wi_turn_room_enough(who[i]);
                turned += to.x != who[i]->way.x;
            }
        }
        cast_close(&c);
    }
    assert_true(roomy > 5000 && turned > 5000);
}

// Discs and whoever means to stay among ellipses with two kinds of parameters.
static void many_are_as_one(void **state) {
    (void)state;
    int turned = 0;
    for (uint64_t seed = 1; seed <= 300; seed++) {
        cast c;
        cast_open(&c, NULL, 0);
        cast_ellipses(&c, seed);
        const eorca_params lazy = {.clearance_samples = 5.0f, .turn_limit = 0.4f, .ease = 1.3f, .comfort = 0.5f};
        wi_turning all[CAST_MOST];
        for (uint32_t i = 0; i < CAST_MOST; i++) {
            if (i % 11 == 3) c.form[i].half_length = c.form[i].half_width = c.form[i].radius;
            if (i % 11 == 5) c.motion[i].velocity = wi_vec(0.0f, 0.0f);
            if (i % 22 == 5) c.body[i].preferred_x = c.body[i].preferred_y = 0.0f;
            all[i] = (wi_turning){.row = i,
                                  .set = i % 3 == 0 ? &lazy : &c.set,
                                  .others = {c.other, 1, i == 0 ? CAST_MOST - 1 : i - 1},
                                  .velocity = c.motion[i].velocity};
        }
        wi_turn_to_fit(&c.view, all, CAST_MOST);
        for (uint32_t i = 0; i < CAST_MOST; i++) {
            wi_turning one = all[i];
            wi_turn_to_fit(&c.view, &one, 1);
            if (memcmp(&one.heading, &all[i].heading, sizeof one.heading) != 0)
                fail_msg("seed %d, body %d", (int)seed, (int)i);
            turned += one.heading.x != c.motion[i].heading.x || one.heading.y != c.motion[i].heading.y;
        }
        cast_close(&c);
    }
    assert_true(turned > 300);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kernels_are_as_one),
        cmocka_unit_test(many_turn_for_gaps_as_one),
        cmocka_unit_test(many_are_as_one),
    };
    return cmocka_run_group_tests_name("steer/turn_fit", tests, NULL, NULL);
}
