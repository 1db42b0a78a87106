// Recordings of moving agents: what they hold, and reading and writing them frame by frame, whatever the format.
#ifndef WI_TRAJECTORY_H
#define WI_TRAJECTORY_H

#include "wend/model.h"

// Where one agent was. What a format does not tell is NAN, WI_NO_PROFILE or WI_NO_GROUP.
typedef struct wi_spot {
    uint64_t id;
    double x, y, z;                 // m
    float vx, vy;                   // m/s
    float heading;                  // rad
    float preferred_x, preferred_y; // m/s: the preferred velocity
    float half_length, half_width;  // m, of the body along the heading and across it
    uint32_t profile;               // index into wi_recording.profiles
    uint32_t group;                 // index into the groups of the plan (wi_plan)
} wi_spot;
#define WI_NO_PROFILE UINT32_MAX
#define WI_NO_GROUP UINT32_MAX

// Somebody at a place of whom nothing else is known.
wi_spot wi_spot_at(uint64_t id, double x, double y);

// One of a running world: its place, velocity, heading and size. Levels have no height here.
wi_spot wi_spot_in_view(const wend_view *view, uint32_t row, wend_point origin);

// All agents at one time, ordered by id. Time is number / fps.
typedef struct wi_frame {
    int64_t number;
    wi_spot *spot;
    uint32_t count;
} wi_frame;

// What a recording says once. Strings may be NULL; they and the list belong to whoever holds the struct.
typedef struct wi_recording {
    double fps;
    char *geometry; // WKT of the walkable area or of the walls
    char *scenario; // text of the scenario that was run
    char *plan;     // JSON of what stands where and who is who, see record/plan.h
    char *version;  // of wend
    char **profiles;
    double *profile_radius; // m, of the disc around a body of each profile; 0 where it differs; NULL: not known
    uint32_t profile_count;
    uint64_t seed;
    bool has_seed;
    bool whole;     // false: the run that made it was cut short, and this is what was saved
    char note[200]; // for a person, for example what is missing
} wi_recording;

void wi_recording_free(wi_recording *about); // what it points to

// A file being read. Made by wi_reader_open; the functions are the format's.
typedef struct wi_reader wi_reader;
struct wi_reader {
    const struct wi_format *format;
    wi_recording about;
    void *state;
    // The next frame in order of number (the spots stay valid until the next call); *more is false at the end.
    wend_result (*next)(wi_reader *reader, wi_frame *frame, bool *more, wend_error *error);
    void (*close)(wi_reader *reader); // frees `state` alone: wi_reader_close frees `about` and the reader
};

typedef struct wi_write_options {
    double precision; // m: positions are rounded to multiples of this; 0: as they are
} wi_write_options;

// A file being written: under a temporary name beside the target, which it takes only when finished.
typedef struct wi_writer wi_writer;
struct wi_writer {
    const struct wi_format *format;
    void *state;
    wend_result (*frame)(wi_writer *writer, const wi_frame *frame, wend_error *error); // numbers must rise
    wend_result (*finish)(wi_writer *writer,
                          wend_error *error); // completes and renames; frees the writer on success or not
    void (*abandon)(wi_writer *writer);       // removes what was written so far, frees the writer
    // Both free the struct itself too, which wi_writer_create made with malloc.
};

// A format is a row in a table.
typedef struct wi_format {
    const char *name;              // "hdf5"
    const char *summary;           // for a person
    const char *const *extensions; // {"h5", "hdf5", NULL}
    // How sure one can be that a file is of this format from its first bytes: 0 no, 1 perhaps, 2 certainly.
    int (*recognise)(const unsigned char *bytes, size_t size);
    // Fills state, about, next, close. When it fails it leaves nothing but `about`, which wi_reader_open frees.
    wend_result (*open)(const char *path, wi_reader *reader, wend_error *error);
    // NULL where the format is only read.
    wend_result (*create)(const char *path, const wi_recording *about, const wi_write_options *options,
                          wi_writer *writer, wend_error *error);
} wi_format;

// Written in src/record/part.c, hdf5.c, sqlite.c, text.c, csv.c, and read there, in ..._read.c or in obsmat.c. The list is in formats.c.
extern const wi_format wi_format_part, wi_format_hdf5, wi_format_sqlite, wi_format_text, wi_format_csv,
    wi_format_obsmat;

// All formats, and one by the extension of a path (NULL if there is none).
const wi_format *const *wi_formats(uint32_t *count);
const wi_format *wi_format_for_path(const char *path);

// Opens a recording of any format, by its contents first and its name second. *reader is made with malloc; wi_reader_close.
wend_result wi_reader_open(const char *path, wi_reader **reader, wend_error *error);
void wi_reader_close(wi_reader *reader); // NULL is fine

// Starts a file in the format of its extension.
wend_result wi_writer_create(const char *path, const wi_recording *about, const wi_write_options *options,
                             wi_writer **writer, wend_error *error);

#endif
