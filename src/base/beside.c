#include "base/beside.h"

#include "base/disk.h"
#include "base/error.h"

#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <string.h>
#include <unistd.h>

#define NAMES_TRIED 1000u

// The length of the part of a path that names the directory, with its last slash.
static size_t directory_length(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? (size_t)(slash - path) + 1 : 0;
}

static void cut_to_directory(char *path) {
    size_t length = directory_length(path);
    memcpy(path + length, length == 0 ? "." : "", length == 0 ? 2 : 1);
}

// A device or pipe that is replaced by a file would be a bad surprise.
static wend_result check_target(const char *target, wend_error *error) {
    struct stat status;
    if (strlen(target) >= PATH_MAX) return wi_fail_system(error, "write", target, ENAMETOOLONG);
    return stat(target, &status) == 0 ? wi_refuse_special(target, &status, "a plain file", error) : WEND_OK;
}

// Returns 0 or the error's number. The name does not contain that of the target, which may be as long as names can be.
// Whoever finds a name taken goes on to the next.
static int make_beside(wi_beside *beside) {
    size_t length = directory_length(beside->path), room = sizeof beside->path - length;
    for (uint32_t number = 0; number < NAMES_TRIED; number++) {
        int written = snprintf(beside->path + length, room, ".wend-writing-%u", number);
        if ((size_t)written >= room) return ENAMETOOLONG;
        int file = open(beside->path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (file >= 0) return close(file) == 0 ? 0 : errno;
        if (errno != EEXIST) return errno;
    }
    return EEXIST;
}

wend_result wi_beside_start(const char *target, wi_beside *beside, wend_error *error) {
    beside->target[0] = '\0';
    wend_result result = check_target(target, error);
    if (result != WEND_OK) return result;
    strcpy(beside->path, target);
    int code = make_beside(beside);
    if (code != 0) return wi_fail_system(error, "make a file beside", target, code);
    strcpy(beside->target, target);
    return WEND_OK;
}

// Returns 0 or the error's number. What a file system cannot flush is left to it.
static int flush_path(const char *path, int flags) {
    int file = open(path, flags | O_CLOEXEC);
    if (file < 0) return flags & O_DIRECTORY ? 0 : errno;
    int code = fsync(file) == 0 || errno == EINVAL || errno == ENOTSUP || errno == EBADF ? 0 : errno;
    (void)close(file);
    return code;
}

// The new name is on the disk only when the directory is. One that may not be opened is left to the system.
static int flush_directory(char *path) {
    cut_to_directory(path);
    return flush_path(path, O_RDONLY | O_DIRECTORY);
}

static wend_result take_name(wi_beside *beside, wend_error *error) {
    int code = flush_path(beside->path, O_RDONLY);
    if (code == 0 && rename(beside->path, beside->target) != 0) code = errno;
    if (code != 0) {
        (void)unlink(beside->path);
        return wi_fail_system(error, "write", beside->target, code);
    }
    code = flush_directory(beside->path);
    return code == 0 ? WEND_OK : wi_fail_system(error, "flush the directory of", beside->target, code);
}

wend_result wi_beside_finish(wi_beside *beside, wend_error *error) {
    wend_result result = take_name(beside, error);
    beside->target[0] = '\0';
    return result;
}

void wi_beside_abandon(wi_beside *beside) {
    if (!beside->target[0]) return;
    (void)unlink(beside->path);
    beside->target[0] = '\0';
}

wend_result wi_beside_check(const char *target, wend_error *error) {
    wend_result result = check_target(target, error);
    if (result != WEND_OK) return result;
    char directory[PATH_MAX];
    strcpy(directory, target);
    cut_to_directory(directory);
    return access(directory, W_OK | X_OK) == 0 ? WEND_OK : wi_fail_system(error, "make a file beside", target, errno);
}

static wend_result print_plainly(FILE *to, locale_t plain, wi_text_printer print, const void *host, wend_error *error) {
    locale_t before = uselocale(plain);
    wend_result result = print(to, host, error);
    (void)uselocale(before);
    return result;
}

static wend_result print_file(const wi_beside *beside, wi_text_printer print, const void *host, wend_error *error) {
    locale_t plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    FILE *file = plain ? fopen(beside->path, "we") : NULL;
    wend_result result = file ? print_plainly(file, plain, print, host, error) : WEND_OK;
    bool written = file && !ferror(file);
    if (file) written = fclose(file) == 0 && written;
    if (!written && result == WEND_OK) result = wi_fail_system(error, "write", beside->target, errno ? errno : EIO);
    if (plain) freelocale(plain);
    return result;
}

wend_result wi_text_write(const char *path, wi_text_printer print, const void *host, wend_error *error) {
    wi_beside beside;
    wend_result result = wi_beside_start(path, &beside, error);
    if (result != WEND_OK) return result;
    result = print_file(&beside, print, host, error);
    if (result == WEND_OK) return wi_beside_finish(&beside, error);
    wi_beside_abandon(&beside);
    return result;
}
