#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

#if defined(__linux__)
#include <sys/mman.h>
#include <unistd.h>
#endif

// A host block holds up to WI_ALIGNMENT bytes of padding and then what the caller gets. The last byte of the padding
// says how long it is, which leads back to what the host gave; so the padding is never empty.
_Static_assert(WI_ALIGNMENT <= UINT8_MAX, "the padding's length is kept in a byte");

// Columns of many agents are read at random (neighbours); huge pages spare most of the misses in the page tables. Only
// whole pages inside the block are ours to advise, and below a few huge pages of 2 MiB there is nothing to win.
static void advise_huge_pages(void *block, size_t size) {
#if defined(__linux__) && defined(MADV_HUGEPAGE)
    if (size < (size_t)4 << 20) return;
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    uintptr_t begin = ((uintptr_t)block + page - 1) / page * page;
    uintptr_t end = ((uintptr_t)block + size) / page * page;
    (void)madvise((void *)begin, end - begin, MADV_HUGEPAGE); // a kernel without them says no, and that is fine
#else
    (void)block, (void)size;
#endif
}

static void *libc_resize(void *user, void *block, size_t old_size, size_t new_size) {
    (void)user, (void)old_size;
    if (new_size == 0) {
        free(block);
        return NULL;
    }
    void *resized = realloc(block, new_size);
    if (resized) advise_huge_pages(resized, new_size);
    return resized;
}

wi_memory wi_memory_from(wend_allocator allocator) {
    if (!allocator.resize) allocator = (wend_allocator){.resize = libc_resize};
    return (wi_memory){.allocator = allocator};
}

// The size of the host block for count elements, or 0 if that is more than a size can say. An empty block has a byte, so
// that its address lies within what the host gave.
static size_t host_size(size_t count, size_t size) {
    size_t bytes;
    if (__builtin_mul_overflow(count, size, &bytes)) return 0;
    if (__builtin_add_overflow(bytes, (size_t)WI_ALIGNMENT + (bytes == 0), &bytes)) return 0;
    return bytes;
}

// Aligned memory whose contents are whatever they were.
static void *take_raw(wi_memory *memory, size_t count, size_t size) {
    size_t bytes = host_size(count, size);
    if (bytes == 0) return NULL;
    unsigned char *host = memory->allocator.resize(memory->allocator.user, NULL, 0, bytes);
    if (!host) return NULL;
    memory->bytes += bytes;
    size_t padding = WI_ALIGNMENT - (uintptr_t)host % WI_ALIGNMENT;
    host[padding - 1] = (unsigned char)padding;
    return host + padding;
}

void *wi_memory_take(wi_memory *memory, size_t count, size_t size) {
    void *block = take_raw(memory, count, size);
    if (block) memset(block, 0, count * size);
    return block;
}

void wi_memory_give(wi_memory *memory, void *block, size_t count, size_t size) {
    if (!block) return;
    unsigned char *aligned = block;
    size_t bytes = host_size(count, size);
    memory->allocator.resize(memory->allocator.user, aligned - aligned[-1], bytes, 0);
    memory->bytes -= bytes;
}

// Doubling keeps the cost of many small growths in proportion to the final size.
static uint32_t grown_capacity(uint32_t capacity, uint32_t need) {
    uint32_t doubled = capacity > UINT32_MAX / 2 ? UINT32_MAX : 2 * capacity;
    return need > doubled ? need : doubled;
}

// Takes a new block and copies, rather than asking the host to resize: the resized block might have another alignment,
// and then everything would have to be copied again.
bool wi_memory_grow(wi_memory *memory, void **block, uint32_t *capacity, uint32_t need, size_t size) {
    if (need <= *capacity) return true;
    uint32_t wanted = grown_capacity(*capacity, need);
    unsigned char *grown = take_raw(memory, wanted, size);
    if (!grown) return false;
    size_t kept = *capacity * size;
    if (kept > 0) memcpy(grown, *block, kept);
    memset(grown + kept, 0, wanted * size - kept);
    wi_memory_give(memory, *block, *capacity, size);
    *block = grown;
    *capacity = wanted;
    return true;
}
