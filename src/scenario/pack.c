// Dense placing. Equal discs fill the plane best in a hexagonal lattice (0.907 of it), so that is the start: the sites of
// the lattice that are free, at the widest pitch that has enough of them, and then everyone is shaken so that no lattice
// is left where there is space. Where discs differ or corners matter, more fit than the lattice has sites: then they
// start too close and push each other apart until none overlap or it is plain that they will not stop.
#include <math.h>
#include <string.h>

#include "base/hash.h"
#include "base/vec.h"
#include "scenario/place.h"
#include "scenario/room.h"
#include "world/scene.h"

#define SITES_MAX 8e6      // a lattice with more over the region's box is not looked at
#define SHAKES 12          // of everyone
#define PUSH_MORE 1.12     // times what the lattice holds is worth an attempt
#define PUSH_WORK 8000000u // pushes of single discs in all
#define PUSH_LEAST 60      // rounds
#define PATIENCE 60        // rounds without getting better
#define HAIR 1e-6          // m

typedef struct packing {
    const wi_ground *ground;
    const wi_region *region;
    uint32_t level;
    wi_who who;
    const double *radius;
    uint32_t count;
    double largest, smallest, square; // of the radii; square: root mean square
    double margin;
    wend_point *at;
    // Cells of the discs being packed, hashed.
    double cell;
    uint32_t *head, *next; // index + 1
    uint32_t heads;
} packing;

// The lattice --------------------------------------------------------------------------------------------------------

typedef struct lattice {
    wend_point along, corner; // a unit vector along the rows, and where the first row begins
    double width, height;     // of the region, along and across the rows
    double inset_x, inset_y;  // of the first site
} lattice;

typedef struct site_list {
    wend_point *site;
    uint32_t count, capacity;
    bool no_memory;
} site_list;

// Rows along the longest edge of the region, or across it.
static lattice lattice_of(const wi_region *region, bool across) {
    wend_point along = {1.0, 0.0};
    double longest = 0.0;
    for (uint32_t i = 0; i < region->count; i++) {
        wend_point a = region->point[i], b = region->point[(i + 1) % region->count];
        double dx = b.x - a.x, dy = b.y - a.y, length = __builtin_sqrt(dx * dx + dy * dy);
        if (!(length > longest * 1.000001)) continue;
        longest = length;
        along = (wend_point){dx / length, dy / length};
    }
    if (across) along = (wend_point){-along.y, along.x};
    double min_u = INFINITY, min_v = INFINITY, max_u = -INFINITY, max_v = -INFINITY;
    for (uint32_t i = 0; i < region->count; i++) {
        double u = region->point[i].x * along.x + region->point[i].y * along.y;
        double v = region->point[i].y * along.x - region->point[i].x * along.y;
        min_u = fmin(min_u, u), max_u = fmax(max_u, u);
        min_v = fmin(min_v, v), max_v = fmax(max_v, v);
    }
    wend_point corner = {min_u * along.x - min_v * along.y, min_u * along.y + min_v * along.x};
    return (lattice){along, corner, max_u - min_u, max_v - min_v, 0.0, 0.0};
}

static bool can_stand(const packing *pack, wend_point at, double radius) {
    if (!wi_region_holds(pack->region, at)) return false;
    return wi_ground_is_free(pack->ground, (wi_disc){at.x, at.y, radius, pack->level});
}

static void add_site(const packing *pack, site_list *sites, wend_point at, double radius) {
    if (!can_stand(pack, at, radius)) return;
    if (wi_room(&sites->site, &sites->capacity, sites->count + 1, sizeof *sites->site))
        sites->site[sites->count++] = at;
    else
        sites->no_memory = true;
}

static void find_sites(const packing *pack, const lattice *l, double pitch, double radius, site_list *sites) {
    sites->count = 0;
    double step = pitch * 0.86602540378443865;
    uint32_t odd = 0;
    for (double v = l->inset_y; v < l->height && !sites->no_memory; v += step, odd ^= 1)
        for (double u = l->inset_x + (odd ? pitch / 2.0 : 0.0); u < l->width && !sites->no_memory; u += pitch) {
            wend_point at = {l->corner.x + u * l->along.x - v * l->along.y,
                             l->corner.y + u * l->along.y + v * l->along.x};
            add_site(pack, sites, at, radius);
        }
}

// Of rows along and across, starting at the region's edge or a body away from it (where there are walls), the lattice
// with the most sites.
static lattice best_lattice(const packing *pack, double pitch, double radius, site_list *sites, uint32_t *most) {
    lattice best = {0};
    *most = 0;
    for (uint32_t i = 0; i < 8; i++) {
        lattice l = lattice_of(pack->region, i & 1);
        l.inset_x = i & 2 ? radius + 1e-6 : 1e-6;
        l.inset_y = i & 4 ? radius + 1e-6 : 1e-6;
        find_sites(pack, &l, pitch, radius, sites);
        if (i > 0 && sites->count <= *most) continue;
        best = l;
        *most = sites->count;
    }
    return best;
}

// The widest pitch, within a hundredth, with enough sites.
static bool spread_sites(const packing *pack, const lattice *l, double least, double widest, double radius,
                         site_list *sites) {
    for (double pitch = widest; pitch > least; pitch *= 0.99) {
        find_sites(pack, l, pitch, radius, sites);
        if (sites->no_memory || sites->count >= pack->count) return !sites->no_memory;
    }
    find_sites(pack, l, least, radius, sites);
    return !sites->no_memory && sites->count >= pack->count;
}

// Everyone gets a site by lot (Fisher and Yates).
static void take_sites(packing *pack, site_list *sites) {
    for (uint32_t i = 0; i < pack->count; i++) {
        double lot = wi_draw_even(pack->who, 0, WI_FOR_SITE, i);
        uint32_t other = i + (uint32_t)(lot * (sites->count - i));
        pack->at[i] = sites->site[other];
        sites->site[other] = sites->site[i];
    }
}

// Neighbours ---------------------------------------------------------------------------------------------------------

static uint32_t head_at(const packing *pack, int64_t x, int64_t y) {
    return (uint32_t)wi_hash_word((uint64_t)x * 0x9e3779b97f4a7c15u, (uint64_t)y) & (pack->heads - 1);
}

static int64_t cell_of(const packing *pack, double a) { return (int64_t)floor(a / pack->cell); }

static uint32_t *head_of(const packing *pack, wend_point at) {
    return &pack->head[head_at(pack, cell_of(pack, at.x), cell_of(pack, at.y))];
}

static void link_disc(packing *pack, uint32_t disc) {
    uint32_t *head = head_of(pack, pack->at[disc]);
    pack->next[disc] = *head;
    *head = disc + 1;
}

static void unlink_disc(packing *pack, uint32_t disc) {
    uint32_t *at = head_of(pack, pack->at[disc]);
    while (*at != disc + 1) at = &pack->next[*at - 1];
    *at = pack->next[disc];
}

static void link_all(packing *pack) {
    memset(pack->head, 0, pack->heads * sizeof *pack->head);
    for (uint32_t i = 0; i < pack->count; i++) link_disc(pack, i);
}

// Shaking ------------------------------------------------------------------------------------------------------------

static bool bumps(const packing *pack, uint32_t disc, wend_point at) {
    int64_t cx = cell_of(pack, at.x), cy = cell_of(pack, at.y);
    for (int64_t y = cy - 1; y <= cy + 1; y++)
        for (int64_t x = cx - 1; x <= cx + 1; x++)
            for (uint32_t i = pack->head[head_at(pack, x, y)]; i != 0; i = pack->next[i - 1]) {
                if (i - 1 == disc) continue;
                double dx = pack->at[i - 1].x - at.x, dy = pack->at[i - 1].y - at.y;
                double apart = pack->radius[i - 1] + pack->radius[disc] + 2.0 * pack->margin + 1e-9;
                if (dx * dx + dy * dy < apart * apart) return true;
            }
    return false;
}

// Metropolis moves of hard discs: a random step is taken if it leads to where nobody is.
static void shake(packing *pack, double reach) {
    link_all(pack);
    for (uint32_t round = 0; round < SHAKES; round++)
        for (uint32_t i = 0; i < pack->count; i++) {
            wi_who who = {pack->who.seed, pack->who.group, i};
            wend_point at = pack->at[i];
            at.x += reach * (2.0 * wi_draw_even(who, round, WI_FOR_SHAKE, 0) - 1.0);
            at.y += reach * (2.0 * wi_draw_even(who, round, WI_FOR_SHAKE, 1) - 1.0);
            if (bumps(pack, i, at) || !can_stand(pack, at, pack->radius[i] + pack->margin)) continue;
            unlink_disc(pack, i);
            pack->at[i] = at;
            link_disc(pack, i);
        }
}

// Pushing apart --------------------------------------------------------------------------------------------------------

static wend_point nearest_on(wend_point a, wend_point b, wend_point at) {
    double dx = b.x - a.x, dy = b.y - a.y, length2 = dx * dx + dy * dy;
    double t = length2 > 0.0 ? ((at.x - a.x) * dx + (at.y - a.y) * dy) / length2 : 0.0;
    t = t < 0.0 ? 0.0 : t > 1.0 ? 1.0 : t;
    return (wend_point){a.x + t * dx, a.y + t * dy};
}

// Back to the region's edge if outside, a hair within: that may be on either side of an edge, and in a corner on either
// side of two.
static wend_point into_region(const wi_region *region, wend_point at, wend_point inside) {
    if (wi_region_holds(region, at)) return at;
    double best = INFINITY;
    wend_point edge = at, along = {1.0, 0.0};
    for (uint32_t i = 0; i < region->count; i++) {
        wend_point a = region->point[i], b = region->point[(i + 1) % region->count], n = nearest_on(a, b, at);
        double d = (n.x - at.x) * (n.x - at.x) + (n.y - at.y) * (n.y - at.y);
        double dx = b.x - a.x, dy = b.y - a.y, length = __builtin_sqrt(dx * dx + dy * dy);
        if (!(d < best) || !(length > 0.0)) continue;
        best = d;
        edge = n;
        along = (wend_point){HAIR * dx / length, HAIR * dy / length};
    }
    static const int side[] = {1, -1}, shift[] = {0, 1, -1};
    for (uint32_t i = 0; i < 6; i++) {
        int s = side[i % 2], t = shift[i / 2];
        wend_point within = {edge.x - s * along.y + t * along.x, edge.y + s * along.x + t * along.y};
        if (wi_region_holds(region, within)) return within;
    }
    return inside;
}

static wend_point away_from(wend_point at, wend_point from, double distance) {
    double dx = at.x - from.x, dy = at.y - from.y, length = __builtin_sqrt(dx * dx + dy * dy);
    if (!(length > 1e-12) || length >= distance) return at;
    return (wend_point){from.x + dx * distance / length, from.y + dy * distance / length};
}

static wend_point off_walls(const packing *pack, wend_point at, double radius) {
    const wi_walls *walls = &pack->ground->scene->walls;
    uint32_t found[4];
    wend_vec here = {(float)at.x, (float)at.y};
    uint32_t count = wi_walls_near(walls, pack->level, here, (float)radius, WEND_COUNT(found), found, NULL);
    for (uint32_t i = 0; i < count; i++) {
        const wend_wall *wall = &walls->wall[found[i]];
        wend_point n = nearest_on((wend_point){(double)wall->a.x, (double)wall->a.y},
                                  (wend_point){(double)wall->b.x, (double)wall->b.y}, at);
        at = away_from(at, n, radius + 1e-5);
    }
    return at;
}

static wend_point off_placed(const packing *pack, wend_point at, double radius) {
    for (uint32_t i = 0; i < 4; i++) {
        uint32_t other = wi_discs_find(&pack->ground->placed, (wi_disc){at.x, at.y, radius, pack->level}, NULL, NULL);
        if (other == UINT32_MAX) return at;
        const wi_disc *disc = &pack->ground->placed.disc[other];
        at = away_from(at, (wend_point){disc->x, disc->y}, radius + disc->radius + 1e-9);
    }
    return at;
}

// Where a disc may really go that was pushed from `before`: never through a wall.
static wend_point hold_back(const packing *pack, wend_point before, wend_point at, double radius) {
    const wi_walls *walls = &pack->ground->scene->walls;
    bool walled = walls->wall_count > 0;
    if (walled) at = off_walls(pack, at, radius);
    at = off_placed(pack, at, radius);
    at = into_region(pack->region, at, before);
    wend_vec from = {(float)before.x, (float)before.y}, to = {(float)at.x, (float)at.y};
    return walled && !wi_walls_clear(walls, pack->level, from, to) ? before : at;
}

// Parts a disc from those it overlaps, each taking half; returns the deepest overlap.
static double push_disc(packing *pack, uint32_t disc, double slack) {
    wend_point before = pack->at[disc];
    double deepest = 0.0;
    int64_t cx = cell_of(pack, before.x), cy = cell_of(pack, before.y);
    for (int64_t y = cy - 1; y <= cy + 1; y++)
        for (int64_t x = cx - 1; x <= cx + 1; x++)
            for (uint32_t i = pack->head[head_at(pack, x, y)]; i != 0; i = pack->next[i - 1]) {
                if (i - 1 == disc) continue;
                wend_point *me = &pack->at[disc], *other = &pack->at[i - 1];
                double dx = me->x - other->x, dy = me->y - other->y;
                double apart = pack->radius[i - 1] + pack->radius[disc] + slack, length2 = dx * dx + dy * dy;
                if (!(length2 < apart * apart) || length2 == 0.0) continue;
                double length = __builtin_sqrt(length2), share = 0.5 * (apart - length) / length;
                *me = (wend_point){me->x + share * dx, me->y + share * dy};
                *other = (wend_point){other->x - share * dx, other->y - share * dy};
                deepest = fmax(deepest, apart - length);
            }
    return deepest;
}

static double push_round(packing *pack, wend_point *before, double slack) {
    memcpy(before, pack->at, pack->count * sizeof *before);
    link_all(pack);
    double deepest = 0.0;
    for (uint32_t i = 0; i < pack->count; i++) deepest = fmax(deepest, push_disc(pack, i, slack));
    for (uint32_t i = 0; i < pack->count; i++)
        pack->at[i] = hold_back(pack, before[i], pack->at[i], pack->radius[i] + pack->margin);
    return deepest;
}

// The discs aim to be a little farther apart than they must, so that what is left when they nearly are is no overlap.
static bool push_apart(packing *pack, wend_point *before) {
    double slack = 2.0 * pack->margin + 1e-3 * pack->smallest, enough = 0.9e-3 * pack->smallest, best = INFINITY;
    uint32_t rounds = PUSH_WORK / pack->count, since = 0;
    if (rounds < PUSH_LEAST) rounds = PUSH_LEAST;
    if (rounds > 4000) rounds = 4000;
    for (uint32_t i = 0; i < rounds; i++) {
        double deepest = push_round(pack, before, slack);
        if (deepest < enough) return true;
        since = deepest < 0.98 * best ? 0 : since + 1;
        best = fmin(best, deepest);
        if (since > PATIENCE + rounds / 4) return false;
    }
    return false;
}

// Together -------------------------------------------------------------------------------------------------------------

static void measure_radii(packing *pack) {
    double sum = 0.0;
    pack->smallest = pack->largest = pack->radius[0];
    for (uint32_t i = 0; i < pack->count; i++) {
        pack->largest = fmax(pack->largest, pack->radius[i]);
        pack->smallest = fmin(pack->smallest, pack->radius[i]);
        sum += pack->radius[i] * pack->radius[i];
    }
    pack->square = __builtin_sqrt(sum / pack->count);
}

static bool take_room(packing *pack, wend_point **before) {
    for (pack->heads = 16; pack->heads < 2 * pack->count; pack->heads *= 2) continue;
    pack->cell = 2.0 * (pack->largest + pack->margin) + 2e-3 * pack->largest;
    pack->head = calloc(pack->heads, sizeof *pack->head);
    pack->next = malloc((size_t)pack->count * sizeof *pack->next);
    *before = malloc((size_t)pack->count * sizeof **before);
    return pack->head != NULL && pack->next != NULL && *before != NULL;
}

static wi_placed pack_all(packing *pack, wend_point *before, site_list *sites, double *most) {
    double body = pack->largest + pack->margin, pitch = 2.0 * body + 1e-9;
    lattice l = lattice_of(pack->region, false);
    if (l.width * l.height > SITES_MAX * pitch * pitch) return WI_PLACED_TOO_DENSE;
    uint32_t held;
    l = best_lattice(pack, pitch, body, sites, &held);
    double mixed = pack->largest / pack->square; // discs of different sizes: fewer than the lattice's by area
    *most = held;
    if (mixed > 1.001) *most = fmax(held, 0.9 * held * mixed * mixed);
    if (held >= pack->count) {
        double widest = pitch * __builtin_sqrt(1.02 * held / pack->count);
        if (!spread_sites(pack, &l, pitch, widest, body, sites)) return WI_PLACED_NO_MEMORY;
        take_sites(pack, sites);
        shake(pack, fmax(0.7 * (widest - pitch), 0.02 * pack->smallest));
        return WI_PLACED;
    }
    if (pack->count > PUSH_MORE * held * mixed * mixed) return WI_PLACED_TOO_DENSE;
    double closest = pitch * __builtin_sqrt(0.6 * held / pack->count);
    double widest = pitch * __builtin_sqrt((double)held / pack->count);
    if (!spread_sites(pack, &l, closest, widest, pack->smallest + pack->margin, sites))
        return sites->no_memory ? WI_PLACED_NO_MEMORY : WI_PLACED_TOO_DENSE;
    take_sites(pack, sites);
    return push_apart(pack, before) ? WI_PLACED : WI_PLACED_TOO_DENSE;
}

wi_placed wi_place_pack(const wi_ground *ground, const wi_region *region, uint32_t level, wi_who group,
                        const double *radius, uint32_t count, wend_point *at, double *most) {
    packing pack = {.ground = ground,
                    .region = region,
                    .level = level,
                    .who = group,
                    .radius = radius,
                    .count = count,
                    .at = at,
                    .margin = wi_place_margin(region)};
    wend_point *before = NULL;
    site_list sites = {0};
    measure_radii(&pack);
    wi_placed placed = take_room(&pack, &before) ? pack_all(&pack, before, &sites, most) : WI_PLACED_NO_MEMORY;
    if (sites.no_memory) placed = WI_PLACED_NO_MEMORY;
    free(before);
    free(pack.head);
    free(pack.next);
    free(sites.site);
    return placed;
}
