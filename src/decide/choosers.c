// Where to go: one of the sites of a list that is free, a place in a queue, a point of a region. Runs in the order of
// serials, so that two never get what there is one of.
#include <math.h>

#include "decide/minds.h"
#include "route/zone.h"

#define POINT_TRIES 32

static bool is_free(const wi_doing *who, uint32_t site) {
    const wi_site *is = &wi_view_program(who->now)->site[site];
    bool mine = who->world->columns.mind[who->row].site == site + 1;
    return is->capacity == 0 || who->world->minds.held[site] - mine < is->capacity;
}

// A goal without alternatives has been told.
static bool may_choose(const wi_doing *who, const wend_chooser *chooser, uint32_t site) {
    return is_free(who, site) && (chooser->sites.count == 1 || wi_knows_site(who->world, who->row, site));
}

void wi_release_site(const wi_doing *who) {
    wend_mind *mind = &who->world->columns.mind[who->row];
    if (mind->site > 0) who->world->minds.held[mind->site - 1]--;
    mind->site = 0;
}

bool wi_take_site(const wi_doing *who, uint32_t site) {
    if (!is_free(who, site)) return false;
    wi_release_site(who);
    who->world->columns.mind[who->row].site = site + 1;
    who->world->minds.held[site]++;
    return true;
}

void wi_reroute(const wi_doing *who) {
    wi_columns *c = &who->world->columns;
    if (!c->way) return;
    wi_routes_leave(who->world, who->row);
    c->way[who->row].flags = 0;
    wi_routes_join(who->world, who->row);
}

void wi_set_goal(const wi_doing *who, wend_goal goal, uint32_t level, float radius) {
    wi_columns *c = &who->world->columns;
    wend_goal *is = &c->goal[who->row];
    uint16_t on = level > 0 ? (uint16_t)(level - 1) : c->role[who->row].level;
    bool same = is->at.x == goal.at.x && is->at.y == goal.at.y && is->half.x == goal.half.x &&
                is->half.y == goal.half.y && c->pace[who->row].arrival_radius == radius &&
                (!c->way || c->way[who->row].level == on);
    if (same) return;
    *is = goal;
    c->pace[who->row].arrival_radius = radius;
    c->role[who->row].flags &= (uint8_t)~WEND_FLAG_ARRIVED;
    if (c->way) c->way[who->row].level = on;
    wi_reroute(who);
}

static bool go_to_site(const wi_doing *who, uint32_t site) {
    const wi_site *is = &wi_view_program(who->now)->site[site];
    if (!wi_take_site(who, site)) return false;
    wi_set_goal(who, is->goal, is->level, is->radius);
    return true;
}

// How far it is, by the way where the profile looks for one; what has no way is farther than all that has.
#define NO_WAY 1e9f // m

static float way_to(const wi_doing *who, wend_chooser_kind kind, uint32_t site) {
    wend_world *world = who->world;
    const wi_site *is = &wi_view_program(who->now)->site[site];
    const wend_profile *profile = &world->scene->profiles[who->now->role[who->row].profile].is;
    float straight = wi_sqrt(wi_goal_distance2(is->goal, wi_view_at(who->now, who->row)));
    if (!who->now->way || !profile->router->needs_map) return straight;
    uint32_t level = is->level > 0 ? is->level - 1 : who->now->role[who->row].level;
    float congestion = kind == WEND_CHOOSE_QUICKEST ? wi_max(1.0f, profile->congestion) : 0.0f;
    float length = wi_survey_length(world, who->row, is->goal, level, congestion);
    if (kind == WEND_CHOOSE_QUICKEST) length += congestion * WI_USUAL_SPEED * wi_site_wait(who, site);
    return wi_finite(length) ? length : NO_WAY + straight;
}

// How good a site is, more is better; NAN: not at all.
static float merit(const wi_doing *who, wend_chooser_kind kind, uint32_t site) {
    const wend_view *now = who->now;
    const wi_site *is = &wi_view_program(now)->site[site];
    wend_vec at = wi_view_at(now, who->row);
    float distance2 = wi_goal_distance2(is->goal, at);
    if (kind == WEND_CHOOSE_FARTHEST) return distance2;
    if (kind == WEND_CHOOSE_NEAREST || kind == WEND_CHOOSE_QUICKEST) return -way_to(who, kind, site);
    if (kind == WEND_CHOOSE_BEHIND && wi_dot(wi_sub(is->goal.at, at), now->motion[who->row].heading) >= 0.0f)
        return NAN;
    return -distance2;
}

static uint32_t best_site(const wi_doing *who, const wend_chooser *chooser) {
    const wend_listed *list = wi_view_program(who->now)->is.lists + chooser->sites.first;
    uint32_t best = UINT32_MAX;
    float most = -INFINITY;
    for (uint32_t i = 0; i < chooser->sites.count; i++) {
        float is = may_choose(who, chooser, list[i].site) ? merit(who, chooser->kind, list[i].site) : NAN;
        if (!(is > most)) continue;
        most = is;
        best = list[i].site;
    }
    return best;
}

// Who is on the way to a site turns round for one that is nearer, too. For one that has the shorter queue it does so with a
// chance, since if all went at once they would find the queue that they left. Of n people who need a time t, at a flow
// n / t, half of n (t - t') / t must go to one that takes t' for both to take equally long.
static bool turns_round(const wi_doing *who, uint32_t mine, uint32_t better) {
    if (way_to(who, WEND_CHOOSE_NEAREST, better) < way_to(who, WEND_CHOOSE_NEAREST, mine)) return true;
    float now = way_to(who, WEND_CHOOSE_QUICKEST, mine), then = way_to(who, WEND_CHOOSE_QUICKEST, better);
    float enough = 0.5f * (1.0f - then / now);
    return wend_random(who->now->seed, who->now->role[who->row].stream, who->now->tick, WI_FOR_SITE_CHOICE, better) <
           enough;
}

static uint32_t quickest_site(const wi_doing *who, const wend_chooser *chooser) {
    uint32_t best = best_site(who, chooser), mine = who->world->columns.mind[who->row].site;
    bool stays = best != UINT32_MAX && mine > 0 && best != mine - 1 && may_choose(who, chooser, mine - 1) &&
                 !turns_round(who, mine - 1, best);
    return stays ? mine - 1 : best;
}

static uint32_t drawn_site(const wi_doing *who, const wend_chooser *chooser) {
    const wend_listed *list = wi_view_program(who->now)->is.lists + chooser->sites.first;
    bool weighted = chooser->kind == WEND_CHOOSE_WEIGHTED;
    double sum = 0.0, rest;
    for (uint32_t i = 0; i < chooser->sites.count; i++)
        if (may_choose(who, chooser, list[i].site)) sum += weighted ? (double)list[i].weight : 1.0;
    rest = sum * (double)wend_random(who->now->seed, who->now->role[who->row].stream, who->now->tick,
                                     WI_FOR_SITE_CHOICE, chooser->sites.first);
    uint32_t last = UINT32_MAX;
    for (uint32_t i = 0; i < chooser->sites.count; i++) {
        double share = !may_choose(who, chooser, list[i].site) ? 0.0 : weighted ? (double)list[i].weight : 1.0;
        if (!(share > 0.0)) continue;
        last = list[i].site;
        if (rest < share) break;
        rest -= share;
    }
    return last;
}

static uint32_t first_site(const wi_doing *who, const wend_chooser *chooser) {
    const wend_listed *list = wi_view_program(who->now)->is.lists + chooser->sites.first;
    for (uint32_t i = 0; i < chooser->sites.count; i++)
        if (may_choose(who, chooser, list[i].site)) return list[i].site;
    return UINT32_MAX;
}

static bool choose_site(const wi_doing *who, const wend_chooser *chooser) {
    uint32_t site = chooser->kind == WEND_CHOOSE_FIRST ? first_site(who, chooser)
                    : chooser->kind == WEND_CHOOSE_RANDOM || chooser->kind == WEND_CHOOSE_WEIGHTED
                        ? drawn_site(who, chooser)
                    : chooser->kind == WEND_CHOOSE_QUICKEST ? quickest_site(who, chooser)
                                                            : best_site(who, chooser);
    if (site != UINT32_MAX) return go_to_site(who, site);
    wi_release_site(who);
    return false;
}

// Points -----------------------------------------------------------------------------------------------------------

static wend_vec draw_point(const wi_doing *who, const wi_area *area, uint32_t draw) {
    const wend_view *now = who->now;
    uint32_t stream = now->role[who->row].stream;
    float u = wend_random(now->seed, stream, now->tick, WI_FOR_POINT, 2 * draw);
    float v = wend_random(now->seed, stream, now->tick, WI_FOR_POINT, 2 * draw + 1);
    return wi_vec(area->min.x + u * (area->max.x - area->min.x), area->min.y + v * (area->max.y - area->min.y));
}

// In the region and clear of walls, if such a point is found soon.
static wend_vec point_within(const wi_doing *who, uint32_t region) {
    const wi_program *program = wi_view_program(who->now);
    const wi_area *area = &program->area[region];
    const wi_walls *walls = who->now->senses->walls;
    float radius = who->now->form[who->row].radius;
    wend_vec best = program->points[area->points.first];
    for (uint32_t i = 0; i < POINT_TRIES; i++) {
        wend_vec at = draw_point(who, area, i);
        uint32_t wall;
        if (!wi_area_holds(program, region, area->level, at)) continue;
        best = at;
        bool walled = walls->wall_count > 0 && (wi_walls_forbid(walls, area->level, at) ||
                                                wi_walls_near(walls, area->level, at, radius, 1, &wall, NULL) > 0);
        if (!walled) break;
    }
    return best;
}

// p mirrored in the line from a to b: a + 2 d (d . (p - a)) - (p - a) with d along the line.
static wend_vec mirrored(const wi_doing *who, uint32_t region) {
    const wi_program *program = wi_view_program(who->now);
    const wend_vec *line = program->points + program->area[region].points.first;
    wend_vec d = wi_unit(wi_sub(line[1], line[0]), wi_vec(1.0f, 0.0f));
    wend_vec to = wi_sub(wi_view_at(who->now, who->row), line[0]);
    return wi_add(line[0], wi_sub(wi_scale(2.0f * wi_dot(to, d), d), to));
}

static void go_to_point(const wi_doing *who, wend_vec at, uint32_t level, float radius) {
    wi_release_site(who);
    wi_set_goal(who, (wend_goal){.at = at}, level, radius);
}

bool wi_choose_goal(const wi_doing *who, const wend_chooser *chooser) {
    wend_mind *mind = &who->world->columns.mind[who->row];
    switch (chooser->kind) {
    case WEND_CHOOSE_NOTHING:
        return true;
    case WEND_CHOOSE_HELD:
        return mind->site > 0 && go_to_site(who, mind->site - 1);
    case WEND_CHOOSE_OWN:
        return mind->own > 0 && go_to_site(who, mind->own - 1);
    case WEND_CHOOSE_QUEUE:
        wi_release_site(who);
        mind->flags |= WEND_MIND_QUEUED;
        return true;
    case WEND_CHOOSE_WITHIN:
        go_to_point(who, point_within(who, chooser->index), wi_view_program(who->now)->area[chooser->index].level + 1,
                    chooser->radius);
        return true;
    case WEND_CHOOSE_MIRRORED:
        go_to_point(who, mirrored(who, chooser->index), 0, chooser->radius);
        return true;
    default:
        return choose_site(who, chooser);
    }
}
