// Sums of ellipses in files.
#include "world/tables.h"

#include "base/beside.h"
#include "world/file.h"
#include "world/world.h"

#define BYTES_MAX (10u << 20) // more than a full table has

// A slip in a command line must not cost anybody a file. An empty one holds nothing to lose.
static wend_result refuse_foreign(const char *path, wend_error *error) {
    unsigned char first[WI_TABLE_MAGIC_SIZE];
    uint64_t size;
    wend_result result = wi_file_read(path, first, sizeof first, &size, error);
    if (result == WEND_NOT_FOUND) return WEND_OK;
    if (result || size == 0 || wi_ellipse_table_is(first, size)) return result;
    return wi_fail(error, WEND_BAD_FILE, "`%.100s` is no table of sums and is not replaced; name another file for it",
                   path);
}

wend_result wi_tables_check_file(const char *path, wend_error *error) {
    wend_result result = wi_beside_check(path, error);
    return result ? result : refuse_foreign(path, error);
}

bool wi_tables_are_there(const char *path) {
    unsigned char first[WI_TABLE_MAGIC_SIZE];
    uint64_t size;
    return wi_file_read(path, first, sizeof first, &size, NULL) == WEND_OK && wi_ellipse_table_is(first, size);
}

bool wi_world_uses_tables(const wend_world *world) { return world->tables != 0; }
bool wi_world_made_tables(const wend_world *world) { return world->ellipses.made > 0; }
size_t wi_world_table_bytes_used(const wend_world *world) { return wi_ellipse_table_bytes_used(&world->ellipses); }

wend_result wend_world_save_tables(const wend_world *world, const char *path, wend_error *error) {
    wend_result result = wi_world_refuse_busy(world, error);
    if (result) return result;
    if (!path) return wi_fail(error, WEND_BAD_ARGUMENT, "there is no path to save to (NULL)");
    result = wi_tables_check_file(path, error);
    if (result) return result;
    wi_memory memory = world->memory;
    size_t size;
    void *bytes = wi_ellipse_table_write(&world->ellipses, &memory, &size);
    if (!bytes) return wi_fail(error, WEND_NO_MEMORY, "no memory to save tables (%zu bytes)", size);
    result = wi_file_write(path, bytes, size, error);
    wi_memory_give(&memory, bytes, size, 1);
    return result;
}

static wend_result read_whole(wi_memory *memory, const char *path, unsigned char **bytes, size_t *size,
                              wend_error *error) {
    unsigned char first;
    uint64_t there;
    wend_result result = wi_file_read(path, &first, 1, &there, error);
    if (result) return result;
    if (there > BYTES_MAX)
        return wi_fail(error, WEND_BAD_FILE, "the file has %llu bytes, a table has at most %u",
                       (unsigned long long)there, BYTES_MAX);
    *size = (size_t)there;
    *bytes = wi_memory_take(memory, *size + 1, 1);
    if (!*bytes) return wi_fail(error, WEND_NO_MEMORY, "no memory to load tables (%zu bytes)", *size);
    result = wi_file_read(path, *bytes, *size, &there, error);
    if (!result && there != *size) result = wi_fail(error, WEND_BAD_FILE, "the file changed while it was read");
    return result;
}

wend_result wend_world_load_tables(wend_world *world, const char *path, wend_error *error) {
    wend_result result = wi_world_refuse_busy(world, error);
    if (result) return result;
    if (!path) return wi_fail(error, WEND_BAD_ARGUMENT, "there is no path to load from (NULL)");
    unsigned char *bytes = NULL;
    size_t size = 0;
    result = read_whole(&world->memory, path, &bytes, &size, error);
    if (!result) result = wi_ellipse_table_read(&world->ellipses, &world->memory, bytes, size, error);
    if (bytes) wi_memory_give(&world->memory, bytes, size + 1, 1);
    return result;
}
