#include "sense/images.h"

#include "sense/screens.h"
#include "world/world.h"

// Who has walked over a seam changes level before the next step; until then it is a little beyond.
#define BEYOND 0.3f // m

#define COMPARED_MAX 4096 // seams, each with each

static bool is_lift(const wi_terrain *map, const wi_terrain_cell *cell) {
    return cell->zone > 0 && map->zone[cell->zone - 1].kind == WEND_ZONE_LIFT;
}

bool wi_seam_shows_images(const wi_terrain *map, const wi_terrain_edge *edge) {
    if (edge->twin == WI_NONE) return false;
    const wi_terrain_cell *here = &map->cell[edge->cell], *there = &map->cell[map->edge[edge->twin].cell];
    return here->level != there->level && !is_lift(map, here) && !is_lift(map, there);
}

static uint32_t list_seams(const wi_terrain *map, uint32_t *list) {
    uint32_t count = 0;
    for (uint32_t i = 0; map->seams && i < map->edge_count; i++) {
        if (!wi_seam_shows_images(map, &map->edge[i])) continue;
        if (list) list[count] = i;
        count++;
    }
    return count;
}

static uint32_t level_beyond(const wi_terrain *map, uint32_t seam) {
    return map->cell[map->edge[map->edge[seam].twin].cell].level;
}

// How near the far sides of two seams are to each other, at least: by the discs around them.
static float distance_beyond(const wi_terrain *map, uint32_t a, uint32_t b) {
    const wi_terrain_edge *e = &map->edge[map->edge[a].twin], *f = &map->edge[map->edge[b].twin];
    wend_vec between = wi_scale(0.5f, wi_sub(wi_add(f->a, f->b), wi_add(e->a, e->b)));
    return wi_length(between) - 0.5f * (wi_length(wi_sub(e->b, e->a)) + wi_length(wi_sub(f->b, f->a)));
}

// Who is near several seams is near any one of them, and then all of these are within twice the sight of it.
static uint32_t most_images(const wi_images *images, const wi_terrain *map) {
    uint32_t most = 0;
    if (images->seam_count > COMPARED_MAX) return images->seam_count;
    for (uint32_t i = 0; i < images->seam_count; i++) {
        uint32_t near = 0, seam = images->seam[i];
        for (uint32_t k = 0; k < images->seam_count; k++)
            near += level_beyond(map, images->seam[k]) == level_beyond(map, seam) &&
                            distance_beyond(map, seam, images->seam[k]) < 2.01f * WI_IMAGE_SIGHT
                        ? 1
                        : 0;
        most = near > most ? near : most;
    }
    return most;
}

bool wi_images_create(wi_images *images, wi_memory *memory, const wi_terrain *map) {
    images->seam_count = list_seams(map, NULL);
    if (images->seam_count == 0) return true;
    images->seam = wi_memory_take(memory, images->seam_count, sizeof *images->seam);
    images->run = wi_memory_take(memory, images->seam_count, sizeof *images->run);
    if (!images->seam || !images->run) return false;
    (void)list_seams(map, images->seam);
    images->most = most_images(images, map);
    return true;
}

uint32_t wi_images_bound(const wi_images *images, uint32_t agents) {
    uint64_t most = (uint64_t)agents * images->most;
    return most < WI_IMAGES_RESERVED ? (uint32_t)most : WI_IMAGES_RESERVED;
}

bool wi_images_reserve(wi_images *images, wi_memory *memory, uint32_t agents) {
    return wi_memory_grow(memory, (void **)&images->image, &images->capacity, wi_images_bound(images, agents),
                          sizeof *images->image);
}

void wi_images_free(wi_images *images, wi_memory *memory) {
    wi_memory_give(memory, images->seam, images->seam_count, sizeof *images->seam);
    wi_memory_give(memory, images->run, images->seam_count, sizeof *images->run);
    wi_memory_give(memory, images->image, images->capacity, sizeof *images->image);
}

// How far a point is on the inner side of an edge.
static float inside(const wi_terrain *map, uint32_t edge, wend_vec at) {
    return wi_dot(wi_sub(at, map->line[edge].a), map->line[edge].in);
}

// Big bodies are seen from farther away, here as by those on their level.
static float excess(const wi_columns *c, uint32_t row) { return wi_max(0.0f, c->form[row].radius - WEND_BIG_RADIUS); }

static bool is_near(const wi_terrain *map, uint32_t edge, wend_vec at, float sight) {
    const wi_terrain_edge *seam = &map->edge[edge];
    wend_vec way = wi_sub(seam->b, seam->a), to = wi_sub(at, seam->a);
    float share = wi_clamp(wi_dot(to, way) / wi_length2(way), 0.0f, 1.0f);
    return wi_length2(wi_sub(to, wi_scale(share, way))) < sight * sight && inside(map, edge, at) > -BEYOND;
}

static bool note_image(wend_world *world, wi_image image) {
    wi_images *images = &world->images;
    if (!wi_memory_grow(&world->memory, (void **)&images->image, &images->capacity, images->count + 1,
                        sizeof *images->image))
        return false;
    images->image[images->count++] = image;
    return true;
}

static bool note_if_near(wend_world *world, uint32_t seam, uint32_t row) {
    const wi_columns *c = &world->columns;
    const wi_terrain *map = &world->scene->map;
    wend_vec at = {c->x[row], c->y[row]};
    if (!is_near(map, map->edge[seam].twin, at, WI_IMAGE_SIGHT + excess(c, row))) return true;
    return note_image(world, (wi_image){row, seam});
}

// Notes who is near the far side of a seam.
static bool look_through(wend_world *world, uint32_t seam) {
    const wi_terrain *map = &world->scene->map;
    const wi_columns *c = &world->columns;
    const wi_terrain_edge *far = &map->edge[map->edge[seam].twin];
    uint32_t level = map->cell[far->cell].level;
    wend_vec min = {wi_min(far->a.x, far->b.x), wi_min(far->a.y, far->b.y)};
    wend_vec max = {wi_max(far->a.x, far->b.x), wi_max(far->a.y, far->b.y)};
    float reach = WI_IMAGE_SIGHT + wi_grid_margin(max.x, max.y, WI_IMAGE_SIGHT);
    wend_vec box = {reach, reach};
    wi_walk walk = wi_walk_box(&world->grid, level, wi_sub(min, box), wi_add(max, box));
    for (uint32_t begin, end; wi_walk_next(&walk, &begin, &end);)
        for (uint32_t row = begin; row < end; row++)
            if (c->form[row].radius <= WEND_BIG_RADIUS && !note_if_near(world, seam, row)) return false;
    for (uint32_t i = 0; i < world->big_count; i++)
        if (c->role[world->big[i]].level == level && !note_if_near(world, seam, world->big[i])) return false;
    return true;
}

// A direction beside an edge as it is beside the edge's twin.
static wend_vec turn(const wi_terrain_edge *from, const wi_terrain_edge *to, wend_vec way) {
    if (from->a.x == to->b.x && from->a.y == to->b.y && from->b.x == to->a.x && from->b.y == to->a.y) return way;
    wend_vec x = wi_unit(wi_sub(from->b, from->a), wi_vec(1.0f, 0.0f));
    wend_vec u = wi_unit(wi_sub(to->a, to->b), wi_vec(1.0f, 0.0f));
    return wi_add(wi_scale(wi_dot(way, x), u), wi_scale(wi_det(x, way), wi_left(u)));
}

static void put_image(wend_world *world, uint32_t row, wi_image image) {
    const wi_terrain *map = &world->scene->map;
    const wi_terrain_edge *to = &map->edge[image.seam], *from = &map->edge[to->twin];
    wi_columns *c = &world->columns;
    wi_columns_copy(c, row, image.row);
    wend_vec at = wi_terrain_across(from, to, wi_vec(c->x[row], c->y[row]));
    c->x[row] = at.x;
    c->y[row] = at.y;
    c->motion[row].velocity = turn(from, to, c->motion[row].velocity);
    c->motion[row].heading = turn(from, to, c->motion[row].heading);
    c->goal[row].at = wi_terrain_across(from, to, c->goal[row].at);
    c->role[row].level = map->cell[to->cell].level;
}

static void begin_run(wi_images *images, const wi_terrain *map, uint32_t row, uint32_t seam, wend_vec at) {
    wi_image_run *run = &images->run[images->run_count++];
    *run = (wi_image_run){map->cell[map->edge[seam].cell].level, row, row, at, at, false};
}

static void add_to_run(wi_image_run *run, wend_vec at, float more) {
    run->min = wi_vec(wi_min(run->min.x, at.x - more), wi_min(run->min.y, at.y - more));
    run->max = wi_vec(wi_max(run->max.x, at.x + more), wi_max(run->max.y, at.y + more));
    run->big |= more > 0.0f;
    run->end++;
}

bool wi_images_make(wend_world *world) {
    wi_images *images = &world->images;
    wi_columns *c = &world->columns;
    images->count = images->run_count = 0;
    images->first = c->count;
    if (images->seam_count == 0 || c->count == 0) return true;
    for (uint32_t i = 0; i < images->seam_count; i++)
        if (!look_through(world, images->seam[i])) return false;
    if (images->count > UINT32_MAX - c->count) return false;
    if (!wi_columns_reserve(c, &world->memory, c->count + images->count)) return false;
    for (uint32_t i = 0; i < images->count; i++) {
        uint32_t row = images->first + i, seam = images->image[i].seam;
        put_image(world, row, images->image[i]);
        wend_vec at = {c->x[row], c->y[row]};
        if (i == 0 || images->image[i - 1].seam != seam) begin_run(images, &world->scene->map, row, seam, at);
        add_to_run(&images->run[images->run_count - 1], at, excess(c, row));
    }
    return true;
}

void wi_images_show(wend_world *world) {
    const wi_images *images = &world->images;
    const wi_terrain *map = &world->scene->map;
    const wi_columns *c = &world->columns;
    for (uint32_t i = 0; i < images->count; i++) {
        const wi_terrain_edge *to = &map->edge[images->image[i].seam], *from = &map->edge[to->twin];
        uint32_t row = images->first + i;
        wend_body body = c->body[images->image[i].row];
        wend_vec velocity = turn(from, to, wi_vec(body.vx, body.vy));
        wend_vec wish = turn(from, to, wi_vec(body.preferred_x, body.preferred_y));
        c->body[row] =
            (wend_body){c->x[row], c->y[row], velocity.x, velocity.y, body.radius, body.priority, wish.x, wish.y};
    }
}

const wi_image_run *wi_images_next(const wi_images *images, uint32_t *at, uint32_t level, wend_vec min, wend_vec max) {
    while (*at < images->run_count) {
        const wi_image_run *run = &images->run[(*at)++];
        if (run->level == level && run->min.x <= max.x && run->max.x >= min.x && run->min.y <= max.y &&
            run->max.y >= min.y)
            return run;
    }
    return NULL;
}

// Where the line between two points passes a seam: false if it does not. Of two seams that share a corner, a line through
// it passes one.
static bool passes(const wi_terrain_edge *seam, wend_vec from, wend_vec to, wend_vec *where) {
    wend_vec way = wi_sub(to, from), along = wi_sub(seam->b, seam->a);
    bool left_a = wi_det(way, wi_sub(seam->a, from)) < 0.0f, left_b = wi_det(way, wi_sub(seam->b, from)) < 0.0f;
    if (left_a == left_b) return false;
    float before = wi_det(along, wi_sub(from, seam->a)), after = wi_det(along, wi_sub(to, seam->a));
    float share = before != after ? wi_clamp(before / (before - after), 0.0f, 1.0f) : 0.0f;
    *where = wi_add(from, wi_scale(share, way));
    return true;
}

static bool faces(const wend_view *now, uint32_t row, uint32_t image, wend_vec *where) {
    const wi_terrain *map = &now->senses->scene->map;
    const wi_images *images = now->senses->images;
    uint32_t seam = images->image[image - images->first].seam;
    wend_vec from = {now->x[row], now->y[row]}, to = {now->x[image], now->y[image]};
    if (inside(map, seam, from) < -BEYOND || inside(map, seam, to) > BEYOND) return false;
    return passes(&map->edge[seam], from, to, where);
}

bool wi_image_faces(const wend_view *now, uint32_t row, uint32_t image) {
    wend_vec where;
    return faces(now, row, image, &where);
}

bool wi_image_seen(const wend_view *now, uint32_t row, uint32_t image) {
    wend_vec where;
    if (!faces(now, row, image, &where)) return false;
    if (!wi_view_screened(now, row)) return true;
    const wi_senses *senses = now->senses;
    const wi_image *is = &senses->images->image[image - senses->images->first];
    const wi_terrain_edge *seam = &senses->scene->map.edge[is->seam];
    const wi_terrain_edge *far = &senses->scene->map.edge[seam->twin];
    return !wi_walls_hide(senses->walls, now->role[row].level, wi_vec(now->x[row], now->y[row]), where) &&
           !wi_walls_hide(senses->walls, now->role[is->row].level, wi_terrain_across(seam, far, where),
                          wi_vec(now->x[is->row], now->y[is->row]));
}
