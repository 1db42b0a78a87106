// Videos, decoded again: how many frames, how large, and who is where in them.
#include "room.h"

#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libswscale/swscale.h>

#define WIDTH 480u

static const wi_colour walker = 0x3b76d4ff;

// A frame as pixels.
static room_image image_of(const AVFrame *frame) {
    room_image image = {.width = (uint32_t)frame->width, .height = (uint32_t)frame->height};
    image.pixel = malloc((size_t)image.width * image.height * sizeof *image.pixel);
    struct SwsContext *scaler = sws_getContext(frame->width, frame->height, frame->format, frame->width, frame->height,
                                               AV_PIX_FMT_RGB32, SWS_BICUBIC | SWS_ACCURATE_RND, NULL, NULL, NULL);
    assert_true(image.pixel && scaler);
    if (frame->format == AV_PIX_FMT_YUV420P) {
        const int *colours = sws_getCoefficients(SWS_CS_ITU709);
        (void)sws_setColorspaceDetails(scaler, colours, 0, colours, 1, 0, 1 << 16, 1 << 16);
    }
    uint8_t *to[4] = {(uint8_t *)image.pixel};
    const int strides[4] = {frame->width * 4};
    (void)sws_scale(scaler, (const uint8_t *const *)frame->data, frame->linesize, 0, frame->height, to, strides);
    sws_freeContext(scaler);
    return image;
}

// In every frame the walker is where it was at that time, and not where it will be two seconds later.
static void check_frame(const AVFrame *frame, double time, int tolerance) {
    room_image image = image_of(frame);
    room_locate(&image, WI_LIGHT, 40);
    assert_true(alike(room_pixel(&image, 0.95 + time, 1.0), walker, tolerance));
    assert_true(alike(room_pixel(&image, 2.95 + time, 1.25), wi_palette_colour(WI_LIGHT, "floor"), tolerance));
    free(image.pixel);
}

typedef struct video {
    AVFormatContext *file;
    AVCodecContext *decoder;
    AVFrame *frame;
    AVPacket *packet;
} video;

static video video_open(const char *path) {
    video of = {0};
    const AVCodec *codec = NULL;
    assert_int_equal(avformat_open_input(&of.file, path, NULL, NULL), 0);
    assert_true(avformat_find_stream_info(of.file, NULL) >= 0);
    assert_int_equal(av_find_best_stream(of.file, AVMEDIA_TYPE_VIDEO, -1, -1, &codec, 0), 0);
    of.decoder = avcodec_alloc_context3(codec);
    assert_true(avcodec_parameters_to_context(of.decoder, of.file->streams[0]->codecpar) >= 0);
    assert_true(avcodec_open2(of.decoder, codec, NULL) >= 0);
    of.frame = av_frame_alloc();
    of.packet = av_packet_alloc();
    return of;
}

static void video_close(video *of) {
    av_frame_free(&of->frame);
    av_packet_free(&of->packet);
    avcodec_free_context(&of->decoder);
    avformat_close_input(&of->file);
}

// The next frame; false at the end.
static bool video_next(video *of) {
    for (;;) {
        int code = avcodec_receive_frame(of->decoder, of->frame);
        if (code == 0) return true;
        if (code == AVERROR_EOF) return false;
        assert_int_equal(code, AVERROR(EAGAIN));
        code = av_read_frame(of->file, of->packet);
        assert_true(code == 0 || code == AVERROR_EOF);
        assert_int_equal(avcodec_send_packet(of->decoder, code == 0 ? of->packet : NULL), 0);
        av_packet_unref(of->packet);
    }
}

static void check_video(const char *name, double fps, double speed, int tolerance) {
    wi_picture_options options = wi_picture_options_default();
    options.width = WIDTH;
    options.fps = fps;
    options.speed = speed;
    options.from = 1.0;
    options.until = 3.0;
    options.level = "ground";
    wi_picture_done done;
    wend_error error = {0};
    const char *path = sample_path(name);
    wend_result result = wi_picture_write(room_record("room.h5", true), path, &options, &done, &error);
    if (result == WEND_NOT_FOUND) skip(); // no such encoder here
    must(result, &error);
    video of = video_open(path);
    uint32_t frames = 0;
    while (video_next(&of)) {
        assert_int_equal(of.frame->width, done.width);
        assert_int_equal(of.frame->height, done.height);
        double time = (double)of.frame->best_effort_timestamp * av_q2d(of.file->streams[0]->time_base);
        assert_near(time, frames / fps, 0.006);
        check_frame(of.frame, 1.0 + frames * speed / fps, tolerance);
        frames++;
    }
    assert_int_equal(frames, done.frames);
    assert_int_equal(frames, (uint32_t)(2.0 / speed * fps + 1e-6) + 1);
    assert_true(of.frame && done.width == WIDTH && done.height % 2 == 0);
    video_close(&of);
}

static void test_mp4(void **state) {
    (void)state;
    check_video("room.mp4", 10.0, 1.0, 40);
    check_video("room.mp4", 24.0, 4.0, 40);
}

static void test_webm(void **state) {
    (void)state;
    check_video("room.webm", 10.0, 1.0, 40);
}

static void test_gif(void **state) {
    (void)state;
    check_video("room.gif", 10.0, 1.0, 8);
    check_video("room.gif", 12.5, 2.0, 8);
}

// A viewer can begin before it has the whole file: what describes it is before what it shows.
static void test_fast_start(void **state) {
    (void)state;
    wi_picture_options options = wi_picture_options_default();
    options.width = WIDTH;
    options.speed = 8.0;
    wi_picture_done done;
    wend_error error = {0};
    const char *path = sample_path("fast.mp4");
    must(wi_picture_write(room_record("room.h5", false), path, &options, &done, &error), &error);
    static unsigned char bytes[1 << 20];
    FILE *file = fopen(path, "rb");
    size_t size = fread(bytes, 1, sizeof bytes, file), moov = 0, mdat = 0;
    fclose(file);
    for (size_t i = 0; i + 4 < size; i++) {
        if (!moov && memcmp(bytes + i, "moov", 4) == 0) moov = i;
        if (!mdat && memcmp(bytes + i, "mdat", 4) == 0) mdat = i;
    }
    assert_true(moov > 0 && moov < mdat);
}

static uint32_t asked;
static bool stop_soon(void) { return ++asked > 60; }

static void test_stopped(void **state) {
    (void)state;
    wi_picture_options options = wi_picture_options_default();
    options.stopped = stop_soon;
    wi_picture_done done;
    const char *to = sample_text("old.mp4", "what was there before");
    const char *from = room_record("room.h5", false);
    assert_refused(wi_picture_write(from, to, &options, &done, &why), WEND_BUSY, "stopped");
    char text[40] = "";
    FILE *file = fopen(to, "r");
    assert_true(fgets(text, sizeof text, file) != NULL);
    fclose(file);
    assert_string_equal(text, "what was there before");
    assert_int_not_equal(access(sample_path(".wend-writing-0"), F_OK), 0);
    options.stopped = NULL;
    options.fps = 240.0;
    options.speed = 1e-3;
    assert_refused(wi_picture_write(from, to, &options, &done, &why), WEND_BAD_ARGUMENT, "frames");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_mp4),        cmocka_unit_test(test_webm),    cmocka_unit_test(test_gif),
        cmocka_unit_test(test_fast_start), cmocka_unit_test(test_stopped),
    };
    return cmocka_run_group_tests(tests, sample_setup, sample_teardown);
}
