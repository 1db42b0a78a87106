// Stress: general adaptation (Kim, Guy, Manocha and Lin 2012). S follows the perceived stressor psi at a limited rate,
//
//     S' = S + clamp(psi - S, -rate dt, rate dt),  0 <= S' <= limit,
//
// and moves speed, radius and parameters from their relaxed to their stressed values. Everyone sees the others' stress
// as it was; so it is worked out for all before it changes for anybody.
#include <math.h>
#include <string.h>

#include "base/error.h"
#include "decide/minds.h"

#define CLOSE 2.0f          // m: others within count
#define GRAINS 4294967296.0 // of stress 1. Whole numbers add up to the same in any order of rows

static bool is_good(const wend_stress *s) {
    return s->rate >= 0.0f && s->rate <= 100.0f && s->limit >= 0.0f && s->limit <= 1.0f && s->crowding >= 0.0f &&
           s->crowding <= 10.0f && s->others >= 0.0f && s->others <= 1.0f && s->deadline >= 0.0f &&
           s->deadline <= 1e9f && s->speed >= 0.0f && s->speed <= 10.0f && s->radius >= 0.1f && s->radius <= 10.0f;
}

static bool find_setting(const wend_model *model, const wend_setting *from, uint32_t *at, const wend_param **param) {
    size_t offset;
    for (uint32_t i = 0; (*param = wi_block_param(model, i, &offset)) != NULL; i++) {
        if (strcmp((*param)->name, from->name) != 0) continue;
        *at = (uint32_t)offset;
        return true;
    }
    return false;
}

wend_result wi_stress_copy(struct wi_profile *profile, const wend_stress *from, wend_error *error) {
    if (!is_good(from))
        return wi_fail(error, WEND_BAD_ARGUMENT,
                       "stress: rate must lie between 0 and 100, limit and others between 0 and 1, crowding between 0 "
                       "and 10, speed between 0 and 10, radius between 0.1 and 10, and deadline be 0 or more");
    if (from->setting_count > WEND_STRESS_SETTINGS || (from->setting_count > 0 && !from->settings))
        return wi_fail(error, WEND_BAD_ARGUMENT, "stress may change at most %d parameters, not %u",
                       WEND_STRESS_SETTINGS, from->setting_count);
    profile->stress = *from;
    profile->stress.settings = NULL;
    profile->stressed = true;
    profile->stress_whole = 0;
    for (uint32_t i = 0; i < from->setting_count; i++) {
        const wend_param *param;
        float value = from->settings[i].value;
        if (!find_setting(profile->is.model, &from->settings[i], &profile->stress_offset[i], &param))
            return wi_fail(error, WEND_NOT_FOUND, "stress: the model `%s` has no parameter `%.60s`",
                           profile->is.model->name, from->settings[i].name);
        wend_error why;
        wend_result result = wi_param_check(param, value, &why);
        if (result != WEND_OK) return wi_fail(error, result, "stress: %s", why.text);
        profile->stress_value[i] = value;
        profile->stress_whole |= (uint8_t)(wi_param_is_whole(param) << i);
    }
    return WEND_OK;
}

// What is perceived ----------------------------------------------------------------------------------------------------

typedef struct company {
    uint32_t count;
    uint64_t grains; // of stress of all of them
} company;

static company look_around(const wend_view *now, uint32_t row) {
    company found = {0, 0};
    wend_vec at = wi_view_at(now, row);
    float reach = CLOSE + wi_grid_margin(at.x, at.y, CLOSE);
    uint32_t level = now->role[row].level;
    wi_walk walk =
        wi_walk_box(now->senses->grid, level, wi_sub(at, wi_vec(reach, reach)), wi_add(at, wi_vec(reach, reach)));
    for (uint32_t begin, end; wi_walk_next(&walk, &begin, &end);)
        for (uint32_t other = begin; other < end; other++) {
            if (other == row || now->role[other].level != level) continue;
            if (wi_length2(wi_sub(wi_view_at(now, other), at)) > CLOSE * CLOSE) continue;
            found.count++;
            found.grains += (uint64_t)(GRAINS * (double)now->mood[other].stress);
        }
    return found;
}

static float perceived(const wend_view *now, uint32_t row, const wend_stress *stress) {
    float psi = now->mood[row].stressor;
    if (stress->crowding > 0.0f || stress->others > 0.0f) {
        company near = look_around(now, row);
        psi += stress->crowding * (float)near.count;
        if (near.count > 0) psi += stress->others * (float)((double)near.grains / GRAINS) / (float)near.count;
    }
    if (stress->deadline > 0.0f)
        psi += wi_min(1.0f, (float)((double)now->tick * (double)now->step / (double)stress->deadline));
    return psi;
}

// ----------------------------------------------------------------------------------------------------------------------

typedef struct stressing {
    wend_world *world;
    wend_view now;
} stressing;

static const wi_profile *profile_of(const wend_view *now, uint32_t row) {
    return &now->senses->scene->profiles[now->role[row].profile];
}

// Does something to every row of a chunk that knows stress.
typedef void to_stressed(const stressing *all, uint32_t row, const wi_profile *profile, wend_mood *mood);

static void do_chunk(const stressing *all, uint32_t chunk, to_stressed *act) {
    uint32_t begin, end;
    wi_chunk_rows(chunk, all->now.count, &begin, &end);
    for (uint32_t row = begin; row < end; row++) {
        const wi_profile *profile = profile_of(&all->now, row);
        if (profile->stressed) act(all, row, profile, &all->world->columns.mood[row]);
    }
}

static void foresee(const stressing *all, uint32_t row, const wi_profile *profile, wend_mood *mood) {
    float most = profile->stress.rate * all->now.step;
    float change = wi_clamp(perceived(&all->now, row, &profile->stress) - mood->stress, -most, most);
    mood->next = wi_clamp(mood->stress + change, 0.0f, profile->stress.limit);
}

static void foresee_job(void *work, uint32_t chunk, uint32_t worker) {
    (void)worker;
    do_chunk(work, chunk, foresee);
}

// Between the profile's value and the stressed one, or the whole number next to that.
static void move_parameters(const stressing *all, uint32_t row, const wi_profile *profile, float stress) {
    const wend_world *world = all->world;
    size_t stride = world->scene->params_stride;
    const wend_role *role = &world->columns.role[row];
    if (profile->stress.setting_count == 0 || role->params < world->scene->profile_count) return;
    const unsigned char *relaxed = world->params.block + role->profile * stride;
    unsigned char *own = world->params.block + role->params * stride;
    for (uint32_t i = 0; i < profile->stress.setting_count; i++) {
        float from, value;
        memcpy(&from, relaxed + profile->stress_offset[i], sizeof from);
        value = from + stress * (profile->stress_value[i] - from);
        if (profile->stress_whole >> i & 1) value = __builtin_floorf(value + 0.5f);
        memcpy(own + profile->stress_offset[i], &value, sizeof value);
    }
    wi_habits_refresh((wi_habits *)(void *)own);
}

static void change(const stressing *all, uint32_t row, const wi_profile *profile, wend_mood *mood) {
    bool changes = mood->next != mood->stress;
    mood->stress = mood->next;
    mood->next = 0.0f;
    if (changes) move_parameters(all, row, profile, mood->stress);
}

static void change_job(void *work, uint32_t chunk, uint32_t worker) {
    (void)worker;
    do_chunk(work, chunk, change);
}

void wi_stress(wend_world *world) {
    if (!world->columns.mood || world->columns.count == 0) return;
    stressing all = {world, wi_world_view(world)};
    wi_world_run(world, foresee_job, &all);
    wi_world_run(world, change_job, &all);
}

// The stressed want to go faster, and plan with less distance to others.
void wi_stress_show(wi_step *step, uint32_t begin, uint32_t end) {
    const wend_view *now = &step->now;
    wend_body *body = step->world->columns.body;
    for (uint32_t row = begin; now->mood != NULL && row < end; row++) {
        const wi_profile *profile = profile_of(now, row);
        float stress = now->mood[row].stress;
        if (!profile->stressed || stress == 0.0f || now->role[row].flags & WEND_FLAG_DRIVEN) continue;
        wend_vec wish = wi_vec(body[row].preferred_x, body[row].preferred_y);
        float length = wi_length(wish), faster = 1.0f + stress * (profile->stress.speed - 1.0f);
        if (length > 0.0f) wish = wi_scale(wi_min(length * faster, now->pace[row].max_speed) / length, wish);
        body[row].preferred_x = wish.x;
        body[row].preferred_y = wish.y;
        body[row].radius *= 1.0f + stress * (profile->stress.radius - 1.0f);
    }
}
