// Looking from a point through a piece of an edge into the cell behind it: what is seen of the other edges.
//
//         a' <---- f ---- b'        The cell lies above. One looks up from the root through the window between the
//          \   .     .   /          left and the right ray. Of an edge f, which runs from right to left there, the
//           \   .   .   /           share `right` to `left` is seen; before it lies what the right ray hides, behind
//            a --. .-- b            it what the left one does.
//                root
#ifndef WI_WINDOW_H
#define WI_WINDOW_H

#include "base/vec.h"

typedef struct wi_window {
    double x, y;           // the root
    double left_x, left_y; // from the root along the left ray
    double right_x, right_y;
} wi_window;

static inline wend_vec wi_along(wend_vec a, wend_vec b, float share) {
    if (share >= 1.0f) return b;
    return wi_vec(a.x + share * (b.x - a.x), a.y + share * (b.y - a.y));
}

static inline wi_window wi_window_of(wend_vec root, wend_vec left, wend_vec right) {
    return (wi_window){root.x,
                       root.y,
                       (double)left.x - root.x,
                       (double)left.y - root.y,
                       (double)right.x - root.x,
                       (double)right.y - root.y};
}

// Positive for a point left of the ray.
static inline double wi_window_side(double ray_x, double ray_y, const wi_window *window, wend_vec point) {
    return ray_x * (point.y - window->y) - ray_y * (point.x - window->x);
}

// Where an edge crosses a ray, as its share: 0 if all of it lies left of the ray, 1 if none does.
static inline float wi_window_share(double begin, double end) {
    if (begin <= 0.0 && end <= 0.0) return 1.0f;
    if (begin >= 0.0 && end >= 0.0) return 0.0f;
    return (float)(begin / (begin - end));
}

// A root at an end of the edge sees all of the cell: its ray has no length, and hides nothing.
static inline void wi_window_cut(const wi_window *w, wend_vec begin, wend_vec end, float *right, float *left) {
    *right = w->right_x == 0.0 && w->right_y == 0.0 ? 0.0f
                                                    : wi_window_share(wi_window_side(w->right_x, w->right_y, w, begin),
                                                                      wi_window_side(w->right_x, w->right_y, w, end));
    *left = w->left_x == 0.0 && w->left_y == 0.0 ? 1.0f
                                                 : wi_window_share(wi_window_side(w->left_x, w->left_y, w, begin),
                                                                   wi_window_side(w->left_x, w->left_y, w, end));
}

#endif
