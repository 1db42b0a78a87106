#include "decide/program.h"

#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/hash.h"
#include "sense/shape.h"
#include "world/scene.h"

// The tables of a definition that are copied as they are. Of each element the first `skip` bytes (names and other
// pointers) say nothing about a run.
typedef struct table {
    size_t pointer, count, size, skip;
} table;

#define TABLE(name, one, type, skipped) \
    { offsetof(wend_behaviours, name), offsetof(wend_behaviours, one##_count), sizeof(type), skipped }

static const table tables[] = {
    TABLE(behaviours, behaviour, wend_behaviour, offsetof(wend_behaviour, activities)),
    TABLE(activities, activity, wend_activity, offsetof(wend_activity, goal)),
    TABLE(transitions, transition, wend_transition, 0),
    TABLE(branches, branch, wend_branch, 0),
    TABLE(nodes, node, wend_node, 0),
    TABLE(conditions, condition, wend_condition, 0),
    TABLE(actions, action, wend_action, 0),
    TABLE(terms, term, wend_term, 0),
    TABLE(values, value, wend_value, 0),
    TABLE(lists, list, wend_listed, 0),
    TABLE(events, event, wend_event, offsetof(wend_event, time)),
    TABLE(parameters, parameter, const char *, sizeof(const char *)),
};

// What is hashed of a table's entry: all but its pointers, which come first.
#define HASHED(type, first) (sizeof(type) - offsetof(type, first))

_Static_assert(HASHED(wend_activity, goal) == 104 && sizeof(wend_action) == 48 && sizeof(wend_term) == 36 &&
                   HASHED(wend_behaviour, activities) == 24 && sizeof(wend_condition) == 24 && sizeof(wi_site) == 28 &&
                   sizeof(wi_area) == 32 && sizeof(wi_queue) == 24,
               "tables are hashed as bytes, so they must have no gaps");

static void **pointer_of(const wend_behaviours *all, const table *t) {
    return (void **)(void *)((char *)(uintptr_t)all + t->pointer);
}

static uint32_t count_of(const wend_behaviours *all, const table *t) {
    return *(const uint32_t *)(const void *)((const char *)all + t->count);
}

static bool copy_tables(wi_program *program, wi_memory *memory, const wend_behaviours *from) {
    bool room = true;
    program->is = *from;
    for (uint32_t i = 0; i < WEND_COUNT(tables); i++) {
        uint32_t count = count_of(from, &tables[i]);
        void *copy = count > 0 && room ? wi_memory_take(memory, count, tables[i].size) : NULL;
        if (copy) memcpy(copy, *pointer_of(from, &tables[i]), count * tables[i].size);
        room &= copy || count == 0;
        *pointer_of(&program->is, &tables[i]) = copy;
    }
    program->is.sites = NULL;
    program->is.regions = NULL;
    program->is.queues = NULL;
    return room;
}

// Names ------------------------------------------------------------------------------------------------------------

static size_t name_size(const char *name) { return name ? strlen(name) + 1 : 1; }

static const char *keep_name(wi_program *program, const char *name) {
    char *at = program->text + program->text_size;
    if (name) memcpy(at, name, strlen(name) + 1);
    program->text_size += name_size(name);
    return at;
}

static bool copy_names(wi_program *program, wi_memory *memory, const wend_behaviours *from) {
    wend_behaviours *is = &program->is;
    size_t *room = &program->text_room;
    for (uint32_t i = 0; i < from->behaviour_count; i++) *room += name_size(from->behaviours[i].name);
    for (uint32_t i = 0; i < from->activity_count; i++) *room += name_size(from->activities[i].name);
    for (uint32_t i = 0; i < from->event_count; i++) *room += name_size(from->events[i].name);
    for (uint32_t i = 0; i < from->parameter_count; i++) *room += name_size(from->parameters[i]);
    program->text = wi_memory_take(memory, *room, 1);
    if (!program->text) return false;
    for (uint32_t i = 0; i < is->behaviour_count; i++)
        ((wend_behaviour *)(uintptr_t)is->behaviours)[i].name = keep_name(program, from->behaviours[i].name);
    for (uint32_t i = 0; i < is->activity_count; i++)
        ((wend_activity *)(uintptr_t)is->activities)[i].name = keep_name(program, from->activities[i].name);
    for (uint32_t i = 0; i < is->event_count; i++)
        ((wend_event *)(uintptr_t)is->events)[i].name = keep_name(program, from->events[i].name);
    for (uint32_t i = 0; i < is->parameter_count; i++)
        ((const char **)(uintptr_t)is->parameters)[i] = keep_name(program, from->parameters[i]);
    return true;
}

// Places -----------------------------------------------------------------------------------------------------------

static wend_range keep_points(wi_program *program, const wend_scene *scene, const wend_point *points, uint32_t count) {
    wend_range range = {program->point_count, count};
    for (uint32_t i = 0; i < count; i++) program->points[program->point_count++] = wi_scene_local(scene, points[i]);
    return range;
}

static wi_area area_of(wi_program *program, const wend_scene *scene, const wend_region *region) {
    wi_area area = {.points = keep_points(program, scene, region->points, region->point_count), .level = region->level};
    const wend_vec *point = program->points + area.points.first;
    area.min = area.max = point[0];
    for (uint32_t i = 1; i < area.points.count; i++) {
        area.min = wi_vec(wi_min(area.min.x, point[i].x), wi_min(area.min.y, point[i].y));
        area.max = wi_vec(wi_max(area.max.x, point[i].x), wi_max(area.max.y, point[i].y));
    }
    return area;
}

static uint32_t points_in(const wend_behaviours *from) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < from->region_count; i++) count += from->regions[i].point_count;
    for (uint32_t i = 0; i < from->queue_count; i++) count += from->queues[i].point_count;
    return count;
}

static bool copy_places(wi_program *program, wi_memory *memory, const wend_scene *scene, const wend_behaviours *from) {
    program->point_room = points_in(from) + 1;
    program->site = wi_memory_take(memory, from->site_count + 1, sizeof *program->site);
    program->area = wi_memory_take(memory, from->region_count + 1, sizeof *program->area);
    program->queue = wi_memory_take(memory, from->queue_count + 1, sizeof *program->queue);
    program->points = wi_memory_take(memory, program->point_room, sizeof *program->points);
    if (!program->site || !program->area || !program->queue || !program->points) return false;
    bool unknown = false;
    for (uint32_t i = 0; i < from->site_count; i++) {
        const wend_site *site = &from->sites[i];
        program->site[i] =
            (wi_site){{wi_scene_local(scene, site->at), site->half}, site->radius, site->level, site->capacity};
        program->any_capacity |= site->capacity > 0;
        unknown |= site->unknown_to > 0.0f;
    }
    if (unknown) program->unknown_to = wi_memory_take(memory, from->site_count, sizeof *program->unknown_to);
    if (unknown && !program->unknown_to) return false;
    for (uint32_t i = 0; unknown && i < from->site_count; i++) program->unknown_to[i] = from->sites[i].unknown_to;
    for (uint32_t i = 0; i < from->region_count; i++) program->area[i] = area_of(program, scene, &from->regions[i]);
    for (uint32_t i = 0; i < from->queue_count; i++) {
        const wend_queue *queue = &from->queues[i];
        program->queue[i] = (wi_queue){keep_points(program, scene, queue->points, queue->point_count), queue->level,
                                       queue->spacing, queue->served};
    }
    return true;
}

bool wi_area_holds(const wi_program *program, uint32_t index, uint32_t level, wend_vec at) {
    const wi_area *area = &program->area[index];
    if (area->level != level || at.x < area->min.x || at.x > area->max.x || at.y < area->min.y || at.y > area->max.y)
        return false;
    const wend_vec *point = program->points + area->points.first;
    bool inside = false;
    for (uint32_t i = 0, before = area->points.count - 1; i < area->points.count; before = i++) {
        wend_vec a = point[before], b = point[i];
        if ((a.y > at.y) != (b.y > at.y) && at.x < a.x + (at.y - a.y) / (b.y - a.y) * (b.x - a.x)) inside = !inside;
    }
    return inside;
}

// Parameters -------------------------------------------------------------------------------------------------------

static wi_setter find_setter(const wend_model *model, const char *name) {
    static const struct {
        const char *name;
        wi_setter setter;
    } own[] = {
        {"preferred_speed", {WI_FIELD_PREFERRED_SPEED, 0, 0.0f, 100.0f, 0}},
        {"max_speed", {WI_FIELD_MAX_SPEED, 0, 0.0f, 100.0f, 0}},
        {"max_acceleration", {WI_FIELD_MAX_ACCELERATION, 0, 1e-3f, INFINITY, 0}},
        {"priority", {WI_FIELD_PRIORITY, 0, -WEND_PRIORITY_FIRM, WEND_PRIORITY_FIRM, 0}},
        {"radius", {WI_FIELD_RADIUS, 0, (float)WI_BODY_MIN, (float)WI_BODY_MAX, 0}},
        {"stressor", {WI_FIELD_STRESSOR, 0, 0.0f, 1.0f, 0}},
    };
    for (uint32_t i = 0; i < WEND_COUNT(own); i++)
        if (strcmp(own[i].name, name) == 0) return own[i].setter;
    size_t offset;
    const wend_param *param;
    for (uint32_t i = 0; (param = wi_block_param(model, i, &offset)) != NULL; i++)
        if (strcmp(param->name, name) == 0)
            return (wi_setter){WI_FIELD_BLOCK, (uint32_t)offset, param->min, param->max, wi_param_is_whole(param)};
    return (wi_setter){.field = WI_FIELD_NONE};
}

static wend_result resolve_parameters(wi_program *program, const wend_scene *scene, wend_error *error) {
    for (uint32_t i = 0; i < program->is.parameter_count; i++) {
        bool known = false;
        for (uint32_t m = 0; m < scene->model_count; m++) {
            wi_setter *setter = &program->setter[(size_t)i * scene->model_count + m];
            *setter = find_setter(scene->models[m], program->is.parameters[i]);
            known |= setter->field != WI_FIELD_NONE;
        }
        if (!known)
            return wi_fail(error, WEND_NOT_FOUND, "no profile of the scene has a parameter `%.60s`",
                           program->is.parameters[i]);
    }
    return WEND_OK;
}

// What actions need --------------------------------------------------------------------------------------------------

static wend_result note_loan(wi_program *program, uint32_t parameter, wend_error *error) {
    if (program->loan[parameter] != 0) return WEND_OK;
    program->loan[parameter] = ++program->loans;
    if (program->loans <= WEND_LOANS_MAX) return WEND_OK;
    return wi_fail(error, WEND_BAD_ARGUMENT,
                   "`%.40s` is the parameter number %u that is changed for a while; behaviours of a scene may do so "
                   "with %d, and with any for good",
                   program->is.parameters[parameter], program->loans, WEND_LOANS_MAX);
}

static bool add_slot(wi_program *program, wi_memory *memory, wi_slot slot) {
    for (uint32_t i = 0; i < program->slot_count; i++)
        if (program->slot[i].event == slot.event && program->slot[i].region == slot.region) return true;
    if (!wi_memory_grow(memory, (void **)&program->slot, &program->slot_capacity, program->slot_count + 1, sizeof slot))
        return false;
    program->slot[program->slot_count++] = slot;
    return true;
}

static wend_result note_actions(wi_program *program, wi_memory *memory, wend_error *error) {
    bool room = true;
    for (uint32_t i = 0; i < program->is.event_count; i++) room &= add_slot(program, memory, (wi_slot){i, 0});
    for (uint32_t i = 0; i < program->is.action_count; i++) {
        const wend_action *action = &program->is.actions[i];
        bool sets = action->kind == WEND_DO_SET || action->kind == WEND_DO_SCALE;
        program->any_change |= sets || action->kind == WEND_DO_PROFILE;
        program->any_group |= action->kind == WEND_DO_GROUP;
        if (sets && action->seconds != WEND_FOR_GOOD) {
            wend_result result = note_loan(program, action->index, error);
            if (result != WEND_OK) return result;
        }
        if (action->kind != WEND_DO_RAISE) continue;
        program->any_saying |= action->radius > 0.0f;
        if (action->region > 0) room &= add_slot(program, memory, (wi_slot){action->index, action->region});
    }
    for (uint32_t i = 0; i < program->is.condition_count; i++)
        if (program->is.conditions[i].kind == WEND_IF_COUNT) program->area[program->is.conditions[i].a].counted = 1;
    for (uint32_t i = 0; i < program->is.term_count; i++)
        if (program->is.terms[i].kind == WEND_TERM_CROWD) program->area[program->is.terms[i].index].counted = 1;
    for (uint32_t i = 0; i < program->is.activity_count; i++) {
        program->any_queue |= program->is.activities[i].goal.kind == WEND_CHOOSE_QUEUE;
        program->any_quickest |= program->is.activities[i].goal.kind == WEND_CHOOSE_QUICKEST;
    }
    return room ? WEND_OK : wi_fail(error, WEND_NO_MEMORY, "no memory for the behaviours");
}

static wend_result note_depth(wi_program *program, wi_memory *memory, wend_error *error) {
    uint32_t count = program->is.behaviour_count;
    uint32_t *depth = wi_memory_take(memory, count, sizeof *depth);
    if (!depth) return wi_fail(error, WEND_NO_MEMORY, "no memory for the behaviours");
    program->depth = wi_behaviours_depth(&program->is, depth);
    wi_memory_give(memory, depth, count, sizeof *depth);
    if (program->depth <= WEND_FRAMES_MAX) return WEND_OK;
    return wi_fail(error, WEND_BAD_ARGUMENT, "behaviours stand within each other more than %d deep", WEND_FRAMES_MAX);
}

wend_result wi_program_build(wi_program *program, wi_memory *memory, const wend_scene *scene,
                             const wend_behaviours *from, wend_error *error) {
    if (!from || from->behaviour_count == 0) return WEND_OK;
    wend_result result = wi_behaviours_check(from, scene->levels, scene->profile_count, error);
    if (result != WEND_OK) return result;
    program->setter_count = from->parameter_count * scene->model_count;
    bool room = copy_tables(program, memory, from) && copy_names(program, memory, from) &&
                copy_places(program, memory, scene, from);
    if (room) {
        program->setter = wi_memory_take(memory, program->setter_count + 1, sizeof *program->setter);
        program->loan = wi_memory_take(memory, from->parameter_count + 1, sizeof *program->loan);
    }
    if (!room || !program->setter || !program->loan)
        return wi_fail(error, WEND_NO_MEMORY, "no memory for the behaviours");
    result = note_depth(program, memory, error);
    if (result == WEND_OK) result = resolve_parameters(program, scene, error);
    return result == WEND_OK ? note_actions(program, memory, error) : result;
}

void wi_program_free(wi_program *program, wi_memory *memory) {
    const wend_behaviours *is = &program->is;
    for (uint32_t i = 0; i < WEND_COUNT(tables); i++)
        wi_memory_give(memory, *pointer_of(is, &tables[i]), count_of(is, &tables[i]), tables[i].size);
    wi_memory_give(memory, program->site, is->site_count + 1, sizeof *program->site);
    if (program->unknown_to) wi_memory_give(memory, program->unknown_to, is->site_count, sizeof(float));
    wi_memory_give(memory, program->area, is->region_count + 1, sizeof *program->area);
    wi_memory_give(memory, program->queue, is->queue_count + 1, sizeof *program->queue);
    wi_memory_give(memory, program->points, program->point_room, sizeof *program->points);
    wi_memory_give(memory, program->setter, program->setter_count + 1, sizeof *program->setter);
    wi_memory_give(memory, program->loan, is->parameter_count + 1, sizeof *program->loan);
    wi_memory_give(memory, program->slot, program->slot_capacity, sizeof *program->slot);
    wi_memory_give(memory, program->text, program->text_room, 1);
    *program = (wi_program){0};
}

static uint64_t hash_elements(uint64_t hash, const void *elements, uint32_t count, size_t size, size_t skip) {
    hash = wi_hash_word(hash, count);
    for (uint32_t i = 0; i < count && skip < size; i++)
        hash = wi_hash_bytes(hash, (const char *)elements + i * size + skip, size - skip);
    return hash;
}

uint64_t wi_program_hash(uint64_t hash, const wi_program *program) {
    const wend_behaviours *is = &program->is;
    if (is->behaviour_count == 0) return hash;
    for (uint32_t i = 0; i < WEND_COUNT(tables); i++)
        hash =
            hash_elements(hash, *pointer_of(is, &tables[i]), count_of(is, &tables[i]), tables[i].size, tables[i].skip);
    for (uint32_t i = 0; i < is->behaviour_count; i++) {
        const char *name = is->behaviours[i].decider->name;
        hash = wi_hash_bytes(hash, name, strlen(name));
    }
    for (uint32_t i = 0; i < is->parameter_count; i++)
        hash = wi_hash_bytes(hash, is->parameters[i], strlen(is->parameters[i]));
    hash = hash_elements(hash, program->site, is->site_count, sizeof *program->site, 0);
    hash = hash_elements(hash, program->area, is->region_count, sizeof *program->area, 0);
    hash = hash_elements(hash, program->queue, is->queue_count, sizeof *program->queue, 0);
    if (program->unknown_to) hash = hash_elements(hash, program->unknown_to, is->site_count, sizeof(float), 0);
    return hash_elements(hash, program->points, program->point_count, sizeof *program->points, 0);
}
