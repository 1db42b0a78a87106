// Everyone in a scenario, with what their profiles and groups say of them.
#include <math.h>

#include "scenario/build.h"
#include "scenario/members.h"
#include "scenario/room.h"
#include "sense/shape.h"
#include "world/scene.h"

#define AGENTS_MAX 20000000.0

bool wi_cast_add(wi_cast *cast, const wend_agent *agent, const wi_member *member) {
    if (!wi_room(&cast->agent, &cast->agent_capacity, cast->count + 1, sizeof *cast->agent) ||
        !wi_room(&cast->member, &cast->member_capacity, cast->count + 1, sizeof *cast->member) ||
        !wi_room(&cast->setting, &cast->setting_capacity, cast->setting_count + agent->setting_count,
                 sizeof *cast->setting))
        return false;
    cast->agent[cast->count] = *agent;
    cast->member[cast->count] = *member;
    cast->member[cast->count++].setting = cast->setting_count;
    for (uint32_t i = 0; i < agent->setting_count; i++) cast->setting[cast->setting_count++] = agent->settings[i];
    return true;
}

void wi_cast_settle(wi_cast *cast) {
    for (uint32_t i = 0; i < cast->count; i++)
        cast->agent[i].settings = cast->agent[i].setting_count > 0 ? cast->setting + cast->member[i].setting : NULL;
}

void wi_cast_free(wi_cast *cast) {
    free(cast->agent);
    free(cast->member);
    free(cast->setting);
    *cast = (wi_cast){0};
}

wend_shape wi_member_shape(const wi_run *run, const wend_agent *agent) {
    return isnan(agent->shape.half_length) ? run->scene->profiles[agent->profile].is.shape : agent->shape;
}

float wi_member_radius(const wi_run *run, const wend_agent *agent) {
    return wi_shape_radius(wi_member_shape(run, agent));
}

static double group_size(wi_building *b, const wi_group *group) {
    if (group->kind == WI_GROUP_SINGLE) return 1.0;
    if (group->kind == WI_GROUP_GRID) return (double)group->columns * group->rows;
    if (group->kind == WI_GROUP_CIRCLE) return group->count;
    if (group->kind != WI_GROUP_RANDOM) return 0.0;
    if (!(group->density > 0.0)) return group->count;
    wi_region region;
    if (!wi_region_open(&region, &group->region, b->run->scene->origin)) {
        b->no_memory = true;
        return 0.0;
    }
    double size = floor(group->density * region.area + 0.5);
    wi_region_close(&region);
    return size;
}

// Everyone of a group but where they stand.
static void draw_group(wi_building *b, uint32_t index) {
    const wi_group *group = &b->scenario->group[index];
    double size = group_size(b, group);
    if (size > AGENTS_MAX) {
        wi_problem_add(b->problems, group->place, "these are %.0f agents, must be at most %.0f", size, AGENTS_MAX);
        return;
    }
    wi_parties parties = {0};
    for (uint32_t i = 0; i < (uint32_t)size && !b->no_memory; i++) {
        wi_who who = {b->run->seed, index, i};
        wend_setting settings[WI_SETTINGS_MAX];
        wend_agent agent = wi_agent_draw(b->scenario, wi_profile_draw(group, who), who, settings);
        agent.level = group->level;
        wi_member member = {.group = index, .place = group->place};
        member.journey =
            (wi_journey){.index = i, .radius = wi_member_radius(b->run, &agent), .level = (uint16_t)group->level};
        wi_party_join(group, who, &parties, &wi_state(b->run)->parties, &agent, &member.journey);
        b->no_memory = !wi_cast_add(&b->cast, &agent, &member);
    }
}

void wi_build_cast(wi_building *b) {
    b->first = calloc(b->scenario->group_count + 1, sizeof *b->first);
    b->no_memory |= b->first == NULL;
    for (uint32_t i = 0; i < b->scenario->group_count && !b->no_memory; i++) {
        b->first[i] = b->cast.count;
        if (b->scenario->group[i].kind == WI_GROUP_CSV)
            b->no_memory |= !wi_cast_read_csv(&b->cast, b->run, i, b->problems);
        else
            draw_group(b, i);
        b->first[i + 1] = b->cast.count;
    }
}
