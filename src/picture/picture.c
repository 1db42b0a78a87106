#include "picture/picture.h"

#include "base/beside.h"
#include "base/error.h"
#include "picture/kinds.h"

#include <math.h>
#include <string.h>
#include <strings.h>

static const wi_picture_kind kinds[] = {
    {"png", false, 1200, NAN, wi_write_png},   {"svg", false, 1200, NAN, wi_write_svg},
    {"pdf", false, 1200, NAN, wi_write_pdf},   {"mp4", true, 1280, 30.0, wi_write_mp4},
    {"webm", true, 1280, 30.0, wi_write_webm}, {"gif", true, 640, 12.5, wi_write_gif},
};

wi_picture_options wi_picture_options_default(void) {
    return (wi_picture_options){.at = NAN, .from = NAN, .until = NAN, .fps = NAN, .speed = NAN};
}

static const wi_picture_kind *find_kind(const char *path) {
    const char *slash = strrchr(path, '/'), *dot = strrchr(slash ? slash : path, '.');
    for (uint32_t i = 0; dot && i < WEND_COUNT(kinds); i++)
        if (strcasecmp(kinds[i].extension, dot + 1) == 0) return &kinds[i];
    return NULL;
}

wend_result wi_picture_check(const char *to, bool *moves, wend_error *error) {
    const wi_picture_kind *kind = find_kind(to);
    if (moves) *moves = kind && kind->moves;
    if (kind) return WEND_OK;
    return wi_fail(error, WEND_BAD_ARGUMENT,
                   "`%.100s` must end in .png, .svg or .pdf for a picture, or in .mp4, .webm or .gif for a video", to);
}

// What is asked for but could not show in such a file; NULL: all can.
static const char *misplaced(const wi_picture_options *options, bool moves) {
    if (moves && options->time_lapse) return "a video shows all times: a time lapse is for .png, .svg and .pdf";
    if (moves && !isnan(options->at)) return "a video shows all times: one time is for .png, .svg and .pdf";
    if (!moves && (!isnan(options->fps) || !isnan(options->speed)))
        return "a picture does not move: frame rate and speed are for .mp4, .webm and .gif";
    if (options->time_lapse && !isnan(options->at))
        return "a time lapse shows many times, so it cannot be at one of them";
    if (options->time_lapse && options->trail > 0.0) return "a time lapse shows all of the way, so it needs no trail";
    return NULL;
}

static wend_result check_options(const wi_picture_options *options, const wi_picture_kind *kind, wend_error *error) {
    const char *wrong = misplaced(options, kind->moves);
    if (wrong) return wi_fail(error, WEND_BAD_ARGUMENT, "%s", wrong);
    if (options->speed <= 0.0 || options->fps <= 0.0 || !(options->trail >= 0.0))
        return wi_fail(error, WEND_BAD_ARGUMENT, "speed and frame rate must be above 0, and a trail not below");
    return WEND_OK;
}

static wend_result write_beside(wi_painting *painting, const wi_picture_kind *kind, const char *to,
                                wi_picture_done *done, wend_error *error) {
    wi_beside beside;
    wend_result result = wi_beside_start(to, &beside, error);
    if (result != WEND_OK) return result;
    result = kind->write(painting, beside.path, done, error);
    if (result == WEND_OK) return wi_beside_finish(&beside, error);
    wi_beside_abandon(&beside);
    return result;
}

static void describe(const wi_painting *painting, wi_picture_done *done) {
    const wi_recording *about = &painting->film.reader->about;
    *done = (wi_picture_done){.width = painting->layout.width,
                              .height = painting->layout.height,
                              .from = painting->from,
                              .until = painting->until,
                              .whole = about->whole};
    memcpy(done->note, about->note, sizeof done->note);
}

wend_result wi_picture_write(const char *recording, const char *to, const wi_picture_options *options,
                             wi_picture_done *done, wend_error *error) {
    const wi_picture_kind *kind = find_kind(to);
    if (!kind) return wi_picture_check(to, NULL, error);
    wend_result result = check_options(options, kind, error);
    if (result != WEND_OK) return result;
    wi_picture_options complete = *options;
    if (isnan(complete.fps)) complete.fps = kind->fps;
    if (isnan(complete.speed)) complete.speed = 1.0;
    wi_painting painting;
    result = wi_painting_open(recording, &complete, kind->width, &painting, error);
    if (result != WEND_OK) return result;
    describe(&painting, done);
    result = write_beside(&painting, kind, to, done, error);
    wi_painting_close(&painting);
    return result;
}
