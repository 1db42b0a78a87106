// What a test expects of a call: that it succeeds, or that it is refused with a message that helps.
#ifndef EXPECT_H
#define EXPECT_H

#include "wend/base.h"

// Fails the test with the library's message.
void must(wend_result result, const wend_error *error);

void assert_near(double a, double b, double tolerance);

// The call, which leaves its error in `why`, is refused with that result and a message that has the word in it.
#define assert_refused(call, wanted, word)                                  \
    do {                                                                    \
        wend_error why = {WEND_OK, ""};                                     \
        wend_result got = (call);                                           \
        expect_refusal(got, wanted, &why, word, #call, __FILE__, __LINE__); \
    } while (0)
void expect_refusal(wend_result got, wend_result wanted, const wend_error *why, const char *word, const char *call,
                    const char *file, int line);

#endif
