// How far it is to places among which agents choose. Each place is searched once for all bodies that fit through the same
// gaps, whoever asks first; so what one learns depends on the map, the doors and the queues alone.
#include "route/survey.h"

#include "route/follow.h"

#define SURVEYS_MAX 256

static bool same(const wi_destination *a, const wi_destination *b) {
    return a->goal.at.x == b->goal.at.x && a->goal.at.y == b->goal.at.y && a->goal.half.x == b->goal.half.x &&
           a->goal.half.y == b->goal.half.y && a->level == b->level && a->fit == b->fit &&
           a->congestion == b->congestion;
}

static bool search(wend_world *world, wi_survey *survey) {
    wi_ground ground = wi_ground_of(world, &survey->to);
    survey->points = wi_goal_points_of(&world->routes.map, &survey->to);
    survey->fresh = wi_search_all(&survey->search, &world->memory, &ground, &survey->points);
    return survey->fresh;
}

// One more, or the one that was made first.
static wi_survey *take(wend_world *world) {
    wi_surveys *all = &world->routes.surveys;
    if (all->count == SURVEYS_MAX) return &all->is[all->oldest++ % SURVEYS_MAX];
    if (!wi_memory_grow(&world->memory, (void **)&all->is, &all->capacity, all->count + 1, sizeof *all->is) ||
        !wi_search_create(&all->is[all->count].search, &world->memory, &world->routes.map))
        return NULL;
    return &all->is[all->count++];
}

static wi_survey *find(wend_world *world, const wi_destination *to) {
    wi_surveys *all = &world->routes.surveys;
    wi_survey *survey = NULL;
    for (uint32_t i = 0; i < all->count && !survey; i++)
        if (same(&all->is[i].to, to)) survey = &all->is[i];
    if (survey && survey->fresh) return survey;
    if (!survey) survey = take(world);
    if (!survey) return NULL;
    survey->to = *to;
    return search(world, survey) ? survey : NULL;
}

// Of those who wait at an edge only some are ahead of one who stands among them.
static float share_ahead(const wend_world *world, uint32_t edge, wend_vec at, uint32_t level) {
    const wi_terrain *map = &world->routes.map;
    const wi_terrain_edge *is = &map->edge[edge];
    if (map->cell[is->cell].level != level) return 1.0f;
    float queue = world->routes.wait[edge] * wi_congestion_flow(map, edge);
    wend_vec middle = wi_scale(0.5f, wi_add(is->a, is->b));
    return wi_congestion_share_ahead(queue, wi_length2(wi_sub(middle, at)));
}

// What of the waits on a way, in metres, is no concern of one at its begin.
static float behind_me(const wend_world *world, const wi_ground *ground, const wi_search *search, uint32_t reach,
                       wend_vec at, uint32_t level) {
    float sum = 0.0f;
    for (uint32_t i = reach; ground->wait && i != WI_NONE; i = search->reach[i].parent) {
        uint32_t edge = search->reach[i].edge;
        if (ground->wait[edge] > 0.0f)
            sum += ground->hurry * ground->wait[edge] * (1.0f - share_ahead(world, edge, at, level));
    }
    return sum;
}

static float length_from(const wend_world *world, const wi_survey *survey, uint32_t cell, wend_vec at) {
    const wi_goal_points *points = &survey->points;
    float least = __builtin_inff(), length;
    for (uint32_t i = 0; i < points->count; i++)
        if (points->cell[i] == cell) least = wi_min(least, wi_length(wi_sub(points->at[i], at)));
    if (wi_finite(least)) return least;
    wi_ground ground = wi_ground_of(world, &survey->to);
    uint32_t reach = wi_search_best(&survey->search, &ground, cell, at, &length);
    return length - behind_me(world, &ground, &survey->search, reach, at, world->routes.map.cell[cell].level);
}

float wi_survey_length(wend_world *world, uint32_t row, wend_goal goal, uint32_t level, float congestion) {
    const wi_columns *c = &world->columns;
    wend_vec at = wi_vec(c->x[row], c->y[row]);
    uint32_t cell = wi_terrain_locate(&world->routes.map, c->role[row].level, at, 0.0f);
    if (cell == WI_NONE) return __builtin_inff();
    goal.at = wi_add(goal.at, wi_vec(0.0f, 0.0f)); // -0 is 0
    wi_destination to = {.goal = goal,
                         .level = level,
                         .fit = wi_fit_of(&world->routes.map, wi_passing_radius(world, row)),
                         .congestion = congestion};
    const wi_survey *survey = find(world, &to);
    if (!survey) world->routes.surveys.starved = true;
    return survey ? length_from(world, survey, cell, at) : __builtin_inff();
}

void wi_surveys_outdate(wi_surveys *all, bool waits_only) {
    for (uint32_t i = 0; i < all->count; i++)
        if (!waits_only || all->is[i].to.congestion > 0.0f) all->is[i].fresh = false;
}

void wi_surveys_free(wi_surveys *all, wi_memory *memory) {
    for (uint32_t i = 0; i < all->count; i++) wi_search_free(&all->is[i].search, memory);
    wi_memory_give(memory, all->is, all->capacity, sizeof *all->is);
    *all = (wi_surveys){0};
}
