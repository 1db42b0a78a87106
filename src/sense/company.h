// Who walks with whom: the rows of each group, found from the group's number. Made anew after each sort where anybody
// belongs to a group.
#ifndef WI_COMPANY_H
#define WI_COMPANY_H

#include "base/memory.h"
#include "wend/model.h"

#define WI_NOBODY UINT32_MAX

typedef struct wi_company {
    uint32_t *slot; // open addressing by group: its first row + 1, or 0
    uint32_t slots; // a power of two, or 0: there are no groups
    uint32_t slot_capacity;
    uint32_t *next; // per row: the next one of its group, or WI_NOBODY
    uint32_t next_capacity;
    uint32_t *member; // all who belong to a group, by serial; and room to sort them
    uint32_t member_capacity;
} wi_company;

// Lists the groups of `count` rows; false without memory.
bool wi_company_list(wi_company *company, wi_memory *memory, const wend_ties *ties, const uint64_t *serial,
                     uint32_t count);
void wi_company_free(wi_company *company, wi_memory *memory);

// The first row of a group (not 0): those who lead, then the others, each in the order of serials, so that sums over
// a group are the same whatever the order of rows; WI_NOBODY if there is none. Then company->next.
uint32_t wi_company_first(const wi_company *company, const wend_ties *ties, uint32_t group);

#endif
