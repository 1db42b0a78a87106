#include "steer/box_obstacle.h"

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

wi_halfplane wi_box_face(wend_vec p, wi_angular a, wi_angular b, float horizon, float step, wend_vec w) {
    bool swap = second_first(a, b, p, w);
    double sign = swap ? -1.0 : 1.0;
    wi_polygon_side of_first[WI_POLYGON_HALF], of_second[WI_POLYGON_HALF], sum[WI_SUM_HALF];
    uint32_t half = wi_polygon_add(polygon_of(swap ? b : a, of_first), polygon_of(swap ? a : b, of_second), sum);
    wi_dface face = wi_polygon_face((wi_polygon){sum, half}, sign * wi_dvec_of(p), (double)horizon, (double)step,
                                    sign * wi_dvec_of(w));
    return (wi_halfplane){wi_dvec_float(sign * face.n), (float)face.distance};
}
