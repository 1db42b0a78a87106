// What every part of the interface uses: results, errors, memory, jobs, vectors.
#ifndef WEND_BASE_H
#define WEND_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(_WIN32)
#define WEND_API
#else
#define WEND_API __attribute__((visibility("default")))
#endif

#ifdef __cplusplus
extern "C" {
#endif

#define WEND_COUNT(array) ((uint32_t)(sizeof(array) / sizeof((array)[0])))

typedef enum wend_result {
    WEND_OK = 0,
    WEND_BAD_ARGUMENT, // a value is out of range, not finite, or does not belong together
    WEND_NOT_FOUND,    // no such agent, parameter, preset or file
    WEND_BUSY,         // the world is in the middle of a step
    WEND_NO_SPACE,     // an agent would overlap another agent or a wall
    WEND_NO_MEMORY,    // the allocator gave nothing; the object is as it was before the call
    WEND_FILE_ERROR,   // the system could not read or write
    WEND_BAD_FILE,     // not a saved world, of another version or scene, truncated or altered
} wend_result;

// What went wrong, for a person. Every function that can fail takes one; NULL if you only want the result.
typedef struct wend_error {
    wend_result result;
    char text[252];
} wend_error;

// A position in the coordinates of the scene (metres; map coordinates are welcome).
typedef struct wend_point {
    double x, y;
} wend_point;

// A velocity (m/s), a direction, or a position relative to the scene's origin (m).
typedef struct wend_vec {
    float x, y;
} wend_vec;

// The host's memory. `resize` behaves like realloc: block NULL asks for a new block, new_size 0 gives one back (and must
// then succeed); it returns NULL when there is no memory. Called only from functions that say they allocate, never from
// the threads of a step. Blocks need the alignment of malloc.
typedef struct wend_allocator {
    void *(*resize)(void *user, void *block, size_t old_size, size_t new_size);
    void *user;
} wend_allocator;

// One piece of work: index counts from 0 to count - 1, worker from 0 to workers - 1.
typedef void wend_job(void *work, uint32_t index, uint32_t worker);

// The host's job system. `run` calls job(work, i, worker) once for each i below count, in any order and on any threads,
// and returns when all are done; no two calls that overlap in time may share a worker number. A call takes up to 0.6 MB of
// stack, which fibres may have to be given.
typedef struct wend_jobs {
    void (*run)(void *user, uint32_t count, wend_job *job, void *work);
    void *user;
    uint32_t workers;
} wend_jobs;

// Which instruction set a world uses. Results are the same bits on all of them.
typedef enum wend_isa {
    WEND_ISA_AUTO = 0, // the widest this machine has
    WEND_ISA_BASE,     // what every machine of this kind has
    WEND_ISA_AVX2,
    WEND_ISA_AVX512,
    WEND_ISA_COUNT,
} wend_isa;

// True if this build knows the instruction set and this machine has it.
WEND_API bool wend_isa_available(wend_isa isa);

// "base", "avx2", ...; never NULL.
WEND_API const char *wend_isa_name(wend_isa isa);

// The version of the library, for example "0.1.0".
WEND_API const char *wend_version(void);

// A number in [0, 1) that depends on its key alone: counter-based, so that any order of calls gives the same numbers.
// stream: who asks (agents have one each); purpose: what for; draw: counts several numbers for one purpose.
WEND_API float wend_random(uint64_t seed, uint64_t stream, uint64_t tick, uint32_t purpose, uint32_t draw);

// Elementary functions that give the same bits on every machine and compiler; error below 3 units in the last place of
// results near 1. Angles in radians; sin and cos for |angle| up to 10,000.
WEND_API float wend_sin(float angle);
WEND_API float wend_cos(float angle);
WEND_API float wend_atan2(float y, float x);
WEND_API float wend_exp(float x);

#ifdef __cplusplus
}
#endif
#endif
