// Doors and barriers that open and close at times of the scenario. One that cannot be closed because somebody stands in it
// is closed as soon as nobody does.
#include <stdlib.h>

#include "scenario/run_state.h"

bool wi_door_times_open(wi_run *run) {
    wi_state(run)->door_switched = calloc((size_t)run->scenario->door_count + 1, sizeof(uint32_t));
    return wi_state(run)->door_switched != NULL;
}

void wi_door_times_close(wi_run *run) { free(wi_state(run)->door_switched); }

static bool is_due(const wi_run *run, const wi_line_source *door, uint32_t done) {
    return done < door->switch_count && door->switches[done] <= wi_run_time(run) + 1e-9;
}

wend_result wi_door_times_keep(wi_run *run, wend_error *error) {
    for (uint32_t i = 0; i < run->scenario->door_count; i++) {
        const wi_line_source *door = &run->scenario->door[i];
        uint32_t *done = &wi_state(run)->door_switched[i];
        if (i > 0 && door->barrier != 0 && door[-1].barrier == door->barrier) continue; // its first side does for all
        while (is_due(run, door, *done)) {
            bool open = door->open != (*done % 2 == 0);
            wend_result result = wend_world_set_door(run->world, i, open, error);
            if (result == WEND_NO_SPACE) break;
            if (result != WEND_OK) return result;
            ++*done;
        }
    }
    return WEND_OK;
}
