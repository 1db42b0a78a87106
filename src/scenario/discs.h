// Bodies already placed, as discs, found by where they are. A disc stands in every cell that its box touches, so two
// that overlap share a cell, however different their sizes.
#ifndef WI_DISCS_H
#define WI_DISCS_H

#include "wend/base.h"

typedef struct wi_disc {
    double x, y, radius; // m, relative to the scene's origin
    uint32_t level;
} wi_disc;

typedef struct wi_disc_link {
    uint32_t disc, next; // next: index + 1, 0 at the end
} wi_disc_link;

typedef struct wi_discs {
    wi_disc *disc;
    uint32_t count, capacity;
    double cell; // m
    wi_disc_link *link;
    uint32_t link_count, link_capacity;
    uint32_t *head; // of the chains, by hashed cell; as links' next
    uint32_t heads; // a power of two
} wi_discs;

// `radius`: of a typical body; any will do, but some are faster.
bool wi_discs_open(wi_discs *discs, double radius);
void wi_discs_close(wi_discs *discs);

// Adds a disc, which gets the index `count` had; false without memory.
bool wi_discs_add(wi_discs *discs, wi_disc disc);

// Takes away all discs from index `count` on.
void wi_discs_shorten(wi_discs *discs, uint32_t count);

// A disc that overlaps `disc` and that `meets` (may be NULL) confirms, or UINT32_MAX.
typedef bool wi_disc_meets(const void *user, uint32_t disc);
uint32_t wi_discs_find(const wi_discs *discs, wi_disc disc, wi_disc_meets *meets, const void *user);

#endif
