#include "record/rows.h"

#include "base/error.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define STEPS_COUNTED 64 // frames apart; a longer step is not counted

wi_spot wi_spot_blank(uint64_t id) { return wi_spot_at(id, (double)NAN, (double)NAN); }

wend_result wi_rows_add(wi_rows *rows, const wi_row *row, wend_error *error) {
    if (rows->count == rows->room) {
        size_t room = rows->room ? rows->room + rows->room / 2 : 1024;
        wi_row *more = room < SIZE_MAX / sizeof *more ? realloc(rows->row, room * sizeof *more) : NULL;
        if (!more) return wi_fail(error, WEND_NO_MEMORY, "no memory for more than %zu rows", rows->count);
        rows->row = more;
        rows->room = room;
    }
    rows->row[rows->count++] = *row;
    return WEND_OK;
}

static int by_frame(const void *a, const void *b) {
    const wi_row *p = a, *q = b;
    if (p->frame != q->frame) return p->frame < q->frame ? -1 : 1;
    return (p->spot.id > q->spot.id) - (p->spot.id < q->spot.id);
}

static int by_agent(const void *a, const void *b) {
    const wi_row *p = a, *q = b;
    if (p->spot.id != q->spot.id) return p->spot.id < q->spot.id ? -1 : 1;
    return (p->frame > q->frame) - (p->frame < q->frame);
}

static bool is_sorted(const wi_rows *rows) {
    for (size_t i = 1; i < rows->count; i++)
        if (by_frame(&rows->row[i - 1], &rows->row[i]) > 0) return false;
    return true;
}

wend_result wi_rows_sort(wi_rows *rows, const char *path, wend_error *error) {
    if (!is_sorted(rows)) qsort(rows->row, rows->count, sizeof *rows->row, by_frame);
    for (size_t i = 1; i < rows->count; i++) {
        const wi_row *row = &rows->row[i];
        if (by_frame(row - 1, row) == 0)
            return wi_fail(error, WEND_BAD_FILE, "%.100s: agent %llu has two rows in frame %lld; expected one", path,
                           (unsigned long long)row->spot.id, (long long)row->frame);
    }
    return WEND_OK;
}

int64_t wi_rows_step(wi_rows *rows) {
    size_t counts[STEPS_COUNTED + 1] = {0};
    if (rows->count < 2) return 0;
    qsort(rows->row, rows->count, sizeof *rows->row, by_agent);
    for (size_t i = 1; i < rows->count; i++) {
        const wi_row *row = &rows->row[i];
        if (row->spot.id != row[-1].spot.id) continue;
        uint64_t step = (uint64_t)row->frame - (uint64_t)row[-1].frame;
        if (step <= STEPS_COUNTED) counts[step]++;
    }
    qsort(rows->row, rows->count, sizeof *rows->row, by_frame);
    int64_t most = 0;
    for (int64_t step = 1; step <= STEPS_COUNTED; step++)
        if (counts[step] > counts[most]) most = step;
    return most;
}

// Reading -------------------------------------------------------------------------------------------------------------

static wend_result next_frame(wi_reader *reader, wi_frame *frame, bool *more, wend_error *error) {
    (void)error;
    wi_rows *rows = reader->state;
    *more = rows->next < rows->count;
    if (!*more) return WEND_OK;
    *frame = (wi_frame){.number = rows->row[rows->next].frame, .spot = rows->spots};
    while (rows->next < rows->count && rows->row[rows->next].frame == frame->number)
        rows->spots[frame->count++] = rows->row[rows->next++].spot;
    return WEND_OK;
}

static void close_rows(wi_reader *reader) {
    wi_rows_free(reader->state);
    free(reader->state);
    reader->state = NULL;
}

static uint32_t most_in_a_frame(const wi_rows *rows) {
    size_t most = 0, first = 0;
    for (size_t i = 0; i < rows->count; i++) {
        if (rows->row[i].frame != rows->row[first].frame) first = i;
        if (i + 1 - first > most) most = i + 1 - first;
    }
    return most < UINT32_MAX ? (uint32_t)most : UINT32_MAX;
}

wend_result wi_rows_read(wi_rows *rows, wi_reader *reader, wend_error *error) {
    rows->most = most_in_a_frame(rows);
    if (rows->most == UINT32_MAX) return wi_fail(error, WEND_BAD_FILE, "a frame has more than 2^32 agents");
    rows->spots = malloc((rows->most + (size_t)1) * sizeof *rows->spots);
    wi_rows *kept = malloc(sizeof *kept);
    if (!rows->spots || !kept) {
        free(kept);
        return wi_fail(error, WEND_NO_MEMORY, "no memory for a frame of %u agents", rows->most);
    }
    *kept = *rows;
    *rows = (wi_rows){0};
    reader->state = kept;
    reader->next = next_frame;
    reader->close = close_rows;
    return WEND_OK;
}

void wi_rows_free(wi_rows *rows) {
    free(rows->row);
    free(rows->spots);
    *rows = (wi_rows){0};
}
