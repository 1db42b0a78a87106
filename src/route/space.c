// Personal space: among people one plans with more room than the body takes, as long as there is room. Walls and the
// measure of collisions go by the body.
#include "route/adapt.h"

// Half the way to the second nearest: a single person met in the open gets all the room, a crowd what there is.
static float room_about(const wi_adapting *who, float most) {
    wend_neighbour found[2];
    uint32_t count = wend_view_nearest(who->now, who->row, 2.0f * most, 2, found);
    return count < 2 ? most : wi_min(most, 0.5f * wi_sqrt(found[1].distance2));
}

void wi_claim_space(const wi_adapting *who) {
    float body = who->body->radius, space = who->habits->personal_space;
    if (space > body) body = wi_max(body, room_about(who, space));
    who->body->radius = body + who->habits->berth;
}
