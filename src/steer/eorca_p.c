// EORCA-P: elliptical agents who turn their shoulders, step sideways and back as people do.
#include "steer/eorca.h"

static const wend_param eorca_table[] = {
    WI_ORCA_LOOK(2.0f, 5.0f, WEND_NEIGHBOURS_MAX),
    WI_ORCA_MANNERS,
    WI_EORCA_METHOD,
    WI_EORCA_TURN,
    WI_EORCA_ROW(deviation, "rad",
                 "from so far off the preferred direction on, one who is about to collide steps sideways", 0.0f,
                 3.1415927f, 0.17453293f),
    WI_EORCA_ROW(collision_time, "s", "who would collide sooner than this is about to", 0.0f, 60.0f, 6.0f),
    WI_EORCA_ROW(lateral_time, "s", "for so long at most one steps sideways without a break", 0.0f, 60.0f, 3.0f),
    WI_EORCA_ROW(true_shapes, "", "1: collisions are those of the shapes, 0: of discs about them", 0.0f, 1.0f, 1.0f),
};

static const wend_setting published[] = {
    {"horizon", 1.0f}, {"side_bias", 0.0f}, {"give_ground", 0.0f}, {"true_shapes", 0.0f}};

static const wend_preset eorca_presets[] = {
    {"default", "as orca's: exact symmetry broken to the right and deadlocks by giving ground", NULL, 0},
    {"published", "table 2.4 of the thesis: a horizon of 1 s; exact symmetry stays, and so do deadlocks", published,
     WEND_COUNT(published)},
};

static void turn_row(const wend_view *now, const wend_next *next, uint32_t row, wi_others others) {
    wend_motion *motion = &next->motion[row];
    motion->heading =
        wi_turn_as_people(now, row, wend_view_params(now, row), wend_view_memory(now, row), others, motion->velocity);
}

static void steer_part(const wend_view *now, const wend_next *next, wend_rows part) {
    wi_eorca_notes notes;
    const wi_eorca_task task = {.notes = &notes};
    wi_eorca_solve(now, next, part, &task);
    for (uint32_t i = 0; i < part.count; i++)
        turn_row(now, next, part.row[i], (wi_others){notes.other[i], 1, notes.count[i]});
}

static void eorca_steer(const wend_view *now, const wend_next *next, wend_rows rows) {
    for (uint32_t done = 0; done < rows.count; done += EORCA_PART) {
        uint32_t left = rows.count - done;
        steer_part(now, next, (wend_rows){rows.row + done, left < EORCA_PART ? left : EORCA_PART});
    }
}

const wend_model wend_model_eorca_p = {
    .name = "eorca-p",
    .summary = "optimal reciprocal collision avoidance for ellipses, which turn and step sideways as people do",
    .source = WI_EORCA_SOURCE,
    .params = eorca_table,
    .param_count = WEND_COUNT(eorca_table),
    .params_size = sizeof(eorca_params),
    .presets = eorca_presets,
    .preset_count = WEND_COUNT(eorca_presets),
    .memory_size = sizeof(eorca_memory),
    .turns_body = true,
    .steer = eorca_steer,
};
