// Queues: first come, first served. Who is on the way goes to the end of the queue and joins it there; who has joined
// moves up as those before it are called away. The order is that of joining, equal ticks by serial.
#include "base/sort.h"
#include "decide/minds.h"

#define NEAR_SPOT 0.35f  // of the spacing: this near to one's place is there
#define JOIN_WITHIN 1.5f // of the spacing: this near to the end one joins

static uint32_t queue_of(const wend_view *now, uint32_t row) { return wi_goal_activity(now, row)->goal.index; }

// The place number `rank` along the line, from its head; beyond its end it goes on straight.
static wend_vec spot(const wi_program *program, const wi_queue *queue, uint32_t rank) {
    const wend_vec *point = program->points + queue->points.first;
    float left = (float)rank * queue->spacing;
    uint32_t last = queue->points.count - 2;
    for (uint32_t i = 0;; i++) {
        wend_vec to = wi_sub(point[i + 1], point[i]);
        float length = wi_length(to);
        if (left <= length || i == last) return wi_add(point[i], wi_scale(left, wi_unit(to, wi_vec(1.0f, 0.0f))));
        left -= length;
    }
}

static void stand_at(const wi_doing *who, const wi_queue *queue, uint32_t rank) {
    const wi_program *program = wi_view_program(who->now);
    wi_set_goal(who, (wend_goal){.at = spot(program, queue, rank)}, queue->level + 1, NEAR_SPOT * queue->spacing);
}

// Calls the first in line to the nearest site that is free.
static bool call(const wi_doing *who, const wi_queue *queue) {
    wi_columns *c = &who->world->columns;
    wend_mind *mind = &c->mind[who->row];
    if (queue->served.count == 0 || !(c->role[who->row].flags & WEND_FLAG_ARRIVED)) return false;
    const wend_chooser nearest = {.kind = WEND_CHOOSE_NEAREST, .sites = queue->served};
    if (!wi_choose_goal(who, &nearest)) return false;
    mind->flags = (uint8_t)((mind->flags & ~(WEND_MIND_QUEUED | WEND_MIND_JOINED)) | WEND_MIND_CALLED);
    return true;
}

static bool is_at_end(const wi_doing *who, const wi_queue *queue, uint32_t rank) {
    wend_vec to = wi_sub(spot(wi_view_program(who->now), queue, rank), wi_view_at(who->now, who->row));
    float reach = JOIN_WITHIN * queue->spacing;
    return who->now->role[who->row].level == queue->level && wi_length2(to) <= reach * reach;
}

// One queue: those who have joined first, then those on the way, of whom one joins in a step, so that it is clear who
// came first.
static void advance(wend_world *world, const wend_view *now, const wi_intent *list, uint32_t count) {
    const wi_queue *queue = &wi_view_program(now)->queue[queue_of(now, list[0].row)];
    uint32_t rank = 0;
    bool closed = false;
    for (uint32_t i = 0; i < count; i++) {
        wi_doing who = {world, now, list[i].row};
        wend_mind *mind = &world->columns.mind[who.row];
        if (!(mind->flags & WEND_MIND_JOINED) && !closed && is_at_end(&who, queue, rank)) {
            closed = true;
            mind->flags |= WEND_MIND_JOINED;
            mind->since = (uint32_t)now->tick;
        }
        bool joined = (mind->flags & WEND_MIND_JOINED) != 0;
        if (joined && rank == 0 && call(&who, queue)) continue;
        stand_at(&who, queue, rank);
        rank += joined;
    }
}

// By queue, then those who have joined, then by when they joined or set out; serials in order already.
static uint64_t order_of(const wend_view *now, uint32_t row) {
    const wend_mind *mind = &now->mind[row];
    uint32_t long_ago = (uint32_t)now->tick - 0x80000000u;
    uint64_t on_the_way = !(mind->flags & WEND_MIND_JOINED);
    return (uint64_t)queue_of(now, row) << 33 | on_the_way << 32 | (mind->since - long_ago);
}

void wi_queues_advance(wend_world *world, const wend_view *now, wi_intent *list, wi_intent *scratch, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) list[i].serial = order_of(now, list[i].row);
    wi_sort_by_number(list, scratch, count, sizeof *list, offsetof(wi_intent, serial),
                      (uint64_t)wi_view_program(now)->is.queue_count << 33);
    for (uint32_t begin = 0, end; begin < count; begin = end) {
        for (end = begin + 1; end < count && list[end].serial >> 33 == list[begin].serial >> 33; end++) continue;
        advance(world, now, list + begin, end - begin);
    }
}
