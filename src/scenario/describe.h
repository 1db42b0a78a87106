// The plan of a run: what stands where and who is who, for recordings and for whoever draws a run that goes on.
#ifndef WI_DESCRIBE_H
#define WI_DESCRIBE_H

#include "record/plan.h"
#include "scenario/run.h"

// Fills the plan (wi_plan_free); false without memory, and then it is empty. Where sizes, speeds and parameters of a
// profile differ from agent to agent, it has the typical ones.
bool wi_run_plan(const wi_run *run, wi_plan *plan);

#endif
