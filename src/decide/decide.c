// The decide phase. In parallel everyone looks at the world as it is and notes what it wants; then, one after the other in
// the order of serials, they get it.
#include <string.h>

#include "base/sort.h"
#include "decide/minds.h"

#define FOLLOW_SIGHT 30.0f // m
#define FOLLOW_GAP 0.5f    // m between bodies
#define LOOK_AGAIN 2.0f    // s
#define FOLLOW_TIME 0.5f   // s in which one makes up for what is too much

typedef struct deciding {
    wend_world *world;
    wend_view now;
    wi_intent *list; // behind each other in each chunk, from its first row on
} deciding;

// What everyone sees ---------------------------------------------------------------------------------------------------

static uint32_t count_in(const wend_view *now, uint32_t index) {
    const wi_program *program = wi_view_program(now);
    const wi_area *area = &program->area[index];
    uint32_t count = 0;
    wi_walk walk = wi_walk_box(now->senses->grid, area->level, area->min, area->max);
    for (uint32_t begin, end; wi_walk_next(&walk, &begin, &end);)
        for (uint32_t row = begin; row < end; row++)
            count += wi_area_holds(program, index, now->role[row].level, wi_view_at(now, row));
    return count;
}

static void count_crowds(wend_world *world, const wend_view *now) {
    const wi_program *program = &world->scene->program;
    for (uint32_t i = 0; i < program->is.region_count; i++)
        if (program->area[i].counted) world->minds.crowd[i] = count_in(now, i);
}

// Made anew in each step, so that whoever goes, however it goes, leaves its site free.
static void count_held(wend_world *world) {
    const wi_columns *c = &world->columns;
    uint32_t *held = world->minds.held;
    memset(held, 0, world->scene->program.is.site_count * sizeof *held);
    for (uint32_t row = 0; row < c->count; row++)
        if (c->mind[row].site > 0) held[c->mind[row].site - 1]++;
}

static void raise_timed(wend_world *world) {
    const wi_program *program = &world->scene->program;
    for (uint32_t i = 0; i < program->is.event_count; i++) {
        double time = program->is.events[i].time;
        if (time >= 0.0 && (uint64_t)(time / (double)world->def.step + 0.5) == world->stats.tick)
            world->minds.raised[i] = (uint32_t)world->stats.tick + 1;
    }
}

// What each wants ------------------------------------------------------------------------------------------------------

static void want_next(const wend_view *now, uint32_t row, wi_intent *intent) {
    const wi_program *program = wi_view_program(now);
    for (uint32_t frame = 0; frame < now->mind[row].depth; frame++) {
        const wend_frame *is = wi_view_frame(now, row, frame);
        const wend_behaviour *behaviour = &program->is.behaviours[is->behaviour];
        wend_thought who = {now, row, is->behaviour, is->activity, frame, behaviour->user};
        uint32_t next = behaviour->decider->decide(&who);
        if (next - behaviour->activities.first >= behaviour->activities.count) continue;
        intent->wants |= WI_WANTS_ENTER;
        intent->activity = (uint16_t)next;
        intent->frame = (uint8_t)frame;
        return;
    }
}

static void want_timer(const wend_view *now, uint32_t row, wi_intent *intent) {
    bool there = (now->role[row].flags & WEND_FLAG_ARRIVED) != 0 &&
                 (now->mind[row].flags & (WEND_MIND_REFUSED | WEND_MIND_QUEUED)) == 0;
    for (uint32_t frame = 0; there && frame < now->mind[row].depth; frame++) {
        const wend_frame *is = wi_view_frame(now, row, frame);
        if (is->due != 0 || wi_view_program(now)->is.activities[is->activity].timed != 2) continue;
        intent->wants |= WI_WANTS_TIMER;
        intent->frame = (uint8_t)frame;
    }
}

// On the way to the quickest of several sites another may become quicker.
static bool wants_look(const deciding *all, uint32_t row) {
    const wend_view *now = &all->now;
    if (now->role[row].flags & WEND_FLAG_ARRIVED) return false;
    if (wi_sites_seen(all->world, now, row) != 0) return true;
    uint32_t interval = (uint32_t)(LOOK_AGAIN / now->step) + 1;
    if ((now->tick + now->serial[row]) % interval != 0) return false;
    const wend_activity *is = wi_goal_activity(now, row);
    return is && is->goal.kind == WEND_CHOOSE_QUICKEST;
}

static wi_intent intent_of(const deciding *all, uint32_t row) {
    const wend_view *now = &all->now;
    const wend_mind *mind = &now->mind[row];
    wi_intent intent = {.serial = now->serial[row], .row = row};
    if (mind->flags & WEND_MIND_FRESH) {
        intent.wants = WI_WANTS_START;
        return intent;
    }
    want_next(now, row, &intent);
    if (!(intent.wants & WI_WANTS_ENTER)) {
        want_timer(now, row, &intent);
        if (mind->flags & WEND_MIND_REFUSED) intent.wants |= WI_WANTS_SITE;
    }
    if (!(intent.wants & WI_WANTS_ENTER) && wants_look(all, row)) intent.wants |= WI_WANTS_LOOK;
    if (mind->flags & (WEND_MIND_QUEUED | WEND_MIND_JOINED)) intent.wants |= WI_WANTS_QUEUE;
    if (mind->says > 0) intent.wants |= WI_WANTS_HUSH;
    if (wi_repay_due(&all->world->columns, row, now->tick)) intent.wants |= WI_WANTS_REPAY;
    return intent;
}

static void decide_job(void *work, uint32_t chunk, uint32_t worker) {
    (void)worker;
    const deciding *all = work;
    uint32_t begin, end;
    wi_chunk_rows(chunk, all->now.count, &begin, &end);
    uint32_t used = begin;
    for (uint32_t row = begin; row < end; row++) {
        if (all->now.mind[row].depth == 0) continue;
        wi_intent intent = intent_of(all, row);
        if (intent.wants != 0) all->list[used++] = intent;
    }
    all->world->tally[chunk].wanting = used - begin;
}

// What they get --------------------------------------------------------------------------------------------------------

static uint32_t gather(const deciding *all) {
    uint32_t count = 0;
    for (uint32_t chunk = 0; chunk < WI_CHUNKS(all->now.count); chunk++) {
        uint32_t wanting = all->world->tally[chunk].wanting;
        memmove(all->list + count, all->list + (size_t)chunk * WI_CHUNK, wanting * sizeof *all->list);
        count += wanting;
    }
    return count;
}

static void attend(const deciding *all, const wi_intent *intent) {
    wi_doing who = {all->world, &all->now, intent->row};
    wend_mind *mind = &all->world->columns.mind[intent->row];
    if (intent->wants & WI_WANTS_HUSH) mind->says = 0;
    if (intent->wants & WI_WANTS_REPAY) wi_repay_timed(&who);
    if (intent->wants & WI_WANTS_START) wi_begin_behaviour(&who);
    if (intent->wants & WI_WANTS_ENTER) wi_enter_activity(&who, intent->frame, intent->activity);
    if (intent->wants & WI_WANTS_TIMER) wi_start_timer(&who, intent->frame);
    if (intent->wants & WI_WANTS_SITE) wi_try_site(&who);
    if (intent->wants & WI_WANTS_LOOK) wi_look_again(&who);
}

// Those who queue, to the front of the list.
static uint32_t keep_queued(const deciding *all, uint32_t count) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++)
        if (all->now.mind[all->list[i].row].flags & (WEND_MIND_QUEUED | WEND_MIND_JOINED))
            all->list[kept++] = all->list[i];
    return kept;
}

void wi_decide(wend_world *world) {
    if (world->columns.mind == NULL || world->columns.count == 0) return;
    deciding all = {.world = world, .now = wi_world_view(world), .list = world->columns.scratch};
    wi_intent *scratch = all.list + world->columns.capacity;
    raise_timed(world);
    count_crowds(world, &all.now);
    count_held(world);
    wi_site_waits_count(world);
    wi_world_run(world, decide_job, &all);
    uint32_t count = gather(&all);
    if (count > 1)
        wi_sort_by_number(all.list, scratch, count, sizeof *all.list, offsetof(wi_intent, serial), world->next_serial);
    for (uint32_t i = 0; i < count; i++) attend(&all, &all.list[i]);
    uint32_t queued = world->scene->program.any_queue ? keep_queued(&all, count) : 0;
    if (queued > 0) wi_queues_advance(world, &all.now, all.list, scratch, queued);
}

// How they walk --------------------------------------------------------------------------------------------------------

// Whom to follow: the leader of the group, or the nearest of a profile.
static uint32_t leader_of(const wend_view *now, uint32_t row, const wend_activity *activity) {
    if (activity->follows > 0) {
        wend_neighbour near[WEND_NEIGHBOURS_MAX];
        uint32_t count = wend_view_nearest(now, row, FOLLOW_SIGHT, WEND_NEIGHBOURS_MAX, near);
        for (uint32_t i = 0; i < count; i++)
            if (now->role[near[i].row].profile == activity->follows - 1) return near[i].row;
        return WI_NOBODY;
    }
    uint32_t group = now->ties ? now->ties[row].group : 0;
    uint32_t first = group > 0 ? wi_company_first(now->senses->company, now->ties, group) : WI_NOBODY;
    return first != row ? first : WI_NOBODY;
}

static wend_vec follow(const wend_view *now, uint32_t row, const wend_activity *activity) {
    uint32_t leader = leader_of(now, row, activity);
    if (leader == WI_NOBODY) return wi_vec(0.0f, 0.0f);
    wend_vec to = wi_sub(wi_view_at(now, leader), wi_view_at(now, row));
    float distance = wi_length(to), gap = FOLLOW_GAP + now->form[row].radius + now->form[leader].radius;
    float speed = wi_clamp((distance - gap) / FOLLOW_TIME, 0.0f, now->pace[row].preferred_speed);
    return distance > 0.0f ? wi_scale(speed / distance, to) : to;
}

// What a behaviour has one do instead of walking to its goal, or NULL.
static const wend_activity *walks_otherwise(const wend_view *now, uint32_t row) {
    uint32_t depth = now->mind != NULL && !(now->role[row].flags & WEND_FLAG_DRIVEN) ? now->mind[row].depth : 0;
    if (depth == 0) return NULL;
    const wend_activity *is = &wi_view_program(now)->is.activities[wi_view_frame(now, row, depth - 1)->activity];
    return is->walk != WEND_WALK_TO_GOAL ? is : NULL;
}

bool wi_walks_to_goal(const wend_view *now, uint32_t row) { return walks_otherwise(now, row) == NULL; }

void wi_decide_wishes(wi_step *step, uint32_t begin, uint32_t end) {
    const wend_view *now = &step->now;
    wend_body *body = step->world->columns.body;
    for (uint32_t row = begin; now->mind != NULL && row < end; row++) {
        const wend_activity *is = walks_otherwise(now, row);
        if (is == NULL) continue;
        wend_vec wish = is->walk == WEND_WALK_STAND       ? wi_vec(0.0f, 0.0f)
                        : is->walk == WEND_WALK_DIRECTION ? wi_scale(now->pace[row].preferred_speed, is->direction)
                                                          : follow(now, row, is);
        body[row].preferred_x = wish.x;
        body[row].preferred_y = wish.y;
    }
}
