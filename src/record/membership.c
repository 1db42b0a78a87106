#include "record/membership.h"

#include <stdlib.h>

static bool reserve(wi_membership *to) {
    if (to->count < to->room) return true;
    uint32_t room = to->room ? 2 * to->room : 1024;
    uint64_t *serials = realloc(to->serial, room * sizeof *serials);
    if (!serials) return false;
    to->serial = serials;
    uint32_t *groups = realloc(to->group, room * sizeof *groups);
    if (!groups) return false;
    to->group = groups;
    to->room = room;
    return true;
}

bool wi_membership_add(wi_membership *to, uint64_t serial, uint32_t group) {
    if (!reserve(to)) return false;
    to->serial[to->count] = serial;
    to->group[to->count++] = group;
    return true;
}

bool wi_membership_move(wi_membership *to, wi_membership *from) {
    for (uint32_t i = 0; i < from->count; i++)
        if (!wi_membership_add(to, from->serial[i], from->group[i])) return false;
    from->count = 0;
    return true;
}

// Both lists are in order of serial, so one pass finds all.
void wi_membership_apply(const wi_membership *all, const wi_frame *frame) {
    uint32_t at = 0;
    for (uint32_t i = 0; i < frame->count; i++) {
        wi_spot *spot = &frame->spot[i];
        while (at < all->count && all->serial[at] < spot->id) at++;
        if (at == all->count) return;
        if (all->serial[at] == spot->id) spot->group = all->group[at];
    }
}

void wi_membership_free(wi_membership *all) {
    free(all->serial);
    free(all->group);
    *all = (wi_membership){0};
}
