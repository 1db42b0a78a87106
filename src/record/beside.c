#include "record/beside.h"

#include "base/error.h"
#include "record/disk.h"
#include "record/lines.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define PATH_SHOWN 100 // characters of a path in a message
#define NAME_ROOM 40   // for the name of the file beside
#define NAMES_TRIED 1000u
#define SHEET_BUFFER ((size_t)1 << 18)
#define DECIMALS_MOST 9

static size_t directory_length(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? (size_t)(slash - path) + 1 : 0;
}

static wend_result refuse_special(const char *target, wend_error *error) {
    struct stat status;
    if (stat(target, &status) != 0 || S_ISREG(status.st_mode)) return WEND_OK;
    return wi_fail(error, WEND_FILE_ERROR, "`%.*s` is %s; what is written must be a plain file", PATH_SHOWN, target,
                   S_ISDIR(status.st_mode) ? "a directory" : "a device or pipe");
}

// The name does not contain that of the target, which may be as long as names can be.
static int make_beside(wi_beside *beside, size_t room) {
    size_t length = directory_length(beside->target);
    memcpy(beside->path, beside->target, length);
    for (uint32_t number = 0; number < NAMES_TRIED; number++) {
        (void)snprintf(beside->path + length, room - length, ".wend-writing-%u", number);
        int file = open(beside->path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (file >= 0 || errno != EEXIST) return file;
    }
    return -1;
}

static void free_beside(wi_beside *beside) {
    free(beside->path);
    free(beside->target);
    *beside = (wi_beside){0};
}

wend_result wi_beside_start(const char *target, wi_beside *beside, wend_error *error) {
    *beside = (wi_beside){0};
    wend_result result = refuse_special(target, error);
    if (result != WEND_OK) return result;
    size_t room = directory_length(target) + NAME_ROOM;
    *beside = (wi_beside){.path = malloc(room), .target = wi_text_copy(target)};
    if (!beside->path || !beside->target) {
        free_beside(beside);
        return wi_fail(error, WEND_NO_MEMORY, "no memory for the name of a file");
    }
    int file = make_beside(beside, room);
    if (file >= 0) {
        (void)close(file);
        return WEND_OK;
    }
    result = wi_fail_system(error, "make a file beside", target, errno);
    free_beside(beside);
    return result;
}

// Returns 0 or the error's number. What a file system cannot flush is left to it.
static int flush_path(const char *path, int flags) {
    int file = open(path, flags | O_CLOEXEC);
    if (file < 0) return flags & O_DIRECTORY ? 0 : errno;
    int code = fsync(file) == 0 || errno == EINVAL || errno == ENOTSUP || errno == EBADF ? 0 : errno;
    (void)close(file);
    return code;
}

static int flush_directory(char *path) {
    size_t length = directory_length(path);
    memcpy(path + length, length == 0 ? "." : "", length == 0 ? 2 : 1);
    return flush_path(path, O_RDONLY | O_DIRECTORY);
}

wend_result wi_beside_finish(wi_beside *beside, wend_error *error) {
    int code = flush_path(beside->path, O_RDONLY);
    if (code == 0 && rename(beside->path, beside->target) != 0) code = errno;
    if (code != 0) (void)unlink(beside->path);
    if (code == 0) code = flush_directory(beside->path);
    wend_result result = code == 0 ? WEND_OK : wi_fail_system(error, "write", beside->target, code);
    free_beside(beside);
    return result;
}

void wi_beside_abandon(wi_beside *beside) {
    if (!beside->target) return;
    (void)unlink(beside->path);
    free_beside(beside);
}

// Sheets --------------------------------------------------------------------------------------------------------------

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
    wend_result result = wi_beside_start(path, &sheet->beside, error);
    if (result != WEND_OK) return result;
    sheet->plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    sheet->file = sheet->plain ? fopen(sheet->beside.path, "we") : NULL;
    if (!sheet->file) {
        result = wi_fail_system(error, "write", path, errno);
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
    return wi_fail_system(error, "write", sheet->beside.target, errno ? errno : EIO);
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
    if (!written) result = wi_fail_system(error, "write", sheet->beside.target, errno ? errno : EIO);
    if (result == WEND_OK) result = wi_beside_finish(&sheet->beside, error);
    wi_sheet_abandon(sheet);
    return result;
}

void wi_sheet_abandon(wi_sheet *sheet) {
    if (sheet->file) (void)fclose(sheet->file);
    sheet->file = NULL;
    if (sheet->plain) freelocale(sheet->plain);
    sheet->plain = (locale_t)0;
    wi_beside_abandon(&sheet->beside);
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
