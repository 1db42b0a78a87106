#include "scenario/json.h"

#include <string.h>

void wi_json_text(FILE *to, const char *text) {
    static const char plain[] = "\"\\\b\f\n\r\t", letter[] = "\"\\bfnrt";
    fputc('"', to);
    for (; *text; text++) {
        const char *special = strchr(plain, *text);
        if (special)
            fprintf(to, "\\%c", letter[special - plain]);
        else if ((unsigned char)*text < 0x20)
            fprintf(to, "\\u%04x", (unsigned)*text);
        else
            fputc(*text, to);
    }
    fputc('"', to);
}
