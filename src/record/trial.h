// Trying out in a process of its own what may crash or hang.
#ifndef WI_TRIAL_H
#define WI_TRIAL_H

#include "wend/base.h"

// Runs attempt(what) in a child process. False if that crashed or took longer than `seconds`; true if it came to an end, good
// or bad, or if no child could be started. Nothing the attempt does is seen here.
bool wi_trial(void (*attempt)(const void *what), const void *what, unsigned seconds);

#endif
