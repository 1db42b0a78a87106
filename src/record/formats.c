// The list of formats, and how one is chosen for a file.
#include "base/error.h"
#include "record/trajectory.h"
#include "world/file.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FIRST_BYTES 4096

static const wi_format *const formats[] = {
    &wi_format_hdf5, &wi_format_sqlite, &wi_format_text, &wi_format_csv, &wi_format_obsmat, &wi_format_part,
};

const wi_format *const *wi_formats(uint32_t *count) {
    *count = WEND_COUNT(formats);
    return formats;
}

static bool same_word(const char *a, const char *b) {
    while (*a && tolower((unsigned char)*a) == tolower((unsigned char)*b)) a++, b++;
    return *a == *b;
}

static bool has_extension(const wi_format *format, const char *extension) {
    for (const char *const *known = format->extensions; *known; known++)
        if (same_word(extension, *known)) return true;
    return false;
}

// Where two formats share an extension, one that can be written comes first.
const wi_format *wi_format_for_path(const char *path) {
    const char *slash = strrchr(path, '/'), *dot = strrchr(path, '.');
    if (!dot || (slash && dot < slash)) return NULL;
    const wi_format *found = NULL;
    for (uint32_t i = 0; i < WEND_COUNT(formats); i++)
        if (has_extension(formats[i], dot + 1) && (!found || (!found->create && formats[i]->create)))
            found = formats[i];
    return found;
}

// "hdf5 (.h5), sqlite (.sqlite), ..." of all formats, or of those that can be written.
static void list_formats(char *text, size_t room, bool written) {
    size_t length = 0;
    text[0] = '\0';
    for (uint32_t i = 0; i < WEND_COUNT(formats); i++) {
        if (written && !formats[i]->create) continue;
        int added = snprintf(text + length, room - length, "%s%s (.%s)", length ? ", " : "", formats[i]->name,
                             formats[i]->extensions[0]);
        if (added < 0 || (size_t)added >= room - length) return;
        length += (size_t)added;
    }
}

// By contents where these are certain; else by the extension, if the contents do not speak against it; else by what is
// likely from the contents, or what the extension says and the contents do not.
static const wi_format *choose(const char *path, const unsigned char *bytes, size_t size) {
    const wi_format *named = wi_format_for_path(path), *likely = NULL;
    for (uint32_t i = 0; i < WEND_COUNT(formats); i++) {
        int sure = formats[i]->recognise(bytes, size);
        if (sure >= 2) return formats[i];
        if (sure == 1 && (!likely || formats[i] == named)) likely = formats[i];
    }
    return likely ? likely : named;
}

wend_result wi_reader_open(const char *path, wi_reader **reader, wend_error *error) {
    *reader = NULL;
    unsigned char bytes[FIRST_BYTES];
    uint64_t size = 0;
    wend_result result = wi_file_read(path, bytes, sizeof bytes, &size, error);
    if (result) return result;
    const wi_format *format = choose(path, bytes, size < sizeof bytes ? (size_t)size : sizeof bytes);
    if (!format) {
        char known[160];
        list_formats(known, sizeof known, false);
        return wi_fail(error, WEND_BAD_FILE, "`%.60s` is not a recording of a known format: %s", path, known);
    }
    wi_reader *made = calloc(1, sizeof *made);
    if (!made) return wi_fail(error, WEND_NO_MEMORY, "no memory to read a recording");
    made->format = format;
    made->about.whole = true;
    result = format->open(path, made, error);
    if (result) {
        wi_recording_free(&made->about);
        free(made);
        return result;
    }
    *reader = made;
    return WEND_OK;
}

void wi_reader_close(wi_reader *reader) {
    if (!reader) return;
    reader->close(reader);
    wi_recording_free(&reader->about);
    free(reader);
}

wend_result wi_writer_create(const char *path, const wi_recording *about, const wi_write_options *options,
                             wi_writer **writer, wend_error *error) {
    *writer = NULL;
    const wi_format *format = wi_format_for_path(path);
    if (!format || !format->create) {
        char known[160];
        list_formats(known, sizeof known, true);
        return wi_fail(error, WEND_BAD_ARGUMENT, "`%.60s`: %s; the extension may be that of %s", path,
                       format ? "this format is only read" : "no format has this extension", known);
    }
    wi_writer *made = calloc(1, sizeof *made);
    if (!made) return wi_fail(error, WEND_NO_MEMORY, "no memory to write a recording");
    made->format = format;
    wend_result result = format->create(path, about, options, made, error);
    if (result)
        free(made);
    else
        *writer = made;
    return result;
}

void wi_recording_free(wi_recording *about) {
    free(about->geometry);
    free(about->scenario);
    free(about->plan);
    free(about->version);
    for (uint32_t i = 0; about->profiles && i < about->profile_count; i++) free(about->profiles[i]);
    free(about->profiles);
    free(about->profile_radius);
    *about = (wi_recording){0};
}
