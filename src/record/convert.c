#include "record/convert.h"

#include "base/error.h"

#include <math.h>
#include <string.h>

static const struct {
    uint32_t bit;
    const char *name;
} kinds[WI_HOLDS_KINDS] = {
    {WI_HOLDS_Z, "z"},
    {WI_HOLDS_VELOCITY, "velocity"},
    {WI_HOLDS_HEADING, "heading"},
    {WI_HOLDS_PROFILE, "profile"},
    {WI_HOLDS_PREFERRED, "preferred velocity"},
    {WI_HOLDS_SIZE, "size"},
    {WI_HOLDS_GROUP, "group"},
    {WI_HOLDS_GEOMETRY, "geometry"},
    {WI_HOLDS_SCENARIO, "scenario"},
    {WI_HOLDS_PLAN, "plan"},
    {WI_HOLDS_SEED, "seed"},
    {WI_HOLDS_VERSION, "version"},
    {WI_HOLDS_EMPTY_FRAMES, "frames without agents"},
    {WI_HOLDS_CUT_SHORT, "that the run was cut short"},
};

const char *wi_holds_name(uint32_t bit) {
    for (uint32_t i = 0; i < WEND_COUNT(kinds); i++)
        if (kinds[i].bit == bit) return kinds[i].name;
    return "";
}

// A test writes all of it in every format and looks what comes back.
uint32_t wi_format_holds(const wi_format *format) {
    if (format == &wi_format_sqlite)
        return WI_HOLDS_HEADING | WI_HOLDS_GEOMETRY | WI_HOLDS_SCENARIO | WI_HOLDS_PLAN | WI_HOLDS_SEED |
               WI_HOLDS_VERSION | WI_HOLDS_EMPTY_FRAMES | WI_HOLDS_CUT_SHORT;
    if (format == &wi_format_text)
        return WI_HOLDS_Z | WI_HOLDS_GEOMETRY | WI_HOLDS_SEED | WI_HOLDS_VERSION | WI_HOLDS_EMPTY_FRAMES |
               WI_HOLDS_CUT_SHORT;
    if (format == &wi_format_csv) return WI_HOLDS_Z | WI_HOLDS_VELOCITY | WI_HOLDS_HEADING | WI_HOLDS_PROFILE;
    if (format == &wi_format_obsmat) return WI_HOLDS_Z | WI_HOLDS_VELOCITY;
    return WI_HOLDS_ALL;
}

uint32_t wi_recording_holds(const wi_recording *about) {
    uint32_t holds = 0;
    if (about->geometry) holds |= WI_HOLDS_GEOMETRY;
    if (about->scenario) holds |= WI_HOLDS_SCENARIO;
    if (about->plan) holds |= WI_HOLDS_PLAN;
    if (about->version) holds |= WI_HOLDS_VERSION;
    if (about->has_seed) holds |= WI_HOLDS_SEED;
    if (!about->whole) holds |= WI_HOLDS_CUT_SHORT;
    return holds;
}

uint32_t wi_frame_holds(const wi_frame *frame) {
    uint32_t holds = frame->count == 0 ? WI_HOLDS_EMPTY_FRAMES : 0;
    for (uint32_t i = 0; i < frame->count; i++) {
        const wi_spot *spot = &frame->spot[i];
        if (isfinite(spot->z)) holds |= WI_HOLDS_Z;
        if (isfinite(spot->vx) && isfinite(spot->vy)) holds |= WI_HOLDS_VELOCITY;
        if (isfinite(spot->heading)) holds |= WI_HOLDS_HEADING;
        if (spot->profile != WI_NO_PROFILE) holds |= WI_HOLDS_PROFILE;
        if (isfinite(spot->preferred_x) && isfinite(spot->preferred_y)) holds |= WI_HOLDS_PREFERRED;
        if (isfinite(spot->half_length) && isfinite(spot->half_width)) holds |= WI_HOLDS_SIZE;
        if (spot->group != WI_NO_GROUP) holds |= WI_HOLDS_GROUP;
    }
    return holds;
}

static wend_result copy_frames(wi_reader *reader, wi_writer *writer, const wi_convert_options *options,
                               wi_conversion *done, wend_error *error) {
    for (;;) {
        wi_frame frame = {0};
        bool more = false;
        wend_result result = reader->next(reader, &frame, &more, error);
        if (result == WEND_OK && more) result = writer->frame(writer, &frame, error);
        if (result != WEND_OK || !more) return result;
        if (options->stopped && options->stopped()) return wi_fail(error, WEND_BUSY, "stopped; no file was written");
        done->frames++;
        done->spots += frame.count;
        done->lost |= wi_frame_holds(&frame);
    }
}

static void begin(const wi_reader *reader, const wi_writer *writer, wi_conversion *done) {
    *done = (wi_conversion){
        .from = reader->format,
        .to = writer->format,
        .fps = reader->about.fps,
        .lost = wi_recording_holds(&reader->about),
        .whole = reader->about.whole,
    };
    memcpy(done->note, reader->about.note, sizeof done->note);
}

wend_result wi_convert(const char *from, const char *to, const wi_convert_options *options, wi_conversion *done,
                       wend_error *error) {
    wi_reader *reader = NULL;
    wi_writer *writer = NULL;
    wend_result result = wi_reader_open(from, &reader, error);
    if (result != WEND_OK) return result;
    if (options->fps > 0.0) reader->about.fps = options->fps;
    result = wi_writer_create(to, &reader->about, &options->write, &writer, error);
    if (result == WEND_OK) {
        begin(reader, writer, done);
        result = copy_frames(reader, writer, options, done, error);
        if (result == WEND_OK)
            result = writer->finish(writer, error);
        else
            writer->abandon(writer);
        done->lost &= ~wi_format_holds(done->to);
    }
    wi_reader_close(reader);
    return result;
}
