#include "record/part_columns.h"

#include <string.h>

const wi_raster wi_part_speed_grid = {.size = 1e-3, .per = 1000.0}; // mm/s
const wi_raster wi_part_angle_grid = {.size = 1e-3, .per = 1000.0}; // mrad

static uint64_t bits_of_double(double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static double double_of_bits(uint64_t bits) {
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static uint64_t bits_of_float(float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static float float_of_bits(uint64_t bits) {
    uint32_t half = (uint32_t)bits;
    float value;
    memcpy(&value, &half, sizeof value);
    return value;
}

static bool to_lines(wi_part_coder *coder, const wi_frame *frame) {
    bool good = coder->place.size > 0.0;
    for (uint32_t i = 0; i < frame->count && good; i++) {
        const wi_spot *spot = &frame->spot[i];
        coder->now[WI_PART_X][i] = wi_part_to_line(coder->place, spot->x, &good);
        coder->now[WI_PART_Y][i] = wi_part_to_line(coder->place, spot->y, &good);
        coder->now[WI_PART_VX][i] = wi_part_to_line(wi_part_speed_grid, (double)spot->vx, &good);
        coder->now[WI_PART_VY][i] = wi_part_to_line(wi_part_speed_grid, (double)spot->vy, &good);
        coder->now[WI_PART_Z][i] = wi_part_to_line(coder->place, spot->z, &good);
        coder->now[WI_PART_HEADING][i] = wi_part_to_line(wi_part_angle_grid, (double)spot->heading, &good);
        coder->now[WI_PART_PREFERRED_X][i] = wi_part_to_line(wi_part_speed_grid, (double)spot->preferred_x, &good);
        coder->now[WI_PART_PREFERRED_Y][i] = wi_part_to_line(wi_part_speed_grid, (double)spot->preferred_y, &good);
    }
    return good;
}

static void to_bits(wi_part_coder *coder, const wi_frame *frame) {
    for (uint32_t i = 0; i < frame->count; i++) {
        const wi_spot *spot = &frame->spot[i];
        coder->now[WI_PART_X][i] = bits_of_double(wi_raster_round(coder->place, spot->x));
        coder->now[WI_PART_Y][i] = bits_of_double(wi_raster_round(coder->place, spot->y));
        coder->now[WI_PART_Z][i] = bits_of_double(wi_raster_round(coder->place, spot->z));
        coder->now[WI_PART_VX][i] = bits_of_float(spot->vx);
        coder->now[WI_PART_VY][i] = bits_of_float(spot->vy);
        coder->now[WI_PART_HEADING][i] = bits_of_float(spot->heading);
        coder->now[WI_PART_PREFERRED_X][i] = bits_of_float(spot->preferred_x);
        coder->now[WI_PART_PREFERRED_Y][i] = bits_of_float(spot->preferred_y);
    }
}

static wi_spot spot_from_lines(const wi_part_coder *coder, uint32_t row) {
    uint64_t *const *now = coder->now;
    return (wi_spot){.x = wi_part_from_line(coder->place, now[WI_PART_X][row]),
                     .y = wi_part_from_line(coder->place, now[WI_PART_Y][row]),
                     .z = wi_part_from_line(coder->place, now[WI_PART_Z][row]),
                     .vx = (float)wi_part_from_line(wi_part_speed_grid, now[WI_PART_VX][row]),
                     .vy = (float)wi_part_from_line(wi_part_speed_grid, now[WI_PART_VY][row]),
                     .heading = (float)wi_part_from_line(wi_part_angle_grid, now[WI_PART_HEADING][row]),
                     .preferred_x = (float)wi_part_from_line(wi_part_speed_grid, now[WI_PART_PREFERRED_X][row]),
                     .preferred_y = (float)wi_part_from_line(wi_part_speed_grid, now[WI_PART_PREFERRED_Y][row])};
}

static wi_spot spot_from_bits(const wi_part_coder *coder, uint32_t row) {
    uint64_t *const *now = coder->now;
    return (wi_spot){.x = double_of_bits(now[WI_PART_X][row]),
                     .y = double_of_bits(now[WI_PART_Y][row]),
                     .z = double_of_bits(now[WI_PART_Z][row]),
                     .vx = float_of_bits(now[WI_PART_VX][row]),
                     .vy = float_of_bits(now[WI_PART_VY][row]),
                     .heading = float_of_bits(now[WI_PART_HEADING][row]),
                     .preferred_x = float_of_bits(now[WI_PART_PREFERRED_X][row]),
                     .preferred_y = float_of_bits(now[WI_PART_PREFERRED_Y][row])};
}

// Which columns have no known value, as flags. Those are not stored.
static uint32_t unknown_columns(const wi_frame *frame) {
    bool known[WI_PART_COLUMNS] = {[WI_PART_ID] = true};
    for (uint32_t i = 0; i < frame->count; i++) {
        const wi_spot *spot = &frame->spot[i];
        known[WI_PART_X] |= !isnan(spot->x);
        known[WI_PART_Y] |= !isnan(spot->y);
        known[WI_PART_Z] |= !isnan(spot->z);
        known[WI_PART_VX] |= !isnan(spot->vx);
        known[WI_PART_VY] |= !isnan(spot->vy);
        known[WI_PART_HEADING] |= !isnan(spot->heading);
        known[WI_PART_PROFILE] |= spot->profile != WI_NO_PROFILE;
        known[WI_PART_PREFERRED_X] |= !isnan(spot->preferred_x);
        known[WI_PART_PREFERRED_Y] |= !isnan(spot->preferred_y);
        known[WI_PART_HALF_LENGTH] |= !isnan(spot->half_length);
        known[WI_PART_HALF_WIDTH] |= !isnan(spot->half_width);
        known[WI_PART_GROUP] |= spot->group != WI_NO_GROUP;
    }
    uint32_t flags = 0;
    for (uint32_t i = 0; i < WI_PART_COLUMNS; i++)
        if (!known[i]) flags |= (uint32_t)WI_PART_UNKNOWN << i;
    return flags;
}

// An unknown column must not keep the known ones from the grid.
static void blank_unknown(wi_spot *spot, uint32_t flags, float with) {
    if (wi_part_is_unknown(flags, WI_PART_X)) spot->x = (double)with;
    if (wi_part_is_unknown(flags, WI_PART_Y)) spot->y = (double)with;
    if (wi_part_is_unknown(flags, WI_PART_Z)) spot->z = (double)with;
    if (wi_part_is_unknown(flags, WI_PART_VX)) spot->vx = with;
    if (wi_part_is_unknown(flags, WI_PART_VY)) spot->vy = with;
    if (wi_part_is_unknown(flags, WI_PART_HEADING)) spot->heading = with;
    if (wi_part_is_unknown(flags, WI_PART_PREFERRED_X)) spot->preferred_x = with;
    if (wi_part_is_unknown(flags, WI_PART_PREFERRED_Y)) spot->preferred_y = with;
    if (wi_part_is_unknown(flags, WI_PART_HALF_LENGTH)) spot->half_length = with;
    if (wi_part_is_unknown(flags, WI_PART_HALF_WIDTH)) spot->half_width = with;
}

// What an agent keeps all its life costs nothing as it is, in all its bits.
static void fill_constants(wi_part_coder *coder, const wi_frame *frame) {
    for (uint32_t i = 0; i < frame->count; i++) {
        const wi_spot *spot = &frame->spot[i];
        coder->now[WI_PART_ID][i] = spot->id;
        coder->now[WI_PART_PROFILE][i] = spot->profile;
        coder->now[WI_PART_HALF_LENGTH][i] = bits_of_float(spot->half_length);
        coder->now[WI_PART_HALF_WIDTH][i] = bits_of_float(spot->half_width);
        coder->now[WI_PART_GROUP][i] = spot->group;
    }
}

void wi_part_fill_columns(wi_part_coder *coder, const wi_frame *frame, uint32_t *flags) {
    *flags = unknown_columns(frame);
    wi_frame shown = *frame;
    if (*flags) {
        shown.spot = coder->spots.spot;
        for (uint32_t i = 0; i < frame->count; i++) {
            shown.spot[i] = frame->spot[i];
            blank_unknown(&shown.spot[i], *flags, 0.0f);
        }
    }
    fill_constants(coder, &shown);
    if (to_lines(coder, &shown)) return;
    to_bits(coder, &shown);
    *flags |= WI_PART_EXACT;
}

void wi_part_make_spots(wi_part_coder *coder, uint32_t count, uint32_t flags) {
    for (uint32_t i = 0; i < count; i++) {
        wi_spot spot = flags & WI_PART_EXACT ? spot_from_bits(coder, i) : spot_from_lines(coder, i);
        spot.half_length = float_of_bits(coder->now[WI_PART_HALF_LENGTH][i]);
        spot.half_width = float_of_bits(coder->now[WI_PART_HALF_WIDTH][i]);
        blank_unknown(&spot, flags, NAN);
        spot.id = coder->now[WI_PART_ID][i];
        spot.profile =
            wi_part_is_unknown(flags, WI_PART_PROFILE) ? WI_NO_PROFILE : (uint32_t)coder->now[WI_PART_PROFILE][i];
        spot.group = wi_part_is_unknown(flags, WI_PART_GROUP) ? WI_NO_GROUP : (uint32_t)coder->now[WI_PART_GROUP][i];
        coder->spots.spot[i] = spot;
    }
}
