// Inside the reading of behaviours: tables that grow, and readers that refer to each other.
#ifndef WI_BEHAVIOUR_H
#define WI_BEHAVIOUR_H

#include "scenario/sections.h"

// What is being read.
typedef struct wi_behaviour_reader {
    wi_key_reader *reader;
    wi_behaviours_source *into;
    wend_behaviours *is; // &into->is
    uint32_t behaviour;  // index
    uint32_t activity;   // index of the state or the like
    wi_names activities; // of the behaviour
    const wi_node *activity_node;
    uint32_t depth; // of conditions and trees within each other
} wi_behaviour_reader;

#define WI_DEEP 12 // conditions and nodes of trees within each other

// Puts one more at the end of a table of `is` and returns its index.
uint32_t wi_add_condition(wi_behaviour_reader *b, wend_condition condition);
uint32_t wi_add_action(wi_behaviour_reader *b, wend_action action);
uint32_t wi_add_transition(wi_behaviour_reader *b, wend_transition transition, wi_place place);
uint32_t wi_add_branch(wi_behaviour_reader *b, wend_branch branch);
uint32_t wi_add_node(wi_behaviour_reader *b, wend_node node);
uint32_t wi_add_term(wi_behaviour_reader *b, wend_term term);
uint32_t wi_add_site(wi_behaviour_reader *b, wend_site site, const char *name);
uint32_t wi_add_listed(wi_behaviour_reader *b, wend_listed listed);
uint32_t wi_add_region(wi_behaviour_reader *b, wend_region region);
uint32_t wi_add_parameter(wi_behaviour_reader *b, const char *name); // or finds it

wend_activity *wi_activity_of(wi_behaviour_reader *b);

// A quantity as an amount.
wend_amount wi_amount_of(wi_behaviour_reader *b, const wi_quantity *quantity);

// Conditions (read_condition.c), goals (read_chooser.c), actions (read_action.c), nodes (read_tree.c).
extern const wi_key_table wi_condition_forms, wi_chooser_forms, wi_seat_keys, wi_action_item, wi_during_table,
    wi_tree_forms;
bool wi_read_condition(wi_behaviour_reader *b, const wi_node *node, uint32_t *condition);
uint32_t wi_condition_done(wi_behaviour_reader *b); // what `done` means for the present activity
void wi_read_chooser(wi_behaviour_reader *b, const wi_node *node, wend_chooser *chooser);
void wi_read_seats(wi_behaviour_reader *b, const wi_node *node, wend_chooser *chooser); // read_seats.c
void wi_read_actions(wi_behaviour_reader *b, const wi_node *node, const char *what, wend_range *range);
void wi_read_during(wi_behaviour_reader *b, const wi_node *node, wend_range *range);
void wi_read_tree(wi_behaviour_reader *b, const wi_node *node);

// The keys of an activity, read into the present one (read_activity.c), and what comes after it (read_next.c).
extern const wi_key_table wi_state_keys, wi_alternative_keys, wi_next_forms;
void wi_read_next(wi_behaviour_reader *b, const wi_node *node);
void wi_read_activity(wi_behaviour_reader *b, const wi_node *node, const wi_key_table *keys);

// Says what is wrong with a behaviour as a whole: states that nobody reaches or leaves, and the like.
void wi_check_behaviour(wi_behaviour_reader *b);

#endif
