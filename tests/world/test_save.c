// Saving and loading: what comes back, and what becomes of files when something fails. What the loader refuses is in
// test_load.c.
#include "support/failing_allocator.h"
#include "support/mixed_world.h"
#include "support/stage.h"
#include "world/saved.h"

#include <dirent.h>
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#define AGENTS 24

typedef struct saved {
    void *bytes;
    size_t size;
} saved;

static saved save(const wend_world *world) {
    saved s;
    wend_error error;
    must(wend_world_save_bytes(world, &s.bytes, &s.size, &error), &error);
    return s;
}

static wend_world *load(const wend_world_def *def, saved s) {
    wend_world *world;
    wend_error error;
    must(wend_world_load_bytes(def, s.bytes, s.size, &world, &error), &error);
    return world;
}

static void assert_same_bytes(const wend_world *a, const wend_world *b) {
    saved x = save(a), y = save(b);
    assert_int_equal(x.size, y.size);
    assert_memory_equal(x.bytes, y.bytes, x.size);
    free(x.bytes);
    free(y.bytes);
}

// Saves, destroys and loads again.
static wend_world *reborn(wend_world *world, const wend_world_def *def) {
    saved s = save(world);
    wend_world_destroy(world);
    world = load(def, s);
    free(s.bytes);
    return world;
}

static void test_saved_again_gives_the_same_bytes(void **state) {
    wend_world_def def = wend_world_default(*state);
    for (uint32_t agents = 0; agents <= AGENTS; agents += AGENTS / 2) {
        wend_world *world = mixed_world(*state, NULL, agents);
        for (uint32_t i = 0; i < 30; i += 10) {
            saved s = save(world);
            wend_world *other = load(&def, s);
            free(s.bytes);
            assert_same_bytes(world, other);
            assert_true(wend_world_hash(world) == wend_world_hash(other));
            wend_world_destroy(other);
            world_step(world, 10);
        }
        wend_world_destroy(world);
    }
}

// Serials give the order, not rows: a world whose rows were just added and one whose rows are sorted by cells agree.
static void test_the_order_of_rows_does_not_matter(void **state) {
    wend_world *added = mixed_world(*state, NULL, AGENTS), *sorted = mixed_world(*state, NULL, AGENTS);
    wend_view view;
    wend_error error;
    must(wend_world_view(sorted, &view, &error), &error);
    bool ascending = true;
    for (uint32_t row = 1; row < view.count; row++) ascending = ascending && view.serial[row - 1] < view.serial[row];
    assert_false(ascending);
    assert_same_bytes(added, sorted);
    wend_world_destroy(added);
    wend_world_destroy(sorted);
}

static void assert_same_stats(const wend_world *a, const wend_world *b) {
    wend_stats x = wend_world_stats(a), y = wend_world_stats(b);
    assert_true(x.agents == y.agents && x.tick == y.tick && x.time == y.time);
    assert_true(x.added == y.added && x.removed == y.removed && x.arrived == y.arrived && x.collided == y.collided);
    assert_true(x.corrected_walls == y.corrected_walls && x.corrected_nonfinite == y.corrected_nonfinite &&
                x.corrected_speed == y.corrected_speed);
}

// The second world is saved and loaded at every seventh step, each time with another number of threads.
static void test_a_loaded_world_continues_the_same_way(void **state) {
    wend_world *straight = mixed_world(*state, NULL, AGENTS), *broken = mixed_world(*state, NULL, AGENTS);
    wend_world_def def = wend_world_default(*state);
    for (uint32_t i = 0; i < 100; i++) {
        def.threads = 1 + i % 3;
        if (i % 7 == 0) broken = reborn(broken, &def);
        world_step(straight, 1);
        world_step(broken, 1);
        assert_true(wend_world_hash(straight) == wend_world_hash(broken));
        assert_same_stats(straight, broken);
    }
    assert_true(wend_world_stats(straight).removed > 0 && wend_world_stats(straight).arrived > 0);
    assert_same_bytes(straight, broken);
    wend_world_destroy(straight);
    wend_world_destroy(broken);
}

static void assert_same_agent(const wend_agent *a, const wend_agent *b) {
    assert_true(a->serial == b->serial && a->profile == b->profile && a->level == b->level && a->stream == b->stream);
    assert_true(a->driven == b->driven && a->leaves == b->leaves && a->arrived == b->arrived);
    assert_memory_equal(&a->position, &b->position, sizeof a->position);
    assert_memory_equal(&a->velocity, &b->velocity, sizeof a->velocity);
    assert_memory_equal(&a->goal.at, &b->goal.at, sizeof a->goal.at);
    assert_memory_equal(&a->goal.half, &b->goal.half, sizeof a->goal.half);
    assert_memory_equal(&a->shape, &b->shape, sizeof a->shape);
    assert_true(a->heading == b->heading && a->goal.radius == b->goal.radius && a->priority == b->priority);
    assert_true(a->preferred_speed == b->preferred_speed && a->max_speed == b->max_speed &&
                a->max_acceleration == b->max_acceleration);
}

static void assert_same_params(wend_world *a, wend_world *b, wend_serial serial, uint32_t profile) {
    const wend_model *const models[] = {&wend_model_orca, &wend_model_rvo, &wend_model_vo, &wend_model_straight};
    for (uint32_t p = 0; p < models[profile]->param_count; p++) {
        const char *name = models[profile]->params[p].name;
        assert_true(agent_param(a, serial, name) == agent_param(b, serial, name));
    }
}

static void test_every_value_of_an_agent_comes_back(void **state) {
    wend_world *world = mixed_world(*state, NULL, AGENTS);
    wend_world_def def = wend_world_default(*state);
    wend_error error;
    world_step(world, 40);
    agent_set_param(world, 1, "horizon", 3.5f);
    saved s = save(world);
    wend_world *other = load(&def, s);
    uint32_t seen = 0, driven = 0, leaving = 0, arrived = 0, upstairs = 0, shapes = 0;
    for (wend_serial serial = 1; serial <= AGENTS; serial++) {
        wend_agent a, b;
        wend_result found = wend_world_get(world, serial, &a, &error);
        assert_int_equal(wend_world_get(other, serial, &b, &error), found);
        if (found != WEND_OK) continue;
        assert_same_agent(&a, &b);
        assert_same_params(world, other, serial, a.profile);
        seen++, driven += a.driven, leaving += a.leaves, arrived += a.arrived, upstairs += a.level > 0;
        shapes |= 1u << a.shape.kind;
    }
    assert_true(seen > 0 && driven > 0 && leaving > 0 && arrived > 0 && upstairs > 0 && shapes == 7);
    print_message("%u agents: %u driven, %u leaving, %u arrived, %u upstairs\n", seen, driven, leaving, arrived,
                  upstairs);
    free(s.bytes);
    wend_world_destroy(world);
    wend_world_destroy(other);
}

// Own parameters belong to their agent after loading: changing one changes nobody else, and removing gives room back.
static void test_own_parameters_are_alive_after_loading(void **state) {
    wend_world_def def = wend_world_default(*state);
    wend_world *world = reborn(mixed_world(*state, NULL, AGENTS), &def);
    assert_true(agent_param(world, 5, "max_neighbours") == 5.0f); // agent 5 has its own
    agent_set_param(world, 5, "max_neighbours", 7.0f);
    assert_true(agent_param(world, 11, "max_neighbours") == 5.0f);
    agent_remove(world, 5);
    agent_set_param(world, 9, "max_neighbours", 3.0f);
    world = reborn(world, &def);
    assert_true(agent_param(world, 9, "max_neighbours") == 3.0f);
    assert_true(agent_param(world, 11, "max_neighbours") == 5.0f);
    wend_world_destroy(world);
}

static void test_step_and_seed_come_from_the_file(void **state) {
    wend_world_def def = wend_world_default(*state), other = wend_world_default(*state);
    const float lengths[] = {0.001f, 0.1f, 1.0f};
    for (uint32_t i = 0; i < WEND_COUNT(lengths); i++) {
        def.step = lengths[i];
        def.seed = UINT64_MAX;
        wend_world *world = mixed_world(*state, &def, 3);
        world = reborn(world, &other);
        wend_view view;
        wend_error error;
        must(wend_world_view(world, &view, &error), &error);
        assert_true(view.step == lengths[i] && view.seed == UINT64_MAX);
        wend_world_destroy(world);
    }
}

// New agents continue the serials, and the old ones are not forgotten.
static void test_serials_are_not_reused(void **state) {
    wend_world_def def = wend_world_default(*state);
    wend_world *world = mixed_world(*state, NULL, 4);
    wend_error error;
    agent_remove(world, 4);
    world = reborn(world, &def);
    wend_agent agent = wend_agent_default();
    agent.position = (wend_point){1000, 2100};
    wend_serial serial;
    serial = agent_add(world, &agent);
    assert_int_equal(serial, 5);
    assert_int_equal(wend_world_get(world, 4, &agent, &error), WEND_NOT_FOUND);
    wend_world_destroy(world);
}

// A world is not saved in the middle of a step: here by a model that tries.

static wend_world *busy_world;
static wend_result busy_result;
static uint64_t busy_hash;

static void steer_and_save(const wend_view *now, const wend_next *next, wend_rows rows) {
    void *bytes;
    size_t size;
    busy_result = wend_world_save_bytes(busy_world, &bytes, &size, NULL);
    busy_hash = wend_world_hash(busy_world);
    for (uint32_t i = 0; i < rows.count; i++) next->motion[rows.row[i]] = now->motion[rows.row[i]];
}

static void test_saving_during_a_step_is_refused(void **state) {
    (void)state;
    const wend_model saver = {.name = "saver", .steer = steer_and_save};
    stage on = stage_of(&saver);
    wend_agent agent = wend_agent_default();
    busy_world = on.world;
    agent_add(on.world, &agent);
    busy_result = WEND_OK;
    busy_hash = 1;
    world_step(busy_world, 1);
    assert_int_equal(busy_result, WEND_BUSY);
    assert_true(busy_hash == 0 && wend_world_hash(busy_world) != 0);
    stage_close(&on);
}

// Files.

typedef struct place {
    char directory[64], path[80];
} place;

static place make_place(void) {
    place p = {.directory = "/tmp/wend-test-save-XXXXXX"};
    assert_non_null(mkdtemp(p.directory));
    (void)snprintf(p.path, sizeof p.path, "%s/world", p.directory);
    return p;
}

static uint32_t count_files(const char *directory) {
    DIR *open = opendir(directory);
    assert_non_null(open);
    uint32_t files = 0;
    while (readdir(open)) files++;
    closedir(open);
    return files - 2; // . and ..
}

static void remove_place(const place *p) {
    (void)unlink(p->path);
    assert_int_equal(rmdir(p->directory), 0); // nothing else was left in it
}

static void assert_file_holds(const char *path, const wend_world *world) {
    saved s = save(world);
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    char *bytes = malloc(s.size + 1);
    assert_non_null(bytes);
    assert_int_equal(fread(bytes, 1, s.size + 1, file), s.size);
    assert_memory_equal(bytes, s.bytes, s.size);
    fclose(file);
    free(bytes);
    free(s.bytes);
}

static void test_a_file_comes_back(void **state) {
    wend_world *world = mixed_world(*state, NULL, AGENTS), *other;
    wend_world_def def = wend_world_default(*state);
    wend_error error;
    place p = make_place();
    for (uint32_t i = 0; i < 3; i++) {
        world_step(world, 1);
        must(wend_world_save(world, p.path, &error), &error); // the first time new, then over the old one
        assert_file_holds(p.path, world);
        must(wend_world_load(&def, p.path, &other, &error), &error);
        assert_same_bytes(world, other);
        wend_world_destroy(other);
    }
    assert_int_equal(count_files(p.directory), 1);
    remove_place(&p);
    wend_world_destroy(world);
}

// In the working directory, and with the longest name there is.
static void test_paths_without_directory_and_with_long_names(void **state) {
    wend_world *world = mixed_world(*state, NULL, 3);
    wend_error error;
    place p = make_place();
    char name[256], before[1024];
    memset(name, 'w', 255);
    name[255] = 0;
    assert_non_null(getcwd(before, sizeof before));
    assert_int_equal(chdir(p.directory), 0);
    must(wend_world_save(world, name, &error), &error);
    assert_file_holds(name, world);
    assert_int_equal(unlink(name), 0);
    assert_int_equal(chdir(before), 0);
    remove_place(&p);
    wend_world_destroy(world);
}

// A failed save with a message, after which the old file is there and nothing else.
static void assert_save_fails(const wend_world *world, const wend_world *old, const place *p, const char *says) {
    wend_error error = {0};
    assert_int_equal(wend_world_save(world, p->path, &error), WEND_FILE_ERROR);
    assert_int_equal(error.result, WEND_FILE_ERROR);
    if (!strstr(error.text, says) || !strstr(error.text, p->path)) fail_msg("`%s` lacks `%s`", error.text, says);
    assert_file_holds(p->path, old);
    assert_int_equal(count_files(p->directory), 1);
}

static void test_an_old_file_survives_a_directory_that_may_not_be_written(void **state) {
    wend_world *old = mixed_world(*state, NULL, 5), *fresh = mixed_world(*state, NULL, 6);
    wend_error error;
    place p = make_place();
    must(wend_world_save(old, p.path, &error), &error);
    bool root = geteuid() == 0; // root may write everywhere, so it plays somebody else for a while
    assert_int_equal(chmod(p.directory, 0555), 0);
    if (root) assert_int_equal(seteuid(65534), 0);
    assert_save_fails(fresh, old, &p, "Permission denied");
    if (root) assert_int_equal(seteuid(0), 0);
    assert_int_equal(chmod(p.directory, 0755), 0);
    remove_place(&p);
    wend_world_destroy(old);
    wend_world_destroy(fresh);
}

// A limit on the size of files stops a write in the middle, as a full disk does.
static void test_an_old_file_survives_a_full_disk(void **state) {
    wend_world *old = mixed_world(*state, NULL, 5), *fresh = mixed_world(*state, NULL, 20);
    wend_error error;
    place p = make_place();
    must(wend_world_save(old, p.path, &error), &error);
    struct rlimit before, limit;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    limit = before;
    limit.rlim_cur = 1000;
    void (*handler)(int) = signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
    assert_save_fails(fresh, old, &p, "File too large");
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    signal(SIGXFSZ, handler);
    must(wend_world_save(fresh, p.path, &error), &error);
    assert_file_holds(p.path, fresh);
    remove_place(&p);
    wend_world_destroy(old);
    wend_world_destroy(fresh);
}

// Two files of a save that was killed are in the way; they are left alone.
static void test_leftovers_of_a_killed_save_do_no_harm(void **state) {
    wend_world *world = mixed_world(*state, NULL, 5);
    wend_error error;
    place p = make_place();
    char leftover[2][100];
    for (uint32_t i = 0; i < 2; i++) {
        (void)snprintf(leftover[i], sizeof leftover[i], "%s/.wend-writing-%u", p.directory, i);
        int file = open(leftover[i], O_WRONLY | O_CREAT | O_EXCL, 0666);
        assert_true(file >= 0);
        close(file);
    }
    must(wend_world_save(world, p.path, &error), &error);
    assert_file_holds(p.path, world);
    assert_int_equal(count_files(p.directory), 3);
    for (uint32_t i = 0; i < 2; i++) assert_int_equal(unlink(leftover[i]), 0);
    remove_place(&p);
    wend_world_destroy(world);
}

static void test_places_that_are_no_files(void **state) {
    wend_world_def def = wend_world_default(*state);
    wend_world *world = mixed_world(*state, NULL, 5), *other = world;
    place p = make_place();
    char path[100];
    (void)snprintf(path, sizeof path, "%s/no/world", p.directory);
    assert_refused(wend_world_save(world, path, &why), WEND_FILE_ERROR, "No such file or directory");
    assert_refused(wend_world_load(&def, path, &other, &why), WEND_NOT_FOUND, "there is no file");
    assert_null(other);
    assert_refused(wend_world_save(world, p.directory, &why), WEND_FILE_ERROR, "is a directory");
    assert_refused(wend_world_load(&def, p.directory, &other, &why), WEND_FILE_ERROR, "is a directory");
    assert_refused(wend_world_save(world, "/dev/null", &why), WEND_FILE_ERROR, "device");
    assert_refused(wend_world_load(&def, "/dev/null", &other, &why), WEND_FILE_ERROR, "device");
    assert_int_equal(mkfifo(p.path, 0666), 0);
    assert_refused(wend_world_load(&def, p.path, &other, &why), WEND_FILE_ERROR, "pipe");
    remove_place(&p);
    wend_world_destroy(world);
}

static void test_arguments_that_are_missing(void **state) {
    wend_world_def def = wend_world_default(*state), bad = {0};
    wend_world *world = mixed_world(*state, NULL, 5), *other = world;
    saved s = save(world);
    void *bytes;
    size_t size;
    assert_refused(wend_world_save_bytes(NULL, &bytes, &size, &why), WEND_BAD_ARGUMENT, "NULL");
    assert_refused(wend_world_save_bytes(world, NULL, &size, &why), WEND_BAD_ARGUMENT, "NULL");
    assert_refused(wend_world_save_bytes(world, &bytes, NULL, &why), WEND_BAD_ARGUMENT, "NULL");
    assert_refused(wend_world_save(NULL, "/tmp/x", &why), WEND_BAD_ARGUMENT, "NULL");
    assert_refused(wend_world_save(world, NULL, &why), WEND_BAD_ARGUMENT, "path");
    assert_refused(wend_world_save(world, "", &why), WEND_BAD_ARGUMENT, "path");
    assert_refused(wend_world_load_bytes(&def, NULL, 9, &other, &why), WEND_BAD_ARGUMENT, "NULL");
    assert_null(other);
    assert_refused(wend_world_load_bytes(&def, s.bytes, s.size, NULL, &why), WEND_BAD_ARGUMENT, "NULL");
    assert_refused(wend_world_load_bytes(NULL, s.bytes, s.size, &other, &why), WEND_BAD_ARGUMENT, "default");
    assert_refused(wend_world_load_bytes(&bad, s.bytes, s.size, &other, &why), WEND_BAD_ARGUMENT, "default");
    assert_refused(wend_world_load(NULL, "/tmp/x", &other, &why), WEND_BAD_ARGUMENT, "default");
    assert_refused(wend_world_load(&bad, "/tmp/x", &other, &why), WEND_BAD_ARGUMENT, "default");
    assert_refused(wend_world_load(&def, NULL, &other, &why), WEND_BAD_ARGUMENT, "path");
    assert_refused(wend_world_load(&def, "/tmp/x", NULL, &why), WEND_BAD_ARGUMENT, "NULL");
    assert_int_equal(wend_world_load(&def, "", &other, NULL), WEND_BAD_ARGUMENT); // without an error it is fine too
    assert_null(other);
    free(s.bytes);
    wend_world_destroy(world);
}

// Allocations that fail.

typedef wend_result attempt(const wend_scene *scene, wend_world *world, const char *path, failing_allocator *memory,
                            wend_error *error);

static wend_result try_save_bytes(const wend_scene *scene, wend_world *world, const char *path,
                                  failing_allocator *memory, wend_error *error) {
    (void)scene, (void)path;
    void *bytes;
    size_t size;
    wend_result result = wend_world_save_bytes(world, &bytes, &size, error);
    wend_allocator allocator = failing_allocator_make(memory);
    if (result == WEND_OK)
        allocator.resize(allocator.user, bytes, size, 0);
    else
        assert_true(bytes == NULL && size == 0);
    return result;
}

static wend_result try_save(const wend_scene *scene, wend_world *world, const char *path, failing_allocator *memory,
                            wend_error *error) {
    (void)scene, (void)memory;
    return wend_world_save(world, path, error);
}

static wend_result try_load(const wend_scene *scene, wend_world *world, const char *path, failing_allocator *memory,
                            wend_error *error) {
    wend_world_def def = wend_world_default(scene);
    def.allocator = failing_allocator_make(memory);
    wend_world *other = world;
    wend_result result = wend_world_load(&def, path, &other, error);
    if (result == WEND_OK)
        assert_true(wend_world_hash(other) == wend_world_hash(world));
    else
        assert_null(other);
    wend_world_destroy(other);
    return result;
}

static uint32_t fail_each(const wend_scene *scene, wend_world *world, const char *path, failing_allocator *memory,
                          attempt *try) {
    size_t blocks = memory->live_blocks, bytes = memory->live_bytes;
    for (uint32_t fail_at = 1;; fail_at++) {
        wend_error error;
        memory->calls = 0;
        memory->fail_at = fail_at;
        wend_result result = try(scene, world, path, memory, &error);
        memory->fail_at = 0;
        assert_true(memory->live_blocks == blocks && memory->live_bytes == bytes);
        if (result == WEND_OK) return fail_at - 1;
        assert_int_equal(result, WEND_NO_MEMORY);
        assert_int_equal(error.result, WEND_NO_MEMORY);
    }
}

static void test_every_allocation_may_fail(void **state) {
    failing_allocator memory = {0};
    wend_world_def def = wend_world_default(*state);
    def.allocator = failing_allocator_make(&memory);
    wend_world *world = mixed_world(*state, &def, AGENTS);
    wend_error error;
    place p = make_place();
    must(wend_world_save(world, p.path, &error), &error);
    uint64_t hash = wend_world_hash(world);
    print_message("save_bytes: %u allocations\n", fail_each(*state, world, p.path, &memory, try_save_bytes));
    print_message("save: %u allocations\n", fail_each(*state, world, p.path, &memory, try_save));
    print_message("load: %u allocations\n", fail_each(*state, world, p.path, &memory, try_load));
    assert_true(wend_world_hash(world) == hash);
    remove_place(&p);
    wend_world_destroy(world);
    assert_int_equal(memory.live_blocks, 0);
}

// What docs/saved-worlds.md says, with one blank where it has any number of them.
static char *manual_text(void) {
    char path[512];
    const char *tests = strstr(__FILE__, "tests/world/");
    assert_non_null(tests);
    (void)snprintf(path, sizeof path, "%.*sdocs/saved-worlds.md", (int)(tests - __FILE__), __FILE__);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    char *text = calloc(1, 1 << 16);
    size_t length = 0;
    for (int letter; (letter = fgetc(file)) != EOF && length + 1 < 1 << 16;) {
        bool blank = letter == ' ' || letter == '\n';
        if (!blank || (length > 0 && text[length - 1] != ' ')) text[length++] = blank ? ' ' : (char)letter;
    }
    fclose(file);
    return text;
}

__attribute__((format(printf, 2, 3))) static void assert_says(const char *manual, const char *format, ...) {
    char expected[400];
    va_list values;
    va_start(values, format);
    (void)vsnprintf(expected, sizeof expected, format, values);
    va_end(values);
    if (!strstr(manual, expected)) fail_msg("docs/saved-worlds.md does not say `%s`", expected);
}

// The optional columns of a size, as `ties`, `mind`.
static void list_columns(uint32_t size, char text[300]) {
    size_t used = 0;
    for (uint32_t c = 0; c < wi_column_count; c++) {
        const wi_column *column = &wi_column_table[c];
        if (!column->optional || column->derived || column->size != size) continue;
        used += (size_t)snprintf(text + used, 300 - used, "%s`%s`", used ? ", " : "", column->name);
    }
}

static void test_the_manual_tells_the_size(void **state) {
    char *manual = manual_text(), large[300], small[300];
    wend_world *world = mixed_world(*state, NULL, 0);
    saved s = save(world);
    assert_says(manual, "A file takes %zu bytes,", s.size - wi_saved_changes_size(*state));
    assert_says(manual, " %zu for each agent,", wi_saved_row_size(0));
    list_columns(16, large);
    list_columns(8, small);
    assert_says(manual, "(16 for %s; 8 for %s)", large, small);
    uint32_t count;
    const wend_model *const *models = wend_models(&count);
    for (uint32_t i = 0; i < count; i++)
        if (models[i]->memory_size) assert_says(manual, "%zu for `%s`", models[i]->memory_size, models[i]->name);
    free(s.bytes);
    wend_world_destroy(world);
    free(manual);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_saved_again_gives_the_same_bytes),
        cmocka_unit_test(test_the_order_of_rows_does_not_matter),
        cmocka_unit_test(test_a_loaded_world_continues_the_same_way),
        cmocka_unit_test(test_every_value_of_an_agent_comes_back),
        cmocka_unit_test(test_own_parameters_are_alive_after_loading),
        cmocka_unit_test(test_step_and_seed_come_from_the_file),
        cmocka_unit_test(test_serials_are_not_reused),
        cmocka_unit_test(test_saving_during_a_step_is_refused),
        cmocka_unit_test(test_a_file_comes_back),
        cmocka_unit_test(test_paths_without_directory_and_with_long_names),
        cmocka_unit_test(test_an_old_file_survives_a_directory_that_may_not_be_written),
        cmocka_unit_test(test_an_old_file_survives_a_full_disk),
        cmocka_unit_test(test_leftovers_of_a_killed_save_do_no_harm),
        cmocka_unit_test(test_places_that_are_no_files),
        cmocka_unit_test(test_arguments_that_are_missing),
        cmocka_unit_test(test_every_allocation_may_fail),
        cmocka_unit_test(test_the_manual_tells_the_size),
    };
    return cmocka_run_group_tests(tests, mixed_scene_open, mixed_scene_close);
}
