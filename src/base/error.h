// Errors with text for people.
#ifndef WI_ERROR_H
#define WI_ERROR_H

#include "wend/base.h"

// Fills `error` (may be NULL) and returns `result`, so that a caller writes `return wi_fail(...)`.
__attribute__((format(printf, 3, 4))) wend_result wi_fail(wend_error *error, wend_result result, const char *format,
                                                          ...);

// Definition structs carry this in their `cookie`, so that one which was not made by its ..._default() is noticed.
#define WI_COOKIE 0x57454e44u

#endif
