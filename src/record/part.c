// Reading part files, and the format in the list of formats.
#include "record/part.h"

#include "base/beside.h"
#include "base/disk.h"
#include "base/error.h"
#include "record/part_code.h"

#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#define BUFFER ((size_t)1 << 20)

typedef struct log_file {
    FILE *file;
    char *path;
    uint64_t version;
    uint64_t size, at; // bytes
    uint64_t blocks;   // read so far
    uint64_t good;     // blocks that are sound, without END
    uint64_t first_at; // of the first frame
    unsigned char *bytes;
    size_t room;
    wi_part_coder coder;
    double precision;
} log_file;

// Blocks ---------------------------------------------------------------------------------------------------------------

static bool reserve(log_file *log, size_t size) {
    if (size <= log->room) return true;
    size_t room = size + size / 4;
    unsigned char *grown = realloc(log->bytes, room);
    if (!grown) return false;
    log->bytes = grown;
    log->room = room;
    return true;
}

// Reads the next block. Sets *sound to false where the file ends, is cut off or altered.
static wend_result read_block(log_file *log, wi_part_block *block, bool *sound, wend_error *error) {
    unsigned char head[WI_PART_HEAD];
    *sound = false;
    if (log->size - log->at < WI_PART_HEAD || fread(head, 1, sizeof head, log->file) != sizeof head) return WEND_OK;
    *block = wi_part_get_head(head);
    if (block->stored > log->size - log->at - WI_PART_HEAD) return WEND_OK;
    if (!reserve(log, block->stored))
        return wi_fail(error, WEND_NO_MEMORY, "no memory for %u bytes of `%.100s`", block->stored, log->path);
    if (block->stored > 0 && fread(log->bytes, 1, block->stored, log->file) != block->stored) return WEND_OK;
    if (block->check != wi_part_check(head, log->blocks, log->bytes, block->stored)) return WEND_OK;
    log->at += WI_PART_HEAD + block->stored;
    log->blocks++;
    *sound = true;
    return WEND_OK;
}

static bool go_to(log_file *log, uint64_t at, uint64_t blocks) {
    if (fseeko(log->file, (off_t)at, SEEK_SET) != 0) return false;
    log->at = at;
    log->blocks = blocks;
    return true;
}

// What a recording says once -------------------------------------------------------------------------------------------

typedef struct field {
    const char *name, *text;
    size_t size;
} field;

static const char *line_end(const char *at, const char *end) {
    return at < end ? memchr(at, '\n', (size_t)(end - at)) : NULL;
}

// Takes the next field; its name and text then end with a zero. False at the end; *good becomes false at what is none.
static bool next_field(char **at, char *end, field *found, bool *good) {
    if (*at == end) return false;
    *good = false;
    const char *name_end = line_end(*at, end), *size_end = name_end ? line_end(name_end + 1, end) : NULL;
    if (!size_end) return false;
    size_t size = 0;
    for (const char *digit = name_end + 1; digit < size_end; digit++) {
        if (*digit < '0' || *digit > '9' || size > SIZE_MAX / 100) return false;
        size = 10 * size + (size_t)(*digit - '0');
    }
    if (size >= (size_t)(end - size_end - 1) || size_end[1 + size] != '\n') return false;
    *found = (field){.name = *at, .text = size_end + 1, .size = size};
    (*at)[name_end - *at] = '\0';
    (*at)[size_end + 1 + size - *at] = '\0';
    *at += size_end + 2 + size - *at;
    return *good = true;
}

static bool keep_text(char **to, const field *found) {
    free(*to);
    return (*to = strdup(found->text)) != NULL;
}

static bool keep_profile(wi_recording *about, const field *found) {
    uint32_t count = about->profile_count;
    if ((count & (count - 1)) == 0) { // a power of two: the list is full
        char **grown = realloc(about->profiles, (count ? 2 * (size_t)count : 1) * sizeof *grown);
        if (!grown) return false;
        about->profiles = grown;
        double *radii = realloc(about->profile_radius, (count ? 2 * (size_t)count : 1) * sizeof *radii);
        if (!radii) return false;
        about->profile_radius = radii;
    }
    if (!(about->profiles[count] = strdup(found->text))) return false;
    about->profile_radius[count] = 0.0; // until told
    about->profile_count++;
    return true;
}

// In the locale of read_fields.
static double read_number(const char *text) {
    char *end;
    double value = strtod(text, &end);
    return *end || end == text ? NAN : value;
}

// Belongs to the profile before it.
static void keep_radius(wi_recording *about, const field *found) {
    double radius = read_number(found->text);
    if (about->profile_count > 0 && radius > 0.0 && radius < 1000.0)
        about->profile_radius[about->profile_count - 1] = radius;
}

// Fields of later versions are passed over. False without memory.
static bool keep_field(log_file *log, wi_recording *about, const field *found) {
    if (strcmp(found->name, "fps") == 0) about->fps = read_number(found->text);
    if (strcmp(found->name, "precision") == 0) log->precision = read_number(found->text);
    if (strcmp(found->name, "seed") == 0) {
        about->seed = strtoull(found->text, NULL, 10);
        about->has_seed = true;
    }
    if (strcmp(found->name, "note") == 0) (void)snprintf(about->note, sizeof about->note, "%s", found->text);
    if (strcmp(found->name, "version") == 0) return keep_text(&about->version, found);
    if (strcmp(found->name, "geometry") == 0) return keep_text(&about->geometry, found);
    if (strcmp(found->name, "scenario") == 0) return keep_text(&about->scenario, found);
    if (strcmp(found->name, "plan") == 0) return keep_text(&about->plan, found);
    if (strcmp(found->name, "profile") == 0) return keep_profile(about, found);
    if (strcmp(found->name, "radius") == 0) keep_radius(about, found);
    return true;
}

// Takes all fields. Numbers have a point whatever the host's locale is.
static wend_result read_fields(log_file *log, wi_recording *about, char *at, char *end, bool *good, wend_error *error) {
    locale_t plain = newlocale(LC_ALL_MASK, "C", (locale_t)0), before = plain ? uselocale(plain) : (locale_t)0;
    bool kept = plain;
    for (field found; kept && *good && next_field(&at, end, &found, good);) kept = keep_field(log, about, &found);
    if (plain) {
        (void)uselocale(before);
        freelocale(plain);
    }
    if (!kept) return wi_fail(error, WEND_NO_MEMORY, "no memory for the description of `%.100s`", log->path);
    return WEND_OK;
}

static wend_result read_about(log_file *log, wi_recording *about, wend_error *error) {
    wi_part_block block;
    bool sound;
    wend_result result = read_block(log, &block, &sound, error);
    if (result) return result;
    bool good = sound && block.kind == WI_PART_ABOUT && block.stored > 0;
    if (good) result = read_fields(log, about, (char *)log->bytes, (char *)log->bytes + block.stored, &good, error);
    if (result) return result;
    good = good && about->fps > 0.0 && isfinite(about->fps) && log->precision >= 0.0 && isfinite(log->precision);
    if (!good)
        return wi_fail(error, WEND_BAD_FILE, "`%.100s` was cut off or altered at its beginning: nothing can be saved",
                       log->path);
    log->first_at = log->at;
    return WEND_OK;
}

// Opening --------------------------------------------------------------------------------------------------------------

// True while a recorder has the file open for writing.
static bool is_growing(const log_file *log) {
    int file = fileno(log->file);
    if (flock(file, LOCK_SH | LOCK_NB) != 0) return errno == EWOULDBLOCK;
    (void)flock(file, LOCK_UN);
    return false;
}

typedef struct ending {
    bool ended, whole; // an END was found, and what it says
    bool altered;      // bytes follow that are no block
    bool any;          // frame
    int64_t last;      // frame
    wi_door_changes doors;
} ending;

static wi_door_change door_change_of(const wi_part_block *block) {
    return (wi_door_change){.frame = block->number, .door = block->count, .open = block->flags & WI_PART_OPEN};
}

// All blocks are looked at once, so that what is told about the file is true from the start.
static wend_result scan(log_file *log, ending *found, wend_error *error) {
    log->good = log->blocks;
    for (wi_part_block block;;) {
        bool sound;
        wend_result result = read_block(log, &block, &sound, error);
        if (result) return result;
        if (sound && block.kind == WI_PART_END) {
            found->ended = true;
            found->whole = block.flags & WI_PART_WHOLE;
        }
        if (!sound || (block.kind != WI_PART_FRAME && block.kind != WI_PART_DOOR)) break;
        log->good = log->blocks;
        if (block.kind == WI_PART_FRAME) {
            found->any = true;
            found->last = block.number;
        } else if (!wi_door_changes_add(&found->doors, door_change_of(&block))) {
            return wi_fail(error, WEND_NO_MEMORY, "no memory for the doors of `%.100s`", log->path);
        }
    }
    found->altered = !found->ended && log->at < log->size;
    return WEND_OK;
}

static void tell_ending(const log_file *log, const ending *found, wi_recording *about) {
    about->whole = found->ended && found->whole;
    if (about->whole || (found->ended && about->note[0])) return;
    const char *what = found->ended      ? "the run was interrupted"
                       : is_growing(log) ? "the run is still going on; this is what it saved"
                                         : "the run was cut off";
    if (found->any)
        (void)snprintf(about->note, sizeof about->note, "%s after frame %lld", what, (long long)found->last);
    else
        (void)snprintf(about->note, sizeof about->note, "%s before its first frame", what);
}

static void free_log(log_file *log) {
    if (log->file) (void)fclose(log->file);
    wi_part_coder_free(&log->coder);
    free(log->bytes);
    free(log->path);
    free(log);
}

static wend_result open_file(log_file *log, const char *path, wend_error *error) {
    struct stat status;
    int file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (file < 0) return wi_fail_system(error, "open", path, errno);
    log->file = fdopen(file, "rb");
    if (!log->file) {
        (void)close(file);
        return wi_fail_system(error, "open", path, errno);
    }
    if (fstat(file, &status) != 0 || !S_ISREG(status.st_mode))
        return wi_fail(error, WEND_FILE_ERROR, "`%.100s` is not a plain file", path);
    (void)setvbuf(log->file, NULL, _IOFBF, BUFFER);
    log->size = (uint64_t)status.st_size;
    return WEND_OK;
}

static wend_result read_start(log_file *log, wend_error *error) {
    unsigned char start[WI_PART_START];
    if (fread(start, 1, sizeof start, log->file) != sizeof start || memcmp(start, WI_PART_MAGIC, 8) != 0)
        return wi_fail(error, WEND_BAD_FILE, "`%.100s` does not begin as a part file does", log->path);
    uint64_t version = 0;
    for (uint32_t i = 0; i < 8; i++) version |= (uint64_t)start[8 + i] << 8 * i;
    if (version != 1 && version != 2 && version != WI_PART_VERSION)
        return wi_fail(error, WEND_BAD_FILE, "`%.100s` is a part file of version %llu; this program reads 1, 2 and %u",
                       log->path, (unsigned long long)version, WI_PART_VERSION);
    log->version = version;
    log->at = WI_PART_START;
    return WEND_OK;
}

static wend_result read_all_about(log_file *log, wi_reader *reader, wend_error *error) {
    ending found = {0};
    wend_result result = open_file(log, log->path, error);
    if (!result) result = read_start(log, error);
    if (!result) result = read_about(log, &reader->about, error);
    if (!result) result = scan(log, &found, error);
    if (!result && !wi_door_changes_tell(&found.doors, &reader->about.plan))
        result = wi_fail(error, WEND_NO_MEMORY, "no memory for the plan of `%.100s`", log->path);
    wi_door_changes_free(&found.doors);
    if (result) return result;
    tell_ending(log, &found, &reader->about);
    log->coder = wi_part_coder_from(log->precision, reader->about.fps);
    if (log->version == 1) log->coder.columns = WI_PART_COLUMNS_1;
    if (!go_to(log, log->first_at, 1)) return wi_fail_system(error, "read", log->path, errno);
    return WEND_OK;
}

static wend_result next_frame(wi_reader *reader, wi_frame *frame, bool *more, wend_error *error) {
    log_file *log = reader->state;
    wi_part_block block;
    bool sound;
    wend_result result;
    *more = false;
    do {
        if (log->blocks >= log->good) return WEND_OK;
        result = read_block(log, &block, &sound, error);
        if (result) return result;
        if (!sound) return wi_fail(error, WEND_BAD_FILE, "`%.100s` changed while it was read", log->path);
    } while (block.kind == WI_PART_DOOR);
    wi_part_packed packed = {.flags = block.flags,
                             .count = block.count,
                             .stored = block.stored,
                             .raw = block.raw,
                             .number = block.number,
                             .bytes = log->bytes};
    result = wi_part_unpack(&log->coder, &packed, frame, error);
    if (result) {
        log->good = 0; // what follows is coded against it
        return result;
    }
    *more = true;
    return WEND_OK;
}

static void close_part(wi_reader *reader) {
    free_log(reader->state);
    reader->state = NULL;
}

static wend_result open_part(const char *path, wi_reader *reader, wend_error *error) {
    log_file *log = calloc(1, sizeof *log);
    if (!log || !(log->path = strdup(path))) {
        free(log);
        return wi_fail(error, WEND_NO_MEMORY, "no memory to read a recording");
    }
    wend_result result = read_all_about(log, reader, error);
    if (result) {
        free_log(log);
        return result;
    }
    reader->state = log;
    reader->next = next_frame;
    reader->close = close_part;
    return WEND_OK;
}

// Writing --------------------------------------------------------------------------------------------------------------

typedef struct part_writer {
    wi_beside beside;
    int file;
    wi_part_log *log;
    bool whole;
} part_writer;

static void free_writer(part_writer *state) {
    wi_part_log_free(state->log);
    if (state->file >= 0) (void)close(state->file);
    wi_beside_abandon(&state->beside); // nothing once it was finished
    free(state);
}

static void abandon_part(wi_writer *writer) {
    free_writer(writer->state);
    free(writer);
}

static wend_result write_frame(wi_writer *writer, const wi_frame *frame, wend_error *error) {
    part_writer *state = writer->state;
    return wi_part_log_frame(state->log, frame, error);
}

static wend_result finish_part(wi_writer *writer, wend_error *error) {
    part_writer *state = writer->state;
    wend_result result = wi_part_log_end(state->log, state->whole, error);
    if (!result) result = wi_beside_finish(&state->beside, error);
    abandon_part(writer);
    return result;
}

static wend_result create_part(const char *path, const wi_recording *about, const wi_write_options *options,
                               wi_writer *writer, wend_error *error) {
    part_writer *state = calloc(1, sizeof *state);
    if (!state) return wi_fail(error, WEND_NO_MEMORY, "no memory to write a recording");
    state->whole = about->whole;
    state->file = -1;
    wend_result result = wi_beside_start(path, &state->beside, error);
    if (!result && (state->file = open(state->beside.path, O_WRONLY | O_CLOEXEC)) < 0)
        result = wi_fail_system(error, "write", path, errno);
    if (!result) result = wi_part_log_start(state->file, path, about, options, &state->log, error);
    if (result) {
        free_writer(state);
        return result;
    }
    writer->state = state;
    writer->frame = write_frame;
    writer->finish = finish_part;
    writer->abandon = abandon_part;
    return WEND_OK;
}

static int recognise(const unsigned char *bytes, size_t size) {
    return size >= 8 && memcmp(bytes, WI_PART_MAGIC, 8) == 0 ? 2 : 0;
}

static const char *const extensions[] = {"part", NULL};

const wi_format wi_format_part = {
    .name = "part",
    .summary = "wend's own log of a run in progress; what a killed run leaves",
    .extensions = extensions,
    .recognise = recognise,
    .open = open_part,
    .create = create_part,
};
