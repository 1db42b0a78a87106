// The hash of a world: all of its state, and nothing else.
#include "base/hash.h"
#include "support/mixed_world.h"
#include "support/stage.h"
#include "world/saved.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <time.h>

#include <cmocka.h>

#define AGENTS 24

static size_t field_size(char field) {
    switch (field) {
    case 'f':
    case 'u':
        return 4;
    case 'h':
        return 2;
    case 'b':
        return 1;
    case 'l':
        return 8;
    default:
        return 0;
    }
}

// The table names every column there is: walking it over the struct's pointers leaves none out. And the fields of an
// element fill it, so that hashes and files never see a gap.
static void test_the_table_is_complete(void **state) {
    (void)state;
    size_t next = offsetof(wi_columns, serial);
    for (uint32_t c = 0; c < wi_column_count; c++) {
        const wi_column *column = &wi_column_table[c];
        size_t size = 0;
        for (const char *field = column->fields; *field; field++) {
            assert_true(field_size(*field) > 0);
            size += field_size(*field);
        }
        assert_int_equal(size, column->size);
        assert_true(size == 4 || size == 8 || size == 16);
        assert_int_equal(column->offset, next);
        next += sizeof(void *);
    }
    assert_int_equal(next, offsetof(wi_columns, spare8)); // from here on it is not state
}

// Every bit of every column of every agent counts, but for what is derived and for the number of a parameter block.
static void flip_every_bit(wend_world *world) {
    uint64_t hash = wend_world_hash(world);
    for (uint32_t c = 0; c < wi_column_count; c++) {
        const wi_column *column = &wi_column_table[c];
        unsigned char *element = *wi_column_at(&world->columns, column);
        if (!element) continue;
        for (size_t bit = 0; bit < 8 * (size_t)column->size * AGENTS; bit++) {
            size_t in_element = bit / 8 % column->size;
            if (wi_saved_is_role(column) && in_element / 4 * 4 == offsetof(wend_role, params)) continue;
            if (wi_saved_is_role(column) && in_element < 4 && wi_params_has_own(world, (uint32_t)(bit / 8 / 16)))
                continue; // another profile would have another block
            element[bit / 8] ^= (unsigned char)(1u << bit % 8);
            assert_true((wend_world_hash(world) == hash) == column->derived);
            element[bit / 8] ^= (unsigned char)(1u << bit % 8);
        }
    }
    assert_true(wend_world_hash(world) == hash);
}

static void test_every_bit_counts(void **state) {
    wend_world *world = mixed_world(*state, NULL, AGENTS);
    flip_every_bit(world);
    wend_world_destroy(world);
}

// The column of ties is there only when somebody has any.
static void test_every_bit_of_ties_counts(void **state) {
    wend_world *world = mixed_world(*state, NULL, AGENTS);
    assert_null(world->columns.ties);
    wend_agent agent = agent_get(world, 1);
    agent.group = 1;
    assert_int_equal(wend_world_set(world, &agent, NULL), WEND_OK);
    assert_non_null(world->columns.ties);
    flip_every_bit(world);
    wend_world_destroy(world);
}

static void test_own_parameters_count(void **state) {
    wend_world *world = mixed_world(*state, NULL, AGENTS);
    uint64_t last = wend_world_hash(world);
    for (uint32_t p = 0; p < wend_model_orca.param_count; p++) {
        const wend_param *param = &wend_model_orca.params[p];
        const float values[] = {param->max, param->min};
        for (uint32_t i = 0; i < 2; i++) {
            agent_set_param(world, 1, param->name, values[i]);
            uint64_t hash = wend_world_hash(world);
            assert_true(hash != last);
            last = hash;
        }
    }
    wend_world_destroy(world);
}

// The profile's own blocks are in the scene; which block an agent's values lie in is chance.
static void test_the_number_of_a_block_does_not_count(void **state) {
    wend_world *a = mixed_world(*state, NULL, AGENTS), *b = mixed_world(*state, NULL, AGENTS);
    for (uint32_t i = 0; i < 2; i++) {
        agent_set_param(a, 1 + 4 * i, "horizon", 3.0f);
        agent_set_param(b, 5 - 4 * i, "horizon", 3.0f);
    }
    agent_remove(a, 3);
    agent_remove(b, 3);
    assert_true(wend_world_hash(a) == wend_world_hash(b));
    wend_world_destroy(a);
    wend_world_destroy(b);
}

static void test_the_clock_counts(void **state) {
    wend_world *world = mixed_world(*state, NULL, AGENTS);
    uint64_t hash = wend_world_hash(world);
    const wend_world_def def = world->def;
    world->stats.tick++;
    assert_true(wend_world_hash(world) != hash);
    world->stats.tick--;
    world->def.seed++;
    assert_true(wend_world_hash(world) != hash);
    world->def = def;
    world->def.step = 0.05f;
    assert_true(wend_world_hash(world) != hash);
    world->def = def;
    world->next_serial++;
    assert_true(wend_world_hash(world) != hash);
    world->next_serial--;
    assert_true(wend_world_hash(world) == hash);
    wend_world_destroy(world);
}

static void test_the_scene_counts(void **state) {
    wend_scene *other = mixed_scene(MIXED_HORIZON + 1.0f), *equal = mixed_scene(MIXED_HORIZON);
    wend_world *world[] = {mixed_world(*state, NULL, 3), mixed_world(other, NULL, 3), mixed_world(equal, NULL, 3)};
    assert_true(wend_world_hash(world[0]) != wend_world_hash(world[1]));
    assert_true(wend_world_hash(world[0]) == wend_world_hash(world[2]));
    for (uint32_t i = 0; i < 3; i++) wend_world_destroy(world[i]);
    wend_scene_destroy(other);
    wend_scene_destroy(equal);
}

static void swap_rows(wi_columns *columns, uint32_t a, uint32_t b) {
    uint32_t spare = columns->count; // there is room behind the last
    wi_columns_copy(columns, spare, a);
    wi_columns_copy(columns, a, b);
    wi_columns_copy(columns, b, spare);
}

static void test_the_order_of_rows_does_not_count(void **state) {
    wend_world *world = mixed_world(*state, NULL, AGENTS);
    assert_true(wi_world_reserve(world, 1));
    uint64_t hash = wend_world_hash(world);
    for (uint32_t i = 0; i < 200; i++) {
        uint64_t random = wi_hash_word(7, i);
        swap_rows(&world->columns, (uint32_t)(random % AGENTS), (uint32_t)(random >> 32) % AGENTS);
        assert_true(wend_world_hash(world) == hash);
    }
    wend_world_destroy(world);
}

// Two agents that trade one value do not cancel out in the sum.
static void test_trading_values_counts(void **state) {
    wend_world *world = mixed_world(*state, NULL, AGENTS);
    uint64_t hash = wend_world_hash(world);
    for (uint32_t i = 0; i + 1 < AGENTS; i++) {
        float x = world->columns.x[i];
        assert_true(x != world->columns.x[i + 1]);
        world->columns.x[i] = world->columns.x[i + 1];
        world->columns.x[i + 1] = x;
        assert_true(wend_world_hash(world) != hash);
        world->columns.x[i + 1] = world->columns.x[i];
        world->columns.x[i] = x;
    }
    assert_true(wend_world_hash(world) == hash);
    wend_world_destroy(world);
}

// One by one or all at once, with whatever room: the same serials, the same world.
static void test_the_way_of_adding_does_not_count(void **state) {
    wend_world_def def = wend_world_default(*state);
    wend_world *one_by_one, *at_once;
    wend_agent agents[10];
    wend_error error;
    must(wend_world_create(&def, &one_by_one, &error), &error);
    def.capacity = 1000;
    def.threads = 2;
    must(wend_world_create(&def, &at_once, &error), &error);
    assert_true(wend_world_hash(one_by_one) == wend_world_hash(at_once));
    for (uint32_t i = 0; i < 10; i++) {
        agents[i] = wend_agent_default();
        agents[i].position = (wend_point){1000 + 3 * (double)(i * 7 % 10), 2010};
        agent_add(one_by_one, &agents[i]);
    }
    must(wend_world_add_many(at_once, agents, 10, NULL, &error), &error);
    assert_true(wend_world_hash(one_by_one) == wend_world_hash(at_once));
    for (uint32_t i = 0; i < 5; i++) {
        world_step(one_by_one, 1);
        world_step(at_once, 1);
        assert_true(wend_world_hash(one_by_one) == wend_world_hash(at_once));
    }
    wend_world_destroy(one_by_one);
    wend_world_destroy(at_once);
}

// More rows than one block, so that the seams between blocks are seen too.
static void test_many_agents_and_the_time_it_takes(void **state) {
    enum { MANY = 100000, SIDE = 320 };
    wend_world_def def = wend_world_default(*state);
    wend_world *world;
    wend_error error;
    must(wend_world_create(&def, &world, &error), &error);
    wend_agent *agents = malloc(MANY * sizeof *agents);
    assert_non_null(agents);
    for (uint32_t i = 0; i < MANY; i++) {
        agents[i] = wend_agent_default();
        uint32_t column = i % SIDE, row = i / SIDE;
        agents[i].position = (wend_point){1010 + column, 2010 + row};
    }
    must(wend_world_add_many(world, agents, MANY, NULL, &error), &error);
    free(agents);
    uint64_t hash = wend_world_hash(world);
    for (uint32_t row = 0; row < MANY; row += 97) {
        world->columns.y[row] += 1.0f;
        if (row % 10 == 0) assert_true(wend_world_hash(world) != hash);
        world->columns.y[row] -= 1.0f;
    }
    struct timespec begin, end;
    clock_gettime(CLOCK_MONOTONIC, &begin);
    assert_true(wend_world_hash(world) == hash);
    clock_gettime(CLOCK_MONOTONIC, &end);
    double seconds = (double)(end.tv_sec - begin.tv_sec) + 1e-9 * (double)(end.tv_nsec - begin.tv_nsec);
    print_message("%.2f ns an agent\n", 1e9 * seconds / MANY);
    wend_world_destroy(world);
}

static void test_nobody_has_no_hash(void **state) {
    (void)state;
    assert_true(wend_world_hash(NULL) == 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_table_is_complete),
        cmocka_unit_test(test_every_bit_counts),
        cmocka_unit_test(test_every_bit_of_ties_counts),
        cmocka_unit_test(test_own_parameters_count),
        cmocka_unit_test(test_the_number_of_a_block_does_not_count),
        cmocka_unit_test(test_the_clock_counts),
        cmocka_unit_test(test_the_scene_counts),
        cmocka_unit_test(test_the_order_of_rows_does_not_count),
        cmocka_unit_test(test_trading_values_counts),
        cmocka_unit_test(test_the_way_of_adding_does_not_count),
        cmocka_unit_test(test_many_agents_and_the_time_it_takes),
        cmocka_unit_test(test_nobody_has_no_hash),
    };
    return cmocka_run_group_tests(tests, mixed_scene_open, mixed_scene_close);
}
