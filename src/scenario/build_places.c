// Where everyone stands, and whether they can.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "scenario/build.h"
#include "scenario/members.h"
#include "sense/shape.h"
#include "world/scene.h"

// Where the file says --------------------------------------------------------------------------------------------------

static void give_goal(wi_building *b, uint32_t i) {
    wi_member *member = &b->cast.member[i];
    const wi_group *group = &b->scenario->group[member->group];
    if (group->kind == WI_GROUP_CSV) return; // has it
    wend_agent *agent = &b->cast.agent[i];
    wi_goal_first(b->run, group, member->group, agent, &member->journey);
    wi_agent_start(agent, group, (wi_who){b->run->seed, member->group, member->journey.index});
}

// As the world will see it.
static wi_outline outline_of(const wi_building *b, uint32_t i) {
    const wend_agent *agent = &b->cast.agent[i];
    wend_shape shape = wi_member_shape(b->run, agent);
    wend_vec at = wi_scene_local(b->run->scene, agent->position), heading = {1.0f, 0.0f};
    if (!isnan(agent->heading)) {
        heading = (wend_vec){wend_cos(agent->heading), wend_sin(agent->heading)};
    } else if (!isnan(agent->goal.at.x)) {
        wend_vec goal = wi_scene_local(b->run->scene, agent->goal.at);
        float dx = goal.x - at.x, dy = goal.y - at.y, length = __builtin_sqrtf(dx * dx + dy * dy);
        if (length > 1e-12f) heading = (wend_vec){dx / length, dy / length};
    }
    return (wi_outline){shape.kind, at, heading, shape.half_length, shape.half_width};
}

typedef struct meeting {
    const wi_building *b;
    wi_outline outline;
} meeting;

static bool really_meets(const void *user, uint32_t disc) {
    const meeting *m = user;
    wi_outline other = outline_of(m->b, m->b->owner[disc]);
    return wi_outline_gap(&m->outline, &other) < -1e-6f;
}

// Those who stand by chance have no owner, and count as discs.
static bool outline_on_ground(const void *host, uint32_t disc, wi_outline *outline) {
    const wi_building *b = host;
    if (b->owner[disc] == UINT32_MAX) return false;
    *outline = outline_of(b, b->owner[disc]);
    return true;
}

static const char *stands_in_wall(const wi_building *b, uint32_t i) {
    const wi_walls *walls = &b->run->scene->walls;
    uint32_t level = b->cast.agent[i].level;
    if (walls->wall_count == 0) return NULL;
    wi_outline outline = outline_of(b, i);
    if (wi_walls_forbid(walls, level, outline.at)) return "stands inside an obstacle or outside all rooms";
    return wi_outline_clear_of_walls(b->run->scene, level, &outline, 0.0f) ? NULL : "overlaps a wall";
}

static bool goal_in_wall(const wi_building *b, uint32_t i) {
    const wend_agent *agent = &b->cast.agent[i];
    const wi_walls *walls = &b->run->scene->walls;
    if (isnan(agent->goal.at.x) || walls->wall_count == 0) return false;
    wi_goal_kind kind = b->scenario->group[b->cast.member[i].group].goal.kind;
    bool listed = kind == WI_GOAL_WAY || kind == WI_GOAL_CHOICE; // those are checked where they are written
    if (listed && !b->cast.member[i].journey.own_goal) return false;
    return wi_walls_forbid(walls, agent->level, wi_scene_local(b->run->scene, agent->goal.at));
}

static void say_goal(wi_building *b, uint32_t i) {
    wend_point goal = b->cast.agent[i].goal.at;
    wi_problem_add(b->problems, b->cast.member[i].place,
                   "the goal (%.6g, %.6g) of agent %u lies inside an obstacle or outside all rooms", goal.x, goal.y,
                   b->cast.member[i].journey.index + 1);
}

static void say_overlap(wi_building *b, uint32_t i, uint32_t other) {
    const wend_agent *a = &b->cast.agent[i], *c = &b->cast.agent[other];
    wi_place place = b->cast.member[other].place;
    wi_outline outline_a = outline_of(b, i), outline_c = outline_of(b, other);
    double depth = -(double)wi_outline_gap(&outline_a, &outline_c);
    wi_problem_add(b->problems, b->cast.member[i].place,
                   "agent %u at (%.6g, %.6g) overlaps agent %u at (%.6g, %.6g) of %s:%u:%u by %.3g m; put them farther "
                   "apart",
                   b->cast.member[i].journey.index + 1, a->position.x, a->position.y,
                   b->cast.member[other].journey.index + 1, c->position.x, c->position.y, place.file, place.line,
                   place.column, depth);
}

// One problem of each kind for a group; each line of a CSV file is a place of its own.
typedef struct complaints {
    bool wall, overlap, goal;
} complaints;

static void check_member(wi_building *b, uint32_t i, complaints *said) {
    const wend_agent *agent = &b->cast.agent[i];
    const wi_member *member = &b->cast.member[i];
    if (b->scenario->group[member->group].kind == WI_GROUP_CSV && b->problems->count < 100) *said = (complaints){0};
    const char *wall = said->wall ? NULL : stands_in_wall(b, i);
    if (wall != NULL) {
        said->wall = true;
        wi_problem_add(b->problems, member->place, "agent %u at (%.6g, %.6g) %s", member->journey.index + 1,
                       agent->position.x, agent->position.y, wall);
    }
    if (!said->goal && goal_in_wall(b, i)) {
        said->goal = true;
        say_goal(b, i);
    }
    if (member->time > 0.0) return;
    meeting m = {b, outline_of(b, i)};
    wi_disc disc = {(double)m.outline.at.x, (double)m.outline.at.y, (double)member->journey.radius, agent->level};
    uint32_t other = said->overlap ? UINT32_MAX : wi_discs_find(&b->ground.placed, disc, really_meets, &m);
    if (other != UINT32_MAX) {
        said->overlap = true;
        say_overlap(b, i, b->owner[other]);
    }
    b->owner[b->ground.placed.count] = i;
    b->no_memory |= !wi_discs_add(&b->ground.placed, disc);
}

static void place_fixed(wi_building *b, uint32_t index) {
    const wi_group *group = &b->scenario->group[index];
    complaints said = {0};
    for (uint32_t i = b->first[index]; i < b->first[index + 1] && !b->no_memory; i++) {
        if (group->kind != WI_GROUP_CSV)
            b->cast.agent[i].position = wi_place_regular(group, b->cast.member[i].journey.index);
        give_goal(b, i);
        check_member(b, i, &said);
    }
}

// By chance ------------------------------------------------------------------------------------------------------------

// 12345 as "12,345".
static const char *with_commas(double number, char text[32]) {
    char digits[32];
    int length = snprintf(digits, sizeof digits, "%.0f", number), used = 0;
    for (int i = 0; i < length && used < 30; i++) {
        if (i > 0 && (length - i) % 3 == 0) text[used++] = ',';
        text[used++] = digits[i];
    }
    text[used] = '\0';
    return text;
}

// Groups with the same region are placed together: one after the other, the first would take the others' space.
typedef struct crowd {
    uint32_t *member; // in the cast
    double *radius;
    uint32_t *with; // the first of those who walk with it
    wi_outline *outline;
    wend_point *at;
    uint32_t count;
    bool oblong; // somebody's outline says more than its disc
} crowd;

static bool same_region(const wi_group *a, const wi_group *b) {
    if (a->kind != b->kind || a->level != b->level || a->region.count != b->region.count) return false;
    for (uint32_t i = 0; i < a->region.count; i++)
        if (a->region.point[i].x != b->region.point[i].x || a->region.point[i].y != b->region.point[i].y) return false;
    return true;
}

// True if a group before has the same region, and so has placed this one too.
static bool is_placed(const wi_building *b, uint32_t index) {
    for (uint32_t i = 0; i < index; i++)
        if (same_region(&b->scenario->group[i], &b->scenario->group[index])) return true;
    return false;
}

// At the heading that the file tells. Who will face its goal may have to turn anywhere: it is as good as a disc.
static wi_outline outline_anywhere(const wi_building *b, uint32_t i) {
    const wi_member *member = &b->cast.member[i];
    wend_shape shape = wi_member_shape(b->run, &b->cast.agent[i]);
    float heading, radius = wi_shape_radius(shape);
    wi_who who = {b->run->seed, member->group, member->journey.index};
    if (!wi_heading_draw(&b->scenario->group[member->group], who, &heading))
        return (wi_outline){WEND_DISC, {0.0f, 0.0f}, {1.0f, 0.0f}, radius, radius};
    wend_vec way = {wend_cos(heading), wend_sin(heading)};
    return (wi_outline){shape.kind, {0.0f, 0.0f}, way, shape.half_length, shape.half_width};
}

static bool gather(const wi_building *b, uint32_t index, crowd *all) {
    uint32_t room = b->cast.count - b->first[index] + 1;
    *all = (crowd){malloc(room * sizeof *all->member),
                   malloc(room * sizeof *all->radius),
                   malloc(room * sizeof *all->with),
                   malloc(room * sizeof *all->outline),
                   calloc(room, sizeof *all->at),
                   0,
                   false};
    if (!all->member || !all->radius || !all->with || !all->outline || !all->at) return false;
    for (uint32_t k = index; k < b->scenario->group_count; k++) {
        if (!same_region(&b->scenario->group[index], &b->scenario->group[k])) continue;
        for (uint32_t i = b->first[k]; i < b->first[k + 1]; i++) {
            bool follows =
                i > b->first[k] && b->cast.agent[i].group != 0 && b->cast.agent[i].group == b->cast.agent[i - 1].group;
            all->with[all->count] = follows ? all->with[all->count - 1] : all->count;
            all->radius[all->count] = (double)b->cast.member[i].journey.radius;
            wi_outline outline = all->outline[all->count] = outline_anywhere(b, i);
            all->oblong |= !wi_outline_is_disc(outline.kind, outline.half_length, outline.half_width);
            all->member[all->count++] = i;
        }
    }
    return true;
}

static void say_too_dense(wi_building *b, const wi_group *group, double area, const crowd *all, double most) {
    double least = all->radius[0], largest = all->radius[0];
    bool discs = true;
    for (uint32_t i = 0; i < all->count; i++) {
        least = fmin(least, all->radius[i]);
        largest = fmax(largest, all->radius[i]);
        discs &= wi_member_shape(b->run, &b->cast.agent[all->member[i]]).kind == WEND_DISC;
    }
    char many[32], size[64];
    if (largest > least * 1.001)
        snprintf(size, sizeof size, "%.3g to %.3g", least, largest);
    else
        snprintf(size, sizeof size, "%.3g", largest);
    wi_problem_add(b->problems, group->place, "%s %s of %s m in %.4g m2 are %.3g per m2; at most about %.2g fit%s",
                   with_commas(all->count, many), discs ? "discs" : "bodies within discs", size, area,
                   all->count / area, area > 0.0 ? most / area : 0.0,
                   b->ground.placed.count > 0 ? " beside those of other groups" : "");
}

static void take_places(wi_building *b, const crowd *all) {
    bool said = false;
    wend_point origin = b->run->scene->origin;
    for (uint32_t k = 0; k < all->count; k++) {
        uint32_t i = all->member[k];
        b->cast.agent[i].position = (wend_point){origin.x + all->at[k].x, origin.y + all->at[k].y};
        give_goal(b, i);
        if (said || !goal_in_wall(b, i)) continue;
        said = true;
        say_goal(b, i);
    }
}

static void place_by_chance(wi_building *b, uint32_t index) {
    const wi_group *group = &b->scenario->group[index];
    crowd all;
    wi_region region = {0};
    double most = 0.0;
    wi_placed placed = WI_PLACED_NO_MEMORY;
    if (gather(b, index, &all) && wi_region_open(&region, &group->region, b->run->scene->origin)) {
        wi_who who = {b->run->seed, index, WI_WHOLE_GROUP};
        placed =
            wi_place_random(&b->ground, &region, group->level, who, all.radius, all.with, all.count, all.at, &most);
        if (placed == WI_PLACED_TOO_DENSE && all.oblong)
            placed = wi_place_outlines(&b->ground, &region, group->level, who, all.radius, all.outline, all.count,
                                       all.at, &most);
    }
    if (placed == WI_PLACED) take_places(b, &all);
    if (placed == WI_PLACED_TOO_DENSE) say_too_dense(b, group, region.area, &all, most);
    b->no_memory |= placed == WI_PLACED_NO_MEMORY;
    wi_region_close(&region);
    free(all.member);
    free(all.radius);
    free(all.with);
    free(all.outline);
    free(all.at);
}

// Those whose places are given go first, so that the others can keep clear of them.
void wi_build_places(wi_building *b) {
    double sum = 0.0;
    for (uint32_t i = 0; i < b->cast.count; i++) sum += (double)b->cast.member[i].journey.radius;
    b->owner = malloc((b->cast.count + 1) * sizeof *b->owner);
    b->no_memory |= b->owner == NULL || !wi_discs_open(&b->ground.placed, sum / (b->cast.count + 1));
    for (uint32_t i = 0; b->owner != NULL && i < b->cast.count + 1; i++) b->owner[i] = UINT32_MAX;
    b->ground.scene = b->run->scene;
    b->ground.outline = outline_on_ground;
    b->ground.host = b;
    for (uint32_t pass = 0; pass < 2; pass++)
        for (uint32_t i = 0; i < b->scenario->group_count && !b->no_memory; i++) {
            bool chance = b->scenario->group[i].kind == WI_GROUP_RANDOM;
            if (pass == 0 && !chance) place_fixed(b, i);
            if (pass == 1 && chance && !is_placed(b, i)) place_by_chance(b, i);
        }
}
