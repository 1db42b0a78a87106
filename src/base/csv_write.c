#include "base/csv_write.h"

#include <math.h>
#include <string.h>

void wi_csv_put_text(FILE *to, const char *text) {
    if (!strpbrk(text, ",\"\n")) {
        fputs(text, to);
        return;
    }
    fputc('"', to);
    for (; *text; text++) fprintf(to, *text == '"' ? "\"\"" : "%c", *text);
    fputc('"', to);
}

void wi_csv_put_number(FILE *to, double value) {
    fputc(',', to);
    if (isfinite(value)) fprintf(to, "%.9g", value);
}
