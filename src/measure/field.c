#include "measure/field.h"

#include "base/angle.h"

#include <math.h>
#include <string.h>

#define CELL_LEAST 0.25   // m
#define BELL_END 3.0      // times R: beyond it lies 0.01 % of a bell
#define BELL_CELLS_MAX 32 // across a bell: 2 * 3 R / cell with R = 4 cells, and the ends

static bool take_cells(wi_field *field) {
    size_t count = (size_t)field->columns * field->rows;
    field->now = wi_memory_take(&field->memory, count, sizeof *field->now);
    field->peak = wi_memory_take(&field->memory, count, sizeof *field->peak);
    field->density_sum = wi_memory_take(&field->memory, count, sizeof *field->density_sum);
    field->weight_sum = wi_memory_take(&field->memory, count, sizeof *field->weight_sum);
    field->flux_sum = wi_memory_take(&field->memory, count, sizeof *field->flux_sum);
    return field->now && field->peak && field->density_sum && field->weight_sum && field->flux_sum;
}

bool wi_field_create(wi_field *field, wend_allocator allocator, const double box[4]) {
    *field = (wi_field){.memory = wi_memory_from(allocator), .cell = CELL_LEAST};
    double width = 0.0, height = 0.0, margin = 0.0;
    for (;; field->cell *= 2.0) {
        field->reach = fmax(WI_FIELD_REACH, 2.0 * field->cell);
        margin = field->reach;
        width = ceil((box[2] - box[0] + 2.0 * margin) / field->cell);
        height = ceil((box[3] - box[1] + 2.0 * margin) / field->cell);
        if (width * height <= WI_FIELD_CELLS_MAX) break;
    }
    field->low_x = box[0] - margin, field->low_y = box[1] - margin;
    field->columns = (uint32_t)width, field->rows = (uint32_t)height;
    if (take_cells(field)) return true;
    wi_field_free(field);
    return false;
}

void wi_field_free(wi_field *field) {
    size_t count = (size_t)field->columns * field->rows;
    wi_memory_give(&field->memory, field->now, count, sizeof *field->now);
    wi_memory_give(&field->memory, field->peak, count, sizeof *field->peak);
    wi_memory_give(&field->memory, field->density_sum, count, sizeof *field->density_sum);
    wi_memory_give(&field->memory, field->weight_sum, count, sizeof *field->weight_sum);
    wi_memory_give(&field->memory, field->flux_sum, count, sizeof *field->flux_sum);
    *field = (wi_field){0};
}

// Frames --------------------------------------------------------------------------------------------------------------

static void touch_nothing(wi_field *field) {
    field->first_column = field->columns, field->first_row = field->rows;
    field->end_column = field->end_row = 0;
}

void wi_field_begin(wi_field *field) {
    for (uint32_t row = field->first_row; row < field->end_row; row++) {
        size_t from = (size_t)row * field->columns + field->first_column;
        memset(&field->now[from], 0, (size_t)(field->end_column - field->first_column) * sizeof *field->now);
    }
    touch_nothing(field);
}

// One factor of a bell along an axis: its cells from *first on; returns how many.
static uint32_t bell(const wi_field *field, double at, uint32_t cells, uint32_t *first, double weight[BELL_CELLS_MAX]) {
    double reach = field->reach / field->cell; // in cells
    double low = fmax(ceil(at - BELL_END * reach - 0.5), 0.0);
    double high = fmin(floor(at + BELL_END * reach - 0.5), (double)cells - 1.0);
    if (!(low <= high)) return 0;
    *first = (uint32_t)low;
    uint32_t count = (uint32_t)(high - low) + 1;
    for (uint32_t i = 0; i < count; i++) {
        double away = (low + i + 0.5 - at) / reach;
        weight[i] = exp(-away * away) / (sqrt(WI_PI) * field->reach);
    }
    return count;
}

static void touch(wi_field *field, uint32_t column, uint32_t columns, uint32_t row, uint32_t rows) {
    if (column < field->first_column) field->first_column = column;
    if (column + columns > field->end_column) field->end_column = column + columns;
    if (row < field->first_row) field->first_row = row;
    if (row + rows > field->end_row) field->end_row = row + rows;
}

void wi_field_add(wi_field *field, double x, double y, double speed) {
    if (!isfinite(x) || !isfinite(y)) return;
    double across[BELL_CELLS_MAX], up[BELL_CELLS_MAX];
    uint32_t column, row;
    uint32_t columns = bell(field, (x - field->low_x) / field->cell, field->columns, &column, across);
    uint32_t rows = bell(field, (y - field->low_y) / field->cell, field->rows, &row, up);
    if (columns == 0 || rows == 0) return;
    touch(field, column, columns, row, rows);
    for (uint32_t r = 0; r < rows; r++) {
        size_t from = (size_t)(row + r) * field->columns + column;
        for (uint32_t c = 0; c < columns; c++) field->now[from + c] += (float)(up[r] * across[c]);
        if (!isfinite(speed)) continue;
        for (uint32_t c = 0; c < columns; c++) {
            field->weight_sum[from + c] += up[r] * across[c];
            field->flux_sum[from + c] += up[r] * across[c] * speed;
        }
    }
}

static void note_largest(wi_field *field, uint32_t column, uint32_t row, double density) {
    field->largest = density;
    field->largest_x = field->low_x + (column + 0.5) * field->cell;
    field->largest_y = field->low_y + (row + 0.5) * field->cell;
}

void wi_field_end(wi_field *field) {
    for (uint32_t row = field->first_row; row < field->end_row; row++) {
        for (uint32_t column = field->first_column; column < field->end_column; column++) {
            size_t at = (size_t)row * field->columns + column;
            field->density_sum[at] += (double)field->now[at];
            if (field->now[at] > field->peak[at]) field->peak[at] = field->now[at];
            if ((double)field->now[at] > field->largest) note_largest(field, column, row, (double)field->now[at]);
        }
    }
    field->frames++;
}

static double cell_now(const wi_field *field, double column, double row) {
    double c = fmin(fmax(column, 0.0), (double)field->columns - 1.0);
    double r = fmin(fmax(row, 0.0), (double)field->rows - 1.0);
    return (double)field->now[(size_t)r * field->columns + (size_t)c];
}

double wi_field_now(const wi_field *field, double x, double y) {
    double column = (x - field->low_x) / field->cell - 0.5, row = (y - field->low_y) / field->cell - 0.5;
    double left = floor(column), below = floor(row), across = column - left, up = row - below;
    double low = (1.0 - across) * cell_now(field, left, below) + across * cell_now(field, left + 1.0, below);
    double high =
        (1.0 - across) * cell_now(field, left, below + 1.0) + across * cell_now(field, left + 1.0, below + 1.0);
    return (1.0 - up) * low + up * high;
}

void wi_field_forget_largest(wi_field *field) { field->largest = 0.0; }

// Over all frames -----------------------------------------------------------------------------------------------------

double wi_field_density(const wi_field *field, uint32_t column, uint32_t row) {
    if (field->frames == 0) return (double)NAN;
    return field->density_sum[(size_t)row * field->columns + column] / (double)field->frames;
}

double wi_field_peak(const wi_field *field, uint32_t column, uint32_t row) {
    return field->frames ? (double)field->peak[(size_t)row * field->columns + column] : (double)NAN;
}

double wi_field_speed(const wi_field *field, uint32_t column, uint32_t row) {
    size_t at = (size_t)row * field->columns + column;
    return field->weight_sum[at] > 0.0 ? field->flux_sum[at] / field->weight_sum[at] : (double)NAN;
}
