// The agents of a world as columns. One table names them; allocating, sorting, saving and hashing walk the table.
#ifndef WI_COLUMNS_H
#define WI_COLUMNS_H

#include "base/jobs.h"
#include "sense/around.h"
#include "wend/model.h"

typedef struct wi_columns {
    uint32_t count, capacity;
    uint64_t *serial;
    float *x, *y;
    wend_motion *motion;
    wend_goal *goal;
    wend_pace *pace;
    wend_form *form;
    wend_role *role;
    wend_ties *ties; // NULL until somebody has any
    wend_mind *mind; // these too, each as far as the scene's behaviours need it
    wend_frames *frames, *inner;
    wend_loans *loans, *loans_more;
    wend_mood *mood;
    wend_way *way;     // NULL where the scene has no map
    uint32_t *aim;     // with it: the number of one's destination
    uint32_t *memory;  // number of the block with what the model remembers; NULL where no model does
    uint64_t *unknown; // sites, as in wend_agent; NULL where everyone knows all
    float *reach;
    // Not state: one spare column of each element size, through which a column is sorted.
    uint64_t *spare8;
    float *spare4;
    wend_motion *spare16; // between sorts: where the models write the next motion
    // Not state: what is seen of everyone while steering; order and cells while sorting. The two never meet.
    union {
        wend_body *body;
        void *scratch;
    };
    void *around; // not state: see sense/around.h; NULL until somebody has a habit that looks about
} wi_columns;

typedef struct wi_column {
    const char *name;
    const char *fields; // for the saved file: "f" float, "u" uint32, "h" uint16, "b" uint8, "l" uint64
    size_t offset;      // of the pointer in wi_columns
    uint32_t size;      // of an element
    bool derived;       // rebuilt, so neither saved nor hashed
    bool optional;      // there only if it is needed (then saved with a mark of its own): may be NULL
} wi_column;

extern const wi_column wi_column_table[];
extern const uint32_t wi_column_count;

// A hash of the table: files with another one are not read.
uint64_t wi_column_hash(void);

static inline void **wi_column_at(const wi_columns *columns, const wi_column *column) {
    return (void **)(void *)((char *)(uintptr_t)columns + column->offset);
}

// Makes room for `need` agents. Returns false, changing nothing, when there is no memory.
bool wi_columns_reserve(wi_columns *columns, wi_memory *memory, uint32_t need);
void wi_columns_free(wi_columns *columns, wi_memory *memory);

// Makes an optional column by its bit in the saved mask (see wi_columns_optional); false without memory.
bool wi_columns_add_optional(wi_columns *columns, wi_memory *memory, uint32_t bit);
bool wi_columns_add_ties(wi_columns *columns, wi_memory *memory);
bool wi_columns_add_around(wi_columns *columns, wi_memory *memory);
wi_around wi_columns_around(const wi_columns *columns);
bool wi_columns_add_ways(wi_columns *columns, wi_memory *memory);

// The optional columns that are there, one bit each in the order of the table; and all that there could be.
enum {
    WI_COLUMN_TIES,
    WI_COLUMN_MIND,
    WI_COLUMN_FRAMES,
    WI_COLUMN_INNER,
    WI_COLUMN_LOANS,
    WI_COLUMN_LOANS_MORE,
    WI_COLUMN_MOOD,
    WI_COLUMN_WAY,
    WI_COLUMN_AIM,
    WI_COLUMN_MEMORY,
    WI_COLUMN_UNKNOWN,
    WI_COLUMN_OPTIONAL
};
uint64_t wi_columns_optional(const wi_columns *columns);

// What a row with a behaviour is at, innermost.
static inline uint32_t wi_mind_activity(const wi_columns *c, uint32_t row) {
    uint32_t frame = c->mind[row].depth - 1u;
    return frame < 2 ? c->frames[row].at[frame].activity : c->inner[row].at[frame - 2].activity;
}

// Copies row `from` over row `to`.
void wi_columns_copy(wi_columns *columns, uint32_t to, uint32_t from);

#endif
