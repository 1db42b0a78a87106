// Making and ending worlds, and what can be asked of one.
#include "world/world.h"

#include <stdatomic.h>
#include <string.h>

#include "base/isa.h"

wend_world_def wend_world_default(const wend_scene *scene) {
    return (wend_world_def){
        .scene = scene,
        .seed = 1,
        .step = 0.1f,
        .threads = 1,
        .collisions = true,
        .collision_depth = 0.001f,
        .isa = WEND_ISA_AUTO,
        .cookie = WI_COOKIE,
    };
}

static wend_result check_def(const wend_world_def *def, wend_error *error) {
    if (def == NULL || def->cookie != WI_COOKIE)
        return wi_fail(error, WEND_BAD_ARGUMENT, "the world definition must come from wend_world_default()");
    if (def->scene == NULL) return wi_fail(error, WEND_BAD_ARGUMENT, "the world definition has no scene");
    if (!(def->step >= WI_STEP_MIN && def->step <= WI_STEP_MAX))
        return wi_fail(error, WEND_BAD_ARGUMENT, "step is %g s, must lie between 0.001 and 1", (double)def->step);
    if (def->jobs.run == NULL && (def->threads < 1 || def->threads > 256))
        return wi_fail(error, WEND_BAD_ARGUMENT, "threads is %u, must lie between 1 and 256", def->threads);
    if (def->jobs.run != NULL && (def->jobs.workers < 1 || def->jobs.workers > 256))
        return wi_fail(error, WEND_BAD_ARGUMENT, "jobs.workers is %u, must lie between 1 and 256", def->jobs.workers);
    if (!(def->collision_depth >= 0.0f && def->collision_depth <= 10.0f))
        return wi_fail(error, WEND_BAD_ARGUMENT, "collision_depth is %g m, must lie between 0 and 10",
                       (double)def->collision_depth);
    if (!wend_isa_available(def->isa))
        return wi_fail(error, WEND_BAD_ARGUMENT, "this machine or build has no instruction set `%s`",
                       wend_isa_name(def->isa));
    return WEND_OK;
}

static bool start_jobs(wend_world *world) {
    world->jobs = world->def.jobs;
    if (world->jobs.run != NULL) return true;
    world->jobs = (wend_jobs){.workers = 1};
    if (world->def.threads == 1) return true;
    world->pool = wi_pool_create(&world->memory, world->def.threads);
    if (world->pool == NULL) return false;
    world->jobs = wi_pool_jobs(world->pool);
    return true;
}

static bool start_params(wend_world *world) {
    const wend_scene *scene = world->scene;
    world->params.stride = scene->params_stride;
    if (!wi_params_reserve(world, scene->profile_count)) return false;
    world->params.used = scene->profile_count;
    memcpy(world->params.block, scene->params, (size_t)scene->profile_count * scene->params_stride);
    for (uint32_t i = 0; i < scene->profile_count; i++)
        if (!wi_world_note_habits(world, world->params.block + (size_t)i * scene->params_stride)) return false;
    return true;
}

static bool start_doors(wend_world *world) {
    const wi_walls *walls = &world->scene->walls;
    world->walls = *walls;
    if (walls->door_count == 0) return true;
    world->door_open = wi_memory_take(&world->memory, walls->door_count, sizeof *world->door_open);
    if (!world->door_open) return false;
    memcpy(world->door_open, walls->open, walls->door_count * sizeof *walls->open);
    world->walls.open = world->door_open;
    return true;
}

wend_result wend_world_create(const wend_world_def *def, wend_world **world, wend_error *error) {
    if (world == NULL) return wi_fail(error, WEND_BAD_ARGUMENT, "there is no place to put the world");
    *world = NULL;
    wend_result result = check_def(def, error);
    if (result != WEND_OK) return result;
    wi_memory memory = wi_memory_from(def->allocator);
    wend_world *made = wi_memory_take(&memory, 1, sizeof *made);
    if (made == NULL) return wi_fail(error, WEND_NO_MEMORY, "no memory for a world");
    made->memory = memory;
    made->scene = def->scene;
    made->def = *def;
    made->next_serial = 1;
    made->ellipses = wi_ellipse_table_empty();
    bool good = start_jobs(made) &&
                wi_grid_create(&made->grid, &made->memory, made->scene->levels, made->jobs.workers) &&
                start_params(made) && wi_remember_start(made) && start_doors(made) && wi_minds_create(made) &&
                wi_routes_start(made) && wi_images_create(&made->images, &made->memory, &made->scene->map) &&
                wi_world_reserve(made, def->capacity);
    if (!good) {
        wend_world_destroy(made);
        return wi_fail(error, WEND_NO_MEMORY, "no memory or threads for a world of %u agents", def->capacity);
    }
    made->senses = (wi_senses){.scene = made->scene,
                               .walls = &made->walls,
                               .grid = &made->grid,
                               .company = &made->company,
                               .ellipses = &made->ellipses,
                               .images = &made->images,
                               .raised = made->minds.raised,
                               .crowd = made->minds.crowd,
                               .held = made->minds.held,
                               .params_stride = made->scene->params_stride,
                               .memory_stride = made->scene->memory_stride,
                               .isa = wi_isa_index(def->isa)};
    (void)wi_world_sort(made); // nobody is there: this cannot fail
    *world = made;
    return WEND_OK;
}

void wend_world_destroy(wend_world *world) {
    if (world == NULL) return;
    wi_memory *memory = &world->memory;
    const wi_events *events = &world->events;
    wi_pool_destroy(memory, world->pool);
    wi_grid_free(&world->grid, memory);
    wi_columns_free(&world->columns, memory);
    wi_lookup_free(&world->lookup, memory);
    wi_company_free(&world->company, memory);
    wi_images_free(&world->images, memory);
    wi_routes_free(world);
    wi_minds_free(world);
    wi_blocks_free(&world->params, memory);
    wi_blocks_free(&world->memories, memory);
    wi_ellipse_table_free(&world->ellipses, memory);
    if (world->door_open) wi_memory_give(memory, world->door_open, world->walls.door_count, sizeof *world->door_open);
    wi_memory_give(memory, world->big, world->big_capacity, sizeof *world->big);
    wi_memory_give(memory, world->tally, world->tally_capacity, sizeof *world->tally);
    wi_memory_give(memory, events->arrived, events->arrived_capacity, sizeof *events->arrived);
    wi_memory_give(memory, events->collided, events->collided_capacity, sizeof *events->collided);
    wi_memory_give(memory, events->removed, events->removed_capacity, sizeof *events->removed);
    wi_memory last = *memory;
    wi_memory_give(&last, world, 1, sizeof *world);
}

wend_result wi_world_refuse_busy(const wend_world *world, wend_error *error) {
    if (world == NULL) return wi_fail(error, WEND_BAD_ARGUMENT, "there is no world (NULL)");
    if (world->stepping)
        return wi_fail(error, WEND_BUSY, "the world is in the middle of a step; change it between steps");
    return WEND_OK;
}

bool wi_world_reserve(wend_world *world, uint32_t more) {
    if (more > INT32_MAX || more > INT32_MAX - world->columns.count) return false;
    uint32_t need = world->columns.count + more, images = wi_images_bound(&world->images, need);
    return wi_columns_reserve(&world->columns, &world->memory, need + images) && wi_remember_reserve(world, images) &&
           wi_images_reserve(&world->images, &world->memory, need) && wi_events_reserve(world, need) &&
           wi_memory_grow(&world->memory, (void **)&world->tally, &world->tally_capacity, WI_CHUNKS(need) + 1,
                          sizeof *world->tally);
}

void wi_world_run(wend_world *world, wend_job *job, void *work) {
    wi_jobs_run(&world->jobs, WI_CHUNKS(world->columns.count), job, work);
}

wend_view wi_world_view(const wend_world *world) {
    const wi_columns *c = &world->columns;
    return (wend_view){
        .count = c->count,
        .step = world->def.step,
        .tick = world->stats.tick,
        .seed = world->def.seed,
        .serial = c->serial,
        .x = c->x,
        .y = c->y,
        .motion = c->motion,
        .goal = c->goal,
        .pace = c->pace,
        .form = c->form,
        .role = c->role,
        .ties = c->ties,
        .way = c->way,
        .mind = c->mind,
        .frames = c->frames,
        .inner = c->inner,
        .mood = c->mood,
        .memory = c->memory,
        .reach = c->reach,
        .senses = &world->senses,
    };
}

wend_result wend_world_view(wend_world *world, wend_view *view, wend_error *error) {
    wend_result result = wi_world_refuse_busy(world, error);
    if (result != WEND_OK) return result;
    if (view == NULL) return wi_fail(error, WEND_BAD_ARGUMENT, "there is no place to put the view");
    if (!wi_world_refresh(world)) return wi_fail(error, WEND_NO_MEMORY, "no memory to sort the agents");
    *view = wi_world_view(world);
    return WEND_OK;
}

wend_point wend_world_origin(const wend_world *world) { return world->scene->origin; }

bool wi_world_refresh(wend_world *world) {
    if (world->sorted < world->columns.count || world->stray_count > 0 || !world->tidy) {
        // The host's jobs take part, and must not change what is being sorted.
        bool stepping = atomic_exchange(&world->stepping, true);
        bool sorted = wi_world_sort(world);
        world->stepping = stepping;
        const wi_columns *c = &world->columns;
        if (!sorted || !wi_company_list(&world->company, &world->memory, c->ties, c->serial, c->count)) {
            world->tidy = false;
            return false;
        }
    }
    if (!wi_images_make(world)) {
        world->tidy = false;
        return false;
    }
    world->senses.big = world->big;
    world->senses.big_count = world->big_count;
    world->senses.params = world->params.block;
    world->senses.memories = world->memories.block;
    world->senses.habits = world->habits;
    return true;
}

wend_stats wend_world_stats(const wend_world *world) {
    if (world == NULL) return (wend_stats){0};
    wend_stats stats = world->stats;
    stats.agents = world->columns.count;
    stats.time = (double)stats.tick * (double)world->def.step;
    stats.bytes = world->memory.bytes;
    stats.table_bytes = wi_ellipse_table_bytes(&world->ellipses);
    return stats;
}

wend_events wend_world_events(const wend_world *world) {
    if (world == NULL) return (wend_events){0};
    const wi_events *e = &world->events;
    return (wend_events){e->arrived, e->arrived_count, e->collided, e->collided_count,
                         e->removed, e->removed_count, e->lost};
}

const char *wend_phase_name(wend_phase phase) {
    static const char *const names[] = {"sort", "route", "steer", "move", "collide"};
    return phase >= 0 && phase < WEND_PHASE_COUNT ? names[phase] : "?";
}
