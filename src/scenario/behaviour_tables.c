// The tables of behaviours while they are being read: each grows by doubling in the scenario's arena.
#include <math.h>
#include <string.h>

#include "scenario/behaviour.h"

void wi_read_later(wi_key_reader *reader, const wi_node *node, const wi_key *key, void *into) {
    (void)reader, (void)node, (void)key, (void)into;
}

// How much room a table of so many has follows from its size, so that nobody needs to keep it.
static uint32_t room_of(uint32_t count) {
    uint32_t room = 4;
    while (room < count) room *= 2;
    return count == 0 ? 0 : room;
}

static uint32_t add(wi_behaviour_reader *b, const void *table, uint32_t *count, const void *element, size_t size) {
    void *const *at = table;
    uint32_t room = room_of(*count);
    void *grown = wi_arena_grow(b->reader->arena, *at, *count, &room, size);
    memcpy((char *)grown + *count * size, element, size);
    *(void **)(uintptr_t)at = grown;
    return (*count)++;
}

uint32_t wi_add_condition(wi_behaviour_reader *b, wend_condition condition) {
    return add(b, &b->is->conditions, &b->is->condition_count, &condition, sizeof condition);
}

uint32_t wi_add_action(wi_behaviour_reader *b, wend_action action) {
    return add(b, &b->is->actions, &b->is->action_count, &action, sizeof action);
}

uint32_t wi_add_transition(wi_behaviour_reader *b, wend_transition transition, wi_place place) {
    uint32_t places = b->is->transition_count;
    add(b, &b->into->transition_place, &places, &place, sizeof place);
    return add(b, &b->is->transitions, &b->is->transition_count, &transition, sizeof transition);
}

uint32_t wi_add_branch(wi_behaviour_reader *b, wend_branch branch) {
    return add(b, &b->is->branches, &b->is->branch_count, &branch, sizeof branch);
}

uint32_t wi_add_node(wi_behaviour_reader *b, wend_node node) {
    return add(b, &b->is->nodes, &b->is->node_count, &node, sizeof node);
}

uint32_t wi_add_term(wi_behaviour_reader *b, wend_term term) {
    return add(b, &b->is->terms, &b->is->term_count, &term, sizeof term);
}

uint32_t wi_add_site(wi_behaviour_reader *b, wend_site site, const char *name) {
    uint32_t names = b->is->site_count;
    add(b, &b->into->site_name, &names, &name, sizeof name);
    return add(b, &b->is->sites, &b->is->site_count, &site, sizeof site);
}

uint32_t wi_add_listed(wi_behaviour_reader *b, wend_listed listed) {
    return add(b, &b->is->lists, &b->is->list_count, &listed, sizeof listed);
}

uint32_t wi_add_region(wi_behaviour_reader *b, wend_region region) {
    return add(b, &b->is->regions, &b->is->region_count, &region, sizeof region);
}

uint32_t wi_add_parameter(wi_behaviour_reader *b, const char *name) {
    for (uint32_t i = 0; i < b->is->parameter_count; i++)
        if (strcmp(b->is->parameters[i], name) == 0) return i;
    return add(b, &b->is->parameters, &b->is->parameter_count, &name, sizeof name);
}

wend_activity *wi_activity_of(wi_behaviour_reader *b) {
    return (wend_activity *)(uintptr_t)&b->is->activities[b->activity];
}

wend_amount wi_amount_of(wi_behaviour_reader *b, const wi_quantity *from) {
    static const wend_spread spreads[] = {[WI_CONSTANT] = WEND_CONSTANT,
                                          [WI_UNIFORM] = WEND_UNIFORM,
                                          [WI_NORMAL] = WEND_NORMAL,
                                          [WI_LOG_NORMAL] = WEND_LOG_NORMAL,
                                          [WI_CHOICE] = WEND_CHOICE};
    wend_amount to = {spreads[from->spread], (float)from->a,    (float)from->b,
                      (float)from->low,      (float)from->high, {b->is->value_count, from->count}};
    for (uint32_t i = 0; i < from->count; i++) {
        wend_value value = {(float)from->value[i], (float)from->weight[i]};
        add(b, &b->is->values, &b->is->value_count, &value, sizeof value);
    }
    return to;
}
