// Who is at the goal: noted once for each goal, and taken out if it leaves on arrival.
#include "decide/minds.h"

// Closer than this nobody needs to come, nor could, with coordinates in float.
#define NEAR_ENOUGH 1e-3f // m

static bool is_there(wend_vec at, wend_goal goal, float radius) {
    radius = wi_max(radius, NEAR_ENOUGH);
    return wi_goal_distance2(goal, at) <= radius * radius;
}

// For those with a behaviour its end is what counts, not each goal on the way.
static void finish_rows(wi_step *step, uint32_t begin, uint32_t end, wi_tally *tally) {
    wi_columns *c = &step->world->columns;
    for (uint32_t row = begin; row < end; row++) {
        wend_mind *mind = &c->mind[row];
        if (mind->depth != 1 || mind->flags & (WEND_MIND_FINISHED | WEND_MIND_FRESH)) continue;
        if (!wi_is_over(&step->now, row, c->frames[row].at[0].activity)) continue;
        mind->flags |= WEND_MIND_FINISHED;
        c->role[row].flags |= WI_FLAG_JUST_ARRIVED;
        tally->arrived++;
    }
}

void wi_arrive_rows(wi_step *step, uint32_t begin, uint32_t end, wi_tally *tally) {
    wi_columns *c = &step->world->columns;
    for (uint32_t row = begin; row < end; row++) {
        if ((c->role[row].flags & (WEND_FLAG_ARRIVED | WEND_FLAG_DRIVEN)) != 0) continue;
        if (c->way && c->way[row].level != c->role[row].level) continue;
        if (!is_there(wi_vec(c->x[row], c->y[row]), c->goal[row], c->pace[row].arrival_radius)) continue;
        c->role[row].flags |= WEND_FLAG_ARRIVED;
        if (c->mind && c->mind[row].depth > 0) continue;
        c->role[row].flags |= WI_FLAG_JUST_ARRIVED;
        tally->arrived++;
    }
    if (c->mind) finish_rows(step, begin, end, tally);
}

static void note_arrival(wend_world *world, wend_serial serial) {
    wi_events *events = &world->events;
    if (!wi_memory_grow(&world->memory, (void **)&events->arrived, &events->arrived_capacity,
                        2 * (events->arrived_count + 1), sizeof *events->arrived)) {
        events->lost++;
        return;
    }
    events->arrived[events->arrived_count++].serial = serial;
}

// From the last row to the first: whoever takes a dropped row's place has been seen already.
void wi_arrive_finish(wend_world *world) {
    wi_columns *c = &world->columns;
    for (uint32_t chunk = WI_CHUNKS(c->count); chunk-- > 0;) {
        if (world->tally[chunk].arrived == 0) continue;
        uint32_t begin, end;
        wi_chunk_rows(chunk, c->count, &begin, &end);
        for (uint32_t row = end; row-- > begin;) {
            if ((c->role[row].flags & WI_FLAG_JUST_ARRIVED) == 0) continue;
            c->role[row].flags &= (uint8_t)~WI_FLAG_JUST_ARRIVED;
            wend_serial serial = c->serial[row];
            note_arrival(world, serial);
            world->stats.arrived++;
            if ((c->role[row].flags & WEND_FLAG_LEAVES) == 0) continue;
            wi_world_drop(world, row);
            wi_events_removed(world, serial, false);
        }
    }
}
