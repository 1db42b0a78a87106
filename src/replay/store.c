#define _GNU_SOURCE // O_TMPFILE, mkostemp

#include "replay/store.h"

#include "base/error.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *folder(void) {
    const char *named = getenv("TMPDIR");
    return named && *named ? named : "/tmp";
}

// Not every file system has files without a name.
static int open_named_and_unlink(void) {
    char path[4096];
    int length = snprintf(path, sizeof path, "%s/wend-replay-XXXXXX", folder());
    if (length < 0 || (size_t)length >= sizeof path) {
        errno = ENAMETOOLONG;
        return -1;
    }
    int file = mkostemp(path, O_CLOEXEC);
    if (file >= 0) (void)unlink(path);
    return file;
}

static wend_result fail(wend_error *error, const char *doing) {
    return wi_fail(error, WEND_FILE_ERROR,
                   "cannot %s a temporary file in `%.100s`: %s. TMPDIR=FOLDER names another folder", doing, folder(),
                   strerror(errno));
}

wend_result wi_store_open(wi_store *store, wend_error *error) {
    int file = -1;
#ifdef O_TMPFILE
    file = open(folder(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
#endif
    if (file < 0) file = open_named_and_unlink();
    *store = (wi_store){.file = file};
    return file >= 0 ? WEND_OK : fail(error, "make");
}

void wi_store_close(wi_store *store) {
    if (store->file >= 0) (void)close(store->file);
    store->file = -1;
}

wend_result wi_store_add(wi_store *store, const void *bytes, size_t size, uint64_t *offset, wend_error *error) {
    for (size_t done = 0; done < size;) {
        ssize_t wrote = pwrite(store->file, (const char *)bytes + done, size - done, (off_t)(store->end + done));
        if (wrote < 0 && errno == EINTR) continue;
        if (wrote <= 0) return fail(error, "write");
        done += (size_t)wrote;
    }
    *offset = store->end;
    store->end += size;
    return WEND_OK;
}

wend_result wi_store_get(const wi_store *store, uint64_t offset, void *bytes, size_t size, wend_error *error) {
    for (size_t done = 0; done < size;) {
        ssize_t got = pread(store->file, (char *)bytes + done, size - done, (off_t)(offset + done));
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return fail(error, "read");
        done += (size_t)got;
    }
    return WEND_OK;
}
