#include "record/sheet.h"

#include "base/disk.h"
#include "base/error.h"
#include "record/lines.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SHEET_BUFFER ((size_t)1 << 18)
#define DECIMALS_MOST 9

static int decimals_of(double precision) {
    if (!(precision > 0.0)) return -1;
    double scaled = precision;
    for (int decimals = 0; decimals <= DECIMALS_MOST; decimals++, scaled *= 10.0)
        if (scaled > 0.5 && fabs(scaled - nearbyint(scaled)) < 1e-9 * scaled) return decimals;
    return -1;
}

wend_result wi_sheet_open(const char *path, const wi_write_options *options, wi_sheet *sheet, wend_error *error) {
    *sheet = (wi_sheet){.grid = wi_raster_from(options ? options->precision : 0.0)};
    sheet->decimals = decimals_of(sheet->grid.size);
    sheet->beside = malloc(sizeof *sheet->beside);
    if (!sheet->beside) return wi_fail(error, WEND_NO_MEMORY, "no memory to write a table");
    wend_result result = wi_beside_start(path, sheet->beside, error);
    if (result == WEND_OK) {
        sheet->plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
        sheet->file = sheet->plain ? fopen(sheet->beside->path, "we") : NULL;
        if (!sheet->file) result = wi_fail_system(error, "write", path, errno);
    }
    if (result != WEND_OK) {
        wi_sheet_abandon(sheet);
        return result;
    }
    (void)setvbuf(sheet->file, NULL, _IOFBF, SHEET_BUFFER);
    return WEND_OK;
}

void wi_sheet_begin(wi_sheet *sheet) { sheet->before = uselocale(sheet->plain); }

wend_result wi_sheet_end(wi_sheet *sheet, wend_error *error) {
    (void)uselocale(sheet->before);
    if (!ferror(sheet->file)) return WEND_OK;
    return wi_fail_system(error, "write", sheet->beside->target, errno ? errno : EIO);
}

void wi_sheet_position(wi_sheet *sheet, double value) {
    double rounded = wi_raster_round(sheet->grid, value) + 0.0; // no -0
    if (sheet->decimals < 0 || fabs(rounded) > 1e15) {
        wi_sheet_number(sheet, rounded);
        return;
    }
    fprintf(sheet->file, "%.*f", sheet->decimals, rounded);
}

void wi_sheet_number(wi_sheet *sheet, double value) {
    char text[32];
    for (int digits = 15; digits <= 17; digits++) {
        (void)snprintf(text, sizeof text, "%.*g", digits, value);
        if (strtod(text, NULL) == value) break;
    }
    fputs(text, sheet->file);
}

void wi_sheet_float(wi_sheet *sheet, float value) {
    char text[32];
    for (int digits = 6; digits <= 9; digits++) {
        (void)snprintf(text, sizeof text, "%.*g", digits, (double)value);
        if (strtof(text, NULL) == value) break;
    }
    fputs(text, sheet->file);
}

wend_result wi_sheet_finish(wi_sheet *sheet, wend_error *error) {
    bool written = !ferror(sheet->file);
    written = fclose(sheet->file) == 0 && written;
    sheet->file = NULL;
    wend_result result = WEND_OK;
    if (!written) result = wi_fail_system(error, "write", sheet->beside->target, errno ? errno : EIO);
    if (result == WEND_OK) result = wi_beside_finish(sheet->beside, error);
    wi_sheet_abandon(sheet);
    return result;
}

void wi_sheet_abandon(wi_sheet *sheet) {
    if (sheet->file) (void)fclose(sheet->file);
    sheet->file = NULL;
    if (sheet->plain) freelocale(sheet->plain);
    sheet->plain = (locale_t)0;
    if (sheet->beside) wi_beside_abandon(sheet->beside);
    free(sheet->beside);
    sheet->beside = NULL;
}

wend_result wi_fps_accept(double fps, wend_error *error) {
    if (fps > 0.0 && fps <= WI_FPS_MOST) return WEND_OK;
    return wi_fail(error, WEND_BAD_ARGUMENT, "frame rate %g; a recording needs one above 0, at most %g", fps,
                   WI_FPS_MOST);
}

wend_result wi_frame_accept(const wi_frame *frame, int64_t *last, bool *any, wend_error *error) {
    if (*any && frame->number <= *last)
        return wi_fail(error, WEND_BAD_ARGUMENT, "frame %lld after frame %lld; numbers must rise",
                       (long long)frame->number, (long long)*last);
    for (uint32_t i = 0; i < frame->count; i++) {
        const wi_spot *spot = &frame->spot[i];
        if (!isfinite(spot->x) || !isfinite(spot->y))
            return wi_fail(error, WEND_BAD_ARGUMENT, "agent %llu has no place in frame %lld",
                           (unsigned long long)spot->id, (long long)frame->number);
    }
    wend_result result = wi_frame_check(frame, error);
    if (result != WEND_OK) return result;
    *last = frame->number;
    *any = true;
    return WEND_OK;
}
