// Reading a scenario: the document, its variables, then section by section as the table of keys says.
#include "scenario/document.h"
#include "scenario/files.h"
#include "scenario/sections.h"
#include "scenario/variables.h"

#include "record/trajectory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MEMORY_MAX ((size_t)1 << 30)

static wi_key_read read_elsewhere, read_stop, read_origin, read_record_file;

// clang-format off
static const char *const stop_words[] = {"all arrived", "all out", NULL};
static const wi_key stop_word[] = {{.name = "", .type = WI_KEY_WORD, .words = stop_words, .meaning = "one of them"}};
static const wi_key_table stop_item = {"stops", "reasons to stop", stop_word, 1, NULL};
static const wi_key stop_forms[] = {
    {.name = "", .type = WI_KEY_WORD, .words = stop_words, .meaning = "one of them"},
    {.name = "", .type = WI_KEY_LIST, .table = &stop_item, .min = 0, .max = 2, .meaning = "any of these"},
};
static const wi_key_table stop_table = {"stop", "when to stop before the limit", stop_forms, WEND_COUNT(stop_forms), NULL};

static const wi_key time_rows[] = {
    {.name = "step", .type = WI_KEY_NUMBER, .unit = "s", .min = 0.001, .max = 1, .initial = "0.1",
     .meaning = "length of a step", .example = "0.05", .offset = offsetof(wi_scenario, step)},
    {.name = "limit", .type = WI_KEY_NUMBER, .unit = "s", .min = 0.001, .max = 1e8, .meaning = "the run ends here at the latest",
     .example = "120", .offset = offsetof(wi_scenario, limit), .flags = WI_KEY_REQUIRED},
    {.name = "stop", .type = WI_KEY_FORMS, .table = &stop_table, .initial = "[all arrived, all out]", .read = read_stop,
     .meaning = "what ends it before: `all arrived`, `all out`, both, or [] for neither", .example = "all out"},
};
static const wi_key_table time_keys = {"time", "how long it runs", time_rows, WEND_COUNT(time_rows), NULL};

static const wi_key record_rows[] = {
    {.name = "file", .type = WI_KEY_TEXT, .read = read_record_file,
     .meaning = "trajectory file to write; its extension says which kind", .example = "run.h5",
     .offset = offsetof(wi_record_source, file)},
    {.name = "fps", .type = WI_KEY_NUMBER, .unit = "1/s", .min = 0.001, .max = 1000, .initial = "10",
     .meaning = "pictures for each second", .example = "25", .offset = offsetof(wi_record_source, fps)},
    {.name = "precision", .type = WI_KEY_NUMBER, .unit = "m", .min = 1e-6, .max = 1, .initial = "0.001",
     .meaning = "positions are rounded to this", .example = "0.01", .offset = offsetof(wi_record_source, precision)},
};
static const wi_key_table record_keys = {"record", "what is written", record_rows, WEND_COUNT(record_rows), NULL};

static const wi_key variable_item[] = {{.name = "", .type = WI_KEY_TEXT, .meaning = "a number or a text"}};
static const wi_key_table variable_table = {"variables", "names and values", variable_item, 1, NULL};
static const wi_key include_item[] = {{.name = "", .type = WI_KEY_TEXT, .meaning = "name of a file"}};
static const wi_key_table include_list = {"includes", "names of files", include_item, 1, NULL};
static const wi_key include_forms[] = {
    {.name = "", .type = WI_KEY_TEXT, .meaning = "name of a file"},
    {.name = "", .type = WI_KEY_LIST, .table = &include_list, .min = 0, .max = 16, .meaning = "names of files"},
};
static const wi_key_table include_table = {"include", "one file or several", include_forms, WEND_COUNT(include_forms), NULL};

// In the order in which they are read: groups look up levels, profiles and goals, and barriers stand behind doors.
static const wi_key root_rows[] = {
    {.name = "wend", .type = WI_KEY_WHOLE, .min = 1, .max = 1, .meaning = "version of this format: 1", .example = "1",
     .flags = WI_KEY_REQUIRED, .read = wi_read_version},
    {.name = "title", .type = WI_KEY_TEXT, .meaning = "one line about the scene", .example = "Antipodal circle",
     .offset = offsetof(wi_scenario, title)},
    {.name = "description", .type = WI_KEY_TEXT, .meaning = "more about it, such as the paper that it is from",
     .example = "\"Everyone wants to the other side.\"", .offset = offsetof(wi_scenario, description)},
    {.name = "seed", .type = WI_KEY_SEED, .initial = "1", .meaning = "of all random numbers; `--seed` overrides it", .example = "42",
     .offset = offsetof(wi_scenario, seed)},
    {.name = "variables", .type = WI_KEY_NAMED, .table = &variable_table, .read = read_elsewhere,
     .meaning = "names for ${...}; `--set name=value` overrides them", .example = "{agents: 100, radius: 20}"},
    {.name = "include", .type = WI_KEY_FORMS, .table = &include_table, .read = read_elsewhere,
     .meaning = "files to start from, relative to this one; this file's own keys win", .example = "[common.yaml]"},
    {.name = "time", .type = WI_KEY_TABLE, .table = &time_keys, .meaning = "how long it runs", .example = "{step: 0.1, limit: 120}",
     .flags = WI_KEY_REQUIRED},
    {.name = "origin", .type = WI_KEY_POINT, .unit = "m", .initial = "from the geometry", .read = read_origin,
     .meaning = "positions are exact near it; for map coordinates", .example = "[450000, 5400000]"},
    {.name = "levels", .type = WI_KEY_LIST, .table = &wi_level_item, .min = 1, .max = 65535, .initial = "[{name: ground, height: 0}]",
     .read = wi_read_levels, .meaning = "walkable planes", .example = "[{name: ground}, {name: first, height: 4}]"},
    {.name = "geometry", .type = WI_KEY_LIST, .table = &wi_geometry_item, .min = 0, .max = 1e6, .read = wi_read_geometry,
     .meaning = "walls, obstacles, rooms", .example = "[{kind: wall, points: [[0, 0], [4, 0]]}]"},
    {.name = "doors", .type = WI_KEY_NAMED, .table = &wi_door_item, .read = wi_read_doors,
     .meaning = "walls that can be opened and closed during a run, by name", .example = "{north: {points: [[0, 0], [1, 0]]}}"},
    {.name = "barriers", .type = WI_KEY_NAMED, .table = &wi_barrier_item, .read = wi_read_barriers,
     .meaning = "obstacles that come and go during a run, such as a parked vehicle, by name",
     .example = "{van: {area: [0, 0, 5, 2], switches: [60]}}"},
    {.name = "lines", .type = WI_KEY_NAMED, .table = &wi_line_item, .read = wi_read_lines,
     .meaning = "lines where the viewer and the report count who crosses, by name",
     .example = "{bottleneck: {points: [[0, 0], [0, 2]]}}"},
    {.name = "signals", .type = WI_KEY_NAMED, .table = &wi_signal_item, .read = wi_read_signals,
     .meaning = "lights at lines, by name; see the habit `obey_signals`",
     .example = "{kerb: {points: [[4, 0], [0, 0]], cycle: 60, green: 20}}"},
    {.name = "regions", .type = WI_KEY_NAMED, .table = &wi_region_item, .read = wi_read_regions,
     .meaning = "areas that behaviours ask about, and ground that people like less or more, by name", .example = "{lawn: {area: [0, 0, 9, 5], cost: 3}}"},
    {.name = "stairs", .type = WI_KEY_NAMED, .table = &wi_stairs_item, .read = wi_read_stairs,
     .meaning = "stairs and escalators between levels, by name",
     .example = "{main: {from: ground, to: first, bottom: [[0, 0], [2, 0]], top: [[0, 6], [2, 6]]}}"},
    {.name = "lifts", .type = WI_KEY_NAMED, .table = &wi_lift_item, .read = wi_read_lifts,
     .meaning = "lifts between levels, by name",
     .example = "{a: {levels: [ground, first], cab: [0, 0, 2, 2], door: south, capacity: 8, cycle: 40}}"},
    {.name = "ways", .type = WI_KEY_TABLE, .table = &wi_ways_keys, .meaning = "what the routers `field` and `roadmap` work with",
     .example = "{grid: 0.2, posts: {count: 500, seed: 7}}", .offset = offsetof(wi_scenario, ways)},
    {.name = "profiles", .type = WI_KEY_NAMED, .table = &wi_profile_item, .initial = "{walker: {}}", .read = wi_read_profiles,
     .meaning = "kinds of agents by name", .example = "{walker: {model: orca}}"},
    {.name = "goals", .type = WI_KEY_NAMED, .table = &wi_goal_item, .read = wi_read_goals, .meaning = "places to go to by name",
     .example = "{exit: {at: [10, 0]}}"},
    {.name = "queues", .type = WI_KEY_NAMED, .table = &wi_queue_item, .read = wi_read_queues,
     .meaning = "lines in which agents wait, by name", .example = "{desk: {line: [[5, 5], [5, 0]]}}"},
    {.name = "events", .type = WI_KEY_NAMED, .table = &wi_event_item, .read = wi_read_events,
     .meaning = "what can happen and be heard, by name", .example = "{alarm: {at: 30}}"},
    {.name = "behaviours", .type = WI_KEY_NAMED, .table = &wi_behaviour_item, .read = wi_read_behaviours,
     .meaning = "what agents do one after the other, by name; see behaviours.md",
     .example = "{visitor: {states: {leave: {goal: [9, 0], final: true}}}}"},
    {.name = "agents", .type = WI_KEY_LIST, .table = &wi_group_item, .min = 0, .max = 1e6, .read = wi_read_groups,
     .meaning = "groups of agents", .example = "[{at: [0, 0], goal: exit}]"},
    {.name = "record", .type = WI_KEY_TABLE, .table = &record_keys, .meaning = "what is written",
     .example = "{file: run.h5, fps: 10}", .offset = offsetof(wi_scenario, record)},
};
// clang-format on
const wi_key_table wi_scenario_keys = {"scenario", "the file as a whole", root_rows, WEND_COUNT(root_rows), NULL};

// Variables and includes were dealt with before anything else could be read.
static void read_elsewhere(wi_key_reader *reader, const wi_node *node, const wi_key *key, void *into) {
    (void)reader, (void)node, (void)key, (void)into;
}

static void read_stop_word(wi_key_reader *reader, const wi_node *node, wi_scenario *scenario) {
    uint32_t which = UINT32_MAX;
    const wi_key row = {.name = "stop", .type = WI_KEY_WORD, .words = stop_words};
    wi_key_read_value(reader, node, &row, &which);
    if (which < 2) scenario->stop |= which == 0 ? WI_STOP_ALL_ARRIVED : WI_STOP_ALL_OUT;
}

static void read_stop(wi_key_reader *reader, const wi_node *node, const wi_key *key, void *into) {
    wi_scenario *scenario = into;
    (void)key;
    scenario->stop = 0;
    if (node->kind != WI_LIST) read_stop_word(reader, node, scenario);
    for (uint32_t i = 0; node->kind == WI_LIST && i < node->count; i++)
        read_stop_word(reader, node->value[i], scenario);
}

static void read_origin(wi_key_reader *reader, const wi_node *node, const wi_key *key, void *into) {
    wi_scenario *scenario = into;
    scenario->origin_given = wi_value_point(reader, node, key->name, &scenario->origin);
}

// What a scenario from elsewhere may write: nothing above the folder of the run.
static void read_record_file(wi_key_reader *reader, const wi_node *node, const wi_key *key, void *into) {
    wi_record_source *record = (wi_record_source *)((unsigned char *)into);
    if (!wi_value_text(reader, node, key->name, &record->file)) return;
    const wi_format *format = wi_format_for_path(record->file);
    if (*record->file && (!format || !format->create))
        wi_problem_add(
            reader->problems, node->place,
            "`%.200s` has no extension of a recording that can be written, such as .h5, .sqlite, .txt or .csv",
            record->file);
    if (reader->folder && !wi_file_below(record->file))
        wi_problem_add(reader->problems, node->place,
                       "`%.200s` must be a name without `..` that does not start with `/`; --outside allows others",
                       record->file);
}

static void read_sections(wi_key_reader *reader, const wi_node *root) {
    wi_scenario *scenario = reader->scenario;
    scenario->stop = WI_STOP_ALL_ARRIVED | WI_STOP_ALL_OUT;
    scenario->record = (wi_record_source){.fps = 10.0, .precision = 0.001};
    wi_names *const none[] = {&reader->goals, &reader->regions, &reader->queues, &reader->events, &reader->behaviours};
    for (uint32_t i = 0; i < WEND_COUNT(none); i++) wi_names_sort(reader, none[i]);
    if (!wi_node_get(root, "levels")) wi_default_levels(reader);
    if (!wi_node_get(root, "profiles")) wi_default_profiles(reader);
    wi_keys_read(reader, root, &wi_scenario_keys, scenario);
}

static void keep_variables(wi_scenario *scenario, const wi_variables *variables) {
    scenario->variable = variables->variable;
    scenario->variable_count = variables->count;
}

typedef struct job { // all that must be reachable after a jump
    wi_arena *arena;
    wi_document document;
    wi_key_reader reader;
    jmp_buf no_memory;
} job;

static void read_tree(job *now, const wi_scenario_options *options, wi_node *root) {
    wi_problems *problems = now->reader.problems;
    const char *path = now->reader.scenario->path;
    if (root->kind != WI_MAP) {
        wi_problem_add(problems, root->place, "a scenario is a map of keys; it starts with `wend: 1`");
        return;
    }
    wi_variables *variables = wi_variables_collect(now->arena, problems, path, wi_node_get(root, "variables"),
                                                   options->set, options->set_count);
    for (uint32_t i = 0; i < root->count; i++) {
        const char *key = root->key[i]->text;
        if (strcmp(key, "variables") != 0 && strcmp(key, "include") != 0)
            wi_variables_replace_all(variables, root->value[i]);
    }
    keep_variables(now->reader.scenario, variables);
    read_sections(&now->reader, root);
}

static void read_file(job *now, const wi_scenario_options *options, const char *path, const char *text, size_t size) {
    wi_key_reader *reader = &now->reader;
    wi_scenario *scenario = reader->scenario = WI_TAKE(now->arena, wi_scenario, 1);
    const char *why = "";
    scenario->arena = now->arena;
    scenario->path = wi_arena_copy(now->arena, path, strlen(path));
    scenario->text = text ? wi_arena_copy(now->arena, text, size)
                          : wi_text_file_read(now->arena, path, WI_FILE_SIZE_MAX, &size, &why);
    if (size > WI_FILE_SIZE_MAX) why = "it is larger than 16 MiB";
    if (!scenario->text || size > WI_FILE_SIZE_MAX) {
        wi_problem_add(reader->problems, (wi_place){path, 0, 0}, "cannot read the scenario: %s", why);
        return;
    }
    if (!options->outside) {
        reader->folder = wi_file_folder(now->arena, path);
        if (!reader->folder) reader->folder = "?"; // no folder: nothing lies under it
    }
    now->document.folder = reader->folder;
    now->document.files = &reader->files;
    uint32_t before = reader->problems->count;
    wi_node *root = wi_document_load(&now->document, scenario->path, scenario->text, size);
    if (root && (reader->problems->count == before || root->kind == WI_MAP)) read_tree(now, options, root);
    scenario->file = reader->files.path;
    scenario->file_count = reader->files.count;
}

// False if there was no memory; nothing that it half finished is used then.
static bool try_to_read(job *now, const wi_scenario_options *options, const char *path, const char *text, size_t size) {
    if (setjmp(now->no_memory) != 0) return false;
    read_file(now, options, path, text, size);
    return true;
}

// Reads from `text`, or from the file if that is NULL.
static wi_scenario *read_any(const char *path, const char *text, size_t size, const wi_scenario_options *options,
                             wi_problems *problems) {
    static const wi_scenario_options none = {0};
    const wi_place whole = {path, 0, 0};
    uint32_t before = problems->count;
    job now = {.arena = calloc(1, sizeof *now.arena)};
    if (now.arena) {
        *now.arena = (wi_arena){.no_memory = &now.no_memory, .most = MEMORY_MAX};
        now.reader = (wi_key_reader){.arena = now.arena, .problems = problems};
        now.document = (wi_document){.arena = now.arena, .problems = problems};
    }
    if (!now.arena || !try_to_read(&now, options ? options : &none, path, text, size))
        wi_problem_add(problems, whole, "there is not enough memory for it (at most 1 GiB is used)");
    wi_document_abandon(&now.document);
    if (problems->count == before && !wi_problems_full(problems)) {
        now.arena->no_memory = NULL;
        if (problems->count == 0) wi_problems_free(problems); // texts kept for messages that nobody needs
        return now.reader.scenario;
    }
    if (now.arena) wi_arena_free(now.arena);
    free(now.arena);
    return NULL;
}

wi_scenario *wi_scenario_read(const char *path, const wi_scenario_options *options, wi_problems *problems) {
    return read_any(path, NULL, 0, options, problems);
}

wi_scenario *wi_scenario_read_text(const char *name, const char *text, size_t size, const wi_scenario_options *options,
                                   wi_problems *problems) {
    return read_any(name, text, size, options, problems);
}

void wi_scenario_free(wi_scenario *scenario) {
    if (!scenario) return;
    wi_arena *arena = scenario->arena;
    wi_arena_free(arena);
    free(arena);
}
