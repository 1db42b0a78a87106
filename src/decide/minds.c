#include "decide/minds.h"

#include "world/scene.h"

bool wi_minds_create(wend_world *world) {
    const wi_program *program = &world->scene->program;
    wi_minds *minds = &world->minds;
    if (program->is.behaviour_count == 0) return true;
    minds->raised = wi_memory_take(&world->memory, program->slot_count + 1, sizeof *minds->raised);
    minds->crowd = wi_memory_take(&world->memory, program->is.region_count + 1, sizeof *minds->crowd);
    minds->held = wi_memory_take(&world->memory, program->is.site_count + 1, sizeof *minds->held);
    minds->waiting = wi_memory_take(&world->memory, program->is.site_count + 1, sizeof *minds->waiting);
    return minds->raised && minds->crowd && minds->held && minds->waiting;
}

void wi_minds_free(wend_world *world) {
    const wi_program *program = &world->scene->program;
    wi_memory_give(&world->memory, world->minds.raised, program->slot_count + 1, sizeof(uint32_t));
    wi_memory_give(&world->memory, world->minds.crowd, program->is.region_count + 1, sizeof(uint32_t));
    wi_memory_give(&world->memory, world->minds.held, program->is.site_count + 1, sizeof(uint32_t));
    wi_memory_give(&world->memory, world->minds.waiting, program->is.site_count + 1, sizeof(wi_bound));
}

uint64_t wi_minds_columns(const wi_program *program) {
    if (program->is.behaviour_count == 0) return 0;
    uint64_t columns = 1u << WI_COLUMN_MIND | 1u << WI_COLUMN_FRAMES;
    if (program->depth > 2) columns |= 1u << WI_COLUMN_INNER;
    if (program->loans > 0) columns |= 1u << WI_COLUMN_LOANS;
    if (program->loans > 2) columns |= 1u << WI_COLUMN_LOANS_MORE;
    return columns;
}

// A step takes no memory, so there is room for everything that an action could need.
bool wi_minds_reserve(wend_world *world, uint32_t agents) {
    const wi_program *program = &world->scene->program;
    uint64_t columns = wi_minds_columns(program);
    bool room = true;
    for (uint32_t bit = 0; bit < WI_COLUMN_OPTIONAL; bit++)
        if (columns >> bit & 1) room &= wi_columns_add_optional(&world->columns, &world->memory, bit);
    if (program->any_change || program->any_group) room &= wi_columns_add_ties(&world->columns, &world->memory);
    return room && (!program->any_change || wi_params_reserve(world, agents));
}

void wi_mind_start(wend_world *world, uint32_t row, uint32_t behaviour, uint32_t site) {
    wi_columns *c = &world->columns;
    if (c->mood) c->mood[row] = (wend_mood){0};
    if (!c->mind) return;
    c->mind[row] = (wend_mind){.own = site};
    c->frames[row] = (wend_frames){0};
    if (c->inner) c->inner[row] = (wend_frames){0};
    if (c->loans) c->loans[row] = (wend_loans){0};
    if (c->loans_more) c->loans_more[row] = (wend_loans){0};
    if (behaviour == 0) return;
    uint32_t start = world->scene->program.is.behaviours[behaviour - 1].start;
    c->frames[row].at[0] = (wend_frame){(uint16_t)(behaviour - 1), (uint16_t)start, 0};
    c->mind[row].depth = 1;
    c->mind[row].flags = WEND_MIND_FRESH;
}

// From files -----------------------------------------------------------------------------------------------------------

static bool frame_fits(const wi_program *program, const wend_frame *frame, const wend_frame *outer) {
    if (frame->behaviour >= program->is.behaviour_count) return false;
    wend_range activities = program->is.behaviours[frame->behaviour].activities;
    if (frame->activity < activities.first || frame->activity - activities.first >= activities.count) return false;
    return !outer || program->is.activities[outer->activity].within == frame->behaviour + 1u;
}

static bool frames_fit(const wi_program *program, const wi_columns *c, uint32_t row) {
    const wend_frame *outer = NULL;
    for (uint32_t i = 0; i < c->mind[row].depth; i++) {
        const wend_frame *frame = i < 2 ? &c->frames[row].at[i] : &c->inner[row].at[i - 2];
        if (!frame_fits(program, frame, outer)) return false;
        outer = frame;
    }
    return true;
}

// Who stands in a queue must be at an activity that has one.
static bool queue_fits(const wi_program *program, const wi_columns *c, uint32_t row) {
    if (!(c->mind[row].flags & (WEND_MIND_QUEUED | WEND_MIND_JOINED))) return true;
    for (uint32_t i = c->mind[row].depth; i-- > 0;) {
        const wend_frame *frame = i < 2 ? &c->frames[row].at[i] : &c->inner[row].at[i - 2];
        wend_chooser_kind kind = program->is.activities[frame->activity].goal.kind;
        if (kind != WEND_CHOOSE_NOTHING) return kind == WEND_CHOOSE_QUEUE;
    }
    return false;
}

static bool loans_fit(const wend_loans *loans) {
    return !loans || (loans->before[0] == loans->before[0] && loans->before[1] == loans->before[1]);
}

wend_result wi_mind_check(const wend_world *world, uint32_t row, wend_error *error) {
    const wi_program *program = &world->scene->program;
    const wi_columns *c = &world->columns;
    const wend_mood *mood = c->mood ? &c->mood[row] : NULL;
    if (mood && !(mood->stress >= 0.0f && mood->stress <= 1.0f && mood->stressor >= 0.0f && mood->stressor <= 1.0f))
        return wi_fail(error, WEND_BAD_FILE, "its stress is %g and its stressor %g, must lie between 0 and 1",
                       (double)mood->stress, (double)mood->stressor);
    if (!c->mind) return WEND_OK;
    const wend_mind *mind = &c->mind[row];
    if (mind->depth > program->depth || mind->flags >= 2 * WEND_MIND_FINISHED || !c->frames ||
        (mind->depth > 2 && !c->inner))
        return wi_fail(error, WEND_BAD_FILE, "its mind is %u deep with the flags %u, must be at most %u and below %d",
                       mind->depth, mind->flags, program->depth, 2 * WEND_MIND_FINISHED);
    bool says = mind->says == 0 ||
                (mind->says <= program->is.action_count && program->is.actions[mind->says - 1].kind == WEND_DO_RAISE);
    if (mind->site > program->is.site_count || mind->own > program->is.site_count || !says)
        return wi_fail(error, WEND_BAD_FILE, "its mind has the sites %u and %u of %u, and says %u", mind->site,
                       mind->own, program->is.site_count, mind->says);
    if (!frames_fit(program, c, row) || !queue_fits(program, c, row))
        return wi_fail(error, WEND_BAD_FILE, "it is at an activity that the scene does not have there");
    if (!loans_fit(c->loans ? &c->loans[row] : NULL) || !loans_fit(c->loans_more ? &c->loans_more[row] : NULL))
        return wi_fail(error, WEND_BAD_FILE, "what its parameters were before is no number");
    return WEND_OK;
}

wend_result wend_world_raise(wend_world *world, uint32_t event, wend_error *error) {
    wend_result result = wi_world_refuse_busy(world, error);
    if (result != WEND_OK) return result;
    uint32_t count = world->scene->program.is.event_count;
    if (event >= count) return wi_fail(error, WEND_NOT_FOUND, "there is no event %u; the scene has %u", event, count);
    world->minds.raised[event] = (uint32_t)world->stats.tick + 1;
    return WEND_OK;
}
