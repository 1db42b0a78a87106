// Reads anything as a table of sums: as it is, and as changes to a real one whose checksum is put right again. What is
// accepted must be usable, and what is refused changes nothing.
#include "base/hash.h"
#include "steer/ellipse_table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool good, const char *what) {
    if (good) return;
    fprintf(stderr, "%s\n", what);
    abort();
}

static void use(const wi_ellipse_table *table) {
    for (uint32_t i = 0; i < table->size_count; i++) {
        wi_tabled a = {table->size[i], {0.6f, 0.8f}}, b = {table->size[0], {1.0f, 0.0f}};
        wend_vec p = {1.0f, 0.3f}, w = {0.5f, -0.2f};
        (void)wi_ellipse_table_face(table, p, a, b, 2.0f, 0.1f, w, NULL);
        (void)wi_ellipse_table_face(table, (wend_vec){0.01f, 0.0f}, a, b, 2.0f, 0.1f, w, NULL);
    }
}

static void read_bytes(wi_memory *memory, const uint8_t *bytes, size_t size) {
    wi_ellipse_table table = wi_ellipse_table_empty();
    wend_error error = {0};
    wend_result result = wi_ellipse_table_read(&table, memory, bytes, size, &error);
    must(result == WEND_OK || (result == WEND_BAD_FILE && error.text[0]), "refused without a reason");
    must(result == WEND_OK || table.size_count == 0, "refused, but changed");
    use(&table);
    wi_ellipse_table_free(&table, memory);
}

// Each four bytes of the data are a place, which is mostly near the start, and what comes there.
static void change(uint8_t *bytes, size_t size, const uint8_t *data, size_t count) {
    for (; count >= 4; data += 4, count -= 4) {
        size_t at = data[0] % 4 ? data[1] : (size_t)data[0] << 16 | (size_t)data[1] << 8 | data[2];
        bytes[at % size] = data[3];
    }
    uint64_t checksum = wi_hash_bytes(WI_TABLE_VERSION, bytes, size - sizeof checksum);
    memcpy(bytes + size - sizeof checksum, &checksum, sizeof checksum);
}

// The bytes of a real table, made once.
static const uint8_t *real_table(size_t *size) {
    static uint8_t *bytes;
    static size_t whole;
    static wi_memory memory;
    if (!bytes) {
        memory = wi_memory_from((wend_allocator){0});
        wi_ellipse_table table = wi_ellipse_table_empty();
        wi_ellipse_table_add(&table, &memory, (wi_ellipse_size){0.2f, 0.1f, 0});
        wi_ellipse_table_add(&table, &memory, (wi_ellipse_size){0.1f, 0.3f, 20});
        bytes = wi_ellipse_table_write(&table, &memory, &whole);
        wi_ellipse_table_free(&table, &memory);
    }
    must(bytes != NULL, "no memory");
    *size = whole;
    return bytes;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    wi_memory memory = wi_memory_from((wend_allocator){0});
    read_bytes(&memory, data, size);
    size_t whole;
    const uint8_t *real = real_table(&whole);
    uint8_t *bytes = wi_memory_take(&memory, whole, 1);
    must(bytes != NULL, "no memory");
    memcpy(bytes, real, whole);
    change(bytes, whole, data, size);
    read_bytes(&memory, bytes, whole);
    wi_memory_give(&memory, bytes, whole, 1);
    must(memory.bytes == 0, "memory is left");
    return 0;
}
