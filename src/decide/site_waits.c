// How long one waits at a site itself, for those who choose the quickest of several: like waits at the edges of the map
// (route/congestion.c), but for the way into the site. Nothing of it is kept: it follows from where people are now.
#include "decide/minds.h"
#include "route/zone.h"

// People who come into a site in a second: by half of its rim, since they come from one side.
static float flow_into(const wi_site *site) {
    return wi_congestion_flow_of(2.0f * (site->goal.half.x + site->goal.half.y + site->radius));
}

// What keeps one who sees the site before it may still be an edge on the way that is narrower.
static bool waits_at(const wend_world *world, uint32_t row, const wi_site *site, uint32_t edge) {
    if (wi_goal_distance2(site->goal, world->columns.way[row].next) > site->radius * site->radius) return false;
    return edge == WI_NONE || wi_congestion_flow(&world->routes.map, edge) >= flow_into(site);
}

static void count_row(wend_world *world, uint32_t row) {
    const wi_program *program = &world->scene->program;
    const wi_columns *c = &world->columns;
    uint32_t number = c->mind[row].site, edge;
    if (number == 0 || (c->role[row].flags & WEND_FLAG_ARRIVED) || !wi_congestion_heads_for(world, row, &edge)) return;
    const wi_site *site = &program->site[number - 1];
    if (!waits_at(world, row, site, edge)) return;
    float way = wi_sqrt(wi_goal_distance2(site->goal, wi_vec(c->x[row], c->y[row])));
    wi_bound_add(&world->minds.waiting[number - 1], way, c->pace[row].preferred_speed);
}

void wi_site_waits_count(wend_world *world) {
    const wi_program *program = &world->scene->program;
    if (!program->any_quickest || !world->columns.way) return;
    for (uint32_t i = 0; i < program->is.site_count; i++) world->minds.waiting[i] = (wi_bound){0};
    for (uint32_t row = 0; row < world->columns.count; row++) count_row(world, row);
}

float wi_site_wait(const wi_doing *who, uint32_t site) {
    const wi_site *is = &wi_view_program(who->now)->site[site];
    float flow = flow_into(is), wait = wi_bound_wait(&who->world->minds.waiting[site], flow);
    float distance2 = wi_goal_distance2(is->goal, wi_view_at(who->now, who->row));
    return wait > 0.0f ? wi_congestion_share_ahead(wait * flow, distance2) * wait : 0.0f;
}
