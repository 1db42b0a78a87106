// Order of lanes: for each agent ((same - opposite) / (same + opposite))^2 over the others who are at most lane_width to
// its side, by the direction in which they walk; mean over agents. 1 where each lane has one direction. Chance alone
// gives more than 0, so the same is told with the directions dealt out anew among those in the frame.
//
// Directions are those of the way since an agent was seen first, along the axis that all these ways together prefer.
#include "base/hash.h"
#include "base/sort.h"
#include "measure/meter.h"

#include <math.h>

#define SHUFFLES 10
#define LEAST_WAY 0.5 // m: who came less far has no direction yet

typedef struct place {
    double x, y;
} place;

typedef struct walker {
    double side; // m across the lanes
    int direction;
} walker;

// Others in the lane of walker i are those from `first` to `end` - 1, but for itself.
typedef struct lane {
    uint32_t first, end;
} lane;

typedef struct lanes {
    place *entered; // by agent
    uint32_t entered_capacity;
    double order, shuffled; // summed over agents in frames
    uint64_t count;
    // Scratch of a frame: walkers as they come and from side to side, their directions, sums of these.
    walker *walker;
    lane *lane;
    uint32_t *by_side, *scratch;
    int *direction;
    int64_t *before;
    uint32_t walker_capacity, lane_capacity, side_capacity, scratch_capacity, direction_capacity, before_capacity;
} lanes;

static bool asked(const wi_measure_options *options) { return options->lane_width > 0.0; }

static bool reserve(lanes *of, wi_memory *memory, uint32_t agents, uint32_t count) {
    return wi_memory_grow(memory, (void **)&of->entered, &of->entered_capacity, agents, sizeof *of->entered) &&
           wi_memory_grow(memory, (void **)&of->walker, &of->walker_capacity, count, sizeof *of->walker) &&
           wi_memory_grow(memory, (void **)&of->lane, &of->lane_capacity, count, sizeof *of->lane) &&
           wi_memory_grow(memory, (void **)&of->by_side, &of->side_capacity, count, sizeof *of->by_side) &&
           wi_memory_grow(memory, (void **)&of->scratch, &of->scratch_capacity, count, sizeof *of->scratch) &&
           wi_memory_grow(memory, (void **)&of->direction, &of->direction_capacity, count, sizeof *of->direction) &&
           wi_memory_grow(memory, (void **)&of->before, &of->before_capacity, count + 1, sizeof *of->before);
}

// Who walks where ------------------------------------------------------------------------------------------------------

static place way_of(const lanes *of, const wi_leg *leg) {
    const place *from = &of->entered[leg->agent];
    return (place){leg->spot->x - from->x, leg->spot->y - from->y};
}

// Ways there and back have one axis: angles are doubled, so that opposite ways add up.
static double find_axis(const lanes *of, const wi_moment *now) {
    double along = 0.0, across = 0.0;
    for (uint32_t i = 0; i < now->count; i++) {
        place way = way_of(of, &now->leg[i]);
        along += way.x * way.x - way.y * way.y;
        across += 2.0 * way.x * way.y;
    }
    return 0.5 * atan2(across, along);
}

static bool inside(const double *area, const wi_spot *spot) {
    if (area[0] == area[2]) return true; // none is given
    double across = (spot->x - area[0]) / (area[2] - area[0]), up = (spot->y - area[1]) / (area[3] - area[1]);
    return across >= 0.0 && across < 1.0 && up >= 0.0 && up < 1.0;
}

static uint32_t gather(lanes *of, const wi_moment *now) {
    double axis = now->options->lane_axis;
    if (!isfinite(axis)) axis = find_axis(of, now);
    double x = cos(axis), y = sin(axis);
    uint32_t count = 0;
    for (uint32_t i = 0; i < now->count; i++) {
        const wi_spot *spot = now->leg[i].spot;
        place way = way_of(of, &now->leg[i]);
        double along = way.x * x + way.y * y;
        if (fabs(along) < LEAST_WAY || !inside(now->options->area, spot)) continue;
        of->walker[count++] = (walker){spot->y * x - spot->x * y, along > 0.0 ? 1 : -1};
    }
    return count;
}

// Order ----------------------------------------------------------------------------------------------------------------

static bool more_to_the_right(const void *things, uint32_t a, uint32_t b) {
    const walker *who = things;
    return who[a].side != who[b].side ? who[a].side < who[b].side : who[a].direction < who[b].direction;
}

static void line_up(lanes *of, uint32_t count, double width) {
    for (uint32_t i = 0; i < count; i++) of->by_side[i] = i;
    wi_sort(of->by_side, of->scratch, count, more_to_the_right, of->walker);
    uint32_t first = 0, end = 0;
    for (uint32_t i = 0; i < count; i++) {
        double side = of->walker[of->by_side[i]].side;
        while (of->walker[of->by_side[first]].side < side - width) first++;
        while (end < count && of->walker[of->by_side[end]].side <= side + width) end++;
        of->lane[i] = (lane){first, end};
        of->direction[i] = of->walker[of->by_side[i]].direction;
    }
}

// The sum over walkers that have others in their lane; *counted is how many.
static double order(lanes *of, uint32_t count, uint32_t *counted) {
    double sum = 0.0;
    *counted = 0;
    of->before[0] = 0;
    for (uint32_t i = 0; i < count; i++) of->before[i + 1] = of->before[i] + of->direction[i];
    for (uint32_t i = 0; i < count; i++) {
        const lane *in = &of->lane[i];
        if (in->end - in->first < 2) continue;
        double surplus = (double)(of->before[in->end] - of->before[in->first] - of->direction[i]);
        double share = surplus / (double)(in->end - in->first - 1);
        sum += share * share;
        ++*counted;
    }
    return sum;
}

// From side to side, not by id: names of agents do not matter.
static void shuffle(lanes *of, uint32_t count, uint64_t key) {
    for (uint32_t i = count; i-- > 1;) {
        uint32_t other = (uint32_t)(wi_hash_word(key, i) % (i + 1));
        int direction = of->direction[i];
        of->direction[i] = of->direction[other];
        of->direction[other] = direction;
    }
}

static bool lanes_frame(void *state, wi_memory *memory, const wi_moment *now) {
    lanes *of = state;
    if (!reserve(of, memory, now->agents, now->count)) return false;
    for (uint32_t i = 0; i < now->count; i++) {
        const wi_leg *leg = &now->leg[i];
        if (leg->fresh) of->entered[leg->agent] = (place){leg->spot->x, leg->spot->y};
    }
    uint32_t count = gather(of, now), counted;
    line_up(of, count, now->options->lane_width);
    double found = order(of, count, &counted), chance = 0.0;
    if (counted == 0) return true;
    for (uint32_t i = 0; i < SHUFFLES; i++) {
        shuffle(of, count, wi_hash_word(wi_hash_word(now->options->seed, now->serial), i));
        chance += order(of, count, &counted) / SHUFFLES;
    }
    of->order += found, of->shuffled += chance, of->count += counted;
    now->instant->lane_order = found / counted;
    now->instant->lane_order_shuffled = chance / counted;
    return true;
}

static void lanes_end(const void *state, const wi_moment *last, wi_measures *result) {
    (void)last;
    const lanes *of = state;
    result->lane_order = wi_mean(of->order, (double)of->count);
    result->lane_order_shuffled = wi_mean(of->shuffled, (double)of->count);
    result->lane_order_surplus = result->lane_order - result->lane_order_shuffled;
}

static void lanes_free(void *state, wi_memory *memory) {
    lanes *of = state;
    wi_memory_give(memory, of->entered, of->entered_capacity, sizeof *of->entered);
    wi_memory_give(memory, of->walker, of->walker_capacity, sizeof *of->walker);
    wi_memory_give(memory, of->lane, of->lane_capacity, sizeof *of->lane);
    wi_memory_give(memory, of->by_side, of->side_capacity, sizeof *of->by_side);
    wi_memory_give(memory, of->scratch, of->scratch_capacity, sizeof *of->scratch);
    wi_memory_give(memory, of->direction, of->direction_capacity, sizeof *of->direction);
    wi_memory_give(memory, of->before, of->before_capacity, sizeof *of->before);
}

static const wi_measure_value lanes_values[] = {
    WI_VALUE(lane_order, "", 4, "order of lanes; 1: each has one direction"),
    WI_VALUE(lane_order_shuffled, "", 4, "the same with directions dealt out anew: what chance gives"),
    WI_VALUE(lane_order_surplus, "", 4, "the first less the second: order that is not chance"),
};

const wi_measure wi_measure_lanes = {
    .name = "lanes",
    .values = lanes_values,
    .value_count = WEND_COUNT(lanes_values),
    .state_size = sizeof(lanes),
    .asked = asked,
    .frame = lanes_frame,
    .end = lanes_end,
    .free = lanes_free,
};
