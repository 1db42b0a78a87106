// Observation matrices of the ETH and UCY recordings: frame, agent, x, height, y and the velocity in the same order.
//
// The files do not say their frame rate. A path with seq_eth in it has 15 per second; with the name of another of these
// scenes 25; else 15 where agents are mostly seen every 6th frame, and 25 where not (every 10th: both are 0.4 s apart).
#include "record/lines.h"
#include "record/rows.h"

#include "base/error.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COLUMNS 8u

enum { FRAME, AGENT, X, HEIGHT, Y, SPEED_X, SPEED_HEIGHT, SPEED_Y };

static wend_result parse_numbers(const wi_lines *lines, char **words, double value[COLUMNS], wend_error *error) {
    for (uint32_t i = X; i < COLUMNS; i++) {
        if (wi_word_number(words[i], &value[i]) && fabs(value[i]) < 1e30) continue;
        return wi_lines_fail(lines, error, "column %u, `%.30s`: expected a finite number with a decimal point", i + 1,
                             words[i]);
    }
    return WEND_OK;
}

static wend_result read_row(wi_lines *lines, wi_rows *rows, wend_error *error) {
    char *words[COLUMNS + 1];
    uint32_t count = wi_words_split(lines->line, words, COLUMNS + 1);
    if (count == 0) return WEND_OK;
    if (count != COLUMNS)
        return wi_lines_fail(lines, error, "%s columns; expected 8: frame, agent, x, height, y and the velocity",
                             count < COLUMNS ? "too few" : "too many");
    wi_row row;
    uint64_t id;
    if (!wi_word_frame(words[FRAME], &row.frame))
        return wi_lines_fail(lines, error, "column 1, `%.30s`: expected a frame, a whole number", words[FRAME]);
    if (!wi_word_id(words[AGENT], &id))
        return wi_lines_fail(lines, error, "column 2, `%.30s`: expected an id, a whole number from 0", words[AGENT]);
    double value[COLUMNS];
    wend_result result = parse_numbers(lines, words, value, error);
    if (result != WEND_OK) return result;
    row.spot = wi_spot_blank(id);
    row.spot.x = value[X], row.spot.y = value[Y], row.spot.z = value[HEIGHT];
    row.spot.vx = (float)value[SPEED_X], row.spot.vy = (float)value[SPEED_Y];
    return wi_rows_add(rows, &row, error);
}

static wend_result read_lines(wi_lines *lines, wi_rows *rows, wend_error *error) {
    bool more = true;
    for (;;) {
        wend_result result = wi_lines_next(lines, &more, error);
        if (result == WEND_OK && more) result = read_row(lines, rows, error);
        if (result != WEND_OK || !more) return result;
    }
}

static void settle_fps(const char *path, wi_rows *rows, wi_recording *about) {
    static const char *const scenes[] = {"hotel", "zara", "students", "univ"};
    const char *why = "from the name of the scene";
    about->fps = 25.0;
    if (wi_word_find(path, "seq_eth")) {
        about->fps = 15.0;
    } else {
        bool known = false;
        for (uint32_t i = 0; i < WEND_COUNT(scenes); i++) known |= wi_word_find(path, scenes[i]) != NULL;
        if (!known) {
            why = "from the step between frames";
            about->fps = wi_rows_step(rows) == 6 ? 15.0 : 25.0;
        }
    }
    (void)snprintf(about->note, sizeof about->note, "the file names no frame rate: %g per second assumed %s",
                   about->fps, why);
}

static wend_result obsmat_open(const char *path, wi_reader *reader, wend_error *error) {
    wi_lines lines;
    wi_rows rows = {0};
    wend_result result = wi_lines_open(path, &lines, error);
    if (result != WEND_OK) return result;
    result = read_lines(&lines, &rows, error);
    wi_lines_close(&lines);
    if (result == WEND_OK) result = wi_rows_sort(&rows, path, error);
    if (result == WEND_OK) {
        settle_fps(path, &rows, &reader->about);
        reader->about.whole = true;
        result = wi_rows_read(&rows, reader, error);
    }
    wi_rows_free(&rows);
    return result;
}

static int obsmat_recognise(const unsigned char *bytes, size_t size) {
    char line[512];
    char *words[COLUMNS + 1];
    size_t at = 0;
    do {
        if (!wi_line_peek(bytes, size, &at, line, sizeof line)) return 0;
    } while (line[strspn(line, " \t")] == '\0');
    if (wi_words_split(line, words, COLUMNS + 1) != COLUMNS) return 0;
    double value;
    for (uint32_t i = 0; i < COLUMNS; i++)
        if (!wi_word_number(words[i], &value)) return 0;
    return 2;
}

static const char *const obsmat_extensions[] = {"obsmat", NULL};

const wi_format wi_format_obsmat = {
    .name = "obsmat",
    .summary = "observation matrix of the ETH and UCY recordings; only read",
    .extensions = obsmat_extensions,
    .recognise = obsmat_recognise,
    .open = obsmat_open,
};
