#include "base/json_text.h"

#include <string.h>

// The value of four hexadecimal digits, or -1.
static int32_t hex_of(const char *at, const char *end) {
    static const char digits[] = "0123456789abcdef0123456789ABCDEF";
    int32_t value = 0;
    if (end - at < 4) return -1;
    for (int i = 0; i < 4; i++) {
        const char *found = at[i] ? strchr(digits, at[i]) : NULL;
        if (!found) return -1;
        value = value * 16 + (int32_t)((found - digits) % 16);
    }
    return value;
}

static size_t put_character(char *into, uint32_t code) {
    if (code < 0x80) {
        into[0] = (char)code;
        return 1;
    }
    size_t more = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
    static const uint32_t lead[] = {0, 0xc0, 0xe0, 0xf0};
    into[0] = (char)(lead[more] | code >> (6 * more));
    for (size_t i = 1; i <= more; i++) into[i] = (char)(0x80 | (code >> (6 * (more - i)) & 0x3f));
    return more + 1;
}

// \uXXXX, of which characters beyond 16 bits need two: a high and a low half.
static const char *decode_code(const char **at, const char *end, char *into, size_t *size) {
    int32_t code = hex_of(*at + 2, end), low = -1;
    if (code < 0) return "\\u needs four hexadecimal digits";
    if (code >= 0xdc00 && code <= 0xdfff) return "half a character: its first half is missing";
    if (code >= 0xd800 && code <= 0xdbff) {
        if (end - *at >= 12 && (*at)[6] == '\\' && (*at)[7] == 'u') low = hex_of(*at + 8, end);
        if (low < 0xdc00 || low > 0xdfff) return "half a character: its second half is missing";
        code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
    }
    *size += put_character(into + *size, (uint32_t)code);
    *at += low < 0 ? 6 : 12;
    return NULL;
}

static const char *decode_escape(const char **at, const char *end, char *into, size_t *size) {
    static const char letter[] = "\"\\/bfnrt", plain[] = "\"\\/\b\f\n\r\t";
    if (end - *at < 2) return "the text ends within quotes";
    if ((*at)[1] == 'u') return decode_code(at, end, into, size);
    const char *found = (*at)[1] ? strchr(letter, (*at)[1]) : NULL;
    if (!found) return "a backslash must be followed by one of \" \\ / b f n r t u";
    into[(*size)++] = plain[found - letter];
    *at += 2;
    return NULL;
}

size_t wi_utf8_size(const char *bytes, size_t left) {
    const unsigned char *at = (const unsigned char *)bytes;
    if (at[0] < 0x80) return 1;
    size_t size = at[0] >= 0xf0 ? 4 : at[0] >= 0xe0 ? 3 : 2;
    if (at[0] < 0xc2 || at[0] > 0xf4 || size > left) return 0;
    for (size_t i = 1; i < size; i++)
        if ((at[i] & 0xc0) != 0x80) return 0;
    bool longer = (at[0] == 0xe0 && at[1] < 0xa0) || (at[0] == 0xf0 && at[1] < 0x90);
    bool beyond = (at[0] == 0xed && at[1] > 0x9f) || (at[0] == 0xf4 && at[1] > 0x8f);
    return longer || beyond ? 0 : size;
}

static const char *decode_plain(const char **at, const char *end, char *into, size_t *size) {
    size_t bytes = wi_utf8_size(*at, (size_t)(end - *at));
    if (bytes == 0) return "these bytes are no UTF-8";
    if ((unsigned char)**at < 0x20) return "a line end, tab or control character must be written as an escape";
    memcpy(into + *size, *at, bytes);
    *size += bytes;
    *at += bytes;
    return NULL;
}

const char *wi_json_decode(const char **at, const char *end, char *into, size_t *size) {
    const char *wrong = NULL;
    *size = 0;
    (*at)++;
    while (!wrong && *at < end && **at != '"')
        wrong = **at == '\\' ? decode_escape(at, end, into, size) : decode_plain(at, end, into, size);
    if (!wrong && *at == end) wrong = "the text ends within quotes";
    if (!wrong) (*at)++;
    return wrong;
}
