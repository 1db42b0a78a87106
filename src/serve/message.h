// What a client of a live run asks for (docs/replay-protocol.md, "Live"). It may come from anybody: every member is
// checked here as far as that is possible without the world.
#ifndef WI_MESSAGE_H
#define WI_MESSAGE_H

#include "wend/world.h"

typedef enum wi_deed {
    WI_DO_PLAY,
    WI_DO_PAUSE,
    WI_DO_STEP,
    WI_DO_SPEED,
    WI_DO_RESET,
    WI_DO_SET,
    WI_DO_DOOR,
    WI_DO_ADD,
    WI_DO_REMOVE,
    WI_DO_TAKE,
    WI_DO_RELEASE,
    WI_DO_DRIVE,
} wi_deed;

#define WI_NAME_MAX 64

typedef struct wi_message {
    wi_deed deed;
    uint32_t count, profile, level, door;
    bool open, has_seed;
    uint64_t seed;
    wend_serial id;
    double value;
    char parameter[WI_NAME_MAX];
    wend_point at, goal, velocity; // goal.x NAN: none
} wi_message;

wend_result wi_message_read(const char *text, size_t size, wi_message *message, wend_error *error);

#endif
