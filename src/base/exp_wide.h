// The exponential function of every lane, in float: error below 2 units in the last place, the same bits everywhere.
#ifndef WI_EXP_WIDE_H
#define WI_EXP_WIDE_H

#include "base/wide.h"

// e^x = 2^n e^(x - n ln 2). Adding 1.5 * 2^23 rounds to a whole number, which then stands in the lowest bits; ln 2 is
// cut in two, so that n times its first part is exact. Below -87 the result stays at e^-87 (2e-38): smaller numbers are
// denormal, which a host may have switched off. Above 88 it stays at e^88.
WI_INLINE wide wide_exp(wide x) {
    const wide rounder = wide_of(0x1.8p23f), one = wide_of(1.0f);
    x = wide_clamp(x, wide_of(-87.0f), wide_of(88.0f));
    wide shifted = x * wide_of(1.44269504f) + rounder, n = shifted - rounder;
    wide r = (x - n * wide_of(0x1.62e4p-1f)) - n * wide_of(0x1.7f7d1cp-20f);
    wide p = wide_of(1.0f / 5040.0f);
    p = wide_of(1.0f / 720.0f) + r * p;
    p = wide_of(1.0f / 120.0f) + r * p;
    p = wide_of(1.0f / 24.0f) + r * p;
    p = wide_of(1.0f / 6.0f) + r * p;
    p = wide_of(0.5f) + r * p;
    p = one + (r + r * r * p);
    wide_int exponent = (wide_bits(shifted) - wide_bits(rounder)) << 23;
    return wide_from_bits(wide_bits(p) + exponent);
}

#endif
