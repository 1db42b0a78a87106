// Kinds of files that pictures are written to: a row each.
#ifndef WI_PICTURE_KINDS_H
#define WI_PICTURE_KINDS_H

#include "picture/painting.h"

typedef struct wi_picture_kind {
    const char *extension;
    bool moves;
    uint32_t width; // pixels, where nobody says
    double fps;     // of a video, where nobody says
    // Writes to `path`, which exists; removing it after a failure is the caller's.
    wend_result (*write)(wi_painting *painting, const char *path, wi_picture_done *done, wend_error *error);
} wi_picture_kind;

// still.c
wend_result wi_write_png(wi_painting *painting, const char *path, wi_picture_done *done, wend_error *error);
wend_result wi_write_svg(wi_painting *painting, const char *path, wi_picture_done *done, wend_error *error);
wend_result wi_write_pdf(wi_painting *painting, const char *path, wi_picture_done *done, wend_error *error);

// video.c
wend_result wi_write_mp4(wi_painting *painting, const char *path, wi_picture_done *done, wend_error *error);
wend_result wi_write_webm(wi_painting *painting, const char *path, wi_picture_done *done, wend_error *error);
wend_result wi_write_gif(wi_painting *painting, const char *path, wi_picture_done *done, wend_error *error);

#endif
