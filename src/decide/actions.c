// What agents do when they enter and leave an activity. Changes for a while keep what was there before in the agent's
// loans, until a tick comes or the activity is left.
#include <math.h>
#include <string.h>

#include "decide/minds.h"
#include "sense/shape.h"
#include "world/block.h"

// In the place of a tick: until the activity of a frame is left.
#define UNTIL_LEFT(frame) (UINT32_MAX - (frame))
#define IS_TICK(until) ((until) != 0 && (until) < UNTIL_LEFT(WEND_FRAMES_MAX))

static const wi_setter *setter_of(const wi_doing *who, uint32_t parameter) {
    const wend_scene *scene = who->world->scene;
    uint32_t profile = who->world->columns.role[who->row].profile;
    return &scene->program.setter[(size_t)parameter * scene->model_count + scene->profiles[profile].model];
}

static void *block_of(const wi_doing *who) {
    wend_world *world = who->world;
    return world->params.block + (size_t)world->columns.role[who->row].params * world->scene->params_stride;
}

static float read_value(const wi_doing *who, const wi_setter *setter) {
    const wi_columns *c = &who->world->columns;
    float value;
    switch (setter->field) {
    case WI_FIELD_PREFERRED_SPEED:
        return c->pace[who->row].preferred_speed;
    case WI_FIELD_MAX_SPEED:
        return c->pace[who->row].max_speed;
    case WI_FIELD_MAX_ACCELERATION:
        return c->pace[who->row].max_acceleration;
    case WI_FIELD_PRIORITY:
        return c->form[who->row].priority;
    case WI_FIELD_RADIUS:
        return c->form[who->row].radius;
    case WI_FIELD_STRESSOR:
        return c->mood ? c->mood[who->row].stressor : 0.0f;
    case WI_FIELD_BLOCK:
        memcpy(&value, (const char *)block_of(who) + setter->offset, sizeof value);
        return value;
    case WI_FIELD_NONE:
        break;
    }
    return 0.0f;
}

static float half_in_range(float half) { return wi_clamp(half, (float)WI_BODY_MIN, (float)WI_BODY_MAX); }

// The body keeps its proportions. The grid is made anew before anybody looks at it again.
static void set_radius(const wi_doing *who, float radius) {
    wi_columns *c = &who->world->columns;
    wend_form *form = &c->form[who->row];
    wend_shape shape = {(wend_shape_kind)c->role[who->row].shape, 0.0f, 0.0f};
    float by = radius / form->radius;
    wi_world_count_body(who->world, who->row, -1);
    shape.half_length = half_in_range(form->half_length * by);
    shape.half_width = shape.kind == WEND_DISC ? shape.half_length : half_in_range(form->half_width * by);
    *form = (wend_form){wi_shape_radius(shape), shape.half_length, shape.half_width, form->priority};
    wi_world_count_body(who->world, who->row, 1);
    who->world->tidy = false;
    wi_reroute(who);
}

static void write_block(const wi_doing *who, const wi_setter *setter, float value) {
    void *block = wi_params_own(who->world, who->row);
    memcpy((char *)block + setter->offset, &value, sizeof value);
    wi_habits_refresh(block);
    (void)wi_world_note_habits(who->world, block); // what habits need was made when the agent came
}

static void write_value(const wi_doing *who, const wi_setter *setter, float value) {
    wi_columns *c = &who->world->columns;
    wend_pace *pace = &c->pace[who->row];
    value = wi_clamp(value, setter->min, setter->max);
    if (setter->whole) value = (float)(int32_t)(value + 0.5f);
    switch (setter->field) {
    case WI_FIELD_PREFERRED_SPEED:
        pace->preferred_speed = value;
        pace->max_speed = wi_max(pace->max_speed, value);
        break;
    case WI_FIELD_MAX_SPEED:
        pace->max_speed = value;
        pace->preferred_speed = wi_min(pace->preferred_speed, value);
        break;
    case WI_FIELD_MAX_ACCELERATION:
        pace->max_acceleration = value;
        break;
    case WI_FIELD_PRIORITY:
        c->form[who->row].priority = value;
        break;
    case WI_FIELD_RADIUS:
        set_radius(who, value);
        break;
    case WI_FIELD_STRESSOR:
        if (c->mood) c->mood[who->row].stressor = value;
        break;
    case WI_FIELD_BLOCK:
        write_block(who, setter, value);
        break;
    case WI_FIELD_NONE:
        break;
    }
}

// Loans --------------------------------------------------------------------------------------------------------------

static wend_loans *loans_at(const wi_columns *c, uint32_t row, uint32_t loan) {
    return loan < 2 ? &c->loans[row] : &c->loans_more[row];
}

// Of a parameter that is changed already, what was there first is kept.
static void borrow(const wi_doing *who, uint32_t parameter, float before, uint32_t until) {
    uint32_t loan = wi_view_program(who->now)->loan[parameter] - 1;
    wend_loans *loans = loans_at(&who->world->columns, who->row, loan);
    if (loans->until[loan % 2] == 0) loans->before[loan % 2] = before;
    loans->until[loan % 2] = until;
}

static void repay(const wi_doing *who, uint32_t loan) {
    const wi_program *program = wi_view_program(who->now);
    wend_loans *loans = loans_at(&who->world->columns, who->row, loan);
    for (uint32_t i = 0; i < program->is.parameter_count; i++)
        if (program->loan[i] == loan + 1) write_value(who, setter_of(who, i), loans->before[loan % 2]);
    loans->until[loan % 2] = 0;
    loans->before[loan % 2] = 0.0f;
}

static bool has_column(const wi_columns *c, uint32_t loan) {
    return loan < 2 ? c->loans != NULL : c->loans_more != NULL;
}

bool wi_repay_due(const wi_columns *c, uint32_t row, uint64_t tick) {
    for (uint32_t loan = 0; loan < WEND_LOANS_MAX && has_column(c, loan); loan++) {
        uint32_t until = loans_at(c, row, loan)->until[loan % 2];
        if (IS_TICK(until) && wi_tick_has_come(tick, until)) return true;
    }
    return false;
}

void wi_repay_timed(const wi_doing *who) {
    const wi_columns *c = &who->world->columns;
    for (uint32_t loan = 0; loan < WEND_LOANS_MAX && has_column(c, loan); loan++) {
        uint32_t until = loans_at(c, who->row, loan)->until[loan % 2];
        if (IS_TICK(until) && wi_tick_has_come(who->now->tick, until)) repay(who, loan);
    }
}

void wi_repay_frame(const wi_doing *who, uint32_t frame) {
    const wi_columns *c = &who->world->columns;
    for (uint32_t loan = 0; loan < WEND_LOANS_MAX && has_column(c, loan); loan++)
        if (loans_at(c, who->row, loan)->until[loan % 2] == UNTIL_LEFT(frame)) repay(who, loan);
}

// Actions ------------------------------------------------------------------------------------------------------------

static uint32_t until_of(const wi_doing *who, float seconds, uint32_t frame) {
    if (seconds == WEND_WHILE_THERE) return UNTIL_LEFT(frame);
    uint32_t until = (uint32_t)who->now->tick + (uint32_t)(seconds / who->now->step + 0.5f);
    return IS_TICK(until) ? until : 1;
}

static void change(const wi_doing *who, const wend_action *action, uint32_t index, uint32_t frame) {
    const wi_setter *setter = setter_of(who, action->index);
    if (setter->field == WI_FIELD_NONE) return;
    const wend_view *now = who->now;
    float before = read_value(who, setter);
    float amount = wi_amount_draw(wi_view_program(now), &action->amount, now->seed, now->role[who->row].stream,
                                  now->tick, WI_FOR_AMOUNT, index);
    if (action->seconds != WEND_FOR_GOOD) borrow(who, action->index, before, until_of(who, action->seconds, frame));
    write_value(who, setter, action->kind == WEND_DO_SCALE ? before * amount : amount);
}

static void become(const wi_doing *who, uint32_t index) {
    wend_world *world = who->world;
    wi_columns *c = &world->columns;
    const wend_profile *profile = &world->scene->profiles[index].is;
    wi_world_count_body(world, who->row, -1);
    wi_params_give(world, who->row);
    c->role[who->row].profile = index;
    c->role[who->row].params = index;
    c->role[who->row].shape = (uint8_t)wi_shape_kind(profile->shape);
    c->form[who->row] = (wend_form){wi_shape_radius(profile->shape), profile->shape.half_length,
                                    profile->shape.half_width, profile->priority};
    c->pace[who->row] = (wend_pace){profile->preferred_speed, profile->max_speed, profile->max_acceleration,
                                    c->pace[who->row].arrival_radius};
    if (wi_profile_needs_block(&world->scene->profiles[index])) (void)wi_params_own(world, who->row);
    wi_remember_nothing(world, who->row);
    wi_world_count_body(world, who->row, 1);
    world->tidy = false;
    wi_reroute(who);
}

static void raise_event(const wi_doing *who, const wend_action *action, uint32_t index) {
    const wi_program *program = wi_view_program(who->now);
    if (action->radius > 0.0f) {
        who->world->columns.mind[who->row].says = (uint16_t)(index + 1);
        return;
    }
    for (uint32_t i = 0; i < program->slot_count; i++)
        if (program->slot[i].event == action->index && program->slot[i].region == action->region)
            who->world->minds.raised[i] = (uint32_t)who->now->tick + 2; // the next tick, and 0 is never
}

static void join_group(const wi_doing *who, uint32_t group) {
    wend_ties *ties = &who->world->columns.ties[who->row];
    ties->group = group;
    if (group == 0) ties->leads = 0;
    who->world->tidy = false;
}

static void do_action(const wi_doing *who, const wend_action *action, uint32_t index, uint32_t frame) {
    switch (action->kind) {
    case WEND_DO_SET:
    case WEND_DO_SCALE:
        change(who, action, index, frame);
        break;
    case WEND_DO_PROFILE:
        become(who, action->index);
        break;
    case WEND_DO_GROUP:
        join_group(who, action->index);
        break;
    case WEND_DO_RAISE:
        raise_event(who, action, index);
        break;
    case WEND_DO_RELEASE:
        wi_release_site(who);
        break;
    default:
        break;
    }
}

void wi_do_actions(const wi_doing *who, wend_range actions, uint32_t frame) {
    const wend_action *all = wi_view_program(who->now)->is.actions;
    for (uint32_t i = 0; i < actions.count; i++) do_action(who, &all[actions.first + i], actions.first + i, frame);
}
