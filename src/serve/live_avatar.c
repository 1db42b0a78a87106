// Agents that viewers drive. The mover of the world keeps a driven centre out of walls; here it is the whole body.
#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/vec.h"
#include "sense/shape.h"
#include "serve/live_state.h"
#include "world/scene.h"

#define SILENCE 0.5 // s after which a driver's wish no longer counts
#define WALLS_MAX 8

static bool is_driver(const wi_avatar *avatar, wi_viewer_name viewer) {
    return avatar->driver.number == viewer.number && viewer.number != 0;
}

static wi_avatar *avatar_of(wi_live *live, wi_viewer_name viewer) {
    wi_avatar *avatar = &live->avatar[viewer.place];
    return is_driver(avatar, viewer) ? avatar : NULL;
}

static void tell_driver(wi_live *live, wi_viewer_name driver, wend_serial serial) {
    pthread_mutex_lock(&live->lock);
    wi_viewer *viewer = &live->viewer[driver.place];
    if (viewer->name.number == driver.number) {
        viewer->avatar = serial;
        viewer->avatar_news = true;
    }
    pthread_mutex_unlock(&live->lock);
}

// Taking and letting go -----------------------------------------------------------------------------------------------

wend_result wi_avatar_take(wi_live *live, wi_viewer_name driver, wend_serial serial, wend_error *error) {
    for (uint32_t i = 0; i < WI_VIEWERS_MAX; i++) {
        const wi_avatar *other = &live->avatar[i];
        if (other->driver.number != 0 && other->serial == serial && !is_driver(other, driver))
            return wi_fail(error, WEND_BUSY, "somebody else drives agent %llu", (unsigned long long)serial);
    }
    wi_avatar_release(live, driver);
    wend_agent agent;
    wend_result result = wend_world_get(live->run->world, serial, &agent, error);
    if (result != WEND_OK) return result;
    wi_avatar avatar = {driver, serial, {0.0f, 0.0f}, wi_clock_seconds(), agent.priority, agent.driven};
    agent.driven = true;
    agent.velocity = (wend_vec){0.0f, 0.0f};
    result = wend_world_set(live->run->world, &agent, error);
    if (result != WEND_OK) return result;
    live->avatar[driver.place] = avatar;
    tell_driver(live, driver, serial);
    return WEND_OK;
}

wend_result wi_avatar_drive(wi_live *live, wi_viewer_name driver, wend_point velocity, wend_error *error) {
    wi_avatar *avatar = avatar_of(live, driver);
    if (!avatar) return wi_fail(error, WEND_NOT_FOUND, "you drive nobody; take an agent first");
    avatar->wish = (wend_vec){(float)velocity.x, (float)velocity.y};
    avatar->heard = wi_clock_seconds();
    return WEND_OK;
}

static void let_go(wi_live *live, wi_avatar *avatar) {
    wend_agent agent;
    wi_avatar was = *avatar;
    *avatar = (wi_avatar){0};
    tell_driver(live, was.driver, 0);
    if (wend_world_get(live->run->world, was.serial, &agent, NULL) != WEND_OK) return; // it has left
    agent.driven = was.was_driven;
    agent.priority = was.priority;
    (void)wend_world_set(live->run->world, &agent, NULL); // nothing here can be refused: only flags change
}

void wi_avatar_release(wi_live *live, wi_viewer_name driver) {
    wi_avatar *avatar = avatar_of(live, driver);
    if (avatar) let_go(live, avatar);
}

static bool is_here(wi_live *live, wi_viewer_name viewer) {
    pthread_mutex_lock(&live->lock);
    bool here = live->viewer[viewer.place].name.number == viewer.number;
    pthread_mutex_unlock(&live->lock);
    return here;
}

void wi_avatars_check(wi_live *live) {
    for (uint32_t i = 0; i < WI_VIEWERS_MAX; i++) {
        wi_avatar *avatar = &live->avatar[i];
        if (avatar->driver.number != 0 && !is_here(live, avatar->driver)) let_go(live, avatar);
    }
}

void wi_avatars_forget(wi_live *live) {
    for (uint32_t i = 0; i < WI_VIEWERS_MAX; i++) {
        wi_viewer_name driver = live->avatar[i].driver;
        live->avatar[i] = (wi_avatar){0};
        if (driver.number != 0) tell_driver(live, driver, 0);
    }
}

// Moving --------------------------------------------------------------------------------------------------------------

static wend_vec wish_of(const wi_avatar *avatar, float max_speed, double now) {
    wend_vec wish = avatar->wish;
    if (now > avatar->heard + SILENCE) return wi_vec(0.0f, 0.0f);
    float speed = wi_length(wish);
    return speed > max_speed ? wi_scale(max_speed / speed, wish) : wish;
}

static wend_vec nearest_on(const wend_wall *wall, wend_vec at) {
    wend_vec along = wi_sub(wall->b, wall->a), to = wi_sub(at, wall->a);
    float length2 = wi_length2(along);
    float share = length2 > 0.0f ? wi_clamp(wi_dot(to, along) / length2, 0.0f, 1.0f) : 0.0f;
    return wi_add(wall->a, wi_scale(share, along));
}

// Takes from a velocity what would bring the body into a wall within the step, so that it slides along.
static wend_vec beside_wall(wend_vec v, wend_vec at, wend_vec wall, float radius, float step) {
    wend_vec away = wi_sub(at, wall);
    float distance = wi_length(away);
    if (!(distance > 0.0f)) return v;
    wend_vec normal = wi_scale(1.0f / distance, away);
    float room = wi_max(0.0f, distance - radius), towards = -wi_dot(v, normal) * step;
    return towards > room ? wi_add(v, wi_scale((towards - room) / step, normal)) : v;
}

static wend_vec beside_walls(const wi_live *live, const wend_agent *agent, wend_vec v) {
    uint32_t wall[WALLS_MAX];
    wend_view view;
    if (wend_world_view(live->run->world, &view, NULL) != WEND_OK) return wi_vec(0.0f, 0.0f);
    wend_vec at = wi_scene_local(live->run->scene, agent->position);
    float radius = wi_shape_radius(agent->shape), reach = radius + wi_length(v) * view.step;
    uint32_t count = wend_view_walls(&view, agent->level, at, reach, WALLS_MAX, wall, NULL);
    // Twice, since what one wall leaves may lead into another; in a corner nothing is left.
    for (uint32_t i = 0; i < 2 * count; i++)
        v = beside_wall(v, at, nearest_on(wend_view_wall(&view, wall[i % count]), at), radius, view.step);
    return v;
}

static void move(wi_live *live, wi_avatar *avatar, double now) {
    wend_agent agent;
    if (wend_world_get(live->run->world, avatar->serial, &agent, NULL) != WEND_OK) {
        let_go(live, avatar); // somebody removed it
        return;
    }
    agent.velocity = beside_walls(live, &agent, wish_of(avatar, agent.max_speed, now));
    (void)wend_world_set(live->run->world, &agent, NULL);
}

void wi_avatars_move(wi_live *live) {
    double now = wi_clock_seconds();
    for (uint32_t i = 0; i < WI_VIEWERS_MAX; i++)
        if (live->avatar[i].driver.number != 0) move(live, &live->avatar[i], now);
}
