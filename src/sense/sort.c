// Sorting the rows of a world by (level, cell, serial): a counting sort by cell, then by serial inside a cell.
#include <math.h>
#include <string.h>

#include "world/world.h"

// A cell is meant to hold this many other agents for each agent in it.
#define COMPANY 2.0f
#define LEAST_AREA 0.0032f // m2: a cell of 2 by 16 cm
#define MOST_AREA 1e9f
#define ASPECT 8.0f // height of a cell over its width

typedef struct sorter {
    wend_world *world;
    wi_columns *columns;
    wi_grid *grid;
    uint32_t *order, *cell; // in the columns' scratch
    const char *from;       // the column being moved
    char *to;
    uint32_t size;
} sorter;

static const wi_bounds nobody = {{INFINITY, INFINITY}, {-INFINITY, -INFINITY}, 0};

// Rows are cut into as many blocks as there are workers; block b counts into its own histogram.
static void block_rows(const sorter *s, uint32_t block, uint32_t *begin, uint32_t *end) {
    uint64_t count = s->columns->count;
    *begin = (uint32_t)(count * block / s->grid->workers);
    *end = (uint32_t)(count * (block + 1) / s->grid->workers);
}

static wi_bounds join(wi_bounds a, wi_bounds b) {
    return (wi_bounds){{wi_min(a.min.x, b.min.x), wi_min(a.min.y, b.min.y)},
                       {wi_max(a.max.x, b.max.x), wi_max(a.max.y, b.max.y)},
                       a.agents + b.agents};
}

static inline void stretch(wi_bounds *b, float x, float y) {
    b->min = wi_vec(wi_min(b->min.x, x), wi_min(b->min.y, y));
    b->max = wi_vec(wi_max(b->max.x, x), wi_max(b->max.y, y));
    b->agents++;
}

static void find_bounds(void *work, uint32_t block, uint32_t worker) {
    (void)worker;
    const sorter *s = work;
    const wi_columns *c = s->columns;
    wi_bounds *bounds = s->grid->bounds + (size_t)block * s->grid->levels;
    for (uint32_t level = 0; level < s->grid->levels; level++) bounds[level] = nobody;
    uint32_t begin, end;
    block_rows(s, block, &begin, &end);
    if (s->grid->levels == 1) {
        wi_bounds one = nobody, two = nobody; // two at a time hide the latency of a minimum
        uint32_t row = begin;
        for (; row + 1 < end; row += 2) {
            stretch(&one, c->x[row], c->y[row]);
            stretch(&two, c->x[row + 1], c->y[row + 1]);
        }
        if (row < end) stretch(&one, c->x[row], c->y[row]);
        bounds[0] = join(one, two);
        return;
    }
    for (uint32_t row = begin; row < end; row++) stretch(&bounds[c->role[row].level], c->x[row], c->y[row]);
}

static wi_bounds join_bounds(const wi_grid *grid, uint32_t level) {
    wi_bounds all = nobody;
    for (uint32_t block = 0; block < grid->workers; block++)
        all = join(all, grid->bounds[(size_t)block * grid->levels + level]);
    return all;
}

// At first the crowd is taken to be spread evenly; from then on the cells of the last sort tell.
static void first_area(wi_grid *grid, uint32_t agents) {
    float area = 0.0f;
    for (uint32_t level = 0; level < grid->levels; level++) {
        wi_bounds b = join_bounds(grid, level);
        if (b.agents > 0) area += (b.max.x - b.min.x + 1.0f) * (b.max.y - b.min.y + 1.0f);
    }
    grid->area = wi_clamp(COMPANY * area / (float)agents, LEAST_AREA, MOST_AREA);
}

// A plane that would need more cells than this for its agents is folded.
static float most_cells(uint32_t agents) { return 2.0f * (float)agents + 256.0f; }

static wi_plane lay_plane(const wi_grid *grid, wi_bounds b, uint32_t first) {
    if (b.agents == 0) return (wi_plane){.first = first};
    float columns = (float)wi_floor((b.max.x - b.min.x) * grid->per_width) + 1.0f;
    float strips = (float)wi_floor((b.max.y - b.min.y) * grid->per_height) + 1.0f;
    float most = most_cells(b.agents);
    bool folded = columns * strips > most;
    if (folded) {
        float narrow = wi_min(strips, wi_sqrt(most));
        columns = wi_min(columns, most / narrow);
        strips = wi_min(strips, most / columns);
    }
    return (wi_plane){b.min.x, b.min.y, (int32_t)columns, (int32_t)strips, first, folded};
}

static void lay_planes(wi_grid *grid, uint32_t agents) {
    if (grid->area == 0.0f) first_area(grid, agents);
    grid->height = wi_sqrt(ASPECT * grid->area);
    grid->width = grid->height / ASPECT;
    grid->per_width = 1.0f / grid->width;
    grid->per_height = 1.0f / grid->height;
    grid->cell_count = 0;
    for (uint32_t level = 0; level < grid->levels; level++) {
        wi_plane plane = lay_plane(grid, join_bounds(grid, level), grid->cell_count);
        grid->plane[level] = plane;
        grid->cell_count += (uint32_t)plane.columns * (uint32_t)plane.strips;
    }
}

static bool reserve_cells(wi_grid *grid, wi_memory *memory) {
    if (grid->cell_count <= grid->cell_capacity) return true;
    uint32_t capacity = grid->cell_count + grid->cell_count / 4;
    uint32_t *start = wi_memory_take(memory, (size_t)capacity + 1, sizeof *start);
    uint32_t *histogram = wi_memory_take(memory, (size_t)capacity * grid->workers, sizeof *histogram);
    if (start == NULL || histogram == NULL) {
        wi_memory_give(memory, start, (size_t)capacity + 1, sizeof *start);
        wi_memory_give(memory, histogram, (size_t)capacity * grid->workers, sizeof *histogram);
        return false;
    }
    wi_memory_give(memory, grid->start, (size_t)grid->cell_capacity + 1, sizeof *grid->start);
    wi_memory_give(memory, grid->histogram, (size_t)grid->cell_capacity * grid->workers, sizeof *grid->histogram);
    grid->start = start;
    grid->histogram = histogram;
    grid->cell_capacity = capacity;
    return true;
}

static void count_cells(void *work, uint32_t block, uint32_t worker) {
    (void)worker;
    const sorter *s = work;
    const wi_columns *c = s->columns;
    uint32_t *histogram = s->grid->histogram + (size_t)block * s->grid->cell_count;
    memset(histogram, 0, s->grid->cell_count * sizeof *histogram);
    uint32_t begin, end;
    block_rows(s, block, &begin, &end);
    bool one_level = s->grid->levels == 1;
    for (uint32_t row = begin; row < end; row++) {
        const wi_plane *plane = &s->grid->plane[one_level ? 0 : c->role[row].level];
        uint32_t cell = wi_grid_cell(s->grid, plane, c->x[row], c->y[row]);
        s->cell[row] = cell;
        histogram[cell]++;
    }
}

// Turns counts into places, and learns from the company in the cells how large the next ones should be.
static void place_cells(wi_grid *grid, uint32_t agents) {
    uint32_t sum = 0;
    uint64_t company = 0;
    for (uint32_t cell = 0; cell < grid->cell_count; cell++) {
        uint32_t begin = sum;
        grid->start[cell] = begin;
        for (uint32_t block = 0; block < grid->workers; block++) {
            uint32_t *slot = grid->histogram + (size_t)block * grid->cell_count + cell;
            uint32_t here = *slot;
            *slot = sum;
            sum += here;
        }
        uint64_t here = sum - begin;
        company += here * here;
    }
    grid->start[grid->cell_count] = sum;
    float others = (float)(company - sum) / (float)agents;
    if (others > 1.5f * COMPANY || others < COMPANY / 1.5f)
        grid->area = wi_clamp(grid->area * COMPANY / wi_max(others, COMPANY / 16.0f), LEAST_AREA, MOST_AREA);
}

static void place_rows(void *work, uint32_t block, uint32_t worker) {
    (void)worker;
    const sorter *s = work;
    uint32_t *place = s->grid->histogram + (size_t)block * s->grid->cell_count;
    uint32_t begin, end;
    block_rows(s, block, &begin, &end);
    for (uint32_t row = begin; row < end; row++) s->order[place[s->cell[row]]++] = row;
}

static void sift(uint64_t *serial, uint32_t *order, uint32_t root, uint32_t count) {
    for (uint32_t child; (child = 2 * root + 1) < count; root = child) {
        if (child + 1 < count && serial[child + 1] > serial[child]) child++;
        if (serial[root] >= serial[child]) return;
        uint64_t s = serial[root];
        uint32_t o = order[root];
        serial[root] = serial[child], order[root] = order[child];
        serial[child] = s, order[child] = o;
    }
}

static void heap_sort(uint64_t *serial, uint32_t *order, uint32_t count) {
    for (uint32_t root = count / 2; root-- > 0;) sift(serial, order, root, count);
    for (uint32_t last = count; last-- > 1;) {
        uint64_t s = serial[0];
        uint32_t o = order[0];
        serial[0] = serial[last], order[0] = order[last];
        serial[last] = s, order[last] = o;
        sift(serial, order, 0, last);
    }
}

static void sort_by_serial(uint64_t *serial, uint32_t *order, uint32_t count) {
    if (count > 32) {
        heap_sort(serial, order, count);
        return;
    }
    for (uint32_t i = 1; i < count; i++) {
        uint64_t s = serial[i];
        uint32_t o = order[i], j = i;
        for (; j > 0 && serial[j - 1] > s; j--) serial[j] = serial[j - 1], order[j] = order[j - 1];
        serial[j] = s, order[j] = o;
    }
}

// Brings the serials of a range of cells into the spare column, each cell in order.
static void order_cells(void *work, uint32_t block, uint32_t worker) {
    (void)worker;
    const sorter *s = work;
    const wi_grid *grid = s->grid;
    uint32_t first = (uint32_t)((uint64_t)grid->cell_count * block / grid->workers);
    uint32_t last = (uint32_t)((uint64_t)grid->cell_count * (block + 1) / grid->workers);
    uint64_t *serial = s->columns->spare8;
    for (uint32_t i = grid->start[first]; i < grid->start[last]; i++) serial[i] = s->columns->serial[s->order[i]];
    for (uint32_t cell = first; cell < last; cell++) {
        uint32_t begin = grid->start[cell], end = grid->start[cell + 1];
        for (uint32_t i = begin + 1; i < end; i++) {
            if (serial[i - 1] < serial[i]) continue;
            sort_by_serial(serial + begin, s->order + begin, end - begin);
            break;
        }
    }
}

static void move_rows(void *work, uint32_t chunk, uint32_t worker) {
    (void)worker;
    const sorter *s = work;
    uint32_t begin, end;
    wi_chunk_rows(chunk, s->columns->count, &begin, &end);
    const uint32_t *order = s->order;
    const char *from = s->from;
    char *to = s->to;
    // Constant sizes, so that each copy is one load and one store.
    if (s->size == 4)
        for (uint32_t i = begin; i < end; i++) memcpy(to + 4 * (size_t)i, from + 4 * (size_t)order[i], 4);
    else if (s->size == 8)
        for (uint32_t i = begin; i < end; i++) memcpy(to + 8 * (size_t)i, from + 8 * (size_t)order[i], 8);
    else
        for (uint32_t i = begin; i < end; i++) memcpy(to + 16 * (size_t)i, from + 16 * (size_t)order[i], 16);
}

static void **spare_of(wi_columns *c, uint32_t size) {
    return size == 4 ? (void **)&c->spare4 : size == 8 ? (void **)&c->spare8 : (void **)&c->spare16;
}

// Each column is moved through the spare column of its size and then trades places with it; serials are moved already.
static void move_columns(sorter *s) {
    wi_columns *c = s->columns;
    uint64_t *serial = c->serial;
    c->serial = c->spare8;
    c->spare8 = serial;
    for (uint32_t i = 0; i < wi_column_count; i++) {
        const wi_column *column = &wi_column_table[i];
        void **state = wi_column_at(c, column), **spare = spare_of(c, column->size);
        if (!*state || state == (void **)&c->serial) continue;
        s->from = *state;
        s->to = *spare;
        s->size = column->size;
        wi_world_run(s->world, move_rows, s);
        *spare = *state;
        *state = s->to;
    }
}

static bool list_big(wend_world *world) {
    if (world->big_count == 0) return true;
    if (!wi_memory_grow(&world->memory, (void **)&world->big, &world->big_capacity, world->big_count, sizeof(uint32_t)))
        return false;
    uint32_t listed = 0;
    for (uint32_t row = 0; row < world->columns.count; row++)
        if (world->columns.form[row].radius > WEND_BIG_RADIUS) world->big[listed++] = row;
    return true;
}

bool wi_world_sort(wend_world *world) {
    wi_columns *c = &world->columns;
    wi_grid *grid = &world->grid;
    world->sorted = 0;
    world->stray_count = 0;
    world->tidy = true;
    if (c->count == 0) {
        grid->cell_count = 0;
        for (uint32_t level = 0; level < grid->levels; level++) grid->plane[level] = (wi_plane){0};
        return true;
    }
    sorter s = {.world = world, .columns = c, .grid = grid};
    s.order = c->scratch;
    s.cell = s.order + c->capacity;
    wi_jobs_run(&world->jobs, grid->workers, find_bounds, &s);
    lay_planes(grid, c->count);
    if (!reserve_cells(grid, &world->memory)) return false;
    wi_jobs_run(&world->jobs, grid->workers, count_cells, &s);
    place_cells(grid, c->count);
    wi_jobs_run(&world->jobs, grid->workers, place_rows, &s);
    wi_jobs_run(&world->jobs, grid->workers, order_cells, &s);
    world->lookup.valid = false;
    move_columns(&s);
    if (!list_big(world)) return false;
    world->sorted = c->count;
    return true;
}
