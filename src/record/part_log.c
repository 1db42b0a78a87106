// Writing part files, and the form of their blocks.
#include "base/disk.h"
#include "base/error.h"
#include "base/hash.h"
#include "record/part.h"
#include "record/part_code.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Blocks ---------------------------------------------------------------------------------------------------------------

static void put(unsigned char *to, uint64_t value, uint32_t size) {
    for (uint32_t i = 0; i < size; i++) to[i] = (unsigned char)(value >> 8 * i);
}

static uint64_t get(const unsigned char *from, uint32_t size) {
    uint64_t value = 0;
    for (uint32_t i = 0; i < size; i++) value |= (uint64_t)from[i] << 8 * i;
    return value;
}

void wi_part_put_head(const wi_part_block *block, unsigned char head[WI_PART_HEAD]) {
    memset(head, 0, WI_PART_HEAD);
    put(head, block->kind, 4);
    put(head + 4, block->flags, 4);
    put(head + 8, block->count, 4);
    put(head + 12, block->stored, 4);
    put(head + 16, block->raw, 4);
    put(head + 24, (uint64_t)block->number, 8);
    put(head + 32, block->check, 8);
}

wi_part_block wi_part_get_head(const unsigned char head[WI_PART_HEAD]) {
    return (wi_part_block){.kind = (uint32_t)get(head, 4),
                           .flags = (uint32_t)get(head + 4, 4),
                           .count = (uint32_t)get(head + 8, 4),
                           .stored = (uint32_t)get(head + 12, 4),
                           .raw = (uint32_t)get(head + 16, 4),
                           .number = (int64_t)get(head + 24, 8),
                           .check = get(head + 32, 8)};
}

uint64_t wi_part_check(const unsigned char head[WI_PART_HEAD], uint64_t index, const unsigned char *bytes,
                       size_t size) {
    return wi_hash_bytes(wi_hash_bytes(index, head, WI_PART_HEAD - 8), bytes, size);
}

// What a recording says once -------------------------------------------------------------------------------------------

// Each field is its name, the length of its text and the text, each with a line end: a person can read it too.
typedef struct text {
    char *bytes;
    size_t size, room;
    bool failed;
} text;

static void add_bytes(text *to, const char *bytes, size_t size) {
    if (to->size + size > to->room) {
        size_t room = 2 * (to->size + size);
        char *grown = realloc(to->bytes, room);
        to->failed |= !grown;
        if (!grown) return;
        to->bytes = grown;
        to->room = room;
    }
    memcpy(to->bytes + to->size, bytes, size);
    to->size += size;
}

static void add_field(text *to, const char *name, const char *value) {
    char head[64];
    if (!value || to->failed) return;
    int length = snprintf(head, sizeof head, "%s\n%zu\n", name, strlen(value));
    add_bytes(to, head, (size_t)length);
    add_bytes(to, value, strlen(value));
    add_bytes(to, "\n", 1);
}

// Shorter than "%.17g" where a shorter one reads back the same.
static void add_number(text *to, const char *name, double value) {
    char shown[40];
    for (int digits = 6; digits <= 17; digits++) {
        (void)snprintf(shown, sizeof shown, "%.*g", digits, value);
        if (strtod(shown, NULL) == value) break;
    }
    add_field(to, name, shown);
}

// Numbers have a point whatever the host's locale is.
static text describe(const wi_recording *about, double precision) {
    text to = {0};
    locale_t plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    to.failed = !plain;
    if (!plain) return to;
    locale_t before = uselocale(plain);
    add_number(&to, "fps", about->fps);
    add_number(&to, "precision", precision);
    if (about->has_seed) {
        char seed[24];
        (void)snprintf(seed, sizeof seed, "%llu", (unsigned long long)about->seed);
        add_field(&to, "seed", seed);
    }
    add_field(&to, "version", about->version);
    for (uint32_t i = 0; i < about->profile_count; i++) {
        add_field(&to, "profile", about->profiles[i]);
        if (about->profile_radius) add_number(&to, "radius", about->profile_radius[i]);
    }
    if (about->note[0]) add_field(&to, "note", about->note);
    add_field(&to, "geometry", about->geometry);
    add_field(&to, "scenario", about->scenario);
    add_field(&to, "plan", about->plan);
    (void)uselocale(before);
    freelocale(plain);
    return to;
}

// The log --------------------------------------------------------------------------------------------------------------

struct wi_part_log {
    int file;
    char *path;
    wi_part_coder coder;
    unsigned char *bytes; // a head and what follows it
    size_t room;
    uint64_t blocks, written;
    int64_t last; // frame
};

static bool reserve(wi_part_log *log, size_t size) {
    if (WI_PART_HEAD + size <= log->room) return true;
    size_t room = WI_PART_HEAD + size + size / 4;
    unsigned char *grown = realloc(log->bytes, room);
    if (!grown) return false;
    log->bytes = grown;
    log->room = room;
    return true;
}

static wend_result write_bytes(wi_part_log *log, const void *bytes, size_t size, wend_error *error) {
    int code = wi_write_all(log->file, bytes, size);
    if (code != 0) return wi_fail_system(error, "write", log->path, code);
    log->written += size;
    return WEND_OK;
}

// The bytes of the block already lie behind the room for its head.
static wend_result write_block(wi_part_log *log, wi_part_block block, wend_error *error) {
    wi_part_put_head(&block, log->bytes);
    block.check = wi_part_check(log->bytes, log->blocks, log->bytes + WI_PART_HEAD, block.stored);
    wi_part_put_head(&block, log->bytes);
    wend_result result = write_bytes(log, log->bytes, WI_PART_HEAD + block.stored, error);
    if (result == WEND_OK) log->blocks++;
    return result;
}

static wend_result write_about(wi_part_log *log, const wi_recording *about, double precision, wend_error *error) {
    unsigned char start[WI_PART_START] = WI_PART_MAGIC;
    put(start + 8, WI_PART_VERSION, 8);
    text told = describe(about, precision);
    wend_result result = WEND_OK;
    if (told.failed || told.size > UINT32_MAX / 2 || !reserve(log, told.size))
        result = wi_fail(error, WEND_NO_MEMORY, "no memory for the description of a recording");
    if (!result) result = write_bytes(log, start, sizeof start, error);
    if (!result) {
        memcpy(log->bytes + WI_PART_HEAD, told.bytes, told.size);
        uint32_t size = (uint32_t)told.size;
        result = write_block(log, (wi_part_block){.kind = WI_PART_ABOUT, .stored = size, .raw = size}, error);
    }
    free(told.bytes);
    return result;
}

wend_result wi_part_log_start(int file, const char *path, const wi_recording *about, const wi_write_options *options,
                              wi_part_log **log, wend_error *error) {
    *log = NULL;
    double precision = options ? options->precision : 0.0;
    if (!(about->fps > 0.0) || !isfinite(about->fps))
        return wi_fail(error, WEND_BAD_ARGUMENT, "a recording has %g frames a second; expected more than 0",
                       about->fps);
    if (!(precision >= 0.0) || !isfinite(precision))
        return wi_fail(error, WEND_BAD_ARGUMENT, "the precision is %g m; expected 0 or more", precision);
    wi_part_log *made = calloc(1, sizeof *made);
    if (!made || !(made->path = strdup(path))) {
        free(made);
        return wi_fail(error, WEND_NO_MEMORY, "no memory to write a recording");
    }
    made->file = file;
    made->coder = wi_part_coder_from(precision, about->fps);
    wend_result result = write_about(made, about, precision, error);
    if (result)
        wi_part_log_free(made);
    else
        *log = made;
    return result;
}

wend_result wi_part_log_frame(wi_part_log *log, const wi_frame *frame, wend_error *error) {
    if (!reserve(log, wi_part_bound(frame->count)))
        return wi_fail(error, WEND_NO_MEMORY, "no memory for a frame of %u agents", frame->count);
    wi_part_packed packed;
    wend_result result = wi_part_pack(&log->coder, frame, log->bytes + WI_PART_HEAD, &packed, error);
    if (result) return result;
    wi_part_block block = {.kind = WI_PART_FRAME,
                           .flags = packed.flags,
                           .count = packed.count,
                           .stored = packed.stored,
                           .raw = packed.raw,
                           .number = packed.number};
    log->last = frame->number;
    return write_block(log, block, error);
}

wend_result wi_part_log_door(wi_part_log *log, wi_door_change change, wend_error *error) {
    wi_part_block block = {
        .kind = WI_PART_DOOR, .flags = change.open ? WI_PART_OPEN : 0, .count = change.door, .number = change.frame};
    return write_block(log, block, error);
}

wend_result wi_part_log_end(wi_part_log *log, bool whole, wend_error *error) {
    wi_part_block block = {.kind = WI_PART_END, .flags = whole ? WI_PART_WHOLE : 0, .number = log->last};
    return write_block(log, block, error);
}

uint64_t wi_part_log_bytes(const wi_part_log *log) { return log->written; }

void wi_part_log_free(wi_part_log *log) {
    if (!log) return;
    wi_part_coder_free(&log->coder);
    free(log->bytes);
    free(log->path);
    free(log);
}
