// Loading a saved world; see saved.h for the form. Whatever the bytes are: nothing in them is believed before it was
// checked, even where the checksum is right.
#include "steer/ellipse_method.h"
#include "world/file.h"
#include "world/row.h"
#include "world/saved.h"

#define SIZE_LEAST (sizeof(wi_saved_head) + sizeof(uint64_t)) // of an empty world

// A host may add agents for longer than any run lasts before serials go round.
#define SERIAL_MOST (UINT64_MAX / 2)

// What is still to be read.
typedef struct reader {
    const unsigned char *at;
    size_t left;
} reader;

static void get(reader *in, void *to, size_t size) {
    if (size > 0) memcpy(to, in->at, size); // an empty world has no columns yet
    in->at += size;
    in->left -= size;
}

static wend_result check_magic(const unsigned char *bytes, uint64_t size, wend_error *error) {
    size_t seen = size < WI_SAVED_MAGIC_SIZE ? (size_t)size : WI_SAVED_MAGIC_SIZE;
    if (memcmp(bytes, wi_saved_magic, seen) == 0) return WEND_OK;
    return wi_fail(error, WEND_BAD_FILE, "this is not a saved world; it must come from wend_world_save()");
}

static wend_result check_size(uint64_t size, uint64_t right, wend_error *error) {
    if (size == right) return WEND_OK;
    return wi_fail(error, WEND_BAD_FILE, "the saved world is %s: it has %llu bytes, must have %llu",
                   size < right ? "truncated" : "altered", (unsigned long long)size, (unsigned long long)right);
}

// Looks at the first bytes of a file of `size` bytes: as many as there are, up to those of a head.
static wend_result check_head(const unsigned char *bytes, uint64_t size, wi_saved_head *head, wend_error *error) {
    wend_result result = check_magic(bytes, size, error);
    if (result == WEND_OK && size < SIZE_LEAST) result = check_size(size, SIZE_LEAST, error);
    if (result != WEND_OK) return result;
    memcpy(head, bytes, sizeof *head);
    if (head->version != WI_SAVED_VERSION)
        return wi_fail(error, WEND_BAD_FILE, "the world was saved in version %llu of the form, this library reads %d",
                       (unsigned long long)head->version, WI_SAVED_VERSION);
    if (head->columns != wi_column_hash())
        return wi_fail(error, WEND_BAD_FILE,
                       "the world was saved by a library whose agents have other columns (%016llx, here %016llx); load "
                       "it with that one",
                       (unsigned long long)head->columns, (unsigned long long)wi_column_hash());
    return check_size(size, head->size, error);
}

static wend_result check_checksum(const unsigned char *bytes, size_t size, wend_error *error) {
    uint64_t checksum;
    memcpy(&checksum, bytes + size - sizeof checksum, sizeof checksum);
    if (checksum == wi_saved_checksum(bytes, size - sizeof checksum)) return WEND_OK;
    return wi_fail(error, WEND_BAD_FILE, "the saved world is altered: its checksum is wrong; use another copy");
}

static wend_result check_scene(const wi_saved_head *head, const wend_scene *scene, wend_error *error) {
    if (head->scene == scene->hash) return WEND_OK;
    return wi_fail(error, WEND_BAD_FILE,
                   "the world was saved over another scene (%016llx, this one is %016llx); load it over an equal one",
                   (unsigned long long)head->scene, (unsigned long long)scene->hash);
}

static wend_result check_state(const wi_saved_head *head, const wend_scene *scene, size_t left, wend_error *error) {
    if (!(head->step >= WI_STEP_MIN && head->step <= WI_STEP_MAX))
        return wi_fail(error, WEND_BAD_FILE, "the saved step is %g s, must lie between 0.001 and 1",
                       (double)head->step);
    uint64_t optional = wi_minds_columns(&scene->program) | 1u << WI_COLUMN_TIES;
    if (scene->program.is.site_count > 0) optional |= 1u << WI_COLUMN_UNKNOWN;
    uint64_t ways = 1u << WI_COLUMN_WAY | 1u << WI_COLUMN_AIM, memory = 1u << WI_COLUMN_MEMORY, fixed = ways | memory;
    uint64_t expected = (scene->map.cell_count > 0 ? ways : 0) | (scene->memory_stride > 0 ? memory : 0);
    if (scene->any_stress) optional |= 1u << WI_COLUMN_MOOD;
    if ((head->optional & ~(optional | fixed)) || (head->optional & fixed) != expected)
        return wi_fail(error, WEND_BAD_FILE, "the mark of optional columns is %llu, which the scene cannot have",
                       (unsigned long long)head->optional);
    if (head->next_serial == 0 || head->next_serial > SERIAL_MOST)
        return wi_fail(error, WEND_BAD_FILE, "the saved next serial is %llu, must lie between 1 and %llu",
                       (unsigned long long)head->next_serial, (unsigned long long)SERIAL_MOST);
    if (head->added < head->removed || head->added - head->removed != head->agents)
        return wi_fail(error, WEND_BAD_FILE, "of %llu agents added %llu are saved as removed, yet %u as still there",
                       (unsigned long long)head->added, (unsigned long long)head->removed, head->agents);
    if (left < wi_saved_changes_size(scene) ||
        head->agents > (left - wi_saved_changes_size(scene)) / wi_saved_row_size(head->optional))
        return wi_fail(error, WEND_BAD_FILE, "%u agents are more than the %zu bytes of the saved world hold",
                       head->agents, left);
    return WEND_OK;
}

static void take_state(wend_world *world, const wi_saved_head *head) {
    wend_stats *stats = &world->stats;
    world->def.seed = head->seed;
    world->def.step = head->step;
    world->next_serial = head->next_serial;
    stats->tick = head->tick;
    stats->added = head->added;
    stats->removed = head->removed;
    stats->arrived = head->arrived;
    stats->collided = head->collided;
    stats->corrected_walls = head->corrected_walls;
    stats->corrected_nonfinite = head->corrected_nonfinite;
    stats->corrected_speed = head->corrected_speed;
}

// Of the optional columns those that the file has; there may be others, which are zero.
static void read_columns(wend_world *world, const wi_saved_head *head, reader *in) {
    uint64_t optional = head->optional;
    for (uint32_t c = 0; c < wi_column_count; c++) {
        const wi_column *column = &wi_column_table[c];
        bool there = !column->optional || (optional & 1) != 0;
        if (column->optional) optional >>= 1;
        if (!column->derived && there)
            get(in, *wi_column_at(&world->columns, column), (size_t)head->agents * column->size);
    }
}

static wend_result check_serial(const wend_world *world, uint32_t row, wend_error *error) {
    const uint64_t *serial = world->columns.serial;
    uint64_t least = row == 0 ? 1 : serial[row - 1] + 1;
    if (serial[row] >= least && serial[row] < world->next_serial) return WEND_OK;
    return wi_fail(error, WEND_BAD_FILE, "its serial must lie between %llu and %llu", (unsigned long long)least,
                   (unsigned long long)world->next_serial - 1);
}

// What an agent has apart from the columns is there.
static wend_result check_own(const wend_scene *scene, const wend_role *role, const reader *in, wend_error *error) {
    const wend_model *model = scene->profiles[role->profile].is.model;
    if (role->params > 1)
        return wi_fail(error, WEND_BAD_FILE, "it has %u sets of own parameters, must have none or one", role->params);
    if (in->left < wi_saved_own_size(model, role->params == 1))
        return wi_fail(error, WEND_BAD_FILE, "its own parameters, or what its model remembers, are missing");
    return WEND_OK;
}

static wend_result read_params(const wend_model *model, void *block, reader *in, wend_error *error) {
    size_t offset;
    for (uint32_t p = 0; p < wi_block_param_count(model); p++) {
        float value;
        get(in, &value, sizeof value);
        wend_result result = wi_block_set(model, block, wi_block_param(model, p, &offset)->name, value, error);
        if (result != WEND_OK) return result;
    }
    return WEND_OK;
}

static wend_result read_own(wend_world *world, uint32_t row, reader *in, wend_error *error) {
    if (!wi_params_reserve(world, 1)) return wi_fail(error, WEND_NO_MEMORY, "no memory for its own parameters");
    const wend_model *model = wi_world_model(world, row);
    unsigned char *block = wi_params_own(world, row);
    wend_result result = read_params(model, block, in, error);
    if (result == WEND_OK && !wi_world_note_habits(world, block))
        result = wi_fail(error, WEND_NO_MEMORY, "no memory for what its habits need");
    return result;
}

static wend_result read_doors(wend_world *world, reader *in, wend_error *error) {
    for (uint32_t i = 0; i < world->walls.door_count; i++) {
        unsigned char open;
        get(in, &open, 1);
        if (open > 1) return wi_fail(error, WEND_BAD_FILE, "saved door %u is %u, must be 0 or 1", i, open);
        world->door_open[i] = open == 1;
    }
    return WEND_OK;
}

static void read_raised(wend_world *world, reader *in) {
    get(in, world->minds.raised, world->scene->program.slot_count * sizeof *world->minds.raised);
}

static wend_result read_waits(wend_world *world, reader *in, wend_error *error) {
    float *wait = world->routes.wait;
    uint32_t edges = wait ? world->scene->map.edge_count : 0;
    get(in, wait, edges * sizeof *wait);
    for (uint32_t i = 0; i < edges; i++)
        if (!(wait[i] >= 0.0f && wait[i] <= 1e4f))
            return wi_fail(error, WEND_BAD_FILE, "saved wait at edge %u is %g s, must be 0 to 10000", i,
                           (double)wait[i]);
    return WEND_OK;
}

static wend_result read_changes(wend_world *world, reader *in, wend_error *error) {
    const wend_scene *scene = world->scene;
    wend_result result = read_doors(world, in, error);
    if (result == WEND_OK) read_raised(world, in);
    if (result == WEND_OK) result = read_waits(world, in, error);
    for (uint32_t i = 0; result == WEND_OK && i < scene->profile_count; i++) {
        wend_error inner;
        void *block = world->params.block + (size_t)i * scene->params_stride;
        if (read_params(scene->profiles[i].is.model, block, in, &inner) == WEND_OK) {
            if (wi_world_note_habits(world, block)) continue;
            return wi_fail(error, WEND_NO_MEMORY, "no memory for what the habits of profile %u need", i);
        }
        result = wi_fail(error, WEND_BAD_FILE, "saved profile %u: %s", i, inner.text);
    }
    return result;
}

// Takes in the next row, which lies where it belongs but is not counted yet.
static wend_result take_row(wend_world *world, reader *in, wend_error *error) {
    uint32_t row = world->columns.count;
    wi_row values = wi_row_read(&world->columns, row);
    wend_result result = check_serial(world, row, error);
    if (result == WEND_OK) result = wi_row_check(world->scene, &values, error);
    if (result == WEND_OK) result = wi_mind_check(world, row, error);
    if (result == WEND_OK) result = check_own(world->scene, &values.role, in, error);
    if (result != WEND_OK) return result;
    wi_row_append(world, &values);
    if (values.role.params == 1) result = read_own(world, row, in, error);
    if (result == WEND_OK) get(in, wi_saved_memory(world, row), wi_world_model(world, row)->memory_size);
    if (result == WEND_OK) wi_ellipse_method_note(world, row);
    return result;
}

static wend_result take_rows(wend_world *world, uint32_t agents, reader *in, wend_error *error) {
    while (world->columns.count < agents) {
        uint64_t serial = world->columns.serial[world->columns.count];
        wend_error inner;
        wend_result result = take_row(world, in, &inner);
        if (result == WEND_OK) continue;
        return wi_fail(error, result == WEND_NO_MEMORY ? result : WEND_BAD_FILE, "saved agent %llu: %s",
                       (unsigned long long)serial, inner.text);
    }
    return in->left == 0
               ? WEND_OK
               : wi_fail(error, WEND_BAD_FILE, "the saved world has %zu bytes that belong to nothing", in->left);
}

// And room for what minds may need later, as it was made when the agents came.
static bool add_columns(wend_world *world, uint64_t optional) {
    bool room = true;
    for (uint32_t bit = 0; bit < WI_COLUMN_OPTIONAL; bit++)
        if (optional >> bit & 1) room &= wi_columns_add_optional(&world->columns, &world->memory, bit);
    return room && (!(optional >> WI_COLUMN_MIND & 1) || wi_minds_reserve(world, world->columns.capacity));
}

static wend_result fill(wend_world *world, const wi_saved_head *head, reader in, wend_error *error) {
    wend_result result = check_scene(head, world->scene, error);
    if (result == WEND_OK) result = check_state(head, world->scene, in.left, error);
    if (result != WEND_OK) return result;
    if (!wi_world_reserve(world, head->agents) || !wi_routes_reserve(world, head->agents) ||
        !add_columns(world, head->optional))
        return wi_fail(error, WEND_NO_MEMORY, "no memory for a saved world of %u agents", head->agents);
    take_state(world, head);
    result = read_changes(world, &in, error);
    if (result != WEND_OK) return result;
    read_columns(world, head, &in);
    return take_rows(world, head->agents, &in, error);
}

wend_result wend_world_load_bytes(const wend_world_def *def, const void *bytes, size_t size, wend_world **world,
                                  wend_error *error) {
    if (!world) return wi_fail(error, WEND_BAD_ARGUMENT, "there is nowhere to put the world (NULL)");
    *world = NULL;
    if (!bytes) return wi_fail(error, WEND_BAD_ARGUMENT, "there are no bytes to load from (NULL)");
    wi_saved_head head;
    wend_result result = check_head(bytes, size, &head, error);
    if (result == WEND_OK) result = check_checksum(bytes, size, error);
    wend_world *made = NULL;
    if (result == WEND_OK) result = wend_world_create(def, &made, error);
    if (result != WEND_OK) return result;
    reader in = {(const unsigned char *)bytes + sizeof head, size - SIZE_LEAST};
    result = fill(made, &head, in, error);
    if (result == WEND_OK)
        *world = made;
    else
        wend_world_destroy(made);
    return result;
}

static wend_result load_file(const wend_world_def *def, const char *path, wend_world **world, wend_error *error) {
    unsigned char first[sizeof(wi_saved_head)] = {0};
    wi_saved_head head;
    uint64_t size;
    wend_result result = wi_file_read(path, first, sizeof first, &size, error);
    if (result == WEND_OK) result = check_head(first, size, &head, error); // before there is memory for all of it
    if (result != WEND_OK) return result;
    wi_memory memory = wi_memory_from(def->allocator);
    void *bytes = size <= SIZE_MAX ? wi_memory_take(&memory, (size_t)size, 1) : NULL;
    if (!bytes)
        return wi_fail(error, WEND_NO_MEMORY, "no memory to load a world of %llu bytes", (unsigned long long)size);
    uint64_t size_now;
    result = wi_file_read(path, bytes, (size_t)size, &size_now, error);
    if (result == WEND_OK && size_now != size) result = check_size(size_now, size, error);
    if (result == WEND_OK) result = wend_world_load_bytes(def, bytes, (size_t)size, world, error);
    wi_memory_give(&memory, bytes, (size_t)size, 1);
    return result;
}

wend_result wend_world_load(const wend_world_def *def, const char *path, wend_world **world, wend_error *error) {
    if (!world) return wi_fail(error, WEND_BAD_ARGUMENT, "there is nowhere to put the world (NULL)");
    *world = NULL;
    if (!def || def->cookie != WI_COOKIE)
        return wi_fail(error, WEND_BAD_ARGUMENT, "the world definition must come from wend_world_default()");
    if (!path || !*path) return wi_fail(error, WEND_BAD_ARGUMENT, "there is no path to load from");
    wend_error inner;
    wend_result result = load_file(def, path, world, &inner);
    if (result == WEND_BAD_FILE) return wi_fail(error, result, "`%.80s`: %s", path, inner.text);
    if (result != WEND_OK && error) *error = inner;
    return result;
}
