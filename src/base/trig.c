// Elementary functions from additions, multiplications, divisions, comparisons and bit work alone: every machine rounds
// those alike, while the functions of C libraries differ in their last bits. The work is done in double, so that the
// result is the nearest float but for one case in ten thousand, and a float argument never overflows on the way.
#include <math.h>
#include <string.h>

#include "base/angle.h"
#include "wend/base.h"

static bool is_negative(float a) { // -0 too
    uint32_t bits;
    memcpy(&bits, &a, sizeof bits);
    return bits >> 31;
}

static bool is_infinite(float a) { return a == INFINITY || a == -INFINITY; }

static int32_t nearest_whole(double a) { return (int32_t)(a < 0.0 ? a - 0.5 : a + 0.5); }

// Sine and cosine by Taylor series; for |a| up to pi/4 what is left out is below 1.2e-10.
static double sin_near_zero(double a) {
    double z = a * a;
    double p = -1.0 / 39916800.0;
    p = 1.0 / 362880.0 + z * p;
    p = -1.0 / 5040.0 + z * p;
    p = 1.0 / 120.0 + z * p;
    p = -1.0 / 6.0 + z * p;
    return a * (1.0 + z * p); // keeps the sign of a zero
}

static double cos_near_zero(double a) {
    double z = a * a;
    double p = -1.0 / 3628800.0;
    p = 1.0 / 40320.0 + z * p;
    p = -1.0 / 720.0 + z * p;
    p = 1.0 / 24.0 + z * p;
    p = -1.0 / 2.0 + z * p;
    return 1.0 + z * p;
}

// Takes whole quarter turns off an angle of at most 2^20 rad and returns how many. pi/2 is cut in two: the first part
// has 33 bits, so that its product with a number of quarters is exact, and so is the difference.
static int32_t take_quarters(double *angle) {
    int32_t quarters = nearest_whole(*angle * (2.0 / WI_PI));
    *angle = (*angle - quarters * 0x1.921fb544p+0) - quarters * 0x1.0b4611a626331p-34;
    return quarters;
}

// The sine of angle + quarters * pi/2. Beyond 2^20 rad neighbouring floats lie more than a tenth of a radian apart and
// an angle says nothing; it counts as 0 there.
static float sin_of(float angle, int32_t quarters) {
    if (!(angle - angle == 0.0f)) return NAN;
    double rest = angle > 0x1p20f || angle < -0x1p20f ? 0.0 * angle : angle;
    quarters += take_quarters(&rest);
    double size = quarters & 1 ? cos_near_zero(rest) : sin_near_zero(rest);
    return (float)(quarters & 2 ? -size : size);
}

float wend_sin(float angle) { return sin_of(angle, 0); }

float wend_cos(float angle) { return sin_of(angle, 1); }

// The arc tangent of |a| up to tan(pi/8): a Chebyshev fit of atan(a)/a in a * a, relative error below 2.2e-11.
static double atan_near_zero(double a) {
    double z = a * a;
    double p = 0.04707002731990736;
    p = -0.08456029383539527 + z * p;
    p = 0.11040460424915558 + z * p;
    p = -0.14281586455512275 + z * p;
    p = 0.19999883773230159 + z * p;
    p = -0.33333332096528894 + z * p;
    p = 0.99999999997837648 + z * p;
    return a * p;
}

// The angle of the point (across, along), both at least 0 and not both 0, between 0 and pi/2.
static double angle_in_quadrant(double across, double along) {
    if (across > along) return WI_PI / 2.0 - angle_in_quadrant(along, across);
    // tan(a - pi/4) = (tan a - 1) / (tan a + 1)
    if (across > 0.41421356 * along) return WI_PI / 4.0 + atan_near_zero((across - along) / (across + along));
    return atan_near_zero(across / along);
}

// All that the standard says of special values: an infinity is far away in a direction, and a zero has its sign.
float wend_atan2(float y, float x) {
    if (x != x || y != y) return NAN;
    double across = is_negative(y) ? -(double)y : (double)y;
    double along = is_negative(x) ? -(double)x : (double)x;
    if (is_infinite(x) || is_infinite(y)) {
        across = is_infinite(y) ? 1.0 : 0.0;
        along = is_infinite(x) ? 1.0 : 0.0;
    }
    double angle = across == 0.0 ? 0.0 : angle_in_quadrant(across, along);
    if (is_negative(x)) angle = WI_PI - angle;
    return (float)(is_negative(y) ? -angle : angle);
}

// 2^n for n that is in range for a double.
static double power_of_two(int32_t n) {
    uint64_t bits = (uint64_t)(n + 1023) << 52;
    double power;
    memcpy(&power, &bits, sizeof power);
    return power;
}

// e^a for |a| up to ln(2)/2 by its Taylor series; what is left out is below 7e-12.
static double exp_near_zero(double a) {
    double p = 1.0 / 362880.0;
    p = 1.0 / 40320.0 + a * p;
    p = 1.0 / 5040.0 + a * p;
    p = 1.0 / 720.0 + a * p;
    p = 1.0 / 120.0 + a * p;
    p = 1.0 / 24.0 + a * p;
    p = 1.0 / 6.0 + a * p;
    p = 1.0 / 2.0 + a * p;
    return 1.0 + (a + a * a * p);
}

// e^x = 2^n * e^(x - n ln 2).
float wend_exp(float x) {
    if (x != x) return NAN;
    if (x > 0x1.62e42ep+6f) return INFINITY; // the last float whose power is a finite float
    if (x < -104.0f) return 0.0f;            // rounds to zero even among the smallest floats
    int32_t n = nearest_whole(x * 1.4426950408889634);
    double rest = x - n * 0.69314718055994531;
    return (float)(exp_near_zero(rest) * power_of_two(n));
}
