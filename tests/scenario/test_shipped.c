// The scenario files that come with the library: each reads, builds and runs; those in whom everyone should arrive do.
#include "scenario/run.h"

#include "base/vec.h"
#include "sense/shape.h"

#include <dirent.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define FILES_MAX 128

// What a file needs that is not the rule: fewer agents, to be quick, or no end to wait for.
typedef struct exception {
    const char *file;
    wi_variable fewer;
    const char *goes_on; // why not everyone arrives within the limit, or NULL
} exception;

static const exception exceptions[] = {
    {"office.yaml", {.name = "per_room", .value = "25"}, NULL},
    {"office-5000.yaml", {.name = "per_room", .value = "50"}, NULL},
    {"bidirectional-flow.yaml", {0}, "dense discs may jam"},
    {"bidirectional-flow-200.yaml", {0}, "dense discs may jam"},
    {"box.yaml", {.name = "agents", .value = "300"}, "everyone gets a new goal"},
    {"box-dense.yaml", {.name = "agents", .value = "300"}, "everyone gets a new goal"},
    {"room-door.yaml", {.name = "agents", .value = "40"}, "an arch may hold for ever"},
    {"one-against-crossing.yaml", {0}, "eight go to and fro"},
};

static const exception *exception_for(const char *file) {
    for (uint32_t i = 0; i < WEND_COUNT(exceptions); i++) {
        if (strcmp(exceptions[i].file, file) == 0) return &exceptions[i];
    }
    return NULL;
}

// The files ---------------------------------------------------------------------------------------------------------

typedef struct shipped {
    char *file[FILES_MAX];
    uint32_t count;
} shipped;

static int by_name(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

static int list_files(void **state) {
    shipped *list = calloc(1, sizeof *list);
    DIR *folder = opendir(WEND_SCENARIO_DIR);
    if (!list || !folder) return -1;
    for (struct dirent *entry = readdir(folder); entry; entry = readdir(folder)) {
        size_t length = strlen(entry->d_name);
        if (length <= 5 || strcmp(entry->d_name + length - 5, ".yaml") != 0) continue;
        assert_true(list->count < FILES_MAX);
        list->file[list->count++] = strdup(entry->d_name);
    }
    closedir(folder);
    qsort(list->file, list->count, sizeof list->file[0], by_name);
    *state = list;
    return 0;
}

static int forget_files(void **state) {
    shipped *list = *state;
    for (uint32_t i = 0; i < list->count; i++) free(list->file[i]);
    free(list);
    return 0;
}

// Opening -----------------------------------------------------------------------------------------------------------

typedef struct opened {
    const char *file;
    wi_scenario *scenario;
    wi_run *run;
} opened;

static void assert_no_problems(const wi_problems *problems, const char *file, bool made) {
    if (made && problems->count == 0) return;
    wi_problems_print(problems, stderr);
    fail_msg("%s: %u problems", file, problems->count);
}

static opened open_as(const char *file, bool check_only) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", WEND_SCENARIO_DIR, file);
    const exception *own = exception_for(file);
    wi_scenario_options options = {0};
    if (own && own->fewer.name) options = (wi_scenario_options){.set = &own->fewer, .set_count = 1};
    wi_problems problems = {0};
    opened it = {.file = file, .scenario = wi_scenario_read(path, &options, &problems)};
    assert_no_problems(&problems, file, it.scenario != NULL);
    it.run = wi_run_open(it.scenario, &(wi_run_options){.threads = 1, .check_only = check_only}, &problems);
    assert_no_problems(&problems, file, it.run != NULL);
    wi_problems_free(&problems);
    return it;
}

static opened open_file(const char *file) { return open_as(file, false); }

static void close_file(opened *it) {
    wi_run_close(it->run);
    wi_scenario_free(it->scenario);
}

static wi_run_end step(const opened *it) {
    wi_run_end end;
    wend_error error = {0};
    if (wi_run_step(it->run, &end, &error)) fail_msg("%s: %s", it->file, error.text);
    return end;
}

// What holds ---------------------------------------------------------------------------------------------------------

static wi_outline outline_of(const wend_view *view, uint32_t i) {
    return (wi_outline){
        .kind = (wend_shape_kind)view->role[i].shape,
        .at = {view->x[i], view->y[i]},
        .heading = view->motion[i].heading,
        .half_length = view->form[i].half_length,
        .half_width = view->form[i].half_width,
    };
}

static void assert_apart(const opened *it) {
    wend_view view;
    assert_int_equal(wend_world_view(it->run->world, &view, NULL), WEND_OK);
    for (uint32_t i = 0; i < view.count; i++) {
        wi_outline a = outline_of(&view, i);
        for (uint32_t j = i + 1; j < view.count; j++) {
            wi_outline b = outline_of(&view, j);
            if (wi_length(wi_sub(a.at, b.at)) > view.form[i].radius + view.form[j].radius) continue;
            if (wi_outline_gap(&a, &b) < -1e-3f)
                fail_msg("%s: two overlap at the start, at %g, %g", it->file, (double)a.at.x, (double)a.at.y);
        }
    }
}

static uint32_t arrivals(const wi_run *run) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < run->traveller_count; i++) count += isnan(run->traveller[i].arrived) ? 0 : 1;
    return count;
}

static void test_all_are_there(void **state) {
    const shipped *list = *state;
    assert_true(list->count >= 31);
    for (uint32_t i = 0; i < WEND_COUNT(exceptions); i++) {
        const char *name = exceptions[i].file;
        assert_non_null(bsearch(&name, list->file, list->count, sizeof list->file[0], by_name));
    }
}

static void test_each_builds_and_runs(void **state) {
    const shipped *list = *state;
    for (uint32_t i = 0; i < list->count; i++) {
        opened it = open_file(list->file[i]);
        assert_non_null(it.scenario->title);
        assert_true(it.run->traveller_count > 0);
        assert_apart(&it);
        for (uint32_t k = 0; k < 20; k++) assert_int_equal(step(&it), WI_RUN_GOES_ON);
        wend_stats stats = wend_world_stats(it.run->world);
        assert_int_equal(stats.corrected_nonfinite, 0);
        assert_int_equal(stats.corrected_walls, 0);
        close_file(&it);
    }
}

// What `wend check` looks at besides: whether everybody has a way.
static void test_each_is_checked(void **state) {
    const shipped *list = *state;
    for (uint32_t i = 0; i < list->count; i++) {
        opened it = open_as(list->file[i], true);
        close_file(&it);
    }
}

static void test_all_arrive(void **state) {
    const shipped *list = *state;
    for (uint32_t i = 0; i < list->count; i++) {
        const exception *own = exception_for(list->file[i]);
        if (own && own->goes_on) continue;
        opened it = open_file(list->file[i]);
        wi_run_end end;
        while ((end = step(&it)) == WI_RUN_GOES_ON) continue;
        if (end == WI_RUN_LIMIT || arrivals(it.run) != it.run->traveller_count)
            fail_msg("%s: %u of %u arrived within %g s", it.file, arrivals(it.run), it.run->traveller_count,
                     it.scenario->limit);
        print_message("%-32s%4u arrived, the last after %5.1f s; %llu collisions, at most %.3f m\n", it.file,
                      it.run->traveller_count, wend_world_stats(it.run->world).time,
                      (unsigned long long)it.run->collisions, it.run->deepest);
        close_file(&it);
    }
}

// The eight never stop; the walker gets through them all the same.
static void test_one_against_eight_arrives(void **state) {
    (void)state;
    opened it = open_file("one-against-crossing.yaml");
    while (isnan(it.run->traveller[0].arrived)) {
        if (step(&it) != WI_RUN_GOES_ON) fail_msg("the walker did not get through");
    }
    assert_int_equal(it.run->collisions, 0);
    close_file(&it);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_are_there),
        cmocka_unit_test(test_each_builds_and_runs),
        cmocka_unit_test(test_each_is_checked),
        cmocka_unit_test(test_all_arrive),
        cmocka_unit_test(test_one_against_eight_arrives),
    };
    return cmocka_run_group_tests(tests, list_files, forget_files);
}
