// ORCA once more, slow and obvious, in double precision: the oracle that the tests of src/steer/ compare the library
// with. It shares no code with the library. At the end: crowds of bodies that are stepped once by the library.
#ifndef ORCA_ORACLE_H
#define ORCA_ORACLE_H

#include "wend/wend.h"

#include <stdio.h>

typedef struct oracle_vec {
    double x, y;
} oracle_vec;

static inline oracle_vec oracle_at(double x, double y) { return (oracle_vec){x, y}; }
static inline oracle_vec oracle_add(oracle_vec a, oracle_vec b) { return (oracle_vec){a.x + b.x, a.y + b.y}; }
static inline oracle_vec oracle_sub(oracle_vec a, oracle_vec b) { return (oracle_vec){a.x - b.x, a.y - b.y}; }
static inline oracle_vec oracle_scale(double s, oracle_vec a) { return (oracle_vec){s * a.x, s * a.y}; }
static inline double oracle_dot(oracle_vec a, oracle_vec b) { return a.x * b.x + a.y * b.y; }
static inline double oracle_det(oracle_vec a, oracle_vec b) { return a.x * b.y - a.y * b.x; }
static inline oracle_vec oracle_left(oracle_vec a) { return (oracle_vec){-a.y, a.x}; }
static inline oracle_vec oracle_from(wend_vec a) { return (oracle_vec){(double)a.x, (double)a.y}; }

// Rounded to float, whatever the optimiser thinks of it: gcc 12 vectorises (double)(float)a of two neighbours and keeps
// all their digits.
double oracle_rounded(double a);
oracle_vec oracle_rounded_vec(oracle_vec a);

double oracle_length(oracle_vec a);
double oracle_distance(oracle_vec a, oracle_vec b);
oracle_vec oracle_unit(oracle_vec a);
oracle_vec oracle_polar(double length, double angle);
oracle_vec oracle_turned(oracle_vec a, double angle);

// Random numbers of the tests: a seed is printed, and gives the same cases everywhere.
typedef struct oracle_random {
    uint64_t state;
} oracle_random;
double oracle_uniform(oracle_random *random, double low, double high);
uint32_t oracle_below(oracle_random *random, uint32_t count);
oracle_vec oracle_in_disc(oracle_random *random, double radius);

// Obstacles in velocity space --------------------------------------------------------------------------------------

// The point of a velocity obstacle's boundary that is nearest to a velocity, the outward normal there, and how much
// farther away the nearest point on the other leg is (INFINITY where no other could compete): small means a tie.
typedef struct oracle_nearest {
    oracle_vec point, normal;
    double margin;
} oracle_nearest;

// For two discs a vector p and radii R in all apart, over the horizon: the front arc and the two legs are looked at one
// after the other. With overlapping discs the boundary is the whole circle, and `horizon` should be the step.
oracle_nearest oracle_cone(oracle_vec p, double radius, double horizon, oracle_vec w);

// The velocities that others must reckon with, added to an obstacle: a disc, or the hull of corners.
typedef struct oracle_spread {
    double radius;
    oracle_vec corner[WEND_VELOCITY_CORNERS];
    uint32_t corner_count;
} oracle_spread;

// The same for the hull of `count` points (1: a disc, 2: a piece of wall) thickened by the radius and widened by a
// spread, through its support function: the signed distance to a convex set is the largest n.w - h(n) over its normals.
oracle_nearest oracle_hull(const oracle_vec *point, uint32_t count, double radius, double horizon,
                           const oracle_spread *spread, oracle_vec w);

// Smallest distance of a point that starts at `from` and moves with velocity v for `time` to the origin.
double oracle_closest_approach(oracle_vec from, oracle_vec v, double time);

double oracle_wall_distance(oracle_vec at, oracle_vec a, oracle_vec b);

// The programme --------------------------------------------------------------------------------------------------------

enum { ORACLE_PLANES = 96 };

// Velocities with n.v >= at. Hard planes are given up only where they contradict each other.
typedef struct oracle_plane {
    oracle_vec n;
    double at;
    bool hard;
} oracle_plane;

typedef struct oracle_disc {
    oracle_vec centre;
    double radius;
} oracle_disc;

typedef struct oracle_programme {
    oracle_plane plane[ORACLE_PLANES];
    uint32_t plane_count;
    oracle_disc disc[2];
    uint32_t disc_count;
    oracle_vec preferred;
} oracle_programme;

void oracle_programme_add(oracle_programme *programme, oracle_plane plane);

// How far v is on the wrong side of the worst plane (negative: inside all), of the hard ones or the others.
double oracle_violation(const oracle_programme *programme, bool hard, oracle_vec v);

// The velocity of the discs and planes that is nearest to the preferred one, all planes moved inwards by `tightened`:
// every vertex and projection is tried. False if there is none.
bool oracle_closest(const oracle_programme *programme, double tightened, oracle_vec *v);

// The least possible violation of the planes that are not hard, by velocities of the discs and the hard planes, which
// are given way by `hard_slack`; every active set of the linear programme in (v, violation) is tried. INFINITY if the
// discs and hard planes have nothing in common.
double oracle_least(const oracle_programme *programme, double hard_slack, oracle_vec *v);

// The least possible violation of the hard planes alone; -INFINITY if there are none.
double oracle_least_hard(const oracle_programme *programme);

// Crowds ---------------------------------------------------------------------------------------------------------------

enum { ORACLE_BODIES = 128 };

typedef struct oracle_body {
    oracle_vec position, velocity, preferred; // all exact in float except the preferred velocity
    double radius, priority, max_speed;
    bool driven;
} oracle_body;

typedef enum oracle_about { ORACLE_CURRENT, ORACLE_PREFERRED, ORACLE_ZERO } oracle_about;

typedef struct oracle_crowd {
    oracle_body body[ORACLE_BODIES];
    uint32_t count;
    double step, horizon, obstacle_horizon, neighbour_distance, acceleration, turning;
    uint32_t max_neighbours;
    oracle_about about;
    oracle_spread spread; // of everyone
    const char *preset;   // side_bias, give_ground and crowd_horizon are 0 in all; NULL: "default"
    const wend_obstacle *obstacles;
    uint32_t obstacle_count;
} oracle_crowd;

// Step 0.1 s and the defaults of the model.
oracle_crowd oracle_crowd_empty(void);

// Adds a body; positions and velocities are rounded to float, and the preferred velocity to what a goal 100 m away can
// say.
oracle_body *oracle_crowd_add(oracle_crowd *crowd, oracle_vec position, double radius, oracle_vec velocity,
                              oracle_vec preferred, double max_speed);

oracle_vec oracle_optimum(const oracle_crowd *crowd, const oracle_body *body); // the optimisation velocity
double oracle_share(const oracle_body *a, const oracle_body *b);               // of a

// What two who meet reckon with: their velocities, of which the higher one's is nearer to its preferred one, and a's share.
typedef struct oracle_meeting {
    oracle_vec own, other;
    double share;
} oracle_meeting;
oracle_meeting oracle_meet(const oracle_crowd *crowd, const oracle_body *a, const oracle_body *b);

// The half-plane that a owes to b; `margin` (may be NULL) as in oracle_nearest.
oracle_plane oracle_pair_plane(const oracle_crowd *crowd, const oracle_body *a, const oracle_body *b, double *margin);

// What body `self` has to solve, less walls: planes of its nearest, the speed disc, acceleration and turning. `doubtful`
// says that rounding could change the planes by more than a little: ties, touching bodies, an unclear nearest point.
oracle_programme oracle_crowd_programme(const oracle_crowd *crowd, uint32_t self, bool *doubtful);

// Adds a body to a world of the library, which may overlap others and walls. The world then has the very numbers of the
// body: fails the test if any of them was not exact in float.
wend_serial oracle_body_enter(wend_world *world, const oracle_body *body);

// The library's world for the crowd, with serials in the order of `order` (NULL: as they are). Fails the test if it
// cannot be made. Bodies may overlap.
typedef struct oracle_world {
    wend_scene *scene;
    wend_world *world;
    wend_serial serial[ORACLE_BODIES];
    uint32_t count;
} oracle_world;
oracle_world oracle_world_open(const oracle_crowd *crowd, const uint32_t *order);
void oracle_world_step(oracle_world *world);
wend_agent oracle_world_agent(oracle_world *world, uint32_t body);
void oracle_world_close(oracle_world *world);

// One step of a fresh world: the velocities of all bodies after it.
void oracle_crowd_step(const oracle_crowd *crowd, const uint32_t *order, oracle_vec *velocity);

// Ends the test with the text if a call of the library did not succeed.
void oracle_require(wend_result result, const wend_error *error, const char *what);

// Like assert_true, with words: prints the formatted reason before it fails the test.
#define oracle_check(condition, ...)                     \
    do {                                                 \
        if (!(condition)) {                              \
            (void)printf("%s:%d: ", __FILE__, __LINE__); \
            (void)printf(__VA_ARGS__);                   \
            (void)printf("\n");                          \
            oracle_fail();                               \
        }                                                \
    } while (0)
void oracle_fail(void);

#endif
