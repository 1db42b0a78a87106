// Feeds the readers of text and of observation matrices with anything.
#include "fuzz_input.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    fuzz_format(&wi_format_text, data, size);
    fuzz_format(&wi_format_obsmat, data, size);
    return 0;
}
