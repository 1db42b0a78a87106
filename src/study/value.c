#include "study/value.h"

#include "measure/measure.h"

static const wi_study_value of_runs[WI_STUDY_RUN_VALUES] = {
    [WI_STUDY_ALL_ARRIVED] = {"all_arrived", "s", 2, "when the last one arrived; none where somebody did not"},
    [WI_STUDY_NOT_ARRIVED] = {"not_arrived", "", 1, "agents still on their way at the end"},
    [WI_STUDY_STUCK] = {"stuck", "", 1, "of those, who hardly move"},
    [WI_STUDY_DEEPEST] = {"deepest_overlap", "m", 4, "of two bodies, looked at in every step"},
    [WI_STUDY_WALL_CROSSINGS] = {"wall_crossings", "", 0, "steps of an agent's centre that touch a wall"},
    [WI_STUDY_PAUSES] = {"pauses", "", 1, "how often nobody arrives for a second, while 30 or more are there"},
    [WI_STUDY_STEP_TIME] = {"step_time", "ms", 3,
                            "processor time of a step in the mean; real time with several threads"},
    [WI_STUDY_FULL_STEP_TIME] = {"full_step_time", "ms", 3, "the same while nine in ten of the agents are there"},
    [WI_STUDY_REAL_TIME] = {"times_real_time", "", 0, "simulated time over the time of all steps, as above"},
};

bool wi_study_value_at(uint32_t index, wi_study_value *value) {
    if (index >= WI_STUDY_VALUES_MAX) return false;
    if (index < WI_STUDY_RUN_VALUES) {
        *value = of_runs[index];
        return true;
    }
    const wi_measure_value *measure = wi_measure_value_at(index - WI_STUDY_RUN_VALUES);
    if (!measure) return false;
    *value = (wi_study_value){measure->name, measure->unit, measure->decimals, measure->meaning};
    return true;
}
