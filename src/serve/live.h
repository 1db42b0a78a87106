// A scenario that runs while people watch it and meddle. The simulation has a thread of its own and never waits for a
// viewer: what viewers ask for goes through a bounded queue, and what they get is always the newest state, made when they
// are ready for it. Messages are those of docs/replay-protocol.md, "Live".
#ifndef WI_LIVE_H
#define WI_LIVE_H

#include "base/json_write.h"
#include "replay/replay.h"
#include "scenario/run.h"

typedef struct wi_live wi_live;
typedef struct wi_viewer wi_viewer;

#define WI_VIEWERS_MAX 32

typedef struct wi_live_def {
    const wi_scenario *scenario; // must outlive the live run
    wi_run *run;                 // of that scenario, not stepped yet; handed over if opening succeeds
    uint32_t threads;            // for runs after a reset
    bool paused;                 // at first
    void *host;
    void (*changed)(void *host); // viewers may ask for more; called on the simulation's thread. May be NULL.
    // Whoever measures the run: sees it when it is `fresh`, also after a reset, and after each step, and adds to its status.
    // Never called by two threads at once; both may be NULL.
    void (*look)(void *host, const wi_run *run, bool fresh);
    void (*add_status)(void *host, wi_json_object *status);
} wi_live_def;

wend_result wi_live_open(const wi_live_def *def, wi_live **live, wend_error *error);
void wi_live_stop(wi_live *live);  // ends the thread; after that `changed` is not called any more
void wi_live_close(wi_live *live); // stops it, too; NULL is fine

// The newest status message, for those who do not watch; `body` is the caller's. False if there is none.
bool wi_live_status(wi_live *live, wi_bytes *body);

// Viewers. These are called from one thread, which is not the simulation's.
wi_viewer *wi_live_join(wi_live *live); // NULL: there are WI_VIEWERS_MAX
void wi_live_leave(wi_live *live, wi_viewer *viewer);

// A message of a viewer; what is wrong with it is among the next messages to it.
void wi_live_hear(wi_live *live, wi_viewer *viewer, const char *text, size_t size);

// The next message to a viewer; false if there is none now. `body` is the caller's, *text says which kind it is.
bool wi_live_next(wi_live *live, wi_viewer *viewer, wi_bytes *body, bool *text);

#endif
