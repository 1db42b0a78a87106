// Whether a definition of behaviours holds together: every index, every number.
#include <math.h>

#include "base/error.h"
#include "decide/program.h"

#define NUMBERS_MAX 65535u // of behaviours, activities and actions: a mind has 16 bits for each
#define POINTS_MAX 100000u
#define CONDITIONS_DEEP 16

typedef struct checker {
    const wend_behaviours *all;
    uint32_t levels, profiles;
    wend_error *error;
    const char *what; // is being checked, for messages
    uint32_t index;
} checker;

static bool refuse(checker *c, const char *why, double value) {
    (void)wi_fail(c->error, WEND_BAD_ARGUMENT, "%s %u of the behaviours: %s (is %g)", c->what, c->index, why, value);
    return false;
}

static bool range_fits(checker *c, wend_range range, uint32_t count, const char *why) {
    return range.first <= count && range.count <= count - range.first ? true : refuse(c, why, range.first);
}

static bool below(checker *c, uint32_t index, uint32_t count, const char *why) {
    return index < count ? true : refuse(c, why, index);
}

static bool amount_fits(checker *c, const wend_amount *amount) {
    if ((uint32_t)amount->spread > WEND_CHOICE) return refuse(c, "the spread of an amount is unknown", amount->spread);
    if (amount->spread == WEND_CHOICE)
        return amount->choice.count > 0 ? range_fits(c, amount->choice, c->all->value_count, "values must be there")
                                        : refuse(c, "a choice must have values", 0.0);
    if (!isfinite(amount->a) || !isfinite(amount->b)) return refuse(c, "an amount must be finite", (double)amount->a);
    if (amount->spread >= WEND_NORMAL && !(amount->b >= 0.0f))
        return refuse(c, "a spread must be 0 or more", (double)amount->b);
    return amount->low <= amount->high ? true : refuse(c, "low must not be above high", (double)amount->low);
}

static bool behaviour_fits(checker *c) {
    const wend_behaviour *one = &c->all->behaviours[c->index];
    if (!one->name || !*one->name) return refuse(c, "must have a name", 0.0);
    if (!one->decider || !one->decider->decide || !one->decider->name)
        return refuse(c, "must have a decider with a name and a function", 0.0);
    const wend_range *before = c->index > 0 ? &c->all->behaviours[c->index - 1].activities : NULL;
    if (before && one->activities.first < before->first + before->count)
        return refuse(c, "its activities must stand behind those of the one before", one->activities.first);
    return range_fits(c, one->activities, c->all->activity_count, "its activities must be there") &&
           (one->start >= one->activities.first && one->start - one->activities.first < one->activities.count
                ? true
                : refuse(c, "must start with one of its activities", one->start)) &&
           range_fits(c, one->nodes, c->all->node_count, "its nodes must be there") &&
           (one->every >= 0.0f ? true : refuse(c, "`every` must be 0 or more", (double)one->every));
}

static bool chooser_fits(checker *c, const wend_chooser *chooser) {
    if ((uint32_t)chooser->kind >= WEND_CHOOSE_KINDS) return refuse(c, "its goal is of no known kind", chooser->kind);
    bool sites = (chooser->kind >= WEND_CHOOSE_FIRST && chooser->kind <= WEND_CHOOSE_BEHIND) ||
                 chooser->kind == WEND_CHOOSE_QUICKEST;
    if (sites && chooser->sites.count == 0) return refuse(c, "its goal must have sites", 0.0);
    if (!range_fits(c, chooser->sites, c->all->list_count, "the sites of its goal must be there")) return false;
    if (!(chooser->radius >= 0.0f && chooser->radius <= 1e6f))
        return refuse(c, "its radius of arrival must be 0 or more", (double)chooser->radius);
    if (chooser->kind == WEND_CHOOSE_QUEUE) return below(c, chooser->index, c->all->queue_count, "there is no queue");
    if (chooser->kind == WEND_CHOOSE_WITHIN || chooser->kind == WEND_CHOOSE_MIRRORED)
        return below(c, chooser->index, c->all->region_count, "there is no region");
    return true;
}

static bool activity_fits(checker *c) {
    const wend_behaviours *all = c->all;
    const wend_activity *one = &all->activities[c->index];
    float length2 = one->direction.x * one->direction.x + one->direction.y * one->direction.y;
    if ((uint32_t)one->walk >= WEND_WALK_KINDS) return refuse(c, "its walk is of no known kind", one->walk);
    if (one->walk == WEND_WALK_DIRECTION && !(length2 > 0.998f && length2 < 1.002f))
        return refuse(c, "its direction must have the length 1", (double)length2);
    if (one->timed > 2 || one->final > 1) return refuse(c, "timed must be 0 to 2, final 0 or 1", one->timed);
    if (!isfinite(one->utility)) return refuse(c, "its utility must be finite", (double)one->utility);
    return chooser_fits(c, &one->goal) && (one->timed == 0 || amount_fits(c, &one->time)) &&
           below(c, one->follows, c->profiles + 1, "there is no profile to follow") &&
           below(c, one->within, all->behaviour_count + 1, "there is no behaviour") &&
           range_fits(c, one->enter, all->action_count, "its actions must be there") &&
           range_fits(c, one->leave, all->action_count, "its actions must be there");
}

static bool transition_fits(checker *c) {
    const wend_transition *one = &c->all->transitions[c->index];
    float sum = 0.0f;
    if (!below(c, one->condition, c->all->condition_count, "there is no condition") ||
        !range_fits(c, one->branches, c->all->branch_count, "its branches must be there"))
        return false;
    for (uint32_t i = 0; i < one->branches.count; i++) sum += c->all->branches[one->branches.first + i].weight;
    return sum > 0.0f ? true : refuse(c, "its branches must have weights", (double)sum);
}

static bool branch_fits(checker *c) {
    const wend_branch *one = &c->all->branches[c->index];
    if (!(one->weight >= 0.0f && one->weight <= 1e9f))
        return refuse(c, "its weight must be 0 or more", (double)one->weight);
    return below(c, one->activity, c->all->activity_count, "there is no activity");
}

static bool node_fits(checker *c) {
    const wend_node *one = &c->all->nodes[c->index];
    if ((uint32_t)one->kind >= WEND_NODE_KINDS) return refuse(c, "is of no known kind", one->kind);
    if (one->size < 1 || one->size > c->all->node_count - c->index)
        return refuse(c, "its children must be there", one->size);
    return below(c, one->when, c->all->condition_count + 1, "there is no condition") &&
           (one->kind != WEND_NODE_DO || (below(c, one->done, c->all->condition_count, "there is no condition") &&
                                          below(c, one->activity, c->all->activity_count, "there is no activity")));
}

// The children of a compound fill it exactly.
static bool children_fit(checker *c, const wend_condition *one) {
    uint32_t used = 1, children = 0;
    for (; used < one->size; children++) {
        uint32_t size = c->all->conditions[c->index + used].size;
        if (size < 1 || size > one->size - used) return refuse(c, "a part is larger than the whole", size);
        used += size;
    }
    bool compound = one->kind == WEND_IF_ALL || one->kind == WEND_IF_ANY || one->kind == WEND_IF_NOT;
    if (!compound && children > 0) return refuse(c, "has parts but does not join any", children);
    return one->kind != WEND_IF_NOT || children == 1 ? true : refuse(c, "`not` must have one part", children);
}

static bool condition_fits(checker *c) {
    const wend_behaviours *all = c->all;
    const wend_condition *one = &all->conditions[c->index];
    if ((uint32_t)one->kind >= WEND_IF_COUNT_OF_KINDS) return refuse(c, "is of no known kind", one->kind);
    if (one->size < 1 || one->size > all->condition_count - c->index)
        return refuse(c, "its parts must be there", one->size);
    if (isnan(one->low) || isnan(one->high)) return refuse(c, "its limits must be numbers", (double)one->low);
    if (!children_fit(c, one)) return false;
    if (one->kind == WEND_IF_INSIDE || one->kind == WEND_IF_COUNT)
        return below(c, one->a, all->region_count, "there is no region");
    if (one->kind == WEND_IF_EVENT) return below(c, one->a, all->event_count, "there is no event");
    if (one->kind == WEND_IF_ATTRIBUTE) return below(c, one->a, WEND_ATTRIBUTE_COUNT, "there is no attribute");
    if ((one->kind == WEND_IF_NEAR || one->kind == WEND_IF_CLEAR || one->kind == WEND_IF_TOGETHER) &&
        !(one->high >= 0.0f && one->high <= 1000.0f))
        return refuse(c, "looks at most 1000 m far", (double)one->high);
    if (one->kind == WEND_IF_CLEAR && !(one->low >= 0.0f && one->low <= 1000.0f))
        return refuse(c, "looks at most 1000 m ahead", (double)one->low);
    if (one->kind == WEND_IF_NEAR)
        return below(c, one->a, c->profiles + 1, "there is no profile") &&
               below(c, one->b, all->behaviour_count + 1, "there is no behaviour");
    return true;
}

// Conditions are looked at by recursion, so they must not stand too deep within each other.
static bool nesting_fits(checker *c) {
    uint32_t end[CONDITIONS_DEEP], depth = 0;
    for (c->index = 0; c->index < c->all->condition_count; c->index++) {
        while (depth > 0 && end[depth - 1] <= c->index) depth--;
        uint32_t size = c->all->conditions[c->index].size;
        if (size == 1) continue;
        if (depth == CONDITIONS_DEEP) return refuse(c, "conditions stand too deep within each other", depth);
        end[depth++] = c->index + size;
    }
    return true;
}

static bool action_fits(checker *c) {
    const wend_action *one = &c->all->actions[c->index];
    switch (one->kind) {
    case WEND_DO_SET:
    case WEND_DO_SCALE:
        if (!(one->seconds >= WEND_WHILE_THERE && one->seconds <= 1e8f))
            return refuse(c, "the seconds it holds must be 0 or more", (double)one->seconds);
        return below(c, one->index, c->all->parameter_count, "there is no parameter") && amount_fits(c, &one->amount);
    case WEND_DO_PROFILE:
        return below(c, one->index, c->profiles, "there is no profile");
    case WEND_DO_RAISE:
        if (!(one->radius >= 0.0f && one->radius <= 1000.0f))
            return refuse(c, "is heard at most 1000 m away", (double)one->radius);
        return below(c, one->index, c->all->event_count, "there is no event") &&
               below(c, one->region, c->all->region_count + 1, "there is no region");
    case WEND_DO_GROUP:
    case WEND_DO_RELEASE:
        return true;
    default:
        return refuse(c, "is of no known kind", one->kind);
    }
}

static bool term_fits(checker *c) {
    const wend_term *one = &c->all->terms[c->index];
    if ((uint32_t)one->kind >= WEND_TERM_KINDS) return refuse(c, "is of no known kind", one->kind);
    return amount_fits(c, &one->weight) &&
           (one->kind != WEND_TERM_CROWD || below(c, one->index, c->all->region_count, "there is no region"));
}

static bool value_fits(checker *c) {
    wend_value one = c->all->values[c->index];
    return isfinite(one.value) && one.weight >= 0.0f && one.weight <= 1e9f
               ? true
               : refuse(c, "must be finite, with a weight of 0 or more", (double)one.value);
}

static bool site_fits(checker *c) {
    const wend_site *one = &c->all->sites[c->index];
    if (!isfinite(one->at.x) || !isfinite(one->at.y)) return refuse(c, "must be somewhere", one->at.x);
    if (!(one->half.x >= 0.0f && one->half.x <= 1e7f && one->half.y >= 0.0f && one->half.y <= 1e7f))
        return refuse(c, "its half extents must be 0 or more", (double)one->half.x);
    if (!(one->radius >= 0.0f && one->radius <= 1e6f))
        return refuse(c, "its radius must be 0 or more", (double)one->radius);
    if (!(one->unknown_to >= 0.0f && one->unknown_to <= 1.0f))
        return refuse(c, "the share who do not know it must be 0 to 1", (double)one->unknown_to);
    if (one->unknown_to > 0.0f && c->index >= WEND_SITES_UNKNOWN)
        return refuse(c, "only the first 63 sites can be unknown; this is number", c->index);
    return below(c, one->level, c->levels + 1, "there is no such level");
}

static bool list_fits(checker *c) {
    wend_listed one = c->all->lists[c->index];
    if (!(one.weight >= 0.0f && one.weight <= 1e9f))
        return refuse(c, "its weight must be 0 or more", (double)one.weight);
    return below(c, one.site, c->all->site_count, "there is no site");
}

static bool points_fit(checker *c, const wend_point *points, uint32_t count, uint32_t least) {
    if (!points || count < least || count > POINTS_MAX) return refuse(c, "has too few points, or too many", count);
    for (uint32_t i = 0; i < count; i++)
        if (!isfinite(points[i].x) || !isfinite(points[i].y)) return refuse(c, "a point is not finite", i);
    return true;
}

static bool region_fits(checker *c) {
    const wend_region *one = &c->all->regions[c->index];
    return points_fit(c, one->points, one->point_count, 2) && below(c, one->level, c->levels, "there is no such level");
}

static bool queue_fits(checker *c) {
    const wend_queue *one = &c->all->queues[c->index];
    if (!(one->spacing >= 0.01f && one->spacing <= 100.0f))
        return refuse(c, "its spacing must lie between 0.01 and 100 m", (double)one->spacing);
    return points_fit(c, one->points, one->point_count, 2) &&
           below(c, one->level, c->levels, "there is no such level") &&
           range_fits(c, one->served, c->all->list_count, "the sites where it is served must be there");
}

static bool event_fits(checker *c) {
    const wend_event *one = &c->all->events[c->index];
    if (!one->name || !*one->name) return refuse(c, "must have a name", 0.0);
    return isnan(one->time) || (one->time >= 0.0 && one->time <= 1e9)
               ? true
               : refuse(c, "its time must be 0 or more, or NAN", one->time);
}

static bool parameter_fits(checker *c) {
    return c->all->parameters[c->index] ? true : refuse(c, "must have a name", 0.0);
}

static bool next_fits(checker *c) {
    const wend_activity *one = &c->all->activities[c->index];
    // Which table this is depends on the decider; deciders look only at what is in both.
    uint32_t most = c->all->transition_count > c->all->term_count ? c->all->transition_count : c->all->term_count;
    return range_fits(c, one->next, most, "what comes next must be there");
}

static bool check_list(checker *c, const char *what, const void *list, uint32_t count, bool (*fits)(checker *)) {
    c->what = what;
    c->index = 0;
    if (count > 0 && !list) return refuse(c, "the list is missing (NULL)", count);
    for (; c->index < count; c->index++)
        if (!fits(c)) return false;
    return true;
}

// Transitions lead to activities of the same behaviour, terms stand only with choices.
static bool machine_fits(checker *c) {
    const wend_behaviour *one = &c->all->behaviours[c->index];
    bool machine = one->decider == &wend_decider_machine, choice = one->decider == &wend_decider_choice;
    for (uint32_t i = 0; i < one->activities.count; i++) {
        wend_range next = c->all->activities[one->activities.first + i].next;
        if (choice && !range_fits(c, next, c->all->term_count, "the terms of its utilities must be there"))
            return false;
        if (!machine) continue;
        if (!range_fits(c, next, c->all->transition_count, "its transitions must be there")) return false;
        for (uint32_t t = 0; t < next.count; t++) {
            wend_range branches = c->all->transitions[next.first + t].branches;
            for (uint32_t b = 0; b < branches.count; b++) {
                uint32_t to = c->all->branches[branches.first + b].activity;
                if (to < one->activities.first || to - one->activities.first >= one->activities.count)
                    return refuse(c, "a transition leads out of it", to);
            }
        }
    }
    for (uint32_t i = 0; i < one->nodes.count; i++) {
        const wend_node *node = &c->all->nodes[one->nodes.first + i];
        bool inside = node->size <= one->nodes.count - i &&
                      (node->kind != WEND_NODE_DO || (node->activity >= one->activities.first &&
                                                      node->activity - one->activities.first < one->activities.count));
        if (!inside) return refuse(c, "a node leads out of it", i);
    }
    return one->decider != &wend_decider_tree || one->nodes.count > 0 ? true : refuse(c, "a tree must have nodes", 0.0);
}

wend_result wi_behaviours_check(const wend_behaviours *all, uint32_t levels, uint32_t profiles, wend_error *error) {
    wend_error inner = {WEND_OK, ""};
    checker c = {.all = all, .levels = levels, .profiles = profiles, .error = &inner};
    if (all->behaviour_count > NUMBERS_MAX || all->activity_count > NUMBERS_MAX || all->action_count > NUMBERS_MAX)
        return wi_fail(error, WEND_BAD_ARGUMENT, "there may be at most %u behaviours, activities and actions",
                       NUMBERS_MAX);
    bool good = check_list(&c, "condition", all->conditions, all->condition_count, condition_fits) &&
                nesting_fits(&c) && check_list(&c, "branch", all->branches, all->branch_count, branch_fits) &&
                check_list(&c, "transition", all->transitions, all->transition_count, transition_fits) &&
                check_list(&c, "value", all->values, all->value_count, value_fits) &&
                check_list(&c, "site", all->sites, all->site_count, site_fits) &&
                check_list(&c, "list", all->lists, all->list_count, list_fits) &&
                check_list(&c, "region", all->regions, all->region_count, region_fits) &&
                check_list(&c, "queue", all->queues, all->queue_count, queue_fits) &&
                check_list(&c, "event", all->events, all->event_count, event_fits) &&
                check_list(&c, "parameter", all->parameters, all->parameter_count, parameter_fits) &&
                check_list(&c, "action", all->actions, all->action_count, action_fits) &&
                check_list(&c, "term", all->terms, all->term_count, term_fits) &&
                check_list(&c, "activity", all->activities, all->activity_count, activity_fits) &&
                check_list(&c, "activity", all->activities, all->activity_count, next_fits) &&
                check_list(&c, "node", all->nodes, all->node_count, node_fits) &&
                check_list(&c, "behaviour", all->behaviours, all->behaviour_count, behaviour_fits) &&
                check_list(&c, "behaviour", all->behaviours, all->behaviour_count, machine_fits);
    return good ? WEND_OK : wi_fail(error, WEND_BAD_ARGUMENT, "%s", inner.text);
}

// One that stands within itself is as deep as anybody looks, and one more.
uint32_t wi_behaviours_depth(const wend_behaviours *all, uint32_t *depth) {
    uint32_t deepest = 1;
    for (uint32_t i = 0; i < all->behaviour_count; i++) depth[i] = 1;
    for (uint32_t round = 0; round < WEND_FRAMES_MAX; round++)
        for (uint32_t i = 0; i < all->behaviour_count; i++) {
            wend_range activities = all->behaviours[i].activities;
            for (uint32_t k = 0; k < activities.count; k++) {
                uint32_t within = all->activities[activities.first + k].within;
                if (within > 0 && depth[within - 1] >= depth[i]) depth[i] = depth[within - 1] + 1;
            }
            if (depth[i] > deepest) deepest = depth[i];
        }
    return deepest;
}
