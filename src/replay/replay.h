// A recording made ready for the viewer: any format, read once in the background into blocks of frames that can be
// fetched in any order. The layout of everything here is docs/replay-protocol.md.
#ifndef WI_REPLAY_H
#define WI_REPLAY_H

#include "record/trajectory.h"

typedef struct wi_replay wi_replay;

// Bytes from malloc; free() them.
typedef struct wi_bytes {
    unsigned char *data;
    size_t size;
} wi_bytes;

// Which frames are shown. Start from wi_replay_options_default: all of them.
typedef struct wi_replay_options {
    double from, until; // s: those between
    uint32_t every;     // and of these every so many
} wi_replay_options;

wi_replay_options wi_replay_options_default(void);

// Opens a recording and starts reading it on a thread of its own. Blocks go to a nameless temporary file, so memory
// grows with the agents and 12 bytes a frame, not with what the frames hold. A recording without frames is
// WEND_BAD_FILE, one without frames between `from` and `until` WEND_NOT_FOUND.
wend_result wi_replay_open(const char *path, const wi_replay_options *options, wi_replay **replay, wend_error *error);
void wi_replay_close(wi_replay *replay); // stops the thread; NULL is fine

typedef struct wi_replay_progress {
    uint32_t frames, blocks, agents; // that can be asked for
    bool done;
    wend_error error; // of the reading thread; result WEND_OK: none
} wi_replay_progress;
wi_replay_progress wi_replay_get_progress(wi_replay *replay);

// Waits until everything has been read; the error of reading, if there was one.
wend_result wi_replay_wait(wi_replay *replay, wend_error *error);

// The part of its name after the folders.
const char *wi_replay_source(const wi_replay *replay);

// What the requests of the protocol answer. All may be called while reading goes on, and from any thread. What is not
// there yet is left out; a block that is not there is WEND_NOT_FOUND.
wend_result wi_replay_about(wi_replay *replay, wi_bytes *json, wend_error *error);
wend_result wi_replay_index(wi_replay *replay, uint32_t from, wi_bytes *bytes, wend_error *error);
wend_result wi_replay_block(wi_replay *replay, uint32_t block, wi_bytes *bytes, wend_error *error);
wend_result wi_replay_agents(wi_replay *replay, uint32_t from, wi_bytes *bytes, wend_error *error);
wend_result wi_replay_timeline(wi_replay *replay, uint32_t from, wi_bytes *bytes, wend_error *error);

#endif
