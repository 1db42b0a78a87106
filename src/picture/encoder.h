// Frames into a video file, through libav.
#ifndef WI_ENCODER_H
#define WI_ENCODER_H

#include "picture/palette.h"

typedef enum wi_video_kind { WI_VIDEO_MP4, WI_VIDEO_WEBM, WI_VIDEO_GIF } wi_video_kind;

typedef struct wi_encoder wi_encoder;

typedef struct wi_video {
    wi_video_kind kind;
    uint32_t width, height; // pixels, even
    double fps;
    wi_theme theme; // whose colours a GIF keeps
} wi_video;

// `path` is written over.
wend_result wi_encoder_open(const char *path, const wi_video *video, wi_encoder **encoder, wend_error *error);

// A picture as cairo keeps it: 32 bits to a pixel, rows `stride` bytes apart.
wend_result wi_encoder_add(wi_encoder *encoder, const unsigned char *pixels, size_t stride, wend_error *error);

wend_result wi_encoder_finish(wi_encoder *encoder, wend_error *error); // completes the file; wi_encoder_close follows
void wi_encoder_close(wi_encoder *encoder);                            // NULL is fine

const char *wi_encoder_codec(const wi_encoder *encoder); // "libx264"; lives as long as the program

#endif
