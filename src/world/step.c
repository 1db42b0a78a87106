// One step: sense, decide, route, steer, move. Everyone reads the old state; a job writes only its own rows.
#include "world/world.h"

static void route_job(void *work, uint32_t chunk, uint32_t worker) {
    (void)worker;
    wi_step *step = work;
    uint32_t begin, end;
    wi_chunk_rows(chunk, step->now.count, &begin, &end);
    wi_route_rows(step, begin, end);
    wi_decide_wishes(step, begin, end);
    wi_stress_show(step, begin, end);
}

static void adapt_job(void *work, uint32_t chunk, uint32_t worker) {
    (void)worker;
    wi_step *step = work;
    uint32_t begin, end;
    wi_chunk_rows(chunk, step->now.count, &begin, &end);
    wi_around_forget(&step->world->senses.around, begin, end);
    wi_adapt_rows(step, begin, end);
}

static void steer_job(void *work, uint32_t chunk, uint32_t worker) {
    (void)worker;
    wi_step *step = work;
    uint32_t begin, end;
    wi_chunk_rows(chunk, step->now.count, &begin, &end);
    wi_steer_rows(step, begin, end);
}

static void move_job(void *work, uint32_t chunk, uint32_t worker) {
    (void)worker;
    wi_step *step = work;
    uint32_t begin, end;
    wi_chunk_rows(chunk, step->now.count, &begin, &end);
    wi_tally *tally = &step->world->tally[chunk];
    *tally = (wi_tally){0};
    wi_move_rows(step, begin, end, tally);
    wi_arrive_rows(step, begin, end, tally);
}

static void count_corrections(wend_world *world) {
    for (uint32_t chunk = 0; chunk < WI_CHUNKS(world->columns.count); chunk++) {
        world->stats.corrected_walls += world->tally[chunk].walls;
        world->stats.corrected_nonfinite += world->tally[chunk].nonfinite;
        world->stats.corrected_speed += world->tally[chunk].speed;
    }
}

// Adds the time since *since to a phase.
static void note_time(wend_world *world, wend_phase phase, double *since) {
    if (world->def.clock == NULL) return;
    double now = world->def.clock();
    world->stats.seconds[phase] += now - *since;
    *since = now;
}

// What is decided comes first; ways and images are of what everyone has decided.
static wend_result prepare(wend_world *world, wend_error *error) {
    wi_decide(world);
    wi_stress(world);
    if (!world->tidy && !wi_world_refresh(world)) return wi_fail(error, WEND_NO_MEMORY, "no memory to sort the agents");
    if (!wi_routes_prepare(world)) return wi_fail(error, WEND_NO_MEMORY, "no memory to look for ways");
    if (!wi_images_make(world)) return wi_fail(error, WEND_NO_MEMORY, "no memory to look across seams");
    return WEND_OK;
}

// The five verbs, after what is decided: everyone reads the old state and writes the new.
static void act(wend_world *world, double *since) {
    wi_step step = {world, wi_world_view(world), {world->columns.spare16}};
    step.now.body = world->columns.body;

    wi_world_run(world, route_job, &step);
    if (wi_adapt_needed(world)) {
        world->senses.around = wi_columns_around(&world->columns);
        wi_world_run(world, adapt_job, &step);
    }
    wi_images_show(world);
    note_time(world, WEND_PHASE_ROUTE, since);
    wi_world_run(world, steer_job, &step);
    world->senses.around = (wi_around){0}; // nothing of it holds once anybody has moved
    note_time(world, WEND_PHASE_STEER, since);
    wi_world_run(world, move_job, &step);
    count_corrections(world);
    wi_arrive_finish(world);
    world->tidy = false;
    world->stats.tick++;
    note_time(world, WEND_PHASE_MOVE, since);
}

static void settle(wend_world *world, double *since) {
    // Sorting already now leaves a tidy world to look at; without memory it is tried again before the next step.
    bool tidy = wi_world_refresh(world);
    note_time(world, WEND_PHASE_SORT, since);
    if (tidy && world->def.collisions)
        wi_collide(world);
    else if (world->def.collisions)
        world->events.lost++; // nobody can tell how many
    wi_events_sort(world);
    note_time(world, WEND_PHASE_COLLIDE, since);
}

wend_result wend_world_step(wend_world *world, wend_error *error) {
    wend_result result = wi_world_refuse_busy(world, error);
    if (result != WEND_OK) return result;
    double since = world->def.clock == NULL ? 0.0 : world->def.clock();
    size_t bytes = world->memory.bytes;
    if (!wi_world_refresh(world)) return wi_fail(error, WEND_NO_MEMORY, "no memory to sort the agents");
    if (!wi_routes_follow_doors(world)) return wi_fail(error, WEND_NO_MEMORY, "no memory to look for ways");
    note_time(world, WEND_PHASE_SORT, &since);
    world->stepping = true;
    wi_events_clear(world);
    result = prepare(world, error);
    if (result == WEND_OK) {
        act(world, &since);
        settle(world, &since);
    }
    if (world->memory.bytes > bytes) world->stats.grown++;
    world->stepping = false;
    return result;
}
