#include "picture/encoder.h"

#include "base/error.h"
#include "picture/swatches.h"

#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/opt.h>
#include <libswscale/swscale.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define CODECS_MOST 3
#define HUNDREDTHS 100 // a GIF counts time in them

// What each kind of file is made with: the first codec that this libav has.
static const struct {
    const char *format;
    const char *codec[CODECS_MOST];
} recipes[] = {
    [WI_VIDEO_MP4] = {"mp4", {"libx264", "libopenh264", "mpeg4"}},
    [WI_VIDEO_WEBM] = {"webm", {"libvpx-vp9", "libvpx", NULL}},
    [WI_VIDEO_GIF] = {"gif", {"gif", NULL, NULL}},
};

struct wi_encoder {
    wi_video video;
    const AVCodec *codec;
    AVCodecContext *context;
    AVFormatContext *file;
    AVStream *stream;
    AVFrame *frame;
    AVPacket *packet;
    struct SwsContext *scaler; // NULL for GIF
    wi_swatches *swatches;     // of a GIF
    int64_t frames;
};

const char *wi_encoder_codec(const wi_encoder *encoder) { return encoder->codec->name; }

static wend_result fail(wend_error *error, const char *doing, int code) {
    char text[AV_ERROR_MAX_STRING_SIZE] = "";
    (void)av_strerror(code, text, sizeof text);
    return wi_fail(error, code == AVERROR(ENOMEM) ? WEND_NO_MEMORY : WEND_FILE_ERROR, "cannot %s the video: %s", doing,
                   text);
}

static wend_result no_memory(wend_error *error) { return wi_fail(error, WEND_NO_MEMORY, "no memory for a video"); }

// Opening -------------------------------------------------------------------------------------------------------------

static wend_result find_codec(wi_encoder *encoder, wend_error *error) {
    for (uint32_t i = 0; !encoder->codec && i < CODECS_MOST && recipes[encoder->video.kind].codec[i]; i++)
        encoder->codec = avcodec_find_encoder_by_name(recipes[encoder->video.kind].codec[i]);
    if (encoder->codec) return WEND_OK;
    return wi_fail(error, WEND_NOT_FOUND, "the libav of this system has no encoder for .%s; try another extension",
                   recipes[encoder->video.kind].format);
}

// What viewers expect of a video of more than a few hundred lines.
static void tag_colours(AVCodecContext *context) {
    context->color_range = AVCOL_RANGE_MPEG;
    context->colorspace = AVCOL_SPC_BT709;
    context->color_primaries = AVCOL_PRI_BT709;
    context->color_trc = AVCOL_TRC_BT709;
}

static void set_quality(AVCodecContext *context) {
    void *options = context->priv_data;
    if (strcmp(context->codec->name, "libx264") == 0) {
        (void)av_opt_set(options, "crf", "20", 0);
    } else if (strncmp(context->codec->name, "libvpx", 6) == 0) {
        (void)av_opt_set(options, "crf", "28", 0);
        (void)av_opt_set(options, "deadline", "good", 0);
        (void)av_opt_set(options, "cpu-used", "4", 0);
        (void)av_opt_set(options, "row-mt", "1", 0);
        context->bit_rate = 0;
    } else {
        context->bit_rate = (int64_t)context->width * context->height * 6;
    }
}

static void set_time(wi_encoder *encoder) {
    AVRational rate = av_d2q(encoder->video.fps, 100000);
    encoder->context->time_base = encoder->video.kind == WI_VIDEO_GIF ? (AVRational){1, HUNDREDTHS} : av_inv_q(rate);
    encoder->context->framerate = rate;
}

static wend_result open_codec(wi_encoder *encoder, wend_error *error) {
    AVCodecContext *context = encoder->context = avcodec_alloc_context3(encoder->codec);
    if (!context) return no_memory(error);
    bool gif = encoder->video.kind == WI_VIDEO_GIF;
    context->width = (int)encoder->video.width;
    context->height = (int)encoder->video.height;
    context->pix_fmt = gif ? AV_PIX_FMT_PAL8 : AV_PIX_FMT_YUV420P;
    set_time(encoder);
    if (!gif) {
        context->gop_size = (int)fmin(ceil(5.0 * encoder->video.fps), 600.0); // a viewer can jump to every fifth second
        tag_colours(context);
        set_quality(context);
    }
    if (encoder->file->oformat->flags & AVFMT_GLOBALHEADER) context->flags |= AV_CODEC_FLAG_GLOBAL_HEADER;
    int code = avcodec_open2(context, encoder->codec, NULL);
    return code < 0 ? fail(error, "encode", code) : WEND_OK;
}

// "file:" keeps libav from reading a protocol into a path with a colon.
static int open_output(wi_encoder *encoder, const char *path) {
    size_t room = strlen(path) + 6;
    char *address = malloc(room);
    if (!address) return AVERROR(ENOMEM);
    (void)snprintf(address, room, "file:%s", path);
    int code = avformat_alloc_output_context2(&encoder->file, NULL, recipes[encoder->video.kind].format, address);
    if (code >= 0) code = avio_open(&encoder->file->pb, address, AVIO_FLAG_WRITE);
    free(address);
    return code;
}

static int begin_file(wi_encoder *encoder) {
    AVDictionary *options = NULL;
    encoder->stream = avformat_new_stream(encoder->file, NULL);
    if (!encoder->stream) return AVERROR(ENOMEM);
    encoder->stream->time_base = encoder->context->time_base;
    encoder->stream->avg_frame_rate = encoder->context->framerate;
    int code = avcodec_parameters_from_context(encoder->stream->codecpar, encoder->context);
    if (code < 0) return code;
    if (encoder->video.kind == WI_VIDEO_MP4) (void)av_dict_set(&options, "movflags", "+faststart", 0);
    if (encoder->video.kind == WI_VIDEO_GIF) (void)av_dict_set(&options, "loop", "0", 0); // for ever
    code = avformat_write_header(encoder->file, &options);
    av_dict_free(&options);
    return code;
}

static bool make_frame(wi_encoder *encoder) {
    encoder->packet = av_packet_alloc();
    encoder->frame = av_frame_alloc();
    if (!encoder->packet || !encoder->frame) return false;
    encoder->frame->format = encoder->context->pix_fmt;
    encoder->frame->width = encoder->context->width;
    encoder->frame->height = encoder->context->height;
    return av_frame_get_buffer(encoder->frame, 0) >= 0;
}

static bool make_scaler(wi_encoder *encoder) {
    int width = encoder->context->width, height = encoder->context->height;
    encoder->scaler = sws_getContext(width, height, AV_PIX_FMT_RGB32, width, height, AV_PIX_FMT_YUV420P,
                                     SWS_BICUBIC | SWS_ACCURATE_RND, NULL, NULL, NULL);
    if (!encoder->scaler) return false;
    const int *colours = sws_getCoefficients(SWS_CS_ITU709);
    return sws_setColorspaceDetails(encoder->scaler, colours, 1, colours, 0, 0, 1 << 16, 1 << 16) >= 0;
}

static wend_result open_all(wi_encoder *encoder, const char *path, wend_error *error) {
    wend_result result = find_codec(encoder, error);
    if (result != WEND_OK) return result;
    int code = open_output(encoder, path);
    if (code < 0) return fail(error, "write", code);
    result = open_codec(encoder, error);
    if (result != WEND_OK) return result;
    code = begin_file(encoder);
    if (code < 0) return fail(error, "write", code);
    encoder->swatches = encoder->video.kind == WI_VIDEO_GIF ? wi_swatches_make(encoder->video.theme) : NULL;
    bool ready =
        make_frame(encoder) && (encoder->video.kind == WI_VIDEO_GIF ? encoder->swatches != NULL : make_scaler(encoder));
    return ready ? WEND_OK : no_memory(error);
}

wend_result wi_encoder_open(const char *path, const wi_video *video, wi_encoder **encoder, wend_error *error) {
    av_log_set_level(AV_LOG_QUIET); // what goes wrong is in our own messages
    *encoder = calloc(1, sizeof **encoder);
    if (!*encoder) return no_memory(error);
    (*encoder)->video = *video;
    wend_result result = open_all(*encoder, path, error);
    if (result == WEND_OK) return WEND_OK;
    wi_encoder_close(*encoder);
    *encoder = NULL;
    return result;
}

// Frames --------------------------------------------------------------------------------------------------------------

static void fill_frame(wi_encoder *encoder, const unsigned char *pixels, size_t stride) {
    AVFrame *frame = encoder->frame;
    if (encoder->swatches) {
        memcpy(frame->data[1], wi_swatches_table(encoder->swatches), 256 * sizeof(uint32_t));
        for (int row = 0; row < frame->height; row++)
            wi_swatches_match(encoder->swatches, (const uint32_t *)(const void *)(pixels + (size_t)row * stride),
                              (uint32_t)frame->width, frame->data[0] + (ptrdiff_t)row * frame->linesize[0]);
        return;
    }
    const uint8_t *from[4] = {pixels};
    const int strides[4] = {(int)stride};
    (void)sws_scale(encoder->scaler, from, strides, 0, frame->height, frame->data, frame->linesize);
}

// Sends a frame, or NULL at the end, and writes what the codec gives back for it.
static int encode(wi_encoder *encoder, const AVFrame *frame) {
    int code = avcodec_send_frame(encoder->context, frame);
    while (code >= 0) {
        code = avcodec_receive_packet(encoder->context, encoder->packet);
        if (code == AVERROR(EAGAIN) || code == AVERROR_EOF) return 0;
        if (code < 0) break;
        av_packet_rescale_ts(encoder->packet, encoder->context->time_base, encoder->stream->time_base);
        encoder->packet->stream_index = encoder->stream->index;
        code = av_interleaved_write_frame(encoder->file, encoder->packet);
    }
    return code;
}

wend_result wi_encoder_add(wi_encoder *encoder, const unsigned char *pixels, size_t stride, wend_error *error) {
    int code = av_frame_make_writable(encoder->frame);
    if (code < 0) return fail(error, "encode", code);
    fill_frame(encoder, pixels, stride);
    double time = (double)encoder->frames++;
    encoder->frame->pts =
        encoder->video.kind == WI_VIDEO_GIF ? (int64_t)llround(time * HUNDREDTHS / encoder->video.fps) : (int64_t)time;
    code = encode(encoder, encoder->frame);
    return code < 0 ? fail(error, "write", code) : WEND_OK;
}

wend_result wi_encoder_finish(wi_encoder *encoder, wend_error *error) {
    int code = encode(encoder, NULL);
    if (code >= 0) code = av_write_trailer(encoder->file);
    int closed = avio_closep(&encoder->file->pb);
    if (code >= 0) code = closed;
    return code < 0 ? fail(error, "write", code) : WEND_OK;
}

void wi_encoder_close(wi_encoder *encoder) {
    if (!encoder) return;
    if (encoder->file) (void)avio_closep(&encoder->file->pb);
    avformat_free_context(encoder->file);
    avcodec_free_context(&encoder->context);
    av_frame_free(&encoder->frame);
    av_packet_free(&encoder->packet);
    sws_freeContext(encoder->scaler);
    wi_swatches_free(encoder->swatches);
    free(encoder);
}
