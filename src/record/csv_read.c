// Reading CSV: a table whose first line names the columns, cut by commas, semicolons or tabs.
//
// Columns are found by name, whatever their order and case: id; frame, time or both; x and y; and perhaps z, vx, vy,
// heading, profile. A unit may follow a name: x/cm, "time [s]". The frame rate is frame / time where both are there; comes
// from the steps of the time where there is only that; else it is what a line of '#' before the head says, or 25, and
// the note says so.
#include "record/csv_read.h"
#include "record/lines.h"
#include "record/rows.h"
#include "record/sheet.h"

#include "base/angle.h"
#include "base/error.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COLUMNS_MOST 256u
#define PROFILES_MOST 4096u
#define NO_COLUMN UINT32_MAX
#define FPS_ELSE 25.0

typedef enum csv_column { ID, FRAME, TIME, X, Y, Z, VX, VY, HEADING, PROFILE, CSV_COLUMNS } csv_column;

typedef enum csv_unit { UNIT_NONE, UNIT_LENGTH, UNIT_TIME, UNIT_SPEED, UNIT_ANGLE } csv_unit;

// How columns may be called.
static const struct {
    const char *name;
    csv_column column;
} csv_names[] = {
    {"id", ID},           {"agent", ID}, {"agent_id", ID}, {"ped_id", ID}, {"pedestrian", ID},
    {"frame", FRAME},     {"fr", FRAME}, {"time", TIME},   {"t", TIME},    {"x", X},
    {"pos_x", X},         {"y", Y},      {"pos_y", Y},     {"z", Z},       {"pos_z", Z},
    {"vx", VX},           {"v_x", VX},   {"vy", VY},       {"v_y", VY},    {"heading", HEADING},
    {"profile", PROFILE},
};

static const csv_unit csv_units[CSV_COLUMNS] = {
    [TIME] = UNIT_TIME, [X] = UNIT_LENGTH, [Y] = UNIT_LENGTH,      [Z] = UNIT_LENGTH,
    [VX] = UNIT_SPEED,  [VY] = UNIT_SPEED, [HEADING] = UNIT_ANGLE,
};

typedef struct csv_file {
    wi_lines lines;
    wi_rows rows;
    char cut;                     // between columns
    uint32_t count;               // of columns
    uint32_t column[CSV_COLUMNS]; // where each is, or NO_COLUMN
    double scale[CSV_COLUMNS];    // to SI
    double *times;                // of each row, where there is such a column; NAN: not told
    size_t times_room;
    double fps;      // 0: not known
    double said_fps; // in a line of '#'; 0: not said
    bool shifted;    // the times do not count from frame 0
    char **profiles;
    uint32_t profile_count, profiles_room;
    char ignored[80];
} csv_file;

// Fields --------------------------------------------------------------------------------------------------------------

// Takes a quoted field out of its quotes, in place; returns what follows, or NULL if it does not end.
static char *unquote(char *text) {
    char *to = text;
    for (char *from = text + 1;; from++) {
        if (*from == '\0') return NULL;
        if (*from == '"' && *++from != '"') {
            *to = '\0';
            return from;
        }
        *to++ = *from;
    }
}

// Without blanks around it.
static char *trim(char *text) {
    text += strspn(text, " ");
    size_t length = strlen(text);
    while (length > 0 && text[length - 1] == ' ') text[--length] = '\0';
    return text;
}

// Takes one field; *rest is what follows it. NULL for a quote that does not end, or after which something stands.
static char *take_field(char *text, char cut, char **rest) {
    char *start = text + strspn(text, " ");
    if (*start == '"') {
        char *behind = unquote(start);
        if (!behind) return NULL;
        *rest = behind + strspn(behind, " ");
        return **rest == '\0' || **rest == cut ? start : NULL;
    }
    while (*text != '\0' && *text != cut) text++;
    *rest = text;
    return start < text ? start : text;
}

// Cuts the line into fields; a NULL, the last then, tells of a wrong quote.
static uint32_t split_fields(char *text, char cut, char **fields, uint32_t most) {
    for (uint32_t count = 0; count < most;) {
        bool quoted = text[strspn(text, " ")] == '"';
        char *field = fields[count++] = take_field(text, cut, &text);
        if (!field) return count;
        bool more = *text == cut;
        *text = '\0';
        if (!quoted) fields[count - 1] = trim(field);
        if (!more) return count;
        text++;
    }
    return most;
}

// The head ------------------------------------------------------------------------------------------------------------

// The first of ; tab , that is in the line: a comma may be inside a name, the others hardly.
static char find_cut(const char *line) { return strchr(line, ';') ? ';' : strchr(line, '\t') ? '\t' : ','; }

static double unit_scale(csv_unit kind, const char *unit) {
    if (kind == UNIT_LENGTH) return wi_unit_scale(unit);
    if (kind == UNIT_TIME) return wi_word_is(unit, "s") ? 1.0 : wi_word_is(unit, "ms") ? 1e-3 : 0.0;
    if (kind == UNIT_SPEED) return wi_word_is(unit, "m/s") ? 1.0 : wi_word_is(unit, "cm/s") ? 0.01 : 0.0;
    if (kind == UNIT_ANGLE) return wi_word_is(unit, "rad") ? 1.0 : wi_word_is(unit, "deg") ? WI_DEGREE : 0.0;
    return 0.0;
}

// Cuts "x/cm", "x [cm]" or "x (cm)" in two; "" where there is no unit.
static char *cut_unit(char *name) {
    char *start = name + strcspn(name, "/[(");
    if (*start == '\0') return start;
    *start++ = '\0';
    start[strcspn(start, "])")] = '\0';
    (void)trim(name);
    return trim(start);
}

static void note_ignored(csv_file *file, const char *name) {
    size_t length = strlen(file->ignored);
    (void)snprintf(file->ignored + length, sizeof file->ignored - length, "%s%.20s", length ? ", " : "", name);
}

static wend_result read_name(csv_file *file, char *name, uint32_t at, wend_error *error) {
    char whole[40];
    (void)snprintf(whole, sizeof whole, "%s", name);
    const char *unit = cut_unit(name);
    for (uint32_t i = 0; i < WEND_COUNT(csv_names); i++) {
        if (!wi_word_is(name, csv_names[i].name)) continue;
        csv_column column = csv_names[i].column;
        if (file->column[column] != NO_COLUMN)
            return wi_lines_fail(&file->lines, error, "two columns for `%s`; expected one", name);
        file->column[column] = at;
        file->scale[column] = *unit ? unit_scale(csv_units[column], unit) : 1.0;
        if (file->scale[column] > 0.0) return WEND_OK;
        return wi_lines_fail(&file->lines, error,
                             "column `%s`: the unit is not known; expected for example x/m, x/cm, "
                             "time/s, vx/m/s, heading/rad or heading/deg",
                             whole);
    }
    note_ignored(file, whole);
    return WEND_OK;
}

static wend_result require(const csv_file *file, bool there, const char *name, wend_error *error) {
    if (there) return WEND_OK;
    return wi_lines_fail(&file->lines, error, "no column `%s`; expected a first line such as id,frame,x,y", name);
}

static wend_result read_head(csv_file *file, wend_error *error) {
    char *fields[COLUMNS_MOST];
    for (uint32_t i = 0; i < CSV_COLUMNS; i++) file->column[i] = NO_COLUMN;
    file->cut = find_cut(file->lines.line);
    file->count = split_fields(file->lines.line, file->cut, fields, COLUMNS_MOST);
    for (uint32_t i = 0; i < file->count; i++) {
        if (!fields[i]) return wi_lines_fail(&file->lines, error, "column %u: a quote that does not end", i + 1);
        wend_result result = read_name(file, fields[i], i, error);
        if (result != WEND_OK) return result;
    }
    bool dated = file->column[FRAME] != NO_COLUMN || file->column[TIME] != NO_COLUMN;
    wend_result result = require(file, file->column[ID] != NO_COLUMN, "id", error);
    if (result == WEND_OK) result = require(file, dated, "frame", error);
    if (result == WEND_OK) result = require(file, file->column[X] != NO_COLUMN, "x", error);
    if (result == WEND_OK) result = require(file, file->column[Y] != NO_COLUMN, "y", error);
    return result;
}

// The rows ------------------------------------------------------------------------------------------------------------

static wend_result add_profile(csv_file *file, const char *name, wend_error *error) {
    if (file->profile_count == PROFILES_MOST)
        return wi_lines_fail(&file->lines, error, "more than %u profiles", PROFILES_MOST);
    if (file->profile_count == file->profiles_room) {
        uint32_t room = file->profiles_room ? 2 * file->profiles_room : 8;
        char **more = realloc(file->profiles, room * sizeof *more);
        if (!more) return wi_fail(error, WEND_NO_MEMORY, "no memory for profiles");
        file->profiles = more;
        file->profiles_room = room;
    }
    char *copy = wi_text_copy(name);
    if (!copy) return wi_fail(error, WEND_NO_MEMORY, "no memory for profiles");
    file->profiles[file->profile_count++] = copy;
    return WEND_OK;
}

static wend_result find_profile(csv_file *file, const char *name, uint32_t *profile, wend_error *error) {
    for (*profile = 0; *profile < file->profile_count; ++*profile)
        if (strcmp(file->profiles[*profile], name) == 0) return WEND_OK;
    return add_profile(file, name, error);
}

// A number of the row in SI; NAN where the field is empty or not there, unless it is needed.
static wend_result number_in(const csv_file *file, char **fields, csv_column column, bool needed, double *value,
                             wend_error *error) {
    *value = NAN;
    uint32_t at = file->column[column];
    if (at == NO_COLUMN || (!needed && *fields[at] == '\0')) return WEND_OK;
    if (!wi_word_number(fields[at], value))
        return wi_lines_fail(&file->lines, error, "column %u, `%.30s`: expected a finite number with a decimal point",
                             at + 1, fields[at]);
    double per = 1.0 / file->scale[column]; // dividing by 100 rounds once, multiplying by 0.01 twice
    *value = per > 1.0 && fabs(per - nearbyint(per)) < 1e-9 ? *value / nearbyint(per) : *value * file->scale[column];
    return WEND_OK;
}

static wend_result read_spot(csv_file *file, char **fields, wi_spot *spot, wend_error *error) {
    double vx = NAN, vy = NAN, heading = NAN;
    wend_result result = number_in(file, fields, X, true, &spot->x, error);
    if (result == WEND_OK) result = number_in(file, fields, Y, true, &spot->y, error);
    if (result == WEND_OK) result = number_in(file, fields, Z, false, &spot->z, error);
    if (result == WEND_OK) result = number_in(file, fields, VX, false, &vx, error);
    if (result == WEND_OK) result = number_in(file, fields, VY, false, &vy, error);
    if (result == WEND_OK) result = number_in(file, fields, HEADING, false, &heading, error);
    if (result != WEND_OK) return result;
    if (fabs(vx) > 1e30 || fabs(vy) > 1e30 || fabs(heading) > 1e30)
        return wi_lines_fail(&file->lines, error, "a velocity or heading is out of range");
    spot->vx = (float)vx, spot->vy = (float)vy, spot->heading = (float)heading;
    uint32_t at = file->column[PROFILE];
    return at == NO_COLUMN || *fields[at] == '\0' ? WEND_OK : find_profile(file, fields[at], &spot->profile, error);
}

// The time is kept until the frame rate is known.
static wend_result read_time(csv_file *file, char **fields, wend_error *error) {
    double time;
    wend_result result = number_in(file, fields, TIME, file->column[FRAME] == NO_COLUMN, &time, error);
    if (result != WEND_OK || file->column[TIME] == NO_COLUMN) return result;
    if (file->rows.count == file->times_room) {
        size_t room = file->times_room ? 2 * file->times_room : 1024;
        double *more = realloc(file->times, room * sizeof *more);
        if (!more) return wi_fail(error, WEND_NO_MEMORY, "no memory for more than %zu rows", file->rows.count);
        file->times = more;
        file->times_room = room;
    }
    file->times[file->rows.count] = time;
    return WEND_OK;
}

static wend_result split_row(csv_file *file, char **fields, wend_error *error) {
    uint32_t count = split_fields(file->lines.line, file->cut, fields, COLUMNS_MOST);
    for (uint32_t i = 0; i < count; i++)
        if (!fields[i])
            return wi_lines_fail(&file->lines, error, "column %u: a quote that does not end on its line", i + 1);
    if (count == file->count + 1 && *fields[file->count] == '\0') count--; // a separator at the end
    if (count == file->count) return WEND_OK;
    return wi_lines_fail(&file->lines, error, "%u columns; expected %u as in the first line", count, file->count);
}

static wend_result read_row(csv_file *file, wend_error *error) {
    char *fields[COLUMNS_MOST];
    wend_result result = split_row(file, fields, error);
    if (result != WEND_OK) return result;
    uint64_t id;
    if (!wi_word_id(fields[file->column[ID]], &id))
        return wi_lines_fail(&file->lines, error, "column %u, `%.30s`: expected an id, a whole number from 0",
                             file->column[ID] + 1, fields[file->column[ID]]);
    wi_row row = {.spot = wi_spot_blank(id)};
    uint32_t frame = file->column[FRAME];
    if (frame != NO_COLUMN && !wi_word_frame(fields[frame], &row.frame))
        return wi_lines_fail(&file->lines, error, "column %u, `%.30s`: expected a frame, a whole number", frame + 1,
                             fields[frame]);
    result = read_spot(file, fields, &row.spot, error);
    if (result == WEND_OK) result = read_time(file, fields, error);
    return result == WEND_OK ? wi_rows_add(&file->rows, &row, error) : result;
}

// Before the head: one may name the frame rate.
static wend_result read_comment(csv_file *file, const char *text, wend_error *error) {
    double fps;
    if (!wi_comment_fps(text, &fps)) return WEND_OK;
    if (!(fps > 0.0) || fps > WI_FPS_MOST)
        return wi_lines_fail(&file->lines, error, "frame rate %g; expected one above 0, at most %g", fps, WI_FPS_MOST);
    file->said_fps = fps;
    return WEND_OK;
}

static wend_result read_line(csv_file *file, wend_error *error) {
    const char *start = file->lines.line + strspn(file->lines.line, " \t");
    if (*start == '\0') return WEND_OK;
    if (file->count > 0) return read_row(file, error);
    return *start == '#' ? read_comment(file, start, error) : read_head(file, error);
}

static wend_result read_lines(csv_file *file, wend_error *error) {
    bool more = true;
    for (;;) {
        wend_result result = wi_lines_next(&file->lines, &more, error);
        if (result != WEND_OK) return result;
        if (!more) break;
        result = read_line(file, error);
        if (result != WEND_OK) return result;
    }
    if (file->count > 0) return WEND_OK;
    return wi_lines_fail(&file->lines, error, "no first line; expected one such as id,frame,x,y");
}

// Time ----------------------------------------------------------------------------------------------------------------

static int by_size(const void *a, const void *b) {
    double p = *(const double *)a, q = *(const double *)b;
    return (p > q) - (p < q);
}

// The rate that a person would write: 0.04 s is 25, not 24.999999.
static double tidy_fps(double fps) {
    double rounded = nearbyint(fps * 1e4) / 1e4;
    return rounded > 0.0 && fabs(rounded - fps) <= 1e-6 * fps ? rounded : fps;
}

// Times in ascending order, each once; *count says how many. NULL without memory.
static double *times_in_order(const csv_file *file, size_t *count) {
    size_t rows = file->rows.count, kept = 0;
    double *time = malloc((rows + 1) * sizeof *time);
    if (!time) return NULL;
    if (rows > 0) memcpy(time, file->times, rows * sizeof *time);
    qsort(time, rows, sizeof *time, by_size);
    for (size_t i = 0; i < rows; i++)
        if (kept == 0 || time[i] - time[kept - 1] > 1e-12 * (1.0 + fabs(time[i]))) time[kept++] = time[i];
    *count = kept;
    return time;
}

static double least_step(const double *time, size_t count) {
    double least = INFINITY;
    for (size_t i = 1; i < count; i++) least = fmin(least, time[i] - time[i - 1]);
    return least;
}

#define OFF 0.25 // of a frame: by how much a time may be beside it

// A time that does not follow from the one before in steps as even as the others.
static wend_result uneven(const csv_file *file, double time, double step, wend_error *error) {
    return wi_fail(
        error, WEND_BAD_FILE,
        "%.100s: at %g s, times do not go on in whole steps of %g s; expected even steps, or a column `frame`",
        file->lines.path, time, step);
}

// The rate from the first time to the last; 0 where all are the same. Times are rounded, and so is the least step between
// two: those of 30 frames a second are 0.033 and 0.034 s apart. So a step is the mean of all up to there, of which the first
// is the least.
static wend_result rate_of_times(const csv_file *file, const double *time, size_t count, double *fps,
                                 wend_error *error) {
    double step = least_step(time, count), steps = 0.0;
    for (size_t i = 1; i < count; i++) {
        double more = (time[i] - time[i - 1]) / step, whole = fmax(nearbyint(more), 1.0);
        if (fabs(more - whole) > OFF) return uneven(file, time[i], step, error);
        steps += whole;
        step = (time[i] - time[0]) / steps;
    }
    *fps = count > 1 ? 1.0 / step : 0.0;
    return WEND_OK;
}

// Frames are counted from the first, as a rate that is not quite known says little about how many were before.
static wend_result number_frames(csv_file *file, double first, wend_error *error) {
    double fps = file->fps, begin = nearbyint(first * fps);
    file->shifted = fabs(first * fps - begin) > OFF;
    for (size_t i = 0; i < file->rows.count; i++) {
        double frame = (file->times[i] - first) * fps, whole = nearbyint(frame);
        if (fabs(begin + whole) > 1e15 || fabs(frame - whole) > OFF)
            return uneven(file, file->times[i], 1.0 / fps, error);
        file->rows.row[i].frame = (int64_t)(begin + whole);
    }
    return WEND_OK;
}

static wend_result times_to_frames(csv_file *file, wend_error *error) {
    size_t count = 0;
    double *time = times_in_order(file, &count), fps = 0.0, first = 0.0;
    if (!time) return wi_fail(error, WEND_NO_MEMORY, "no memory for %zu times", file->rows.count);
    wend_result result = rate_of_times(file, time, count, &fps, error);
    if (count > 0) first = time[0];
    free(time);
    if (result != WEND_OK) return result;
    file->fps = tidy_fps(fps > 0.0 ? fps : file->said_fps > 0.0 ? file->said_fps : FPS_ELSE);
    return number_frames(file, first, error);
}

// Frame and time of a row.
typedef struct stamp {
    double frame, time;
} stamp;

static stamp stamp_of(const csv_file *file, size_t i) {
    return (stamp){(double)file->rows.row[i].frame, file->times[i]};
}

// If a row's time is not that of even steps from `from`, and which. Times may be rounded to 0.01 s, or not told.
static bool out_of_step(const csv_file *file, double rate, stamp from, stamp *found) {
    for (size_t i = 0; i < file->rows.count; i++) {
        *found = stamp_of(file, i);
        double late = found->time - from.time - (found->frame - from.frame) / rate;
        if (fabs(late) > fmax(OFF / rate, 0.0051)) return true;
    }
    return false;
}

// The rate from the longest time, if times count from frame 0; 0 where nothing tells.
static double rate_from_zero(const csv_file *file) {
    double longest = 0.0, rate = 0.0;
    for (size_t i = 0; i < file->rows.count; i++) {
        stamp at = stamp_of(file, i);
        if (fabs(at.time) > longest && at.frame / at.time > 0.0) longest = fabs(at.time), rate = at.frame / at.time;
    }
    return rate;
}

// The rate from the first to the last frame, and that first; 0 where nothing tells.
static double rate_between(const csv_file *file, stamp *first) {
    stamp last = {-INFINITY, 0.0};
    *first = (stamp){INFINITY, 0.0};
    for (size_t i = 0; i < file->rows.count; i++) {
        stamp at = stamp_of(file, i);
        if (isnan(at.time)) continue;
        if (at.frame < first->frame) *first = at;
        if (at.frame > last.frame) last = at;
    }
    double rate = (last.frame - first->frame) / (last.time - first->time);
    return rate > 0.0 && isfinite(rate) ? rate : 0.0;
}

// One rate for all frames, since a time is a frame over the rate everywhere else.
static wend_result rate_of_both(csv_file *file, wend_error *error) {
    stamp from = {0}, first, found = {0};
    double rate = rate_from_zero(file), between = rate_between(file, &first);
    if (rate > 0.0 && out_of_step(file, rate, from, &found) && between > 0.0) rate = 0.0;
    file->shifted = !(rate > 0.0) && between > 0.0;
    if (file->shifted) rate = between, from = first;
    file->fps = rate;
    if (!(rate > 0.0) || !out_of_step(file, rate, from, &found)) return WEND_OK;
    return wi_fail(error, WEND_BAD_FILE,
                   "%.100s: frame %.0f is at %g s, but would be at %g s with the %g frames per second of the others; "
                   "expected even steps, or no column `time`",
                   file->lines.path, found.frame, found.time, from.time + (found.frame - from.frame) / rate, rate);
}

static wend_result settle_rate(csv_file *file, wend_error *error) {
    if (file->column[FRAME] == NO_COLUMN) return times_to_frames(file, error);
    if (file->column[TIME] != NO_COLUMN) return rate_of_both(file, error);
    file->fps = file->said_fps;
    return WEND_OK;
}

// What a person should know, after what is there already.
static void add_note(wi_recording *about, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void add_note(wi_recording *about, const char *format, ...) {
    size_t used = strlen(about->note);
    va_list arguments;
    va_start(arguments, format);
    if (used && used + 2 < sizeof about->note) memcpy(about->note + used, "; ", 3), used += 2;
    (void)vsnprintf(about->note + used, sizeof about->note - used, format, arguments);
    va_end(arguments);
}

static wend_result settle(csv_file *file, wi_recording *about, wend_error *error) {
    wend_result result = settle_rate(file, error);
    if (result != WEND_OK) return result;
    if (!(file->fps > 0.0)) file->fps = file->said_fps;
    bool guessed = !(file->fps > 0.0);
    about->fps = guessed ? FPS_ELSE : tidy_fps(file->fps);
    if (about->fps > WI_FPS_MOST)
        return wi_fail(error, WEND_BAD_FILE, "%.100s: %g frames per second; expected times in seconds",
                       file->lines.path, about->fps);
    if (guessed) add_note(about, "the file names no time: %g frames per second assumed", FPS_ELSE);
    if (file->said_fps > 0.0 && fabs(file->said_fps - about->fps) > 1e-3 * about->fps)
        add_note(about, "its times say %g frames per second and go before the %g of a line of #", about->fps,
                 file->said_fps);
    if (file->shifted) add_note(about, "its times do not count from frame 0; here time is frame / %g", about->fps);
    if (file->ignored[0]) add_note(about, "columns not read: %s", file->ignored);
    return WEND_OK;
}

// Reading -------------------------------------------------------------------------------------------------------------

static void free_file(csv_file *file) {
    wi_lines_close(&file->lines);
    wi_rows_free(&file->rows);
    free(file->times);
    for (uint32_t i = 0; i < file->profile_count; i++) free(file->profiles[i]);
    free(file->profiles);
}

wend_result wi_csv_open_recording(const char *path, wi_reader *reader, wend_error *error) {
    csv_file file = {0};
    wend_result result = wi_lines_open(path, &file.lines, error);
    if (result != WEND_OK) return result;
    result = read_lines(&file, error);
    if (result == WEND_OK) result = settle(&file, &reader->about, error);
    if (result == WEND_OK) result = wi_rows_sort(&file.rows, path, error);
    if (result == WEND_OK) result = wi_rows_read(&file.rows, reader, error);
    if (result == WEND_OK) {
        reader->about.profiles = file.profiles;
        reader->about.profile_count = file.profile_count;
        reader->about.whole = true;
        file.profiles = NULL;
        file.profile_count = 0;
    }
    free_file(&file);
    return result;
}

int wi_csv_recognise(const unsigned char *bytes, size_t size) {
    char line[1024];
    char *fields[COLUMNS_MOST];
    for (size_t at = 0; wi_line_peek(bytes, size, &at, line, sizeof line);) {
        const char *start = line + strspn(line, " \t");
        if (*start == '\0' || *start == '#') continue;
        csv_file file = {.lines.path = "", .cut = find_cut(line)};
        for (uint32_t i = 0; i < CSV_COLUMNS; i++) file.column[i] = NO_COLUMN;
        uint32_t count = split_fields(line, file.cut, fields, COLUMNS_MOST);
        for (uint32_t i = 0; i < count && fields[i]; i++) (void)read_name(&file, fields[i], i, NULL);
        bool dated = file.column[FRAME] != NO_COLUMN || file.column[TIME] != NO_COLUMN;
        return dated && file.column[ID] != NO_COLUMN && file.column[X] != NO_COLUMN ? 2 : 0;
    }
    return 0;
}
