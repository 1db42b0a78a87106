// What a recording tells of bodies.
#ifndef WI_TOLD_H
#define WI_TOLD_H

#include "measure/measure.h"

typedef struct wi_told {
    double *radius;         // by profile; NULL: not told
    wend_shape_kind *shape; // the same
    uint32_t count;
} wi_told;

// Leaves out what the options have themselves or do not ask for. To be freed only where it went well.
wend_result wi_told_read(wi_told *told, const wi_recording *about, const wi_measure_options *options,
                         wend_error *error);
void wi_told_free(wi_told *told);

// The options with what is told; good until that is freed.
wi_measure_options wi_told_use(const wi_told *told, const wi_measure_options *options);

#endif
