// Reciprocal collision avoidance for pedestrians: Guy, Lin, Manocha, "Modeling collision avoidance behavior for virtual
// humans". ORCA, but others count only once they have been observed for a while, and velocities change gently. Who is
// in sight since when is in sights_wide.h; here are the table and the limits to what an agent can do.
#include "steer/rcap.h"

#include "base/isa.h"
#include "base/vec.h"
#include "sense/senses.h"

#define ROW(field, unit, meaning, min, max, initial) \
    { #field, unit, meaning, min, max, initial, offsetof(rcap_params, field), NULL }

static const wend_param rcap_table[] = {
    WI_ORCA_LOOK(4.0f, 10.0f, RCAP_SIGHTS),
    ROW(observation_time, "s", "how long others must have been in sight before they are avoided; 0: at once", 0.0f,
        30.0f, 0.79f),
    ROW(forgetting_time, "s", "who is out of sight for longer has to be observed anew", 0.0f, 600.0f, 2.0f),
    ROW(acceleration, "m/s2", "change of velocity that is always possible; 0: no limit to any change", 0.0f, 100.0f,
        0.09f),
    ROW(settling, "s", "larger changes of velocity are made as quickly as they would take this long; 0: never quicker",
        0.0f, 30.0f, 1.0f),
    ROW(braking, "m/s2", "largest change of velocity: to slow down at will, to settle, in alarm; 0: acceleration", 0.0f,
        100.0f, 2.0f),
    ROW(alarm, "",
        "one reacts to whomever one would meet within this many observation times, observed or not; 0: never", 0.0f,
        10.0f, 1.0f),
    ROW(sway, "m", "how far the body sways to either side with the steps", 0.0f, 0.2f, 0.0f),
    ROW(restlessness, "m/s", "by how much the velocity varies slowly all the time", 0.0f, 1.0f, 0.0f),
    WI_ORCA_MANNERS,
};

static const wend_setting people[] = {{"personal_space", 0.38f}};
static const wend_setting published[] = {{"personal_space", 0.38f}, {"settling", 0.0f},  {"braking", 0.0f},
                                         {"alarm", 0.0f},           {"side_bias", 0.0f}, {"give_ground", 0.0f}};

static const wend_preset rcap_presets[] = {
    {"default", "the paper's, for crowds and buildings: stops and turns in time, and reacts to alarm", people,
     WEND_COUNT(people)},
    {"published", "as in the paper, for two who meet in the open: it takes 15 s to stop", published,
     WEND_COUNT(published)},
};

// Equation 8: towards a velocity, by `most` at the most.
static wend_vec towards(wend_vec from, wend_vec to, float most) {
    wend_vec change = wi_sub(to, from);
    float size = wi_length(change);
    return size <= most ? to : wi_add(from, wi_scale(most / size, change));
}

// Who would like to be slower may brake, as far as those it avoids let it.
static wend_vec braked(wend_vec before, wend_vec wish, wend_vec plan, float most) {
    float speed = wi_length(before);
    if (!(speed > 0.0f)) return before;
    wend_vec ahead = wi_scale(1.0f / speed, before);
    float slower = speed - wi_max(0.0f, wi_max(wi_dot(wish, ahead), wi_dot(plan, ahead)));
    return wi_sub(before, wi_scale(wi_clamp(slower, 0.0f, most), ahead));
}

static wend_vec limited(const rcap_params *set, wend_vec before, wend_vec wish, wend_vec plan, bool hurried,
                        float step) {
    if (!(set->acceleration > 0.0f)) return plan;
    float least = set->acceleration * step, most = wi_max(set->braking * step, least);
    if (hurried) return towards(before, plan, most);
    wend_vec from = set->braking > 0.0f ? braked(before, wish, plan, most) : before;
    float gentle = least;
    if (set->settling > 0.0f) gentle = wi_clamp(wi_length(wi_sub(plan, from)) * step / set->settling, least, most);
    return towards(before, towards(from, plan, gentle), most);
}

static void finish_row(const wend_view *now, const wend_next *next, uint32_t row, bool hurried) {
    const rcap_params *set = wi_view_block(now, now->role[row].params);
    const wend_body *body = &now->body[row];
    wend_vec before = now->motion[row].velocity, *velocity = &next->motion[row].velocity;
    bool gait = set->sway > 0.0f || set->restlessness > 0.0f;
    if (gait) before = wi_rcap_without_gait(now, row, before);
    *velocity = limited(set, before, wi_vec(body->preferred_x, body->preferred_y), *velocity, hurried, now->step);
    if (gait) *velocity = wi_rcap_with_gait(now, row, set, *velocity);
}

#define PART 512 // rows at a time, so that hurry needs no memory

static void rcap_steer(const wend_view *now, const wend_next *next, wend_rows rows) {
    static wi_rcap_kernel *const kernels[WI_ISA_COUNT] = WI_WIDE_TABLE(wi_rcap_plan);
    bool hurried[PART];
    for (uint32_t done = 0; done < rows.count; done += PART) {
        uint32_t left = rows.count - done;
        wend_rows part = {rows.row + done, left < PART ? left : PART};
        kernels[now->senses->isa](now, next, part, hurried);
        for (uint32_t i = 0; i < part.count; i++) finish_row(now, next, part.row[i], hurried[i]);
    }
}

const wend_model wend_model_rcap = {
    .name = "rcap",
    .summary = "reciprocal collision avoidance for pedestrians, who observe before they react",
    .source = "Guy, Lin, Manocha: Modeling collision avoidance behavior for virtual humans, AAMAS 2010",
    .params = rcap_table,
    .param_count = WEND_COUNT(rcap_table),
    .params_size = sizeof(rcap_params),
    .presets = rcap_presets,
    .preset_count = WEND_COUNT(rcap_presets),
    .memory_size = sizeof(rcap_memory),
    .steer = rcap_steer,
};
