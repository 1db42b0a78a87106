// Lists that grow.
#ifndef WI_ROOM_H
#define WI_ROOM_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

// Makes room for `need` elements in *list (from malloc); false, changing nothing, without memory.
static inline bool wi_room(void *list, uint32_t *capacity, uint32_t need, size_t size) {
    if (need <= *capacity) return true;
    uint32_t more = need > UINT32_MAX / 2 ? need : 2 * need;
    void **block = list;
    void *grown = realloc(*block, (more < 8 ? 8 : more) * size);
    if (grown == NULL) return false;
    *block = grown;
    *capacity = more < 8 ? 8 : more;
    return true;
}

#endif
