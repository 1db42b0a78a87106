// Feeds the reader of databases with anything: a file up to a line "\n--\n", and a query after it. What is wrong must be
// said, and the file must be as it was.
#include "scenario/query.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool good) {
    if (!good) abort();
}

static void put(const char *path, const uint8_t *data, size_t size) {
    FILE *file = fopen(path, "wb");
    must(file && fwrite(data, 1, size, file) == size && fclose(file) == 0);
}

static bool is_as_it_was(const char *path, const uint8_t *data, size_t size) {
    FILE *file = fopen(path, "rb");
    must(file);
    size_t same = 0;
    for (int byte; (byte = getc(file)) != EOF; same++)
        if (same >= size || byte != data[same]) break;
    bool end = feof(file) != 0;
    (void)fclose(file);
    return end && same == size;
}

static const uint8_t *parting(const uint8_t *data, size_t size) {
    for (size_t i = 0; i + 4 <= size; i++)
        if (memcmp(data + i, "\n--\n", 4) == 0) return data + i;
    return NULL;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char path[64], sql[1000] = "SELECT seat FROM bookings ORDER BY turn";
    const uint8_t *end = parting(data, size);
    size_t file_size = end ? (size_t)(end - data) : size, rest = end ? size - file_size - 4 : 0;
    if (rest > 0 && rest < sizeof sql) {
        memcpy(sql, end + 4, rest);
        sql[rest] = '\0';
    }
    (void)snprintf(path, sizeof path, "/tmp/wend_fuzz_query_%ld.db", (long)getpid());
    put(path, data, file_size);
    wi_problems problems = {0};
    wi_query query;
    bool good = wi_query_open(&query, path, sql, (wi_place){"fuzz.yaml", 1, 1}, &problems);
    must(good == (problems.count == 0));
    for (uint32_t row = 0; good && row < 1000 && wi_query_next(&query, &problems); row++) {
        for (uint32_t i = 0; i < wi_query_columns(&query); i++) {
            must(strlen(wi_query_text(&query, i)) <= 100000);
            (void)wi_query_number(&query, i);
        }
    }
    wi_query_close(&query);
    wi_problems_free(&problems);
    must(is_as_it_was(path, data, file_size));
    (void)remove(path);
    return 0;
}
