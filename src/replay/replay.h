// A recording made ready for the viewer: any format, read once in the background into blocks of frames that can be
// fetched in any order. The layout of everything here is docs/replay-protocol.md.
#ifndef WI_REPLAY_H
#define WI_REPLAY_H

#include <stdio.h>

#include "record/trajectory.h"

typedef struct wi_replay wi_replay;

// Bytes from malloc; free() them.
typedef struct wi_bytes {
    unsigned char *data;
    size_t size;
} wi_bytes;

// Opens a recording and starts reading it on a thread of its own. Blocks go to a nameless temporary file, so memory
// stays bounded whatever the length of the recording.
wend_result wi_replay_open(const char *path, wi_replay **replay, wend_error *error);
void wi_replay_close(wi_replay *replay); // stops the thread; NULL is fine

typedef struct wi_replay_progress {
    uint32_t frames, blocks, agents;
    bool done;
    wend_error error; // of the reading thread; result WEND_OK: none
} wi_replay_progress;
wi_replay_progress wi_replay_get_progress(wi_replay *replay);

// Waits until everything has been read; the error of reading, if there was one.
wend_result wi_replay_wait(wi_replay *replay, wend_error *error);

// What the requests of the protocol answer. All may be called while reading goes on, and from any thread.
wend_result wi_replay_about(wi_replay *replay, wi_bytes *json, wend_error *error);
wend_result wi_replay_index(wi_replay *replay, uint32_t from, wi_bytes *bytes, wend_error *error);
wend_result wi_replay_block(wi_replay *replay, uint32_t block, wi_bytes *bytes, wend_error *error);
wend_result wi_replay_agents(wi_replay *replay, uint32_t from, wi_bytes *bytes, wend_error *error);
wend_result wi_replay_timeline(wi_replay *replay, uint32_t from, wi_bytes *bytes, wend_error *error);

#endif
