#include "steer/box_obstacle.h"

#include "sense/shape_fine.h"

static wi_polygon polygon_of(wi_angular body, wi_polygon_side *side) {
    wi_dvec heading = wi_dunit(wi_dvec_of(body.heading), (wi_dvec){1.0, 0.0});
    double along = (double)body.along, across = (double)body.across;
    if (body.box)
        wi_polygon_box(along, across, heading, side);
    else
        wi_polygon_about((wi_swept_ellipse){along, across, heading, 0.0}, side);
    return (wi_polygon){side, body.box ? WI_BOX_HALF : WI_POLYGON_HALF};
}

static bool second_first(wi_angular a, wi_angular b, wend_vec p, wend_vec w) {
    const float from[5] = {(float)a.box, a.along, a.across, a.heading.x, a.heading.y};
    const float to[5] = {(float)b.box, b.along, b.across, b.heading.x, b.heading.y};
    return wi_polygon_second_first(from, to, 5, p, w);
}

static wi_outline outline_of(wi_angular body) {
    return (wi_outline){body.box ? WEND_BOX : WEND_ELLIPSE, {0.0f, 0.0f}, body.heading, body.along, body.across};
}

// The polygon of an ellipse may overlap a box that the ellipse only grazes. To part them within a step would send who is
// fast through the other; what keeps them apart is the direction in which they are.
static void part_who_graze(wi_angular a, wi_angular b, wi_dvec p, double horizon, wi_dvec w, wi_dface *face) {
    wi_outline of_a = outline_of(a), of_b = outline_of(b);
    double n[2], apart = wi_outline_gap_fine(&of_a, &of_b, (const double[]){p[0], p[1]}, n);
    if (!(apart > 0.0)) return;
    face->n = (wi_dvec){-n[0], -n[1]};
    face->distance = wi_ddot(face->n, w) + apart / horizon;
}

wi_halfplane wi_box_face(wend_vec p, wi_angular a, wi_angular b, float horizon, float step, wend_vec w) {
    bool swap = second_first(a, b, p, w);
    double sign = swap ? -1.0 : 1.0;
    wi_angular first = swap ? b : a, second = swap ? a : b;
    wi_dvec seen = sign * wi_dvec_of(p), towards = sign * wi_dvec_of(w);
    wi_polygon_side of_first[WI_POLYGON_HALF], of_second[WI_POLYGON_HALF], sum[WI_SUM_HALF];
    uint32_t half = wi_polygon_add(polygon_of(first, of_first), polygon_of(second, of_second), sum);
    wi_dface face = wi_polygon_face((wi_polygon){sum, half}, seen, (double)horizon, (double)step, towards);
    if (!face.apart && !(a.box && b.box)) part_who_graze(first, second, seen, (double)horizon, towards, &face);
    return (wi_halfplane){wi_dvec_float(sign * face.n), (float)face.distance};
}
