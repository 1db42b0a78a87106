// Which sites agents know: not all of them have to at first, and they learn of those that they see.
#include "decide/minds.h"

#include "sense/walls.h"
#include "world/scene.h"

#define SIGHT 15.0f // m
#define LOOK 8u     // steps between looks

// Drawn once for each agent and site.
static uint64_t draw_unknown(const wend_world *world, uint32_t stream) {
    const wi_program *program = &world->scene->program;
    uint64_t unknown = 0;
    for (uint32_t i = 0; i < program->is.site_count && i < WEND_SITES_UNKNOWN; i++)
        if (wend_random(world->def.seed, stream, 0, WI_FOR_KNOWING, i) < program->unknown_to[i])
            unknown |= (uint64_t)1 << i;
    return unknown;
}

bool wi_knowing_reserve(wend_world *world, uint64_t unknown) {
    bool told = unknown != WEND_UNKNOWN_DRAWN && unknown != 0;
    if (!told && !world->scene->program.unknown_to) return true;
    return wi_columns_add_optional(&world->columns, &world->memory, WI_COLUMN_UNKNOWN);
}

void wi_knowing_start(wend_world *world, uint32_t row, uint64_t unknown) {
    if (!world->columns.unknown) return;
    if (unknown == WEND_UNKNOWN_DRAWN)
        unknown = world->scene->program.unknown_to ? draw_unknown(world, world->columns.role[row].stream) : 0;
    world->columns.unknown[row] = unknown;
}

bool wi_knows_site(const wend_world *world, uint32_t row, uint32_t site) {
    const uint64_t *unknown = world->columns.unknown;
    return !unknown || site >= WEND_SITES_UNKNOWN || !(unknown[row] >> site & 1);
}

static bool sees(const wend_world *world, uint32_t row, const wi_site *site) {
    const wi_columns *c = &world->columns;
    wend_vec at = wi_vec(c->x[row], c->y[row]), to = wi_sub(at, site->goal.at);
    wend_vec half = site->goal.half;
    if (site->level > 0 && site->level - 1 != c->role[row].level) return false;
    if (wi_goal_distance2(site->goal, at) > SIGHT * SIGHT) return false;
    wend_vec nearest = wi_add(site->goal.at, wi_vec(wi_clamp(to.x, -half.x, half.x), wi_clamp(to.y, -half.y, half.y)));
    return wi_walls_clear(&world->walls, c->role[row].level, at, nearest);
}

static uint64_t learns(const wend_world *world, uint32_t row, const wend_chooser *chooser) {
    const wi_program *program = &world->scene->program;
    uint64_t seen = 0;
    for (uint32_t i = 0; i < chooser->sites.count; i++) {
        uint32_t site = program->is.lists[chooser->sites.first + i].site;
        if (!wi_knows_site(world, row, site) && sees(world, row, &program->site[site])) seen |= (uint64_t)1 << site;
    }
    return seen;
}

uint64_t wi_sites_seen(const wend_world *world, const wend_view *now, uint32_t row) {
    if (!world->columns.unknown || world->columns.unknown[row] == 0) return 0;
    if ((now->tick + now->serial[row]) % LOOK != 0) return 0;
    const wend_activity *is = wi_goal_activity(now, row);
    return is && wi_chooses_site(is->goal.kind) ? learns(world, row, &is->goal) : 0;
}
