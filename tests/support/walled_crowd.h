// Random crowds between walls, for any model: the library's world for them, and its conventions switched off.
#ifndef WALLED_CROWD_H
#define WALLED_CROWD_H

#include "support/orca_oracle.h"
#include "support/stage.h"

enum { CROWD_WALLS = 8 };

// A straight piece of wall that touches no other.
typedef struct crowd_wall {
    oracle_vec a, b;
} crowd_wall;

typedef struct walled_crowd {
    oracle_crowd bodies; // of its settings only the step counts for the library
    crowd_wall wall[CROWD_WALLS];
    uint32_t wall_count;
    uint64_t seed; // of the world
} walled_crowd;

// 2 to 41 bodies, some of them overlapping, and up to five walls; step 0.1 or 0.01 s.
walled_crowd walled_crowd_random(oracle_random *random);

// With settings on top of the default preset. Fills in the serial of each body.
stage walled_crowd_open(const walled_crowd *crowd, const wend_model *model, const wend_setting *settings,
                        uint32_t setting_count, wend_serial serial[ORACLE_BODIES]);

// The velocities after one step.
void walled_crowd_step(const walled_crowd *crowd, const wend_model *model, const wend_setting *settings,
                       uint32_t setting_count, oracle_vec velocity[ORACLE_BODIES]);

// Settings that switch off what a model does by convention or by chance and not by its formula, as far as it has it:
// parameters with these names must mean that, and 0 must switch them off. Returns how many.
enum { CONVENTIONS = 6 };
uint32_t conventions_off(const wend_model *model, wend_setting settings[CONVENTIONS]);

#endif
