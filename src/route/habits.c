// The table of habits and its presets.
#include "route/habits.h"

#include <string.h>

#define ROW(field, unit, meaning, min, max, initial) \
    { #field, unit, meaning, min, max, initial, offsetof(wi_habits, field), NULL }

static const char *const cap_choices[] = {"none", "headway", "stride", NULL};
static const char *const hide_choices[] = {"nobody", "others", NULL};

// Initial values do nothing; the preset `default` says what people do.
static const wend_param table[] = {
    ROW(keep_side, "rad", "turn of the preferred velocity to the right (negative: left) while others come towards one",
        -0.8f, 0.8f, 0.0f),
    ROW(personal_space, "m", "radius that is planned with among people where there is room; 0: the body's own", 0.0f,
        3.0f, 0.0f),
    ROW(berth, "m", "how much farther than usual others keep away from such an agent", 0.0f, 3.0f, 0.0f),
    ROW(inattention, "", "share of the time in which one looks elsewhere, at a phone for example", 0.0f, 1.0f, 0.0f),
    ROW(inattentive_sight, "m", "how far one sees others meanwhile", 0.0f, 100.0f, 0.8f),
    {"density_cap", "", "how the space ahead limits the preferred speed", 0.0f, 2.0f, 0.0f,
     offsetof(wi_habits, density_cap), cap_choices},
    ROW(headway_gap, "m", "headway: distance to the one ahead at which one stands", 0.0f, 5.0f, 0.36f),
    ROW(headway_time, "s", "headway: more distance for each m/s of speed", 0.05f, 10.0f, 1.06f),
    ROW(stride_factor, "", "stride: length of a stride for the square root of speed", 0.1f, 10.0f, 1.57f),
    ROW(stride_buffer, "", "stride: space beyond a stride, as a share of it", 0.0f, 3.0f, 0.9f),
    ROW(abreast, "", "who is farther to a side than this share of both radii is not followed, as in a zip", 0.0f, 2.0f,
        0.7f),
    ROW(shuffle, "m/s", "speed that one would go on at however little space there is ahead", 0.0f, 5.0f, 0.0f),
    ROW(aversion, "", "how much the preferred velocity turns away from density ahead", 0.0f, 1.0f, 0.0f),
    ROW(look_ahead, "m", "how far ahead density counts", 0.5f, 10.0f, 3.0f),
    ROW(cohesion, "1/s", "how strongly the members of a group stay together", 0.0f, 5.0f, 0.0f),
    ROW(formation, "", "how strongly they walk side by side in the open, the middle ones a little behind", 0.0f, 1.0f,
        1.0f),
    ROW(group_gap, "m", "between neighbours in a group, from body to body", 0.0f, 5.0f, 0.25f),
    ROW(group_reach, "m", "members farther away than this have lost each other", 1.0f, 200.0f, 25.0f),
    ROW(patience, "s", "time in a jam until one begins to push; 0: never", 0.0f, 10000.0f, 0.0f),
    ROW(push, "", "how much one who pushes gives up of its distance and of its readiness to give way", 0.0f, 1.0f,
        0.5f),
    ROW(obey_signals, "", "share of the red lights at which one waits", 0.0f, 1.0f, 1.0f),
    {"walls_hide", "", "whom walls hide: one reacts only to others of whom one can see part, or the centre of a disc",
     0.0f, 1.0f, 0.0f, offsetof(wi_habits, walls_hide), hide_choices},
};

// What script/fit-density found; docs/decisions/density.md says why.
static const wend_setting people[] = {
    {"density_cap", WI_CAP_HEADWAY},
    {"headway_gap", 0.3f},
    {"headway_time", 0.85f},
    {"abreast", 0.6f},
    {"shuffle", 0.8f},
    {"cohesion", 1.0f},
    {"walls_hide", 1.0f},
};

static const wend_preset presets[] = {
    {"default", "people: speed follows the space ahead, groups stay together, walls hide others", people,
     WEND_COUNT(people)},
    {"none", "nothing bends the preferred velocity but red lights", NULL, 0},
};

const wend_param *wend_habits(uint32_t *count) {
    if (count) *count = WEND_COUNT(table);
    return table;
}

const wend_preset *wend_habit_presets(uint32_t *count) {
    if (count) *count = WEND_COUNT(presets);
    return presets;
}

void wi_habits_refresh(wi_habits *habits) {
    uint32_t active = 0;
    if (habits->keep_side != 0.0f) active |= WI_HABIT_SIDE;
    if (habits->personal_space > 0.0f || habits->berth > 0.0f) active |= WI_HABIT_SPACE;
    if (habits->inattention > 0.0f) active |= WI_HABIT_INATTENTION;
    if (habits->density_cap > 0.0f || habits->aversion > 0.0f) active |= WI_HABIT_DENSITY;
    if (habits->cohesion > 0.0f) active |= WI_HABIT_COMPANY;
    if (habits->patience > 0.0f) active |= WI_HABIT_PATIENCE;
    if (habits->obey_signals > 0.0f) active |= WI_HABIT_SIGNALS;
    if (habits->walls_hide > 0.0f) active |= WI_HABIT_SCREENS;
    habits->active = active;
}
