// A case: a scenario or a program, and under which models and seeds it is run.
#include "study/read.h"

#include "scenario/files.h"

#include <string.h>
#include <unistd.h>

static wi_key_read read_scenario, read_program, read_set, read_models, read_corners, read_curve, read_pair;
static void check_case(wi_key_reader *reader, const wi_node *node, void *into);

#define AGENT_MAX 1e9 // agents of a scenario are counted from 1

// clang-format off
static const wi_key set_item[] = {{.name = "", .type = WI_KEY_TEXT, .meaning = "a number or a text"}};
static const wi_key_table set_table = {"set", "names and values", set_item, 1, NULL};
static const wi_key model_item[] = {{.name = "", .type = WI_KEY_TEXT, .meaning = "name of a model"}};
static const wi_key_table model_list = {"model_names", "names of models", model_item, 1, NULL};
static const wi_key model_forms[] = {
    {.name = "", .type = WI_KEY_TEXT, .meaning = "name of a model, or `all`"},
    {.name = "", .type = WI_KEY_LIST, .table = &model_list, .min = 1, .max = 64, .meaning = "names of models"},
};
static const wi_key_table model_table = {"models", "one model or several", model_forms, WEND_COUNT(model_forms), NULL};

static const wi_key speed_item[] = {{.name = "", .type = WI_KEY_NUMBER, .meaning = "a speed"}};
static const wi_key_table speed_list = {"speeds", "speeds", speed_item, 1, NULL};

static const wi_key id_item[] = {{.name = "", .type = WI_KEY_WHOLE, .min = 1, .max = AGENT_MAX, .meaning = "an agent"}};
static const wi_key_table id_list = {"agents", "agents", id_item, 1, NULL};

static const wi_key case_rows[] = {
    {.name = "scenario", .type = WI_KEY_TEXT, .read = read_scenario, .choice = 1, .flags = WI_KEY_REQUIRED,
     .meaning = "a file, relative to this one, or the name of a shipped scenario", .example = "antipodal-circle-50"},
    {.name = "program", .type = WI_KEY_NAME, .read = read_program, .choice = 1, .flags = WI_KEY_REQUIRED,
     .meaning = "a function of wend for what no scenario can say", .example = "crossing-pairs"},
    {.name = "set", .type = WI_KEY_NAMED, .table = &set_table, .read = read_set,
     .meaning = "variables of the scenario", .example = "{agents: 50}", .offset = offsetof(wi_study_case, set)},
    {.name = "slow", .type = WI_KEY_NAMED, .table = &set_table, .read = read_set,
     .meaning = "variables that are set with `wend study --slow`, too, or instead", .example = "{length: 1000}",
     .offset = offsetof(wi_study_case, slow)},
    {.name = "models", .type = WI_KEY_FORMS, .table = &model_table, .read = read_models,
     .initial = "as the scenario has it", .meaning = "what everyone walks under; `all` for every model there is",
     .example = "[vo, rvo, orca]"},
    {.name = "preset", .type = WI_KEY_TEXT, .meaning = "of these models; the default one where this is left out",
     .example = "published", .offset = offsetof(wi_study_case, preset)},
    {.name = "seeds", .type = WI_KEY_WHOLE, .min = 1, .max = WI_STUDY_SEEDS_MAX, .initial = "10",
     .meaning = "how many: 1, 2, ...", .example = "20", .offset = offsetof(wi_study_case, seeds)},
    {.name = "limit", .type = WI_KEY_NUMBER, .unit = "s", .min = 0.001, .max = 1e8, .meaning = "instead of the scenario's",
     .example = "400", .offset = offsetof(wi_study_case, limit)},
    {.name = "quick", .type = WI_KEY_NUMBER, .unit = "s", .min = 0.001, .max = 1e8, .initial = "2",
     .meaning = "the limit of a quick look", .example = "5", .offset = offsetof(wi_study_case, quick)},
    {.name = "threads", .type = WI_KEY_WHOLE, .min = 1, .max = 256, .initial = "1", .meaning = "of each run",
     .example = "4", .offset = offsetof(wi_study_case, threads)},
    {.name = "alone", .type = WI_KEY_FLAG, .initial = "false",
     .meaning = "no other run at the same time, because time is taken", .example = "true",
     .offset = offsetof(wi_study_case, alone)},
    {.name = "line", .type = WI_KEY_BOX, .unit = "m", .read = read_corners,
     .meaning = "x0, y0, x1, y1 of the line where flow is measured", .example = "[0, -2, 0, 2]",
     .offset = offsetof(wi_study_case, line)},
    {.name = "area", .type = WI_KEY_BOX, .unit = "m", .read = read_corners,
     .meaning = "x0, y0, x1, y1 of the place where density is measured", .example = "[-1, -1, 1, 1]",
     .offset = offsetof(wi_study_case, area)},
    {.name = "lane_width", .type = WI_KEY_NUMBER, .unit = "m", .min = 0.01, .max = 100,
     .meaning = "how far to the side agents are in one lane, for the order of lanes", .example = "0.5",
     .offset = offsetof(wi_study_case, lane_width)},
    {.name = "after", .type = WI_KEY_NUMBER, .unit = "s", .min = 0, .max = 1e8, .initial = "0",
     .meaning = "what is before is not measured", .example = "10", .offset = offsetof(wi_study_case, after)},
    {.name = "unattainable", .type = WI_KEY_TEXT,
     .meaning = "why this cannot be run: bodies cannot do what it asks for", .example = "\"Discs do not fit.\"",
     .offset = offsetof(wi_study_case, unattainable)},
    {.name = "voronoi", .type = WI_KEY_FLAG, .initial = "false", .meaning = "density and speed by Voronoi cells in the area",
     .example = "true", .offset = offsetof(wi_study_case, voronoi)},
    {.name = "curve", .type = WI_KEY_LIST, .unit = "m/s", .table = &speed_list, .min = 1, .max = WI_CURVE_POINTS,
     .read = read_curve, .meaning = "speeds of people at 0.5, 1, 1.5, ... per m2, for `curve_distance`; 0: not known",
     .example = "[1.38, 1.17, 0.89]"},
    {.name = "from_places", .type = WI_KEY_FLAG, .initial = "false",
     .meaning = "speeds are those between frames, as in recordings of people", .example = "true",
     .offset = offsetof(wi_study_case, from_places)},
    {.name = "outlines", .type = WI_KEY_FLAG, .initial = "false",
     .meaning = "overlaps are of true outlines, not of discs, as in most papers", .example = "true",
     .offset = offsetof(wi_study_case, outlines)},
    {.name = "watch", .type = WI_KEY_WHOLE, .min = 1, .max = AGENT_MAX,
     .meaning = "the agent, counted from 1 in the order of the scenario, whose turns are measured", .example = "17",
     .offset = offsetof(wi_study_case, watch)},
    {.name = "pair", .type = WI_KEY_LIST, .table = &id_list, .min = 2, .max = 2, .read = read_pair,
     .meaning = "two agents, counted likewise, whose minimum predicted distance and its phases are measured",
     .example = "[1, 2]"},
    {.name = "ttc", .type = WI_KEY_NUMBER, .unit = "s", .min = 0.001, .max = 1000,
     .meaning = "times to collision up to this are measured", .example = "3", .offset = offsetof(wi_study_case, ttc)},
};
// clang-format on
static const wi_key_table case_keys = {"case", "what is run", case_rows, WEND_COUNT(case_rows), check_case};
static const wi_key case_item[] = {{.name = "", .type = WI_KEY_TABLE, .table = &case_keys}};
const wi_key_table wi_study_case_item = {"cases", "cases by name", case_item, 1, NULL};

void wi_study_read_case(wi_study_reader *reader, const wi_node *node, wi_study_case *into) {
    wi_key row = case_item[0];
    row.name = into->name;
    into->place = node->place;
    wi_key_read_value(&reader->base, node, &row, into);
}

static void read_scenario(wi_key_reader *reader, const wi_node *node, const wi_key *key, void *into) {
    wi_study_case *made = into;
    const char *name;
    if (!wi_value_text(reader, node, key->name, &name)) return;
    const char *beside = wi_file_path(reader->arena, ((wi_study_reader *)reader)->study->path, name);
    made->scenario = access(beside, F_OK) == 0 ? beside : name;
}

static void read_program(wi_key_reader *reader, const wi_node *node, const wi_key *key, void *into) {
    wi_study_case *made = into;
    const char *name, *known[64];
    uint32_t count = 0;
    if (!wi_value_text(reader, node, key->name, &name)) return;
    made->program = wi_study_program_find(name);
    if (made->program) return;
    for (; count < WEND_COUNT(known) && wi_study_program_at(count); count++)
        known[count] = wi_study_program_at(count)->name;
    wi_problem_add(reader->problems, node->place, "there is no program `%.60s`%s", name,
                   wi_hint(reader, name, known, count));
}

static void read_set(wi_key_reader *reader, const wi_node *node, const wi_key *key, void *into) {
    wi_study_set *made = (wi_study_set *)((char *)into + key->offset);
    if (node->kind != WI_MAP) {
        wi_problem_add(reader->problems, node->place, "`%s` must be a map from variables to values, not %s", key->name,
                       wi_node_describe(reader->arena, node));
        return;
    }
    made->item = WI_TAKE(reader->arena, wi_variable, node->count);
    for (uint32_t i = 0; i < node->count; i++) {
        wi_variable *variable = &made->item[made->count];
        variable->name = node->key[i]->text;
        variable->place = node->key[i]->place;
        if (wi_value_text(reader, node->value[i], variable->name, &variable->value)) made->count++;
    }
}

static bool sets(const wi_study_set *set, const char *name) {
    for (uint32_t i = 0; i < set->count; i++)
        if (strcmp(set->item[i].name, name) == 0) return true;
    return false;
}

// In full a case has the variables of `set`, too, but for those that are others then.
static void complete_slow(wi_key_reader *reader, wi_study_case *made) {
    if (made->slow.count == 0) return;
    wi_study_set all = {WI_TAKE(reader->arena, wi_variable, made->set.count + made->slow.count), 0};
    for (uint32_t i = 0; i < made->set.count; i++)
        if (!sets(&made->slow, made->set.item[i].name)) all.item[all.count++] = made->set.item[i];
    for (uint32_t i = 0; i < made->slow.count; i++) all.item[all.count++] = made->slow.item[i];
    made->slow = all;
}

static void read_corners(wi_key_reader *reader, const wi_node *node, const wi_key *key, void *into) {
    double *corners = (double *)((unsigned char *)into + key->offset);
    bool area = key->offset == offsetof(wi_study_case, area);
    if (!wi_value_numbers(reader, node, key->name, corners, 4)) return;
    bool extent = area ? corners[0] < corners[2] && corners[1] < corners[3]
                       : corners[0] != corners[2] || corners[1] != corners[3];
    if (!extent)
        wi_problem_add(reader->problems, node->place,
                       area ? "`area` is [x0, y0, x1, y1] with x0 below x1, y0 below y1"
                            : "`line` is [x0, y0, x1, y1]: two different points");
}

static void read_curve(wi_key_reader *reader, const wi_node *node, const wi_key *key, void *into) {
    const wi_key speed = {.name = key->name, .min = 0.0, .max = 100.0};
    double *curve = ((wi_study_case *)into)->curve;
    if (!wi_value_is_list(reader, node, key->name, 1, WI_CURVE_POINTS)) return;
    for (uint32_t i = 0; i < node->count; i++) wi_value_in_range(reader, node->value[i], &speed, &curve[i]);
}

static void read_pair(wi_key_reader *reader, const wi_node *node, const wi_key *key, void *into) {
    const uint32_t *pair = ((const wi_study_case *)into)->pair;
    wi_key agent = id_item[0];
    agent.name = key->name;
    if (!wi_value_is_list(reader, node, key->name, 2, 2)) return;
    for (uint32_t i = 0; i < 2; i++) {
        agent.offset = offsetof(wi_study_case, pair) + i * sizeof pair[0];
        wi_key_read_value(reader, node->value[i], &agent, into);
    }
    if (pair[0] > 0 && pair[0] == pair[1])
        wi_problem_add(reader->problems, node->place, "`pair` is of two different agents, not twice %u", pair[0]);
}

static bool has_preset(const wend_model *model, const char *name) {
    for (uint32_t i = 0; i < model->preset_count; i++) {
        if (strcmp(model->presets[i].name, name) == 0) return true;
    }
    return false;
}

static void refuse_preset(wi_key_reader *reader, wi_place place, const wend_model *model, const char *name) {
    const char **known = WI_TAKE(reader->arena, const char *, model->preset_count + 1u);
    for (uint32_t i = 0; i < model->preset_count; i++) known[i] = model->presets[i].name;
    wi_problem_add(reader->problems, place, "the model %s has no preset `%.60s`%s (`wend models %s` lists them)",
                   model->name, name, wi_hint(reader, name, known, model->preset_count), model->name);
}

static void check_preset(wi_key_reader *reader, const wi_node *node, const wi_study_case *made) {
    const wi_node *preset = wi_node_get(node, "preset");
    if (!made->preset || !preset) return;
    if (!made->models.name[0])
        wi_problem_add(reader->problems, preset->place, "`preset` is of `models`, and this case names none");
    for (uint32_t i = 0; i < made->models.count; i++) {
        const wend_model *model = wend_model_find(made->models.name[i]);
        if (model && !has_preset(model, made->preset)) refuse_preset(reader, preset->place, model, made->preset);
    }
}

static void check_cells(wi_key_reader *reader, const wi_node *node, const wi_study_case *made) {
    const wi_node *voronoi = wi_node_get(node, "voronoi"), *curve = wi_node_get(node, "curve");
    if (made->voronoi && !wi_node_get(node, "area"))
        wi_problem_add(reader->problems, voronoi->place, "`voronoi` needs the `area` in which it is measured");
    if (curve && !made->voronoi)
        wi_problem_add(reader->problems, curve->place, "`curve` is compared with speeds of `voronoi: true`");
}

static void check_after(wi_key_reader *reader, const wi_study_case *made) {
    if (made->limit > 0.0 && made->after >= made->limit)
        wi_problem_add(reader->problems, made->at.after,
                       "nothing is measured after %g s: the `limit` of the case is %g s", made->after, made->limit);
}

static wi_place place_of(const wi_node *node, const char *key) {
    const wi_node *at = wi_node_get(node, key);
    return at ? at->place : (wi_place){0};
}

// A scenario says everything about a run; a program knows it by itself.
static void check_case(wi_key_reader *reader, const wi_node *node, void *into) {
    static const char *const of_scenarios[] = {"set",   "slow",       "limit",   "quick", "threads",     "line",
                                               "area",  "lane_width", "voronoi", "curve", "from_places", "outlines",
                                               "watch", "after",      "pair",    "ttc"};
    wi_study_case *made = into;
    if (made->models.count == 0) {
        made->models = (wi_study_models){WI_TAKE(reader->arena, const char *, 1), 1};
    }
    made->at = (wi_study_case_places){place_of(node, "scenario"), place_of(node, "after"), place_of(node, "watch"),
                                      place_of(node, "pair")};
    complete_slow(reader, made);
    check_after(reader, made);
    check_preset(reader, node, made);
    check_cells(reader, node, made);
    for (uint32_t i = 0; made->program && i < WEND_COUNT(of_scenarios); i++) {
        const wi_node *wrong = wi_node_get(node, of_scenarios[i]);
        if (wrong)
            wi_problem_add(reader->problems, wrong->place, "`%s` is of a scenario; a program has no use for it",
                           of_scenarios[i]);
    }
}

// Models ---------------------------------------------------------------------------------------------------------------

static void read_models(wi_key_reader *reader, const wi_node *node, const wi_key *key, void *into) {
    (void)key;
    wi_study_read_models((wi_study_reader *)reader, node, true, &((wi_study_case *)into)->models);
}

static bool is_model(wi_study_reader *reader, const wi_node *node, const char *name) {
    const wi_study *study = reader->study;
    const char *known[64];
    uint32_t count;
    if (wend_model_find(name)) return true;
    for (uint32_t i = 0; i < study->awaited_model_count; i++) {
        if (strcmp(study->awaited_model[i], name) == 0) return true;
    }
    const wend_model *const *models = wend_models(&count);
    if (count > WEND_COUNT(known)) count = WEND_COUNT(known);
    for (uint32_t i = 0; i < count; i++) known[i] = models[i]->name;
    wi_problem_add(reader->base.problems, node->place,
                   "there is no model `%.60s`%s (what is to come stands in `awaits`)", name,
                   wi_hint(&reader->base, name, known, count));
    return false;
}

static void take_all(wi_study_reader *reader, wi_study_models *into) {
    const wi_study *study = reader->study;
    uint32_t count;
    const wend_model *const *models = wend_models(&count);
    into->name = WI_TAKE(reader->base.arena, const char *, count + study->awaited_model_count);
    for (into->count = 0; into->count < count; into->count++) into->name[into->count] = models[into->count]->name;
    for (uint32_t i = 0; i < study->awaited_model_count; i++) {
        if (!wend_model_find(study->awaited_model[i])) into->name[into->count++] = study->awaited_model[i];
    }
}

static bool has(const wi_study_models *models, const char *name) {
    for (uint32_t i = 0; i < models->count; i++) {
        if (strcmp(models->name[i], name) == 0) return true;
    }
    return false;
}

static void take_one(wi_study_reader *reader, const wi_node *node, wi_study_models *into) {
    const char *name;
    if (!wi_value_text(&reader->base, node, "models", &name) || !is_model(reader, node, name)) return;
    if (has(into, name))
        wi_problem_add(reader->base.problems, node->place, "the model `%.60s` stands here twice", name);
    else
        into->name[into->count++] = name;
}

bool wi_study_read_models(wi_study_reader *reader, const wi_node *node, bool all, wi_study_models *into) {
    if (all && node->kind == WI_SCALAR && strcmp(node->text, "all") == 0) {
        take_all(reader, into);
        return true;
    }
    bool list = node->kind == WI_LIST;
    if (list && !wi_value_is_list(&reader->base, node, "models", 1, 64)) return false;
    uint32_t count = list ? node->count : 1;
    *into = (wi_study_models){.name = WI_TAKE(reader->base.arena, const char *, count)};
    for (uint32_t i = 0; i < count; i++) take_one(reader, list ? node->value[i] : node, into);
    return into->count == count;
}
