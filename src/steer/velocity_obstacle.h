// Velocity obstacles: the velocities that lead to contact with another body or a wall within a horizon.
//
// A body B (a disc of radius R at p, or a wall piece thickened by R) and a set V of velocities that it may have give
//
//     VO = union over s >= 1/tau of s B, plus V        (lecture: VO^tau_{a|b} and its Minkowski sum with V_b)
//
// which is convex: the hull of a few corners, rounded by a radius, swept along a cone.
//
//            \                 /        Its outward unit normals n are those with g(n) <= 0, where g(n) = n.p + R:
//       leg   \               /  leg    an arc, whose ends are the normals of the legs. VO lies on the inner side of
//              \             /          every line n.w = g(n)/tau + max over V of n.v, so that the signed distance
//               \           /           of a velocity w from its boundary is the largest
//       front    `- . _ . -'
//                                           F(w) = n.w - g(n)/tau - max over V of n.v        (negative: inside).
//                    x w = 0
//
// Bodies that overlap already have no cone: then all n count, and the time step takes the place of tau, so that VO
// holds the velocities with which they still overlap after the step. A wall that is already touched is a half-plane, and
// so may bodies be: only the straight way apart counts then, and nobody gets free by going on through the other.
//
// All in double: discs that touch, divided by a short time step, leave too few digits in float.
#ifndef WI_VELOCITY_OBSTACLE_H
#define WI_VELOCITY_OBSTACLE_H

#include "base/vec.h"
#include "wend/scene.h"

typedef double wi_dvec __attribute__((vector_size(16)));

static inline wi_dvec wi_dvec_of(wend_vec a) { return (wi_dvec){(double)a.x, (double)a.y}; }
static inline wend_vec wi_dvec_float(wi_dvec a) { return (wend_vec){(float)a[0], (float)a[1]}; }
static inline double wi_ddot(wi_dvec a, wi_dvec b) { return a[0] * b[0] + a[1] * b[1]; }
static inline double wi_ddet(wi_dvec a, wi_dvec b) { return a[0] * b[1] - a[1] * b[0]; }
static inline double wi_dsqrt(double a) { return __builtin_sqrt(a); }
static inline double wi_dlength(wi_dvec a) { return wi_dsqrt(wi_ddot(a, a)); }
static inline wi_dvec wi_dleft(wi_dvec a) { return (wi_dvec){-a[1], a[0]}; }
static inline wi_dvec wi_dright(wi_dvec a) { return (wi_dvec){a[1], -a[0]}; }

// `a` with length 1, or `otherwise` where it has no direction.
static inline wi_dvec wi_dunit(wi_dvec a, wi_dvec otherwise) {
    double length = wi_dlength(a);
    return length > 1e-15 ? a / length : otherwise;
}

// The velocities a body may have, relative to the one it shows: the hull of the corners (counter-clockwise; none: the
// point 0) widened by a disc.
typedef struct wi_velocity_set {
    float radius; // m/s
    const wend_vec *corner;
    uint32_t corner_count; // 0, or 3 to WEND_VELOCITY_CORNERS
} wi_velocity_set;

// The velocity w lies `distance` (m/s, negative: inside) from the boundary of the obstacle, and -distance * normal takes
// it there the shortest way. No w' with normal.(w' - w) >= -distance is inside.
typedef struct wi_halfplane {
    wend_vec normal;
    float distance;
} wi_halfplane;

// The half-plane of a relative velocity w = v_a - v_b for discs at the relative position p = p_b - p_a (m) with
// combined radius R, horizon tau and time step dt (s); `set` may be NULL. For a set without corners, exchanging the
// agents (p and w negated) negates the normal and keeps the distance, exactly. Where p and w are both 0 nothing tells
// the two apart and the normal is (1, 0): see wi_vo_part.
wi_halfplane wi_vo_plane(wend_vec p, float R, float tau, float dt, wend_vec w, const wi_velocity_set *set);

// The relative position of b seen from a, told apart by serial where the centres coincide.
wend_vec wi_vo_part(wend_vec p, uint64_t serial_a, uint64_t serial_b);

typedef enum wi_contact {
    WI_APART,
    WI_OVERLAP, // two bodies: every normal counts
    WI_TOUCH,   // a wall, or bodies that are to part straight: one normal counts
} wi_contact;

typedef struct wi_vo {
    wi_dvec corner[WEND_VELOCITY_CORNERS];      // of the hull, counter-clockwise (m/s)
    wi_dvec edge_normal[WEND_VELOCITY_CORNERS]; // outward, of the edge after each corner, if there are two or more
    uint32_t corner_count;
    wi_contact contact;
    double radius;       // by which the hull is rounded (m/s)
    wi_dvec first, last; // the arc of normals, counter-clockwise: of the left leg and of the right one
    wi_dvec facing;      // a unit vector in the arc: from the body to the agent
    wi_dvec place[2];    // centre of the body, or the ends of the wall, relative to the agent (m)
    uint32_t place_count;
    double reach;   // R (m)
    double spread;  // radius of the velocity set (m/s)
    double horizon; // tau, or the time in which to part (s)
} wi_vo;

// The obstacle of a disc at p for the agent's own velocity; `apex` is the velocity of the other (vo) or that which the
// two share (rvo), where the cone of the unbounded obstacle ends.
void wi_vo_disc(wi_vo *vo, wi_dvec p, double R, double tau, double dt, wi_dvec apex, const wi_velocity_set *set);

// The obstacle of a wall from a to b (relative to the agent) for a disc of radius R. One that is touched already asks
// for the speed that ends the overlap in dt, but for push (m/s) at most. Where the agent stands on the line itself, the
// right side of a -> b is the way out.
void wi_vo_wall(wi_vo *vo, wi_dvec a, wi_dvec b, double R, double tau, double dt, double push);

// F(w), and the normal where it is largest.
double wi_vo_distance(const wi_vo *vo, wi_dvec w, wi_dvec *normal);

// Bodies that overlap are to part straight.
static inline void wi_vo_part_straight(wi_vo *vo) {
    if (vo->contact == WI_OVERLAP) vo->contact = WI_TOUCH;
}

// How far (m) the bodies overlap after `time`, along the line on which they are nearest now.
double wi_vo_depth(const wi_vo *vo, wi_dvec w, double time);

// True if w is inside by more than `tolerance` (m/s).
bool wi_vo_inside(const wi_vo *vo, wi_dvec w, double tolerance);

// The first time (s) at which the bodies may touch, INFINITY if never. For bodies in contact: less the time until they
// are apart (for each corner of a polygon of velocities), -INFINITY if never; so later is better for all.
double wi_vo_time(const wi_vo *vo, wi_dvec w);

// A piece of the boundary: a straight one from `origin`, or an arc about it.
typedef struct wi_piece {
    bool round, whole; // whole: a full circle
    wi_dvec origin;
    wi_dvec direction; // of a straight piece, unit
    double extent;     // length (INFINITY for a leg) or radius
    wi_dvec from, to;  // of an arc: the normals at its ends, counter-clockwise, at most half a turn
} wi_piece;

#define WI_VO_PIECES_MAX (2 + 2 * WEND_VELOCITY_CORNERS)

// The boundary by number: legs 0 and 1, then the arc of each corner and the edge after it. False if this obstacle does
// not have the piece; numbers from wi_vo_pieces(vo) on are never there.
bool wi_vo_piece(const wi_vo *vo, uint32_t number, wi_piece *piece);
static inline uint32_t wi_vo_pieces(const wi_vo *vo) { return 2 + 2 * vo->corner_count; }

#endif
