// The equations of Helbing, Farkas and Vicsek (2000) in double and with small steps, slow and obvious; and the same
// scene as a world, so that the two can be compared.
#ifndef CONTACT_ORACLE_H
#define CONTACT_ORACLE_H

#include "support/stage.h"

#define CONTACT_MASS 80.0   // kg
#define CONTACT_TAU 0.5     // s
#define CONTACT_A 2000.0    // N
#define CONTACT_B 0.08      // m
#define CONTACT_K 1.2e5     // kg/s2
#define CONTACT_KAPPA 2.4e5 // kg/(m s)
#define CONTACT_RADIUS 0.25 // m
#define CONTACT_BODIES_MAX 64

typedef struct contact_body {
    double at[2], velocity[2];
    double goal[2], speed; // of the preferred velocity
} contact_body;

typedef struct contact_wall {
    double a[2], b[2];
} contact_wall;

typedef struct contact_scene {
    contact_body body[CONTACT_BODIES_MAX];
    uint32_t bodies;
    contact_wall wall[8];
    uint32_t walls;
    double tau;
} contact_scene;

// Moves everyone on by that time (s), in steps of about `step` by the classical method of Runge and Kutta.
void contact_run(contact_scene *scene, double time, double step);

// Of motion, and of contact and repulsion, J.
double contact_kinetic(const contact_scene *scene);
double contact_potential(const contact_scene *scene);

// The scene as a world of a model; bodies may overlap. Serials count from 1 in the order of the bodies.
stage contact_stage(const contact_scene *scene, const wend_model *model, const char *preset, float step);

// Positions and velocities as they are in the world.
void contact_read(const stage *from, contact_scene *scene);

#endif
