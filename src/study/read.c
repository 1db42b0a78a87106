// Reading a study by its tables of keys; models and measures are looked up here, so that a typo shows before the night.
#include "study/read.h"

#include "scenario/document.h"
#include "scenario/files.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MEMORY_MAX ((size_t)1 << 26)

static wi_key_read read_awaited_models, read_awaited_measures, read_cases, read_rows;

// clang-format off
static const wi_key name_item[] = {{.name = "", .type = WI_KEY_TEXT, .meaning = "a name"}};
static const wi_key_table name_list = {"names", "names", name_item, 1, NULL};

static const wi_key awaits_rows[] = {
    {.name = "models", .type = WI_KEY_LIST, .table = &name_list, .min = 0, .max = 64, .read = read_awaited_models,
     .meaning = "models that are not there yet", .example = "[rcap]"},
    {.name = "measures", .type = WI_KEY_LIST, .table = &name_list, .min = 0, .max = 64, .read = read_awaited_measures,
     .meaning = "measures that are not there yet", .example = "[lane_order]"},
};
static const wi_key_table awaits_keys = {"awaits", "what is not there yet", awaits_rows, WEND_COUNT(awaits_rows), NULL};

static const char *const form_words[] = {"table", "matrix", NULL};

// In the order in which they are read: rows look up cases, both look up what is awaited.
static const wi_key root_rows[] = {
    {.name = "wend", .type = WI_KEY_WHOLE, .meaning = "version of this format: 1", .example = "1",
     .flags = WI_KEY_REQUIRED, .read = wi_read_version},
    {.name = "title", .type = WI_KEY_TEXT, .meaning = "one line about the study", .example = "Head-on oscillation",
     .offset = offsetof(wi_study, title), .flags = WI_KEY_REQUIRED},
    {.name = "source", .type = WI_KEY_TEXT, .meaning = "the paper, with its table or figure",
     .example = "\"Guy, Lin, Manocha (2010), section 6.2\"", .offset = offsetof(wi_study, source), .flags = WI_KEY_REQUIRED},
    {.name = "about", .type = WI_KEY_TEXT, .meaning = "more about it, such as what the paper leaves open",
     .example = "\"The ground plan is ours.\"", .offset = offsetof(wi_study, about)},
    {.name = "form", .type = WI_KEY_WORD, .words = form_words, .initial = "table",
     .meaning = "how results are shown: a `table` of lines, or a `matrix` of tests by models", .example = "matrix",
     .offset = offsetof(wi_study, form)},
    {.name = "awaits", .type = WI_KEY_TABLE, .table = &awaits_keys,
     .meaning = "models and measures that may be missing: shown as such, while any other unknown name is a mistake",
     .example = "{models: [rcap]}"},
    {.name = "cases", .type = WI_KEY_NAMED, .table = &wi_study_case_item, .read = read_cases, .flags = WI_KEY_REQUIRED,
     .meaning = "what is run, by name", .example = "{circle: {scenario: antipodal-circle-50}}"},
    {.name = "rows", .type = WI_KEY_LIST, .table = &wi_study_row_item, .min = 1, .max = 1000, .read = read_rows,
     .flags = WI_KEY_REQUIRED, .meaning = "of the table", .example = "[{label: time, case: circle, measure: all_arrived}]"},
};
// clang-format on
_Static_assert(sizeof(wi_study_form) == sizeof(uint32_t), "a word is read into a form");
const wi_key_table wi_study_keys = {"study", "the file as a whole", root_rows, WEND_COUNT(root_rows), NULL};

static const char **read_names(wi_key_reader *reader, const wi_node *node, const wi_key *key, uint32_t *count) {
    *count = 0;
    if (!wi_value_is_list(reader, node, key->name, (uint32_t)key->min, (uint32_t)key->max)) return NULL;
    const char **name = WI_TAKE(reader->arena, const char *, node->count);
    for (uint32_t i = 0; i < node->count; i++) {
        if (wi_value_text(reader, node->value[i], key->name, &name[*count])) (*count)++;
    }
    return name;
}

static void read_awaited_models(wi_key_reader *reader, const wi_node *node, const wi_key *key, void *into) {
    wi_study *study = into;
    study->awaited_model = read_names(reader, node, key, &study->awaited_model_count);
}

static void read_awaited_measures(wi_key_reader *reader, const wi_node *node, const wi_key *key, void *into) {
    wi_study *study = into;
    study->awaited_measure = read_names(reader, node, key, &study->awaited_measure_count);
}

static void read_cases(wi_key_reader *reader, const wi_node *node, const wi_key *key, void *into) {
    wi_study_reader *self = (wi_study_reader *)reader;
    wi_study *study = into;
    if (node->kind != WI_MAP || node->count == 0) {
        wi_problem_add(reader->problems, node->place, "`%s` must be a map from names to what is run, not %s", key->name,
                       node->kind == WI_MAP ? "an empty one" : wi_node_describe(reader->arena, node));
        return;
    }
    study->cases = WI_TAKE(reader->arena, wi_study_case, node->count);
    self->cases = (wi_names){.name = WI_TAKE(reader->arena, const char *, node->count), .count = node->count};
    study->case_count = node->count;
    for (uint32_t i = 0; i < node->count; i++) {
        self->cases.name[i] = study->cases[i].name = node->key[i]->text;
        wi_study_read_case(self, node->value[i], &study->cases[i]);
    }
    wi_names_sort(reader, &self->cases);
}

static void read_rows(wi_key_reader *reader, const wi_node *node, const wi_key *key, void *into) {
    wi_study *study = into;
    if (!wi_value_is_list(reader, node, key->name, (uint32_t)key->min, (uint32_t)key->max)) return;
    study->row = WI_TAKE(reader->arena, wi_study_row, node->count);
    study->row_count = node->count;
    for (uint32_t i = 0; i < node->count; i++)
        wi_study_read_row((wi_study_reader *)reader, node->value[i], &study->row[i]);
}

// The file -------------------------------------------------------------------------------------------------------------

typedef struct job { // all that must be reachable after a jump
    wi_study_reader reader;
    wi_document document;
    jmp_buf no_memory;
} job;

static void read_file(job *now, const char *path, const char *text, size_t size) {
    wi_key_reader *reader = &now->reader.base;
    wi_study *study = now->reader.study = WI_TAKE(reader->arena, wi_study, 1);
    const char *why = "";
    study->arena = reader->arena;
    study->path = wi_arena_copy(reader->arena, path, strlen(path));
    study->text = text ? wi_arena_copy(reader->arena, text, size)
                       : wi_text_file_read(reader->arena, path, WI_FILE_SIZE_MAX, &size, &why);
    if (!study->text) {
        wi_problem_add(reader->problems, (wi_place){path, 0, 0}, "cannot read the study: %s", why);
        return;
    }
    wi_node *root = wi_document_parse(&now->document, study->path, study->text, size);
    if (root && root->kind == WI_MAP)
        wi_keys_read(reader, root, &wi_study_keys, study);
    else if (root)
        wi_problem_add(reader->problems, root->place, "a study is a map of keys; it starts with `wend: 1`");
}

// False if there was no memory; nothing that it half finished is used then.
static bool try_to_read(job *now, const char *path, const char *text, size_t size) {
    if (setjmp(now->no_memory) != 0) return false;
    read_file(now, path, text, size);
    return true;
}

static wi_study *read_any(const char *path, const char *text, size_t size, wi_problems *problems) {
    uint32_t before = problems->count;
    wi_arena *arena = calloc(1, sizeof *arena);
    job now = {.reader.base = {.arena = arena, .problems = problems},
               .document = {.arena = arena, .problems = problems}};
    if (arena) *arena = (wi_arena){.no_memory = &now.no_memory, .most = MEMORY_MAX};
    if (!arena || !try_to_read(&now, path, text, size))
        wi_problem_add(problems, (wi_place){path, 0, 0}, "there is not enough memory for it (at most 64 MiB is used)");
    wi_document_abandon(&now.document);
    if (problems->count == before && !wi_problems_full(problems)) {
        arena->no_memory = NULL;
        if (before == 0) wi_problems_free(problems); // texts kept for messages that nobody needs
        return now.reader.study;
    }
    if (arena) wi_arena_free(arena);
    free(arena);
    return NULL;
}

wi_study *wi_study_read(const char *path, wi_problems *problems) { return read_any(path, NULL, 0, problems); }

wi_study *wi_study_read_text(const char *name, const char *text, size_t size, wi_problems *problems) {
    return read_any(name, text, size, problems);
}

void wi_study_free(wi_study *study) {
    if (!study) return;
    wi_arena *arena = study->arena;
    wi_arena_free(arena);
    free(arena);
}
