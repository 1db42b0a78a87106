// Saving a world; see saved.h for the form.
#include "base/hash.h"
#include "base/sort.h"
#include "world/file.h"
#include "world/saved.h"

const unsigned char wi_saved_magic[WI_SAVED_MAGIC_SIZE] = {0x89, 'W', 'E', 'N', 'D', '\r', '\n', 0x1a};

size_t wi_saved_row_size(uint64_t optional) {
    size_t size = 0;
    for (uint32_t c = 0; c < wi_column_count; c++) {
        const wi_column *column = &wi_column_table[c];
        bool there = !column->optional || (optional & 1) != 0;
        if (column->optional) optional >>= 1;
        if (!column->derived && there) size += column->size;
    }
    return size;
}

size_t wi_saved_changes_size(const wend_scene *scene) {
    size_t size = scene->walls.door_count + scene->program.slot_count * sizeof(uint32_t);
    if (scene->congestion) size += scene->map.edge_count * sizeof(float);
    for (uint32_t i = 0; i < scene->profile_count; i++)
        size += wi_block_param_count(scene->profiles[i].is.model) * sizeof(float);
    return size;
}

uint64_t wi_saved_checksum(const void *bytes, size_t size) { return wi_hash_bytes(WI_SAVED_VERSION, bytes, size); }

static size_t saved_size(const wend_world *world) {
    size_t size = sizeof(wi_saved_head) + wi_saved_changes_size(world->scene) +
                  world->columns.count * wi_saved_row_size(wi_columns_optional(&world->columns)) + sizeof(uint64_t);
    for (uint32_t row = 0; row < world->columns.count; row++)
        size += wi_saved_own_size(wi_world_model(world, row), wi_params_has_own(world, row));
    return size;
}

static wi_saved_head make_head(const wend_world *world, size_t size) {
    const wend_stats *stats = &world->stats;
    wi_saved_head head = {
        .version = WI_SAVED_VERSION,
        .columns = wi_column_hash(),
        .scene = world->scene->hash,
        .size = size,
        .seed = world->def.seed,
        .tick = stats->tick,
        .next_serial = world->next_serial,
        .added = stats->added,
        .removed = stats->removed,
        .arrived = stats->arrived,
        .collided = stats->collided,
        .corrected_walls = stats->corrected_walls,
        .corrected_nonfinite = stats->corrected_nonfinite,
        .corrected_speed = stats->corrected_speed,
        .optional = wi_columns_optional(&world->columns),
        .step = world->def.step,
        .agents = world->columns.count,
    };
    memcpy(head.magic, wi_saved_magic, sizeof head.magic);
    return head;
}

static unsigned char *put(unsigned char *at, const void *from, size_t size) {
    if (size > 0) memcpy(at, from, size);
    return at + size;
}

static unsigned char *put_role(unsigned char *at, const wend_world *world, uint32_t row) {
    wend_role role = world->columns.role[row];
    role.params = wi_params_has_own(world, row);
    return put(at, &role, sizeof role);
}

static unsigned char *put_column(unsigned char *at, const wend_world *world, const wi_column *column,
                                 const uint32_t *order) {
    const unsigned char *element = *wi_column_at(&world->columns, column);
    for (uint32_t i = 0; i < world->columns.count; i++) {
        if (wi_saved_is_role(column))
            at = put_role(at, world, order[i]);
        else
            at = put(at, element + (size_t)order[i] * column->size, column->size);
    }
    return at;
}

static unsigned char *put_params(unsigned char *at, const wend_model *model, const unsigned char *block) {
    size_t offset;
    for (uint32_t p = 0; wi_block_param(model, p, &offset); p++) at = put(at, block + offset, sizeof(float));
    return at;
}

static unsigned char *put_own(unsigned char *at, const wend_world *world, uint32_t row) {
    const wend_model *model = wi_world_model(world, row);
    if (wi_params_has_own(world, row)) at = put_params(at, model, wi_saved_params(world, row));
    return put(at, wi_saved_memory(world, row), model->memory_size);
}

static unsigned char *put_changes(unsigned char *at, const wend_world *world) {
    const wend_scene *scene = world->scene;
    for (uint32_t i = 0; i < world->walls.door_count; i++) *at++ = world->door_open[i];
    at = put(at, world->minds.raised, scene->program.slot_count * sizeof *world->minds.raised);
    if (scene->congestion) at = put(at, world->routes.wait, scene->map.edge_count * sizeof(float));
    for (uint32_t i = 0; i < scene->profile_count; i++)
        at = put_params(at, scene->profiles[i].is.model, world->params.block + (size_t)i * scene->params_stride);
    return at;
}

static void put_world(unsigned char *bytes, size_t size, const wend_world *world, const uint32_t *order) {
    wi_saved_head head = make_head(world, size);
    unsigned char *at = put_changes(put(bytes, &head, sizeof head), world);
    for (uint32_t c = 0; c < wi_column_count; c++)
        if (!wi_column_table[c].derived && *wi_column_at(&world->columns, &wi_column_table[c]))
            at = put_column(at, world, &wi_column_table[c], order);
    for (uint32_t i = 0; i < world->columns.count; i++) at = put_own(at, world, order[i]);
    uint64_t checksum = wi_saved_checksum(bytes, (size_t)(at - bytes));
    put(at, &checksum, sizeof checksum);
}

static bool serial_before(const void *context, uint32_t a, uint32_t b) {
    const uint64_t *serial = context;
    return serial[a] < serial[b];
}

// In the order of serials, which does not change when rows are sorted anew: equal worlds give equal bytes.
static void order_rows(uint32_t *order, const wend_world *world) {
    uint32_t count = world->columns.count;
    for (uint32_t row = 0; row < count; row++) order[row] = row;
    wi_sort(order, order + count, count, serial_before, world->columns.serial);
}

wend_result wend_world_save_bytes(const wend_world *world, void **bytes, size_t *size, wend_error *error) {
    wend_result result = wi_world_refuse_busy(world, error);
    if (result != WEND_OK) return result;
    if (!bytes || !size)
        return wi_fail(error, WEND_BAD_ARGUMENT, "there is nowhere to put the bytes or their size (NULL)");
    *bytes = NULL;
    *size = 0;
    wi_memory memory = wi_memory_from(world->memory.allocator);
    size_t room = 2 * (size_t)world->columns.count, whole = saved_size(world);
    uint32_t *order = wi_memory_take(&memory, room, sizeof *order);
    // The host gives this block back itself, so it comes from the allocator as it is.
    void *saved = order ? memory.allocator.resize(memory.allocator.user, NULL, 0, whole) : NULL;
    if (saved) {
        order_rows(order, world);
        put_world(saved, whole, world, order);
        *bytes = saved;
        *size = whole;
    }
    wi_memory_give(&memory, order, room, sizeof *order);
    return saved ? WEND_OK : wi_fail(error, WEND_NO_MEMORY, "no memory to save a world (%zu bytes)", whole);
}

wend_result wend_world_save(const wend_world *world, const char *path, wend_error *error) {
    if (!path || !*path) return wi_fail(error, WEND_BAD_ARGUMENT, "there is no path to save to");
    void *bytes;
    size_t size;
    wend_result result = wend_world_save_bytes(world, &bytes, &size, error);
    if (result != WEND_OK) return result;
    result = wi_file_write(path, bytes, size, error);
    const wend_allocator *allocator = &world->memory.allocator;
    allocator->resize(allocator->user, bytes, size, 0);
    return result;
}
