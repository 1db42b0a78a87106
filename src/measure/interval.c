#include "measure/interval.h"

#include "wend/base.h"

#include <math.h>

// The 97.5 % quantile of Student's t: tabulated where few degrees of freedom make series useless, and above that the
// expansion about the normal quantile (Abramowitz and Stegun 26.7.5), good to five digits there.
static double student_quantile(uint32_t freedom) {
    static const double few[] = {12.7062047, 4.3026527, 3.1824463, 2.7764451, 2.5705818,
                                 2.4469119,  2.3646243, 2.3060041, 2.2621572, 2.2281389};
    if (freedom <= WEND_COUNT(few)) return few[freedom - 1];
    double z = 1.959963985, n = freedom, z2 = z * z;
    double g1 = z * (z2 + 1.0) / 4.0, g2 = z * ((5.0 * z2 + 16.0) * z2 + 3.0) / 96.0;
    double g3 = z * (((3.0 * z2 + 19.0) * z2 + 17.0) * z2 - 15.0) / 384.0;
    return z + g1 / n + g2 / (n * n) + g3 / (n * n * n);
}

wi_interval wi_interval_of(const double *values, uint32_t count) {
    wi_interval made = {0, (double)NAN, (double)NAN};
    double first = 0.0, sum = 0.0, squares = 0.0; // sums from the first value on: equal ones have no deviation at all
    for (uint32_t i = 0; i < count; i++) {
        if (!isfinite(values[i])) continue;
        if (made.count++ == 0) first = values[i];
        sum += values[i] - first;
    }
    if (made.count == 0) return made;
    made.mean = first + sum / made.count;
    if (made.count == 1) return made;
    for (uint32_t i = 0; i < count; i++) {
        if (isfinite(values[i])) squares += (values[i] - made.mean) * (values[i] - made.mean);
    }
    double deviation = sqrt(squares / (made.count - 1));
    made.half = student_quantile(made.count - 1) * deviation / sqrt(made.count);
    return made;
}
