#include "route/lattice.h"

#include "base/bisect.h"
#include "base/sort.h"
#include "route/sight.h"

wend_vec wi_lattice_place(const wi_lattice *lattice, uint32_t level, uint32_t node) {
    const wi_lattice_level *at = &lattice->level[level];
    uint32_t column = (node - at->first) % at->columns, row = (node - at->first) / at->columns;
    return wi_add(at->min, wi_vec(lattice->step * (float)column, lattice->step * (float)row));
}

uint32_t wi_lattice_beside(const wi_lattice *lattice, uint32_t level, uint32_t node, uint32_t direction) {
    const wi_lattice_level *at = &lattice->level[level];
    uint32_t column = (node - at->first) % at->columns, row = (node - at->first) / at->columns;
    switch (direction) {
    case 0:
        return column + 1 < at->columns ? node + 1 : WI_NONE;
    case 1:
        return row + 1 < at->rows ? node + at->columns : WI_NONE;
    case 2:
        return column > 0 ? node - 1 : WI_NONE;
    default:
        return row > 0 ? node - at->columns : WI_NONE;
    }
}

static uint32_t first_of(float at, uint32_t count) {
    if (!(at > 0.0f)) return 0;
    return at < (float)count ? (uint32_t)at : count - 1;
}

// Those of the columns and rows from `back` before the point's square to as many behind it.
static uint32_t gather(const wi_lattice *lattice, const wi_ground *ground, uint32_t cell, wend_vec at, uint32_t back,
                       uint32_t nodes[WI_AROUND]) {
    uint32_t level = ground->map->cell[cell].level, count = 0;
    const wi_lattice_level *on = &lattice->level[level];
    uint32_t column = first_of((at.x - on->min.x) / lattice->step, on->columns);
    uint32_t row = first_of((at.y - on->min.y) / lattice->step, on->rows);
    for (uint32_t r = row - (row < back ? row : back); r <= row + back + 1 && r < on->rows; r++)
        for (uint32_t c = column - (column < back ? column : back); c <= column + back + 1 && c < on->columns; c++) {
            uint32_t node = on->first + r * on->columns + c;
            float cost;
            if (lattice->cell[node] != WI_NONE &&
                wi_sight_walk(ground, cell, at, wi_lattice_place(lattice, level, node), &cost) != WI_NONE)
                nodes[count++] = node;
        }
    return count;
}

uint32_t wi_lattice_around(const wi_lattice *lattice, const wi_ground *ground, uint32_t cell, wend_vec at,
                           uint32_t nodes[WI_AROUND]) {
    uint32_t count = gather(lattice, ground, cell, at, 0, nodes);
    return count > 0 ? count : gather(lattice, ground, cell, at, 1, nodes);
}

static bool from_before(const void *links, uint32_t i, const void *node) {
    return ((const wi_lattice_link *)links)[i].from < *(const uint32_t *)node;
}

uint32_t wi_lattice_first_link(const wi_lattice *lattice, uint32_t node) {
    return wi_bisect(lattice->link, lattice->links, from_before, &node);
}

// Building -------------------------------------------------------------------------------------------------------------

static float wide(const wi_terrain_grid *grid) { return grid->size * (float)grid->columns; }
static float deep(const wi_terrain_grid *grid) { return grid->size * (float)grid->rows; }

static void count_nodes(wi_lattice *lattice, const wi_terrain *map) {
    lattice->nodes = 0;
    for (uint32_t i = 0; i < lattice->levels; i++) {
        const wi_terrain_grid *grid = &map->grid[i];
        wi_lattice_level *level = &lattice->level[i];
        *level = (wi_lattice_level){.first = lattice->nodes};
        if (grid->columns == 0) continue;
        level->min = wi_add(grid->min, wi_vec(0.5f * lattice->step, 0.5f * lattice->step));
        level->columns = (uint32_t)(wide(grid) / lattice->step) + 1;
        level->rows = (uint32_t)(deep(grid) / lattice->step) + 1;
        lattice->nodes += level->columns * level->rows;
    }
}

// One column and one row more on each level than the area asks for: so the step may have to grow again.
static void choose_step(wi_lattice *lattice, const wi_terrain *map, float step, uint32_t most) {
    double area = 0.0;
    for (uint32_t i = 0; i < lattice->levels; i++) area += (double)wide(&map->grid[i]) * (double)deep(&map->grid[i]);
    lattice->step = wi_max(step, (float)__builtin_sqrt(area / most));
    for (count_nodes(lattice, map); lattice->nodes > most; count_nodes(lattice, map)) lattice->step *= 1.05f;
}

static void find_cells(wi_lattice *lattice, const wi_terrain *map) {
    for (uint32_t i = 0; i < lattice->levels; i++) {
        uint32_t end = lattice->level[i].first + lattice->level[i].columns * lattice->level[i].rows;
        for (uint32_t node = lattice->level[i].first; node < end; node++)
            lattice->cell[node] = wi_terrain_locate(map, i, wi_lattice_place(lattice, i, node), 0.0f);
    }
}

// How far walls and closed doors are, from nodes within a box.
static void look_round(wi_lattice *lattice, const wi_ground *ground, uint32_t level, wi_terrain_box within) {
    const wi_lattice_level *on = &lattice->level[level];
    if (on->columns == 0) return;
    uint32_t left = first_of((within.min.x - on->min.x) / lattice->step, on->columns);
    uint32_t right = first_of((within.max.x - on->min.x) / lattice->step + 1.0f, on->columns);
    uint32_t top = first_of((within.max.y - on->min.y) / lattice->step + 1.0f, on->rows);
    for (uint32_t row = first_of((within.min.y - on->min.y) / lattice->step, on->rows); row <= top; row++)
        for (uint32_t column = left; column <= right; column++) {
            uint32_t node = on->first + row * on->columns + column;
            wend_vec at = wi_lattice_place(lattice, level, node), wall;
            if (lattice->cell[node] != WI_NONE)
                lattice->clearance[node] = wi_sight_clearance(ground, level, at, WI_LATTICE_CLEAR, &wall);
        }
}

void wi_lattice_follow_doors(wi_lattice *lattice, const wi_terrain *map, wi_terrain_box changed) {
    wi_ground ground = {.map = map, .open = map->open};
    const wend_vec reach = {WI_LATTICE_CLEAR, WI_LATTICE_CLEAR};
    wi_terrain_box within = {wi_sub(changed.min, reach), wi_add(changed.max, reach)};
    for (uint32_t i = 0; i < lattice->levels; i++) look_round(lattice, &ground, i, within);
}

static uint32_t nearest_node(const wi_lattice *lattice, const wi_ground *ground, uint32_t cell, wend_vec at,
                             float *distance) {
    uint32_t nodes[WI_AROUND], count = wi_lattice_around(lattice, ground, cell, at, nodes), best = WI_NONE;
    *distance = __builtin_inff();
    for (uint32_t i = 0; i < count; i++) {
        float here = wi_length(wi_sub(wi_lattice_place(lattice, ground->map->cell[cell].level, nodes[i]), at));
        if (here >= *distance) continue;
        *distance = here;
        best = nodes[i];
    }
    return best;
}

static void link_at(wi_lattice *lattice, const wi_ground *ground, uint32_t index, wend_vec at) {
    const wi_terrain_edge *edge = &ground->map->edge[index], *twin = &ground->map->edge[edge->twin];
    float begin, end;
    uint32_t from = nearest_node(lattice, ground, edge->cell, at, &begin);
    uint32_t to = nearest_node(lattice, ground, twin->cell, wi_terrain_across(edge, twin, at), &end);
    if (from == WI_NONE || to == WI_NONE) return;
    lattice->link[lattice->links++] = (wi_lattice_link){from, to, index, at, begin, end};
}

// A link for about every node along each side of a seam.
static bool link_levels(wi_lattice *lattice, wi_memory *memory, const wi_ground *ground) {
    const wi_terrain *map = ground->map;
    for (uint32_t i = 0; map->seams && i < map->edge_count; i++) {
        const wi_terrain_edge *edge = &map->edge[i];
        if (edge->twin == WI_NONE || map->cell[map->edge[edge->twin].cell].level == map->cell[edge->cell].level)
            continue;
        uint32_t count = (uint32_t)(wi_length(wi_sub(edge->b, edge->a)) / lattice->step) + 1;
        if (!wi_memory_grow(memory, (void **)&lattice->link, &lattice->link_capacity, lattice->links + count,
                            sizeof *lattice->link))
            return false;
        for (uint32_t k = 0; k < count; k++) {
            float share = ((float)k + 0.5f) / (float)count;
            link_at(lattice, ground, i, wi_add(edge->a, wi_scale(share, wi_sub(edge->b, edge->a))));
        }
    }
    wi_lattice_link *scratch = wi_memory_take(memory, lattice->links, sizeof *scratch);
    if (!scratch) return false;
    wi_sort_by_number(lattice->link, scratch, lattice->links, sizeof *scratch, offsetof(wi_lattice_link, from),
                      lattice->nodes);
    wi_memory_give(memory, scratch, lattice->links, sizeof *scratch);
    return true;
}

bool wi_lattice_build(wi_lattice *lattice, wi_memory *memory, const wi_terrain *map, float step, uint32_t most) {
    *lattice = (wi_lattice){.levels = map->levels};
    lattice->level = wi_memory_take(memory, lattice->levels, sizeof *lattice->level);
    if (!lattice->level) return false;
    choose_step(lattice, map, step, most);
    lattice->cell = wi_memory_take(memory, lattice->nodes, sizeof *lattice->cell);
    lattice->clearance = wi_memory_take(memory, lattice->nodes, sizeof *lattice->clearance);
    bool *open = wi_memory_take(memory, map->door_count + 1, sizeof *open);
    for (uint32_t i = 0; open && i <= map->door_count; i++) open[i] = true;
    wi_ground ground = {.map = map, .open = open}; // links are there for when doors open
    bool room = lattice->cell && lattice->clearance && open;
    if (room) find_cells(lattice, map);
    room = room && link_levels(lattice, memory, &ground);
    wi_memory_give(memory, open, map->door_count + 1, sizeof *open);
    const wend_vec all = {1e9f, 1e9f};
    if (room) wi_lattice_follow_doors(lattice, map, (wi_terrain_box){wi_scale(-1.0f, all), all});
    if (!room) wi_lattice_free(lattice, memory);
    return room;
}

void wi_lattice_free(wi_lattice *lattice, wi_memory *memory) {
    wi_memory_give(memory, lattice->level, lattice->levels, sizeof *lattice->level);
    wi_memory_give(memory, lattice->cell, lattice->nodes, sizeof *lattice->cell);
    wi_memory_give(memory, lattice->clearance, lattice->nodes, sizeof *lattice->clearance);
    wi_memory_give(memory, lattice->link, lattice->link_capacity, sizeof *lattice->link);
    *lattice = (wi_lattice){0};
}
