// From a scenario to a scene, a world and everybody in it.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/sort.h"
#include "scenario/build.h"
#include "scenario/members.h"
#include "scenario/room.h"
#include "world/scene.h"

static wi_place whole_file(const wi_scenario *scenario) { return (wi_place){scenario->path, 0, 0}; }

// The scene ------------------------------------------------------------------------------------------------------------

// "obstacle 0, point 3 is ..." -> "point 3 is ...": the place says which obstacle.
static const char *without_number(const char *text) {
    if (strncmp(text, "obstacle ", 9) != 0 && strncmp(text, "profile ", 8) != 0) return text;
    size_t mark = strcspn(text, ":,");
    return text[mark] != '\0' ? text + mark + 2 : text;
}

// True if a scene with this alone can be built.
static bool try_scene(const wi_building *b, const wend_profile *profile, const wend_obstacle *obstacle,
                      wi_place place) {
    wend_scene_def def = wend_scene_default();
    wend_scene *scene = NULL;
    wend_error why;
    def.origin = b->run->scene != NULL ? b->run->scene->origin
                                       : wi_geometry_origin(b->scenario, b->geometry.min, b->geometry.max);
    def.levels = b->scenario->level_count > 0 ? b->scenario->level_count : 1;
    wend_profile alone = profile != NULL ? *profile : wend_profile_default();
    alone.router = NULL; // the map is not there yet
    if (profile != NULL) def.profiles = &alone;
    def.obstacles = obstacle;
    def.obstacle_count = obstacle != NULL;
    wend_result result = wend_scene_create(&def, &scene, &why);
    if (result != WEND_OK) wi_problem_add(b->problems, place, "%s", without_number(why.text));
    wend_scene_destroy(scene);
    return result == WEND_OK;
}

static bool make_profiles(wi_building *b) {
    uint32_t count = b->scenario->profile_count;
    b->profile = calloc(count + 1, sizeof *b->profile);
    b->setting = calloc((size_t)count * WI_SETTINGS_MAX + 1, sizeof *b->setting);
    b->stress = calloc(count + 1, sizeof *b->stress);
    if (b->profile == NULL || b->setting == NULL || b->stress == NULL) {
        b->no_memory = true;
        return false;
    }
    bool good = true;
    for (uint32_t i = 0; i < count; i++) {
        const wi_profile_source *from = &b->scenario->profile[i];
        b->profile[i] = wi_profile_make(from, b->setting + (size_t)i * WI_SETTINGS_MAX);
        b->stress[i] = wi_stress_make(&from->stress);
        if (from->stress.given) b->profile[i].stress = &b->stress[i];
        good &= try_scene(b, &b->profile[i], NULL, from->place);
    }
    if (count == 0) wi_problem_add(b->problems, whole_file(b->scenario), "there must be at least one profile");
    return good && count > 0;
}

// What the coordinates are about, where there is no geometry.
static void widen_by_groups(const wi_building *b, wend_point *min, wend_point *max) {
    if (b->geometry.count > 0) return;
    for (uint32_t i = 0; i < b->scenario->group_count; i++) {
        const wi_group *group = &b->scenario->group[i];
        bool region = group->region.count > 0;
        if (group->kind == WI_GROUP_CSV) continue;
        for (uint32_t k = 0; k < (region ? group->region.count : 1); k++) {
            wend_point at = region ? group->region.point[k] : group->at;
            *min = (wend_point){fmin(min->x, at.x), fmin(min->y, at.y)};
            *max = (wend_point){fmax(max->x, at.x), fmax(max->y, at.y)};
        }
    }
}

static bool make_doors(wi_building *b) {
    const wi_scenario *scenario = b->scenario;
    b->door = calloc((size_t)scenario->door_count + 1, sizeof *b->door);
    for (uint32_t i = 0; b->door && i < scenario->door_count; i++) {
        const wi_line_source *from = &scenario->door[i];
        b->door[i] = (wend_door){from->level, from->end[0], from->end[1], from->open, from->barrier};
    }
    return b->door != NULL;
}

static bool make_signals(wi_building *b) {
    const wi_scenario *scenario = b->scenario;
    b->signal = calloc((size_t)scenario->signal_count + 1, sizeof *b->signal);
    for (uint32_t i = 0; b->signal && i < scenario->signal_count; i++) {
        const wi_line_source *from = &scenario->signal[i];
        b->signal[i] = (wend_signal){from->level, from->end[0], from->end[1], from->cycle, from->green, from->offset};
    }
    return b->signal != NULL;
}

// Where nothing is in the way the straight way is the best, unless a profile asks.
static bool needs_map(const wi_building *b) {
    bool obstructed = b->geometry.count > 0 || b->scenario->door_count > 0, needed = false;
    for (uint32_t i = 0; i < b->scenario->region_count; i++) obstructed |= b->scenario->region[i].cost != 1.0;
    for (uint32_t i = 0; i < b->scenario->profile_count; i++) {
        const wend_router *router = b->profile[i].router;
        needed |= router == NULL ? obstructed : router != &wend_router_direct;
    }
    return needed;
}

// Where the post stands in the file that a message about the map is about, or the whole file.
static wi_place place_of_post(const wi_scenario *scenario, const char *text) {
    unsigned post;
    bool named = sscanf(text, "map: post %u", &post) == 1 && post < scenario->ways.post_count;
    return named ? scenario->ways.place[post] : whole_file(scenario);
}

static bool make_scene(wi_building *b) {
    wend_scene_def def = wend_scene_default();
    wend_point min = b->geometry.min, max = b->geometry.max;
    widen_by_groups(b, &min, &max);
    def.origin = wi_geometry_origin(b->scenario, min, max);
    def.levels = b->scenario->level_count > 0 ? b->scenario->level_count : 1;
    def.profiles = b->profile;
    def.profile_count = b->scenario->profile_count;
    def.obstacles = b->geometry.obstacle;
    def.obstacle_count = b->geometry.count;
    def.doors = b->door;
    def.door_count = b->scenario->door_count;
    def.signals = b->signal;
    def.signal_count = b->scenario->signal_count;
    wend_map map;
    def.behaviours = &b->scenario->behaviours.is;
    wend_error why;
    if (needs_map(b)) {
        if (!wi_build_map(b, def.origin, &map)) return false;
        def.map = &map;
    }
    if (wend_scene_create(&def, &b->run->scene, &why) == WEND_OK) return true;
    bool blamed = false;
    for (uint32_t i = 0; i < b->geometry.count; i++)
        blamed |= !try_scene(b, NULL, &b->geometry.obstacle[i], b->geometry.place[i]);
    if (!blamed) wi_problem_add(b->problems, place_of_post(b->scenario, why.text), "%s", why.text);
    return false;
}

static void read_tables(wi_run *run, const char *file) {
    run->tables = wend_world_load_tables(run->world, file, &run->no_tables);
}

static bool make_world(wi_building *b, const wi_run_options *options) {
    wend_world_def def = wend_world_default(b->run->scene);
    def.seed = b->run->seed;
    def.step = (float)b->scenario->step;
    def.threads = options->threads > 0 ? options->threads : 1;
    def.capacity = b->cast.count;
    wend_error why;
    if (wend_world_create(&def, &b->run->world, &why) == WEND_OK) {
        if (options->tables) read_tables(b->run, options->tables);
        return true;
    }
    wi_problem_add(b->problems, whole_file(b->scenario), "%s", why.text);
    return false;
}

// Into the world -------------------------------------------------------------------------------------------------------

static bool later(const void *things, uint32_t a, uint32_t b) {
    const wi_cast *cast = things;
    return cast->member[a].time < cast->member[b].time || (cast->member[a].time == cast->member[b].time && a < b);
}

// Those with a time of their own wait in the run, in order of time; the rest stay in the cast.
static void set_late_aside(wi_building *b) {
    wi_cast *from = &b->cast, *to = &wi_state(b->run)->late;
    uint32_t kept = 0, late = 0;
    for (uint32_t i = 0; i < from->count; i++) late += from->member[i].time > 0.0;
    if (late == 0) return;
    uint32_t *order = malloc(2 * (size_t)late * sizeof *order);
    if (order == NULL) {
        b->no_memory = true;
        return;
    }
    late = 0;
    for (uint32_t i = 0; i < from->count; i++)
        if (from->member[i].time > 0.0) order[late++] = i;
    wi_sort(order, order + late, late, later, from);
    wi_cast_settle(from);
    for (uint32_t i = 0; i < late && !b->no_memory; i++)
        b->no_memory = !wi_cast_add(to, &from->agent[order[i]], &from->member[order[i]]);
    wi_cast_settle(to);
    for (uint32_t i = 0; i < from->count; i++) {
        if (from->member[i].time > 0.0) continue;
        from->agent[kept] = from->agent[i];
        from->member[kept++] = from->member[i];
    }
    from->count = kept;
    wi_state(b->run)->late_done = calloc(late, sizeof(bool));
    wi_state(b->run)->late_refused = calloc(late, sizeof(bool));
    b->no_memory |= wi_state(b->run)->late_done == NULL || wi_state(b->run)->late_refused == NULL;
    free(order);
}

static void say_refused(wi_building *b, const wend_error *why) {
    unsigned index = 0;
    int used = 0;
    bool named = sscanf(why->text, "agent %u of the list: %n", &index, &used) == 1 && index < b->cast.count;
    wi_place place = named ? b->cast.member[index].place : whole_file(b->scenario);
    wi_problem_add(b->problems, place, "%s", why->text + (named ? used : 0));
}

static bool enter_world(wi_building *b) {
    wend_serial *serial = malloc((b->cast.count + 1) * sizeof *serial);
    if (serial == NULL) return false;
    wend_error why;
    wi_cast_settle(&b->cast);
    wend_result result = wend_world_add_many(b->run->world, b->cast.agent, b->cast.count, serial, &why);
    if (result != WEND_OK) say_refused(b, &why);
    bool room = true;
    for (uint32_t i = 0; i < b->cast.count && room && result == WEND_OK; i++)
        room = wi_run_note_birth(b->run, serial[i], &b->cast.member[i], b->cast.agent[i].position);
    free(serial);
    return room;
}

static void close_building(wi_building *b) {
    wi_cast_free(&b->cast);
    wi_discs_close(&b->ground.placed);
    free(b->owner);
    free(b->first);
    free(b->profile);
    free(b->door);
    free(b->signal);
    free(b->setting);
    free(b->stress);
}

// Where a piece of geometry is wrong, the rest still shows what is wrong with goals and places. Not so rooms: without
// all of them, what lies in a missing one would seem to lie outside.
static void leave_out_rooms(wi_geometry *geometry) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < geometry->count; i++) {
        if (geometry->obstacle[i].kind == WEND_ROOM) {
            free((void *)(uintptr_t)geometry->obstacle[i].points);
            continue;
        }
        geometry->obstacle[kept] = geometry->obstacle[i];
        geometry->place[kept++] = geometry->place[i];
    }
    geometry->count = kept;
}

// A stage goes on only if nothing was wrong with what it needs; what does not need the other is found in one go.
static void build_stages(wi_building *b, const wi_run_options *options) {
    bool geometry = wi_geometry_read(&b->geometry, b->scenario, b->problems);
    bool profiles = make_profiles(b);
    if (!geometry || !profiles) return;
    b->no_memory = !make_doors(b) || !make_signals(b);
    if (b->no_memory) return;
    if (b->problems->count > 0) leave_out_rooms(&b->geometry);
    if (!make_scene(b)) return;
    wi_build_check_stairs(b);
    b->run->geometry = wi_geometry_wkt(&b->geometry);
    b->no_memory |= b->run->geometry == NULL || !wi_goals_open(b->run) || !wi_sources_open(b->run, b->problems);
    if (b->no_memory) return;
    wi_goals_check(b->run, b->problems);
    uint32_t before = b->problems->count;
    wi_build_cast(b);
    if (!b->no_memory && b->problems->count == before) wi_build_places(b);
    if (b->no_memory || b->problems->count > 0) return;
    set_late_aside(b);
    if (!b->no_memory && make_world(b, options)) b->no_memory |= !enter_world(b);
    bool everyone = !b->no_memory && b->problems->count == 0 && wi_state(b->run)->late.count == 0;
    if (options->check_only && everyone && wi_state(b->run)->mesh.cell_count > 0) wi_build_ways(b);
}

// Into a list of its own first: what was found before, elsewhere, says nothing about this run.
bool wi_build(wi_run *run, const wi_run_options *options, wi_problems *problems) {
    wi_problems found = {0};
    wi_building b = {.run = run, .scenario = run->scenario, .problems = &found};
    build_stages(&b, options);
    if (b.no_memory) wi_problem_add(&found, whole_file(run->scenario), "there is no memory for this scenario");
    wi_state(run)->geometry = b.geometry;
    close_building(&b);
    for (uint32_t i = 0; i < found.count; i++)
        wi_problem_add(problems, found.problem[i].place, "%s", found.problem[i].text);
    bool good = found.count == 0;
    wi_problems_free(&found);
    return good;
}
