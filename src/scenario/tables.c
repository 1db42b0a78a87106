// Walks the tables of keys.
#include "scenario/keys.h"

typedef struct found {
    const wi_key_table **table;
    uint32_t count, most;
} found;

static void visit(found *all, const wi_key_table *table, bool is_map) {
    for (uint32_t i = 0; is_map && i < all->count; i++) {
        if (all->table[i] == table) return;
    }
    if (is_map && all->count == all->most) return;
    if (is_map) all->table[all->count++] = table;
    for (uint32_t i = 0; i < table->count; i++) {
        const wi_key *key = &table->key[i];
        if (key->table) visit(all, key->table, key->type == WI_KEY_TABLE);
        if (key->type == WI_KEY_QUANTITY) visit(all, &wi_distribution_keys, true);
    }
}

uint32_t wi_key_tables(const wi_key_table **table, uint32_t most) {
    found all = {table, 0, most};
    visit(&all, &wi_scenario_keys, true);
    return all.count;
}
