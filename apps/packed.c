#include "packed.h"

#include <stdlib.h>
#include <zlib.h>

#define GZIP_WINDOW (15 + 16) // the largest window; + 16 asks zlib for gzip's head and tail

static unsigned char *compress_bytes(const void *bytes, size_t size, size_t *packed_size) {
    z_stream stream = {0};
    if (deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, GZIP_WINDOW, 8, Z_DEFAULT_STRATEGY) != Z_OK)
        return NULL;
    size_t room = deflateBound(&stream, (uLong)size);
    unsigned char *packed = size < UINT32_MAX && room < UINT32_MAX ? malloc(room) : NULL; // zlib counts in 32 bits
    if (packed) {
        stream.next_in = (Bytef *)(uintptr_t)bytes;
        stream.avail_in = (uInt)size;
        stream.next_out = packed;
        stream.avail_out = (uInt)room;
        if (deflate(&stream, Z_FINISH) != Z_STREAM_END) {
            free(packed);
            packed = NULL;
        }
        *packed_size = (size_t)stream.total_out;
    }
    (void)deflateEnd(&stream);
    return packed;
}

// Four letters for up to three bytes.
static void write_group(FILE *to, const unsigned char *bytes, size_t count) {
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    unsigned group = (unsigned)bytes[0] << 16;
    if (count > 1) group |= (unsigned)bytes[1] << 8;
    if (count > 2) group |= bytes[2];
    char text[4] = {letters[group >> 18], letters[group >> 12 & 63], count > 1 ? letters[group >> 6 & 63] : '=',
                    count > 2 ? letters[group & 63] : '='};
    fwrite(text, 1, sizeof text, to);
}

size_t packed_write(FILE *to, const void *bytes, size_t size) {
    size_t packed_size = 0;
    unsigned char *packed = compress_bytes(bytes, size, &packed_size);
    if (!packed) return 0;
    for (size_t i = 0; i < packed_size; i += 3) write_group(to, packed + i, packed_size - i < 3 ? packed_size - i : 3);
    free(packed);
    return (packed_size + 2) / 3 * 4;
}
