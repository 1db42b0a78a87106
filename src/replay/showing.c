#include "replay/showing.h"

#include "sense/shape.h"

#include <math.h>

#define UNKNOWN 65535u
#define HALF_MOST 100.0 // m: no body is larger
#define SIFT_LEAST 256u // overlaps remembered before it is worth while to forget some

wi_showing wi_showing_from(const wi_recording *about, const wi_plan *plan) {
    return (wi_showing){
        .about = about,
        .plan = plan,
        .memory = wi_memory_from((wend_allocator){0}),
        .options = wi_measure_options_default(),
        .now = {.fps = about->fps},
        .sift_at = SIFT_LEAST,
        .bounds = {INFINITY, INFINITY, -INFINITY, -INFINITY},
    };
}

void wi_showing_free(wi_showing *showing) {
    wi_memory *memory = &showing->memory;
    wi_tracks_free(&showing->tracks, memory);
    wi_map_free(&showing->last_of, memory);
    wi_pairs_free(&showing->pairs, memory);
    wi_memory_give(memory, showing->role, showing->role_capacity, sizeof *showing->role);
    wi_memory_give(memory, showing->shown, showing->shown_capacity, sizeof *showing->shown);
    wi_memory_give(memory, showing->fresh, showing->fresh_capacity, sizeof *showing->fresh);
    wi_memory_give(memory, showing->pair, showing->pair_capacity, sizeof *showing->pair);
}

// Bodies ---------------------------------------------------------------------------------------------------------------

static bool is_size(double half) { return half > 0.0 && half <= HALF_MOST; }

static wend_shape shape_from(wend_shape_kind kind, double half_length, double half_width) {
    if (kind == WEND_DISC) return wend_disc((float)half_length);
    return (wend_shape){.kind = kind, .half_length = (float)half_length, .half_width = (float)half_width};
}

static const wi_plan_profile *profile_of(const wi_showing *showing, const wi_spot *spot) {
    return spot->profile < showing->plan->profile_count ? &showing->plan->profile[spot->profile] : NULL;
}

// What is known of the agent itself goes before what is known of its profile.
static wend_shape shape_of(const wi_showing *showing, const wi_spot *spot) {
    const wi_plan_profile *profile = profile_of(showing, spot);
    const wi_recording *about = showing->about;
    double length = (double)spot->half_length, width = (double)spot->half_width;
    if (is_size(length) && is_size(width)) {
        if (profile && !(profile->shape == WEND_DISC && length != width))
            return shape_from(profile->shape, length, width);
        return shape_from(length == width ? WEND_DISC : WEND_ELLIPSE, length, width);
    }
    if (profile && is_size(profile->half_length) && is_size(profile->half_width))
        return shape_from(profile->shape, profile->half_length, profile->half_width);
    if (about->profile_radius && spot->profile < about->profile_count && is_size(about->profile_radius[spot->profile]))
        return wend_disc((float)about->profile_radius[spot->profile]);
    return wend_disc((float)showing->options.radius);
}

// An index into a list of the plan; what is beyond it is not known.
static uint16_t index_in(uint32_t index, uint32_t count) {
    return (uint16_t)(index < count && index < UNKNOWN ? index : UNKNOWN);
}

static wi_cast_row cast_row_of(const wi_showing *showing, const wi_spot *spot, wend_shape shape) {
    return (wi_cast_row){.id = (double)spot->id,
                         .first = (int32_t)showing->now.number,
                         .last = -1,
                         .profile = index_in(spot->profile, showing->plan->profile_count),
                         .group = index_in(spot->group, showing->plan->group_count),
                         .shape = (uint8_t)shape.kind,
                         .half_length = shape.half_length,
                         .half_width = shape.half_width};
}

static void note_roles(wi_showing *showing) {
    showing->fresh_count = 0;
    for (uint32_t i = 0; i < showing->now.count; i++) {
        const wi_leg *leg = &showing->now.leg[i];
        wi_role *role = &showing->role[leg->agent];
        if (leg->fresh) {
            role->shape = shape_of(showing, leg->spot);
            showing->fresh[showing->fresh_count++] = cast_row_of(showing, leg->spot, role->shape);
        }
        role->last = (int32_t)showing->now.number;
        role->seen = showing->now.serial;
    }
}

// Rows -----------------------------------------------------------------------------------------------------------------

// The same agent in the frame ahead, or NULL. Ids rise in both, so the cursor only goes forward.
static const wi_spot *find_ahead(const wi_frame *ahead, uint64_t id, uint32_t *cursor) {
    if (!ahead) return NULL;
    while (*cursor < ahead->count && ahead->spot[*cursor].id < id) (*cursor)++;
    return *cursor < ahead->count && ahead->spot[*cursor].id == id ? &ahead->spot[*cursor] : NULL;
}

// Recorded; else towards where it is next; else, of whom has no next, from where it was.
static void show_velocity(const wi_showing *showing, const wi_leg *leg, const wi_spot *next, int64_t next_number,
                          wi_shown *row) {
    const wi_spot *spot = leg->spot;
    row->vx = spot->vx, row->vy = spot->vy;
    if (isfinite(row->vx) && isfinite(row->vy)) return;
    row->vx = row->vy = NAN;
    if (next) {
        double time = (double)(next_number - showing->now.number) / showing->now.fps;
        row->vx = (float)((next->x - spot->x) / time), row->vy = (float)((next->y - spot->y) / time);
    } else if (!leg->fresh && !leg->gap) {
        row->vx = (float)((spot->x - leg->from_x) / leg->time), row->vy = (float)((spot->y - leg->from_y) / leg->time);
    }
}

static uint16_t level_of(const wi_showing *showing, const wi_spot *spot) {
    if (showing->plan->level_count < 2 || !isfinite(spot->z)) return 0;
    return (uint16_t)wi_plan_level_at(showing->plan, spot->z);
}

// Only columns that somebody has a value for.
static unsigned columns_of(const wi_shown *row) {
    return (isfinite(row->vx) && isfinite(row->vy) ? WI_COLUMN_VELOCITY : 0u) |
           (isfinite(row->heading) ? WI_COLUMN_HEADING : 0u) |
           (isfinite(row->preferred_x) && isfinite(row->preferred_y) ? WI_COLUMN_PREFERRED : 0u);
}

static void widen(double bounds[4], double x, double y) {
    bounds[0] = fmin(bounds[0], x), bounds[1] = fmin(bounds[1], y);
    bounds[2] = fmax(bounds[2], x), bounds[3] = fmax(bounds[3], y);
}

static void show_rows(wi_showing *showing, const wi_frame *ahead) {
    uint32_t cursor = 0;
    showing->columns = WI_COLUMN_COLLISIONS | (showing->plan->level_count > 1 ? WI_COLUMN_LEVEL : 0u);
    for (uint32_t i = 0; i < showing->now.count; i++) {
        const wi_leg *leg = &showing->now.leg[i];
        const wi_spot *spot = leg->spot;
        double x = spot->x - showing->plan->origin.x, y = spot->y - showing->plan->origin.y;
        wi_shown *row = &showing->shown[i];
        *row = (wi_shown){.agent = leg->agent,
                          .x = (float)x,
                          .y = (float)y,
                          .heading = spot->heading,
                          .preferred_x = spot->preferred_x,
                          .preferred_y = spot->preferred_y,
                          .level = level_of(showing, spot)};
        show_velocity(showing, leg, find_ahead(ahead, spot->id, &cursor), ahead ? ahead->number : 0, row);
        showing->columns |= columns_of(row);
        widen(showing->bounds, x, y);
    }
}

// Overlaps -------------------------------------------------------------------------------------------------------------

// Whose heading is unknown faces the way it goes.
static wend_vec facing(const wi_shown *row) {
    if (fabsf(row->heading) <= 1e4f) return (wend_vec){wend_cos(row->heading), wend_sin(row->heading)};
    float speed = hypotf(row->vx, row->vy);
    return speed > 0.0f && isfinite(speed) ? (wend_vec){row->vx / speed, row->vy / speed} : (wend_vec){1.0f, 0.0f};
}

static wi_outline outline_of(const wi_showing *showing, uint32_t row) {
    const wi_shown *shown = &showing->shown[row];
    wend_shape shape = showing->role[shown->agent].shape;
    return (wi_outline){.kind = shape.kind,
                        .at = {shown->x, shown->y},
                        .heading = facing(shown),
                        .half_length = shape.half_length,
                        .half_width = shape.half_width};
}

static bool is_disc(const wi_showing *showing, uint32_t row) {
    return showing->role[showing->shown[row].agent].shape.kind == WEND_DISC;
}

// From the overlap of the discs around two bodies to that of their outlines.
static double true_depth(const wi_showing *showing, uint32_t a, uint32_t b, double depth) {
    if (is_disc(showing, a) && is_disc(showing, b)) return depth;
    wi_outline outline_a = outline_of(showing, a), outline_b = outline_of(showing, b);
    return -(double)wi_outline_gap(&outline_a, &outline_b);
}

static uint64_t last_seen(const wi_leg *leg) { return leg->fresh ? 0 : leg->seen; }

static bool note_pair(wi_showing *showing, uint32_t a, uint32_t b) {
    const wi_leg *leg_a = &showing->now.leg[a], *leg_b = &showing->now.leg[b];
    uint64_t seen_a = last_seen(leg_a), seen_b = last_seen(leg_b);
    bool begins = false;
    if (!wi_pairs_note(&showing->last_of, &showing->memory, leg_a->agent, leg_b->agent,
                       seen_a < seen_b ? seen_a : seen_b, showing->now.serial, &begins))
        return false;
    showing->begun += begins;
    return true;
}

static bool meet(void *host, uint32_t a, uint32_t b, double depth) {
    wi_showing *showing = host;
    depth = true_depth(showing, a, b, depth);
    if (!(depth > showing->options.collision_depth)) return true;
    if (showing->pair_count == WI_PAIRS_MOST) return false;
    showing->out_of_memory = !wi_memory_grow(&showing->memory, (void **)&showing->pair, &showing->pair_capacity,
                                             showing->pair_count + 1, sizeof *showing->pair) ||
                             !note_pair(showing, a, b);
    if (showing->out_of_memory) return false;
    showing->pair[showing->pair_count++] = (wi_shown_pair){a, b, (float)depth};
    return true;
}

// An overlap that both outlived begins anew if it comes again: it need not be remembered.
static bool may_go_on(void *host, uint64_t pair, uint64_t last) {
    const wi_showing *showing = host;
    uint64_t seen_low = showing->role[pair >> 32].seen, seen_high = showing->role[pair & UINT32_MAX].seen;
    return last >= (seen_low < seen_high ? seen_low : seen_high);
}

static bool forget_overlaps(wi_showing *showing) {
    if (showing->last_of.count < showing->sift_at) return true;
    if (!wi_map_sift(&showing->last_of, &showing->memory, may_go_on, showing)) return false;
    showing->sift_at = 2 * showing->last_of.count + SIFT_LEAST;
    return true;
}

static bool show_overlaps(wi_showing *showing) {
    uint32_t count = showing->now.count;
    if (!wi_pairs_reserve(&showing->pairs, &showing->memory, count)) return false;
    for (uint32_t i = 0; i < count; i++) {
        const wi_leg *leg = &showing->now.leg[i];
        showing->pairs.disc[i] = (wi_pairs_disc){.x = leg->spot->x,
                                                 .y = leg->spot->y,
                                                 .z = leg->spot->z,
                                                 .radius = (double)wi_shape_radius(showing->role[leg->agent].shape)};
    }
    showing->pair_count = showing->begun = 0;
    showing->out_of_memory = false;
    (void)wi_pairs_find(&showing->pairs, count, meet, showing); // ended: enough pairs, or no memory
    return !showing->out_of_memory && forget_overlaps(showing);
}

// All ------------------------------------------------------------------------------------------------------------------

static bool reserve(wi_showing *showing, uint32_t count) {
    wi_memory *memory = &showing->memory;
    return wi_memory_grow(memory, (void **)&showing->role, &showing->role_capacity, showing->now.agents,
                          sizeof *showing->role) &&
           wi_memory_grow(memory, (void **)&showing->shown, &showing->shown_capacity, count, sizeof *showing->shown) &&
           wi_memory_grow(memory, (void **)&showing->fresh, &showing->fresh_capacity, count, sizeof *showing->fresh);
}

bool wi_showing_frame(wi_showing *showing, const wi_frame *frame, const wi_frame *ahead) {
    showing->now.options = &showing->options;
    showing->now.number = frame->number;
    showing->now.serial++;
    if (!wi_tracks_follow(&showing->tracks, &showing->memory, frame, &showing->now)) return false;
    if (!reserve(showing, frame->count)) return false;
    note_roles(showing);
    show_rows(showing, ahead);
    return show_overlaps(showing);
}
