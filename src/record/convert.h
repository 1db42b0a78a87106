// From one recording to another, and what is lost on the way.
#ifndef WI_CONVERT_H
#define WI_CONVERT_H

#include "record/trajectory.h"

// What a recording may hold beside ids, frames, x and y.
enum {
    WI_HOLDS_Z = 1,
    WI_HOLDS_VELOCITY = 2,
    WI_HOLDS_HEADING = 4,
    WI_HOLDS_PROFILE = 8,
    WI_HOLDS_PREFERRED = 16, // velocity
    WI_HOLDS_SIZE = 32,      // of bodies
    WI_HOLDS_GROUP = 64,     // the last of the columns
    WI_HOLDS_GEOMETRY = 128,
    WI_HOLDS_SCENARIO = 256,
    WI_HOLDS_PLAN = 512,
    WI_HOLDS_SEED = 1024,
    WI_HOLDS_VERSION = 2048,
    WI_HOLDS_EMPTY_FRAMES = 4096, // frames without agents
    WI_HOLDS_CUT_SHORT = 8192,    // that the run was cut short
    WI_HOLDS_KINDS = 14,
    WI_HOLDS_ALL = (1 << WI_HOLDS_KINDS) - 1,
};

// "velocity" for WI_HOLDS_VELOCITY and so on.
const char *wi_holds_name(uint32_t bit);

// What files of a format can hold, what a recording says once, and what a frame shows.
uint32_t wi_format_holds(const wi_format *format);
uint32_t wi_recording_holds(const wi_recording *about);
uint32_t wi_frame_holds(const wi_frame *frame);

typedef struct wi_convert_options {
    wi_write_options write;
    double fps;            // frame rate that is written instead of the one read; 0: as it is
    bool (*stopped)(void); // asked after each frame; may be NULL
} wi_convert_options;

typedef struct wi_conversion {
    const wi_format *from, *to;
    uint64_t frames, spots;
    double fps;
    uint32_t lost;  // WI_HOLDS_ bits that were there and that the new file cannot hold
    bool whole;     // false: the old file was cut short, and this is what could be read
    char note[200]; // of the old file
} wi_conversion;

// Writes `to` in the format of its extension. A failure, or a stop, leaves what was there before.
wend_result wi_convert(const char *from, const char *to, const wi_convert_options *options, wi_conversion *done,
                       wend_error *error);

#endif
