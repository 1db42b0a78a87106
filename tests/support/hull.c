#include "support/hull.h"

#include <math.h>

double hull_distance(wi_dvec x, const wi_dvec *corner, uint32_t count) {
    double least = INFINITY;
    bool inside = count > 2 && wi_ddet(corner[1] - corner[0], corner[2] - corner[0]) > 0.0;
    for (uint32_t k = 0; k < count; k++) {
        wi_dvec e = corner[(k + 1) % count] - corner[k], u = x - corner[k];
        double e2 = wi_ddot(e, e), t = e2 > 0.0 ? fmin(1.0, fmax(0.0, wi_ddot(u, e) / e2)) : 0.0;
        least = fmin(least, wi_dlength(u - t * e));
        if (wi_ddet(e, u) < 0.0) inside = false;
    }
    return inside ? 0.0 : least;
}
