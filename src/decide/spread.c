// Amounts that differ from one time to the next.
#include "base/log.h"
#include "decide/minds.h"

#define TURN 6.2831853f
#define TRIES 32 // of a normal draw within its limits

typedef struct key {
    uint64_t seed, tick;
    uint32_t stream, purpose, draw;
} key;

static float even(const key *k, uint32_t part) {
    return wend_random(k->seed, k->stream, k->tick, k->purpose, k->draw * 2 * TRIES + part);
}

// Box and Muller (1958).
static float standard_normal(const key *k, uint32_t try) {
    double u = 1.0 - (double)even(k, 2 * try);
    return (float)__builtin_sqrt(-2.0 * wi_log(u)) * wend_cos(TURN * even(k, 2 * try + 1));
}

static float normal_like(const wend_amount *amount, const key *k) {
    bool logarithm = amount->spread == WEND_LOG_NORMAL;
    for (uint32_t i = 0; i < TRIES; i++) {
        float z = amount->b * standard_normal(k, i), value = logarithm ? amount->a * wend_exp(z) : amount->a + z;
        if (value >= amount->low && value <= amount->high) return value;
    }
    return amount->a;
}

static float choice(const wi_program *program, const wend_amount *amount, float u) {
    const wend_value *value = program->is.values + amount->choice.first;
    float sum = 0.0f, rest;
    for (uint32_t i = 0; i < amount->choice.count; i++) sum += value[i].weight;
    rest = u * sum;
    uint32_t last = 0;
    for (uint32_t i = 0; i < amount->choice.count; i++) {
        if (!(value[i].weight > 0.0f)) continue;
        if (rest < value[i].weight) return value[i].value;
        rest -= value[i].weight;
        last = i;
    }
    return value[last].value;
}

static float draw_free(const wi_program *program, const wend_amount *amount, const key *k) {
    switch (amount->spread) {
    case WEND_UNIFORM:
        return amount->a + (amount->b - amount->a) * even(k, 0);
    case WEND_NORMAL:
    case WEND_LOG_NORMAL:
        return normal_like(amount, k);
    case WEND_EXPONENTIAL:
        return (float)(-(double)amount->a * wi_log(1.0 - (double)even(k, 0)));
    case WEND_CHOICE:
        return choice(program, amount, even(k, 0));
    case WEND_CONSTANT:
        break;
    }
    return amount->a;
}

float wi_amount_draw(const wi_program *program, const wend_amount *amount, uint64_t seed, uint32_t stream,
                     uint64_t tick, uint32_t purpose, uint32_t draw) {
    key k = {seed, tick, stream, purpose, draw};
    return wi_clamp(draw_free(program, amount, &k), amount->low, amount->high);
}
