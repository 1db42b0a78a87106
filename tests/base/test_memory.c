#include "base/memory.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

// A host that gives each block another of the alignments that malloc may give, checks the sizes it is told, and can be
// told to have nothing left.
typedef struct fussy_host {
    uint32_t given, until_empty;
    size_t held;
    bool lied_to; // about a size
} fussy_host;

typedef struct block_tag {
    size_t size, shift;
} block_tag;

_Static_assert(sizeof(block_tag) % 16 == 0, "keeps the alignment of malloc");

static void *fussy_give_back(fussy_host *host, unsigned char *block, size_t old_size) {
    block_tag tag;
    memcpy(&tag, block - sizeof tag, sizeof tag);
    if (tag.size != old_size) host->lied_to = true;
    host->held -= tag.size;
    free(block - sizeof tag - tag.shift);
    return NULL;
}

static void *fussy_resize(void *user, void *block, size_t old_size, size_t new_size) {
    fussy_host *host = user;
    if (new_size == 0) return fussy_give_back(host, block, old_size);
    if (block) abort(); // the library never asks a host to resize in place
    if (host->until_empty == 0) return NULL;
    host->until_empty--;
    block_tag tag = {new_size, 16 * (host->given++ % 4)};
    unsigned char *raw = malloc(tag.shift + sizeof tag + new_size);
    if (!raw) return NULL;
    memset(raw, 0xa5, tag.shift + sizeof tag + new_size);
    memcpy(raw + tag.shift, &tag, sizeof tag);
    host->held += new_size;
    return raw + tag.shift + sizeof tag;
}

static wi_memory fussy_memory(fussy_host *host) { return wi_memory_from((wend_allocator){fussy_resize, host}); }

static bool all_zero(const void *block, size_t size) {
    const unsigned char *byte = block;
    for (size_t i = 0; i < size; i++)
        if (byte[i] != 0) return false;
    return true;
}

static void test_blocks_are_aligned_zeroed_and_counted(void **state) {
    (void)state;
    fussy_host host = {.until_empty = 1000};
    wi_memory memory = fussy_memory(&host);
    void *blocks[100];
    for (size_t i = 0; i < 100; i++) {
        blocks[i] = wi_memory_take(&memory, i, 7);
        assert_non_null(blocks[i]);
        assert_int_equal((uintptr_t)blocks[i] % WI_ALIGNMENT, 0);
        assert_true(all_zero(blocks[i], 7 * i));
        memset(blocks[i], 0xff, 7 * i);
        assert_int_equal(memory.bytes, host.held);
    }
    for (size_t i = 0; i < 100; i++) wi_memory_give(&memory, blocks[i], i, 7);
    wi_memory_give(&memory, NULL, 3, 4);
    assert_int_equal(memory.bytes, 0);
    assert_int_equal(host.held, 0);
    assert_false(host.lied_to);
}

static void test_default_allocator(void **state) {
    (void)state;
    wi_memory memory = wi_memory_from((wend_allocator){0});
    for (size_t size = 1; size <= (size_t)16 << 20; size *= 4) {
        unsigned char *block = wi_memory_take(&memory, size, 1);
        assert_non_null(block);
        assert_int_equal((uintptr_t)block % WI_ALIGNMENT, 0);
        assert_true(all_zero(block, size));
        memset(block, 0xff, size);
        wi_memory_give(&memory, block, size, 1);
    }
    assert_int_equal(memory.bytes, 0);
}

static void test_too_large_is_refused_before_the_host_is_asked(void **state) {
    (void)state;
    fussy_host host = {.until_empty = 1000};
    wi_memory memory = fussy_memory(&host);
    assert_null(wi_memory_take(&memory, SIZE_MAX, 1));
    assert_null(wi_memory_take(&memory, SIZE_MAX - WI_ALIGNMENT + 1, 1));
    assert_null(wi_memory_take(&memory, SIZE_MAX / 2 + 1, 2));
    assert_null(wi_memory_take(&memory, SIZE_MAX / 8 + 2, 8));
    void *block = NULL;
    uint32_t capacity = 0;
    assert_false(wi_memory_grow(&memory, &block, &capacity, 5, SIZE_MAX / 4));
    assert_null(block);
    assert_int_equal(capacity, 0);
    assert_int_equal(host.given, 0);
    assert_int_equal(memory.bytes, 0);
}

static void test_grow_keeps_contents_and_zeroes_the_rest(void **state) {
    (void)state;
    fussy_host host = {.until_empty = 1000};
    wi_memory memory = fussy_memory(&host);
    uint64_t *numbers = NULL;
    uint32_t capacity = 0;
    for (uint32_t i = 0; i < 5000; i++) {
        void *block = numbers;
        assert_true(wi_memory_grow(&memory, &block, &capacity, i + 1, sizeof *numbers));
        numbers = block;
        assert_true(capacity > i);
        assert_int_equal((uintptr_t)numbers % WI_ALIGNMENT, 0);
        assert_true(all_zero(numbers + i, (capacity - i) * sizeof *numbers));
        numbers[i] = 3 * i + 1;
    }
    for (uint32_t i = 0; i < 5000; i++) assert_int_equal(numbers[i], 3 * i + 1);
    assert_true(host.given < 20); // doubling, not one by one
    wi_memory_give(&memory, numbers, capacity, sizeof *numbers);
    assert_int_equal(memory.bytes, 0);
    assert_false(host.lied_to);
}

static void test_grow_takes_what_is_needed_and_never_shrinks(void **state) {
    (void)state;
    wi_memory memory = wi_memory_from((wend_allocator){0});
    void *block = NULL;
    uint32_t capacity = 0;
    assert_true(wi_memory_grow(&memory, &block, &capacity, 1000, 4));
    assert_int_equal(capacity, 1000);
    void *before = block;
    assert_true(wi_memory_grow(&memory, &block, &capacity, 0, 4));
    assert_true(wi_memory_grow(&memory, &block, &capacity, 1000, 4));
    assert_ptr_equal(block, before);
    assert_true(wi_memory_grow(&memory, &block, &capacity, 1001, 4));
    assert_int_equal(capacity, 2000);
    wi_memory_give(&memory, block, capacity, 4);
    assert_int_equal(memory.bytes, 0);
}

static void test_an_empty_host_changes_nothing(void **state) {
    (void)state;
    fussy_host host = {.until_empty = 1};
    wi_memory memory = fussy_memory(&host);
    void *block = NULL;
    uint32_t capacity = 0;
    assert_true(wi_memory_grow(&memory, &block, &capacity, 10, 1));
    memset(block, 42, 10);
    void *before = block;
    size_t held = memory.bytes;
    assert_null(wi_memory_take(&memory, 1, 1));
    assert_false(wi_memory_grow(&memory, &block, &capacity, 11, 1));
    assert_ptr_equal(block, before);
    assert_int_equal(capacity, 10);
    assert_int_equal(memory.bytes, held);
    for (uint32_t i = 0; i < 10; i++) assert_int_equal(((unsigned char *)block)[i], 42);
    wi_memory_give(&memory, block, capacity, 1);
    assert_int_equal(memory.bytes, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_blocks_are_aligned_zeroed_and_counted),
        cmocka_unit_test(test_default_allocator),
        cmocka_unit_test(test_too_large_is_refused_before_the_host_is_asked),
        cmocka_unit_test(test_grow_keeps_contents_and_zeroes_the_rest),
        cmocka_unit_test(test_grow_takes_what_is_needed_and_never_shrinks),
        cmocka_unit_test(test_an_empty_host_changes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
