#include "report/html.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#define NO_CHARACTER "\xef\xbf\xbd"

// How many bytes of a UTF-8 sequence start here; 0: none does. Overlong ones, surrogates and beyond U+10FFFF are none.
static size_t sequence(const unsigned char *at) {
    size_t length = at[0] < 0x80 ? 1 : at[0] >= 0xc2 && at[0] < 0xe0 ? 2 : (at[0] & 0xf0) == 0xe0 ? 3 : 4;
    if (length == 1) return 1;
    if (length == 4 && (at[0] < 0xf0 || at[0] > 0xf4)) return 0;
    for (size_t i = 1; i < length; i++)
        if ((at[i] & 0xc0) != 0x80) return 0;
    if ((at[0] == 0xe0 && at[1] < 0xa0) || (at[0] == 0xed && at[1] >= 0xa0)) return 0;
    if ((at[0] == 0xf0 && at[1] < 0x90) || (at[0] == 0xf4 && at[1] >= 0x90)) return 0;
    return length;
}

static const char *entity(unsigned char letter) {
    switch (letter) {
    case '&':
        return "&amp;";
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '"':
        return "&quot;";
    case '\'':
        return "&#39;";
    default:
        return NULL;
    }
}

void wi_html_text(FILE *to, const char *text) {
    if (!text) return;
    for (const unsigned char *at = (const unsigned char *)text; *at;) {
        size_t length = sequence(at);
        bool control = (*at < 0x20 && *at != '\n' && *at != '\t') || *at == 0x7f;
        if (length == 0)
            fputs(NO_CHARACTER, to);
        else if (entity(*at))
            fputs(entity(*at), to);
        else if (!control)
            fwrite(at, 1, length, to);
        at += length ? length : 1;
    }
}

void wi_html_base64(FILE *to, const unsigned char *bytes, size_t size) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < size; i += 3) {
        uint32_t three = (uint32_t)bytes[i] << 16;
        if (i + 1 < size) three |= (uint32_t)bytes[i + 1] << 8;
        if (i + 2 < size) three |= bytes[i + 2];
        fputc(digits[three >> 18], to);
        fputc(digits[three >> 12 & 63], to);
        fputc(i + 1 < size ? digits[three >> 6 & 63] : '=', to);
        fputc(i + 2 < size ? digits[three & 63] : '=', to);
    }
}

const char *wi_html_number(char text[40], double value, int decimals) {
    if (isfinite(value) && fabs(value) < 1e15)
        snprintf(text, 40, "%.*f", decimals, value);
    else if (isfinite(value))
        snprintf(text, 40, "%.3g", value);
    else
        snprintf(text, 40, "\u2013");
    return text;
}
