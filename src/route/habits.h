// Habits: what bends an agent's preferred velocity whatever its model, from its parameter block. The table is the single
// source, as for models; see habits.c for what each means.
#ifndef WI_HABITS_H
#define WI_HABITS_H

#include "wend/model.h"

typedef struct wi_habits {
    float keep_side;
    float personal_space, berth;
    float inattention, inattentive_sight;
    float density_cap, headway_gap, headway_time, stride_factor, stride_buffer, abreast, shuffle, aversion, look_ahead;
    float cohesion, formation, group_gap, group_reach;
    float patience, push;
    float obey_signals;
    float walls_hide;
    uint32_t active; // WI_HABIT_... of those that do something; follows from the others
} wi_habits;

enum {
    WI_HABIT_SIDE = 1,
    WI_HABIT_SPACE = 2, // personal space or berth
    WI_HABIT_INATTENTION = 4,
    WI_HABIT_DENSITY = 8, // cap or aversion
    WI_HABIT_COMPANY = 16,
    WI_HABIT_PATIENCE = 32,
    WI_HABIT_SIGNALS = 64,
    WI_HABIT_SCREENS = 128, // walls hide others
};

// Who gets on at less than this share of the speed that it would like is held up.
#define WI_HELD_UP 0.5f

enum { WI_CAP_NONE, WI_CAP_HEADWAY, WI_CAP_STRIDE };

// Works out `active` anew.
void wi_habits_refresh(wi_habits *habits);

#endif
