// Goals from a database: each row of the answer goes to one agent, in the order in which they ask.
#include <math.h>

#include "scenario/behaviour.h"
#include "scenario/query.h"

typedef struct seats_source {
    const char *database, *query;
} seats_source;

// clang-format off
static const wi_key seat_rows[] = {
    {.name = "database", .type = WI_KEY_FILE, .meaning = "an SQLite file", .example = "cabin.db", .flags = WI_KEY_REQUIRED,
     .offset = offsetof(seats_source, database)},
    {.name = "query", .type = WI_KEY_TEXT, .flags = WI_KEY_REQUIRED, .offset = offsetof(seats_source, query),
     .meaning = "one SELECT whose rows, in their order, are names of goals with a capacity of 1, or have the columns x and y "
                "(m) and perhaps radius",
     .example = "SELECT seat FROM bookings ORDER BY turn"},
};
// clang-format on
const wi_key_table wi_seat_keys = {"seat", "goals from a database", seat_rows, WEND_COUNT(seat_rows), NULL};

static void add_named(wi_behaviour_reader *b, const wi_query *query, wend_chooser *chooser) {
    const wi_node name = {.kind = WI_SCALAR, .quoted = true, .place = query->place, .text = wi_query_text(query, 0)};
    uint32_t site;
    if (!wi_names_find(b->reader, &b->reader->goals, &name, "goal", &site)) return;
    if (b->is->sites[site].capacity != 1)
        wi_problem_add(b->reader->problems, query->place, "goal `%.60s` needs `capacity: 1`: a row is for one agent",
                       name.text);
    wi_add_listed(b, (wend_listed){site, 1.0f});
    chooser->sites.count++;
}

static void add_placed(wi_behaviour_reader *b, const wi_query *query, const uint32_t column[3], wend_chooser *chooser) {
    wend_point at = {wi_query_number(query, column[0]), wi_query_number(query, column[1])};
    double near = wi_query_number(query, column[2]), radius = isnan(near) ? (double)chooser->radius : near;
    if (!(fabs(at.x) <= WI_COORDINATE_MAX && fabs(at.y) <= WI_COORDINATE_MAX && radius > 0.0 && radius <= 1000.0)) {
        wi_problem_add(b->reader->problems, query->place,
                       "row %u of the answer: x and y must be coordinates, and radius above 0 and at most 1000 m",
                       query->row);
        return;
    }
    uint32_t site = wi_add_site(b, (wend_site){.at = at, .radius = (float)radius, .capacity = 1}, NULL);
    wi_add_listed(b, (wend_listed){site, 1.0f});
    chooser->sites.count++;
}

static void add_rows(wi_behaviour_reader *b, wi_query *query, wend_chooser *chooser) {
    wi_problems *problems = b->reader->problems;
    const uint32_t column[3] = {wi_query_column(query, "x"), wi_query_column(query, "y"),
                                wi_query_column(query, "radius")};
    bool placed = column[0] != UINT32_MAX && column[1] != UINT32_MAX;
    if (!placed && wi_query_columns(query) != 1) {
        wi_problem_add(problems, query->place,
                       "the query must give one column, the names of goals, or the columns x and y (m)");
        return;
    }
    while (wi_query_next(query, problems) && !wi_problems_full(problems)) {
        if (placed)
            add_placed(b, query, column, chooser);
        else
            add_named(b, query, chooser);
    }
}

void wi_read_seats(wi_behaviour_reader *b, const wi_node *node, wend_chooser *chooser) {
    wi_problems *problems = b->reader->problems;
    uint32_t before = problems->count;
    seats_source from = {0};
    wi_key row = {.name = "seat", .type = WI_KEY_TABLE, .table = &wi_seat_keys};
    wi_key_read_value(b->reader, node, &row, &from);
    if (problems->count > before) return;
    wi_query query;
    if (wi_query_open(&query, from.database, from.query, wi_node_get(node, "query")->place, problems))
        add_rows(b, &query, chooser);
    wi_query_close(&query);
    if (chooser->sites.count == 0 && problems->count == before)
        wi_problem_add(problems, node->place, "the query must give at least one row");
}
