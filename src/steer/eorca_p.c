// EORCA-P: elliptical agents who turn their shoulders, step sideways and back as people do.
#include "steer/eorca.h"

static const char *const choices[] = {"velocity_first", "together", NULL}, *const switched[] = {"0", "1", NULL};

static const wend_param eorca_table[] = {
    WI_ORCA_LOOK(2.0f, 5.0f, WEND_NEIGHBOURS_MAX),
    WI_ORCA_MANNERS,
    WI_ORCA_CROWD,
    WI_EORCA_METHOD,
    WI_EORCA_TURN(1.3f),
    WI_EORCA_ROW(deviation, "rad",
                 "from so far off the preferred direction on, one who is about to collide steps sideways", 0.0f,
                 3.1416f, 0.17453293f),
    WI_EORCA_ROW(collision_time, "s", "who would collide sooner than this is about to", 0.0f, 60.0f, 6.0f),
    WI_EORCA_ROW(lateral_time, "s", "for so long at most one steps sideways without a break", 0.0f, 60.0f, 3.0f),
    {"true_shapes", "", "1: collisions are those of the shapes, 0: of discs about them", 0.0f, 1.0f, 1.0f,
     offsetof(eorca_params, true_shapes), switched},
    {"foresight", "", "1: space is looked for where others will be when one comes by, 0: where they are", 0.0f, 1.0f,
     1.0f, offsetof(eorca_params, foresight), switched},
    WI_EORCA_ROW(approach, "m", "with foresight, how near others are on their way past one when one begins to turn",
                 0.0f, 100.0f, 0.75f),
    {"alone", "", "with foresight, 1: one turns for somebody alone, too, who would touch it, 0: only between two", 0.0f,
     1.0f, 1.0f, offsetof(eorca_params, alone), switched},
    WI_EORCA_ROW(side_pace, "", "share of the preferred speed at which one would go sideways; 1: as fast as ahead",
                 0.0f, 1.0f, 0.43f),
    {"choose", "", "whether the body turns for a velocity that is chosen, or both are chosen together", 0.0f, 1.0f,
     0.0f, offsetof(eorca_params, choose), choices},
};

static const wend_setting published[] = {
    {"horizon", 1.0f}, {"side_bias", 0.0f}, {"give_ground", 0.0f}, {"crowd_horizon", 0.0f}, {"true_shapes", 0.0f},
    {"ease", 1.0f},    {"foresight", 0.0f}, {"approach", 100.0f},  {"alone", 0.0f},         {"side_pace", 1.0f}};

static const wend_preset eorca_presets[] = {
    {"default", "people: they turn in time and before they have to; symmetry and deadlocks are broken as orca does",
     NULL, 0},
    {"published", "table 2.4 of the thesis: a horizon of 1 s; exact symmetry stays, and so do deadlocks", published,
     WEND_COUNT(published)},
};

// Rows that choose velocity and heading together, and the best that they found.
typedef struct trial {
    uint32_t row[EORCA_PART], count;
    wi_turn_choice choice[EORCA_PART];
    wend_motion best[EORCA_PART];
    float cost[EORCA_PART];
} trial;

static void trial_add(trial *of, const wend_view *now, const wend_next *next, uint32_t row, wi_others others) {
    uint32_t i = of->count++;
    of->row[i] = row;
    of->choice[i] = wi_turn_choices(now, row, wend_view_params(now, row), others);
    of->best[i] = (wend_motion){next->motion[row].velocity, now->motion[row].heading};
    of->cost[i] = wi_turn_cost(now, row, &of->choice[i], of->best[i]);
}

// Each with its next heading, if it has one.
static void trial_solve(trial *of, const wend_view *now, const wend_next *next, uint32_t which) {
    wend_vec wish[EORCA_PART];
    for (uint32_t i = 0; i < of->count; i++) {
        const wi_turn_choice *choice = &of->choice[i];
        wish[i] = choice->heading[which < choice->count ? which : 0];
        next->motion[of->row[i]].heading = choice->heading[0]; // where there is no velocity with the other
    }
    wi_eorca_solve(now, next, (wend_rows){of->row, of->count}, &(wi_eorca_task){.wish = wish});
    for (uint32_t i = 0; i < of->count; i++) {
        wend_motion motion = next->motion[of->row[i]];
        float cost = wi_turn_cost(now, of->row[i], &of->choice[i], motion);
        if (!(cost < of->cost[i])) continue;
        of->cost[i] = cost;
        of->best[i] = motion;
    }
}

static void trial_end(trial *of, const wend_view *now, const wend_next *next) {
    if (of->count == 0) return;
    for (uint32_t which = 1; which < WI_TURN_CHOICES; which++) trial_solve(of, now, next, which);
    for (uint32_t i = 0; i < of->count; i++) next->motion[of->row[i]] = of->best[i];
}

static void turn_rows(const wend_view *now, const wend_next *next, wi_turning *bodies, uint32_t count) {
    wi_turn_as_people(now, bodies, count);
    for (uint32_t i = 0; i < count; i++) next->motion[bodies[i].row].heading = bodies[i].heading;
}

static void steer_part(const wend_view *now, const wend_next *next, wend_rows part) {
    wi_eorca_notes notes;
    trial together;
    wi_turning turning[EORCA_PART];
    uint32_t turning_count = 0;
    together.count = 0;
    wi_eorca_solve(now, next, part, &(wi_eorca_task){.slow_aside = true, .notes = &notes});
    for (uint32_t i = 0; i < part.count; i++) {
        uint32_t row = part.row[i];
        const eorca_params *set = wend_view_params(now, row);
        wi_others others = {notes.other[i], 1, notes.count[i]};
        if (set->choose == EORCA_TOGETHER) {
            trial_add(&together, now, next, row, others);
            continue;
        }
        wi_turning *body = &turning[turning_count++]; // written where it stays, see wi_turn_write_look
        body->row = row;
        body->set = set;
        body->memory = wend_view_memory(now, row);
        body->others = others;
        body->velocity = next->motion[row].velocity;
    }
    turn_rows(now, next, turning, turning_count);
    trial_end(&together, now, next);
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
