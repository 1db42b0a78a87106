// Two-dimensional vectors in float. No contraction, so every machine rounds alike.
#ifndef WI_VEC_H
#define WI_VEC_H

#include "wend/base.h"

static inline wend_vec wi_vec(float x, float y) { return (wend_vec){x, y}; }
static inline wend_vec wi_add(wend_vec a, wend_vec b) { return (wend_vec){a.x + b.x, a.y + b.y}; }
static inline wend_vec wi_sub(wend_vec a, wend_vec b) { return (wend_vec){a.x - b.x, a.y - b.y}; }
static inline wend_vec wi_scale(float s, wend_vec a) { return (wend_vec){s * a.x, s * a.y}; }
static inline float wi_dot(wend_vec a, wend_vec b) { return a.x * b.x + a.y * b.y; }
static inline float wi_det(wend_vec a, wend_vec b) { return a.x * b.y - a.y * b.x; }
static inline float wi_length2(wend_vec a) { return wi_dot(a, a); }
static inline float wi_sqrt(float a) { return __builtin_sqrtf(a); }
static inline float wi_length(wend_vec a) { return wi_sqrt(wi_length2(a)); }
static inline wend_vec wi_left(wend_vec a) { return (wend_vec){-a.y, a.x}; } // turned a quarter counter-clockwise
static inline float wi_min(float a, float b) { return a < b ? a : b; }
static inline float wi_max(float a, float b) { return a > b ? a : b; }
static inline float wi_abs(float a) { return wi_max(a, -a); }
static inline float wi_clamp(float a, float low, float high) { return wi_min(wi_max(a, low), high); }
static inline bool wi_finite(float a) { return a - a == 0.0f; }
static inline bool wi_vec_finite(wend_vec a) { return wi_finite(a.x) && wi_finite(a.y); }

// `a` with length 1, or `otherwise` where it has no direction.
static inline wend_vec wi_unit(wend_vec a, wend_vec otherwise) {
    float length = wi_length(a);
    return length > 1e-12f ? (wend_vec){a.x / length, a.y / length} : otherwise;
}

#endif
