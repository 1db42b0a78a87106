// Measures for a person and as JSON: what wend measure and wend run --measure print.
#ifndef MEASURE_TABLE_H
#define MEASURE_TABLE_H

#include "base/json_write.h"
#include "measure/like.h"
#include "measure/measure.h"

// Only what the options ask for.
void measures_print(const wi_measures *found, const wi_measure_options *options);
void measures_put_json(wi_json_object *object, const wi_measures *found, const wi_measure_options *options);

void likeness_print(const wi_likeness *found, const char *other);
void likeness_put_json(wi_json_object *object, const wi_likeness *found, const char *other);

#endif
