// What the models for elliptical agents share: EORCA-C, EORCA-F and EORCA-P of Best (2018), chapter 2.
#ifndef WI_EORCA_H
#define WI_EORCA_H

#include "steer/ellipse_method.h"
#include "steer/orca.h"

// The models differ in how the body turns; each has rows only for what it uses. Begins as ORCA's, whose programmes they
// share.
typedef struct eorca_params {
    orca_params orca;
    float method;     // EORCA_EXACT and so on
    float turn_limit; // rad/s
    float clearance_samples;
    float deviation;      // rad: from so much on, one who is about to collide steps sideways instead of turning
    float collision_time; // s: sooner than this is about to collide
    float lateral_time;   // s: so long at most
    float true_shapes;    // 1: time to collision of the true shapes, 0: of the centres, as published
    float comfort;        // s: how much earlier than needed one begins to turn; 0: as published
    float foresight;      // 1: others are minded where they will be when one comes by, 0: where they are, as published
    float approach;       // m: and that from so near on
    float alone;          // 1: one who is passed alone is turned for, too, 0: only two between whom one passes
    float ease;           // the room that one wants across the way, over what the body takes; 1: as published
    float side_pace;      // how fast one would go sideways, over the preferred speed; 1: as published
    float choose;         // EORCA_VELOCITY_FIRST, EORCA_TOGETHER
} eorca_params;

enum { EORCA_VELOCITY_FIRST, EORCA_TOGETHER };

// What EORCA-P remembers of an agent.
typedef struct eorca_memory {
    float lateral; // s of side-stepping without a break
    uint32_t unused[3];
} eorca_memory;

// Others whom an agent minds: rows, nearest first, as its neighbour search found them.
typedef struct wi_others {
    const int32_t *row; // the lanes of a group are WI_LANES apart: row[slot * stride]
    uint32_t stride, count;
} wi_others;

// Rows for the tables of the models.
#define WI_EORCA_ROW(field, unit, meaning, min, max, initial) \
    { #field, unit, meaning, min, max, initial, offsetof(eorca_params, field), NULL }
#define WI_EORCA_TURN(at_ease)                                                                                        \
    WI_EORCA_ROW(turn_limit, "rad/s", "how fast a body turns at most", 0.0f, 100.0f, 6.2831853f),                     \
        WI_EORCA_ROW(clearance_samples, "count", "points on the way of the next second at which there must be space", \
                     1.0f, 100.0f, 10.0f),                                                                            \
        WI_EORCA_ROW(comfort, "s", "how much earlier than needed one begins to turn", 0.0f, 5.0f, 0.0f),              \
        WI_EORCA_ROW(ease, "", "room that one wants across the way, over what the body takes", 1.0f, 3.0f, at_ease)
#define WI_EORCA_METHOD                                                                                              \
    {                                                                                                                \
        "method", "", "how half-planes of ellipses are found: exactly, or from polygons that hold them", 0.0f, 3.0f, \
            0.0f, offsetof(eorca_params, method), wi_ellipse_method_choices                                          \
    }

// Of those who turn no more than they have to, or not at all.
extern const wend_preset wi_eorca_presets[2];

#define WI_EORCA_SOURCE "Best: Interactive motion planning for multi-agent systems, thesis, 2018, chapter 2"

// True if the body of a row is an ellipse with two different axes. All others but boxes count as their bounding discs.
static inline bool wi_body_elliptic(const wend_view *now, uint32_t row) {
    const wend_form *form = &now->form[row];
    return now->role[row].shape == WEND_ELLIPSE && form->half_length != form->half_width;
}

// True if others avoid the body by more than its disc.
static inline bool wi_body_oblong(const wend_view *now, uint32_t row) {
    return now->role[row].shape == WEND_BOX || wi_body_elliptic(now, row);
}

// Whom the rows of a part minded, for what comes after the programme.
#define EORCA_PART 256
typedef struct wi_eorca_notes {
    int32_t other[EORCA_PART][WEND_NEIGHBOURS_MAX]; // nearest first
    uint32_t count[EORCA_PART];
} wi_eorca_notes;

// What a model asks of the kernel.
typedef struct wi_eorca_task {
    bool slow_aside;       // bodies would go slowly across their headings
    bool turns_to_fit;     // bodies turn to fit through the space ahead, where that leaves them a velocity
    const wend_vec *wish;  // or to these headings, one for each row; NULL: none
    wi_eorca_notes *notes; // filled in for at most EORCA_PART rows; may be NULL
} wi_eorca_task;

// The programme of all three models, once for each instruction set.
typedef void wi_eorca_kernel(const wend_view *now, const wend_next *next, wend_rows rows, const wi_eorca_task *task);
wi_eorca_kernel wi_eorca_steer_isa0, wi_eorca_steer_isa1, wi_eorca_steer_isa2;
void wi_eorca_solve(const wend_view *now, const wend_next *next, wend_rows rows, const wi_eorca_task *task);

// By how much (m) a turn can make a body reach farther anywhere. The square of a reach changes by at most
// |a2 - b2| |sin turn|, and a reach is at least the shorter semi-axis.
static inline float wi_turn_growth(const wend_form *form, wend_vec from, wend_vec to) {
    float a = form->half_length, b = form->half_width, shorter = wi_min(a, b), difference = wi_max(a, b) - shorter;
    if (wi_dot(from, to) <= 0.0f) return difference;
    float sine = wi_det(from, to);
    return wi_min(difference, 0.5f * difference * (a + b) / shorter * wi_abs(sine));
}

// One of those, EORCA_PART at most, who decide at once how to turn.
typedef struct wi_turning {
    uint32_t row;
    const eorca_params *set;
    eorca_memory *memory; // EORCA-P's
    wi_others others;
    wend_vec velocity; // to turn for
    wend_vec heading;  // to take
} wi_turning;

// EORCA-F, before the programme: the headings nearest to the present ones with which bodies fit through the space ahead
// at their present velocities; the present ones where they fit.
void wi_turn_to_fit(const wend_view *now, wi_turning *bodies, uint32_t count);

// EORCA-P, after the programme (algorithms 1 to 3): the headings to take with the velocities that were chosen.
void wi_turn_as_people(const wend_view *now, wi_turning *bodies, uint32_t count);

// For EORCA_TOGETHER: the headings that a body could take in this step, the present one first, and the one that the space
// on its preferred way asks for. The programme is solved once for each turn, and the least cost is taken; of equal ones
// the first.
#define WI_TURN_CHOICES 4
typedef struct wi_turn_choice {
    wend_vec heading[WI_TURN_CHOICES];
    uint32_t count; // at least 1
    wend_vec wish;
} wi_turn_choice;

wi_turn_choice wi_turn_choices(const wend_view *now, uint32_t row, const eorca_params *set, wi_others others);

// What a heading costs with the velocity that the programme gave for it (m/s).
float wi_turn_cost(const wend_view *now, uint32_t row, const wi_turn_choice *choice, wend_motion motion);

#endif
