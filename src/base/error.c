#include "base/error.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

wend_result wi_fail(wend_error *error, wend_result result, const char *format, ...) {
    if (!error) return result;
    // Formatted aside, so that a caller may put words around the text that is already in `error`.
    char text[sizeof error->text] = "";
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    error->result = result;
    memcpy(error->text, text, sizeof text);
    return result;
}
