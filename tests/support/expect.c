#include "support/expect.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

void must(wend_result result, const wend_error *error) {
    if (result != WEND_OK) fail_msg("%s", error->text);
}

void assert_near(double a, double b, double tolerance) {
    if (!(fabs(a - b) <= tolerance)) fail_msg("%.17g is not %.17g", a, b);
}

void expect_refusal(wend_result got, wend_result wanted, const wend_error *why, const char *word, const char *call,
                    const char *file, int line) {
    if (got != wanted) fail_msg("%s:%d: %s gives %d, not %d; %s", file, line, call, (int)got, (int)wanted, why->text);
    if (why->result != wanted || strstr(why->text, word) == NULL)
        fail_msg("%s:%d: %s says \"%s\", which does not name `%s`", file, line, call, why->text, word);
}
