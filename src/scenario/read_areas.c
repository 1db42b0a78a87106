// What behaviours refer to: queues and events, by name, and regions.
#include <math.h>

#include "scenario/behaviour.h"

static wi_key_read read_line, read_served;

// clang-format off
typedef struct queue_source {
    wend_queue is;
    double spacing;
} queue_source;
static const wi_key served_item[] = {{.name = "", .type = WI_KEY_NAME, .meaning = "name of a goal"}};
static const wi_key_table served_list = {"service_points", "names of goals", served_item, 1, NULL};
static const wi_key queue_rows[] = {
    {.name = "line", .type = WI_KEY_RING, .unit = "m", .min = 2, .max = 1000, .read = read_line,
     .meaning = "where they stand, from the head of the queue; it goes on straight beyond its last point",
     .example = "[[5, 5], [5, 0]]", .flags = WI_KEY_REQUIRED},
    {.name = "spacing", .type = WI_KEY_NUMBER, .unit = "m", .min = 0.1, .max = 100, .initial = "0.7",
     .meaning = "between one place and the next", .example = "0.8", .offset = offsetof(queue_source, spacing)},
    {.name = "served_at", .type = WI_KEY_LIST, .table = &served_list, .min = 1, .max = 1000, .read = read_served,
     .meaning = "goals with a capacity; the first in line is called to the nearest that is free", .example = "[desk]"},
    {.name = "level", .type = WI_KEY_NAME, .initial = "the first level", .meaning = "on which level it lies",
     .example = "ground", .offset = offsetof(queue_source, is.level), .read = wi_read_level},
};
static const wi_key_table queue_keys = {"queue", "a line in which agents wait", queue_rows, WEND_COUNT(queue_rows), NULL};
static const wi_key queue_item[] = {{.name = "", .type = WI_KEY_TABLE, .table = &queue_keys}};
const wi_key_table wi_queue_item = {"queues", "queues by name", queue_item, 1, NULL};

static const wi_key event_rows[] = {
    {.name = "at", .type = WI_KEY_NUMBER, .unit = "s", .min = 0, .max = 1e8, .meaning = "when it happens by itself; not at all",
     .example = "30", .offset = offsetof(wend_event, time)},
};
static const wi_key_table event_keys = {"event", "what can happen and be heard", event_rows, WEND_COUNT(event_rows), NULL};
static const wi_key event_item[] = {{.name = "", .type = WI_KEY_TABLE, .table = &event_keys}};
const wi_key_table wi_event_item = {"events", "events by name", event_item, 1, NULL};
// clang-format on

static void read_line(wi_key_reader *reader, const wi_node *node, const wi_key *key, void *into) {
    queue_source *queue = into;
    wi_ring ring = {0};
    if (!wi_value_ring(reader, node, key->name, 2, &ring)) return;
    queue->is.points = ring.point;
    queue->is.point_count = ring.count;
}

static void read_served(wi_key_reader *reader, const wi_node *node, const wi_key *key, void *into) {
    queue_source *queue = into;
    wi_behaviours_source *all = &reader->scenario->behaviours;
    wi_behaviour_reader b = {.reader = reader, .into = all, .is = &all->is};
    if (!wi_value_is_list(reader, node, key->name, 1, 1000)) return;
    queue->is.served.first = all->is.list_count;
    for (uint32_t i = 0; i < node->count; i++) {
        uint32_t site;
        if (!wi_names_find(reader, &reader->goals, node->value[i], "goal", &site)) continue;
        if (reader->scenario->goal[site].capacity == 0)
            wi_problem_add(reader->problems, node->value[i]->place,
                           "goal `%.60s` needs a `capacity`: how many are served there at a time",
                           node->value[i]->text);
        wi_add_listed(&b, (wend_listed){site, 1.0f});
        queue->is.served.count++;
    }
}

// The names of a map, for looking up; false if it is none.
static bool take_names(wi_key_reader *reader, const wi_node *node, const char *what, wi_names *names) {
    if (node->kind != WI_MAP) {
        wi_problem_add(reader->problems, node->place, "`%s` must be a map of names", what);
        return false;
    }
    names->count = node->count;
    names->name = WI_TAKE(reader->arena, const char *, node->count);
    for (uint32_t i = 0; i < node->count; i++) names->name[i] = node->key[i]->text;
    wi_names_sort(reader, names);
    return true;
}

static void read_one(wi_key_reader *reader, const wi_node *map, uint32_t index, const wi_key *item, void *into) {
    wi_key row = *item;
    row.name = map->key[index]->text;
    wi_key_read_value(reader, map->value[index], &row, into);
}

void wi_take_regions(wi_key_reader *reader, const wi_node *node) {
    wi_behaviours_source *all = &reader->scenario->behaviours;
    wi_behaviour_reader b = {.reader = reader, .into = all, .is = &all->is};
    if (!take_names(reader, node, "regions", &reader->regions)) return;
    all->region_name = reader->regions.name;
    for (uint32_t i = 0; i < reader->scenario->region_count; i++) {
        const wi_region_source *from = &reader->scenario->region[i];
        wi_add_region(&b, (wend_region){from->area.point, from->area.count, from->level});
    }
}

void wi_read_queues(wi_key_reader *reader, const wi_node *node, const wi_key *key, void *into) {
    (void)into;
    wend_behaviours *is = &reader->scenario->behaviours.is;
    if (!take_names(reader, node, key->name, &reader->queues)) return;
    reader->scenario->behaviours.queue_name = reader->queues.name;
    wend_queue *queue = WI_TAKE(reader->arena, wend_queue, node->count);
    for (uint32_t i = 0; i < node->count; i++) {
        queue_source read = {.spacing = 0.7};
        read_one(reader, node, i, queue_item, &read);
        read.is.spacing = (float)read.spacing;
        queue[i] = read.is;
    }
    is->queues = queue;
    is->queue_count = node->count;
}

void wi_read_events(wi_key_reader *reader, const wi_node *node, const wi_key *key, void *into) {
    (void)into;
    wend_behaviours *is = &reader->scenario->behaviours.is;
    if (!take_names(reader, node, key->name, &reader->events)) return;
    wend_event *event = WI_TAKE(reader->arena, wend_event, node->count);
    for (uint32_t i = 0; i < node->count; i++) {
        event[i] = (wend_event){node->key[i]->text, NAN};
        if (node->value[i]->kind != WI_NOTHING) read_one(reader, node, i, event_item, &event[i]);
    }
    is->events = event;
    is->event_count = node->count;
}
