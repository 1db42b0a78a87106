// The equations of Helbing, Farkas and Vicsek (2000) in double and with small steps, slow and obvious; and the same
// scene as a world, so that the two can be compared.
#ifndef FORCE_ORACLE_H
#define FORCE_ORACLE_H

#include "support/stage.h"

#define FORCE_MASS 80.0   // kg
#define FORCE_TAU 0.5     // s
#define FORCE_A 2000.0    // N
#define FORCE_B 0.08      // m
#define FORCE_K 1.2e5     // kg/s2
#define FORCE_KAPPA 2.4e5 // kg/(m s)
#define FORCE_RADIUS 0.25 // m
#define FORCE_BODIES_MAX 64

typedef struct force_body {
    double at[2], velocity[2];
    double goal[2], speed; // of the preferred velocity
} force_body;

typedef struct force_wall {
    double a[2], b[2];
} force_wall;

typedef struct force_scene {
    force_body body[FORCE_BODIES_MAX];
    uint32_t bodies;
    force_wall wall[8];
    uint32_t walls;
    double tau;
} force_scene;

// Moves everyone on by that time (s), in steps of about `step` by the classical method of Runge and Kutta.
void force_oracle_run(force_scene *scene, double time, double step);

// Of motion, and of contact and repulsion, J.
double force_kinetic(const force_scene *scene);
double force_potential(const force_scene *scene);

// The scene as a world of a model; bodies may overlap. Serials count from 1 in the order of the bodies.
stage force_stage(const force_scene *scene, const wend_model *model, const char *preset, float step);

// Positions and velocities as they are in the world.
void force_read(const stage *from, force_scene *scene);

#endif
