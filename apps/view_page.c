// wend view --html: the viewer and the recordings in one page, which opens from a disk without a network.
#include "commands.h"
#include "interrupt.h"
#include "packed.h"
#include "progress.h"
#include "view.h"
#include "viewer_page.h"

#include "base/beside.h"
#include "base/disk.h"
#include "base/error.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <time.h>

#define MEGABYTE 1e6
#define LOOK_SECONDS 0.05 // between looks how far reading is

typedef struct page_writer {
    const view_runs *runs;
    const view_page_options *options;
    FILE *to;
    double written; // bytes of data
    uint32_t blocks, blocks_done;
    progress shown;
    wend_error *error;
} page_writer;

static wend_result no_memory(wend_error *error) {
    return wi_fail(error, WEND_NO_MEMORY, "no memory to write the page");
}

static wend_result interrupted(wend_error *error) {
    return wi_fail(error, WEND_BUSY, "interrupted; no page is written");
}

// Reading --------------------------------------------------------------------------------------------------------------

static void show_reading(page_writer *page, const wi_replay_progress *now) {
    char text[48];
    snprintf(text, sizeof text, "reading: %u frames so far", now->frames);
    progress_show(&page->shown, 0.0, (const char *const[]){text}, 1);
}

static wend_result wait_for_run(page_writer *page, wi_replay *run) {
    const struct timespec pause = {.tv_nsec = (long)(LOOK_SECONDS * 1e9)};
    for (;;) {
        wi_replay_progress now = wi_replay_get_progress(run);
        if (now.done) return wi_replay_wait(run, page->error);
        if (interrupt_asked()) return interrupted(page->error);
        if (progress_due(&page->shown)) show_reading(page, &now);
        nanosleep(&pause, NULL);
    }
}

static wend_result wait_for_runs(page_writer *page) {
    wend_result result = WEND_OK;
    for (uint32_t i = 0; i < page->runs->count && result == WEND_OK; i++) {
        result = wait_for_run(page, page->runs->run[i]);
        page->blocks += wi_replay_get_progress(page->runs->run[i]).blocks;
    }
    return result;
}

// Data -----------------------------------------------------------------------------------------------------------------

// From what is written of so many blocks to all of them. The advice leaves room for an estimate that is too low, and
// fewer frames pack less well.
static wend_result refuse_size(const page_writer *page) {
    double share = page->blocks_done ? (double)page->blocks_done / page->blocks : 1.0;
    double size = page->written / share / MEGABYTE, most = page->options->most;
    return wi_fail(
        page->error, WEND_NO_SPACE,
        "the page would have about %.0f MB, and --most is %g. Fewer frames: --every %.0f. A piece of the time: "
        "--from S --until S. Or allow it: --most %.0f",
        size, most, ceil(1.25 * size / most), ceil(1.1 * size));
}

static wend_result write_element(page_writer *page, uint32_t run, const char *part, wi_bytes bytes) {
    int head = fprintf(page->to, "<script type=\"application/wend\" data-run=\"%u\" %s>", run, part);
    size_t size = packed_write(page->to, bytes.data, bytes.size);
    fputs("</script>\n", page->to);
    free(bytes.data);
    if (size == 0) return no_memory(page->error);
    page->written += (double)size + head + 10.0;
    return page->written > page->options->most * MEGABYTE ? refuse_size(page) : WEND_OK;
}

static void show_writing(page_writer *page) {
    char size[32], left[40], duration[24];
    double share = (double)page->blocks_done / page->blocks;
    snprintf(size, sizeof size, "%.1f MB", page->written / MEGABYTE);
    snprintf(left, sizeof left, "%s left", progress_duration(progress_left(&page->shown, share), duration));
    progress_show(&page->shown, share, (const char *const[]){size, left}, 2);
}

static wend_result write_blocks(page_writer *page, uint32_t run) {
    wi_replay *replay = page->runs->run[run];
    uint32_t blocks = wi_replay_get_progress(replay).blocks;
    wend_result result = WEND_OK;
    for (uint32_t i = 0; i < blocks && result == WEND_OK; i++) {
        char part[64];
        wi_bytes bytes;
        if (interrupt_asked()) return interrupted(page->error);
        snprintf(part, sizeof part, "data-part=\"block\" data-block=\"%u\"", i);
        result = wi_replay_block(replay, i, &bytes, page->error);
        page->blocks_done++;
        if (result == WEND_OK) result = write_element(page, run, part, bytes);
        if (result == WEND_OK && progress_due(&page->shown)) show_writing(page);
    }
    return result;
}

static wend_result write_run(page_writer *page, uint32_t run) {
    typedef wend_result table(wi_replay * replay, uint32_t from, wi_bytes * bytes, wend_error * error);
    static table *const tables[] = {wi_replay_index, wi_replay_agents, wi_replay_timeline};
    static const char *const parts[] = {"data-part=\"index\"", "data-part=\"agents\"", "data-part=\"timeline\""};
    wi_replay *replay = page->runs->run[run];
    wi_bytes bytes;
    wend_result result = wi_replay_about(replay, &bytes, page->error);
    if (result == WEND_OK) result = write_element(page, run, "data-part=\"about\"", bytes);
    for (uint32_t i = 0; i < WEND_COUNT(tables) && result == WEND_OK; i++) {
        result = tables[i](replay, 0, &bytes, page->error);
        if (result == WEND_OK) result = write_element(page, run, parts[i], bytes);
    }
    return result ? result : write_blocks(page, run);
}

static wend_result write_runs(page_writer *page) {
    wend_result result = WEND_OK;
    for (uint32_t i = 0; i < page->runs->count && result == WEND_OK; i++) result = write_run(page, i);
    return result;
}

// All ------------------------------------------------------------------------------------------------------------------

static wend_result write_page(page_writer *page, const viewer_page *viewer) {
    viewer_page_begin(viewer, page->to);
    wend_result result = write_runs(page);
    viewer_page_end(viewer, page->to);
    return result;
}

static wend_result write_beside(page_writer *page, const viewer_page *viewer) {
    wi_beside beside;
    wend_result result = wi_beside_start(page->options->path, &beside, page->error);
    if (result) return result;
    page->to = fopen(beside.path, "wbe");
    bool written = page->to != NULL;
    if (written) {
        result = write_page(page, viewer);
        written = !ferror(page->to);
        written &= fclose(page->to) == 0;
    }
    if (!written && result == WEND_OK) result = wi_fail_system(page->error, "write", page->options->path, errno);
    if (result == WEND_OK) return wi_beside_finish(&beside, page->error);
    wi_beside_abandon(&beside);
    return result;
}

int view_page(const view_runs *runs, const view_page_options *options) {
    wend_error error = {0};
    viewer_page viewer = {0};
    page_writer page = {.runs = runs, .options = options, .error = &error};
    wend_result result = viewer_page_read(&viewer, &error);
    page.shown = progress_start(options->quiet, 0.0);
    if (result == WEND_OK) result = wait_for_runs(&page);
    if (result == WEND_OK) {
        progress_end(&page.shown);
        page.shown = progress_start(options->quiet, 0.0);
        result = write_beside(&page, &viewer);
    }
    progress_end(&page.shown);
    viewer_page_free(&viewer);
    if (result) {
        int status = command_fail(&error);
        return interrupt_asked() ? 130 : status;
    }
    if (!options->quiet) printf("%s: %.1f MB of recordings in one page\n", options->path, page.written / MEGABYTE);
    return 0;
}
