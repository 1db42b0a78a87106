#include "viewer_page.h"

#include "base/disk.h"
#include "base/error.h"
#include "serve/server.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static char *read_text(const char *folder, const char *name, wend_error *error) {
    char path[WI_FOLDER_MAX + 16], *text = NULL;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "rbe");
    long size = file && fseek(file, 0, SEEK_END) == 0 ? ftell(file) : -1;
    if (size >= 0 && fseek(file, 0, SEEK_SET) == 0) text = calloc((size_t)size + 1, 1);
    if (text && fread(text, 1, (size_t)size, file) != (size_t)size) {
        free(text);
        text = NULL;
    }
    if (!text) wi_fail_system(error, "read", path, errno);
    if (file) fclose(file);
    return text;
}

static wend_result read_files(viewer_page *viewer, wend_error *error) {
    char folder[WI_FOLDER_MAX];
    wend_result result = wi_pages_folder(folder, error);
    if (result) return result;
    viewer->page = read_text(folder, "viewer.html", error);
    viewer->script = viewer->page ? read_text(folder, "viewer.js", error) : NULL;
    viewer->style = viewer->script ? read_text(folder, "viewer.css", error) : NULL;
    return viewer->style ? WEND_OK : WEND_FILE_ERROR;
}

// From the '<' of the tag that has this word to behind its '>' or, if it has one, its closing tag.
static bool find_tag(const char *page, const char *word, const char *closing, const char **begin, const char **end) {
    const char *found = strstr(page, word);
    if (!found) return false;
    for (*begin = found; *begin > page && **begin != '<'; (*begin)--) continue;
    *end = strstr(found, closing);
    if (*end) *end += strlen(closing);
    return *end != NULL;
}

static const char *last_body_end(const char *page) {
    const char *last = NULL;
    for (const char *at = strstr(page, "</body"); at; at = strstr(at + 1, "</body")) last = at;
    return last;
}

static wend_result refuse_viewer(wend_error *error) {
    return wi_fail(
        error, WEND_BAD_FILE,
        "the viewer's page has no `viewer.css`, `viewer.js` and end of the body in this order: build it anew "
        "with `./wend component viewer`");
}

static bool find_places(viewer_page *viewer) {
    viewer->body_end = last_body_end(viewer->page);
    return viewer->body_end && find_tag(viewer->page, "viewer.css", ">", &viewer->style_tag, &viewer->style_tag_end) &&
           find_tag(viewer->style_tag_end, "viewer.js", "</script>", &viewer->script_tag, &viewer->script_tag_end) &&
           viewer->script_tag_end <= viewer->body_end;
}

wend_result viewer_page_read(viewer_page *viewer, wend_error *error) {
    *viewer = (viewer_page){0};
    wend_result result = read_files(viewer, error);
    if (result == WEND_OK && !find_places(viewer)) result = refuse_viewer(error);
    return result;
}

void viewer_page_free(viewer_page *viewer) {
    free(viewer->page);
    free(viewer->script);
    free(viewer->style);
    *viewer = (viewer_page){0};
}

// Writing --------------------------------------------------------------------------------------------------------------

// A script or style sheet must not have what ends it or hides its end. In strings, where alone these can stand, a
// backslash before the second character changes nothing.
static void write_inside(FILE *to, const char *text) {
    for (; *text; text++) {
        fputc(*text, to);
        bool ends = strncasecmp(text, "</script", 8) == 0 || strncasecmp(text, "</style", 7) == 0;
        if (ends || strncmp(text, "<!--", 4) == 0) fputc('\\', to);
    }
}

static void write_between(FILE *to, const char *begin, const char *end) { fwrite(begin, 1, (size_t)(end - begin), to); }

void viewer_page_begin(const viewer_page *viewer, FILE *to) {
    write_between(to, viewer->page, viewer->style_tag);
    fputs("<style>", to);
    write_inside(to, viewer->style);
    fputs("</style>", to);
    write_between(to, viewer->style_tag_end, viewer->script_tag);
    write_between(to, viewer->script_tag_end, viewer->body_end);
}

void viewer_page_end(const viewer_page *viewer, FILE *to) {
    fputs("<script>", to);
    write_inside(to, viewer->script);
    fputs("</script>\n", to);
    fputs(viewer->body_end, to);
}
