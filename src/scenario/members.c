#include "scenario/members.h"

#include <math.h>

#include "scenario/personalities.h"
#include "sense/shape.h"
#include "world/block.h"

#define SPEED_MAX 100.0 // m/s

static float typical(const wi_quantity *quantity, float otherwise) {
    return quantity->given ? (float)wi_quantity_typical(quantity) : otherwise;
}

static bool differs(const wi_quantity *quantity) { return quantity->given && quantity->spread != WI_CONSTANT; }

static const wi_personality *personality_of(const wi_profile_source *profile) {
    uint32_t count;
    const wi_personality *all = wi_personalities(&count);
    return profile->personality > 0 && profile->personality <= count ? &all[profile->personality - 1] : NULL;
}

// What holds where a profile says nothing.
static wend_profile usual_profile(const wi_profile_source *profile) {
    wend_profile usual = wend_profile_default();
    const wi_personality *personality = personality_of(profile);
    if (personality != NULL) usual.preferred_speed = personality->preferred_speed;
    return usual;
}

// Of what the model has, within its limits.
static uint32_t add_personality(const wi_profile_source *profile, const wend_model *model, wend_setting *settings) {
    const wi_personality *personality = personality_of(profile);
    uint32_t count = 0;
    for (uint32_t i = 0; personality != NULL && i < personality->setting_count; i++) {
        const wend_setting *from = &personality->settings[i];
        const wend_param *param = wi_personality_param(model, from);
        if (param == NULL) continue;
        settings[count++] = (wend_setting){param->name, fmaxf(param->min, fminf(param->max, from->value))};
    }
    return count;
}

// Of a count, the whole number next to what was drawn.
static wend_setting setting_of(const wend_param *param, float value) {
    return (wend_setting){param->name, wi_param_is_whole(param) ? floorf(value + 0.5f) : value};
}

static uint32_t add_typical(const wi_settings_source *from, wend_setting *settings, uint32_t count) {
    for (uint32_t i = 0; i < from->count && count < WI_SETTINGS_MAX; i++) {
        const wend_param *param = from->setting[i].param;
        settings[count++] = setting_of(param, typical(&from->setting[i].value, param->initial));
    }
    return count;
}

wend_profile wi_profile_make(const wi_profile_source *from, wend_setting *settings) {
    wend_profile to = usual_profile(from);
    to.name = from->name;
    if (from->model != NULL) to.model = from->model;
    if (from->preset != NULL) to.preset = from->preset;
    to.shape.kind = from->shape;
    to.shape.half_length = typical(&from->half_length, to.shape.half_length);
    to.shape.half_width =
        from->shape == WEND_DISC ? to.shape.half_length : typical(&from->half_width, to.shape.half_width);
    to.preferred_speed = typical(&from->preferred_speed, to.preferred_speed);
    to.max_speed = typical(&from->max_speed, fmaxf(to.max_speed, to.preferred_speed));
    bool drawn = differs(&from->preferred_speed) || differs(&from->max_speed);
    if (drawn || !from->preferred_speed.given) to.preferred_speed = fminf(to.preferred_speed, to.max_speed);
    to.max_acceleration = typical(&from->max_acceleration, to.max_acceleration);
    to.priority = typical(&from->priority, to.priority);
    to.velocity_radius = (float)from->velocity_radius;
    to.velocity_corner_count = from->velocity_corner_count;
    for (uint32_t i = 0; i < WEND_VELOCITY_CORNERS; i++) to.velocity_corners[i] = from->velocity_corners[i];
    to.router = from->router;
    to.congestion = (float)from->congestion;
    to.habits = from->habit_preset;
    to.setting_count = add_personality(from, to.model, settings);
    to.setting_count = add_typical(&from->parameters, settings, to.setting_count);
    to.setting_count = add_typical(&from->habits, settings, to.setting_count);
    to.settings = settings;
    return to;
}

wend_stress wi_stress_make(const wi_stress_source *from) {
    return (wend_stress){(float)from->rate,   (float)from->limit,    (float)from->crowding,
                         (float)from->others, (float)from->deadline, (float)from->speed,
                         (float)from->radius, from->setting,         from->count};
}

uint32_t wi_profile_draw(const wi_group *group, wi_who who) {
    if (group->profile_count == 0) return 0;
    return group->profile[wi_draw_index(group->profile_weight, group->profile_count, who, WI_FOR_PROFILE)];
}

static void draw_shape(wend_agent *agent, const wi_profile_source *profile, wi_who who) {
    if (!differs(&profile->half_length) && !differs(&profile->half_width)) return;
    wend_profile usual = wend_profile_default();
    float length = usual.shape.half_length, width = usual.shape.half_width;
    if (profile->half_length.given)
        length = (float)wi_draw(&profile->half_length, WI_BODY_MIN, WI_BODY_MAX, who, WI_FOR_LENGTH);
    if (profile->half_width.given)
        width = (float)wi_draw(&profile->half_width, WI_BODY_MIN, WI_BODY_MAX, who, WI_FOR_WIDTH);
    agent->shape = (wend_shape){profile->shape, length, profile->shape == WEND_DISC ? length : width};
}

// Nobody prefers to go faster than they can: that is drawn again, or the limit raised where none was given.
static void draw_speeds(wend_agent *agent, const wi_profile_source *profile, wi_who who) {
    if (!differs(&profile->preferred_speed) && !differs(&profile->max_speed)) return;
    wend_profile usual = usual_profile(profile);
    double most = SPEED_MAX, preferred = (double)usual.preferred_speed;
    if (profile->max_speed.given) most = wi_draw(&profile->max_speed, 0.0, SPEED_MAX, who, WI_FOR_MAX_SPEED);
    if (profile->preferred_speed.given)
        preferred = wi_draw(&profile->preferred_speed, 0.0, most, who, WI_FOR_PREFERRED_SPEED);
    if (!profile->max_speed.given) most = fmax((double)usual.max_speed, preferred);
    agent->max_speed = (float)most;
    agent->preferred_speed = fminf((float)preferred, agent->max_speed);
}

static void draw_settings(wend_agent *agent, const wi_settings_source *from, wi_who who, uint32_t purpose,
                          wend_setting *settings) {
    for (uint32_t i = 0; i < from->count && agent->setting_count < WI_SETTINGS_MAX; i++) {
        const wi_quantity *value = &from->setting[i].value;
        const wend_param *param = from->setting[i].param;
        if (!differs(value)) continue;
        double drawn = wi_draw(value, (double)param->min, (double)param->max, who, purpose + i);
        settings[agent->setting_count++] = setting_of(param, (float)drawn);
    }
    agent->settings = settings;
}

wend_agent wi_agent_draw(const wi_scenario *scenario, uint32_t profile, wi_who who, wend_setting *settings) {
    const wi_profile_source *from = &scenario->profile[profile];
    wend_agent agent = wend_agent_default();
    agent.profile = profile;
    agent.stream = wi_who_stream32(who);
    draw_shape(&agent, from, who);
    draw_speeds(&agent, from, who);
    if (differs(&from->max_acceleration))
        agent.max_acceleration = (float)wi_draw(&from->max_acceleration, 1e-3, INFINITY, who, WI_FOR_ACCELERATION);
    if (differs(&from->priority))
        agent.priority = (float)wi_draw(&from->priority, (double)-WEND_PRIORITY_FIRM, (double)WEND_PRIORITY_FIRM, who,
                                        WI_FOR_PRIORITY);
    draw_settings(&agent, &from->parameters, who, WI_FOR_SETTING, settings);
    draw_settings(&agent, &from->habits, who, WI_FOR_HABIT, settings);
    return agent;
}

// Without a heading the way to the goal; the world does the same, but the velocity is needed here.
static wend_vec facing(const wend_agent *agent) {
    if (!isnan(agent->heading)) return (wend_vec){wend_cos(agent->heading), wend_sin(agent->heading)};
    double dx = agent->goal.at.x - agent->position.x, dy = agent->goal.at.y - agent->position.y;
    double length = __builtin_sqrt(dx * dx + dy * dy);
    if (!(length > 0.0)) return (wend_vec){1.0f, 0.0f};
    return (wend_vec){(float)(dx / length), (float)(dy / length)};
}

bool wi_heading_draw(const wi_group *group, wi_who who, float *heading) {
    if (group->heading.given) *heading = (float)wi_draw(&group->heading, -1e4, 1e4, who, WI_FOR_HEADING);
    return group->heading.given;
}

void wi_agent_start(wend_agent *agent, const wi_group *group, wi_who who) {
    (void)wi_heading_draw(group, who, &agent->heading);
    if (!group->speed.given) return;
    float speed = (float)wi_draw(&group->speed, 0.0, SPEED_MAX, who, WI_FOR_SPEED);
    wend_vec way = facing(agent);
    agent->velocity = (wend_vec){speed * way.x, speed * way.y};
}
