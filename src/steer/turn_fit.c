// Bodies turn to fit through spaces, many at once.
#include "steer/turn_fit.h"

#include "base/angle.h"
#include "base/isa.h"

#include <math.h>

// How far bodies with the same parameters can turn in a step.
typedef struct turn_limit {
    const eorca_params *set;
    float least_cosine, cosine, sine; // see wi_fit
} turn_limit;

static void read_limit(turn_limit *of, const wi_turner *t) {
    if (of->set == t->set) return;
    float limit = t->set->turn_limit * t->now->step;
    of->set = t->set;
    of->cosine = wend_cos(limit);
    of->sine = wend_sin(limit);
    of->least_cosine = limit >= (float)WI_PI ? -1e30f : wi_min(wi_turn_cosine_bound(limit), of->cosine);
}

// Those who look ahead, and which of the bodies they are.
typedef struct lookers {
    wi_turner turner[EORCA_PART];
    const wi_turner *who[EORCA_PART];
    uint32_t body[EORCA_PART], count;
    wi_look look[EORCA_PART];
} lookers;

static void look_for_width(lookers *of, const wi_turner *t, uint32_t body) {
    float width = 2.0f * wi_ellipse_reach(wi_turn_ellipse(&t->body), wi_left(t->way));
    wi_turn_write_look(&of->look[of->count], t, wi_turn_narrowest(&t->body), wi_turn_room_wanted(t, width));
    of->body[of->count] = body;
    of->who[of->count++] = t;
}

static wi_fit fit_of(const turn_limit *limit, wend_vec through, wend_vec wish, float width) {
    return (wi_fit){through, wish, width, limit->least_cosine, limit->cosine, limit->sine};
}

// Those for whom the way is too narrow as they are; `body` becomes theirs. Who is one of them is anybody's guess, so that
// all are written down and the others overwritten.
static void list_fits(lookers *of, wi_fits *fits) {
    turn_limit limit = {0};
    fits->count = 0;
    for (uint32_t i = 0; i < of->count; i++) {
        const wi_turner *t = of->who[i];
        const wi_look *look = &of->look[i];
        uint32_t at = fits->count;
        read_limit(&limit, t);
        fits->fit[at] = fit_of(&limit, t->way, t->body.heading, wi_turn_width_at_ease(t, look->clearance));
        fits->row[at] = (int32_t)t->row;
        of->body[at] = of->body[i];
        fits->count = at + (look->clearance < look->enough ? 1 : 0);
    }
}

// The headings of all. Kernels read whole lanes: the first is repeated behind the last.
static void find_headings(const wend_view *now, wi_fits *of) {
    static wi_turn_fits_kernel *const kernels[WI_ISA_COUNT] = WI_WIDE_TABLE(wi_turn_fits);
    for (uint32_t i = of->count; i % WI_LANES_MOST != 0; i++) of->fit[i] = of->fit[0], of->row[i] = of->row[0];
    kernels[now->senses->isa](now, of);
}

void wi_turn_for_gaps(const wi_turner *const *turners, const wi_gap *gaps, uint32_t count, wend_vec *headings) {
    turn_limit limit = {0};
    wi_fits fits;
    fits.count = count;
    if (count == 0) return;
    for (uint32_t i = 0; i < count; i++) {
        const wi_turner *t = turners[i];
        float room = gaps[i].room, width = room >= wi_turn_room_enough(t) ? INFINITY : wi_turn_width_at_ease(t, room);
        read_limit(&limit, t);
        fits.fit[i] = fit_of(&limit, gaps[i].through, t->way, width);
        fits.row[i] = (int32_t)t->row;
    }
    find_headings(turners[0]->now, &fits);
    for (uint32_t i = 0; i < count; i++) headings[i] = wi_vec(fits.heading_x[i], fits.heading_y[i]);
}

void wi_turn_to_fit(const wend_view *now, wi_turning *bodies, uint32_t count) {
    lookers all;
    wi_fits fits;
    all.count = 0;
    wi_turners_read(all.turner, now, bodies, count);
    for (uint32_t i = 0; i < count; i++) {
        const wi_turner *t = &all.turner[i];
        bodies[i].heading = t->body.heading;
        if (!wi_turn_is_round(&t->body) && wi_turn_means_to_go(t)) look_for_width(&all, t, i);
    }
    wi_turn_clearances(all.who, all.look, all.count);
    list_fits(&all, &fits);
    find_headings(now, &fits);
    for (uint32_t i = 0; i < fits.count; i++)
        bodies[all.body[i]].heading = wi_vec(fits.heading_x[i], fits.heading_y[i]);
}
