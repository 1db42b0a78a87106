// The force models once more, slow and obvious, in double precision, with the numbers of the papers. Forces are numerical
// derivatives of the potentials; nothing is shared with the library.
#ifndef FORCE_ORACLE_H
#define FORCE_ORACLE_H

#include "support/walled_crowd.h"

typedef struct force_crowd {
    walled_crowd in; // with neighbour_distance and max_neighbours of its bodies
    double max_force;
    double wall_braking; // of social forces
} force_crowd;

// The potential of one at r from another who moves with the velocity v; equations 3 and 4 of Helbing and Molnar.
double social_potential(oracle_vec r, oracle_vec v);

// The time until discs a vector p and radii R in all apart touch if p changes by v; INFINITY: never.
double collision_time(oracle_vec p, oracle_vec v, double radius);

// The energy of a collision after that time; equation 2 of Karamouzas, Skinner and Guy.
double collision_energy(double time);

// The velocity after a step. `doubtful` says that rounding to float could change it by more than a little: someone on
// the edge of sight, on the line of a stride, just grazing.
oracle_vec social_velocity(const force_crowd *crowd, uint32_t self, bool *doubtful);
oracle_vec power_velocity(const force_crowd *crowd, uint32_t self, bool *doubtful);

// The same by the library, for all bodies; side_bias, give_ground and contact are off.
void force_crowd_step(const force_crowd *crowd, const wend_model *model, oracle_vec *velocity);

#endif
