#include "sense/company.h"

#include <string.h>

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
        !wi_memory_grow(memory, (void **)&company->next, &company->next_capacity, rows, sizeof(uint32_t)))
        return false;
    company->slots = slots;
    memset(company->slot, 0, slots * sizeof *company->slot);
    return true;
}

// Backwards, so that each row comes before those found so far.
static void put_first(wi_company *company, const wend_ties *ties, uint32_t count, bool leaders) {
    for (uint32_t row = count; row-- > 0;) {
        if (ties[row].group == 0 || (ties[row].leads != 0) != leaders) continue;
        uint32_t *slot = find_slot(company, ties, ties[row].group);
        company->next[row] = *slot == 0 ? WI_NOBODY : *slot - 1;
        *slot = row + 1;
    }
}

bool wi_company_list(wi_company *company, wi_memory *memory, const wend_ties *ties, uint32_t count) {
    uint32_t members = 0;
    for (uint32_t row = 0; ties && row < count; row++) members += ties[row].group != 0;
    company->slots = 0;
    if (members == 0) return true;
    if (!make_room(company, memory, count, members)) return false;
    put_first(company, ties, count, false);
    put_first(company, ties, count, true);
    return true;
}

void wi_company_free(wi_company *company, wi_memory *memory) {
    wi_memory_give(memory, company->slot, company->slot_capacity, sizeof *company->slot);
    wi_memory_give(memory, company->next, company->next_capacity, sizeof *company->next);
}

uint32_t wi_company_first(const wi_company *company, const wend_ties *ties, uint32_t group) {
    if (company->slots == 0 || group == 0) return WI_NOBODY;
    uint32_t slot = *find_slot(company, ties, group);
    return slot == 0 ? WI_NOBODY : slot - 1;
}
