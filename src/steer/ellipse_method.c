#include "steer/ellipse_method.h"

#include "steer/box_obstacle.h"
#include "steer/ellipse_obstacle.h"
#include "steer/eorca.h"
#include "world/world.h"

const char *const wi_ellipse_method_choices[5] = {"exact", "table", "polygon", "swept", NULL};

// Degrees that a body may turn in a step, rounded up. Bodies whose model does not turn them face the way they go.
static uint32_t turn_in_step(const wend_model *model, wend_role role, const eorca_params *set, float step) {
    if (role.flags & WEND_FLAG_DRIVEN) return WI_TABLE_SWEEP_MAX;
    if (model == &wend_model_eorca_c) return 0;
    if (model != &wend_model_eorca_f && model != &wend_model_eorca_p) return WI_TABLE_SWEEP_MAX;
    double degrees = (double)set->turn_limit * (double)step * 57.29577951308232;
    if (!(degrees < WI_TABLE_SWEEP_MAX)) return WI_TABLE_SWEEP_MAX;
    uint32_t whole = (uint32_t)degrees;
    return whole < degrees ? whole + 1 : whole;
}

// All but ellipses are round here: boxes meet nobody by the table. `more` is what the radius that a body shows exceeds its own.
static wi_ellipse_size size_of(wend_role role, const wend_form *form, float more, uint32_t sweep) {
    float radius = form->radius + more, a = form->half_length, b = form->half_width;
    if (role.shape != WEND_ELLIPSE || a == b) return (wi_ellipse_size){radius, radius, 0};
    return (wi_ellipse_size){wi_max(a + more, 0.5f * a), wi_max(b + more, 0.5f * b), sweep};
}

static wi_tabled tabled(const wend_view *now, uint32_t method, uint32_t row) {
    wend_role role = now->role[row];
    const wend_form *form = &now->form[row];
    const wend_model *model = wi_view_profile(now, row)->model;
    uint32_t sweep = method == EORCA_SWEPT ? turn_in_step(model, role, wi_view_block(now, role.params), now->step) : 0;
    return (wi_tabled){size_of(role, form, now->body[row].radius - form->radius, sweep), now->motion[row].heading};
}

// A box that shows a larger radius than its own is larger by as much at its corners, so that the disc still holds it.
static wi_angular angular(const wend_view *now, uint32_t row) {
    const wend_form *form = &now->form[row];
    bool box = now->role[row].shape == WEND_BOX;
    float more = now->body[row].radius - form->radius;
    wi_ellipse_size size = size_of(now->role[row], form, more, 0);
    if (!box) return (wi_angular){false, size.along, size.across, now->motion[row].heading};
    float a = form->half_length, b = form->half_width, wider = 0.7071f * more;
    return (wi_angular){true, wi_max(a + wider, 0.5f * a), wi_max(b + wider, 0.5f * b), now->motion[row].heading};
}

// By the polygons of two ellipses or discs.
static wi_halfplane polygons_face(const wend_view *now, uint32_t method, const wi_ellipse_meeting *of, bool *apart) {
    if (method == EORCA_POLYGON)
        return wi_ellipse_polygon_face(of->p, of->a, of->b, of->horizon, now->step, of->w, apart);
    wi_tabled a = tabled(now, method, of->row_a), b = tabled(now, method, of->row_b);
    return wi_ellipse_table_face(now->senses->ellipses, of->p, a, b, of->horizon, now->step, of->w, apart);
}

wi_halfplane wi_ellipse_method_face(const wend_view *now, uint32_t method, const wi_ellipse_meeting *of, bool *fits) {
    *fits = false;
    if (now->role[of->row_a].shape == WEND_BOX || now->role[of->row_b].shape == WEND_BOX)
        return wi_box_face(of->p, angular(now, of->row_a), angular(now, of->row_b), of->horizon, now->step, of->w);
    if (method != EORCA_EXACT) {
        bool apart;
        wi_halfplane face = polygons_face(now, method, of, &apart);
        *fits = apart && method == EORCA_SWEPT;
        if (apart) return face;
    }
    return wi_ellipse_face(of->p, of->a, of->b, of->horizon, now->step, of->w);
}

// The sums -------------------------------------------------------------------------------------------------------------

static const eorca_params *params_of(const wend_world *world, uint32_t row) {
    size_t block = (size_t)world->columns.role[row].params * world->scene->params_stride;
    return (const eorca_params *)(const void *)(world->params.block + block + WI_BLOCK_PARAMS);
}

static bool has_method(const wend_model *model) {
    return model == &wend_model_eorca_c || model == &wend_model_eorca_f || model == &wend_model_eorca_p;
}

static void add_size(wend_world *world, uint32_t row, uint32_t method) {
    wend_role role = world->columns.role[row];
    if (role.shape == WEND_BOX) return;
    uint32_t sweep = 0;
    if (method == EORCA_SWEPT)
        sweep = turn_in_step(wi_world_model(world, row), role, params_of(world, row), world->def.step);
    wi_ellipse_table_add(&world->ellipses, &world->memory, size_of(role, &world->columns.form[row], 0.0f, sweep));
}

// Who goes by a table, as the first one, meets everybody who is there.
static void use_table(wend_world *world, uint32_t method) {
    world->tables |= 1u << method;
    for (uint32_t row = 0; row < world->columns.count; row++) add_size(world, row, method);
}

void wi_ellipse_method_note(wend_world *world, uint32_t row) {
    uint32_t own = has_method(wi_world_model(world, row)) ? (uint32_t)params_of(world, row)->method : EORCA_EXACT;
    for (uint32_t method = EORCA_TABLE; method <= EORCA_SWEPT; method++) {
        if (method == EORCA_POLYGON) continue;
        if (world->tables >> method & 1)
            add_size(world, row, method);
        else if (own == method)
            use_table(world, method);
    }
}
