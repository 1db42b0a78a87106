#include "measure/approach.h"

#include <math.h>

double wi_predicted_distance(double x, double y, double vx, double vy) {
    double closing = -(x * vx + y * vy), square = vx * vx + vy * vy;
    if (!(closing > 0.0)) return hypot(x, y);
    double time = closing / square;
    return hypot(x + time * vx, y + time * vy);
}

// The smaller root of v^2 t^2 - 2 c t + d = 0 with c = -p v, d = p^2 - reach^2, as d / (c + sqrt(c^2 - v^2 d)): unlike
// the usual form this loses no digits where v is small.
double wi_time_to_collision(double x, double y, double vx, double vy, double reach) {
    double apart = x * x + y * y - reach * reach, closing = -(x * vx + y * vy);
    if (apart < 0.0) return 0.0;
    double root = closing * closing - (vx * vx + vy * vy) * apart;
    if (!(closing > 0.0) || root < 0.0) return (double)INFINITY;
    return apart / (closing + sqrt(root));
}
