// The hash of a scene: of all that decides how a world goes on.
#include "world/scene.h"

#include "base/hash.h"
#include "world/block.h"

#include <string.h>

static uint64_t hash_double(uint64_t hash, double value) {
    uint64_t bits;
    value += 0.0;
    memcpy(&bits, &value, sizeof bits);
    return wi_hash_word(hash, bits);
}

static uint64_t hash_vec(uint64_t hash, wend_vec value) { return wi_hash_float(wi_hash_float(hash, value.x), value.y); }

static uint64_t hash_text(uint64_t hash, const char *text) { return wi_hash_bytes(hash, text, strlen(text)); }

static uint64_t hash_profile(uint64_t hash, const wend_profile *profile) {
    hash = wi_hash_word(hash, (uint64_t)profile->shape.kind);
    hash = wi_hash_float(hash, profile->shape.half_length);
    hash = wi_hash_float(hash, profile->shape.half_width);
    hash = wi_hash_float(hash, profile->preferred_speed);
    hash = wi_hash_float(hash, profile->max_speed);
    hash = wi_hash_float(hash, profile->max_acceleration);
    hash = wi_hash_float(hash, profile->priority);
    hash = wi_hash_float(hash, profile->velocity_radius);
    hash = wi_hash_word(hash, profile->velocity_corner_count);
    for (uint32_t i = 0; i < profile->velocity_corner_count; i++) hash = hash_vec(hash, profile->velocity_corners[i]);
    return hash;
}

static uint64_t hash_stress(uint64_t hash, const wi_profile *profile) {
    if (!profile->stressed) return hash;
    const wend_stress *is = &profile->stress;
    const float values[] = {is->rate, is->limit, is->crowding, is->others, is->deadline, is->speed, is->radius};
    for (uint32_t i = 0; i < WEND_COUNT(values); i++) hash = wi_hash_float(hash, values[i]);
    for (uint32_t i = 0; i < is->setting_count; i++)
        hash = wi_hash_float(wi_hash_word(hash, profile->stress_offset[i]), profile->stress_value[i]);
    return hash;
}

static uint64_t hash_params(uint64_t hash, const wend_model *model, const unsigned char *block) {
    hash = hash_text(hash, model->name);
    hash = wi_hash_word(hash, wi_block_param_count(model));
    size_t offset;
    const wend_param *param;
    for (uint32_t i = 0; (param = wi_block_param(model, i, &offset)) != NULL; i++) {
        float value;
        memcpy(&value, block + offset, sizeof value);
        hash = wi_hash_float(hash_text(hash, param->name), value);
    }
    return wi_hash_word(hash, model->memory_size);
}

static uint64_t hash_walls(uint64_t hash, const wi_walls *walls) {
    for (uint32_t level = 0; level < walls->levels; level++) {
        hash = wi_hash_word(hash, walls->first[level + 1]);
        hash = wi_hash_word(hash, walls->rooms[level]);
    }
    for (uint32_t i = 0; i < walls->wall_count; i++) {
        const wend_wall *wall = &walls->wall[i];
        hash = hash_vec(hash_vec(hash, wall->a), wall->b);
        for (uint32_t side = 0; side < 2; side++) {
            hash = hash_vec(hash_vec(hash, wall->after_a[side]), wall->after_b[side]);
        }
        hash = wi_hash_word(hash, walls->kind[i]);
        if (walls->door) hash = wi_hash_word(hash, walls->door[i]);
    }
    for (uint32_t i = 0; i < walls->door_count; i++)
        hash = wi_hash_word(hash, walls->open[i] | (uint64_t)walls->barrier[i] << 1);
    return hash;
}

static uint64_t hash_signals(uint64_t hash, const wend_scene *scene) {
    for (uint32_t i = 0; i < scene->signal_count; i++) {
        const wi_signal *signal = &scene->signal[i];
        hash = wi_hash_word(hash_vec(hash_vec(hash, signal->a), signal->b), signal->level);
        hash = hash_double(hash_double(hash_double(hash, signal->cycle), signal->green), signal->offset);
    }
    return hash;
}

static uint64_t hash_ways(uint64_t hash, const wend_scene *scene) {
    for (uint32_t i = 0; i < scene->profile_count; i++) hash = hash_text(hash, scene->profiles[i].is.router->name);
    for (uint32_t i = 0; scene->congestion && i < scene->profile_count; i++)
        hash = wi_hash_float(hash, scene->profiles[i].is.congestion);
    return wi_terrain_hash(hash, &scene->map);
}

uint64_t wi_scene_hash(const wend_scene *scene) {
    uint64_t hash = wi_hash_word(0, scene->levels);
    hash = hash_double(hash_double(hash, scene->origin.x), scene->origin.y);
    hash = wi_hash_word(hash, scene->profile_count);
    for (uint32_t i = 0; i < scene->profile_count; i++) {
        const wend_profile *profile = &scene->profiles[i].is;
        hash = hash_stress(hash_profile(hash, profile), &scene->profiles[i]);
        hash = hash_params(hash, profile->model, scene->params + (size_t)i * scene->params_stride);
    }
    hash = hash_signals(hash_walls(hash, &scene->walls), scene);
    if (scene->map.cell_count > 0) hash = hash_ways(hash, scene);
    return wi_program_hash(hash, &scene->program);
}
