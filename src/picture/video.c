// Videos: as many pictures as the run is long.
#include "base/error.h"
#include "picture/encoder.h"
#include "picture/kinds.h"

#include <math.h>

#define FRAMES_MOST 1000000.0

// The ground is painted when a door has changed, and laid under every frame.
typedef struct studio {
    cairo_surface_t *ground, *frame;
    cairo_t *cairo; // of the frame
    double time;    // s, of the ground
} studio;

static cairo_surface_t *image(const wi_layout *layout) {
    return cairo_image_surface_create(CAIRO_FORMAT_RGB24, (int)layout->width, (int)layout->height);
}

static void paint_ground(studio *in, const wi_painting *painting, double time) {
    cairo_t *cairo = cairo_create(in->ground);
    wi_paint_ground(painting, cairo, time);
    cairo_destroy(cairo);
    in->time = time;
}

static studio studio_open(const wi_painting *painting) {
    studio made = {.ground = image(&painting->layout), .frame = image(&painting->layout)};
    made.cairo = cairo_create(made.frame);
    paint_ground(&made, painting, painting->from);
    return made;
}

static void studio_close(studio *of) {
    cairo_destroy(of->cairo);
    cairo_surface_destroy(of->frame);
    cairo_surface_destroy(of->ground);
}

static wend_result film_frame(studio *in, wi_painting *painting, double time, wi_encoder *encoder, wend_error *error) {
    if (wi_ground_changes(painting, in->time, time)) paint_ground(in, painting, time);
    cairo_set_source_surface(in->cairo, in->ground, 0.0, 0.0);
    cairo_paint(in->cairo);
    wend_result result = wi_paint_at(painting, in->cairo, time, error);
    if (result != WEND_OK) return result;
    cairo_surface_flush(in->frame);
    if (cairo_status(in->cairo) != CAIRO_STATUS_SUCCESS)
        return wi_fail(error, WEND_NO_MEMORY, "cannot draw a frame: %s",
                       cairo_status_to_string(cairo_status(in->cairo)));
    return wi_encoder_add(encoder, cairo_image_surface_get_data(in->frame),
                          (size_t)cairo_image_surface_get_stride(in->frame), error);
}

static wend_result count_frames(const wi_painting *painting, uint32_t *frames, wend_error *error) {
    const wi_picture_options *options = painting->options;
    double count = floor((painting->until - painting->from) / options->speed * options->fps + 1e-6) + 1.0;
    if (count > FRAMES_MOST)
        return wi_fail(
            error, WEND_BAD_ARGUMENT,
            "that would be a video of %.0f frames; a shorter time, a lower frame rate or a higher speed helps", count);
    *frames = (uint32_t)count;
    return WEND_OK;
}

static wend_result film_all(wi_painting *painting, wi_encoder *encoder, uint32_t frames, wend_error *error) {
    const wi_picture_options *options = painting->options;
    studio in = studio_open(painting);
    wend_result result = WEND_OK;
    for (uint32_t i = 0; result == WEND_OK && i < frames; i++) {
        double time = fmin(painting->from + i * options->speed / options->fps, painting->until);
        result = film_frame(&in, painting, time, encoder, error);
        if (options->tell) options->tell(options->user, (double)(i + 1) / frames);
        if (result == WEND_OK && options->stopped && options->stopped())
            result = wi_fail(error, WEND_BUSY, "stopped; no file was written");
    }
    studio_close(&in);
    return result == WEND_OK ? wi_encoder_finish(encoder, error) : result;
}

static wend_result write_video(wi_painting *painting, const char *path, wi_video_kind kind, wi_picture_done *done,
                               wend_error *error) {
    const wi_video video = {.kind = kind,
                            .width = painting->layout.width,
                            .height = painting->layout.height,
                            .fps = painting->options->fps,
                            .theme = painting->options->theme};
    wi_encoder *encoder = NULL;
    wend_result result = count_frames(painting, &done->frames, error);
    if (result == WEND_OK) result = wi_encoder_open(path, &video, &encoder, error);
    if (result != WEND_OK) return result;
    done->codec = wi_encoder_codec(encoder);
    result = film_all(painting, encoder, done->frames, error);
    wi_encoder_close(encoder);
    return result;
}

wend_result wi_write_mp4(wi_painting *painting, const char *path, wi_picture_done *done, wend_error *error) {
    return write_video(painting, path, WI_VIDEO_MP4, done, error);
}

wend_result wi_write_webm(wi_painting *painting, const char *path, wi_picture_done *done, wend_error *error) {
    return write_video(painting, path, WI_VIDEO_WEBM, done, error);
}

wend_result wi_write_gif(wi_painting *painting, const char *path, wi_picture_done *done, wend_error *error) {
    return write_video(painting, path, WI_VIDEO_GIF, done, error);
}
