#include "steer/ellipse_method.h"

#include "sense/senses.h"
#include "sense/shape.h"
#include "steer/ellipse_obstacle.h"

const char *const wi_ellipse_method_choices[4] = {"exact", "table", "polygon", NULL};

static bool has_method(const wend_model *model) {
    for (uint32_t i = 0; i < model->param_count; i++)
        if (model->params[i].choices == wi_ellipse_method_choices) return true;
    return false;
}

// All but ellipses count as the discs about them.
static wi_ellipse_size size_of(wend_shape shape) {
    if (shape.kind == WEND_ELLIPSE) return (wi_ellipse_size){shape.half_length, shape.half_width};
    float radius = wi_shape_radius(shape);
    return (wi_ellipse_size){radius, radius};
}

bool wi_ellipse_method_prepare(wend_scene *scene) {
    bool wanted = false;
    for (uint32_t i = 0; i < scene->model_count; i++) wanted = wanted || has_method(scene->models[i]);
    if (!wanted) return true;
    size_t count = scene->profile_count;
    wi_ellipse_size *sizes = wi_memory_take(&scene->memory, count, sizeof *sizes);
    if (!sizes) return false;
    for (uint32_t i = 0; i < count; i++) sizes[i] = size_of(scene->profiles[i].is.shape);
    bool made = wi_ellipse_table_make(&scene->ellipses, &scene->memory, sizes, scene->profile_count);
    wi_memory_give(&scene->memory, sizes, count, sizeof *sizes);
    return made;
}

// A body that shows another radius than its own is of a size that no profile has.
static wi_tabled tabled(const wend_view *now, uint32_t row) {
    const wend_form *form = &now->form[row];
    const wi_ellipse_table *table = &now->senses->scene->ellipses;
    if (now->body[row].radius != form->radius) return (wi_tabled){WI_TABLE_NO_SIZE, {1.0f, 0.0f}};
    bool ellipse = now->role[row].shape == WEND_ELLIPSE;
    float along = ellipse ? form->half_length : form->radius, across = ellipse ? form->half_width : form->radius;
    return (wi_tabled){wi_ellipse_table_find(table, along, across), now->motion[row].heading};
}

wi_halfplane wi_ellipse_method_face(const wend_view *now, uint32_t method, const wi_ellipse_meeting *of) {
    if (method == EORCA_EXACT) return wi_ellipse_face(of->p, of->a, of->b, of->horizon, now->step, of->w);
    if (method == EORCA_TABLE) {
        wi_tabled a = tabled(now, of->row_a), b = tabled(now, of->row_b);
        if (a.size != WI_TABLE_NO_SIZE && b.size != WI_TABLE_NO_SIZE)
            return wi_ellipse_table_face(&now->senses->scene->ellipses, of->p, a, b, of->horizon, now->step, of->w);
    }
    return wi_ellipse_polygon_face(of->p, of->a, of->b, of->horizon, now->step, of->w);
}
