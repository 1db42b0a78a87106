// What agents can ask about themselves and about the world before the step.
#include <math.h>

#include "decide/minds.h"
#include "sense/shape.h"

const char *wend_attribute_name(wend_attribute attribute) {
    static const char *const names[] = {"speed", "preferred_speed", "radius", "priority", "distance", "time",
                                        "level", "profile",         "group",  "leads",    "waiting",  "stress"};
    _Static_assert(WEND_COUNT(names) == WEND_ATTRIBUTE_COUNT, "every attribute has a name");
    return (uint32_t)attribute < WEND_ATTRIBUTE_COUNT ? names[attribute] : NULL;
}

float wend_thought_random(const wend_thought *who, uint32_t purpose, uint32_t draw) {
    return wend_random(who->now->seed, who->now->role[who->row].stream, who->now->tick, purpose, draw);
}

static float attribute_of(const wend_thought *who, wend_attribute attribute) {
    const wend_view *now = who->now;
    uint32_t row = who->row;
    wend_ties ties = now->ties ? now->ties[row] : (wend_ties){0};
    switch (attribute) {
    case WEND_ATTRIBUTE_SPEED:
        return wi_length(now->motion[row].velocity);
    case WEND_ATTRIBUTE_PREFERRED_SPEED:
        return now->pace[row].preferred_speed;
    case WEND_ATTRIBUTE_RADIUS:
        return now->form[row].radius;
    case WEND_ATTRIBUTE_PRIORITY:
        return now->form[row].priority;
    case WEND_ATTRIBUTE_DISTANCE:
        return wi_sqrt(wi_goal_distance2(now->goal[row], wi_view_at(now, row)));
    case WEND_ATTRIBUTE_TIME:
        return (float)((uint32_t)now->tick - now->mind[row].since) * now->step;
    case WEND_ATTRIBUTE_LEVEL:
        return now->role[row].level;
    case WEND_ATTRIBUTE_PROFILE:
        return (float)now->role[row].profile;
    case WEND_ATTRIBUTE_GROUP:
        return (float)ties.group;
    case WEND_ATTRIBUTE_LEADS:
        return (float)ties.leads;
    case WEND_ATTRIBUTE_WAITING:
        return ties.waiting;
    case WEND_ATTRIBUTE_STRESS:
        return now->mood ? now->mood[row].stress : 0.0f;
    default:
        return 0.0f;
    }
}

// Others nearby ------------------------------------------------------------------------------------------------------

typedef bool meets(const wend_thought *who, const wend_condition *condition, uint32_t other);

// True if anybody else on the level within a square of that half width meets a condition.
static bool anybody(const wend_thought *who, const wend_condition *condition, float reach, meets *is_one) {
    const wend_view *now = who->now;
    wend_vec at = wi_view_at(now, who->row);
    uint32_t level = now->role[who->row].level;
    reach += wi_grid_margin(at.x, at.y, reach);
    wi_walk walk =
        wi_walk_box(now->senses->grid, level, wi_sub(at, wi_vec(reach, reach)), wi_add(at, wi_vec(reach, reach)));
    for (uint32_t begin, end; wi_walk_next(&walk, &begin, &end);)
        for (uint32_t other = begin; other < end; other++)
            if (other != who->row && now->role[other].level == level && is_one(who, condition, other)) return true;
    return false;
}

// The same for those whose bodies are so big that they reach here from outside such a square.
static bool any_big(const wend_thought *who, const wend_condition *condition, meets *is_one) {
    const wend_view *now = who->now;
    for (uint32_t i = 0; i < now->senses->big_count; i++) {
        uint32_t other = now->senses->big[i];
        if (other != who->row && now->role[other].level == now->role[who->row].level && is_one(who, condition, other))
            return true;
    }
    return false;
}

static float distance2(const wend_view *now, uint32_t a, uint32_t b) {
    return wi_length2(wi_sub(wi_view_at(now, a), wi_view_at(now, b)));
}

static bool is_near(const wend_thought *who, const wend_condition *condition, uint32_t other) {
    const wend_view *now = who->now;
    if (condition->a > 0 && now->role[other].profile != condition->a - 1) return false;
    if (condition->b > 0 && (now->mind[other].depth == 0 || now->frames[other].at[0].behaviour != condition->b - 1))
        return false;
    return distance2(now, who->row, other) <= condition->high * condition->high;
}

// True if a body reaches into the box that lies between two distances ahead of somebody's middle.
static bool reaches_into(const wi_outline *body, const wi_outline *from, float begin, float end, float width) {
    wend_vec middle = wi_add(from->at, wi_scale(0.5f * (begin + end), from->heading));
    wi_outline box = {WEND_BOX, middle, from->heading, 0.5f * (end - begin), 0.5f * width};
    return wi_outline_gap(body, &box) < 0.0f;
}

// In the box ahead, which is `low` long from the body's front on and `high` wide. Who is beside one is not ahead, but a
// long body may lie across the way with its middle behind.
static bool stands_ahead(const wend_thought *who, const wend_condition *condition, uint32_t other) {
    const wend_view *now = who->now;
    wi_outline from = wi_view_outline(now, who->row), body = wi_view_outline(now, other);
    wend_vec to = wi_sub(body.at, from.at);
    float along = wi_dot(to, from.heading), across = wi_det(from.heading, to), radius = now->form[other].radius;
    float end = condition->low + from.half_length;
    bool disc_does = along - radius < end && wi_abs(across) - radius < 0.5f * condition->high;
    if (!disc_does || wi_outline_is_disc(body.kind, body.half_length, body.half_width))
        return disc_does && along > 0.0f;
    return reaches_into(&body, &from, along > 0.0f ? 0.0f : from.half_length, end, condition->high);
}

static bool says_it(const wend_thought *who, const wend_condition *condition, uint32_t other) {
    uint32_t says = who->now->mind[other].says;
    if (says == 0) return false;
    const wend_action *action = &wi_view_program(who->now)->is.actions[says - 1];
    return action->index == condition->a && distance2(who->now, who->row, other) <= action->radius * action->radius;
}

static float farthest_saying(const wi_program *program, uint32_t event) {
    float farthest = 0.0f;
    for (uint32_t i = 0; i < program->is.action_count; i++) {
        const wend_action *action = &program->is.actions[i];
        if (action->kind == WEND_DO_RAISE && action->index == event) farthest = wi_max(farthest, action->radius);
    }
    return farthest;
}

static bool hears(const wend_thought *who, const wend_condition *condition) {
    const wend_view *now = who->now;
    const wi_program *program = wi_view_program(now);
    for (uint32_t i = 0; i < program->slot_count; i++) {
        wi_slot slot = program->slot[i];
        if (slot.event != condition->a || now->senses->raised[i] != (uint32_t)now->tick + 1) continue;
        if (slot.region == 0 ||
            wi_area_holds(program, slot.region - 1, now->role[who->row].level, wi_view_at(now, who->row)))
            return true;
    }
    return program->any_saying && anybody(who, condition, farthest_saying(program, condition->a), says_it);
}

static bool is_together(const wend_thought *who, float within) {
    const wend_view *now = who->now;
    uint32_t group = now->ties ? now->ties[who->row].group : 0;
    if (group == 0) return true;
    const wi_company *company = now->senses->company;
    uint32_t row = wi_company_first(company, now->ties, group);
    for (; row != WI_NOBODY; row = company->next[row])
        if (distance2(now, who->row, row) > within * within || now->role[row].level != now->role[who->row].level)
            return false;
    return true;
}

// ----------------------------------------------------------------------------------------------------------------------

static bool is_finished(const wend_thought *who) {
    uint32_t inner = who->frame + 1;
    return inner < who->now->mind[who->row].depth &&
           wi_is_over(who->now, who->row, wi_view_frame(who->now, who->row, inner)->activity);
}

static bool has_reached(const wend_thought *who) {
    return (who->now->role[who->row].flags & WEND_FLAG_ARRIVED) != 0 &&
           (who->now->mind[who->row].flags & (WEND_MIND_REFUSED | WEND_MIND_QUEUED | WEND_MIND_JOINED)) == 0;
}

static bool time_is_over(const wend_thought *who) {
    uint32_t due = wi_view_frame(who->now, who->row, who->frame)->due;
    return due != 0 && wi_tick_has_come(who->now->tick, due);
}

static bool is_clear_ahead(const wend_thought *who, const wend_condition *is) {
    float farthest = who->now->form[who->row].radius + is->low + 0.5f * is->high + WEND_BIG_RADIUS;
    return !anybody(who, is, farthest, stands_ahead) && !any_big(who, is, stands_ahead);
}

static bool is_within(float value, const wend_condition *is) { return value >= is->low && value <= is->high; }

static bool holds_simple(const wend_thought *who, uint32_t index) {
    const wend_view *now = who->now;
    const wi_program *program = wi_view_program(now);
    const wend_condition *is = &program->is.conditions[index];
    const wend_mind *mind = &now->mind[who->row];
    switch (is->kind) {
    case WEND_IF_ALWAYS:
        return true;
    case WEND_IF_REACHED:
        return has_reached(who);
    case WEND_IF_TIMEOUT:
        return time_is_over(who);
    case WEND_IF_FINISHED:
        return is_finished(who);
    case WEND_IF_CALLED:
        return (mind->flags & WEND_MIND_CALLED) != 0;
    case WEND_IF_GRANTED:
        return mind->site != 0 && (mind->flags & WEND_MIND_REFUSED) == 0;
    case WEND_IF_REFUSED:
        return (mind->flags & WEND_MIND_REFUSED) != 0;
    case WEND_IF_TOGETHER:
        return is_together(who, is->high);
    case WEND_IF_INSIDE:
        return wi_area_holds(program, is->a, now->role[who->row].level, wi_view_at(now, who->row));
    case WEND_IF_COUNT:
        return is_within((float)now->senses->crowd[is->a], is);
    case WEND_IF_CLEAR:
        return is_clear_ahead(who, is);
    case WEND_IF_NEAR:
        return anybody(who, is, is->high, is_near);
    case WEND_IF_RATE:
        return wend_thought_random(who, WI_FOR_RATE, index) >= wend_exp(-is->low * now->step);
    case WEND_IF_ATTRIBUTE:
        return is_within(attribute_of(who, (wend_attribute)is->a), is);
    case WEND_IF_EVENT:
        return hears(who, is);
    default:
        return false;
    }
}

bool wend_thought_holds(const wend_thought *who, uint32_t index) {
    const wend_condition *is = &wi_view_program(who->now)->is.conditions[index];
    if (is->kind < WEND_IF_ALL) return holds_simple(who, index);
    if (is->kind == WEND_IF_NOT) return !wend_thought_holds(who, index + 1);
    bool any = is->kind == WEND_IF_ANY;
    for (uint32_t used = 1; used < is->size; used += is[used].size)
        if (wend_thought_holds(who, index + used) == any) return any;
    return !any;
}
