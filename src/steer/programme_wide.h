// Linear programmes over velocities, one agent to a lane.
//
// A line is n.v >= offset with a unit normal n. Velocities lie in the speed disc about 0 and, if limited, in the disc
// of what the agent can reach by accelerating. Hard lines (walls, turning) come before soft ones (agents). Hard lines
// are stored downwards from WI_MIDDLE and soft ones upwards, so that lanes may have different numbers of each and the
// lines in use still follow one another; a line that a lane does not have is neutral: n = 0, offset far below 0.
#ifndef WI_PROGRAMME_WIDE_H
#define WI_PROGRAMME_WIDE_H

#include "base/wide.h"
#include "wend/model.h"

#define WI_HARD_MAX 34
#define WI_MIDDLE WI_HARD_MAX
#define WI_LINES_MAX (WI_HARD_MAX + WEND_NEIGHBOURS_MAX)
#define WI_NEUTRAL (-1e9f)
#define WI_PARALLEL 1e-5f       // the sine of an angle between lines below which they count as parallel
#define WI_PARALLEL_SLACK 1e-6f // m/s by which parallel lines may miss each other and still meet

typedef struct programme {
    wide nx[WI_LINES_MAX], ny[WI_LINES_MAX], offset[WI_LINES_MAX];
    uint32_t hard, soft; // lines in use on either side of WI_MIDDLE: the most of any lane
    wide speed;
    bool limited;
    wide centre_x, centre_y, radius; // what acceleration can reach
} programme;

WI_INLINE void line_set_neutral(programme *p, uint32_t line) {
    p->nx[line] = p->ny[line] = wide_of(0.0f);
    p->offset[line] = wide_of(WI_NEUTRAL);
}

// Which point the programme looks for: the one closest to (x, y), or the one farthest in the direction (x, y).
typedef struct programme_aim {
    wide x, y;
    bool farthest;
} programme_aim;

WI_INLINE wide_mask in_disc(wide x, wide y, wide radius) {
    // A little slack, so that a point on the circle is inside in spite of rounding.
    return wide_less_equal(x * x + y * y, radius * radius * wide_of(1.00001f));
}

// The best point of one disc about (cx, cy).
WI_INLINE void best_in_disc(const programme_aim *aim, wide cx, wide cy, wide radius, wide *x, wide *y) {
    if (aim->farthest) {
        *x = cx + radius * aim->x;
        *y = cy + radius * aim->y;
        return;
    }
    wide dx = aim->x - cx, dy = aim->y - cy, d2 = dx * dx + dy * dy;
    wide_mask outside = wide_less(radius * radius, d2);
    wide scale = radius / wide_sqrt(d2);
    *x = wide_select(outside, cx + scale * dx, aim->x);
    *y = wide_select(outside, cy + scale * dy, aim->y);
}

// How good a point is; less is better.
WI_INLINE wide aim_miss(const programme_aim *aim, wide x, wide y) {
    if (aim->farthest) return -(aim->x * x + aim->y * y);
    wide dx = aim->x - x, dy = aim->y - y;
    return dx * dx + dy * dy;
}

// The best point where the speed disc and the acceleration disc overlap: the best of either disc if the other holds it,
// else the better corner of the lens; if they do not meet, the point of the acceleration disc nearest to the other.
WI_INLINE void best_in_lens(const programme *p, const programme_aim *aim, wide *x, wide *y) {
    wide ax, ay, bx, by;
    const wide zero = wide_of(0.0f), cx = p->centre_x, cy = p->centre_y;
    best_in_disc(aim, zero, zero, p->speed, &ax, &ay);
    best_in_disc(aim, cx, cy, p->radius, &bx, &by);
    wide_mask a_good = in_disc(ax - cx, ay - cy, p->radius), b_good = in_disc(bx, by, p->speed);
    wide d2 = cx * cx + cy * cy, d = wide_sqrt(d2);
    wide along = (p->speed * p->speed - p->radius * p->radius + d2) / (wide_of(2.0f) * d);
    wide across2 = p->speed * p->speed - along * along, across = wide_sqrt(wide_max(across2, zero));
    wide ux = cx / d, uy = cy / d;
    wide px = along * ux - across * uy, py = along * uy + across * ux;
    wide qx = along * ux + across * uy, qy = along * uy - across * ux;
    wide_mask second = wide_less(aim_miss(aim, qx, qy), aim_miss(aim, px, py));
    px = wide_select(second, qx, px);
    py = wide_select(second, qy, py);
    wide_mask apart = wide_less(p->speed + p->radius, d);
    px = wide_select(apart, cx - p->radius * ux, px);
    py = wide_select(apart, cy - p->radius * uy, py);
    *x = wide_select(a_good, ax, wide_select(b_good, bx, px));
    *y = wide_select(a_good, ay, wide_select(b_good, by, py));
}

WI_INLINE void best_without_lines(const programme *p, const programme_aim *aim, wide *x, wide *y) {
    if (p->limited)
        best_in_lens(p, aim, x, y);
    else
        best_in_disc(aim, wide_of(0.0f), wide_of(0.0f), p->speed, x, y);
}

// The best point on a line within the discs and the lines before it. Lanes that have none are added to *none.
WI_INLINE void best_on_line(const programme *p, const programme_aim *aim, uint32_t first, uint32_t line,
                            wide_mask *none, wide *x, wide *y) {
    const wide zero = wide_of(0.0f), parallel = wide_of(WI_PARALLEL);
    wide nx = p->nx[line], ny = p->ny[line], offset = p->offset[line];
    wide half2 = p->speed * p->speed - offset * offset, half = wide_sqrt(wide_max(half2, zero));
    wide_mask bad = wide_less(half2, zero);
    wide low = -half, high = half; // along (ny, -nx) from the line's point nearest to 0
    if (p->limited) {
        wide beside = nx * p->centre_x + ny * p->centre_y - offset, middle = ny * p->centre_x - nx * p->centre_y;
        half2 = p->radius * p->radius - beside * beside;
        half = wide_sqrt(wide_max(half2, zero));
        bad = bad | wide_less(half2, zero);
        low = wide_max(low, middle - half);
        high = wide_min(high, middle + half);
    }
    for (uint32_t j = first; j < line; j++) {
        wide slope = p->nx[j] * ny - p->ny[j] * nx;
        wide rest = p->offset[j] - offset * (p->nx[j] * nx + p->ny[j] * ny);
        wide t = rest / slope;
        wide_mask rising = wide_less(parallel, slope), falling = wide_less(slope, -parallel);
        low = wide_select(rising, wide_max(low, t), low);
        high = wide_select(falling, wide_min(high, t), high);
        bad = bad | wide_and_not(wide_less(wide_of(WI_PARALLEL_SLACK), rest), rising | falling);
    }
    bad = bad | wide_less(high, low);
    wide wish = aim->x * ny - aim->y * nx;
    wide t = aim->farthest ? wide_select(wide_less(zero, wish), high, low) : wide_clamp(wish, low, high);
    *x = offset * nx + t * ny;
    *y = offset * ny - t * nx;
    *none = bad;
}

// Two dimensions: starts from the best point without lines and mends it line by line. Lanes of `active` that cannot
// satisfy a line keep the point they had; they are returned, with the number of that line in *failed_at.
WI_INLINE wide_mask solve_plane(const programme *p, const programme_aim *aim, uint32_t first, uint32_t end,
                                wide_mask active, wide *x, wide *y, wide_int *failed_at) {
    const wide zero = wide_of(0.0f);
    wide_mask failed = wide_and_not(active, active);
    for (uint32_t line = first; line < end; line++) {
        wide violation = p->offset[line] - (p->nx[line] * *x + p->ny[line] * *y);
        wide_mask mend = active & wide_less(zero, violation);
        if (!wide_any(mend)) continue;
        wide_mask none;
        wide bx, by;
        best_on_line(p, aim, first, line, &none, &bx, &by);
        wide_mask good = wide_and_not(mend, none), bad = mend & none;
        *x = wide_select(good, bx, *x);
        *y = wide_select(good, by, *y);
        if (!wide_any(bad)) continue;
        failed = failed | bad;
        *failed_at =
            wide_bits(wide_select(bad, wide_from_bits(wide_int_of((int32_t)line)), wide_from_bits(*failed_at)));
        active = wide_and_not(active, bad);
        if (!wide_any(active)) break;
    }
    return failed;
}

// Three dimensions: the velocity that violates the worst of lines [begin of each lane, end) least, while the lines
// before `soft_first` hold. Line i is worst where its violation is at least that of every line before it, which is
// again a line: (n_j - n_i).v >= offset_j - offset_i. Returns the largest violation.
static wide solve_depth(const programme *p, uint32_t first, uint32_t soft_first, uint32_t end, wide_int begin,
                        wide_mask active, wide *x, wide *y) {
    wide depth = wide_of(0.0f);
    programme worst;
    worst.speed = p->speed;
    worst.limited = p->limited;
    worst.centre_x = p->centre_x;
    worst.centre_y = p->centre_y;
    worst.radius = p->radius;
    for (uint32_t line = first; line < soft_first; line++) {
        worst.nx[line] = p->nx[line];
        worst.ny[line] = p->ny[line];
        worst.offset[line] = p->offset[line];
    }
    for (uint32_t line = soft_first; line < end; line++) {
        wide nx = p->nx[line], ny = p->ny[line], offset = p->offset[line];
        wide violation = offset - (nx * *x + ny * *y);
        wide_mask worse =
            wide_and_not(active & wide_less(depth, violation), wide_int_less(wide_int_of((int32_t)line), begin));
        if (!wide_any(worse)) continue;
        for (uint32_t j = soft_first; j < line; j++) {
            wide dx = p->nx[j] - nx, dy = p->ny[j] - ny, length = wide_sqrt(dx * dx + dy * dy);
            wide_mask same = wide_less(length, wide_of(WI_PARALLEL)); // parallel, and j holds more loosely
            worst.nx[j] = wide_select(same, wide_of(0.0f), dx / length);
            worst.ny[j] = wide_select(same, wide_of(0.0f), dy / length);
            worst.offset[j] = wide_select(same, wide_of(WI_NEUTRAL), (p->offset[j] - offset) / length);
        }
        programme_aim aim = {nx, ny, true};
        wide bx, by;
        wide_int ignored = wide_int_of(0);
        best_without_lines(&worst, &aim, &bx, &by);
        wide_mask failed = solve_plane(&worst, &aim, first, line, worse, &bx, &by, &ignored);
        wide_mask good = wide_and_not(worse, failed);
        // Where the line can be satisfied after all (it failed by rounding), go no farther than to it.
        wide left = offset - (nx * bx + ny * by),
             share = wide_select(wide_less(left, wide_of(0.0f)), violation / (violation - left), wide_of(1.0f));
        *x = wide_select(good, *x + share * (bx - *x), *x);
        *y = wide_select(good, *y + share * (by - *y), *y);
        depth = wide_select(worse, wide_max(offset - (nx * *x + ny * *y), depth), depth);
    }
    return depth;
}

// Where walls alone leave nothing, their largest violation is made least and then allowed; then once more from the
// start. Returns the lanes where agents still conflict.
static wide_mask relax_hard(programme *p, const programme_aim *aim, wide_mask lanes, wide *x, wide *y,
                            wide_int *failed_at) {
    uint32_t first = WI_MIDDLE - p->hard, end = WI_MIDDLE + p->soft;
    wide depth = solve_depth(p, first, first, WI_MIDDLE, wide_int_of(0), lanes, x, y);
    wide allowed = depth * wide_of(1.00001f) + wide_of(1e-6f);
    for (uint32_t line = first; line < WI_MIDDLE; line++)
        p->offset[line] = wide_select(lanes, p->offset[line] - allowed, p->offset[line]);
    wide bx, by;
    best_without_lines(p, aim, &bx, &by);
    wide_mask failed = solve_plane(p, aim, first, end, lanes, &bx, &by, failed_at);
    // Should rounding leave nothing even now, the least violation itself stays.
    wide_mask hopeless = failed & wide_int_less(*failed_at, wide_int_of(WI_MIDDLE));
    wide_mask take = wide_and_not(lanes, hopeless);
    *x = wide_select(take, bx, *x);
    *y = wide_select(take, by, *y);
    return wide_and_not(failed, hopeless);
}

#endif
