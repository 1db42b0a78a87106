// Feeds the reader of CSV with anything.
#include "fuzz_input.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    fuzz_format(&wi_format_csv, data, size);
    return 0;
}
