// Writing CSV: a table whose first line names the columns.
#include "record/csv_read.h"
#include "record/lines.h"
#include "record/rows.h"
#include "record/sheet.h"

#include "base/error.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct csv_writer {
    wi_sheet sheet;
    double fps;
    char **profiles; // quoted
    uint32_t profile_count;
} csv_writer;

// In quotes if need be, on one line.
static char *quote(const char *name) {
    size_t length = strlen(name);
    char *quoted = malloc(2 * length + 3), *to = quoted;
    if (!quoted) return NULL;
    bool plain = strcspn(name, ",;\t\"\r\n") == length && name[0] != ' ' && (length == 0 || name[length - 1] != ' ');
    if (!plain) *to++ = '"';
    for (; *name != '\0'; name++) {
        if (*name == '"') *to++ = '"';
        *to++ = *name == '\n' || *name == '\r' ? ' ' : *name;
    }
    if (!plain) *to++ = '"';
    *to = '\0';
    return quoted;
}

static void put_float(wi_sheet *sheet, float value) {
    fputc(',', sheet->file);
    if (isfinite(value)) wi_sheet_float(sheet, value);
}

static void put_spot(csv_writer *csv, const wi_spot *spot) {
    wi_sheet *sheet = &csv->sheet;
    wi_sheet_position(sheet, spot->x);
    fputc(',', sheet->file);
    wi_sheet_position(sheet, spot->y);
    fputc(',', sheet->file);
    if (isfinite(spot->z)) wi_sheet_position(sheet, spot->z);
    put_float(sheet, spot->vx);
    put_float(sheet, spot->vy);
    put_float(sheet, spot->heading);
    fprintf(sheet->file, ",%s\n", spot->profile < csv->profile_count ? csv->profiles[spot->profile] : "");
}

static wend_result csv_frame(wi_writer *writer, const wi_frame *frame, wend_error *error) {
    csv_writer *csv = writer->state;
    wi_sheet *sheet = &csv->sheet;
    wend_result result = wi_frame_accept(frame, &sheet->last, &sheet->any, error);
    if (result != WEND_OK) return result;
    wi_sheet_begin(sheet);
    for (uint32_t i = 0; i < frame->count; i++) {
        fprintf(sheet->file, "%llu,%lld,%.15g,", (unsigned long long)frame->spot[i].id, (long long)frame->number,
                (double)frame->number / csv->fps);
        put_spot(csv, &frame->spot[i]);
    }
    return wi_sheet_end(sheet, error);
}

static void free_csv(csv_writer *csv) {
    for (uint32_t i = 0; csv->profiles && i < csv->profile_count; i++) free(csv->profiles[i]);
    free(csv->profiles);
    free(csv);
}

static wend_result csv_finish(wi_writer *writer, wend_error *error) {
    csv_writer *csv = writer->state;
    wend_result result = wi_sheet_finish(&csv->sheet, error);
    free_csv(csv);
    free(writer);
    return result;
}

static void csv_abandon(wi_writer *writer) {
    csv_writer *csv = writer->state;
    wi_sheet_abandon(&csv->sheet);
    free_csv(csv);
    free(writer);
}

static bool copy_profiles(csv_writer *csv, const wi_recording *about) {
    csv->profiles = calloc(about->profile_count + (size_t)1, sizeof *csv->profiles);
    if (!csv->profiles) return false;
    for (uint32_t i = 0; i < about->profile_count; i++, csv->profile_count++)
        if (!(csv->profiles[i] = quote(about->profiles[i]))) return false;
    return true;
}

static wend_result csv_create(const char *path, const wi_recording *about, const wi_write_options *options,
                              wi_writer *writer, wend_error *error) {
    wend_result result = wi_fps_accept(about->fps, error);
    if (result != WEND_OK) return result;
    csv_writer *csv = calloc(1, sizeof *csv);
    if (!csv) return wi_fail(error, WEND_NO_MEMORY, "no memory to write `%.100s`", path);
    csv->fps = about->fps;
    if (!copy_profiles(csv, about)) result = wi_fail(error, WEND_NO_MEMORY, "no memory to write `%.100s`", path);
    if (result == WEND_OK) result = wi_sheet_open(path, options, &csv->sheet, error);
    if (result != WEND_OK) {
        free_csv(csv);
        return result;
    }
    fputs("id,frame,time,x,y,z,vx,vy,heading,profile\n", csv->sheet.file);
    writer->state = csv;
    writer->frame = csv_frame;
    writer->finish = csv_finish;
    writer->abandon = csv_abandon;
    return WEND_OK;
}

static const char *const csv_extensions[] = {"csv", NULL};

const wi_format wi_format_csv = {
    .name = "csv",
    .summary = "a table whose first line names the columns",
    .extensions = csv_extensions,
    .recognise = wi_csv_recognise,
    .open = wi_csv_open_recording,
    .create = csv_create,
};
