// Inside a run.
#ifndef WI_RUN_STATE_H
#define WI_RUN_STATE_H

#include "scenario/geometry.h"
#include "scenario/mesh.h"
#include "scenario/place.h"
#include "scenario/run.h"

// How far a traveller has come on its way; beside run->traveller.
typedef struct wi_journey {
    uint32_t index; // of the agent in its group
    uint32_t guide; // for whom its goals are drawn: its index, or what stands for its party
    uint32_t goal;  // which of a way
    uint32_t turn;  // how many random goals before
    float radius;   // of the body (m)
    uint16_t level;
    bool own_goal; // from a CSV file, instead of the group's plan
    bool awaited;  // the run is not over before it has arrived
} wi_journey;

// An agent before it is in the world.
typedef struct wi_member {
    uint32_t group;
    wi_place place; // where it is described
    double time;    // s, when it is to appear
    wi_journey journey;
    size_t setting; // first of its own settings in the cast's list
} wi_member;

typedef struct wi_cast {
    wend_agent *agent;
    wi_member *member;
    uint32_t count, agent_capacity, member_capacity;
    wend_setting *setting;
    uint32_t setting_count, setting_capacity;
} wi_cast;

// Where a group of agents has got to with those who walk together.
typedef struct wi_parties {
    uint32_t drawn;  // parties so far
    uint32_t left;   // places in the last one
    uint32_t number; // of that one in the run; 0: alone
} wi_parties;

// A group that emits over time.
typedef struct wi_source {
    uint32_t group;
    wi_region region; // where agents appear
    double next;      // s: when the next is due, INFINITY if none is
    double lag;       // s that its clock has stood still
    uint32_t due;     // so many have become due
    uint32_t waiting; // due but not in yet
    uint32_t emitted; // in
    bool refused;     // the one at the front has been counted as refused
    uint32_t entry;   // of the schedule, next
    wi_parties parties;
    wi_time_count *table; // a schedule read from a file (owned), or NULL
    const wi_time_count *schedule;
    uint32_t schedule_count;
} wi_source;

// A goal from which people go on one after the other: when the next may.
typedef struct wi_gate {
    double free_at; // s
} wi_gate;

typedef struct wi_run_state {
    wi_geometry geometry; // as the scene was built from it
    wi_mesh mesh;         // without cells where nobody needs a way
    wend_zone *zone;
    uint32_t zone_count;
    uint32_t traveller_capacity, journey_capacity;
    wi_journey *journey;
    uint32_t awaited;       // travellers yet to arrive
    wi_region *goal_region; // of each group
    wi_gate *gate;          // of each named goal
    uint32_t *at_gate;      // travellers who wait to go on, in the order in which they came
    uint32_t at_gate_count, at_gate_capacity;
    wi_source *source;
    uint32_t source_count, source_capacity;
    wi_cast late;     // agents with a time of their own, ascending
    uint32_t late_in; // how many of them are in
    bool *late_done, *late_refused;
    uint32_t late_first;    // all before are in
    wend_collided *overlap; // pairs that overlapped after the last step, by (a, b)
    uint32_t overlap_count, overlap_capacity;
    wend_serial *arrived; // copy of an event list
    uint32_t arrived_capacity;
    uint32_t sample_every;   // steps
    uint32_t *door_switched; // of each door: so many of its times have come
    uint32_t parties;        // numbers given to those who walk together
    uint64_t tick;
} wi_run_state;

static inline wi_run_state *wi_state(const wi_run *run) { return run->state; }
static inline double wi_run_time(const wi_run *run) { return (double)wi_state(run)->tick * run->scenario->step; }

// Build: fills scene, world, geometry, travellers; false with problems. (build.c)
bool wi_build(wi_run *run, const wi_run_options *options, wi_problems *problems);

// Makes room in a cast and adds an agent with the first of its settings; false without memory.
bool wi_cast_add(wi_cast *cast, const wend_agent *agent, const wi_member *member);
void wi_cast_free(wi_cast *cast);

// The agents of a CSV file; those of all times. (build_csv.c)
bool wi_cast_read_csv(wi_cast *cast, const wi_run *run, uint32_t group, wi_problems *problems);

// Lets the next agent of a group walk with those who are its company; agents come in the order of their indices. `given`
// counts the numbers of parties in the run. (parties.c)
void wi_party_join(const wi_group *group, wi_who who, wi_parties *parties, uint32_t *given, wend_agent *agent,
                   wi_journey *journey);

// What stands for party `number` of a group where goals are drawn.
#define WI_GUIDE_OF_PARTY(number) (0x80000000u | (number))

// The bounding radius of an agent's body.
float wi_member_radius(const wi_run *run, const wend_agent *agent);

// Starts a traveller's story; false without memory.
bool wi_run_note_birth(wi_run *run, wend_serial serial, const wi_member *member, wend_point at);
uint32_t wi_run_find(const wi_run *run, wend_serial serial); // index of a traveller, UINT32_MAX if it is none of ours

// Goals (goals.c): the first goal of an agent that stands; the next, when it has arrived; whether there is none at all.
void wi_goal_first(const wi_run *run, const wi_group *group, uint32_t group_index, wend_agent *agent,
                   wi_journey *journey);
wend_result wi_goal_arrived(wi_run *run, uint32_t traveller, wend_error *error);
wend_result wi_goal_go_on(wi_run *run, uint32_t traveller, wend_error *error); // the same, whatever holds it up
bool wi_goals_open(wi_run *run);
void wi_goals_close(wi_run *run);
void wi_goals_check(const wi_run *run, wi_problems *problems);
uint32_t wi_goal_level(const wi_goal_source *goal, const wi_group *group); // of a goal where the group goes, or NULL
bool wi_goal_same(const wi_goal_source *a, const wi_goal_source *b);       // one place
bool wi_goal_is_endless(const wi_goal_plan *plan);

// Gates (gates.c): whether one who has arrived must wait for its turn, and the turns of those who wait.
bool wi_gates_open(wi_run *run);
void wi_gates_close(wi_run *run);
void wi_gates_check(const wi_goal_plan *plan, wi_problems *problems);
bool wi_gate_holds(const wi_run *run, uint32_t traveller);
wend_result wi_gate_wait(wi_run *run, uint32_t traveller, wend_error *error);
wend_result wi_gates_step(wi_run *run, wend_error *error);

// Sources (sources.c).
bool wi_sources_open(wi_run *run, wi_problems *problems);
void wi_sources_close(wi_run *run);
wend_result wi_sources_emit(wi_run *run, wend_error *error);
bool wi_sources_done(const wi_run *run);

// Doors that open and close at times (door_times.c).
bool wi_door_times_open(wi_run *run); // false without memory
void wi_door_times_close(wi_run *run);
wend_result wi_door_times_keep(wi_run *run, wend_error *error); // before each step

#endif
