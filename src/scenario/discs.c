#include "scenario/discs.h"

#include <math.h>
#include <string.h>

#include "base/hash.h"
#include "scenario/room.h"

#define HEADS_START 1024u
#define CELL_LEAST 0.25 // m: a lorry among ants still stands in a number of cells that one can bear

typedef struct cell_box {
    int64_t min_x, min_y, max_x, max_y;
} cell_box;

static cell_box cells_of(const wi_discs *discs, wi_disc disc) {
    double c = discs->cell;
    return (cell_box){(int64_t)floor((disc.x - disc.radius) / c), (int64_t)floor((disc.y - disc.radius) / c),
                      (int64_t)floor((disc.x + disc.radius) / c), (int64_t)floor((disc.y + disc.radius) / c)};
}

static uint32_t head_of(const wi_discs *discs, uint32_t level, int64_t x, int64_t y) {
    return (uint32_t)wi_hash_word(wi_hash_word(level, (uint64_t)x), (uint64_t)y) & (discs->heads - 1);
}

bool wi_discs_open(wi_discs *discs, double radius) {
    *discs = (wi_discs){.cell = fmax(4.0 * radius, CELL_LEAST), .heads = HEADS_START};
    discs->head = calloc(discs->heads, sizeof *discs->head);
    return discs->head != NULL;
}

void wi_discs_close(wi_discs *discs) {
    free(discs->disc);
    free(discs->link);
    free(discs->head);
    *discs = (wi_discs){0};
}

static void put(wi_discs *discs, uint32_t disc, int64_t x, int64_t y) {
    uint32_t *head = &discs->head[head_of(discs, discs->disc[disc].level, x, y)];
    discs->link[discs->link_count] = (wi_disc_link){disc, *head};
    *head = ++discs->link_count;
}

static void put_all(wi_discs *discs, uint32_t disc, cell_box box) {
    for (int64_t y = box.min_y; y <= box.max_y; y++)
        for (int64_t x = box.min_x; x <= box.max_x; x++) put(discs, disc, x, y);
}

static void rebuild(wi_discs *discs) {
    memset(discs->head, 0, discs->heads * sizeof *discs->head);
    discs->link_count = 0;
    for (uint32_t i = 0; i < discs->count; i++) put_all(discs, i, cells_of(discs, discs->disc[i]));
}

static bool more_heads(wi_discs *discs) {
    uint32_t *head = calloc((size_t)discs->heads * 4, sizeof *head);
    if (head == NULL) return false;
    free(discs->head);
    discs->head = head;
    discs->heads *= 4;
    rebuild(discs);
    return true;
}

bool wi_discs_add(wi_discs *discs, wi_disc disc) {
    cell_box box = cells_of(discs, disc);
    uint32_t cells = (uint32_t)((box.max_x - box.min_x + 1) * (box.max_y - box.min_y + 1));
    if (!wi_room(&discs->disc, &discs->capacity, discs->count + 1, sizeof *discs->disc) ||
        !wi_room(&discs->link, &discs->link_capacity, discs->link_count + cells, sizeof *discs->link))
        return false;
    if (discs->link_count + cells > 2 * discs->heads && !more_heads(discs)) return false;
    discs->disc[discs->count] = disc;
    put_all(discs, discs->count++, box);
    return true;
}

void wi_discs_shorten(wi_discs *discs, uint32_t count) {
    if (count >= discs->count) return;
    discs->count = count;
    rebuild(discs);
}

uint32_t wi_discs_find(const wi_discs *discs, wi_disc disc, wi_disc_meets *meets, const void *user) {
    cell_box box = cells_of(discs, disc);
    for (int64_t y = box.min_y; y <= box.max_y; y++)
        for (int64_t x = box.min_x; x <= box.max_x; x++)
            for (uint32_t at = discs->head[head_of(discs, disc.level, x, y)]; at != 0; at = discs->link[at - 1].next) {
                const wi_disc *other = &discs->disc[discs->link[at - 1].disc];
                double dx = other->x - disc.x, dy = other->y - disc.y, apart = other->radius + disc.radius;
                if (other->level != disc.level || !(dx * dx + dy * dy < apart * apart)) continue;
                if (meets == NULL || meets(user, discs->link[at - 1].disc)) return discs->link[at - 1].disc;
            }
    return UINT32_MAX;
}
