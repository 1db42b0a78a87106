// The people of the recorded corridor, simulated. Recordings take turns with the seed, so that seeds 1 to 5 are each of
// them once, 6 to 10 once more with other chance.
#include "base/error.h"
#include "study/corridor.h"
#include "study/stand_ins.h"
#include "study/walkers.h"

#include <math.h>

#define STEPS 4000u // 400 s, as in the dissertation
#define QUICK 40u   // people
#define STRIDE 5u   // steps from frame to frame

// m/s, how fast these people would have liked to walk: the free velocity of 42 of them, as the authors of the recordings give
// it (Zhang, Klingsch, Schadschneider and Seyfried 2011), and as fast as those are who come first in each direction. The
// 50 of boa-300-frei, who walked through the experiment one by one, were faster.
static const wi_quantity free_speed = {.spread = WI_NORMAL, .a = 1.55, .b = 0.18, .low = 1.1, .high = 2.3};
static const wi_quantity alone = {.spread = WI_NORMAL, .a = 1.72, .b = 0.19, .low = 1.1, .high = 2.3};

// Only in the corridor itself: how people turn to the exits behind its ends is a matter of routes, not of avoidance.
static const double corridor[4] = {0.0, -4.0, 3.6, 4.0};

static wend_result look(wi_stand_ins *on, wi_meter *meter, int64_t number, wend_error *error) {
    wi_frame frame;
    wend_result result = wi_stand_ins_look(on, &frame, error);
    frame.number = number;
    return result ? result : wi_meter_frame(meter, &frame, error);
}

static wend_result walk(wi_stand_ins *on, wi_meter *meter, wend_error *error) {
    wend_result result = WEND_OK;
    for (uint32_t tick = 0; !result && on->missing > 0 && tick < STEPS; tick++) {
        if (tick % STRIDE == 0) result = look(on, meter, tick / STRIDE, error);
        if (!result) result = wi_stand_ins_step(on, error);
    }
    return result;
}

// What has to do with who came and who arrived.
static void tell(const wi_stand_ins *on, double *value) {
    wi_mean_of waited = {0}, late = {0};
    bool all_in = true;
    for (uint32_t i = 0; i < on->count; i++) {
        const wi_stand_in *who = &on->item[i];
        all_in = all_in && who->serial;
        wi_mean_add(&waited, who->waited ? 100.0 : 0.0, 1.0);
        wi_mean_add(&late, who->left - on->people->item[i].left, 1.0);
    }
    value[WI_CORRIDOR_NOT_ARRIVED] = on->missing;
    value[WI_CORRIDOR_WAITED] = wi_mean_value(&waited);
    value[WI_CORRIDOR_LATE] = wi_mean_value(&late);
    // A share of those who came in would be another one than of people.
    for (uint32_t i = 0; i < WI_MILESTONES && !all_in; i++) value[WI_CORRIDOR_DENSITY + i] = (double)NAN;
}

static wend_result measure(wi_stand_ins *on, const wi_measures *people, double *value, wend_error *error) {
    char ground[WI_CORRIDOR_GROUND];
    wi_measure_options options = wi_corridor_measures(ground);
    for (uint32_t i = 0; i < WI_CURVE_POINTS; i++)
        options.curve[i] = isnan(people->speed_at[i]) ? 0.0 : people->speed_at[i];
    wi_meter *meter = wi_meter_create(&options, WI_CORRIDOR_RATE);
    wend_result result = meter ? walk(on, meter, error) : wi_fail(error, WEND_NO_MEMORY, "no memory for a meter");
    if (!result) {
        const wi_measures found = wi_meter_result(meter);
        wi_corridor_take(&found, value);
        value[WI_CORRIDOR_PEOPLE] = on->count;
        value[WI_CORRIDOR_DISTANCE] = found.curve_distance;
        tell(on, value);
        for (uint32_t i = 0; i < WI_MILESTONES; i++)
            value[WI_CORRIDOR_DENSER + i] = value[WI_CORRIDOR_DENSITY + i] - people->density_at[i];
    }
    wi_meter_free(meter);
    return result;
}

static wend_result walk_at(const wi_quantity *speed, const wi_study_task *task, double *value, wend_error *error) {
    char path[WI_RECORDING_PATH];
    wi_entrants people = {0};
    wi_stand_ins on = {0};
    wi_measures recorded;
    wi_corridor_recording(task->seed, path);
    wend_result result = wi_corridor_measure(path, &recorded, error);
    if (!result) result = wi_entrants_read(path, corridor, &people, error);
    uint32_t count = task->quick && people.count > QUICK ? QUICK : people.count;
    if (!result) result = wi_stand_ins_open(task, &people, count, speed, &wi_corridor_room, 1, &on, error);
    if (!result) result = measure(&on, &recorded, value, error);
    wi_stand_ins_close(&on);
    wi_entrants_free(&people);
    return result;
}

static wend_result corridor_of_people(const wi_study_task *task, double *value, wend_error *error) {
    return walk_at(&free_speed, task, value, error);
}

static wend_result corridor_of_lone_walkers(const wi_study_task *task, double *value, wend_error *error) {
    return walk_at(&alone, task, value, error);
}

const wi_study_program wi_program_corridor_of_people = {
    .name = "corridor-of-people",
    .meaning = "agents in the place of the people of that corridor; a seed is a recording, and chance",
    .values = wi_corridor_value,
    .value_count = WI_CORRIDOR_VALUES,
    .ready = wi_corridor_here,
    .run = corridor_of_people,
};

const wi_study_program wi_program_corridor_of_lone_walkers = {
    .name = "corridor-of-lone-walkers",
    .meaning = "the same, who would like to walk as fast as those who walked there alone",
    .values = wi_corridor_value,
    .value_count = WI_CORRIDOR_VALUES,
    .ready = wi_corridor_here,
    .run = corridor_of_lone_walkers,
};
