// Agents who stand in for recorded people: each comes in when and where the person did (give or take 5 cm, by the seed, so
// that the spread over seeds is what chance does), as fast, and goes straight on where that person left the area. Whoever
// finds the place taken waits outside.
//
// How fast they would like to walk is drawn, not taken from the person: the fastest second of somebody in a jam is what the
// jam allowed, and would give the answer away.
#ifndef WI_STUDY_STAND_INS_H
#define WI_STUDY_STAND_INS_H

#include "record/trajectory.h"
#include "scenario/scenario.h"
#include "study/entrants.h"
#include "study/program.h"
#include "wend/world.h"

#define WI_STAND_INS_STEP 0.1f // s

typedef struct wi_stand_in {
    wend_serial serial;         // 0: not in yet
    double came, left, arrived; // s: left is when it was level with where the person left the area; NAN: not yet
    bool waited;
} wi_stand_in;

typedef struct wi_stand_ins {
    const wi_entrants *people;
    const wi_quantity *speed; // m/s that they would like
    wend_scene *scene;
    wend_world *world;
    wi_stand_in *item; // one for each person
    wi_spot *spot;
    uint64_t seed;
    uint32_t count, missing; // those who have not arrived
} wi_stand_ins;

// Of the task's model and preset, for the first `count` people, in a room; people and speed must outlive them. WEND_BAD_FILE where a
// person comes from, or is bound for, a place where no body fits. wi_stand_ins_close also after a failure.
wend_result wi_stand_ins_open(const wi_study_task *task, const wi_entrants *people, uint32_t count,
                              const wi_quantity *speed, const wend_obstacle *room, uint32_t threads, wi_stand_ins *made,
                              wend_error *error);
void wi_stand_ins_close(wi_stand_ins *on);

// Lets in who is due, and steps.
wend_result wi_stand_ins_step(wi_stand_ins *on, wend_error *error);

// Where those are who are in, with ids 1, 2, ... in the order of people; valid until the next call.
wend_result wi_stand_ins_look(wi_stand_ins *on, wi_frame *frame, wend_error *error);

#endif
