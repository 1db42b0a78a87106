#include "support/turn_cast.h"

#include <math.h>
#include <string.h>

const eorca_params published = {.orca = {.obstacle_horizon = 1.0f},
                                .turn_limit = 6.2831853f,
                                .clearance_samples = 10.0f,
                                .deviation = 0.17453293f,
                                .collision_time = 6.0f,
                                .lateral_time = 3.0f,
                                .approach = 100.0f,
                                .ease = 1.0f,
                                .side_pace = 1.0f};

void cast_open(cast *c, const wend_obstacle *obstacles, uint32_t count) {
    memset(c, 0, sizeof *c);
    wend_scene_def def = wend_scene_default();
    def.obstacles = obstacles;
    def.obstacle_count = count;
    c->on = stage_open(&def, NULL);
    c->senses = *world_view(c->on.world).senses;
    c->senses.boxes = true;
    c->view = (wend_view){.step = 0.1f,
                          .x = c->x,
                          .y = c->y,
                          .motion = c->motion,
                          .pace = c->pace,
                          .form = c->form,
                          .role = c->role,
                          .body = c->body,
                          .senses = &c->senses};
    c->set = published;
    for (int32_t i = 0; i < CAST_MOST; i++) c->other[i] = i + 1;
}

void cast_close(cast *c) { stage_close(&c->on); }

uint32_t cast_add(cast *c, wend_shape shape, double x, double y, double angle, wend_vec velocity) {
    uint32_t row = c->view.count++;
    float radius = wi_shape_radius(shape);
    c->senses.greatest_radius = wi_max(c->senses.greatest_radius, radius);
    c->x[row] = (float)x;
    c->y[row] = (float)y;
    c->motion[row] = (wend_motion){velocity, {(float)cos(angle), (float)sin(angle)}};
    c->pace[row] = (wend_pace){.preferred_speed = 1.3f, .max_speed = 2.0f};
    c->form[row] = (wend_form){radius, shape.half_length, shape.half_width, 0.0f};
    c->role[row].shape = (uint8_t)shape.kind;
    c->body[row] = (wend_body){(float)x, (float)y, velocity.x, velocity.y, radius, 0.0f, velocity.x, velocity.y};
    return row;
}

uint32_t cast_add_human(cast *c, double x, double y, double angle, wend_vec velocity) {
    return cast_add(c, wend_ellipse(HUMAN_DEPTH, HUMAN_WIDTH), x, y, angle, velocity);
}

uint32_t cast_add_any(cast *c, uint64_t seed, uint32_t i, double most, double ahead, wend_vec velocity) {
    wend_shape shape = wend_ellipse((float)draw(seed, 9 * i, 0.05, most), (float)draw(seed, 9 * i + 1, 0.05, most));
    if (i == 2) shape = wend_disc(0.2f);
    if (i == 3) shape.kind = WEND_BOX;
    return cast_add(c, shape, draw(seed, 9 * i + 2, -0.5, ahead), draw(seed, 9 * i + 3, -0.8, 0.8),
                    draw(seed, 9 * i + 4, -4, 4), velocity);
}

wi_others cast_others(const cast *c) { return (wi_others){c->other, 1, c->view.count - 1}; }

wend_vec cast_turn(cast *c, wend_vec velocity) {
    wi_turning first = {.set = &c->set, .memory = &c->memory, .others = cast_others(c), .velocity = velocity};
    wi_turn_as_people(&c->view, &first, 1);
    return first.heading;
}

wend_vec cast_fit(const cast *c) {
    wi_turning first = {.set = &c->set, .others = cast_others(c), .velocity = c->motion[0].velocity};
    wi_turn_to_fit(&c->view, &first, 1);
    return first.heading;
}

double degrees_between(wend_vec a, wend_vec b) {
    return atan2((double)wi_det(a, b), (double)wi_dot(a, b)) * 180.0 / acos(-1.0);
}

wend_vec cast_settle(cast *c, wend_vec velocity, int steps) {
    for (int i = 0; i < steps; i++) c->motion[0].heading = cast_turn(c, velocity);
    return c->motion[0].heading;
}

double draw(uint64_t seed, uint32_t what, double low, double high) {
    return low + (high - low) * (double)wend_random(seed, 0, 0, 7, what);
}
