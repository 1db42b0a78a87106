#include "world/row.h"

#include <math.h>

#include "sense/shape.h"

static bool between(float a, float low, float high) { return a >= low && a <= high; }

static wend_result check_place(const wi_row *row, wend_error *error) {
    if (!between(row->x, -WI_FAR, WI_FAR) || !between(row->y, -WI_FAR, WI_FAR))
        return wi_fail(error, WEND_BAD_ARGUMENT, "position is (%g, %g) m from the scene's origin, must be within %g",
                       (double)row->x, (double)row->y, (double)WI_FAR);
    if (!wi_vec_finite(row->motion.velocity) || !(wi_length(row->motion.velocity) <= 1000.0f))
        return wi_fail(error, WEND_BAD_ARGUMENT, "velocity is (%g, %g) m/s, must be at most 1000",
                       (double)row->motion.velocity.x, (double)row->motion.velocity.y);
    if (!between(wi_length(row->motion.heading), 0.999f, 1.001f))
        return wi_fail(error, WEND_BAD_ARGUMENT, "heading must be an angle in radians");
    wend_goal goal = row->goal;
    if (!between(goal.at.x, -WI_FAR, WI_FAR) || !between(goal.at.y, -WI_FAR, WI_FAR))
        return wi_fail(error, WEND_BAD_ARGUMENT, "goal is (%g, %g) m from the scene's origin, must be within %g",
                       (double)goal.at.x, (double)goal.at.y, (double)WI_FAR);
    if (!between(goal.half.x, 0.0f, WI_FAR) || !between(goal.half.y, 0.0f, WI_FAR))
        return wi_fail(error, WEND_BAD_ARGUMENT, "goal has half extents (%g, %g) m, must be 0 or more",
                       (double)goal.half.x, (double)goal.half.y);
    return WEND_OK;
}

static wend_result check_pace(const wend_pace *pace, wend_error *error) {
    if (!between(pace->max_speed, 0.0f, 100.0f))
        return wi_fail(error, WEND_BAD_ARGUMENT, "max_speed is %g m/s, must lie between 0 and 100",
                       (double)pace->max_speed);
    if (!between(pace->preferred_speed, 0.0f, pace->max_speed))
        return wi_fail(error, WEND_BAD_ARGUMENT, "preferred_speed is %g m/s, must lie between 0 and max_speed, %g",
                       (double)pace->preferred_speed, (double)pace->max_speed);
    if (!(pace->max_acceleration > 0.0f))
        return wi_fail(error, WEND_BAD_ARGUMENT, "max_acceleration is %g m/s2, must be more than 0 (INFINITY: none)",
                       (double)pace->max_acceleration);
    if (!between(pace->arrival_radius, 0.0f, 1e6f))
        return wi_fail(error, WEND_BAD_ARGUMENT, "the goal's radius is %g m, must be 0 or more",
                       (double)pace->arrival_radius);
    return WEND_OK;
}

static wend_result check_form(const wend_form *form, uint32_t kind, wend_error *error) {
    if (kind > WEND_BOX) return wi_fail(error, WEND_BAD_ARGUMENT, "shape kind is %u, must be 0 to 2", kind);
    const float least = (float)WI_BODY_MIN, most = (float)WI_BODY_MAX;
    if (!between(form->half_length, least, most) || !between(form->half_width, least, most))
        return wi_fail(error, WEND_BAD_ARGUMENT, "shape is %g by %g m (half), must lie between 0.01 and 50",
                       (double)form->half_length, (double)form->half_width);
    if (kind == WEND_DISC && form->half_length != form->half_width)
        return wi_fail(error, WEND_BAD_ARGUMENT, "a disc must have equal half_length and half_width; see wend_disc()");
    wend_shape shape = {(wend_shape_kind)kind, form->half_length, form->half_width};
    if (form->radius != wi_shape_radius(shape))
        return wi_fail(error, WEND_BAD_ARGUMENT, "the bounding radius %g m does not fit the shape",
                       (double)form->radius);
    if (!between(form->priority, -WEND_PRIORITY_FIRM, WEND_PRIORITY_FIRM))
        return wi_fail(error, WEND_BAD_ARGUMENT, "priority is %g, must lie between -1e6 and 1e6",
                       (double)form->priority);
    return WEND_OK;
}

static wend_result check_way(const wend_scene *scene, const wend_way *way, wend_error *error) {
    if (way->level >= scene->levels)
        return wi_fail(error, WEND_BAD_ARGUMENT, "the goal's level is %u, the scene has %u", way->level, scene->levels);
    if (way->cell > scene->map.cell_count || !wi_vec_finite(way->next) || way->flags > 31)
        return wi_fail(error, WEND_BAD_ARGUMENT, "its way goes over cell %u of %u, with flags %u", way->cell,
                       scene->map.cell_count, way->flags);
    return WEND_OK;
}

wend_result wi_row_check(const wend_scene *scene, const wi_row *row, wend_error *error) {
    const wend_role *role = &row->role;
    if (role->profile >= scene->profile_count)
        return wi_fail(error, WEND_BAD_ARGUMENT, "profile is %u, the scene has %u", role->profile,
                       scene->profile_count);
    if (role->level >= scene->levels)
        return wi_fail(error, WEND_BAD_ARGUMENT, "level is %u, the scene has %u", role->level, scene->levels);
    if ((role->flags & ~(WEND_FLAG_DRIVEN | WEND_FLAG_LEAVES | WEND_FLAG_ARRIVED)) != 0)
        return wi_fail(error, WEND_BAD_ARGUMENT, "flags are %u, only 1, 2 and 4 are known", role->flags);
    wend_result result = check_place(row, error);
    if (result == WEND_OK) result = check_pace(&row->pace, error);
    if (result == WEND_OK) result = check_form(&row->form, role->shape, error);
    if (result == WEND_OK && (row->ties.leads > 1 || !between(row->ties.waiting, 0.0f, 1e9f)))
        result = wi_fail(error, WEND_BAD_ARGUMENT, "leads is %u and waiting %g s, must be 0 or 1 and 0 or more",
                         row->ties.leads, (double)row->ties.waiting);
    return result == WEND_OK ? check_way(scene, &row->way, error) : result;
}

wi_row wi_row_read(const wi_columns *c, uint32_t row) {
    return (wi_row){c->serial[row],
                    c->x[row],
                    c->y[row],
                    c->motion[row],
                    c->goal[row],
                    c->pace[row],
                    c->form[row],
                    c->role[row],
                    c->ties ? c->ties[row] : (wend_ties){0},
                    c->way ? c->way[row] : (wend_way){.cell = 0}};
}

void wi_row_write(wi_columns *c, uint32_t row, const wi_row *values) {
    c->serial[row] = values->serial;
    c->x[row] = values->x;
    c->y[row] = values->y;
    c->motion[row] = values->motion;
    c->goal[row] = values->goal;
    c->pace[row] = values->pace;
    c->form[row] = values->form;
    c->role[row] = values->role;
    if (c->ties) c->ties[row] = values->ties;
    if (c->way) c->way[row] = values->way;
}

uint32_t wi_row_append(wend_world *world, const wi_row *values) {
    uint32_t row = world->columns.count++;
    wi_row_write(&world->columns, row, values);
    world->columns.role[row].params = values->role.profile;
    world->columns.reach[row] = 0.0f;
    if (world->columns.memory) world->columns.memory[row] = 0;
    wi_remember_nothing(world, row);
    wi_world_count_body(world, row, 1);
    wi_lookup_put(world, row);
    wi_routes_join(world, row);
    return row;
}
