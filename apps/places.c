#include "places.h"

#include <math.h>
#include <stdio.h>

// Four numbers with commas between; false with a message.
static bool read_four(const char *option, const char *text, double to[4]) {
    int end = 0;
    if (!text) return true;
    int found = sscanf(text, "%lf,%lf,%lf,%lf%n", &to[0], &to[1], &to[2], &to[3], &end);
    bool fine = found == 4 && text[end] == '\0';
    for (uint32_t i = 0; fine && i < 4; i++) fine = isfinite(to[i]);
    fine = fine && (to[0] != to[2] || to[1] != to[3]);
    if (!fine)
        fprintf(stderr, "wend: %s needs two points as x0,y0,x1,y1 in metres, for example %s -2,0,2,3, not '%s'.\n",
                option, option, text);
    return fine;
}

bool read_line(const char *text, double line[4]) { return read_four("--line", text, line); }

bool read_area(const char *text, double area[4]) {
    if (!read_four("--area", text, area)) return false;
    for (uint32_t i = 0; text && i < 2; i++) {
        if (area[i] == area[i + 2]) {
            fprintf(stderr, "wend: --area %s has no size: its corners must differ in x and in y.\n", text);
            return false;
        }
        if (area[i] < area[i + 2]) continue;
        double upper = area[i];
        area[i] = area[i + 2];
        area[i + 2] = upper;
    }
    return true;
}
