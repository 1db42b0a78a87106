// Inside a live run.
#ifndef WI_LIVE_STATE_H
#define WI_LIVE_STATE_H

#include <pthread.h>
#include <stdatomic.h>

#include "base/clock.h"
#include "replay/frame_code.h"
#include "serve/live.h"
#include "serve/message.h"

#define WI_ORDERS_MAX 4096 // waiting in all
#define WI_ORDERS_EACH 128 // waiting of one viewer: as many as the server lets through at once
#define WI_COMPLAINTS_MAX 8
#define WI_STEPS_MAX 1000000          // asked for and not yet done
#define WI_FRAME_SECONDS (1.0 / 60.0) // between frames: eyes see no more
#define WI_STATUS_SOONEST 0.05        // s between two, after a change
#define WI_PIECE_ROWS 4096            // of the table of agents, in one message

// Bytes that several threads read and nobody changes any more.
typedef struct wi_parcel {
    atomic_uint holders;
    size_t size;
    unsigned char data[];
} wi_parcel;

wi_parcel *wi_parcel_make(size_t size); // with one holder; NULL without memory
wi_parcel *wi_parcel_hold(wi_parcel *parcel);
void wi_parcel_drop(wi_parcel *parcel); // NULL is fine

// Which viewer: its place, and a number that is never used again.
typedef struct wi_viewer_name {
    uint32_t place;
    uint64_t number;
} wi_viewer_name;

typedef struct wi_order {
    wi_viewer_name from;
    wi_message message;
} wi_order;

struct wi_viewer {
    wi_viewer_name name; // number 0: nobody is here
    uint32_t waiting;    // orders in the queue
    uint64_t epoch;      // of the run it has been told about; 0: none yet
    bool reset_said;     // that what it had is void
    uint32_t rows;       // of the table of agents that it has
    uint64_t frame;      // the last it got, by version
    uint64_t status;     // the same
    uint64_t change;     // it knows all up to here
    bool frame_first;    // it got words last, now it is the frame's turn
    wend_serial avatar;  // that it drives
    bool avatar_news;    // to be told
    char complaint[WI_COMPLAINTS_MAX][sizeof(((wend_error *)0)->text)];
    uint32_t complaints;
};

// A slider or a door that has been moved. There is one for each, so the list is bounded and the newest value counts.
typedef struct wi_change {
    uint64_t version;
    bool is_door;
    uint32_t which; // door or profile
    char parameter[WI_NAME_MAX];
    double value; // of a door: 1 open, 0 closed
} wi_change;

// Somebody's hold on an agent.
typedef struct wi_avatar {
    wi_viewer_name driver; // number 0: none
    wend_serial serial;
    wend_vec wish;   // m/s
    double heard;    // s, when the driver last said something
    float priority;  // before
    bool was_driven; // by the scenario, before
} wi_avatar;

struct wi_live {
    wi_live_def def;
    pthread_t thread;
    bool started;

    // The simulation thread's own.
    wi_run *run;
    bool running, ended, failed;
    uint32_t steps;                            // to do although it does not run
    double speed;                              // wished, times real time
    double due;                                // s: when the next step is
    double measured_at, measured_time, actual; // how fast it really is: since then (s), at that simulated time (s)
    char end[256];
    bool reset_wanted;
    uint64_t reset_seed;
    uint32_t added;    // by viewers to this run
    wend_point origin; // of the scene
    double bounds[4];  // of everything, relative to it
    bool *door_open;   // as viewers have been told
    wi_avatar avatar[WI_VIEWERS_MAX];
    bool watched;               // there are viewers
    bool frame_due, status_due; // something has changed since they were made
    double frame_at, status_at; // s: when they were made
    wi_shown *shown;
    uint32_t shown_capacity;
    wi_shown_pair *pair;
    uint32_t pair_capacity;
    uint32_t *row; // by serial - 1
    uint32_t row_capacity;

    // Shared, under the lock.
    pthread_mutex_t lock;
    pthread_cond_t awake;
    bool stopping, nudged; // nudged: there is something to look at
    uint32_t viewers;
    wi_order order[WI_ORDERS_MAX]; // a ring
    uint32_t first_order, orders;
    wi_viewer viewer[WI_VIEWERS_MAX];
    uint64_t last_number, version; // of viewers; of whatever is published
    uint64_t epoch;                // counts runs from 1
    wi_parcel *about, *frame, *status;
    uint64_t frame_version, status_version;
    wi_cast_row *cast; // of agents by serial - 1
    uint32_t cast_count, cast_capacity;
    wi_change *change;
    uint32_t changes, change_capacity;
};

void wi_live_start_clock(wi_live *live); // steps are due from now on

// Tells a viewer what it did wrong, if it is still there. Takes the lock.
void wi_live_complain(wi_live *live, wi_viewer_name to, const char *text);

// Carries out what viewers asked for. (live_orders.c)
void wi_live_obey(wi_live *live);
void wi_live_keep_sliders(wi_live *live); // puts moved sliders on a new run
void wi_live_forget_doors(wi_live *live); // those of a new run are as the scenario has them
void wi_live_note_doors(wi_live *live);   // tells of doors that the scenario has opened or closed in a step

// Avatars (live_avatar.c).
wend_result wi_avatar_take(wi_live *live, wi_viewer_name driver, wend_serial serial, wend_error *error);
wend_result wi_avatar_drive(wi_live *live, wi_viewer_name driver, wend_point velocity, wend_error *error);
void wi_avatar_release(wi_live *live, wi_viewer_name driver);
void wi_avatars_forget(wi_live *live); // the run is gone
void wi_avatars_check(wi_live *live);  // lets go those whose driver has left
void wi_avatars_move(wi_live *live);   // before each step

// What viewers see (live_show.c). Both may fail for want of memory; then what was there before stays.
bool wi_live_show_run(wi_live *live); // a new run: description, empty table
void wi_live_show(wi_live *live);     // frame and status, where they are due

// The description of a run, as a message; NULL without memory. (live_about.c)
wi_parcel *wi_live_about(const wi_run *run, double bounds[4]);

#endif
