// Taking the part file of a recording for oneself, without losing that of a run before.
#ifndef WI_PART_CLAIM_H
#define WI_PART_CLAIM_H

#include "wend/base.h"

#define WI_KEPT_NAME 64 // bytes

// Opens an empty part file for the recording at `path` and locks it: one recorder at a time, and readers are told so that it
// grows. A part file of a run that was killed is moved aside first; `kept` is then its name without the directory, else it
// stays as it is. Where `*file` is not -1 afterwards it is the caller's to close, after a failure too.
wend_result wi_part_claim(const char *path, const char *part_path, char kept[WI_KEPT_NAME], int *file,
                          wend_error *error);

#endif
