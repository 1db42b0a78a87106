#include "base/random.h"
#include "wend/base.h"

float wend_random(uint64_t seed, uint64_t stream, uint64_t tick, uint32_t purpose, uint32_t draw) {
    return wi_random(seed, stream, tick, purpose, draw);
}
