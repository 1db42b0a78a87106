#include "support/contact_oracle.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

typedef struct contact_state {
    double at[CONTACT_BODIES_MAX][2], velocity[CONTACT_BODIES_MAX][2];
} contact_state;

// What a body or a wall at `from` does to one at `at`: w is the velocity of the one relative to the other.
static void add_push(const double at[2], const double from[2], const double w[2], double radius, double force[2]) {
    double n[2] = {at[0] - from[0], at[1] - from[1]}, d = hypot(n[0], n[1]);
    n[0] /= d, n[1] /= d;
    double t[2] = {-n[1], n[0]}, overlap = radius - d, touching = fmax(overlap, 0.0);
    double normal = CONTACT_A * exp(overlap / CONTACT_B) + CONTACT_K * touching;
    double friction = CONTACT_KAPPA * touching * (w[0] * t[0] + w[1] * t[1]);
    for (int k = 0; k < 2; k++) force[k] += normal * n[k] - friction * t[k];
}

static void nearest_on(const contact_wall *wall, const double at[2], double nearest[2]) {
    double x = wall->b[0] - wall->a[0], y = wall->b[1] - wall->a[1];
    double t = ((at[0] - wall->a[0]) * x + (at[1] - wall->a[1]) * y) / (x * x + y * y);
    t = fmin(1.0, fmax(0.0, t));
    nearest[0] = wall->a[0] + t * x;
    nearest[1] = wall->a[1] + t * y;
}

static void accelerate(const contact_scene *scene, const contact_state *s, uint32_t i, double acceleration[2]) {
    const contact_body *me = &scene->body[i];
    double way[2] = {me->goal[0] - s->at[i][0], me->goal[1] - s->at[i][1]}, d = hypot(way[0], way[1]), force[2] = {0};
    for (uint32_t j = 0; j < scene->bodies; j++) {
        double w[2] = {s->velocity[i][0] - s->velocity[j][0], s->velocity[i][1] - s->velocity[j][1]};
        if (j != i) add_push(s->at[i], s->at[j], w, 2.0 * CONTACT_RADIUS, force);
    }
    for (uint32_t j = 0; j < scene->walls; j++) {
        double nearest[2];
        nearest_on(&scene->wall[j], s->at[i], nearest);
        add_push(s->at[i], nearest, s->velocity[i], CONTACT_RADIUS, force);
    }
    for (int k = 0; k < 2; k++)
        acceleration[k] = (me->speed * way[k] / d - s->velocity[i][k]) / scene->tau + force[k] / CONTACT_MASS;
}

static void slope(const contact_scene *scene, const contact_state *s, contact_state *change) {
    for (uint32_t i = 0; i < scene->bodies; i++) {
        memcpy(change->at[i], s->velocity[i], sizeof s->velocity[i]);
        accelerate(scene, s, i, change->velocity[i]);
    }
}

static contact_state moved(const contact_scene *scene, const contact_state *from, const contact_state *change,
                           double time) {
    contact_state to = *from;
    for (uint32_t i = 0; i < scene->bodies; i++) {
        for (int k = 0; k < 2; k++) {
            to.at[i][k] += time * change->at[i][k];
            to.velocity[i][k] += time * change->velocity[i][k];
        }
    }
    return to;
}

static void runge_kutta(const contact_scene *scene, contact_state *s, double step) {
    contact_state k[4] = {0}, middle;
    slope(scene, s, &k[0]);
    middle = moved(scene, s, &k[0], 0.5 * step);
    slope(scene, &middle, &k[1]);
    middle = moved(scene, s, &k[1], 0.5 * step);
    slope(scene, &middle, &k[2]);
    middle = moved(scene, s, &k[2], step);
    slope(scene, &middle, &k[3]);
    for (int i = 0; i < 4; i++) *s = moved(scene, s, &k[i], step * (i == 1 || i == 2 ? 1.0 / 3.0 : 1.0 / 6.0));
}

void contact_run(contact_scene *scene, double time, double step) {
    contact_state s = {0};
    for (uint32_t i = 0; i < scene->bodies; i++) {
        memcpy(s.at[i], scene->body[i].at, sizeof s.at[i]);
        memcpy(s.velocity[i], scene->body[i].velocity, sizeof s.velocity[i]);
    }
    uint32_t steps = (uint32_t)ceil(time / step - 1e-6);
    for (uint32_t i = 0; i < steps; i++) runge_kutta(scene, &s, time / steps);
    for (uint32_t i = 0; i < scene->bodies; i++) {
        memcpy(scene->body[i].at, s.at[i], sizeof s.at[i]);
        memcpy(scene->body[i].velocity, s.velocity[i], sizeof s.velocity[i]);
    }
}

double contact_kinetic(const contact_scene *scene) {
    double energy = 0.0;
    for (uint32_t i = 0; i < scene->bodies; i++) {
        const double *v = scene->body[i].velocity;
        energy += 0.5 * CONTACT_MASS * (v[0] * v[0] + v[1] * v[1]);
    }
    return energy;
}

static double stored(const double a[2], const double b[2], double radius) {
    double overlap = radius - hypot(a[0] - b[0], a[1] - b[1]), touching = fmax(overlap, 0.0);
    return CONTACT_A * CONTACT_B * exp(overlap / CONTACT_B) + 0.5 * CONTACT_K * touching * touching;
}

double contact_potential(const contact_scene *scene) {
    double energy = 0.0;
    for (uint32_t i = 0; i < scene->bodies; i++) {
        const double *at = scene->body[i].at;
        for (uint32_t j = 0; j < i; j++) energy += stored(at, scene->body[j].at, 2.0 * CONTACT_RADIUS);
        for (uint32_t j = 0; j < scene->walls; j++) {
            double nearest[2];
            nearest_on(&scene->wall[j], at, nearest);
            energy += stored(at, nearest, CONTACT_RADIUS);
        }
    }
    return energy;
}

// Bodies come in small, since nobody may be added where there is no space, and then get their size.
static void add_bodies(wend_world *world, const contact_scene *scene) {
    for (uint32_t i = 0; i < scene->bodies; i++) {
        const contact_body *body = &scene->body[i];
        wend_agent agent = agent_at(body->at[0], body->at[1]);
        agent.velocity = (wend_vec){(float)body->velocity[0], (float)body->velocity[1]};
        agent.goal = (wend_target){.at = {body->goal[0], body->goal[1]}, .radius = 0.1f};
        agent.preferred_speed = (float)body->speed;
        agent.shape = wend_disc(0.01f);
        (void)agent_add(world, &agent);
    }
    for (uint32_t i = 0; i < scene->bodies; i++) {
        wend_agent agent = agent_get(world, i + 1);
        agent.shape = wend_disc((float)CONTACT_RADIUS);
        agent_set(world, &agent);
    }
}

stage contact_stage(const contact_scene *scene, const wend_model *model, const char *preset, float step) {
    wend_point ends[WEND_COUNT(scene->wall)][2];
    wend_obstacle obstacles[WEND_COUNT(scene->wall)];
    for (uint32_t i = 0; i < scene->walls; i++) {
        const contact_wall *wall = &scene->wall[i];
        ends[i][0] = (wend_point){wall->a[0], wall->a[1]};
        ends[i][1] = (wend_point){wall->b[0], wall->b[1]};
        obstacles[i] = (wend_obstacle){WEND_WALL, 0, ends[i], 2};
    }
    wend_setting tau = {"relaxation_time", (float)scene->tau};
    wend_profile profile = profile_of(model);
    profile.preset = preset;
    profile.max_speed = 6.0f;
    profile.settings = &tau;
    profile.setting_count = 1;
    wend_scene_def def = wend_scene_default();
    def.profiles = &profile;
    def.obstacles = obstacles;
    def.obstacle_count = scene->walls;
    wend_world_def world = wend_world_default(NULL);
    world.step = step;
    world.collisions = false;
    stage made = stage_open(&def, &world);
    add_bodies(made.world, scene);
    return made;
}

void contact_read(const stage *from, contact_scene *scene) {
    for (uint32_t i = 0; i < scene->bodies; i++) {
        wend_agent agent = agent_get(from->world, i + 1);
        scene->body[i].at[0] = agent.position.x, scene->body[i].at[1] = agent.position.y;
        scene->body[i].velocity[0] = (double)agent.velocity.x, scene->body[i].velocity[1] = (double)agent.velocity.y;
    }
}
