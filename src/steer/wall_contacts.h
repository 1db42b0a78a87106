// Where walls are nearest to a body: what a force that depends on the distance to a wall needs.
#ifndef WI_WALL_CONTACTS_H
#define WI_WALL_CONTACTS_H

#include "wend/model.h"

enum { WI_WALL_CONTACTS_MAX = 8 };

typedef struct wi_wall_contact {
    wend_vec normal; // unit vector from the wall's nearest point to the centre of the body
    float distance;  // m, of the centre from that point
} wi_wall_contact;

// The walls closer to a row's centre than `distance`, nearest first, at most WI_WALL_CONTACTS_MAX: one for each place
// where the distance to a wall is least, so that a corner counts once and a bend in a wall not at all. Returns how many.
uint32_t wi_wall_contacts(const wend_view *now, uint32_t row, float distance, wi_wall_contact *contacts);

#endif
