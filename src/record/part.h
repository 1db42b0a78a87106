// Part files: a log of frames that only grows. Cut off anywhere, it can be read up to its last whole frame.
//
//   "WENDPART" version            8 bytes each
//   block of kind ABOUT           text: what the recording says once
//   blocks of kind FRAME          one each, coded against the one before (part_code.h)
//   blocks of kind DOOR           between them: `count` is a door that has opened (flag) or closed since frame `number`
//   block of kind END             only if the file was ended properly
//
// A block is a head of WI_PART_HEAD bytes and what it says are its bytes. All numbers have their lowest byte first.
#ifndef WI_PART_H
#define WI_PART_H

#include "record/door_changes.h"
#include "record/trajectory.h"

#define WI_PART_MAGIC "WENDPART"
#define WI_PART_VERSION 4u // 1 had fewer columns and no plan, 2 no doors; 3 is but one wrong bit away from both
#define WI_PART_START 16u  // bytes before the first block
#define WI_PART_HEAD 40u

enum { WI_PART_ABOUT = 1, WI_PART_FRAME = 2, WI_PART_END = 3, WI_PART_DOOR = 4 };
enum { WI_PART_WHOLE = 1 }; // flag of END
enum { WI_PART_OPEN = 1 };  // flag of DOOR

typedef struct wi_part_block {
    uint32_t kind, flags, count; // of a frame: see wi_part_packed
    uint32_t stored, raw;
    int64_t number;
    uint64_t check; // of the rest of the head, its place in the sequence, and the bytes
} wi_part_block;

void wi_part_put_head(const wi_part_block *block, unsigned char head[WI_PART_HEAD]);
wi_part_block wi_part_get_head(const unsigned char head[WI_PART_HEAD]);

// What `check` must be for a head and its bytes; `index` counts blocks from 0.
uint64_t wi_part_check(const unsigned char head[WI_PART_HEAD], uint64_t index, const unsigned char *bytes, size_t size);

// A log being written to an open file, which stays the caller's; `path` is for messages.
typedef struct wi_part_log wi_part_log;
wend_result wi_part_log_start(int file, const char *path, const wi_recording *about, const wi_write_options *options,
                              wi_part_log **log, wend_error *error);

// Appends a frame in one write.
wend_result wi_part_log_frame(wi_part_log *log, const wi_frame *frame, wend_error *error);

wend_result wi_part_log_door(wi_part_log *log, wi_door_change change, wend_error *error);

// Appends the block that says: there is no more. Without it a reader takes the file for cut off.
wend_result wi_part_log_end(wi_part_log *log, bool whole, wend_error *error);
uint64_t wi_part_log_bytes(const wi_part_log *log);
void wi_part_log_free(wi_part_log *log);

#endif
