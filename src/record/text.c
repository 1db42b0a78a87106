// Text: PeTrack's and JuPedSim's rows of id, frame, x, y and perhaps z, with what is known about them in lines of '#'.
//
// What the lines of '#' do not say is settled by rule, and the note of the recording says so:
// - Unit. Metres, unless no line names a unit, there is a column z, x or y spans more than 100, and z is 50 to 250 on
//   average: such z are heights of people in centimetres, and so is the rest.
// - Frame rate. 16 per second for centimetres by the rule above (the corridor experiments of 2009 come in files without
//   any head and were filmed so), else 25.
#include "base/angle.h"
#include "record/empty.h"
#include "record/lines.h"
#include "record/rows.h"
#include "record/sheet.h"

#include "base/error.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define WORDS_MOST 32u
#define NO_COLUMN UINT32_MAX

#define FPS_CENTIMETRES 16.0
#define FPS_ELSE 25.0

typedef struct text_file {
    wi_lines lines;
    wi_rows rows;
    uint32_t id, frame, x, y, z, angle; // columns
    bool named;                         // the head names the columns
    uint32_t columns;                   // of the first row under these names; 0: none yet
    double fps;                         // 0: not said
    double scale;                       // to metres; 0: not said
    uint64_t seed;
    bool has_seed, cut_short;
    char *geometry, *version;
    wi_empty empty;
} text_file;

// The head ------------------------------------------------------------------------------------------------------------

// "x/m", "x [cm]", "(in metres)", "unit: cm"; 0 if the text names none.
static double find_scale(const char *text) {
    static const char *const keys[] = {"x/", "x [", "x[", "x (", "x(", "(in ", "unit:", "units:", "unit: ", "units: "};
    for (uint32_t i = 0; i < WEND_COUNT(keys); i++) {
        const char *found = wi_word_find(text, keys[i]);
        double scale = found ? wi_unit_scale(found + strlen(keys[i])) : 0.0;
        if (scale > 0.0) return scale;
    }
    return 0.0;
}

static const char *after_key(const char *text, const char *key) {
    size_t length = strlen(key);
    if (strncmp(text, key, length) != 0 || text[length] != ':') return NULL;
    text += length + 1;
    return text + strspn(text, " \t");
}

static bool is_wkt(const char *text) {
    static const char *const kinds[] = {"POLYGON",    "MULTIPOLYGON",    "GEOMETRYCOLLECTION",
                                        "LINESTRING", "MULTILINESTRING", "LINEARRING"};
    for (uint32_t i = 0; i < WEND_COUNT(kinds); i++)
        if (wi_word_find(text, kinds[i]) == text && strchr(text, '(')) return true;
    return false;
}

// "id frame x/m y/m z/m markerID", "ID FR X Y Z A B ANGLE COLOR": the names of columns, in any order. Files that were
// put together have several such lines; each names the columns of the rows that follow it.
static void read_names(text_file *file, char *text) {
    char *words[WORDS_MOST];
    uint32_t count = wi_words_split(text, words, WORDS_MOST);
    uint32_t id = NO_COLUMN, frame = NO_COLUMN, x = NO_COLUMN, y = NO_COLUMN, z = NO_COLUMN, angle = NO_COLUMN;
    for (uint32_t i = 0, at = 0; i < count; i++) {
        words[i][strcspn(words[i], "/[(")] = '\0';
        if (words[i][0] == '\0') continue; // a unit apart from its name: x [cm]
        if (wi_word_is(words[i], "id")) id = at;
        if (wi_word_is(words[i], "frame") || wi_word_is(words[i], "fr")) frame = at;
        if (wi_word_is(words[i], "x")) x = at;
        if (wi_word_is(words[i], "y")) y = at;
        if (wi_word_is(words[i], "z")) z = at;
        if (wi_word_is(words[i], "angle")) angle = at;
        at++;
    }
    if (id == NO_COLUMN || frame == NO_COLUMN || x == NO_COLUMN || y == NO_COLUMN) return;
    file->id = id, file->frame = frame, file->x = x, file->y = y, file->z = z, file->angle = angle;
    file->named = true;
    file->columns = 0;
}

static wend_result keep_text(char **kept, const char *said, const char *what, wend_error *error) {
    free(*kept);
    *kept = wi_text_copy(said);
    return *kept ? WEND_OK : wi_fail(error, WEND_NO_MEMORY, "no memory for a %s", what);
}

static void read_seed(text_file *file, const char *said) {
    char *end;
    file->seed = strtoull(said, &end, 10);
    file->has_seed = end != said && *end == '\0' && *said != '-';
}

static wend_result read_empty(text_file *file, const char *said, wend_error *error) {
    wend_error why;
    wi_empty_free(&file->empty);
    wend_result result = wi_empty_read(said, &file->empty, &why);
    if (result == WEND_BAD_FILE) return wi_lines_fail(&file->lines, error, "%s", why.text);
    return result ? wi_fail(error, result, "%s", why.text) : WEND_OK;
}

static wend_result read_comment(text_file *file, wend_error *error) {
    char *text = file->lines.line + strspn(file->lines.line, " \t");
    text += strspn(text, "# \t");
    double value;
    const char *said;
    if ((said = after_key(text, "geometry")) && is_wkt(said))
        return keep_text(&file->geometry, said, "geometry", error);
    if ((said = after_key(text, "wend version"))) return keep_text(&file->version, said, "version", error);
    if ((said = after_key(text, "wend run"))) {
        file->cut_short = strcmp(said, "cut short") == 0;
        return WEND_OK;
    }
    if ((said = after_key(text, "wend seed"))) {
        read_seed(file, said);
        return WEND_OK;
    }
    if ((said = after_key(text, "wend empty frames"))) return read_empty(file, said, error);
    if (wi_comment_fps(text, &value)) {
        if (!(value > 0.0) || value > WI_FPS_MOST)
            return wi_lines_fail(&file->lines, error, "frame rate %g; expected one above 0, at most %g", value,
                                 WI_FPS_MOST);
        file->fps = value;
        return WEND_OK;
    }
    double scale = find_scale(text);
    if (scale > 0.0) file->scale = scale;
    read_names(file, text);
    return WEND_OK;
}

// The rows ------------------------------------------------------------------------------------------------------------

// Without names: id frame x y, and z if there is a fifth column.
static wend_result settle_columns(text_file *file, uint32_t count, wend_error *error) {
    file->columns = count;
    if (!file->named) {
        file->id = 0, file->frame = 1, file->x = 2, file->y = 3, file->z = count > 4 ? 4 : NO_COLUMN;
        file->angle = NO_COLUMN;
    }
    if (file->z != NO_COLUMN && file->z >= count) file->z = NO_COLUMN;
    if (file->angle != NO_COLUMN && file->angle >= count) file->angle = NO_COLUMN;
    if (count > file->id && count > file->frame && count > file->x && count > file->y && count >= 4) return WEND_OK;
    return wi_lines_fail(&file->lines, error, "%u columns; expected id, frame, x, y and perhaps z", count);
}

static wend_result number_in(const text_file *file, char **words, uint32_t column, const char *name, double *value,
                             wend_error *error) {
    if (wi_word_number(words[column], value)) return WEND_OK;
    return wi_lines_fail(&file->lines, error, "column %u, `%.30s`: expected %s, a finite number with a decimal point",
                         column + 1, words[column], name);
}

static wend_result parse_row(const text_file *file, char **words, wi_row *row, wend_error *error) {
    uint64_t id;
    if (!wi_word_id(words[file->id], &id))
        return wi_lines_fail(&file->lines, error, "column %u, `%.30s`: expected an id, a whole number from 0",
                             file->id + 1, words[file->id]);
    row->spot = wi_spot_blank(id);
    if (!wi_word_frame(words[file->frame], &row->frame))
        return wi_lines_fail(&file->lines, error, "column %u, `%.30s`: expected a frame, a whole number",
                             file->frame + 1, words[file->frame]);
    wend_result result = number_in(file, words, file->x, "x", &row->spot.x, error);
    if (result == WEND_OK) result = number_in(file, words, file->y, "y", &row->spot.y, error);
    if (result == WEND_OK && file->z != NO_COLUMN) result = number_in(file, words, file->z, "z", &row->spot.z, error);
    double degrees;
    if (result == WEND_OK && file->angle != NO_COLUMN) {
        result = number_in(file, words, file->angle, "an angle", &degrees, error);
        if (result == WEND_OK) row->spot.heading = (float)(remainder(degrees, 360.0) * WI_PI / 180.0);
    }
    return result;
}

static wend_result read_row(text_file *file, wend_error *error) {
    char *words[WORDS_MOST];
    uint32_t count = wi_words_split(file->lines.line, words, WORDS_MOST);
    if (count == 0) return WEND_OK;
    wend_result result = WEND_OK;
    if (file->columns == 0) result = settle_columns(file, count, error);
    if (result == WEND_OK && count != file->columns)
        result =
            wi_lines_fail(&file->lines, error, "%u columns; expected %u as in the rows before", count, file->columns);
    wi_row row;
    if (result == WEND_OK) result = parse_row(file, words, &row, error);
    return result == WEND_OK ? wi_rows_add(&file->rows, &row, error) : result;
}

static wend_result read_lines(text_file *file, wend_error *error) {
    bool more = true;
    for (;;) {
        wend_result result = wi_lines_next(&file->lines, &more, error);
        if (result != WEND_OK || !more) return result;
        const char *start = file->lines.line + strspn(file->lines.line, " \t");
        result = *start == '#' ? read_comment(file, error) : read_row(file, error);
        if (result != WEND_OK) return result;
    }
}

// What the head does not say ------------------------------------------------------------------------------------------

static bool looks_like_centimetres(const text_file *file) {
    if (file->z == NO_COLUMN || file->rows.count == 0) return false;
    double low_x = INFINITY, high_x = -INFINITY, low_y = INFINITY, high_y = -INFINITY, sum = 0.0;
    for (size_t i = 0; i < file->rows.count; i++) {
        const wi_spot *spot = &file->rows.row[i].spot;
        low_x = fmin(low_x, spot->x), high_x = fmax(high_x, spot->x);
        low_y = fmin(low_y, spot->y), high_y = fmax(high_y, spot->y);
        sum += spot->z;
    }
    double height = sum / (double)file->rows.count;
    return fmax(high_x - low_x, high_y - low_y) > 100.0 && height >= 50.0 && height <= 250.0;
}

static void rescale(text_file *file) {
    if (file->scale == 1.0) return;
    double per_metre = nearbyint(1.0 / file->scale); // dividing by 100 rounds once, multiplying by 0.01 twice
    for (size_t i = 0; i < file->rows.count; i++) {
        wi_spot *spot = &file->rows.row[i].spot;
        spot->x /= per_metre, spot->y /= per_metre, spot->z /= per_metre;
    }
}

static void settle(text_file *file, wi_recording *about) {
    bool guessed = file->scale == 0.0;
    bool centimetres = guessed && looks_like_centimetres(file);
    if (guessed) file->scale = centimetres ? 0.01 : 1.0;
    rescale(file);
    about->fps = file->fps > 0.0 ? file->fps : centimetres ? FPS_CENTIMETRES : FPS_ELSE;
    int used = 0;
    if (guessed)
        used = snprintf(about->note, sizeof about->note, "the file names no unit: %s assumed",
                        centimetres ? "centimetres (z like heights of people)" : "metres");
    if (!(file->fps > 0.0))
        (void)snprintf(about->note + used, sizeof about->note - (size_t)used,
                       "%sthe file names no frame rate: %g per second assumed", used ? "; " : "", about->fps);
}

static void free_file(text_file *file) {
    wi_lines_close(&file->lines);
    wi_rows_free(&file->rows);
    free(file->geometry);
    free(file->version);
    wi_empty_free(&file->empty);
}

static wend_result text_open(const char *path, wi_reader *reader, wend_error *error) {
    text_file file = {.z = NO_COLUMN, .angle = NO_COLUMN};
    wend_result result = wi_lines_open(path, &file.lines, error);
    if (result != WEND_OK) return result;
    result = read_lines(&file, error);
    if (result == WEND_OK && file.rows.count == 0 && !file.named)
        result = wi_fail(error, WEND_BAD_FILE, "%.100s: no rows; expected id, frame, x, y and perhaps z", path);
    if (result == WEND_OK) result = wi_rows_sort(&file.rows, path, error);
    if (result == WEND_OK) {
        settle(&file, &reader->about);
        result = wi_rows_read(&file.rows, reader, error);
    }
    if (result == WEND_OK) result = wi_empty_fill(&file.empty, reader, error);
    if (result == WEND_OK) {
        reader->about.geometry = file.geometry;
        reader->about.version = file.version;
        reader->about.seed = file.seed;
        reader->about.has_seed = file.has_seed;
        reader->about.whole = !file.cut_short;
        file.geometry = file.version = NULL;
    }
    free_file(&file);
    return result;
}

static int text_recognise(const unsigned char *bytes, size_t size) {
    char line[512];
    char *words[WORDS_MOST];
    bool head = false;
    for (size_t at = 0; wi_line_peek(bytes, size, &at, line, sizeof line);) {
        const char *start = line + strspn(line, " \t");
        if (*start == '#') {
            if (wi_word_find(line, "framerate") || (wi_word_find(line, "id") && wi_word_find(line, "fr"))) head = true;
            continue;
        }
        uint32_t count = wi_words_split(line, words, WORDS_MOST);
        if (count == 0) continue;
        double value;
        for (uint32_t i = 0; i < 4 && i < count; i++)
            if (!wi_word_number(words[i], &value)) return 0;
        if (count < 4) return 0;
        return head ? 2 : 1;
    }
    return head ? 1 : 0;
}

// Writing -------------------------------------------------------------------------------------------------------------

typedef struct text_writer {
    wi_sheet sheet;
    bool headed, with_z;
    wi_empty empty;
} text_writer;

static void put_line(FILE *file, const char *key, const char *text) {
    fprintf(file, "# %s: ", key);
    for (; *text != '\0'; text++) fputc(*text == '\n' || *text == '\r' ? ' ' : *text, file);
    fputc('\n', file);
}

// The column z is there if the first agent has one.
static void put_names(text_writer *text, bool with_z) {
    fprintf(text->sheet.file, with_z ? "# id frame x/m y/m z/m\n" : "# id frame x/m y/m\n");
    text->headed = true;
    text->with_z = with_z;
}

static wend_result text_frame(wi_writer *writer, const wi_frame *frame, wend_error *error) {
    text_writer *text = writer->state;
    wi_sheet *sheet = &text->sheet;
    wend_result result = wi_frame_accept(frame, &sheet->last, &sheet->any, error);
    if (result != WEND_OK) return result;
    if (frame->count == 0)
        return wi_empty_add(&text->empty, frame->number)
                   ? WEND_OK
                   : wi_fail(error, WEND_NO_MEMORY, "no memory to write `%.100s`", sheet->beside->target);
    wi_sheet_begin(sheet);
    if (!text->headed) put_names(text, isfinite(frame->spot[0].z));
    for (uint32_t i = 0; i < frame->count; i++) {
        const wi_spot *spot = &frame->spot[i];
        fprintf(sheet->file, "%llu %lld ", (unsigned long long)spot->id, (long long)frame->number);
        wi_sheet_position(sheet, spot->x);
        fputc(' ', sheet->file);
        wi_sheet_position(sheet, spot->y);
        if (text->with_z) fputc(' ', sheet->file);
        if (text->with_z) wi_sheet_position(sheet, isfinite(spot->z) ? spot->z : 0.0);
        fputc('\n', sheet->file);
    }
    return wi_sheet_end(sheet, error);
}

static void free_writer(wi_writer *writer) {
    text_writer *text = writer->state;
    wi_empty_free(&text->empty);
    free(text);
    free(writer);
}

static void text_abandon(wi_writer *writer) {
    text_writer *text = writer->state;
    wi_sheet_abandon(&text->sheet);
    free_writer(writer);
}

// Known only now, and so below the rows.
static bool put_empty(text_writer *text) {
    if (text->empty.count == 0) return true;
    char *list = wi_empty_text(&text->empty);
    if (list) put_line(text->sheet.file, "wend empty frames", list);
    bool put = list;
    free(list);
    return put;
}

static wend_result text_finish(wi_writer *writer, wend_error *error) {
    text_writer *text = writer->state;
    if (!text->headed) put_names(text, true);
    if (!put_empty(text)) {
        wend_result result = wi_fail(error, WEND_NO_MEMORY, "no memory to write `%.100s`", text->sheet.beside->target);
        text_abandon(writer);
        return result;
    }
    wend_result result = wi_sheet_finish(&text->sheet, error);
    free_writer(writer);
    return result;
}

static void put_head(text_writer *text, const wi_recording *about) {
    FILE *file = text->sheet.file;
    fprintf(file, "# framerate: ");
    wi_sheet_number(&text->sheet, about->fps);
    fprintf(file, " fps\n");
    if (about->version) put_line(file, "wend version", about->version);
    if (about->has_seed) fprintf(file, "# wend seed: %llu\n", (unsigned long long)about->seed);
    if (!about->whole) put_line(file, "wend run", "cut short");
    if (about->geometry) put_line(file, "geometry", about->geometry);
}

static wend_result text_create(const char *path, const wi_recording *about, const wi_write_options *options,
                               wi_writer *writer, wend_error *error) {
    wend_result result = wi_fps_accept(about->fps, error);
    if (result != WEND_OK) return result;
    text_writer *text = calloc(1, sizeof *text);
    if (!text) return wi_fail(error, WEND_NO_MEMORY, "no memory to write `%.100s`", path);
    result = wi_sheet_open(path, options, &text->sheet, error);
    if (result == WEND_OK) {
        wi_sheet_begin(&text->sheet);
        put_head(text, about);
        result = wi_sheet_end(&text->sheet, error);
    }
    if (result != WEND_OK) {
        wi_sheet_abandon(&text->sheet);
        free(text);
        return result;
    }
    writer->state = text;
    writer->frame = text_frame;
    writer->finish = text_finish;
    writer->abandon = text_abandon;
    return WEND_OK;
}

static const char *const text_extensions[] = {"txt", NULL};

const wi_format wi_format_text = {
    .name = "text",
    .summary = "rows of id, frame, x, y, z as PeTrack and JuPedSim write them",
    .extensions = text_extensions,
    .recognise = text_recognise,
    .open = text_open,
    .create = text_create,
};
