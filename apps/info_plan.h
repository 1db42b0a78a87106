// What wend info says about the plan of a recording.
#ifndef INFO_PLAN_H
#define INFO_PLAN_H

#include "base/json_write.h"
#include "record/trajectory.h"

// The beginning of a line of wend info; the caller prints the rest.
void info_row(const char *name);

void info_print_plan(const wi_recording *about);

// The member "plan": null where there is none, or none that can be read.
void info_print_plan_json(wi_json_object *object, const wi_recording *about);

#endif
