#include "record/door_changes.h"

#include "record/plan.h"

#include <stdlib.h>

bool wi_door_changes_add(wi_door_changes *to, wi_door_change change) {
    if (to->count == to->room) {
        uint32_t room = to->room ? 2 * to->room : 64;
        wi_door_change *grown = realloc(to->change, room * sizeof *grown);
        if (!grown) return false;
        to->change = grown;
        to->room = room;
    }
    to->change[to->count++] = change;
    return true;
}

void wi_door_changes_free(wi_door_changes *all) {
    free(all->change);
    *all = (wi_door_changes){0};
}

static bool is_news(const wi_plan_door *door, const wi_door_change *change) {
    uint32_t count = door->switch_count;
    bool open = door->open != (count % 2 != 0);
    return open != change->open && (count == 0 || change->frame > door->switches[count - 1]);
}

static bool add_switch(wi_plan_door *door, int64_t frame) {
    uint32_t count = door->switch_count;
    if ((count & (count - 1)) == 0) { // a power of two: the list is full
        int64_t *grown = realloc(door->switches, (count ? 2 * (size_t)count : 1) * sizeof *grown);
        if (!grown) return false;
        door->switches = grown;
    }
    door->switches[door->switch_count++] = frame;
    return true;
}

static bool add_all(const wi_door_changes *all, wi_plan *plan) {
    for (uint32_t i = 0; i < all->count; i++) {
        const wi_door_change *change = &all->change[i];
        if (change->door >= plan->door_count || !is_news(&plan->door[change->door], change)) continue;
        if (!add_switch(&plan->door[change->door], change->frame)) return false;
    }
    return true;
}

bool wi_door_changes_tell(const wi_door_changes *all, char **text) {
    wi_plan plan;
    const wi_recording about = {.plan = *text};
    if (all->count == 0 || !*text) return true;
    wend_result result = wi_plan_read(&about, &plan, NULL);
    if (result != WEND_OK) return result != WEND_NO_MEMORY;
    char *told = add_all(all, &plan) ? wi_plan_text(&plan) : NULL;
    wi_plan_free(&plan);
    if (!told) return false;
    free(*text);
    *text = told;
    return true;
}
