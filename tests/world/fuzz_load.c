// Feeds the loader of saved worlds with altered ones.
//
// The first byte of an input says how the rest is treated: as it is (bit 0), or with the head's hashes, size and the
// checksum put right, so that what is altered reaches the checks of the values; and over which scene it is loaded (bit 2):
// one of several models and levels, or one whose agents have every optional column. A world that loads must be able to
// step, and to be saved and loaded again. With WEND_WRITE_CORPUS=DIRECTORY in the environment the seeds are written
// there; do so when the form of saved worlds changes.
#include "minded_scene.h"
#include "world/saved.h"

#include <stdio.h>
#include <stdlib.h>

enum { AS_IT_IS = 1, FLIP_THREADS = 2, MINDED = 4 };

int LLVMFuzzerInitialize(int *count, char ***arguments);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool good, const char *what) {
    if (good) return;
    fprintf(stderr, "%s\n", what);
    abort();
}

static wend_scene *make_scene(void) {
    const wend_model *const models[] = {&wend_model_orca, &wend_model_rvo,  &wend_model_vo,     &wend_model_straight,
                                        &wend_model_orca, &wend_model_rcap, &wend_model_eorca_p};
    const wend_point room[] = {{-20, -20}, {20, -20}, {20, 20}, {-20, 20}};
    const wend_point block[] = {{-1, -1}, {2, -1}, {0, 3}}, fence[] = {{-3, 0}, {0, 0}, {0, 4}, {5, 4}};
    const wend_obstacle obstacles[] = {
        {WEND_ROOM, 0, room, WEND_COUNT(room)},
        {WEND_SOLID, 0, block, WEND_COUNT(block)},
        {WEND_WALL, 1, fence, WEND_COUNT(fence)},
    };
    const wend_door doors[] = {{0, {5, 5}, {7, 5}, false, 0}, {1, {-3, 1}, {0, 1}, true, 0}};
    static const char *const names[] = {"a", "b", "c", "d", "e", "f", "g"};
    wend_profile profiles[WEND_COUNT(names)];
    for (uint32_t i = 0; i < WEND_COUNT(profiles); i++) {
        profiles[i] = wend_profile_default();
        profiles[i].name = names[i];
        profiles[i].model = models[i];
    }
    profiles[1].shape = wend_ellipse(0.5f, 0.2f);
    profiles[2].shape = wend_box(2.0f, 1.0f);
    profiles[4].velocity_radius = 0.5f;
    profiles[6].shape = wend_ellipse(0.15f, 0.25f);
    wend_scene_def def = wend_scene_default();
    def.levels = 3;
    def.profiles = profiles;
    def.profile_count = WEND_COUNT(profiles);
    def.obstacles = obstacles;
    def.obstacle_count = WEND_COUNT(obstacles);
    def.doors = doors;
    def.door_count = WEND_COUNT(doors);
    wend_scene *scene;
    wend_error error;
    must(wend_scene_create(&def, &scene, &error) == WEND_OK, "no scene");
    return scene;
}

static wend_scene *plain, *minded;

static wend_scene *scene_of(uint8_t how) { return how & MINDED ? minded : plain; }

static wend_agent plain_agent(uint32_t i) {
    static const wend_setting own[] = {{"horizon", 1.5f}};
    wend_agent agent = wend_agent_default();
    agent.profile = i % 7;
    agent.level = i % 3;
    agent.position = (wend_point){-15.0 + 5.0 * (i % 7), 6.0 + 3.0 * (double)(i / 7)};
    agent.goal.at = (wend_point){10.0 - i, -10.0};
    agent.leaves = i % 4 == 1;
    agent.driven = i % 4 == 2;
    agent.settings = own;
    agent.setting_count = i % 2 == 0 && agent.profile != 3;
    return agent;
}

static wend_world *seed_world(uint32_t agents, uint32_t steps, uint8_t how) {
    wend_world_def def = wend_world_default(scene_of(how));
    wend_world *world;
    must(wend_world_create(&def, &world, NULL) == WEND_OK, "no world");
    for (uint32_t i = 0; i < agents; i++) {
        wend_agent agent = how & MINDED ? minded_agent(i) : plain_agent(i);
        must(wend_world_add(world, &agent, NULL, NULL) == WEND_OK, "no agent");
    }
    for (uint32_t i = 0; i < steps; i++) must(wend_world_step(world, NULL) == WEND_OK, "no step");
    return world;
}

static void write_seed(const char *directory, uint32_t agents, uint32_t steps, uint8_t how) {
    char path[1000];
    void *bytes;
    size_t size;
    wend_world *world = seed_world(agents, steps, how);
    must(wend_world_save_bytes(world, &bytes, &size, NULL) == WEND_OK, "not saved");
    (void)snprintf(path, sizeof path, "%s/agents%u-steps%u-%u", directory, agents, steps, how);
    FILE *file = fopen(path, "wb");
    must(file && fwrite(&how, 1, 1, file) == 1 && fwrite(bytes, 1, size, file) == size && fclose(file) == 0, path);
    free(bytes);
    wend_world_destroy(world);
}

int LLVMFuzzerInitialize(int *count, char ***arguments) {
    (void)count, (void)arguments;
    plain = make_scene();
    wend_error error = {0};
    must(minded_scene_create(&minded, &error) == WEND_OK, error.text);
    const char *directory = getenv("WEND_WRITE_CORPUS");
    if (!directory) return 0;
    write_seed(directory, 0, 0, 0);
    write_seed(directory, 1, 0, 0);
    write_seed(directory, 2, 1, AS_IT_IS);
    write_seed(directory, 5, 20, 0);
    write_seed(directory, 14, 50, FLIP_THREADS);
    write_seed(directory, 4, 0, MINDED);
    write_seed(directory, 12, 60, MINDED);
    write_seed(directory, 20, 90, MINDED | FLIP_THREADS);
    return 0;
}

static void put_right(uint8_t *bytes, size_t size, const wend_scene *scene) {
    if (size < sizeof(wi_saved_head) + sizeof(uint64_t)) return;
    wi_saved_head head;
    memcpy(&head, bytes, sizeof head);
    memcpy(head.magic, wi_saved_magic, sizeof head.magic);
    head.version = WI_SAVED_VERSION;
    head.columns = wi_column_hash();
    head.scene = wend_scene_hash(scene);
    head.size = size;
    head.added = head.removed + head.agents;
    memcpy(bytes, &head, sizeof head);
    uint64_t checksum = wi_saved_checksum(bytes, size - sizeof checksum);
    memcpy(bytes + size - sizeof checksum, &checksum, sizeof checksum);
}

static wend_world *load(const void *bytes, size_t size, uint8_t how) {
    wend_world_def def = wend_world_default(scene_of(how));
    def.threads = how & FLIP_THREADS ? 2 : 1;
    wend_error error = {0};
    wend_world *world;
    wend_result result = wend_world_load_bytes(&def, bytes, size, &world, &error);
    must((result == WEND_OK) == (world != NULL), "a result that does not fit the world");
    must(result == WEND_OK || (result == error.result && error.text[0]), "a failure without a message");
    return world;
}

// What was saved loads again, and the two worlds go on alike.
static void save_and_compare(wend_world *world, uint8_t how) {
    void *bytes;
    size_t size;
    must(wend_world_save_bytes(world, &bytes, &size, NULL) == WEND_OK, "not saved");
    wend_world *again = load(bytes, size, (uint8_t)(how & MINDED));
    free(bytes);
    must(again, "what was saved does not load");
    must(wend_world_hash(world) == wend_world_hash(again), "another world was loaded");
    must(wend_world_step(world, NULL) == WEND_OK && wend_world_step(again, NULL) == WEND_OK, "no step");
    must(wend_world_hash(world) == wend_world_hash(again), "a loaded world goes another way");
    wend_world_destroy(again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size == 0) return 0;
    uint8_t how = *data++;
    uint8_t *bytes = malloc(--size > 0 ? size : 1);
    must(bytes, "no memory");
    memcpy(bytes, data, size);
    if (!(how & AS_IT_IS)) put_right(bytes, size, scene_of(how));
    wend_world *world = load(bytes, size, how);
    free(bytes);
    if (!world) return 0;
    save_and_compare(world, how);
    save_and_compare(world, how);
    wend_world_destroy(world);
    return 0;
}
