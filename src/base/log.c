#include "base/log.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

// x = m * 2^e with m between sqrt(1/2) and sqrt(2), and log m = 2 artanh s with s = (m - 1)/(m + 1) as a series.
double wi_log(double x) {
    if (!(x > 0.0)) return x == 0.0 ? -INFINITY : NAN;
    if (x > 1.7976931348623157e308) return INFINITY;
    double tiny = x < 0x1p-1000 ? 54.0 : 0.0;
    if (tiny > 0.0) x *= 0x1p54;
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    double exponent = (double)((int64_t)(bits >> 52) - 1023) - tiny;
    bits = (bits & 0xfffffffffffffu) | (uint64_t)1023 << 52;
    double m;
    memcpy(&m, &bits, sizeof m);
    if (m > 1.4142135623730951) {
        m *= 0.5;
        exponent += 1.0;
    }
    double s = (m - 1.0) / (m + 1.0), z = s * s, p = 1.0 / 19.0;
    for (int odd = 17; odd > 0; odd -= 2) p = 1.0 / odd + z * p;
    return 2.0 * s * p + exponent * 0.69314718055994531;
}
