// Feeds the reader of viewers' messages with anything: what it accepts is in range, what it refuses has a reason.
#include "serve/message.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool good, const char *what) {
    if (good) return;
    fprintf(stderr, "%s\n", what);
    abort();
}

static bool is_fine(wend_point at) { return fabs(at.x) <= 1e7 && fabs(at.y) <= 1e7; }

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    wi_message message;
    wend_error error = {0};
    if (wi_message_read((const char *)data, size, &message, &error) != WEND_OK) {
        must(error.text[0] != '\0', "a refusal without a reason");
        return 0;
    }
    must(message.deed <= WI_DO_DRIVE, "no such deed");
    must(memchr(message.parameter, '\0', sizeof message.parameter) != NULL, "a name without an end");
    must(isfinite(message.value) && is_fine(message.at) && is_fine(message.velocity), "a number out of range");
    must(isnan(message.goal.x) || is_fine(message.goal), "a goal out of range");
    must(message.count >= 1 && message.count <= 10000, "a count out of range");
    return 0;
}
