#include "support/two_walkers.h"

#include <math.h>

static double draw(uint64_t seed, uint32_t number, uint32_t which, double low, double high) {
    return low + (high - low) * (double)wend_random(seed, number, 0, 0, which);
}

static walkers_start draw_start(uint64_t seed, uint32_t number, double soonest, double latest) {
    walkers_start start = {.angle = 2.0 * atan(1.0)};
    for (uint32_t i = 0; i < 2; i++) {
        start.speed[i] = draw(seed, number, 3 * i, 1.2, 1.6);
        start.distance[i] = start.speed[i] * draw(seed, number, 3 * i + 1, soonest, latest);
        start.aside[i] = draw(seed, number, 3 * i + 2, -0.2, 0.2);
    }
    return start;
}

walkers_start walkers_draw(uint64_t seed, uint32_t number) { return draw_start(seed, number, 3.8, 4.2); }

walkers_start walkers_draw_late(uint64_t seed, uint32_t number) {
    double time = draw(seed, number, 7, 0.6, 2.0);
    walkers_start start = draw_start(seed, number, time, time + 0.1);
    double least = 2.0 * asin(fmin(1.0, 0.6 / fmin(start.distance[0], start.distance[1])));
    start.angle = draw(seed, number, 6, least, 4.0 * atan(1.0));
    return start;
}

static wend_serial enter(wend_world *world, const walkers_start *start, uint32_t which) {
    double turn = (which == 0 ? 0.5 : -0.5) * start->angle, x = cos(turn), y = sin(turn);
    wend_agent agent = agent_at(-x * start->distance[which] - y * start->aside[which],
                                -y * start->distance[which] + x * start->aside[which]);
    agent.preferred_speed = (float)start->speed[which];
    agent.velocity = (wend_vec){(float)(x * start->speed[which]), (float)(y * start->speed[which])};
    agent.goal = (wend_target){.at = {agent.position.x + 30.0 * x, agent.position.y + 30.0 * y}, .radius = 0.2f};
    return agent_add(world, &agent);
}

static double predicted_distance(const wend_agent *a, const wend_agent *b) {
    double px = b->position.x - a->position.x, py = b->position.y - a->position.y;
    double vx = (double)b->velocity.x - (double)a->velocity.x, vy = (double)b->velocity.y - (double)a->velocity.y;
    double v2 = vx * vx + vy * vy, time = v2 > 0.0 ? fmax(0.0, -(px * vx + py * vy) / v2) : 0.0;
    return hypot(px + time * vx, py + time * vy);
}

static double change(const wend_agent *before, const wend_agent *after) {
    return hypot((double)(after->velocity.x - before->velocity.x), (double)(after->velocity.y - before->velocity.y)) /
           (double)WALKERS_STEP;
}

walkers_meeting walkers_meet(const wend_profile *profile, const walkers_start *start) {
    wend_scene_def scene = wend_scene_default();
    scene.profiles = profile;
    wend_world_def world = wend_world_default(NULL);
    world.step = WALKERS_STEP;
    stage s = stage_open(&scene, &world);
    wend_serial serial[2] = {enter(s.world, start, 0), enter(s.world, start, 1)};
    wend_agent a = agent_get(s.world, serial[0]), b = agent_get(s.world, serial[1]);
    walkers_meeting m = {.nearest = INFINITY};
    for (uint32_t step = 0; step < WALKERS_MOST; step++) {
        m.predicted[step] = (float)predicted_distance(&a, &b);
        double distance = hypot(b.position.x - a.position.x, b.position.y - a.position.y);
        if (distance > m.nearest) break;
        m.nearest = distance;
        m.steps = step + 1;
        world_step(s.world, 1);
        wend_agent next[2] = {agent_get(s.world, serial[0]), agent_get(s.world, serial[1])};
        m.hardest = fmax(m.hardest, fmax(change(&a, &next[0]), change(&b, &next[1])));
        a = next[0];
        b = next[1];
    }
    stage_close(&s);
    return m;
}

static uint32_t first_beyond(const walkers_meeting *m, double share) {
    double from = (double)m->predicted[0], to = (double)m->predicted[m->steps - 1];
    for (uint32_t step = 0; step < m->steps; step++)
        if (fabs((double)m->predicted[step] - from) >= share * fabs(to - from)) return step;
    return m->steps;
}

walkers_phases walkers_judge(const walkers_meeting *m) {
    double step = (double)WALKERS_STEP, begins = step * first_beyond(m, 0.02), ends = step * first_beyond(m, 0.98);
    return (walkers_phases){begins, ends - begins, step * m->steps - ends};
}
