#include "sense/company.h"

#include <string.h>

#include "base/sort.h"

static uint32_t slot_of(const wi_company *company, uint32_t group) {
    return group * 0x9e3779b9u >> 7 & (company->slots - 1);
}

// The slot that holds the group, or the free one where it would stand.
static uint32_t *find_slot(const wi_company *company, const wend_ties *ties, uint32_t group) {
    uint32_t at = slot_of(company, group);
    while (company->slot[at] != 0 && ties[company->slot[at] - 1].group != group) at = (at + 1) & (company->slots - 1);
    return &company->slot[at];
}

static bool make_room(wi_company *company, wi_memory *memory, uint32_t rows, uint32_t members) {
    uint32_t slots = 16;
    while (slots < 2 * members) slots *= 2;
    company->slots = 0;
    if (!wi_memory_grow(memory, (void **)&company->slot, &company->slot_capacity, slots, sizeof(uint32_t)) ||
        !wi_memory_grow(memory, (void **)&company->next, &company->next_capacity, rows, sizeof(uint32_t)) ||
        !wi_memory_grow(memory, (void **)&company->member, &company->member_capacity, 2 * members, sizeof(uint32_t)))
        return false;
    company->slots = slots;
    memset(company->slot, 0, slots * sizeof *company->slot);
    return true;
}

static bool serial_before(const void *context, uint32_t a, uint32_t b) {
    const uint64_t *serial = context;
    return serial[a] < serial[b];
}

// Backwards, so that each one comes before those found so far.
static void put_first(wi_company *company, const wend_ties *ties, uint32_t members, bool leaders) {
    while (members-- > 0) {
        uint32_t row = company->member[members];
        if ((ties[row].leads != 0) != leaders) continue;
        uint32_t *slot = find_slot(company, ties, ties[row].group);
        company->next[row] = *slot == 0 ? WI_NOBODY : *slot - 1;
        *slot = row + 1;
    }
}

bool wi_company_list(wi_company *company, wi_memory *memory, const wend_ties *ties, const uint64_t *serial,
                     uint32_t count) {
    uint32_t members = 0;
    for (uint32_t row = 0; ties && row < count; row++) members += ties[row].group != 0;
    company->slots = 0;
    if (members == 0) return true;
    if (!make_room(company, memory, count, members)) return false;
    for (uint32_t row = 0, at = 0; row < count; row++)
        if (ties[row].group != 0) company->member[at++] = row;
    wi_sort(company->member, company->member + members, members, serial_before, serial);
    put_first(company, ties, members, false);
    put_first(company, ties, members, true);
    return true;
}

void wi_company_free(wi_company *company, wi_memory *memory) {
    wi_memory_give(memory, company->slot, company->slot_capacity, sizeof *company->slot);
    wi_memory_give(memory, company->next, company->next_capacity, sizeof *company->next);
    wi_memory_give(memory, company->member, company->member_capacity, sizeof *company->member);
}

uint32_t wi_company_first(const wi_company *company, const wend_ties *ties, uint32_t group) {
    if (company->slots == 0 || group == 0) return WI_NOBODY;
    uint32_t slot = *find_slot(company, ties, group);
    return slot == 0 ? WI_NOBODY : slot - 1;
}
