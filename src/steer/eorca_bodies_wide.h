// The bodies of a lane-full of elliptical agents.
#ifndef WI_EORCA_BODIES_WIDE_H
#define WI_EORCA_BODIES_WIDE_H

#include "sense/shape_wide.h"
#include "steer/ellipse_face_wide.h"
#include "steer/eorca.h"
#include "steer/orca_lines_wide.h"

// Crews, each a lane-full of agents, whose pairs are looked at together, so that lanes are full. Their members have
// numbers: crew * WI_LANES + lane.
#define EORCA_CREWS 4 // as many lane-fulls as wide_pick takes
#define EORCA_MEMBERS (EORCA_CREWS * WI_LANES)

// What a lane-full of rows shows of itself.
typedef struct wide_bodies {
    wide field[8];      // of wend_body
    wide_ellipse shape; // that others avoid, as far as it is an ellipse
    uint32_t elliptic;  // lanes, as bits, that are ellipses and no discs
    uint32_t boxes;     // lanes that are boxes; their `shape` is the disc about them
} wide_bodies;

// The shape that others avoid is the body, grown or shrunk as habits have changed the radius that it shows.
static void read_bodies(const wend_view *now, const int32_t row[WI_LANES], wide_bodies *of) {
    wide form[4], motion[4]; // radius, half_length, half_width, ..; .., heading
    wide_read_records((const float(*)[8])(const void *)now->body, row, of->field);
    wide_read_quads((const float(*)[4])(const void *)now->form, row, form);
    wide_mask boxes = wide_boxes(now, row);
    const wide zero = wide_of(0.0f), half = wide_of(0.5f), radius = of->field[4];
    wide_mask oblong = wide_and_not(wide_less(form[1], form[2]) | wide_less(form[2], form[1]), boxes);
    of->boxes = wide_mask_bits(boxes);
    of->shape = (wide_ellipse){radius * radius, zero, zero};
    of->elliptic = wide_mask_bits(oblong);
    if (of->elliptic == 0) return;
    wide_read_quads((const float(*)[4])(const void *)now->motion, row, motion);
    wide more = radius - form[0];
    wide along = wide_max(form[1] + more, half * form[1]), across = wide_max(form[2] + more, half * form[2]);
    wide_ellipse shape = wide_ellipse_of(along, across, motion[2], motion[3]);
    of->shape.mean = wide_select(oblong, shape.mean, of->shape.mean);
    of->shape.k = wide_select(oblong, shape.k, zero);
    of->shape.l = wide_select(oblong, shape.l, zero);
}

// No more than bodies reach in any direction.
WI_INLINE wide least_reach(const wide_bodies *of) {
    const wide zero = wide_of(0.0f);
    const wide_ellipse *e = &of->shape;
    wide shorter = wide_sqrt(wide_max(zero, e->mean - wide_sqrt(e->k * e->k + e->l * e->l)));
    return wide_select(wide_mask_of_bits(of->boxes), zero, wide_of(0.999f) * shorter);
}

// The bodies of the lanes.
typedef struct lane_shapes {
    wide_bodies shown;
    wi_ellipse wall_shape[WI_LANES]; // that walls are avoided with, of those that are not discs
    uint32_t method[WI_LANES];
    uint32_t whole; // lanes, as bits, of which no line may be left out
} lane_shapes;

static wi_ellipse own_shape(const wend_view *now, uint32_t row) {
    const wend_form *form = &now->form[row];
    return wi_ellipse_of(form->half_length, form->half_width, now->motion[row].heading);
}

static void read_methods(const wend_view *now, const wide_group *group, bool same, lane_shapes *own) {
    const uint32_t everyone = (1u << WI_LANES) - 1;
    uint32_t exact = 0;
    for (uint32_t lane = 0; lane < (same ? 1 : WI_LANES); lane++) {
        const eorca_params *set = wi_view_block(now, now->role[group->row[lane]].params);
        own->method[lane] = (uint32_t)set->method;
        exact |= (own->method[lane] == EORCA_EXACT ? 1u : 0u) << lane;
    }
    for (uint32_t lane = 1; same && lane < WI_LANES; lane++) own->method[lane] = own->method[0];
    // The polygons of the other methods may reach a little beyond the discs.
    own->whole = same ? (exact ? 0 : everyone) : everyone & ~exact;
}

static void read_wall_shapes(const wend_view *now, const wide_group *group, uint32_t lanes, lane_shapes *own) {
    if (now->senses->walls->wall_count == 0) return;
    for (; lanes != 0; lanes &= lanes - 1) {
        int lane = __builtin_ctz(lanes);
        own->wall_shape[lane] = own_shape(now, (uint32_t)group->row[lane]);
    }
}

static void read_shapes(const wend_view *now, const wide_group *group, bool same, lane_shapes *own) {
    read_bodies(now, group->row, &own->shown);
    read_methods(now, group, same, own);
    read_wall_shapes(now, group, own->shown.elliptic, own);
}

#endif
