// The half-planes that viewer/tests/unit/velocity_space.test.ts compares with are those of the library: both read the
// same table. Discs at p with combined radius R, horizon tau, a step of 0.1 s; relative velocity w; normal, distance.
#include "steer/velocity_obstacle.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static const double cases[][9] = {
#include "steer/half_planes.inc"
};

static wend_vec vec_of(const double *xy) { return wi_vec((float)xy[0], (float)xy[1]); }

static void test_table_is_what_the_library_gives(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const double *c = cases[i];
        wi_halfplane plane = wi_vo_plane(vec_of(c), (float)c[2], (float)c[3], 0.1f, vec_of(c + 4), NULL);
        double x = (double)plane.normal.x, y = (double)plane.normal.y, distance = (double)plane.distance;
        if (fabs(x - c[6]) > 1e-6 || fabs(y - c[7]) > 1e-6 || fabs(distance - c[8]) > 1e-5)
            fail_msg("line %zu of half_planes.inc should end with %.8f, %.8f, %.8f", i + 1, x, y, distance);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_table_is_what_the_library_gives)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
