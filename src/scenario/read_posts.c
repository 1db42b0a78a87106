// What the routers `field` and `roadmap` work with: the grid of the one, the posts of the other.
#include "scenario/sections.h"

static wi_key_read read_posts;

typedef struct sample_source {
    uint32_t count, seed;
} sample_source;

// clang-format off
static const wi_key post_rows[] = {
    {.name = "at", .type = WI_KEY_POINT, .unit = "m", .meaning = "a point", .example = "[10, 0]",
     .offset = offsetof(wend_map_post, at), .flags = WI_KEY_REQUIRED},
    {.name = "level", .type = WI_KEY_NAME, .initial = "the first level", .meaning = "on which level it is",
     .example = "ground", .offset = offsetof(wend_map_post, level), .read = wi_read_level},
};
static const wi_key_table post_keys = {"post", "a point of a roadmap", post_rows, WEND_COUNT(post_rows), NULL};
static const wi_key post_forms[] = {
    {.name = "", .type = WI_KEY_POINT, .unit = "m", .meaning = "a point of the first level"},
    {.name = "", .type = WI_KEY_TABLE, .table = &post_keys, .meaning = "a point of a level"},
};
static const wi_key_table post_table = {"post_forms", "where a post stands", post_forms, WEND_COUNT(post_forms), NULL};
static const wi_key post_item[] = {{.name = "", .type = WI_KEY_FORMS, .table = &post_table}};
static const wi_key_table post_list = {"posts", "posts", post_item, 1, NULL};

static const wi_key sample_rows[] = {
    {.name = "count", .type = WI_KEY_WHOLE, .min = 1, .max = WEND_POSTS_MAX, .meaning = "how many", .example = "500",
     .offset = offsetof(sample_source, count), .flags = WI_KEY_REQUIRED},
    {.name = "seed", .type = WI_KEY_WHOLE, .min = 0, .max = 1e9, .initial = "1", .meaning = "of where they stand", .example = "7",
     .offset = offsetof(sample_source, seed)},
};
static const wi_key_table sample_keys = {"post_sample", "posts anywhere on the floor", sample_rows, WEND_COUNT(sample_rows), NULL};
static const wi_key posts_forms[] = {
    {.name = "", .type = WI_KEY_LIST, .table = &post_list, .min = 1, .max = WEND_POSTS_MAX, .meaning = "where they stand"},
    {.name = "", .type = WI_KEY_TABLE, .table = &sample_keys, .meaning = "so many anywhere"},
};
static const wi_key_table posts_table = {"posts_forms", "the posts of a roadmap", posts_forms, WEND_COUNT(posts_forms), NULL};

static const wi_key ways_rows[] = {
    {.name = "grid", .type = WI_KEY_NUMBER, .unit = "m", .min = 0.05, .max = 10, .initial = "0.25",
     .meaning = "of the router `field`: distance of its nodes", .example = "0.2", .offset = offsetof(wi_ways_source, grid)},
    {.name = "posts", .type = WI_KEY_FORMS, .table = &posts_table, .initial = "at passages, and about every 3 m", .read = read_posts,
     .meaning = "of the router `roadmap`: between which points people walk straight", .example = "[[2, 3], [9, 3]]"},
};
// clang-format on
const wi_key_table wi_ways_keys = {"ways", "what routers work with", ways_rows, WEND_COUNT(ways_rows), NULL};

static void read_post(wi_key_reader *reader, const wi_node *node, wend_map_post *post) {
    if (node->kind == WI_LIST) {
        wi_value_point(reader, node, "posts", &post->at);
        return;
    }
    wi_key row = {.name = "posts", .type = WI_KEY_TABLE, .table = &post_keys};
    wi_key_read_value(reader, node, &row, post);
}

static void read_sample(wi_key_reader *reader, const wi_node *node, const wi_key *key, wi_ways_source *ways) {
    sample_source sample = {0, 0};
    wi_key row = {.name = key->name, .type = WI_KEY_TABLE, .table = &sample_keys};
    wi_key_read_value(reader, node, &row, &sample);
    ways->sampled = sample.count;
    ways->seed = sample.seed;
}

static void read_posts(wi_key_reader *reader, const wi_node *node, const wi_key *key, void *into) {
    wi_ways_source *ways = into;
    if (node->kind == WI_MAP) {
        read_sample(reader, node, key, ways);
        return;
    }
    if (!wi_value_is_list(reader, node, key->name, 1, WEND_POSTS_MAX)) return;
    ways->post = WI_TAKE(reader->arena, wend_map_post, node->count);
    ways->place = WI_TAKE(reader->arena, wi_place, node->count);
    ways->post_count = node->count;
    for (uint32_t i = 0; i < node->count; i++) {
        ways->place[i] = node->value[i]->place;
        read_post(reader, node->value[i], &ways->post[i]);
    }
}
