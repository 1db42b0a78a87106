// Whether a scenario is still the same: what it consists of on the disk, whatever that is for.
#include "base/hash.h"
#include "scenario/scenario.h"

#include <stdio.h>

// A file that is gone since it was read counts as empty: whoever needs it says so.
static uint64_t hash_file(uint64_t hash, const char *path) {
    unsigned char bytes[16384];
    FILE *file = fopen(path, "rbe");
    if (!file) return hash;
    for (size_t got; (got = fread(bytes, 1, sizeof bytes, file)) > 0;) hash = wi_hash_bytes(hash, bytes, got);
    fclose(file);
    return hash;
}

uint64_t wi_scenario_hash(const wi_scenario *scenario) {
    uint64_t hash = wi_hash_bytes(0, scenario->text, strlen(scenario->text));
    for (uint32_t i = 0; i < scenario->file_count; i++) hash = hash_file(wi_hash_word(hash, i), scenario->file[i]);
    return hash;
}
