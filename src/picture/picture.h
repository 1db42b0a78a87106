// Pictures and videos of recordings, made without a browser. What is in one is said in docs/pictures.md.
#ifndef WI_PICTURE_H
#define WI_PICTURE_H

#include "picture/palette.h"

// What the colour of an agent stands for.
typedef enum wi_colour_by {
    WI_BY_KIND, // groups where there are several, else profiles, else plain
    WI_BY_PLAIN,
    WI_BY_GROUP,
    WI_BY_PROFILE,
    WI_BY_MODEL,
    WI_BY_AGENT, // everyone another colour
    WI_BY_SPEED,
    WI_BY_TIME_TO_GOAL, // until it is seen last
    WI_COLOUR_BY_COUNT,
} wi_colour_by;

// "kind", "plain", ...; and the other way round: WI_COLOUR_BY_COUNT if there is none of that name.
const char *wi_colour_by_name(wi_colour_by by);
wi_colour_by wi_colour_by_named(const char *name);

typedef struct wi_picture_options {
    wi_theme theme;
    uint32_t width; // pixels; 0: what suits the kind of file
    wi_colour_by colour;
    const char *level;      // by name; NULL: all of them side by side
    double at, from, until; // s; NAN: the middle, the start, the end
    uint32_t time_lapse;    // positions of everybody in one picture; 0: one time only
    double trail;           // s of the way behind everybody; 0: none
    bool density;           // as a heat map, averaged over `from` to `until`
    bool velocity;          // arrows: where everybody is a second later
    bool no_legend;
    double fps, speed; // of a video: frames in a second, seconds of the run in a second; NAN: what suits the file, 1
    // May be NULL. Asked now and then whether to stop; told how much is done, 0 to 1.
    bool (*stopped)(void);
    void (*tell)(void *user, double share);
    void *user;
} wi_picture_options;

wi_picture_options wi_picture_options_default(void);

typedef struct wi_picture_done {
    uint32_t width, height, frames;
    double from, until; // s
    const char *codec;  // of a video, else NULL
    bool whole;         // the recording is
    char note[200];     // of the recording
} wi_picture_done;

// Draws a recording of any format into a file of the kind that its extension says. Stopped, it leaves no file and returns
// WEND_BUSY.
wend_result wi_picture_write(const char *recording, const char *to, const wi_picture_options *options,
                             wi_picture_done *done, wend_error *error);

// WEND_BAD_ARGUMENT unless there is a kind of file with the extension of that path; *moves: it is a video.
wend_result wi_picture_check(const char *to, bool *moves, wend_error *error);

#endif
