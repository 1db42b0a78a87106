// Two bodies that go on as they are: how near they come, and when they touch. `x`, `y` lead from one to the other (m),
// `vx`, `vy` are the velocity of that other relative to the one (m/s).
#ifndef WI_APPROACH_H
#define WI_APPROACH_H

// Least distance from now on, m: the present one where they part or do not move relative to each other.
double wi_predicted_distance(double x, double y, double vx, double vy);

// Time until their distance is `reach`, s: 0 where it is less already, INFINITY where it never will be.
double wi_time_to_collision(double x, double y, double vx, double vy, double reach);

#endif
