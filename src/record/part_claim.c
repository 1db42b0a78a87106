#include "record/part_claim.h"

#include "base/disk.h"
#include "base/error.h"
#include "record/frames.h"
#include "record/part.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#define KEPT_NAMES 10000u

static bool is_worth_keeping(const char *path) {
    wi_reader reader = {0};
    wi_frame frame;
    bool more = false;
    if (wi_format_part.open(path, &reader, NULL) == WEND_OK) {
        (void)reader.next(&reader, &frame, &more, NULL);
        reader.close(&reader);
    }
    wi_recording_free(&reader.about);
    return more;
}

// Makes an empty file of a name that nobody has. Returns 0 or the error's number.
static int claim_name(const char *path, char *name, size_t room) {
    for (uint32_t number = 1; number < KEPT_NAMES; number++) {
        (void)snprintf(name, room, "%s.%u.part", path, number);
        int file = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (file >= 0) return close(file) == 0 ? 0 : errno;
        if (errno != EEXIST) return errno;
    }
    return EEXIST;
}

// It becomes run.h5.1.part, or the next free number.
static wend_result keep_old_part(const char *path, const char *part_path, char kept[WI_KEPT_NAME], wend_error *error) {
    if (!is_worth_keeping(part_path)) return WEND_OK;
    size_t room = strlen(path) + 24;
    char *name = malloc(room);
    if (!name) return wi_fail(error, WEND_NO_MEMORY, "no memory for the name of a file");
    int code = claim_name(path, name, room);
    if (code == 0 && rename(part_path, name) != 0) code = errno;
    if (code == 0) {
        const char *slash = strrchr(name, '/');
        (void)snprintf(kept, WI_KEPT_NAME, "%.63s", slash ? slash + 1 : name);
    }
    free(name);
    return code == 0 ? WEND_OK : wi_fail_system(error, "move aside the older", part_path, code);
}

static wend_result lock(const char *path, int file, wend_error *error) {
    if (flock(file, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK) return WEND_OK;
    return wi_fail(error, WEND_FILE_ERROR, "another run is recording to `%.100s`", path);
}

wend_result wi_part_claim(const char *path, const char *part_path, char kept[WI_KEPT_NAME], int *file,
                          wend_error *error) {
    struct stat status;
    wend_result result = WEND_OK;
    if (stat(path, &status) == 0 && !S_ISREG(status.st_mode))
        return wi_fail(error, WEND_FILE_ERROR, "`%.100s` is not a plain file; choose another name", path);
    int old = open(part_path, O_RDWR | O_CLOEXEC | O_NONBLOCK);
    if (old >= 0) { // of a run before, or of one that is going on
        result = lock(path, old, error);
        (void)close(old);
        if (!result) result = keep_old_part(path, part_path, kept, error);
        if (result) return result;
    }
    *file = open(part_path, O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0666);
    if (*file < 0) return wi_fail_system(error, "write", part_path, errno);
    result = lock(path, *file, error);
    if (!result && ftruncate(*file, 0) != 0) result = wi_fail_system(error, "write", part_path, errno);
    return result;
}
